"""Who calls: a credential turned into a caller, once, for every edge."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final

from ownwords.actions import projects
from ownwords.actions.memory import Memory, Whose
from ownwords.domain.errors import CredentialInvalid, ScopeMissing
from ownwords.domain.ids import ProjectId
from ownwords.domain.projects import ApiKey, KeyScope, Project

_TRUSTED_SECONDS: Final = 1.0
_TRUSTED_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class KeyCaller:
    """A project's backend, by one of its keys; it is never a person."""

    key: ApiKey
    project: Project

    @property
    def actor(self) -> str:
        """What the access log calls it."""
        return self.key.id

    def needs(self, scope: KeyScope) -> None:
        """Let pass only what the key may be used for.

        Raises:
            ScopeMissing: it may not be used for this.
        """
        if scope not in self.key.scopes:
            raise ScopeMissing(f"The key lacks the scope `{scope}` that this call needs; use a key that has it.")

    def whose(self, user_id: str) -> Whose:
        """Name the memory of one of the project's persons."""
        return Whose(self.project, user_id)


class Doorkeeper:
    """Turns credentials into callers; a revoked one is known within a second."""

    def __init__(self, memory: Memory) -> None:
        """Ask `memory` who holds a credential."""
        self._memory = memory
        self._known: OrderedDict[str, tuple[float, KeyCaller]] = OrderedDict()
        self._lock = Lock()

    def remembered(self, credential: str) -> KeyCaller | None:
        """Give the caller of a credential that was checked within the last second."""
        with self._lock:
            until, caller = self._known.get(credential, (0.0, None))
        return caller if until > monotonic() else None

    def forget(self, project: ProjectId) -> None:
        """Ask again who calls for a project, whose settings have changed."""
        with self._lock:
            for credential in [one for one, (_, caller) in self._known.items() if caller.project.id == project]:
                del self._known[credential]

    def check(self, credential: str) -> KeyCaller:
        """Check a credential.

        Raises:
            CredentialInvalid: nobody holds it.
        """
        key, project = projects.authenticate(self._memory, credential)
        caller = KeyCaller(key, project)
        with self._lock:
            self._known[credential] = (monotonic() + _TRUSTED_SECONDS, caller)
            while len(self._known) > _TRUSTED_MOST:
                self._known.popitem(last=False)
        return caller


def bearer(header: str | None) -> str:
    """Read a credential from an Authorization header.

    Raises:
        CredentialInvalid: there is none.
    """
    scheme, _, credential = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not credential or " " in credential:
        raise CredentialInvalid
    return credential
