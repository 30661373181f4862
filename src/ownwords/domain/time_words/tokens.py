"""Tokens: the words of a text with what stands between them, as a phrase needs to know it."""

from __future__ import annotations

from typing import Final, NamedTuple

from ownwords.domain.words import SHORT_MONTHS, words

SOFT: Final = ""
"""Nothing that parts two words: space, a comma, a hyphen between letters, an English `'s`."""

HARD: Final = "!"
"""Something that ends a phrase, such as a full stop."""

NUMERAL: Final = "0"
"""What stands for every word that begins with digits and is a number."""

_SIGNS: Final = {"/": "/", "-": "-", "–": "-"}
_LOOSE: Final = frozenset(("", ",", "'s", "’s", "'", "’", "'s,", "’s,"))
_ORDINALS: Final = ("st", "nd", "rd", "th", "º", "ª", "o", "er", "ero")
_MONEY: Final = frozenset("$€£#№")
_AFTER_A_NUMBER: Final = frozenset("$€£%°‰")
_GLUE: Final = frozenset("-–/\\_@&+.%")
_GLUE_AFTER: Final = _GLUE | frozenset(":'’")
_DIGITS_MOST: Final = 15


class Token(NamedTuple):
    """A word of a text, folded and as `written`.

    `link` is what joins it to the one before: `SOFT`, `HARD`, or the `/` or `-` next to a number. `first` is by
    what a phrase knows whether it may begin here. `number` is its value, -1 where it is none.
    """

    text: str
    written: str
    link: str
    is_after_comma: bool
    first: str
    number: int
    is_ordinal: bool
    is_torn_before: bool
    is_torn_after: bool


def tokens(text: str) -> list[Token]:
    """Take a text apart; the positions are those of its words."""
    found: list[Token] = []
    end, before = 0, ""
    for word in words(text):
        gap = text[end : word.start]
        number, is_ordinal = _number(word.text)
        is_number = number >= 0
        link = _link(gap, before, word.text) if found else HARD
        first = NUMERAL if is_number else word.text
        torn_before = is_number and _is_torn_before(text, word.start)
        torn_after = is_number and _is_torn_after(text, word.end)
        written = text[word.start : word.end]
        found.append(Token(word.text, written, link, "," in gap, first, number, is_ordinal, torn_before, torn_after))
        end, before = word.end, word.text
    return found


def _number(word: str) -> tuple[int, bool]:
    """Read a whole number, ordinal or not; one too long to count anything is the largest."""
    if not word[0].isdecimal():
        return -1, False
    digits = word
    for ending in _ORDINALS:
        digits = digits.removesuffix(ending)
    if not (digits.isascii() and digits.isdecimal()):
        return -1, False
    return int(digits) if len(digits) <= _DIGITS_MOST else 10**_DIGITS_MOST, digits != word


def _link(gap: str, before: str, word: str) -> str:
    if gap == " ":
        return SOFT
    if gap in _SIGNS:
        is_of_figures = before[-1].isdecimal() or word[0].isdecimal()
        return _SIGNS[gap] if is_of_figures else HARD if gap == "/" else SOFT
    inner = gap.strip()
    return SOFT if inner in _LOOSE or (inner == "." and before in SHORT_MONTHS) else HARD


def _is_torn_before(text: str, start: int) -> bool:
    """Tell whether a number is part of something with a sign before it: `R$ 2024`, `#13`, `A-5`."""
    before = text[max(start - 2, 0) : start]
    return before[-1:] in _GLUE or before.rstrip()[-1:] in _MONEY


def _is_torn_after(text: str, end: int) -> bool:
    """Tell whether a number is part of something with a sign after it: `2021-A`, `20%`, `1980's`."""
    after, next_to_it = text[end : end + 1], text[end + 1 : end + 2]
    return after in _AFTER_A_NUMBER or (after in _GLUE_AFTER and next_to_it.isalnum())
