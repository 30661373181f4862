"""The store on SQLite: one file beside the secret, no service."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, TypeVar

from ownwords.domain.accesses import Access
from ownwords.domain.errors import RefusesToServe, StoreDamaged
from ownwords.domain.ids import PersonKey, ProjectId, Scope
from ownwords.domain.times import Instant
from ownwords.ports import Health, Projects, Transaction
from ownwords.storage.accesses import log
from ownwords.storage.migrations import due, migrations
from ownwords.storage.projects import ProjectRows
from ownwords.storage.resting import Rest
from ownwords.storage.sqlite.readers import Readers
from ownwords.storage.sqlite.session import (
    SqliteSession,
    connect,
    meanings,
    refuse_wrong_pragmas,
    wrong_pragmas,
)
from ownwords.storage.sqlite.writer import Writer
from ownwords.storage.tables import PERSONS, SWEPT, WITH_EXPIRED, WITH_QUEUED
from ownwords.storage.transaction import PersonTransaction

Result = TypeVar("Result")

_CACHE_OF_THE_WRITER: Final = -256 * 1024
"""In KiB, as the minus says; filled only as far as the database is large."""


class SqliteStore:
    """See `ports.Store`."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        """Open the database at `path`, made anew where there is none, and bring its schema up to date.

        Raises:
            RefusesToServe: a pragma did not take, the secret is another one, or a later version made the database.
        """
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
        with meanings():
            connection = connect(path)
            refuse_wrong_pragmas(connection)
            # Words fall all over the index, and only the writer turns every page of it.
            connection.execute(f"PRAGMA cache_size = {_CACHE_OF_THE_WRITER}")
            _migrate(connection)
            _know(connection, fingerprint)
        self._writer = Writer(connection)
        self._readers = Readers(path)
        self._rest = Rest()

    def read(self, scope: Scope, work: Callable[[Transaction], Result]) -> Result:
        """Run work that only reads."""
        return self._readers.read(lambda session: work(PersonTransaction(session, scope)))

    def write(self, scope: Scope, work: Callable[[Transaction], Result]) -> Result:
        """Run work that writes."""
        return self._writer.write(lambda session: work(PersonTransaction(session, scope)))

    def projects(self, work: Callable[[Projects], Result]) -> Result:
        """Run work on the project tables."""
        return self._writer.write(lambda session: work(ProjectRows(session)))

    def projects_read(self, work: Callable[[Projects], Result]) -> Result:
        """Run work that only reads the project tables."""
        return self._readers.read(lambda session: work(ProjectRows(session)))

    def persons(self, project: ProjectId, after: int | None, most: int) -> list[Scope]:
        """Walk the persons of a project in order of key."""
        values = {"project": project, "after": -(1 << 63) if after is None else after, "most": most}
        rows = self._readers.read(lambda session: session.rows(PERSONS, values))
        return [Scope(project, PersonKey(person)) for (person,) in rows]

    def with_expired(self, now: Instant, most: int) -> list[Scope]:
        """Find persons of any project who hold items whose end has come."""
        rows = self._readers.read(lambda session: session.rows(WITH_EXPIRED, {"now": now, "most": most}))
        return [Scope(ProjectId(project), PersonKey(person)) for project, person in rows]

    def with_queued(self, now: Instant, most: int) -> list[Scope]:
        """Find persons of any project who have queued work that is due."""
        rows = self._readers.read(lambda session: session.rows(WITH_QUEUED, {"now": now, "most": most}))
        return list(dict.fromkeys(Scope(ProjectId(project), PersonKey(person)) for project, person in rows))

    def sweep(self, now: Instant) -> int:
        """Remove kept answers and access-log rows whose time is over."""
        return self._writer.write(lambda session: sum(session.run(sql, {"now": now}) for sql in SWEPT))

    def log(self, accesses: Sequence[Access]) -> None:
        """Write to the access logs of any persons."""
        self._writer.write(lambda session: log(session, accesses))

    def purged_through(self) -> int:
        """Tell the number of the last erasure that has left the files as well."""
        return self._readers.read(lambda session: _number(session, "purged"))

    def purge(self, now: Instant) -> bool:
        """Clean the files of everything erased so far."""
        del now
        return self._rest.unless_resting(
            lambda: self._writer.write(self._clean, alone=True), lambda: self._path.stat().st_size
        )

    def health(self) -> Health:
        """Check what the promises stand on."""
        try:
            with meanings(), closing(connect(self._path)) as connection:
                faults = wrong_pragmas(connection)
                (checked,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except StoreDamaged as problem:
            faults, checked = [problem.message], "ok"
        if checked != "ok":
            faults.append(f"quick_check: {checked}; stop the server and restore a backup")
        size = sum(file.stat().st_size for file in self._path.parent.glob(self._path.name + "*"))
        return Health("sqlite", sqlite3.sqlite_version, tuple(faults), size)

    def backup(self, path: Path) -> None:
        """Write a whole copy of the database."""
        path.touch(mode=0o600, exist_ok=False)
        # Not the pages as they are: a copy made anew holds nothing of what was erased.
        with meanings(), closing(connect(self._path)) as source:
            source.execute("VACUUM INTO ?", (str(path),))

    def close(self) -> None:
        """End every connection after what was begun."""
        self._writer.close()
        self._readers.close()

    def _clean(self, session: SqliteSession) -> bool:
        """Rewrite the database without what was erased, and empty the log; the writer runs nothing meanwhile."""
        erased = _number(session, "erasures")
        if erased == _number(session, "purged"):
            return False
        connection = session.connection
        # A file and not memory: the copy is as large as the database, and holds nothing of what was erased.
        connection.execute("PRAGMA temp_store = FILE")
        try:
            connection.execute("VACUUM")
        finally:
            connection.execute("PRAGMA temp_store = MEMORY")
        with self._readers.silence():
            connection.execute("PRAGMA busy_timeout = 1000")
            (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            connection.execute("PRAGMA busy_timeout = 30000")
        if busy:
            return False
        session.run(
            "INSERT INTO server (name, value) VALUES ('purged', :value) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            {"value": str(erased)},
        )
        return True


def _number(session: SqliteSession, name: str) -> int:
    rows = session.rows("SELECT value FROM server WHERE name = :name", {"name": name})
    return int(rows[0][0]) if rows else 0


def _migrate(connection: sqlite3.Connection) -> None:
    known = migrations("ownwords.storage.sqlite.migrations")
    connection.execute("BEGIN IMMEDIATE")
    try:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        for migration in due(known, schema):
            for statement in _statements(migration.sql):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {migration.number}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """Cut a script at the ends of its statements; the driver's own way to run one would commit before it."""
    found: list[str] = []
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found


def _know(connection: sqlite3.Connection, fingerprint: str) -> None:
    connection.execute("INSERT OR IGNORE INTO server (name, value) VALUES ('secret', ?)", (fingerprint,))
    (known,) = connection.execute("SELECT value FROM server WHERE name = 'secret'").fetchone()
    if known != fingerprint:
        message = (
            "The secret is not the one that this database was made with; its hashes and tokens would mean nothing. "
            "Bring back the file `secret`, or set OWNWORDS_SECRET to the one it was."
        )
        raise RefusesToServe(message)
