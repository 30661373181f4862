"""Problems in the OpenAPI document: one shape, and the statuses that any call may answer with."""

from __future__ import annotations

from typing import Any, Final

from ownwords.rest.wire import Answer
from ownwords.web.problems import STATUSES


class FaultOut(Answer):
    """One thing that is wrong in a request: where, by which rule, and what to do."""

    pointer: str
    code: str
    message: str


class ProblemOut(Answer):
    """The flat shape of every error."""

    error: str
    code: str
    message: str
    status: int
    request_id: str
    reason: str | None = None
    errors: list[FaultOut]


PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "model": ProblemOut,
        "description": "; ".join(f"`{kind.code}`" for kind, one in STATUSES.items() if one == status),
    }
    for status in sorted(set(STATUSES.values()))
}
