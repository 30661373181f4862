"""Persons over HTTP: whose day it is, and who used their memory."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from fastapi.responses import JSONResponse
from starlette.convertors import Convertor, register_url_convertor
from typing_extensions import override

from ownwords.actions import accesses, persons
from ownwords.domain import limits, times
from ownwords.domain.projects import KeyScope
from ownwords.domain.sign_ins import PersonScope
from ownwords.rest.edge import Edge, edge
from ownwords.rest.paging import Walk
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Cursor, Id, Limit, Wire, Zone

router = routes()


class _Anything(Convertor[str]):
    """Takes the rest of a path whole: an id may hold slashes and line breaks."""

    regex = "(?s:.+)"

    @override
    def convert(self, value: str) -> str:
        return value

    @override
    def to_string(self, value: str) -> str:
        return value


register_url_convertor("anything", _Anything())


class PersonIn(Wire):
    """What a project says of a person."""

    timezone: Zone


class PersonOut(Answer):
    """A person as memory files them."""

    user_id: str
    timezone: str


class AccessOut(Answer):
    """One use of a memory: who, when, by which verb, and how many things; never what."""

    at: str
    actor: str
    verb: str
    items: int


class AccessesOut(Answer):
    """A page of the access log."""

    accesses: list[AccessOut]
    next_cursor: str | None


@router.put("/v1/persons/{user_id:anything}", response_model=PersonOut, tags=["persons"])
def put(user_id: Annotated[Id, Path()], body: PersonIn, caller: Edge = edge(KeyScope.ITEMS_WRITE)) -> JSONResponse:
    """Say whose clock a person's day is of; another zone files the threads again."""
    whose = caller.whose(user_id)
    person = persons.put(caller.memory, whose, body.timezone)
    caller.note(whose, "put person", 1)
    return JSONResponse({"user_id": user_id, "timezone": person.timezone})


@router.get("/v1/persons/{user_id:anything}", response_model=PersonOut, tags=["persons"])
def get(user_id: Annotated[Id, Path()], caller: Edge = edge(KeyScope.ITEMS_READ)) -> JSONResponse:
    """Read how a person's memory is filed; a person whom memory never held has the defaults."""
    whose = caller.whose(user_id)
    person = persons.get(caller.memory, whose)
    caller.note(whose, "person", 1)
    return JSONResponse({"user_id": user_id, "timezone": person.timezone})


@router.get("/v1/memory/accesses", response_model=AccessesOut, tags=["persons"])
def list_accesses(
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ),
) -> JSONResponse:
    """List who read or wrote a memory in the last 180 days, the newest first; a use shows within a second or two."""
    whose = caller.whose(user_id)
    walk = Walk(caller, whose, "accesses", cursor=cursor, limit=limit)
    after = None if walk.after is None else (int(walk.after[0]), int(walk.after[1]))
    shown, following = walk.page(accesses.page(caller.memory, whose, after, walk.most), lambda one: (one.at, one.nonce))
    caller.note(whose, "accesses", len(shown))
    listed = [{"at": times.write(one.at), "actor": one.actor, "verb": one.verb, "items": one.items} for one in shown]
    return JSONResponse({"accesses": listed, "next_cursor": following})
