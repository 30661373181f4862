"""The measurement of scale runs through at a size that says nothing about speed."""

from __future__ import annotations

import pytest

from benchmarks.scale import Plan, measured
from benchmarks.scale_load import TooSlowError
from benchmarks.serving import Engine
from benchmarks.tables import Target, percentile
from benchmarks.texts import Texts

TINY = Plan(division=250, clients=4, single_seconds=0.5, queries=5, pairs=5)


def test_the_same_seed_gives_the_same_texts() -> None:
    """Every run files and asks the same; a text has 22 words and a query seven."""
    one, same, other = Texts(1), Texts(1), Texts(2)

    text, query = one.text(), one.query()
    assert (text, query) == (same.text(), same.query())
    assert text != other.text()
    assert (len(text.split()), len(query.split())) == (22, 7)


def test_percentiles_are_values_that_were_measured() -> None:
    """By nearest rank: half of four values do not exceed the second one."""
    values = [4.0, 1.0, 3.0, 2.0]

    assert [percentile(values, part) for part in (0.5, 0.95, 0.0)] == [2.0, 4.0, 1.0]


def test_a_ratio_of_one_or_more_reaches_a_target_whichever_way_is_better() -> None:
    """Twice as many a second as wanted is 2, and so is half the time."""
    assert Target("adds", 100, 200).ratio == 2
    assert Target("ms", 10, 5, less_is_better=True).ratio == 2


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_all_tables_are_measured(engine: Engine) -> None:
    """Adds, searches, sessions, space and targets; nothing about how fast this machine is."""
    report = measured(engine, TINY)

    assert [table.title.partition(":")[0] for table in report.tables[:-1]] == [engine] * 4
    searches = report.tables[1]
    assert [row[:2] for row in searches.rows] == [
        ("2 passages", 5), ("4 passages", 5), ("40 passages", 5), ("400 passages", 5),
    ]  # fmt: skip
    assert len(report.tables[-1].rows) == 4


@pytest.mark.slow
def test_a_measurement_ends_when_its_time_is_over() -> None:
    """It never goes on for hours on a slow machine."""
    with pytest.raises(TooSlowError):
        measured("sqlite", TINY, minutes=0)
