from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from ownwords.client import Ownwords
from tests.client.clients import Colour, speaking
from tests.client.misbehaving import Misbehaving, misbehaving
from tests.running import Api


@pytest.fixture(params=["sync", "async"])
def colour(request: pytest.FixtureRequest) -> Colour:
    """Each of the two clients."""
    return cast("Colour", request.param)


@pytest.fixture
def client(colour: Colour, api: Api) -> Iterator[Ownwords]:
    """Each of the two clients, on each of the two databases."""
    with speaking(colour, api.url, api.key) as opened:
        yield opened


@pytest.fixture
def proxy(api: Api) -> Iterator[Misbehaving]:
    """A proxy before the server, which does as it should until it is told otherwise."""
    with misbehaving(api.url) as running:
        yield running


@pytest.fixture
def through_proxy(colour: Colour, api: Api, proxy: Misbehaving) -> Iterator[Ownwords]:
    """Each of the two clients, with the proxy between it and the server."""
    with speaking(colour, proxy.url, api.key) as opened:
        yield opened


@pytest.fixture
def stranger() -> Iterator[Misbehaving]:
    """A server of its own that answers only as it is told."""
    with misbehaving(None) as running:
        yield running


@pytest.fixture
def to_stranger(colour: Colour, stranger: Misbehaving) -> Iterator[Ownwords]:
    """Each of the two clients, speaking to the stranger."""
    with speaking(colour, stranger.url, "csk_test_secret") as opened:
        yield opened
