"""A database that keeps what it acknowledged, and what it holds of projects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from ownwords.domain.accesses import Access
from ownwords.domain.ids import ProjectId, Scope
from ownwords.domain.projects import ApiKey, Project
from ownwords.domain.times import Instant
from ownwords.domain.vectors import Model
from ownwords.ports.nouns import Transaction

Result = TypeVar("Result")


class Projects(Protocol):
    """Projects and keys; these tables hold nothing of any person."""

    def get(self, project: ProjectId) -> Project | None:
        """Give a project. In a write it is locked until the end."""
        ...

    def every(self) -> list[Project]:
        """Give all projects, oldest first."""
        ...

    def put(self, project: Project) -> None:
        """Store a project."""
        ...

    def key(self, key_hash: bytes) -> ApiKey | None:
        """Give a key by its hash, revoked or not."""
        ...

    def keys(self, project: ProjectId) -> list[ApiKey]:
        """Give the keys of a project, oldest first."""
        ...

    def put_key(self, key: ApiKey) -> None:
        """Store a key."""
        ...

    def model(self, model: Model) -> int:
        """Give the number of a model, from 1, a new one where it was never used."""
        ...

    def learned_by(self) -> int:
        """Give the number of the model by which every memory was learned; 0 before any was."""
        ...

    def all_learned_by(self, model: int) -> None:
        """Say that every memory was learned by a model, or waits in a queue to be."""
        ...


@dataclass(frozen=True, slots=True)
class Health:
    """What a store says of itself: its kind and version, and each thing that was checked with what is wrong."""

    engine: str
    version: str
    faults: tuple[str, ...]
    bytes: int


class Store(Protocol):
    """A database that keeps what it acknowledged.

    When `write` returns, its effect survives the end of any process at any moment. A transaction sees one state
    of the database from its beginning to its end; the writes of one person happen one after the other.
    """

    def read(self, scope: Scope, work: Callable[[Transaction], Result]) -> Result:
        """Run work that only reads, for at most 5 seconds.

        Raises:
            ReadTimedOut: it took longer.
        """
        ...

    def write(self, scope: Scope, work: Callable[[Transaction], Result]) -> Result:
        """Run work that writes; whatever it raises undoes all of it. It is run again where the database asks."""
        ...

    def projects(self, work: Callable[[Projects], Result]) -> Result:
        """Run work on the project tables, all or nothing."""
        ...

    def projects_read(self, work: Callable[[Projects], Result]) -> Result:
        """Run work that only reads the project tables; it does not wait for writes."""
        ...

    def persons(self, project: ProjectId, after: int | None, most: int) -> list[Scope]:
        """Walk the persons of a project in order of key, those of whom everything was forgotten among them."""
        ...

    def with_expired(self, now: Instant, most: int) -> list[Scope]:
        """Find persons of any project who hold items or purchases whose end has come."""
        ...

    def with_queued(self, now: Instant, most: int) -> list[Scope]:
        """Find persons of any project who have queued work that is due, longest due first."""
        ...

    def sweep(self, now: Instant) -> int:
        """Remove kept answers and access-log rows whose time is over, of any person; give how many."""
        ...

    def log(self, accesses: Sequence[Access]) -> None:
        """Write to the access logs of any persons."""
        ...

    def purged_through(self) -> int:
        """Tell the number of the last erasure that has left the database's files as well."""
        ...

    def purge(self, now: Instant) -> bool:
        """Clean the files of everything erased so far; False where something still holds it, or nothing is due."""
        ...

    def health(self) -> Health:
        """Check what the promises stand on."""
        ...

    def backup(self, path: Path) -> None:
        """Write a whole copy of the database, as of one moment, while others read and write."""
        ...

    def close(self) -> None:
        """End every connection after what was begun."""
        ...
