"""What the measurement of scale files and asks, and how long each takes on the client's side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from queue import Empty, SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Any, Final

from benchmarks.tables import Progress
from benchmarks.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.serving import Server
    from benchmarks.wire import Connection

BATCH: Final = 500
CONNECTIONS: Final = 2
YEAR: Final = timedelta(days=365)
ONE_SESSION: Final = "one session for the whole year"
_BEGAN: Final = datetime(2025, 1, 1, tzinfo=UTC)
_TURNS_OF_A_SESSION: Final = 20


class TooSlowError(Exception):
    """The measurement took longer than it may."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment at which a measurement must be over, on the monotonic clock."""

    at: float

    def check(self) -> None:
        """Go on only before it.

        Raises:
            TooSlowError: it is over.
        """
        if time.monotonic() > self.at:
            message = "the time that the measurement may take is over; see --minutes"
            raise TooSlowError(message)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with so many messages, spread over a year, in sessions of twenty turns or in a single one."""

    user_id: str
    messages: int
    one_session: bool = False

    def batches(self) -> Iterator[tuple[Person, range]]:
        """Cut the messages into batches."""
        return ((self, range(start, min(start + BATCH, self.messages))) for start in range(0, self.messages, BATCH))

    def item(self, number: int, text: str) -> dict[str, Any]:
        """Make the message of a number."""
        if self.one_session:
            at, session = _BEGAN + YEAR * number / self.messages, ONE_SESSION
        else:
            talk, turn = divmod(number, _TURNS_OF_A_SESSION)
            talks = -(-self.messages // _TURNS_OF_A_SESSION)
            at = _BEGAN + YEAR * talk / talks + timedelta(seconds=10 * turn)
            session = f"session {talk}"
        who = ("Ana", "Bruno")[number % 2]
        return {"id": f"m{number}", "text": text, "at": at.isoformat(), "session": session, "author": who}


@dataclass(frozen=True, slots=True)
class Filed:
    """How much was filed, in how many seconds, and how long each side kept a core busy meanwhile.

    The server's part is that of its own process, without PostgreSQL's; none where the system does not tell.
    """

    items: int
    seconds: float
    client_seconds: float
    server_seconds: float | None
    milliseconds: Sequence[float]

    @property
    def rate(self) -> float:
        """Items a second."""
        return self.items / self.seconds


def load(server: Server, persons: Sequence[Person], deadline: Deadline) -> Filed:
    """File all messages of all persons in batches of 500 over two connections, the persons mixed."""
    waiting: SimpleQueue[tuple[Person, range]] = SimpleQueue()
    batches = [batch for person in persons for batch in person.batches()]
    Random(1).shuffle(batches)
    for batch in batches:
        waiting.put(batch)
    progress = Progress("filing batches")
    seconds: list[float] = []

    def work(seed: int) -> int:
        texts = Texts(seed)
        done = 0
        with server.connection() as connection:
            while True:
                deadline.check()
                try:
                    person, numbers = waiting.get_nowait()
                except Empty:
                    return done
                body = [person.item(number, texts.text()) for number in numbers]
                began = time.perf_counter()
                answer = connection.post("/v1/memory/add", {"user_id": person.user_id, "items": body}).json()
                seconds.append(time.perf_counter() - began)
                assert answer["counts"] == {"created": len(body)}, answer["counts"]
                done += len(body)
                progress.say(f"{len(seconds):,} of {len(batches):,}")

    return _timed(server, work, CONNECTIONS, seconds)


def singles(server: Server, persons: Sequence[Person], clients: int, seconds: float) -> Filed:
    """File messages one by one, each durable before the next of its client, for so many seconds."""
    took: list[float] = []
    sources = [Texts(1_000 + client) for client in range(clients)]
    until = time.monotonic() + seconds

    def work(client: int) -> int:
        texts, person = sources[client], persons[client % len(persons)]
        with server.connection() as connection:
            for done in count():
                if time.monotonic() > until:
                    return done
                item = person.item(done % person.messages, texts.text()) | {"id": f"single {client} {done}"}
                began = time.perf_counter()
                answer = connection.post("/v1/memory/add", {"user_id": person.user_id, "items": [item]}).json()
                took.append(time.perf_counter() - began)
                assert answer["counts"] == {"created": 1}, answer["counts"]
        raise AssertionError

    return _timed(server, work, clients, took)


def _timed(server: Server, work: Callable[[int], int], threads: int, seconds: list[float]) -> Filed:
    began, ours, theirs = time.perf_counter(), time.process_time(), server.processor_seconds()
    with ThreadPoolExecutor(threads) as pool:
        items = sum(pool.map(work, range(threads)))
    wall, ours = time.perf_counter() - began, time.process_time() - ours
    now = server.processor_seconds()
    theirs = None if now is None or theirs is None else now - theirs
    return Filed(items, wall, ours, theirs, [1_000 * one for one in seconds])


def searches(connection: Connection, person: Person, queries: int) -> list[float]:
    """Ask a person's memory so many seven-word queries, one after the other, and give the milliseconds of each."""
    texts = Texts(2_000)
    progress = Progress(f"searching {person.messages:,} messages")
    times: list[float] = []
    for asked in range(queries):
        body = {"user_id": person.user_id, "query": texts.query(), "limit": 10}
        began = time.perf_counter()
        answer = connection.post("/v1/memory/search", body)
        times.append(1_000 * (time.perf_counter() - began))
        assert "hits" in answer.json()
        progress.say(f"{asked:,} of {queries:,}")
    return times


def into_sessions(connection: Connection, person: Person, pairs: int) -> tuple[list[float], list[float]]:
    """Add in turn to the session of the whole year, at any moment of it, and to a session that is new then.

    Gives the milliseconds of each add: those into the long session, and those into new ones.
    """
    texts, random = Texts(3_000), Random(3_000)
    progress = Progress("adding to sessions")
    long: list[float] = []
    new: list[float] = []
    for pair in range(pairs):
        at = (_BEGAN + YEAR * random.random()).isoformat()
        for session, times in random.sample([(ONE_SESSION, long), (f"new {pair}", new)], 2):
            item = {"id": f"{session} {pair}", "text": texts.text(), "at": at, "session": session, "author": "Ana"}
            began = time.perf_counter()
            answer = connection.post("/v1/memory/add", {"user_id": person.user_id, "items": [item]})
            times.append(1_000 * (time.perf_counter() - began))
            assert answer.json()["counts"] == {"created": 1}
        progress.say(f"{pair:,} of {pairs:,}")
    return long, new
