"""Projects and their keys; nothing of any person stands here."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from ownwords.domain.ids import ProjectId
from ownwords.domain.projects import ApiKey, KeyMode, KeyScope, Project, ProjectSettings
from ownwords.domain.times import Instant
from ownwords.storage.sql import Session

_PROJECT: Final = "project, name, created_at, settings"
_KEY: Final = "hash, key, project, mode, scopes, created_at, revoked_at"


class ProjectRows:
    """See `ports.Projects`."""

    def __init__(self, session: Session) -> None:
        """Speak through `session`."""
        self._session = session

    def get(self, project: ProjectId) -> Project | None:
        """Give a project."""
        rows = self._session.rows(f"SELECT {_PROJECT} FROM project WHERE project = :project", {"project": project})
        return _project_of(rows[0]) if rows else None

    def every(self) -> list[Project]:
        """Give all projects, oldest first."""
        return [_project_of(row) for row in self._session.rows(f"SELECT {_PROJECT} FROM project ORDER BY project", {})]

    def put(self, project: Project) -> None:
        """Store a project."""
        self._session.run(
            f"""
            INSERT INTO project ({_PROJECT}) VALUES (:project, :name, :created_at, :settings)
            ON CONFLICT (project) DO UPDATE SET name = excluded.name, settings = excluded.settings""",
            {
                "project": project.id,
                "name": project.name,
                "created_at": project.created_at,
                "settings": json.dumps(asdict(project.settings)),
            },
        )

    def key(self, key_hash: bytes) -> ApiKey | None:
        """Give a key by its hash."""
        rows = self._session.rows(f"SELECT {_KEY} FROM api_key WHERE hash = :hash", {"hash": key_hash})
        return _key_of(rows[0]) if rows else None

    def keys(self, project: ProjectId) -> list[ApiKey]:
        """Give the keys of a project, oldest first."""
        rows = self._session.rows(
            f"SELECT {_KEY} FROM api_key WHERE project = :project ORDER BY created_at, key",
            {"project": project},
        )
        return [_key_of(row) for row in rows]

    def put_key(self, key: ApiKey) -> None:
        """Store a key."""
        self._session.run(
            f"""
            INSERT INTO api_key ({_KEY})
            VALUES (:hash, :key, :project, :mode, :scopes, :created_at, :revoked_at)
            ON CONFLICT (hash) DO UPDATE SET revoked_at = excluded.revoked_at""",
            {
                "hash": key.hash,
                "key": key.id,
                "project": key.project,
                "mode": key.mode.value,
                "scopes": " ".join(sorted(key.scopes)),
                "created_at": key.created_at,
                "revoked_at": key.revoked_at,
            },
        )


def _project_of(row: tuple[Any, ...]) -> Project:
    project, name, created_at, settings = row
    return Project(ProjectId(project), name, Instant(created_at), ProjectSettings(**json.loads(settings)))


def _key_of(row: tuple[Any, ...]) -> ApiKey:
    key_hash, key, project, mode, scopes, created_at, revoked_at = row
    return ApiKey(
        bytes(key_hash),
        key,
        ProjectId(project),
        KeyMode(mode),
        frozenset(KeyScope(scope) for scope in scopes.split()),
        Instant(created_at),
        None if revoked_at is None else Instant(revoked_at),
    )
