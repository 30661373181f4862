from __future__ import annotations

import asyncio
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta, timezone
from threading import Timer
from types import MappingProxyType
from typing import Any

import pytest

from ownwords.actions import upkeep
from ownwords.client import (
    AsyncOwnwords,
    Author,
    CredentialInvalid,
    Document,
    Message,
    NotAllowed,
    Note,
    NotFound,
    NotPurgedInTime,
    Ownwords,
    RequestInvalid,
    plans,
)
from ownwords.domain.projects import KeyScope
from tests.client.clients import Colour, speaking
from tests.running import Api, Server

SAO_PAULO = timezone(timedelta(hours=-3))


def test_what_is_sent_reads_back(client: Ownwords) -> None:
    """Every field of an item comes back as it was given; times come back as instants."""
    sent = Message(
        "Uso 42,\u2028e não 41 🙂",
        id="m1",
        at=datetime(2026, 3, 1, 9, 30, 0, 123456, tzinfo=SAO_PAULO),
        author=Author(id="u1", name="Ana", email="ana@example.com", handle="@ana", self=True),
        about=("order:7", "topic:shoes"),
        metadata=MappingProxyType({"n": 1.5, "deep": {"list": [None, True, "ç"]}}),
        expires=date(2026, 12, 31),
        session="s1",
        role="user",
        origin="transcribed",
    )
    added = client.add("ana", [sent])
    assert [one.status for one in added.items] == ["created"]
    assert added.counts == {"created": 1}
    assert not added.replayed

    (item,) = client.read("ana").items
    assert (item.id, item.kind, item.text, item.version) == ("m1", "message", sent.text, 1)
    assert item.at == sent.at
    assert item.expires == datetime(2027, 1, 1, tzinfo=UTC)
    assert item.author == Author(id="u1", name="Ana", email="ana@example.com", handle="@ana", self=True)
    assert (item.session, item.role, item.origin) == ("s1", "user", "transcribed")
    assert item.about == ("order:7", "topic:shoes")
    assert item.metadata == {"n": 1.5, "deep": {"list": [None, True, "ç"]}}
    assert item.thread_id == added.items[0].thread_id


def test_a_mapping_and_a_typed_item_say_the_same(client: Ownwords) -> None:
    """The same item sent in either form is unchanged by the other."""
    at = "2026-03-01T12:00:00Z"
    client.add(
        "ana",
        [
            Message("oi", id="m", at=at, role="user"),
            Document("long", id="d", at=at, title="A page", author="Ann"),
            Note("short", id="n", at=at, about=["topic:x"]),
        ],
    )
    again = client.add(
        "ana",
        [
            {"kind": "message", "text": "oi", "id": "m", "at": at, "role": "user"},
            {
                "kind": "document",
                "text": "long",
                "id": "d",
                "at": at,
                "title": "A page",
                "author": {"name": "Ann"},
            },
            {"kind": "note", "text": "short", "id": "n", "at": at, "about": ["topic:x"]},
        ],
    )
    assert [one.status for one in again.items] == ["unchanged"] * 3


def test_left_out_is_kept_and_none_is_cleared(client: Ownwords) -> None:
    """`UNSET`, the default, leaves a field as memory holds it; None clears it."""
    client.add("ana", [Note("a", id="n", title="T", about=["topic:x"], metadata={"k": 1})])
    client.add("ana", [Note("b", id="n", title=None)])

    first, second = client.versions("ana", "n")
    assert (first.title, first.about, first.metadata) == ("T", ("topic:x",), {"k": 1})
    assert (second.title, second.about, second.metadata) == (None, ("topic:x",), {"k": 1})
    assert (first.replaced_at is None, second.replaced_at is None) == (False, True)


def test_what_is_handed_in_is_never_changed(client: Ownwords) -> None:
    """The caller's own lists and mappings are the same before and after a call, and later changes do nothing."""
    items: list[dict[str, Any]] = [{"text": "oi", "metadata": {"list": [1]}, "about": ["x"], "author": {"name": "Ann"}}]
    ids, kinds = ["a"], ["message"]
    before = deepcopy((items, ids, kinds))
    client.add("ana", items)
    list(client.add_all("ana", items))
    client.read("ana", ids=ids)
    client.search("ana", "oi", kinds=["message"], metadata={"list": 1})
    client.forget("ana", ids=ids)
    assert (items, ids, kinds) == before


def test_pages_are_walked_with_a_cursor(client: Ownwords) -> None:
    """A page names the next one until there is none."""
    client.add("ana", [Note(f"n{place}", id=f"n{place}") for place in range(5)])
    first = client.read("ana", order="oldest", limit=3)
    second = client.read("ana", order="oldest", limit=3, cursor=first.next_cursor)
    assert [one.id for one in (*first.items, *second.items)] == [f"n{place}" for place in range(5)]
    assert second.next_cursor is None


def test_any_number_of_items_is_filed_and_read(client: Ownwords) -> None:
    """`add_all` gives an outcome for each item in the order sent, and `read_all` gives each item once."""
    outcomes = list(client.add_all("ana", (Note(f"note {place}", id=str(place)) for place in range(1203))))
    assert [one.id for one in outcomes] == [str(place) for place in range(1203)]
    assert {one.status for one in outcomes} == {"created"}
    assert [one.id for one in client.read_all("ana", order="oldest")] == [str(place) for place in range(1203)]
    assert [one.id for one in client.read_all("ana", ids=["7"])] == ["7"]


def test_the_same_key_files_all_of_it_once(client: Ownwords) -> None:
    """Items without ids are filed once, however often they are sent from the start with one key."""
    items = [Note(f"note {place}") for place in range(501)]
    first = list(client.add_all("ana", items, idempotency_key="load-1"))
    second = list(client.add_all("ana", items, idempotency_key="load-1"))
    assert [one.id for one in first] == [one.id for one in second]
    assert len(list(client.read_all("ana"))) == 501


def test_what_was_filed_before_a_fault_stays(client: Ownwords) -> None:
    """`add_all` is all or none for each batch, not as a whole."""
    items = [Note(f"note {place}") for place in range(500)]
    filed = client.add_all("ana", [*items, Note(" ")])
    assert [next(filed).status for _ in range(500)] == ["created"] * 500
    with pytest.raises(RequestInvalid) as caught:
        next(filed)
    assert [one.pointer for one in caught.value.errors] == ["/items/0/text"]
    assert len(list(client.read_all("ana"))) == 500


def test_large_items_go_in_smaller_batches() -> None:
    """No batch of `add_all` comes near the 32 MiB that a body may have."""
    items = (Document("ç" * 1024 * 1024, id=str(place)) for place in range(20))
    bodies = [call.body or b"" for call in plans.add_all("ana", items)]
    assert len(bodies) == 3
    assert max(len(body) for body in bodies) < 17 * 1024 * 1024


def test_a_key_replays_the_first_answer(client: Ownwords) -> None:
    """The same request under one key says that it was answered before; another body is refused."""
    first = client.add("ana", [Note("a")], idempotency_key="k")
    second = client.add("ana", [Note("a")], idempotency_key="k")
    assert (first.replayed, second.replayed) == (False, True)
    assert first.items == second.items
    with pytest.raises(RequestInvalid) as caught:
        client.add("ana", [Note("b")], idempotency_key="k")
    assert caught.value.code == "idempotency_key_reused"


def test_search_narrows_by_filters(client: Ownwords) -> None:
    """Filters are given by name, and times as datetimes or as text."""
    client.add(
        "ana",
        [
            Message("tênis azul", id="m1", at="2026-01-01T00:00:00Z", role="user", metadata={"shop": {"n": 1}}),
            Message("tênis verde", id="m2", at="2026-02-01T00:00:00Z", role="assistant"),
        ],
    )

    def found(**filters: Any) -> set[str]:
        return {one.id for hit in client.search("ana", "tenis", **filters) for one in hit.items}

    assert found() == {"m1", "m2"}
    assert found(roles=["user"]) == {"m1"}
    assert found(after=datetime(2026, 1, 15, tzinfo=UTC)) == {"m2"}
    assert found(before="2026-01-15T00:00:00Z", session=None) == {"m1"}
    assert found(metadata={"shop": {"n": 1}}) == {"m1"}
    assert found(limit=1, kinds=["note"]) == set()


def test_what_there_is_is_listed(client: Ownwords) -> None:
    """Threads, speakers and subjects come page by page."""
    client.add(
        "ana",
        [
            Message("oi", role="user", session="s1", about=["order:1"]),
            Message("olá", role="assistant", session="s1", about=["order:2"]),
            Message("e aí", author=Author(email="bia@example.com"), session="s2", about=["order:2"]),
        ],
    )
    threads = client.threads("ana", order="oldest", limit=1)
    rest = client.threads("ana", order="oldest", cursor=threads.next_cursor)
    assert {one.session for one in (*threads.threads, *rest.threads)} == {"s1", "s2"}

    speakers = client.speakers("ana")
    assert speakers.speakers[0].kind == "person"
    assert ("bia@example.com",) in [one.emails for one in speakers.speakers]
    assert speakers.conflicts == ()

    about = client.about("ana", limit=1)
    (second,) = client.about("ana", cursor=about.next_cursor).about
    assert [one.about for one in about.about] == ["order:1"]
    assert (second.about, second.items, len(second.threads)) == ("order:2", 2, 2)


@pytest.mark.parametrize(
    ("extent", "left"),
    [
        ({"ids": ["m1", "nobody's"]}, ["m2"]),
        ({"session": "s1"}, ["m2"]),
        ({"about": "order:1", "ids": None}, ["m2"]),
        ({"before": datetime(2026, 2, 1, tzinfo=UTC)}, ["m2"]),
        ({"everything": True}, []),
    ],
)
def test_forgetting_leaves_a_receipt_that_verifies(client: Ownwords, extent: Any, left: list[str]) -> None:
    """Whatever names what to forget, it is gone when the receipt arrives, and the receipt can be read again."""
    client.add(
        "ana",
        [
            Message("a", id="m1", session="s1", about=["order:1"], at="2026-01-01T00:00:00Z"),
            Message("b", id="m2", session="s2", about=["order:2"], at="2026-02-01T00:00:00Z"),
        ],
    )
    receipt = client.forget("ana", **extent)
    assert receipt.forgotten["items"] == 2 - len(left)
    assert receipt.not_found == (("nobody's",) if "nobody's" in str(extent) else ())
    assert [one.id for one in client.read_all("ana")] == left
    assert client.verify("ana", receipt.receipt_id).clean
    assert client.receipt("ana", receipt.receipt_id).forgotten == receipt.forgotten


@pytest.mark.parametrize("extent", [{}, {"session": None}, {"session": "s1", "ids": ["a"]}, {"ids": "ab"}])
def test_forgetting_needs_one_clear_extent(client: Ownwords, extent: Any) -> None:
    """Nothing is forgotten where none or two are named, nor is a text taken for a list of its letters."""
    client.add("ana", [Message("a", id="a", session="s1"), Message("b", id="b", session="s1")])
    with pytest.raises(RequestInvalid):
        client.forget("ana", **extent)
    assert len(client.read("ana").items) == 2


def test_purging_can_be_waited_for(colour: Colour, sqlite_api: Api) -> None:
    """The wait ends with the purged receipt, or with a problem of its own once the time is over."""
    with speaking(colour, sqlite_api.url, sqlite_api.key) as client:
        client.add("ana", [Note("a", id="n")])
        receipt = client.forget("ana", ids=["n"])
        with pytest.raises(NotPurgedInTime):
            client.wait_until_purged("ana", receipt.receipt_id, timeout=0.15)
        later = Timer(0.2, upkeep.clean, [sqlite_api.memory])
        later.start()
        assert client.wait_until_purged("ana", receipt.receipt_id, timeout=10).purged
        later.join()


def test_a_memory_goes_out_and_comes_back_in(client: Ownwords) -> None:
    """What was taken out can be brought in after everything was forgotten elsewhere, byte for byte."""
    list(client.add_all("ana", (Note(f"a\u2028b\u0085c {place}", id=str(place)) for place in range(700))))
    client.add("ana", [Note("edited", id="3")])
    client.put_person("ana", timezone="America/Sao_Paulo")
    lines = list(client.export("ana"))
    assert len(lines) == 701
    assert all(line.endswith(b"\n") for line in lines)

    elsewhere = [line.replace(b'"user_id":"ana"', b'"user_id":"bia"') for line in lines]
    imported = client.import_("bia", (line.decode() for line in elsewhere))
    assert (imported.created, imported.held) == (700, 0)
    assert list(client.export("bia")) == elsewhere
    assert client.import_("bia", elsewhere).held == 700


def test_an_import_of_many_parts_names_lines_of_the_whole(client: Ownwords, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pointers count from the first line of all; what was brought in before the fault stays."""
    client.add("ana", [Note(f"note {place}", id=str(place)) for place in range(9)])
    lines = list(client.export("ana"))
    monkeypatch.setattr(plans, "_BYTES_IN_A_BATCH", 500)
    with pytest.raises(RequestInvalid) as caught:
        client.import_("ana", [*lines, b'{"type":"nothing"}\n'])
    assert {one.pointer.split("/")[1] for one in caught.value.errors} == {"10"}


@pytest.mark.parametrize("user_id", ["ana", ".", "..", "a/b", "a/", "/", "%2F", "é?#& +;x", "a\tb", "名前" * 128])
def test_any_user_id_names_its_person(client: Ownwords, user_id: str) -> None:
    """Ids hold any character, and round-trip in paths, queries and bodies alike."""
    assert client.person(user_id).timezone == "UTC"
    client.put_person(user_id, timezone="Europe/Lisbon")
    client.add(user_id, [Note("a", id=user_id)])
    assert client.person(user_id).user_id == user_id
    assert client.person(user_id).timezone == "Europe/Lisbon"
    assert [one.id for one in client.read(user_id).items] == [user_id]
    assert len(client.threads(user_id).threads) == 1


def test_a_user_id_with_a_line_break_names_its_person(client: Ownwords) -> None:
    """Ids hold any character except NUL, also in paths."""
    assert client.put_person("a\nb", timezone="Europe/Lisbon").user_id == "a\nb"


def test_uses_of_a_memory_are_listed(client: Ownwords, api: Api) -> None:
    """The access log names the verb and the number of things, newest first."""
    client.add("ana", [Note("a"), Note("b")])
    client.search("ana", "a")
    api.accesses.write(api.memory.store)
    first = client.accesses("ana", limit=1)
    second = client.accesses("ana", cursor=first.next_cursor)
    assert [(one.verb, one.items) for one in (*first.accesses, *second.accesses)] == [("search", 1), ("add", 2)]


def test_a_projects_settings_are_read_and_changed(client: Ownwords) -> None:
    """A change answers with the project as it is now."""
    assert client.project().settings["loose_gap_minutes"] == 30
    changed = client.change_project(loose_gap_minutes=45)
    assert changed.settings["loose_gap_minutes"] == 45
    with pytest.raises(RequestInvalid):
        client.change_project(no_such_setting=1)


def test_problems_say_what_to_do(client: Ownwords) -> None:
    """Every fault comes with its pointer, and the problem with the id under which the server logged it."""
    with pytest.raises(RequestInvalid) as caught:
        client.add("ana", [Note("a"), {"text": "b\0", "colour": "red"}, {"text": "\ud800"}])
    problem = caught.value
    assert (problem.code, problem.status) == ("items_invalid", 422)
    assert problem.request_id is not None
    assert problem.request_id.startswith("req_")
    assert {(one.pointer, one.code) for one in problem.errors} == {
        ("/items/1/text", "text_not_storable"),
        ("/items/1/colour", "unknown_field"),
        ("/items/2/text", "text_not_storable"),
    }
    assert "/items/1/colour" in str(problem)
    assert client.read("ana").items == ()


def test_what_is_not_there_is_not_found(client: Ownwords) -> None:
    """An unknown item and an unknown receipt are problems of one kind."""
    with pytest.raises(NotFound, match="item_not_found"):
        client.versions("ana", "no such")
    for ask in (client.receipt, client.verify, client.wait_until_purged):
        with pytest.raises(NotFound, match="receipt_not_found"):
            ask("ana", "no such?")


def test_a_key_that_may_not_is_told_so(colour: Colour, server: Server) -> None:
    """A key without the scope is not allowed; an unknown one is invalid."""
    reader = server.project(KeyScope.ITEMS_READ)
    with reader.http, speaking(colour, reader.url, reader.key) as client:
        assert client.read("ana").items == ()
        with pytest.raises(NotAllowed, match="scope_missing"):
            client.add("ana", [Note("a")])
    with speaking(colour, reader.url, "csk_test_unknown") as client, pytest.raises(CredentialInvalid):
        client.read("ana")


def test_a_running_server_is_healthy(client: Ownwords) -> None:
    """Health needs no more than an answer."""
    assert client.healthy() is True


def test_many_may_ask_at_once(api: Api) -> None:
    """One asynchronous client serves any number of tasks, and each gets its own answer."""

    async def file_at_once() -> list[str | None]:
        async with AsyncOwnwords(api.url, api.key) as client:
            added = await asyncio.gather(*(client.add("ana", [Note("a", id=str(n))]) for n in range(40)))
            return [one.items[0].id for one in added]

    assert asyncio.run(file_at_once()) == [str(n) for n in range(40)]
