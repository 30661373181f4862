"""Routes that read bodies by our rules."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from fastapi.routing import APIRoute
from typing_extensions import override

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

        async def handle(request: Request) -> Response:
            return await inner(StrictRequest(request.scope, request.receive))

        return handle


def routes() -> APIRouter:
    """Make a router whose routes do."""
    return APIRouter(route_class=StrictRoute)
