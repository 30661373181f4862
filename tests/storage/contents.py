"""What a database holds, read past our own code: for tests that must not believe what the server says of itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias, cast

import psycopg
from psycopg import sql

from ownwords.ports import Store
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.sqlite.store import SqliteStore
from ownwords.storage.tables import PERSON_TABLES

Ask: TypeAlias = Callable[..., list[tuple[Any, ...]]]
Tables: TypeAlias = dict[str, list[tuple[Any, ...]]]


def path_of(store: Store) -> Path:
    """Give the file of a SQLite store."""
    assert isinstance(store, SqliteStore)
    return vars(store)["_path"]


def url_of(store: Store) -> str:
    """Give the address of a PostgreSQL store."""
    assert isinstance(store, PostgresStore)
    return vars(store)["_url"]


@contextmanager
def asking(store: Store) -> Generator[Ask]:
    """Give a function that runs a query on a connection of the test's own."""
    if isinstance(store, SqliteStore):
        with closing(sqlite3.connect(path_of(store))) as lite:

            def ask(statement: str, *values: Any) -> list[tuple[Any, ...]]:
                return lite.execute(statement, values).fetchall()

            yield ask
    else:
        with psycopg.connect(url_of(store), autocommit=True) as connection:

            def ask_postgres(statement: str, *values: Any) -> list[tuple[Any, ...]]:
                query = sql.SQL(cast("Any", statement.replace("?", "%s")))
                return connection.execute(query, values or None).fetchall()

            yield ask_postgres


def names(store: Store) -> list[str]:
    """Give every table, partitions included."""
    catalogue = (
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        if isinstance(store, SqliteStore)
        else "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
    )
    with asking(store) as ask:
        return [name for (name,) in ask(catalogue)]


def tables(store: Store, project: int | None = None, *, parts: bool = False) -> Tables:
    """Give every row of every table and partition, in a fixed order.

    With `project` give its rows of the person tables, with `parts` also of each partition by itself.
    """
    found: Tables = {}
    wanted = names(store) if project is None or parts else PERSON_TABLES
    if project is not None:
        wanted = [name for name in wanted if name.rstrip("0123456789").rstrip("_") in PERSON_TABLES]
    condition = "" if project is None else f" WHERE project = {project}"
    with asking(store) as ask:
        for table in wanted:
            rows = list(ask(f"SELECT * FROM {table}{condition}"))
            found[table] = sorted(rows, key=repr)
    return found


def counts(store: Store, project: int) -> dict[str, int]:
    """Give the number of rows of a project in each person table."""
    return {table: len(rows) for table, rows in tables(store, project).items()}


def flat(contents: Tables) -> bytes:
    """Write all cells as bytes, to look for words in them."""
    cells = [cell for rows in contents.values() for row in rows for cell in row]
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells)
