from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from ownwords.domain import limits
from ownwords.domain.projects import KeyScope
from ownwords.ports import Store
from tests.running import Api, Server
from tests.storage.contents import tables

PATH = "/v1/purchases"
AT = "2026-02-01T10:00:00Z"
LINE: dict[str, Any] = {
    "name": "Tênis Revolution 6",
    "brand": "Nike",
    "size": "42",
    "size_system": "BR",
    "category": "Calçados > Tênis",
    "labels": ["vegano"],
}
ORDER: dict[str, Any] = {"id": "o1", "at": AT, "merchant": "Loja", "lines": [LINE, {"name": "Meia"}]}


def add(api: Api, *purchases: dict[str, Any], user_id: str = "ana", **headers: str) -> list[dict[str, Any]]:
    """File purchases and give what became of each."""
    answer = api.post(PATH, {"user_id": user_id, "purchases": list(purchases)}, **headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["purchases"]


def read(api: Api, user_id: str = "ana", **which: Any) -> list[dict[str, Any]]:
    """Read a page of purchases."""
    answer = api.post(f"{PATH}/read", {"user_id": user_id, **which})
    assert answer.status_code == 200, answer.text
    return answer.json()["purchases"]


def versions(api: Api, purchase_id: str = "o1") -> list[dict[str, Any]]:
    """Read every version of a purchase of `ana`."""
    answer = api.post(f"{PATH}/versions", {"user_id": "ana", "id": purchase_id})
    assert answer.status_code == 200, answer.text
    return answer.json()["versions"]


def told(outcomes: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Give status and version of each."""
    return [(one["status"], one["version"]) for one in outcomes]


# --- identity and edits ---------------------------------------------------------------------------


def test_a_purchase_reads_as_it_was_sent_and_null_where_nothing_was(api: Api) -> None:
    """Every field is there, in the contract's words."""
    answer = api.post(PATH, {"user_id": "ana", "purchases": [ORDER]}).json()
    (purchase,) = read(api)

    assert answer == {
        "purchases": [{"id": "o1", "status": "created", "version": 1, "notes": []}],
        "counts": {"created": 1},
    }
    nothing = dict.fromkeys(("name", "brand", "size", "size_system", "category", "labels"))
    assert purchase == {
        "id": "o1",
        "at": AT,
        "merchant": "Loja",
        "lines": [
            LINE | {"gift": False, "returned": False},
            {**nothing, "name": "Meia", "gift": False, "returned": False},
        ],
        "gift": False,
        "returned": False,
        "expires": None,
        "version": 1,
        "received_at": "2026-03-02T12:00:00Z",
    }


def test_the_same_purchase_again_changes_nothing(api: Api, store: Store) -> None:
    """A retry is always safe: `unchanged`, no version, no row; the order of fields and an equal time do not count."""
    add(api, ORDER)
    before = tables(store, api.project.id)
    again = add(api, dict(reversed(ORDER.items())) | {"at": "2026-02-01T07:00:00-03:00", "gift": False})

    assert told(again) == [("unchanged", 1)]
    after = tables(store, api.project.id)
    assert {name: rows for name, rows in after.items() if name != "access"} == {
        name: rows for name, rows in before.items() if name != "access"
    }


def test_a_return_is_an_edit_that_keeps_all_the_rest(api: Api) -> None:
    """The stored copy is replaced, the earlier version kept and readable, the date stays."""
    add(api, ORDER)
    api.clock.advance(60)
    outcomes = add(api, {"id": "o1", "returned": True, "at": "2026-02-09T10:00:00Z"})
    first, current = versions(api)

    assert told(outcomes) == [("edited", 2)]
    assert outcomes[0]["notes"] == ["at_kept"]
    assert (first["returned"], first["version"], first["replaced_at"]) == (False, 1, "2026-03-02T12:01:00Z")
    assert (current["returned"], current["version"], current["replaced_at"]) == (True, 2, None)
    assert (current["at"], current["merchant"], current["lines"]) == (AT, "Loja", first["lines"])
    assert read(api) == [{name: value for name, value in current.items() if name != "replaced_at"}]


def test_null_clears_merchant_lines_and_end_and_lines_are_replaced_whole(api: Api) -> None:
    """What is sent replaces what was stored; nothing is merged."""
    add(api, ORDER | {"expires": "2027-01-01"})
    add(api, {"id": "o1", "lines": [{"brand": "Puma"}], "expires": None})
    assert [line["brand"] for line in read(api)[0]["lines"]] == ["Puma"]
    assert read(api)[0]["expires"] is None
    add(api, {"id": "o1", "merchant": None, "lines": None})

    (purchase,) = read(api)
    assert (purchase["merchant"], purchase["lines"], purchase["version"]) == (None, [], 3)


def test_a_gift_and_a_returned_line_are_edits(api: Api) -> None:
    """Each of the marks is content, on the purchase and on a line."""
    add(api, ORDER)
    states = [{"gift": True}, {"gift": False}, {"lines": [LINE | {"returned": True}]}, {"lines": [LINE]}]
    assert [told(add(api, {"id": "o1"} | state))[0] for state in states] == [("edited", n) for n in (2, 3, 4, 5)]


def test_without_an_id_the_same_order_at_the_same_time_is_the_same_purchase(api: Api) -> None:
    """With `at` a retry finds what it filed, a return edits it, and another line is another purchase."""
    order = {name: value for name, value in ORDER.items() if name != "id"}
    (first,) = add(api, order)
    (again,) = add(api, order | {"returned": True})
    (other,) = add(api, order | {"lines": [LINE]})

    assert (again["id"], again["status"]) == (first["id"], "edited")
    assert (other["status"], len(read(api))) == ("created", 2)


def test_without_id_and_time_sending_twice_adds_twice(api: Api) -> None:
    """A random id tells two apart, also within one batch; the time is that of receipt."""
    outcomes = add(api, {"merchant": "Loja"}, {"merchant": "Loja"}) + add(api, {"merchant": "Loja"})

    assert len({one["id"] for one in outcomes}) == len(read(api)) == 3
    assert all(one["id"].startswith("pur_") for one in outcomes)
    assert {one["at"] for one in read(api)} == {"2026-03-02T12:00:00Z"}


def test_the_same_id_twice_in_one_batch_is_applied_in_order(api: Api) -> None:
    """Both versions are kept."""
    outcomes = add(api, ORDER, {"id": "o1", "gift": True}, {"id": "o1", "gift": True})

    assert told(outcomes) == [("created", 1), ("edited", 2), ("unchanged", 2)]
    assert [one["gift"] for one in versions(api)] == [False, True]


def test_a_purchase_and_an_item_may_have_one_id(api: Api) -> None:
    """They are two things; each is edited and forgotten by itself."""
    api.add("ana", {"id": "o1", "text": "oi"})
    add(api, ORDER)
    api.forget("ana", ids=["o1"])

    assert api.read("ana") == []
    assert len(read(api)) == 1
    assert told(add(api, ORDER)) == [("unchanged", 1)]


@pytest.mark.parametrize("purchase_id", ["a/b", "100%", " 42 ", "👩‍👩‍👧", "e\u0301", "x" * 256, "' OR 1=1 --", "."])
def test_any_id_round_trips_and_is_compared_exactly(api: Api, purchase_id: str) -> None:
    """An id that the caller gives works in every call that takes one."""
    add(api, {"id": purchase_id, "merchant": "a"}, {"id": f"{purchase_id[:200]}!", "merchant": "b"})

    assert [one["id"] for one in read(api, ids=[purchase_id])] == [purchase_id]
    assert [one["id"] for one in versions(api, purchase_id)] == [purchase_id]
    assert api.forget("ana", purchases=[purchase_id])["forgotten"]["purchases"] == 1
    assert [one["merchant"] for one in read(api)] == ["b"]


def test_everything_sent_comes_back_exactly(api: Api) -> None:
    """Names are returned to the byte, labels in their order, each once."""
    words = " Olá,\r\n\t人工智能 👩‍👩‍👧 e\u0301 \u202e\u2028\"' "
    line = {"name": words, "brand": words, "size": words, "category": words, "labels": [words, "b", "a", "b"]}
    add(api, {"id": "o1", "merchant": words, "lines": [line], "at": "2019-05-01T12:00:00.123456-03:00"})
    (purchase,) = read(api)
    (found,) = purchase["lines"]

    assert (purchase["merchant"], purchase["at"]) == (words, "2019-05-01T15:00:00.123456Z")
    assert [found[name] for name in ("name", "brand", "size", "category")] == [words] * 4
    assert found["labels"] == [words, "b", "a"]


def test_concurrent_writers_of_one_purchase_lose_no_edit(api: Api) -> None:
    """Versions stay linear, and each of twenty edits is one."""
    add(api, ORDER)

    def edit(number: int) -> None:
        add(api, {"id": "o1", "merchant": f"Loja {number}"})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(edit, range(20)))

    assert [one["version"] for one in versions(api)] == list(range(1, 22))
    assert len({one["merchant"] for one in versions(api)}) == 21


# --- Idempotency-Key ------------------------------------------------------------------------------


def sent(api: Api, key: str, *purchases: dict[str, Any]) -> httpx.Response:
    """Send a batch under an Idempotency-Key."""
    return api.post(PATH, {"user_id": "ana", "purchases": list(purchases)}, Idempotency_Key=key)


def test_a_key_gives_the_first_answer_again_and_files_nothing(api: Api) -> None:
    """Also after an edit, for purchases without ids too; what was forgotten since is named no more."""
    batch = [{"merchant": "Loja"}, ORDER, {"merchant": "Velha", "expires": "2001-01-01"}]
    first = sent(api, "k", *batch)
    add(api, {"id": "o1", "gift": True})
    again = sent(api, "k", *batch)

    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json() == first.json()
    assert len(read(api)) == 2

    api.forget("ana", purchases=["o1"])
    late = sent(api, "k", *batch).json()
    assert [one["status"] for one in late["purchases"]] == ["created", "forgotten", "expired"]
    assert late["purchases"][1]["id"] is None
    assert read(api, ids=["o1"]) == []


def test_a_key_is_for_one_request_of_either_noun(api: Api) -> None:
    """Another body under the key is refused, whichever of the two calls had it first; a refused one leaves it free."""
    assert sent(api, "k", {}).status_code == 422
    assert sent(api, "k", ORDER).status_code == 200
    for other in (
        sent(api, "k", ORDER | {"gift": True}),
        api.post("/v1/memory/add", {"user_id": "ana", "items": [{"text": "oi"}]}, Idempotency_Key="k"),
    ):
        assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert (len(read(api)), api.read("ana")) == (1, [])


def test_twenty_requests_under_one_key_at_once_have_one_effect(api: Api) -> None:
    """One is answered first; the others are replays, or are told that it is still running."""
    with ThreadPoolExecutor(20) as pool:
        waiting = [pool.submit(sent, api, "k", {"merchant": "Loja"}) for _ in range(20)]
        answers = [answer.result() for answer in waiting]

    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len({json.dumps(answer.json()) for answer in answers if answer.status_code == 200}) == 1
    assert len(read(api)) == 1


# --- faults ---------------------------------------------------------------------------------------


def test_every_fault_is_listed_by_its_pointer_and_nothing_is_stored(api: Api, store: Store) -> None:
    """A batch is atomic: one bad field anywhere, and none of it is filed."""
    batch: list[Any] = [
        ORDER,
        {},
        {"id": "", "merchant": " ", "at": "ontem"},
        {"merchant": "x", "lines": [{}, {"name": "a", "colour": "b"}, {"size": 42}, "meia"]},
        {"merchant": "x", "gift": None, "returned": "yes", "expires": "nunca"},
        {"lines": [{"brand": "x", "size_system": "br"}, {"brand": "x\x00", "labels": ["", "\u200b"]}]},
        {"merchant": "x", "metadata": {}},
        "o1",
    ]
    answer = api.post(PATH, {"user_id": "ana", "purchases": batch})
    api.accesses.write(store)

    assert answer.status_code == 422
    assert answer.json()["code"] == "purchases_invalid"
    assert [(one["pointer"].removeprefix("/purchases"), one["code"]) for one in answer.json()["errors"]] == [
        ("/1", "nothing_given"),
        ("/2/merchant", "blank"),
        ("/2/id", "too_short"),
        ("/2/at", "not_a_time"),
        ("/3/lines/0", "nothing_given"),
        ("/3/lines/1/colour", "unknown_field"),
        ("/3/lines/2/size", "wrong_type"),
        ("/3/lines/3", "wrong_type"),
        ("/4/gift", "wrong_type"),
        ("/4/returned", "wrong_type"),
        ("/4/expires", "not_a_time"),
        ("/5/lines/0/size_system", "not_allowed"),
        ("/5/lines/1/brand", "text_not_storable"),
        ("/5/lines/1/labels/0", "too_short"),
        ("/5/lines/1/labels/1", "blank"),
        ("/6/metadata", "unknown_field"),
        ("/7", "wrong_type"),
    ]
    assert not any(tables(store, api.project.id).values())


@pytest.mark.parametrize("user_id", [None, "", 42, "x" * 257, "a\x00b", ["ana"], {"$ne": 1}])
@pytest.mark.parametrize("path", [PATH, f"{PATH}/read", f"{PATH}/versions"])
def test_a_missing_or_malformed_person_is_refused_everywhere(api: Api, path: str, user_id: Any) -> None:
    """No call without a person ever means everyone."""
    rest: dict[str, Any] = {PATH: {"purchases": [ORDER]}, f"{PATH}/versions": {"id": "o1"}}.get(path, {})
    for whose in ({}, {"user_id": user_id}):
        answer = api.post(path, whose | rest)
        assert answer.status_code == 422
        assert "/user_id" in [fault["pointer"] for fault in answer.json()["errors"]]


LIMITS: list[tuple[str, Any, Any]] = [
    ("/id", "é" * limits.ID_CHARACTERS, "é" * (limits.ID_CHARACTERS + 1)),
    ("/merchant", "é" * limits.MERCHANT_CHARACTERS, "é" * (limits.MERCHANT_CHARACTERS + 1)),
    ("/lines", [{"name": "x"}] * limits.LINES_OF_A_PURCHASE, [{"name": "x"}] * (limits.LINES_OF_A_PURCHASE + 1)),
    ("/lines/0/name", "é" * limits.LINE_NAME_CHARACTERS, "é" * (limits.LINE_NAME_CHARACTERS + 1)),
    ("/lines/0/brand", "é" * limits.BRAND_CHARACTERS, "é" * (limits.BRAND_CHARACTERS + 1)),
    ("/lines/0/size", "é" * limits.SIZE_CHARACTERS, "é" * (limits.SIZE_CHARACTERS + 1)),
    ("/lines/0/category", "é" * limits.CATEGORY_CHARACTERS, "é" * (limits.CATEGORY_CHARACTERS + 1)),
    ("/lines/0/labels", [f"{n}" for n in range(limits.LABELS_OF_A_LINE)], ["x"] * (limits.LABELS_OF_A_LINE + 1)),
    ("/lines/0/labels/0", "é" * limits.LABEL_CHARACTERS, "é" * (limits.LABEL_CHARACTERS + 1)),
]


@pytest.mark.parametrize(("pointer", "most", "over"), LIMITS, ids=lambda value: str(value)[:24])
def test_each_limit_lets_through_just_what_it_says(api: Api, pointer: str, most: Any, over: Any) -> None:
    """What is at a limit is kept; one more is refused at its pointer and nothing is stored."""
    *path, last = [int(part) if part.isdecimal() else part for part in pointer[1:].split("/")]

    def purchase(value: Any) -> dict[str, Any]:
        made = json.loads(json.dumps(ORDER))
        inner = made
        for part in path:
            inner = inner[part]
        inner[last] = value
        return made

    refused = api.post(PATH, {"user_id": "ana", "purchases": [purchase(over)]})
    assert refused.status_code == 422
    assert [fault["pointer"] for fault in refused.json()["errors"]] == [f"/purchases/0{pointer}"]
    assert read(api) == []
    add(api, purchase(most))
    assert len(read(api)) == 1


def test_a_batch_has_1_to_500_purchases(api: Api) -> None:
    """None, and one more than 500, are refused at the list."""
    for count in (0, limits.PURCHASES_IN_A_BATCH + 1):
        answer = api.post(PATH, {"user_id": "ana", "purchases": [{"merchant": "x"}] * count})
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/purchases"]
    assert len(add(api, *[{"merchant": "x"}] * limits.PURCHASES_IN_A_BATCH)) == limits.PURCHASES_IN_A_BATCH


# --- reading --------------------------------------------------------------------------------------


def test_purchases_are_read_newest_first_by_id_and_time_a_page_at_a_time(api: Api) -> None:
    """`after` is inclusive, `before` exclusive; a walk visits each once, in order of `at` and then of arrival."""
    names = [f"o{n}" for n in range(7)]
    add(api, *({"id": name, "merchant": "x", "at": f"2026-02-0{1 + n // 2}T10:00:00Z"} for n, name in enumerate(names)))

    assert [one["id"] for one in read(api)] == names[::-1]
    assert [one["id"] for one in read(api, order="oldest")] == names
    assert [one["id"] for one in read(api, ids=["o5", "o1", "x"])] == ["o5", "o1"]
    assert read(api, ids=[]) == []
    between = {"after": "2026-02-02T10:00:00Z", "before": "2026-02-03T10:00:00Z"}
    assert [one["id"] for one in read(api, **between)] == ["o3", "o2"]
    walked: list[str] = []
    asked: dict[str, Any] = {"user_id": "ana", "limit": 3}
    while True:
        page = api.post(f"{PATH}/read", asked).json()
        walked += [one["id"] for one in page["purchases"]]
        add(api, {"id": f"new {len(walked)}", "merchant": "x"})
        if page["next_cursor"] is None:
            break
        asked["cursor"] = page["next_cursor"]
    assert walked == names[::-1]


def test_a_cursor_is_good_for_its_own_walk_only(api: Api) -> None:
    """Another person, another question, or the walk over items refuses it."""
    add(api, {"id": "a", "merchant": "x"}, {"id": "b", "merchant": "x"})
    asked = {"user_id": "ana", "limit": 1}
    cursor = api.post(f"{PATH}/read", asked).json()["next_cursor"]

    for path, body in (
        (f"{PATH}/read", asked | {"user_id": "bia"}),
        (f"{PATH}/read", asked | {"order": "oldest"}),
        ("/v1/memory/read", asked),
    ):
        answer = api.post(path, body | {"cursor": cursor})
        assert (answer.status_code, answer.json()["code"]) == (422, "cursor_invalid")


def test_a_purchase_that_is_not_there_has_no_versions(api: Api) -> None:
    """Somebody else's answers as one that nobody has."""
    add(api, ORDER, user_id="bia")
    for name in ("o1", "never was"):
        answer = api.post(f"{PATH}/versions", {"user_id": "ana", "id": name})
        assert (answer.status_code, answer.json()["code"]) == (404, "purchase_not_found")


# --- keys -----------------------------------------------------------------------------------------


def test_filing_and_bringing_in_purchases_need_their_own_scope(server: Server) -> None:
    """A key without `purchases.write` files and imports items, and no purchase; reading takes `items.read`."""
    line = json.dumps({"type": "purchase", **ORDER, "version": 1, "received_at": AT}).encode()
    with (poor := server.project(KeyScope.ITEMS_READ, KeyScope.ITEMS_WRITE)).http:
        answers = [
            poor.post(PATH, {"user_id": "ana", "purchases": [ORDER]}),
            poor.http.post("/v1/memory/import", params={"user_id": "ana"}, content=line),
        ]
        assert read(poor) == []
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert "purchases.write" in answer.json()["message"]
    with (filing := server.project(KeyScope.PURCHASES_WRITE)).http:
        assert told(add(filing, ORDER)) == [("created", 1)]
        assert filing.post(f"{PATH}/read", {"user_id": "ana"}).status_code == 403


def test_the_access_log_names_each_use(api: Api, store: Store) -> None:
    """Who filed and read purchases stands there, with how many."""
    add(api, ORDER, {"id": "o2", "merchant": "x"})
    read(api)
    versions(api)
    api.accesses.write(store)

    listed = api.get("/v1/memory/accesses", user_id="ana")["accesses"]
    assert {(one["verb"], one["items"]) for one in listed} == {
        ("add purchases", 2), ("read purchases", 2), ("purchase versions", 1),
    }  # fmt: skip


def test_what_was_bought_stands_in_no_search_and_no_thread(api: Api) -> None:
    """A purchase is nothing that was said."""
    add(api, ORDER)

    assert api.search("ana", "Tênis Revolution Nike Loja") == []
    assert api.get("/v1/memory/threads", user_id="ana")["threads"] == []
