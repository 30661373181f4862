"""Problems as answers: the one table of statuses, and the one shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi.responses import JSONResponse

from ownwords.domain.errors import (
    BearerTokenHasNoPerson,
    BodyTooLarge,
    ConsentMissing,
    CredentialInvalid,
    EmbedderUnavailable,
    HostNotAllowed,
    IdempotencyInProgress,
    IdempotencyKeyReused,
    InvalidJson,
    InvalidRequest,
    MemoryKeyUnknown,
    MemorySourceNotPerson,
    MemoryValueInvalid,
    MethodNotAllowed,
    NotEmbeddable,
    NotFound,
    OriginNotAllowed,
    Problem,
    RateLimited,
    ReadTimedOut,
    RequestInvalid,
    ScopeMissing,
    StoreFull,
    StoreUnavailable,
)

STATUSES: Final[Mapping[type[Problem], int]] = {
    InvalidJson: 400,
    InvalidRequest: 400,
    MemoryKeyUnknown: 400,
    MemoryValueInvalid: 400,
    CredentialInvalid: 401,
    ScopeMissing: 403,
    BearerTokenHasNoPerson: 403,
    MemorySourceNotPerson: 403,
    ConsentMissing: 403,
    OriginNotAllowed: 403,
    NotFound: 404,
    MethodNotAllowed: 405,
    IdempotencyInProgress: 409,
    BodyTooLarge: 413,
    HostNotAllowed: 421,
    RequestInvalid: 422,
    IdempotencyKeyReused: 422,
    NotEmbeddable: 422,
    RateLimited: 429,
    EmbedderUnavailable: 503,
    ReadTimedOut: 503,
    StoreFull: 507,
    StoreUnavailable: 503,
}
"""The status of each problem; one that is not named has its parent's."""

_AGAIN_IN_A_SECOND: Final = {409, 503}


def status_of(problem: Problem) -> int:
    """Give the status of a problem."""
    return next((STATUSES[kind] for kind in type(problem).__mro__ if kind in STATUSES), 500)


def answer(problem: Problem, request_id: str) -> JSONResponse:
    """Write a problem in the flat shape that every edge answers with."""
    status = status_of(problem)
    headers = {"Retry-After": "1"} if status in _AGAIN_IN_A_SECOND else {}
    if isinstance(problem, RateLimited):
        headers["Retry-After"] = str(problem.seconds)
    if isinstance(problem, CredentialInvalid):
        headers["WWW-Authenticate"] = 'Bearer realm="ownwords"'
    return JSONResponse(body_of(problem.code, problem.message, status, request_id, problem), status, headers)


def body_of(code: str, message: str, status: int, request_id: str, problem: Problem | None = None) -> dict[str, Any]:
    """Write the flat shape."""
    faults = () if problem is None else problem.faults
    reason = None if problem is None else problem.reason
    return {
        "error": code,
        "code": code,
        "message": message,
        "status": status,
        "request_id": request_id,
        **({} if reason is None else {"reason": reason}),
        "errors": [{"pointer": one.pointer, "code": one.code, "message": one.message} for one in faults],
    }


def unexpected(request_id: str) -> JSONResponse:
    """Answer for a fault of the server's own; what it was stands in the log under the request's id."""
    message = "The server failed; nothing is known to be stored. Send it again, and name the request_id if it stays."
    return JSONResponse(body_of("internal_error", message, 500, request_id), 500)
