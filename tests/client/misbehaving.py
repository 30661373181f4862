"""A real HTTP proxy on loopback that misbehaves as it is told, one misdeed a request."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import monotonic
from typing import Any

import httpx
from typing_extensions import override


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers itself, and passes nothing on."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Cuts:
    """Cuts the connection: before the request is passed on, after it was answered, or amid the answer's body."""

    when: str


@dataclass(frozen=True, slots=True)
class KeepsSilent:
    """Passes the request on, and keeps the answer to itself."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass(slots=True)
class Misbehaving:
    """What runs, what it does to the requests to come, and what came."""

    url: str
    misdeeds: deque[Answers | Cuts | KeepsSilent] = field(default_factory=deque[Answers | Cuts | KeepsSilent])
    seen: list[Seen] = field(default_factory=list[Seen])
    end: Event = field(default_factory=Event)

    def will(self, *misdeeds: Answers | Cuts | KeepsSilent) -> None:
        """Do these to the next requests, one each, and none after them."""
        self.misdeeds.extend(misdeeds)


@contextmanager
def misbehaving(upstream: str | None) -> Generator[Misbehaving]:
    """Run on a free port before `upstream`, or before nothing."""
    with httpx.Client(base_url=upstream or "", timeout=30) as http:
        running = Misbehaving("")
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(running, http))
        running.url = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield running
        finally:
            running.end.set()
            server.shutdown()
            thread.join()
            server.server_close()


def _handler(  # noqa: C901 - a class that needs what it is made with
    running: Misbehaving, http: httpx.Client
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def _handle(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            seen = Seen(self.command, self.path, dict(self.headers), body, monotonic())
            running.seen.append(seen)
            match running.misdeeds.popleft() if running.misdeeds else None:
                case Answers(status, said, headers):
                    self._answer(status, said, headers)
                case Cuts("before"):
                    self._cut()
                case Cuts("after"):
                    self._pass_on(seen)
                    self._cut()
                case Cuts(_):
                    self._answer_half(self._pass_on(seen).content)
                case KeepsSilent():
                    self._pass_on(seen)
                    running.end.wait(10)
                    self._cut()
                case None:
                    passed = self._pass_on(seen)
                    kept = ("content-type", "idempotent-replayed", "retry-after", "x-request-id")
                    headers = {name: passed.headers[name] for name in kept if name in passed.headers}
                    self._answer(passed.status_code, passed.content, headers)

        do_GET = do_POST = do_PUT = do_PATCH = _handle  # noqa: N815 - the library's names

        def _pass_on(self, seen: Seen) -> httpx.Response:
            kept = ("authorization", "content-type", "idempotency-key")
            headers = {name: one for name, one in seen.headers.items() if name.lower() in kept}
            return http.request(seen.method, seen.path, content=seen.body, headers=headers)

        def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def _answer_half(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2])
            self._cut()

        def _cut(self) -> None:
            self.close_connection = True
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)

        @override
        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler
