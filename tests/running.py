"""A real server for a test: a real store, real HTTP on loopback, and a clock that the test can move."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from secrets import token_bytes
from threading import Thread
from typing import Any
from urllib.parse import quote

import httpx
import uvicorn

from ownwords import app
from ownwords.actions import projects
from ownwords.actions.memory import Memory, Whose
from ownwords.domain.ids import Secret
from ownwords.domain.projects import KeyMode, KeyScope, Project
from ownwords.domain.times import Instant, parse
from ownwords.embedding.local import LocalEmbedder
from ownwords.ports import Embedder, Store
from ownwords.settings import Settings
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.sqlite.store import SqliteStore
from tests.postgres import PostgresServer

SECRET = Secret(b"a secret for tests only, 64 bytes or fewer of it are used")
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""No test speaks TLS; a context with all the world's certificates would cost each of them 20 ms."""
EMBEDDER = LocalEmbedder()
"""One for all tests of a process: reading its weights takes a second."""
_NOISE = count(1)
NOON = parse("2026-03-02T12:00:00Z")


@dataclass(slots=True)
class MovableClock:
    """A clock that runs only when it is told to."""

    instant: Instant = NOON

    def now(self) -> Instant:
        """Give the time."""
        return self.instant

    def set(self, text: str) -> None:
        """Set the time."""
        self.instant = parse(text)

    def advance(self, seconds: float) -> None:
        """Move the time."""
        self.instant = Instant(self.instant + int(seconds * 1_000_000))


def quoted(user_id: str) -> str:
    """Write an id as a part of a path; a client would take one of points for a way up."""
    return quote(user_id, safe="").replace(".", "%2E")


@dataclass(slots=True)
class Api:
    """One project of a server, by one of its keys, over HTTP."""

    url: str
    key: str
    memory: Memory
    project: Project
    clock: MovableClock
    accesses: Any
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"}
        self.http = httpx.Client(base_url=self.url, headers=headers, timeout=60, verify=PLAIN)

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        """Post JSON."""
        return self.http.post(path, json=body, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def add(self, user_id: str, *items: dict[str, Any], **headers: str) -> list[dict[str, Any]]:
        """File items and give what became of each."""
        answer = self.post("/v1/memory/add", {"user_id": user_id, "items": list(items)}, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["items"]

    def read(self, user_id: str, **what: Any) -> list[dict[str, Any]]:
        """Read the first page of items."""
        answer = self.post("/v1/memory/read", {"user_id": user_id, "limit": 500, **what})
        assert answer.status_code == 200, answer.text
        return answer.json()["items"]

    def search(self, user_id: str, query: str, **what: Any) -> list[dict[str, Any]]:
        """Search."""
        answer = self.post("/v1/memory/search", {"user_id": user_id, "query": query, **what})
        assert answer.status_code == 200, answer.text
        return answer.json()["hits"]

    def forget(self, user_id: str, **extent: Any) -> dict[str, Any]:
        """Forget, and give the receipt."""
        answer = self.post("/v1/memory/forget", {"user_id": user_id, **extent})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, path: str, **query: Any) -> Any:
        """Get JSON."""
        answer = self.http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def issue(self, user_id: str, **wanted: Any) -> dict[str, Any]:
        """Have a person token issued, and give the whole answer."""
        answer = self.http.post(f"/v1/persons/{quoted(user_id)}/sessions", json=wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def bearing(self, credential: str) -> Generator[Api]:
        """Give the same project by another credential."""
        made = Api(self.url, credential, self.memory, self.project, self.clock, self.accesses)
        with made.http:
            yield made

    @contextmanager
    def signed_in(self, user_id: str, **wanted: Any) -> Generator[Api]:
        """Give the same project by the token of a person who has just signed in."""
        with self.bearing(self.issue(user_id, **wanted)["token"]) as made:
            yield made

    def whose(self, user_id: str) -> Whose:
        """Name a memory for the actions, which some tests call without HTTP."""
        return Whose(self.project, user_id)


@dataclass(slots=True)
class Server:
    """A running server, in which each test has a project of its own."""

    url: str
    memory: Memory
    clock: MovableClock
    accesses: Any

    def project(self, *scopes: KeyScope) -> Api:
        """Make a project with a key."""
        made = projects.create(self.memory, "test", next(_NOISE))
        wanted = scopes or tuple(KeyScope)
        key = projects.create_key(self.memory, made.id, KeyMode.TEST, token_bytes(32), wanted)
        return Api(self.url, key.text, self.memory, made, self.clock, self.accesses)


@contextmanager
def serving(store: Store, clock: MovableClock | None = None, embedder: Embedder = EMBEDDER) -> Generator[Server]:
    """Serve a store on a free loopback port; the caller closes the store."""
    clock = clock or MovableClock()
    memory = Memory.of(store, clock, SECRET, embedder)
    settings = Settings()
    running = app.assembled(memory, settings)
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(running.answering, lifespan="off", log_config=None, access_log=False)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        _wait_until_it_answers(url)
        running.accesses.start()
        try:
            yield Server(url, memory, clock, running.accesses)
        finally:
            server.should_exit = True
            thread.join(20)
            running.accesses.close()


def sqlite_store(folder: Path) -> SqliteStore:
    """Open a SQLite store in a folder, made where there is none."""
    return SqliteStore(folder / "ownwords.db", SECRET.fingerprint)


def postgres_store(server: PostgresServer) -> PostgresStore:
    """Open a store in a new PostgreSQL database whose person tables are split by person into 8 parts."""
    return PostgresStore(server.create_database("ownwords"), SECRET.fingerprint, partitions=8, connections=24)


def _wait_until_it_answers(url: str) -> None:
    for _ in range(400):
        try:
            httpx.get(f"{url}/healthz", timeout=5)
        except httpx.TransportError:
            continue
        return
    raise TimeoutError
