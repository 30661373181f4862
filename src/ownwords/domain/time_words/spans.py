"""Spans: when a meaning is, for somebody who says it now in a zone. Days are those of the wall clock there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from ownwords.domain.time_words.days import WEEK, dated, days_of, shifted
from ownwords.domain.time_words.meanings import (
    Around,
    Between,
    Calendar,
    Count,
    Meaning,
    Night,
    Open,
    Recent,
    Side,
    Unit,
    Weekday,
    Year,
)
from ownwords.domain.times import LAST, MINUTE, Instant, start_of

_FIRST: Final = start_of(date.min, UTC)
_NIGHT_ENDS: Final = 6 * 60 * MINUTE
_MINUTES: Final = {Unit.MINUTE: MINUTE, Unit.HOUR: 60 * MINUTE}


@dataclass(frozen=True, slots=True)
class Span:
    """A time from `start` up to `end`, which is no longer part of it; never empty."""

    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class Present:
    """When and where something is said: the moment, and the day that it is in the zone."""

    instant: Instant
    day: date
    zone: ZoneInfo


def span_of(meaning: Meaning, present: Present) -> Span | None:
    """Give the span of a meaning; None where there is none: 30 February, after tomorrow, beyond the calendar."""
    try:
        span = _span(meaning, present)
    except (OverflowError, ValueError):
        return None
    return span if _FIRST <= span.start < span.end <= LAST else None


def _span(meaning: Meaning, present: Present) -> Span:
    match meaning:
        case Around(count, unit, is_ahead) if unit in _MINUTES:
            return _soon(count, _MINUTES[unit], present.instant, is_ahead=is_ahead)
        case Recent(count, unit):
            return Span(_back(count.most, unit, present), present.instant)
        case Night():
            today = start_of(present.day, present.zone)
            return Span(start_of(present.day - timedelta(days=1), present.zone), Instant(today + _NIGHT_ENDS))
        case Between(first, last):
            return _between(first, last, present)
        case Open(side, of):
            return _open(side, of, present)
        case _:
            first_day, day_after = days_of(meaning, present.day)
            return Span(start_of(first_day, present.zone), start_of(day_after, present.zone))


# --- moments ----------------------------------------------------------------------------------------------


def _soon(count: Count, unit: int, now: Instant, *, is_ahead: bool) -> Span:
    """Minutes and hours are counted roughly: a half more or less of what is said."""
    near, far = count.least * unit // 2, count.most * unit * 3 // 2
    return Span(*map(Instant, (now + near, now + far) if is_ahead else (now - far, now - near)))


def _back(count: int, unit: Unit, present: Present) -> Instant:
    if unit in _MINUTES:
        return Instant(present.instant - count * _MINUTES[unit])
    return start_of(shifted(present.day, -count, unit), present.zone)


def _open(side: Side, of: Meaning, present: Present) -> Span:
    if side is Side.AFTER and isinstance(of, Calendar):
        # What is after March is known to be over only once a March is.
        of = replace(of, is_over=True)
    span = _span(of, present)
    match side:
        case Side.SINCE:
            return Span(span.start, present.instant)
        case Side.AFTER:
            return Span(span.end, present.instant)
        case Side.BEFORE:
            return Span(_FIRST, span.start)
        case Side.UNTIL:
            return Span(_FIRST, span.end)


def _between(first: Meaning, last: Meaning, present: Present) -> Span:
    if isinstance(first, Calendar) and isinstance(last, Calendar):
        first, last = _aligned(first, last, present.day)
    one, other = _span(first, present), _span(last, present)
    if isinstance(first, Weekday) and one.start > other.start:
        # From Friday to Monday, said on a Tuesday or on a Saturday, is from the Friday before that Monday.
        one = Span(start_of(days_of(first, present.day)[0] - WEEK, present.zone), other.start)
    return Span(min(one.start, other.start), max(one.end, other.end))


def _aligned(first: Calendar, last: Calendar, today: date) -> tuple[Calendar, Calendar]:
    """Give either end what only the other one says, the first end before the last."""
    first, last = dated(first, today), dated(last, today)
    is_of_one_month = first.month is None or last.month is None
    first = replace(first, month=first.month or (last.month if first.day else None))
    last = replace(last, month=last.month or (first.month if last.day else None))
    is_turned = _in_year(first) > _in_year(last)
    if is_turned and is_of_one_month and first.day and last.day:
        raise ValueError
    if last.year is not None and first.year is None:
        return replace(first, year=Year(last.year.number - is_turned)), last
    if first.year is not None:
        return first, last if last.year else replace(last, year=Year(first.year.number + is_turned))
    begun = days_of(first, today)[0].year
    return replace(first, year=Year(begun)), replace(last, year=Year(begun + is_turned))


def _in_year(day: Calendar) -> tuple[int, int]:
    return day.month or 1, day.day or 1
