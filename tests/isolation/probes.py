"""One probe or more for every route that is about a person: the same question about anybody."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import quote

import httpx

from tests.running import Api

Ask: TypeAlias = Callable[[Api, str | None, str], httpx.Response]
"""Asks with a credential, about a person (None to leave it out), naming an item's (or a receipt's, a thread's …) id."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One question, and the route it is for."""

    method: str
    route: str
    name: str
    ask: Ask
    writes: bool = False

    @property
    def title(self) -> str:
        """What pytest calls it."""
        return f"{self.method} {self.route} {self.name}".strip()


def _named(user_id: str | None) -> dict[str, str]:
    return {} if user_id is None else {"user_id": user_id}


def _post(route: str, name: str, *, writes: bool = False, **body: Any) -> Probe:
    def ask(api: Api, user_id: str | None, thing: str) -> httpx.Response:
        sent = json.loads(json.dumps(body).replace('"$"', json.dumps(thing)))
        return api.http.post(route, json=_named(user_id) | sent)

    return Probe("POST", route, name, ask, writes)


def _get(route: str, name: str = "", **query: Any) -> Probe:
    def ask(api: Api, user_id: str | None, thing: str) -> httpx.Response:
        path = route.replace("{receipt_id}", quote(thing, safe=""))
        path = path.replace("{user_id}", quote(user_id or "x", safe=""))
        whose = {} if "{user_id}" in route else _named(user_id)
        return api.http.get(path, params=whose | query)

    return Probe("GET", route, name, ask)


def _import(api: Api, user_id: str | None, thing: str) -> httpx.Response:
    line = {"type": "item", "id": thing, "kind": "message", "text": "oi", "at": "2026-01-01T00:00:00Z"}
    line |= {"version": 1, "received_at": "2026-01-01T00:00:00Z"}
    content = json.dumps(line).encode()
    return api.http.post("/v1/memory/import", params=_named(user_id), content=content)


def _put_person(api: Api, user_id: str | None, _: str) -> httpx.Response:
    return api.http.put(f"/v1/persons/{quote(user_id or 'x', safe='')}", json={"timezone": "Europe/Lisbon"})


def _sessions(api: Api, user_id: str | None, _: str, *, method: str) -> httpx.Response:
    return api.http.request(method, f"/v1/persons/{quote(user_id or 'x', safe='')}/sessions")


def _import_purchase(api: Api, user_id: str | None, thing: str) -> httpx.Response:
    line = {"type": "purchase", "id": thing, "merchant": "x", "at": "2026-01-01T00:00:00Z"}
    line |= {"version": 1, "received_at": "2026-01-01T00:00:00Z"}
    return api.http.post("/v1/memory/import", params=_named(user_id), content=json.dumps(line).encode())


def _tool(name: str, turn: str | None = None, *, writes: bool = False, **arguments: Any) -> Probe:
    """Call the tool; whoever calls it means themselves."""

    def ask(api: Api, _: str | None, thing: str) -> httpx.Response:
        body: dict[str, Any] = {"arguments": arguments} | ({} if turn is None else {"turn": {"item_id": turn}})
        return api.http.post(TOOL, json=json.loads(json.dumps(body).replace('"$"', json.dumps(thing))))

    return Probe("POST", TOOL, name, ask, writes)


def _own(method: str, route: str, name: str = "", **sent: Any) -> Probe:
    """Ask about the person who asks."""
    return Probe(method, route, name, lambda api, _, __: api.http.request(method, route, **sent), method == "POST")


TOOL = "/v1/tools/codespar_memory"
_INFERRED = {"provenance": "inferred", "purchase_id": "$"}
_SEARCH = "/v1/memory/search"
_CONTEXT = "/v1/memory/context"

PROBES = [
    _post("/v1/memory/add", "an id", writes=True, items=[{"id": "$", "text": "oi", "at": "2026-01-01T00:00:00Z"}]),
    _post("/v1/memory/add", "a fault", items=[{"id": "$", "text": "oi", "kind": "note", "role": "user"}]),
    _post("/v1/memory/read", "everything"),
    _post("/v1/memory/read", "ids", ids=["$"]),
    _post("/v1/memory/read", "thread", thread_id="$"),
    _post("/v1/memory/read", "speaker", speaker_id="$"),
    _post("/v1/memory/read", "session", session="$"),
    _post("/v1/memory/read", "about", about="$"),
    _post("/v1/memory/read", "cursor", cursor="$", limit=1),
    _post("/v1/memory/versions", "an id", id="$"),
    _post(_SEARCH, "words", query="segredo"),
    _post(_SEARCH, "a name", query="Bia"),
    _post(_SEARCH, "session", query="segredo", filters={"session": "$"}),
    _post(_SEARCH, "about", query="segredo", filters={"about": "$"}),
    _post(_SEARCH, "speaker", query="segredo", filters={"speaker_id": "$"}),
    _post(_SEARCH, "metadata", query="segredo", filters={"metadata": {"tag": "$"}}),
    _post(_CONTEXT, "a query", query="segredo"),
    _post(_CONTEXT, "what was said last", max_tokens=500),
    _post(_CONTEXT, "session", query="segredo", filters={"session": "$"}),
    _get("/v1/memory/indexing"),
    _post("/v1/memory/indexing/retry", "everything", writes=True),
    _get("/v1/memory/threads"),
    _get("/v1/memory/speakers"),
    _get("/v1/memory/about"),
    _get("/v1/memory/export"),
    _post("/v1/memory/forget", "ids", writes=True, ids=["$"]),
    _post("/v1/memory/forget", "session", writes=True, session="$"),
    _post("/v1/memory/forget", "about", writes=True, about="$"),
    _post("/v1/memory/forget", "purchases", writes=True, purchases=["$"]),
    _post("/v1/memory/forget", "before", writes=True, before="2027-01-01T00:00:00Z"),
    _post("/v1/memory/forget", "everything", writes=True, everything=True),
    _get("/v1/memory/receipts/{receipt_id}"),
    _post("/v1/memory/verify", "a receipt", receipt_id="$"),
    _get("/v1/persons/{user_id}"),
    Probe("PUT", "/v1/persons/{user_id}", "", _put_person, writes=True),
    Probe("POST", "/v1/persons/{user_id}/sessions", "", partial(_sessions, method="POST"), writes=True),
    Probe("DELETE", "/v1/persons/{user_id}/sessions", "", partial(_sessions, method="DELETE"), writes=True),
    _get("/v1/memory/accesses"),
    Probe("POST", "/v1/memory/import", "an item", _import, writes=True),
    Probe("POST", "/v1/memory/import", "a purchase", _import_purchase, writes=True),
    _post("/v1/purchases", "an id", writes=True, purchases=[{"id": "$", "merchant": "x"}]),
    _post("/v1/purchases", "an edit", writes=True, purchases=[{"id": "$", "returned": True}]),
    _post("/v1/purchases", "a fault", purchases=[{"id": "$", "at": "x"}]),
    _post("/v1/purchases/read", "everything"),
    _post("/v1/purchases/read", "ids", ids=["$"]),
    _post("/v1/purchases/read", "a cursor of purchases", cursor="$", limit=1),
    _post("/v1/purchases/versions", "an id", id="$"),
    _tool("list", action="list"),
    _tool("a turn", "$", writes=True, action="remember", key="preferred_brands", value=["Xis"]),
    _tool("a purchase", writes=True, action="remember", key="preferred_brands", value=["Xis"], **_INFERRED),
    _tool("a correction", "$", writes=True, action="correct", memory_id="$", value=["Xis"]),
    _tool("a memory to forget", writes=True, action="forget", memory_id="$"),
    _tool("a key to forget", writes=True, action="forget", key="preferred_brands"),
    _tool("a fault", action="list", nope="$"),
    _own("GET", "/v1/me/preferences"),
    _own("GET", "/v1/me/preferences", "history", params={"history": "true"}),
    _own("GET", "/v1/me/consents"),
    _own("POST", "/v1/me/consents", "a fault", json={"key": "dietary_restrictions"}),
]

ABOUT_NOBODY = {
    ("GET", "/v1/project"): "the project of the key itself",
    ("PATCH", "/v1/project"): "the project of the key itself",
    ("GET", "/healthz"): "open",
    ("GET", "/readyz"): "open",
    ("GET", "/metrics"): "open",
    ("GET", "/openapi.json"): "open",
    ("GET", "/.well-known/jwks.json"): "open",
    ("GET", "/v1/meta-tools.json"): "open",
}
"""Routes that name no person and no thing of one, each with whose it is."""

OF_A_KEY = {
    "/v1/memory/add",
    "/v1/memory/versions",
    "/v1/persons/{user_id}",
    "/v1/persons/{user_id}/sessions",
    "/v1/purchases",
    "/v1/purchases/versions",
}
"""The routes that take a key only; every other one takes a person token too, for its own person."""

OF_A_PERSON_ALONE = {TOOL, "/v1/me/preferences", "/v1/me/consents"}
"""The routes that take a person token only: a key has no person, and is told so."""

OF_THEMSELVES = {TOOL, "/v1/me/preferences", "/v1/me/consents"}
"""The routes that take a person token only, and are about whoever bears it."""

OF_A_PERSON = [probe for probe in PROBES if probe.route not in OF_A_KEY | OF_THEMSELVES]
OF_EITHER = [probe for probe in OF_A_PERSON if probe.route not in OF_A_PERSON_ALONE]

_MADE_ANEW = re.compile(r"(req_|rcp_|itm_|pur_|ses_)[0-9a-z]+|eyJ[\w.-]+|thr_[a-z2-7]{26}")


def said(answer: httpx.Response, user_id: str, thing: str) -> tuple[int, str, list[tuple[str, str]]]:
    """Give an answer less what must differ: ids that are made anew, and what the question named."""
    text = answer.content.decode()
    for sent in (json.dumps(user_id, ensure_ascii=False)[1:-1], json.dumps(thing, ensure_ascii=False)[1:-1]):
        text = text.replace(sent, "…")
    head = [
        (name, value)
        for name, value in sorted(answer.headers.items())
        if name not in ("date", "x-request-id", "content-length")
    ]
    return answer.status_code, _MADE_ANEW.sub("…", text), head
