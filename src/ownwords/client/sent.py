"""What is sent: items and purchases to file, what to read or forget, and how values become JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypedDict

Kind: TypeAlias = Literal["message", "document", "note"]
Role: TypeAlias = Literal["user", "assistant", "agent", "bot", "tool", "system"]
Origin: TypeAlias = Literal["typed", "transcribed", "forwarded", "pasted", "prefilled"]
Order: TypeAlias = Literal["newest", "oldest"]
Scope: TypeAlias = Literal["memory.read memory.write", "memory.read", "memory.write"]
Whom: TypeAlias = str | None
"""A person, by the project's own id; None is whoever a person token is of."""
SizeSystem: TypeAlias = Literal["BR", "AR", "EU", "US", "UK", "cm", "MX", "AU", "CN", "DE", "ES", "FR", "IT", "JP"]
Key: TypeAlias = Literal[
    "shoe_size",
    "clothing_size",
    "preferred_brands",
    "avoided_brands",
    "preferred_merchants",
    "dietary_restrictions",
]
Time: TypeAlias = datetime | str
"""An aware datetime, or RFC 3339; a text without an offset is UTC."""
End: TypeAlias = date | Time
"""When something ends: a time, or a date, which means the end of that day in UTC."""


class Unset(Enum):
    """The type of `UNSET`."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET
"""Left out: memory keeps what it holds. `None` clears the field instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who wrote an item: at least one of the fields; `self` says that it is the person."""

    id: str | None = None
    name: str | None = None
    email: str | None = None
    handle: str | None = None
    self: bool = False


By: TypeAlias = str | Author | Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Item:
    """What every kind of item has: words, and what is said about them."""

    kind: ClassVar[Kind]

    text: str
    _: KW_ONLY
    id: str | Unset = UNSET
    at: Time | Unset = UNSET
    author: By | Unset = UNSET
    about: Sequence[str] | Unset | None = UNSET
    metadata: Mapping[str, Any] | Unset | None = UNSET
    expires: End | Unset | None = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(_Item):
    """A turn of a conversation; messages of one `session` on one day are one thread."""

    kind = "message"

    session: str | Unset = UNSET
    role: Role | Unset = UNSET
    origin: Origin | Unset = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(_Item):
    """A longer text that stands by itself, such as a page or a contract."""

    kind = "document"

    title: str | Unset | None = UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(_Item):
    """A short text about the person or their work, that stands by itself."""

    kind = "note"

    title: str | Unset | None = UNSET


Sent: TypeAlias = Message | Document | Note | Mapping[str, Any]
"""An item to add: one of ours, or a mapping with the fields of the wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that was bought; `labels` are what stands on it, such as `gluten-free`."""

    name: str | None = None
    brand: str | None = None
    size: str | None = None
    size_system: SizeSystem | None = None
    category: str | None = None
    labels: tuple[str, ...] | None = None
    gift: bool = False
    returned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """An order of the person; one that was sent back, or was a gift, is sent again with `returned` or `gift`."""

    id: str | Unset = UNSET
    at: Time | Unset = UNSET
    merchant: str | Unset | None = UNSET
    lines: Sequence[Line | Mapping[str, Any]] | Unset | None = UNSET
    gift: bool | Unset = UNSET
    returned: bool | Unset = UNSET
    expires: End | Unset | None = UNSET


SentPurchase: TypeAlias = Purchase | Mapping[str, Any]
"""A purchase to file: one of ours, or a mapping with the fields of the wire."""


class Which(TypedDict, total=False):
    """Which items to read; everything given must hold, and None asks for nothing."""

    ids: Sequence[str] | None
    thread_id: str | None
    session: str | None
    about: str | None
    kind: Kind | None
    speaker_id: str | None
    after: Time | None
    before: Time | None


class Filters(TypedDict, total=False):
    """What a hit must be; everything given must hold, and None asks for nothing."""

    kinds: Sequence[Kind] | None
    session: str | None
    about: str | None
    speaker_id: str | None
    roles: Sequence[Role] | None
    after: Time | None
    before: Time | None
    metadata: Mapping[str, Any] | None


class Extent(TypedDict, total=False):
    """What to forget: exactly one of these."""

    ids: Sequence[str] | None
    session: str | None
    about: str | None
    before: Time | None
    purchases: Sequence[str] | None
    everything: Literal[True] | None


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is None."""
    return {name: value for name, value in values.items() if value is not None}


def json_of(value: Any) -> bytes:
    """Write a value as JSON in UTF-8, exactly as it is.

    Raises:
        TypeError: a part of it has no form in JSON.
        ValueError: it holds NaN, Infinity, itself, or a datetime without a time zone.
    """
    try:
        return _written(value, ensure_ascii=False)
    except UnicodeEncodeError:
        # Lone surrogates have no UTF-8; escaped they reach the server, which names where they stand.
        return _written(value, ensure_ascii=True)


def _written(value: Any, *, ensure_ascii: bool) -> bytes:
    text = json.dumps(value, default=_plain, ensure_ascii=ensure_ascii, allow_nan=False, separators=(",", ":"))
    return text.encode()


def _plain(value: Any) -> Any:
    match value:
        case _Item() | Purchase():
            set_fields = {one.name: getattr(value, one.name) for one in fields(value)}
            kind = {"kind": value.kind} if isinstance(value, _Item) else {}
            return kind | {name: one for name, one in set_fields.items() if one is not UNSET}
        case Author() | Line():
            named = {one.name: getattr(value, one.name) for one in fields(value)}
            return {name: one for name, one in named.items() if one not in (None, False)}
        case datetime():
            if value.tzinfo is None:
                raise ValueError("a datetime needs a time zone, such as datetime.UTC")
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Mapping():
            return dict(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case Iterable() if not isinstance(value, bytes | bytearray | set | frozenset):
            return list(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            raise TypeError(f"a {type(value).__name__} has no form in JSON")
