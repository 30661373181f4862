from __future__ import annotations

import time
from secrets import token_bytes
from typing import Any

import httpx
import pytest

from ownwords.actions import projects
from ownwords.domain.projects import DEFAULT_SCOPES, KeyMode, KeyScope
from ownwords.ports import Store
from tests.isolation.probes import OF_A_PERSON_ALONE, PROBES, Probe
from tests.running import PLAIN, Api, Server
from tests.storage.contents import flat, tables

ADD: dict[str, Any] = {"user_id": "ana", "items": [{"text": "oi"}]}
NEEDED = {
    ("POST", "/v1/memory/indexing/retry"): KeyScope.ITEMS_WRITE,
    ("POST", "/v1/memory/add"): KeyScope.ITEMS_WRITE,
    ("POST", "/v1/memory/forget"): KeyScope.ITEMS_WRITE,
    ("POST", "/v1/memory/import"): KeyScope.ITEMS_WRITE,
    ("PUT", "/v1/persons/{user_id}"): KeyScope.ITEMS_WRITE,
    ("POST", "/v1/persons/{user_id}/sessions"): KeyScope.PERSONS_ISSUE,
    ("DELETE", "/v1/persons/{user_id}/sessions"): KeyScope.PERSONS_ISSUE,
    ("POST", "/v1/purchases"): KeyScope.PURCHASES_WRITE,
}

FOR_KEYS = [probe for probe in PROBES if probe.route not in OF_A_PERSON_ALONE]


def _raw(api: Api, *headers: tuple[str, str]) -> httpx.Response:
    with httpx.Client(base_url=api.url, verify=PLAIN) as client:
        return client.post("/v1/memory/add", json=ADD, headers=list(headers))


@pytest.mark.parametrize(
    "header",
    [
        None, "", "Bearer", "Basic {key}", "{key}", "Bearer  {key}", "Bearer {key} x", "Bearer {key}x",
        "Bearer csk_test_", "Bearer csk_live_{tail}", "Bearer CSK_TEST_{tail}", "Bearer null", "Token {key}",
        "Bearer\t{key}", "Bearer {key},Bearer {key}", "Bearer eyJhbGciOiJub25lIn0.e30.", "Bearer " + "x" * 8_000,
    ],
)  # fmt: skip
def test_without_a_valid_credential_nothing_is_done(api: Api, header: str | None) -> None:
    """A missing or malformed credential is 401 with `WWW-Authenticate`, and nothing is stored."""
    headers = [] if header is None else [("Authorization", header.format(key=api.key, tail=api.key[9:]))]

    answer = _raw(api, *headers)

    assert answer.status_code == 401
    assert answer.json()["code"] == "credential_invalid"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert api.read("ana") == []


def test_the_scheme_is_read_in_any_case(api: Api) -> None:
    """`bearer`, `Bearer` and `BEARER` are one scheme, as HTTP has it."""
    for scheme in ("bearer", "Bearer", "BEARER"):
        assert _raw(api, ("Authorization", f"{scheme} {api.key}")).status_code == 200


def test_two_credentials_are_none(api: Api, server: Server) -> None:
    """Two Authorization headers are refused, whichever of them is valid and in whichever order."""
    with (other := server.project()).http:
        mine, others, bad = (f"Bearer {key}" for key in (api.key, other.key, "csk_test_x"))
        for first, second in ((mine, bad), (bad, mine), (mine, mine), (mine, others)):
            answer = _raw(api, ("Authorization", first), ("Authorization", second))
            assert answer.status_code == 401


def test_every_route_but_the_open_ones_needs_a_credential(api: Api) -> None:
    """Without a credential each route of a person answers 401, and an unknown path tells nothing else."""
    with httpx.Client(base_url=api.url, verify=PLAIN) as client:
        keyless = Api(api.url, "", api.memory, api.project, api.clock, api.accesses)
        keyless.http.close()
        keyless.http = client
        for probe in PROBES:
            assert probe.ask(keyless, "ana", "x").status_code == 401, probe.title
        for path in ("/v1/project", "/", "/v1", "/v1/nothing", "/docs", "/redoc", "/healthz/", "//healthz"):
            assert client.get(path).status_code == 401, path
        for path in ("/healthz", "/readyz", "/metrics", "/openapi.json", "/.well-known/jwks.json"):
            assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("probe", FOR_KEYS, ids=lambda probe: probe.title)
def test_each_route_needs_its_scope(server: Server, probe: Probe) -> None:
    """A key with every other scope is refused with 403 `scope_missing`, whoever is asked about, and nothing is done."""
    needed = NEEDED.get((probe.method, probe.route), KeyScope.ITEMS_READ)
    with (poor := server.project(*(scope for scope in KeyScope if scope is not needed))).http:
        for user_id in ("ana", "nobody"):
            answer = probe.ask(poor, user_id, "x")
            assert answer.status_code == 403
            assert answer.json()["code"] == "scope_missing"
            assert needed in answer.json()["message"]
        contents = tables(server.memory.store, poor.project.id)
        assert not any(contents.values())


def test_settings_need_a_scope_that_is_never_given_by_itself(server: Server) -> None:
    """A key of the default scopes reads the project and does not change it."""
    with (api := server.project(*DEFAULT_SCOPES)).http:
        assert api.http.get("/v1/project").status_code == 200
        answer = api.http.patch("/v1/project", json={"loose_gap_minutes": 5})
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert {"items.read", "items.write", "purchases.write", "catalogs.write"} == DEFAULT_SCOPES


def test_a_revoked_key_stops_within_a_second_and_the_others_go_on(api: Api) -> None:
    """A key that was in use a moment ago is refused at most a second after it was revoked."""
    made = projects.create_key(api.memory, api.project.id, KeyMode.LIVE, token_bytes(32))
    header = ("Authorization", f"Bearer {made.text}")
    assert _raw(api, header).status_code == 200

    projects.revoke_key(api.memory, api.project.id, made.key.id)

    time.sleep(1.05)
    assert _raw(api, header).status_code == 401
    assert _raw(api, ("Authorization", f"Bearer {api.key}")).status_code == 200


def test_a_key_opens_its_own_project_only(api: Api, server: Server) -> None:
    """Keys of two projects see two memories under one `user_id`."""
    with (other := server.project()).http:
        api.add("ana", {"text": "meu"})
        assert other.read("ana") == []
        assert other.http.get("/v1/project").json()["id"] != api.http.get("/v1/project").json()["id"]


def test_a_key_is_kept_as_a_hash_only(api: Api, store: Store) -> None:
    """No table holds a key, nor any part of it that would help to guess it."""
    held = flat(tables(store))

    assert api.key.encode() not in held
    assert api.key.removeprefix("csk_test_")[:12].encode() not in held


def test_what_was_set_is_read_at_once(api: Api) -> None:
    """`PATCH /v1/project` is what the next `GET` of the same key shows."""
    api.http.get("/v1/project")
    changed = api.http.patch("/v1/project", json={"loose_gap_minutes": 45}).json()

    assert changed["settings"]["loose_gap_minutes"] == 45
    assert api.http.get("/v1/project").json() == changed


def test_a_new_gap_never_makes_a_memory_unreadable(api: Api) -> None:
    """After a change of settings every person reads, also one of whom only the zone is known."""
    api.http.put("/v1/persons/ana", json={"timezone": "Europe/Lisbon"})
    api.forget("bia", ids=["x"])
    api.http.patch("/v1/project", json={"loose_gap_minutes": 45})
    time.sleep(1.1)

    for user_id in ("ana", "bia", "eva"):
        assert api.http.get(f"/v1/persons/{user_id}").status_code == 200
        assert api.read(user_id) == []
    assert api.http.get("/v1/persons/ana").json()["timezone"] == "Europe/Lisbon"
