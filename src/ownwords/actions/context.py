"""Giving an assistant what it should know before it answers, in so many tokens."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from ownwords.actions import speakers
from ownwords.actions.memory import Memory, Open, Whose, read
from ownwords.actions.search import Query, search
from ownwords.actions.speakers import Speakers
from ownwords.domain import contexts, limits
from ownwords.domain.contexts import Context, Line
from ownwords.domain.ids import Derived
from ownwords.domain.persons import zone_named
from ownwords.domain.search import Filters, Hit, Read
from ownwords.domain.speakers import SpeakerKind


def context(
    memory: Memory,
    whose: Whose,
    query: Query | None,
    filters: Filters,
    *,
    speaker: Derived | None = None,
    most_tokens: int,
) -> Context:
    """Give what answers a query, then the turns around that, as far as the budget reaches; or what was said last.

    All of it holds to the filters, and `speaker` said it all, where one is asked for.

    Raises:
        EmbedderUnavailable: as `search` does.
        NotEmbeddable: as `search` does.
    """
    if query is None:
        return read(memory, whose, lambda opened: _newest(opened, filters, speaker, most_tokens))
    hits = search(memory, whose, query, filters, speaker=speaker, most=limits.HITS_IN_A_CONTEXT)

    def work(opened: Open) -> Context:
        who = speakers.resolved(opened)
        narrowed = _narrowed(filters, speaker, who)
        # Search shows the turns around a hit whatever they are; what goes into a prompt is only what was asked for.
        kept = None if narrowed == Filters() else frozenset(opened.transaction.items.numbers(narrowed))
        return contexts.context(_lines(hits, who, kept), most_tokens, zone_named(opened.person.timezone))

    return read(memory, whose, work)


def _newest(opened: Open, filters: Filters, speaker: Derived | None, most_tokens: int) -> Context:
    who = speakers.resolved(opened)
    narrowed = _narrowed(filters, speaker, who)
    placed = opened.transaction.items.page(narrowed, newest_first=True, after=None, most=limits.HITS_IN_A_CONTEXT)
    lines = (_line(who.read(one), one.item.content.text, who) for one in placed)
    return contexts.context(lines, most_tokens, zone_named(opened.person.timezone))


def _narrowed(filters: Filters, speaker: Derived | None, who: Speakers) -> Filters:
    return filters if speaker is None else filters.said_by(who.claims_of(speaker))


def _lines(hits: Iterable[Hit], who: Speakers, kept: Container[int] | None) -> Iterator[Line]:
    """Give each passage that was found, then each turn around one that is not given already.

    Of the turns around only the items of the numbers `kept` are given; None for all.
    """
    given: set[str] = set()
    for hit in hits:
        given.update(one.item.id for one in hit.items)
        yield _line(hit.items[0], hit.text, who)
    for hit in hits:
        for one in hit.around:
            if one.item.id not in given and (kept is None or one.item.number in kept):
                given.add(one.item.id)
                yield _line(one, one.item.content.text, who)


def _line(one: Read, text: str, who: Speakers) -> Line:
    speaker = None if one.speaker is None else who.by_id.get(one.speaker)
    role = one.item.content.role
    kind = "nobody" if speaker is None else speaker.kind.value
    if role is not None and role.is_machine:
        kind = SpeakerKind.MACHINE.value
    names = () if speaker is None else speaker.names or speaker.handles or speaker.emails or speaker.ids
    place = one.item.number, one.item.content.text.find(text)
    return Line(one.item.id, one.item.at, kind, next(iter(names), None), text, one.item.content.title, place)
