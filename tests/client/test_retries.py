from __future__ import annotations

import json
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from time import monotonic

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.client import (
    AnswerUnreadable,
    Conflict,
    ConnectionFailed,
    Message,
    Note,
    Ownwords,
    OwnwordsError,
    Patience,
    RateLimited,
    ServerFailed,
    TimedOut,
)
from tests.client.clients import Colour, speaking
from tests.client.misbehaving import Answers, Cuts, KeepsSilent, Misbehaving
from tests.running import Api

pytestmark = pytest.mark.slow  # real processes and real waits; `make test` runs them


def refusal(code: str) -> bytes:
    return json.dumps({"code": code, "message": "It is so.", "request_id": "req_1", "errors": []}).encode()


IN_PROGRESS = Answers(409, refusal("idempotency_in_progress"))
BUSY = Answers(503, refusal("store_busy"), {"Retry-After": "1"})


@pytest.mark.parametrize(
    "misdeeds",
    [
        [Cuts("before")],
        [Cuts("after")],
        [Cuts("amid")],
        [IN_PROGRESS, IN_PROGRESS],
        [Answers(502, b"<html>bad gateway</html>"), Answers(504)],
        [Answers(429, refusal("rate_limited"), {"Retry-After": "0"})],
        [Cuts("after"), Answers(503), Cuts("after"), IN_PROGRESS],
    ],
    ids=str,
)
def test_whatever_happens_on_the_way_items_are_filed_once(
    through_proxy: Ownwords, proxy: Misbehaving, misdeeds: list[Answers | Cuts]
) -> None:
    """Items with neither id nor time are filed once, though the connection breaks after the server committed."""
    proxy.will(*misdeeds)
    added = through_proxy.add("ana", [Message("uso 42"), Message("uso 42")])
    assert [one.status for one in added.items] == ["created", "created"]
    assert len(through_proxy.read("ana").items) == 2

    sent = proxy.seen[: len(misdeeds) + 1]
    assert len({(one.body, one.headers["Idempotency-Key"], one.path) for one in sent}) == 1
    assert added.replayed == (Cuts("after") in misdeeds or Cuts("amid") in misdeeds)


def test_an_answer_that_comes_too_late_is_asked_for_again(colour: Colour, api: Api, proxy: Misbehaving) -> None:
    """The patience for one answer ends; the same request then gets the first answer."""
    proxy.will(KeepsSilent())
    with speaking(colour, proxy.url, api.key, Patience(answer=0.3, total=10, pause=0.01)) as client:
        assert client.add("ana", [Note("a")]).replayed
        assert len(client.read("ana").items) == 1


def test_requests_of_ones_own_have_keys_of_their_own(through_proxy: Ownwords, proxy: Misbehaving) -> None:
    """Only a retry has the key of an earlier request: the same call twice is two requests."""
    through_proxy.add("ana", [Note("a")])
    through_proxy.add("ana", [Note("a")])
    assert len(through_proxy.read("ana").items) == 2
    assert proxy.seen[0].headers["Idempotency-Key"] != proxy.seen[1].headers["Idempotency-Key"]


def test_the_server_says_when_to_come_back(through_proxy: Ownwords, proxy: Misbehaving) -> None:
    """No request comes before `Retry-After` is over."""
    proxy.will(BUSY)
    through_proxy.add("ana", [Note("a")])
    first, second = proxy.seen
    assert second.at - first.at >= 1
    assert len(through_proxy.read("ana").items) == 1


def test_forgetting_may_be_sent_again(through_proxy: Ownwords, proxy: Misbehaving) -> None:
    """After a lost answer the second receipt says that nothing is left."""
    through_proxy.add("ana", [Note("a", id="a"), Note("b", id="b")])
    proxy.will(Cuts("after"))
    receipt = through_proxy.forget("ana", ids=["a"])
    assert receipt.not_found == ("a",)
    assert [one.id for one in through_proxy.read("ana").items] == ["b"]


def test_importing_may_be_sent_again(through_proxy: Ownwords, proxy: Misbehaving) -> None:
    """Lines that were brought in before the answer was lost count as held."""
    through_proxy.add("ana", [Note("a", id="a")])
    lines = [line.replace(b'"user_id":"ana"', b'"user_id":"bia"') for line in through_proxy.export("ana")]
    proxy.will(Cuts("after"))
    assert through_proxy.import_("bia", lines).held == 1
    assert len(through_proxy.read("bia").items) == 1


def test_an_export_begins_again_only_before_its_first_line(through_proxy: Ownwords, proxy: Misbehaving) -> None:
    """A memory that came only in part is never taken for a whole one; every line that was given is whole."""
    through_proxy.add("ana", [Note("x" * 1000, id=str(place)) for place in range(50)])
    proxy.will(Cuts("before"), Answers(503, refusal("store_busy")))
    whole = list(through_proxy.export("ana"))
    assert len(whole) == 51

    proxy.will(Cuts("amid"))
    came: list[bytes] = []
    with pytest.raises(ConnectionFailed):
        came.extend(through_proxy.export("ana"))
    assert came == whole[: len(came)]
    assert 0 < len(came) < 51


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 413, 421, 422, 500, 507])
def test_what_would_be_refused_again_is_not_sent_again(
    to_stranger: Ownwords, stranger: Misbehaving, status: int
) -> None:
    """Only passing problems are retried; of the conflicts, only a request that is still running."""
    stranger.will(Answers(status, refusal("so_it_is")))
    with pytest.raises(OwnwordsError, match="so_it_is") as caught:
        to_stranger.add("ana", [Note("a")])
    assert (caught.value.status, caught.value.message) == (status, "It is so.")
    assert isinstance(caught.value, Conflict) == (status == 409)
    assert isinstance(caught.value, ServerFailed) == (status >= 500)
    assert len(stranger.seen) == 1


def test_patience_ends_after_so_many_tries(colour: Colour, stranger: Misbehaving) -> None:
    """The last refusal is the one that is told."""
    stranger.will(Answers(503), Answers(502), Answers(429, refusal("rate_limited")))
    with speaking(colour, stranger.url, "k", Patience(tries=3, pause=0.01)) as client:
        with pytest.raises(RateLimited):
            client.read("ana")
        assert len(stranger.seen) == 3


def test_patience_does_not_wait_for_what_it_can_not_outlast(to_stranger: Ownwords, stranger: Misbehaving) -> None:
    """Where the server asks for longer than is left, the problem is told at once."""
    stranger.will(Answers(503, refusal("store_unavailable"), {"Retry-After": "3600"}))
    began = monotonic()
    with pytest.raises(ServerFailed, match="store_unavailable"):
        to_stranger.read("ana")
    assert monotonic() - began < 2
    assert len(stranger.seen) == 1


def test_nobody_listening_is_told_in_time(colour: Colour) -> None:
    """A refused connection is tried again until the patience is over, and is no health."""
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}"
        with speaking(colour, url, "csk_test_secret", Patience(total=0.3, pause=0.05)) as client:
            began = monotonic()
            with pytest.raises(ConnectionFailed) as caught:
                client.read("ana")
            assert 0.05 < monotonic() - began < 2
            assert caught.value.status is None
            assert client.healthy() is False


def test_silence_is_told_apart_from_a_broken_connection(colour: Colour) -> None:
    """No answer in time is a kind of failed connection of its own."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with (
            speaking(colour, url, "k", Patience(answer=0.1, tries=1)) as client,
            pytest.raises(TimedOut),
        ):
            client.read("ana")


@pytest.mark.parametrize(
    "answer",
    [
        Answers(200, b"<html>welcome</html>"),
        Answers(200, b"[]"),
        Answers(200, b'{"items":[{"id":7}],"next_cursor":null}'),
        Answers(200, b'{"next_cursor":null}'),
        Answers(200, b"[" * 100_000),
        Answers(204),
        Answers(302, b"", {"Location": "http://127.0.0.1:1/elsewhere"}),
    ],
    ids=lambda answer: f"{answer.status} {answer.body[:40]}",
)
def test_an_answer_of_something_else_is_not_taken_for_the_servers(
    to_stranger: Ownwords, stranger: Misbehaving, answer: Answers
) -> None:
    """What can not be read is a problem, is not asked for again, and the key follows no redirection."""
    stranger.will(answer)
    with pytest.raises(AnswerUnreadable):
        to_stranger.read("ana")
    assert len(stranger.seen) == 1


def test_a_newer_server_may_say_more(to_stranger: Ownwords, stranger: Misbehaving) -> None:
    """Fields that this client does not know are passed over."""
    stranger.will(Answers(200, b'{"user_id":"ana","timezone":"UTC","mood":{"now":"fine"}}'))
    assert to_stranger.person("ana").timezone == "UTC"


@given(tried=st.integers(1, 10_000), asked=st.integers(0, 10**6))
def test_pauses_grow_and_are_bounded(tried: int, asked: int) -> None:
    """A pause is never longer than the longest, unless the server asked for more, and never shorter than it asked."""
    patience = Patience(pause=0.1, longest_pause=5)
    chosen = patience.after(tried, httpx.Response(503))
    assert 0.05 <= chosen <= min(5, 0.1 * 2 ** min(tried, 10))
    assert patience.after(tried, httpx.Response(503, headers={"Retry-After": str(asked)})) >= asked


@pytest.mark.parametrize(("text", "least"), [("soon", 0), ("-5", 0), ("١", 0), ("", 0), ("1.5", 0)])
def test_a_retry_after_that_says_nothing_is_passed_over(text: str, least: float) -> None:
    """Only whole seconds and dates are understood."""
    heard = httpx.Response(503, headers=[(b"Retry-After", text.encode())])
    assert least <= Patience().after(1, heard) <= 0.1


def test_retry_after_may_be_a_date() -> None:
    """A date is as good as seconds."""
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 28 < Patience().after(1, httpx.Response(503, headers={"Retry-After": later})) <= 30
