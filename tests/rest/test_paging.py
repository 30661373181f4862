from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread
from typing import Any

import pytest

from tests.running import Api

LISTS = ["threads", "speakers", "about"]


def pages(api: Api, user_id: str, **what: Any) -> Iterator[list[str]]:
    """Walk all pages of a read; each is the ids of its items."""
    cursor: dict[str, str] = {}
    while True:
        answer = api.post("/v1/memory/read", {"user_id": user_id, **what, **cursor})
        assert answer.status_code == 200, answer.text
        yield [item["id"] for item in answer.json()["items"]]
        if answer.json()["next_cursor"] is None:
            return
        cursor = {"cursor": answer.json()["next_cursor"]}


def listed(api: Api, what: str, **query: Any) -> Iterator[list[dict[str, Any]]]:
    """Walk all pages of a list."""
    cursor: dict[str, str] = {}
    while True:
        page = api.get(f"/v1/memory/{what}", user_id="ana", **query, **cursor)
        yield page[what]
        if page["next_cursor"] is None:
            return
        cursor = {"cursor": page["next_cursor"]}


def add_many(api: Api, count: int, user_id: str = "ana", start: int = 0) -> list[str]:
    """Add so many items, a minute apart, two of each time; give their ids."""
    names = [f"m{place}" for place in range(start, start + count)]
    items = [
        {
            "id": name,
            "text": "oi",
            "at": f"2026-02-{1 + place // 2 // 1440:02}T{place // 120 % 24:02}:{place // 2 % 60:02}:00Z",
        }
        for place, name in enumerate(names, start)
    ]
    for first in range(0, count, 500):
        api.add(user_id, *items[first : first + 500])
    return names


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_a_walk_visits_each_of_1001_items_once(api: Api, order: str) -> None:
    """Page after page, each item comes once and in order, also where times are equal."""  # situation 84
    names = add_many(api, 1_001)
    walked = [name for page in pages(api, "ana", order=order, limit=100) for name in page]

    assert walked == (names if order == "oldest" else names[::-1])


@pytest.mark.slow
def test_a_walk_visits_each_of_10001_items_once(api: Api) -> None:
    """Nothing is cut off at any number."""  # situation 84
    names = add_many(api, 10_001)

    assert [name for page in pages(api, "ana", order="oldest", limit=500) for name in page] == names


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_a_walk_visits_each_item_once_while_others_write_and_forget(api: Api, order: str) -> None:
    """What was there all along comes once; nothing comes twice, whatever is added, edited or forgotten."""
    # situation 84
    names = add_many(api, 300)
    end = Event()

    def disturb() -> None:
        place = 0
        while not end.is_set():
            at = f"2026-02-01T{place % 24:02}:{place % 60:02}:30Z"
            api.add(
                "ana", {"id": f"new{place}", "text": "oi", "at": at}, {"id": names[place % 200], "text": f"{place}"}
            )
            api.forget("ana", ids=[names[200 + place % 100]])
            place += 1

    disturbing = Thread(target=disturb)
    disturbing.start()
    try:
        walked = [name for page in pages(api, "ana", order=order, limit=7) for name in page]
    finally:
        end.set()
        disturbing.join(20)

    assert len(walked) == len(set(walked))
    assert set(names[:200]) <= set(walked)
    kept = [name for name in walked if name in set(names[:200])]
    assert kept == (names[:200] if order == "oldest" else names[:200][::-1])


def test_the_default_page_holds_fifty(api: Api) -> None:
    """Without `limit` a page is 50 items, and the cursor leads on."""
    add_many(api, 51)
    assert [len(page) for page in pages(api, "ana")] == [50, 1]


def test_a_page_that_ends_with_the_list_has_no_cursor(api: Api) -> None:
    """Exactly as many items as the limit are one page."""
    add_many(api, 10)
    assert [len(page) for page in pages(api, "ana", limit=10)] == [10]


def test_the_limit_may_change_on_the_way(api: Api) -> None:
    """A cursor is a place in the list, whatever the length of the pages."""
    names = add_many(api, 9)
    first = api.post("/v1/memory/read", {"user_id": "ana", "limit": 2, "order": "oldest"}).json()
    rest = {"user_id": "ana", "limit": 500, "order": "oldest", "cursor": first["next_cursor"]}

    assert [item["id"] for item in api.post("/v1/memory/read", rest).json()["items"]] == names[2:]


def test_a_walk_keeps_its_filters(api: Api) -> None:
    """Each page holds to everything that was asked for on the first."""
    api.add("ana", *({"id": f"m{place}", "text": "oi", "session": "st"[place % 2]} for place in range(20)))
    walked = [name for page in pages(api, "ana", session="s", limit=3, order="oldest") for name in page]

    assert walked == [f"m{place}" for place in range(0, 20, 2)]


def test_a_read_refuses_a_limit_that_is_none(api: Api) -> None:
    """0, -1, a billion, a word and a fraction are faults, never an empty or an endless page."""  # situation 84
    for limit in (0, -1, 1_000_000_000, 501, "x", 1.5, None, True):
        answer = api.post("/v1/memory/read", {"user_id": "ana", "limit": limit})
        assert answer.status_code == 422, limit
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/limit"]


@pytest.mark.parametrize("what", LISTS)
def test_a_list_refuses_a_limit_that_is_none(api: Api, what: str) -> None:
    """The same in a query string."""  # situation 84
    for limit in ("0", "-1", "1e9", "1000000000", "x", "", "1.5"):
        answer = api.http.get(f"/v1/memory/{what}", params={"user_id": "ana", "limit": limit})
        assert answer.status_code == 422, limit
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/limit"]


def test_a_search_refuses_a_limit_that_is_none(api: Api) -> None:
    """A search gives 1 to 100 hits."""  # situation 84
    for limit in (0, -1, 101, 1_000_000_000, "x", None):
        answer = api.post("/v1/memory/search", {"user_id": "ana", "query": "oi", "limit": limit})
        assert answer.status_code == 422, limit
        assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/limit"]


def refuses(api: Api, body: dict[str, Any]) -> bool:
    """Tell whether a read refuses its cursor, and shows nothing."""
    answer = api.post("/v1/memory/read", body)
    return answer.status_code == 422 and answer.json()["code"] == "cursor_invalid" and "items" not in answer.json()


def test_a_cursor_is_bound_to_person_project_and_query(api: Api, server: Any) -> None:
    """It opens no other memory and answers no other question."""
    add_many(api, 5)
    add_many(api, 5, "bia")
    asked = {"user_id": "ana", "limit": 2, "order": "oldest"}
    cursor = api.post("/v1/memory/read", asked).json()["next_cursor"]
    others: list[dict[str, Any]] = [
        {"user_id": "bia"},
        {"order": "newest"},
        {"session": "s"},
        {"kind": "message"},
        {"after": "2026-02-01T00:00:00Z"},
    ]

    assert not refuses(api, {**asked, "cursor": cursor})
    assert all(refuses(api, {**asked, **other, "cursor": cursor}) for other in others)
    with (other := server.project()).http:
        add_many(other, 5)
        assert refuses(other, {**asked, "cursor": cursor})


def test_a_cursor_is_bound_to_its_list(api: Api) -> None:
    """A cursor of read serves no list of threads, and the other way round."""
    api.add(
        "ana", *({"text": "oi", "kind": "note", "about": [f"a:{place}"], "author": f"A{place}"} for place in range(4))
    )
    cursors = [api.get(f"/v1/memory/{what}", user_id="ana", limit=2)["next_cursor"] for what in LISTS]

    for what in LISTS:
        for other, cursor in zip(LISTS, cursors, strict=True):
            answer = api.http.get(f"/v1/memory/{what}", params={"user_id": "ana", "limit": 2, "cursor": cursor})
            assert answer.status_code == (200 if what == other else 422), (what, other)
    assert all(refuses(api, {"user_id": "ana", "cursor": cursor}) for cursor in cursors)


def test_a_cursor_that_was_changed_is_refused(api: Api) -> None:
    """Nobody makes a cursor but the server."""
    add_many(api, 5)
    cursor = api.post("/v1/memory/read", {"user_id": "ana", "limit": 2}).json()["next_cursor"]

    other = "B" if cursor.startswith("A") else "A"
    for changed in (cursor[:-1], f"{other}{cursor[1:]}", f"{cursor}AA", "x" * 40, "*", cursor * 20):
        answer = api.post("/v1/memory/read", {"user_id": "ana", "limit": 2, "cursor": changed})
        assert (answer.status_code, "items" in answer.json()) == (422, False)


@pytest.mark.parametrize("what", LISTS)
def test_a_walk_through_a_list_visits_each_thing_once(api: Api, what: str) -> None:
    """Threads, speakers and what items are about come page by page, each once."""
    items = [{"text": "oi", "kind": "note", "author": f"A{place}", "about": [f"a:{place}"]} for place in range(25)]
    api.add("ana", *items)
    found = list(listed(api, what, limit=4))
    names = [str(one.get("id", one.get("about"))) for page in found for one in page]

    assert [len(page) for page in found] == [4] * 6 + [1]
    assert len(set(names)) == 25


@pytest.mark.parametrize("order", ["newest", "oldest"])
def test_a_walk_through_threads_visits_each_once_while_they_grow(api: Api, order: str) -> None:
    """A thread that gets a new message during the walk is neither missed nor shown twice."""
    for session in range(6):
        api.add(
            "ana", {"id": f"m{session}", "text": "oi", "session": f"s{session}", "at": f"2026-03-02T0{session}:00:00Z"}
        )
    walked: list[str] = []
    for step, page in enumerate(listed(api, "threads", order=order, limit=2)):
        walked += [thread["session"] for thread in page]
        if step == 0:
            # One that was shown already and one that was not, whichever way the walk goes.
            api.add("ana", *({"text": "mais", "session": s, "at": "2026-03-02T11:00:00Z"} for s in ("s0", "s5")))

    assert sorted(walked) == [f"s{session}" for session in range(6)]


def test_a_walk_through_abouts_goes_on_while_others_write(api: Api) -> None:
    """Names that come or go on the way neither double nor hide the others."""
    api.add("ana", *({"id": f"m{place}", "text": "oi", "about": [f"a:{place}"]} for place in range(8)))
    walked: list[str] = []
    for step, page in enumerate(listed(api, "about", limit=3)):
        walked += [entry["about"] for entry in page]
        if step == 0:
            api.add("ana", {"text": "oi", "about": ["a:00", "a:55"]})
            api.forget("ana", ids=["m1"])

    assert sorted(set(walked)) == sorted(walked)
    assert {f"a:{place}" for place in range(8)} <= set(walked)
