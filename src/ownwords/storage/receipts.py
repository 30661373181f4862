"""Receipts of forgetting, tombstones, and the search for what should be gone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ownwords.domain import limits
from ownwords.domain.ids import Derived
from ownwords.domain.receipts import SESSIONS, Receipt, Tombstone, within
from ownwords.domain.times import Instant
from ownwords.storage.sql import Mine
from ownwords.storage.tables import KEPT_AFTER_EVERYTHING, PERSON_TABLES

_RECEIPT: Final = "receipt, at, erasure, forgotten, not_found, lineage, mark"

_NUMBERS_IN: Final = {
    "item": "SELECT item, COUNT(*) FROM item WHERE project = :project AND person = :person GROUP BY item",
    "version": "SELECT item, COUNT(*) FROM version WHERE project = :project AND person = :person GROUP BY item",
    "label": "SELECT item, COUNT(*) FROM label WHERE project = :project AND person = :person GROUP BY item",
    "about": "SELECT item, COUNT(*) FROM about WHERE project = :project AND person = :person GROUP BY item",
    "passage": """
        SELECT passage / :parts, COUNT(*) FROM passage
        WHERE project = :project AND person = :person GROUP BY passage / :parts""",
    "posting": """
        SELECT passage / :parts, COUNT(*) FROM posting
        WHERE project = :project AND person = :person GROUP BY passage / :parts""",
    "vector": """
        SELECT passage / :parts, COUNT(*) FROM vector
        WHERE project = :project AND person = :person GROUP BY passage / :parts""",
    "queue": "SELECT item, COUNT(*) FROM queue WHERE project = :project AND person = :person GROUP BY item",
    "purchase": """
        SELECT purchase, COUNT(*) FROM purchase
        WHERE project = :project AND person = :person GROUP BY purchase""",
    "purchase_version": """
        SELECT purchase, COUNT(*) FROM purchase_version
        WHERE project = :project AND person = :person GROUP BY purchase""",
    "preference": """
        SELECT memory, COUNT(*) FROM preference
        WHERE project = :project AND person = :person GROUP BY memory""",
    "preference_version": """
        SELECT memory, COUNT(*) FROM preference_version
        WHERE project = :project AND person = :person GROUP BY memory""",
    "evidence": """
        SELECT memory, COUNT(*) FROM evidence
        WHERE project = :project AND person = :person GROUP BY memory
        UNION ALL SELECT item, COUNT(*) FROM evidence
        WHERE project = :project AND person = :person AND item IS NOT NULL GROUP BY item
        UNION ALL SELECT purchase, COUNT(*) FROM evidence
        WHERE project = :project AND person = :person AND purchase IS NOT NULL GROUP BY purchase""",
}
"""Where the number of an item or purchase stands: for each table, the numbers and how many rows each has."""


class ReceiptRows:
    """See `ports.Receipts`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def erasure(self) -> int:
        """Number this transaction's erasure."""
        # The server's own row, not a person's: it counts erasures and says nothing of whose they were.
        self._mine.run(
            """
            INSERT INTO server (name, value) VALUES ('erasures', '1')
            ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(server.value AS BIGINT) + 1 AS TEXT)"""
        )
        row = self._mine.row("SELECT value FROM server WHERE name = 'erasures'")
        return int(row[0]) if row else 0

    def put(self, receipt: Receipt, tombstones: Sequence[Tombstone]) -> None:
        """Store a receipt and the tombstones of what went."""
        self._mine.insert(
            "receipt",
            tuple(_RECEIPT.split(", ")),
            [
                (
                    receipt.id,
                    receipt.at,
                    receipt.erasure,
                    json.dumps(receipt.forgotten),
                    receipt.not_found,
                    json.dumps(receipt.lineage),
                    receipt.mark,
                )
            ],
        )
        self.entomb(tombstones)

    def get(self, receipt_id: str) -> Receipt | None:
        """Give a receipt."""
        row = self._mine.row(
            f"SELECT {_RECEIPT} FROM receipt WHERE project = :project AND person = :person AND receipt = :receipt",
            receipt=receipt_id,
        )
        return None if row is None else _receipt_of(row)

    def every(self) -> list[Receipt]:
        """Give all receipts, oldest first."""
        rows = self._mine.rows(
            f"SELECT {_RECEIPT} FROM receipt WHERE project = :project AND person = :person ORDER BY at, receipt"
        )
        return [_receipt_of(row) for row in rows]

    def entomb(self, tombstones: Sequence[Tombstone]) -> None:
        """Store tombstones; the later time of two of one hash counts."""
        self._mine.run_many(
            """
            INSERT INTO tombstone (project, person, hash, forgotten_at, key)
            VALUES (:project, :person, :hash, :forgotten_at, :key)
            ON CONFLICT (project, person, hash) DO UPDATE SET forgotten_at = CASE
                WHEN excluded.forgotten_at > tombstone.forgotten_at THEN excluded.forgotten_at
                ELSE tombstone.forgotten_at END""",
            [{"hash": one.hash, "forgotten_at": one.forgotten_at, "key": one.key} for one in tombstones],
        )

    def tombstones(self) -> list[Tombstone]:
        """Give all tombstones, in order of time."""
        rows = self._mine.rows(
            """
            SELECT hash, forgotten_at, key FROM tombstone
            WHERE project = :project AND person = :person ORDER BY forgotten_at, hash"""
        )
        return [
            Tombstone(Derived(bytes(hash_)), Instant(at), None if key is None else bytes(key))
            for hash_, at, key in rows
        ]

    def search(self, receipt: Receipt) -> dict[str, tuple[int, int]]:
        """Look through every table of the person for what should be gone."""
        found: dict[str, tuple[int, int]] = {}
        for table, sql in _NUMBERS_IN.items():
            named = {"parts": limits.PASSAGES_OF_AN_ITEM} if ":parts" in sql else {}
            rows = self._mine.rows(sql, **named)
            # Numbers from the mark on were given after the receipt; what was added again does not count.
            left = sum(count for number, count in rows if number < receipt.mark and within(number, receipt.lineage))
            found[table] = (sum(count for _, count in rows), left)
        return found | self._without_home() | self._signed_in_before(receipt)

    def clear(self) -> dict[str, int]:
        """Remove all that memory holds of the person but receipts, tombstones, accesses and counters."""
        return {
            table: self._mine.run(f"DELETE FROM {table} WHERE project = :project AND person = :person")
            for table in PERSON_TABLES
            if table not in KEPT_AFTER_EVERYTHING
        }

    def _without_home(self) -> dict[str, tuple[int, int]]:
        """Look for threads and claims that no item stands behind any more."""
        orphans = {
            "thread": """
                SELECT COUNT(*), SUM(CASE WHEN moved_to IS NULL AND NOT EXISTS (
                    SELECT 1 FROM item WHERE item.project = :project AND item.person = :person
                        AND item.thread = thread.thread) THEN 1 ELSE 0 END)
                FROM thread WHERE thread.project = :project AND thread.person = :person""",
            "claim": """
                SELECT COUNT(*), SUM(CASE WHEN items <= 0 THEN 1 ELSE 0 END)
                FROM claim WHERE project = :project AND person = :person""",
        }
        counted: dict[str, Iterable[Any]] = {table: self._mine.rows(sql)[0] for table, sql in orphans.items()}
        return {table: (int(looked or 0), int(left or 0)) for table, (looked, left) in counted.items()}

    def _signed_in_before(self, receipt: Receipt) -> dict[str, tuple[int, int]]:
        """Look for sign-ins that were issued before a receipt of everything."""
        rows = self._mine.rows(
            """
            SELECT COUNT(*), SUM(CASE WHEN erasure < :erasure THEN 1 ELSE 0 END)
            FROM sign_in WHERE project = :project AND person = :person""",
            erasure=receipt.erasure,
        )
        ((looked, before),) = rows
        return {"sign_in": (int(looked), int(before or 0) if SESSIONS in receipt.forgotten else 0)}


def _receipt_of(row: tuple[Any, ...]) -> Receipt:
    receipt, at, erasure, forgotten, not_found, lineage, mark = row
    pairs = tuple((first, last) for first, last in json.loads(lineage))
    return Receipt(receipt, Instant(at), erasure, json.loads(forgotten), not_found, pairs, mark)
