"""Items, their earlier versions, and what they are filtered by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ownwords.domain.ids import Derived
from ownwords.domain.items import Item, Kind, Version
from ownwords.domain.search import Filters, Placed
from ownwords.domain.threads import About
from ownwords.domain.times import Instant
from ownwords.storage.filters import about_hash, id_hash, labels, session_hash, where
from ownwords.storage.rows import CONTENT, PLACED, content_of, content_row, placed_of
from ownwords.storage.sql import Mine

_ITEM = (
    "item",
    "id_hash",
    "id",
    "kind",
    "at",
    "version",
    "received_at",
    "thread",
    "claim",
    "session_hash",
    *CONTENT,
)
_VERSION = ("item", "version", "received_at", "replaced_at", *CONTENT)


class ItemRows:
    """See `ports.Items`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def by_ids(self, ids: Iterable[str]) -> dict[str, Placed]:
        """Give the items that have one of the caller's ids."""
        rows = self._mine.rows_in(
            f"SELECT {PLACED} FROM item WHERE project = :project AND person = :person AND id_hash {{among}}",
            [id_hash(one) for one in ids],
        )
        return {placed.item.id: placed for placed in map(placed_of, rows)}

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, Placed]:
        """Give the items that have one of the numbers."""
        rows = self._mine.rows_in(
            f"SELECT {PLACED} FROM item WHERE project = :project AND person = :person AND item {{among}}",
            numbers,
        )
        return {placed.item.number: placed for placed in map(placed_of, rows)}

    def replace(self, placed: Sequence[Placed]) -> None:
        """Store items in the place of the ones of their numbers."""
        self._remove_rows([one.item.number for one in placed])
        self.put(placed)

    def put(self, placed: Sequence[Placed]) -> None:
        """Store items with their labels."""
        self._mine.insert("item", _ITEM, (_item_row(one) for one in placed))
        self._mine.insert(
            "label",
            ("label", "item"),
            [(label, one.item.number) for one in placed for label in sorted(labels(one.item.content))],
        )
        self._mine.insert(
            "about",
            ("about", "item", "name", "at"),
            [
                (about_hash(name), one.item.number, name, one.item.at)
                for one in placed
                for name in dict.fromkeys(one.item.content.about)
            ],
        )

    def remove(self, numbers: Sequence[int]) -> dict[str, int]:
        """Remove items with every version and label."""
        gone = self._remove_rows(numbers)
        versions = self._mine.run_in(
            "DELETE FROM version WHERE project = :project AND person = :person AND item {among}", numbers
        )
        return gone | {"versions": versions + gone["items"]}

    def page(self, filters: Filters, *, newest_first: bool, after: tuple[int, int] | None, most: int) -> list[Placed]:
        """Give a page of items in order of (at, number)."""
        conditions, values = where(filters)
        side, order = ("<", "DESC") if newest_first else (">", "ASC")
        place: dict[str, int] = {}
        if after is not None:
            conditions += f" AND (item.at, item.item) {side} (:place_at, :place_item)"
            place = {"place_at": after[0], "place_item": after[1]}
        rows = self._mine.rows(
            f"""
            SELECT {PLACED} FROM item WHERE project = :project AND person = :person {conditions}
            ORDER BY item.at {order}, item.item {order} LIMIT :most""",
            most=most,
            **values,
            **place,
        )
        return [placed_of(row) for row in rows]

    def by_arrival(self, after: int, most: int) -> list[Placed]:
        """Give a page of items in order of number."""
        rows = self._mine.rows(
            f"""
            SELECT {PLACED} FROM item WHERE project = :project AND person = :person AND item > :after
            ORDER BY item LIMIT :most""",
            after=after,
            most=most,
        )
        return [placed_of(row) for row in rows]

    def numbers(self, filters: Filters) -> list[int]:
        """Give the numbers of all the items that hold to the filters."""
        conditions, values = where(filters)
        rows = self._mine.rows(
            f"SELECT item.item FROM item WHERE project = :project AND person = :person {conditions} ORDER BY item.item",
            **values,
        )
        return [number for (number,) in rows]

    def expired(self, now: Instant) -> list[int]:
        """Give the numbers of the items whose end has come."""
        rows = self._mine.rows(
            """
            SELECT item FROM item
            WHERE project = :project AND person = :person AND expires <= :now ORDER BY item""",
            now=now,
        )
        return [number for (number,) in rows]

    def keep_versions(self, versions: Sequence[Version]) -> None:
        """Keep earlier versions of items."""
        self._mine.insert(
            "version",
            _VERSION,
            [
                (
                    one.item.number,
                    one.item.version,
                    one.item.received_at,
                    one.replaced_at,
                    *content_row(one.item.content),
                )
                for one in versions
            ],
        )

    def versions(self, numbers: Iterable[int]) -> dict[int, list[Version]]:
        """Give the earlier versions of items, oldest first."""
        rows = self._mine.rows_in(
            f"""
            SELECT item.item, item.id, item.kind, item.at, version.version, version.received_at,
                   version.replaced_at, {", ".join(f"version.{column}" for column in CONTENT)}
            FROM version JOIN item
                ON item.project = version.project AND item.person = version.person AND item.item = version.item
            WHERE version.project = :project AND version.person = :person AND version.item {{among}}
            ORDER BY version.item, version.version""",
            numbers,
        )
        found: dict[int, list[Version]] = defaultdict(list)
        for number, item_id, kind, at, version, received_at, replaced_at, *content in rows:
            item = Item(number, item_id, Kind(kind), at, content_of(tuple(content)), version, received_at)
            found[number].append(Version(item, replaced_at))
        return dict(found)

    def abouts(self, after: str, most: int) -> list[About]:
        """Give what items are about, in order of name."""
        rows = self._mine.rows(
            """
            SELECT name, COUNT(*), MIN(at), MAX(at) FROM about
            WHERE project = :project AND person = :person AND name > :after
            GROUP BY name ORDER BY name LIMIT :most""",
            after=after,
            most=most,
        )
        return [About(name, count, Instant(first), Instant(last)) for name, count, first, last in rows]

    def threads_about(self, about: str) -> list[Derived]:
        """Give the threads that hold items about something."""
        rows = self._mine.rows(
            """
            SELECT DISTINCT item.thread FROM about JOIN item
                ON item.project = :project AND item.person = :person AND item.item = about.item
            WHERE about.project = :project AND about.person = :person AND about.about = :about""",
            about=about_hash(about),
        )
        return [Derived(bytes(thread)) for (thread,) in rows]

    def _remove_rows(self, numbers: Sequence[int]) -> dict[str, int]:
        gone: dict[str, int] = {}
        for table, name in (("label", "labels"), ("about", "about"), ("item", "items")):
            gone[name] = self._mine.run_in(
                f"DELETE FROM {table} WHERE project = :project AND person = :person AND item {{among}}",
                numbers,
            )
        return gone


def _item_row(placed: Placed) -> tuple[object, ...]:
    item = placed.item
    return (
        item.number,
        id_hash(item.id),
        item.id,
        item.kind.value,
        item.at,
        item.version,
        item.received_at,
        placed.thread,
        placed.claim,
        session_hash(item.content.session),
        *content_row(item.content),
    )
