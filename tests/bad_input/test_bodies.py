from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from ownwords.ports import Store
from tests.running import Api
from tests.storage.contents import tables

ADD = "/v1/memory/add"
POSTS = [ADD, "/v1/memory/read", "/v1/memory/versions", "/v1/memory/search", "/v1/memory/forget", "/v1/memory/verify"]


def _send(api: Api, path: str, content: bytes, kind: str = "application/json") -> httpx.Response:
    return api.http.post(path, content=content, headers={"Content-Type": kind})


def _nothing(api: Api, store: Store) -> bool:
    contents = tables(store, api.project.id)
    return not any(rows for table, rows in contents.items() if table != "access")


MALFORMED = {
    "empty": b"",
    "spaces": b"  ",
    "half": b'{"user_id": "a", "items": [',
    "trailing": b'{"user_id": "a", "items": [{"text": "x"}]} x',
    "two": b'{"user_id": "a", "items": [{"text": "x"}]}{}',
    "duplicate key": b'{"user_id": "a", "user_id": "b", "items": [{"text": "x"}]}',
    "duplicate deep": b'{"user_id": "a", "items": [{"text": "x", "metadata": {"k": 1, "k": 2}}]}',
    "duplicate by escape": b'{"user_id": "a", "user_i\\u0064": "b", "items": [{"text": "x"}]}',
    "NaN": b'{"user_id": "a", "items": [{"text": "x", "metadata": {"k": NaN}}]}',
    "Infinity": b'{"user_id": "a", "items": [{"text": "x", "metadata": {"k": Infinity}}]}',
    "minus Infinity": b'{"user_id": "a", "items": [{"text": "x", "metadata": {"k": -Infinity}}]}',
    "latin-1": '{"user_id": "á", "items": [{"text": "x"}]}'.encode("latin-1"),
    "utf-16": '{"user_id": "a", "items": [{"text": "x"}]}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"user_id": "a", "items": [{"text": "x"}]}',
    "raw surrogate": b'{"user_id": "a", "items": [{"text": "\xed\xa0\x80"}]}',
    "overlong": b'{"user_id": "a", "items": [{"text": "\xc0\x80"}]}',
    "control character": b'{"user_id": "a", "items": [{"text": "a\x01b"}]}',
    "single quotes": b"{'user_id': 'a', 'items': [{'text': 'x'}]}",
    "comment": b'{"user_id": "a", /* x */ "items": [{"text": "x"}]}',
    "trailing comma": b'{"user_id": "a", "items": [{"text": "x"},]}',
    "leading zero": b'{"user_id": "a", "items": [{"text": "x", "metadata": {"k": 01}}]}',
    "depth 100,000 of lists": b'{"user_id": "a", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "depth 100,000 of objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "depth 100,000 unclosed": b"[" * 100_000,
    "random bytes": bytes(range(256)),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_not_json_is_named_so_and_stores_nothing(api: Api, store: Store, name: str) -> None:
    """A body that two readers could read differently, or not at all, is 400 `invalid_json` on every route."""
    for path in POSTS:
        answer = _send(api, path, MALFORMED[name])
        assert answer.status_code == 400, path
        assert answer.json()["code"] == "invalid_json"
    assert _nothing(api, store)


@pytest.mark.parametrize("depth", [65, 100, 500, 900, 950, 980, 1_000, 3_000])
@pytest.mark.parametrize("field", ["metadata", "unknown", "text", "about"])
def test_depth_is_refused_wherever_it_stands(api: Api, store: Store, depth: int, field: str) -> None:
    """JSON that nests too deeply is a fault, in metadata as in a field that takes no depth, and never a failure."""
    deep = '{"a":' * depth + "1" + "}" * depth
    answer = _send(api, ADD, f'{{"user_id":"a","items":[{{"text":"x","{field}":{deep}}}]}}'.encode())

    assert answer.status_code in {400, 422}
    if answer.status_code == 422:
        assert answer.json()["errors"][0]["pointer"].startswith(f"/items/0/{field}")
    assert _nothing(api, store)


def test_metadata_of_64_levels_is_kept_as_sent(api: Api) -> None:
    """What the limit lets through comes back exactly."""
    metadata: Any = 1
    for _ in range(64):
        metadata = {"a": metadata}
    api.add("ana", {"text": "x", "metadata": metadata})
    assert api.read("ana")[0]["metadata"] == metadata


NUMBERS = {
    "5,000 digits": "1" * 5_000,
    "minus 5,000 digits": "-" + "1" * 5_000,
    "401 digits": "9" * 401,
    "1e400": "1e400",
    "-1e400": "-1e400",
    "1e999999999": "1e999999999",
    "digits and fraction": "1" * 5_000 + ".5e3",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_that_no_reader_can_keep_are_refused_by_pointer(api: Api, store: Store, name: str) -> None:
    """A number too long or too large is a fault at its own place, in metadata, in filters and where it is a limit."""
    number = NUMBERS[name]
    asked = {
        "/items/0/metadata/k": (ADD, f'{{"user_id":"a","items":[{{"text":"x","metadata":{{"k":{number}}}}}]}}'),
        "/items/0/metadata/k/1": (ADD, f'{{"user_id":"a","items":[{{"text":"x","metadata":{{"k":[0,{number}]}}}}]}}'),
        "/items/0/text": (ADD, f'{{"user_id":"a","items":[{{"text":{number}}}]}}'),
        "/items": (ADD, f'{{"user_id":"a","items":{number}}}'),
        "/user_id": (ADD, f'{{"user_id":{number},"items":[{{"text":"x"}}]}}'),
        "/limit": ("/v1/memory/read", f'{{"user_id":"a","limit":{number}}}'),
        "/filters/metadata/k": (
            "/v1/memory/search",
            f'{{"user_id":"a","query":"x","filters":{{"metadata":{{"k":{number}}}}}}}',
        ),
    }
    for pointer, (path, body) in asked.items():
        answer = _send(api, path, body.encode())
        assert answer.status_code == 422, (pointer, answer.text)
        assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]
    assert _nothing(api, store)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**64, 10**300, 0.1, 1e308, -0.0, 5e-324, 12345678901234567])
def test_numbers_that_can_be_kept_come_back_as_sent(api: Api, number: float) -> None:
    """Metadata keeps any number that JSON readers keep, beyond 64 bits too, and finds it again."""
    metadata = {"n": number, "in": [number, {"deep": number}]}
    api.add("ana", {"id": "m1", "text": "xis", "metadata": metadata})

    assert api.read("ana")[0]["metadata"] == metadata
    assert api.search("ana", "xis", filters={"metadata": {"n": number}})


@pytest.mark.parametrize(
    "body",
    ["[]", '"x"', "1", "null", "true", "[{}]", '{"user_id":"a","items":{}}', '{"user_id":"a","items":[[]]}'],
)
def test_json_of_another_shape_is_a_fault_with_a_pointer(api: Api, store: Store, body: str) -> None:
    """Lists, strings and null where an object is meant are a named 4xx, and a fault inside says where."""
    for path in POSTS:
        answer = _send(api, path, body.encode())
        assert answer.status_code in {400, 422}
        assert answer.json()["code"] in {"invalid_json", "items_invalid", "request_invalid"}
        if body.startswith("{"):
            assert answer.json()["errors"], path
    assert _nothing(api, store)


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/xml",
        "",
        "x",
        "application/jsonx",
    ],
)
def test_only_json_is_taken_as_json(api: Api, store: Store, kind: str) -> None:
    """A body sent as anything else, as a page of another site could send it, is a named 4xx and stores nothing."""
    answer = _send(api, ADD, b'{"user_id":"a","items":[{"text":"x"}]}', kind)

    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] in {"items_invalid", "invalid_json", "unsupported_media_type"}
    assert _nothing(api, store)


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])
def test_json_is_taken_however_it_is_named(api: Api, kind: str) -> None:
    """Parameters and case of the media type do not matter."""
    assert _send(api, ADD, b'{"user_id":"a","items":[{"text":"x"}]}', kind).status_code == 200


def test_501_items_are_refused_and_500_are_taken(api: Api, store: Store) -> None:
    """One item too many refuses the whole batch by pointer, and nothing of it is stored."""
    items = [{"id": f"m{n}", "text": "x"} for n in range(501)]

    answer = api.post(ADD, {"user_id": "ana", "items": items})

    assert answer.status_code == 422
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [("/items", "too_many")]
    assert _nothing(api, store)
    assert len(api.add("ana", *items[:500])) == 500


def test_one_bad_item_of_500_stores_none_and_is_named(api: Api, store: Store) -> None:
    """A batch is atomic: every fault of every item is listed, and nothing is stored."""
    items: list[dict[str, Any]] = [{"id": f"m{n}", "text": "x"} for n in range(500)]
    items[7]["text"] = " "
    items[250]["role"] = "boss"
    items[499]["nope"] = 1

    answer = api.post(ADD, {"user_id": "ana", "items": items})

    assert sorted(fault["pointer"] for fault in answer.json()["errors"]) == [
        "/items/250/role", "/items/499/nope", "/items/7/text",
    ]  # fmt: skip
    assert _nothing(api, store)


def test_faults_are_listed_up_to_a_thousand(api: Api) -> None:
    """A batch that is wrong everywhere is answered with a list that ends."""
    items = [{"text": 1, "role": 2, "id": 3, "at": 4} for _ in range(500)]
    answer = api.post(ADD, {"user_id": "ana", "items": items})
    assert answer.status_code == 422
    assert 500 <= len(answer.json()["errors"]) <= 1_000


def test_a_query_string_is_held_to_the_same_rules(api: Api) -> None:
    """Limits, orders, cursors and ids in a query string are checked as those of a body are."""
    for path in ("threads", "speakers", "about", "accesses"):
        for name, value in (
            ("limit", "0"), ("limit", "-1"), ("limit", "501"), ("limit", "x"), ("limit", "1.5"), ("limit", "1" * 5_000),
            ("limit", ""), ("cursor", ""), ("cursor", "x" * 2_000), ("cursor", "é"), ("cursor", "AAAA"),
            ("cursor", "\x00"), ("user_id", ""), ("user_id", "x" * 257), ("user_id", "\x00"),
        ):  # fmt: skip
            answer = api.http.get(f"/v1/memory/{path}", params={"user_id": "ana"} | {name: value})
            assert answer.status_code == 422, (path, name, value, answer.text)
            assert answer.json()["code"] in {"request_invalid", "cursor_invalid"}
            if answer.json()["code"] == "request_invalid":
                assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"/{name}"]
    answer = api.http.get("/v1/memory/threads", params={"user_id": "ana", "order": "best"})
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/order"]


@pytest.mark.parametrize("path", ["/v1/persons/%ff", "/v1/persons/%ed%a0%80", "/v1/memory/threads?user_id=%ff"])
def test_what_is_not_utf_8_in_an_address_is_not_repaired(api: Api, path: str) -> None:
    """A percent-encoded id that is no text is refused; it is never read as some other person's id."""
    answer = api.http.get(path)

    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("key", ["", "x" * 256, "a b", "é", "a\tb"])
def test_an_idempotency_key_out_of_form_is_refused(api: Api, store: Store, key: str) -> None:
    """Idempotency-Key is 1 to 255 visible characters; anything else is 422 and stores nothing."""
    answer = api.http.post(
        ADD,
        json={"user_id": "ana", "items": [{"text": "x"}]},
        headers=[(b"Idempotency-Key", key.encode("latin-1"))],
    )
    if key.strip():
        assert answer.status_code == 422
        assert answer.json()["errors"]
        assert _nothing(api, store)
    else:
        assert answer.status_code in {200, 422}


def test_a_cursor_is_good_for_its_own_question_only(api: Api) -> None:
    """A cursor of another person, another list, another question, or one that was changed, is 422 `cursor_invalid`."""
    for user_id in ("ana", "bia"):
        api.add(
            user_id, *({"id": f"m{n}", "text": f"x {n}", "about": [f"a:{n}"], "session": f"s{n}"} for n in range(5))
        )
    page = api.post("/v1/memory/read", {"user_id": "ana", "limit": 2}).json()
    cursor = page["next_cursor"]
    turned = ("A" if cursor[0] != "A" else "B") + cursor[1:]
    for body in (
        {"user_id": "bia", "cursor": cursor},
        {"user_id": "ana", "cursor": cursor, "order": "oldest"},
        {"user_id": "ana", "cursor": cursor, "session": "s1"},
        {"user_id": "ana", "cursor": turned},
        {"user_id": "ana", "cursor": cursor[:-2]},
        {"user_id": "ana", "cursor": cursor + "A" * 8},
        {"user_id": "ana", "cursor": "*"},
    ):
        answer = api.post("/v1/memory/read", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid"), body
    for path in ("threads", "about", "speakers", "accesses"):
        answer = api.http.get(f"/v1/memory/{path}", params={"user_id": "ana", "cursor": cursor})
        assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")
    again = api.post("/v1/memory/read", {"user_id": "ana", "cursor": cursor, "limit": 3})
    assert len(again.json()["items"]) == 3


@pytest.mark.parametrize("letter", ["a", "é", "文", "😀"])
def test_lists_of_the_longest_names_can_be_walked(api: Api, letter: str) -> None:
    """A cursor that the server gave out is taken back, whatever the names are that it stands between."""
    api.add(
        "ana",
        *(
            {"id": f"m{n}", "text": "x", "about": [f"{letter * 126}{n}"], "author": {"name": f"{letter * 255}{n}"}}
            for n in range(4)
        ),
    )
    for path in ("about", "speakers", "threads"):
        seen: list[str] = []
        cursor: dict[str, str] = {}
        for _ in range(5):
            page = api.get(f"/v1/memory/{path}", user_id="ana", limit=1, **cursor)
            seen += [json.dumps(one) for one in page[path]]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
        assert len(seen) == len(set(seen)) > 0
        assert path == "threads" or len(seen) == 4
