"""Passages: the pieces in which search finds what was said.

A message is one passage unless it is long; a document is cut where it begins a new section, and small
sections stay together. Passages never overlap, split no word of ordinary length, and leave out nothing but
white space.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ownwords.domain.limits import PASSAGES_OF_AN_ITEM
from ownwords.domain.words import WORD_CHARACTERS, Word, fold, is_unspaced, stems, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

PASSAGE_CHARACTERS: Final = 800
"""The longest passage; longer ones drown the words that tell them apart."""

_SECTION_LEAST: Final = 264
"""The shortest piece cut off at a heading: with it 2 Mi characters give at most 7,944 passages."""

_PIECE_LEAST: Final = 400
"""The shortest piece cut off anywhere else."""

_BLANK: Final = re.compile(r"\s*")
_HEADING: Final = re.compile(r"\n(?=#{1,6}[ \t]|[^\n]{1,80}\n(?:={3,}|-{3,})[ \t]*(?:\n|$))")
# From the best place to cut to the worst; a cut falls behind what matches.
_BREAKS: Final = (
    re.compile(r"\n[^\S\n]*\n"),
    re.compile(r"[.!?…]['\"”’»)\]]*\s|[。！？｡][」』”’）]*"),
    re.compile(r"\n"),
    re.compile(r"[;:,–—]\s|[、，；：]"),
    re.compile(r"\s"),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of an item: which part it is, counted from 0, and where it stands in the text (code points)."""

    item: int
    part: int
    start: int
    end: int

    @property
    def number(self) -> int:
        """The passage's number, unique in a memory and in the order of items and parts."""
        return self.item * PASSAGES_OF_AN_ITEM + self.part


def item_of(number: int) -> int:
    """Give the item of the passage with a number."""
    return number // PASSAGES_OF_AN_ITEM


def passages(item: int, text: str, *, sections: bool) -> list[Passage]:
    """Cut the text of an item into its passages; `sections` for a document, which has headings."""
    return [Passage(item, part, *place) for part, place in enumerate(cut(text, sections=sections))]


def cut(text: str, *, sections: bool = False) -> list[tuple[int, int]]:
    """Give the places of a text's passages, in order, in time linear in the text.

    Each has 1 to 800 characters and no white space at its ends. A text of 2 Mi characters has at most 7,944;
    a text of white space has none.
    """
    places: list[tuple[int, int]] = []
    text = text.rstrip()
    start = _past_blank(text, 0)
    while start < len(text):
        end = _end(text, start, sections=sections)
        places.append((start, start + len(text[start:end].rstrip())))
        start = _past_blank(text, end)
    return places


def _past_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _end(text: str, start: int, *, sections: bool) -> int:
    """Find where the passage that starts at `start` ends."""
    last = start + PASSAGE_CHARACTERS
    if last >= len(text):
        return len(text)
    if sections and (heading := _last(_HEADING, text, start + _SECTION_LEAST, last)):
        return heading
    for breaks in _BREAKS:
        if found := _last(breaks, text, start + _PIECE_LEAST, last):
            return found
    return _inside_a_word(text, start, last)


def _last(breaks: re.Pattern[str], text: str, least: int, last: int) -> int | None:
    """Give the last place between `least` and `last` behind a break; None where there is none."""
    ends = [match.end() for match in breaks.finditer(text, least, last)]
    return ends[-1] if ends else None


def _inside_a_word(text: str, start: int, last: int) -> int:
    """Cut a text without breaks: between the pieces by which its words are found, else between characters."""
    least = start + _PIECE_LEAST
    if not is_unspaced(text[last - 1]):
        # One word more than the passage, so that one at its end is seen whole.
        ends = [start + word.end for word in words(text[start : last + WORD_CHARACTERS])]
        if fitting := [end for end in ends if least <= end <= last]:
            return fitting[-1]
    return next((end for end in range(last, least, -1) if not _belongs_before(text, end)), last)


def _belongs_before(text: str, at: int) -> bool:
    """Tell whether the character at `at` is part of the one before it."""
    is_pair = "\ud800" <= text[at - 1] <= "\udbff" and "\udc00" <= text[at] <= "\udfff"
    is_joined = "\u200d" in (text[at - 1], text[at])
    return is_pair or is_joined or unicodedata.category(text[at])[0] == "M"


# --- excerpts -------------------------------------------------------------------------------------


def matched_spans(text: str, start: int, end: int, asked: Container[str]) -> list[tuple[int, int]]:
    """Give the places of the words in a passage that answer a question, by any stem asked for.

    Places count from the passage's start. Those that touch or overlap, as pairs of characters do, are one.
    """
    spans: list[tuple[int, int]] = []
    for found_start, found_end in _matches(text[start:end], asked):
        if spans and found_start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], found_end))
        else:
            spans.append((found_start, found_end))
    return spans


def _matches(text: str, asked: Container[str]) -> Iterator[tuple[int, int]]:
    for word in words(text):
        if any(stem in asked for stem in stems(word.text)):
            yield word.start, word.end
        elif is_unspaced(word.text):
            yield from _single(text, word, asked)


def _single(text: str, word: Word, asked: Container[str]) -> Iterator[tuple[int, int]]:
    """Find the one character of a pair that was asked for alone."""
    for at in range(word.start, word.end):
        if fold(text[at]) in asked:
            yield at, at + 1
