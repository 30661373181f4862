"""Projects and their keys; nothing of any person stands here."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any, Final

from ownwords.domain.ids import ProjectId
from ownwords.domain.projects import ApiKey, KeyMode, KeyScope, Project, ProjectSettings
from ownwords.domain.times import Instant
from ownwords.domain.vectors import Model
from ownwords.storage.sql import Session

_PROJECT: Final = "project, name, created_at, settings"
_KEY: Final = "hash, key, project, mode, scopes, created_at, revoked_at"


class ProjectRows:
    """See `ports.Projects`."""

    def __init__(self, session: Session, *, lock: str = "") -> None:
        """Speak through `session`; `lock` is how a write keeps others from a project, empty where it need not."""
        self._session = session
        self._lock = lock

    def get(self, project: ProjectId) -> Project | None:
        """Give a project."""
        rows = self._session.rows(
            f"SELECT {_PROJECT} FROM project WHERE project = :project {self._lock}", {"project": project}
        )
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

    def model(self, model: Model) -> int:
        """Give the number of a model, a new one where it was never used."""
        named: dict[str, Any] = {"name": model.name, "dimension": model.dimension}
        self._session.run(
            """
            INSERT INTO model (model, name, dimension)
            SELECT COALESCE(MAX(model), 0) + 1, CAST(:name AS TEXT), CAST(:dimension AS BIGINT) FROM model WHERE true
            ON CONFLICT (name, dimension) DO NOTHING""",
            named,
        )
        rows = self._session.rows("SELECT model FROM model WHERE name = :name AND dimension = :dimension", named)
        return int(rows[0][0])

    def learned_by(self) -> int:
        """Give the number of the model by which every memory was learned."""
        rows = self._session.rows("SELECT value FROM server WHERE name = 'model'", {})
        return int(rows[0][0]) if rows else 0

    def all_learned_by(self, model: int) -> None:
        """Say that every memory was learned by a model, or waits in a queue to be."""
        self._session.run(
            """
            INSERT INTO server (name, value) VALUES ('model', :model)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
            {"model": str(model)},
        )


def _project_of(row: tuple[Any, ...]) -> Project:
    project, name, created_at, settings = row
    return Project(ProjectId(project), name, Instant(created_at), _settings_of(json.loads(settings)))


def _settings_of(stored: dict[str, Any]) -> ProjectSettings:
    """Read settings: what another version of the server did not know has its default, what only that knew is left."""
    known = {one.name for one in fields(ProjectSettings)}
    return ProjectSettings().changed({name: value for name, value in stored.items() if name in known})


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
