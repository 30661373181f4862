"""Sign-ins: what a project states of a person when it has a person token issued for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ownwords.domain.ids import ProjectId
from ownwords.domain.times import SECOND, Instant

COMMAND_LINE: Final = "command_line"
"""Who asked for a token where no key did: whoever holds the server's own files."""


class PersonScope(StrEnum):
    """What a person token may be used for; both unless fewer are asked for."""

    MEMORY_READ = "memory.read"
    MEMORY_WRITE = "memory.write"


@dataclass(frozen=True, slots=True)
class SignIn:
    """One person token that was issued: by which key, what for, from when until when, and whether it was ended.

    It is the project's statement that it had verified the person's sign-in. The token itself is not kept.
    """

    id: str
    key: str
    scopes: frozenset[PersonScope]
    issued_at: Instant
    expires_at: Instant
    ended_at: Instant | None = None

    def was_signed_as(self, signed: SignIn) -> bool:
        """Tell whether a token says what was issued; its times are in whole seconds."""
        whole = replace(self, issued_at=Instant(self.issued_at // SECOND * SECOND), ended_at=None)
        return whole == signed

    def is_good(self, now: Instant) -> bool:
        """Tell whether its token may still be used."""
        return self.ended_at is None and now < self.expires_at


@dataclass(frozen=True, slots=True, repr=False)
class Claims:
    """What a person token says, once its signature is known to be the server's."""

    project: ProjectId
    user_id: str
    sign_in: SignIn


def scopes_text(scopes: Iterable[PersonScope]) -> str:
    """Write scopes as they stand in a token: in one order, with a space between."""
    given = frozenset(scopes)
    return " ".join(scope.value for scope in PersonScope if scope in given)


def scopes_of(text: str) -> frozenset[PersonScope]:
    """Read scopes.

    Raises:
        ValueError: one of them is none, stands there twice, or there are none.
    """
    named = text.split(" ")
    scopes = frozenset(map(PersonScope, named))
    if len(scopes) != len(named):
        message = "each scope stands there once"
        raise ValueError(message)
    return scopes
