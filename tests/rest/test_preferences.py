from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import httpx
import pytest

from ownwords.actions import preferences, upkeep
from ownwords.domain.preferences import Key
from ownwords.web.tools import DOCUMENT
from tests.running import PLAIN, Api

TOOL = "/v1/tools/codespar_memory"
BRANDS, AVOIDED, DIETS = "preferred_brands", "avoided_brands", "dietary_restrictions"
AT = "2026-02-01T10:00:00Z"


@dataclass(frozen=True, slots=True)
class Ana:
    """A signed-in person, and the project's own key."""

    api: Api
    person: Api

    def says(self, text: str, item_id: str = "m1", **more: Any) -> None:
        """File a message of the person's."""
        self.api.add("ana", {"id": item_id, "text": text, "role": "user", "at": "2026-03-01T10:00:00Z"} | more)

    def buys(self, purchase_id: str, at: str = AT, **more: Any) -> None:
        """File a purchase."""
        order = {"id": purchase_id, "at": at} | more
        answer = self.api.post("/v1/purchases", {"user_id": "ana", "purchases": [order]})
        assert answer.status_code == 200, answer.text

    def sets(self, **settings: Any) -> None:
        """Change settings of the project."""
        answer = self.api.http.patch("/v1/project", json=settings)
        assert answer.status_code == 200, answer.text

    def asks(self, turn: str | None = None, **arguments: Any) -> httpx.Response:
        """Call the tool, whatever comes of it."""
        body: dict[str, Any] = {"arguments": arguments} | ({} if turn is None else {"turn": {"item_id": turn}})
        return self.person.post(TOOL, body)

    def calls(self, turn: str | None = None, **arguments: Any) -> dict[str, Any]:
        """Call the tool, which goes well."""
        answer = self.asks(turn, **arguments)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def remembers(self, key: str, value: Any, turn: str | None = None, **more: Any) -> dict[str, Any]:
        """Declare something; by the words in `m1` unless other ones are given."""
        turn = turn or (None if "quote" in more or "purchase_id" in more else "m1")
        return self.calls(turn, action="remember", key=key, value=value, **more)

    def infers(self, key: str, value: Any, purchase_id: str) -> dict[str, Any]:
        """Infer something."""
        return self.remembers(key, value, provenance="inferred", purchase_id=purchase_id)

    def kept(self) -> dict[tuple[str, str], Any]:
        """Give the active values by key and provenance."""
        found = self.calls(action="list")["memories"]
        return {(one["key"], one["provenance"]): one["value"] for one in found}

    def refused(self, turn: str | None = None, **arguments: Any) -> tuple[int, str, str | None]:
        """Call the tool, and give status, code and reason; a flat shape, and a message that says what to do."""
        answer = self.asks(turn, **arguments)
        body = answer.json()
        assert {"error", "code", "message", "status", "request_id", "errors"} <= body.keys()
        assert (body["error"], body["status"]) == (body["code"], answer.status_code)
        assert body["message"].endswith((".", "`"))
        return answer.status_code, body["code"], body.get("reason")

    def history(self) -> dict[str, Any]:
        """Give everything that is kept."""
        return self.person.get("/v1/me/preferences", history="true")


@pytest.fixture
def ana(api: Api) -> Iterator[Ana]:
    """Ana, who has just signed in."""
    with api.signed_in("ana") as person:
        yield Ana(api, person)


# --- declaring ------------------------------------------------------------------------------------


def test_a_quote_of_a_filed_message_is_cited_and_not_copied(ana: Ana) -> None:
    """The memory names item, version and span, shows the words as they stand there, and who acted when."""
    ana.says("Oi! Eu calço 42. E você?")
    answer = ana.remembers("shoe_size", "42", quote="eu CALCO 42")
    (memory,) = answer["memories"]
    (evidence,) = memory.pop("evidence")

    assert answer["status"] == "created"
    assert evidence == {
        "quote": "Eu calço 42",
        "item_id": "m1",
        "item_version": 1,
        "span": [4, 15],
        "verified": True,
    }
    assert memory.pop("memory_id").startswith("mem_")
    assert memory.pop("by").startswith("key_")
    assert memory == {
        "key": "shoe_size",
        "value": "42",
        "provenance": "declared",
        "counts": True,
        "version": 1,
        "since": "2026-03-02T12:00:00Z",
    }


def test_a_turn_is_judged_by_that_message_alone(ana: Ana) -> None:
    """Each name cites the sentence that declares it; a quote sent with the turn must stand in it."""
    ana.says("Adoro Nike. Também adoro Puma!")
    ana.says("Eu calço 42.", "m2")
    answer = ana.remembers(BRANDS, ["Nike", "Puma"], "m1")
    evidence = answer["memories"][0]["evidence"]
    assert [(one["names"], one["quote"], one["item_id"]) for one in evidence] == [
        (["Nike"], "Adoro Nike.", "m1"),
        (["Puma"], "Também adoro Puma!", "m1"),
    ]
    sent: dict[str, Any] = {"action": "remember", "key": "shoe_size", "value": "42"}
    assert ana.refused("m1", **sent, quote="Eu calço 42") == (403, "memory_source_not_person", "not_said")
    assert ana.refused("m1", **sent) == (403, "memory_source_not_person", "not_in_words")
    assert ana.calls("m2", **sent, quote="calço 42")["memories"][0]["evidence"][0]["quote"] == "calço 42"


def test_the_newest_message_that_holds_the_quote_is_cited(ana: Ana) -> None:
    """By its own date, not by when it was filed."""
    ana.says("eu calço 42", "new", at="2026-03-01T12:00:00Z")
    ana.says("eu calço 42", "old", at="2026-02-01T12:00:00Z")
    assert ana.remembers("shoe_size", "42", quote="eu calço 42")["memories"][0]["evidence"][0]["item_id"] == "new"


def test_the_judge_reads_the_sentence_around_the_cut(ana: Ana) -> None:
    """Cutting the denial off the quote does not help."""
    ana.says("Não é verdade que eu calço 42.")
    refused = ana.refused(action="remember", key="shoe_size", value="42", quote="eu calço 42")
    assert refused[:2] == (403, "memory_source_not_person")
    assert ana.kept() == {}


def test_a_quote_across_a_long_message_is_found(ana: Ana) -> None:
    """A message is cut into passages for search; a quote may straddle them."""
    ana.says("bla " * 199 + "e assim eu calço 42. " + "bla " * 400)
    assert ana.remembers("shoe_size", "42", quote="eu calço 42")["memories"][0]["evidence"][0]["verified"] is True


def test_names_that_are_declared_already_keep_their_own_evidence(ana: Ana) -> None:
    """`remember` on a list adds to it; what is there already is `unchanged`."""
    ana.says("Adoro Nike.")
    ana.says("Adoro Nike e adoro Puma.", "m2")
    first = ana.remembers(BRANDS, ["Nike"])
    assert ana.remembers(BRANDS, ["nike"], "m2")["status"] == "unchanged"
    answer = ana.remembers(BRANDS, ["Nike", "Puma"], "m2")
    (memory,) = answer["memories"]

    assert (answer["status"], memory["value"], memory["version"]) == ("corrected", ["Nike", "Puma"], 2)
    assert memory["memory_id"] == first["memories"][0]["memory_id"]
    assert [(one["names"], one["item_id"]) for one in memory["evidence"]] == [(["Nike"], "m1"), (["Puma"], "m2")]


def test_more_than_ten_names_in_all_are_refused(ana: Ana) -> None:
    """Ten brands fit; the eleventh does not."""
    brands = [f"Marca{letter}" for letter in "abcdefghijk"]
    ana.says(" ".join(f"Adoro {brand}." for brand in brands))
    ana.remembers(BRANDS, brands[:10])
    refused = ana.refused("m1", action="remember", key=BRANDS, value=brands[10:])
    assert refused == (400, "memory_value_invalid", None)


def test_a_correction_must_hold_what_it_adds_and_name_what_it_takes_away(ana: Ana) -> None:
    """The old version stays in the history, with its own evidence."""
    ana.says("Adoro Nike e adoro Puma.")
    memory_id = ana.remembers(BRANDS, ["Nike", "Puma"])["memories"][0]["memory_id"]
    ana.says("Adoro Asics.", "m2")
    ana.says("Não gosto mais de Nike, agora adoro Asics.", "m3")
    sent: dict[str, Any] = {"action": "correct", "memory_id": memory_id, "value": ["Puma", "Asics"]}
    assert ana.refused("m2", **sent) == (403, "memory_source_not_person", "not_in_words")
    answer = ana.calls("m3", **sent)
    (whole,) = ana.history()["memories"]

    assert answer["status"] == "corrected"
    assert (whole["value"], whole["version"], whole["memory_id"]) == (["Puma", "Asics"], 2, memory_id)
    assert [(one["version"], one["value"], one["why"]) for one in whole["history"]] == [
        (1, ["Nike", "Puma"], "remembered")
    ]
    assert ana.calls("m3", **sent)["status"] == "unchanged"


def test_a_correction_of_a_size_declares_its_present_value(ana: Ana) -> None:
    """In "não calço mais 40, agora é 41" the 41 is declared."""
    ana.says("Eu calço 40.")
    ana.remembers("shoe_size", "40")
    ana.says("Não calço mais 40, agora calço 41.", "m2")
    assert ana.calls("m2", action="correct", key="shoe_size", value="41")["status"] == "corrected"
    assert ana.kept() == {("shoe_size", "declared"): "41"}


def test_a_brand_that_is_declared_avoided_leaves_the_preferred_ones(ana: Ana) -> None:
    """And a list that is left empty so is no longer active, keeps its history, and leaves no tombstone."""
    ana.says("Adoro Nike.")
    ana.remembers(BRANDS, ["Nike"])
    ana.says("Não quero Nike.", "m2")
    answer = ana.remembers(AVOIDED, ["nike"], "m2")
    whole = ana.history()

    assert [(one["key"], one["value"]) for one in answer["memories"]] == [(AVOIDED, ["nike"])]
    assert [(one["key"], one["value"]) for one in whole["inactive"]] == [(BRANDS, ["Nike"])]
    assert whole["forgotten"] == []


def test_a_size_is_stored_as_said_and_diets_have_codes(ana: Ana) -> None:
    """Nothing is converted; a known restriction is given its code."""
    ana.says("Eu calço 42,5. Sou celíaca.")
    ana.remembers("shoe_size", "42,5")
    found = {one["key"]: one for one in ana.remembers(DIETS, ["sem glúten"])["memories"]}
    assert found["shoe_size"]["value"] == "42,5"
    assert (found[DIETS]["value"], found[DIETS]["codes"]) == (["sem glúten"], ["gluten_free"])


# --- forgetting -----------------------------------------------------------------------------------


def test_forget_erases_the_whole_key_and_it_is_not_inferred_again(ana: Ana) -> None:
    """History included; a new declaration sets the key again under a new id, the tombstone stays until it is lifted."""
    ana.says("Adoro Nike. Eu calço 42.")
    ana.buys("o1", lines=[{"brand": "Nike"}])
    first = ana.remembers(BRANDS, ["Nike"])["memories"][0]["memory_id"]
    ana.remembers("shoe_size", "42")
    ana.infers(BRANDS, ["Nike"], "o1")
    answer = ana.calls(action="forget", memory_id=first)
    inferring: dict[str, Any] = {
        "action": "remember",
        "key": BRANDS,
        "value": ["Nike"],
        "provenance": "inferred",
        "purchase_id": "o1",
    }

    assert answer["status"] == "forgotten"
    assert [one["key"] for one in answer["memories"]] == ["shoe_size"]
    assert ana.history()["inactive"] == []
    assert ana.refused(**inferring) == (400, "memory_value_invalid", "key_forgotten")
    again = ana.remembers(BRANDS, ["Nike"])
    assert again["status"] == "created"
    assert first not in str(again)
    assert ana.refused(**inferring) == (400, "memory_value_invalid", "key_forgotten")
    assert ana.history()["forgotten"] == [BRANDS]
    assert preferences.lift(ana.api.memory, ana.api.whose("ana"), Key.PREFERRED_BRANDS)
    assert ana.infers(BRANDS, ["Nike"], "o1")["status"] == "created"


def test_forgetting_the_message_takes_the_words_and_not_the_value(ana: Ana) -> None:
    """From every version; the receipt tells the person, and nobody else, which preferences stayed."""
    ana.says("Eu calço 40.")
    ana.remembers("shoe_size", "40")
    ana.says("Agora eu calço 41.", "m2")
    ana.calls("m2", action="correct", key="shoe_size", value="41")
    receipt = ana.person.forget("ana", ids=["m1"])
    (whole,) = ana.history()["memories"]

    assert receipt["preferences_kept"] == ["shoe_size"]
    assert (whole["value"], whole["history"][0]["value"]) == ("41", "40")
    assert whole["history"][0]["evidence"] == []
    assert ana.api.forget("ana", ids=["m2"])["preferences_kept"] == []
    (memory,) = ana.calls(action="list")["memories"]
    assert (memory["value"], memory["evidence"], memory["since"]) == ("41", [], "2026-03-02T12:00:00Z")


def test_expiry_of_the_message_takes_the_words_too(ana: Ana) -> None:
    """From that instant no read path shows them."""
    ana.says("Adoro Nike.", expires="2026-03-02T13:00:00Z")
    ana.remembers(BRANDS, ["Nike"])
    ana.api.clock.set("2026-03-02T13:00:00Z")
    with ana.api.signed_in("ana") as person:
        (memory,) = Ana(ana.api, person).calls(action="list")["memories"]
    assert (memory["value"], memory["evidence"]) == (["Nike"], [{"names": ["Nike"]}])


def test_an_edit_of_the_message_takes_the_words_unless_they_still_declare_it(ana: Ana) -> None:
    """Where the new version holds the quote and declares it, that version is cited; else the link and words go."""
    ana.says("Eu calço 42.")
    ana.remembers("shoe_size", "42", quote="Eu calço 42")

    def evidence() -> list[dict[str, Any]]:
        return ana.calls(action="list")["memories"][0]["evidence"]

    ana.says("Oi, tudo bem. Eu calço 42.")
    (moved,) = evidence()
    assert (moved["item_version"], moved["quote"], moved["span"]) == (2, "Eu calço 42", [14, 25])
    ana.says("Não é verdade que eu calço 42.")
    assert evidence() == []
    assert ana.kept() == {("shoe_size", "declared"): "42"}


def test_everything_takes_preferences_and_their_history(ana: Ana) -> None:
    """And their keys are not inferred again; whoever is told of the receipt is told of no preference by a key."""
    ana.says("Adoro Nike.")
    ana.buys("o1", lines=[{"brand": "Nike"}])
    ana.remembers(BRANDS, ["Nike"])
    receipt = ana.api.forget("ana", everything=True)
    verified = ana.api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()

    assert "preference" not in str(receipt["forgotten"])
    assert verified["clean"] is True
    assert not {"preference", "evidence"} & verified["searched"].keys()
    ana.buys("o2", lines=[{"brand": "Nike"}])
    with ana.api.signed_in("ana") as person:
        back = Ana(ana.api, person)
        assert back.kept() == {}
        sent: dict[str, Any] = {
            "action": "remember",
            "key": BRANDS,
            "value": ["Nike"],
            "provenance": "inferred",
            "purchase_id": "o2",
        }
        assert back.refused(**sent) == (400, "memory_value_invalid", "key_forgotten")
        whose = {"receipt_id": receipt["receipt_id"]}
        assert person.post("/v1/memory/verify", whose).json()["searched"].keys() >= {"preference", "evidence"}


# --- purchases ------------------------------------------------------------------------------------

SHOE: dict[str, Any] = {"name": "Tênis", "category": "Calçados", "size": "42", "brand": "Nike"}


def test_what_a_purchase_shows_is_inferred_and_never_counts_against_a_declaration(ana: Ana) -> None:
    """Both stand side by side, `counts` says which is in force; the evidence names the purchase."""
    ana.says("Eu calço 41.")
    ana.buys("o1", lines=[SHOE])
    (inferred,) = ana.infers("shoe_size", "42", "o1")["memories"]
    assert (inferred["provenance"], inferred["counts"]) == ("inferred", True)
    assert inferred["evidence"] == [{"purchase_ids": ["o1"]}]
    found = ana.remembers("shoe_size", "41")["memories"]
    assert [(one["value"], one["provenance"], one["counts"]) for one in found] == [
        ("41", "declared", True),
        ("42", "inferred", False),
    ]


@pytest.mark.parametrize("how", ["forgotten", "returned", "a gift", "ended", "another"])
def test_what_is_inferred_goes_with_its_last_purchase(ana: Ana, how: str) -> None:
    """By whichever way the purchase no longer stands for it; the first of two is not the last."""
    end = {"expires": "2026-03-02T13:00:00Z"} if how == "ended" else {}
    for name in ("o1", "o2"):
        ana.buys(name, merchant="Loja", lines=[SHOE], **end)
        ana.infers(BRANDS, ["Nike"], name)
    (memory,) = ana.calls(action="list")["memories"]
    assert memory["evidence"] == [{"names": ["Nike"], "purchase_ids": ["o1", "o2"]}]
    for name, left in (("o1", [["Nike"]]), ("o2", list[Any]())):
        match how:
            case "forgotten":
                ana.api.forget("ana", purchases=[name])
            case "returned":
                ana.buys(name, returned=True)
            case "a gift":
                ana.buys(name, gift=True)
            case "another":
                ana.buys(name, lines=[SHOE | {"brand": "Puma"}])
            case _:
                ana.api.clock.set("2026-03-02T13:00:00Z")
                upkeep.expire(ana.api.memory)
        with ana.api.signed_in("ana") as person:
            assert [*Ana(ana.api, person).kept().values()] == ([] if how == "ended" else left)


def test_of_two_sizes_the_latest_purchase_counts(ana: Ana) -> None:
    """By the date of the purchase; the earlier one counts again when the later one goes."""
    ana.buys("late", "2026-02-02T10:00:00Z", lines=[SHOE | {"size": "43"}])
    ana.buys("early", "2026-01-02T10:00:00Z", lines=[SHOE])
    ana.infers("shoe_size", "43", "late")
    assert ana.infers("shoe_size", "42", "early")["status"] == "unchanged"
    assert ana.kept() == {("shoe_size", "inferred"): "43"}
    ana.buys("late", returned=True)
    (memory,) = ana.calls(action="list")["memories"]
    assert (memory["value"], memory["evidence"]) == ("42", [{"purchase_ids": ["early"]}])


def test_correcting_what_is_inferred_makes_its_next_version_declared(ana: Ana) -> None:
    """The id stays, and the loss of the purchase takes the inferred version out of the history."""
    ana.buys("o1", lines=[SHOE])
    memory_id = ana.infers("shoe_size", "42", "o1")["memories"][0]["memory_id"]
    ana.says("Eu calço 41.")
    (memory,) = ana.calls("m1", action="correct", memory_id=memory_id, value="41")["memories"]
    assert (memory["memory_id"], memory["provenance"], memory["version"]) == (memory_id, "declared", 2)
    ana.api.forget("ana", purchases=["o1"])
    (whole,) = ana.history()["memories"]
    assert (whole["value"], whole["history"]) == ("41", [])


def test_filing_a_purchase_infers_nothing_unless_the_project_wants_it(ana: Ana) -> None:
    """Then brand, merchant and size are inferred, diets never, and nothing of a key that was forgotten."""
    line = SHOE | {"labels": ["vegano"]}
    ana.buys("o1", merchant="Loja", lines=[line])
    assert ana.kept() == {}
    ana.sets(infer_from_purchases=True)
    ana.buys("o2", merchant="Loja", lines=[line, {"brand": "Puma", "gift": True}])
    expected = {
        ("shoe_size", "inferred"): "42",
        (BRANDS, "inferred"): ["Nike"],
        ("preferred_merchants", "inferred"): ["Loja"],
    }
    assert ana.kept() == expected
    ana.calls(action="forget", key=BRANDS)
    ana.buys("o3", merchant="Loja", lines=[line])
    assert ana.kept() == {name: value for name, value in expected.items() if name[0] != BRANDS}


# --- errors: one test a code, and a reason --------------------------------------------------------


def test_a_key_has_no_person(ana: Ana) -> None:
    """Whatever it asks, and however malformed: the person is asked for first."""
    bodies: list[Any] = [{"arguments": {"action": "list"}}, {"nope": 1}, [], {"arguments": {"action": "x"}}]
    for body in bodies:
        answer = ana.api.post(TOOL, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "bearer_token_has_no_person")
    answer = ana.api.http.post(TOOL, content=b"{")
    assert answer.json()["code"] == "bearer_token_has_no_person"
    assert ana.api.http.get("/v1/me/preferences").json()["code"] == "bearer_token_has_no_person"


@pytest.mark.parametrize(
    ("arguments", "faults"),
    [
        ({}, [("/arguments/action", "missing")]),
        ({"action": "drop"}, [("/arguments/action", "not_allowed")]),
        ({"action": ["list"]}, [("/arguments/action", "wrong_type")]),
        ({"action": "list", "user_id": "bia"}, [("/arguments/user_id", "unknown_field")]),
        ({"action": "list", "key": BRANDS}, [("/arguments/key", "not_for_action")]),
        ({"action": "remember"}, [("/arguments/key", "missing"), ("/arguments/value", "missing")]),
        ({"action": "correct", "value": "42"}, [("/arguments/memory_id", "missing")]),
        ({"action": "forget"}, [("/arguments/memory_id", "missing")]),
        ({"action": "forget", "key": BRANDS, "value": ["Nike"]}, [("/arguments/value", "not_for_action")]),
        ({"action": "forget", "key": 7}, [("/arguments/key", "wrong_type")]),
        ({"action": "forget", "memory_id": "\x00"}, [("/arguments/memory_id", "text_not_storable")]),
        ({"action": "remember", "key": BRANDS, "value": [], "quote": 1}, [("/arguments/quote", "wrong_type")]),
        (
            {"action": "remember", "key": BRANDS, "value": ["x"], "purchase_id": "o1"},
            [("/arguments/purchase_id", "not_for_provenance")],
        ),
        (
            {"action": "remember", "key": BRANDS, "value": ["x"], "provenance": "guessed"},
            [("/arguments/provenance", "not_allowed")],
        ),
        (
            {"action": "correct", "key": BRANDS, "value": ["x"], "provenance": "inferred"},
            [("/arguments/provenance", "not_for_action")],
        ),
        ("list", [("/arguments", "wrong_type")]),
    ],
)
def test_a_malformed_call_names_every_fault(ana: Ana, arguments: Any, faults: list[tuple[str, str]]) -> None:
    """`invalid_request`, with one entry a fault, its pointer, and what is allowed."""
    answer = ana.person.post(TOOL, {"arguments": arguments})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
    assert [(one["pointer"], one["code"]) for one in answer.json()["errors"]] == faults


@pytest.mark.parametrize(
    "body", [[], {}, {"arguments": {"action": "list"}, "user_id": "bia"}, {"arguments": {}, "turn": "m1"}]
)
def test_a_malformed_envelope_is_refused(ana: Ana, body: Any) -> None:
    """It holds arguments and a turn, and nothing else; the person comes from the token only."""
    answer = ana.person.post(TOOL, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")


def test_a_key_that_is_none_of_the_six_is_unknown(ana: Ana) -> None:
    """Before the value is looked at."""
    sent: dict[str, Any] = {"action": "remember", "key": "hat_size", "value": []}
    assert ana.refused(**sent) == (400, "memory_key_unknown", None)
    assert "dietary_restrictions" in ana.asks(**sent).json()["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"key": "shoe_size", "value": "420"},
        {"key": "shoe_size", "value": 42},
        {"key": BRANDS, "value": "Nike"},
        {"key": BRANDS, "value": []},
        {"key": BRANDS, "value": [f"m{n}" for n in range(11)]},
        {"key": BRANDS, "value": ["x" * 81]},
        {"key": BRANDS, "value": ["a\nb"]},
        {"key": BRANDS, "value": ["Nike"], "quote": "x" * 501},
        {"key": BRANDS, "value": ["Nike"], "provenance": "inferred"},
        {"key": BRANDS, "value": ["Nike"], "provenance": "inferred", "purchase_id": "nope"},
    ],
    ids=str,
)
def test_a_value_that_is_not_what_its_key_holds_is_invalid(ana: Ana, arguments: dict[str, Any]) -> None:
    """Before the words are looked at; the message repeats no value."""
    assert ana.refused(action="remember", **arguments) == (400, "memory_value_invalid", None)
    assert "Nike" not in ana.asks(action="remember", **arguments).json()["message"].replace('["Nike"]', "")


def test_a_memory_that_is_not_there_is_not_found(ana: Ana) -> None:
    """Nor is one whose id and key disagree; before the words are looked at."""
    ana.says("Eu calço 42.")
    memory_id = ana.remembers("shoe_size", "42")["memories"][0]["memory_id"]
    for named in ({"memory_id": "mem_x"}, {"key": BRANDS}, {"memory_id": memory_id, "key": "clothing_size"}):
        assert ana.refused(action="forget", **named) == (404, "memory_not_found", None)
    assert ana.refused(action="correct", key=BRANDS, value=["Nike"]) == (404, "memory_not_found", None)
    assert ana.kept() == {("shoe_size", "declared"): "42"}


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("Eu calço 40.", "42", "not_in_words"),
        ("Eu não calço 42.", "42", "denied"),
        ("Será que eu calço 42?", "42", "question"),
        ('A Bia disse: "eu calço 42".', "42", "quoted"),
        ("Minha mãe calça 42.", "42", "someone_else"),
        ("Quero um tênis 42 de presente para a Bia.", "42", "gift"),
        ("Antigamente eu calçava 42.", "42", "past"),
        ("Se eu calçasse 42, serviria.", "42", "condition"),
        ("Eu calço 4\u200b2.", "42", "hidden_characters"),
        ("Eu cаlço 42.", "42", "look_alike"),
    ],
)
def test_words_that_hold_the_value_and_do_not_declare_it_are_refused(
    ana: Ana, text: str, value: str, reason: str
) -> None:
    """`memory_source_not_person`, and the reason says how."""
    ana.says(text)
    refused = ana.refused("m1", action="remember", key="shoe_size", value=value)
    assert refused == (403, "memory_source_not_person", reason)
    assert ana.kept() == {}


def test_strict_words_must_be_understood_whole(ana: Ana) -> None:
    """The project's setting; `unclear` where they are not."""
    ana.sets(own_words="strict")
    ana.says("Eu calço 42 zorgl blip frumious.")
    assert ana.refused("m1", action="remember", key="shoe_size", value="42")[2] == "unclear"


def test_without_words_nothing_is_declared(ana: Ana) -> None:
    """`no_words` where neither a quote nor a turn came."""
    sent: dict[str, Any] = {"action": "remember", "key": "shoe_size", "value": "42"}
    for more in ({}, {"quote": ""}, {"quote": "  "}):
        assert ana.refused(**sent, **more) == (403, "memory_source_not_person", "no_words")


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant"},
        {"role": "tool"},
        {"author": {"id": "B1", "name": "Bia"}, "role": None},
        {"role": None},
        {"kind": "document", "role": None},
        {"kind": "note", "role": None},
        {"origin": "forwarded"},
        {"origin": "pasted"},
        {"origin": "prefilled"},
    ],
    ids=str,
)
def test_only_the_persons_own_message_declares(ana: Ana, message: dict[str, Any]) -> None:
    """As a turn it is `not_the_persons_message`; a quote that stands nowhere else is `quoted` under every setting."""
    item = {"id": "m1", "text": "Eu calço 42.", "role": "user"} | message
    ana.api.add("ana", {name: value for name, value in item.items() if value is not None})
    sent: dict[str, Any] = {"action": "remember", "key": "shoe_size", "value": "42"}
    assert ana.refused("m1", **sent) == (403, "memory_source_not_person", "not_the_persons_message")
    assert ana.refused("nope", **sent) == (403, "memory_source_not_person", "not_the_persons_message")
    for quotes in ("auto", "verified", "stated"):
        ana.sets(quotes=quotes)
        assert ana.refused(**sent, quote="Eu calço 42.") == (403, "memory_source_not_person", "quoted")


def test_a_quote_that_stands_nowhere_is_believed_as_the_project_says(ana: Ana) -> None:
    """`auto` only while there is no message, `verified` never, `stated` always; then it is kept, and not verified."""
    sent: dict[str, Any] = {"action": "remember", "key": "shoe_size", "value": "42", "quote": "Eu calço 42."}
    ana.sets(quotes="verified")
    assert ana.refused(**sent) == (403, "memory_source_not_person", "not_said")
    ana.sets(quotes="auto")
    assert ana.calls(**sent)["memories"][0]["evidence"] == [{"quote": "Eu calço 42.", "verified": False}]
    ana.says("Oi!")
    sent |= {"value": "43", "quote": "Eu calço 43."}
    assert ana.refused(**sent) == (403, "memory_source_not_person", "not_said")
    ana.sets(quotes="stated")
    assert ana.calls(**sent)["status"] == "corrected"


# --- consent --------------------------------------------------------------------------------------


def test_a_project_may_ask_for_consent_to_diets(ana: Ana) -> None:
    """Then a diet is kept only once the person agreed, and no more once they no longer do; the rest is as ever."""
    ana.says("Sou vegana. Eu calço 42.")
    ana.sets(diet_consent=True)
    sent: dict[str, Any] = {"action": "remember", "key": DIETS, "value": ["vegana"]}
    assert ana.refused("m1", **sent) == (403, "consent_missing", None)
    ana.remembers("shoe_size", "42")
    given = ana.person.post("/v1/me/consents", {"key": DIETS, "given": True}).json()
    assert given.pop("by").startswith("key_")
    assert given == {"key": DIETS, "given": True, "at": "2026-03-02T12:00:00Z"}
    assert ana.calls("m1", **sent)["status"] == "created"
    assert ana.person.post("/v1/me/consents", {"key": DIETS, "given": False}).status_code == 200
    assert [one["given"] for one in ana.person.get("/v1/me/consents")["consents"]] == [False]
    assert ana.refused("m1", **sent) == (403, "consent_missing", None)


# --- who sees what --------------------------------------------------------------------------------


def test_a_token_needs_the_scope_of_the_action(ana: Ana) -> None:
    """`list` reads; the other three write."""
    with ana.api.signed_in("ana", scope="memory.read") as reader, ana.api.signed_in("ana", scope="memory.write") as one:
        assert Ana(ana.api, reader).calls(action="list")["memories"] == []
        assert Ana(ana.api, reader).refused(action="forget", key=BRANDS)[:2] == (403, "scope_missing")
        assert Ana(ana.api, one).refused(action="list")[:2] == (403, "scope_missing")
        assert Ana(ana.api, one).refused(action="forget", key=BRANDS)[:2] == (404, "memory_not_found")


def test_two_persons_have_two_memories(ana: Ana) -> None:
    """Neither a turn, nor a memory, nor a purchase of somebody else is any to the person."""
    ana.says("Eu calço 42. Adoro Nike.")
    ana.buys("o1", lines=[SHOE])
    memory_id = ana.remembers("shoe_size", "42")["memories"][0]["memory_id"]
    before = ana.history()
    with ana.api.signed_in("bia") as person:
        bia = Ana(ana.api, person)
        assert bia.kept() == {}
        sent: dict[str, Any] = {"action": "remember", "key": BRANDS, "value": ["Nike"]}
        assert bia.refused("m1", **sent)[2] == "not_the_persons_message"
        assert bia.refused(action="forget", memory_id=memory_id)[1] == "memory_not_found"
        inferred: dict[str, Any] = sent | {"provenance": "inferred", "purchase_id": "o1"}
        assert bia.refused(**inferred)[1] == "memory_value_invalid"
        assert bia.calls(**sent, quote="Adoro Nike.")["memories"][0]["evidence"][0]["verified"] is False
    assert ana.history() == before


def test_the_document_of_the_tools_needs_no_credential(api: Api) -> None:
    """It is the one that MCP lists; in codespar's shape its properties are flat."""
    with httpx.Client(base_url=api.url, verify=PLAIN) as client:
        assert client.get("/v1/meta-tools.json").json() == DOCUMENT
        (flat,) = client.get("/v1/meta-tools.json", params={"format": "codespar"}).json()["tools"]
        assert client.get("/v1/meta-tools.json", params={"format": "x"}).status_code == 422
    assert flat.keys() == {"name", "description", "input_schema", "contract"}
    names = ["action", "key", "value", "provenance", "memory_id", "purchase_id", "quote"]
    assert flat["contract"] == {"properties": names, "required": ["action"]}
    assert all(one.keys() == {"type", "description"} for one in flat["input_schema"]["properties"].values())


@pytest.mark.slow
def test_a_quote_is_found_fast_among_10_000_messages(ana: Ana) -> None:
    """A rare one at once, and one of the commonest words within a fraction of a second."""
    for start in range(0, 10_000, 500):
        batch = [{"text": f"eu calço {30 + n % 13} e gosto de correr {start + n}", "role": "user"} for n in range(500)]
        ana.api.add("ana", *batch)
    ana.says("eu calço 44", at="2020-01-01T00:00:00Z")
    for quote, value, seconds in (("gosto de correr 4242", "42", 1.0), ("eu calço 44", "44", 1.0)):
        began = perf_counter()
        ana.asks(action="remember", key="shoe_size", value=value, quote=quote)
        assert perf_counter() - began < seconds
    assert ana.kept() == {("shoe_size", "declared"): "44"}
