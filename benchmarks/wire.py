"""A lean HTTP client: one kept connection, JSON in and out, little of the client's own time in a figure."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

_OK = 200
_CHUNK = 256 * 1024


class RefusedError(Exception):
    """The server answered with something else than 200."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the status, the header lines in lower case, and the body's bytes."""

    status: int
    head: bytes
    content: bytes

    def json(self) -> Any:
        """Read the body.

        Raises:
            RefusedError: the status is not 200; the message holds what the server said.
        """
        if self.status != _OK:
            message = f"{self.status}: {self.content[:1_000].decode(errors='replace')}"
            raise RefusedError(message)
        return json.loads(self.content)


class Connection:
    """One kept connection to the server; it opens itself again after it broke."""

    def __init__(self, url: str, key: str, timeout: float = 60.0) -> None:
        """Speak to `url` with an API key; `timeout` is in seconds, for each answer."""
        parts = urlsplit(url)
        self._address = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._common = f"Host: {parts.netloc}\r\nAuthorization: Bearer {key}\r\n".encode()
        self._timeout = timeout
        self._socket: socket.socket | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> Answer:
        """Post JSON.

        Raises:
            OSError: the connection broke or the time was over; whether the server did its work is not known.
        """
        content = json.dumps(body, ensure_ascii=False).encode()
        lines = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        head = f"POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n{lines}"
        return self._exchange(head.encode() + self._common + b"\r\n" + content)

    def get(self, path: str, **query: Any) -> Answer:
        """Get JSON; raises as `post` does."""
        given = urlencode({name: value for name, value in query.items() if value is not None})
        return self._exchange(f"GET {path}?{given} HTTP/1.1\r\n".encode() + self._common + b"\r\n")

    def close(self) -> None:
        """End the connection."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _exchange(self, request: bytes) -> Answer:
        try:
            if self._socket is None:
                self._socket = socket.create_connection(self._address, self._timeout)
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket.sendall(request)
            return _received(self._socket)
        except BaseException:
            self.close()
            raise


def _received(connection: socket.socket) -> Answer:
    seen = b""
    while (end := seen.find(b"\r\n\r\n")) < 0:
        seen += _chunk(connection)
    head = seen[:end].lower()
    _, _, length = head.partition(b"\r\ncontent-length:")
    wanted = int(length.partition(b"\r\n")[0])
    content = bytearray(seen[end + 4 :])
    while len(content) < wanted:
        content += _chunk(connection)
    return Answer(int(head[9:12]), head, bytes(content))


def _chunk(connection: socket.socket) -> bytes:
    chunk = connection.recv(_CHUNK)
    if not chunk:
        raise ConnectionResetError
    return chunk
