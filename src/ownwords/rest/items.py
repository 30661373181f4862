"""Items over HTTP: add, read, versions."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from ownwords.actions import indexing, items, threads
from ownwords.actions.items import Added
from ownwords.actions.memory import Whose
from ownwords.actions.replays import Once
from ownwords.domain import ids, limits, times
from ownwords.domain.items import Kind, Malformed, SentItem
from ownwords.domain.projects import KeyScope
from ownwords.domain.search import Filters, Read, ReadVersion
from ownwords.domain.sign_ins import PersonScope
from ownwords.domain.speakers import Author
from ownwords.rest.edge import Edge, edge
from ownwords.rest.paging import Walk
from ownwords.rest.sent import About, Each, KindName, OriginName, RoleName
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Cursor, Id, IdempotencyKey, Limit, SpeakerId, ThreadId, Time, Wire
from ownwords.web.bodies import canonical

router = routes()


class AddIn(Wire):
    """A batch for one person."""

    user_id: Id
    items: Annotated[
        list[Each],
        Field(min_length=1, max_length=limits.ITEMS_IN_A_BATCH),
    ]

    def sent(self) -> list[SentItem | Malformed]:
        """Give the domain's values."""
        return [one if isinstance(one, Malformed) else one.sent() for one in self.items]


class Outcome(Answer):
    """What became of one item."""

    id: str | None
    status: Literal["created", "unchanged", "edited", "expired", "forgotten"]
    version: int
    thread_id: str | None
    notes: list[str]


class AddOut(Answer):
    """What became of a batch, in the order sent."""

    items: list[Outcome]
    counts: dict[str, int]
    indexed: Literal["pending", "ready"]


class AuthorOut(Answer):
    """Who wrote an item, as it was given."""

    id: str | None = None
    name: str | None = None
    email: str | None = None
    handle: str | None = None
    self: bool | None = None


class ItemOut(Answer):
    """An item as it reads; what was not given is null."""

    id: str
    kind: KindName
    text: str
    at: str
    session: str | None
    author: AuthorOut | None
    speaker_id: str | None
    role: RoleName | None
    origin: OriginName | None
    title: str | None
    about: list[str] | None
    metadata: dict[str, Any] | None
    expires: str | None
    version: int
    thread_id: str
    received_at: str


class VersionOut(ItemOut):
    """A version of an item; `replaced_at` is null for the current one."""

    replaced_at: str | None


class ReadIn(Wire):
    """What to read."""

    user_id: Id = LEFT_OUT
    ids: Annotated[list[Id], Field(max_length=limits.PAGE_MOST)] | None = None
    thread_id: ThreadId | None = None
    session: Id | None = None
    about: About | None = None
    kind: KindName | None = None
    speaker_id: SpeakerId | None = None
    after: Time | None = None
    before: Time | None = None
    order: Literal["newest", "oldest"] = "newest"
    limit: Limit = limits.PAGE_DEFAULT
    cursor: Cursor | None = None


class ReadOut(Answer):
    """A page of items."""

    items: list[ItemOut]
    next_cursor: str | None


class VersionsIn(Wire):
    """Whose item."""

    user_id: Id
    id: Id


class VersionsOut(Answer):
    """Every version, oldest first."""

    versions: list[VersionOut]


@router.post("/v1/memory/add", response_model=AddOut, tags=["items"])
def add(
    body: AddIn,
    request: Request,
    caller: Edge = edge(KeyScope.ITEMS_WRITE),
    idempotency_key: IdempotencyKey = None,
    wait: Annotated[Literal["indexed"] | None, Query(description="Come back once search has caught up.")] = None,
) -> JSONResponse:
    """File 1 to 500 items for a person, all or none.

    Each item with an id is safe to send again; `Idempotency-Key` makes any request so for 24 hours.
    """
    whose = caller.whose(body.user_id)
    once = None if idempotency_key is None else Once(idempotency_key, canonical(request.state.body))
    with caller.alone(whose, once):
        added = items.add(caller.memory, whose, body.sent(), once)
    is_ready = _is_ready(caller, whose, added, wait=wait is not None)
    counts: dict[str, int] = {}
    for outcome in added.outcomes:
        counts[outcome.status] = counts.get(outcome.status, 0) + 1
    caller.count_items(counts)
    caller.note(whose, "add", len(added.outcomes))
    headers = {"Idempotent-Replayed": "true"} if added.is_replay else {}
    listed = [
        {
            "id": outcome.id,
            "status": outcome.status,
            "version": outcome.version,
            "thread_id": None if outcome.thread is None else ids.thread_text(outcome.thread),
            "notes": list(outcome.notes),
        }
        for outcome in added.outcomes
    ]
    return JSONResponse(
        {"items": listed, "counts": counts, "indexed": "ready" if is_ready else "pending"}, headers=headers
    )


def _is_ready(caller: Edge, whose: Whose, added: Added, *, wait: bool) -> bool:
    """Tell whether search by meaning has caught up with a batch; with `wait` once it has, or a limit is over."""
    is_new = any(outcome.status in ("created", "edited") for outcome in added.outcomes) and not added.is_replay
    if is_new and not wait:
        # What was queued in this very moment need not be looked for.
        return False
    named = [outcome.id for outcome in added.outcomes if outcome.id is not None]
    return indexing.caught_up(caller.memory, whose, named, limits.WAIT_INDEXED_SECONDS if wait else 0)


@router.post("/v1/memory/read", response_model=ReadOut, tags=["items"])
def read(body: ReadIn, caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ)) -> JSONResponse:
    """Read items: by id, thread, session, subject, kind, speaker, or time; newest first unless asked otherwise."""
    whose = caller.whose(body.user_id)
    walk = Walk(caller, whose, "read", cursor=body.cursor, limit=body.limit, asked=_asked(body))
    thread = None if body.thread_id is None else threads.now_holding(caller.memory, whose, body.thread_id)
    filters = Filters(
        ids=None if body.ids is None else tuple(body.ids),
        thread=thread,
        session=body.session,
        about=body.about,
        kinds=None if body.kind is None else (Kind(body.kind),),
        after=body.after,
        before=body.before,
    )
    found = items.page(
        caller.memory,
        whose,
        filters,
        speaker=body.speaker_id,
        newest_first=body.order == "newest",
        after=None if walk.after is None else (int(walk.after[0]), int(walk.after[1])),
        most=walk.most,
    )
    shown, following = walk.page(found, lambda one: (one.item.at, one.item.number))
    caller.note(whose, "read", len(shown))
    return JSONResponse({"items": [item_out(one) for one in shown], "next_cursor": following})


@router.post("/v1/memory/versions", response_model=VersionsOut, tags=["items"])
def versions(body: VersionsIn, caller: Edge = edge(KeyScope.ITEMS_READ)) -> JSONResponse:
    """Read every version of an item, oldest first, the current one last."""
    whose = caller.whose(body.user_id)
    found = items.versions(caller.memory, whose, body.id)
    caller.note(whose, "versions", len(found))
    return JSONResponse({"versions": [_version_out(one) for one in found]})


def _asked(body: ReadIn) -> bytes:
    """Give what was asked, less the place and the length of the page."""
    given = {name: getattr(body, name) for name in sorted(body.model_fields_set - {"user_id", "cursor", "limit"})}
    return repr(given).encode("utf-8", "replace")


def item_out(one: Read) -> dict[str, Any]:
    """Write an item as it reads."""
    item, content = one.item, one.item.content
    return {
        "id": item.id,
        "kind": item.kind.value,
        "text": content.text,
        "at": times.write(item.at),
        "session": content.session,
        "author": _author_out(content.author),
        "speaker_id": None if one.speaker is None else ids.speaker_text(one.speaker),
        "role": None if content.role is None else content.role.value,
        "origin": None if content.origin is None else content.origin.value,
        "title": content.title,
        "about": list(content.about) or None,
        "metadata": None if content.metadata is None else json.loads(content.metadata),
        "expires": None if content.expires is None else times.write(content.expires),
        "version": item.version,
        "thread_id": ids.thread_text(one.thread),
        "received_at": times.write(item.received_at),
    }


def _author_out(author: Author | None) -> dict[str, Any] | None:
    if author is None:
        return None
    given = {"id": author.id, "name": author.name, "email": author.email, "handle": author.handle}
    named: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return named | ({"self": True} if author.is_self else {})


def _version_out(one: ReadVersion) -> dict[str, Any]:
    replaced = None if one.replaced_at is None else times.write(one.replaced_at)
    return item_out(one.read) | {"replaced_at": replaced}
