"""Finding what was said, by its words and by its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from ownwords.actions.memory import Memory, Open, Whose, read
from ownwords.actions.search.arms import ByMeaning, Found, counted, found, said_then
from ownwords.actions.search.asking import Asked, Query, understood, vector_of
from ownwords.actions.speakers import Speakers
from ownwords.domain import limits
from ownwords.domain.errors import EmbedderUnavailable, NotEmbeddable
from ownwords.domain.ids import Derived
from ownwords.domain.passages import Passage, item_of, matched_spans
from ownwords.domain.ranking import Place, fused, newer_first, ranked
from ownwords.domain.search import Filters, Hit, Placed
from ownwords.domain.speakers import SpeakerKind

__all__ = ["Query", "search"]


def search(
    memory: Memory, whose: Whose, query: Query, filters: Filters, *, speaker: Derived | None = None, most: int
) -> list[Hit]:
    """Give the passages that answer a query best, best first; none where nothing does.

    The statistics are of this memory alone. The turns around a turn count for it, and speakers and times that the
    query names lift. `speaker` narrows to what one speaker said. Where the query can not be embedded, words alone find.

    Raises:
        EmbedderUnavailable: it does not answer, and words find nothing: that nothing is there can not be said.
        NotEmbeddable: the same where the model can not read the query.
    """
    vector = None
    failure: EmbedderUnavailable | NotEmbeddable | None = None
    try:
        vector = vector_of(memory, whose, query)
    except EmbedderUnavailable as problem:
        failure = problem
    except NotEmbeddable:
        failure = NotEmbeddable("The model can not read this query, and its words find nothing; ask in other words.")

    def work(opened: Open) -> list[Hit]:
        asked = understood(opened, query)
        narrowed = filters if speaker is None else filters.said_by(asked.who.claims_of(speaker))
        return _search(opened, asked, ByMeaning.of(memory, whose, opened, vector), narrowed, most)

    hits = read(memory, whose, work)
    if failure is not None and not hits:
        raise failure
    return hits


def _search(opened: Open, asked: Asked, meaning: ByMeaning | None, filters: Filters, most: int) -> list[Hit]:
    then = said_then(opened, asked, filters) if asked.question.is_time_alone else []
    if then:
        # Words and neighbours would part and mix what is asked for as a whole: that day, from its end on.
        return _hits(opened, asked, Found(places_by_words=counted(then)), then[:most])
    both = found(opened, asked, meaning, filters)
    scores = fused(both.words, both.nearness)
    if not scores:
        return []
    places = _places(opened, asked.who, scores, filters, max(limits.LENDERS, most))
    order = [number for number, _ in ranked(scores, places, asked.question, asked.named, asked.now)[:most]]
    if meaning is not None and not asked.question.times:
        # Who asks for a time wants what was said then, and not what is newer.
        order = newer_first(order, scores, places, meaning.same(order))
    return _hits(opened, asked, both, order)


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
            speaker = None if claim is None else who.by_claim.get(claim)
            places[number] = Place(
                thread,
                before.get(number),
                after.get(number),
                None if claim is None else who.ids.get(claim),
                at,
                is_machine=speaker is not None and speaker.kind is SpeakerKind.MACHINE,
            )
    return places


def _hits(opened: Open, asked: Asked, both: Found, numbers: Sequence[int]) -> list[Hit]:
    transaction = opened.transaction
    passages = transaction.passages.by_numbers(numbers)
    items = transaction.items.by_numbers(sorted({item_of(number) for number in numbers}))
    said = {number: (one.thread, one.item.at) for number, one in items.items()}
    chains = transaction.passages.chains(said, Filters())
    near = {item for chain in chains.values() for item in chain if item is not None}
    items |= transaction.items.by_numbers(near - items.keys())
    hits: list[Hit] = []
    for number in numbers:
        passage = passages.get(number)
        placed = items.get(item_of(number))
        if passage is not None and placed is not None:
            around = [items[item] for item in chains[placed.item.number] if item is not None and item in items]
            hits.append(_hit(asked, both, passage, placed, around))
    return hits


def _hit(asked: Asked, both: Found, passage: Passage, placed: Placed, around: Sequence[Placed]) -> Hit:
    text, who = placed.item.content.text, asked.who
    return Hit(
        text=text[passage.start : passage.end],
        spans=tuple(matched_spans(text, passage.start, passage.end, asked.question.stems)),
        thread=placed.thread,
        title=placed.item.content.title,
        items=(who.read(placed),),
        around=tuple(who.read(one) for one in around),
        words=both.places_by_words.get(passage.number),
        meaning=both.places_by_meaning.get(passage.number),
    )
