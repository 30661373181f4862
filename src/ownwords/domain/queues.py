"""The queue: items whose meaning is still to be learned, and those set aside because it could not be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ownwords.domain.times import SECOND, Instant

TRIES: Final = 5
"""How often an item is tried before it is set aside."""

_PUT_OFF: Final = 5 * SECOND


@dataclass(frozen=True, slots=True)
class Queued:
    """A version of an item that waits: `due` from when on, None where it was set aside.

    `tries` counts how often it failed; `problem` is the code of the last failure, never a text.
    """

    item: int
    version: int
    due: Instant | None
    tries: int = 0
    problem: str | None = None


def failed(queued: Queued, problem: str, now: Instant) -> Queued:
    """Try an item again later, each time after twice as long; set it aside after the fifth."""
    tries = queued.tries + 1
    due = None if tries >= TRIES else Instant(now + 2**tries * SECOND)
    return Queued(queued.item, queued.version, due, tries, problem)


def put_off(queued: Queued, problem: str, now: Instant) -> Queued:
    """Try an item again in a few seconds that is not to blame, as where an endpoint does not answer."""
    return Queued(queued.item, queued.version, Instant(now + _PUT_OFF), queued.tries, problem)
