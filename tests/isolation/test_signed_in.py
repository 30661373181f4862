from __future__ import annotations

import pytest

from ownwords.ports import Store
from tests.isolation.probes import OF_A_KEY, OF_A_PERSON, OF_A_PERSON_ALONE, OF_EITHER, PROBES, Probe, said
from tests.isolation.test_isolation import UNKNOWN, filled, known_by
from tests.running import Api, Server
from tests.storage.contents import Tables, tables

FOR_KEYS = [probe for probe in PROBES if probe.route in OF_A_KEY]


def _less_accesses(store: Store, api: Api) -> Tables:
    return {table: rows for table, rows in tables(store, api.project.id).items() if table != "access"}


@pytest.mark.parametrize("probe", OF_A_PERSON, ids=lambda probe: probe.title)
def test_another_person_is_one_who_does_not_exist(api: Api, store: Store, probe: Probe) -> None:
    """With a person token every call about somebody else is answered as about nobody, and changes no row of anybody."""
    asked_by = known_by(probe)
    known = filled(api, "ana")
    with api.signed_in("bia") as bia:
        before = _less_accesses(store, api)
        first = said(probe.ask(bia, "ana", known[asked_by]), "ana", known[asked_by])
        second = said(probe.ask(bia, "eva", UNKNOWN[asked_by]), "eva", UNKNOWN[asked_by])
        assert _less_accesses(store, api) == before
    assert first == second
    assert first[0] < 500
    assert "xyzzy" not in first[1]


@pytest.mark.parametrize("probe", OF_A_PERSON, ids=lambda probe: probe.title)
@pytest.mark.parametrize("about", ["themselves", "the other"])
def test_the_same_person_of_another_project_is_one_who_does_not_exist(
    api: Api, server: Server, store: Store, probe: Probe, about: str
) -> None:
    """A token of one project reaches nothing of another's person of that name, whoever it names."""
    asked_by = known_by(probe)
    with (other := server.project()).http, api.signed_in("ana") as ana, api.signed_in("eva") as eva:
        whom = (None, None) if about == "themselves" else ("bia", "zoe")
        known = filled(other, whom[0] or "ana")
        before = _less_accesses(store, other)
        first = said(probe.ask(ana, whom[0], known[asked_by]), whom[0] or "ana", known[asked_by])
        second = said(probe.ask(eva, whom[1], UNKNOWN[asked_by]), whom[1] or "eva", UNKNOWN[asked_by])
        assert _less_accesses(store, other) == before
    assert first == second
    assert "xyzzy" not in first[1]


@pytest.mark.parametrize("probe", OF_A_PERSON, ids=lambda probe: probe.title)
def test_a_person_who_was_forgotten_is_one_who_does_not_exist(api: Api, probe: Probe) -> None:
    """After everything was forgotten, asking about the person, or their things, is asking about nobody."""
    asked_by = known_by(probe)
    known = filled(api, "ana")
    api.forget("ana", everything=True)
    with api.signed_in("bia") as bia:
        first = said(probe.ask(bia, "ana", known[asked_by]), "ana", known[asked_by])
        second = said(probe.ask(bia, "eva", UNKNOWN[asked_by]), "eva", UNKNOWN[asked_by])
    assert first == second


@pytest.mark.parametrize("probe", [probe for probe in OF_EITHER if not probe.writes], ids=lambda probe: probe.title)
def test_nobody_is_answered_as_a_backend_is_about_somebody_unknown(api: Api, probe: Probe) -> None:
    """What a person token reads of somebody else is to the byte what a key reads of a person whom memory never held."""
    asked_by = known_by(probe)
    filled(api, "ana")
    with api.signed_in("bia") as bia:
        first = said(probe.ask(bia, "ana", UNKNOWN[asked_by]), "ana", UNKNOWN[asked_by])
    second = said(probe.ask(api, "eva", UNKNOWN[asked_by]), "eva", UNKNOWN[asked_by])
    assert first == second


@pytest.mark.parametrize("probe", [probe for probe in OF_EITHER if not probe.writes], ids=lambda probe: probe.title)
def test_whoever_is_signed_in_need_not_say_who_they_are(api: Api, probe: Probe) -> None:
    """`user_id` left out, and the person's own, are one question; a key's answer about that person is the same."""
    asked_by = known_by(probe)
    known = filled(api, "ana")
    api.issue("ana")
    with api.signed_in("ana") as ana:
        if "accesses" not in probe.route:
            answers = [said(probe.ask(one, whom, known[asked_by]), "ana", known[asked_by]) for one, whom in (
                (ana, None), (ana, "ana"), (api, "ana")
            )]  # fmt: skip
            assert answers[0] == answers[1]
            # Only the person is told how much was looked at of what is theirs alone.
            assert answers[1] == answers[2] or "verify" in probe.route
        assert probe.ask(ana, None, known[asked_by]).status_code in (200, 404)
    assert probe.ask(api, None, known[asked_by]).status_code == 422


@pytest.mark.parametrize("probe", FOR_KEYS, ids=lambda probe: probe.title)
def test_what_takes_a_key_refuses_a_person_whoever_they_are(api: Api, store: Store, probe: Probe) -> None:
    """A call for keys answers a person token with 403 `scope_missing`, also about themselves, and does nothing."""
    filled(api, "ana")
    with api.signed_in("ana") as ana:
        before = _less_accesses(store, api)
        answers = [said(probe.ask(ana, whom, "segredo-1"), whom, "segredo-1") for whom in ("ana", "bia", "eva")]
        assert _less_accesses(store, api) == before
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 403
    assert '"scope_missing"' in answers[0][1]


@pytest.mark.parametrize("probe", OF_A_PERSON, ids=lambda probe: probe.title)
def test_each_call_needs_its_scope(api: Api, store: Store, probe: Probe) -> None:
    """A token of the other scope is refused with 403 `scope_missing`, whoever is asked about, and nothing is done."""
    filled(api, "ana")
    needed, other = ("memory.write", "memory.read") if probe.writes else ("memory.read", "memory.write")
    with api.signed_in("ana", scope=other) as ana:
        before = _less_accesses(store, api)
        answers = [said(probe.ask(ana, whom, "segredo-1"), whom or "", "segredo-1") for whom in ("ana", "bia")]
        assert probe.ask(ana, None, "segredo-1").json()["code"] == "scope_missing"
        assert _less_accesses(store, api) == before
    assert answers[0] == answers[1]
    assert answers[0][0] == 403
    assert needed in answers[0][1]


def test_a_cursor_of_anothers_list_says_nothing(api: Api) -> None:
    """A cursor that a backend was given for somebody is no cursor to anybody who is signed in, but to that person."""
    cursor = filled(api, "ana")["cursor"]
    body = {"limit": 1, "cursor": cursor}
    with api.signed_in("ana") as ana, api.signed_in("bia") as bia:
        assert ana.post("/v1/memory/read", body).status_code == 200
        for whose in ({}, {"user_id": "ana"}, {"user_id": "bia"}):
            answer = bia.post("/v1/memory/read", body | whose)
            assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")


def test_an_import_for_somebody_else_is_refused_and_not_pretended(api: Api) -> None:
    """What is acknowledged is kept: bringing lines in for another person is 404, whether there is one or not."""
    filled(api, "ana")
    with api.signed_in("bia") as bia:
        for user_id in ("ana", "eva"):
            answer = bia.http.post("/v1/memory/import", params={"user_id": user_id}, content=b"")
            assert (answer.status_code, answer.json()["code"]) == (404, "person_not_found")
        assert bia.http.post("/v1/memory/import", content=b"").status_code == 200


def test_what_a_person_does_stands_in_their_log_with_the_key_that_let_them_in(api: Api, store: Store) -> None:
    """The access log names the person and the key that asked for the token, and that the token was issued."""
    filled(api, "ana")
    with api.signed_in("ana") as ana:
        ana.read("ana")
    api.accesses.write(store)
    listed = api.get("/v1/memory/accesses", user_id="ana")["accesses"]
    key = next(one["actor"] for one in listed if one["verb"] == "issue session")
    assert key.startswith("key_")
    assert ("read", f"person:{key}") in {(one["verb"], one["actor"]) for one in listed}


def test_the_document_says_of_each_call_whose_it_is(api: Api) -> None:
    """What takes a key, a person token or either is the same in the OpenAPI document as in these lists."""
    document = api.get("/openapi.json")
    probed = {probe.route for probe in PROBES}
    for path in probed:
        for operation in document["paths"][path].values():
            taken = {name for one in operation["security"] for name in one}
            expected = {"key", "person"} - ({"person"} if path in OF_A_KEY else set())
            assert taken == expected - ({"key"} if path in OF_A_PERSON_ALONE else set()), path
