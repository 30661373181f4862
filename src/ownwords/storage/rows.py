"""How an item stands in a row: closed words as text, author and about as JSON."""

from __future__ import annotations

import json
from typing import Any, Final

from ownwords.domain.ids import Derived
from ownwords.domain.items import Content, Item, Kind, Origin
from ownwords.domain.search import Placed
from ownwords.domain.speakers import Author, Role
from ownwords.domain.times import Instant

CONTENT: Final = ("expires", "role", "origin", "session", "author", "about", "metadata", "title", "text")
"""The columns of a content, in the order in which `content_row` and `content_of` have them."""

PLACED: Final = ", ".join(
    f"item.{column}" for column in ("item", "id", "kind", "at", "version", "received_at", "thread", "claim", *CONTENT)
)
"""What `placed_of` reads."""


def content_row(content: Content) -> tuple[Any, ...]:
    """Write a content."""
    return (
        content.expires,
        None if content.role is None else content.role.value,
        None if content.origin is None else content.origin.value,
        content.session,
        author_text(content.author),
        json.dumps(content.about, ensure_ascii=False) if content.about else None,
        content.metadata,
        content.title,
        content.text,
    )


def content_of(row: tuple[Any, ...]) -> Content:
    """Read a content."""
    expires, role, origin, session, author, about, metadata, title, text = row
    return Content(
        text=text,
        title=title,
        session=session,
        role=None if role is None else Role(role),
        origin=None if origin is None else Origin(origin),
        author=author_of(author),
        about=() if about is None else tuple(json.loads(about)),
        metadata=metadata,
        expires=None if expires is None else Instant(expires),
    )


def placed_of(row: tuple[Any, ...]) -> Placed:
    """Read an item with its thread and claim."""
    number, item_id, kind, at, version, received_at, thread, claim, *content = row
    item = Item(number, item_id, Kind(kind), at, content_of(tuple(content)), version, received_at)
    return Placed(item, Derived(bytes(thread)), None if claim is None else Derived(bytes(claim)))


def author_text(author: Author | None) -> str | None:
    """Write an author with the fields that were given."""
    if author is None:
        return None
    given = {"id": author.id, "name": author.name, "email": author.email, "handle": author.handle}
    named = {name: value for name, value in given.items() if value is not None}
    return json.dumps(named | ({"self": True} if author.is_self else {}), ensure_ascii=False)


def author_of(text: str | None) -> Author | None:
    """Read an author."""
    if text is None:
        return None
    given = json.loads(text)
    return Author(given.get("id"), given.get("name"), given.get("email"), given.get("handle"), "self" in given)
