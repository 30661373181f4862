"""Persons: whose memory it is, and the rules by which it is filed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ownwords.domain import limits
from ownwords.domain.threads import Filing

INDEX_FORMAT: Final = 1
"""Counts the ways in which passages were cut and words counted; a memory of another one is indexed again."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as memory holds them.

    `user_id` is None once everything was forgotten: then only the counters are left, so that a number is never
    given twice. `next_item` is the next number in the order of arrival; `passages` and `words` are the person's
    own statistics of search; `claims_epoch` counts the changes of who is named as an author. `model` is the number of
    the model by which the meaning of what is held was learned, or is being learned, 0 for none yet; `vectors_epoch`
    counts how often a vector went, or came to stand before another one.
    """

    user_id: str | None
    timezone: str = "UTC"
    gap_minutes: int = limits.LOOSE_GAP_MINUTES_DEFAULT
    index_format: int = INDEX_FORMAT
    next_item: int = 1
    passages: int = 0
    words: int = 0
    claims_epoch: int = 0
    model: int = 0
    vectors_epoch: int = 0

    @property
    def forgotten(self) -> Person:
        """What is left of the person once everything was forgotten: counters, so that none says anything twice."""
        return Person(
            None,
            next_item=self.next_item,
            claims_epoch=self.claims_epoch + 1,
            vectors_epoch=self.vectors_epoch + 1,
        )

    @property
    def filing(self) -> Filing:
        """The rules by which this memory's messages are filed."""
        return Filing(zone_named(self.timezone), self.gap_minutes)


@lru_cache(maxsize=1024)
def zone_named(name: str) -> ZoneInfo:
    """Find an IANA zone.

    Raises:
        ValueError: there is no zone of that name.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        message = "not a time zone of the IANA database, such as America/Sao_Paulo"
        raise ValueError(message) from None
