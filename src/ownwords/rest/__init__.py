"""JSON over HTTP: each file's routes, and how faults are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from ownwords import __version__
from ownwords.domain.errors import (
    InvalidJson,
    ItemsInvalid,
    MethodNotAllowed,
    NotFound,
    Problem,
    PurchasesInvalid,
    RequestInvalid,
)
from ownwords.rest import (
    exchange,
    indexing,
    items,
    persons,
    preferences,
    projects,
    purchases,
    receipts,
    search,
    sign_ins,
    threads,
)
from ownwords.rest.edge import TAKES, Rest
from ownwords.rest.faults import faults_of
from ownwords.rest.problems import PROBLEMS
from ownwords.web import metrics
from ownwords.web.problems import answer, unexpected

OPEN_PATHS: Final = ("/healthz", "/readyz", "/metrics", "/openapi.json", "/.well-known/jwks.json", preferences.DOCUMENT)
"""What needs no credential: it tells nothing of any project."""

_BATCHES: Final = {"/v1/memory/add": ItemsInvalid, "/v1/purchases": PurchasesInvalid}
"""What a malformed batch is answered with."""
_SCHEMES: Final = {
    "key": {"type": "http", "scheme": "bearer", "description": "A key of the project: `csk_…`."},
    "person": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "A person token, for that person's own memory; `user_id` may be left out.",
    },
}
_METHOD_NOT_ALLOWED: Final = 405
_BAD_REQUEST: Final = 400
_PARTS: Final = (
    items,
    search,
    indexing,
    threads,
    purchases,
    preferences,
    receipts,
    persons,
    sign_ins,
    projects,
    exchange,
)
_NO_BODY: Final = ("missing", ("body",))


def application(rest: Rest) -> FastAPI:
    """Make the application of this edge; the layer around it has checked the credential."""
    app = FastAPI(
        title="Ownwords",
        version=__version__,
        summary="A memory server that keeps what was said.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.rest = rest
    for part in _PARTS:
        app.include_router(part.router, responses=PROBLEMS)
    _add_health(app, rest)
    app.openapi = _document(app)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(Exception, _failed)
    return app


def _add_health(app: FastAPI, rest: Rest) -> None:
    @app.get("/healthz", tags=["running"])
    async def healthz() -> dict[str, str]:
        """Tell that the process runs."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["running"])
    def readyz() -> dict[str, str]:
        """Tell that the database answers."""
        rest.memory.store.purged_through()
        return {"status": "ok"}

    @app.get("/metrics", tags=["running"], response_class=Response)
    async def measured() -> Response:
        """Give what is measured, in the Prometheus text format."""
        return Response(rest.metrics.text(), media_type=metrics.CONTENT_TYPE)


async def _problem(request: Request, problem: Any) -> JSONResponse:
    return answer(problem, request.state.request_id)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    del error  # The layer around this edge logs what kind of thing it was.
    return unexpected(request.state.request_id)


async def _malformed(request: Request, error: Any) -> JSONResponse:
    if any(one["type"] == "json_invalid" or (one["type"], one["loc"]) == _NO_BODY for one in error.errors()):
        return answer(InvalidJson(), request.state.request_id)
    kind = _BATCHES.get(request.url.path, RequestInvalid)
    return answer(kind(faults=faults_of(error.errors())), request.state.request_id)


async def _refused(request: Request, error: Any) -> JSONResponse:
    if isinstance(error.__cause__, Problem):
        # FastAPI takes whatever goes wrong while a body is read for a body that can not be read.
        return answer(error.__cause__, request.state.request_id)
    if error.status_code == _METHOD_NOT_ALLOWED:
        refused = answer(MethodNotAllowed(), request.state.request_id)
        refused.headers["Allow"] = ", ".join(sorted(_methods(request)))
        return refused
    if error.status_code == _BAD_REQUEST:
        return answer(InvalidJson(), request.state.request_id)
    return answer(NotFound(), request.state.request_id)


def _methods(request: Request) -> set[str]:
    """Find every method that the path takes; several routes may share it."""
    found: set[str] = set()
    for route in (route for part in _PARTS for route in part.router.routes):
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found


def _document(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """Say in the OpenAPI document which calls need a credential."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = FastAPI.openapi(app)
            made["components"]["securitySchemes"] = _SCHEMES
            made["security"] = [{"key": []}]
            for route in (route for part in _PARTS for route in part.router.routes if isinstance(route, APIRoute)):
                taken = [one for needed in route.dependant.dependencies for one in TAKES.get(needed.call, ())]
                for method in (route.methods or ()) if taken else ():
                    operation = made["paths"][route.path_format][method.lower()]
                    operation["security"] = [{one: []} for one in taken]
            for path in OPEN_PATHS:
                for operation in made["paths"].get(path, {}).values():
                    operation["security"] = []
        return app.openapi_schema or {}

    return document
