"""Times as the contract has them: RFC 3339 at the edge, microseconds since 1970 inside."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final, NewType

Instant = NewType("Instant", int)
"""Microseconds since 1970-01-01T00:00:00Z."""

SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SET_BACK: Final = 3 * 60 * MINUTE
"""No clock was ever set back by more at midnight."""
LAST: Final = Instant((datetime.max.replace(tzinfo=UTC) - _EPOCH) // timedelta(microseconds=1))
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_TIME: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?"
    r"([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?",
    re.ASCII,
)


def parse(text: str) -> Instant:
    """Read an RFC 3339 time; one without an offset is UTC, digits past the microsecond are dropped.

    Raises:
        ValueError: it is not such a time, or it lies outside the years 1 to 9999 in UTC.
    """
    found = _TIME.fullmatch(text)
    if found is None:
        message = "not an RFC 3339 time such as 2026-03-01T12:00:00Z"
        raise ValueError(message)
    day, clock, fraction, offset = found.groups()
    offset = "+00:00" if offset in (None, "Z", "z") else offset
    try:
        return instant_of(datetime.fromisoformat(f"{day}T{clock}.{(fraction or '0')[:6]:0<6}{offset}"))
    except OverflowError:
        message = "a time outside the years 1 to 9999"
        raise ValueError(message) from None


def parse_end(text: str) -> Instant:
    """Read a time as `parse` does, or a date, which means the end of that day in UTC.

    Raises:
        ValueError: it is neither.
    """
    if _DATE.fullmatch(text) is None:
        return parse(text)
    midnight = datetime.combine(date.fromisoformat(text), datetime.min.time(), tzinfo=UTC)
    return min(Instant(instant_of(midnight) + DAY), LAST)


def write(instant: Instant) -> str:
    """Write an instant as RFC 3339 in UTC, with six digits of fraction where there is one."""
    # isoformat pads the year to four digits on every platform, as RFC 3339 wants; strftime does not.
    return moment(instant).replace(tzinfo=None).isoformat() + "Z"


def instant_of(time: datetime) -> Instant:
    """Turn an aware datetime into an instant."""
    return Instant((time.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1))


def moment(instant: Instant, zone: tzinfo = UTC) -> datetime:
    """Turn an instant into an aware datetime of `zone`; at the ends of the calendar, of UTC."""
    utc = _EPOCH + timedelta(microseconds=instant)
    try:
        return utc.astimezone(zone)
    except OverflowError:
        return utc


@lru_cache(maxsize=4_096)
def day_of(instant: Instant, zone: tzinfo) -> date:
    """Give the date that the wall clock of `zone` shows at `instant`, by the rules in force then.

    Days follow each other: where a clock is set back over midnight, the day that had just begun counts as the one
    that it goes back to.
    """
    shown = moment(instant, zone)
    if instant > LAST - _SET_BACK:
        return shown.date()
    later = moment(Instant(instant + _SET_BACK), zone)
    if later.replace(tzinfo=None) - shown.replace(tzinfo=None) >= timedelta(microseconds=_SET_BACK):
        return shown.date()
    return min(shown.date(), moment(_when_set_back(instant, zone), zone).date())


def start_of(day: date, zone: tzinfo) -> Instant:
    """Give the moment at which a day of `zone` begins, or would where its clock skips midnight."""
    try:
        return instant_of(datetime.combine(day, datetime.min.time(), tzinfo=zone))
    except OverflowError:
        return instant_of(datetime.combine(day, datetime.min.time(), tzinfo=UTC))


def _when_set_back(instant: Instant, zone: tzinfo) -> Instant:
    """Find the moment at which a clock is set back, which is soon."""
    before, after = instant, Instant(instant + _SET_BACK)
    offset = moment(before, zone).utcoffset()
    while after - before > 1:
        middle = Instant((before + after) // 2)
        if moment(middle, zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after
