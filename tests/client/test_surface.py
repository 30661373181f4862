from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from types import ModuleType
from typing import Any, assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ownwords.client
from ownwords.client import (
    Added,
    AsyncOwnwords,
    Call,
    Fault,
    Item,
    Note,
    Outcome,
    Ownwords,
    OwnwordsError,
    Patience,
    Receipt,
    RequestInvalid,
)
from ownwords.client.splitting import Splitter
from tests.client.clients import speaking
from tests.client.misbehaving import Answers, Cuts, Misbehaving

KEY = "csk_test_0123456789"
METHODS = sorted(name for name in dir(Ownwords) if not name.startswith("_"))


def test_all_is_what_can_be_imported() -> None:
    """`__all__` names everything public, and nothing else."""
    public = {
        name
        for name, value in vars(ownwords.client).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert set(ownwords.client.__all__) == public
    assert len(ownwords.client.__all__) == len(public)


@pytest.mark.parametrize("name", METHODS)
def test_both_clients_ask_the_same_in_the_same_words(name: str) -> None:
    """Every method has one signature and one docstring, whose first sentence is complete."""
    one, other = getattr(Ownwords, name), getattr(AsyncOwnwords, name)
    parameters = inspect.signature(one).parameters
    assert list(parameters.values()) == list(inspect.signature(other).parameters.values())
    assert one.__doc__ == other.__doc__
    assert (one.__doc__ or "").split("\n\n")[0].strip().endswith(".")


def test_both_clients_have_the_same_methods() -> None:
    """Nothing can be asked of one that can not be asked of the other."""
    assert [name for name in dir(AsyncOwnwords) if not name.startswith("_")] == METHODS
    assert {"add", "add_all", "read", "read_all", "search", "forget", "export", "import_", "healthy"} <= set(METHODS)


def test_a_method_of_a_client_has_its_name_and_docstring() -> None:
    """`help` of a bound method shows what the call says of itself."""
    with Ownwords("http://127.0.0.1:1", KEY) as client:
        assert client.add.__name__ == "add"
        assert client.add.__doc__ == Ownwords.add.__doc__
        assert "idempotency_key" in inspect.signature(client.add).parameters


def test_on_the_class_a_method_only_describes() -> None:
    """A call is a value: it can be looked at, and made later."""
    call = Ownwords.versions("ana", "m1")
    assert isinstance(call, Call)
    assert (call.method, call.path, call.body) == ("POST", "/v1/memory/versions", b'{"user_id":"ana","id":"m1"}')


def types_of_the_synchronous_client(client: Ownwords) -> None:
    """Never run: the type checker reads it."""
    assert_type(client.add("ana", [Note("a"), {"text": "b"}]), Added)
    assert_type(client.add_all("ana", []), Iterator[Outcome])
    assert_type(client.read_all("ana", session="s", kind="note"), Iterator[Item])
    assert_type(client.export("ana"), Iterator[bytes])
    assert_type(client.forget("ana", everything=True), Receipt)
    assert_type(client.wait_until_purged("ana", "r", 1.5), Receipt)
    client.add(7, [])  # pyright: ignore[reportArgumentType]
    client.read("ana", colour="red")  # pyright: ignore[reportCallIssue]


async def types_of_the_asynchronous_client(client: AsyncOwnwords) -> None:
    """Never run: the type checker reads it."""
    assert_type(await client.add("ana", [Note("a"), {"text": "b"}]), Added)
    assert_type(client.add_all("ana", []), AsyncIterator[Outcome])
    assert_type(client.read_all("ana", session="s", kind="note"), AsyncIterator[Item])
    assert_type(client.export("ana"), AsyncIterator[bytes])
    assert_type(await client.forget("ana", everything=True), Receipt)


def test_the_client_stands_alone() -> None:
    """Whoever uses the client loads nothing of the server."""
    program = (
        "import sys, ownwords.client\n"
        "ours = {n.split('.')[1] for n in sys.modules if n.startswith('ownwords.')}\n"
        "servers = {'fastapi', 'pydantic', 'psycopg', 'sqlite3', 'uvicorn'} & set(sys.modules)\n"
        "raise SystemExit(0 if ours == {'client'} and not servers else f'{ours} {servers}')"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr


@pytest.mark.parametrize("kind", [Ownwords, AsyncOwnwords])
def test_a_client_shows_the_address_and_hides_the_key(kind: type[Ownwords | AsyncOwnwords]) -> None:
    """Neither the representation of a client nor that of what it holds has the key in it."""
    client = kind("https://memory.example/prefix/", KEY)
    assert repr(client) == f"{kind.__name__}('https://memory.example/prefix/')"
    assert KEY not in repr(vars(client))


@pytest.mark.parametrize("key", ["", "csk_test_1\n", "csk test", "csk_é", "csk_\x7f"])
def test_a_key_that_can_not_be_one_is_refused_unrepeated(key: str) -> None:
    """It is told at once, and the key stands in no message."""
    with pytest.raises(ValueError, match="printable ASCII") as caught:
        Ownwords("http://127.0.0.1:1", key)
    assert not key.strip() or key.strip() not in str(caught.value)


@pytest.mark.parametrize("url", ["", "127.0.0.1:8787", "ftp://host", "http://", "http://a:b@host", "http://host?x=1"])
def test_an_address_that_can_not_be_one_is_refused(url: str) -> None:
    """It is told at once, not with the first call."""
    with pytest.raises(ValueError, match="url is the server's address"):
        Ownwords(url, KEY)


@pytest.mark.parametrize("misdeed", [Cuts("before"), Answers(500, b"<html>"), Answers(200, b"<html>")], ids=str)
def test_no_problem_holds_the_key_or_what_was_said(stranger: Misbehaving, misdeed: Cuts | Answers) -> None:
    """A problem tells the server's words and our own; never the key, the body or the query."""
    stranger.will(misdeed)
    patience, person, words = Patience(tries=1), "a-person", "some words"
    with speaking("sync", stranger.url, KEY, patience) as client, pytest.raises(OwnwordsError) as caught:
        client.search(person, words)
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert KEY not in shown
    assert person not in shown
    assert words not in shown


def test_an_address_may_have_a_path(stranger: Misbehaving) -> None:
    """Behind a proxy that serves it under a path, the server is asked under that path."""
    stranger.will(Answers(200, b'{"user_id":"..","timezone":"UTC"}'))
    with speaking("sync", f"{stranger.url}/memory/", KEY) as client:
        client.person("..")
    assert stranger.seen[0].path == "/memory/v1/persons/%2E%2E"


def test_a_problem_survives_another_process() -> None:
    """It can be pickled, faults and all."""
    problem = RequestInvalid("No.", "items_invalid", 422, "req_1", None, (Fault("/items/0", "c", "m"),) * 7)
    again = pickle.loads(pickle.dumps(problem))  # noqa: S301 - our own bytes
    assert type(again) is RequestInvalid
    assert vars(again) == vars(problem)
    assert str(again).count("/items/0") == 5
    assert "and 2 more" in str(again)


@pytest.mark.parametrize(
    ("item", "problem"),
    [
        (Note("a", at=datetime(2026, 1, 1)), ValueError),  # noqa: DTZ001 - the point
        (Note("a", metadata={"n": float("nan")}), ValueError),
        (Note("a", metadata={"n": object()}), TypeError),
        (Note("a", metadata={"n": b"bytes"}), TypeError),
        (Note("a", about={"x"}), TypeError),  # pyright: ignore[reportArgumentType]
    ],
)
def test_what_has_no_one_form_in_json_is_refused(item: Note, problem: type[Exception]) -> None:
    """Nothing is guessed: neither the zone of a datetime, nor the order of a set."""
    with pytest.raises(problem):
        Ownwords.add("ana", [item])


@pytest.mark.parametrize("key", ["", "a b", "é", "a\r\nX: y"])
def test_an_idempotency_key_that_can_not_be_sent_is_refused(key: str) -> None:
    """It would have to stand in a header; that it can not is told before anything is sent."""
    with pytest.raises(ValueError, match="idempotency_key is made of printable ASCII"):
        Ownwords.add("ana", [Note("a")], idempotency_key=key)
    with pytest.raises(ValueError, match="idempotency_key is made of printable ASCII"):
        next(Ownwords.add_all("ana", [Note("a")], idempotency_key=key))


@given(text=st.text(alphabet="a\n\r\u2028\u0085é"), cuts=st.lists(st.integers(0, 50)))
def test_lines_are_the_same_however_the_bytes_arrive(text: str, cuts: list[int]) -> None:
    r"""A line ends with `\n` and nowhere else, also where it comes in pieces."""
    sent = text.encode()
    places = sorted({min(place, len(sent)) for place in cuts} | {0, len(sent)})
    splitter = Splitter()
    lines: list[Any] = []
    for begin, end in zip(places, [*places[1:], len(sent)], strict=True):
        lines += splitter.lines(sent[begin:end])
    lines += splitter.rest()
    assert lines == [part + b"\n" for part in sent.split(b"\n")[:-1]] + (
        [last] if (last := sent.split(b"\n")[-1]) else []
    )
