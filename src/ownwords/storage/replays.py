"""Answers kept under an Idempotency-Key."""

from __future__ import annotations

import json

from ownwords.domain import ids
from ownwords.domain.ids import Derived
from ownwords.domain.replays import Entry, Replay
from ownwords.domain.times import Instant
from ownwords.storage.sql import Mine


class ReplayRows:
    """See `ports.Replays`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def claim(self, key: Derived) -> bool:
        """Take the key until the end of the transaction."""
        return self._mine.try_lock(int.from_bytes(key[:8], "big", signed=True))

    def get(self, key: Derived, now: Instant) -> Replay | None:
        """Give the answer that is kept under a key, unless its time is over."""
        row = self._mine.row(
            """
            SELECT body, entries, expires FROM replay
            WHERE project = :project AND person = :person AND replay = :replay AND expires > :now""",
            replay=key,
            now=now,
        )
        if row is None:
            return None
        body, entries, expires = row
        return Replay(key, Derived(bytes(body)), tuple(map(_entry_of, json.loads(entries))), Instant(expires))

    def put(self, replay: Replay) -> None:
        """Keep an answer."""
        self._mine.run(
            "DELETE FROM replay WHERE project = :project AND person = :person AND replay = :replay",
            replay=replay.key,
        )
        entries = [
            [
                one.number,
                one.status,
                one.version,
                None if one.thread is None else ids.encoded(one.thread),
                one.notes,
            ]
            for one in replay.entries
        ]
        self._mine.insert(
            "replay",
            ("replay", "body", "entries", "expires"),
            [(replay.key, replay.body, json.dumps(entries), replay.expires)],
        )


def _entry_of(entry: tuple[int, str, int, str | None, list[str]]) -> Entry:
    number, status, version, thread, notes = entry
    return Entry(number, status, version, None if thread is None else ids.decoded(thread), tuple(notes))
