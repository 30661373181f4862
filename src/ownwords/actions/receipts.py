"""Forgetting, and the proof of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeVar, assert_never

from ownwords.actions import filing
from ownwords.actions.filing import preferences, purchases
from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.domain import ids
from ownwords.domain.errors import ReceiptNotFound
from ownwords.domain.persons import Person
from ownwords.domain.preferences import Key
from ownwords.domain.purchases import Which
from ownwords.domain.receipts import (
    SESSIONS,
    Before,
    ByAbout,
    ByIds,
    ByPurchases,
    BySession,
    Everything,
    Extent,
    Receipt,
    Tombstone,
    ranges,
)
from ownwords.domain.search import Filters

_AT_ONCE: Final = 1_000
_COUNTED: Final = (
    "items",
    "versions",
    "passages",
    "statements",
    "labels",
    "about",
    "vectors",
    "purchases",
    "purchase_versions",
)
_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A receipt as its caller sees it: with the ids that were not found, which are not kept."""

    receipt: Receipt
    not_found: tuple[str, ...]
    is_purged: bool
    preferences_kept: tuple[Key, ...] = ()
    """The keys whose declared values stay without the words that went: for the person alone, and kept nowhere."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a search for the forgotten came to: rows looked at and rows left, by table."""

    searched: dict[str, int]
    left: dict[str, int]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left."""
        return not any(self.left.values())


def forget(memory: Memory, whose: Whose, extent: Extent) -> Forgotten:
    """Remove items, or purchases, and all that was learned from them; every read path is clean when this returns.

    Ids that are unknown and ids of other persons are both only not found. Running it again is safe.
    """

    def work(opened: Open) -> Forgotten:
        items, missing = _items_meant(opened, extent)
        bought, not_bought = _purchases_meant(opened, extent)
        is_whole = isinstance(extent, Everything)
        counts: Counter[str] = Counter(dict.fromkeys(_COUNTED, 0))
        person = opened.person
        kept = set[Key]() if is_whole else preferences.keys_citing(opened.transaction, items)
        memories = opened.transaction.preferences.histories() if is_whole else []
        tombstones = preferences.tombstones(memories, opened.keys, opened.now)
        for going in _in_parts(items, opened.transaction.items.by_numbers):
            tombstones += [Tombstone(opened.keys.tombstone(one.item.id), opened.now) for one in going]
            if not is_whole:
                person, gone = filing.withdraw(opened.transaction, person, opened.keys, going)
                counts.update(gone)
        for going in _in_parts(bought, opened.transaction.purchases.by_numbers):
            tombstones += purchases.tombstones(opened, going)
            if not is_whole:
                counts.update(purchases.change(replace(opened, person=person), went=going))
        if is_whole:
            person, gone = _clear(opened, len(items))
            counts.update(gone)
        lineage = items + bought + [one.number for one in memories]
        receipt = _receipt(opened, lineage, dict(counts), len(missing) + len(not_bought))
        opened.transaction.receipts.put(receipt, tombstones)
        if items or bought or is_whole:
            # A person whom memory never held is not made by forgetting them.
            opened.transaction.persons.put(person)
        still = tuple(key for key in Key if key in kept)
        return Forgotten(receipt, missing + not_bought, is_purged=False, preferences_kept=still)

    return write(memory, whose, work)


def receipt(memory: Memory, whose: Whose, receipt_id: str) -> tuple[Receipt, bool]:
    """Read a receipt, and whether the database's files are clean of what went as well.

    Raises:
        ReceiptNotFound: the person has no such receipt.
    """
    found = read(memory, whose, lambda opened: opened.transaction.receipts.get(receipt_id))
    if found is None:
        raise ReceiptNotFound
    return found, found.erasure <= memory.store.purged_through()


def verify(memory: Memory, whose: Whose, receipt_id: str) -> Verified:
    """Look for what went by a receipt through every table and index of the person.

    Raises:
        ReceiptNotFound: the person has no such receipt.
    """

    def work(opened: Open) -> Verified:
        found = opened.transaction.receipts.get(receipt_id)
        if found is None:
            raise ReceiptNotFound
        searched = opened.transaction.receipts.search(found)
        return Verified(
            {table: looked for table, (looked, _) in searched.items()},
            {table: left for table, (_, left) in searched.items()},
        )

    return read(memory, whose, work)


def _items_meant(opened: Open, extent: Extent) -> tuple[list[int], tuple[str, ...]]:
    """Find the numbers of the items that are to go, and the ids that are not there."""
    items = opened.transaction.items
    match extent:
        case ByIds(wanted):
            held = items.by_ids(wanted)
            missing = tuple(one for one in dict.fromkeys(wanted) if one not in held)
            return sorted(placed.item.number for placed in held.values()), missing
        case BySession(session):
            return items.numbers(Filters(session=session)), ()
        case ByAbout(about):
            return items.numbers(Filters(about=about)), ()
        case ByPurchases():
            return [], ()
        case Before(before):
            return items.numbers(Filters(before=before)), ()
        case Everything():
            return items.numbers(Filters()), ()
        case _:
            assert_never(extent)


def _purchases_meant(opened: Open, extent: Extent) -> tuple[list[int], tuple[str, ...]]:
    """Find the numbers of the purchases that are to go, and the ids that are not there."""
    rows = opened.transaction.purchases
    match extent:
        case ByPurchases(wanted):
            held = rows.by_ids(wanted)
            missing = tuple(one for one in dict.fromkeys(wanted) if one not in held)
            return sorted(one.number for one in held.values()), missing
        case Before(before):
            return rows.numbers(Which(before=before)), ()
        case Everything():
            return rows.numbers(Which()), ()
        case ByIds() | BySession() | ByAbout():
            return [], ()
        case _:
            assert_never(extent)


def _in_parts(numbers: list[int], by_numbers: Callable[[list[int]], dict[int, _Thing]]) -> Iterator[list[_Thing]]:
    """Give what has the numbers, a part at a time."""
    for start in range(0, len(numbers), _AT_ONCE):
        yield list(by_numbers(numbers[start : start + _AT_ONCE]).values())


def _clear(opened: Open, items: int) -> tuple[Person, dict[str, int]]:
    """Remove all that is held of the person; only the counters stay, so that no number is given twice."""
    gone = opened.transaction.receipts.clear()
    counts = {
        "items": items,
        "versions": gone["version"] + items,
        "passages": gone["passage"],
        "labels": gone["label"],
        "about": gone["about"],
        "vectors": gone["vector"],
        SESSIONS: gone["sign_in"],
        "purchases": gone["purchase"],
        "purchase_versions": gone["purchase_version"] + gone["purchase"],
    }
    return opened.person.forgotten, counts


def _receipt(opened: Open, numbers: list[int], forgotten: dict[str, int], not_found: int) -> Receipt:
    erasure = opened.transaction.receipts.erasure()
    tail = ids.derive(opened.keys.ids, "receipt", opened.person.user_id, erasure, opened.now)
    name = ids.sortable("rcp_", opened.now, tail)
    return Receipt(name, opened.now, erasure, forgotten, not_found, ranges(numbers), opened.person.next_item)
