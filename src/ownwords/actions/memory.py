"""The one place that opens a person's memory.

Whoever reads or writes a memory finds it current: what has expired is gone, and threads and passages are made by
the rules in force. So no other statement asks for expiry, and no read path can forget it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Event
from typing import Any, TypeVar

from ownwords.actions import filing
from ownwords.actions.filing import Open, passages, purchases, threads
from ownwords.actions.turns import Turns
from ownwords.actions.vectors import AtHand
from ownwords.domain import ids
from ownwords.domain.errors import StoreUnavailable
from ownwords.domain.ids import Scope, Secret
from ownwords.domain.persons import INDEX_FORMAT, Person
from ownwords.domain.projects import Project
from ownwords.domain.receipts import Tombstone
from ownwords.domain.times import Instant
from ownwords.ports import Clock, Embedder, Store, Transaction

Result = TypeVar("Result")


@dataclass(frozen=True)
class Memory:
    """What every action works with: where memories are kept, the time, the server's secret, what reads meanings.

    `model` is the number by which the store knows the embedder's model. `vectors` are those of memories that were
    asked lately; `queued` is set whenever something was queued here, `turns` are those of learning it;
    `embedder_is_down` is set from when the embedder gave no answer to what was to be learned until it gives one.
    """

    store: Store
    clock: Clock
    secret: Secret
    embedder: Embedder
    model: int
    vectors: AtHand = field(default_factory=AtHand)
    queued: Event = field(default_factory=Event)
    turns: Turns = field(default_factory=Turns)
    embedder_is_down: Event = field(default_factory=Event)

    @classmethod
    def of(
        cls, store: Store, clock: Clock, secret: Secret, embedder: Embedder, vectors: AtHand | None = None
    ) -> Memory:
        """Put a memory together, and make its embedder's model known to the store."""
        number = store.projects(lambda rows: rows.model(embedder.model))
        return cls(store, clock, secret, embedder, number, vectors or AtHand())

    @cached_property
    def keys(self) -> filing.Keys:
        """The keys of hashes that stand in the database."""
        return filing.Keys.of(self.secret)

    @cached_property
    def cursor_key(self) -> bytes:
        """The key that cursors are signed with."""
        return self.secret.key("cursors")


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose memory an action opens.

    `is_nobody` where the caller may not know whether there is such a person: the memory is then empty and stays so,
    whoever bears the name, and none is ever looked for.
    """

    project: Project
    user_id: str
    is_nobody: bool = False

    def scope(self, memory: Memory) -> Scope:
        """Give the keys under which this memory is kept."""
        key = ids.nobody_key if self.is_nobody else ids.person_key
        return Scope(self.project.id, key(memory.secret, self.project.id, self.user_id))


class _NotCurrent(Exception):
    """The memory must be brought up to date before it is read."""


class _Undone(Exception):
    """What was written for nobody is undone; `result` is what it would have come to."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result


def read(memory: Memory, whose: Whose, work: Callable[[Open], Result]) -> Result:
    """Run work on a memory that is current; a person whom memory never held has an empty one.

    Raises:
        StoreUnavailable: the memory could not be read, or not be brought up to date; nothing expired is ever shown.
    """
    scope = whose.scope(memory)
    keys = memory.keys.of_person(scope)

    def attempt(transaction: Transaction) -> Result:
        now = memory.clock.now()
        person = _held(transaction, whose, memory.model)
        if person is None:
            return work(Open(transaction, _new(whose, memory.model), keys, now))
        has_expired = transaction.items.expired(now) or transaction.purchases.expired(now)
        if has_expired or not _filed_by_the_rules(person, whose):
            raise _NotCurrent
        return work(Open(transaction, person, keys, now))

    try:
        return memory.store.read(scope, attempt)
    except _NotCurrent:
        # Whoever brings it up to date reads in the same transaction: nothing ends in between.
        return write(memory, whose, work)


def write(memory: Memory, whose: Whose, work: Callable[[Open], Result]) -> Result:
    """Run work on a memory that is current and that nobody else writes meanwhile; what it does for nobody is undone."""
    scope = whose.scope(memory)
    keys = memory.keys.of_person(scope)

    def attempt(transaction: Transaction) -> Result:
        now = memory.clock.now()
        person = _held(transaction, whose, memory.model) or _new(whose, memory.model)
        person = without_expired(transaction, person, keys, now)
        result = work(_refiled(Open(transaction, person, keys, now), whose))
        if whose.is_nobody:
            raise _Undone(result)
        return result

    try:
        return memory.store.write(scope, attempt)
    except _Undone as undone:
        return undone.result


def _held(transaction: Transaction, whose: Whose, model: int) -> Person | None:
    person = transaction.persons.get()
    if person is None or person.user_id == whose.user_id:
        return person
    if person.user_id is None:
        # Everything was forgotten; only the counters are left, so that no number is given twice.
        gap = whose.project.settings.loose_gap_minutes
        return replace(person, user_id=whose.user_id, gap_minutes=gap, model=model)
    # Two names with one 64-bit key: rarer than any fault of the machine, and still nobody may see the other.
    raise StoreUnavailable("This user_id can not be kept beside another one; use a different user_id.")


def _new(whose: Whose, model: int) -> Person:
    return Person(whose.user_id, gap_minutes=whose.project.settings.loose_gap_minutes, model=model)


def _filed_by_the_rules(person: Person, whose: Whose) -> bool:
    rules = (whose.project.settings.loose_gap_minutes, INDEX_FORMAT)
    return (person.gap_minutes, person.index_format) == rules


def without_expired(transaction: Transaction, person: Person, keys: filing.Keys, now: Instant) -> Person:
    """Remove every item and purchase of an opened memory whose end has come; each leaves a tombstone."""
    items = list(transaction.items.by_numbers(transaction.items.expired(now)).values())
    ended = list(transaction.purchases.by_numbers(transaction.purchases.expired(now)).values())
    if not items and not ended:
        return person
    transaction.receipts.erasure()
    if items:
        person, _ = filing.withdraw(transaction, person, keys, items)
        transaction.receipts.entomb([Tombstone(keys.tombstone(one.item.id), now) for one in items])
        transaction.persons.put(person)
    if ended:
        opened = Open(transaction, person, keys, now)
        purchases.change(opened, went=ended)
        transaction.receipts.entomb(purchases.tombstones(opened, ended))
    return person


def _refiled(opened: Open, whose: Whose) -> Open:
    if _filed_by_the_rules(opened.person, whose):
        return opened
    gap = whose.project.settings.loose_gap_minutes
    person = refile(opened, replace(opened.person, gap_minutes=gap, index_format=INDEX_FORMAT))
    return replace(opened, person=person)


def refile(opened: Open, person: Person) -> Person:
    """File the whole memory again by the rules of `person`: threads by its day and gap, passages by its dates."""
    threads.refile(opened.transaction, person, opened.keys)
    refiled = passages.reindex(opened.transaction, opened.person, person, opened.keys)
    opened.transaction.persons.put(refiled)
    return refiled
