from __future__ import annotations

import random
import time
from dataclasses import fields
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from ownwords import rest
from ownwords.actions import upkeep
from ownwords.ports import Store
from ownwords.rest.edge import Rest
from tests.isolation.probes import ABOUT_NOBODY, PROBES, Probe, said
from tests.running import Api, Server
from tests.storage.contents import Tables, tables


def every_route() -> set[tuple[str, str]]:
    nothing: Any = None
    app: FastAPI = rest.application(Rest(*[nothing] * len(fields(Rest))))
    listed = {("GET", "/openapi.json")}
    document = app.openapi()
    for path, operations in document["paths"].items():
        listed |= {(method.upper(), path) for method in operations}
    hidden = [route.path for route in app.routes if isinstance(route, APIRoute) and not route.include_in_schema]
    assert hidden == []
    return listed


def test_every_route_has_a_probe() -> None:
    """A new route fails here until it is asked about other persons' things, or is named as being about nobody."""
    probed = {(probe.method, probe.route) for probe in PROBES}

    assert every_route() == probed | ABOUT_NOBODY.keys()
    assert not probed & ABOUT_NOBODY.keys()


SECRET: dict[str, Any] = {
    "id": "segredo-1",
    "text": "o segredo da Ana é xyzzy",
    "session": "segredo-1",
    "about": ["segredo-1"],
    "author": {"id": "B1", "name": "Bia"},
    "metadata": {"tag": "segredo-1"},
    "at": "2026-03-01T10:00:00Z",
}


BOUGHT: dict[str, Any] = {
    "id": "segredo-1",
    "at": "2026-03-01T10:00:00Z",
    "merchant": "xyzzy",
    "lines": [{"name": "xyzzy", "labels": ["xyzzy"]}],
}


def filled(api: Api, user_id: str) -> dict[str, str]:
    """File what somebody else must not see, and give every id by which it could be asked for."""
    api.add(user_id, SECRET, SECRET | {"id": "segredo-2", "text": "outro segredo"})
    api.add(user_id, SECRET | {"text": "o segredo da Ana era xyzzy"})
    api.add(user_id, {"id": "vai", "text": "vai embora"})
    orders = [BOUGHT, BOUGHT | {"id": "segredo-2"}, BOUGHT | {"gift": True}]
    assert api.post("/v1/purchases", {"user_id": user_id, "purchases": orders}).status_code == 200
    bought = api.post("/v1/purchases/read", {"user_id": user_id, "limit": 1}).json()
    receipt = api.forget(user_id, ids=["vai"])["receipt_id"]
    page = api.post("/v1/memory/read", {"user_id": user_id, "limit": 1}).json()
    speakers = api.get("/v1/memory/speakers", user_id=user_id)["speakers"]
    return {
        "item": "segredo-1",
        "receipt": receipt,
        "thread": page["items"][0]["thread_id"],
        "speaker": speakers[0]["id"],
        "cursor": page["next_cursor"],
        "cursor of purchases": bought["next_cursor"],
    }


UNKNOWN = {
    "item": "nunca-visto",
    "receipt": "rcp_0199999999990000000000000000000a",
    "thread": "thr_aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "speaker": "spk_aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "cursor": "AAAAAAAAAAAAAAAAAAAAAFtdMQ",
    "cursor of purchases": "AAAAAAAAAAAAAAAAAAAAAFtdMQ",
}


def known_by(probe: Probe) -> str:
    for word in ("receipt", "thread", "speaker", "cursor of purchases", "cursor"):
        if word in probe.title:
            return word
    return "item"


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.title)
@pytest.mark.parametrize("where", ["the same project", "another project"])
def test_another_persons_thing_is_answered_as_one_that_does_not_exist(
    api: Api, server: Server, probe: Probe, where: str
) -> None:
    """Asked with an id that somebody else has, every route answers as with an id that nobody has."""
    asked_by = known_by(probe)
    with (other := server.project()).http:
        known = filled(api if where == "the same project" else other, "ana")
        first = said(probe.ask(api, "bia", known[asked_by]), "bia", known[asked_by])
        second = said(probe.ask(api, "eva", UNKNOWN[asked_by]), "eva", UNKNOWN[asked_by])
    assert first == second
    assert first[0] < 500
    assert "xyzzy" not in first[1]


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.title)
def test_a_person_of_another_project_is_a_person_that_does_not_exist(api: Api, server: Server, probe: Probe) -> None:
    """One `user_id` in two projects is two persons: the other project's memory changes no answer, no row."""
    asked_by = known_by(probe)
    with (other := server.project()).http:
        known = filled(other, "ana")
        other.accesses.write(other.memory.store)
        before = tables(other.memory.store, other.project.id)
        first = said(probe.ask(api, "ana", known[asked_by]), "ana", known[asked_by])
        second = said(probe.ask(api, "eva", UNKNOWN[asked_by]), "eva", UNKNOWN[asked_by])
        assert first == second
        assert tables(other.memory.store, other.project.id) == before


def _person_rows(contents: Tables) -> dict[str, int]:
    return {table: len(rows) for table, rows in contents.items() if rows}


@pytest.mark.parametrize("probe", [probe for probe in PROBES if not probe.writes], ids=lambda probe: probe.title)
def test_asking_about_somebody_unknown_stores_nothing_of_them(api: Api, store: Store, probe: Probe) -> None:
    """A read of a person whom memory never held creates no row in any table but the log of its use."""
    for thing in (UNKNOWN[known_by(probe)], "x"):
        assert probe.ask(api, "nobody at all", thing).status_code < 500
    api.accesses.write(store)

    assert _person_rows(tables(store, api.project.id)).keys() <= {"access"}


def test_asking_about_somebody_unknown_writes_no_log_of_somebody_who_is_not_there(api: Api, store: Store) -> None:
    """A read of a person whom memory never held creates no row at all, in the access log neither."""
    for path in ("threads", "speakers", "about", "export"):
        assert api.http.get(f"/v1/memory/{path}", params={"user_id": "nobody"}).status_code == 200
    assert api.read("nobody") == []
    api.accesses.write(store)

    assert _person_rows(tables(store, api.project.id)) == {}


def test_a_refused_add_leaves_no_trace_of_the_person(api: Api, store: Store) -> None:
    """A batch that is refused, and a call without the scope for it, create nobody."""
    assert api.post("/v1/memory/add", {"user_id": "nova", "items": [{"text": " "}]}).status_code == 422
    assert api.post("/v1/memory/add", {"user_id": "nova", "items": []}).status_code == 422
    api.accesses.write(store)

    assert _person_rows(tables(store, api.project.id)) == {}


def test_one_name_of_an_item_in_two_memories_is_two_items(api: Api, server: Server) -> None:
    """Two persons, and two projects, use the same ids and sessions: edits and forgets touch one memory only."""
    with (other := server.project()).http:
        memories = [(api, "ana"), (api, "bia"), (other, "ana")]
        for number, (project, user_id) in enumerate(memories):
            project.add(user_id, {"id": "m1", "text": f"texto {number}", "session": "s"})
        api.add("ana", {"id": "m1", "text": "editado"})
        api.forget("bia", ids=["m1"])

        assert [item["text"] for item in api.read("ana")] == ["editado"]
        assert api.read("bia") == []
        assert [(item["text"], item["version"]) for item in other.read("ana")] == [("texto 2", 1)]
        assert other.search("ana", "texto")[0]["text"] == "texto 2"
        assert api.search("ana", "texto") == []


def test_one_idempotency_key_of_two_persons_is_two_keys(api: Api, server: Server) -> None:
    """Persons and projects may use the same Idempotency-Key; neither is answered with the other's first answer."""
    with (other := server.project()).http:
        for project, user_id in ((api, "ana"), (api, "bia"), (other, "ana")):
            body = {"user_id": user_id, "items": [{"text": "oi"}]}
            answer = project.post("/v1/memory/add", body, Idempotency_Key="k1")
            assert answer.status_code == 200
            assert "Idempotent-Replayed" not in answer.headers
            assert len(project.read(user_id)) == 1


def _less_accesses(contents: Tables) -> Tables:
    return {table: rows for table, rows in contents.items() if table != "access"}


def test_what_is_done_to_one_memory_leaves_the_others_as_they_were(api: Api, server: Server, store: Store) -> None:
    """Zone, gap, edits, expiry, forgetting and import of one memory change no row of another person or project."""
    with (other := server.project()).http:
        filled(other, "ana")
        filled(api, "bia")
        whole = _less_accesses(tables(store, other.project.id))
        person = api.whose("bia").scope(api.memory).person

        def of_bia() -> Tables:
            mine = _less_accesses(tables(store, api.project.id))
            return {table: [row for row in rows if row[1] == person] for table, rows in mine.items()}

        before = of_bia()
        filled(api, "ana")
        api.add("ana", {"text": "curta", "expires": "2026-03-02T12:00:01Z"})
        order = {"merchant": "curta", "expires": "2026-03-02T12:00:01Z"}
        api.post("/v1/purchases", {"user_id": "ana", "purchases": [order]})
        api.http.put("/v1/persons/ana", json={"timezone": "Asia/Tokyo"})
        export = api.http.get("/v1/memory/export", params={"user_id": "ana"}).content
        api.clock.advance(2)
        upkeep.expire(api.memory)
        api.forget("ana", session="segredo-1")
        api.forget("ana", purchases=["segredo-1"])
        api.forget("ana", everything=True)
        api.http.post("/v1/memory/import", params={"user_id": "ana"}, content=export)
        upkeep.clean(api.memory)
        upkeep.sweep(api.memory)

        assert of_bia() == before
        assert _less_accesses(tables(store, other.project.id)) == whole


def test_anothers_2000_near_duplicates_change_no_score_and_no_order(api: Api, server: Server) -> None:
    """Search is over one person's statistics: what others say, however alike, moves nothing."""
    words = ["tênis", "azul", "corrida", "sapato", "meia", "loja", "preço", "amanhã", "entrega"]
    mine = [
        {"id": f"m{n}", "text": " ".join(random.choices(words, k=8)), "at": f"2026-03-01T10:{n:02}:00Z"}
        for n in range(60)
    ]
    api.add("ana", *mine)
    queries = ["tênis azul", "corrida", "entrega amanhã loja", "sapato sapato meia"]
    before = [api.search("ana", query, limit=100) for query in queries]
    with (other := server.project()).http:
        for project, user_id in ((api, "bia"), (other, "ana")):
            for start in range(0, 1_000, 500):
                near = [
                    {"id": f"m{start + n}", "text": random.choice(mine)["text"], "session": "s"} for n in range(500)
                ]
                project.add(user_id, *near)
        after = [api.search("ana", query, limit=100) for query in queries]

    assert all(before)
    assert after == before


def test_no_filter_and_no_metadata_widens_what_is_seen(api: Api) -> None:
    """Names of persons, wildcards and pieces of query languages are values like any others, everywhere."""
    filled(api, "ana")
    evil = ["*", "%", "_", "' OR 1=1 --", '{"$ne":1}', '"', "|", ")", ":project", "%(person)s", "ana", "\\", "?"]
    for word in evil:
        api.add("bia", {"id": word, "text": f"meu {word} xis", "session": word, "about": [f"a:{word}"]})
        assert [item["id"] for item in api.read("bia", ids=[word])] == [word]
        assert [item["id"] for item in api.read("bia", session=word)] == [word]
        assert [item["id"] for item in api.read("bia", about=f"a:{word}")] == [word]
        assert "xyzzy" not in str(api.search("bia", f"{word} xis xyzzy segredo"))
        assert api.search("bia", "xis", filters={"metadata": {word: word}}) == []
        assert api.read(word) == [] or word == "ana"
    metadata = {"user_id": "ana", "person": 1, "id": "m1", "author": "Bia", "project": api.project.id}
    api.add("bia", {"id": "m", "text": "meta xis", "metadata": metadata})
    (item,) = api.read("bia", ids=["m"])
    assert (item["id"], item["author"], item["metadata"]) == ("m", None, metadata)
    assert "xyzzy" not in str(api.search("bia", "segredo", filters={"metadata": {"user_id": "ana"}}))


@pytest.mark.parametrize("user_id", [None, "", [], {}, 42, True, ["ana"], {"$ne": ""}, "x" * 257, "a\x00"])
def test_without_a_person_nothing_is_read_or_written(api: Api, user_id: Any) -> None:
    """A missing, empty or wrongly typed `user_id` is a fault by its pointer on every route, never everybody."""
    filled(api, "ana")
    for path, rest_ in (
        ("add", {"items": [{"text": "oi"}]}),
        ("read", {}),
        ("versions", {"id": "segredo-1"}),
        ("search", {"query": "segredo"}),
        ("forget", {"everything": True}),
        ("verify", {"receipt_id": "x"}),
    ):
        for whose in ({"user_id": user_id}, {}):
            answer = api.post(f"/v1/memory/{path}", whose | rest_)
            assert answer.status_code == 422
            assert "/user_id" in [fault["pointer"] for fault in answer.json()["errors"]]
    for path in ("threads", "speakers", "about", "export", "accesses", "receipts/x"):
        assert api.http.get(f"/v1/memory/{path}").status_code == 422
        assert api.http.get(f"/v1/memory/{path}", params={"user_id": ""}).status_code == 422
    assert len(api.read("ana")) == 2


def test_asking_about_anothers_thing_takes_no_longer_than_about_none(api: Api) -> None:
    """The time of an answer does not tell whether somebody else has the thing, within what a test can measure."""
    filled(api, "ana")

    def quickest(item_id: str) -> float:
        best = 1.0
        for _ in range(60):
            began = time.perf_counter()
            api.post("/v1/memory/versions", {"user_id": "bia", "id": item_id})
            best = min(best, time.perf_counter() - began)
        return best

    known, unknown = quickest("segredo-1"), quickest("nunca-visto")
    assert abs(known - unknown) < max(0.5 * unknown, 0.001)
