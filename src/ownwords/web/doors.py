"""The layer that every request passes, whichever edge it is for.

It gives the request an id, checks Host and Origin, bounds the body, finds out who calls, and turns whatever goes
wrong into an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass
from secrets import token_hex
from time import perf_counter
from typing import Final
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ownwords.domain import limits
from ownwords.domain.errors import (
    BodyTooLarge,
    CredentialInvalid,
    Fault,
    HostNotAllowed,
    OriginNotAllowed,
    Problem,
    RequestInvalid,
)
from ownwords.web.callers import Doorkeeper, bearer
from ownwords.web.metrics import Metrics
from ownwords.web.problems import answer, unexpected
from ownwords.web.rates import Rates

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]", "::1"})
log: Final = logging.getLogger("ownwords.web")

_SECURITY_HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names under which the server is called; `every` where it can not know them."""

    names: Collection[str]
    every: bool = False

    def allow(self, host: str) -> bool:
        """Tell whether a Host header names this server."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return self.every or name.lower() in LOOPBACK or name.lower() in self.names


class Doors:
    """The ASGI layer around the edges."""

    def __init__(
        self,
        inner: ASGIApp,
        doorkeeper: Doorkeeper,
        metrics: Metrics,
        hosts: Hosts,
        open_paths: Collection[str],
        rates: Rates,
    ) -> None:
        """Let requests through to `inner`; those for `open_paths` need no credential."""
        self._inner = inner
        self._doorkeeper = doorkeeper
        self._metrics = metrics
        self._hosts = hosts
        self._open_paths = frozenset(open_paths)
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        began = perf_counter()
        request_id = f"req_{token_hex(10)}"
        scope.setdefault("state", {})["request_id"] = request_id
        status = 500
        has_begun = has_ended = False

        async def sending(message: Message) -> None:
            nonlocal status, has_begun, has_ended
            has_ended = message["type"] == "http.response.body" and not message.get("more_body", False)
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id
                for name, value in _SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._admit(scope)
            await self._inner(scope, _bounded(receive, Headers(scope=scope)), sending)
        except Problem as problem:
            await answer(problem, request_id)(scope, receive, sending)
        except Exception as error:
            # Never the message: a driver's may quote what somebody said.
            log.error("%s failed: %s", request_id, _described(error))  # noqa: TRY400 - a traceback may quote as well
            if has_begun and not has_ended:
                # Half an answer is on its way; only a broken connection tells the caller so.
                raise
            if not has_begun:
                await unexpected(request_id)(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            self._metrics.answered(scope["method"], route, status, perf_counter() - began)

    async def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._hosts.allow(host):
            raise HostNotAllowed
        _refuse_other_than_utf_8(scope)
        origin = headers.get("origin")
        if origin is not None and not self._is_own(origin, host):
            raise OriginNotAllowed
        if scope["path"] in self._open_paths:
            return
        if len(headers.getlist("authorization")) > 1:
            raise CredentialInvalid
        credential = bearer(headers.get("authorization"))
        caller = self._doorkeeper.remembered(credential)
        if caller is None:
            caller = await asyncio.to_thread(self._doorkeeper.check, credential)
        self._rates.ask(caller)
        scope["state"]["caller"] = caller

    def _is_own(self, origin: str, host: str) -> bool:
        try:
            named = urlsplit(origin).netloc
        except ValueError:
            return False
        return named == host or (not self._hosts.every and named.rsplit(":", 1)[0].lower() in self._hosts.names)


def _refuse_other_than_utf_8(scope: Scope) -> None:
    """Refuse an address whose bytes would have to be repaired to be read: it might then name somebody else."""
    try:
        for part in (scope.get("raw_path") or b"", scope["query_string"]):
            unquote_to_bytes(part).decode()
    except UnicodeDecodeError:
        message = "percent-encoded bytes are UTF-8; encode the name as such"
        raise RequestInvalid(faults=(Fault("", "not_utf_8", message),)) from None


def _bounded(receive: Receive, headers: Headers) -> Receive:
    """Stop reading a body at the limit, whatever length it says it has."""
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length) > limits.BODY_BYTES:
        raise BodyTooLarge
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limits.BODY_BYTES:
            raise BodyTooLarge
        return message

    return receiving


def _described(error: BaseException) -> str:
    """Name an error's kind and the line it came from, without its message."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    return f"{type(error).__name__} at {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}"
