"""Finding what was said, by its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ownwords.actions import speakers
from ownwords.actions.memory import Memory, Open, Whose, read
from ownwords.actions.speakers import Speakers
from ownwords.domain import limits
from ownwords.domain.ids import Derived
from ownwords.domain.passages import Passage, item_of, matched_spans
from ownwords.domain.ranking import (
    SAID_BY,
    Place,
    Question,
    Weights,
    finding,
    name_keys,
    question,
    ranked,
    weigh,
)
from ownwords.domain.search import Filters, Hit, Placed
from ownwords.domain.speakers import THE_PERSON, Speaker


def search(
    memory: Memory, whose: Whose, query: str, filters: Filters, *, speaker: Derived | None = None, most: int
) -> list[Hit]:
    """Give the passages that answer a query best, best first; none where nothing does.

    The statistics are of this memory alone. The turns around a turn count for it, and a speaker whom the query names
    is lifted. `speaker` narrows to what one speaker said.
    """

    def work(opened: Open) -> list[Hit]:
        who = speakers.resolved(opened)
        narrowed = filters if speaker is None else replace(filters, claims=who.claims_of(speaker))
        names = _names(who)
        asked = question(query, names.keys())
        scores = _scores(opened, asked, names, who, narrowed)
        if not scores:
            return []
        named = _named(opened, asked, names)
        places = _places(opened, who, scores, narrowed, max(limits.LENDERS, most))
        best = ranked(scores, places, named)[:most]
        return _hits(opened, who, asked, [number for number, _ in best])

    return read(memory, whose, work)


def _names(who: Speakers) -> dict[str, set[Speaker]]:
    """Give the ways in which a query may name each speaker."""
    names: dict[str, set[Speaker]] = {}
    for speaker in who.items:
        for name in speaker.names:
            for key in name_keys(name):
                names.setdefault(key, set()).add(speaker)
    return names


def _named(opened: Open, asked: Question, names: dict[str, set[Speaker]]) -> set[Derived]:
    """Give the speakers whom the query means: by name, or as whoever asks."""
    meant = {opened.keys.speaker(speaker.key) for name in asked.names for speaker in names[name]}
    return meant | ({opened.keys.speaker(THE_PERSON)} if asked.is_first_person else set())


def _scores(
    opened: Open, asked: Question, names: dict[str, set[Speaker]], who: Speakers, filters: Filters
) -> dict[int, float]:
    """Score the best passages by their words; where the query is only a name, also what that speaker said last."""
    rows, person = opened.transaction.passages, opened.person
    terms = asked.terms(opened.keys.terms)
    if not terms or not person.passages:
        return {}
    frequencies = rows.frequencies(terms)
    weights = weigh(asked, opened.keys.terms, frequencies, person.passages)
    scores = _summed(opened, weights, finding(weights, frequencies, person.passages), filters)
    if asked.is_only_names:
        meant = {speaker for name in asked.names for speaker in names[name]}
        claims = tuple(key for key, speaker in who.by_claim.items() if speaker in meant)
        if filters.claims is not None:
            claims = tuple(set(claims) & set(filters.claims))
        for number in rows.newest(replace(filters, claims=claims), limits.CANDIDATES):
            scores[number] = scores.get(number, 0.0) + SAID_BY
    return scores


def _summed(opened: Open, weights: Weights, finds: frozenset[int], filters: Filters) -> dict[int, float]:
    """Add up what the terms of a question weigh in the passages that the rarer ones find."""
    rows, person = opened.transaction.passages, opened.person
    if not weights.terms:
        return {}
    average = person.words / person.passages
    rarer = {term: weight for term, weight in weights.terms.items() if term in finds}
    scores = dict(rows.scored(rarer, average, filters, limits.CANDIDATES))
    common = {term: weight for term, weight in weights.terms.items() if term not in finds}
    if common and scores:
        for number, score in rows.weighed(common, average, list(scores)).items():
            scores[number] += score
    return {number: score / weights.attainable for number, score in scores.items()}


def _places(opened: Open, who: Speakers, scores: dict[int, float], filters: Filters, lenders: int) -> dict[int, Place]:
    """Find where the scored passages stand in their threads, and the neighbours of the best.

    The parts of one item follow each other; beside a whole item stands the first part of the next one.
    """
    rows = opened.transaction.passages
    said = rows.said(sorted({item_of(number) for number in scores}))
    best = sorted(scores, key=lambda number: -scores[number])[:lenders]
    chains = rows.chains({item: said[item][:2] for item in map(item_of, best) if item in said}, filters)
    before: dict[int, int] = {}
    after: dict[int, int] = {}

    def link(one: int | None, other: int | None) -> None:
        if one is not None and other is not None:
            after.setdefault(one, other)
            before.setdefault(other, one)

    parts = rows.by_numbers([number + 1 for number in scores])
    for number in scores:
        if number in parts:
            link(number, number + 1)
        if number - 1 in scores and item_of(number - 1) == item_of(number):
            link(number - 1, number)
    first = Passage(1, 0, 0, 0).number
    for item, chain in chains.items():
        two_before, one_before, one_after, two_after = (None if one is None else one * first for one in chain)
        link(two_before, one_before)
        link(one_before, item * first)
        if item * first + 1 not in parts:
            link(item * first, one_after)
        link(one_after, two_after)
    near = scores.keys() | before.keys() | after.keys()
    said |= rows.said({item_of(number) for number in near} - said.keys())
    places: dict[int, Place] = {}
    for number in near:
        if item_of(number) in said:
            thread, at, claim = said[item_of(number)]
            speaker = None if claim is None else who.ids.get(claim)
            places[number] = Place(thread, before.get(number), after.get(number), speaker, at)
    return places


def _hits(opened: Open, who: Speakers, asked: Question, numbers: Sequence[int]) -> list[Hit]:
    transaction = opened.transaction
    passages = transaction.passages.by_numbers(numbers)
    items = transaction.items.by_numbers(sorted({item_of(number) for number in numbers}))
    said = {number: (one.thread, one.item.at) for number, one in items.items()}
    chains = transaction.passages.chains(said, Filters())
    near = {item for chain in chains.values() for item in chain if item is not None}
    items |= transaction.items.by_numbers(near - items.keys())
    hits: list[Hit] = []
    for place, number in enumerate(numbers, start=1):
        passage = passages.get(number)
        placed = items.get(item_of(number))
        if passage is not None and placed is not None:
            around = [items[item] for item in chains[placed.item.number] if item is not None and item in items]
            hits.append(_hit(who, asked, passage, placed, around, place))
    return hits


def _hit(who: Speakers, asked: Question, passage: Passage, placed: Placed, around: Sequence[Placed], place: int) -> Hit:
    text = placed.item.content.text
    return Hit(
        text=text[passage.start : passage.end],
        spans=tuple(matched_spans(text, passage.start, passage.end, asked.stems)),
        thread=placed.thread,
        title=placed.item.content.title,
        items=(who.read(placed),),
        around=tuple(who.read(one) for one in around),
        words=place,
    )
