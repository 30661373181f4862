from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any, cast

import httpx
import psycopg
import pytest
from psycopg import errors, sql

from ownwords.domain.errors import ReadTimedOut, RefusesToServe, StoreBusy, StoreUnavailable
from ownwords.domain.ids import PersonKey, ProjectId, Scope
from ownwords.domain.persons import Person
from ownwords.ports import Store, Transaction
from ownwords.storage.migrations import due, migrations
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.sqlite.session import PRAGMAS, connect, wrong_pragmas
from ownwords.storage.sqlite.store import SqliteStore
from tests.cli.processes import ran_json, running
from tests.postgres import PostgresServer
from tests.running import PLAIN, SECRET, MovableClock, postgres_store, serving, sqlite_store
from tests.storage.contents import asking, path_of, url_of

pytestmark = pytest.mark.slow  # real processes and real waits; `make test` runs them

RELEASED = Path(__file__).parent / "released"
ANA = Scope(ProjectId(7), PersonKey(-5))
BIA = Scope(ProjectId(7), PersonKey(6))


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of the test's own on each of the two databases."""
    if request.param == "sqlite":
        opened: Store = sqlite_store(tmp_path)
    else:
        opened = postgres_store(request.getfixturevalue("postgres_server"))
    yield opened
    opened.close()


def _again(store: Store, fingerprint: str = SECRET.fingerprint) -> Store:
    if isinstance(store, PostgresStore):
        return PostgresStore(url_of(store), fingerprint, partitions=8, connections=4)
    return SqliteStore(path_of(store), fingerprint)


def _run(store: Store, statement: str) -> None:
    if isinstance(store, PostgresStore):
        with psycopg.connect(url_of(store), autocommit=True) as connection:
            connection.execute(sql.SQL(cast("Any", statement)))
    else:
        with closing(sqlite3.connect(path_of(store), isolation_level=None)) as connection:
            connection.execute(statement)


# --- what a store stands on ------------------------------------------------------------------------------------------


def test_every_pragma_is_as_it_was_set(tmp_path: Path) -> None:
    """Each connection reads back full durability, overwriting of what is deleted, and no files for sorting."""
    with closing(sqlite_store(tmp_path)), closing(connect(tmp_path / "ownwords.db")) as connection:
        assert wrong_pragmas(connection) == []
        for name, value in (("synchronous", 2), ("secure_delete", 1), ("temp_store", 2)):
            assert PRAGMAS[name] == value
            assert connection.execute(f"PRAGMA {name}").fetchone() == (value,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(("name", "value"), [("synchronous", 7), ("temp_store", 9), ("secure_delete", 8)])
def test_a_pragma_that_does_not_take_refuses_to_serve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    """Where SQLite does not keep a pragma as asked, the store does not open, and names it."""
    monkeypatch.setitem(PRAGMAS, name, value)

    with pytest.raises(RefusesToServe, match=f"PRAGMA {name} is"):
        sqlite_store(tmp_path)


def test_another_secret_refuses_to_serve(fresh: Store) -> None:
    """A database opened with another secret than it was made with is refused, with what to do."""
    with pytest.raises(RefusesToServe, match="secret"):
        _again(fresh, "another fingerprint")
    _again(fresh).close()


def test_a_later_schema_refuses_to_serve(fresh: Store) -> None:
    """A database that a later version made is refused and left as it is."""
    if isinstance(fresh, PostgresStore):
        _run(fresh, "INSERT INTO schema_version (number) VALUES (99)")
    else:
        _run(fresh, "PRAGMA user_version = 99")

    with pytest.raises(RefusesToServe, match="schema 99"):
        _again(fresh)


def test_a_database_that_does_not_answer_is_unavailable(postgres_server: PostgresServer) -> None:
    """An address where nobody listens is `StoreUnavailable`, and its message quotes no address or password."""
    del postgres_server
    with pytest.raises(StoreUnavailable) as raised:
        PostgresStore("postgresql://me:geheim@127.0.0.1:1/nothing", SECRET.fingerprint)
    assert "geheim" not in str(raised.value)


# --- migrations ------------------------------------------------------------------------------------------------------


def test_migrations_are_numbered_without_gaps_on_both_databases() -> None:
    """Both databases have the same migrations, from 1, and a database needs those after its own."""
    known = [migrations(f"ownwords.storage.{name}.migrations") for name in ("sqlite", "postgres")]
    first, second = ([one.number for one in each] for each in known)
    assert first == second == list(range(1, len(first) + 1))
    assert [one.name for one in known[0]] == [one.name for one in known[1]]
    assert due(known[0], 0) == known[0]
    assert due(known[0], len(first)) == []


def _schema_of_sqlite(path: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()


def _schema_of_postgres(store: PostgresStore) -> list[tuple[Any, ...]]:
    with asking(store) as ask:
        columns = ask(
            "SELECT table_name, ordinal_position, column_name, data_type, is_nullable FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, 2"
        )
        indexes = ask("SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2")
    return columns + indexes


@pytest.mark.parametrize("number", [1])
def test_every_released_schema_migrates_to_the_one_of_today_on_sqlite(tmp_path: Path, number: int) -> None:
    """A database made by a released version, with a row in it, becomes the same as a new one and keeps the row."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    with closing(sqlite3.connect(old / "ownwords.db")) as connection:
        connection.executescript((RELEASED / f"sqlite_{number:04}.sql").read_text())
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("INSERT INTO project VALUES (7, 'kept', 1, '{}')")
        connection.commit()

    with closing(sqlite_store(old)) as migrated, closing(sqlite_store(new)):
        assert _schema_of_sqlite(old / "ownwords.db") == _schema_of_sqlite(new / "ownwords.db")
        assert [one.name for one in migrated.projects_read(lambda rows: rows.every())] == ["kept"]


@pytest.mark.parametrize("number", [1])
@pytest.mark.parametrize("partitions", [0, 8])
def test_every_released_schema_migrates_to_the_one_of_today_on_postgres(
    postgres_server: PostgresServer, number: int, partitions: int
) -> None:
    """The same on PostgreSQL, with the person tables whole or in parts."""
    from ownwords.storage.postgres.store import split_by_person  # noqa: PLC0415 - only PostgreSQL has parts

    url = postgres_server.create_database("old")
    script = split_by_person((RELEASED / f"postgres_{number:04}.sql").read_text(), partitions)
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE schema_version (number BIGINT NOT NULL)")
        connection.execute(sql.SQL(cast("Any", script)))
        connection.execute("INSERT INTO schema_version VALUES (%s)", (number,))
        connection.execute("INSERT INTO project VALUES (7, 'kept', 1, '{}')")

    fresh_url = postgres_server.create_database("new")
    with (
        closing(PostgresStore(url, SECRET.fingerprint, partitions=partitions, connections=2)) as migrated,
        closing(PostgresStore(fresh_url, SECRET.fingerprint, partitions=partitions, connections=2)) as new,
    ):
        assert _schema_of_postgres(migrated) == _schema_of_postgres(new)
        assert [one.name for one in migrated.projects_read(lambda rows: rows.every())] == ["kept"]


def test_servers_that_start_at_once_migrate_once(tmp_path: Path, postgres_server: PostgresServer) -> None:
    """Eight opens of an empty database at once all succeed, and find one schema."""
    url = postgres_server.create_database("once")
    barrier = Barrier(8)

    def open_one(number: int) -> Store:
        barrier.wait()
        if number % 2:
            return sqlite_store(tmp_path)
        return PostgresStore(url, SECRET.fingerprint, partitions=2, connections=1)

    with ThreadPoolExecutor(8) as pool:
        for store in pool.map(open_one, range(8)):
            store.close()


# --- transactions ----------------------------------------------------------------------------------------------------


def _next_item(store: Store, scope: Scope) -> int:
    person = store.read(scope, lambda transaction: transaction.persons.get())
    return 0 if person is None else person.next_item


def _counted(transaction: Transaction) -> None:
    person = transaction.persons.get() or Person("ana")
    transaction.persons.put(Person("ana", next_item=person.next_item + 1))


def test_writes_of_one_person_happen_one_after_the_other(fresh: Store) -> None:
    """Sixty reads-and-writes of one row from twelve threads, the first write among them, lose none."""
    with ThreadPoolExecutor(12) as pool:
        for job in [pool.submit(fresh.write, ANA, _counted) for _ in range(60)]:
            job.result()
    assert _next_item(fresh, ANA) == 61


def test_whatever_a_write_raises_undoes_all_of_it(fresh: Store) -> None:
    """An error of any kind in the middle of a write leaves nothing of it, and nothing of the others is lost."""

    def broken(transaction: Transaction) -> None:
        _counted(transaction)
        message = "stop"
        raise KeyError(message)

    def attempt(number: int) -> None:
        if number % 3:
            fresh.write(ANA, _counted)
        else:
            with pytest.raises(KeyError):
                fresh.write(ANA, broken)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(attempt, range(30)))
    assert _next_item(fresh, ANA) == 21
    assert _next_item(fresh, BIA) == 0


def test_a_read_sees_one_state_from_its_beginning_to_its_end(fresh: Store) -> None:
    """What is committed while a read runs is not seen by it, and is seen by the next one."""
    fresh.write(ANA, _counted)

    def twice(transaction: Transaction) -> tuple[int, int]:
        first = transaction.persons.get()
        fresh.write(ANA, _counted)
        second = transaction.persons.get()
        assert first is not None
        assert second is not None
        return first.next_item, second.next_item

    assert fresh.read(ANA, twice) == (2, 2)
    assert _next_item(fresh, ANA) == 3


def test_a_read_can_not_write(fresh: Store) -> None:
    """What a read tries to change is not changed, whether the database refuses it or forgets it."""
    fresh.write(ANA, _counted)
    with suppress(errors.ReadOnlySqlTransaction, sqlite3.OperationalError):
        fresh.read(ANA, _counted)
    assert _next_item(fresh, ANA) == 2


@pytest.mark.parametrize("error", [errors.SerializationFailure, errors.DeadlockDetected])
def test_a_transaction_that_the_database_wants_again_is_run_again(
    postgres_server: PostgresServer, error: type[psycopg.OperationalError]
) -> None:
    """40001 and 40P01 are retried inside, five times at most, with one effect; then the store is busy."""
    with closing(postgres_store(postgres_server)) as store:
        tries = [0]

        def failing(times: int) -> Any:
            tries[0] = 0

            def work(transaction: Transaction) -> None:
                tries[0] += 1
                _counted(transaction)
                if tries[0] <= times:
                    raise error

            return work

        store.write(ANA, failing(4))
        assert (tries[0], _next_item(store, ANA)) == (5, 2)
        with pytest.raises(StoreBusy):
            store.write(ANA, failing(99))
        assert (tries[0], _next_item(store, ANA)) == (5, 2)


def test_a_real_deadlock_ends_with_both_effects(postgres_server: PostgresServer) -> None:
    """Two writes that wait for each other are both there in the end."""
    with closing(postgres_store(postgres_server)) as store:
        store.write(ANA, _counted)
        barrier, met = Barrier(2), Event()

        def meet() -> None:
            # Once the two have met, whoever is run again is alone.
            if not met.is_set():
                barrier.wait(5)
                met.set()

        def person_first(transaction: Transaction) -> None:
            transaction.persons.get()
            meet()
            transaction.receipts.erasure()
            _counted(transaction)

        def server_first(transaction: Transaction) -> None:
            transaction.receipts.erasure()
            meet()
            _counted(transaction)

        with ThreadPoolExecutor(2) as pool:
            for job in [pool.submit(store.write, ANA, work) for work in (person_first, server_first)]:
                job.result(30)
        assert _next_item(store, ANA) == 4


# --- time ------------------------------------------------------------------------------------------------------------

_LONG = """
    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 400000000)
    SELECT COUNT(*) FROM n WHERE :project = :project AND :person = :person"""


@pytest.fixture
def short_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a read end after one second."""
    monkeypatch.setattr("ownwords.domain.limits.READ_SECONDS", 1)


@pytest.mark.usefixtures("short_reads")
def test_a_long_statement_of_a_read_is_ended(request: pytest.FixtureRequest) -> None:
    """One statement that takes longer than a read may is ended with `read_timed_out`, and the next read is well."""
    for name in ("sqlite", "postgres"):
        store = _made(request, name)

        def slowly(transaction: Transaction) -> Any:
            return vars(transaction.items)["_mine"].rows(_LONG)

        began = time.monotonic()
        with pytest.raises(ReadTimedOut):
            store.read(ANA, slowly)
        assert time.monotonic() - began < 4, name
        assert store.read(ANA, lambda transaction: transaction.persons.get()) is None
        store.close()


@pytest.mark.usefixtures("short_reads")
@pytest.mark.parametrize("name", ["sqlite", "postgres"])
def test_a_read_of_many_short_statements_is_ended_too(request: pytest.FixtureRequest, name: str) -> None:
    """A read ends after its time as a whole: a thousand quick statements hold a state as one slow one does."""
    store = _made(request, name)
    end = time.monotonic() + 4

    def endlessly(transaction: Transaction) -> None:
        while time.monotonic() < end:
            transaction.persons.get()
            transaction.items.by_ids(["x"])

    try:
        with pytest.raises(ReadTimedOut):
            store.read(ANA, endlessly)
        assert time.monotonic() < end - 1
    finally:
        store.close()


def _made(request: pytest.FixtureRequest, name: str) -> Store:
    if name == "sqlite":
        return sqlite_store(request.getfixturevalue("tmp_path"))
    return postgres_store(request.getfixturevalue("postgres_server"))


def test_a_read_that_is_ended_is_answered_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP a read that takes too long is 503 `read_timed_out` with `Retry-After`, never an empty list."""
    with closing(sqlite_store(tmp_path)) as store, serving(store) as server, (api := server.project()).http:
        api.add("ana", {"text": "oi"})
        monkeypatch.setattr("ownwords.domain.limits.READ_SECONDS", -1)
        monkeypatch.setattr("ownwords.storage.sqlite.session._STEPS_BETWEEN_LOOKS_AT_THE_CLOCK", 1)
        for path, body in (("read", {}), ("search", {"query": "oi"})):
            answer = api.post(f"/v1/memory/{path}", {"user_id": "ana"} | body)
            assert (answer.status_code, answer.json()["code"]) == (503, "read_timed_out")
            assert answer.headers["Retry-After"] == "1"


def test_a_write_that_waits_too_long_is_busy_on_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that does not get its turn in time is `StoreBusy`, and nothing of it is stored, later neither."""
    monkeypatch.setattr("ownwords.domain.limits.WRITE_WAIT_SECONDS", 0.3)
    with closing(sqlite_store(tmp_path)) as store:
        first = Thread(target=lambda: store.write(ANA, lambda _: time.sleep(1.0)))
        first.start()
        time.sleep(0.1)
        with pytest.raises(StoreBusy):
            store.write(ANA, _counted)
        first.join()
        time.sleep(0.1)
        assert _next_item(store, ANA) == 0


def test_a_write_that_waits_too_long_is_busy_on_postgres(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that waits for another one of the same person beyond its time is `StoreBusy`: it was no read."""
    monkeypatch.setattr("ownwords.domain.limits.WRITE_WAIT_SECONDS", 1)
    with closing(postgres_store(postgres_server)) as store:
        store.write(ANA, _counted)
        with psycopg.connect(url_of(store)) as other:
            other.execute("SELECT * FROM person FOR UPDATE")
            with pytest.raises(StoreBusy):
                store.write(ANA, _counted)
        assert _next_item(store, ANA) == 2


def test_a_closed_store_says_that_it_is(tmp_path: Path) -> None:
    """After `close` reads and writes are `StoreUnavailable`, and do not hang."""
    store = sqlite_store(tmp_path)
    store.close()
    for act in (store.read, store.write):
        with pytest.raises(StoreUnavailable):
            act(ANA, lambda transaction: transaction.persons.get())


# --- several processes and servers -----------------------------------------------------------------------------------


def _batches(url: str, key: str, name: str, count: int) -> int:
    headers = {"Authorization": f"Bearer {key}"}
    filed = 0
    with httpx.Client(base_url=url, headers=headers, timeout=120, verify=PLAIN) as client:
        for batch in range(count):
            items = [{"id": f"{name}-{batch}-{n}", "text": f"mensagem {n} de {name}"} for n in range(500)]
            answer = client.post("/v1/memory/add", json={"user_id": "ana", "items": items})
            assert answer.status_code == 200, answer.text
            filed += answer.json()["counts"]["created"]
    return filed


@pytest.mark.slow
def test_two_processes_write_one_sqlite_file(tmp_path: Path) -> None:
    """Two servers over one file take batches of 500 for one person at once, and none is lost or refused."""
    data = tmp_path / "data"
    key = ran_json("key", "create", data=data)["key"]
    with running(data, key=key) as one, running(data, key=key) as other, ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(_batches, process.url, key, str(n), 2) for n, process in enumerate((one, other))]
        assert [job.result() for job in jobs] == [1_000, 1_000]
        with one.client() as client:
            about = client.get("/v1/memory/threads", params={"user_id": "ana"}).json()["threads"]
        assert sum(thread["items"] for thread in about) == 2_000


def test_two_servers_on_one_postgres_have_one_effect_for_one_idempotency_key(postgres_server: PostgresServer) -> None:
    """The same request under one Idempotency-Key at two servers at once is done once; the other waits, or is 409."""
    rounds = 25
    with (
        closing(postgres_store(postgres_server)) as store,
        closing(PostgresStore(url_of(store), SECRET.fingerprint, connections=8)) as second,
        serving(store) as one,
        serving(second, MovableClock()) as other,
        (api := one.project()).http,
        httpx.Client(base_url=other.url, headers={"Authorization": f"Bearer {api.key}"}, verify=PLAIN) as away,
    ):
        other.clock.advance(3_600)  # Two clocks, so that the two access logs never meet.
        barrier = Barrier(2)

        def send(client: httpx.Client, number: int) -> httpx.Response:
            barrier.wait()
            body = {"user_id": f"p{number % 3}", "items": [{"text": f"oi {number}"}]}
            return client.post("/v1/memory/add", json=body, headers={"Idempotency-Key": f"k{number}"})

        with ThreadPoolExecutor(2) as pool:
            for number in range(rounds):
                jobs = [pool.submit(send, client, number) for client in (api.http, away)]
                answers = [job.result() for job in jobs]
                statuses = sorted(answer.status_code for answer in answers)
                assert statuses in ([200, 200], [200, 409]), [answer.text for answer in answers]
                if statuses == [200, 200]:
                    assert answers[0].json() == answers[1].json()
                else:
                    (refused,) = [answer for answer in answers if answer.status_code == 409]
                    assert refused.json()["code"] == "idempotency_in_progress"
        assert sum(len(api.read(f"p{number}")) for number in range(3)) == rounds


def test_a_server_that_comes_back_finds_its_database_again(postgres_server: PostgresServer) -> None:
    """Connections that the database ended are found out before a request gets them."""
    with closing(postgres_store(postgres_server)) as store, serving(store) as server, (api := server.project()).http:
        api.add("ana", {"text": "oi"})
        with psycopg.connect(url_of(store), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert len(api.read("ana")) == 1
        assert api.add("ana", {"text": "de novo"})[0]["status"] == "created"


def test_the_machines_time_zone_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same memory read on machines of three zones gives the same bytes."""
    found: list[list[bytes]] = []
    for zone in ("UTC", "America/Los_Angeles", "Pacific/Kiritimati"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        folder = tmp_path / zone.replace("/", "-")
        folder.mkdir()
        with closing(sqlite_store(folder)) as store, serving(store) as server, (api := server.project()).http:
            api.add(
                "ana",
                {"id": "a", "text": "ontem às onze", "at": "2019-03-10T02:30:00", "session": "s"},
                {"id": "b", "text": "hoje", "at": "2019-03-10T23:59:59-03:00", "expires": "2027-01-01"},
                {"id": "c", "text": "agora"},
            )
            asked = {"user_id": "ana"}
            answers = [
                api.post("/v1/memory/read", asked),
                api.post("/v1/memory/search", asked | {"query": "março de 2019"}),
                *(api.http.get(f"/v1/memory/{path}", params=asked) for path in ("export", "accesses")),
            ]
            threads = api.get("/v1/memory/threads", **asked)["threads"]
            found.append([*(one.content for one in answers), repr([one["first_at"] for one in threads]).encode()])
    monkeypatch.delenv("TZ")
    time.tzset()

    assert found[0] == found[1] == found[2]
    assert b"2019-03-10T02:30:00Z" in found[0][0]


def test_nothing_else_can_read_the_files(tmp_path: Path) -> None:
    """The database and what SQLite puts beside it are open to their owner only."""
    old = os.umask(0)
    try:
        with closing(sqlite_store(tmp_path)) as store:
            store.write(ANA, _counted)
            assert {file.stat().st_mode & 0o077 for file in tmp_path.glob("ownwords.db*")} == {0}
            store.backup(tmp_path / "backup")
            assert (tmp_path / "backup").stat().st_mode & 0o077 == 0
    finally:
        os.umask(old)
