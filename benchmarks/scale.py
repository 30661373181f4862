"""Speed at size: adds a second, searches of small and large persons beside many others, long sessions, memory, disk.

The server runs on one core and the client on another where the system lets us choose; PostgreSQL runs on the
server's core. Every add is durable before it is answered. Figures are the client's, over kept connections. Where the
machine has other work to do they are worse than they could be; what the server's own process needed of a processor
for each add and query stands beside them, and tells.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks import disk, machine
from benchmarks.scale_load import (
    BATCH,
    CONNECTIONS,
    Deadline,
    Filed,
    Person,
    TooSlowError,
    into_sessions,
    load,
    searches,
    singles,
)
from benchmarks.serving import Engine, Server, database, on_core
from benchmarks.tables import Cell, Report, Table, Target, of_targets, percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.wire import Connection

SIZES: Final = (100, 1_000, 10_000, 100_000)
TARGETS: Final[dict[Engine, tuple[float, float, float]]] = {
    "sqlite": (3_000, 600, 10),
    "postgres": (1_500, 300, 20),
}
SESSIONS_RATIO: Final = 1.2
BUSY_CLIENT: Final = 0.8
WARM_UP: Final = 20
BUSY: Final = "server's processor, ms each"


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is filed and asked: a division of the full size, for a first look or a smoke test."""

    division: int = 1
    clients: int = 32
    single_seconds: float = 15.0
    queries: int = 300
    pairs: int = 200

    @property
    def measured(self) -> list[Person]:
        """The persons that are asked; the last one holds a single session of a whole year."""
        sizes = [max(size // self.division, 2) for size in SIZES]
        return [Person(f"person of {size}", size, one_session=size == sizes[-1]) for size in sizes]

    @property
    def others(self) -> list[Person]:
        """The persons beside them: 250,000 messages, a thousand each."""
        return [Person(f"other {number}", 1_000) for number in range(max(250 // self.division, 1))]


QUICK: Final = Plan(division=10, single_seconds=3.0, queries=100, pairs=50)


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--quick", action="store_true", help="a tenth of the size, for a first look")
    parser.add_argument("--minutes", type=float, default=25.0, help="the most that each database may take")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    report = Report()
    engines: tuple[Engine, ...] = ("sqlite", "postgres") if given.database == "both" else (given.database,)
    try:
        for engine in engines:
            report.add(measured(engine, QUICK if given.quick else Plan(), given.minutes))
    except TooSlowError as error:
        report.show(given.json)
        sys.exit(str(error))
    report.show(given.json)


def measured(engine: Engine, plan: Plan, minutes: float = 25.0) -> Report:
    """Measure one database, made anew; raises `TooSlowError` where it takes longer than `minutes`."""
    deadline = Deadline(time.monotonic() + 60 * minutes)
    cores = machine.two_sides()
    with ExitStack() as stack:
        kept_in = stack.enter_context(database(engine, core=cores and cores[0]))
        server = Server(kept_in, core=cores and cores[0])
        with server, on_core(cores and cores[1]):
            report = Report([*machine.described(kept_in.name), _sides(cores)])
            batches = load(server, [*plan.measured, *plan.others], deadline)
            alone = singles(server, plan.others, plan.clients, plan.single_seconds)
            with server.connection() as connection:
                for person in plan.measured:
                    searches(connection, person, WARM_UP)
                asked = [_asked(server, connection, person, plan.queries) for person in plan.measured]
                long, new = into_sessions(connection, plan.measured[-1], plan.pairs)
            memory = server.memory()
        sizes = disk.sizes(kept_in)
    report.tables += [
        _adds(engine, batches, alone, plan),
        _searches(engine, plan, asked),
        _sessions(engine, long, new),
        _space(engine, memory, sizes),
        of_targets(_targets(engine, (batches, alone), asked[2][0], (long, new))),
    ]
    return report


def _asked(server: Server, connection: Connection, person: Person, queries: int) -> tuple[list[float], float | None]:
    """Give the milliseconds of each query, and how many the server's process was busy for one."""
    before = server.processor_seconds()
    times = searches(connection, person, queries)
    after = server.processor_seconds()
    return times, None if before is None or after is None else 1_000 * (after - before) / queries


def _sides(cores: tuple[int, int] | None) -> str:
    if cores is None:
        return "cores: the server and the client SHARED them; this system lets us not choose, or has one only"
    return f"cores: the server (with PostgreSQL, where it is one) on core {cores[0]}, the client on core {cores[1]}"


def _adds(engine: Engine, batches: Filed, alone: Filed, plan: Plan) -> Table:
    named = [
        (f"batches of {BATCH}, {CONNECTIONS} connections", batches),
        (f"one by one, durable, {plan.clients} clients", alone),
    ]
    rows: list[Sequence[Cell]] = [
        (
            name,
            one.items,
            one.rate,
            *_percentiles(one.milliseconds),
            _busy(one.server_seconds and 1_000 * one.server_seconds / one.items),
            _client(one),
        )
        for name, one in named
    ]
    headers = ("adds", "items", "items/s", "ms p50", "ms p95", "ms p99", BUSY, "client's core in use")
    return Table(f"{engine}: adds", headers, rows)


def _client(filed: Filed) -> str:
    part = filed.client_seconds / filed.seconds
    return f"{100 * part:.0f} %{' (THE CLIENT WAS THE BOTTLENECK)' if part > BUSY_CLIENT else ''}"


def _busy(milliseconds: float | None) -> Cell:
    return "not known" if milliseconds is None else milliseconds


def _searches(engine: Engine, plan: Plan, asked: Sequence[tuple[list[float], float | None]]) -> Table:
    others = sum(person.messages for person in plan.others)
    rows: list[Sequence[Cell]] = [
        (f"{person.messages:,} passages", len(times), *_percentiles(times), _busy(busy))
        for person, (times, busy) in zip(plan.measured, asked, strict=True)
    ]
    headers = ("person", "queries", "ms p50", "ms p95", "ms p99", BUSY)
    title = f"{engine}: search, seven words, limit 10, one client, beside {others:,} passages of others"
    return Table(title, headers, rows)


def _sessions(engine: Engine, long: Sequence[float], new: Sequence[float]) -> Table:
    rows: list[Sequence[Cell]] = [
        ("into the session of a whole year", len(long), *_percentiles(long)),
        ("into a new session", len(new), *_percentiles(new)),
        ("ratio", "", *(one / other for one, other in zip(_percentiles(long), _percentiles(new), strict=True))),
    ]
    return Table(f"{engine}: one add, of the largest person", ("add", "adds", "ms p50", "ms p95", "ms p99"), rows)


def _space(engine: Engine, memory: tuple[int, int] | None, sizes: disk.Sizes) -> Table:
    most, now = memory or (0, 0)
    rows: list[Sequence[Cell]] = [
        ("server process, resident bytes, most", most if memory else "not known"),
        ("server process, resident bytes, in the end", now if memory else "not known"),
        ("passages", sizes.passages),
        (f"bytes of the database ({sizes.how})", sizes.whole),
        ("bytes of the database for each passage", sizes.whole / max(sizes.passages, 1)),
        ("bytes of the search tables and their indexes for each passage", sizes.search_of_each),
    ]
    return Table(f"{engine}: memory and disk", ("figure", "value"), rows)


def _targets(
    engine: Engine,
    filed: tuple[Filed, Filed],
    third: Sequence[float],
    sessions: tuple[Sequence[float], Sequence[float]],
) -> list[Target]:
    batches, alone = filed
    batch_rate, single_rate, search = TARGETS[engine]
    long, new = (percentile(each, 0.5) for each in sessions)
    return [
        Target(f"{engine}: items/s in batches of {BATCH}", batch_rate, batches.rate),
        Target(f"{engine}: single durable adds/s", single_rate, alone.rate),
        Target(f"{engine}: search p95 of the third person, ms", search, percentile(third, 0.95), less_is_better=True),
        Target(f"{engine}: long session to new session, medians", SESSIONS_RATIO, long / new, less_is_better=True),
    ]


def _percentiles(milliseconds: Sequence[float]) -> tuple[float, float, float]:
    return (percentile(milliseconds, 0.5), percentile(milliseconds, 0.95), percentile(milliseconds, 0.99))


if __name__ == "__main__":
    main()
