from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.vectors import Matrix, Nearness, Vectors, direction, matrix, packed


def unit(rows: list[list[float]]) -> Vectors:
    """Make rows of length 1."""
    given = np.array(rows, np.float32)
    return given / np.linalg.norm(given, axis=1, keepdims=True)


def near(*cosines: float) -> Nearness:
    """Passages 10, 20, … with these cosines."""
    numbers = np.arange(10, 10 * len(cosines) + 10, 10, dtype=np.int64)
    return Nearness(numbers, np.array(cosines, np.float32))


@given(st.lists(st.lists(st.floats(-1, 1).filter(lambda x: abs(x) > 1e-3), min_size=8, max_size=8), min_size=1))
def test_what_is_kept_points_where_it_pointed(rows: list[list[float]]) -> None:
    """Halves of a float move a cosine by less than a thousandth."""
    vectors = unit(rows)
    kept = matrix(list(enumerate(packed(vectors))), 8)
    assert np.abs((kept.rows * vectors).sum(axis=1) - 1).max() < 1e-3
    assert list(kept.passages) == list(range(len(rows)))


def test_a_memory_without_vectors_is_empty() -> None:
    """It has no last passage and no rows, and is of the right width."""
    empty = matrix([], 8)
    assert (len(empty), empty.last, empty.rows.shape) == (0, -1, (0, 8))


def test_the_nearest_come_first_and_the_newer_of_equals() -> None:
    """In order of cosine, then the higher number; not below the least, not more than asked, only what may be given."""
    found = near(0.5, 0.9, 0.5, 0.1, 0.7)
    assert found.best(10, 0.2) == [20, 50, 30, 10]
    assert found.best(2, 0.2) == [20, 50]
    assert found.best(10, 0.2, np.array([True, False, True, True, False])) == [30, 10]
    assert found.best(10, 0.95) == []


def test_standard_scores_say_how_much_nearer_than_usual() -> None:
    """In a large memory they are those of its own; one without a vector is left out."""
    chance = np.random.default_rng(1)
    cosines = chance.normal(0.1, 0.05, 20_000).astype(np.float32)
    scores = Nearness(np.arange(20_000), cosines).standard_scores([5, 7, 99_999])
    assert scores.keys() == {5, 7}
    assert scores[5] == pytest.approx((cosines[5] - 0.1) / 0.05, abs=0.05)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_small_memory_is_not_judged_by_itself_alone(count: int) -> None:
    """Where everything answers, everything stands out."""
    scores = near(*[0.6] * count).standard_scores([10])
    assert scores[10] > 2


def test_passages_that_are_alike_are_pairs_both_ways() -> None:
    """By their cosine; none with itself, none without a vector."""
    held = Matrix(np.array([1, 2, 3]), unit([[1, 0], [1, 0.1], [0, 1]]))
    assert held.alike([1, 2, 3, 4], 0.9) == {(1, 2), (2, 1)}


def test_opposite_directions_cancel_out() -> None:
    """The direction between them is none, and harms nothing."""
    none = direction(unit([[1, 0], [-1, 0]]))
    assert not none.any()
    assert near().cosines.shape == (0,)
    assert direction(unit([[1, 0], [0, 1]])) == pytest.approx([0.5**0.5, 0.5**0.5])


@given(
    st.lists(st.integers(-100, 100), min_size=1, max_size=40),
    st.integers(1, 45),
    st.integers(-100, 100),
    st.lists(st.booleans(), min_size=40, max_size=40),
)
def test_the_best_are_those_that_a_plain_sort_gives(
    hundredths: list[int], most: int, least: int, may: list[bool]
) -> None:
    """Whatever the cosines, also where many are equal but at the cut: none missed, none too many, in order."""
    found = near(*(one / 100 for one in hundredths))
    among = np.array(may[: len(hundredths)])
    nearer = sorted(
        (-one, -number)
        for one, number, allowed in zip(found.cosines.tolist(), found.passages.tolist(), among, strict=True)
        if allowed and one >= np.float32(least / 100)
    )
    got = found.best(most, least / 100, among)
    assert len(got) == min(most, len(nearer))
    cosine = dict(zip(found.passages.tolist(), found.cosines.tolist(), strict=True))
    assert [cosine[number] for number in got] == [-one for one, _ in nearer[:most]]
    assert got == sorted(got, key=lambda number: (-cosine[number], -number))


def test_a_question_without_a_direction_is_near_nothing() -> None:
    """Where its vectors cancel out, every cosine is 0; scores stay numbers, and nothing is found by meaning."""
    held = Matrix(np.array([1, 2]), unit([[1, 0], [0, 1]]))
    found = held.nearness(direction(unit([[1, 0], [-1, 0]])))
    assert found.best(10, 0.1) == []
    assert all(np.isfinite(score) for score in found.standard_scores([1, 2]).values())
