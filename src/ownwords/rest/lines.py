"""A person's memory as JSON Lines: the person, each item and purchase with its versions, each tombstone.

Only what was given stands in a line, in one order of fields, so that a memory that is taken out, brought in and
taken out again gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from ownwords.actions import exchange, persons
from ownwords.actions.exchange import Brought, Kept, KeptPurchase
from ownwords.actions.memory import Memory, Whose
from ownwords.actions.preferences import exchange as preferences
from ownwords.actions.preferences.exchange import KeptMemory
from ownwords.domain import limits, times
from ownwords.domain.errors import Fault, InvalidJson, RequestInvalid
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item, Kind, Version, faults, merged
from ownwords.domain.purchases import Purchase, PurchaseVersion
from ownwords.domain.purchases import merged as bought_of
from ownwords.domain.receipts import Tombstone
from ownwords.domain.search import Read
from ownwords.rest import preference_lines
from ownwords.rest.faults import faults_of
from ownwords.rest.items import item_out
from ownwords.rest.preference_lines import PreferenceLine
from ownwords.rest.purchases import BoughtIn, PurchaseIn, purchase_out
from ownwords.rest.sent import ItemIn
from ownwords.rest.wire import Id, Time, Wire, Zone
from ownwords.web.bodies import parse

FORMAT: Final = 1
_AT_ONCE: Final = 500
_BOUGHT: Final = ("merchant", "lines", "gift", "returned", "expires")
_CONTENT: Final = ("text", "title", "session", "role", "origin", "author", "about", "metadata", "expires")

Hexadecimal = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{2}){1,64}$")]


class PersonLine(Wire):
    """The first line: whose memory it is."""

    type: Literal["person"]
    format: Literal[1]
    user_id: Id
    timezone: Zone


class VersionLine(ItemIn):
    """An earlier version of an item."""

    version: Annotated[int, Field(ge=1)]
    received_at: Time
    replaced_at: Time


class ItemLine(ItemIn):
    """An item in its current version, with the earlier ones."""

    type: Literal["item"]
    version: Annotated[int, Field(ge=1)]
    received_at: Time
    versions: list[VersionLine] = Field(default_factory=list[VersionLine])

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not {"id", "kind", "at"} <= self.model_fields_set:
            raise PydanticCustomError("missing", "a line of an item has id, kind and at; send them")
        return self


class PurchaseVersionLine(BoughtIn):
    """An earlier version of a purchase."""

    version: Annotated[int, Field(ge=1)]
    received_at: Time
    replaced_at: Time


class PurchaseLine(PurchaseIn):
    """A purchase in its current version, with the earlier ones."""

    type: Literal["purchase"]
    version: Annotated[int, Field(ge=1)]
    received_at: Time
    versions: list[PurchaseVersionLine] = Field(default_factory=list[PurchaseVersionLine])

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not {"id", "at"} <= self.model_fields_set:
            raise PydanticCustomError("missing", "a line of a purchase has id and at; send them")
        return self


class TombstoneLine(Wire):
    """What is left of something forgotten, and the key of its hash."""

    type: Literal["tombstone"]
    hash: Hexadecimal
    forgotten_at: Time
    key: Hexadecimal


AnyLine: TypeAlias = PersonLine | ItemLine | PurchaseLine | PreferenceLine | TombstoneLine
Line = Annotated[AnyLine, Field(discriminator="type")]
_LINE: Final[TypeAdapter[AnyLine]] = TypeAdapter(Line)


def write(memory: Memory, whose: Whose, *, with_preferences: bool = True) -> Iterator[bytes]:
    """Write a memory, line by line; preferences, and that some were forgotten, only where they are asked for."""
    person = persons.get(memory, whose)
    yield _line({"type": "person", "format": FORMAT, "user_id": whose.user_id, "timezone": person.timezone})
    for kept in exchange.items(memory, whose):
        yield _line(_item(kept))
    for kept in exchange.purchases(memory, whose):
        yield _line(_purchase(kept))
    for one in preferences.memories(memory, whose) if with_preferences else ():
        yield _line(preference_lines.line_of(one))
    for one, key in exchange.tombstones(memory, whose, of_preferences=with_preferences):
        at = times.write(one.forgotten_at)
        yield _line({"type": "tombstone", "hash": one.hash.hex(), "forgotten_at": at, "key": key.hex()})


def _nothing(*_: str) -> None:
    """Let pass."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a caller may bring in: two raise where it may not; preferences come in unjudged where it `is_trusted`."""

    purchases: Callable[[], None] = _nothing
    preferences: Callable[[str], None] = _nothing
    is_trusted: bool = True


class Reader:
    """Brings lines in, 500 at a time; a part that was brought in stays, and may be brought in again."""

    def __init__(self, memory: Memory, whose: Whose, allowed: Allowed | None = None) -> None:
        """Bring into the memory of `whose` what the caller is allowed to; everything as it is, unless that is said."""
        self._memory = memory
        self._whose = whose
        self._allowed = allowed or Allowed()
        self._memories: list[KeptMemory] = []
        self._waiting: list[Kept] = []
        self._purchases: list[KeptPurchase] = []
        self._tombstones: list[tuple[Tombstone, bytes]] = []
        self.lines = 0
        self.brought = Brought()

    def take(self, line: bytes) -> None:
        """Take one line.

        Raises:
            RequestInvalid: it is not a line of an export, or of another person's; pointers begin with its place.
        """
        place = f"/{self.lines}"
        self.lines += 1
        if not line.strip():
            return
        match _read(line, place):
            case PersonLine() as person:
                if person.user_id != self._whose.user_id:
                    message = "the lines are another person's; name that person, or change the line"
                    raise RequestInvalid(faults=(Fault(f"{place}/user_id", "another_person", message),))
                exchange.bring_person(self._memory, self._whose, person.timezone)
            case TombstoneLine() as one:
                tombstone, key = Tombstone(Derived(bytes.fromhex(one.hash)), one.forgotten_at), bytes.fromhex(one.key)
                if exchange.is_of_a_preference(tombstone, key):
                    self._allowed.preferences(place)
                self._tombstones.append((tombstone, key))
            case PreferenceLine() as preference:
                self._allowed.preferences(place)
                self._memories.append(preference_lines.read(preference))
            case ItemLine() as item:
                self._waiting.append(_kept(item, place))
            case PurchaseLine() as purchase:
                self._allowed.purchases()
                self._purchases.append(_kept_purchase(purchase, place))
        waiting = (self._waiting, self._purchases, self._memories, self._tombstones)
        if sum(map(len, waiting)) >= _AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Bring in what waits."""
        if self._waiting:
            self.brought += exchange.bring(self._memory, self._whose, self._waiting)
            self._waiting = []
        if self._purchases:
            self.brought += exchange.bring_purchases(self._memory, self._whose, self._purchases)
            self._purchases = []
        if self._memories:
            self.brought += preferences.bring_memories(
                self._memory, self._whose, self._memories, is_trusted=self._allowed.is_trusted
            )
            self._memories = []
        if self._tombstones:
            exchange.bring_tombstones(self._memory, self._whose, self._tombstones)
            self._tombstones = []


def _read(line: bytes, place: str) -> AnyLine:
    try:
        return _LINE.validate_python(parse(line))
    except InvalidJson:
        raise RequestInvalid(faults=(Fault(place, "invalid_json", "the line is not JSON; mend it"),)) from None
    except ValidationError as error:
        # What is wrong within a line stands behind the line's type, which is no part of the line's own pointers.
        errors = [{**one, "loc": one["loc"][1:]} for one in error.errors()]
        found = [Fault(place + one.pointer, one.code, one.message) for one in faults_of(errors)]
        raise RequestInvalid(faults=tuple(found)) from None


def _kept(line: ItemLine, place: str) -> Kept:
    states = [*line.versions, line]
    found: list[Fault] = []
    items: list[Item] = []
    for state in states:
        sent = state.sent()
        kind, at = Kind(line.kind), line.at
        found += faults(sent, kind, None, place)
        received_at = state.received_at
        items.append(Item(0, line.id, kind, at, merged(None, sent, kind), state.version, received_at))
    found += _gaps([item.version for item in items], place)
    if found:
        raise RequestInvalid(faults=tuple(found[: limits.FAULTS_LISTED]))
    replaced = [one.replaced_at for one in line.versions]
    return Kept(items[-1], tuple(Version(item, at) for item, at in zip(items, replaced, strict=False)))


def _kept_purchase(line: PurchaseLine, place: str) -> KeptPurchase:
    states = [*line.versions, line]
    found = _gaps([state.version for state in states], place)
    if found:
        raise RequestInvalid(faults=tuple(found))
    purchases = [
        Purchase(0, line.id, line.at, bought_of(None, state.sent()), state.version, state.received_at)
        for state in states
    ]
    replaced = [one.replaced_at for one in line.versions]
    earlier = (PurchaseVersion(purchase, at) for purchase, at in zip(purchases, replaced, strict=False))
    return KeptPurchase(purchases[-1], tuple(earlier))


def _gaps(versions: list[int], place: str) -> list[Fault]:
    if versions == list(range(1, len(versions) + 1)):
        return []
    return [Fault(f"{place}/versions", "not_linear", "versions count from 1 without a gap; mend the line")]


def _item(kept: Kept) -> dict[str, Any]:
    item = kept.item
    earlier = [
        _content(version.item) | _place(version.item) | {"replaced_at": times.write(version.replaced_at)}
        for version in kept.earlier
    ]
    head = {"type": "item", "id": item.id, "kind": item.kind.value, "at": times.write(item.at)}
    return head | _content(item) | _place(item) | ({"versions": earlier} if earlier else {})


def _purchase(kept: KeptPurchase) -> dict[str, Any]:
    purchase = kept.purchase
    earlier = [
        _bought(one.purchase) | _place(one.purchase) | {"replaced_at": times.write(one.replaced_at)}
        for one in kept.earlier
    ]
    head = {"type": "purchase", "id": purchase.id, "at": times.write(purchase.at)}
    return head | _bought(purchase) | _place(purchase) | ({"versions": earlier} if earlier else {})


def _place(state: Item | Purchase) -> dict[str, Any]:
    return {"version": state.version, "received_at": times.write(state.received_at)}


def _bought(purchase: Purchase) -> dict[str, Any]:
    shown = purchase_out(purchase)
    shown["lines"] = [{name: value for name, value in line.items() if value} for line in shown["lines"]]
    return {name: shown[name] for name in _BOUGHT if shown[name]}


def _content(item: Item) -> dict[str, Any]:
    shown = item_out(Read(item, Derived(b""), None))
    return {name: shown[name] for name in _CONTENT if shown[name] is not None}


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
