from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import psycopg
import pytest

from ownwords.actions import upkeep
from ownwords.ports import Store, Transaction
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.tables import PERSON_TABLES
from tests.cli.processes import Process, running
from tests.erasure.canaries import canary, left_in, left_in_files
from tests.erasure.telling import ABOUT, PURCHASE, SESSION, Told, asked_again, tell
from tests.running import Api
from tests.storage.contents import asking, flat, tables, url_of

LATER = "2026-03-01T11:00:00Z"


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be cleaned as often as a test asks for it."""
    monkeypatch.setattr("ownwords.storage.resting._TIMES", 0)


def _forget(api: Api, told: Told, how: str) -> list[str]:
    """Forget everything that was told, in one of the ways, and give the receipts."""
    purchase = {"purchases": [told.stored[PURCHASE]]}
    extents: dict[str, list[dict[str, Any]]] = {
        "ids": [{"ids": told.ids}, purchase],
        "session": [{"session": told.stored[SESSION]}, {"ids": told.ids[1:]}, purchase],
        "about": [purchase, {"about": f"project:{told.stored[ABOUT]}"}],
        "before": [{"before": LATER}],
        "everything": [{"everything": True}],
    }
    return [api.forget(told.user_id, **extent)["receipt_id"] for extent in extents[how]]


def _is_purged(api: Api, told: Told, receipt_id: str) -> bool:
    return api.get(f"/v1/memory/receipts/{receipt_id}", user_id=told.user_id)["purged"]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["ids", "session", "about", "before", "everything"])
def test_what_was_forgotten_is_on_no_read_path_and_then_in_no_file(sqlite_api: Api, tmp_path: Path, how: str) -> None:
    """A forgotten word is on no read path once the receipt arrives, and in no file once it says `purged`."""
    told = tell(sqlite_api)
    words = [*told.stored.values()]

    assert left_in_files(tmp_path, words).keys() == set(words), "the search must find what is there"
    assert not left_in_files(tmp_path, told.passing.values()), "what only passes by is never stored"
    assert left_in(asked_again(sqlite_api, told), told.stored.values()) >= {
        told.stored["message id"],
        told.stored["third document text"],
        told.stored["third loose text"],
        told.stored["first document text"],
        told.stored["first version of the purchase: second label"],
        told.stored["third version of the purchase: merchant"],
    }

    receipts = _forget(sqlite_api, told, how)

    assert not left_in(asked_again(sqlite_api, told), words)
    assert not any(_is_purged(sqlite_api, told, receipt) for receipt in receipts)
    assert upkeep.clean(sqlite_api.memory)
    assert all(_is_purged(sqlite_api, told, receipt) for receipt in receipts)
    gone = [*words, *told.passing.values(), *([told.user_id] if how == "everything" else [])]
    sqlite_api.accesses.write(sqlite_api.memory.store)
    assert not left_in_files(tmp_path, gone)


def test_what_expired_is_in_no_file_either_and_nobody_need_ask(sqlite_api: Api, tmp_path: Path) -> None:
    """Expiry without any traffic cleans as a forget does: read paths at that instant, files with the sweep."""
    told = tell(sqlite_api, expires="2026-03-02T13:00:00Z")
    assert left_in_files(tmp_path, told.stored.values()).keys() == set(told.stored.values())

    sqlite_api.clock.set("2026-03-02T13:00:00Z")

    assert upkeep.expire(sqlite_api.memory) == 1
    assert upkeep.clean(sqlite_api.memory)
    assert not left_in_files(tmp_path, [*told.stored.values(), *told.passing.values()])
    assert not left_in(asked_again(sqlite_api, told), told.stored.values())


def test_a_reader_that_holds_a_transaction_holds_up_the_cleaning_and_the_receipt_says_so(
    sqlite_api: Api, tmp_path: Path
) -> None:
    """While somebody still reads the old state the receipt says `purged: false`, and true once that has ended."""
    told = tell(sqlite_api)
    with closing(sqlite3.connect(tmp_path / "ownwords.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM item").fetchone()
        (receipt,) = _forget(sqlite_api, told, "everything")

        assert not upkeep.clean(sqlite_api.memory)
        assert not _is_purged(sqlite_api, told, receipt)
        assert left_in_files(tmp_path, told.stored.values()), "the reader's state must still be in the files"
        reader.execute("ROLLBACK")

    assert upkeep.clean(sqlite_api.memory)
    assert _is_purged(sqlite_api, told, receipt)
    assert not left_in_files(tmp_path, [*told.stored.values(), told.user_id])


def test_the_servers_own_readers_are_waited_for(sqlite_api: Api, tmp_path: Path) -> None:
    """Cleaning waits for the reads that run in this server, and leaves nothing of what they saw."""
    told = tell(sqlite_api)
    scope = sqlite_api.whose(told.user_id).scope(sqlite_api.memory)

    def slowly(transaction: Transaction) -> None:
        transaction.persons.get()
        time.sleep(0.5)

    reading = Thread(target=lambda: sqlite_api.memory.store.read(scope, slowly))
    reading.start()
    time.sleep(0.1)
    _forget(sqlite_api, told, "everything")

    assert upkeep.clean(sqlite_api.memory)
    assert not left_in_files(tmp_path, [*told.stored.values(), told.user_id])
    reading.join()


def test_after_everything_no_read_brings_the_name_back(sqlite_api: Api, tmp_path: Path) -> None:
    """Reading a person of whom everything was forgotten stores nothing, whatever the project's settings are."""
    user_id = "user " + canary()
    assert sqlite_api.http.patch("/v1/project", json={"loose_gap_minutes": 45}).status_code == 200
    time.sleep(1.1)  # a server takes settings from its cache for a second
    sqlite_api.add(user_id, {"text": "oi"})
    sqlite_api.forget(user_id, everything=True)

    sqlite_api.read(user_id)
    sqlite_api.search(user_id, "oi")
    for path in ("threads", "speakers", "about", "accesses", "export"):
        sqlite_api.http.get(f"/v1/memory/{path}", params={"user_id": user_id})
    upkeep.clean(sqlite_api.memory)

    assert not left_in_files(tmp_path, [user_id])


def test_an_edit_leaves_no_word_on_an_emptied_thread(sqlite_api: Api, tmp_path: Path) -> None:
    """A session's name goes with its last message, also where the message was moved to another session before."""
    names = [canary() for _ in range(4)]
    for name in names:
        sqlite_api.add("ana", {"id": "m1", "at": "2026-03-01T10:00:00Z", "text": "oi", "session": name})

    sqlite_api.forget("ana", ids=["m1"])
    upkeep.clean(sqlite_api.memory)

    assert not left_in_files(tmp_path, names)


def test_postgres_holds_nothing_in_any_column_of_any_table(store: Store, api: Api) -> None:
    """On PostgreSQL no column of any table or partition holds a forgotten word, and no content is an index key."""
    if not isinstance(store, PostgresStore):
        pytest.skip("SQLite is searched as files")
    told = tell(api)
    words = [*told.stored.values()]
    assert len(tables(store, api.project.id, parts=True)) == 9 * len(PERSON_TABLES)
    assert left_in(flat(tables(store, api.project.id, parts=True)), words) == set(words)
    assert not left_in(flat(tables(store, api.project.id, parts=True)), told.passing.values())

    receipt = _forget(api, told, "everything")[0]

    assert not left_in(asked_again(api, told), words)
    while not _is_purged(api, told, receipt):
        assert upkeep.clean(api.memory)
    api.accesses.write(store)
    gone = [*words, *told.passing.values(), told.user_id]
    assert not left_in(flat(tables(store, api.project.id, parts=True)), gone)
    with asking(store) as ask:
        keys = ask(
            "SELECT DISTINCT attname FROM pg_index JOIN pg_attribute ON attrelid = indexrelid"
            " JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace"
        )
    content = {"id", "text", "title", "session", "author", "about_name", "metadata", "name", "first_id", "user_id"}
    content |= {"merchant", "lines"}
    # The project tables' own names are no person's words.
    assert {key for (key,) in keys} & content <= {"name"}


def test_postgres_keeps_no_words_in_its_statistics(store: Store, api: Api) -> None:
    """The planner's statistics hold samples of columns; none of them holds what persons said."""
    if not isinstance(store, PostgresStore):
        pytest.skip("SQLite keeps no samples")
    word = canary()
    api.add("ana", *({"id": f"{word} {n}", "text": f"{word} {n}", "session": word} for n in range(20)))
    for merchant in (word, f"{word}!"):
        orders = [{"id": f"{word} {n}", "merchant": merchant, "lines": [{"name": word}]} for n in range(20)]
        assert api.post("/v1/purchases", {"user_id": "ana", "purchases": orders}).status_code == 200
    with psycopg.connect(url_of(store), autocommit=True) as connection:
        connection.execute("ANALYZE")
    with asking(store) as ask:
        samples = ask(
            "SELECT tablename, attname, most_common_vals::text, histogram_bounds::text FROM pg_stats"
            " WHERE schemaname = 'public'"
        )

    holding = {
        (table, column) for table, column, common, bounds in samples if left_in(f"{common} {bounds}".encode(), [word])
    }
    assert not holding


def _killed_while_forgetting(folder: Path, key: str, words: list[str], delay: float) -> None:
    """File a memory in a real process, and kill the process so long after a forget was sent."""
    with running(folder, key=key) as process, process.client() as client:
        for start in range(0, len(words), 250):
            items = [{"text": f"{word} disse", "session": word} for word in words[start : start + 250]]
            answer = client.post("/v1/memory/add", json={"user_id": words[0], "items": items})
            assert answer.status_code == 200, answer.text

        def forget() -> None:
            body = {"user_id": words[0], "everything": True}
            try:
                client.post("/v1/memory/forget", json=body)
            except httpx.TransportError:
                return

        asking_ = Thread(target=forget)
        asking_.start()
        time.sleep(delay)
        process.kill()
        asking_.join()


def _purged_in_time(process: Process, user_id: str) -> None:
    """Forget everything again and wait until the receipt says that the files are clean."""
    with process.client() as client:
        answer = client.post("/v1/memory/forget", json={"user_id": user_id, "everything": True})
        receipt = answer.json()["receipt_id"]
        end = time.monotonic() + 60
        while time.monotonic() < end:
            whose = {"user_id": user_id}
            if client.get(f"/v1/memory/receipts/{receipt}", params=whose).json()["purged"]:
                return
            time.sleep(0.1)
    pytest.fail("the receipt never said `purged`")


@pytest.mark.slow
def test_a_kill_in_the_middle_of_a_forget_leaves_nothing_once_purged(tmp_path: Path) -> None:
    """After `kill -9` during a forget, forgetting again and `purged` mean the same: nothing in any file."""
    data = tmp_path / "data"
    with running(data) as first:
        key = first.key
    for _ in range(5):
        words = [canary() for _ in range(500)]
        _killed_while_forgetting(data, key, words, random.uniform(0, 0.12))

        with running(data, key=key) as process:
            _purged_in_time(process, words[0])
            assert not left_in_files(data, random.sample(words, 25) + words[:1])


@pytest.mark.slow
def test_after_a_restart_the_files_are_cleaned_of_what_went_before(tmp_path: Path) -> None:
    """A forget whose process died before the cleaning is cleaned by the next one, without anybody asking."""
    data = tmp_path / "data"
    words = [canary() for _ in range(20)]
    with running(data) as process, process.client() as client:
        items = [{"text": word} for word in words]
        client.post("/v1/memory/add", json={"user_id": "ana", "items": items})
        receipt = client.post("/v1/memory/forget", json={"user_id": "ana", "everything": True}).json()
        process.kill()

    with running(data, key=process.key) as again, again.client() as client:
        end = time.monotonic() + 20
        path, whose = f"/v1/memory/receipts/{receipt['receipt_id']}", {"user_id": "ana"}
        while not client.get(path, params=whose).json()["purged"] and time.monotonic() < end:
            time.sleep(0.05)
        assert client.get(path, params=whose).json()["purged"]
        assert not left_in_files(data, words)
