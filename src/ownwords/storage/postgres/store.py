"""The store on PostgreSQL: one database, any number of servers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Final, TypeVar

import psycopg
from psycopg import IsolationLevel
from psycopg_pool import ConnectionPool

from ownwords.domain import limits
from ownwords.domain.accesses import Access
from ownwords.domain.errors import ReadTimedOut, RefusesToServe, StoreBusy, StoreUnavailable
from ownwords.domain.ids import PersonKey, ProjectId, Scope
from ownwords.domain.times import Instant
from ownwords.ports import Health, Projects, Transaction
from ownwords.storage.accesses import log
from ownwords.storage.migrations import due, migrations
from ownwords.storage.postgres.session import PostgresSession, asks_for_another_try, meanings, spoken
from ownwords.storage.projects import ProjectRows
from ownwords.storage.resting import Rest
from ownwords.storage.sql import Row
from ownwords.storage.tables import PERSON_TABLES, PERSONS, SWEPT, WITH_EXPIRED, WITH_QUEUED
from ownwords.storage.transaction import PersonTransaction

Result = TypeVar("Result")

OLDEST: Final = 150_000
_MIGRATING: Final = 0x6F776E776F726473
"""One lock for all servers that start at once; the bytes say `ownwords`."""
_UNCOUNTED: Final = """
    SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
    WHERE pg_namespace.nspname = current_schema() AND pg_class.relkind = 'r' AND pg_class.reltuples < 0
      AND (pg_class.relname = 'item' OR pg_class.relname LIKE 'item#_%' ESCAPE '#')
      AND pg_relation_size(pg_class.oid) > 0 LIMIT 1"""
_BY_PERSON: Final = re.compile(r"CREATE TABLE (\w+) \(([^;]*)\) /\* by person \*/;")
_MILLISECONDS: Final = 1_000


class PostgresStore:
    """See `ports.Store`."""

    def __init__(self, url: str, fingerprint: str, *, partitions: int = 0, connections: int = 16) -> None:
        """Open the database at `url` and bring its schema up to date.

        With `partitions`, a new schema has its person tables split by a hash of the person into so many.

        Raises:
            RefusesToServe: the server is older than 15, the secret is another one, or a later version made the
                schema.
            StoreUnavailable: there is no answer.
        """
        with meanings(), psycopg.connect(url) as connection:
            if connection.info.server_version < OLDEST:
                raise RefusesToServe("PostgreSQL is older than 15; use 15 or later.")
            _migrate(connection, partitions)
            _know(connection, fingerprint)
        self._url = url
        self._readers = _pool(url, connections, _configure_reader)
        self._writers = _pool(url, connections, _configure_writer)
        self._rest = Rest()

    def read(self, scope: Scope, work: Callable[[Transaction], Result]) -> Result:
        """Run work that only reads."""
        return self._read(lambda session: work(PersonTransaction(session, scope)))

    def write(self, scope: Scope, work: Callable[[Transaction], Result]) -> Result:
        """Run work that writes."""
        return self._write(lambda session: work(PersonTransaction(session, scope, lock="FOR UPDATE")))

    def projects(self, work: Callable[[Projects], Result]) -> Result:
        """Run work on the project tables."""
        return self._write(lambda session: work(ProjectRows(session, lock="FOR UPDATE")))

    def projects_read(self, work: Callable[[Projects], Result]) -> Result:
        """Run work that only reads the project tables."""
        return self._read(lambda session: work(ProjectRows(session)))

    def persons(self, project: ProjectId, after: int | None, most: int) -> list[Scope]:
        """Walk the persons of a project in order of key."""
        values = {"project": project, "after": -(1 << 63) if after is None else after, "most": most}
        rows = self._read(lambda session: session.rows(PERSONS, values))
        return [Scope(project, PersonKey(person)) for (person,) in rows]

    def with_expired(self, now: Instant, most: int) -> list[Scope]:
        """Find persons of any project who hold items whose end has come."""
        rows = self._read(lambda session: session.rows(WITH_EXPIRED, {"now": now, "most": most}))
        return [Scope(ProjectId(project), PersonKey(person)) for project, person in rows]

    def with_queued(self, now: Instant, most: int) -> list[Scope]:
        """Find persons of any project who have queued work that is due."""
        rows = self._read(lambda session: session.rows(WITH_QUEUED, {"now": now, "most": most}))
        return list(dict.fromkeys(Scope(ProjectId(project), PersonKey(person)) for project, person in rows))

    def sweep(self, now: Instant) -> int:
        """Remove kept answers and access-log rows whose time is over; have new tables counted."""
        swept = self._write(lambda session: sum(session.run(sql, {"now": now}) for sql in SWEPT))
        # Until the server's own vacuum comes by, its planner takes every memory for a few rows and walks all of it.
        if self._read(lambda session: session.rows(_UNCOUNTED, {})):
            with meanings(), psycopg.connect(self._url, autocommit=True) as connection:
                connection.execute("ANALYZE item, posting, passage, vector")
        return swept

    def log(self, accesses: Sequence[Access]) -> None:
        """Write to the access logs of any persons."""
        self._write(lambda session: log(session, accesses))

    def purged_through(self) -> int:
        """Tell the number of the last erasure that the tables were vacuumed after."""
        return self._read(lambda session: _number(session, "purged"))

    def purge(self, now: Instant) -> bool:
        """Vacuum every person table; what the log and backups keep is on the page on erasure."""
        del now
        return self._rest.unless_resting(self._vacuumed, lambda: self.health().bytes)

    def health(self) -> Health:
        """Check what the promises stand on."""

        def checked(session: PostgresSession) -> Health:
            faults = [
                f"{name} is {shown} and should be on"
                for name in ("fsync", "full_page_writes", "synchronous_commit")
                for ((shown,),) in [session.rows(f"SHOW {name}", {})]
                if shown in ("off", "local")
            ]
            ((version,),) = session.rows("SHOW server_version", {})
            ((size,),) = session.rows("SELECT pg_database_size(current_database())", {})
            return Health("postgresql", str(version), tuple(faults), int(size))

        return self._read(checked)

    def backup(self, path: Path) -> None:
        """Refuse: PostgreSQL has its own tools for this, which also keep its log."""
        del path
        raise RefusesToServe("PostgreSQL backs itself up: use pg_dump or pg_basebackup. See docs/erasure.md.")

    def close(self) -> None:
        """End every connection after what was begun."""
        self._readers.close()
        self._writers.close()

    def _vacuumed(self) -> bool:
        erased = self._read(lambda session: _number(session, "erasures"))
        if erased == self.purged_through():
            return False
        with meanings(), psycopg.connect(self._url, autocommit=True) as connection:
            for table in PERSON_TABLES:
                connection.execute(spoken(f"VACUUM {table}"))
        self._write(
            lambda session: session.run(
                "INSERT INTO server (name, value) VALUES ('purged', :value) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                {"value": str(erased)},
            )
        )
        return True

    def _read(self, work: Callable[[PostgresSession], Result]) -> Result:
        with meanings(over_time=ReadTimedOut):
            return _run(self._readers, work, limits.READ_SECONDS)

    def _write(self, work: Callable[[PostgresSession], Result]) -> Result:
        for tried in range(limits.WRITE_TRIES):
            try:
                with meanings():
                    return _run(self._writers, work, inf)
            except psycopg.OperationalError as error:
                if not asks_for_another_try(error):
                    raise
                time.sleep(0.01 * 2**tried)
        raise StoreBusy


class _Lost(Exception):
    """The database ended the connection before the transaction came to its commit: nothing of it was stored."""


def _run(
    pool: ConnectionPool[psycopg.Connection[Row]], work: Callable[[PostgresSession], Result], seconds: float
) -> Result:
    """Run a transaction; one whose connection turns out to be ended is run again, once the others were looked at."""
    try:
        return _attempt(pool, work, seconds)
    except _Lost:
        pool.check()
    try:
        return _attempt(pool, work, seconds)
    except _Lost as lost:
        raise StoreUnavailable from lost


def _attempt(
    pool: ConnectionPool[psycopg.Connection[Row]], work: Callable[[PostgresSession], Result], seconds: float
) -> Result:
    with pool.connection() as connection:
        try:
            return work(PostgresSession(connection, seconds=seconds))
        except psycopg.OperationalError as error:
            if connection.closed:
                raise _Lost from error
            raise


def _pool(
    url: str, connections: int, configure: Callable[[psycopg.Connection[Row]], None]
) -> ConnectionPool[psycopg.Connection[Row]]:
    return ConnectionPool(
        url,
        min_size=1,
        max_size=connections,
        timeout=limits.WRITE_WAIT_SECONDS,
        configure=configure,
        open=True,
    )


def _configure_reader(connection: psycopg.Connection[Row]) -> None:
    connection.isolation_level = IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    _bound(connection, limits.READ_SECONDS)


def _configure_writer(connection: psycopg.Connection[Row]) -> None:
    _bound(connection, limits.WRITE_WAIT_SECONDS)


def _bound(connection: psycopg.Connection[Row], seconds: int) -> None:
    """Bound each statement and each pause of a transaction."""
    connection.execute(spoken(f"SET statement_timeout = {seconds * _MILLISECONDS}"))
    connection.execute(spoken(f"SET idle_in_transaction_session_timeout = {seconds * _MILLISECONDS}"))
    # Statements here take milliseconds; compiling one takes longer than running it.
    connection.execute("SET jit = off")
    connection.commit()


def _number(session: PostgresSession, name: str) -> int:
    rows = session.rows("SELECT value FROM server WHERE name = :name", {"name": name})
    return int(rows[0][0]) if rows else 0


def _migrate(connection: psycopg.Connection[Row], partitions: int) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
    connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number BIGINT NOT NULL)")
    row = connection.execute("SELECT MAX(number) FROM schema_version").fetchone()
    for migration in due(migrations("ownwords.storage.postgres.migrations"), int(row[0] or 0) if row else 0):
        connection.execute(spoken(split_by_person(migration.sql, partitions)))
        connection.execute("INSERT INTO schema_version (number) VALUES (%s)", (migration.number,))


def split_by_person(script: str, partitions: int) -> str:
    """Write a schema with its person tables in so many partitions, or whole where there are none."""

    def split(found: re.Match[str]) -> str:
        table, body = found.groups()
        if not partitions:
            return f"CREATE TABLE {table} ({body});"
        parts = "".join(
            f"\nCREATE TABLE {table}_{part} PARTITION OF {table} "
            f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {part});"
            for part in range(partitions)
        )
        return f"CREATE TABLE {table} ({body}) PARTITION BY HASH (person);{parts}"

    return _BY_PERSON.sub(split, script)


def _know(connection: psycopg.Connection[Row], fingerprint: str) -> None:
    connection.execute(
        "INSERT INTO server (name, value) VALUES ('secret', %s) ON CONFLICT (name) DO NOTHING", (fingerprint,)
    )
    row = connection.execute("SELECT value FROM server WHERE name = 'secret'").fetchone()
    if row is None or row[0] != fingerprint:
        message = (
            "The secret is not the one that this database was made with; its hashes and tokens would mean nothing. "
            "Set OWNWORDS_SECRET to the one it was, on every server."
        )
        raise RefusesToServe(message)
