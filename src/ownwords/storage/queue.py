"""The queue of items whose meaning is still to be learned: one row an item, with the version that waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ownwords.domain.queues import Queued
from ownwords.domain.times import Instant
from ownwords.storage.sql import Mine, Row

_COLUMNS: Final = "item, version, due, tries, problem"
_RENEWED: Final = """
    ON CONFLICT (project, person, item) DO UPDATE SET
        version = excluded.version, due = excluded.due, tries = excluded.tries, problem = excluded.problem"""


class QueueRows:
    """See `ports.Queue`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def put(self, queued: Sequence[Queued]) -> None:
        """Queue versions of items, each in the place of what was queued of its item."""
        self._mine.run_many(
            f"""
            INSERT INTO queue (project, person, {_COLUMNS})
            VALUES (:project, :person, :item, :version, :due, :tries, :problem) {_RENEWED}""",
            [
                {"item": one.item, "version": one.version, "due": one.due, "tries": one.tries, "problem": one.problem}
                for one in queued
            ],
        )

    def put_new(self, queued: Sequence[Queued]) -> None:
        """Queue items of which nothing was queued; faster than `put`."""
        rows = ((one.item, one.version, one.due, one.tries, one.problem) for one in queued)
        self._mine.insert("queue", tuple(_COLUMNS.split(", ")), rows)

    def put_all(self, due: Instant) -> int:
        """Queue every item in its current version; give how many there are."""
        return self._mine.run(
            f"""
            INSERT INTO queue (project, person, {_COLUMNS})
            SELECT project, person, item, version, CAST(:due AS BIGINT), 0, NULL FROM item
            WHERE project = :project AND person = :person {_RENEWED}""",
            due=due,
        )

    def due(self, now: Instant, most: int) -> list[Queued]:
        """Give items that are due, in order of arrival."""
        rows = self._mine.rows(
            f"""
            SELECT {_COLUMNS} FROM queue WHERE project = :project AND person = :person AND due <= :now
            ORDER BY item LIMIT :most""",
            now=now,
            most=most,
        )
        return [_queued(row) for row in rows]

    def of(self, items: Iterable[int]) -> dict[int, Queued]:
        """Give what is queued of items."""
        rows = self._mine.rows_in(
            f"SELECT {_COLUMNS} FROM queue WHERE project = :project AND person = :person AND item {{among}}", items
        )
        return {row[0]: _queued(row) for row in rows}

    def remove(self, items: Iterable[int]) -> int:
        """Take items from the queue; give how many stood there."""
        return self._mine.run_in(
            "DELETE FROM queue WHERE project = :project AND person = :person AND item {among}", items
        )

    def counts(self) -> tuple[int, int]:
        """Count the items that wait, and those that were set aside."""
        row = self._mine.row("SELECT COUNT(due), COUNT(*) FROM queue WHERE project = :project AND person = :person")
        waiting, every = row or (0, 0)
        return int(waiting), int(every) - int(waiting)

    def set_aside(self, after: int, most: int) -> list[Queued]:
        """Give items that were set aside, in order of arrival, from behind an item."""
        rows = self._mine.rows(
            f"""
            SELECT {_COLUMNS} FROM queue
            WHERE project = :project AND person = :person AND due IS NULL AND item > :after
            ORDER BY item LIMIT :most""",
            after=after,
            most=most,
        )
        return [_queued(row) for row in rows]

    def try_again(self, due: Instant) -> int:
        """Queue again what was set aside; give how many items that are."""
        return self._mine.run(
            """
            UPDATE queue SET due = :due, tries = 0, problem = NULL
            WHERE project = :project AND person = :person AND due IS NULL""",
            due=due,
        )


def _queued(row: Row) -> Queued:
    item, version, due, tries, problem = row
    return Queued(item, version, None if due is None else Instant(due), tries, problem)
