"""Time words: when a question says that something was, in Portuguese, English and Spanish.

Nothing guesses which language is spoken: all are tried, and where readings compete the one of most words wins, then
Portuguese before English before Spanish. What might be something else is no time: a year needs a word that takes one
(`in 2024`), and `segunda` is Monday only where no noun follows. A language is a file of data; see `language`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from ownwords.domain.time_words.grammar import begins, grammars_of
from ownwords.domain.time_words.languages import LANGUAGES
from ownwords.domain.time_words.meanings import Meaning, Nothing
from ownwords.domain.time_words.parse import Parse
from ownwords.domain.time_words.spans import Present, span_of
from ownwords.domain.time_words.spans import Span as Span
from ownwords.domain.time_words.tokens import Token, tokens
from ownwords.domain.times import Instant, day_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from zoneinfo import ZoneInfo

_GRAMMARS: Final = grammars_of(LANGUAGES)
_SLOTS: Final = ("NOTHING", "TIME", "RANGE")
_BEGINS: Final = begins(_GRAMMARS, _SLOTS)
_NOW_BEGINS: Final = begins(_GRAMMARS, ("NOW", "NOT_NOW"))


@dataclass(frozen=True, slots=True)
class Spoken:
    """A time that a text says; `words` are the positions, in `words.words(text)`, of the words that say it."""

    span: Span
    words: frozenset[int]


class _Candidate(NamedTuple):
    """A reading in the order in which readings win: most words, then no time before a time, then the language."""

    shortness: int
    is_time: bool
    language: int
    start: int
    meaning: Meaning

    @property
    def words(self) -> range:
        """The positions of its words."""
        return range(self.start, self.start - self.shortness)


def time_words(text: str, now: Instant, zone: ZoneInfo) -> tuple[Spoken, ...]:
    """Give the times that a text says, in its order, for somebody who says it `now` in `zone`.

    A weekday, a month or a date without a year is the latest one; only what says so (`tomorrow`, `next week`) lies
    ahead, and is given as it is. What has no span, such as 30 February or 99,999 years ago, is no time.
    """
    said = tokens(text)
    present = Present(now, day_of(now, zone), zone)
    spoken: list[Spoken] = []
    for candidate in _chosen(said):
        span = None if isinstance(candidate.meaning, Nothing) else span_of(candidate.meaning, present)
        if span is not None:
            spoken.append(Spoken(span, frozenset(candidate.words)))
    return tuple(spoken)


def asks_for_now(text: str) -> bool:
    """Tell whether a text asks for what is so now, or for the latest: `hoje em dia`, `currently`, `mi último`."""
    said = tokens(text)
    parses = [Parse(grammar, said) for grammar in _GRAMMARS]
    starts = [at for at, token in enumerate(said) if token.first in _NOW_BEGINS]
    denied = {at for start in starts for end in _ends(parses, "NOT_NOW", start) for at in range(start, end)}
    return any(end - 1 not in denied for at in starts for end in _ends(parses, "NOW", at))


def _ends(parses: Sequence[Parse], slot: str, at: int) -> Iterator[int]:
    return (reading.end for parse in parses for reading in parse.readings(slot, at))


def _chosen(said: Sequence[Token]) -> list[_Candidate]:
    """Choose among all readings those that win, none with a word of another, in the order of the text."""
    free = bytearray(b"\1") * len(said)
    chosen: list[_Candidate] = []
    # Sorting keeps the order of equals, and so a time before a range that says it in the same words.
    for candidate in sorted(_candidates(said), key=lambda one: one[:4]):
        place = slice(candidate.start, candidate.start - candidate.shortness)
        if all(free[place]):
            free[place] = bytes(-candidate.shortness)
            chosen.append(candidate)
    return sorted(chosen, key=lambda one: one.start)


def _candidates(said: Sequence[Token]) -> Iterator[_Candidate]:
    starts = [at for at, token in enumerate(said) if token.first in _BEGINS and not token.is_torn_before]
    for language, grammar in enumerate(_GRAMMARS) if starts else ():
        parse = Parse(grammar, said)
        for at in starts:
            for slot in _SLOTS:
                for end, meaning in parse.readings(slot, at):
                    if isinstance(meaning, Meaning) and not said[end - 1].is_torn_after:
                        yield _Candidate(at - end, slot != "NOTHING", language, at, meaning)
