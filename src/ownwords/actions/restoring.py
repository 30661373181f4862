"""Restoring a backup without bringing back what was forgotten after it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ownwords.actions import filing
from ownwords.actions.filing import Keys
from ownwords.actions.memory import Memory
from ownwords.domain.ids import Scope
from ownwords.domain.persons import Person
from ownwords.domain.receipts import Receipt, Tombstone
from ownwords.domain.search import Placed
from ownwords.ports import Store, Transaction

_PERSONS_AT_ONCE: Final = 500
_ITEMS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class _Left:
    """What a memory knows of what went: the person's row, tombstones, receipts."""

    person: Person
    tombstones: list[Tombstone]
    receipts: list[Receipt]


def carry_over(current: Store, restored: Memory) -> int:
    """Forget in a restored database what the current one knows to be forgotten; give how many items went.

    The receipts come along, and no number is given a second time.
    """
    return sum(
        restored.store.write(scope, _applied(left, restored.keys.of_person(scope)))
        for scope in _everyone(current)
        if (left := current.read(scope, _left)) is not None
    )


def _everyone(store: Store) -> Iterator[Scope]:
    for project in store.projects_read(lambda rows: rows.every()):
        after: int | None = None
        while scopes := store.persons(project.id, after, _PERSONS_AT_ONCE):
            yield from scopes
            after = scopes[-1].person


def _left(transaction: Transaction) -> _Left | None:
    person = transaction.persons.get()
    if person is None:
        return None
    return _Left(person, transaction.receipts.tombstones(), transaction.receipts.every())


def _applied(left: _Left, keys: Keys) -> Callable[[Transaction], int]:
    def work(transaction: Transaction) -> int:
        held = transaction.persons.get()
        known = {receipt.id for receipt in transaction.receipts.every()}
        person = replace(held or Person(None), next_item=max(left.person.next_item, held.next_item if held else 1))
        times = {one.hash: one.forgotten_at for one in left.tombstones if one.key is None}
        going = [
            placed
            for placed in _items(transaction)
            if times.get(keys.tombstone(placed.item.id), placed.item.received_at - 1) >= placed.item.received_at
        ]
        person, _ = filing.withdraw(transaction, person, keys, going)
        erasure = transaction.receipts.erasure() if going else 0
        for receipt in left.receipts:
            if receipt.id not in known:
                transaction.receipts.put(replace(receipt, erasure=erasure), [])
        transaction.receipts.entomb(left.tombstones)
        is_forgotten = left.person.user_id is None
        transaction.persons.put(person.forgotten if is_forgotten else person)
        return len(going)

    return work


def _items(transaction: Transaction) -> Iterator[Placed]:
    after = 0
    while page := transaction.items.by_arrival(after, _ITEMS_AT_ONCE):
        yield from page
        after = page[-1].item.number
