"""Speed of search by words and meaning: learning, cold and warm searches, beside a client that files, and its space.

The server runs on one core and the client on another where the system lets us choose; PostgreSQL runs on the server's
core. A query's time is the client's, over a kept connection, and holds the embedding of the query.
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from benchmarks import disk, machine
from benchmarks.scale import SIZES
from benchmarks.scale_load import BATCH, Deadline, Person, load, searches
from benchmarks.serving import Engine, Server, database, on_core
from benchmarks.tables import Cell, Progress, Report, Table, Target, of_targets, percentile
from benchmarks.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

TARGET: Final = 30.0
WARM_UP: Final = 20
_PAUSE: Final = 0.2
_THIRD: Final = 2
_BESIDE: Final = 10_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is filed and asked: a division of the full size for a first look or a smoke test."""

    division: int = 1
    queries: int = 200
    minutes: float = 25.0

    @property
    def measured(self) -> list[Person]:
        """The persons that are asked."""
        return [Person(f"person of {size}", max(size // self.division, 2)) for size in SIZES]

    @property
    def beside(self) -> Person:
        """Who holds as much as the third person, and comes when that one was asked already."""
        return Person("beside", max(_BESIDE // self.division, 2))


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale_meaning", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--quick", action="store_true", help="a tenth of the size, for a first look")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    report = Report()
    engines: tuple[Engine, ...] = ("sqlite", "postgres") if given.database == "both" else (given.database,)
    for engine in engines:
        report.add(measured(engine, Plan(10, 50) if given.quick else Plan()))
    report.show(given.json)


def measured(engine: Engine, plan: Plan) -> Report:
    """Measure one database, made anew."""
    deadline = Deadline(time.monotonic() + 60 * plan.minutes)
    cores = machine.two_sides()
    persons = plan.measured
    rows: list[Sequence[Cell]] = []
    with ExitStack() as stack:
        kept_in = stack.enter_context(database(engine, core=cores and cores[0]))
        server = Server(kept_in, core=cores and cores[0])
        with server, on_core(cores and cores[1]):
            report = Report(machine.described(kept_in.name))
            began = time.perf_counter()
            filed = load(server, persons, deadline)
            _learned(server, persons, deadline)
            learning = filed.items / (time.perf_counter() - began)
        for person in persons:
            with server, on_core(cores and cores[1]):
                _first(server, persons[0 if person is not persons[0] else 1], WARM_UP)
                rows.append(
                    (
                        _named(person),
                        "cold: the first of this person after a start",
                        1,
                        _first(server, person, 1),
                        "",
                        "",
                    )
                )
        with server, on_core(cores and cores[1]):
            warm = [_asked(server, person, plan.queries) for person in persons]
            rows += [_row(person, "warm, alone", each) for person, each in zip(persons, warm, strict=True)]
            filed_beside = load(server, [plan.beside], deadline)
            _learned(server, [plan.beside], deadline)
            after = _asked(server, persons[1], plan.queries)
            rows.append(_row(persons[1], f"warm, once another has filed {filed_beside.items:,} as well", after))
            with _filing(server):
                rows += [
                    _row(person, "warm, beside a client that files", _asked(server, person, plan.queries // 4))
                    for person in persons
                ]
            memory = server.memory()
        sizes = disk.sizes(kept_in)
    headers = ("person", "search", "queries", "ms p50", "ms p95", "ms p99")
    report.tables += [
        Table(f"{engine}: search by words and meaning, with the query's embedding", headers, rows),
        _space(engine, learning, memory, sizes),
        of_targets(
            [
                Target(f"{engine}: p95 of the third person, warm, alone, ms", TARGET, _95(warm[_THIRD]), True),
                Target(f"{engine}: p50 after another's messages to before", 1.2, _50(after) / _50(warm[1]), True),
            ]
        ),
    ]
    return report


def _learned(server: Server, persons: Sequence[Person], deadline: Deadline) -> None:
    """Wait until search by meaning has caught up."""
    progress = Progress("learning")
    with server.connection() as connection:
        while True:
            pending = [connection.get("/v1/memory/indexing", user_id=one.user_id).json()["pending"] for one in persons]
            progress.say(f"{sum(pending):,} left")
            if not any(pending):
                return
            deadline.check()
            time.sleep(_PAUSE)


def _first(server: Server, person: Person, queries: int) -> float:
    """Ask on a new connection, and give the milliseconds of the last query."""
    with server.connection() as connection:
        return searches(connection, person, queries)[-1]


def _asked(server: Server, person: Person, queries: int) -> list[float]:
    with server.connection() as connection:
        searches(connection, person, WARM_UP)
        return searches(connection, person, max(queries, 2))


@contextmanager
def _filing(server: Server) -> Generator[None]:
    """File batches of 500 for other persons meanwhile, one after the other."""
    end = Event()

    def work() -> None:
        texts = Texts(4_000)
        with server.connection() as connection:
            for number in count():
                if end.is_set():
                    return
                person = Person(f"filing {number}", BATCH)
                items = [person.item(one, texts.text()) for one in range(BATCH)]
                connection.post("/v1/memory/add", {"user_id": person.user_id, "items": items}).json()

    thread = Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def _row(person: Person, how: str, times: Sequence[float]) -> Sequence[Cell]:
    return (_named(person), how, len(times), _50(times), _95(times), percentile(times, 0.99))


def _named(person: Person) -> str:
    return f"{person.messages:,} passages"


def _50(times: Sequence[float]) -> float:
    return percentile(times, 0.5)


def _95(times: Sequence[float]) -> float:
    return percentile(times, 0.95)


def _space(engine: Engine, learning: float, memory: tuple[int, int] | None, sizes: disk.Sizes) -> Table:
    rows: list[Sequence[Cell]] = [
        ("items filed and searchable by meaning, a second, from the first add to the last vector", learning),
        ("server process, resident bytes, most", memory[0] if memory else "not known"),
        ("passages", sizes.passages),
        ("bytes of the database for each passage", sizes.whole / max(sizes.passages, 1)),
        ("bytes of the vectors and their index for each passage", sizes.vectors_of_each),
    ]
    return Table(f"{engine}: learning, memory and disk", ("figure", "value"), rows)


if __name__ == "__main__":
    main()
