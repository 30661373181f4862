"""A memory full of canaries: one in each field of each call, and the calls that could show them again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.erasure.canaries import canary
from tests.running import Api


@dataclass(slots=True)
class Told:
    """What was told to a server: canaries by the field they were sent in."""

    user_id: str = field(default_factory=lambda: "user " + canary())
    stored: dict[str, str] = field(default_factory=dict[str, str])
    passing: dict[str, str] = field(default_factory=dict[str, str])
    requests: list[tuple[str, dict[str, Any], dict[str, str]]] = field(
        default_factory=list[tuple[str, dict[str, Any], dict[str, str]]]
    )
    cursors: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list[tuple[str, str, dict[str, Any]]])

    def keep(self, name: str) -> str:
        """Make a canary for a field that is stored."""
        self.stored[name] = canary()
        return self.stored[name]

    def pass_by(self, name: str, *, ascii_only: bool = False) -> str:
        """Make a canary for a field that must never be stored."""
        self.passing[name] = canary(ascii_only=ascii_only)
        return self.passing[name]

    @property
    def ids(self) -> list[str]:
        """The ids of the items."""
        return [self.stored["message id"], self.stored["document id"], self.stored["loose id"]]


AT = "2026-03-01T10:00:00Z"
SESSION = "message session"
ABOUT = "common about"
PURCHASE = "purchase id"


def tell(api: Api, *, expires: str | None = None) -> Told:
    """File three items and a purchase of several versions, with a canary in every field that there is."""
    told = Told()
    told.keep(PURCHASE)
    common = f"project:{told.keep(ABOUT)}"
    message_id, document_id = told.keep("message id"), told.keep("document id")
    session = told.keep(SESSION)
    end = {} if expires is None else {"expires": expires}
    for version in ("first", "second", "third"):
        kept = f"{version} version of the message: "
        message: dict[str, Any] = {
            "id": message_id,
            "at": AT,
            "text": f"o meu numero é {told.keep(kept + 'text')} sempre",
            "session": session if version == "third" else told.keep(kept + "session"),
            "author": {
                "id": told.keep(kept + "author id"),
                "name": told.keep(kept + "author name"),
                "email": told.keep(kept + "author email") + "@example.com",
                "handle": "@" + told.keep(kept + "author handle"),
            },
            "role": "user",
            "about": [common, told.keep(kept + "about")],
            "metadata": {told.keep(kept + "metadata key"): {"in": [told.keep(kept + "metadata value")]}},
            **end,
        }
        document: dict[str, Any] = {
            "id": document_id,
            "kind": "document",
            "at": AT,
            "text": f"contrato {told.keep(f'{version} document text')} e mais",
            "title": f"sobre {told.keep(f'{version} document title')}",
            "author": told.keep(f"{version} document author"),
            "about": [common],
            **end,
        }
        loose: dict[str, Any] = {
            "id": told.stored.get("loose id") or told.keep("loose id"),
            "at": AT,
            "text": f"e tambem {told.keep(f'{version} loose text')}",
            "about": [common],
            **end,
        }
        _send(api, told, "/v1/memory/add", items=[message, document, loose])
        _send(api, told, "/v1/purchases", purchases=[_order(told, version) | end])
    _pass_by(api, told)
    _take_cursors(api, told)
    return told


def _order(told: Told, version: str) -> dict[str, Any]:
    kept = f"{version} version of the purchase: "
    line: dict[str, Any] = {name: told.keep(kept + name) for name in ("name", "brand", "size", "category")}
    labels = [told.keep(kept + "first label"), told.keep(kept + "second label")]
    lines = [line | {"labels": labels}, {"name": told.keep(kept + "second line")}]
    return {"id": told.stored[PURCHASE], "at": AT, "merchant": told.keep(kept + "merchant"), "lines": lines}


def _send(api: Api, told: Told, path: str, **batch: Any) -> None:
    body = {"user_id": told.user_id, **batch}
    headers = {"Idempotency-Key": told.pass_by(f"idempotency key {len(told.requests)}", ascii_only=True)}
    answer = api.http.post(path, json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    told.requests.append((path, body, headers))


def _pass_by(api: Api, told: Told) -> None:
    """Send canaries in calls that read, and in calls that find nothing or are refused."""
    whose = {"user_id": told.user_id}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("read", {"ids": [told.pass_by("read id")]}),
        ("read", {"session": told.pass_by("read session"), "about": told.pass_by("read about")}),
        ("read", {"cursor": told.pass_by("read cursor", ascii_only=True)}),
        ("read", {"thread_id": told.pass_by("read thread"), "speaker_id": told.pass_by("read speaker")}),
        ("versions", {"id": told.pass_by("versions id")}),
        ("search", {"query": told.pass_by("query")}),
        (
            "search",
            {
                "query": told.pass_by("filtered query"),
                "filters": {
                    "session": told.pass_by("filter session"),
                    "about": told.pass_by("filter about"),
                    "metadata": {told.pass_by("filter key"): told.pass_by("filter value")},
                },
            },
        ),
        ("forget", {"ids": [told.pass_by("forget id")]}),
        ("forget", {"session": told.pass_by("forget session")}),
        ("forget", {"about": told.pass_by("forget about")}),
        ("verify", {"receipt_id": told.pass_by("verify receipt")}),
        ("add", {"items": [{"text": told.pass_by("refused text"), "kind": told.pass_by("refused kind")}]}),
        ("add", {"items": [{"text": told.pass_by("unknown field"), told.pass_by("field name"): 1}]}),
        ("add", {"items": [{"text": told.pass_by("expired text"), "expires": "2001-01-01"}]}),
    ]
    purchases: list[tuple[str, dict[str, Any]]] = [
        ("/v1/memory/forget", {"purchases": [told.pass_by("forget purchase")]}),
        ("/v1/purchases/read", {"ids": [told.pass_by("read purchase")]}),
        ("/v1/purchases/read", {"cursor": told.pass_by("purchase cursor", ascii_only=True)}),
        ("/v1/purchases/versions", {"id": told.pass_by("versions of a purchase")}),
        ("/v1/purchases", {"purchases": [{"merchant": told.pass_by("refused merchant"), "at": "x"}]}),
        ("/v1/purchases", {"purchases": [{told.pass_by("purchase field"): 1}]}),
        ("/v1/purchases", {"purchases": [{"merchant": told.pass_by("expired merchant"), "expires": "2001-01-01"}]}),
    ]
    for path, body in purchases:
        assert api.http.post(path, json=whose | body).status_code < 500
    for path, body in calls:
        assert api.http.post(f"/v1/memory/{path}", json=whose | body).status_code < 500
    for path in (
        f"/v1/memory/receipts/{told.pass_by('receipt')}",
        f"/v1/persons/{told.pass_by('person')}",
        f"/v1/{told.pass_by('path')}",
        f"/v1/memory/about?cursor={told.pass_by('about cursor')}",
    ):
        assert api.http.get(path, params=whose).status_code < 500
    body = b'{"user_id": "' + told.pass_by("broken body").encode() + b'"'
    headers = {"Content-Type": "application/json"}
    assert api.http.post("/v1/memory/add", content=body, headers=headers).status_code == 400
    line = f'{{"type": "item", "id": "{told.pass_by("refused line")}"}}'.encode()
    assert api.http.post("/v1/memory/import", params=whose, content=line).status_code == 422


def _take_cursors(api: Api, told: Told) -> None:
    reading = {"user_id": told.user_id, "limit": 1}
    first = api.http.post("/v1/memory/read", json=reading).json()
    told.cursors.append(("POST", "/v1/memory/read", reading | {"cursor": first["next_cursor"]}))
    for path in ("threads", "speakers", "about"):
        page = api.http.get(f"/v1/memory/{path}", params=reading).json()
        if page["next_cursor"] is not None:
            told.cursors.append(("GET", f"/v1/memory/{path}", reading | {"cursor": page["next_cursor"]}))
    assert len(told.cursors) == 4


def asked_again(api: Api, told: Told) -> bytes:
    """Ask on every path for all that was told, and give everything that was answered."""
    http, whose = api.http, {"user_id": told.user_id}
    answers: list[httpx.Response] = []

    def post(path: str, **body: Any) -> None:
        answers.append(http.post(f"/v1/memory/{path}", json=whose | body))

    for order in ("newest", "oldest"):
        post("read", order=order, limit=500)
    post("read", ids=told.ids)
    post("read", session=told.stored[SESSION])
    post("read", about=f"project:{told.stored[ABOUT]}")
    for item_id in told.ids:
        post("versions", id=item_id)
    for word in [*told.stored.values(), "contrato", "numero"]:
        post("search", query=word, limit=100)
    purchases: tuple[dict[str, Any], ...] = ({}, {"ids": [told.stored[PURCHASE]]}, {"order": "oldest"})
    answers.extend(http.post("/v1/purchases/read", json=whose | which) for which in purchases)
    answers.append(http.post("/v1/purchases/versions", json=whose | {"id": told.stored[PURCHASE]}))
    post("search", query="numero contrato tambem", filters={"about": f"project:{told.stored[ABOUT]}"})
    paths = ("threads", "speakers", "about", "export", "accesses")
    answers.extend(http.get(f"/v1/memory/{path}", params=whose) for path in paths)
    for method, path, asked in told.cursors:
        answers.append(
            http.post(path, json=asked) if method == "POST" else http.get(path, params=asked),
        )
    for path, body, headers in told.requests:
        answers.append(http.post(path, json=body, headers=headers))
        assert answers[-1].headers["Idempotent-Replayed"] == "true"
    assert all(answer.status_code < 500 for answer in answers)
    return b"\n".join(answer.content for answer in answers)
