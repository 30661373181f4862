"""Rules: what the phrases of every language mean, by the names under which the languages list them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ownwords.domain.time_words import senses
from ownwords.domain.time_words.meanings import Heard, Night, Nothing, Side
from ownwords.domain.time_words.senses import FEW, ONE, Slots


class Guard(Enum):
    """What must follow a phrase: anything; no noun, so that the phrase stands alone; or a noun that is no time."""

    NONE = "none"
    ALONE = "alone"
    NOUN = "noun"


@dataclass(frozen=True, slots=True)
class Rule:
    """The slot that a phrase fills, what it means by what its own slots hold (None: nothing after all), its guard."""

    slot: str
    build: Callable[[Slots], Heard | None]
    guard: Guard = Guard.NONE


def _same(heard: Slots) -> Heard:
    return heard[0]


def _nothing(_: Slots) -> Nothing:
    return Nothing()


RULES: Final[Mapping[str, Rule]] = {
    "today": Rule("DATE", senses.day(0)),
    "yesterday": Rule("DATE", senses.day(1)),
    "day before yesterday": Rule("DATE", senses.day(2)),
    "tomorrow": Rule("DATE", senses.day(1, is_ahead=True)),
    "day after tomorrow": Rule("DATE", senses.day(2, is_ahead=True)),
    "last night": Rule("DATE", lambda _: Night()),
    "ago": Rule("DATE", senses.around()),
    "ago but no age": Rule("DATE", senses.no_age),
    "one ago": Rule("DATE", senses.around(ONE)),
    "ahead": Rule("DATE", senses.around(is_ahead=True)),
    "recent": Rule("DATE", senses.recent()),
    "recent one": Rule("DATE", senses.recent(ONE)),
    "recent whole": Rule("DATE", senses.recent_whole),
    "recent few": Rule("DATE", senses.recent(FEW)),
    "this": Rule("DATE", senses.period(0)),
    "last": Rule("DATE", senses.period(-1)),
    "before last": Rule("DATE", senses.period(-2)),
    "next": Rule("DATE", senses.period(1)),
    "weekend": Rule("DATE", senses.weekend),
    "weekday": Rule("DATE", senses.weekday()),
    "weekday alone": Rule("DATE", senses.weekday(), Guard.ALONE),
    "this weekday": Rule("DATE", senses.weekday(0), Guard.ALONE),
    "next weekday": Rule("DATE", senses.weekday(is_next=True)),
    "calendar": Rule("DATE", senses.calendar),
    "calendar alone": Rule("DATE", senses.calendar, Guard.ALONE),
    "first day": Rule("DATE", senses.first_day),
    "last month": Rule("DATE", senses.last_month),
    "this month": Rule("DATE", senses.this_month),
    "figures": Rule("DATE", senses.figures),
    "month figures": Rule("DATE", senses.month_figures),
    "christmas": Rule("DATE", senses.feast(12, 24, 2)),
    "new year": Rule("DATE", senses.feast(12, 31, 2)),
    "time": Rule("TIME", _same),
    "joined": Rule("TIME", senses.joined),
    "part": Rule("TIME", senses.part),
    "bound": Rule("BOUND", senses.bound),
    "bound alone": Rule("BOUND", senses.bound, Guard.ALONE),
    "between": Rule("RANGE", senses.between),
    "since": Rule("RANGE", senses.one_side(Side.SINCE)),
    "before": Rule("RANGE", senses.one_side(Side.BEFORE)),
    "until": Rule("RANGE", senses.one_side(Side.UNTIL)),
    "after": Rule("RANGE", senses.one_side(Side.AFTER)),
    "nothing": Rule("NOTHING", _nothing),
    "now": Rule("NOW", _nothing),
    "now alone": Rule("NOW", _nothing, Guard.ALONE),
    "now of a noun": Rule("NOW", _nothing, Guard.NOUN),
    "not now": Rule("NOT_NOW", _nothing),
}
"""Every rule by the name under which a language lists its phrases."""

PHRASES: Final[Mapping[str, str]] = {
    "time": "DATE",
    "joined": "DATE DATE",
    "bound": """
        TIME
        SURE
        YEAR
    """,
    "bound alone": """
        NAMED
        ORDINAL
    """,
}
"""The phrases that are the same in all languages."""
