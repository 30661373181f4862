from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from ownwords.client import CredentialInvalid, Message, NotAllowed, NotFound, Ownwords, RateLimited, RequestInvalid
from ownwords.client.retries import Patience
from tests.client.clients import Colour, speaking
from tests.client.conftest import Api

ITEM = Message("Calço 42.", id="m1", at="2026-03-01T10:00:00Z", session="s", role="user")


def test_a_session_is_issued_used_and_ended(client: Ownwords, api: Api, colour: Colour) -> None:
    """A client made with the token reaches its person without a name, until the sessions are ended."""
    client.add("ana", [ITEM])
    issued = client.issue_session("ana", ttl_seconds=60, scope="memory.read")
    assert (issued.token_type, issued.scope, issued.expires_in) == ("Bearer", "memory.read", 60)
    assert issued.expires_at == datetime(2026, 3, 2, 12, 1, tzinfo=UTC)
    assert issued.token not in repr(issued)
    with speaking(colour, api.url, issued.token) as ana:
        assert [one.id for one in ana.read().items] == ["m1"]
        with pytest.raises(NotAllowed) as caught:
            ana.forget(ids=["m1"])
        assert caught.value.code == "scope_missing"
        assert client.end_sessions("ana") == 1
        time.sleep(1.1)
        with pytest.raises(CredentialInvalid):
            ana.read()


def test_every_call_of_a_person_goes_without_a_name(client: Ownwords, api: Api, colour: Colour) -> None:
    """Left out, or None where something else has to be said, `user_id` is the person of the token."""
    client.add("ana", [ITEM])
    with speaking(colour, api.url, client.issue_session("ana").token) as ana:
        assert [one.id for one in ana.read_all()] == ["m1"]
        assert [hit.items[0].id for hit in ana.search(None, "42")] == ["m1"]
        assert ana.context(query="42").items == ("m1",)
        assert ana.indexing().passages == 1
        assert ana.retry_indexing() == 0
        assert len(ana.threads().threads) == 1
        assert len(ana.speakers().speakers) == 1
        assert ana.about().about == ()
        assert ana.accesses().next_cursor is None
        lines = list(ana.export())
        assert len(lines) == 2
        assert ana.import_(None, lines).held == 1
        receipt = ana.forget(ids=["m1"])
        assert ana.receipt(None, receipt.receipt_id).forgotten["items"] == 1
        assert ana.verify(None, receipt.receipt_id).clean


def test_anothers_memory_is_nobodys(client: Ownwords, api: Api, colour: Colour) -> None:
    """With a token, whoever else is named has nothing, and nothing is brought in for them."""
    client.add("ana", [ITEM])
    with speaking(colour, api.url, client.issue_session("bia").token) as bia:
        assert bia.read("ana").items == ()
        assert bia.search("ana", "42") == ()
        with pytest.raises(NotFound):
            bia.import_("ana", [b"{}"])
        with pytest.raises(NotAllowed):
            bia.add("bia", [ITEM])
    assert [one.id for one in client.read("ana").items] == ["m1"]


def test_a_key_has_to_name_the_person(client: Ownwords) -> None:
    """With a key, a person left out is a fault by its pointer."""
    with pytest.raises(RequestInvalid) as caught:
        client.read()
    assert [one.pointer for one in caught.value.errors] == ["/user_id"]


def test_settings_are_changed_by_name(client: Ownwords) -> None:
    """What is left out stays."""
    changed = client.change_project(quotes="verified", rate_per_key=600)
    assert (changed.settings["quotes"], changed.settings["rate_per_key"]) == ("verified", 600)
    assert client.change_project(quotes="auto").settings["rate_per_key"] == 600


def test_a_client_that_asks_too_often_is_told_in_the_end(api: Api, colour: Colour) -> None:
    """`RateLimited` comes once the client's own patience is over."""
    patience = Patience(answer=5, total=0.5, pause=0.01, longest_pause=0.05)
    with speaking(colour, api.url, api.key, patience) as client:
        client.change_project(rate_per_key=1)
        client.read("ana")
        with pytest.raises(RateLimited) as caught:
            client.read("ana")
    assert caught.value.status == 429
