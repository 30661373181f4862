from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from ownwords.actions import items as actions
from ownwords.actions import projects
from ownwords.actions.memory import Memory, Whose
from ownwords.domain.items import SentItem
from ownwords.domain.search import Filters
from ownwords.domain.times import Instant
from ownwords.ports import Store
from tests.running import EMBEDDER, NOON, SECRET, Api, MovableClock

FIELDS = [
    "id", "kind", "text", "at", "session", "author", "speaker_id", "role", "origin", "title", "about", "metadata",
    "expires", "version", "thread_id", "received_at",
]  # fmt: skip
HOSTILE = ["' OR 1=1 --", '{"$ne":1}', "*", "%", "_", '"', "|", ")", "\\", "\n", "; DROP TABLE item", "{}", ":project"]


def refused(api: Api, *items: Any, user_id: str = "ana") -> list[tuple[str, str]]:
    """Send a batch that is refused whole, and give pointer and code of each fault."""
    answer = api.post("/v1/memory/add", {"user_id": user_id, "items": list(items)})
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] == "items_invalid"
    assert api.read(user_id) == []
    return [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]]


def versions(api: Api, user_id: str, item_id: str) -> list[dict[str, Any]]:
    """Read every version of an item."""
    answer = api.post("/v1/memory/versions", {"user_id": user_id, "id": item_id})
    assert answer.status_code == 200, answer.text
    return answer.json()["versions"]


def one(api: Api, item_id: str = "m1") -> dict[str, Any]:
    """Read one item of `ana`."""
    (item,) = api.read("ana", ids=[item_id])
    return item


# --- adding ---------------------------------------------------------------------------------------


def test_the_same_batch_twice_changes_nothing(api: Api) -> None:
    """A retry is always safe: the second answer says `unchanged` for each item."""  # situations 1, 2 and 7
    items = [{"id": "m1", "text": "oi"}, {"id": "m2", "text": "tudo bem?"}]
    first = api.add("ana", *items)
    second = api.add("ana", *items)

    assert [one["status"] for one in first] == ["created", "created"]
    assert [one["status"] for one in second] == ["unchanged", "unchanged"]
    assert [one["thread_id"] for one in second] == [one["thread_id"] for one in first]
    assert len(api.read("ana")) == 2


def test_the_answer_says_what_became_of_each_item_in_the_order_sent(api: Api) -> None:
    """Id, status, version, thread and notes of each; counts by status; words are found at once."""
    api.add("ana", {"id": "b", "text": "oi"})
    body = {"user_id": "ana", "items": [{"id": "c", "text": "um"}, {"id": "b", "text": "olá"}]}
    answer = api.post("/v1/memory/add", body).json()

    assert [(one["id"], one["status"], one["version"]) for one in answer["items"]] == [
        ("c", "created", 1),
        ("b", "edited", 2),
    ]
    assert [one["thread_id"] for one in answer["items"]] == [one(api, name)["thread_id"] for name in ("c", "b")]
    assert all(one["notes"] == [] for one in answer["items"])
    assert answer["counts"] == {"created": 1, "edited": 1}
    assert answer["indexed"] in ("pending", "ready")


def test_an_item_reads_as_it_was_sent_and_null_where_nothing_was(api: Api) -> None:
    """Every field is there, in the contract's words; what was not given is null."""
    api.add("ana", {"id": "m1", "text": "oi"})
    item = one(api)

    assert list(item) == FIELDS
    assert {name: value for name, value in item.items() if value is not None} == {
        "id": "m1",
        "kind": "message",
        "text": "oi",
        "at": "2026-03-02T12:00:00Z",
        "origin": "typed",
        "version": 1,
        "thread_id": item["thread_id"],
        "received_at": "2026-03-02T12:00:00Z",
    }


def test_everything_sent_comes_back_exactly(api: Api) -> None:
    """Text, metadata and names are returned to the byte, whatever they hold."""  # situations 41, 67 and 87
    text = "  Olá,\r\n\ttudo bem? 人工智能 👩‍👩‍👧 e\u0301 \u202e ­ "
    metadata: dict[str, Any] = {
        "b": None,
        "a": [1, {"c": 2**63, "d": -1.5e-7}],
        "é": "\u2028",
        "": {"": []},
        "z": 10**30,
    }
    sent: dict[str, Any] = {
        "id": "m1",
        "kind": "message",
        "text": text,
        "at": "2019-05-01T12:00:00.123456-03:00",
        "session": "s/1?x#y%z",
        "author": {"id": "7", "name": "Ann  Lee", "email": "Ann@Example.com", "handle": "@Ann"},
        "role": "user",
        "origin": "transcribed",
        "about": ["brand:Levi's, Inc.", "café", "order:a|b\nc"],
        "metadata": metadata,
        "expires": "2026-12-31",
    }
    before = deepcopy(sent)
    api.add("ana", sent)
    item = one(api)

    assert sent == before
    assert item["text"] == text
    assert json.dumps(item["metadata"]) == json.dumps(metadata)
    assert item["author"] == sent["author"]
    assert item["session"] == sent["session"]
    assert item["about"] == ["brand:Levi's, Inc.", "topic:café", "order:a|b\nc"]
    assert (item["role"], item["origin"]) == ("user", "transcribed")
    assert (item["at"], item["expires"]) == ("2019-05-01T15:00:00.123456Z", "2027-01-01T00:00:00Z")


def test_a_document_has_a_title_and_a_thread_of_its_own(api: Api) -> None:
    """A document reads with its title and without what is for messages only."""
    api.add("ana", {"id": "d", "kind": "document", "text": "# Lei\n\nArt. 1", "title": "Lei"})
    item = one(api, "d")

    assert (item["kind"], item["title"], item["origin"], item["session"]) == ("document", "Lei", None, None)


def test_unrelated_items_stand_beside_each_other(api: Api) -> None:
    """One add never touches what another one filed."""  # situation 8
    api.add("ana", {"id": "1", "text": "我喜欢喝茶"})
    api.add("ana", {"id": "2", "text": "北京下雨了"})

    assert [item["text"] for item in api.read("ana", order="oldest")] == ["我喜欢喝茶", "北京下雨了"]


def test_history_keeps_its_dates(api: Api) -> None:
    """Messages of 2019 filed today stand in 2019, with the time of receipt beside."""  # situation 59
    api.add("ana", {"id": "m1", "text": "oi", "at": "2019-05-01T12:00:00Z", "session": "s"})
    (thread,) = api.get("/v1/memory/threads", user_id="ana")["threads"]

    assert (one(api)["at"], one(api)["received_at"]) == ("2019-05-01T12:00:00Z", "2026-03-02T12:00:00Z")
    assert thread["first_at"] == "2019-05-01T12:00:00Z"


def test_the_zone_of_the_servers_process_changes_no_byte(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times are the same wherever the server runs."""  # situation 58
    item = {"id": "m1", "text": "oi", "at": "2026-03-01T23:30:00", "expires": "2026-03-09"}
    api.add("ana", item)
    here = one(api)
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    time.tzset()
    try:
        api.add("bia", item)
        there = api.read("bia", ids=["m1"])[0]
    finally:
        monkeypatch.delenv("TZ")
        os.environ.pop("TZ", None)
        time.tzset()

    assert there == here


# --- ids ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "item_id",
    ["a/b", "a?b#c", "100%", "%2F", " 42 ", "42", "👩‍👩‍👧", "é", "e\u0301", "A", "a", "x" * 256, ".", *HOSTILE],
)
def test_any_id_round_trips_and_is_compared_exactly(api: Api, item_id: str) -> None:
    """An id that the caller gives works in every call that takes one."""  # situations 21, 48, 57 and 88
    api.add("ana", {"id": item_id, "text": "oi"}, {"id": f"{item_id[:200]}!", "text": "outra"})

    assert [item["id"] for item in api.read("ana", ids=[item_id])] == [item_id]
    assert [version["id"] for version in versions(api, "ana", item_id)] == [item_id]
    assert api.forget("ana", ids=[item_id])["forgotten"]["items"] == 1
    assert [item["text"] for item in api.read("ana")] == ["outra"]


def test_ids_that_differ_only_in_case_spaces_or_accents_are_different_items(api: Api) -> None:
    """`42`, ` 42 `, `a` and `A` are four items."""
    names = ["42", " 42 ", "a", "A", "é", "e\u0301", "e"]
    api.add("ana", *({"id": name, "text": name} for name in names))

    assert len(api.read("ana")) == len(names)


def test_two_projects_and_two_persons_use_the_same_ids(api: Api, server: Any) -> None:
    """The same `id` and `user_id` elsewhere are another item."""  # situations 49 and 52
    api.add("ana", {"id": "m1", "text": "meu"})
    api.add("bia", {"id": "m1", "text": "dela"})
    with (other := server.project()).http:
        other.add("ana", {"id": "m1", "text": "de outro projeto"})
        other.add("ana", {"id": "m1", "text": "mudou"})

        assert [item["text"] for item in other.read("ana")] == ["mudou"]
    assert [item["text"] for item in api.read("ana")] == ["meu"]
    assert [item["text"] for item in api.read("bia")] == ["dela"]
    assert other.http.is_closed


def test_another_persons_item_answers_as_one_that_does_not_exist(api: Api) -> None:
    """Neither read nor versions tells whether somebody else has it."""  # situations 49 and 56
    api.add("ana", {"id": "m1", "text": "oi"})
    answers = [api.post("/v1/memory/versions", {"user_id": "bia", "id": item_id}) for item_id in ("m1", "never was")]
    bodies = [{**answer.json(), "request_id": ""} for answer in answers]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert bodies[0] == bodies[1]
    assert api.read("bia", ids=["m1"]) == []


@pytest.mark.parametrize("path", ["add", "read", "versions", "search", "forget"])
def test_a_missing_or_malformed_person_is_refused_everywhere(api: Api, path: str) -> None:
    """No call without a person ever means everyone."""  # situation 51
    rest = {
        "add": {"items": [{"text": "oi"}]},
        "read": {},
        "versions": {"id": "m1"},
        "search": {"query": "oi"},
        "forget": {"everything": True},
    }
    persons = [None, "", 42, "x" * 257, "a\x00b", ["ana"], {"$ne": 1}]
    for body in [rest[path], *({"user_id": user_id, **rest[path]} for user_id in persons)]:
        answer = api.post(f"/v1/memory/{path}", body)
        assert answer.status_code == 422, body
        assert answer.json()["errors"][0]["pointer"] == "/user_id"


def test_a_star_is_a_persons_name_like_any_other(api: Api) -> None:
    """`*` and `%` name persons, and reach nobody else."""  # situation 51
    api.add("ana", {"id": "m1", "text": "segredo"})

    for user_id in ("*", "%", "' OR 1=1 --"):
        assert api.read(user_id) == []
        assert api.search(user_id, "segredo") == []
        assert api.forget(user_id, everything=True)["forgotten"]["items"] == 0
    assert len(api.read("ana")) == 1


def test_without_an_id_the_same_words_at_the_same_time_are_the_same_item(api: Api) -> None:
    """With `at` and no id, a retry finds what it filed; a minute later it is another item."""  # situations 1 and 3
    item = {"text": "ok", "at": "2026-03-01T10:00:00Z"}
    (first,) = api.add("ana", item)
    (again,) = api.add("ana", {**item, "at": "2026-03-01T07:00:00-03:00"})
    (later,) = api.add("ana", {**item, "at": "2026-03-01T10:01:00Z"})

    assert (again["status"], again["id"]) == ("unchanged", first["id"])
    assert (later["status"], len(api.read("ana"))) == ("created", 2)


def test_without_an_id_the_author_counts_after_normalising(api: Api) -> None:
    """`"Ann"` is `{"name": "Ann"}`."""
    (first,) = api.add("ana", {"text": "ok", "at": "2026-03-01T10:00:00Z", "author": "Ann"})
    (again,) = api.add("ana", {"text": "ok", "at": "2026-03-01T10:00:00Z", "author": {"name": "Ann"}})

    assert (again["status"], again["id"]) == ("unchanged", first["id"])


def test_without_an_id_equal_texts_of_another_author_session_role_or_time_are_others(api: Api) -> None:
    """None of several id-less items of one text is lost."""  # situation 81
    base = {"text": "ok", "at": "2026-03-01T10:00:00Z"}
    others = [{}, {"author": "Ann"}, {"session": "s"}, {"role": "user"}, {"kind": "note"}]
    others += [{"at": "2026-03-01T10:00:01Z"}, {"author": "Bob"}]
    outcomes = api.add("ana", *({**base, **other} for other in others))

    assert [one["status"] for one in outcomes] == ["created"] * len(others)
    assert len({one["id"] for one in outcomes}) == len(api.read("ana")) == len(others)


def test_without_an_id_what_is_not_in_the_name_is_an_edit(api: Api) -> None:
    """The rules of an id apply to a derived one: other metadata of the same words is an edit."""
    item = {"text": "ok", "at": "2026-03-01T10:00:00Z"}
    api.add("ana", item)
    (outcome,) = api.add("ana", {**item, "metadata": {"a": 1}})

    assert (outcome["status"], outcome["version"]) == ("edited", 2)


def test_without_id_and_time_sending_twice_adds_twice(api: Api) -> None:
    """A random id tells two apart, also within one batch and one instant."""
    outcomes = api.add("ana", {"text": "ok"}, {"text": "ok"}) + api.add("ana", {"text": "ok"})

    assert len({one["id"] for one in outcomes}) == len(api.read("ana")) == 3
    assert all(one["id"].startswith("itm_") for one in outcomes)


def test_every_id_that_add_returns_works_in_every_call(api: Api) -> None:
    """Ids that the server made are those that read, versions and forget take."""  # situation 21
    given = api.add("ana", {"text": "um"}, {"text": "dois", "at": "2026-03-01T10:00:00Z"}, {"id": "x", "text": "3"})
    ids = [one["id"] for one in given]

    assert {item["id"] for item in api.read("ana", ids=ids)} == set(ids)
    assert all(versions(api, "ana", item_id) for item_id in ids)
    assert api.forget("ana", ids=ids)["not_found"] == []
    assert api.read("ana") == []


# --- edits ----------------------------------------------------------------------------------------


def test_an_edit_replaces_the_copy_and_keeps_the_earlier_version(api: Api) -> None:
    """Read gives the new words, versions both, oldest first and the current one last."""
    api.add("ana", {"id": "m1", "text": "calço 42"})
    api.clock.advance(60)
    (outcome,) = api.add("ana", {"id": "m1", "text": "calço 41"})
    first, current = versions(api, "ana", "m1")

    assert (outcome["status"], outcome["version"]) == ("edited", 2)
    assert (one(api)["text"], one(api)["version"]) == ("calço 41", 2)
    assert (first["text"], first["version"], first["replaced_at"]) == ("calço 42", 1, "2026-03-02T12:01:00Z")
    assert (first["received_at"], current["received_at"]) == ("2026-03-02T12:00:00Z", "2026-03-02T12:01:00Z")
    assert (current["text"], current["version"], current["replaced_at"]) == ("calço 41", 2, None)
    assert list(first) == [*FIELDS, "replaced_at"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("text", ["um", "dois"]),
        ("session", ["s", "t"]),
        ("role", ["user", "assistant"]),
        ("origin", ["typed", "pasted"]),
        ("author", ["Ann", {"name": "Ann", "id": "1"}]),
        ("about", [["a"], ["a", "b"]]),
        ("metadata", [{"a": 1}, {"a": 2}]),
        ("expires", ["2027-01-01", "2027-01-02"]),
    ],
)
def test_each_field_of_content_makes_an_edit(api: Api, field: str, values: list[Any]) -> None:
    """Another value of any content field is a new version; the same value again is not."""
    for value, status in zip([*values, values[1]], ["created", "edited", "unchanged"], strict=True):
        (outcome,) = api.add("ana", {"id": "m1", "text": "oi", field: value})
        assert outcome["status"] == status


def test_the_order_of_keys_in_metadata_is_no_change(api: Api) -> None:
    """Metadata is compared as JSON."""
    api.add("ana", {"id": "m1", "text": "oi", "metadata": {"a": 1, "b": {"c": 1, "d": 2}}})
    (outcome,) = api.add("ana", {"id": "m1", "text": "oi", "metadata": {"b": {"d": 2, "c": 1}, "a": 1}})

    assert outcome["status"] == "unchanged"


def test_a_stored_date_never_moves(api: Api) -> None:
    """Another `at` is ignored and noted, with an edit or without; the same one in another zone is not noted."""
    api.add("ana", {"id": "m1", "text": "oi", "at": "2026-03-01T10:00:00Z"})
    (same,) = api.add("ana", {"id": "m1", "text": "oi", "at": "2026-03-01T07:00:00-03:00"})
    (other,) = api.add("ana", {"id": "m1", "text": "oi", "at": "2026-03-01T11:00:00Z"})
    (edited,) = api.add("ana", {"id": "m1", "text": "olá", "at": "2026-03-01T11:00:00Z"})

    assert (same["status"], same["notes"]) == ("unchanged", [])
    assert (other["status"], other["notes"]) == ("unchanged", ["at_kept"])
    assert (edited["status"], edited["notes"]) == ("edited", ["at_kept"])
    assert one(api)["at"] == "2026-03-01T10:00:00Z"


def test_forgetting_and_adding_again_is_how_an_item_moves_in_time(api: Api) -> None:
    """After a forget the id is free: a new item, a new `at`, version 1, no history."""
    api.add("ana", {"id": "m1", "text": "oi", "at": "2026-03-01T10:00:00Z"})
    api.add("ana", {"id": "m1", "text": "olá"})
    api.forget("ana", ids=["m1"])
    (outcome,) = api.add("ana", {"id": "m1", "text": "olá", "at": "2026-02-01T10:00:00Z"})

    assert (outcome["status"], outcome["version"], outcome["notes"]) == ("created", 1, [])
    assert [version["at"] for version in versions(api, "ana", "m1")] == ["2026-02-01T10:00:00Z"]


def test_a_field_left_out_is_kept(api: Api) -> None:
    """An edit of the text keeps every other field as it was."""  # situation 86
    full = {
        "session": "s",
        "author": {"id": "7", "name": "Ann"},
        "role": "user",
        "origin": "forwarded",
        "about": ["brand:A"],
        "metadata": {"a": 1},
        "expires": "2027-01-01",
    }
    api.add("ana", {"id": "m1", "text": "um", **full})
    before = one(api)
    api.add("ana", {"id": "m1", "text": "dois"})
    kept = set(FIELDS) - {"text", "version"}

    assert {name: one(api)[name] for name in kept} == {name: before[name] for name in kept}


def test_null_clears_what_can_be_cleared(api: Api) -> None:
    """`about`, `metadata`, `expires`, `author` and `title` go with a null."""  # situation 86
    clearable = {"about": ["a"], "metadata": {"a": 1}, "expires": "2027-01-01", "author": "Ann"}
    api.add("ana", {"id": "m1", "text": "um", **clearable})
    api.add("ana", {"id": "d1", "kind": "note", "text": "um", "title": "Título"})
    api.add("ana", {"id": "m1", "text": "um", **dict.fromkeys(clearable)}, {"id": "d1", "text": "um", "title": None})

    assert [one(api)[name] for name in clearable] == [None] * 4
    assert one(api, "d1")["title"] is None


def test_null_for_any_other_field_is_a_fault(api: Api) -> None:
    """Nothing but the five fields can be null."""
    for field in ("id", "kind", "text", "at", "session", "role", "origin"):
        found = refused(api, {"id": "m1", "text": "oi", field: None})
        assert [pointer for pointer, _ in found] == [f"/items/0/{field}"]


def test_null_on_a_first_add_is_the_same_as_leaving_out(api: Api) -> None:
    """Nulls make no version and no difference."""
    api.add("ana", {"id": "m1", "text": "oi"})
    nulls = dict.fromkeys(["about", "metadata", "expires", "author"])
    (outcome,) = api.add("ana", {"id": "m1", "text": "oi", **nulls})

    assert outcome["status"] == "unchanged"


def test_sent_fields_replace_whole_and_are_never_merged(api: Api) -> None:
    """Metadata, about and author of an edit stand alone."""
    api.add("ana", {"id": "m1", "text": "oi", "metadata": {"a": 1}, "about": ["a"], "author": {"id": "1", "name": "A"}})
    api.add("ana", {"id": "m1", "text": "oi", "metadata": {"b": 2}, "about": ["b"], "author": {"name": "B"}})
    item = one(api)

    assert (item["metadata"], item["about"], item["author"]) == ({"b": 2}, ["topic:b"], {"name": "B"})


def test_an_empty_title_is_a_title(api: Api) -> None:
    """`""` is stored as it was sent, not dropped and not kept from before."""  # situation 86
    api.add("ana", {"id": "d1", "kind": "note", "text": "um", "title": "Título"})
    api.add("ana", {"id": "d1", "text": "um", "title": ""})

    assert one(api, "d1")["title"] == ""


def test_the_same_id_twice_in_one_batch_is_applied_in_order(api: Api) -> None:
    """The last one wins, and both versions are kept."""  # situation 11
    outcomes = api.add("ana", {"id": "m1", "text": "um"}, {"id": "x", "text": "x"}, {"id": "m1", "text": "dois"})

    assert [(one["status"], one["version"]) for one in outcomes] == [("created", 1), ("created", 1), ("edited", 2)]
    assert [version["text"] for version in versions(api, "ana", "m1")] == ["um", "dois"]


def test_a_batch_can_edit_twice_and_end_where_it_began(api: Api) -> None:
    """Each edit of a batch counts, also one that returns to the first words."""
    api.add("ana", {"id": "m1", "text": "um"})
    outcomes = api.add("ana", {"id": "m1", "text": "dois"}, {"id": "m1", "text": "um"}, {"id": "m1", "text": "um"})

    assert [(one["status"], one["version"]) for one in outcomes] == [("edited", 2), ("edited", 3), ("unchanged", 3)]
    assert [version["text"] for version in versions(api, "ana", "m1")] == ["um", "dois", "um"]


def test_what_was_said_only_in_earlier_words_is_not_found(api: Api) -> None:
    """After an edit neither the old text nor the old about, session or metadata finds it."""  # situation 16
    old = {"session": "antes", "about": ["brand:antiga"], "metadata": {"canal": "velho"}}
    new = {"session": "agora", "about": ["brand:nova"], "metadata": {"canal": "novo"}}
    api.add("ana", {"id": "m1", "text": "abacate maduro", **old})
    api.add("ana", {"id": "m1", "text": "banana maduro", **new})

    assert api.search("ana", "abacate") == []
    assert api.read("ana", session="antes") == api.read("ana", about="brand:antiga") == []
    for name, value in (("session", "antes"), ("about", "brand:antiga"), ("metadata", {"canal": "velho"})):
        assert api.search("ana", "maduro", filters={name: value}) == []
    for name, value in (("session", "agora"), ("about", "brand:nova"), ("metadata", {"canal": "novo"})):
        assert len(api.search("ana", "maduro", filters={name: value})) == 1
    assert [entry["about"] for entry in api.get("/v1/memory/about", user_id="ana")["about"]] == ["brand:nova"]


def test_versions_tell_what_each_version_said(api: Api) -> None:
    """An earlier version keeps all of its content, also the fields that were cleared."""
    api.add("ana", {"id": "m1", "text": "um", "author": "Ann", "metadata": {"a": 1}, "about": ["a"], "session": "s"})
    api.add("ana", {"id": "m1", "text": "um", "author": None, "metadata": None, "about": None, "session": "t"})
    first, last = versions(api, "ana", "m1")
    names = ("author", "metadata", "about", "session")

    assert [first[name] for name in names] == [{"name": "Ann"}, {"a": 1}, ["topic:a"], "s"]
    assert [last[name] for name in names] == [None, None, None, "t"]


# --- expiry ---------------------------------------------------------------------------------------


def test_what_ended_before_it_came_is_accepted_and_gone(api: Api) -> None:
    """A past `expires` is no fault: the outcome is `expired` and nothing is held."""  # situation 31
    (outcome,) = api.add("ana", {"id": "m1", "text": "abacate", "expires": "2026-03-01"})

    assert (outcome["status"], outcome["thread_id"]) == ("expired", None)
    assert api.read("ana") == api.search("ana", "abacate") == []
    assert api.get("/v1/memory/threads", user_id="ana")["threads"] == []


def test_an_edit_with_a_past_end_removes_what_is_held(api: Api) -> None:
    """The item goes with all its versions, and its id is free again."""
    api.add("ana", {"id": "m1", "text": "abacate"})
    (outcome,) = api.add("ana", {"id": "m1", "text": "abacate", "expires": "2026-03-01"})
    (again,) = api.add("ana", {"id": "m1", "text": "banana"})

    assert (outcome["status"], again["status"], again["version"]) == ("expired", "created", 1)
    assert api.search("ana", "abacate") == []


def test_a_batch_can_end_an_item_and_begin_it_anew(api: Api) -> None:
    """Held, ended and added again in one batch: a new item, first version."""
    api.add("ana", {"id": "m1", "text": "um", "at": "2026-03-01T10:00:00Z"})
    outcomes = api.add(
        "ana", {"id": "m1", "text": "um", "expires": "2026-03-01"}, {"id": "m1", "text": "dois", "expires": None}
    )

    assert [one["status"] for one in outcomes] == ["expired", "created"]
    assert [(item["text"], item["at"]) for item in api.read("ana")] == [("dois", "2026-03-02T12:00:00Z")]


def test_a_date_means_the_end_of_that_day_in_utc(api: Api) -> None:
    """Up to the last moment of the day it reads; at midnight it is gone."""  # situation 33
    api.add("ana", {"id": "m1", "text": "abacate", "expires": "2026-03-02", "metadata": {"a": 1}, "about": ["b"]})
    api.clock.set("2026-03-02T23:59:59.999999Z")
    assert len(api.read("ana")) == len(api.search("ana", "abacate")) == 1

    api.clock.set("2026-03-03T00:00:00Z")
    assert api.read("ana") == api.search("ana", "abacate") == api.read("ana", ids=["m1"]) == []
    assert api.get("/v1/memory/threads", user_id="ana")["threads"] == []
    assert api.get("/v1/memory/about", user_id="ana")["about"] == []
    assert api.post("/v1/memory/versions", {"user_id": "ana", "id": "m1"}).status_code == 404


def test_an_end_can_be_put_off_and_cleared_by_edits(api: Api) -> None:
    """The last `expires` counts: extended it lives on, cleared by null it stays."""  # situation 33
    api.add("ana", {"id": "m1", "text": "um", "expires": "2026-03-03T00:00:00Z"})
    api.add("ana", {"id": "m2", "text": "dois", "expires": "2026-03-03T00:00:00Z"})
    api.add("ana", {"id": "m1", "text": "um", "expires": "2026-03-05T00:00:00Z"}, {"id": "m2", "text": "dois!"})
    api.clock.set("2026-03-03T00:00:00Z")
    assert [item["id"] for item in api.read("ana")] == ["m1"]

    api.add("ana", {"id": "m1", "text": "um", "expires": None})
    api.clock.set("2030-01-01T00:00:00Z")
    assert [item["id"] for item in api.read("ana")] == ["m1"]


def test_what_two_items_say_is_still_found_when_one_ends(api: Api) -> None:
    """The survivor is found, and it alone."""  # situation 32
    api.add("ana", {"id": "m1", "text": "gosto de abacate", "expires": "2026-03-02"})
    api.add("ana", {"id": "m2", "text": "adoro abacate"})
    api.clock.set("2026-03-03T00:00:00Z")

    assert [hit["items"][0]["id"] for hit in api.search("ana", "abacate")] == ["m2"]


def test_a_read_does_not_fail_where_something_ends_while_it_is_on_its_way(store: Store) -> None:
    """However many ends come one after the other between its steps, it shows what is left."""
    clock = MovableClock()
    memory = Memory.of(store, clock, SECRET, EMBEDDER)
    whose = Whose(projects.create(memory, "test", 1_234_567), "ana")
    ends = [SentItem("oi", id=f"m{second}", expires=Instant(NOON + second * 1_000_000)) for second in range(1, 60)]
    actions.add(memory, whose, [*ends, SentItem("fica", id="m")])
    ticking = Memory.of(store, TickingClock(NOON), SECRET, EMBEDDER)

    def ids() -> list[str]:
        found = actions.page(ticking, whose, Filters(), newest_first=True, after=None, most=100)
        return [one.item.id for one in found]

    assert "m" in ids()
    assert "m1" not in ids()


@dataclass
class TickingClock:
    """A clock on which a second goes by each time it is looked at."""

    instant: Instant

    def now(self) -> Instant:
        """Give the time."""
        self.instant = Instant(self.instant + 1_000_000)
        return self.instant


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "pointer", "code"),
    [
        ("id", 42, "/id", "wrong_type"),
        ("id", "", "/id", "too_short"),
        ("id", "x" * 257, "/id", "too_long"),
        ("kind", "memory", "/kind", "not_allowed"),
        ("text", 42, "/text", "wrong_type"),
        ("text", "", "/text", "text_blank"),
        ("text", " \u200b\n", "/text", "text_blank"),
        ("text", "x" * (64 * 1024 + 1), "/text", "text_too_long"),
        ("text", "a\x00b", "/text", "text_not_storable"),
        ("at", "yesterday", "/at", "not_a_time"),
        ("at", 1772366400, "/at", "wrong_type"),
        ("at", "2026-02-30T00:00:00Z", "/at", "not_a_time"),
        ("session", 7, "/session", "wrong_type"),
        ("session", "", "/session", "too_short"),
        ("author", 42, "/author", "wrong_type"),
        ("author", {}, "/author", "nothing_given"),
        ("author", {"id": 42}, "/author/id", "wrong_type"),
        ("author", {"nome": "Ann"}, "/author/nome", "unknown_field"),
        ("author", {"id": "x" * 300}, "/author/id", "too_long"),
        ("author", {"self": "yes"}, "/author/self", "wrong_type"),
        ("role", "admin", "/role", "not_allowed"),
        ("origin", "spoken", "/origin", "not_allowed"),
        ("about", "brand:A", "/about", "wrong_type"),
        ("about", ["x"] * 21, "/about", "too_many"),
        ("about", ["a", "x" * 129], "/about/1", "too_long"),
        ("about", ["a", ""], "/about/1", "too_short"),
        ("about", [7], "/about/0", "wrong_type"),
        ("author", "x" * 257, "/author/name", "too_long"),
        ("author", {"email": ""}, "/author/email", "too_short"),
        ("metadata", [], "/metadata", "wrong_type"),
        ("metadata", {"a": "x" * 16_384}, "/metadata", "too_long"),
        ("metadata", {"a": {"b/c": "\x00"}}, "/metadata/a/b~1c", "text_not_storable"),
        ("expires", "soon", "/expires", "not_a_time"),
        ("expires", "2026-02-30", "/expires", "not_a_time"),
        ("expires", 0, "/expires", "wrong_type"),
        ("title", "Título", "/title", "field_not_for_kind"),
        ("colour", "red", "/colour", "unknown_field"),
    ],
)
def test_every_malformed_field_is_named_by_its_pointer(
    api: Api, field: str, value: object, pointer: str, code: str
) -> None:
    """A field of the wrong type, out of its limit or unknown is refused, and nothing is stored."""
    # situations 31, 48 and 89
    found = refused(api, {"id": "ok", "text": "oi"}, {"id": "m1", "text": "oi", field: value})

    assert (f"/items/1{pointer}", code) in found
    assert all(place.startswith(f"/items/1/{field}") for place, _ in found)


def test_fields_that_are_not_for_the_kind_are_refused_by_name(api: Api) -> None:
    """A document has no session, role or origin; also where the kind is known from memory alone."""
    found = refused(api, {"kind": "document", "text": "x", "session": "s", "role": "user", "origin": "typed"})

    assert found == [(f"/items/0/{name}", "field_not_for_kind") for name in ("session", "role", "origin")]
    api.add("bia", {"id": "n", "kind": "note", "text": "x"})
    answer = api.post("/v1/memory/add", {"user_id": "bia", "items": [{"id": "n", "text": "x", "role": "user"}]})
    assert [fault["code"] for fault in answer.json()["errors"]] == ["field_not_for_kind"]


def test_the_kind_is_fixed_once_stored(api: Api) -> None:
    """Another kind for a held id is a fault, also within one batch."""
    found = refused(api, {"id": "a", "text": "x"}, {"id": "a", "kind": "note", "text": "x"})

    assert ("/items/1/kind", "item_kind_fixed") in found


def test_nothing_of_a_batch_is_stored_unless_all_of_it_is(api: Api) -> None:
    """One bad item of 500 refuses the batch, with the one pointer."""  # situation 89
    items: list[dict[str, Any]] = [{"id": f"m{place}", "text": f"palavra{place}"} for place in range(500)]
    items[321]["role"] = "admin"

    assert refused(api, *items) == [("/items/321/role", "not_allowed")]
    assert api.search("ana", "palavra7") == []
    assert api.get("/v1/memory/threads", user_id="ana")["threads"] == []


def test_a_batch_that_holds_an_edit_and_a_fault_leaves_the_stored_as_it_was(api: Api) -> None:
    """Neither the edit nor a version of it is kept."""
    api.add("ana", {"id": "m1", "text": "um"})
    body = {"user_id": "ana", "items": [{"id": "m1", "text": "dois"}, {"id": "m1", "kind": "note", "text": "três"}]}

    assert api.post("/v1/memory/add", body).status_code == 422
    assert [version["text"] for version in versions(api, "ana", "m1")] == ["um"]


def test_every_fault_of_a_batch_is_listed(api: Api) -> None:
    """Faults of shape and faults of rules come together, each with its pointer."""
    found = refused(
        api,
        {"id": "a", "text": "oi", "colour": "red", "at": "now"},
        {"text": " "},
        {"kind": "message", "text": "x" * 70_000},
        {"text": "oi", "role": "assistant", "author": {"self": True}},
        {"kind": "note", "text": "oi", "session": "s"},
        {"id": "b", "text": "oi"},
        {"id": "b", "kind": "note", "text": "oi"},
    )

    assert set(found) == {
        ("/items/0/colour", "unknown_field"),
        ("/items/0/at", "not_a_time"),
        ("/items/1/text", "text_blank"),
        ("/items/2/text", "text_too_long"),
        ("/items/3/author/self", "machine_is_not_the_person"),
        ("/items/4/session", "field_not_for_kind"),
        ("/items/6/kind", "item_kind_fixed"),
    }


def test_every_broken_rule_of_a_well_formed_batch_is_listed(api: Api) -> None:
    """Where no field is malformed, all the rules are named at once."""
    found = refused(
        api,
        {"text": " "},
        {"text": "x" * 70_000},
        {"text": "oi", "role": "tool", "author": {"self": True}},
        {"kind": "note", "text": " ", "session": "s"},
    )

    assert found == [
        ("/items/0/text", "text_blank"),
        ("/items/1/text", "text_too_long"),
        ("/items/2/author/self", "machine_is_not_the_person"),
        ("/items/3/session", "field_not_for_kind"),
        ("/items/3/text", "text_blank"),
    ]


def test_every_way_to_file_an_item_finds_the_same_item(api: Api) -> None:
    """Alone, in a batch or by an import: what is held already is held once."""  # situation 9
    items = [{"text": "ok", "at": "2026-03-01T10:00:00Z", "author": "Ann"}, {"id": "m1", "text": "oi"}]
    for item in items:
        api.add("ana", item)
    batch = api.add("ana", *items)
    lines = api.http.get("/v1/memory/export", params={"user_id": "ana"}).content
    brought = api.http.post("/v1/memory/import", params={"user_id": "ana"}, content=lines)

    assert [one["status"] for one in batch] == ["unchanged", "unchanged"]
    assert (brought.json()["created"], brought.json()["held"]) == (0, 2)
    assert len(api.read("ana")) == 2


@pytest.mark.parametrize(("count", "code"), [(0, "too_few"), (501, "too_many")])
def test_a_batch_holds_one_to_five_hundred_items(api: Api, count: int, code: str) -> None:
    """None and 501 are refused."""
    assert refused(api, *({"text": "oi"} for _ in range(count))) == [("/items", code)]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"user_id":"ana","items":[{"text":"oi"}],"items":[]}',
        b'{"user_id":"ana","items":[{"text":"oi","metadata":{"a":NaN}}]}',
        b'{"user_id":"ana","items":[{"text":"oi","metadata":{"a":1,"a":2}}]}',
        b'{"user_id":"ana","items":[{"text":"oi","metadata":{"a":-Infinity}}]}',
        b'{"user_id":"ana","items":[{"text":"\xff"}]}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_json_is_refused_as_such(api: Api, body: bytes) -> None:
    """Malformed JSON, duplicate keys, NaN and Infinity: 400 `invalid_json`."""  # situation 87
    answer = api.http.post("/v1/memory/add", content=body, headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_json")
    assert api.read("ana") == []


@pytest.mark.parametrize(
    ("metadata", "pointer", "code"),
    [
        ('{"a":' + "9" * 5_000 + "}", "/items/0/metadata/a", "number_not_storable"),
        ('{"a":1e999}', "/items/0/metadata/a", "number_not_storable"),
        ('{"a":' + "[" * 100 + "]" * 100 + "}", "/items/0/metadata", "too_deep"),
        ('{"a":"\\ud83d"}', "/items/0/metadata/a", "text_not_storable"),
    ],
)
def test_metadata_that_can_not_be_kept_exactly_is_refused(api: Api, metadata: str, pointer: str, code: str) -> None:
    """Nothing is silently repaired: huge numbers, depth and lone surrogates are named."""  # situation 87
    body = '{"user_id":"ana","items":[{"text":"oi","metadata":' + metadata + "}]}"
    answer = api.http.post("/v1/memory/add", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 422
    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [(pointer, code)]


def test_metadata_decides_nothing_but_metadata(api: Api) -> None:
    """Keys named `user_id`, `id`, `author`, `self` in metadata are only metadata."""  # situation 47
    metadata = {"user_id": "bia", "id": "x", "author": {"self": True}, "person": "bia", "speaker_id": "s", "at": "now"}
    api.add("ana", {"id": "m1", "text": "oi", "metadata": metadata})
    item = one(api)

    assert (item["id"], item["author"], item["speaker_id"], item["metadata"]) == ("m1", None, None, metadata)
    assert api.read("bia") == []
    assert api.get("/v1/memory/speakers", user_id="ana")["speakers"] == []


def test_a_name_that_read_gives_back_can_be_asked_for(api: Api) -> None:
    """The longest bare name is filed under a name that every call takes."""
    api.add("ana", {"id": "m1", "text": "oi", "about": ["x" * 122]})
    longest = api.post("/v1/memory/add", {"user_id": "ana", "items": [{"text": "oi", "about": ["x" * 128]}]})

    assert longest.status_code in (200, 422)
    for item in api.read("ana"):
        (name,) = item["about"]
        answer = api.post("/v1/memory/read", {"user_id": "ana", "about": name})
        assert answer.status_code == 200, answer.text
        assert [found["id"] for found in answer.json()["items"]] == [item["id"]]


# --- several at once ------------------------------------------------------------------------------


def test_fifty_identical_adds_at_once_file_one_item(api: Api) -> None:
    """Check and insert are one: of parallel retries one creates and the others find it."""  # situation 6
    item = {"text": "ok", "at": "2026-03-01T10:00:00Z"}
    with ThreadPoolExecutor(50) as pool:
        waiting = [pool.submit(api.add, "ana", item) for _ in range(50)]
        outcomes = [one for added in waiting for one in added.result()]

    assert sorted(one["status"] for one in outcomes) == ["created"] + ["unchanged"] * 49
    assert len({one["id"] for one in outcomes}) == len(api.read("ana")) == 1
    assert len(versions(api, "ana", outcomes[0]["id"])) == 1


def test_twenty_concurrent_edits_leave_twenty_one_versions(api: Api) -> None:
    """Versions stay linear, no edit is lost, and the last commit is what reads."""  # situation 74
    api.add("ana", {"id": "m1", "text": "0", "metadata": {"a": 0}})
    with ThreadPoolExecutor(20) as pool:
        edits = [{"id": "m1", "text": str(place), "about": [f"n:{place}"]} for place in range(1, 21)]
        waiting = [pool.submit(api.add, "ana", edit) for edit in edits]
        outcomes = [one for added in waiting for one in added.result()]
    found = versions(api, "ana", "m1")

    assert sorted(one["version"] for one in outcomes) == list(range(2, 22))
    assert [version["version"] for version in found] == list(range(1, 22))
    assert sorted(int(version["text"]) for version in found) == list(range(21))
    assert all(version["metadata"] == {"a": 0} for version in found)
    assert one(api)["text"] == found[-1]["text"]
    assert [hit["items"][0]["id"] for hit in api.search("ana", found[-1]["text"])] == ["m1"]


def test_concurrent_edits_of_different_fields_keep_each_other(api: Api) -> None:
    """A field that an edit leaves out is the one that another edit just wrote."""  # situation 74
    api.add("ana", {"id": "m1", "text": "oi"})
    edits: list[dict[str, Any]] = [
        {"about": ["a"]},
        {"metadata": {"a": 1}},
        {"author": "Ann"},
        {"role": "user"},
        {"expires": "2027-01-01"},
    ]
    with ThreadPoolExecutor(5) as pool:
        for waiting in [pool.submit(api.add, "ana", {"id": "m1", "text": "oi", **edit}) for edit in edits]:
            waiting.result()
    item = one(api)

    assert item["version"] == 6
    assert (item["about"], item["metadata"], item["author"]) == (["topic:a"], {"a": 1}, {"name": "Ann"})
    assert (item["role"], item["expires"]) == ("user", "2027-01-02T00:00:00Z")


def test_what_was_added_is_found_as_soon_as_the_answer_is_there(api: Api) -> None:
    """Read, search and threads show it in the same instant."""  # situation 82
    for place, word in enumerate(["abacate", "banana", "caju", "damasco"]):
        api.add("ana", {"id": f"m{place}", "text": word, "session": "s"})
        assert api.search("ana", word)[0]["text"] == word
        assert len(api.read("ana")) == place + 1
        assert api.get("/v1/memory/threads", user_id="ana")["threads"][0]["items"] == place + 1


def test_a_retry_after_a_lost_connection_finds_what_was_filed(api: Api) -> None:
    """A client that went away before the answer sends the same body, and nothing is doubled."""  # situation 1
    body = {"user_id": "ana", "items": [{"id": "m1", "text": "oi"}, {"text": "ok", "at": "2026-03-01T10:00:00Z"}]}
    impatient = httpx.Timeout(30, read=0.000_001)
    with suppress(httpx.ReadTimeout):  # on a busy machine the answer may be there before anybody could miss it
        api.http.post("/v1/memory/add", json=body, timeout=impatient)
    answer = api.post("/v1/memory/add", body)

    assert answer.status_code == 200
    assert len(api.read("ana")) == 2
    assert all(len(versions(api, "ana", item["id"])) == 1 for item in api.read("ana"))


# --- reading --------------------------------------------------------------------------------------


def test_read_filters_by_each_field_and_by_all_together(api: Api) -> None:
    """Ids, thread, session, about, kind, speaker and time narrow; everything given must hold."""
    api.add(
        "ana",
        {"id": "a", "text": "um", "at": "2026-03-01T10:00:00Z", "session": "s", "author": "Ann", "about": ["x:1"]},
        {"id": "b", "text": "dois", "at": "2026-03-01T11:00:00Z", "session": "s", "author": "Bob", "about": ["x:1"]},
        {"id": "c", "text": "três", "at": "2026-03-01T12:00:00Z", "session": "t", "author": "Ann"},
        {"id": "d", "text": "quatro", "at": "2026-03-01T13:00:00Z", "kind": "note", "about": ["x:2"]},
    )
    ann = one(api, "a")["speaker_id"]

    def found(**what: Any) -> list[str]:
        return [item["id"] for item in api.read("ana", order="oldest", **what)]

    assert found(ids=["c", "a", "nobody"]) == ["a", "c"]
    assert found(ids=[]) == []
    assert found(thread_id=one(api, "a")["thread_id"]) == ["a", "b"]
    assert found(session="s") == ["a", "b"]
    assert found(about="x:1") == ["a", "b"]
    assert found(kind="note") == ["d"]
    assert found(speaker_id=ann) == ["a", "c"]
    assert found(after="2026-03-01T11:00:00Z", before="2026-03-01T13:00:00Z") == ["b", "c"]
    assert found(session="s", speaker_id=ann) == ["a"]
    assert found(session="s", kind="note") == []


def test_read_is_newest_first_unless_asked_otherwise(api: Api) -> None:
    """Order is by `at`; of equal times, the one that came last is the newer."""  # situation 64
    api.add("ana", {"id": "b", "text": "x", "at": "2026-03-01T10:00:00Z"})
    api.add(
        "ana",
        {"id": "a", "text": "x", "at": "2026-03-01T10:00:00Z"},
        {"id": "c", "text": "x", "at": "2020-01-01T00:00:00Z"},
    )

    assert [item["id"] for item in api.read("ana")] == ["a", "b", "c"]
    assert [item["id"] for item in api.read("ana", order="oldest")] == ["c", "b", "a"]


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_values_are_values_in_every_field(api: Api, value: str) -> None:
    """A quote, a star or an operator is only a string: it finds what holds it and widens nothing."""  # situation 57
    api.add("ana", {"id": "other", "text": "outra coisa", "session": "s", "about": ["a:b"], "metadata": {"k": "v"}})
    hostile = {"id": value, "text": f"texto {value}", "session": value, "about": [f"x:{value}x"], "author": f"A{value}"}
    api.add("ana", {**hostile, "metadata": {value: value}})
    item = one(api, value)

    for what in ({"ids": [value]}, {"session": value}, {"about": f"x:{value}x"}, {"speaker_id": item["speaker_id"]}):
        assert [found["id"] for found in api.read("ana", **what)] == [value]
    for what in ({"metadata": {value: value}}, {"session": value}, {"about": f"x:{value}x"}):
        assert [hit["items"][0]["id"] for hit in api.search("ana", "texto outra", filters=what)] == [value]
    for what in ({"thread_id": value}, {"speaker_id": value}, {"about": f"{value}y"}):
        assert api.read("ana", **what) == []
    assert api.forget("ana", session=value)["forgotten"]["items"] == 1
    assert [found["id"] for found in api.read("ana")] == ["other"]


def test_an_operator_in_place_of_a_value_is_refused(api: Api) -> None:
    """An object where a string belongs is a fault, never a condition."""  # situation 57
    for field in ("session", "about", "kind", "thread_id", "speaker_id", "after", "order", "ids"):
        answer = api.post("/v1/memory/read", {"user_id": "ana", field: {"$ne": 1}})
        assert answer.status_code == 422, field
        assert answer.json()["errors"][0]["pointer"].startswith(f"/{field}")


def test_an_unknown_field_of_a_read_is_refused(api: Api) -> None:
    """A filter that is misspelt is never read as none."""
    answer = api.post("/v1/memory/read", {"user_id": "ana", "sesion": "s"})

    assert [(fault["pointer"], fault["code"]) for fault in answer.json()["errors"]] == [("/sesion", "unknown_field")]
