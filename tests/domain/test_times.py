from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.persons import zone_named
from ownwords.domain.times import DAY, LAST, SECOND, Instant, day_of, moment, parse, parse_end, write

OFFSETS = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: timezone(timedelta(minutes=minutes)))
# A day from either end of the calendar, so that any offset leads to a time that can be written.
MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=OFFSETS)  # noqa: DTZ001 - OFFSETS are given


def test_a_time_without_an_offset_is_utc() -> None:
    """`2026-03-01T12:00:00` and `2026-03-01T12:00:00Z` are one instant."""
    assert parse("2026-03-01T12:00:00") == parse("2026-03-01T12:00:00Z")


@given(MOMENTS)
def test_what_is_written_reads_back_as_the_same_instant(when: datetime) -> None:
    """Every time of every offset comes back as its instant, in UTC."""
    assert write(parse(when.isoformat())) == write(parse(write(parse(when.isoformat()))))
    assert moment(parse(when.isoformat())) == when


@given(st.lists(MOMENTS, min_size=2, max_size=2))
def test_times_compare_as_instants_whatever_their_offsets(pair: list[datetime]) -> None:
    """Order is that of instants, never that of the strings."""  # situation 61
    one, other = pair

    assert (parse(one.isoformat()) < parse(other.isoformat())) == (one < other)


@given(st.integers(0, 2**48))
def test_written_times_have_a_fraction_only_where_there_is_one(instant: int) -> None:
    """Whole seconds are written without a fraction, others with six digits."""
    text = write(Instant(instant))

    assert text.endswith("Z")
    assert len(text) == len("2026-03-01T12:00:00Z" if instant % SECOND == 0 else "2026-03-01T12:00:00.000000Z")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-03-01t12:00:00z", "2026-03-01T12:00:00Z"),
        ("2026-03-01 12:00:00Z", "2026-03-01T12:00:00Z"),
        ("2026-03-01T12:00:00-03:00", "2026-03-01T15:00:00Z"),
        ("2026-03-01T12:00:00-00:00", "2026-03-01T12:00:00Z"),
        ("2026-03-01T12:00:00.5Z", "2026-03-01T12:00:00.500000Z"),
        ("2026-03-01T12:00:00.123456789Z", "2026-03-01T12:00:00.123456Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_every_form_of_rfc_3339_is_read(text: str, same: str) -> None:
    """Case, space, offsets and fractions are read; digits past the microsecond are dropped."""
    assert write(parse(text)) == same


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-03-01",
        "2026-3-1T12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "2026-03-01T24:00:00Z",
        "2026-03-01T12:60:00Z",
        "2026-03-01T12:00Z",
        "2026-03-01T12:00:00+3",
        "2026-03-01T12:00:00+24:00",
        "2026-03-01T12:00:00+00:60",
        "2026-03-01T12:00:00.Z",
        "2026-03-01T12:00:00Z\n",
        "٢٠٢٦-03-01T12:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "10000-01-01T00:00:00Z",
        "yesterday",
        "1772366400",
    ],
)
def test_whatever_is_no_rfc_3339_time_is_refused(text: str) -> None:
    """Nothing is guessed: not a date alone, not a Unix time, not a word."""
    with pytest.raises(ValueError, match=r"."):
        parse(text)


def test_a_date_as_an_end_means_the_end_of_that_day_in_utc() -> None:
    """`expires: 2026-03-01` ends as the second of March begins."""
    assert write(parse_end("2026-03-01")) == "2026-03-02T00:00:00Z"
    assert parse_end("2026-03-01T10:00:00Z") == parse("2026-03-01T10:00:00Z")
    assert parse_end("9999-12-31") == LAST


@pytest.mark.parametrize("text", ["2026-02-30", "2026-13-01", "0000-01-01", "soon", ""])
def test_an_end_that_is_no_date_and_no_time_is_refused(text: str) -> None:
    """A bad end fails closed: it is never taken for `never`."""  # situation 31
    with pytest.raises(ValueError, match=r"."):
        parse_end(text)


def test_a_day_is_of_the_rules_in_force_then() -> None:
    """São Paulo had summer time in January 2019 and has none in January 2026."""  # situation 61
    zone = zone_named("America/Sao_Paulo")

    assert day_of(parse("2019-01-15T02:30:00Z"), zone) == date(2019, 1, 15)
    assert day_of(parse("2026-01-15T02:30:00Z"), zone) == date(2026, 1, 14)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("America/New_York", "2026-03-08", 23),
        ("America/New_York", "2026-11-01", 25),
        ("America/New_York", "2026-07-01", 24),
        ("America/Sao_Paulo", "2018-11-04", 23),
        ("America/Sao_Paulo", "2019-02-16", 25),
    ],
)
def test_a_day_is_as_long_as_the_wall_clock_makes_it(zone: str, day: str, hours: int) -> None:
    """A day has 23 hours where the clock goes forward and 25 where it goes back."""  # situation 61
    noon = datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=UTC)
    minutes = range(-DAY // SECOND // 60, 2 * DAY // SECOND // 60)
    start = parse(noon.isoformat())
    there = [day_of(Instant(start + minute * 60 * SECOND), zone_named(zone)) for minute in minutes]

    assert there.count(date.fromisoformat(day)) == hours * 60


def test_the_ends_of_the_calendar_have_a_day_in_every_zone() -> None:
    """A zone that would lead out of the calendar is left aside there."""
    assert day_of(parse("0001-01-01T00:00:00Z"), zone_named("America/New_York")) == date(1, 1, 1)
    assert day_of(parse("9999-12-31T23:59:59Z"), zone_named("Asia/Tokyo")) == date(9999, 12, 31)
