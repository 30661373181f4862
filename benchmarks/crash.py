"""Kills under load: kill -9 at random moments, then a search for anything lost, doubled or half done.

Eight writers add items one by one and in batches, with ids and with an Idempotency-Key, edit, and forget. After each
kill the server starts again on the same data; every acknowledged write must be there once, in its last version, and
what had no answer must be there whole or not at all. With `postgres`, our process is killed and the database stays;
with `postgres-crash`, the database is killed and our process stays. A kill leaves what the system has taken to write;
a loss of power does not, and against that stands only that the server checks `synchronous` and `fsync` at its start.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Literal

from benchmarks import machine
from benchmarks.crash_check import Tally, check, check_database
from benchmarks.crash_load import Writer
from benchmarks.serving import Database, Server, database
from benchmarks.tables import Progress, Report, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

Variant = Literal["sqlite", "postgres", "postgres-crash"]
VARIANTS: Final[tuple[Variant, ...]] = ("sqlite", "postgres", "postgres-crash")
WRITERS: Final = 8
PERSONS: Final = 4
KILLS_OF_A_GENERATION: Final = 10
"""So many kills the same persons are written to; then new ones are, which keeps the memories at a size to read."""
LOAD_SECONDS: Final = (0.05, 1.5)
KILLED_WHILE_STARTING: Final = 0.15


def main() -> None:
    """Read the command line, kill, print; the status is 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--database", choices=(*VARIANTS, "all"), default="all")
    parser.add_argument("--seed", type=int, default=1, help="of the load and of the moments; the clock adds to it")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    variants: Sequence[Variant] = VARIANTS if given.database == "all" else (given.database,)
    report = Report()
    tallies = [killed(variant, given.kills, given.seed, report) for variant in variants]
    report.tables.append(_table(variants, tallies))
    report.show(given.json)
    for tally in tallies:
        print("\n".join(tally.examples))
    sys.exit(1 if any(tally.faults for tally in tallies) else 0)


def killed(variant: Variant, kills: int, seed: int, report: Report | None = None) -> Tally:
    """Kill so many times on a new database, and give what was found."""
    random, tally = Random(seed), Tally()
    progress = Progress(f"{variant}: killing")
    with ExitStack() as stack:
        kept_in = stack.enter_context(database("sqlite" if variant == "sqlite" else "postgres"))
        if report is not None:
            report.notes += machine.described(kept_in.name)
        server = stack.enter_context(Server(kept_in))
        everyone: list[Writer] = []
        writers: list[Writer] = []
        for number in range(kills):
            if number % KILLS_OF_A_GENERATION == 0:
                writers = _writers(number // KILLS_OF_A_GENERATION, random)
                everyone += writers
            _kill_under_load(variant, server, writers, random)
            tally.kills += 1
            _count_errors(writers, tally)
            with server.connection() as connection:
                check(connection, writers, tally, random)
            check_database(kept_in, tally)
            progress.say(f"{tally.kills} of {kills}, {tally.faults} faults")
        with server.connection() as connection:
            check(connection, everyone, tally, random)
        tally.acknowledged = sum(writer.acknowledged for writer in everyone)
    return tally


def _writers(generation: int, random: Random) -> list[Writer]:
    return [
        Writer(f"w{generation}-{number}", f"person {generation} {number % PERSONS}", Random(random.random()))
        for number in range(WRITERS)
    ]


def _kill_under_load(variant: Variant, server: Server, writers: Sequence[Writer], random: Random) -> None:
    """Let all write, kill at a random moment, and come back when the server answers again."""
    over = Event()
    connections = [server.connection() for _ in writers]
    threads = [
        Thread(target=writer.write, args=(connection, over), daemon=True)
        for writer, connection in zip(writers, connections, strict=True)
    ]
    for thread in threads:
        thread.start()
    time.sleep(random.uniform(*LOAD_SECONDS))
    if variant == "postgres-crash":
        _crash_postgres(server.database, over)
    else:
        server.kill()
    over.set()
    for thread, connection in zip(threads, connections, strict=True):
        thread.join()
        connection.close()
    if variant != "postgres-crash":
        _start_again(server, random)
    server.wait_until_ready()


def _crash_postgres(kept_in: Database, over: Event) -> None:
    assert kept_in.postgres is not None
    kept_in.postgres.crash()
    over.set()
    kept_in.postgres.start()


def _start_again(server: Server, random: Random) -> None:
    """Start the server; sometimes kill it once more while it starts."""
    if random.random() < KILLED_WHILE_STARTING:
        server.launch()
        time.sleep(random.uniform(0.1, 0.9))
        server.kill()
    server.launch()


def _count_errors(writers: Sequence[Writer], tally: Tally) -> None:
    for writer in writers:
        if writer.error is not None:
            tally.fault("refused", f"{writer.name}: {writer.error}")
            writer.error = None


def _table(variants: Sequence[Variant], tallies: Sequence[Tally]) -> Table:
    counts = ("kills", "acknowledged", "read", "lost", "doubled", "half", "inconsistent", "integrity", "refused")
    rows = [
        (variant, *(int(getattr(tally, name)) for name in counts))
        for variant, tally in zip(variants, tallies, strict=True)
    ]
    headers = ("database", "kills", "acknowledged", "items read", "lost", "doubled", "half", "inconsistent")
    return Table("Kills under load", (*headers, "integrity errors", "refused"), rows)


if __name__ == "__main__":
    main()
