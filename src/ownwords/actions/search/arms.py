"""The two ways in which a passage is found: by its words, and by its meaning."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from ownwords.actions.memory import Memory, Open, Whose
from ownwords.actions.search.asking import Asked
from ownwords.domain import limits
from ownwords.domain.ids import Derived
from ownwords.domain.passages import item_of
from ownwords.domain.ranking import SAID_BY, SAME, Weights, finding, weigh
from ownwords.domain.search import Filters
from ownwords.domain.vectors import Matrix, Nearness, Vector


@dataclass(slots=True)
class ByWords:
    """The words of a question in one memory: what each weighs, and the score that no passage can exceed."""

    opened: Open
    weights: Weights
    finds: frozenset[int]

    @classmethod
    def of(cls, opened: Open, asked: Asked) -> ByWords:
        """Weigh the words of a question by the statistics of a memory."""
        terms = asked.question.terms(opened.keys.terms)
        if not terms or not opened.person.passages:
            return cls(opened, Weights({}, 1.0), frozenset())
        frequencies = opened.transaction.passages.frequencies(terms)
        passages = opened.person.passages
        weights = weigh(asked.question, opened.keys.terms, frequencies, passages)
        return cls(opened, weights, finding(weights, frequencies, passages))

    def best(self, filters: Filters) -> dict[int, float]:
        """Score the best passages, 0 to 1: the rarer words find them, and all words weigh them."""
        if not self.weights.terms:
            return {}
        rarer = {term: weight for term, weight in self.weights.terms.items() if term in self.finds}
        found = self.opened.transaction.passages.scored(rarer, self._average, filters, limits.CANDIDATES)
        scores = dict(found)
        common = {term: weight for term, weight in self.weights.terms.items() if term not in self.finds}
        if common and scores:
            for number, score in self._weighed(common, list(scores)).items():
                scores[number] += score
        return {number: score / self.weights.attainable for number, score in scores.items()}

    def of_others(self, passages: Collection[int]) -> dict[int, float]:
        """Score passages that were found in another way; one that holds none of the words is left out."""
        if not passages or not self.weights.terms:
            return {}
        found = self._weighed(self.weights.terms, sorted(passages))
        return {number: score / self.weights.attainable for number, score in found.items()}

    @property
    def _average(self) -> float:
        return self.opened.person.words / max(self.opened.person.passages, 1)

    def _weighed(self, terms: dict[int, float], passages: Sequence[int]) -> dict[int, float]:
        return self.opened.transaction.passages.weighed(terms, self._average, passages)


@dataclass(slots=True)
class ByMeaning:
    """The nearness of a question to every passage of one memory, and what makes a passage near enough."""

    opened: Open
    matrix: Matrix
    near: Nearness
    least: float

    @classmethod
    def of(cls, memory: Memory, whose: Whose, opened: Open, vector: Vector | None) -> ByMeaning | None:
        """Compare a question with a memory; None where there is nothing to compare."""
        model = memory.embedder.model
        if vector is None or opened.person.model != memory.model:
            return None
        matrix = memory.vectors.of(whose.scope(memory), opened.transaction, opened.person, model.dimension)
        return cls(opened, matrix, matrix.nearness(vector), model.least) if len(matrix) else None

    def same(self, passages: Sequence[int]) -> set[tuple[int, int]]:
        """Give the pairs of passages that are about the same thing, both ways round."""
        return self.matrix.alike(passages, SAME)

    def best(self, filters: Filters) -> list[int]:
        """Give the nearest passages that hold to the filters, nearest first."""
        among = None
        if filters != Filters():
            items = np.array(self.opened.transaction.items.numbers(filters), dtype=np.int64)
            among = np.isin(self.matrix.passages // limits.PASSAGES_OF_AN_ITEM, items)
        return self.near.best(limits.CANDIDATES, self.least, among)


@dataclass(frozen=True, slots=True)
class Found:
    """What both arms found: scores by words, standard scores of nearness, and each arm's places from 1."""

    words: dict[int, float] = field(default_factory=dict[int, float])
    nearness: dict[int, float] = field(default_factory=dict[int, float])
    places_by_words: dict[int, int] = field(default_factory=dict[int, int])
    places_by_meaning: dict[int, int] = field(default_factory=dict[int, int])


def said_then(opened: Open, asked: Asked, filters: Filters) -> list[int]:
    """Find all that was said at the times that a question names: what the speakers it means said, then the rest.

    Of each the newest stands first; a long turn is given by its first passage.
    """
    at_times = _at_times(asked, filters)
    own = tuple(claim for claim, speaker in asked.who.ids.items() if speaker in asked.named)
    numbers = {*_newest(opened, at_times), *(_newest(opened, _said_by(own, at_times)) if own else ())}
    said = opened.transaction.passages.said({item_of(number) for number in numbers})

    def place(number: int) -> tuple[bool, int, int]:
        _, at, claim = said[item_of(number)]
        return claim not in own, -at, -number

    return sorted(numbers, key=place)


def found(opened: Open, asked: Asked, meaning: ByMeaning | None, filters: Filters) -> Found:
    """Let both arms find, under the filters, and once more at each time that the question names."""
    by_words = ByWords.of(opened, asked)
    at_times = _at_times(asked, filters)
    words: dict[int, float] = {}
    near: list[int] = []
    for each in (filters, *at_times):
        words |= by_words.best(each)
        near += [] if meaning is None else meaning.best(each)
    if asked.question.is_bare and asked.meant:
        claims = tuple(claim for claim, speaker in asked.who.by_claim.items() if speaker in asked.meant)
        narrowed = at_times if asked.question.times else [filters]
        for number in _newest(opened, _said_by(claims, narrowed)):
            words[number] = words.get(number, 0.0) + SAID_BY
    near = list(dict.fromkeys(near))
    words |= by_words.of_others(set(near) - words.keys())
    nearness = {} if meaning is None else meaning.near.standard_scores([*words, *near])
    by_score = sorted(words, key=lambda number: (-words[number], -number))
    by_nearness = sorted(near, key=lambda number: (-nearness[number], -number))
    return Found(words, nearness, counted(by_score), counted(by_nearness))


def _at_times(asked: Asked, filters: Filters) -> list[Filters]:
    """Narrow the filters to each time that a question names; one of which they leave nothing is left out."""
    narrowed = (filters.at_times(span.start, span.end) for span in asked.question.times)
    return [each for each in narrowed if each is not None]


def _said_by(claims: tuple[Derived, ...], narrowed: Sequence[Filters]) -> list[Filters]:
    return [each.said_by(claims) for each in narrowed]


def _newest(opened: Open, narrowed: Sequence[Filters]) -> list[int]:
    rows = opened.transaction.passages
    return [number for each in narrowed for number in rows.newest(each, limits.CANDIDATES)]


def counted(order: Sequence[int]) -> dict[int, int]:
    """Give the place of each passage of an order, from 1."""
    return {number: place for place, number in enumerate(order, start=1)}
