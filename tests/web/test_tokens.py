from __future__ import annotations

import time
from collections.abc import Iterator
from secrets import token_bytes
from typing import Any

import httpx
import jwt
import pytest

from ownwords.actions import projects
from ownwords.domain.projects import KeyMode, KeyScope
from ownwords.identity.tokens import SignedTokens
from ownwords.ports import Store, Transaction
from tests.isolation.probes import ABOUT_NOBODY
from tests.isolation.test_isolation import every_route
from tests.running import PLAIN, SECRET, Api, Server
from tests.storage.contents import flat, tables
from tests.web.forging import FORGED, Forge, Good, claims_of, signed

ROUTES = sorted(route for route in every_route() if ABOUT_NOBODY.get(route) != "open")
SOON = 1.1
"""Longer than a server takes a credential for what it was."""


@pytest.fixture
def good(api: Api, server: Server) -> Good:
    """A good token of Ana's, one of Bia's in another project, and two more keys."""
    keys = [projects.create_key(api.memory, api.project.id, KeyMode.TEST, token_bytes(32)).key.id for _ in range(2)]
    projects.revoke_key(api.memory, api.project.id, keys[1])
    api.add("ana", {"text": "oi"})
    api.issue("bia")
    with (other := server.project()).http:
        anothers = other.issue("bia")["token"]
    return Good(api.issue("ana")["token"], anothers, keys[0], keys[1], api.clock.now() // 1_000_000)


@pytest.fixture
def bare(api: Api) -> Iterator[httpx.Client]:
    """A client without a credential."""
    with httpx.Client(base_url=api.url, verify=PLAIN, timeout=60) as client:
        yield client


def _on_every_route(bare: httpx.Client, *headers: tuple[str, str], **more: Any) -> list[tuple[int, Any]]:
    answers: list[tuple[int, Any]] = []
    raw = [(name.encode(), value.encode()) for name, value in headers]
    for method, path in ROUTES:
        where = path.replace("{user_id}", "ana").replace("{receipt_id}", "x")
        answer = bare.request(method, where, headers=raw, **more)
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="ownwords"'
        body = answer.json()
        assert body.pop("request_id").startswith("req_")
        answers.append((answer.status_code, body))
    return answers


def _bearing(token: str) -> tuple[str, str]:
    return ("Authorization", f"Bearer {token}")


def _reads(bare: httpx.Client, token: str) -> int:
    headers = dict([_bearing(token)])
    return bare.post("/v1/memory/read", json={}, headers=headers).status_code


REFUSED: tuple[int, dict[str, Any]] = (
    401,
    {
        "error": "credential_invalid",
        "code": "credential_invalid",
        "message": "No valid credential came with the request; send `Authorization: Bearer …` with a live key or "
        "person token.",
        "status": 401,
        "errors": [],
    },
)


def test_there_are_routes_to_try() -> None:
    """The list is that of the application, and long."""
    assert len(ROUTES) >= 20
    assert len(FORGED) >= 120


@pytest.mark.slow
@pytest.mark.parametrize("forge", FORGED.values(), ids=list(FORGED))
def test_a_forged_token_is_refused_on_every_route_with_one_body(bare: httpx.Client, good: Good, forge: Forge) -> None:
    """Whatever is wrong with a token, every route answers what it answers without one, and the good one goes on."""
    forged = forge(good)
    assert forged != good.token

    assert _on_every_route(bare, _bearing(forged)) == [REFUSED] * len(ROUTES)

    assert _reads(bare, good.token) == 200


def test_the_forger_could_make_a_good_one(bare: httpx.Client, good: Good) -> None:
    """The same header and claims signed again are taken: what is refused is refused for what was changed in it."""
    again = signed(good.head, good.claims)
    assert again != good.token
    assert _reads(bare, again) == 200


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("Authorization", "Bearer")],
        [("Authorization", "Bearer  {token}")],
        [("Authorization", "Bearer\t{token}")],
        [("Authorization", "Bearer {token} ,x")],
        [("Authorization", "{token}")],
        [("Authorization", "Token {token}")],
        [("Authorization", "DPoP {token}")],
        [("Authorization", "Basic {token}")],
        [("Authorization", "JWT {token}")],
        [("Authorization", "Bearer {token}"), ("Authorization", "Bearer {token}")],
        [("Authorization", "Bearer {token}"), ("Authorization", "Bearer x")],
        [("Cookie", "token={token}")],
        [("Cookie", "__Host-session={token}")],
        [("X-Authorization", "Bearer {token}")],
        [("X-Api-Key", "{token}")],
        [("Proxy-Authorization", "Bearer {token}")],
    ],
)
def test_a_good_token_in_another_place_is_none(bare: httpx.Client, good: Good, headers: list[tuple[str, str]]) -> None:
    """A token counts once, in one header and by one scheme; anywhere else it is as if it were not there."""
    sent = [(name, value.format(token=good.token)) for name, value in headers]
    assert _on_every_route(bare, *sent) == [REFUSED] * len(ROUTES)


@pytest.mark.parametrize("name", ["token", "access_token", "bearer_token", "Authorization"])
def test_a_good_token_in_the_address_or_the_body_is_none(bare: httpx.Client, good: Good, name: str) -> None:
    """Neither a query nor a body is a place for a credential."""
    assert _on_every_route(bare, params={name: good.token}) == [REFUSED] * len(ROUTES)
    assert _on_every_route(bare, json={name: good.token}) == [REFUSED] * len(ROUTES)


def test_the_scheme_of_a_token_is_read_in_any_case(bare: httpx.Client, good: Good) -> None:
    """`bearer` and `BEARER` are the one scheme, as HTTP has it."""
    for scheme in ("bearer", "BEARER"):
        headers = {"Authorization": f"{scheme} {good.token}"}
        assert bare.post("/v1/memory/read", json={}, headers=headers).status_code == 200


def test_a_token_is_good_until_its_last_moment_and_not_in_it(api: Api, bare: httpx.Client, good: Good) -> None:
    """To the microsecond, also where the server has just taken it."""
    api.clock.advance(900 - 0.000_001)
    assert _reads(bare, good.token) == 200
    api.clock.advance(0.000_001)
    assert _on_every_route(bare, _bearing(good.token)) == [REFUSED] * len(ROUTES)
    assert _reads(bare, good.token) == 401


def test_a_token_of_a_minute_and_one_of_an_hour(api: Api, bare: httpx.Client) -> None:
    """`ttl_seconds` is how long: from one second to an hour."""
    issued = {seconds: api.issue("ana", ttl_seconds=seconds) for seconds in (1, 60, 3_600)}
    assert [one["expires_in"] for one in issued.values()] == [1, 60, 3_600]
    assert issued[60]["expires_at"] == "2026-03-02T12:01:00Z"
    for step, alive in ((0.5, [1, 60, 3_600]), (10, [60, 3_600]), (60, [3_600]), (3_600, [])):
        api.clock.advance(step)
        assert [seconds for seconds, one in issued.items() if _reads(bare, one["token"]) == 200] == alive


def test_an_end_ends_what_was_issued_in_the_same_moment_and_nothing_after(api: Api, bare: httpx.Client) -> None:
    """Under a clock that stands still: two issued, all ended, one issued; only the last is good, on every route."""
    before = [api.issue("ana")["token"] for _ in range(2)]
    bias = api.issue("bia")["token"]
    assert [_reads(bare, token) for token in (*before, bias)] == [200, 200, 200]

    assert api.http.delete("/v1/persons/ana/sessions").json() == {"ended": 2}

    after = api.issue("ana")["token"]
    time.sleep(SOON)
    assert [_reads(bare, token) for token in (*before, bias, after)] == [401, 401, 200, 200]
    assert _on_every_route(bare, _bearing(before[0])) == [REFUSED] * len(ROUTES)
    assert api.http.delete("/v1/persons/ana/sessions").json() == {"ended": 1}
    assert api.http.delete("/v1/persons/ana/sessions").json() == {"ended": 0}


def test_an_end_holds_when_the_clock_goes_back(api: Api, bare: httpx.Client) -> None:
    """What was ended stays so whatever the clocks of the servers say."""
    token = api.issue("ana")["token"]
    api.clock.advance(10)
    api.http.delete("/v1/persons/ana/sessions")
    api.clock.advance(-10)
    again = api.issue("ana")["token"]
    time.sleep(SOON)
    assert (_reads(bare, token), _reads(bare, again)) == (401, 200)


def test_with_its_key_goes_what_it_had_issued(api: Api, bare: httpx.Client) -> None:
    """Within a second of a key's end, every token that it had issued is refused, and those of other keys are not."""
    made = projects.create_key(api.memory, api.project.id, KeyMode.LIVE, token_bytes(32), KeyScope)
    with api.bearing(made.text) as other:
        dying = other.issue("ana")["token"]
    staying = api.issue("ana")["token"]
    assert (_reads(bare, dying), _reads(bare, staying)) == (200, 200)

    projects.revoke_key(api.memory, api.project.id, made.key.id)

    time.sleep(SOON)
    assert (_reads(bare, dying), _reads(bare, staying)) == (401, 200)
    assert _on_every_route(bare, _bearing(dying)) == [REFUSED] * len(ROUTES)


def test_with_the_person_goes_what_was_issued_for_them(api: Api, bare: httpx.Client) -> None:
    """Forgetting everything ends the sessions, counts them, and leaves no row that `verify` would find."""
    api.add("ana", {"text": "oi"})
    tokens = [api.issue("ana")["token"] for _ in range(3)]

    receipt = api.forget("ana", everything=True)

    assert receipt["forgotten"]["sessions"] == 3
    time.sleep(SOON)
    assert [_reads(bare, token) for token in tokens] == [401, 401, 401]
    assert _on_every_route(bare, _bearing(tokens[0])) == [REFUSED] * len(ROUTES)
    proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()
    assert proof["clean"]
    assert proof["searched"]["sign_in"] == 0
    again = api.issue("ana")["token"]
    assert _reads(bare, again) == 200
    proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()
    assert (proof["clean"], proof["searched"]["sign_in"], proof["left"]["sign_in"]) == (True, 1, 0)


def test_forgetting_less_than_everything_ends_no_session(api: Api, bare: httpx.Client) -> None:
    """A person who forgets an item is still signed in, and the receipt is as clean."""
    api.add("ana", {"id": "m1", "text": "oi"})
    token = api.issue("ana")["token"]
    receipt = api.forget("ana", ids=["m1"])
    time.sleep(SOON)
    assert _reads(bare, token) == 200
    assert "sessions" not in receipt["forgotten"]
    assert api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()["clean"]


def test_verify_finds_a_session_that_a_forget_left(api: Api, store: Store) -> None:
    """The search is no formality: a row from before the receipt, put back behind our backs, is found."""
    scope = api.whose("ana").scope(api.memory)
    api.forget("bia", everything=True)
    api.issue("ana")
    (kept,) = store.read(scope, lambda transaction: transaction.sign_ins.every())
    receipt = api.forget("ana", everything=True)["receipt_id"]

    def put_back(transaction: Transaction) -> None:
        transaction.sign_ins.put(kept)
        mine: Any = vars(transaction.sign_ins)["_mine"]
        mine.run("UPDATE sign_in SET erasure = erasure - 1 WHERE project = :project AND person = :person")

    store.write(scope, put_back)
    proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt}).json()
    assert (proof["clean"], proof["left"]["sign_in"]) == (False, 1)


def test_keys_change_one_server_after_the_other(api: Api, bare: httpx.Client, good: Good) -> None:
    """Servers of two following numbers take each other's tokens and publish each other's keys; a third is too far."""
    now, address = api.clock.now(), claims_of(good.token)["iss"]
    old, new, newer = (SignedTokens(SECRET, number, address) for number in (1, 2, 3))
    claims = old.read(good.token, now)

    rotated = new.write(claims)

    assert claims_of(rotated) == claims_of(good.token)
    assert _reads(bare, rotated) == 200
    assert new.read(good.token, now) == claims
    assert newer.read(rotated, now) == claims
    assert _reads(bare, newer.write(claims)) == 401
    published = [{one["kid"] for one in tokens.published()["keys"]} for tokens in (old, new)]
    assert len(published[0] & published[1]) == 2


def test_anybody_can_check_a_token_by_what_is_published(bare: httpx.Client, good: Good) -> None:
    """The JWK set needs no credential, names no private half, and verifies the token by another's library calls."""
    answer = bare.get("/.well-known/jwks.json")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=600"
    keys = {one["kid"]: one for one in answer.json()["keys"]}
    assert all("d" not in one and one["alg"] == "ES256" for one in keys.values())
    public = jwt.PyJWK(keys[jwt.get_unverified_header(good.token)["kid"]])
    options: Any = {"verify_exp": False, "verify_iat": False, "require": ["exp", "iat", "jti", "sub", "act"]}
    address = claims_of(good.token)["iss"]
    said = jwt.decode(good.token, public, ["ES256"], options, audience=address, issuer=address)
    assert said["sub"] == "ana"
    assert said["scope"] == "memory.read memory.write"
    assert said["act"]["sub"].startswith("key_")
    assert said["exp"] - said["iat"] == 900


def test_a_secret_always_makes_the_same_keys_and_another_one_others() -> None:
    """Servers of one secret agree without a table; of two secrets no key is the same."""
    ours = [SignedTokens(SECRET, 1, "x").published() for _ in range(2)]
    names = {one["kid"] for one in SignedTokens(SECRET, 10, "x").published()["keys"] + ours[0]["keys"]}
    assert ours[0] == ours[1]
    assert len(names) == 6


def test_a_token_is_kept_nowhere(api: Api, good: Good) -> None:
    """No table holds a token or a signature of one, and none the name of whom it is for, but the person's own row."""
    held = flat(tables(api.memory.store))
    for part in good.parts:
        assert part.encode() not in held
    rows = [row for row in tables(api.memory.store, api.project.id)["sign_in"] if "ana" in map(str, row)]
    assert rows == []
