from __future__ import annotations

import json
from typing import Any

import pytest

from ownwords.actions import upkeep
from ownwords.ports import Store
from tests.running import Api
from tests.storage.contents import counts

END = "2026-03-02T13:00:00Z"


def _file(api: Api, **fields: Any) -> dict[str, Any]:
    item = {"id": "m1", "text": "temporaria xyzzy", "session": "s1", "about": ["a:1"], "author": "Bia"}
    (outcome,) = api.add("ana", item | {"expires": END} | fields)
    return outcome


def _everywhere(api: Api) -> list[Any]:
    """Give what each read path has of the item."""
    whose = {"user_id": "ana"}
    versions = api.post("/v1/memory/versions", {"user_id": "ana", "id": "m1"})
    export = api.http.get("/v1/memory/export", params=whose).text.splitlines()
    return [
        api.read("ana"),
        api.read("ana", ids=["m1"]),
        api.read("ana", session="s1"),
        api.read("ana", about="a:1"),
        api.search("ana", "xyzzy"),
        api.search("ana", "temporaria", filters={"session": "s1"}),
        versions.json().get("versions", []),
        api.get("/v1/memory/threads", **whose)["threads"],
        api.get("/v1/memory/speakers", **whose)["speakers"],
        api.get("/v1/memory/about", **whose)["about"],
        [line for line in export if json.loads(line)["type"] == "item"],
    ]


def test_an_item_is_there_until_its_instant_and_not_at_it(api: Api) -> None:
    """One microsecond before its end every read path shows an item; at the instant none does."""
    _file(api)

    api.clock.set("2026-03-02T12:59:59.999999Z")
    assert all(_everywhere(api))
    api.clock.set(END)
    assert not any(_everywhere(api))


@pytest.mark.parametrize("path", range(11))
def test_the_first_path_that_asks_shows_nothing_either(api: Api, path: int) -> None:
    """No read path depends on another one, or on the sweep, to have looked first."""
    _file(api)
    whose = {"user_id": "ana"}
    api.clock.set(END)
    asks = [
        lambda: api.read("ana"),
        lambda: api.read("ana", ids=["m1"]),
        lambda: api.read("ana", session="s1"),
        lambda: api.read("ana", about="a:1"),
        lambda: api.search("ana", "xyzzy"),
        lambda: api.search("ana", "temporaria", filters={"session": "s1"}),
        lambda: api.post("/v1/memory/versions", {"user_id": "ana", "id": "m1"}).json().get("versions"),
        lambda: api.get("/v1/memory/threads", **whose)["threads"],
        lambda: api.get("/v1/memory/speakers", **whose)["speakers"],
        lambda: api.get("/v1/memory/about", **whose)["about"],
        lambda: "xyzzy" in api.http.get("/v1/memory/export", params=whose).text,
    ]
    assert not asks[path]()


def test_a_cursor_from_before_does_not_show_what_has_ended(api: Api) -> None:
    """The next page of a walk that began before an item's end leaves it out."""
    api.add("ana", {"id": "m2", "text": "fica", "at": "2026-03-02T11:00:00Z"})
    _file(api, at="2026-03-02T10:00:00Z")
    first = api.post("/v1/memory/read", {"user_id": "ana", "limit": 1}).json()
    api.clock.set(END)

    second = api.post("/v1/memory/read", {"user_id": "ana", "limit": 1, "cursor": first["next_cursor"]}).json()

    assert [item["id"] for item in first["items"]] == ["m2"]
    assert second == {"items": [], "next_cursor": None}


def test_a_date_means_the_end_of_that_day_in_utc(api: Api) -> None:
    """`expires: 2026-03-02` holds through the last microsecond of that day, whatever the person's zone."""
    api.http.put("/v1/persons/ana", json={"timezone": "America/Sao_Paulo"})
    _file(api, expires="2026-03-02")

    api.clock.set("2026-03-02T23:59:59.999999Z")
    assert all(_everywhere(api))
    api.clock.set("2026-03-03T00:00:00Z")
    assert not any(_everywhere(api))


def test_an_end_can_be_put_off_and_taken_away(api: Api) -> None:
    """An edit may extend `expires`, and null clears it; leaving it out keeps it."""
    _file(api)
    api.add("ana", {"id": "m1", "text": "temporaria xyzzy dois", "expires": "2026-03-02T14:00:00Z"})
    api.clock.set(END)
    assert all(_everywhere(api))

    api.add("ana", {"id": "m1", "text": "temporaria xyzzy tres"})
    assert api.read("ana")[0]["expires"] == "2026-03-02T14:00:00Z"
    (outcome,) = api.add("ana", {"id": "m1", "text": "temporaria xyzzy tres", "expires": None})
    assert outcome["status"] == "edited"
    api.clock.set("2027-01-01T00:00:00Z")
    assert all(_everywhere(api))
    assert api.read("ana")[0]["expires"] is None


def test_a_past_end_is_accepted_and_nothing_is_stored(api: Api, store: Store) -> None:
    """An item whose end lies in the past answers `expired`, and no row holds anything of it."""
    for end in ("2026-03-01", "2026-03-02T12:00:00Z", "0001-01-01T00:00:00Z"):
        outcome = _file(api, expires=end)
        assert (outcome["status"], outcome["thread_id"], outcome["id"]) == ("expired", None, "m1")

    assert not any(_everywhere(api))
    rows = counts(store, api.project.id)
    assert not any(rows[table] for table in ("item", "version", "passage", "posting", "label", "about", "thread"))


def test_an_edit_to_a_past_end_takes_the_stored_copy_and_its_versions(api: Api, store: Store) -> None:
    """An edit whose `expires` lies in the past removes what was stored of the item, earlier versions too."""
    _file(api)
    _file(api, text="temporaria xyzzy outra vez")

    outcome = _file(api, expires="2020-01-01")

    assert outcome["status"] == "expired"
    assert not any(_everywhere(api))
    rows = counts(store, api.project.id)
    assert not any(rows[table] for table in ("item", "version", "passage", "posting", "label", "about", "thread"))


def test_in_one_batch_an_item_can_come_end_and_come_again(api: Api) -> None:
    """The same id created, ended and created again in one batch: each is answered, the last one stays."""
    outcomes = api.add(
        "ana",
        {"id": "m1", "text": "um"},
        {"id": "m1", "text": "dois", "expires": "2020-01-01"},
        {"id": "m1", "text": "tres"},
    )

    assert [one["status"] for one in outcomes] == ["created", "expired", "created"]
    assert [(item["text"], item["version"]) for item in api.read("ana")] == [("tres", 1)]


def test_the_sweep_removes_for_good_without_any_read(api: Api, store: Store) -> None:
    """`upkeep.expire` alone removes every row of what has ended and leaves a tombstone; the rest stays."""
    _file(api)
    api.add("ana", {"id": "m2", "text": "fica"})
    before = counts(store, api.project.id)
    api.clock.set(END)

    upkeep.expire(api.memory)

    after = counts(store, api.project.id)
    assert (before["item"], after["item"], after["passage"], after["tombstone"]) == (2, 1, 1, 1)
    assert upkeep.expire(api.memory) == 0


def test_an_end_travels_with_an_export(api: Api) -> None:
    """What was temporary is temporary after export and import, and what has ended on the way stays away."""
    _file(api)
    export = api.http.get("/v1/memory/export", params={"user_id": "ana"}).content
    other = Api(api.url, api.key, api.memory, api.project, api.clock, api.accesses)
    api.forget("ana", everything=True)
    line = export.replace(b'"user_id":"ana"', b'"user_id":"bia"')

    with other.http as http:
        answer = http.post("/v1/memory/import", params={"user_id": "bia"}, content=line)
        assert answer.json() == {"created": 1, "held": 0, "forgotten": 0, "expired": 0}
        assert api.read("bia")[0]["expires"] == END
        api.clock.set(END)
        assert api.read("bia") == []
        late = line.replace(b'"user_id":"bia"', b'"user_id":"eva"')
        answer = http.post("/v1/memory/import", params={"user_id": "eva"}, content=late)
        assert answer.json() == {"created": 0, "held": 0, "forgotten": 0, "expired": 1}


@pytest.mark.parametrize(
    "end",
    [
        "", "amanhã", "2026-02-30", "2026-13-01", "20260301", "2026-3-1", "2026-03-01T25:00:00Z", "2026-03-01T10:00Z",
        "2026-03-01T10:00:00+25:00", "9999-12-31T23:59:59-23:59", "0000-01-01", "٢٠٢٦-٠٣-٠١", "2026-03-01\n", 20260301,
        1e9, True, [], {}, "2026-03-01T10:00:00 UTC", "2026-W10-1", "x" * 65, "\x00", "-2026-03-01",
    ],
)  # fmt: skip
def test_a_bad_end_is_refused_by_its_pointer(api: Api, end: Any) -> None:
    """What is no date or time is never read as "no end": 422 with the pointer, and nothing is stored."""
    items = [{"text": "fica"}, {"text": "vai", "expires": end}]

    answer = api.post("/v1/memory/add", {"user_id": "ana", "items": items})

    assert answer.status_code == 422
    assert answer.json()["code"] == "items_invalid"
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/items/1/expires"]
    assert api.read("ana") == []


def test_a_forgotten_message_of_an_ended_one_leaves_speakers_as_if_it_had_never_been(api: Api) -> None:
    """A speaker joined by an item that ends is resolved anew without it."""
    api.add("ana", {"id": "a", "text": "oi", "author": {"id": "U1", "name": "Bia"}})
    api.add("ana", {"id": "b", "text": "oi", "author": {"email": "bia@example.com"}})
    before = api.get("/v1/memory/speakers", user_id="ana")["speakers"]
    api.add("ana", {"id": "c", "text": "oi", "author": {"id": "U1", "email": "bia@example.com"}, "expires": END})
    assert len(api.get("/v1/memory/speakers", user_id="ana")["speakers"]) == 1

    api.clock.set(END)

    assert api.get("/v1/memory/speakers", user_id="ana")["speakers"] == before
