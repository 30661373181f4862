"""Filing items where they are found again: thread, author's claim, passages, words; and taking them out of it all.

What an item means is learned after the commit: it is queued with the item, and goes with it.

Whatever is derived from an item is made by `file`, renewed by `refile` and taken back by `withdraw`: three
functions, so that nothing derived can be forgotten when the item is.
"""

from __future__ import annotations

from collections.abc import Sequence

from ownwords.actions.filing import claims, passages, preferences, threads
from ownwords.actions.filing.keys import PREFERENCE, Keys
from ownwords.actions.filing.opened import Open
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item
from ownwords.domain.persons import Person
from ownwords.domain.queues import Queued
from ownwords.domain.search import Placed
from ownwords.ports import Transaction

__all__ = ["PREFERENCE", "Keys", "Open", "file", "placed_as", "refile", "withdraw"]


def placed_as(keys: Keys, item: Item, thread: Derived) -> Placed:
    """Give an item with its place: the thread, and the claim by which it names its author."""
    return Placed(item, thread, claims.key(keys, claims.claim_of(item)))


def file(transaction: Transaction, person: Person, keys: Keys, items: Sequence[Item]) -> tuple[Person, list[Placed]]:
    """File items that memory does not hold yet."""
    where = threads.file(transaction, person, keys, items)
    placed = [placed_as(keys, item, where[item.number]) for item in items]
    transaction.items.put(placed)
    person = claims.count(transaction, person, keys, came=items, went=())
    transaction.queue.put_new([_queued(item) for item in items])
    return passages.put(transaction, person, keys, items), placed


def refile(
    transaction: Transaction, person: Person, keys: Keys, edits: Sequence[tuple[Item, Placed]]
) -> tuple[Person, list[Placed]]:
    """File items again in the place of what stood there before: pairs of the new item and the old one."""
    before = [old for _, old in edits]
    # An edit keeps date and kind, so only another session makes another thread.
    moved = [(new, old) for new, old in edits if new.content.session != old.item.content.session]
    where = threads.file(transaction, person, keys, [new for new, _ in moved])
    placed = [placed_as(keys, new, where.get(new.number, old.thread)) for new, old in edits]
    person, _ = passages.remove(transaction, person, keys, [old.item for old in before])
    transaction.items.replace(placed)
    threads.unfile(transaction, person, keys, [old for _, old in moved], where)
    news = [new for new, _ in edits]
    person = claims.count(transaction, person, keys, came=news, went=[old.item for old in before])
    transaction.queue.put([_queued(item) for item in news])
    preferences.messages_edited(transaction, person, keys, edits)
    return passages.put(transaction, person, keys, news), placed


def withdraw(
    transaction: Transaction, person: Person, keys: Keys, going: Sequence[Placed]
) -> tuple[Person, dict[str, int]]:
    """Remove items and all that was learned from them; give how many of each kind of thing went."""
    items = [placed.item for placed in going]
    held = person.passages
    person, vectors = passages.remove(transaction, person, keys, items)
    counts = transaction.items.remove([item.number for item in items])
    preferences.messages_gone(transaction, [item.number for item in items])
    threads.unfile(transaction, person, keys, going)
    transaction.queue.remove([item.number for item in items])
    person = claims.count(transaction, person, keys, came=(), went=items)
    return person, counts | {"passages": held - person.passages, "vectors": vectors, "statements": 0}


def _queued(item: Item) -> Queued:
    return Queued(item.number, item.version, item.received_at)
