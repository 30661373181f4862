"""SQLite's own full text search and nothing else: what any memory has to be better than."""

# pyright: basic
# ruff: noqa: D102 - what each method promises stands in `lines.Memory`

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import lines

TOKENIZERS = {"unicode61": "unicode61", "porter": "porter unicode61"}


class Fts5:
    """A table a person, ranked by `bm25()`; any of the query's words is enough."""

    def __init__(self, folder: Path, variant: str) -> None:
        self._variant = variant
        self._database = sqlite3.connect(folder / "fts5.db")
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=FULL")
        self._tables: dict[str, str] = {}

    def about(self) -> dict[str, Any]:
        return {
            "name": f"SQLite FTS5, {self._variant}",
            "version": sqlite3.sqlite_version,
            "could_not": [
                "It finds words only: nothing is found that was said in other words, or in another language.",
                "It knows no persons, sessions, speakers or times: each person had a table.",
                "An item added twice is kept twice.",
            ],
        }

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        table = self._tables.setdefault(person, f"said_{len(self._tables)}")
        with self._database:
            self._database.execute(
                f"CREATE VIRTUAL TABLE IF NOT EXISTS {table}"
                f" USING fts5(id UNINDEXED, text, tokenize='{TOKENIZERS[self._variant]}')"
            )
            rows = [(item["id"], item["spoken"]) for item in items]
            self._database.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        del now  # There is no time in it.
        table = self._tables[person]
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        found = self._database.execute(
            f"SELECT id FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT ?", (words, limit)
        )
        return [identity for (identity,) in found]

    def close(self) -> None:
        self._database.close()


if __name__ == "__main__":
    lines.serve(Fts5)
