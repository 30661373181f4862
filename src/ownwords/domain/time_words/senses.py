"""Senses: what a phrase means by what its slots hold; None where it means nothing after all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from ownwords.domain.time_words.meanings import (
    Around,
    Between,
    Calendar,
    Count,
    Day,
    Feast,
    Heard,
    Meaning,
    Month,
    Open,
    Part,
    Period,
    Recent,
    Side,
    Third,
    Unit,
    Weekday,
    Year,
)

_Kind = TypeVar("_Kind")
Slots: TypeAlias = tuple[Heard, ...]
"""What the slots of a phrase hold, in its order."""

FEW: Final = Count(2, 5)
"""`A few`: about three."""

ONE: Final = Count(1, 1)
_DAYS_MOST: Final = 31
_MONTHS: Final = 12
_SHORT: Final = frozenset((Unit.MINUTE, Unit.HOUR, Unit.DAY))


def _first(kind: type[_Kind], heard: Slots) -> _Kind | None:
    return next((part for part in heard if isinstance(part, kind)), None)


# --- dates ------------------------------------------------------------------------------------------------


def calendar(heard: Slots) -> Calendar | None:
    """Give a date, or a month or a year, in words or with its day counted in words."""
    day, month, count = _first(Day, heard), _first(Month, heard), _first(Count, heard)
    if count is not None and not 1 <= count.least == count.most <= _DAYS_MOST:
        return None
    number = day.number if day else count.least if count else None
    return Calendar(_first(Year, heard), month.number if month else None, number)


def first_day(heard: Slots) -> Calendar | None:
    """Give the first day of a month."""
    found = calendar(heard)
    return found and replace(found, day=1)


def last_month(heard: Slots) -> Calendar | None:
    """Give the latest such month that is over: `last March`, also in March."""
    found = calendar(heard)
    return found and replace(found, is_over=True)


def this_month(heard: Slots) -> Calendar | None:
    """Give such a month of this year."""
    found = calendar(heard)
    return found and replace(found, year=Year(0, is_relative=True))


def figures(heard: Slots) -> Calendar | None:
    """Read day and month in figures: the day first, unless it cannot be; behind the year, the month first."""
    numbers = [part.number for part in heard if isinstance(part, Day)]
    month, day = numbers if isinstance(heard[0], Year) else reversed(numbers)
    if month > _MONTHS:
        month, day = day, month
    return Calendar(_first(Year, heard), month, day) if month <= _MONTHS else None


def month_figures(heard: Slots) -> Calendar | None:
    """Read a month in figures before a year."""
    month = _first(Day, heard)
    return Calendar(_first(Year, heard), month.number) if month and month.number <= _MONTHS else None


def feast(month: int, day: int, days: int) -> Callable[[Slots], Feast]:
    """Make the sense of a feast of so many days."""
    return lambda heard: Feast(month, day, days, _first(Year, heard))


def weekday(week: int | None = None, *, is_next: bool = False) -> Callable[[Slots], Weekday | None]:
    """Make the sense of a weekday: the latest, that of a week counted from this one, or the next."""

    def sense(heard: Slots) -> Weekday | None:
        day = _first(Weekday, heard)
        return day and Weekday(day.number, week, is_next)

    return sense


# --- counted ----------------------------------------------------------------------------------------------


def around(count: Count | None = None, *, is_ahead: bool = False) -> Callable[[Slots], Around | None]:
    """Make the sense of so many units ago or ahead."""

    def sense(heard: Slots) -> Around | None:
        number, unit = count or _first(Count, heard), _first(Unit, heard)
        return Around(number, unit, is_ahead) if number and unit else None

    return sense


def day(number: int, *, is_ahead: bool = False) -> Callable[[Slots], Around]:
    """Make the sense of a day counted from today."""
    return lambda _: Around(Count(number, number), Unit.DAY, is_ahead)


def no_age(heard: Slots) -> Around | None:
    """Give so many units ago but for years: `faz 30 anos` is a birthday more often than a time."""
    found = around()(heard)
    return None if found and found.unit is Unit.YEAR else found


def recent(count: Count | None = None) -> Callable[[Slots], Recent | None]:
    """Make the sense of the last so many units."""

    def sense(heard: Slots) -> Recent | None:
        number, unit = count or _first(Count, heard), _first(Unit, heard)
        return Recent(number, unit) if number and unit and unit is not Unit.WEEKEND else None

    return sense


def recent_whole(heard: Slots) -> Recent | None:
    """Give the last week, month or year; `the last day` is that of something, and `última hora` no hour."""
    found = recent(ONE)(heard)
    return None if found is None or found.unit in _SHORT else found


def weekend(heard: Slots) -> Period | None:
    """Give the latest weekend, where the unit is one."""
    return Period(Unit.WEEKEND, None) if Unit.WEEKEND in heard else None


def period(offset: int | None) -> Callable[[Slots], Period | None]:
    """Make the sense of a week, month or year counted from the present one; `this hour` is none."""

    def sense(heard: Slots) -> Period | None:
        unit = _first(Unit, heard)
        return None if unit is None or unit in _SHORT else Period(unit, offset)

    return sense


# --- made of others ---------------------------------------------------------------------------------------


def joined(heard: Slots) -> Meaning | None:
    """Give what two dates say together: `March` and `last year`, `Friday` and `last week`, `Friday` and `the 13th`."""
    one, other = (_alone(part) for part in heard)
    return _both(one, other) or _both(other, one)


def _both(one: Meaning | None, other: Meaning | None) -> Meaning | None:
    match one, other:
        case ((Calendar(None, int()) | Feast()), Period(Unit.YEAR, int() as offset)):
            return replace(one, year=Year(offset, is_relative=True))
        case Calendar(None, None, int()), Period(Unit.MONTH, int() as offset):
            return replace(one, months_from_now=offset)
        case Weekday(number, None), Period(Unit.WEEK, int() as offset):
            return Weekday(number, offset)
        case ((Calendar(_, _, int()) | Around(_, Unit.DAY)), Weekday()):
            return one
        case Around(_, Unit.DAY), Calendar(_, _, int()):
            return one
        case _:
            return None


def part(heard: Slots) -> Part | None:
    """Give a third of a month, of a year, or of a unit that is the present one."""
    third = heard[0]
    whole = period(None)(heard[1:]) if isinstance(heard[1], Unit) else bound(heard[1:])
    if isinstance(third, Third) and (isinstance(whole, Period) or (isinstance(whole, Calendar) and not whole.day)):
        return Part(third.number, whole)
    return None


def bound(heard: Slots) -> Meaning | None:
    """Give a time that a range begins or ends with, also a month or a year that needs a preposition elsewhere."""
    return calendar(heard) if isinstance(heard[0], Month | Year | Day) else _alone(heard[0])


def _alone(heard: Heard) -> Meaning | None:
    match heard:
        case Month():
            return calendar((heard,))
        case Count() | Unit() | Day() | Year() | Third():
            return None
        case meaning:
            return meaning


def between(heard: Slots) -> Between | None:
    """Give a range of two times; of days of a month only where one of them says which."""
    first, last = bound(heard[:1]), bound(heard[1:])
    match first, last:
        case (None, _) | (_, None):
            return None
        case Calendar(_, month, int()), Calendar(_, other, int()) if month or other:
            return Between(first, last)
        case (Calendar(_, None, int()), _) | (_, Calendar(_, None, int())):
            return None
        case _:
            return Between(first, last)


def one_side(side: Side) -> Callable[[Slots], Open | None]:
    """Make the sense of all that lies on one side of a time."""

    def sense(heard: Slots) -> Open | None:
        of = bound(heard)
        return Open(side, of) if of is not None else None

    return sense
