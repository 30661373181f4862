"""Projects and their keys: a customer of the server, its settings, and what a key may do."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from ownwords.domain import limits
from ownwords.domain.ids import ProjectId
from ownwords.domain.times import Instant


class KeyScope(StrEnum):
    """What a key may be used for; the last two only when asked for by name."""

    ITEMS_READ = "items.read"
    ITEMS_WRITE = "items.write"
    PURCHASES_WRITE = "purchases.write"
    CATALOGS_WRITE = "catalogs.write"
    PERSONS_ISSUE = "persons.issue"
    PROJECT_WRITE = "project.write"


DEFAULT_SCOPES: Final = frozenset(
    {KeyScope.ITEMS_READ, KeyScope.ITEMS_WRITE, KeyScope.PURCHASES_WRITE, KeyScope.CATALOGS_WRITE}
)


class KeyMode(StrEnum):
    """Whether a key is for trying or for real; it stands in the key itself."""

    TEST = "test"
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """What a project can set for itself."""

    loose_gap_minutes: int = limits.LOOSE_GAP_MINUTES_DEFAULT


@dataclass(frozen=True, slots=True)
class Project:
    """A customer of the server: owns keys, settings and persons."""

    id: ProjectId
    name: str
    created_at: Instant
    settings: ProjectSettings = field(default_factory=ProjectSettings)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as the server remembers it: never the key itself, only its keyed hash and its first characters."""

    hash: bytes
    id: str
    project: ProjectId
    mode: KeyMode
    scopes: frozenset[KeyScope]
    created_at: Instant
    revoked_at: Instant | None = None
