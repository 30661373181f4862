"""What an item must be, as SQL: one way for reading, searching and forgetting."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ownwords.domain import ids
from ownwords.storage.sql import Value, listing

if TYPE_CHECKING:
    from ownwords.domain.ids import Derived
    from ownwords.domain.items import Content, Json
    from ownwords.domain.search import Filters

_LABEL = b"label"


def session_hash(session: str | None) -> Derived | None:
    """Give what a session is looked up by."""
    return None if session is None else ids.derive(b"session", session)


def about_hash(about: str) -> Derived:
    """Give what a thing is looked up by that items are about."""
    return ids.derive(b"about", about)


def id_hash(item_id: str) -> Derived:
    """Give what an item's id is looked up by."""
    return ids.derive(b"id", item_id)


def labels(content: Content) -> set[Derived]:
    """Give a label for each path of the metadata and the scalar that stands there; lists stand at their own path."""
    if content.metadata is None:
        return set()
    return {label(path, value) for path, value in leaves(json.loads(content.metadata))}


def label(path: str, value: Json) -> Derived:
    """Give the label of one path and scalar; 1 and 1.0 are one number."""
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    return ids.derive(_LABEL, path, json.dumps(number))


def leaves(value: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Walk the scalars of a JSON value with the pointers to them; the elements of a list share the list's own."""
    match value:
        case dict():
            for name, inner in value.items():
                yield from leaves(inner, f"{path}/{name.replace('~', '~0').replace('/', '~1')}")
        case list():
            for inner in value:
                yield from leaves(inner, path)
        case _:
            yield path, value


class _Conditions:
    """Conditions on the table `item`, and the values they speak of."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.values: dict[str, Value] = {}

    def add(self, condition: str, **values: Value | None) -> None:
        """Add a condition, unless a value of it was not asked for."""
        if None not in values.values():
            self.texts.append(condition)
            self.values.update(values)

    def among(self, column: str, name: str, choices: Iterable[Value] | None) -> None:
        """Let a column be one of several values, unless none were asked for."""
        if choices is not None:
            names, named = listing(list(choices), name)
            self.texts.append(f"{column} IN ({names})")
            self.values.update(named)


def where(filters: Filters) -> tuple[str, Mapping[str, Value]]:
    """Write the filters as conditions on the table `item`, each with AND before it."""
    found = _Conditions()
    found.among("item.id_hash", "id", None if filters.ids is None else map(id_hash, filters.ids))
    found.among("item.kind", "kind", None if filters.kinds is None else (one.value for one in filters.kinds))
    found.among("item.role", "role", None if filters.roles is None else (one.value for one in filters.roles))
    found.among("item.claim", "claim", filters.claims)
    found.add("item.thread = :thread", thread=filters.thread)
    found.add("item.session_hash = :session_hash", session_hash=session_hash(filters.session))
    found.add("item.at >= :after", after=filters.after)
    found.add("item.at < :before", before=filters.before)
    found.add(_labelled("about", "about"), about=None if filters.about is None else about_hash(filters.about))
    for index, (path, value) in enumerate(filters.metadata):
        found.add(_labelled("label", f"label{index}"), **{f"label{index}": label(path, value)})
    return "".join(f" AND {condition}" for condition in found.texts), found.values


def _labelled(table: str, name: str) -> str:
    return f"""item.item IN (
        SELECT {table}.item FROM {table}
        WHERE {table}.project = :project AND {table}.person = :person AND {table}.{table} = :{name})"""
