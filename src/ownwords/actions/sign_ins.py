"""Persons who sign in: issuing the token of one whose sign-in the project has verified, and ending it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.domain import ids, limits
from ownwords.domain.errors import CredentialInvalid
from ownwords.domain.ids import Scope
from ownwords.domain.projects import Project
from ownwords.domain.sign_ins import COMMAND_LINE, Claims, PersonScope, SignIn
from ownwords.domain.times import SECOND, Instant
from ownwords.ports import Projects, Tokens

ALL_SCOPES: Final = frozenset(PersonScope)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a token is wanted for: by whose key, how long, and which scopes; `noise` are 10 random bytes of its id."""

    key: str
    noise: bytes
    seconds: int = limits.TOKEN_SECONDS_DEFAULT
    scopes: Collection[PersonScope] = ALL_SCOPES


@dataclass(frozen=True, slots=True, repr=False)
class Issued:
    """A person token at the only moment at which it can be read."""

    text: str
    sign_in: SignIn


def issue(memory: Memory, tokens: Tokens, whose: Whose, wanted: Wanted) -> Issued:
    """Issue a person token; the project states by it that it has just verified this person's sign-in."""

    def work(opened: Open) -> SignIn:
        # Whole seconds, as a token has them: it must not be over before its sign-in is.
        over = Instant((opened.now // SECOND + wanted.seconds) * SECOND)
        name = ids.sortable("ses_", opened.now, wanted.noise)
        made = SignIn(name, wanted.key, frozenset(wanted.scopes), opened.now, over)
        opened.transaction.persons.put(opened.person)
        opened.transaction.sign_ins.put(made)
        return made

    made = write(memory, whose, work)
    return Issued(tokens.write(Claims(whose.project.id, whose.user_id, made)), made)


def end(memory: Memory, whose: Whose) -> int:
    """End every token of a person that was issued before; within a second no server takes them any more."""
    return write(memory, whose, lambda opened: opened.transaction.sign_ins.end(opened.now))


def page(memory: Memory, whose: Whose, after: tuple[int, str] | None, most: int) -> list[SignIn]:
    """List a person's sign-ins, newest first, from behind the place (issued_at, id)."""
    return read(memory, whose, lambda opened: opened.transaction.sign_ins.page(after, most))


def authenticate(memory: Memory, tokens: Tokens, text: str) -> tuple[Project, str, SignIn]:
    """Find the project and the person of a token that may still be used, and the sign-in that it is of.

    Raises:
        CredentialInvalid: there is none: it is no token of this server's, is over or was ended, the key that had it
            issued was revoked, or the person or the project is gone.
    """
    now = memory.clock.now()
    claims = tokens.read(text, now)

    def standing(rows: Projects) -> Project | None:
        live = any(key.id == claims.sign_in.key and key.revoked_at is None for key in rows.keys(claims.project))
        return rows.get(claims.project) if live or claims.sign_in.key == COMMAND_LINE else None

    project = memory.store.projects_read(standing)
    scope = Scope(claims.project, ids.person_key(memory.secret, claims.project, claims.user_id))
    # Its own row decides: what was ended, or forgotten with its person, is dead whatever was signed.
    sign_in = memory.store.read(scope, lambda transaction: transaction.sign_ins.get(claims.sign_in.id))
    if project is None or sign_in is None or not sign_in.is_good(now) or not sign_in.was_signed_as(claims.sign_in):
        raise CredentialInvalid
    return project, claims.user_id, sign_in
