"""How far the meaning of a memory is learned, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from fastapi.responses import JSONResponse

from ownwords.actions import indexing
from ownwords.domain import limits
from ownwords.domain.projects import KeyScope
from ownwords.domain.sign_ins import PersonScope
from ownwords.rest.edge import Edge, edge
from ownwords.rest.paging import Walk
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Cursor, Id, Limit, Wire

router = routes()


class ModelOut(Answer):
    """The model that search by meaning goes by."""

    name: str
    dimension: int


class SetAsideOut(Answer):
    """An item that could not be learned, and is found by its words only."""

    item_id: str
    version: int
    tries: int
    problem: str


class IndexingOut(Answer):
    """How many passages there are and are learned, how many items wait, and those that were set aside."""

    model: ModelOut
    passages: int
    learned: int
    pending: int
    set_aside: int
    items: list[SetAsideOut]
    next_cursor: str | None


class RetryIn(Wire):
    """Whose items to try again."""

    user_id: Id = LEFT_OUT


class RetryOut(Answer):
    """How many items are queued again."""

    queued: int


@router.get("/v1/memory/indexing", response_model=IndexingOut, tags=["search"])
def progress(
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    limit: Annotated[Limit, Query(strict=False)] = limits.PAGE_DEFAULT,
    cursor: Annotated[Cursor | None, Query()] = None,
    caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ),
) -> JSONResponse:
    """Tell how far search by meaning has caught up, and list what was set aside after five tries."""
    whose = caller.whose(user_id)
    walk = Walk(caller, whose, "indexing", cursor=cursor, limit=limit)
    after = 0 if walk.after is None else int(walk.after[0])
    found = indexing.set_aside(caller.memory, whose, after, walk.most)
    shown, following = walk.page(found, lambda one: (one.number,))
    far = indexing.progress(caller.memory, whose)
    caller.note(whose, "indexing", len(shown))
    return JSONResponse(
        {
            "model": {"name": far.model, "dimension": far.dimension},
            "passages": far.passages,
            "learned": far.learned,
            "pending": far.waiting,
            "set_aside": far.set_aside,
            "items": [
                {"item_id": one.item_id, "version": one.version, "tries": one.tries, "problem": one.problem}
                for one in shown
            ],
            "next_cursor": following,
        }
    )


@router.post("/v1/memory/indexing/retry", response_model=RetryOut, tags=["search"])
def retry(body: RetryIn, caller: Edge = edge(KeyScope.ITEMS_WRITE, PersonScope.MEMORY_WRITE)) -> JSONResponse:
    """Queue again what was set aside."""
    whose = caller.whose(body.user_id)
    queued = indexing.try_again(caller.memory, whose)
    caller.memory.queued.set()
    caller.note(whose, "retry", queued)
    return JSONResponse({"queued": queued})
