from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ownwords.ports import Store
from ownwords.storage.sqlite.store import SqliteStore
from tests.exchange.test_round_trip import OTHER
from tests.running import Api, Server, serving
from tests.storage.contents import tables

WORDS = "oi\u2028\r\n\t'\" \\ 😀 \u0301"


def add(api: Api, *purchases: dict[str, Any]) -> None:
    """File purchases of `ana`."""
    answer = api.post("/v1/purchases", {"user_id": "ana", "purchases": list(purchases)})
    assert answer.status_code == 200, answer.text


def fill(api: Api) -> None:
    """File purchases of every make among items: versions, marks, ends, what was forgotten and what came again."""
    line = {"name": WORDS, "brand": "é", "size": "42", "size_system": "BR", "category": "x", "labels": ["b", "a"]}
    api.add("ana", {"id": "m1", "text": "oi"}, {"id": "o1", "text": "oi"})
    add(
        api,
        {"id": "o1", "merchant": WORDS, "lines": [line, {"brand": "x", "gift": True}], "at": "0001-01-01T00:00:00Z"},
        {"id": "o2", "at": "9999-12-31T23:59:59.999999Z", "expires": "9999-12-31"},
        {"merchant": "sem nome"},
        {"merchant": "sem nome", "at": "2020-02-29T00:00:00.5Z", "lines": [{"labels": ["x"], "returned": True}]},
        {"id": "gone", "merchant": "vai"},
        {"id": "back", "merchant": "vai e volta"},
    )
    api.clock.advance(1.5)
    add(api, {"id": "o1", "returned": True}, {"id": "o1", "merchant": None, "lines": None}, {"id": "o2", "gift": True})
    api.clock.advance(1)
    api.forget("ana", purchases=["gone", "back"])
    api.clock.advance(1)
    add(api, {"id": "back", "merchant": "voltou"})


def export(api: Api) -> bytes:
    """Take the memory out."""
    return api.http.get("/v1/memory/export", params={"user_id": "ana"}).content


def bring(api: Api, lines: bytes) -> dict[str, int]:
    """Bring lines in."""
    answer = api.http.post("/v1/memory/import", params={"user_id": "ana"}, content=lines)
    assert answer.status_code == 200, answer.text
    return answer.json()


def seen(api: Api) -> list[Any]:
    """Give all that reads of the purchases."""
    found = api.post("/v1/purchases/read", {"user_id": "ana", "limit": 500}).json()["purchases"]
    return [api.post("/v1/purchases/versions", {"user_id": "ana", "id": one["id"]}).json() for one in found]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    """A server of another secret, over a file of its own."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with closing(SqliteStore(folder / "ownwords.db", OTHER.fingerprint)) as store, serving(store) as server:
        yield server


def test_export_import_export_gives_the_same_bytes(api: Api, server: Server, elsewhere: Server) -> None:
    """In a new person, and in one of a server of another secret; and it reads the same."""
    fill(api)
    lines = export(api)
    kinds = [json.loads(line)["type"] for line in lines.splitlines()]
    assert kinds == ["person", *["item"] * 2, *["purchase"] * 5, *["tombstone"] * 2]
    for another in (server, elsewhere):
        with (other := another.project()).http:
            other.clock.instant = api.clock.instant
            assert bring(other, lines) == {"created": 7, "held": 0, "forgotten": 0, "expired": 0}
            assert export(other) == lines
            assert seen(other) == seen(api)


def test_an_import_a_second_time_changes_nothing(api: Api, store: Store) -> None:
    """All are held, and no row is stored."""
    fill(api)
    before = tables(store, api.project.id)
    assert bring(api, export(api)) == {"created": 0, "held": 7, "forgotten": 0, "expired": 0}
    after = tables(store, api.project.id)
    assert {name: rows for name, rows in after.items() if name != "access"} == {
        name: rows for name, rows in before.items() if name != "access"
    }


@pytest.mark.parametrize("how", [{"purchases": ["o1", "o2"]}, {"before": "9999-12-31T23:59:59Z"}, {"everything": True}])
def test_what_was_forgotten_after_the_export_never_comes_back(api: Api, elsewhere: Server, how: dict[str, Any]) -> None:
    """Neither here nor where the newer export was brought in before the older one, whatever the order of its lines."""
    fill(api)
    older = export(api)
    api.clock.advance(1)
    api.forget("ana", **how)
    newer = export(api)
    left = seen(api)

    assert bring(api, older)["created"] == 0
    assert seen(api) == left
    with (other := elsewhere.project()).http:
        other.clock.instant = api.clock.instant
        bring(other, newer)
        lines = older.splitlines(keepends=True)
        random.shuffle(lines)
        assert bring(other, b"".join(lines))["created"] == 0
        assert seen(other) == left


def test_an_items_tombstone_buries_no_purchase(api: Api, server: Server) -> None:
    """An item and a purchase of one id are forgotten each by itself, also by an import."""
    fill(api)
    older = export(api)
    api.clock.advance(1)
    api.forget("ana", ids=["o1"])
    with (other := server.project()).http:
        bring(other, export(api))
        api.forget("ana", everything=True)
        assert {one["id"] for one in other.read("ana")} == {"m1"}
        assert len(seen(other)) == 5
        assert bring(other, older) == {"created": 0, "held": 6, "forgotten": 1, "expired": 0}


def test_an_end_travels_and_what_has_ended_on_the_way_stays_away(api: Api, server: Server) -> None:
    """What was temporary is temporary after the import too."""
    add(api, {"id": "o1", "merchant": "x", "expires": "2026-03-02T13:00:00Z"})
    lines = export(api)
    with (other := server.project()).http, (late := server.project()).http:
        assert bring(other, lines)["created"] == 1
        api.clock.set("2026-03-02T13:00:00Z")
        assert seen(other) == []
        assert bring(late, lines) == {"created": 0, "held": 0, "forgotten": 0, "expired": 1}


GOOD: dict[str, Any] = {
    "type": "purchase",
    "id": "o1",
    "at": "2026-03-01T10:00:00Z",
    "version": 1,
    "received_at": "2026-03-01T10:00:00Z",
}
VERSION: dict[str, Any] = {
    "version": 1,
    "received_at": "2026-03-01T10:00:00Z",
    "replaced_at": "2026-03-01T11:00:00Z",
}


@pytest.mark.parametrize(
    ("line", "pointer"),
    [
        ({name: value for name, value in GOOD.items() if name != "id"}, ""),
        ({name: value for name, value in GOOD.items() if name != "at"}, ""),
        ({**GOOD, "nope": 1}, "/nope"),
        ({**GOOD, "text": "oi"}, "/text"),
        ({**GOOD, "merchant": " "}, "/merchant"),
        ({**GOOD, "lines": [{"size_system": "XX", "name": "a"}]}, "/lines/0/size_system"),
        ({**GOOD, "version": 2}, "/versions"),
        ({**GOOD, "version": 3, "versions": [VERSION, VERSION]}, "/versions"),
        ({**GOOD, "version": 2, "versions": [{**VERSION, "id": "o1"}]}, "/versions/0/id"),
        ({**GOOD, "version": 2, "versions": [{**VERSION, "replaced_at": 1}]}, "/versions/0/replaced_at"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_line_that_is_wrong_is_named_by_its_place(api: Api, line: dict[str, Any], pointer: str) -> None:
    """A malformed line is 422 with a pointer that begins with the number of the line, and nothing is stored."""
    whole = json.dumps(GOOD | {"id": "first"}) + "\n" + json.dumps(line)

    answer = api.http.post("/v1/memory/import", params={"user_id": "ana"}, content=whole.encode())

    assert answer.status_code == 422, answer.text
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"/1{pointer}"]
    assert seen(api) == []


def test_a_large_history_is_taken_out_whole_in_order_of_arrival(api: Api, server: Server) -> None:
    """1,201 purchases are exported once each, and come in again in parts."""
    for start in range(0, 1_201, 400):
        add(api, *({"id": f"o{n}", "merchant": "x"} for n in range(start, min(start + 400, 1_201))))
    lines = export(api)
    assert [json.loads(line)["id"] for line in lines.splitlines()[1:]] == [f"o{n}" for n in range(1_201)]
    with (other := server.project()).http:
        assert bring(other, lines)["created"] == 1_201
        assert export(other) == lines
