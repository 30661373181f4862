"""Adding items, and reading them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ownwords.actions import filing, replays
from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.actions.replays import Once
from ownwords.actions.speakers import as_read, resolved
from ownwords.domain import ids, limits
from ownwords.domain.errors import Fault, ItemNotFound, ItemsInvalid
from ownwords.domain.ids import Derived
from ownwords.domain.items import (
    Content,
    Created,
    Edited,
    Expired,
    Item,
    Kind,
    Malformed,
    SentItem,
    Unchanged,
    Unset,
    Version,
    decide,
    derived_id,
    faults,
)
from ownwords.domain.receipts import Tombstone
from ownwords.domain.replays import Entry, Replay
from ownwords.domain.search import Filters, Placed, Read, ReadVersion
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one item: `id` is None where it was forgotten since."""

    id: str | None
    status: str
    version: int
    thread: Derived | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """The answer to an add, in the order sent; `is_replay` where it was given before."""

    outcomes: tuple[Outcome, ...]
    is_replay: bool = False


def add(memory: Memory, whose: Whose, sent: Sequence[SentItem | Malformed], once: Once | None = None) -> Added:
    """File items, all or none.

    Raises:
        ItemsInvalid: with every fault by its pointer; nothing is stored.
        IdempotencyKeyReused: the key came before with another body.
        IdempotencyInProgress: another server is working on the same request.
    """

    def work(opened: Open) -> Added:
        kept = None if once is None else replays.first_answer(opened, once)
        if kept is not None:
            return _replayed(opened, kept, sent)
        batch = _Batch(opened, sent)
        outcomes = batch.file()
        if once is not None:
            replays.keep(opened, once, _entries(batch, outcomes))
        return Added(outcomes)

    added = write(memory, whose, work)
    memory.queued.set()
    return added


def page(
    memory: Memory,
    whose: Whose,
    filters: Filters,
    *,
    speaker: Derived | None = None,
    newest_first: bool,
    after: tuple[int, int] | None,
    most: int,
) -> list[Read]:
    """Read items in order of `at`, from behind the place `after`; `speaker` narrows to what one speaker said."""

    def work(opened: Open) -> list[Read]:
        who = resolved(opened)
        narrowed = filters if speaker is None else replace(filters, claims=who.claims_of(speaker))
        placed = opened.transaction.items.page(narrowed, newest_first=newest_first, after=after, most=most)
        return [who.read(one) for one in placed]

    return read(memory, whose, work)


def versions(memory: Memory, whose: Whose, item_id: str) -> list[ReadVersion]:
    """Read every version of an item, oldest first, the current one last.

    Raises:
        ItemNotFound: the person has no such item.
    """

    def work(opened: Open) -> list[ReadVersion]:
        placed = opened.transaction.items.by_ids([item_id]).get(item_id)
        if placed is None:
            raise ItemNotFound
        earlier = opened.transaction.items.versions([placed.item.number]).get(placed.item.number, [])
        states = [*earlier, Version(placed.item, Instant(0))]
        named = [filing.placed_as(opened.keys, one.item, placed.thread) for one in states]
        reads = as_read(opened, named)
        return [
            ReadVersion(one, None if state.item == placed.item else state.replaced_at)
            for one, state in zip(reads, states, strict=True)
        ]

    return read(memory, whose, work)


@dataclass(slots=True)
class _Batch:
    """A batch on its way: what is stored, what each item of the batch makes of it, and what came of them."""

    opened: Open
    sent: Sequence[SentItem | Malformed]
    stored: dict[str, Placed] = field(default_factory=dict[str, Placed])
    state: dict[str, Item] = field(default_factory=dict[str, Item])
    versions: list[Version] = field(default_factory=list[Version])
    outcomes: list[tuple[str, str, Item, tuple[str, ...]]] = field(
        default_factory=list[tuple[str, str, Item, tuple[str, ...]]]
    )

    def file(self) -> tuple[Outcome, ...]:
        """Decide and file the whole batch, or raise and file nothing."""
        first = self.opened.person.next_item
        named = [_named(one, self.opened, first + place, self.opened.now) for place, one in enumerate(self.sent)]
        self.stored = self.opened.transaction.items.by_ids(named)
        self.state = {item_id: placed.item for item_id, placed in self.stored.items()}
        found: list[Fault] = []
        number = self.opened.person.next_item
        for place, (item_id, one) in enumerate(zip(named, self.sent, strict=True)):
            found += self._take(item_id, one, number, f"/items/{place}")
            number += 1
        if found:
            raise ItemsInvalid(faults=tuple(found[: limits.FAULTS_LISTED]))
        where = self._write(number)
        return tuple(
            Outcome(
                item_id,
                status,
                item.version,
                where.get(item.number) if item_id in self.state else None,
                notes,
            )
            for item_id, status, item, notes in self.outcomes
        )

    def _take(self, item_id: str, sent: SentItem | Malformed, number: int, pointer: str) -> list[Fault]:
        """Decide one item after those before it; give what is wrong with it."""
        if isinstance(sent, Malformed):
            return [replace(one, pointer=pointer + one.pointer) for one in sent.faults]
        now = self.opened.now
        held = self.state.get(item_id)
        kind = held.kind if held is not None else Kind.MESSAGE if isinstance(sent.kind, Unset) else sent.kind
        found = faults(sent, kind, held, pointer)
        if found:
            return found
        at = now if isinstance(sent.at, Unset) else sent.at
        change = decide(held, sent, Item(number, item_id, kind, at, Content(""), 1, now))
        notes = ("at_kept",) if held is not None and not isinstance(sent.at, Unset) and sent.at != held.at else ()
        match change:
            case Created(item):
                self._note(item_id, "created", item, notes)
            case Edited(item, before):
                self.versions.append(Version(before, now))
                self._note(item_id, "edited", item, notes)
            case Unchanged(item):
                self._note(item_id, "unchanged", item, notes)
            case Expired(item, _):
                self._note(item_id, "expired", item, notes)
                del self.state[item_id]
        return []

    def _note(self, item_id: str, status: str, item: Item, notes: tuple[str, ...]) -> None:
        self.state[item_id] = item
        self.outcomes.append((item_id, status, item, notes))

    def _write(self, next_item: int) -> dict[int, Derived]:
        """Write what the batch came to; give the thread of each item that is left."""
        transaction, keys = self.opened.transaction, self.opened.keys
        if all(status == "unchanged" for _, status, _, _ in self.outcomes):
            return {placed.item.number: placed.thread for placed in self.stored.values()}
        left = {item.number: item for item in self.state.values()}
        held = {placed.item.number: placed for placed in self.stored.values()}
        going = [placed for number, placed in held.items() if number not in left]
        edits = [
            (left[number], placed) for number, placed in held.items() if left.get(number, placed.item) != placed.item
        ]
        created = [item for number, item in left.items() if number not in held]
        person = replace(self.opened.person, next_item=next_item)
        where: dict[int, Derived] = {}
        if going:
            person, _ = filing.withdraw(transaction, person, keys, going)
            transaction.receipts.erasure()
            transaction.receipts.entomb([Tombstone(keys.tombstone(one.item.id), self.opened.now) for one in going])
        if edits:
            if going:
                # What went may have parted conversations that held the others.
                held = transaction.items.by_numbers([item.number for item, _ in edits])
                edits = [(item, held[item.number]) for item, _ in edits]
            person, _ = filing.refile(transaction, person, keys, edits)
        if created:
            person, placed = filing.file(transaction, person, keys, created)
            where = {one.item.number: one.thread for one in placed}
        transaction.items.keep_versions([one for one in self.versions if one.item.number in left])
        transaction.persons.put(person)
        if self.stored:
            # What was created may have joined conversations that held the others.
            others = transaction.items.by_numbers(left)
            where |= {number: one.thread for number, one in others.items()}
        return where


def _named(sent: SentItem | Malformed, opened: Open, number: int, now: Instant) -> str:
    """Give the id of an item: its own, one derived from its content and time, or a new one of its number and now."""
    if isinstance(sent, SentItem) and not isinstance(sent.id, Unset):
        return sent.id
    if isinstance(sent, SentItem) and not isinstance(sent.at, Unset):
        return derived_id(sent, sent.at)
    tail = ids.derive(opened.keys.ids, "new item", opened.person.user_id, number, now)
    return ids.sortable("itm_", now, tail)


def _replayed(opened: Open, kept: Replay, sent: Sequence[SentItem | Malformed]) -> Added:
    """Give the first answer again."""
    held = opened.transaction.items.by_numbers([entry.number for entry in kept.entries])
    outcomes: list[Outcome] = []
    for entry, one in zip(kept.entries, sent, strict=True):
        placed = held.get(entry.number)
        if placed is not None:
            thread = None if entry.thread is None else ids.Derived(entry.thread)
            outcomes.append(Outcome(placed.item.id, entry.status, entry.version, thread, entry.notes))
        elif entry.status == "expired":
            # Its row never was; its name follows from the request, and from when it first came.
            name = _named(one, opened, entry.number, replays.answered_at(kept))
            outcomes.append(Outcome(name, entry.status, entry.version, None, entry.notes))
        else:
            outcomes.append(Outcome(None, "forgotten", entry.version, None))
    return Added(tuple(outcomes), is_replay=True)


def _entries(batch: _Batch, outcomes: Sequence[Outcome]) -> list[Entry]:
    return [
        Entry(item.number, outcome.status, outcome.version, outcome.thread, outcome.notes)
        for (_, _, item, _), outcome in zip(batch.outcomes, outcomes, strict=True)
    ]
