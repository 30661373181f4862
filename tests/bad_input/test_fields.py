from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from ownwords.domain import limits
from ownwords.ports import Store
from tests.running import Api
from tests.storage.contents import asking, tables

ADD = "/v1/memory/add"
READ = "/v1/memory/read"
SEARCH = "/v1/memory/search"
FORGET = "/v1/memory/forget"
PURCHASES = "/v1/purchases"

GOOD: dict[str, dict[str, Any]] = {
    ADD: {
        "user_id": "ana",
        "items": [
            {
                "id": "m1",
                "kind": "message",
                "text": "oi",
                "at": "2026-03-01T10:00:00Z",
                "session": "s1",
                "author": {"id": "U1", "name": "Ana", "email": "ana@example.com", "handle": "@ana", "self": True},
                "role": "user",
                "about": ["a:b"],
                "origin": "typed",
                "metadata": {"k": "v"},
                "expires": "2027-01-01",
            },
            {"id": "d1", "kind": "document", "text": "oi", "title": "t"},
        ],
    },
    READ: {
        "user_id": "ana",
        "ids": ["m1"],
        "thread_id": "thr_aaaaaaaaaaaaaaaaaaaaaaaaaa",
        "session": "s1",
        "about": "a:b",
        "kind": "message",
        "speaker_id": "spk_aaaaaaaaaaaaaaaaaaaaaaaaaa",
        "after": "2026-01-01T00:00:00Z",
        "before": "2027-01-01T00:00:00Z",
        "order": "newest",
        "limit": 10,
    },
    "/v1/memory/versions": {"user_id": "ana", "id": "m1"},
    SEARCH: {
        "user_id": "ana",
        "query": "oi",
        "limit": 10,
        "filters": {
            "kinds": ["message"],
            "session": "s1",
            "about": "a:b",
            "speaker_id": "spk_aaaaaaaaaaaaaaaaaaaaaaaaaa",
            "roles": ["user"],
            "after": "2026-01-01T00:00:00Z",
            "before": "2027-01-01T00:00:00Z",
            "metadata": {"k": "v"},
        },
    },
    "/v1/memory/verify": {"user_id": "ana", "receipt_id": "rcp_x"},
    PURCHASES: {
        "user_id": "ana",
        "purchases": [
            {
                "id": "o1",
                "at": "2026-03-01T10:00:00Z",
                "merchant": "m",
                "lines": [
                    {
                        "name": "n",
                        "brand": "b",
                        "size": "42",
                        "size_system": "BR",
                        "category": "c",
                        "labels": ["l"],
                        "gift": True,
                        "returned": True,
                    }
                ],
                "gift": True,
                "returned": True,
                "expires": "2027-01-01",
            }
        ],
    },
    f"{PURCHASES}/read": {
        "user_id": "ana",
        "ids": ["o1"],
        "after": "2026-01-01T00:00:00Z",
        "before": "2027-01-01T00:00:00Z",
        "order": "newest",
        "limit": 10,
    },
    f"{PURCHASES}/versions": {"user_id": "ana", "id": "o1"},
}
FORGETS: list[dict[str, Any]] = [
    {"user_id": "ana", "ids": ["m1"]},
    {"user_id": "ana", "session": "s1"},
    {"user_id": "ana", "about": "a:b"},
    {"user_id": "ana", "before": "2026-01-01T00:00:00Z"},
    {"user_id": "ana", "purchases": ["o1"]},
    {"user_id": "ana", "everything": True},
]
BODIES = [*GOOD.items(), *((FORGET, body) for body in FORGETS)]
NO_THING = {"thread_id", "speaker_id"}
"""Ids that the server makes: what does not look like one names nothing that there is, and is no fault."""


def _leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inside: Any = value.items() if hasattr(value, "items") else enumerate(value) if _is_list(value) else None
    if inside is None:
        yield path
        return
    for name, inner in inside:
        yield from _leaves(inner, (*path, name))


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{part}" for part in path)


def _with(body: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """Copy a body with another value at a place."""
    copy = json.loads(json.dumps(body))
    inner = copy
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return copy


def _pointers(answer: Any) -> list[str]:
    return [fault["pointer"] for fault in answer.json()["errors"]]


def _nothing(api: Api, store: Store) -> bool:
    contents = tables(store, api.project.id)
    return not any(rows for table, rows in contents.items() if table != "access")


NAMED = [pytest.param(path, body, id=f"{path} {'-'.join(list(body)[1:2])}") for path, body in BODIES]
NO_STRING = {"limit", "self", "everything", "gift", "returned"}


def test_the_good_bodies_are_good(api: Api) -> None:
    """What the tests here spoil is taken as it stands."""
    for path, body in BODIES:
        answer = api.post(path, body)
        assert answer.status_code == 200 or answer.json()["code"].endswith("_not_found"), answer.text


@pytest.mark.parametrize("bad", ["\x00", "a\x00b", "\ud800", "x\udfff", "\ude00\ud83d"], ids=ascii)
@pytest.mark.parametrize(("path", "body"), NAMED)
def test_nul_and_lone_surrogates_are_refused_in_every_string(
    api: Api, store: Store, path: str, body: Any, bad: str
) -> None:
    """Text that no database keeps is refused by pointer wherever a string stands; nothing is silently repaired."""
    for place in _leaves(body):
        if place[-1] in NO_STRING:
            continue
        content = json.dumps(_with(body, place, bad)).encode()
        answer = api.http.post(path, content=content, headers={"Content-Type": "application/json"})
        if place[-1] in NO_THING and answer.status_code == 200:
            assert answer.json() in ({"items": [], "next_cursor": None}, {"hits": []})
            continue
        assert answer.status_code == 422, (place, answer.text)
        assert set(_pointers(answer)) == {_pointer(place)}
        assert "\\ud" not in answer.text
        if place[-1] in {"text", "title", "session", "id", "user_id", "name", "email", "handle", "query", "k"}:
            assert "text_not_storable" in [fault["code"] for fault in answer.json()["errors"]]
    assert _nothing(api, store)


@pytest.mark.parametrize("bad", ["\x00", "\ud800"], ids=ascii)
def test_nul_and_lone_surrogates_are_refused_in_names_too(api: Api, store: Store, bad: str) -> None:
    """The same for the names of metadata, of filters and of fields that there are not."""
    for path, body in (
        (ADD, {"user_id": "ana", "items": [{"text": "oi", "metadata": {"a" + bad: 1}}]}),
        (ADD, {"user_id": "ana", "items": [{"text": "oi", "metadata": {"a": [{"b" + bad: 1}]}}]}),
        (ADD, {"user_id": "ana", "items": [{"text": "oi", "x" + bad: 1}]}),
        (ADD, {"user_id": "ana", "items": [{"text": "oi"}], "x" + bad: 1}),
        (SEARCH, {"user_id": "ana", "query": "oi", "filters": {"metadata": {"a" + bad: 1}}}),
        (SEARCH, {"user_id": "ana", "query": "oi", "filters": {"x" + bad: 1}}),
    ):
        content = json.dumps(body).encode()
        answer = api.http.post(path, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, answer.text
        assert len(answer.json()["errors"]) == 1
    assert _nothing(api, store)


TYPES: list[Any] = [None, True, 1, 1.5, "", "x", [], ["x"], [[]], {}, {"x": 1}, {"$ne": None}, -1, 10**30]


@pytest.mark.parametrize(("path", "body"), NAMED)
def test_every_field_has_its_type(api: Api, store: Store, path: str, body: Any) -> None:
    """Any JSON value in any field is taken or refused by its pointer; never a 5xx, and a refusal stores nothing."""
    taken: set[str] = set()
    for number, (place, value) in enumerate(product(_leaves(body), TYPES)):
        whose = {"user_id": f"person {number}"} if place != ("user_id",) else {}
        sent = _with(body | whose, place, value)
        answer = api.post(path, sent)
        assert answer.status_code < 500, (place, value, answer.text)
        if answer.status_code == 422:
            faults = answer.json()["errors"]
            assert faults, (place, value)
            assert all(fault["pointer"].startswith(_pointer(place[:1])) for fault in faults), (place, value)
            assert all(fault["code"] and fault["message"] for fault in faults)
        else:
            assert answer.status_code in {200, 404}, (place, value, answer.text)
            taken.add(sent["user_id"])
    with asking(store) as ask:
        rows = ask("SELECT user_id FROM person WHERE project = ?", api.project.id)
    assert {user_id for (user_id,) in rows} - {None} <= taken


@pytest.mark.parametrize(("path", "body"), NAMED)
def test_unknown_fields_are_refused_by_name(api: Api, store: Store, path: str, body: dict[str, Any]) -> None:
    """A field that there is not is `unknown_field` at its pointer, at every depth, also with a slash in its name."""
    places: list[tuple[str | int, ...]] = [()]
    if path == ADD:
        places += [("items", 0), ("items", 1), ("items", 0, "author")]
    if path == PURCHASES:
        places += [("purchases", 0), ("purchases", 0, "lines", 0)]
    if path == SEARCH:
        places += [("filters",)]
    for place in places:
        for name, written in (("nope", "nope"), ("a/b", "a~1b"), ("a~", "a~0"), ("Text", "Text"), ("", "")):
            answer = api.post(path, _with(body, (*place, name), 1))
            assert answer.status_code == 422, answer.text
            found = [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]]
            assert (_pointer((*place, written)), "unknown_field") in found
    assert _nothing(api, store)


LIMITS: list[tuple[str, Any, Any]] = [
    ("/items/0/id", "x" * 256, "x" * 257),
    ("/items/0/id", "😀" * 256, "😀" * 257),
    ("/items/0/session", "é" * 256, "é" * 257),
    ("/items/0/text", "x" * limits.MESSAGE_CHARACTERS, "x" * (limits.MESSAGE_CHARACTERS + 1)),
    ("/items/0/text", "文" * limits.MESSAGE_CHARACTERS, "文" * (limits.MESSAGE_CHARACTERS + 1)),
    ("/items/0/about", [f"a:{n}" for n in range(20)], [f"a:{n}" for n in range(21)]),
    ("/items/0/about/0", "x" * 128, "x" * 129),
    ("/items/0/metadata", {"k": "x" * (16 * 1024 - 8)}, {"k": "x" * (16 * 1024 - 7)}),
    ("/items/0/metadata", {"k": "é" * (8 * 1024 - 4)}, {"k": "é" * (8 * 1024 - 3)}),
    ("/items/0/author/id", "x" * 256, "x" * 257),
    ("/items/1/title", "é" * 512, "é" * 513),
    ("/items/1/text", "palavra " * (limits.DOCUMENT_CHARACTERS // 8), "x" * (limits.DOCUMENT_CHARACTERS + 1)),
    ("/user_id", "x" * 256, "x" * 257),
]


@pytest.mark.parametrize(("pointer", "most", "over"), LIMITS, ids=lambda value: str(value)[:24])
def test_each_limit_lets_through_just_what_it_says(api: Api, pointer: str, most: Any, over: Any) -> None:
    """What is at a limit is kept exactly; one more is refused at its pointer and nothing is stored."""
    place = tuple(int(part) if part.isdecimal() else part for part in pointer[1:].split("/"))
    good = _with(GOOD[ADD], place, most)
    whole = [place[:-1]] if pointer.endswith("about/0") else [place]

    refused = api.post(ADD, _with(GOOD[ADD], place, over))
    assert refused.status_code == 422
    assert _pointers(refused) == [pointer]
    answer = api.post(ADD, good)
    assert answer.status_code == 200, answer.text
    read = {item["id"]: item for item in api.read(good["user_id"])}
    assert len(read) == 2
    if pointer.startswith("/items"):
        (path,) = whole
        found: Any = read[good["items"][path[1]]["id"]]
        sent: Any = good["items"][path[1]]
        for part in path[2:]:
            found, sent = found[part], sent[part]
        expected = ["topic:" + "x" * 128] if pointer.endswith("about/0") else sent
        assert found == expected


@pytest.mark.parametrize("pointer", ["/items/0/author/name", "/items/0/author/email", "/items/0/author/handle"])
def test_names_of_authors_end_somewhere(api: Api, pointer: str) -> None:
    """Names, e-mails and handles of authors have their limit too."""
    place = tuple(int(part) if part.isdecimal() else part for part in pointer[1:].split("/"))
    answer = api.post(ADD, _with(GOOD[ADD], place, "x" * (limits.AUTHOR_NAME_CHARACTERS + 1)))
    assert _pointers(answer) == [pointer]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t\r",
        "\u200b",
        "\u200b\u200d\ufeff",
        "\u2003\u00a0",
        "\u202e\u2066",
        "\u00ad",
        "\x01\x02",
        "\u180e",
        "\u2060 ",
    ],
    ids=ascii,
)
def test_a_text_that_shows_nothing_is_refused(api: Api, store: Store, text: str) -> None:
    """Empty, spaces, controls and characters without a shape are blank, for every kind, as a query and as a name."""
    for kind in ("message", "document", "note"):
        answer = api.post(ADD, {"user_id": "ana", "items": [{"text": "oi"}, {"kind": kind, "text": text}]})
        assert answer.status_code == 422
        assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [
            ("/items/1/text", "text_blank")
        ]
    answer = api.post(SEARCH, {"user_id": "ana", "query": text})
    assert _pointers(answer) == ["/query"]
    answer = api.post(ADD, {"user_id": "ana", "items": [{"text": "oi", "about": ["a:b", text]}]})
    assert _pointers(answer) == ["/items/0/about/1"]
    assert _nothing(api, store)


@pytest.mark.parametrize("text", ["😀", "👍🏽", "...", "-", "?", "a\u0301", "🇧🇷", "\u3164x", "٣"], ids=ascii)
def test_a_text_that_shows_something_is_kept_as_sent(api: Api, text: str) -> None:
    """One character that shows is a text, and comes back byte for byte."""
    api.add("ana", {"text": text})
    assert [item["text"] for item in api.read("ana")] == [text]


TIMES = [
    "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "0000-01-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "2026-03-01T24:00:00Z", "2026-03-01T23:60:00Z", "2026-03-01T23:59:61Z", "2026-03-01T10:00:00+24:00",
    "2026-03-01T10:00:00+0300", "2026-03-01T10:00:00+03", "2026-03-01", "10:00:00", "now", "", " ", "1772452800",
    "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00.1234567890Z", "2026-03-01T10:00:00Z ", "٢٠٢٦-٠٣-٠١T10:00:00Z",
    "2026-3-1T10:00:00Z", "+2026-03-01T10:00:00Z", "2026-03-01T10:00:00-00:60", "2026-060T10:00:00Z",
]  # fmt: skip


@pytest.mark.parametrize("time", TIMES)
def test_what_is_no_time_is_refused_by_pointer(api: Api, store: Store, time: str) -> None:
    """A time that RFC 3339 does not know, or outside the years 1 to 9999, is a fault and never a failure."""
    for path, body, pointer in (
        (ADD, {"user_id": "ana", "items": [{"text": "oi", "at": time}]}, "/items/0/at"),
        (READ, {"user_id": "ana", "after": time}, "/after"),
        (READ, {"user_id": "ana", "before": time}, "/before"),
        (SEARCH, {"user_id": "ana", "query": "oi", "filters": {"after": time}}, "/filters/after"),
        (FORGET, {"user_id": "ana", "before": time}, "/before"),
    ):
        answer = api.post(path, body)
        assert answer.status_code == 422, (pointer, answer.text)
        assert _pointers(answer) == [pointer]
    assert _nothing(api, store)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "1582-10-10T00:00:00Z"])
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_ends_of_the_calendar_are_times_like_others(api: Api, time: str, zone: str) -> None:
    """Items at the first and the last instant are filed, read, searched, exported and forgotten in every zone."""
    assert api.http.put("/v1/persons/ana", json={"timezone": zone}).status_code == 200
    api.add(
        "ana",
        {"id": "m1", "text": "fim xis", "at": time},
        {"id": "m2", "text": "fim xis", "at": time, "session": "s"},
        {"id": "d1", "kind": "document", "text": "fim xis", "at": time},
    )

    assert [item["at"] for item in api.read("ana")] == [time] * 3
    assert len(api.search("ana", "xis")) == 3
    assert api.http.get("/v1/memory/export", params={"user_id": "ana"}).status_code == 200
    assert api.forget("ana", before="9999-12-31T23:59:59.999999Z")["forgotten"]["items"] in {0, 3}
    assert api.forget("ana", everything=True)["receipt_id"]


@pytest.mark.parametrize(
    "zone",
    [
        "",
        "Nowhere",
        "America",
        "../../etc/passwd",
        "/etc/localtime",
        "UTC\x00",
        "x" * 65,
        "é",
        " UTC",
        1,
        None,
        "posixrules/x",
    ],
)
def test_a_zone_that_there_is_not_is_refused(api: Api, store: Store, zone: Any) -> None:
    """Only names of the IANA database are zones; a path is not."""
    answer = api.http.put("/v1/persons/ana", json={"timezone": zone})
    assert answer.status_code == 422, answer.text
    assert _pointers(answer) == ["/timezone"]
    assert _nothing(api, store)


@pytest.mark.parametrize("gap", [0, -1, 24 * 60 + 1, 1.5, "30", None, True, 10**400, []])
def test_a_gap_out_of_range_is_refused(api: Api, gap: Any) -> None:
    """`loose_gap_minutes` is a whole number of 1 to a day's minutes."""
    content = json.dumps({"loose_gap_minutes": gap})
    answer = api.http.patch("/v1/project", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert _pointers(answer) == ["/loose_gap_minutes"]


@pytest.mark.parametrize(("kind", "field", "value"), [
    ("document", "session", "s"), ("document", "role", "user"), ("document", "origin", "typed"),
    ("note", "session", "s"), ("note", "role", "user"), ("note", "origin", "typed"), ("message", "title", "t"),
])  # fmt: skip
def test_fields_that_are_not_for_the_kind_are_refused_by_name(
    api: Api, store: Store, kind: str, field: str, value: str
) -> None:
    """A field of another kind is `field_not_for_kind` at its pointer."""
    answer = api.post(ADD, {"user_id": "ana", "items": [{"kind": kind, "text": "oi", field: value}]})
    assert answer.status_code == 422
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [
        (f"/items/0/{field}", "field_not_for_kind")
    ]
    assert _nothing(api, store)


@pytest.mark.parametrize("limit", [0, -1, 501, 10**9, "x", "10", 1.0, None, True])
def test_a_page_length_out_of_range_is_refused(api: Api, limit: Any) -> None:
    """`limit` is a whole number of 1 to 500 (search: 100)."""
    for path, body in ((READ, {"user_id": "ana"}), (SEARCH, {"user_id": "ana", "query": "oi"})):
        answer = api.post(path, body | {"limit": limit})
        assert answer.status_code == 422
        assert _pointers(answer) == ["/limit"]
    assert _pointers(api.post(SEARCH, {"user_id": "ana", "query": "oi", "limit": 101})) == ["/limit"]


def test_lists_of_choices_end_somewhere(api: Api) -> None:
    """Too many ids, kinds, roles, values of metadata, or a query too long, are faults at their pointers."""
    faults: list[tuple[str, dict[str, Any], str]] = [
        (READ, {"ids": ["x"] * 501}, "/ids"),
        (FORGET, {"ids": ["x"] * 10_001}, "/ids"),
        (FORGET, {"purchases": ["x"] * 10_001}, "/purchases"),
        (f"{PURCHASES}/read", {"ids": ["x"] * 501}, "/ids"),
        (SEARCH, {"query": "x" * 4_097}, "/query"),
        (SEARCH, {"query": "x", "filters": {"kinds": []}}, "/filters/kinds"),
        (SEARCH, {"query": "x", "filters": {"kinds": ["message"] * 4}}, "/filters/kinds"),
        (SEARCH, {"query": "x", "filters": {"roles": ["boss"]}}, "/filters/roles/0"),
        (SEARCH, {"query": "x", "filters": {"metadata": {str(n): n for n in range(21)}}}, "/filters/metadata"),
        (SEARCH, {"query": "x", "filters": {"metadata": {"a": [1]}}}, "/filters/metadata/a"),
        (SEARCH, {"query": "x", "filters": {"metadata": [1]}}, "/filters/metadata"),
    ]
    for path, body, pointer in faults:
        answer = api.post(path, {"user_id": "ana"} | body)
        assert answer.status_code == 422, (pointer, answer.text[:300])
        assert _pointers(answer) == [pointer]
    assert api.forget("ana", ids=[f"x{n}" for n in range(10_000)])["forgotten"]["items"] == 0


@pytest.mark.parametrize(
    "query",
    [
        "install.sh | bash",
        '"',
        "AND",
        "NEAR(",
        "*",
        "the of and",
        "a" * 4_096,
        " ".join("abcdefgh"[n % 8] * (n + 1) for n in range(88))[:4_096],
        "port 9077",
        "we do",
        "13 July 2024",
        "十万年前",
        "'; DROP TABLE item; --",
        "%s %(x)s :project",
        "\U0001f600" * 100,
        "文" * 4_096,
        "-",
        "a\u0301",
    ],
    ids=lambda query: ascii(query)[:30],
)
def test_no_query_is_a_failure(api: Api, query: str) -> None:
    """Whatever words a query holds, it is answered, with and without something to find."""
    assert api.search("ana", query) == []
    api.add("ana", {"id": "m1", "text": query})
    found = api.search("ana", query)
    assert all(hit["items"][0]["id"] == "m1" for hit in found)


def test_random_json_is_never_a_failure(api: Api) -> None:
    """Bodies spoiled at random in one to three places are taken or refused, on every route, and never a 5xx."""
    chance = random.Random(20260302)
    values: list[Any] = [
        *TYPES,
        "\x00",
        "2026-13-01",
        "x" * 300,
        {"a": {"b": []}},
        "thr_",
        "a:",
        ":",
        "\u200b",
        2**63,
        -0.0,
        "self",
    ]
    for _ in range(400):
        path, body = chance.choice(BODIES)
        spoiled: Any = body
        for place in chance.sample([*_leaves(body)], chance.randint(1, min(3, len([*_leaves(body)])))):
            try:
                spoiled = _with(spoiled, place, chance.choice(values))
            except (TypeError, KeyError, IndexError):
                continue
        answer = api.post(path, spoiled)
        assert answer.status_code < 500, (path, spoiled, answer.text)
