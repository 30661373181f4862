"""Items: what was said, each with an identity, versions, and a date that never moves.

An add is decided here, from what is stored and what was sent, as one of four changes. Nothing is written here.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, TypeAlias, TypeVar, assert_never

from ownwords.domain import ids, limits
from ownwords.domain.errors import Fault
from ownwords.domain.speakers import Author, Role
from ownwords.domain.times import Instant

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Kind(StrEnum):
    """What an item is; fixed once stored."""

    MESSAGE = "message"
    DOCUMENT = "document"
    NOTE = "note"


class Origin(StrEnum):
    """How a message came to be; only what was typed or transcribed can declare a preference."""

    TYPED = "typed"
    TRANSCRIBED = "transcribed"
    FORWARDED = "forwarded"
    PASTED = "pasted"
    PREFILLED = "prefilled"


class Unset(Enum):
    """A field that was left out, which is not the same as null."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET

BARE: Final = "topic:"
"""What heads a name that was given without a kind."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Content:
    """What an edit can change; `metadata` is JSON text in the order it was sent."""

    text: str
    title: str | None = None
    session: str | None = None
    role: Role | None = None
    origin: Origin | None = None
    author: Author | None = None
    about: tuple[str, ...] = ()
    metadata: str | None = None
    expires: Instant | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One thing added for a person, in its current version.

    `number` is its place in the order of arrival within the person, never given twice;
    `received_at` is when this version arrived.
    """

    number: int
    id: str
    kind: Kind
    at: Instant
    content: Content
    version: int
    received_at: Instant


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier state of an item, and when the next one took its place."""

    item: Item
    replaced_at: Instant


@dataclass(frozen=True, slots=True)
class SentItem:
    """An item as a caller sends it: what was left out is UNSET, what was cleared is None."""

    text: str
    id: str | Unset = UNSET
    kind: Kind | Unset = UNSET
    at: Instant | Unset = UNSET
    session: str | Unset = UNSET
    author: Author | Unset | None = UNSET
    role: Role | Unset = UNSET
    origin: Origin | Unset = UNSET
    title: str | Unset | None = UNSET
    about: tuple[str, ...] | Unset | None = UNSET
    metadata: str | Unset | None = UNSET
    expires: Instant | Unset | None = UNSET


@dataclass(frozen=True, slots=True)
class Malformed:
    """An item that could not be read: what is wrong with it, by pointers that begin at the item."""

    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Created:
    """Memory did not hold the item."""

    item: Item


@dataclass(frozen=True, slots=True)
class Edited:
    """The item takes the place of an earlier version, which is kept."""

    item: Item
    before: Item


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Memory holds just this already."""

    item: Item


@dataclass(frozen=True, slots=True)
class Expired:
    """The item's end lies in the past: it is gone at once, and so is what was stored of it."""

    item: Item
    before: Item | None


Change: TypeAlias = Created | Edited | Unchanged | Expired

_TEXT_LIMITS: Final = {
    Kind.MESSAGE: limits.MESSAGE_CHARACTERS,
    Kind.DOCUMENT: limits.DOCUMENT_CHARACTERS,
    Kind.NOTE: limits.NOTE_CHARACTERS,
}


def derived_id(sent: SentItem, at: Instant) -> str:
    """Name an item that was sent with a time and no id, by its kind, session, author, role, text and time.

    The same words at the same time by the same author are the same item. Each field is length-prefixed.
    """
    author = None if isinstance(sent.author, Unset) else sent.author
    kind = Kind.MESSAGE if isinstance(sent.kind, Unset) else sent.kind
    named = None if author is None else ids.fields(author.id, author.name, author.email, author.handle, author.is_self)
    name = ids.derive(b"item", kind.value, _given(sent.session), named, _given(sent.role), sent.text, at)
    return "itm_" + ids.encoded(name)


def decide(stored: Item | None, sent: SentItem, fresh: Item) -> Change:
    """Decide what an add of `sent` does to `stored`; `fresh` lends number, id, date and time of receipt.

    Omitted fields are kept, null clears, and the date of a stored item never moves.
    """
    if stored is None:
        item = replace(fresh, content=merged(None, sent, fresh.kind))
    else:
        content = merged(stored.content, sent, stored.kind)
        if same(content, stored.content):
            return Unchanged(stored)
        item = replace(stored, content=content, version=stored.version + 1, received_at=fresh.received_at)
    if item.content.expires is not None and item.content.expires <= fresh.received_at:
        return Expired(item, stored)
    return Created(item) if stored is None else Edited(item, stored)


def merged(stored: Content | None, sent: SentItem, kind: Kind) -> Content:
    """Give the content after an add: sent fields whole, omitted ones kept, defaults only for a new item."""
    origin = Origin.TYPED if kind is Kind.MESSAGE else None
    base = stored or Content(text=sent.text, origin=origin)
    return Content(
        text=sent.text,
        title=_chosen(sent.title, base.title),
        session=_chosen(sent.session, base.session),
        role=_chosen(sent.role, base.role),
        origin=_chosen(sent.origin, base.origin),
        author=_chosen(sent.author, base.author),
        about=_chosen(sent.about, base.about) or (),
        metadata=_chosen(sent.metadata, base.metadata),
        expires=_chosen(sent.expires, base.expires),
    )


def same(one: Content, other: Content) -> bool:
    """Tell whether two contents are equal; metadata as JSON, the order of keys aside."""
    if replace(one, metadata=None) != replace(other, metadata=None):
        return False
    return one.metadata == other.metadata or _sorted_json(one.metadata) == _sorted_json(other.metadata)


def about_name(name: str) -> str:
    """File a bare name as a topic: `café` is `topic:café`; `brand:Levi's, Inc.` stays."""
    kind, colon, rest = name.partition(":")
    return name if colon and kind.strip() and rest.strip() else BARE + name


def is_blank(text: str) -> bool:
    """Tell whether a text shows nothing: only spaces, controls and characters without a shape."""
    return all(character.isspace() or unicodedata.category(character) in {"Cc", "Cf"} for character in text)


def faults(sent: SentItem, kind: Kind, stored: Item | None, pointer: str) -> list[Fault]:
    """List what is wrong with an item that is well formed; `pointer` is the item's own."""
    found: list[Fault] = []
    if not isinstance(sent.kind, Unset) and sent.kind is not kind:
        found.append(Fault(f"{pointer}/kind", "item_kind_fixed", f"the item is a {kind}; send that, or use a new id"))
    found += foreign_faults(_foreign_fields(sent, kind), kind, pointer)
    found += _text_faults(sent.text, kind, pointer)
    content = merged(stored.content if stored else None, sent, kind)
    if content.role is not None and content.role.is_machine and content.author is not None and content.author.is_self:
        message = "a machine is never the person; leave out `self`, or send role `user`"
        found.append(Fault(f"{pointer}/author/self", "machine_is_not_the_person", message))
    return found


def _text_faults(text: str, kind: Kind, pointer: str) -> list[Fault]:
    if len(text) > _TEXT_LIMITS[kind]:
        message = f"a {kind} holds at most {_TEXT_LIMITS[kind]} characters; send it in parts"
        return [Fault(f"{pointer}/text", "text_too_long", message)]
    if is_blank(text):
        return [blank_fault(pointer)]
    return []


def foreign_faults(names: Iterable[str], kind: str, pointer: str) -> list[Fault]:
    """List fields that are not for the kind."""
    return [Fault(f"{pointer}/{name}", "field_not_for_kind", f"a {kind} has no {name}; leave it out") for name in names]


def blank_fault(pointer: str) -> Fault:
    """Say that a text shows nothing."""
    return Fault(f"{pointer}/text", "text_blank", "the text shows nothing; send the words, or leave the item out")


def _foreign_fields(sent: SentItem, kind: Kind) -> list[str]:
    match kind:
        case Kind.MESSAGE:
            # A null title says the same as none, and is let through.
            return [] if isinstance(sent.title, Unset) or sent.title is None else ["title"]
        case Kind.DOCUMENT | Kind.NOTE:
            foreign = {"session": sent.session, "role": sent.role, "origin": sent.origin}
            return [name for name, value in foreign.items() if not isinstance(value, Unset)]
        case _:
            assert_never(kind)


def _chosen(sent: Value | Unset, stored: Value) -> Value:
    return stored if isinstance(sent, Unset) else sent


def _given(value: str | Unset) -> str | None:
    return None if isinstance(value, Unset) else str(value)


def _sorted_json(text: str | None) -> str | None:
    return None if text is None else json.dumps(json.loads(text), sort_keys=True)
