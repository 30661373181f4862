"""Reader connections, and the gate that stops reading for the moment in which the files are cleaned."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue
from threading import Condition
from time import monotonic
from typing import TypeVar

from ownwords.domain import limits
from ownwords.domain.errors import StoreUnavailable
from ownwords.storage.sqlite.session import SqliteSession, connect, deadline, meanings

Result = TypeVar("Result")


class Readers:
    """Lends a connection to each read; a read sees one state of the database."""

    def __init__(self, path: Path) -> None:
        """Read from the database at `path`."""
        self._path = path
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._gate = Condition()
        self._reading = 0
        self._shut = False
        self._closed = False

    def read(self, work: Callable[[SqliteSession], Result]) -> Result:
        """Run work that only reads, for at most 5 seconds."""
        with self._through_the_gate(), self._borrowed() as connection, meanings():
            connection.execute("BEGIN")
            try:
                with deadline(connection, limits.READ_SECONDS):
                    return work(SqliteSession(connection))
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def silence(self) -> Generator[bool]:
        """Keep new reads waiting, and give whether the running ones ended, which takes 5 seconds at most."""
        with self._gate:
            self._shut = True
        try:
            end = monotonic() + limits.READ_SECONDS + 1
            with self._gate:
                yield self._gate.wait_for(lambda: self._reading == 0, timeout=end - monotonic())
        finally:
            with self._gate:
                self._shut = False
                self._gate.notify_all()

    def close(self) -> None:
        """Close every connection, once the reads that run have ended."""
        with self._gate:
            self._closed = True
            self._gate.wait_for(lambda: self._reading == 0, timeout=limits.READ_SECONDS + 1)
        while not self._idle.empty():
            self._idle.get().close()

    @contextmanager
    def _through_the_gate(self) -> Generator[None]:
        with self._gate:
            self._gate.wait_for(lambda: not self._shut)
            if self._closed:
                raise StoreUnavailable
            self._reading += 1
        try:
            yield
        finally:
            with self._gate:
                self._reading -= 1
                self._gate.notify_all()

    @contextmanager
    def _borrowed(self) -> Generator[sqlite3.Connection]:
        try:
            connection = self._idle.get_nowait()
        except Empty:
            connection = connect(self._path)
        try:
            yield connection
        finally:
            self._idle.put(connection)
