"""What the server does by itself: expiry, sweeping, cleaning the files."""

from __future__ import annotations

from typing import Final

from ownwords.actions.filing import Keys
from ownwords.actions.memory import Memory, without_expired
from ownwords.domain.times import Instant
from ownwords.ports import Transaction

_PERSONS_AT_ONCE: Final = 100


def expire(memory: Memory) -> int:
    """Remove for good what has expired, of every person; give how many persons held such things."""
    persons = 0
    while scopes := memory.store.with_expired(memory.clock.now(), _PERSONS_AT_ONCE):
        for scope in scopes:
            keys = memory.keys.of_person(scope)
            memory.store.write(scope, lambda transaction, keys=keys: _expire(transaction, keys, memory.clock.now()))
        persons += len(scopes)
    return persons


def clean(memory: Memory) -> bool:
    """Clean the database's files of what was erased; False where nothing is due or something still holds it."""
    return memory.store.purge(memory.clock.now())


def sweep(memory: Memory) -> int:
    """Remove kept answers and access-log rows whose time is over; give how many."""
    return memory.store.sweep(memory.clock.now())


def _expire(transaction: Transaction, keys: Keys, now: Instant) -> None:
    person = transaction.persons.get()
    if person is not None:
        without_expired(transaction, person, keys, now)
