"""A real endpoint on loopback that speaks as OpenAI's `/v1/embeddings` does, and can misbehave as one does."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from typing_extensions import override

from tests.embedders import Trigrams

Answer = Callable[[list[str]], tuple[int, bytes]]


def sound(texts: list[str]) -> tuple[int, bytes]:
    """Answer as it should be, in an order of its own."""
    vectors = Trigrams().passages(texts)
    data = [{"index": at, "embedding": [float(one) for one in row]} for at, row in enumerate(vectors)]
    return 200, json.dumps({"data": data[::-1]}).encode()


@dataclass(slots=True)
class Endpoint:
    """Where it listens, how it answers, and what it was sent.

    `parts` are answered in place of `answer`, one by one, until the other side hangs up; `taken` counts their bytes.
    """

    url: str = ""
    answer: Answer = sound
    parts: Iterator[bytes] | None = None
    taken: int = 0
    sent: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    keys: set[str | None] = field(default_factory=set[str | None])


@contextmanager
def listening() -> Generator[Endpoint]:
    """Listen on a free port until the end."""
    endpoint = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.sent.append(body)
            endpoint.keys.add(self.headers["Authorization"])
            if endpoint.parts is not None:
                self._give(endpoint.parts)
                return
            status, content = endpoint.answer(body["input"]) if self.path == "/v1/embeddings" else (404, b"")
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def _give(self, parts: Iterator[bytes]) -> None:
            self.send_response(200)
            self.end_headers()
            with suppress(ConnectionError):
                for part in parts:
                    self.wfile.write(part)
                    endpoint.taken += len(part)

        @override
        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
