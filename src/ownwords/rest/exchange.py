"""Export and import over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, StreamingResponse

from ownwords.domain.projects import KeyScope
from ownwords.rest import lines
from ownwords.rest.edge import Edge, edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import Answer, Id

router = routes()

_LINES = "application/jsonl"


class ImportOut(Answer):
    """How many items are new, were held already, were forgotten since, or have ended."""

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
def export(user_id: Annotated[Id, Query()], caller: Edge = edge(KeyScope.ITEMS_READ)) -> StreamingResponse:
    """Take out a person's whole memory as JSON Lines, with versions, tombstones and times."""
    whose = caller.whose(user_id)
    caller.note(whose, "export", 1)
    return StreamingResponse(lines.write(caller.memory, whose), media_type=_LINES)


@router.post(
    "/v1/memory/import",
    response_model=ImportOut,
    tags=["exchange"],
    openapi_extra={"requestBody": {"required": True, "content": {_LINES: {"schema": {"type": "string"}}}}},
)
async def bring(
    user_id: Annotated[Id, Query()], request: Request, caller: Edge = edge(KeyScope.ITEMS_WRITE)
) -> JSONResponse:
    """Bring in lines of an export, up to 32 MiB at a time; what was forgotten since never comes back."""
    body = await request.body()
    whose = caller.whose(user_id)

    def work() -> lines.Reader:
        reader = lines.Reader(caller.memory, whose)
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
