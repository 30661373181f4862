"""Threads, and where the ones went that were regrouped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ownwords.domain.ids import Derived
from ownwords.domain.search import Placed
from ownwords.domain.threads import Thread, ThreadKind
from ownwords.domain.times import DAY, Instant
from ownwords.storage.rows import PLACED, placed_of
from ownwords.storage.sql import Mine

_COLUMNS: Final = "thread, kind, session, first_at, last_at, first_id, items, listed_at"
_LONGEST_DAY: Final = DAY + DAY // 8
"""No day of any wall clock is longer, and no conversation longer than its day."""
_MOST_MOVES: Final = 10_000


class ThreadRows:
    """See `ports.Threads`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def by_keys(self, keys: Iterable[Derived]) -> dict[Derived, Thread]:
        """Give the threads that hold items."""
        rows = self._mine.rows_in(
            f"""
            SELECT {_COLUMNS} FROM thread
            WHERE project = :project AND person = :person AND thread {{among}} AND moved_to IS NULL""",
            keys,
        )
        return {thread.key: thread for thread in map(_thread_of, rows)}

    def now_holding(self, key: Derived) -> Derived | None:
        """Follow a thread that was regrouped to the one that now holds it."""
        for _ in range(_MOST_MOVES):
            row = self._mine.row(
                "SELECT moved_to FROM thread WHERE project = :project AND person = :person AND thread = :thread",
                thread=key,
            )
            if row is None:
                return None
            if row[0] is None:
                return key
            key = Derived(bytes(row[0]))
        return None

    def loose_between(self, first: Instant, last: Instant) -> list[Thread]:
        """Give the conversations that reach into a span of time."""
        rows = self._mine.rows(
            f"""
            SELECT {_COLUMNS} FROM thread
            WHERE project = :project AND person = :person AND kind = 'loose' AND moved_to IS NULL
              AND last_at >= :first AND last_at <= :latest AND first_at <= :last""",
            first=first,
            last=last,
            latest=last + _LONGEST_DAY,
        )
        return [_thread_of(row) for row in rows]

    def put(self, threads: Sequence[Thread]) -> None:
        """Store threads."""
        self._mine.run_many(
            f"""
            INSERT INTO thread (project, person, {_COLUMNS})
            VALUES (:project, :person, :thread, :kind, :session, :first_at, :last_at, :first_id, :items, :listed_at)
            ON CONFLICT (project, person, thread) DO UPDATE SET
                kind = excluded.kind, session = excluded.session, first_at = excluded.first_at,
                last_at = excluded.last_at, first_id = excluded.first_id, items = excluded.items,
                listed_at = excluded.listed_at, moved_to = NULL""",
            [
                {
                    "thread": one.key,
                    "kind": one.kind.value,
                    "session": one.session,
                    "first_at": one.first_at,
                    "last_at": one.last_at,
                    "first_id": one.first_id,
                    "items": one.items,
                    "listed_at": one.listed_at,
                }
                for one in threads
            ],
        )

    def members(self, key: Derived) -> list[Placed]:
        """Give the items of a thread, in order."""
        rows = self._mine.rows(
            f"""
            SELECT {PLACED} FROM item WHERE project = :project AND person = :person AND thread = :thread
            ORDER BY at, item""",
            thread=key,
        )
        return [placed_of(row) for row in rows]

    def move(self, numbers: Sequence[int], to: Derived) -> None:
        """File items in another thread."""
        self._mine.run_in(
            "UPDATE item SET thread = :to WHERE project = :project AND person = :person AND item {among}",
            numbers,
            to=to,
        )

    def join(self, key: Derived, to: Derived) -> None:
        """File every item of a thread in another one."""
        self._mine.run(
            "UPDATE item SET thread = :to WHERE project = :project AND person = :person AND thread = :thread",
            thread=key,
            to=to,
        )
        self.lead(key, to)

    def lead(self, key: Derived, to: Derived) -> None:
        """Say to whoever asks for an emptied thread that its items are now in another one."""
        # The words of what may be forgotten later do not stay on an empty thread.
        self._mine.run(
            """
            UPDATE thread SET moved_to = :to, items = 0, session = NULL, first_id = ''
            WHERE project = :project AND person = :person AND thread = :thread""",
            thread=key,
            to=to,
        )

    def remove(self, keys: Iterable[Derived]) -> None:
        """Remove threads of which nothing is left, and everything that leads to them."""
        going = set(keys)
        while going:
            leading = self._mine.rows_in(
                "SELECT thread FROM thread WHERE project = :project AND person = :person AND moved_to {among}",
                going,
            )
            self._mine.run_in(
                "DELETE FROM thread WHERE project = :project AND person = :person AND thread {among}",
                going,
            )
            going = {Derived(bytes(thread)) for (thread,) in leading} - going

    def every(self) -> list[Thread]:
        """Give all threads that hold items."""
        rows = self._mine.rows(
            f"SELECT {_COLUMNS} FROM thread WHERE project = :project AND person = :person AND moved_to IS NULL"
        )
        return [_thread_of(row) for row in rows]

    def page(self, *, newest_first: bool, after: tuple[int, Derived] | None, most: int) -> list[Thread]:
        """Give a page of threads in their order in lists."""
        side, order = ("<", "DESC") if newest_first else (">", "ASC")
        condition = "" if after is None else f"AND (listed_at, thread) {side} (:listed_at, :thread)"
        rows = self._mine.rows(
            f"""
            SELECT {_COLUMNS} FROM thread
            WHERE project = :project AND person = :person AND moved_to IS NULL {condition}
            ORDER BY listed_at {order}, thread {order} LIMIT :most""",
            most=most,
            **({} if after is None else {"listed_at": after[0], "thread": after[1]}),
        )
        return [_thread_of(row) for row in rows]


def _thread_of(row: tuple[Any, ...]) -> Thread:
    key, kind, session, first_at, last_at, first_id, items, listed_at = row
    return Thread(
        Derived(bytes(key)),
        ThreadKind(kind),
        session,
        Instant(first_at),
        Instant(last_at),
        first_id,
        items,
        Instant(listed_at),
    )
