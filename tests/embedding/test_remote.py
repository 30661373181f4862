from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from itertools import repeat

import numpy as np
import pytest

from ownwords import app
from ownwords.domain.errors import EmbedderUnavailable, NotEmbeddable, Problem, RefusesToServe
from ownwords.embedding import remote
from ownwords.embedding.local import LocalEmbedder
from ownwords.embedding.remote import RemoteEmbedder
from ownwords.settings import Settings
from tests.embedders import Trigrams
from tests.embedding.endpoint import Answer, Endpoint, listening, sound

KEY = "sk-secreta"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """An endpoint of the test's own."""
    with listening() as heard:
        yield heard


def test_vectors_come_in_the_order_of_the_texts(endpoint: Endpoint) -> None:
    """By `index`, however the endpoint orders them; at most 64 texts a request; the key goes along."""
    embedder = RemoteEmbedder(endpoint.url + "/", "trigrams", KEY)
    texts = [f"texto número {n}" for n in range(150)]
    assert np.allclose(embedder.passages(texts), Trigrams().passages(texts), atol=1e-6)
    assert embedder.model.dimension == 64
    assert [len(body["input"]) for body in endpoint.sent] == [1, 64, 64, 22]
    assert {body["model"] for body in endpoint.sent} == {"trigrams"}
    assert endpoint.keys == {f"Bearer {KEY}"}


def test_hostile_texts_are_made_readable_first(endpoint: Endpoint) -> None:
    """What is sent holds no NUL and no half character, and is never empty."""
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    embedder.passages(["\0", "\ud800a", "\ufdfa" * 5_000])
    first, second, third = endpoint.sent[0]["input"]
    assert (first, second, len(third)) == (" ", "a", 2_000)


def late(texts: list[str]) -> tuple[int, bytes]:
    """Answer well, and too late."""
    time.sleep(1)
    return sound(texts)


def trickle(texts: list[str]) -> Iterator[bytes]:
    """Answer well, and too late, though never silent for long."""
    for _ in range(100):
        time.sleep(0.1)
        yield b" "
    yield sound(texts)[1]


def _rows(*rows: list[float]) -> bytes:
    return json.dumps({"data": [{"index": at, "embedding": row} for at, row in enumerate(rows)]}).encode()


WRONG: dict[str, tuple[Answer, type[Problem]]] = {
    "bad request": (lambda _: (400, b"{}"), NotEmbeddable),
    "too large": (lambda _: (413, b"{}"), NotEmbeddable),
    "no key": (lambda _: (401, b"{}"), EmbedderUnavailable),
    "too many": (lambda _: (429, b"{}"), EmbedderUnavailable),
    "broken": (lambda _: (500, b"{}"), EmbedderUnavailable),
    "no JSON": (lambda _: (200, b"<html>"), EmbedderUnavailable),
    "no data": (lambda _: (200, b'{"data": 7}'), EmbedderUnavailable),
    "too few": (lambda _: (200, _rows()), EmbedderUnavailable),
    "not a number": (lambda _: (200, b'{"data":[{"index":0,"embedding":[NaN]}]}'), EmbedderUnavailable),
    "another dimension": (lambda _: (200, _rows([1.0, 0.0])), EmbedderUnavailable),
    "ragged": (lambda _: (200, b'{"data":[{"index":0,"embedding":[[1],[2,3]]}]}'), EmbedderUnavailable),
}


@pytest.mark.parametrize("how", WRONG)
def test_an_endpoint_that_fails_says_nothing_of_the_text(endpoint: Endpoint, how: str) -> None:
    """Each failure is one of the two problems, and holds neither the text nor the key."""
    embedder = RemoteEmbedder(endpoint.url, "trigrams", KEY, dimension=64)
    endpoint.answer, problem = WRONG[how]
    with pytest.raises(problem) as raised:
        embedder.passages(["meu segredo"])
    assert "segredo" not in repr(raised.value)
    assert KEY not in repr(raised.value)


def test_an_endpoint_that_does_not_answer_is_not_waited_for(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wait is bounded."""
    monkeypatch.setattr(remote, "_SECONDS", 0.2)
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    endpoint.answer = late
    with pytest.raises(EmbedderUnavailable):
        embedder.passages(["oi"])


def test_an_endpoint_that_trickles_is_not_waited_for(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait is for the whole answer, not for each part of it."""
    monkeypatch.setattr(remote, "_SECONDS", 0.5)
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    endpoint.parts = trickle(["oi"])
    began = time.monotonic()
    with pytest.raises(EmbedderUnavailable):
        embedder.passages(["oi"])
    assert time.monotonic() - began < 5


def test_an_endpoint_that_sends_without_end_is_not_read_to_the_end(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read is bounded while it is read."""
    monkeypatch.setattr(remote, "_ANSWER_BYTES", 1024 * 1024)
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    endpoint.parts = repeat(b" " * 64 * 1024, 2_000)
    with pytest.raises(EmbedderUnavailable):
        embedder.passages(["oi"])
    # Some more is on its way when the connection is closed.
    assert endpoint.taken < 32 * 1024 * 1024


def test_an_answer_in_parts_is_put_together(endpoint: Endpoint) -> None:
    """However the network cuts it."""
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    texts = [f"texto número {n}" for n in range(30)]
    whole = sound(texts)[1]
    endpoint.parts = iter([whole[start : start + 1_000] for start in range(0, len(whole), 1_000)])
    assert np.allclose(embedder.passages(texts), Trigrams().passages(texts), atol=1e-6)


@pytest.mark.parametrize(
    ("url", "model"),
    [
        ("", "m"),
        ("ftp://x/v1", "m"),
        ("http://127.0.0.1:9/v1", ""),
        ("http://127.0.0.1:9/v1", "m"),
        ("http://127.0.0.1:v1", "m"),
        ("http://[::1/v1", "m"),
        ("http://127.0.0.1:99999/v1", "m"),
        ("http:///v1", "m"),
        ("http://a\nb/v1", "m"),
        ("http://xn--/v1", "m"),
        ("http://a..b/v1", "m"),
    ],
)
def test_wrong_settings_refuse_to_serve(url: str, model: str) -> None:
    """No address or none that is one, no model, nobody there to ask for the dimension: the server says what to set."""
    with pytest.raises(RefusesToServe, match="OWNWORDS_EMBEDDING"):
        RemoteEmbedder(url, model)


@pytest.mark.parametrize("key", ["sk-secretá", "sk-secreta\n", "sk-secreta\ud800", "sk-secreta sk-outra"])
def test_a_key_that_can_not_be_sent_refuses_to_serve(endpoint: Endpoint, key: str) -> None:
    """Before anything is sent, and without telling the key."""
    with pytest.raises(RefusesToServe, match="OWNWORDS_EMBEDDING_KEY") as raised:
        RemoteEmbedder(endpoint.url, "trigrams", key)
    assert "secret" not in repr(raised.value)
    assert (raised.value.__cause__, raised.value.__context__) == (None, None)
    assert endpoint.sent == []


def test_the_settings_choose_the_embedder(endpoint: Endpoint) -> None:
    """`local` by default, `remote` with an address, a model, a key and what is near."""
    assert isinstance(app.embedder_of(Settings()), LocalEmbedder)
    chosen = app.embedder_of(
        Settings(embedder="remote", embedding_url=endpoint.url, embedding_model="trigrams", embedding_near=35)
    )
    assert (chosen.model.name, chosen.model.dimension, chosen.model.least) == ("trigrams", 64, 0.35)


MORE_WRONG: dict[str, tuple[Answer, type[Problem]]] = {
    "unprocessable": (lambda _: (422, b"{}"), NotEmbeddable),
    "not allowed": (lambda _: (403, b"{}"), EmbedderUnavailable),
    "no such model": (lambda _: (404, b"{}"), EmbedderUnavailable),
    "elsewhere": (lambda _: (301, b""), EmbedderUnavailable),
    "no content": (lambda _: (204, b""), EmbedderUnavailable),
    "no text": (lambda _: (200, b"\xff\xfe"), EmbedderUnavailable),
    "too many rows": (lambda _: (200, _rows([0.1] * 64, [0.1] * 64)), EmbedderUnavailable),
    "words": (lambda _: (200, b'{"data":[{"index":0,"embedding":["meu segredo"]}]}'), EmbedderUnavailable),
    "nothing": (lambda _: (200, b'{"data":[{"index":0,"embedding":[null]}]}'), EmbedderUnavailable),
    "no index": (lambda _: (200, b'{"data":[{"embedding":[0.1]}]}'), EmbedderUnavailable),
    "an endless index": (lambda _: (200, b'{"data":[{"index":1e999,"embedding":[0.1]}]}'), EmbedderUnavailable),
    "an index from 1": (lambda _: (200, _rows([0.1] * 64).replace(b": 0,", b": 1,")), EmbedderUnavailable),
    "an index that is a text": (lambda _: (200, _rows([0.1] * 64).replace(b": 0,", b': "0",')), EmbedderUnavailable),
    "a number too large": (lambda _: (200, b'{"data":[{"index":0,"embedding":[1e39]}]}'), EmbedderUnavailable),
    "a length too large": (lambda _: (200, _rows([3e38] * 64)), EmbedderUnavailable),
    "a whole number too large": (
        lambda _: (200, b'{"data":[{"index":0,"embedding":[1' + b"0" * 400 + b"]}]}"),
        EmbedderUnavailable,
    ),
    "too deep": (lambda _: (200, b"[" * 200_000), EmbedderUnavailable),
    "endless": (lambda _: (200, b" " * (remote._ANSWER_BYTES + 1)), EmbedderUnavailable),  # pyright: ignore[reportPrivateUsage]
}


@pytest.mark.parametrize("how", MORE_WRONG)
def test_an_endpoint_that_fails_is_quiet_in_the_logs_too(
    endpoint: Endpoint, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the text nor the key stands in the problem, in what it came from, or in a line that is logged."""
    embedder = RemoteEmbedder(endpoint.url, "trigrams", KEY, dimension=64)
    endpoint.answer, problem = MORE_WRONG[how]
    with caplog.at_level(logging.DEBUG), pytest.raises(problem) as raised:
        embedder.passages(["meu segredo"])
    assert raised.value.__cause__ is None
    for told in (str(raised.value), caplog.text):
        assert "segredo" not in told
        assert KEY not in told


def test_an_index_that_comes_twice_gives_no_vector(endpoint: Endpoint) -> None:
    """Else the vector of one text would stand for another."""
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    endpoint.answer = lambda texts: (200, sound(texts)[1].replace(b'"index": 1', b'"index": 0'))
    with pytest.raises(EmbedderUnavailable):
        embedder.passages(["oi", "tchau"])


def test_a_dimension_that_is_set_is_not_asked_for(endpoint: Endpoint) -> None:
    """A server with a dimension starts while its endpoint is down."""
    endpoint.answer = lambda _: (500, b"")
    embedder = RemoteEmbedder(endpoint.url, "trigrams", dimension=64)
    assert embedder.model.dimension == 64
    assert endpoint.sent == []
    assert embedder.passages([]).shape == (0, 64)
    with pytest.raises(EmbedderUnavailable):
        embedder.questions(["oi"])
    endpoint.answer = sound
    assert embedder.questions(["oi"]).shape == (1, 64)


def test_an_embedder_that_can_not_be_had_says_what_to_set() -> None:
    """`remote` without an address refuses to serve."""
    with pytest.raises(RefusesToServe, match="OWNWORDS_EMBEDDING_URL"):
        app.embedder_of(Settings(embedder="remote"))
