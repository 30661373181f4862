"""Restoring a backup without bringing back what was forgotten after it was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ownwords.actions import filing
from ownwords.actions.filing import Keys, Open, preferences, purchases
from ownwords.actions.memory import Memory
from ownwords.domain.ids import Derived, Scope
from ownwords.domain.persons import Person
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import Consent
from ownwords.domain.purchases import Purchase
from ownwords.domain.receipts import Receipt, Tombstone
from ownwords.domain.search import Placed
from ownwords.domain.sign_ins import SignIn
from ownwords.domain.times import Instant
from ownwords.ports import Store, Transaction

_PERSONS_AT_ONCE: Final = 500
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class _Left:
    """What a memory knows of what went: the person's row, tombstones, receipts, and which tokens are still good."""

    person: Person
    tombstones: list[Tombstone]
    receipts: list[Receipt]
    sign_ins: list[SignIn]
    consents: list[Consent]


def carry_over(current: Store, restored: Memory) -> int:
    """Forget in a restored database what the current one knows to be forgotten; give how many items and purchases went.

    The receipts come along, and no number is given a second time.
    """
    return sum(
        restored.store.write(scope, _applied(left, restored.keys.of_person(scope), restored.clock.now()))
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
    receipts = transaction.receipts
    consents = list(transaction.preferences.consents().values())
    return _Left(person, receipts.tombstones(), receipts.every(), transaction.sign_ins.every(), consents)


def _applied(left: _Left, keys: Keys, now: Instant) -> Callable[[Transaction], int]:
    def work(transaction: Transaction) -> int:
        held = transaction.persons.get()
        known = {receipt.id for receipt in transaction.receipts.every()}
        person = replace(held or Person(None), next_item=max(left.person.next_item, held.next_item if held else 1))
        times = {one.hash: one.forgotten_at for one in left.tombstones if one.key is None}

        def is_forgotten(tombstone: Derived, received_at: Instant) -> bool:
            return times.get(tombstone, received_at - 1) >= received_at

        going = [
            placed
            for placed in _items(transaction)
            if is_forgotten(keys.tombstone(placed.item.id), placed.item.received_at)
        ]
        bought = [
            one for one in _purchases(transaction) if is_forgotten(keys.tombstone_of_purchase(one.id), one.received_at)
        ]
        person, _ = filing.withdraw(transaction, person, keys, going)
        if bought:
            purchases.change(Open(transaction, person, keys, now), went=bought)
        buried = {key: keys.tombstone_of_preference(key) for key in Key}
        since = {key: times[one] for key, one in buried.items() if one in times}
        unburied = preferences.forget_since(transaction, since)
        erasure = transaction.receipts.erasure() if going or bought or unburied else 0
        for receipt in left.receipts:
            if receipt.id not in known:
                transaction.receipts.put(replace(receipt, erasure=erasure), [])
        transaction.receipts.entomb(left.tombstones)
        for consent in left.consents:
            transaction.preferences.put_consent(consent)
        # A token that was ended since the backup stays dead, and one that was issued since is still good.
        transaction.sign_ins.replace(left.sign_ins)
        transaction.persons.put(person.forgotten if left.person.user_id is None else person)
        return len(going) + len(bought)

    return work


def _items(transaction: Transaction) -> Iterator[Placed]:
    after = 0
    while page := transaction.items.by_arrival(after, _AT_ONCE):
        yield from page
        after = page[-1].item.number


def _purchases(transaction: Transaction) -> Iterator[Purchase]:
    after = 0
    while page := transaction.purchases.by_arrival(after, _AT_ONCE):
        yield from page
        after = page[-1].number
