from __future__ import annotations

from collections import defaultdict
from random import Random
from secrets import token_bytes
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ownwords.actions import projects
from ownwords.domain.items import Content, Item, Kind
from ownwords.domain.persons import zone_named
from ownwords.domain.projects import KeyMode, KeyScope
from ownwords.domain.threads import Filing, conversations, stretch_of
from ownwords.domain.times import MINUTE, Instant, day_of, parse, write
from tests.running import Api

ON_BOTH = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    # Over HTTP a failure is shown as it was found; shrinking it would take minutes.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def said(item_id: str, clock: str, session: str | None = None, day: str = "2026-03-02", **more: Any) -> dict[str, Any]:
    """Make a message of a day's time."""
    item = {"id": item_id, "text": f"texto {item_id}", "at": clock if "T" in clock else f"{day}T{clock}Z", **more}
    return item if session is None else {**item, "session": session}


def threads(api: Api, user_id: str = "ana") -> list[dict[str, Any]]:
    """List a person's threads, oldest first."""
    return api.get("/v1/memory/threads", user_id=user_id, order="oldest", limit=500)["threads"]


def groups(api: Api, user_id: str = "ana") -> list[list[str]]:
    """Give the ids of each thread's items, in order; check what the list says of each thread."""
    found: list[list[str]] = []
    for thread in threads(api, user_id):
        items = api.read(user_id, thread_id=thread["id"], order="oldest")
        assert {item["thread_id"] for item in items} == {thread["id"]}
        assert thread["items"] == len(items)
        assert (thread["first_at"], thread["last_at"]) == (items[0]["at"], items[-1]["at"])
        assert {item["session"] for item in items} == {thread["session"]}
        found.append([item["id"] for item in items])
    return sorted(found)


def thread_of(api: Api, item_id: str, user_id: str = "ana") -> str:
    """Give the thread that an item reads with."""
    return api.read(user_id, ids=[item_id])[0]["thread_id"]


def in_thread(api: Api, thread_id: str) -> list[str]:
    """Read by the id of a thread."""
    return [item["id"] for item in api.read("ana", thread_id=thread_id, order="oldest")]


def set_zone(api: Api, zone: str, user_id: str = "ana") -> None:
    """Set whose clock the person's day is of."""
    answer = api.http.put(f"/v1/persons/{user_id}", json={"timezone": zone})
    assert answer.status_code == 200, answer.text


def set_gap(api: Api, minutes: int) -> None:
    """Set the project's gap, and go on with a new key: a server may remember a key's project for a second."""
    answer = api.http.patch("/v1/project", json={"loose_gap_minutes": minutes})
    assert answer.status_code == 200, answer.text
    key = projects.create_key(api.memory, api.project.id, KeyMode.TEST, token_bytes(32), tuple(KeyScope))
    api.http.headers["Authorization"] = f"Bearer {key.text}"


# --- sessions -------------------------------------------------------------------------------------


def test_messages_of_one_session_on_one_day_are_one_thread(api: Api) -> None:
    """However far apart they are; another session or another day is another thread."""
    api.add("ana", said("a", "00:00:00", "s"), said("b", "23:59:59", "s"), said("c", "12:00:00", "t"))
    api.add("ana", said("d", "00:00:00", "s", day="2026-03-03"))

    assert groups(api) == [["a", "b"], ["c"], ["d"]]


def test_a_session_across_midnight_is_parted_by_the_persons_day(api: Api) -> None:
    """Half an hour that spans UTC midnight is one evening in São Paulo."""  # situation 61
    api.add("ana", said("a", "2026-03-02T23:50:00Z", "s"), said("b", "2026-03-03T00:20:00Z", "s"))
    assert groups(api) == [["a"], ["b"]]

    set_zone(api, "America/Sao_Paulo")
    assert groups(api) == [["a", "b"]]


@pytest.mark.parametrize(
    ("zone", "first", "last", "after"),
    [
        ("America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T03:59:59Z", "2026-03-09T04:00:00Z"),
        ("America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z"),
        ("America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z", "2018-11-05T02:00:00Z"),
        ("America/Sao_Paulo", "2019-02-16T02:00:00Z", "2019-02-17T02:59:59Z", "2019-02-17T03:00:00Z"),
        ("America/Sao_Paulo", "2026-02-16T03:00:00Z", "2026-02-17T02:59:59Z", "2026-02-17T03:00:00Z"),
    ],
)
def test_a_sessions_day_has_the_hours_of_the_wall_clock(api: Api, zone: str, first: str, last: str, after: str) -> None:
    """23 and 25 hours where the clock turned, by the rules of that year and not of today."""  # situation 61
    set_zone(api, zone)
    before = write(Instant(parse(first) - 1))
    api.add("ana", *(said(name, at, "s") for name, at in (("a", before), ("b", first), ("c", last), ("d", after))))

    assert groups(api) == [["a"], ["b", "c"], ["d"]]


def test_a_sessions_thread_has_the_same_id_whoever_came_first(api: Api) -> None:
    """Its id is derived from session and day, also after everything of it was forgotten."""
    (first,) = api.add("ana", said("a", "10:00:00", "s"))
    api.forget("ana", session="s")
    (again,) = api.add("ana", said("b", "18:00:00", "s"))

    assert again["thread_id"] == first["thread_id"]
    assert first["thread_id"].startswith("thr_")


def test_equal_times_keep_the_order_sent(api: Api) -> None:
    """In a thread, of two messages at one time the one that was sent first is first."""
    api.add("ana", said("z", "10:00:00", "s"), said("a", "10:00:00", "s"))
    api.add("ana", said("m", "10:00:00", "s"))

    assert in_thread(api, thread_of(api, "a")) == ["z", "a", "m"]


def test_mixed_offsets_are_ordered_as_instants(api: Api) -> None:
    """`09:00+02:00` lies before `08:30Z`, whatever the strings say."""  # situation 61
    api.add("ana", said("a", "2026-03-02T08:30:00Z", "s"), said("b", "2026-03-02T09:00:00+02:00", "s"))

    assert groups(api) == [["b", "a"]]


def test_an_edit_that_moves_an_item_to_another_session_files_it_again(api: Api) -> None:
    """It leaves the one thread and stands in the other; an emptied thread is listed no more."""
    api.add("ana", said("a", "10:00:00", "s"), said("b", "11:00:00", "s"), said("c", "12:00:00", "t"))
    old = thread_of(api, "c")
    (outcome,) = api.add("ana", {"id": "c", "text": "texto c", "session": "s"})

    assert groups(api) == [["a", "b", "c"]]
    assert outcome["thread_id"] == thread_of(api, "a")
    assert in_thread(api, old) == ["a", "b", "c"]


def test_two_items_can_change_sessions_with_each_other_in_one_batch(api: Api) -> None:
    """Both threads stay, each with the other's message."""
    api.add("ana", said("a", "10:00:00", "s"), said("b", "11:00:00", "t"))
    api.add("ana", {"id": "a", "text": "x", "session": "t"}, {"id": "b", "text": "x", "session": "s"})
    assert groups(api) == [["a"], ["b"]]

    api.add("ana", {"id": "a", "text": "x", "session": "s"}, {"id": "b", "text": "x", "session": "t"})
    assert groups(api) == [["a"], ["b"]]


def test_a_loose_message_that_is_given_a_session_leaves_its_conversation(api: Api) -> None:
    """What it held together falls apart."""
    api.add("ana", *(said(name, at) for name, at in (("a", "10:00:00"), ("b", "10:25:00"), ("c", "10:50:00"))))
    assert groups(api) == [["a", "b", "c"]]

    api.add("ana", {"id": "b", "text": "x", "session": "s"})
    assert groups(api) == [["a"], ["b"], ["c"]]


# --- documents and notes --------------------------------------------------------------------------


def test_a_document_and_a_note_are_threads_of_their_own(api: Api) -> None:
    """At the same time as each other and as a message, and never joined."""
    api.add("ana", said("a", "10:00:00"), said("d", "10:00:00", kind="document"), said("n", "10:01:00", kind="note"))
    api.add("ana", {"id": "d", "text": "mudou"})

    assert groups(api) == [["a"], ["d"], ["n"]]
    assert sorted(thread["kind"] for thread in threads(api)) == ["alone", "alone", "loose"]


# --- conversations --------------------------------------------------------------------------------


def test_a_gap_over_thirty_minutes_parts_loose_messages(api: Api) -> None:
    """Thirty minutes to the second is one conversation, a second more is two."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:30:00"), said("c", "11:00:01"))

    assert groups(api) == [["a", "b"], ["c"]]


def test_the_end_of_the_persons_day_parts_loose_messages(api: Api) -> None:
    """Midnight in São Paulo parts two messages a minute apart, midnight in UTC does not."""
    set_zone(api, "America/Sao_Paulo")
    api.add("ana", said("a", "2026-03-03T02:59:30Z"), said("b", "2026-03-03T03:00:30Z"))
    api.add("ana", said("c", "2026-03-02T23:59:30Z"), said("d", "2026-03-03T00:00:30Z"))

    assert groups(api) == [["a"], ["b"], ["c", "d"]]


def test_a_late_message_joins_two_conversations(api: Api) -> None:
    """The id that either had before keeps working and answers with the one that now holds it."""  # situation 64
    api.add("ana", said("a", "10:00:00"), said("c", "10:50:00"), said("d", "10:51:00"))
    earlier, later = thread_of(api, "a"), thread_of(api, "c")
    (outcome,) = api.add("ana", said("b", "10:25:00"))

    assert earlier != later
    assert groups(api) == [["a", "b", "c", "d"]]
    assert outcome["thread_id"] == thread_of(api, "d")
    assert in_thread(api, earlier) == in_thread(api, later) == ["a", "b", "c", "d"]


def test_a_message_before_the_first_one_renames_a_conversation_and_its_old_id_keeps_working(api: Api) -> None:
    """A conversation is named by its first message; whoever holds the earlier name still finds it."""
    api.add("ana", said("b", "10:00:00"))
    old = thread_of(api, "b")
    api.add("ana", said("a", "09:50:00"))

    assert thread_of(api, "b") != old
    assert in_thread(api, old) == ["a", "b"]


def test_forgetting_what_held_a_conversation_together_parts_it(api: Api) -> None:
    """Each part has its thread; the old id answers with the part that it names."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:25:00"), said("c", "10:50:00"))
    old = thread_of(api, "a")
    api.forget("ana", ids=["b"])

    assert groups(api) == [["a"], ["c"]]
    assert in_thread(api, old) == ["a"]


def test_forgetting_the_first_message_renames_a_conversation_and_its_old_id_keeps_working(api: Api) -> None:
    """What is left is found by the id that was given out before."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:10:00"), said("c", "10:20:00"))
    old = thread_of(api, "a")
    api.forget("ana", ids=["a"])
    assert (groups(api), in_thread(api, old)) == ([["b", "c"]], ["b", "c"])

    api.forget("ana", ids=["b"])
    assert (groups(api), in_thread(api, old)) == ([["c"]], ["c"])
    api.forget("ana", ids=["c"])
    assert (groups(api), in_thread(api, old)) == ([], [])


def test_a_forgotten_first_message_that_is_added_again_brings_its_name_back(api: Api) -> None:
    """Old ids in either direction lead to the one conversation there is."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:10:00"))
    first = thread_of(api, "a")
    api.forget("ana", ids=["a"])
    second = thread_of(api, "b")
    api.add("ana", said("a", "10:00:00"))

    assert thread_of(api, "b") == first != second
    assert in_thread(api, first) == in_thread(api, second) == ["a", "b"]


def test_what_expires_leaves_its_conversation(api: Api) -> None:
    """A conversation that an ended message held together falls apart by itself."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:25:00", expires="2026-03-02T13:00:00Z"), said("c", "10:50:00"))
    api.clock.set("2026-03-02T13:00:00Z")

    assert groups(api) == [["a"], ["c"]]


def test_one_batch_can_end_one_message_edit_another_and_join_a_third(api: Api) -> None:
    """The answer names the threads as they are once all of it is done."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:25:00"), said("c", "10:50:00"))
    outcomes = api.add(
        "ana",
        {"id": "b", "text": "x", "expires": "2026-03-01"},
        {"id": "c", "text": "mudou"},
        said("d", "11:10:00"),
        said("e", "09:50:00"),
    )

    assert groups(api) == [["c", "d"], ["e", "a"]]
    assert [one["thread_id"] for one in outcomes[1:]] == [thread_of(api, name) for name in ("c", "d", "e")]


# --- filing again ---------------------------------------------------------------------------------


def test_a_change_of_zone_files_the_threads_again_and_old_ids_keep_working(api: Api) -> None:
    """Every message stands in a thread of the new day, and each old id answers with the one that holds it."""
    api.add("ana", said("a", "2026-03-02T23:00:00Z", "s"), said("b", "2026-03-03T01:00:00Z", "s"))
    api.add(
        "ana", said("c", "2026-03-02T23:50:00Z"), said("d", "2026-03-03T00:10:00Z"), said("n", "10:00:00", kind="note")
    )
    old = {name: thread_of(api, name) for name in "abcdn"}
    set_zone(api, "America/Sao_Paulo")

    assert groups(api) == [["a", "b"], ["c", "d"], ["n"]]
    for name in "abcdn":
        assert in_thread(api, old[name]) == in_thread(api, thread_of(api, name))
    set_zone(api, "UTC")
    assert groups(api) == [["a"], ["b"], ["c"], ["d"], ["n"]]
    assert {name: thread_of(api, name) for name in "abcdn"} == old


def test_a_change_of_zone_finds_words_by_the_new_day(api: Api) -> None:
    """A message's date in words is the date on the person's wall."""
    api.add("ana", said("a", "2026-03-02T01:00:00Z"), said("b", "2026-07-20T12:00:00Z"))
    assert api.search("ana", "2 de março")[0]["items"][0]["id"] == "a"

    set_zone(api, "America/Sao_Paulo")
    assert api.search("ana", "1 de março")[0]["items"][0]["id"] == "a"


def test_a_zone_set_before_the_first_item_counts(api: Api) -> None:
    """The person need not be known; reading them makes nothing."""  # situation 56
    assert api.get("/v1/persons/ana") == {"user_id": "ana", "timezone": "UTC"}
    set_zone(api, "Asia/Tokyo")
    api.add("ana", said("a", "2026-03-02T14:59:00Z", "s"), said("b", "2026-03-02T15:01:00Z", "s"))

    assert groups(api) == [["a"], ["b"]]
    assert api.get("/v1/persons/ana") == {"user_id": "ana", "timezone": "Asia/Tokyo"}


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../../etc/passwd", "UTC+3", "America", 3, None, "a\x00b"])
def test_what_is_no_zone_is_refused(api: Api, zone: object) -> None:
    """Only names of the IANA database are taken; the threads stay as they are."""
    answer = api.http.put("/v1/persons/ana", json={"timezone": zone})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/timezone")


def test_a_change_of_the_projects_gap_files_conversations_again(api: Api) -> None:
    """Each memory is filed by the gap in force when it is read, and old ids keep working."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:20:00"), said("c", "11:10:00"))
    old = {name: thread_of(api, name) for name in "abc"}
    set_gap(api, 10)
    assert groups(api) == [["a"], ["b"], ["c"]]
    assert in_thread(api, old["a"]) == ["a"]

    set_gap(api, 60)
    assert groups(api) == [["a", "b", "c"]]
    assert all(in_thread(api, one) == ["a", "b", "c"] for one in old.values())


def test_a_changed_gap_counts_from_the_next_call(api: Api) -> None:
    """Whoever changed it finds the memory filed by it, with the same key and at once."""
    api.add("ana", said("a", "10:00:00"), said("b", "10:20:00"))
    assert groups(api) == [["a", "b"]]

    api.http.patch("/v1/project", json={"loose_gap_minutes": 10}).raise_for_status()
    assert groups(api) == [["a"], ["b"]]


def test_a_gap_that_is_changed_between_the_zone_and_the_first_item_breaks_nothing(api: Api) -> None:
    """A person with a zone and no items is read, searched and filed by the new gap."""
    set_zone(api, "Asia/Tokyo")
    set_gap(api, 60)

    assert api.read("ana") == api.search("ana", "oi") == threads(api) == []
    api.add("ana", said("a", "10:00:00"), said("b", "10:50:00"))
    assert groups(api) == [["a", "b"]]


def test_a_person_of_whom_everything_was_forgotten_is_filed_by_the_rules_in_force(api: Api) -> None:
    """The zone goes with the rest; what is added then is filed as for somebody new."""
    set_zone(api, "America/Sao_Paulo")
    api.add("ana", said("x", "10:00:00"))
    api.forget("ana", everything=True)
    set_gap(api, 60)
    assert threads(api) == []
    api.add("ana", said("a", "2026-03-03T02:30:00Z"), said("b", "2026-03-03T03:20:00Z"))

    assert groups(api) == [["a", "b"]]


@pytest.mark.parametrize("minutes", [0, -1, 1441, 1e9, "30", None])
def test_a_gap_that_is_none_is_refused(api: Api, minutes: object) -> None:
    """A gap is a whole number of minutes up to a day."""
    answer = api.http.patch("/v1/project", json={"loose_gap_minutes": minutes})

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/loose_gap_minutes")


# --- lists ----------------------------------------------------------------------------------------


def test_threads_are_listed_by_when_each_began_newest_first(api: Api) -> None:
    """A thread says its kind, session, first and last `at` and how many items it holds."""
    api.add("ana", said("a", "10:00:00", "s"), said("b", "12:00:00", "s"), said("c", "11:00:00"))
    later, earlier = api.get("/v1/memory/threads", user_id="ana")["threads"]

    assert earlier == {
        "id": thread_of(api, "a"),
        "kind": "session",
        "session": "s",
        "first_at": "2026-03-02T10:00:00Z",
        "last_at": "2026-03-02T12:00:00Z",
        "items": 2,
    }
    assert (later["kind"], later["session"]) == ("loose", None)


def test_about_gathers_the_threads_of_one_piece_of_work_across_sessions(api: Api) -> None:
    """For each name: how many items, from when to when, and their threads, oldest first."""
    api.add("ana", said("a", "10:00:00", "s", about=["order:17"]), said("b", "11:00:00", "s", about=["order:17"]))
    api.add("ana", said("c", "12:00:00", "t", about=["order:17", "café"]), said("d", "13:00:00", "u"))
    order, topic = api.get("/v1/memory/about", user_id="ana")["about"]

    assert (order["about"], order["items"], topic["about"], topic["items"]) == ("order:17", 3, "topic:café", 1)
    assert (order["first_at"], order["last_at"]) == ("2026-03-02T10:00:00Z", "2026-03-02T12:00:00Z")
    assert [thread["session"] for thread in order["threads"]] == ["s", "t"]


@pytest.mark.parametrize("name", ["brand:Levi's, Inc.", "a|b", "linha 1\nlinha 2", "k:a:b", "é", "%", "x:' OR 1=1 --"])
def test_a_name_with_any_characters_is_one_name(api: Api, name: str) -> None:
    """Commas, pipes, newlines and colons do not part it."""  # situation 72
    api.add("ana", said("a", "10:00:00", about=[name, name]), said("b", "11:00:00", about=["other"]))
    filed = api.read("ana", ids=["a"])[0]["about"]

    assert filed == [name if ":" in name else f"topic:{name}"]
    assert [item["id"] for item in api.read("ana", about=name)] == ["a"]
    assert [item["id"] for item in api.read("ana", about=filed[0])] == ["a"]
    assert api.forget("ana", about=name)["forgotten"]["items"] == 1


@pytest.mark.parametrize("what", ["threads", "speakers", "about"])
@pytest.mark.parametrize("user_id", [None, "", "x" * 257])
def test_a_list_of_nobody_is_refused(api: Api, what: str, user_id: str | None) -> None:
    """A missing or empty person is a fault, never everyone."""  # situation 51
    query = {} if user_id is None else {"user_id": user_id}

    assert api.http.get(f"/v1/memory/{what}", params=query).status_code == 422
    assert api.get(f"/v1/memory/{what}", user_id="*")[what] == []


@pytest.mark.parametrize("user_id", ["a/b", "a?b", "a#b", "100%", "a b", "é/ü", "a%2Fb", "sessions"])
def test_a_persons_id_round_trips_percent_encoded_in_a_path(api: Api, user_id: str) -> None:
    """Any id of a person can stand in a path and in a query."""  # situation 88
    encoded = "".join(f"%{byte:02X}" for byte in user_id.encode())
    api.http.put(f"/v1/persons/{encoded}", json={"timezone": "Asia/Tokyo"}).raise_for_status()
    api.add(user_id, {"text": "oi"})

    assert api.get(f"/v1/persons/{encoded}") == {"user_id": user_id, "timezone": "Asia/Tokyo"}
    assert len(threads(api, user_id)) == 1


# --- whatever the order ---------------------------------------------------------------------------

ZONES = ["UTC", "America/Sao_Paulo", "America/New_York"]
STARTS = [parse(f"{day}T00:00:00Z") for day in ("2026-03-02", "2018-11-04", "2019-02-17", "2026-11-01")]


@st.composite
def messages(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw messages of a day or so, close enough to each other to be joined and parted."""
    start = draw(st.sampled_from(STARTS))
    ats = draw(st.lists(st.integers(0, 100).map(lambda step: step * 15 * MINUTE), min_size=1, max_size=9))
    sessions = draw(st.lists(st.sampled_from([None, None, None, "s"]), min_size=len(ats), max_size=len(ats)))
    return [
        said(f"m{place}", write(Instant(start + at)), session)
        for place, (at, session) in enumerate(zip(ats, sessions, strict=True))
    ]


def expected(items: list[dict[str, Any]], zone: str, gap: int = 30) -> list[list[str]]:
    """File messages anew, all at once, by the domain's own function."""
    rules = Filing(zone_named(zone), gap)
    loose = [item for item in items if "session" not in item]
    stretches = [
        stretch_of(Item(1, item["id"], Kind.MESSAGE, parse(item["at"]), Content(""), 1, Instant(0))) for item in loose
    ]
    found = [sorted(one.first_id for one in group) for group in conversations(stretches, rules)]
    sessions: dict[object, list[str]] = defaultdict(list)
    for item in items:
        if "session" in item:
            sessions[day_of(parse(item["at"]), rules.zone)].append(item["id"])
    return sorted([*found, *map(sorted, sessions.values())])


def in_parts(items: list[dict[str, Any]], order: Random) -> list[list[dict[str, Any]]]:
    """Shuffle items and cut them into batches."""
    waiting = list(items)
    order.shuffle(waiting)
    parts: list[list[dict[str, Any]]] = []
    while waiting:
        size = order.randint(1, 4)
        parts.append(waiting[:size])
        waiting = waiting[size:]
    return parts


@ON_BOTH
@given(messages(), st.sampled_from(ZONES), st.randoms(use_true_random=False), st.integers(0, 2**60))
def test_threads_do_not_depend_on_the_order_of_arrival(
    api: Api, items: list[dict[str, Any]], zone: str, order: Random, nonce: int
) -> None:
    """The same messages in any order and any batches come to the same threads, with the same ids."""  # situation 64
    one, other = f"one {nonce}", f"other {nonce}"
    for user_id in (one, other):
        api.forget(user_id, everything=True)
        set_zone(api, zone, user_id)
        for part in in_parts(items, order):
            api.add(user_id, *part)

    assert sorted(sorted(group) for group in groups(api, one)) == expected(items, zone)
    assert threads(api, one) == threads(api, other)


@ON_BOTH
@given(messages(), st.sampled_from(ZONES), st.randoms(use_true_random=False), st.integers(0, 2**60))
def test_filing_step_by_step_comes_to_the_same_as_filing_everything_anew(
    api: Api, items: list[dict[str, Any]], zone: str, order: Random, nonce: int
) -> None:
    """After adds, forgets and moves the threads are those of what is left.

    An old id answers with such a thread; one that was given out for a conversation, with the one that holds the
    message by which it was named, as long as that is held.
    """
    user_id = f"u {nonce}"
    api.forget(user_id, everything=True)
    held: dict[str, dict[str, Any]] = {}
    given_out: dict[str, str] = {}
    for part in in_parts(items, order):
        for outcome in api.add(user_id, *part):
            members = api.read(user_id, thread_id=outcome["thread_id"])
            first = min(members, key=lambda item: (parse(item["at"]), item["id"]))
            given_out[outcome["thread_id"]] = first["id"]
        held |= {item["id"]: item for item in part}
        if order.random() < 0.4:
            going = order.sample(sorted(held), order.randint(1, len(held)))
            api.forget(user_id, ids=going[:2])
            held = {name: item for name, item in held.items() if name not in going[:2]}
        if order.random() < 0.2:
            set_zone(api, order.choice(ZONES), user_id)
    set_zone(api, zone, user_id)
    whole = sorted(sorted(group) for group in groups(api, user_id))

    assert whole == expected(list(held.values()), zone)
    for thread_id, first in given_out.items():
        found = sorted(item["id"] for item in api.read(user_id, thread_id=thread_id))
        assert found in [[], *whole]
        if first in held and "session" not in held[first]:
            assert first in found
