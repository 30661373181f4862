"""Answers kept under an Idempotency-Key: the numbers of the items, never a text or a caller's id."""

from __future__ import annotations

from dataclasses import dataclass

from ownwords.domain.ids import Derived
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one item of a request: its number, and the answer that was given less the id."""

    number: int
    status: str
    version: int
    thread: bytes | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer to a request: `body` is the keyed hash of what was asked."""

    key: Derived
    body: Derived
    entries: tuple[Entry, ...]
    expires: Instant
