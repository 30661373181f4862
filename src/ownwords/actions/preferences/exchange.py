"""Taking preferences out, and bringing them in: judged anew, unless from whoever holds the server's files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ownwords.actions.exchange import Brought
from ownwords.actions.filing import preferences as filing
from ownwords.actions.filing.own_words import OwnWords
from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.actions.preferences.evidence import declares
from ownwords.domain.errors import MemorySourceNotPerson
from ownwords.domain.preferences.memories import Bought, Cited, Declared, Forgotten, History, Inferred, Said, Version
from ownwords.domain.preferences.values import without
from ownwords.domain.projects import ProjectSettings

_NOT_HELD = -1


@dataclass(frozen=True, slots=True)
class KeptMemory:
    """A memory with its history, as an export has it: numbers of items and purchases, and the ids they stand for."""

    history: History
    items: dict[int, str]
    purchases: dict[int, str]


def memories(memory: Memory, whose: Whose) -> list[KeptMemory]:
    """Give every memory in the order of arrival."""

    def work(opened: Open) -> list[KeptMemory]:
        histories = opened.transaction.preferences.histories()
        items = opened.transaction.items.by_numbers({one.item for one in _cited(histories)})
        purchases = opened.transaction.purchases.by_numbers({one.purchase for one in _bought(histories)})
        ids = {number: one.item.id for number, one in items.items()}
        orders = {number: one.id for number, one in purchases.items()}
        return [KeptMemory(one, ids, orders) for one in histories]

    return read(memory, whose, work)


def bring_memories(memory: Memory, whose: Whose, kept: Sequence[KeptMemory], *, is_trusted: bool) -> Brought:
    """File memories with their history, all or none; those whose place is taken stay away.

    What was forgotten never comes back, and nothing is inferred that no purchase supports. Unless it `is_trusted`,
    every declared version is judged by its words as a call of the tool is.

    Raises:
        MemorySourceNotPerson: the words of a version do not declare it.
    """

    def work(opened: Open) -> Brought:
        rows = opened.transaction.preferences
        times = filing.forgotten_keys(opened.transaction, opened.keys)
        held = rows.histories()
        names = {one.id for one in held}
        taken = {(one.key, one.memory.is_declared) for one in held if one.is_active}
        came = Brought()
        created: list[History] = []
        for one in kept:
            history = _numbered(opened, one, opened.person.next_item + len(created))
            place = (history.key, history.memory.is_declared)
            if history.id in names or (history.is_active and place in taken):
                came += Brought(held=1)
            elif filing.is_forgotten(history, times):
                came += Brought(forgotten=1)
            else:
                if not is_trusted:
                    _judge(opened, whose.project.settings, history)
                created.append(history)
                names.add(history.id)
                taken |= {place} if history.is_active else set()
        if created:
            rows.replace(created)
            person = replace(opened.person, next_item=opened.person.next_item + len(created))
            opened.transaction.persons.put(person)
            filing.purchases_changed(opened.transaction, opened.now)
        return came + Brought(created=len(created))

    return write(memory, whose, work)


def _numbered(opened: Open, kept: KeptMemory, number: int) -> History:
    """Give a history with the numbers that this memory has for its items and purchases."""
    items = opened.transaction.items.by_ids(kept.items.values())
    orders = opened.transaction.purchases.by_ids(kept.purchases.values())

    def version(one: Version) -> Version:
        match one.provenance:
            case Declared(said):
                return replace(one, provenance=Declared(tuple(map(cited, said))))
            case Inferred(bought):
                return replace(one, provenance=Inferred(tuple(map(ordered, bought))))

    def cited(one: Said) -> Said:
        if not isinstance(one.words, Cited):
            return one
        placed = items.get(kept.items[one.words.item])
        is_there = placed is not None and placed.item.version == one.words.version
        if placed is None or not is_there or one.words.end > len(placed.item.content.text):
            return replace(one, words=Forgotten())
        return replace(one, words=replace(one.words, item=placed.item.number))

    def ordered(one: Bought) -> Bought:
        purchase = orders.get(kept.purchases[one.purchase])
        return replace(one, purchase=_NOT_HELD if purchase is None else purchase.number)

    return replace(kept.history, number=number, versions=tuple(map(version, kept.history.versions)))


def _judge(opened: Open, settings: ProjectSettings, history: History) -> None:
    """Let pass only what the words of each version declare."""
    own = OwnWords.of(opened.transaction, opened.person, opened.keys)
    for version in history.versions:
        if not isinstance(version.provenance, Declared):
            continue
        evidence = version.provenance.evidence
        proven = tuple(name for one in evidence for name in (one.names or version.value))
        is_whole = not without(version.value, proven)
        if not is_whole or not all(declares(own, settings, history.key, one, version.value) for one in evidence):
            raise MemorySourceNotPerson


def _cited(histories: Iterable[History]) -> list[Cited]:
    return [
        one.words
        for history in histories
        for version in history.versions
        if isinstance(version.provenance, Declared)
        for one in version.provenance.evidence
        if isinstance(one.words, Cited)
    ]


def _bought(histories: Iterable[History]) -> list[Bought]:
    return [
        one
        for history in histories
        for version in history.versions
        if isinstance(version.provenance, Inferred)
        for one in version.provenance.evidence
    ]
