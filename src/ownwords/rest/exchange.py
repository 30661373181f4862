"""Export and import over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, StreamingResponse

from ownwords.domain.errors import Fault, PersonNotFound, RequestInvalid
from ownwords.domain.projects import KeyScope
from ownwords.domain.sign_ins import PersonScope
from ownwords.rest import lines
from ownwords.rest.edge import Edge, edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Id
from ownwords.web.callers import as_key

router = routes()

_LINES = "application/jsonl"


class ImportOut(Answer):
    """How many items and purchases are new, were held already, were forgotten since, or have ended."""

    created: int
    held: int
    forgotten: int
    expired: int


@router.get(
    "/v1/memory/export",
    tags=["exchange"],
    response_class=StreamingResponse,
    responses={200: {"content": {_LINES: {"schema": {"type": "string"}}}}},
)
def export(
    user_id: Annotated[Id, Query()] = LEFT_OUT, caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ)
) -> StreamingResponse:
    """Take out a person's whole memory as JSON Lines, with versions, tombstones and times."""
    whose = caller.whose(user_id)
    caller.note(whose, "export", 1)
    written = lines.write(caller.memory, whose, with_preferences=caller.is_person)
    return StreamingResponse(written, media_type=_LINES)


@router.post(
    "/v1/memory/import",
    response_model=ImportOut,
    tags=["exchange"],
    openapi_extra={"requestBody": {"required": True, "content": {_LINES: {"schema": {"type": "string"}}}}},
)
async def bring(
    request: Request,
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    caller: Edge = edge(KeyScope.ITEMS_WRITE, PersonScope.MEMORY_WRITE),
) -> JSONResponse:
    """Bring in lines of an export, up to 32 MiB at a time; what was forgotten since never comes back.

    Lines of purchases need the scope `purchases.write` as well.
    """
    body = await request.body()
    whose = caller.whose(user_id)
    if whose.is_nobody:
        # What is acknowledged is kept, and there is nobody to keep it for.
        raise PersonNotFound

    def may_purchase() -> None:
        as_key(caller.caller, KeyScope.PURCHASES_WRITE)

    def may_prefer(place: str) -> None:
        if not caller.is_person:
            message = "a key reads and writes no preference; leave the line out, or call as the signed-in person"
            raise RequestInvalid(faults=(Fault(place, "of_a_person", message),))

    def work() -> lines.Reader:
        reader = lines.Reader(caller.memory, whose, lines.Allowed(may_purchase, may_prefer, is_trusted=False))
        for line in body.splitlines():
            reader.take(line)
        reader.flush()
        return reader

    brought = (await run_in_threadpool(work)).brought
    caller.note(whose, "import", brought.created)
    return JSONResponse(
        {
            "created": brought.created,
            "held": brought.held,
            "forgotten": brought.forgotten,
            "expired": brought.expired,
        }
    )
