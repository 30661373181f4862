"""The one writer: a thread that runs waiting writes one after the other and commits them together.

A commit costs a wait for the disk; ten writes in one commit cost one. Each runs in a savepoint of its own, so that
one that fails takes nothing of the others with it, and none is acknowledged before the commit is on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from concurrent.futures import TimeoutError as WaitedTooLong
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from ownwords.domain import limits
from ownwords.domain.errors import StoreBusy, StoreUnavailable
from ownwords.storage.sqlite.session import SqliteSession, meanings

Result = TypeVar("Result")


@dataclass(slots=True)
class _Write:
    """Work that waits; `alone` is run outside of any transaction."""

    work: Callable[[SqliteSession], Any]
    alone: bool
    outcome: Future[Any] = field(default_factory=Future[Any])


class Writer:
    """Runs every write of this process."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over `connection` and begin."""
        self._session = SqliteSession(connection)
        self._waiting: SimpleQueue[_Write | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="ownwords-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[SqliteSession], Result], *, alone: bool = False) -> Result:
        """Run work in a transaction and come back once it is on the disk.

        Raises:
            StoreBusy: it did not get its turn within a minute; nothing of it was stored.
        """
        if self._closed:
            raise StoreUnavailable
        write = _Write(work, alone)
        self._waiting.put(write)
        try:
            return write.outcome.result(limits.WRITE_WAIT_SECONDS)
        except WaitedTooLong:
            if write.outcome.cancel():
                raise StoreBusy from None
            # It has begun, so it will end; only then can the truth be told.
            return write.outcome.result()

    def close(self) -> None:
        """Finish what waits, and end."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
            self._thread.join()
            self._session.connection.close()

    def _run(self) -> None:
        open_ = True
        while open_:
            batch: list[_Write] = []
            open_ = self._gather(batch)
            together = [write for write in batch if not write.alone]
            if together:
                self._commit(together)
            for write in batch:
                if write.alone and write.outcome.set_running_or_notify_cancel():
                    _settle(write, lambda work=write.work: work(self._session))

    def _gather(self, batch: list[_Write]) -> bool:
        """Take what waits, up to a commit's worth; tell whether to go on after it."""
        write = self._waiting.get()
        while write is not None:
            batch.append(write)
            if write.alone or len(batch) == limits.WRITES_IN_A_COMMIT:
                return True
            try:
                write = self._waiting.get_nowait()
            except Empty:
                return True
        return False

    def _commit(self, batch: list[_Write]) -> None:
        running = [write for write in batch if write.outcome.set_running_or_notify_cancel()]
        done: list[tuple[_Write, Any]] = []
        connection = self._session.connection
        try:
            with meanings():
                connection.execute("BEGIN IMMEDIATE")
                for write in running:
                    self._attempt(write, done)
                connection.execute("COMMIT")
        except BaseException as error:  # noqa: BLE001 - whatever it is, each caller must hear of it
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for write in running:
                _fail(write, error)
        else:
            for write, result in done:
                write.outcome.set_result(result)

    def _attempt(self, write: _Write, done: list[tuple[_Write, Any]]) -> None:
        """Run one write in a savepoint; raise only where the whole transaction is lost."""
        connection = self._session.connection
        connection.execute("SAVEPOINT one")
        try:
            with meanings():
                result = write.work(self._session)
        except BaseException as error:
            if not connection.in_transaction:
                # SQLite gives up the whole transaction where, say, the disk is full.
                raise
            connection.execute("ROLLBACK TO one")
            connection.execute("RELEASE one")
            _fail(write, error)
        else:
            connection.execute("RELEASE one")
            done.append((write, result))


def _settle(write: _Write, work: Callable[[], Any]) -> None:
    try:
        with meanings():
            write.outcome.set_result(work())
    except BaseException as error:  # noqa: BLE001 - the caller must hear of it
        _fail(write, error)


def _fail(write: _Write, error: BaseException) -> None:
    try:
        write.outcome.set_exception(error)
    except InvalidStateError:
        # It failed on its own before the others did.
        return
