"""A person's memory as JSON Lines: one for the person, one an item with its versions, one a tombstone.

Only what was given stands in a line, in one order of fields, so that a memory that is taken out, brought in and
taken out again gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from ownwords.actions import exchange, persons
from ownwords.actions.exchange import Brought, Kept
from ownwords.actions.memory import Memory, Whose
from ownwords.domain import limits, times
from ownwords.domain.errors import Fault, InvalidJson, RequestInvalid
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item, Kind, Version, faults, merged
from ownwords.domain.receipts import Tombstone
from ownwords.domain.search import Read
from ownwords.rest.faults import faults_of
from ownwords.rest.items import item_out
from ownwords.rest.sent import ItemIn
from ownwords.rest.wire import Id, Time, Wire, Zone
from ownwords.web.bodies import parse

FORMAT: Final = 1
_AT_ONCE: Final = 500
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


class TombstoneLine(Wire):
    """What is left of something forgotten, and the key of its hash."""

    type: Literal["tombstone"]
    hash: Hexadecimal
    forgotten_at: Time
    key: Hexadecimal


Line = Annotated[PersonLine | ItemLine | TombstoneLine, Field(discriminator="type")]
_LINE: Final[TypeAdapter[PersonLine | ItemLine | TombstoneLine]] = TypeAdapter(Line)


def write(memory: Memory, whose: Whose) -> Iterator[bytes]:
    """Write a memory, line by line."""
    person = persons.get(memory, whose)
    yield _line({"type": "person", "format": FORMAT, "user_id": whose.user_id, "timezone": person.timezone})
    for kept in exchange.items(memory, whose):
        yield _line(_item(kept))
    for one, key in exchange.tombstones(memory, whose):
        at = times.write(one.forgotten_at)
        yield _line({"type": "tombstone", "hash": one.hash.hex(), "forgotten_at": at, "key": key.hex()})


class Reader:
    """Brings lines in, 500 at a time; a part that was brought in stays, and may be brought in again."""

    def __init__(self, memory: Memory, whose: Whose) -> None:
        """Bring into the memory of `whose`."""
        self._memory = memory
        self._whose = whose
        self._waiting: list[Kept] = []
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
                at, key = one.forgotten_at, bytes.fromhex(one.key)
                self._tombstones.append((Tombstone(Derived(bytes.fromhex(one.hash)), at), key))
            case ItemLine() as item:
                self._waiting.append(_kept(item, place))
        if len(self._waiting) + len(self._tombstones) >= _AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Bring in what waits."""
        if self._waiting:
            self.brought += exchange.bring(self._memory, self._whose, self._waiting)
            self._waiting = []
        if self._tombstones:
            exchange.bring_tombstones(self._memory, self._whose, self._tombstones)
            self._tombstones = []


def _read(line: bytes, place: str) -> PersonLine | ItemLine | TombstoneLine:
    try:
        return _LINE.validate_python(parse(line))
    except InvalidJson:
        raise RequestInvalid(faults=(Fault(place, "invalid_json", "the line is not JSON; mend it"),)) from None
    except ValidationError as error:
        found = [Fault(place + one.pointer, one.code, one.message) for one in faults_of(error.errors())]
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
    if [item.version for item in items] != list(range(1, len(items) + 1)):
        found.append(Fault(f"{place}/versions", "not_linear", "versions count from 1 without a gap; mend the line"))
    if found:
        raise RequestInvalid(faults=tuple(found[: limits.FAULTS_LISTED]))
    replaced = [one.replaced_at for one in line.versions]
    return Kept(items[-1], tuple(Version(item, at) for item, at in zip(items, replaced, strict=False)))


def _item(kept: Kept) -> dict[str, Any]:
    item = kept.item
    earlier = [
        _content(version.item)
        | {
            "version": version.item.version,
            "received_at": times.write(version.item.received_at),
            "replaced_at": times.write(version.replaced_at),
        }
        for version in kept.earlier
    ]
    head = {"type": "item", "id": item.id, "kind": item.kind.value, "at": times.write(item.at)}
    tail = {"version": item.version, "received_at": times.write(item.received_at)}
    return head | _content(item) | tail | ({"versions": earlier} if earlier else {})


def _content(item: Item) -> dict[str, Any]:
    shown = item_out(Read(item, Derived(b""), None))
    return {name: shown[name] for name in _CONTENT if shown[name] is not None}


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
