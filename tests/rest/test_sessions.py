from __future__ import annotations

import json
from secrets import token_bytes
from typing import Any

import pytest

from ownwords.actions import projects, restoring, sign_ins, upkeep
from ownwords.actions.memory import Memory
from ownwords.domain.errors import BearerTokenHasNoPerson, NotFound
from ownwords.domain.projects import DEFAULT_SCOPES, KeyMode, KeyScope
from ownwords.domain.sign_ins import PersonScope
from ownwords.ports import Store
from ownwords.web.callers import KeyCaller, as_person
from ownwords.web.problems import answer
from tests.running import EMBEDDER, SECRET, Api, quoted, sqlite_store
from tests.storage.contents import tables
from tests.web.forging import claims_of


def _sessions(user_id: str) -> str:
    return f"/v1/persons/{quoted(user_id)}/sessions"


def test_a_session_is_issued_without_a_word(api: Api) -> None:
    """Without a body a token is good for 15 minutes, to read and to write, and the answer says so."""
    answered = api.http.post(_sessions("ana"))
    issued = answered.json()

    assert answered.status_code == 201
    assert answered.headers["Cache-Control"] == "no-store"
    assert issued.pop("token").count(".") == 2
    assert issued.pop("session_id").startswith("ses_")
    assert issued == {
        "token_type": "Bearer",
        "scope": "memory.read memory.write",
        "expires_at": "2026-03-02T12:15:00Z",
        "expires_in": 900,
    }


def test_a_token_says_who_for_whom_and_until_when(api: Api) -> None:
    """The claims are those of RFC 9068, and `act` names the key that asked."""
    issued = api.issue("ana", ttl_seconds=60, scope="memory.read")
    said = claims_of(issued["token"])
    (key,) = projects.keys(api.memory, api.project.id)
    assert said.pop("iss") == said.pop("aud") == "http://127.0.0.1:8787"
    assert said == {
        "sub": "ana",
        "client_id": api.get("/v1/project")["id"],
        "iat": 1_772_452_800,
        "exp": 1_772_452_860,
        "jti": issued["session_id"],
        "act": {"sub": key.id},
        "scope": "memory.read",
    }


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"ttl_seconds": 0}, "/ttl_seconds", "out_of_range"),
        ({"ttl_seconds": -1}, "/ttl_seconds", "out_of_range"),
        ({"ttl_seconds": 3_601}, "/ttl_seconds", "out_of_range"),
        ({"ttl_seconds": 10**30}, "/ttl_seconds", "out_of_range"),
        ({"ttl_seconds": "900"}, "/ttl_seconds", "wrong_type"),
        ({"ttl_seconds": 1.5}, "/ttl_seconds", "wrong_type"),
        ({"ttl_seconds": True}, "/ttl_seconds", "wrong_type"),
        ({"ttl_seconds": None}, "/ttl_seconds", "wrong_type"),
        ({"scope": ""}, "/scope", "not_allowed"),
        ({"scope": "memory.forget"}, "/scope", "not_allowed"),
        ({"scope": "items.read"}, "/scope", "not_allowed"),
        ({"scope": "memory.read memory.read"}, "/scope", "not_allowed"),
        ({"scope": "memory.read  memory.write"}, "/scope", "not_allowed"),
        ({"scope": " memory.read"}, "/scope", "not_allowed"),
        ({"scope": "MEMORY.READ"}, "/scope", "not_allowed"),
        ({"scope": ["memory.read"]}, "/scope", "wrong_type"),
        ({"scope": "memory.read " * 1_000}, "/scope", "too_long"),
        ({"user_id": "bia"}, "/user_id", "unknown_field"),
        ({"sub": "bia"}, "/sub", "unknown_field"),
        ({"aud": "x"}, "/aud", "unknown_field"),
        ({"person": {}}, "/person", "unknown_field"),
        ([], "", "wrong_type"),
        ("x", "", "wrong_type"),
    ],
)
def test_a_malformed_wish_issues_nothing(api: Api, store: Store, body: Any, pointer: str, code: str) -> None:
    """What is wrong is named by its pointer, and no row is made."""
    answered = api.http.post(_sessions("ana"), json=body)
    assert answered.status_code == 422, answered.text
    assert (pointer, code) in {(one["pointer"], one["code"]) for one in answered.json()["errors"]}
    assert tables(store, api.project.id)["sign_in"] == []


def test_scopes_may_be_asked_for_in_any_order(api: Api) -> None:
    """They stand in the token in one order."""
    assert api.issue("ana", scope="memory.write memory.read")["scope"] == "memory.read memory.write"


def test_issuing_needs_a_scope_that_is_never_given_by_itself(api: Api) -> None:
    """A key of the default scopes neither issues nor ends, whoever it names."""
    made = projects.create_key(api.memory, api.project.id, KeyMode.TEST, token_bytes(32), DEFAULT_SCOPES)
    with api.bearing(made.text) as plain:
        for ask in (plain.http.post, plain.http.delete):
            refused = ask(_sessions("ana"))
            assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
            assert KeyScope.PERSONS_ISSUE in refused.json()["message"]


def test_a_person_issues_no_session_for_anybody(api: Api) -> None:
    """A token makes no other token, neither for its person nor for another, and ends none."""
    with api.signed_in("ana") as ana:
        for user_id in ("ana", "bia"):
            for ask in (ana.http.post, ana.http.delete):
                assert ask(_sessions(user_id)).json()["code"] == "scope_missing"


USER_IDS = ["a/b", "sessions", "a/sessions", "a/sessions/sessions", "/", "a b", "ação", "😀", "..", "a%2Fb", "x" * 256]


@pytest.mark.parametrize("user_id", USER_IDS)
def test_any_user_id_signs_in_and_only_that_one(api: Api, user_id: str) -> None:
    """Also one with slashes, or one that ends as the path of sessions does: the token is theirs."""
    api.add(user_id, {"text": "meu"})
    token = api.issue(user_id)["token"]
    assert claims_of(token)["sub"] == user_id
    with api.bearing(token) as person:
        assert [one["text"] for one in person.post("/v1/memory/read", {}).json()["items"]] == ["meu"]
    assert api.http.delete(_sessions(user_id)).json() == {"ended": 1}


def test_a_user_id_that_ends_in_sessions_stays_a_person(api: Api) -> None:
    """GET and PUT of such a path are the person of the whole name, POST and DELETE sessions of the one before it."""
    path = "/v1/persons/a/sessions"
    assert api.http.put(path, json={"timezone": "Asia/Tokyo"}).json()["user_id"] == "a/sessions"
    assert api.http.get(path).json() == {"user_id": "a/sessions", "timezone": "Asia/Tokyo"}
    assert claims_of(api.http.post(path).json()["token"])["sub"] == "a"
    assert claims_of(api.http.post(f"{path}/sessions").json()["token"])["sub"] == "a/sessions"
    assert api.http.delete(f"{path}/sessions").json() == {"ended": 1}
    assert api.http.get("/v1/persons/a").json()["timezone"] == "UTC"
    assert api.http.post("/v1/persons/sessions").status_code == 405
    assert api.http.patch(path).status_code == 405


@pytest.mark.parametrize("user_id", ["x" * 257, "a\x00b"])
def test_what_is_no_user_id_signs_nobody_in(api: Api, user_id: str) -> None:
    """The rules of ids hold here too."""
    for ask in (api.http.post, api.http.delete):
        assert ask(_sessions(user_id)).status_code == 422


def test_each_issue_is_kept_with_the_key_that_asked(api: Api) -> None:
    """It will stand on the person's page: which key, when, until when, what for, and whether it was ended."""
    (key,) = projects.keys(api.memory, api.project.id)
    issued: list[str] = []
    for scope in ("memory.read", "memory.write", "memory.read memory.write"):
        issued.append(api.issue("ana", scope=scope)["session_id"])
        api.clock.advance(1)
    api.http.delete(_sessions("ana"))
    issued.append(api.issue("ana")["session_id"])
    api.issue("bia")

    kept = sign_ins.page(api.memory, api.whose("ana"), None, 10)

    assert [one.id for one in kept] == issued[::-1]
    assert {one.key for one in kept} == {key.id}
    assert [one.ended_at is None for one in kept] == [True, False, False, False]
    behind = sign_ins.page(api.memory, api.whose("ana"), (kept[1].issued_at, kept[1].id), 1)
    assert [one.id for one in behind] == [issued[1]]


def test_an_issue_is_kept_as_long_as_the_log_of_its_use(api: Api) -> None:
    """180 days after the token was over its row is swept, and not before."""
    api.issue("ana")
    whose = api.whose("ana")
    api.clock.advance(900 + 180 * 86_400 - 1)
    upkeep.sweep(api.memory)
    assert len(sign_ins.page(api.memory, whose, None, 10)) == 1
    api.clock.advance(1)
    upkeep.sweep(api.memory)
    assert sign_ins.page(api.memory, whose, None, 10) == []


def test_a_key_where_a_person_is_needed_is_told_so(api: Api) -> None:
    """403 `bearer_token_has_no_person` in the flat shape, ending with what to do, whatever scopes the key has."""
    (key,) = projects.keys(api.memory, api.project.id)
    with pytest.raises(BearerTokenHasNoPerson) as caught:
        as_person(KeyCaller(key, api.project), PersonScope.MEMORY_READ)

    refused = answer(caught.value, "req_1")

    body = json.loads(bytes(refused.body))
    code = "bearer_token_has_no_person"
    assert refused.status_code == 403
    assert body.pop("message").endswith("call as the signed-in person, with a person token.")
    assert body == {"error": code, "code": code, "status": 403, "request_id": "req_1", "errors": []}


def test_a_reason_stands_in_an_error_where_there_is_one() -> None:
    """The flat shape has `reason` where a code has several causes, and no such field elsewhere."""
    with_reason = json.loads(bytes(answer(NotFound(reason="key_forgotten"), "req_1").body))
    assert with_reason["reason"] == "key_forgotten"
    assert "reason" not in json.loads(bytes(answer(NotFound(), "req_1").body))


def test_a_restored_backup_takes_no_token_that_was_ended_since(tmp_path: Any, sqlite_api: Api) -> None:
    """What was ended or forgotten after a backup stays dead in it, and what was issued after it is still good."""
    for user_id in ("ana", "bia"):
        sqlite_api.add(user_id, {"text": "oi"})
    dead = [sqlite_api.issue(user_id)["session_id"] for user_id in ("ana", "bia")]
    (tmp_path / "old").mkdir()
    sqlite_api.memory.store.backup(tmp_path / "old" / "ownwords.db")
    sqlite_api.http.delete(_sessions("ana"))
    sqlite_api.forget("bia", everything=True)
    alive = sqlite_api.issue("ana")["session_id"]

    old = sqlite_store(tmp_path / "old")
    try:
        restored = Memory.of(old, sqlite_api.clock, SECRET, EMBEDDER)
        restoring.carry_over(sqlite_api.memory.store, restored)
        held = [sign_ins.page(restored, sqlite_api.whose(user_id), None, 9) for user_id in ("ana", "bia")]
    finally:
        old.close()
    kept = {one.id: one for part in held for one in part}
    assert kept[dead[0]].ended_at is not None
    assert dead[1] not in kept
    assert kept[alive].is_good(sqlite_api.clock.now())
