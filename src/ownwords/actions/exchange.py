"""Taking a memory out whole, and bringing one in, without bringing back what was forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ownwords.actions import filing
from ownwords.actions.filing import purchases as filing_purchases
from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.domain import ids
from ownwords.domain.items import Item, Version
from ownwords.domain.preferences import Key
from ownwords.domain.purchases import Purchase, PurchaseVersion
from ownwords.domain.receipts import Tombstone
from ownwords.domain.times import Instant

_PAGE = 500


@dataclass(frozen=True, slots=True)
class Kept:
    """An item with its earlier versions, as an export has it."""

    item: Item
    earlier: tuple[Version, ...]

    @property
    def first_received_at(self) -> Instant:
        """When memory first held it."""
        return self.earlier[0].item.received_at if self.earlier else self.item.received_at


@dataclass(frozen=True, slots=True)
class KeptPurchase:
    """A purchase with its earlier versions, as an export has it."""

    purchase: Purchase
    earlier: tuple[PurchaseVersion, ...]

    @property
    def first_received_at(self) -> Instant:
        """When memory first held it."""
        return self.earlier[0].purchase.received_at if self.earlier else self.purchase.received_at


@dataclass(frozen=True, slots=True)
class Brought:
    """What an import came to: how many items and purchases are new, were held, were forgotten, or have ended."""

    created: int = 0
    held: int = 0
    forgotten: int = 0
    expired: int = 0

    def __add__(self, other: Brought) -> Brought:
        """Add up two parts of one import."""
        return Brought(
            self.created + other.created,
            self.held + other.held,
            self.forgotten + other.forgotten,
            self.expired + other.expired,
        )


def items(memory: Memory, whose: Whose) -> Iterator[Kept]:
    """Give every item of a memory in the order of arrival, each once, while others may write."""
    after = 0

    def page(opened: Open) -> list[tuple[int, Kept]]:
        placed = opened.transaction.items.by_arrival(after, _PAGE)
        earlier = opened.transaction.items.versions([one.item.number for one in placed])
        return [(one.item.number, Kept(one.item, tuple(earlier.get(one.item.number, ())))) for one in placed]

    while found := read(memory, whose, page):
        yield from (kept for _, kept in found)
        after = found[-1][0]


def purchases(memory: Memory, whose: Whose) -> Iterator[KeptPurchase]:
    """Give every purchase of a memory in the order of arrival, each once, while others may write."""
    after = 0

    def page(opened: Open) -> list[KeptPurchase]:
        found = opened.transaction.purchases.by_arrival(after, _PAGE)
        earlier = opened.transaction.purchases.versions([one.number for one in found])
        return [KeptPurchase(one, tuple(earlier.get(one.number, ()))) for one in found]

    while found := read(memory, whose, page):
        yield from found
        after = found[-1].purchase.number


def tombstones(memory: Memory, whose: Whose, *, of_preferences: bool = True) -> list[tuple[Tombstone, bytes]]:
    """Give every tombstone with the key of its hash, in order of time; those of forgotten preferences if wanted."""

    def work(opened: Open) -> list[tuple[Tombstone, bytes]]:
        found = opened.transaction.receipts.tombstones()
        keyed = [(one, one.key or opened.keys.tombstones) for one in found]
        return [(one, key) for one, key in keyed if of_preferences or not is_of_a_preference(one, key)]

    return read(memory, whose, work)


def is_of_a_preference(tombstone: Tombstone, key: bytes) -> bool:
    """Tell whether a tombstone says that a preference was forgotten."""
    return tombstone.hash in {ids.derive(key, filing.PREFERENCE, one) for one in Key}


def bring_tombstones(memory: Memory, whose: Whose, brought: Sequence[tuple[Tombstone, bytes]]) -> None:
    """Take over tombstones; the key of each goes with it unless it is this memory's own."""

    def work(opened: Open) -> None:
        opened.transaction.receipts.entomb(
            [replace(one, key=None if key == opened.keys.tombstones else key) for one, key in brought]
        )

    write(memory, whose, work)


def bring(memory: Memory, whose: Whose, kept: Sequence[Kept]) -> Brought:
    """File items with their versions and times, all or none; those held already stay as they are.

    What was forgotten after it was received never comes back.
    """

    def work(opened: Open) -> Brought:
        transaction = opened.transaction
        held = set(transaction.items.by_ids([one.item.id for one in kept]))
        forgotten = _Forgotten(opened)
        created: list[Kept] = []
        came = Brought()
        for one in kept:
            if one.item.id in held:
                came += Brought(held=1)
            elif forgotten.since(one.first_received_at, "item", one.item.id):
                came += Brought(forgotten=1)
            elif one.item.content.expires is not None and one.item.content.expires <= opened.now:
                came += Brought(expired=1)
            else:
                number = opened.person.next_item + len(created)
                created.append(Kept(replace(one.item, number=number), one.earlier))
                held.add(one.item.id)
        if created:
            person = replace(opened.person, next_item=opened.person.next_item + len(created))
            person, _ = filing.file(transaction, person, opened.keys, [one.item for one in created])
            transaction.items.keep_versions(
                [
                    replace(version, item=replace(version.item, number=one.item.number))
                    for one in created
                    for version in one.earlier
                ]
            )
            transaction.persons.put(person)
        return came + Brought(created=len(created))

    return write(memory, whose, work)


def bring_purchases(memory: Memory, whose: Whose, kept: Sequence[KeptPurchase]) -> Brought:
    """File purchases with their versions and times, all or none; as `bring` does with items."""

    def work(opened: Open) -> Brought:
        held = set(opened.transaction.purchases.by_ids([one.purchase.id for one in kept]))
        forgotten = _Forgotten(opened)
        created: list[KeptPurchase] = []
        came = Brought()
        for one in kept:
            end = one.purchase.bought.expires
            if one.purchase.id in held:
                came += Brought(held=1)
            elif forgotten.since(one.first_received_at, "purchase", one.purchase.id):
                came += Brought(forgotten=1)
            elif end is not None and end <= opened.now:
                came += Brought(expired=1)
            else:
                created.append(_numbered(one, opened.person.next_item + len(created)))
                held.add(one.purchase.id)
        if created:
            person = replace(opened.person, next_item=opened.person.next_item + len(created))
            opened.transaction.persons.put(person)
            filing_purchases.change(
                replace(opened, person=person),
                came=[one.purchase for one in created],
                earlier=[version for one in created for version in one.earlier],
            )
        return came + Brought(created=len(created))

    return write(memory, whose, work)


def _numbered(kept: KeptPurchase, number: int) -> KeptPurchase:
    earlier = tuple(replace(one, purchase=replace(one.purchase, number=number)) for one in kept.earlier)
    return KeptPurchase(replace(kept.purchase, number=number), earlier)


def bring_person(memory: Memory, whose: Whose, timezone: str) -> None:
    """Take over the zone of a person whom memory does not hold yet."""

    def work(opened: Open) -> None:
        if opened.person.next_item == 1:
            opened.transaction.persons.put(replace(opened.person, timezone=timezone))

    write(memory, whose, work)


class _Forgotten:
    """What a memory knows to be forgotten, under its own key and those that came with imports."""

    def __init__(self, opened: Open) -> None:
        own = opened.keys.tombstones
        found = opened.transaction.receipts.tombstones()
        self._times = {(one.key or own, one.hash): one.forgotten_at for one in found}
        self._keys = {own, *(one.key for one in found if one.key is not None)}

    def since(self, received_at: Instant, kind: str, name: str) -> bool:
        """Tell whether the item or purchase of that id was forgotten since it was first received."""
        return any(
            self._times.get((key, ids.derive(key, kind, name)), Instant(-(1 << 62))) >= received_at
            for key in self._keys
        )
