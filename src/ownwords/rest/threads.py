"""What there is, over HTTP: threads, speakers, and what items are about."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import JSONResponse

from ownwords.actions import speakers, threads
from ownwords.domain import ids, limits, times
from ownwords.domain.projects import KeyScope
from ownwords.domain.sign_ins import PersonScope
from ownwords.domain.speakers import Speaker
from ownwords.domain.threads import About, Thread
from ownwords.rest.edge import Edge, edge
from ownwords.rest.paging import Walk
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Cursor, Id, Limit

router = routes()


class ThreadOut(Answer):
    """Items that belong together: a session's day, a conversation, a document or a note."""

    id: str
    kind: Literal["session", "loose", "alone"]
    session: str | None
    first_at: str
    last_at: str
    items: int


class ThreadsOut(Answer):
    """A page of threads."""

    threads: list[ThreadOut]
    next_cursor: str | None


class SpeakerOut(Answer):
    """The one person or machine behind the authors that were resolved to it."""

    id: str
    kind: Literal["person", "other", "machine"]
    names: list[str]
    ids: list[str]
    emails: list[str]
    handles: list[str]
    items: int


class ConflictOut(Answer):
    """Speakers that were kept apart, and the e-mail or handle over which they clash."""

    code: Literal["several_ids", "several_claim_the_person"]
    key: str | None
    speaker_ids: list[str]


class SpeakersOut(Answer):
    """A page of speakers, and every conflict of the memory."""

    speakers: list[SpeakerOut]
    conflicts: list[ConflictOut]
    next_cursor: str | None


class AboutOut(Answer):
    """One thing that items are about, with the threads in which they stand, oldest first."""

    about: str
    items: int
    first_at: str
    last_at: str
    threads: list[ThreadOut]


class AboutsOut(Answer):
    """A page of what items are about."""

    about: list[AboutOut]
    next_cursor: str | None


@router.get("/v1/memory/threads", response_model=ThreadsOut, tags=["threads"])
def list_threads(
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    order: Annotated[Literal["newest", "oldest"], Query()] = "newest",
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ),
) -> JSONResponse:
    """List a person's threads by when each began, the newest first unless asked otherwise."""
    whose = caller.whose(user_id)
    walk = Walk(caller, whose, "threads", cursor=cursor, limit=limit, asked=order.encode())
    after = None
    if walk.after is not None:
        after = (int(walk.after[0]), ids.decoded(str(walk.after[1])) or ids.Derived(b""))
    found = threads.page(caller.memory, whose, newest_first=order == "newest", after=after, most=walk.most)
    shown, following = walk.page(found, lambda one: (one.listed_at, ids.encoded(one.key)))
    caller.note(whose, "threads", len(shown))
    return JSONResponse({"threads": [_thread_out(one) for one in shown], "next_cursor": following})


@router.get("/v1/memory/speakers", response_model=SpeakersOut, tags=["threads"])
def list_speakers(
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ),
) -> JSONResponse:
    """List who speaks in a person's memory, the person first, and where authors could not be told apart."""
    whose = caller.whose(user_id)
    walk = Walk(caller, whose, "speakers", cursor=cursor, limit=limit)
    after = None if walk.after is None else str(walk.after[0])
    found = speakers.page(caller.memory, whose, after, walk.most)
    shown, following = walk.page(found.speakers, lambda one: (speakers.order(one[1]),))
    caller.note(whose, "speakers", len(shown))
    conflicts = [
        {"code": one.code.value, "key": one.key, "speaker_ids": [ids.speaker_text(key) for key in keys]}
        for one, keys in found.conflicts
    ]
    listed = [_speaker_out(key, one, count) for key, one, count in shown]
    return JSONResponse({"speakers": listed, "conflicts": conflicts, "next_cursor": following})


@router.get("/v1/memory/about", response_model=AboutsOut, tags=["threads"])
def list_abouts(
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ),
) -> JSONResponse:
    """List what a person's items are about, with the threads of each piece of work across sessions."""
    whose = caller.whose(user_id)
    walk = Walk(caller, whose, "about", cursor=cursor, limit=limit)
    after = "" if walk.after is None else str(walk.after[0])
    shown, following = walk.page(threads.abouts(caller.memory, whose, after, walk.most), lambda one: (one.name,))
    caller.note(whose, "about", len(shown))
    return JSONResponse({"about": [_about_out(one) for one in shown], "next_cursor": following})


def _about_out(one: About) -> dict[str, Any]:
    return {
        "about": one.name,
        "items": one.items,
        "first_at": times.write(one.first_at),
        "last_at": times.write(one.last_at),
        "threads": [_thread_out(thread) for thread in one.threads],
    }


def _thread_out(thread: Thread) -> dict[str, Any]:
    return {
        "id": ids.thread_text(thread.key),
        "kind": thread.kind.value,
        "session": thread.session,
        "first_at": times.write(thread.first_at),
        "last_at": times.write(thread.last_at),
        "items": thread.items,
    }


def _speaker_out(key: ids.Derived, speaker: Speaker, items: int) -> dict[str, Any]:
    return {
        "id": ids.speaker_text(key),
        "kind": speaker.kind.value,
        "names": list(speaker.names),
        "ids": list(speaker.ids),
        "emails": list(speaker.emails),
        "handles": list(speaker.handles),
        "items": items,
    }
