from __future__ import annotations

import random
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from ownwords.ports import Store
from ownwords.storage.postgres.session import PostgresSession
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.sql import Parameters
from ownwords.storage.sqlite.session import SqliteSession
from tests.running import Api, Server
from tests.storage.contents import counts, tables

MORNING = "2026-03-01T10:00:00Z"
EVENING = "2026-03-01T20:00:00Z"


def _file(api: Api, user_id: str = "ana") -> None:
    """File a small memory of every kind, with versions."""
    items: list[dict[str, Any]] = [
        {"id": "m1", "text": "comprei um tênis azul", "session": "s1", "at": MORNING, "about": ["a:1"]},
        {"id": "m2", "text": "o tênis é lindo", "session": "s1", "at": EVENING, "metadata": {"x": [1, "y"]}},
        {"id": "m3", "text": "solta", "at": MORNING, "author": "Bia", "about": ["a:1", "a:2"]},
        {"id": "d1", "kind": "document", "title": "Nota", "text": "# Um\n\nsapato\n\n# Dois\n\nmeia", "at": EVENING},
        {"id": "n1", "kind": "note", "text": "gosta de azul", "about": ["a:2"], "at": MORNING},
    ]
    api.add(user_id, *items)
    api.add(user_id, {"id": "m1", "text": "comprei um tênis verde"}, {"id": "d1", "text": "# Um\n\nsapato"})


def _verify(api: Api, receipt: dict[str, Any], user_id: str = "ana") -> dict[str, Any]:
    answer = api.post("/v1/memory/verify", {"user_id": user_id, "receipt_id": receipt["receipt_id"]})
    assert answer.status_code == 200, answer.text
    return answer.json()


EXTENTS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "ids": ({"ids": ["m1", "d1"]}, {"m2", "m3", "n1"}),
    "session": ({"session": "s1"}, {"m3", "d1", "n1"}),
    "about": ({"about": "a:1"}, {"m2", "d1", "n1"}),
    "before": ({"before": EVENING}, {"m2", "d1"}),
    "everything": ({"everything": True}, set()),
}


@pytest.mark.parametrize("how", EXTENTS)
def test_each_extent_takes_what_it_names_and_nothing_else(api: Api, how: str) -> None:
    """A forget by ids, session, about, time, or of everything removes those items and leaves the others."""
    _file(api)
    extent, left = EXTENTS[how]

    receipt = api.forget("ana", **extent)

    assert {item["id"] for item in api.read("ana")} == left
    assert receipt["not_found"] == []
    assert receipt["purged"] is False
    assert receipt["preferences_kept"] == []
    assert _verify(api, receipt)["clean"] is True


@pytest.mark.parametrize("how", EXTENTS)
def test_the_receipts_counts_are_the_databases_own(api: Api, store: Store, how: str) -> None:
    """What a receipt counts is what the tables lost, kind by kind; the current version of an item is a version too."""
    _file(api)
    before = counts(store, api.project.id)

    receipt = api.forget("ana", **EXTENTS[how][0])

    after = counts(store, api.project.id)
    lost = {table: before[table] - after[table] for table in before}
    forgotten = receipt["forgotten"]
    assert forgotten["items"] == lost["item"] > 0
    assert forgotten["versions"] == lost["version"] + lost["item"]
    assert forgotten["passages"] == lost["passage"]
    assert forgotten["labels"] == lost["label"]
    assert forgotten["about"] == lost["about"]
    assert forgotten["statements"] == 0
    assert after["receipt"] == before["receipt"] + 1
    assert after["tombstone"] == before["tombstone"] + lost["item"]


def test_a_read_receipt_says_what_the_first_one_said(api: Api) -> None:
    """A receipt reads as it was given, but for the ids that were not found, which nobody keeps."""
    _file(api)
    receipt = api.forget("ana", ids=["m1", "nobody"])

    again = api.get(f"/v1/memory/receipts/{receipt['receipt_id']}", user_id="ana")

    assert receipt["not_found"] == ["nobody"]
    assert again == receipt | {"not_found": []}


def test_unknown_ids_and_ids_of_others_are_not_found_alike(api: Api) -> None:
    """Ids that nobody has and ids of other persons stand under `not_found`, and the others keep their items."""
    _file(api, "ana")
    api.add("bia", {"id": "m9", "text": "minha"})

    receipt = api.forget("bia", ids=["m1", "nobody", "m9", "nobody"])

    assert receipt["not_found"] == ["m1", "nobody"]
    assert receipt["forgotten"]["items"] == 1
    assert len(api.read("ana")) == 5


@pytest.mark.parametrize("how", EXTENTS)
def test_forgetting_again_is_safe_and_finds_nothing(api: Api, how: str) -> None:
    """The same forget a second time answers in the same shape, takes nothing, and is clean as well."""
    _file(api)
    extent, left = EXTENTS[how]
    first = api.forget("ana", **extent)
    second = api.forget("ana", **extent)

    assert second.keys() == first.keys()
    assert all(count == 0 for count in second["forgotten"].values())
    assert second["not_found"] == extent.get("ids", [])
    assert {item["id"] for item in api.read("ana")} == left
    assert _verify(api, first)["clean"]
    assert _verify(api, second)["clean"]


def test_forgotten_and_added_again_is_a_new_item(api: Api) -> None:
    """Forgetting an item and adding it again moves it in time: version 1, the new date, no earlier versions."""
    _file(api)
    api.forget("ana", ids=["m1"])
    api.clock.advance(1)

    (outcome,) = api.add("ana", {"id": "m1", "text": "comprei um tênis verde", "at": EVENING})

    assert (outcome["status"], outcome["version"]) == ("created", 1)
    (item,) = api.read("ana", ids=["m1"])
    assert item["at"] == EVENING
    versions = api.post("/v1/memory/versions", {"user_id": "ana", "id": "m1"}).json()["versions"]
    assert len(versions) == 1


@pytest.mark.parametrize("how", ["ids", "everything"])
def test_what_was_added_again_does_not_count_against_the_receipt(api: Api, how: str) -> None:
    """`verify` stays clean when the same words come again after the receipt."""
    _file(api)
    receipt = api.forget("ana", **EXTENTS[how][0])
    _file(api)

    verified = _verify(api, receipt)

    assert verified["clean"] is True
    assert verified["searched"]["item"] == 5
    assert not any(verified["left"].values())


def test_verify_finds_a_row_that_was_left_behind(api: Api, store: Store) -> None:
    """`verify` is no ceremony: a posting that was put back by hand is found."""
    _file(api)
    before = tables(store, api.project.id)
    receipt = api.forget("ana", ids=["m1"])
    after = tables(store, api.project.id)
    (row, *_) = [row for row in before["posting"] if row not in after["posting"]]

    def put_back(transaction: Any) -> None:
        transaction.passages.put([], [row[2:6]])

    api.memory.store.write(api.whose("ana").scope(api.memory), put_back)

    verified = _verify(api, receipt)
    assert verified["clean"] is False
    assert verified["left"]["posting"] == 1


def test_verify_looks_through_every_table_that_holds_items(api: Api, store: Store) -> None:
    """`verify` names each table of the person that something of an item can stand in, and the rows it looked at."""
    _file(api)
    receipt = api.forget("ana", ids=["m3"])

    searched = _verify(api, receipt)["searched"]

    rows = counts(store, api.project.id)
    assert searched == {table: rows[table] for table in searched}
    assert {"item", "version", "label", "about", "passage", "posting", "thread", "claim"} <= searched.keys()


def test_a_forget_names_exactly_one_extent(api: Api) -> None:
    """None, two, or a false `everything` is a fault, and nothing is forgotten."""
    _file(api)
    extents: list[dict[str, Any]] = [
        {},
        {"ids": ["m1"], "session": "s1"},
        {"everything": False},
        {"ids": []},
        {"ids": None},
    ]
    for extent in extents:
        answer = api.post("/v1/memory/forget", {"user_id": "ana"} | extent)
        assert answer.status_code == 422, answer.text
        assert answer.json()["errors"]
    assert len(api.read("ana")) == 5


def test_one_of_5000_messages_of_a_session_goes_alone(api: Api) -> None:
    """One message with a secret can be taken out of a long session; all others stay as they were."""
    for start in range(0, 5_000, 500):
        items = [
            {"id": f"m{n}", "text": f"mensagem {n}", "session": "longa", "at": MORNING}
            for n in range(start, start + 500)
        ]
        items[-1] |= {"text": "a senha é xyzzyplugh"} if start == 2_500 else {}
        api.add("ana", *items)
    hit = api.search("ana", "xyzzyplugh")[0]

    receipt = api.forget("ana", ids=[hit["items"][0]["id"]])

    assert receipt["forgotten"]["items"] == 1
    assert api.search("ana", "xyzzyplugh") == []
    assert _verify(api, receipt)["clean"]
    assert sum(thread["items"] for thread in api.get("/v1/memory/threads", user_id="ana")["threads"]) == 4_999
    for n in random.sample(range(2_999), 5):
        assert api.search("ana", f"mensagem {n}")[0]["text"] == f"mensagem {n}"


def test_a_forget_that_races_with_adds_leaves_no_half_state(api: Api, store: Store) -> None:
    """Whatever the order, each item is there whole or gone whole, and `verify` and the tables agree."""
    receipts: list[dict[str, Any]] = []

    def add(n: int) -> None:
        api.add("ana", *({"id": f"m{n}-{k}", "text": f"corrida {n} {k}", "session": f"s{n % 3}"} for k in range(5)))

    def forget(n: int) -> None:
        extents: list[dict[str, Any]] = [
            {"session": f"s{n % 3}"},
            {"ids": [f"m{n}-1", f"m{n}-2"]},
            {"everything": True},
        ]
        receipts.append(api.forget("ana", **extents[n % 3]))

    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(random.choice([add, add, forget]), n) for n in range(90)]
        for job in jobs:
            job.result()

    items = api.read("ana")
    rows = counts(store, api.project.id)
    assert rows["item"] == len(items)
    assert rows["passage"] == len(items)
    assert sum(thread["items"] for thread in api.get("/v1/memory/threads", user_id="ana")["threads"]) == len(items)
    found = {hit["items"][0]["id"] for hit in api.search("ana", "corrida", limit=100)}
    assert found <= {item["id"] for item in items}
    assert all(_verify(api, receipt)["clean"] for receipt in receipts)


@contextmanager
def _failing_at(store: Store, place: int) -> Generator[list[int]]:
    """Let the n-th statement of this store fail as a broken disk would; gives how many have run."""
    kind = PostgresSession if isinstance(store, PostgresStore) else SqliteSession
    run = [0]
    patched = pytest.MonkeyPatch()

    def counted(name: str) -> None:
        method = getattr(kind, name)

        def counting(session: Any, sql: str, parameters: Parameters) -> Any:
            run[0] += 1
            if run[0] == place:
                message = "injected"
                raise RuntimeError(message)
            return method(session, sql, parameters)

        patched.setattr(kind, name, counting)

    for name in ("rows", "run", "run_many"):
        counted(name)
    # The access log is written once a second by a thread of its own: its statements are not those of the action.
    patched.setattr(type(store), "log", _logs_nothing)
    try:
        yield run
    finally:
        patched.undo()


def _logs_nothing(_store: Store, _accesses: object) -> None:
    """Stand in for the access log."""


def _of(contents: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {table: rows for table, rows in contents.items() if not table.startswith("access")}


@pytest.mark.parametrize("how", ["ids", "everything"])
def test_a_forget_that_fails_anywhere_changes_nothing_and_can_be_run_again(api: Api, store: Store, how: str) -> None:
    """A failure at each statement of a forget leaves every row as it was; the re-run completes."""
    _file(api)
    before = _of(tables(store, api.project.id))
    scratch = {"user_id": "ana"} | EXTENTS[how][0]
    place = 1
    while True:
        with _failing_at(store, place) as run:
            answer = api.post("/v1/memory/forget", scratch)
        if run[0] < place:
            break
        if answer.status_code == 200:
            # Only what follows the commit, such as the access log, can fail and let the forget be.
            break
        assert answer.status_code == 500
        assert "injected" not in answer.text
        assert _of(tables(store, api.project.id)) == before
        place += 1

    assert place > 5
    assert answer.status_code == 200
    assert _verify(api, answer.json())["clean"]


@pytest.mark.slow
def test_a_large_person_is_forgotten_whole_or_not_at_all(server: Server, store: Store) -> None:
    """A failure in the middle of forgetting 12,345 items leaves all of them; the re-run leaves none."""
    with (api := server.project()).http:
        for start in range(0, 12_345, 500):
            api.add(
                "ana",
                *(
                    {"id": f"m{n}", "text": f"mensagem {n} da conversa", "session": f"s{n // 1000}"}
                    for n in range(start, min(start + 500, 12_345))
                ),
            )
        # It writes once a second, and its statements would be counted among those of the forget.
        server.accesses.close()
        ids = [f"m{n}" for n in range(10_000)]
        with _failing_at(store, 0) as run:
            rehearsal = api.forget("bia", everything=True)
        assert rehearsal["forgotten"]["items"] == 0
        for extent, place in (({"everything": True}, run[0] + 3), ({"ids": ids}, 100)):
            with _failing_at(store, place) as run:
                answer = api.post("/v1/memory/forget", {"user_id": "ana"} | extent)
            assert run[0] >= place
            assert answer.status_code == 500
            assert counts(store, api.project.id)["item"] == 12_345

        first = api.forget("ana", ids=ids)
        second = api.forget("ana", everything=True)

        assert (first["forgotten"]["items"], second["forgotten"]["items"]) == (10_000, 2_345)
        assert _verify(api, first)["clean"]
        rows = counts(store, api.project.id)
        assert all(rows[table] == 0 for table in ("item", "version", "passage", "posting", "thread", "label", "claim"))
