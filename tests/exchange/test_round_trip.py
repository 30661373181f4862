from __future__ import annotations

import json
import random
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ownwords.domain.ids import Secret
from ownwords.ports import Store
from ownwords.storage.sqlite.store import SqliteStore
from tests.running import Api, Server, serving
from tests.storage.contents import tables

OTHER = Secret(b"another secret of another server, for tests only")


def _fill(api: Api, user_id: str = "ana") -> None:
    """File a memory that has everything: kinds, versions, authors, numbers, scripts, ends, what was forgotten."""
    numbers = {"b": 1, "a": [None, True, 1e300, -0.0, 2**70, {"": ""}]}
    bia = {"id": "B1", "name": "Bia", "self": True}
    text = "oi\u2028linha\nnova\r\n\t'aspas\" \\ </script> 😀 \u0301"
    end = "2027-01-01T10:00:00.5Z"
    items: list[dict[str, Any]] = [
        {"id": "m1", "text": text, "session": "s1", "at": "2026-03-01T10:00:00.123456Z"},
        {"id": "m2", "text": "solta", "at": "0001-01-01T00:00:00Z", "author": bia},
        {"id": "m3", "text": "fim", "at": "9999-12-31T23:59:59.999999Z", "expires": "9999-12-31", "role": "tool"},
        {"id": "a/b?c#d%e f\tg", "text": "文", "about": ["brand:Levi's, Inc.", "café", "a|b"], "author": "Ann"},
        {"id": "d1", "kind": "document", "title": "Título", "text": "# Um\n\n" + "palavra " * 3_000},
        {"id": "n1", "kind": "note", "text": "nota", "metadata": numbers},
        {"id": "m4", "text": "x", "origin": "forwarded", "role": "user", "session": "s2", "expires": end},
        {"text": "sem nome"},
        {"text": "sem nome", "at": "2020-02-29T00:00:00Z"},
    ]  # fmt: skip
    api.http.put(f"/v1/persons/{user_id}", json={"timezone": "America/Sao_Paulo"})
    api.add(user_id, *items)
    api.clock.advance(1.5)
    api.add(user_id, {"id": "m1", "text": "oi de novo", "metadata": {"v": 2}, "about": ["x"]})
    api.clock.advance(1.000001)
    api.add(
        user_id, {"id": "m1", "text": "oi de novo", "metadata": None, "session": "s2"}, {"id": "n1", "text": "nota 2"}
    )
    api.add(user_id, {"id": "gone", "text": "vai"}, {"id": "back", "text": "vai e volta"})
    api.clock.advance(1)
    api.forget(user_id, ids=["gone", "back"])
    api.clock.advance(1)
    api.add(user_id, {"id": "back", "text": "voltou"})


def _export(api: Api, user_id: str = "ana") -> bytes:
    answer = api.http.get("/v1/memory/export", params={"user_id": user_id})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/jsonl")
    return answer.content


def _import(api: Api, lines: bytes, user_id: str = "ana") -> dict[str, int]:
    answer = api.http.post("/v1/memory/import", params={"user_id": user_id}, content=lines)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _seen(api: Api, user_id: str = "ana") -> list[Any]:
    """Give all that reads of a memory show, less what only the server's secret names."""

    def less(value: Any) -> Any:
        return json.loads(re.sub(r"(thr|spk)_[a-z2-7]{26}", "…", json.dumps(value)))

    items = api.read(user_id)
    versions = [
        api.post("/v1/memory/versions", {"user_id": user_id, "id": item["id"]}).json()["versions"] for item in items
    ]
    lists = [api.get(f"/v1/memory/{path}", user_id=user_id)[path] for path in ("threads", "speakers", "about")]
    searches = [api.search(user_id, query, limit=100) for query in ("oi", "palavra", "nota", "voltou")]
    return less([items, versions, *(sorted(one, key=repr) for one in less(lists)), searches])


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    """A server of another secret, over a file of its own."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with closing(SqliteStore(folder / "ownwords.db", OTHER.fingerprint)) as store, serving(store) as server:
        yield server


def test_export_import_export_gives_the_same_bytes_in_a_new_person(api: Api, server: Server) -> None:
    """A memory taken out, brought into an empty one and taken out again is byte-equal, and reads the same."""
    _fill(api)
    lines = _export(api)
    with (other := server.project()).http:
        brought = _import(other, lines)
        assert brought == {"created": 10, "held": 0, "forgotten": 0, "expired": 0}
        assert _export(other) == lines
        assert _seen(other) == _seen(api)


def test_the_same_holds_for_a_server_of_another_secret(api: Api, elsewhere: Server) -> None:
    """Export, import and export again is byte-equal with other keys as well, also back into the first server."""
    _fill(api)
    lines = _export(api)
    with (other := elsewhere.project()).http:
        other.clock.instant = api.clock.instant
        _import(other, lines)
        assert _export(other) == lines
        assert _seen(other) == _seen(api)
        api.forget("ana", everything=True)
        assert _import(api, lines)["created"] == 0


def test_an_import_does_not_bring_back_what_was_forgotten_after_the_export(api: Api) -> None:
    """An older export brought in again leaves the forgotten forgotten, and says how many."""
    _fill(api)
    older = _export(api)
    api.clock.advance(1)
    api.forget("ana", ids=["m1", "d1"])

    brought = _import(api, older)

    assert brought == {"created": 0, "held": 8, "forgotten": 2, "expired": 0}
    assert {item["id"] for item in api.read("ana")}.isdisjoint({"m1", "d1"})


@pytest.mark.parametrize("how", [{"everything": True}, {"before": "9999-01-01T00:00:00Z"}, {"session": "s2"}])
def test_nor_does_it_elsewhere_once_the_newer_export_was_there(
    api: Api, elsewhere: Server, how: dict[str, Any]
) -> None:
    """Tombstones go with an export and are understood under another secret: the older export brings nothing back."""
    _fill(api)
    older = _export(api)
    api.clock.advance(1)
    api.forget("ana", **how)
    newer = _export(api)
    left = {item["id"] for item in api.read("ana")}
    with (other := elsewhere.project()).http:
        other.clock.instant = api.clock.instant
        _import(other, newer)
        assert _import(other, older)["created"] == 0
        assert {item["id"] for item in other.read("ana")} == left


def test_an_import_a_second_time_changes_nothing(api: Api, store: Store, server: Server) -> None:
    """Bringing the same lines in again stores no row, and says that all were held."""
    _fill(api)
    lines = _export(api)
    with (other := server.project()).http:
        _import(other, lines)
        before = tables(store, other.project.id)
        assert _import(other, lines) == {"created": 0, "held": 10, "forgotten": 0, "expired": 0}
        after = tables(store, other.project.id)
        assert {table: rows for table, rows in after.items() if table != "access"} == {
            table: rows for table, rows in before.items() if table != "access"
        }


def test_forgotten_and_added_again_is_in_an_export_with_its_tombstone(api: Api, server: Server) -> None:
    """An item that came back after a forget is brought in, in whatever order its lines and tombstones come."""
    _fill(api)
    lines = _export(api).splitlines(keepends=True)
    for _ in range(3):
        with (other := server.project()).http:
            rest = lines[1:]
            random.shuffle(rest)
            _import(other, b"".join([lines[0], *rest]))
            assert "back" in {item["id"] for item in other.read("ana")}


def test_lines_of_another_person_are_refused(api: Api, store: Store) -> None:
    """An export names whose it is; brought in as somebody else's it is 422, and nothing is stored."""
    _fill(api)
    lines = _export(api)

    answer = api.http.post("/v1/memory/import", params={"user_id": "bia"}, content=lines)

    assert answer.status_code == 422
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [
        ("/0/user_id", "another_person")
    ]
    assert api.read("bia") == []
    with_bia = [row for row in tables(store, api.project.id)["person"] if "bia" in row]
    assert with_bia == []


GOOD: dict[str, Any] = {
    "type": "item",
    "id": "m1",
    "kind": "message",
    "text": "oi",
    "at": "2026-03-01T10:00:00Z",
    "version": 1,
    "received_at": "2026-03-01T10:00:00Z",
}
VERSION: dict[str, Any] = {
    "text": "antes",
    "version": 1,
    "received_at": "2026-03-01T10:00:00Z",
    "replaced_at": "2026-03-01T11:00:00Z",
}
BAD_LINES: list[tuple[Any, str]] = [
    (b"{", ""),
    (b"[]", ""),
    (b'"x"', ""),
    (b'{"type": "item", "type": "item"}', ""),
    (b"\xff", ""),
    ({"type": "nothing"}, ""),
    ({"id": "x"}, ""),
    ({**GOOD, "nope": 1}, "/nope"),
    ({**GOOD, "text": " "}, "/text"),
    ({**GOOD, "text": "a\x00"}, "/text"),
    ({**GOOD, "at": "yesterday"}, "/at"),
    ({**GOOD, "version": 0}, "/version"),
    ({**GOOD, "version": 2}, "/versions"),
    ({**GOOD, "version": 2, "versions": [VERSION, VERSION]}, "/versions"),
    ({**GOOD, "version": 2, "versions": [{**VERSION, "text": ""}]}, "/text"),
    ({**GOOD, "version": 2, "versions": [{**VERSION, "received_at": 1}]}, "/versions/0/received_at"),
    ({**GOOD, "kind": "note", "session": "s"}, "/session"),
    ({**GOOD, "role": "bot", "author": {"self": True}}, "/author/self"),
    ({**GOOD, "metadata": {"k": "\ud800"}}, "/metadata/k"),
    ({"type": "tombstone", "hash": "zz", "forgotten_at": "2026-03-01T10:00:00Z", "key": "00"}, "/hash"),
    ({"type": "tombstone", "hash": "00", "forgotten_at": "x", "key": "00"}, "/forgotten_at"),
    ({"type": "tombstone", "hash": "00", "forgotten_at": "2026-03-01T10:00:00Z", "key": "0"}, "/key"),
    ({"type": "tombstone", "hash": "00", "forgotten_at": "2026-03-01T10:00:00Z", "key": "00" * 65}, "/key"),
    ({"type": "person", "format": 2, "user_id": "ana", "timezone": "UTC"}, "/format"),
    ({"type": "person", "format": 1, "user_id": "ana", "timezone": "Mars"}, "/timezone"),
    ({"type": "preference", "key": "shoe_size"}, ""),
]


@pytest.mark.parametrize(("line", "pointer"), BAD_LINES, ids=lambda value: str(value)[:60])
def test_a_line_that_is_wrong_is_named_by_its_place(api: Api, line: Any, pointer: str) -> None:
    """A malformed line is 422 with a pointer that begins with the number of the line, and nothing is stored."""
    content = line if isinstance(line, bytes) else json.dumps(line).encode()
    whole = json.dumps(GOOD | {"id": "first"}).encode() + b"\n\n" + content + b"\n"

    answer = api.http.post("/v1/memory/import", params={"user_id": "ana"}, content=whole)

    assert answer.status_code == 422, answer.text
    pointers = [fault["pointer"] for fault in answer.json()["errors"]]
    assert all(one.startswith("/2") for one in pointers)
    assert any(one.endswith(pointer) for one in pointers), pointers
    assert api.read("ana") == []


def test_good_lines_of_any_make_are_taken(api: Api) -> None:
    """Lines written by somebody else, with blank lines, other orders of fields and Windows ends, are brought in."""
    lines = [
        json.dumps(GOOD | {"id": "m1", "version": 2, "versions": [VERSION]}),
        "",
        json.dumps(dict(reversed(list((GOOD | {"id": "m2", "about": ["x"], "author": "Bia"}).items())))),
    ]

    assert _import(api, "\r\n".join(lines).encode())["created"] == 2
    assert {item["id"]: item["version"] for item in api.read("ana")} == {"m1": 2, "m2": 1}
    assert _import(api, b"") == {"created": 0, "held": 0, "forgotten": 0, "expired": 0}


def test_the_same_id_twice_in_one_import_is_one_item(api: Api) -> None:
    """Of two lines of one id the first counts."""
    lines = [json.dumps(GOOD), json.dumps(GOOD | {"text": "outro"})]
    assert _import(api, "\n".join(lines).encode()) == {"created": 1, "held": 1, "forgotten": 0, "expired": 0}
    assert [item["text"] for item in api.read("ana")] == ["oi"]


def test_imported_times_are_kept_and_threads_stand_where_they_were(api: Api) -> None:
    """History keeps its dates: items, versions and threads of 2019 stay in 2019."""
    lines = [
        json.dumps(GOOD | {"id": f"m{n}", "at": f"2019-05-0{n}T10:00:00Z", "received_at": f"2019-05-0{n}T10:00:01Z"})
        for n in range(1, 6)
    ]
    _import(api, "\n".join(lines).encode())

    assert [item["at"][:4] for item in api.read("ana")] == ["2019"] * 5
    assert api.read("ana", order="oldest")[0]["received_at"][:10] == "2019-05-01"
    assert [one["first_at"][:4] for one in api.get("/v1/memory/threads", user_id="ana")["threads"]] == ["2019"] * 5


def test_a_large_memory_is_taken_out_whole_while_others_write(api: Api, server: Server) -> None:
    """1,201 items are exported once each, in order of arrival, and come in again in parts."""
    for start in range(0, 1_201, 400):
        api.add("ana", *({"id": f"m{n}", "text": f"mensagem {n}"} for n in range(start, min(start + 400, 1_201))))
    lines = _export(api)
    ids = [json.loads(line)["id"] for line in lines.splitlines() if b'"type":"item"' in line]
    assert ids == [f"m{n}" for n in range(1_201)]
    with (other := server.project()).http:
        assert _import(other, lines)["created"] == 1_201
        assert _export(other) == lines
