"""Purchases: orders of the person, as their project files them, and what they are evidence of.

They have identity, versions and an end as items do, and nothing of what was said: no thread, no speaker, no passage.
An add is decided here, from what is stored and what was sent. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar, assert_never

from ownwords.domain import diets, ids, sizes
from ownwords.domain.goods import Goods, goods_of
from ownwords.domain.items import UNSET, Unset
from ownwords.domain.preferences import Key
from ownwords.domain.sizes import Size, SizeSystem
from ownwords.domain.times import Instant
from ownwords.domain.words import fold

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was bought; `labels` are what stands on it, such as `gluten-free`."""

    name: str | None = None
    brand: str | None = None
    size: str | None = None
    size_system: SizeSystem | None = None
    category: str | None = None
    labels: tuple[str, ...] = ()
    gift: bool = False
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Bought:
    """The content of a purchase: what an edit can change."""

    merchant: str | None = None
    lines: tuple[Line, ...] = ()
    gift: bool = False
    returned: bool = False
    expires: Instant | None = None


@dataclass(frozen=True, slots=True)
class Purchase:
    """An order in its current version.

    `number` is its place in the order in which items and purchases of the person arrived, never given twice;
    `received_at` is when this version arrived.
    """

    number: int
    id: str
    at: Instant
    bought: Bought
    version: int
    received_at: Instant


@dataclass(frozen=True, slots=True)
class PurchaseVersion:
    """An earlier state of a purchase, and when the next one took its place."""

    purchase: Purchase
    replaced_at: Instant


@dataclass(frozen=True, slots=True)
class SentPurchase:
    """A purchase as a caller sends it: what was left out is UNSET, what was cleared is None."""

    id: str | Unset = UNSET
    at: Instant | Unset = UNSET
    merchant: str | Unset | None = UNSET
    lines: tuple[Line, ...] | Unset | None = UNSET
    gift: bool | Unset = UNSET
    returned: bool | Unset = UNSET
    expires: Instant | Unset | None = UNSET


@dataclass(frozen=True, slots=True)
class Which:
    """What a purchase must be to be read or forgotten; `after` is inclusive, `before` exclusive, both on `at`."""

    ids: tuple[str, ...] | None = None
    after: Instant | None = None
    before: Instant | None = None


@dataclass(frozen=True, slots=True)
class Created:
    """Memory did not hold the purchase."""

    purchase: Purchase


@dataclass(frozen=True, slots=True)
class Edited:
    """The purchase takes the place of an earlier version, which is kept."""

    purchase: Purchase
    before: Purchase


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Memory holds just this already."""

    purchase: Purchase


@dataclass(frozen=True, slots=True)
class Expired:
    """The purchase's end lies in the past: it is gone at once, and so is what was stored of it."""

    purchase: Purchase


Change: TypeAlias = Created | Edited | Unchanged | Expired

_GOODS_OF_SIZE: Final = {Key.SHOE_SIZE: Goods.SHOES, Key.CLOTHING_SIZE: Goods.CLOTHES}


def derived_id(sent: SentPurchase, at: Instant) -> str:
    """Name a purchase that was sent with a time and no id, by its merchant, its lines and its time.

    Whether it, or a line of it, is a gift or was returned is not in the name: that may turn out later, and is an edit.
    """
    bought = merged(None, sent)
    lines = [
        ids.fields(line.name, line.brand, line.size, line.size_system, line.category, ids.fields(*line.labels))
        for line in bought.lines
    ]
    return "pur_" + ids.encoded(ids.derive(b"purchase", bought.merchant, ids.fields(*lines), at))


def decide(stored: Purchase | None, sent: SentPurchase, fresh: Purchase) -> Change:
    """Decide what an add of `sent` does to `stored`; `fresh` lends number, id, date and time of receipt.

    Omitted fields are kept, null clears, and the date of a stored purchase never moves.
    """
    bought = merged(None if stored is None else stored.bought, sent)
    if stored is None:
        purchase = replace(fresh, bought=bought)
    elif bought == stored.bought:
        return Unchanged(stored)
    else:
        purchase = replace(stored, bought=bought, version=stored.version + 1, received_at=fresh.received_at)
    if bought.expires is not None and bought.expires <= fresh.received_at:
        return Expired(purchase)
    return Created(purchase) if stored is None else Edited(purchase, stored)


def merged(stored: Bought | None, sent: SentPurchase) -> Bought:
    """Give the content after an add: sent fields whole, omitted ones kept, defaults only for a new purchase."""
    base = stored or Bought()
    return Bought(
        merchant=_chosen(sent.merchant, base.merchant),
        lines=_chosen(sent.lines, base.lines) or (),
        gift=_chosen(sent.gift, base.gift),
        returned=_chosen(sent.returned, base.returned),
        expires=_chosen(sent.expires, base.expires),
    )


def supports(purchase: Purchase, key: Key, value: str | Size, assumed: SizeSystem | None = None) -> bool:
    """Tell whether a purchase is evidence that a person prefers, wears or eats by `value`.

    Whatever is a gift or was returned supports nothing, and nothing supports that a brand is avoided. Names are
    equal when folded, diets also when they are one diet. Sizes are equal inside one system; one without a system
    is in the system `assumed`, where one is given.
    """
    bought = purchase.bought
    counting = [line for line in bought.lines if not (line.gift or line.returned)]
    if bought.gift or bought.returned or (bought.lines and not counting):
        return False
    match value:
        case Size():
            wanted = _in_a_system(value, assumed)
            return key.is_size and any(wanted == _in_a_system(one, assumed) for one in _sizes(key, counting))
        case str():
            return any(_are_alike(key, value, one) for one in _names(key, bought.merchant, counting))
        case _:
            assert_never(value)


def _names(key: Key, merchant: str | None, lines: Iterable[Line]) -> list[str]:
    """Give the names in a purchase that a key could hold."""
    match key:
        case Key.PREFERRED_BRANDS:
            return [line.brand for line in lines if line.brand is not None]
        case Key.PREFERRED_MERCHANTS:
            return [] if merchant is None else [merchant]
        case Key.DIETARY_RESTRICTIONS:
            return [label for line in lines for label in line.labels]
        case Key.AVOIDED_BRANDS | Key.SHOE_SIZE | Key.CLOTHING_SIZE:
            return []
        case _:
            assert_never(key)


def _are_alike(key: Key, one: str, other: str) -> bool:
    if _plain(one) == _plain(other):
        return True
    code = diets.code_of(one) if key is Key.DIETARY_RESTRICTIONS else None
    return code is not None and code == diets.code_of(other)


def _plain(name: str) -> str:
    return " ".join(fold(name).split())


def _sizes(key: Key, lines: Iterable[Line]) -> list[Size]:
    """Give the sizes of the lines of that kind of goods, each in the system of its line."""
    found = [
        _size(key, line.size, line.size_system)
        for line in lines
        if line.size is not None and goods_of(line.category, line.name) is _GOODS_OF_SIZE.get(key)
    ]
    return [size for size in found if size is not None]


def _size(key: Key, text: str, system: SizeSystem | None) -> Size | None:
    """Read a size; None where it is none, or where its text names another system than its line does."""
    read = _read(key, text)
    if system is None:
        return read
    if read is not None and read.system is not None:
        return read if read.system is system else None
    return _read(key, f"{system.value} {text}")


def _read(key: Key, text: str) -> Size | None:
    try:
        return sizes.size_of(key, text)
    except ValueError:
        return None


def _in_a_system(size: Size, assumed: SizeSystem | None) -> Size:
    return size if size.system is not None else replace(size, system=assumed)


def _chosen(sent: Value | Unset, stored: Value) -> Value:
    return stored if isinstance(sent, Unset) else sent
