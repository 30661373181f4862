"""What there is, over HTTP: threads, speakers, and what items are about."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from fastapi.responses import JSONResponse

from ownwords.actions import speakers, threads
from ownwords.domain import cursors, ids, limits, times
from ownwords.domain.projects import KeyScope
from ownwords.domain.speakers import Speaker
from ownwords.domain.threads import Thread
from ownwords.rest.edge import Edge, edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import Answer, Cursor, Id, Limit

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
    user_id: Annotated[Id, Query()],
    order: Annotated[Literal["newest", "oldest"], Query()] = "newest",
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ),
) -> JSONResponse:
    """List a person's threads by when each began, the newest first unless asked otherwise."""
    whose = caller.whose(user_id)
    bound = caller.bound(whose, "threads", order.encode())
    after = None
    if cursor is not None:
        at, key = cursors.read(caller.memory.cursor_key, bound, cursor)
        after = (int(at), ids.decoded(str(key)) or ids.Derived(b""))
    found = threads.page(caller.memory, whose, newest_first=order == "newest", after=after, most=limit + 1)
    shown = found[:limit]
    following = None
    if len(found) > limit:
        place = (shown[-1].listed_at, ids.encoded(shown[-1].key))
        following = cursors.write(caller.memory.cursor_key, bound, place)
    caller.note(whose, "threads", len(shown))
    return JSONResponse({"threads": [_thread_out(one) for one in shown], "next_cursor": following})


@router.get("/v1/memory/speakers", response_model=SpeakersOut, tags=["threads"])
def list_speakers(
    user_id: Annotated[Id, Query()],
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ),
) -> JSONResponse:
    """List who speaks in a person's memory, the person first, and where authors could not be told apart."""
    whose = caller.whose(user_id)
    bound = caller.bound(whose, "speakers", b"")
    after = None if cursor is None else str(cursors.read(caller.memory.cursor_key, bound, cursor)[0])
    page = speakers.page(caller.memory, whose, after, limit)
    following = None
    if page.has_more:
        following = cursors.write(caller.memory.cursor_key, bound, (speakers.order(page.speakers[-1][1]),))
    caller.note(whose, "speakers", len(page.speakers))
    conflicts = [
        {"code": one.code.value, "key": one.key, "speaker_ids": [ids.speaker_text(key) for key in keys]}
        for one, keys in page.conflicts
    ]
    listed = [_speaker_out(key, one, count) for key, one, count in page.speakers]
    return JSONResponse({"speakers": listed, "conflicts": conflicts, "next_cursor": following})


@router.get("/v1/memory/about", response_model=AboutsOut, tags=["threads"])
def list_abouts(
    user_id: Annotated[Id, Query()],
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ),
) -> JSONResponse:
    """List what a person's items are about, with the threads of each piece of work across sessions."""
    whose = caller.whose(user_id)
    bound = caller.bound(whose, "about", b"")
    after = "" if cursor is None else str(cursors.read(caller.memory.cursor_key, bound, cursor)[0])
    found = threads.abouts(caller.memory, whose, after, limit + 1)
    shown = found[:limit]
    following = None
    if len(found) > limit:
        following = cursors.write(caller.memory.cursor_key, bound, (shown[-1][0],))
    caller.note(whose, "about", len(shown))
    listed = [
        {
            "about": name,
            "items": count,
            "first_at": times.write(first),
            "last_at": times.write(last),
            "threads": [_thread_out(one) for one in held],
        }
        for name, count, first, last, held in shown
    ]
    return JSONResponse({"about": listed, "next_cursor": following})


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
