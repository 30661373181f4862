from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ownwords.domain.items import Content, Item, Kind
from ownwords.domain.persons import zone_named
from ownwords.domain.threads import (
    Filing,
    Stretch,
    ThreadKind,
    alone_thread,
    conversations,
    loose_thread,
    session_thread,
    stretch_of,
    thread_kind,
)
from ownwords.domain.times import MINUTE, Instant, day_of, parse

KEY = b"a key of ids"
ZONES = ["UTC", "America/Sao_Paulo", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "America/St_Johns"]
NOON = parse("2026-03-02T12:00:00Z")
# Days around which each of the zones turns its clock, and one on which none does.
STARTS = [
    parse(text)
    for text in (
        "2026-03-02T00:00:00Z",
        "2018-11-04T00:00:00Z",
        "2019-02-17T00:00:00Z",
        "2026-03-08T00:00:00Z",
        "2026-11-01T00:00:00Z",
        "2011-12-30T00:00:00Z",
        "2010-11-07T00:00:00Z",
    )
]
MINUTES = st.integers(0, 30 * 60).map(lambda minutes: minutes * MINUTE)


@st.composite
def messages(draw: st.DrawFn) -> list[Stretch]:
    """Draw messages of a day or so, many close to each other and some at one time."""
    start = draw(st.sampled_from(STARTS))
    ats = draw(st.lists(MINUTES | st.sampled_from([0, 30 * MINUTE, 60 * MINUTE]), max_size=24))
    return [Stretch(Instant(start + one), Instant(start + one), f"m{place}") for place, one in enumerate(ats)]


FILINGS = st.builds(Filing, st.sampled_from(ZONES).map(zone_named), st.sampled_from([1, 30, 45, 1440]))


def message(at: str, item_id: str = "m", session: str | None = None, kind: Kind = Kind.MESSAGE) -> Item:
    """Make an item of a text that does not matter."""
    return Item(1, item_id, kind, parse(at), Content("oi", session=session), 1, NOON)


def grouped(filing: Filing, *ats: str) -> list[list[str]]:
    """File messages at these times, named by them."""
    stretches = [stretch_of(message(at, at)) for at in ats]
    return [[one.first_id for one in group] for group in conversations(stretches, filing)]


def filing(zone: str = "UTC", gap: int = 30) -> Filing:
    """File by a zone's wall clock."""
    return Filing(zone_named(zone), gap)


def test_a_gap_of_more_than_thirty_minutes_starts_a_new_conversation() -> None:
    """Exactly thirty minutes is still the same conversation, a second more is another."""
    assert grouped(filing(), "2026-03-02T12:00:00Z", "2026-03-02T12:30:00Z") == [
        ["2026-03-02T12:00:00Z", "2026-03-02T12:30:00Z"]
    ]
    assert grouped(filing(), "2026-03-02T12:00:00Z", "2026-03-02T12:30:01Z") == [
        ["2026-03-02T12:00:00Z"],
        ["2026-03-02T12:30:01Z"],
    ]


def test_the_end_of_the_persons_day_starts_a_new_conversation() -> None:
    """Midnight on the person's wall parts two messages a minute apart; midnight in UTC does not."""
    at_midnight = ("2026-03-03T02:59:30Z", "2026-03-03T03:00:30Z")

    assert len(grouped(filing("America/Sao_Paulo"), *at_midnight)) == 2
    assert len(grouped(filing("UTC"), *at_midnight)) == 1


def test_a_message_between_two_conversations_joins_them() -> None:
    """What two messages forty minutes apart could not do, the one between them does."""
    assert len(grouped(filing(), "2026-03-02T12:00:00Z", "2026-03-02T12:40:00Z")) == 2
    assert len(grouped(filing(), "2026-03-02T12:00:00Z", "2026-03-02T12:40:00Z", "2026-03-02T12:20:00Z")) == 1


@settings(max_examples=200)
@given(messages(), FILINGS, st.randoms(use_true_random=False))
def test_conversations_do_not_depend_on_the_order_of_arrival(held: list[Stretch], rules: Filing, order: Random) -> None:
    """Any order of the same messages gives the same conversations."""  # situation 64
    shuffled = list(held)
    order.shuffle(shuffled)

    assert conversations(shuffled, rules) == conversations(held, rules)


@settings(max_examples=200)
@given(messages(), FILINGS)
def test_conversations_hold_each_message_once_in_order(held: list[Stretch], rules: Filing) -> None:
    """Nothing is lost or doubled, and each conversation is oldest first and of one day."""
    found = conversations(held, rules)

    assert sorted(one.first_id for group in found for one in group) == sorted(one.first_id for one in held)
    for group in found:
        assert group == sorted(group, key=lambda one: (one.first_at, one.first_id))
        assert len({day_of(one.first_at, rules.zone) for one in group}) == 1
        gaps = [later.first_at - earlier.first_at for earlier, later in pairwise(group)]
        assert all(gap <= rules.gap_minutes * MINUTE for gap in gaps)


@settings(max_examples=200)
@given(messages(), FILINGS, st.lists(st.integers(1, 6), min_size=24, max_size=24))
@example(
    # The clock went back to 23:01 at 00:01, so that one day ended, began anew and ended again.
    [
        Stretch(parse("2010-11-07T02:20:00Z"), parse("2010-11-07T02:20:00Z"), "before midnight"),
        Stretch(parse("2010-11-07T02:30:30Z"), parse("2010-11-07T02:30:30Z"), "past midnight"),
        Stretch(parse("2010-11-07T02:40:00Z"), parse("2010-11-07T02:40:00Z"), "before midnight again"),
    ],
    Filing(zone_named("America/St_Johns"), 30),
    [1] * 24,
)
def test_filing_in_parts_comes_to_the_same_as_filing_at_once(
    held: list[Stretch], rules: Filing, sizes: Sequence[int]
) -> None:
    """Conversations of one day that were filed before stand for their messages when others arrive."""
    filed: list[Stretch] = []
    waiting = list(held)
    for size in sizes:
        part, waiting = waiting[:size], waiting[size:]
        for day in by_day(part, rules).values():
            filed = with_a_days_messages(filed, day, rules)

    assert sorted(filed, key=lambda one: one.first_id) == spans(conversations(held, rules))


def with_a_days_messages(filed: list[Stretch], news: list[Stretch], rules: Filing) -> list[Stretch]:
    """File messages of one day among the conversations of that day."""
    (day,) = by_day(news, rules)
    there = [one for one in filed if day_of(one.first_at, rules.zone) == day]
    others = [one for one in filed if one not in there]
    return others + spans(conversations([*there, *news], rules))


def by_day(stretches: Sequence[Stretch], rules: Filing) -> dict[date, list[Stretch]]:
    """Part messages by the day on the person's wall."""
    days: dict[date, list[Stretch]] = defaultdict(list)
    for one in stretches:
        days[day_of(one.first_at, rules.zone)].append(one)
    return days


def spans(groups: Sequence[Sequence[Stretch]]) -> list[Stretch]:
    """Give each conversation as one stretch, by the id of its first message."""
    whole = [Stretch(group[0].first_at, max(one.last_at for one in group), group[0].first_id) for group in groups]
    return sorted(whole, key=lambda one: one.first_id)


def test_equal_times_never_decide_which_thread() -> None:
    """Of two messages at one time the conversation is named by the smaller id, in whatever order they came."""
    both = [stretch_of(message("2026-03-02T12:00:00Z", name)) for name in ("b", "a")]

    assert conversations(both, filing())[0][0].first_id == "a"
    assert conversations(reversed(both), filing())[0][0].first_id == "a"


def test_items_are_filed_by_their_kind_and_session() -> None:
    """A session's message, a message without one, and a document or note on its own."""
    assert thread_kind(message("2026-03-02T12:00:00Z", session="s")) is ThreadKind.SESSION
    assert thread_kind(message("2026-03-02T12:00:00Z")) is ThreadKind.LOOSE
    assert thread_kind(message("2026-03-02T12:00:00Z", kind=Kind.DOCUMENT)) is ThreadKind.ALONE
    assert thread_kind(message("2026-03-02T12:00:00Z", kind=Kind.NOTE)) is ThreadKind.ALONE


@given(st.text(max_size=12), st.text(max_size=12), st.sampled_from(STARTS), st.sampled_from(STARTS))
def test_a_sessions_thread_is_named_by_session_and_day(one: str, other: str, at: Instant, later: Instant) -> None:
    """Two names are equal only where session and day are."""  # situation 12
    zone = zone_named("UTC")
    is_same = (one, day_of(at, zone)) == (other, day_of(later, zone))

    assert (session_thread(KEY, one, at, zone) == session_thread(KEY, other, later, zone)) is is_same


@given(st.text(max_size=12))
def test_names_of_threads_of_different_kinds_never_meet(name: str) -> None:
    """A session, a first message and a document of one name are three threads."""
    zone = zone_named("UTC")

    assert len({session_thread(KEY, name, NOON, zone), loose_thread(KEY, name), alone_thread(KEY, name)}) == 3


@pytest.mark.parametrize(
    ("zone", "first", "last", "next_day"),
    [
        ("America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T03:59:59Z", "2026-03-09T04:00:00Z"),
        ("America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z"),
        ("America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z", "2018-11-05T02:00:00Z"),
        ("America/Sao_Paulo", "2019-02-16T02:00:00Z", "2019-02-17T02:59:59Z", "2019-02-17T03:00:00Z"),
    ],
)
def test_a_sessions_day_is_as_long_as_the_wall_clock_makes_it(zone: str, first: str, last: str, next_day: str) -> None:
    """On the days of 23 and 25 hours the thread begins and ends with the person's day."""  # situation 61
    begun, ended, after = (session_thread(KEY, "s", parse(at), zone_named(zone)) for at in (first, last, next_day))
    before = session_thread(KEY, "s", Instant(parse(first) - 1), zone_named(zone))

    assert begun == ended
    assert before != begun != after
