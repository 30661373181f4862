from __future__ import annotations

import json
import re
from typing import Any

import psycopg
import pytest
from psycopg import sql as composed

from ownwords.actions import indexing, preferences, sign_ins, upkeep
from ownwords.domain.preferences import Key
from ownwords.ports import Store
from ownwords.storage.postgres.session import PostgresSession, spoken
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.sqlite.session import SqliteSession
from ownwords.storage.tables import CROSSING, PERSON_TABLES, PROJECT_TABLES
from tests.erasure.telling import asked_again, tell
from tests.running import Api
from tests.storage.contents import asking, names, url_of

Ran = dict[str, dict[str, Any]]

_NAMED = re.compile(rf"(?i)\b(?:from|join|into|update)\s+({'|'.join(PERSON_TABLES)})\b")


def _named(parameters: Any) -> dict[str, Any]:
    """Give the parameters of a statement, or of the first of its runs."""
    first: Any = parameters if hasattr(parameters, "keys") else next(iter(parameters), None)
    return dict(first or ())


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Ran:
    """Every statement that the session classes run, with the parameters of its last run."""
    found: Ran = {}
    for kind in (SqliteSession, PostgresSession):
        for name in ("rows", "run", "run_many"):
            method = getattr(kind, name)

            def heard(session: Any, sql: str, parameters: Any, *, method: Any = method) -> Any:
                found[sql] = _named(parameters)
                return method(session, sql, parameters)

            monkeypatch.setattr(kind, name, heard)
        insert = kind.insert

        def inserted(session: Any, table: str, columns: Any, rows: Any, *, insert: Any = insert) -> None:
            found[f"INSERT INTO {table} ({', '.join(columns)}) VALUES"] = {}
            if table in PERSON_TABLES:
                assert tuple(columns[:2]) == ("project", "person")
            insert(session, table, columns, rows)

        monkeypatch.setattr(kind, "insert", inserted)
    return found


def _live(api: Api) -> None:
    """Use everything that there is: every call, edits, threads that join and part, zones, expiry, import, upkeep."""
    told = tell(api)
    asked_again(api, told)
    for minute in (0, 50, 25, 70):
        api.add(
            "ana",
            {"id": f"m{minute}", "text": f"oi {minute}", "at": f"2026-03-01T{10 + minute // 60}:{minute % 60:02}:00Z"},
        )
    api.add("ana", {"id": "m25", "text": "oi", "session": "s", "metadata": {"a": {"b": 1}}, "about": ["x"]})
    api.add("ana", {"id": "curta", "text": "curta", "expires": "2026-03-02T12:00:01Z"})
    api.http.put("/v1/persons/ana", json={"timezone": "Asia/Tokyo"})
    whose = {"user_id": "ana"}
    speaker = api.get("/v1/memory/speakers", user_id=told.user_id)["speakers"][0]["id"]
    thread = api.read("ana")[0]["thread_id"]
    api.read("ana", thread_id=thread, speaker_id=speaker, kind="message", after="2026-01-01T00:00:00Z")
    api.read(told.user_id, speaker_id=speaker, order="oldest")
    filters = {"kinds": ["message"], "roles": ["user"], "session": "s", "about": "x", "metadata": {"a": {"b": 1}}}
    api.search("ana", "oi", filters=filters | {"after": "2026-01-01T00:00:00Z", "speaker_id": speaker})
    api.get("/v1/memory/indexing", **whose)
    indexing.work(api.memory)
    api.search("ana", "oi ontem")
    api.search("ana", "oi", filters={"kinds": ["message"]})
    api.post("/v1/memory/context", whose | {"query": "oi"})
    api.post("/v1/memory/indexing/retry", whose)
    export = api.http.get("/v1/memory/export", params=whose).content
    api.forget("ana", ids=["m0", "m50"])
    api.clock.advance(2)
    upkeep.expire(api.memory)
    receipt = api.forget("ana", about="topic:x")["receipt_id"]
    api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt})
    api.get(f"/v1/memory/receipts/{receipt}", **whose)
    api.http.post("/v1/memory/import", params=whose, content=export)
    api.post("/v1/purchases", whose | {"purchases": [{"merchant": "x", "expires": "2026-03-02T12:00:03Z"}]})
    api.post("/v1/purchases/read", whose | {"limit": 1, "after": "2026-01-01T00:00:00Z"})
    api.forget("ana", before="2026-03-01T10:30:00Z")
    api.issue("ana")
    api.http.delete("/v1/persons/ana/sessions")
    with api.signed_in("ana") as ana:
        ana.read("ana")
        _prefer(api, ana)
    sign_ins.page(api.memory, api.whose("ana"), (0, ""), 1)
    api.forget("ana", everything=True)
    api.accesses.write(api.memory.store)
    api.get("/v1/memory/accesses", **whose)
    api.get("/v1/memory/accesses", limit=1, **whose)
    upkeep.sweep(api.memory)
    api.memory.store.persons(api.project.id, None, 10)


def _prefer(api: Api, ana: Api) -> None:
    """Declare, infer, correct, cite, edit, forget and lift, and take the preferences out and in."""
    words = {"id": "diz", "text": "Eu calço 42. Adoro Nike e Puma.", "role": "user"}

    def call(turn: str | None = None, **arguments: Any) -> None:
        body = {"arguments": arguments} | ({} if turn is None else {"turn": {"item_id": turn}})
        assert ana.post("/v1/tools/codespar_memory", body).status_code == 200

    api.add("ana", words)
    order = {"id": "o1", "lines": [{"brand": "Asics"}]}
    assert api.post("/v1/purchases", {"user_id": "ana", "purchases": [order]}).status_code == 200
    call(action="remember", key="shoe_size", value="42", quote="Eu calço 42")
    call("diz", action="remember", key="preferred_brands", value=["Nike", "Puma"])
    call(action="remember", key="preferred_brands", value=["Asics"], provenance="inferred", purchase_id="o1")
    export = ana.http.get("/v1/memory/export").content
    lines = b"".join(line for line in export.splitlines(keepends=True) if b'"preference"' in line)
    api.add("ana", words | {"text": "Pois é. Eu calço 42."})
    call(action="forget", key="shoe_size")
    assert ana.http.post("/v1/memory/import", content=lines).status_code == 200
    order |= {"returned": True}
    assert api.post("/v1/purchases", {"user_id": "ana", "purchases": [order]}).status_code == 200
    call("diz", action="remember", key="shoe_size", value="42")
    call(action="list")
    assert ana.get("/v1/me/preferences", history="true")["forgotten"] == ["shoe_size"]
    assert ana.post("/v1/me/consents", {"key": "dietary_restrictions", "given": True}).status_code == 200
    preferences.lift(ana.memory, ana.whose("ana"), Key.SHOE_SIZE)


def _own(statement: str) -> bool:
    """Whether each mention of a person table stands beside the project and the person of the transaction."""
    mentions = len(_NAMED.findall(statement))
    flat = " ".join(statement.split())
    if flat.upper().startswith("INSERT"):
        return ":project, :person" in flat or "(project, person, " in flat
    projects = len(re.findall(r"\bproject = (?::project\b|\w+\.project\b)", flat))
    persons = len(re.findall(r"\bperson = (?::person\b|\w+\.person\b)", flat))
    return (
        projects >= mentions
        and persons >= mentions
        and re.search(r"\bproject = :project\b", flat) is not None
        and re.search(r"\bperson = :person\b", flat) is not None
    )


def test_every_statement_on_a_person_table_names_the_project_and_the_person(api: Api, ran: Ran) -> None:
    """Of all statements of a long and varied life, only the named crossing ones do not say whose rows they mean."""
    _live(api)

    spoken_of = {statement: set(_NAMED.findall(statement)) for statement in ran}
    touched = {table for tables in spoken_of.values() for table in tables}
    assert touched == set(PERSON_TABLES), "the life must touch every person table"
    assert len(ran) > 60
    wrong = [
        " ".join(statement.split())
        for statement, tables in spoken_of.items()
        if tables and statement not in CROSSING and not _own(statement)
    ]
    assert wrong == []


def test_the_crossing_statements_touch_nothing_but_time_and_names(ran: Ran, api: Api) -> None:
    """What crosses persons is six statements, and none of them reads a text."""
    _live(api)
    assert ran.keys() >= CROSSING
    assert len(CROSSING) == 6
    assert not any(re.search(r"\b(text|title|author|metadata|session|name)\b", one) for one in CROSSING)


def test_each_search_is_in_one_partition(api: Api, store: Store, ran: Ran) -> None:
    """On PostgreSQL with persons split by hash, every statement of a person touches the person's part alone."""
    if not isinstance(store, PostgresStore):
        pytest.skip("SQLite has no partitions")
    _live(api)
    looked = 0
    with psycopg.connect(url_of(store)) as connection:
        for statement, parameters in ran.items():
            verb = statement.split()[0].upper()
            tables = set(_NAMED.findall(statement))
            if statement in CROSSING or verb == "INSERT" or not tables:
                continue
            explain = composed.SQL("EXPLAIN (FORMAT JSON) " + spoken(statement))
            row = connection.execute(explain, parameters).fetchone()
            assert row is not None
            scanned = set(re.findall(r'"Relation Name": "(\w+?)"', json.dumps(row[0])))
            parts = {name.rpartition("_")[2] for name in scanned if name not in PERSON_TABLES}
            of_parts = {f"{table}_{part}" for table in tables for part in parts}
            assert scanned <= of_parts | (tables if verb != "SELECT" else set()), statement
            # What can hold nothing, such as a list of no values, is looked for nowhere.
            assert len(parts) <= 1, (scanned, statement)
            looked += len(parts)
    assert looked > 40


def test_every_key_of_a_person_table_begins_with_the_person(store: Store) -> None:
    """The catalogue says: each primary key and unique index of a person table begins with (project, person)."""
    found = _keys(store)
    assert {table for table, _ in found} >= set(PERSON_TABLES)
    for (table, index), columns in found.items():
        assert columns[:2] == ["project", "person"], (table, index)


def test_every_table_is_a_persons_or_a_projects(store: Store) -> None:
    """There is no table that the two lists do not name; each person table begins with project and person."""
    whole = {name.rstrip("0123456789").rstrip("_") for name in names(store)}
    assert whole - {"schema_version", "sqlite_sequence", "sqlite_stat"} == set(PERSON_TABLES) | set(PROJECT_TABLES)
    for table in PERSON_TABLES:
        assert _columns(store, table)[:2] == ["project", "person"]


def _columns(store: Store, table: str) -> list[str]:
    with asking(store) as ask:
        if isinstance(store, PostgresStore):
            statement = (
                "SELECT column_name FROM information_schema.columns WHERE table_name = ? ORDER BY ordinal_position"
            )
            return [name for (name,) in ask(statement, table)]
        return [name for _, name, *_ in ask(f"PRAGMA table_info({table})")]


def _keys(store: Store) -> dict[tuple[str, str], list[str]]:
    """Give the columns of each primary key and unique index of the person tables and their partitions."""
    found: dict[tuple[str, str], list[str]] = {}
    with asking(store) as ask:
        if isinstance(store, PostgresStore):
            rows = ask(
                "SELECT t.relname, i.relname, a.attname FROM pg_index x"
                " JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid"
                " JOIN pg_attribute a ON a.attrelid = i.oid"
                " WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace ORDER BY 1, 2, a.attnum"
            )
            for table, index, column in rows:
                if table.rstrip("0123456789").rstrip("_") in PERSON_TABLES:
                    found.setdefault((table, index), []).append(column)
            return found
        for table in PERSON_TABLES:
            keyed = sorted((place, name) for _, name, _, _, _, place in ask(f"PRAGMA table_info({table})") if place)
            found[table, "primary"] = [name for _, name in keyed]
            for _, index, is_unique, *_ in ask(f"PRAGMA index_list({table})"):
                if is_unique:
                    found[table, index] = [name for _, _, name in ask(f"PRAGMA index_info({index})")]
    return found
