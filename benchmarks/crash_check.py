"""Looks after a crash for what was lost, doubled or half done, by the read paths and in the database itself."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, LiteralString

import psycopg

from benchmarks.crash_load import GONE, State, UnexpectedAnswerError, Writer, rare_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from benchmarks.serving import Database
    from benchmarks.wire import Connection

PAGE: Final = 500
SEARCHED: Final = 40
VERIFIED: Final = 5
_BELONGS: Final[tuple[tuple[LiteralString, LiteralString, LiteralString], ...]] = (
    ("passage", "item", "theirs.item = ours.passage / 8192"),
    ("posting", "passage", "theirs.passage = ours.passage"),
    ("version", "item", "theirs.item = ours.item"),
    ("item", "passage", "theirs.passage = ours.item * 8192"),
)
"""Each row of the first table belongs to one of the second; an item's first passage has its number times 8192."""
_ORPHANS: Final[list[LiteralString]] = [
    f"SELECT COUNT(*) FROM {table} AS ours WHERE NOT EXISTS (SELECT 1 FROM {other} AS theirs "
    f"WHERE theirs.project = ours.project AND theirs.person = ours.person AND {condition})"
    for table, other, condition in _BELONGS
]
_CHECK_OF_INDEXES: Final = (
    "SELECT bt_index_check(indexrelid) FROM pg_index JOIN pg_class ON oid = indexrelid"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'i'"
)


@dataclass(slots=True)
class Tally:
    """What many crashes came to."""

    kills: int = 0
    acknowledged: int = 0
    read: int = 0
    lost: int = 0
    doubled: int = 0
    half: int = 0
    inconsistent: int = 0
    integrity: int = 0
    refused: int = 0
    examples: list[str] = field(default_factory=list[str])

    @property
    def faults(self) -> int:
        """Everything that must not be."""
        return self.lost + self.doubled + self.half + self.inconsistent + self.integrity + self.refused

    def fault(self, kind: str, example: str) -> None:
        """Count a fault of a kind, which is the name of a field."""
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.examples) < 20:
            self.examples.append(f"kill {self.kills}: {kind}: {example}")


def check(connection: Connection, writers: Sequence[Writer], tally: Tally, random: Random) -> None:
    """Compare what the server holds with what it acknowledged, then send again what stayed unknown, and compare."""
    for user_id in sorted({writer.user_id for writer in writers}):
        theirs = [writer for writer in writers if writer.user_id == user_id]
        _settle(theirs, _read(connection, user_id, tally), tally)
        for writer in theirs:
            _send_again(connection, writer, tally)
        held = _read(connection, user_id, tally)
        _compare(theirs, held, tally)
        _reconcile(connection, user_id, held, tally)
        for writer in theirs:
            _search(connection, writer, tally, random)
            _verify(connection, writer, tally)


def _read(connection: Connection, user_id: str, tally: Tally) -> dict[str, dict[str, Any]]:
    """Walk through all items of a memory; one met twice is doubled."""
    items: dict[str, dict[str, Any]] = {}
    for item in _pages(connection, "items", user_id):
        if item["id"] in items:
            tally.fault("doubled", f"{item['id']} was read twice in one walk")
        items[item["id"]] = item
    tally.read += len(items)
    return items


def _pages(connection: Connection, what: str, user_id: str) -> Iterator[dict[str, Any]]:
    cursor: str | None = None
    while True:
        if what == "items":
            body = {"user_id": user_id, "limit": PAGE} | ({} if cursor is None else {"cursor": cursor})
            page = connection.post("/v1/memory/read", body).json()
        else:
            page = connection.get(f"/v1/memory/{what}", user_id=user_id, limit=PAGE, cursor=cursor).json()
        yield from page[what]
        cursor = page["next_cursor"]
        if cursor is None:
            return


def _state(held: dict[str, dict[str, Any]], name: str) -> State:
    return State(held[name]["version"], held[name]["text"]) if name in held else GONE


def _settle(writers: Sequence[Writer], held: dict[str, dict[str, Any]], tally: Tally) -> None:
    """Find out whether the requests without an answer were done: each must be whole or absent."""
    texts = Counter(item["text"] for item in held.values())
    for writer in writers:
        if writer.pending is None:
            continue
        after = writer.pending.after
        done = [_state(held, name) == state for name, state in after.items()]
        done += [texts[text] == 1 for text in writer.pending.texts]
        if any(done) and not all(done):
            tally.fault("half", f"{writer.name}: {sum(done)} of {len(done)} of {writer.pending.path}")
        before = {name: writer.held.get(name, GONE) for name in after}
        for name, state in before.items():
            if _state(held, name) not in (state, after[name]):
                tally.fault("lost", f"{name} is {_state(held, name)}; it was {state}, then {after[name]}")


def _send_again(connection: Connection, writer: Writer, tally: Tally) -> None:
    """Do as a careful client does: send again what had no answer, and see that it is done once; replay the last key."""
    try:
        if (pending := writer.pending) is not None:
            writer.acknowledge(pending, pending.send(connection))
        if writer.keyed is not None:
            attempt, ids = writer.keyed
            answer = attempt.send(connection)
            said = [one["id"] for one in answer.json()["items"]]
            expected = [None if writer.held[name] == GONE else name for name in ids]
            if said != expected or b"idempotent-replayed: true" not in answer.head:
                tally.fault("doubled", f"{attempt.key} was answered with {said} after {expected}")
    except UnexpectedAnswerError as error:
        tally.fault("refused", f"{writer.name}, sent again: {error}")


def _compare(writers: Sequence[Writer], held: dict[str, dict[str, Any]], tally: Tally) -> None:
    expected = {name: state for writer in writers for name, state in writer.held.items()}
    for name, state in expected.items():
        found = _state(held, name)
        if found != state:
            more = found != GONE and found.version > state.version > 0
            tally.fault("doubled" if more else "lost", f"{name} is {found}, acknowledged was {state}")
    for text, times in Counter(item["text"] for item in held.values()).items():
        if times > 1:
            tally.fault("doubled", f"{times} items hold `{text}`")
    for name in held.keys() - expected.keys():
        tally.fault("doubled", f"{name} is there, and nobody knows it: `{held[name]['text']}`")


def _reconcile(connection: Connection, user_id: str, held: dict[str, dict[str, Any]], tally: Tally) -> None:
    """Compare the counts that threads and speakers have with the items themselves."""
    counted = {thread["id"]: thread["items"] for thread in _pages(connection, "threads", user_id)}
    if counted != dict(Counter(item["thread_id"] for item in held.values())):
        tally.fault("inconsistent", f"{user_id}: threads count {sum(counted.values())} items of {len(held)}")
    spoken = {speaker["id"]: speaker["items"] for speaker in _pages(connection, "speakers", user_id)}
    if spoken != dict(Counter(item["speaker_id"] for item in held.values())):
        tally.fault("inconsistent", f"{user_id}: speakers count {sum(spoken.values())} items of {len(held)}")


def _search(connection: Connection, writer: Writer, tally: Tally, random: Random) -> None:
    """Look for some items by the word that only they hold: for those just written, and for a few older ones."""
    touched = list(dict.fromkeys(writer.touched))
    names = random.sample(touched, min(len(touched), SEARCHED // 2))
    names += random.sample(list(writer.held), min(len(writer.held), SEARCHED // 8))
    for name in names:
        state = writer.held[name]
        if state == GONE:
            continue
        word = rare_word(state.text)
        hits = connection.post("/v1/memory/search", {"user_id": writer.user_id, "query": word}).json()["hits"]
        found = [item["id"] for hit in hits for item in hit["items"]]
        if found.count(name) != 1 or found[0] != name:
            tally.fault("inconsistent", f"a search for `{word}` of {name} finds {found}")


def _verify(connection: Connection, writer: Writer, tally: Tally) -> None:
    for receipt in writer.receipts[-VERIFIED:]:
        body = {"user_id": writer.user_id, "receipt_id": receipt}
        answer = connection.post("/v1/memory/verify", body).json()
        if not answer["clean"]:
            tally.fault("lost", f"{receipt} is not clean: {answer['left']}")


def check_database(database: Database, tally: Tally) -> None:
    """Ask the database itself whether its files are sound, and look for rows that belong to nothing."""
    if database.engine == "sqlite":
        with closing(sqlite3.connect(f"file:{database.file}?mode=ro", uri=True, timeout=60)) as opened:
            for (said,) in opened.execute("PRAGMA integrity_check"):
                if said != "ok":
                    tally.fault("integrity", said)
            orphans = [opened.execute(question).fetchone()[0] for question in _ORPHANS]
    else:
        with psycopg.connect(database.url, autocommit=True) as connection:
            orphans = [_first(connection.execute(question).fetchone()) for question in _ORPHANS]
            # Where the extension is not installed, the rows alone must do.
            with suppress(psycopg.errors.FeatureNotSupported, psycopg.errors.UndefinedFile):
                connection.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
                _check_indexes(connection, tally)
    if any(orphans):
        tally.fault("inconsistent", f"rows that belong to nothing: {orphans}")


def _check_indexes(connection: psycopg.Connection[Any], tally: Tally) -> None:
    try:
        connection.execute(_CHECK_OF_INDEXES)
    except psycopg.errors.IndexCorrupted as error:
        tally.fault("integrity", str(error))


def _first(row: Any) -> int:
    return int(row[0])
