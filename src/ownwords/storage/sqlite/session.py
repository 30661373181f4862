"""A connection to SQLite: its pragmas, and what its errors mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from ownwords.domain.errors import ReadTimedOut, RefusesToServe, StoreBusy, StoreDamaged, StoreFull, StoreUnavailable
from ownwords.storage.sql import Parameters, Row, Value, listing

PRAGMAS: Final = {
    # What was acknowledged survives a loss of power, not only the end of the process.
    "synchronous": 2,
    # Deleted content is overwritten with zeros.
    "secure_delete": 1,
    # Nothing a query sorts is written to a file.
    "temp_store": 2,
    "foreign_keys": 1,
    "cache_size": -32_768,
    "busy_timeout": 30_000,
    "journal_size_limit": 64 * 1024 * 1024,
    # The writer checkpoints by itself: seldom enough that pages written again and again are copied once, often enough
    # that the log stays at 32 MiB.
    "wal_autocheckpoint": 8_000,
}

_STEPS_BETWEEN_LOOKS_AT_THE_CLOCK: Final = 20_000


class SqliteSession:
    """See `storage.sql.Session`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Speak through a connection that `connect` opened."""
        self.connection = connection

    def rows(self, sql: str, parameters: Parameters) -> list[Row]:
        """Run a query and give its rows."""
        return self.connection.execute(sql, parameters).fetchall()

    def run(self, sql: str, parameters: Parameters) -> int:
        """Run a statement and give the number of rows it touched."""
        return max(self.connection.execute(sql, parameters).rowcount, 0)

    def run_many(self, sql: str, parameters: Sequence[Parameters]) -> int:
        """Run one statement for each set of parameters and give the number of rows touched."""
        return max(self.connection.executemany(sql, parameters).rowcount, 0)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows."""
        marks = ", ".join("?" * len(columns))
        self.connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def among(self, values: Sequence[Value]) -> tuple[str, Parameters]:
        """Write that a column is one of several values."""
        names, named = listing(values)
        return f"IN ({names})", named

    def table(self, columns: Mapping[str, Sequence[Value]]) -> tuple[str, Parameters]:
        """Write a query whose rows are the columns' values side by side."""
        named = {f"{name}{row}": value for name, values in columns.items() for row, value in enumerate(values)}
        size = len(next(iter(columns.values())))
        rows = ", ".join(f"({', '.join(f':{name}{row}' for name in columns)})" for row in range(size))
        return f"VALUES {rows}", named

    def try_lock(self, key: int) -> bool:
        """Take a lock; SQLite has one writer, which holds every lock there is."""
        del key
        return True


def connect(path: Path) -> sqlite3.Connection:
    """Open the database with every pragma that the promises stand on."""
    with meanings():
        connection = sqlite3.connect(
            path, timeout=30, isolation_level=None, check_same_thread=False, cached_statements=512
        )
        connection.execute("PRAGMA journal_mode = WAL")
        for name, value in PRAGMAS.items():
            connection.execute(f"PRAGMA {name} = {value}")
    return connection


def wrong_pragmas(connection: sqlite3.Connection) -> list[str]:
    """Read back every pragma; name each that is not as it was set."""
    wanted: dict[str, int | str] = {"journal_mode": "wal", **PRAGMAS}
    wrong: list[str] = []
    for name, value in wanted.items():
        (found,) = connection.execute(f"PRAGMA {name}").fetchone()
        if found != value:
            wrong.append(f"PRAGMA {name} is {found} and should be {value}")
    return wrong


def refuse_wrong_pragmas(connection: sqlite3.Connection) -> None:
    """Refuse to serve where a pragma did not take.

    Raises:
        RefusesToServe: it names each one.
    """
    wrong = wrong_pragmas(connection)
    if wrong:
        raise RefusesToServe("SQLite does not keep what it is asked to: " + "; ".join(wrong))


@contextmanager
def deadline(connection: sqlite3.Connection, seconds: float) -> Generator[None]:
    """End whatever the connection runs once `seconds` are over."""
    end = monotonic() + seconds
    connection.set_progress_handler(lambda: monotonic() > end, _STEPS_BETWEEN_LOOKS_AT_THE_CLOCK)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


@contextmanager
def meanings() -> Generator[None]:
    """Say in our words what SQLite says in its own."""
    try:
        yield
    except sqlite3.OperationalError as error:
        match error.sqlite_errorcode & 0xFF:
            case sqlite3.SQLITE_FULL:
                raise StoreFull from error
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                raise StoreBusy from error
            case sqlite3.SQLITE_INTERRUPT:
                raise ReadTimedOut from error
            case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
                raise StoreUnavailable from error
            case _:
                raise
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise StoreDamaged from error
        raise
