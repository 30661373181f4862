from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.queues import TRIES, Queued, failed, put_off
from ownwords.domain.times import SECOND, Instant

NOW = Instant(1_772_452_800_000_000)

queued = st.builds(
    Queued,
    item=st.integers(1, 2**40),
    version=st.integers(1, 1_000),
    due=st.integers(0, NOW).map(Instant),
    tries=st.integers(0, TRIES - 1),
    problem=st.none() | st.just("not_embeddable"),
)


def test_each_try_waits_twice_as_long_and_the_fifth_is_the_last() -> None:
    """After 2, 4, 8 and 16 seconds it is tried again; then it is set aside, with how often and why."""
    one, waits = Queued(7, 2, NOW), list[float | None]()
    for _ in range(TRIES):
        one = failed(one, "not_embeddable", NOW)
        waits.append(None if one.due is None else (one.due - NOW) / SECOND)
    assert waits == [2, 4, 8, 16, None]
    assert one == Queued(7, 2, None, 5, "not_embeddable")


@given(queued, st.integers(1, 1_000))
def test_what_is_not_to_blame_is_never_set_aside(one: Queued, times: int) -> None:
    """However often an embedder does not answer, no try is counted and a later one is due."""
    for _ in range(times):
        one = put_off(one, "embedder_unavailable", NOW)
    assert one.due is not None
    assert NOW < one.due <= NOW + 10 * SECOND
    assert one.problem == "embedder_unavailable"


@given(queued)
def test_a_failure_changes_neither_item_nor_version(one: Queued) -> None:
    """What is tried again is what failed; a failure counts one try and a delay none, in any mix."""
    delayed = put_off(failed(one, "not_embeddable", NOW), "embedder_unavailable", NOW)
    assert (delayed.item, delayed.version, delayed.tries) == (one.item, one.version, one.tries + 1)
