"""Tokens: a text taken apart as it stands, so that what is judged is what a reader sees.

Nothing is normalised before it is cut: NFKC would make `4²` a 42 and `nº` a denial. A number is ASCII digits alone.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ownwords.domain.words import fold

_MARKS: Final = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f"
_TOKEN: Final = re.compile(
    rf"""
    (?P<number>[0-9]+(?:[.,:/\u2013-][0-9]+)*[½¼¾]?)(?![\w{_MARKS}²³¹])
  | (?P<word>[^\W_][\w{_MARKS}²³¹]*)
  | (?P<other>[^\s])
    """,
    re.VERBOSE,
)
_DRAWN_OUT: Final = 5
_REPEATED: Final = re.compile(r"([^\W\d_])\1{2,}")
_APOSTROPHES: Final = frozenset("'’´`")


class Shape(Enum):
    """What kind of token it is."""

    NUMBER = "number"
    WORD = "word"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Token:
    """A token: as written (composed, without case), folded, and its place in code points.

    `spaced` tells whether white space stands before it, `capital` whether it is written in capitals among others.
    """

    shape: Shape
    plain: str
    folded: str
    start: int
    end: int
    spaced: bool
    capital: bool = False


def tokens_of(text: str) -> list[Token]:
    """Take a text apart, in order; white space parts tokens and is none."""
    found: list[Token] = []
    shouts = text.isupper()
    for match in _TOKEN.finditer(text):
        raw = match[0]
        plain = raw.casefold() if raw.isascii() else unicodedata.normalize("NFC", raw).casefold()
        start = match.start()
        is_spaced = not found or start > found[-1].end
        match match.lastgroup:
            case "number":
                found.append(Token(Shape.NUMBER, plain, plain, start, match.end(), is_spaced))
            case "word":
                is_capital = raw.isupper() and not shouts
                found.append(Token(Shape.WORD, plain, _folded(plain), start, match.end(), is_spaced, is_capital))
            case _:
                mark = "'" if raw in _APOSTROPHES else raw
                found.append(Token(Shape.MARK, mark, mark, start, match.end(), is_spaced))
    return found


def _folded(plain: str) -> str:
    if len(plain) > _DRAWN_OUT:
        # `veganooo` is a word that is drawn out; sizes have repeated letters and are shorter.
        plain = _REPEATED.sub(r"\1", plain)
    # `fold` reads every script's digits as 0 to 9; in a word with other than ASCII digits they stay what they are.
    return plain if any(one.isdigit() and not one.isascii() for one in plain) or "\u20e3" in plain else fold(plain)
