"""Routes that read bodies by our rules."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from typing_extensions import override

from ownwords.domain.errors import Fault, RequestInvalid
from ownwords.rest.wire import pointer_part
from ownwords.web.bodies import parse


class StrictRequest(Request):
    """A request whose body is read by our rules; handlers find what was parsed on its state."""

    @override
    async def json(self) -> Any:
        """Read the body once."""
        if not hasattr(self.state, "body"):
            self.state.body = parse(await self.body())
        return self.state.body


class StrictRoute(APIRoute):
    """A route that reads bodies by our rules."""

    @override
    def get_route_handler(self) -> Any:
        """Wrap the handler that FastAPI makes."""
        inner = super().get_route_handler()

        known = {one.alias for one in self.dependant.query_params}

        async def handle(request: Request) -> Response:
            _refuse_unknown(request, known)
            return await inner(StrictRequest(request.scope, request.receive))

        return handle


def _refuse_unknown(request: Request, known: set[str]) -> None:
    """Refuse what is no parameter of the call, or stands there twice: readers would disagree about which counts."""
    given = [name for name, _ in request.query_params.multi_items()]
    found = [
        Fault(f"/{pointer_part(name)}", "unknown_field", "there is no such parameter; leave it out")
        for name in dict.fromkeys(given)
        if name not in known
    ]
    found += [
        Fault(f"/{name}", "given_twice", "it stands there twice; send it once")
        for name in sorted(known)
        if given.count(name) > 1
    ]
    if found:
        raise RequestInvalid(faults=tuple(found))


def routes() -> APIRouter:
    """Make a router whose routes do."""
    return APIRouter(route_class=StrictRoute)
