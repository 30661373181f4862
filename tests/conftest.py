from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.postgres import PostgresServer
from tests.running import Api, MovableClock, Server, postgres_store, serving, sqlite_store

if TYPE_CHECKING:
    from pathlib import Path

    from ownwords.ports import Store


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Call what runs on PostgreSQL slow, outside of storage's own tests: `make check` is for before each commit."""
    for item in items:
        parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        if "postgres" in {parameters.get("store"), parameters.get("new_store")} and "storage" not in item.path.parts:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One PostgreSQL server for the whole run (one a worker, under pytest-xdist)."""
    with PostgresServer(durable=False, settings={"max_connections": "200"}) as server:
        yield server


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Each of the two databases; on PostgreSQL with the person tables split by person."""
    if request.param == "sqlite":
        opened: Store = sqlite_store(tmp_path_factory.mktemp("sqlite"))
    else:
        opened = postgres_store(request.getfixturevalue("postgres_server"))
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of the test's own on each of the two databases, for what walks everything that a store holds."""
    if request.param == "sqlite":
        opened: Store = sqlite_store(tmp_path)
    else:
        opened = postgres_store(request.getfixturevalue("postgres_server"))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def server(store: Store) -> Iterator[Server]:
    """A server over each of the two databases, with a clock that stands still."""
    with serving(store, MovableClock()) as running:
        yield running


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    """A project of the test's own on each of the two databases; the clock stands at noon again."""
    server.clock.set("2026-03-02T12:00:00Z")
    with (made := server.project()).http:
        yield made


@pytest.fixture
def sqlite_api(tmp_path: Path) -> Iterator[Api]:
    """A project on a server over a SQLite file of the test's own, in the folder `tmp_path`."""
    store = sqlite_store(tmp_path)
    with serving(store) as server, (made := server.project()).http:
        yield made
    store.close()
