"""Counts the bytes that a database takes, and those of what search is answered from."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import psycopg

if TYPE_CHECKING:
    from benchmarks.serving import Database

SEARCH_TABLES: Final = ("posting", "passage")
VECTOR_TABLES: Final = ("vector",)
_OF_POSTGRES: Final = """
    SELECT (SELECT COUNT(*) FROM passage), pg_database_size(current_database()),
        (SELECT SUM(pg_total_relation_size(oid)) FROM pg_class
         WHERE relkind IN ('r', 'p') AND relname = ANY(%s)),
        (SELECT SUM(pg_total_relation_size(oid)) FROM pg_class
         WHERE relkind IN ('r', 'p') AND relname = ANY(%s))"""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The bytes of a database and of its search tables with their indexes, and how these were counted."""

    passages: int
    whole: int
    search: int | None
    vectors: int | None
    how: str

    @property
    def search_of_each(self) -> float:
        """The bytes of the search tables for each passage; 0 where they could not be told apart."""
        return (self.search or 0) / max(self.passages, 1)

    @property
    def vectors_of_each(self) -> float:
        """The bytes of the vectors and their index for each passage; 0 where they could not be told apart."""
        return (self.vectors or 0) / max(self.passages, 1)


def sizes(database: Database) -> Sizes:
    """Count the bytes of a database whose server has ended, so that its log is written into it."""
    if database.engine == "sqlite":
        return _of_sqlite(database)
    with psycopg.connect(database.url, autocommit=True) as connection:
        # COPY leaves pages that nothing was vacuumed from; that is how it stands in use as well.
        row = connection.execute(_OF_POSTGRES, (list(SEARCH_TABLES), list(VECTOR_TABLES))).fetchone()
    assert row is not None
    passages, whole, search, vectors = map(int, row)
    return Sizes(passages, whole, search, vectors, "pg_database_size and pg_total_relation_size, WAL not counted")


def _of_sqlite(database: Database) -> Sizes:
    with closing(sqlite3.connect(f"file:{database.file}?mode=ro", uri=True)) as connection:
        (passages,) = connection.execute("SELECT COUNT(*) FROM passage").fetchone()
        try:
            search, vectors = (_bytes(connection, tables) for tables in (SEARCH_TABLES, VECTOR_TABLES))
        except sqlite3.OperationalError:
            return Sizes(passages, database.disk_bytes(), None, None, "file size; this SQLite has no dbstat")
    return Sizes(passages, database.disk_bytes(), search, vectors, "file size and dbstat")


def _bytes(connection: sqlite3.Connection, tables: tuple[str, ...]) -> int:
    names = ", ".join(f"'{name}'" for name in tables)
    (counted,) = connection.execute(
        f"SELECT SUM(pgsize) FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name IN ({names})"
    ).fetchone()
    return counted
