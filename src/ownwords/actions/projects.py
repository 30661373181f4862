"""Projects, their settings, and their keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ownwords.actions.memory import Memory
from ownwords.domain import ids
from ownwords.domain.errors import CredentialInvalid, KeyNotFound
from ownwords.domain.ids import ProjectId
from ownwords.domain.projects import DEFAULT_SCOPES, ApiKey, KeyMode, KeyScope, Project
from ownwords.ports import Projects


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key at the only moment at which it can be read."""

    text: str
    key: ApiKey


def create(memory: Memory, name: str, noise: int) -> Project:
    """Make a project; `noise` are random bits that tell two of one millisecond apart, or count on until they do."""
    now = memory.clock.now()

    def work(rows: Projects) -> Project:
        tried = noise
        while rows.get(ids.project_at(now, tried)) is not None:
            tried += 1
        project = Project(ids.project_at(now, tried), name, now)
        rows.put(project)
        return project

    return memory.store.projects(work)


def first(memory: Memory) -> Project | None:
    """Give the oldest project; None where there is none yet."""
    return next(iter(every(memory)), None)


def every(memory: Memory) -> list[Project]:
    """List the projects, oldest first."""
    return memory.store.projects_read(lambda rows: rows.every())


def get(memory: Memory, project: Project) -> Project:
    """Read a project as it is now; a caller's may be a second old."""
    return memory.store.projects_read(lambda rows: rows.get(project.id)) or project


def change(memory: Memory, project: Project, given: Mapping[str, Any]) -> Project:
    """Set some of what a project can set for itself, by name; the rest stays as it is."""

    def work(rows: Projects) -> Project:
        held = rows.get(project.id) or project
        changed = replace(held, settings=held.settings.changed(given))
        rows.put(changed)
        return changed

    return memory.store.projects(work)


def create_key(
    memory: Memory,
    project: ProjectId,
    mode: KeyMode,
    secret: bytes,
    scopes: Collection[KeyScope] = DEFAULT_SCOPES,
) -> NewKey:
    """Make a key from 32 random bytes; only its keyed hash is kept."""
    text = f"csk_{mode}_{ids.encoded(secret)}"
    digest = key_hash(memory, text)
    key = ApiKey(digest, f"key_{digest[:8].hex()}", project, mode, frozenset(scopes), memory.clock.now())
    memory.store.projects(lambda rows: rows.put_key(key))
    return NewKey(text, key)


def keys(memory: Memory, project: ProjectId) -> list[ApiKey]:
    """List a project's keys, oldest first, the revoked among them."""
    return memory.store.projects_read(lambda rows: rows.keys(project))


def revoke_key(memory: Memory, project: ProjectId, key_id: str) -> ApiKey:
    """End a key; within a second no server takes it any more.

    Raises:
        KeyNotFound: the project has no live key of that id.
    """

    def work(rows: Projects) -> ApiKey:
        for key in rows.keys(project):
            if key.id == key_id and key.revoked_at is None:
                revoked = replace(key, revoked_at=memory.clock.now())
                rows.put_key(revoked)
                return revoked
        raise KeyNotFound

    return memory.store.projects(work)


def is_a_key(text: str) -> bool:
    """Tell whether a credential can be a key, and so can be nothing else."""
    return text.startswith(("csk_test_", "csk_live_"))


def authenticate(memory: Memory, text: str) -> tuple[ApiKey, Project]:
    """Find the live key that a credential is, and its project.

    Raises:
        CredentialInvalid: there is none.
    """
    if not is_a_key(text):
        raise CredentialInvalid

    def work(rows: Projects) -> tuple[ApiKey, Project]:
        key = rows.key(key_hash(memory, text))
        project = None if key is None or key.revoked_at is not None else rows.get(key.project)
        if key is None or project is None:
            raise CredentialInvalid
        return key, project

    return memory.store.projects_read(work)


def key_hash(memory: Memory, text: str) -> bytes:
    """Hash a key; it has 256 random bits, so a slow hash would add nothing but work for an attacker to cause."""
    return ids.derive(memory.secret.key("api keys"), text.encode("utf-8", "replace"))
