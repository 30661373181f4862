"""Person sessions over HTTP: a project has the token of a signed-in person issued, or ends all of them."""

from __future__ import annotations

from secrets import token_bytes
from typing import Annotated, Any, Final, Literal

from fastapi import Path, Request
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from ownwords.actions import sign_ins
from ownwords.actions.sign_ins import Wanted
from ownwords.domain import limits, times
from ownwords.domain.projects import KeyScope
from ownwords.domain.sign_ins import PersonScope, scopes_of, scopes_text
from ownwords.domain.times import SECOND
from ownwords.rest.edge import Edge, Rest, edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import Answer, Id, Wire

router = routes()

_CREATED: Final = 201
_KEYS_KEPT: Final = "public, max-age=600"
_SESSIONS: Final = "/v1/persons/{user_id:anything}/sessions"
"""Parted from a person whose `user_id` ends so by the method: a person is read and put, sessions are made and ended.

The person is whoever is named before the last `/sessions`.
"""
_EVERY_SCOPE: Final = scopes_text(PersonScope)


def _are_scopes(text: str) -> str:
    try:
        scopes_of(text)
    except ValueError:
        message = f"it names one or more of {_EVERY_SCOPE}, each once, with a space between; send these"
        raise PydanticCustomError("not_allowed", "{reason}", {"reason": message}) from None
    return text


Scopes = Annotated[
    str,
    StringConstraints(max_length=limits.ID_CHARACTERS),
    AfterValidator(_are_scopes),
    WithJsonSchema({"type": "string", "enum": [_EVERY_SCOPE, *PersonScope]}),
]


class SessionIn(Wire):
    """How long the token is to be good for, and what for."""

    ttl_seconds: Annotated[int, Field(ge=1, le=limits.TOKEN_SECONDS_MOST)] = limits.TOKEN_SECONDS_DEFAULT
    scope: Scopes = _EVERY_SCOPE


class SessionOut(Answer):
    """A person token, which is shown this once, and what it is good for."""

    session_id: str
    token: str
    token_type: Literal["Bearer"]
    scope: str
    expires_at: str
    expires_in: int


class EndedOut(Answer):
    """How many sessions were ended."""

    ended: int


class KeyOut(Answer):
    """A public key, as RFC 7517 has it."""

    kty: str
    crv: str
    x: str
    y: str
    use: str
    alg: str
    kid: str


class KeysOut(Answer):
    """The keys that sign person tokens: the one in use, the one before it and the next."""

    keys: list[KeyOut]


@router.post(_SESSIONS, response_model=SessionOut, status_code=_CREATED, tags=["persons"])
def issue(
    user_id: Annotated[Id, Path()], body: SessionIn | None = None, caller: Edge = edge(KeyScope.PERSONS_ISSUE)
) -> JSONResponse:
    """Issue a person token. Using this call states that you have just verified this person's sign-in.

    The body may be left out: 15 minutes (at most 60), to read and to write.
    """
    wanted = body or SessionIn()
    whose = caller.whose(user_id)
    asked = Wanted(caller.caller.actor, token_bytes(10), wanted.ttl_seconds, scopes_of(wanted.scope))
    issued = sign_ins.issue(caller.memory, caller.rest.tokens, whose, asked)
    caller.note(whose, "issue session", 1)
    return JSONResponse(session_out(issued), _CREATED)


@router.delete(_SESSIONS, response_model=EndedOut, tags=["persons"])
def end(user_id: Annotated[Id, Path()], caller: Edge = edge(KeyScope.PERSONS_ISSUE)) -> JSONResponse:
    """End all sessions of a person: within a second no token that was issued before is taken any more."""
    whose = caller.whose(user_id)
    ended = sign_ins.end(caller.memory, whose)
    caller.rest.doorkeeper.forget(caller.project.id)
    caller.note(whose, "end sessions", ended)
    return JSONResponse({"ended": ended})


@router.get("/.well-known/jwks.json", response_model=KeysOut, tags=["running"])
async def keys(request: Request) -> JSONResponse:
    """Give the public keys by which anybody can check a person token."""
    rest: Rest = request.app.state.rest
    return JSONResponse(rest.tokens.published(), headers={"Cache-Control": _KEYS_KEPT})


def session_out(issued: sign_ins.Issued) -> dict[str, Any]:
    """Write a token that was issued."""
    sign_in = issued.sign_in
    return {
        "session_id": sign_in.id,
        "token": issued.text,
        "token_type": "Bearer",
        "scope": scopes_text(sign_in.scopes),
        "expires_at": times.write(sign_in.expires_at),
        "expires_in": sign_in.expires_at // SECOND - sign_in.issued_at // SECOND,
    }
