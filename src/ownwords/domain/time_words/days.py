"""Days: which days a meaning consists of, by the calendar and by the day that is today."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from ownwords.domain.time_words.meanings import (
    Around,
    Between,
    Calendar,
    Feast,
    Meaning,
    Night,
    Nothing,
    Open,
    Part,
    Period,
    Recent,
    Unit,
    Weekday,
    Year,
)

WEEK: Final = timedelta(days=7)

_DAY: Final = timedelta(days=1)
_SATURDAY: Final = 5
_LEAP_YEARS_LIE_APART: Final = 8
# What lies around so many weeks, months or years ago: half a unit to either side.
_HALF: Final = {Unit.DAY: 0, Unit.WEEKEND: 0, Unit.WEEK: 3, Unit.MONTH: 15, Unit.YEAR: 182}


def days_of(meaning: Meaning, today: date) -> tuple[date, date]:
    """Give the first day of a meaning that consists of whole days, and the day after its last.

    Raises:
        ValueError: there are no such days, or it is not made of days.
        OverflowError: they lie outside the calendar.
    """
    match meaning:
        case Calendar():
            return _calendar(dated(meaning, today), today)
        case Weekday(number, week, is_next):
            return _weekday(number, week, today, is_next=is_next)
        case Around(count, unit, is_ahead):
            near, far = (count.least, count.most) if is_ahead else (-count.most, -count.least)
            half, length = timedelta(days=_HALF[unit]), timedelta(days=2 if unit is Unit.WEEKEND else 1)
            return shifted(today, near, unit) - half, shifted(today, far, unit) + half + length
        case Period(unit, offset):
            return _period(unit, offset, today)
        case Feast(month, day, days, year):
            first, _ = _calendar(dated(Calendar(year, month, day), today), today)
            return first, first + timedelta(days=days)
        case Part(third, whole):
            return _part(third, whole, today)
        case Nothing() | Night() | Recent() | Between() | Open():
            raise ValueError


def shifted(day: date, count: int, unit: Unit) -> date:
    """Go so many units from a day; a weekend begins on its Saturday."""
    match unit:
        case Unit.WEEKEND:
            return _period(unit, count, day)[0]
        case Unit.WEEK:
            return day + count * WEEK
        case Unit.MONTH | Unit.YEAR:
            year, month = divmod(day.year * 12 + day.month - 1 + count * (12 if unit is Unit.YEAR else 1), 12)
            first = date(year, month + 1, 1)
            return first.replace(day=min(day.day, monthrange(year, month + 1)[1]))
        case _:
            return day + timedelta(days=count)


def _weekday(number: int, week: int | None, today: date, *, is_next: bool) -> tuple[date, date]:
    monday = today - timedelta(days=today.weekday())
    if week is not None:
        day = monday + week * WEEK + timedelta(days=number)
    elif is_next:
        day = today + timedelta(days=(number - today.weekday() - 1) % 7 + 1)
    else:
        day = today - timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return day, day + _DAY


def _period(unit: Unit, offset: int | None, today: date) -> tuple[date, date]:
    match unit:
        case Unit.WEEK | Unit.WEEKEND:
            monday = today - timedelta(days=today.weekday())
            first = monday + timedelta(days=_SATURDAY if unit is Unit.WEEKEND else 0)
            back = -1 if first > today else 0
            first += (back if offset is None else offset) * WEEK
            return first, monday + (first - monday) // WEEK * WEEK + WEEK
        case Unit.MONTH | Unit.YEAR:
            first = today.replace(day=1, month=today.month if unit is Unit.MONTH else 1)
            return shifted(first, offset or 0, unit), shifted(first, (offset or 0) + 1, unit)
        case _:
            first = today + timedelta(days=offset or 0)
            return first, first + _DAY


def _part(third: int, whole: Calendar | Period, today: date) -> tuple[date, date]:
    """Give a third of some days; where it has still to begin and none is named, that of the one before."""
    first, after = days_of(whole, today)
    begin, end = first + (after - first) * third // 3, first + (after - first) * (third + 1) // 3
    if begin > today and isinstance(whole, Period) and whole.offset is None:
        return _part(third, Period(whole.unit, -1), today)
    return begin, end


def _calendar(day: Calendar, today: date) -> tuple[date, date]:
    if day.year is not None:
        return _of_year(day, day.year.number)
    if day.months_from_now is not None and day.day is not None:
        first = shifted(today.replace(day=1), day.months_from_now, Unit.MONTH).replace(day=day.day)
        return first, first + _DAY
    if day.month is None:
        candidates = (shifted(today.replace(day=1), -back, Unit.MONTH) for back in range(4))
        found = (first.replace(day=day.day or 1) for first in candidates if _has(first, day.day or 1))
        spans = ((first, first + _DAY) for first in found)
    else:
        years = range(today.year, today.year - _LEAP_YEARS_LIE_APART - 1, -1)
        spans = (_of_year(day, year) for year in years if _has(date(year, day.month, 1), day.day or 1))
    for first, after in spans:
        if (after if day.is_over else first) <= today:
            return first, after
    raise ValueError


def _has(first: date, day: int) -> bool:
    """Tell whether the month of a day has a day of that number."""
    return day <= monthrange(first.year, first.month)[1]


def _of_year(day: Calendar, year: int) -> tuple[date, date]:
    if day.month is None:
        return date(year, 1, 1), date(year + 1, 1, 1)
    first = date(year, day.month, day.day or 1)
    return first, first + _DAY if day.day else shifted(first, 1, Unit.MONTH)


def dated(day: Calendar, today: date) -> Calendar:
    """Turn a year that is counted from this one into one of the calendar."""
    if day.year is None or not day.year.is_relative:
        return day
    return replace(day, year=Year(today.year + day.year.number))
