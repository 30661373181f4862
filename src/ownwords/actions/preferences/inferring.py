"""What purchases of the person support, when they are named and when they are filed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ownwords.actions.filing import preferences as filing
from ownwords.actions.memory import Open
from ownwords.actions.preferences.writing import act, put
from ownwords.domain.errors import MemoryValueInvalid
from ownwords.domain.own_words.hygiene import hides_something
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.changes import infer
from ownwords.domain.preferences.memories import Bought, Held
from ownwords.domain.preferences.support import BY_PURCHASES
from ownwords.domain.preferences.values import Value, ValueInvalid, plain, value_of
from ownwords.domain.projects import ProjectSettings
from ownwords.domain.purchases import Purchase, supports
from ownwords.domain.sizes import SizeInvalid, SizeSystem, size_of


def supported(opened: Open, settings: ProjectSettings, key: Key, value: Value, purchase_id: str) -> tuple[Bought, ...]:
    """Give the evidence that a purchase is for every part of a value.

    Raises:
        MemoryValueInvalid: it is none, or the key was forgotten.
    """
    if key in filing.forgotten_keys(opened.transaction, opened.keys):
        message = "The person had this key forgotten, so it is not inferred again; let the person declare it."
        raise MemoryValueInvalid(message, reason="key_forgotten")
    purchase = opened.transaction.purchases.by_ids([purchase_id]).get(purchase_id)
    if purchase is None or not all(_is_supported(purchase, key, name, settings.size_system) for name in value):
        raise MemoryValueInvalid(
            "No such purchase of the person supports the value; name the `purchase_id` of one that does."
        )
    return tuple(Bought(name, purchase.number, purchase.at) for name in value)


def from_purchases(opened: Open, settings: ProjectSettings, purchases: Iterable[Purchase]) -> Open:
    """Infer what purchases that were just filed support, for a project that switched this on; diets never."""
    forgotten = filing.forgotten_keys(opened.transaction, opened.keys)
    for purchase in purchases:
        for key, names in _offered(purchase, settings.size_system).items():
            if key in forgotten:
                continue
            held = Held.of(opened.transaction.preferences.active())
            bought = [Bought(name, purchase.number, purchase.at) for name in names]
            try:
                change = infer(held, key, bought, act(opened, BY_PURCHASES))
            except ValueInvalid:
                # There are ten names already, or the person said the contrary.
                continue
            opened = put(opened, change)
    return opened


def _offered(purchase: Purchase, assumed: SizeSystem) -> dict[Key, list[str]]:
    found: dict[Key, list[str]] = {}
    for key, name in _names(purchase):
        names = found.setdefault(key, [])
        is_new = all(plain(one) != plain(name) for one in names)
        if is_new and _is_value(key, name) and _is_supported(purchase, key, name, assumed):
            names.append(name)
    return {key: names for key, names in found.items() if names}


def _names(purchase: Purchase) -> Iterator[tuple[Key, str]]:
    """Give all that a purchase could be evidence of."""
    if purchase.bought.merchant is not None:
        yield Key.PREFERRED_MERCHANTS, purchase.bought.merchant
    for line in purchase.bought.lines:
        if line.brand is not None:
            yield Key.PREFERRED_BRANDS, line.brand
        if line.size is not None:
            size = line.size if line.size_system is None else f"{line.size_system.value} {line.size}"
            yield Key.SHOE_SIZE, size
            yield Key.CLOTHING_SIZE, size


def _is_value(key: Key, name: str) -> bool:
    sent: Sequence[str] | str = name if key.is_size else [name]
    try:
        return value_of(key, sent) == (name,)
    except ValueInvalid:
        return False


def _is_supported(purchase: Purchase, key: Key, name: str, assumed: SizeSystem) -> bool:
    if hides_something(name):
        return False
    try:
        value = size_of(key, name) if key.is_size else name
    except SizeInvalid:
        return False
    return supports(purchase, key, value, assumed)
