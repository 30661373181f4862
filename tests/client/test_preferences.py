from __future__ import annotations

from collections.abc import Iterator

import pytest

from ownwords.client import Evidence, NotAllowed, NotFound, Ownwords, RequestInvalid
from tests.client.clients import Colour, speaking
from tests.running import Api


@pytest.fixture(autouse=True)
def _said(api: Api) -> None:
    api.add("ana", {"id": "m1", "text": "Eu calço 42. Adoro Nike.", "role": "user", "at": "2026-03-01T10:00:00Z"})
    order = {"id": "o1", "merchant": "Loja", "at": "2026-02-01T10:00:00Z"}
    assert api.post("/v1/purchases", {"user_id": "ana", "purchases": [order]}).status_code == 200


@pytest.fixture
def ana(api: Api, colour: Colour) -> Iterator[Ownwords]:
    """A client of a person who has just signed in."""
    with speaking(colour, api.url, api.issue("ana")["token"]) as opened:
        yield opened


def test_a_preference_lives_from_its_declaration_to_its_end(ana: Ownwords) -> None:
    """Remembered by a quote and by a turn, corrected, listed with its history, forgotten."""
    first = ana.remember("shoe_size", "42", quote="Eu calço 42")
    assert (first.status, first.memories[0].value) == ("created", ("42",))
    assert first.memories[0].evidence == (
        Evidence(quote="Eu calço 42", item_id="m1", item_version=1, span=(0, 11), verified=True),
    )
    assert ana.remember("preferred_brands", ["Nike"], turn="m1").memories[-1].value == ("Nike",)
    assert ana.correct("42", key="shoe_size", turn="m1").status == "unchanged"
    whole = ana.preferences(history=True)
    assert [(one.key, one.counts, one.history) for one in whole.memories] == [
        ("shoe_size", True, ()),
        ("preferred_brands", True, ()),
    ]
    assert ana.forget_preference(memory_id=first.memories[0].memory_id).status == "forgotten"
    assert [one.key for one in ana.preferences().memories] == ["preferred_brands"]
    assert ana.preferences(history=True).forgotten == ("shoe_size",)


def test_what_a_purchase_shows_is_inferred(ana: Ownwords) -> None:
    """By naming the purchase."""
    (memory,) = ana.remember("preferred_merchants", ["Loja"], purchase_id="o1").memories
    assert (memory.provenance, memory.evidence) == ("inferred", (Evidence(("Loja",), purchase_ids=("o1",)),))


def test_the_tool_takes_arguments_as_an_assistant_gives_them(ana: Ownwords) -> None:
    """The whole call, whatever the assistant said."""
    assert ana.call_tool({"action": "list"}).status == "listed"
    with pytest.raises(RequestInvalid) as caught:
        ana.call_tool({"action": "list", "nope": 1})
    assert (caught.value.code, caught.value.errors[0].pointer) == ("invalid_request", "/arguments/nope")


def test_each_refusal_is_a_problem_of_its_kind(ana: Ownwords, client: Ownwords) -> None:
    """With its code and its reason."""
    with pytest.raises(NotAllowed) as caught:
        ana.remember("shoe_size", "43", turn="m1")
    assert (caught.value.code, caught.value.reason) == ("memory_source_not_person", "not_in_words")
    with pytest.raises(NotFound):
        ana.forget_preference(key="avoided_brands")
    with pytest.raises(NotAllowed) as caught:
        client.preferences()
    assert caught.value.code == "bearer_token_has_no_person"


def test_consent_is_given_and_listed(ana: Ownwords) -> None:
    """What the person said last of the key stands."""
    assert ana.consent("dietary_restrictions", given=True).given is True
    assert [(one.key, one.given) for one in ana.consents()] == [("dietary_restrictions", True)]
