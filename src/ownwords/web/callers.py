"""Who calls: a credential turned into a caller, once, for every edge."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final, TypeAlias, assert_never

from ownwords.actions import projects, sign_ins
from ownwords.actions.memory import Memory, Whose
from ownwords.domain.errors import BearerTokenHasNoPerson, CredentialInvalid, ScopeMissing
from ownwords.domain.ids import ProjectId
from ownwords.domain.projects import ApiKey, KeyScope, Project
from ownwords.domain.sign_ins import PersonScope, SignIn
from ownwords.ports import Tokens

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


@dataclass(frozen=True, slots=True, repr=False)
class PersonCaller:
    """A signed-in person, by a person token; they reach their own memory only."""

    sign_in: SignIn
    project: Project
    user_id: str

    @property
    def actor(self) -> str:
        """What the access log calls it: the person, by the key that had the token issued."""
        return f"person:{self.sign_in.key}"

    def needs(self, scope: PersonScope) -> None:
        """Let pass only what the token may be used for.

        Raises:
            ScopeMissing: it may not be used for this.
        """
        if scope not in self.sign_in.scopes:
            raise ScopeMissing(f"The token lacks the scope `{scope}` that this call needs; issue one that has it.")

    def whose(self, user_id: str | None = None) -> Whose:
        """Name the person's own memory; of whomever else it is named, that of somebody who does not exist."""
        own = user_id is None or user_id == self.user_id
        return Whose(self.project, self.user_id if user_id is None else user_id, is_nobody=not own)


Caller: TypeAlias = KeyCaller | PersonCaller


def as_key(caller: Caller, scope: KeyScope) -> KeyCaller:
    """Let pass a key that has a scope.

    Raises:
        ScopeMissing: it has not, or it is a person who calls.
    """
    match caller:
        case KeyCaller():
            caller.needs(scope)
            return caller
        case PersonCaller():
            raise ScopeMissing(f"A person token can not make this call; use a key of the scope `{scope}`.")
        case _:
            assert_never(caller)


def as_person(caller: Caller, scope: PersonScope) -> PersonCaller:
    """Let pass a signed-in person whose token has a scope.

    Raises:
        BearerTokenHasNoPerson: it is a key that calls.
        ScopeMissing: the token has not.
    """
    match caller:
        case KeyCaller():
            raise BearerTokenHasNoPerson
        case PersonCaller():
            caller.needs(scope)
            return caller
        case _:
            assert_never(caller)


class Doorkeeper:
    """Turns credentials into callers; one that was revoked, ended or is over is known within a second."""

    def __init__(self, memory: Memory, tokens: Tokens) -> None:
        """Ask `memory` who holds a credential; person tokens are read by `tokens`."""
        self._memory = memory
        self._tokens = tokens
        self._known: OrderedDict[str, tuple[float, Caller]] = OrderedDict()
        self._lock = Lock()

    def remembered(self, credential: str) -> Caller | None:
        """Give the caller of a credential that was checked within the last second."""
        with self._lock:
            until, caller = self._known.get(credential, (0.0, None))
        if isinstance(caller, PersonCaller) and not caller.sign_in.is_good(self._memory.clock.now()):
            return None
        return caller if until > monotonic() else None

    def forget(self, project: ProjectId) -> None:
        """Ask again who calls for a project, of which something has changed."""
        with self._lock:
            for credential in [one for one, (_, caller) in self._known.items() if caller.project.id == project]:
                del self._known[credential]

    def check(self, credential: str) -> Caller:
        """Check a credential.

        Raises:
            CredentialInvalid: nobody holds it.
        """
        caller = self._found(credential)
        with self._lock:
            self._known[credential] = (monotonic() + _TRUSTED_SECONDS, caller)
            while len(self._known) > _TRUSTED_MOST:
                self._known.popitem(last=False)
        return caller

    def _found(self, credential: str) -> Caller:
        if projects.is_a_key(credential):
            return KeyCaller(*projects.authenticate(self._memory, credential))
        project, user_id, sign_in = sign_ins.authenticate(self._memory, self._tokens, credential)
        return PersonCaller(sign_in, project, user_id)


def bearer(header: str | None) -> str:
    """Read a credential from an Authorization header.

    Raises:
        CredentialInvalid: there is none.
    """
    scheme, _, credential = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not credential or " " in credential:
        raise CredentialInvalid
    return credential
