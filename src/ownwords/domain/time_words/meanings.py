"""Meanings: what words about time say before it is known when they are said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias


class Unit(Enum):
    """What time is counted in."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Side(Enum):
    """On which side of a time another one lies: `SINCE` and `UNTIL` with it, `BEFORE` and `AFTER` without."""

    SINCE = "since"
    BEFORE = "before"
    UNTIL = "until"
    AFTER = "after"


# --- parts: what a slot of a phrase holds -----------------------------------------------------------------


class Count(NamedTuple):
    """How many; `a few` is somewhere from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a month, 1 to 31."""

    number: int


@dataclass(frozen=True, slots=True)
class Month:
    """A month, 1 to 12."""

    number: int


@dataclass(frozen=True, slots=True)
class Year:
    """A year of the calendar or, where it is relative, a number of years from this one."""

    number: int
    is_relative: bool = False


@dataclass(frozen=True, slots=True)
class Third:
    """The beginning (0), the middle (1) or the end (2) of something."""

    number: int


# --- meanings ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nothing:
    """Words that look like a time and are none; they keep others from reading them as one."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """A day, a month or a year; without a year, the latest that has begun or, where it `is_over`, ended.

    A day without a month may be of one that is counted from the present one.
    """

    year: Year | None = None
    month: int | None = None
    day: int | None = None
    is_over: bool = False
    months_from_now: int | None = None


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week, Monday 0: the latest before today, the next after it, or that of a week counted from this."""

    number: int
    week: int | None = None
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class Around:
    """So many units ago, or ahead: as exact as its unit."""

    count: Count
    unit: Unit
    is_ahead: bool = False


@dataclass(frozen=True, slots=True)
class Night:
    """The night before today."""


@dataclass(frozen=True, slots=True)
class Period:
    """A whole unit of the calendar, counted from the present one; None: the latest that has begun."""

    unit: Unit
    offset: int | None


@dataclass(frozen=True, slots=True)
class Recent:
    """The last so many units, up to now."""

    count: Count
    unit: Unit


@dataclass(frozen=True, slots=True)
class Feast:
    """So many days from a day of every year, the latest that have begun or those of one year."""

    month: int
    day: int
    days: int
    year: Year | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A third of a time."""

    third: int
    whole: Calendar | Period


@dataclass(frozen=True, slots=True)
class Between:
    """From one time to another, both included."""

    first: Meaning
    last: Meaning


@dataclass(frozen=True, slots=True)
class Open:
    """All that lies on one side of a time."""

    side: Side
    of: Meaning


Meaning: TypeAlias = Nothing | Calendar | Weekday | Around | Night | Period | Recent | Feast | Part | Between | Open
Heard: TypeAlias = Count | Unit | Day | Month | Year | Third | Meaning
"""What any part of a phrase may hold."""
