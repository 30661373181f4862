"""A connection to PostgreSQL: how it speaks our statements, and what its errors mean."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from time import monotonic
from typing import Final, LiteralString, cast

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from ownwords.domain.errors import ReadTimedOut, StoreBusy, StoreFull, StoreUnavailable
from ownwords.storage.sql import Parameters, Row, Value

_NAMED: Final = re.compile(r"(?<![:\w]):([a-z_][a-z0-9_]*)")
_ARRAYS: Final[Mapping[type, str]] = {int: "BIGINT[]", float: "DOUBLE PRECISION[]", str: "TEXT[]", bytes: "BYTEA[]"}
_FEW_ROWS: Final = 2
"""Up to so many rows an INSERT is hardly more journeys, and keeps its plan; COPY is parsed each time."""


class PostgresSession:
    """See `storage.sql.Session`."""

    def __init__(self, connection: psycopg.Connection[Row], *, seconds: float = inf) -> None:
        """Speak through a connection inside a transaction, for so many seconds at most."""
        self.connection = connection
        self._end = monotonic() + seconds

    def rows(self, sql: str, parameters: Parameters) -> list[Row]:
        """Run a query and give its rows.

        Raises:
            ReadTimedOut: the time of the whole transaction is over; the server bounds single statements only.
        """
        if monotonic() > self._end:
            raise ReadTimedOut
        return self.connection.execute(spoken(sql), parameters).fetchall()

    def run(self, sql: str, parameters: Parameters) -> int:
        """Run a statement and give the number of rows it touched."""
        return max(self.connection.execute(spoken(sql), parameters).rowcount, 0)

    def run_many(self, sql: str, parameters: Sequence[Parameters]) -> int:
        """Run one statement for each set of parameters and give the number of rows touched."""
        if len(parameters) == 1:
            return self.run(sql, parameters[0])
        with self.connection.cursor() as cursor:
            cursor.executemany(spoken(sql), parameters)
            return max(cursor.rowcount, 0)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows, by COPY unless they are few."""
        if len(rows) <= _FEW_ROWS:
            for row in rows:
                self.connection.execute(_inserting(table, tuple(columns)), row)
            return
        with self.connection.cursor() as cursor, cursor.copy(_copying(table, tuple(columns))) as copy:
            for row in rows:
                copy.write_row(row)

    def among(self, values: Sequence[Value]) -> tuple[str, Parameters]:
        """Write that a column is one of several values: one parameter, so that the statement is always the same."""
        return f"= ANY(CAST(:among AS {_array_of(values)}))", {"among": list(values)}

    def table(self, columns: Mapping[str, Sequence[Value]]) -> tuple[str, Parameters]:
        """Write a query whose rows are the columns' values side by side."""
        arrays = ", ".join(f"CAST(:{name} AS {_array_of(values)})" for name, values in columns.items())
        return f"SELECT * FROM unnest({arrays})", {name: list(values) for name, values in columns.items()}

    def try_lock(self, key: int) -> bool:
        """Take an advisory lock that ends with the transaction."""
        return bool(self.rows("SELECT pg_try_advisory_xact_lock(:key)", {"key": key})[0][0])


@lru_cache(maxsize=64)
def _inserting(table: str, columns: tuple[str, ...]) -> LiteralString:
    marks = ", ".join(["%s"] * len(columns))
    return cast("LiteralString", f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})")


@lru_cache(maxsize=64)
def _copying(table: str, columns: tuple[str, ...]) -> LiteralString:
    return cast("LiteralString", f"COPY {table} ({', '.join(columns)}) FROM STDIN")


def _array_of(values: Sequence[Value]) -> str:
    return _ARRAYS[type(values[0])] if values else "BIGINT[]"


@lru_cache(maxsize=1024)
def spoken(statement: str) -> LiteralString:
    """Write a statement's named parameters as the driver wants them."""
    # Statements come from this package's own constants; values only ever travel as parameters.
    return cast("LiteralString", _NAMED.sub(r"%(\1)s", statement.replace("%", "%%")))


def asks_for_another_try(error: BaseException) -> bool:
    """Tell whether the database wants the transaction run again."""
    return isinstance(error, errors.SerializationFailure | errors.DeadlockDetected)


@contextmanager
def meanings(*, over_time: type[StoreUnavailable] = StoreBusy) -> Generator[None]:
    """Say in our words what PostgreSQL says in its own; its messages may quote values and are not passed on."""
    try:
        yield
    except errors.QueryCanceled:
        raise over_time from None
    except (errors.LockNotAvailable, errors.TooManyConnections, PoolTimeout):
        raise StoreBusy from None
    except errors.DiskFull:
        raise StoreFull from None
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        if asks_for_another_try(error):
            raise
        raise StoreUnavailable from None
