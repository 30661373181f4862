"""The judge of own words: whether a person's words declare a value.

A value is *held* where it stands as words (`held`), and *vetoed* where the words deny it, ask it, quote somebody,
speak of somebody else, of a gift, of the past or of a condition (`veto`). The whole sentence is read, with what of
the message is not its author's (`quotation`), never the cited cut alone. What a language has to say of this is data
(`languages`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ownwords.domain.own_words.clauses import BEARING, MOST_PLACES, sentences_of
from ownwords.domain.own_words.held import Occurrence, diets_held, names_held, read, sizes_held
from ownwords.domain.own_words.hygiene import hides_something, looks_like_another
from ownwords.domain.own_words.places import Place
from ownwords.domain.own_words.quotation import Foreign
from ownwords.domain.own_words.reasons import Reason
from ownwords.domain.own_words.strict import is_understood
from ownwords.domain.own_words.tokens import Token
from ownwords.domain.own_words.veto import veto
from ownwords.domain.preferences import Key
from ownwords.domain.sizes import Size

__all__ = ["Declared", "Mode", "Reason", "Refused", "Words", "judge", "names_away"]


class Mode(StrEnum):
    """How much a judge must understand.

    `plain` refuses words that it knows to be no declaration; `strict` also those that it can not read whole.
    """

    PLAIN = "plain"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Words:
    """What a person said: a whole message, or a quote that stands alone; `cut` is the span of it that was cited."""

    text: str
    cut: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """The words declare every name; `spans` are the sentences in which each does, in the order of the names."""

    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The words do not declare it."""

    reason: Reason


def judge(words: Words, key: Key, names: Sequence[str | Size], mode: Mode) -> Declared | Refused:
    """Tell whether a person's words declare every one of the names (one size, where the key holds a size)."""
    if not words.text.strip() or not names:
        return Refused(Reason.NO_WORDS)
    read_words = _Read(words, key, names)
    reason = read_words.disguise()
    if reason is not None:
        return Refused(reason)
    spans: list[tuple[int, int]] = []
    for number in range(len(names)):
        verdict = read_words.verdict(number, mode)
        if isinstance(verdict, Reason):
            return Refused(verdict)
        spans.append(verdict)
    return Declared(tuple(spans))


def names_away(words: Words, names: Sequence[str]) -> bool:
    """Tell whether words name every one of the names, in whatever sense: what a correction takes away."""
    tokens = read(words.text)
    return all(names_held(tokens, name) or diets_held(tokens, name) for name in names)


class _Read:
    """A text read for the values that it may declare."""

    def __init__(self, words: Words, key: Key, names: Sequence[str | Size]) -> None:
        self._words, self._key = words, key
        self._tokens = read(words.text)
        self._held = [list(_occurrences(self._tokens, key, name)) for name in names]
        self._inside = frozenset(place for found in self._held for one in found for place in range(one.first, one.last))
        self._sentences = sentences_of(words.text, self._tokens, self._inside) if all(self._held) else []
        self._starts = [sentence.first for sentence in self._sentences]
        self._foreign = Foreign(words.text if all(self._held) else "")

    def disguise(self) -> Reason | None:
        """Tell whether the text is not what a reader sees."""
        if hides_something(self._words.text):
            return Reason.HIDDEN_CHARACTERS
        return Reason.LOOK_ALIKE if looks_like_another(self._words.text) else None

    def verdict(self, number: int, mode: Mode) -> tuple[int, int] | Reason:
        """Judge one of the names: the last place that declares it or denies it counts."""
        if not all(self._held):
            return Reason.NOT_IN_WORDS
        found = [one for one in self._held[number] if self._is_cited(one)][-MOST_PLACES:]
        if not found:
            return Reason.NOT_IN_WORDS
        judged = [(one, self._judged(one, mode)) for one in found]
        declared = [one for one, reason in judged if reason is None]
        last_reason = judged[-1][1]
        if not declared:
            return next(reason for _, reason in reversed(judged) if reason is not None)
        if last_reason is Reason.DENIED:
            return last_reason
        sentence = self._sentences[self._number_of(declared[-1])]
        return self._tokens[sentence.first].start, self._tokens[sentence.last - 1].end

    def _judged(self, held: Occurrence, mode: Mode) -> Reason | None:
        start, end = self._span(held)
        if self._foreign.holds(start, end):
            return Reason.QUOTED
        number = self._number_of(held)
        sentence = self._sentences[number]
        if not sentence.clauses:
            return Reason.QUOTED
        earlier = self._sentences[max(number - BEARING, 0) : number]
        later = self._sentences[number + 1 : number + 2]
        clause = sentence.clause_at(held.first)
        place = Place(self._tokens, self._key, held, sentence, clause, earlier, later, self._inside)
        reason = veto(place)
        if reason is None and mode is Mode.STRICT and not is_understood(place, self._sentences):
            return Reason.UNCLEAR
        return reason

    def _number_of(self, held: Occurrence) -> int:
        return bisect_right(self._starts, held.first) - 1

    def _span(self, held: Occurrence) -> tuple[int, int]:
        return self._tokens[held.first].start, self._tokens[held.last - 1].end

    def _is_cited(self, held: Occurrence) -> bool:
        if self._words.cut is None:
            return True
        start, end = self._span(held)
        return self._words.cut[0] <= start and end <= self._words.cut[1]


def _occurrences(tokens: Sequence[Token], key: Key, name: str | Size) -> Iterator[Occurrence]:
    if isinstance(name, Size):
        yield from sizes_held(tokens, name)
    elif key is Key.DIETARY_RESTRICTIONS:
        yield from diets_held(tokens, name)
    else:
        yield from names_held(tokens, name)
