"""One probe or more for every route that is about a person: the same question about anybody."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import quote

import httpx

from tests.running import Api

Ask: TypeAlias = Callable[[Api, str, str], httpx.Response]
"""Asks with a project's key, about a person, naming an item's (or a receipt's, a thread's …) id."""


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


def _post(route: str, name: str, *, writes: bool = False, **body: Any) -> Probe:
    def ask(api: Api, user_id: str, thing: str) -> httpx.Response:
        sent = json.loads(json.dumps(body).replace('"$"', json.dumps(thing)))
        return api.http.post(route, json={"user_id": user_id} | sent)

    return Probe("POST", route, name, ask, writes)


def _get(route: str, name: str = "", **query: Any) -> Probe:
    def ask(api: Api, user_id: str, thing: str) -> httpx.Response:
        path = route.replace("{receipt_id}", quote(thing, safe=""))
        path = path.replace("{user_id}", quote(user_id, safe=""))
        whose = {} if "{user_id}" in route else {"user_id": user_id}
        return api.http.get(path, params=whose | query)

    return Probe("GET", route, name, ask)


def _import(api: Api, user_id: str, thing: str) -> httpx.Response:
    line = {"type": "item", "id": thing, "kind": "message", "text": "oi", "at": "2026-01-01T00:00:00Z"}
    line |= {"version": 1, "received_at": "2026-01-01T00:00:00Z"}
    content = json.dumps(line).encode()
    return api.http.post("/v1/memory/import", params={"user_id": user_id}, content=content)


def _put_person(api: Api, user_id: str, _: str) -> httpx.Response:
    return api.http.put(f"/v1/persons/{quote(user_id, safe='')}", json={"timezone": "Europe/Lisbon"})


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
    _post("/v1/memory/forget", "before", writes=True, before="2027-01-01T00:00:00Z"),
    _post("/v1/memory/forget", "everything", writes=True, everything=True),
    _get("/v1/memory/receipts/{receipt_id}"),
    _post("/v1/memory/verify", "a receipt", receipt_id="$"),
    _get("/v1/persons/{user_id}"),
    Probe("PUT", "/v1/persons/{user_id}", "", _put_person, writes=True),
    _get("/v1/memory/accesses"),
    Probe("POST", "/v1/memory/import", "an item", _import, writes=True),
]

ABOUT_NOBODY = {
    ("GET", "/v1/project"): "the project of the key itself",
    ("PATCH", "/v1/project"): "the project of the key itself",
    ("GET", "/healthz"): "open",
    ("GET", "/readyz"): "open",
    ("GET", "/metrics"): "open",
    ("GET", "/openapi.json"): "open",
}
"""Routes that name no person and no thing of one, each with whose it is."""

_MADE_ANEW = re.compile(r"(req_|rcp_|itm_)[0-9a-z]+|thr_[a-z2-7]{26}")


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
