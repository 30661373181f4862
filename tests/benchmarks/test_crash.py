"""A few kills under load on every run; `python -m benchmarks.crash` does a hundred."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from random import Random
from threading import Event, Timer

import pytest

from benchmarks.crash import Variant, killed
from benchmarks.crash_check import Tally, check, check_database
from benchmarks.crash_load import Writer
from benchmarks.serving import Server, database

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("variant", "kills"), [("sqlite", 5), ("postgres", 3), ("postgres-crash", 3)])
def test_a_kill_under_load_loses_nothing_doubles_nothing_and_leaves_nothing_half_done(
    variant: Variant, kills: int
) -> None:
    """What was acknowledged is there once after a kill; what was not is there whole or not at all."""
    tally = killed(variant, kills, seed=kills)

    assert tally.kills == kills
    assert tally.acknowledged > 0
    assert tally.faults == 0, tally.examples


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        ("DELETE FROM item WHERE item = 1", "lost"),
        ("UPDATE item SET text = (SELECT text FROM item WHERE item = 1) WHERE item = 2", "doubled"),
        ("UPDATE thread SET items = items + 1", "inconsistent"),
        ("DELETE FROM passage", "inconsistent"),
    ],
)
def test_damage_that_a_kill_must_not_do_would_be_seen(damage: str, kind: str) -> None:
    """A check that finds nothing proves something only if it finds what is there."""
    tally, over = Tally(), Event()
    writer = Writer("w", "somebody", Random(1))
    with database("sqlite") as kept_in:
        server = Server(kept_in)
        with server, server.connection() as connection:
            Timer(0.5, over.set).start()
            writer.write(connection, over)
        with closing(sqlite3.connect(kept_in.file)) as opened, opened:
            opened.execute(damage)
        with server, server.connection() as connection:
            check(connection, [writer], tally, Random(1))
            check_database(kept_in, tally)

    assert getattr(tally, kind) > 0, tally.examples
