"""Forgetting: what is asked to go, and the receipt that proves it went."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ownwords.domain.ids import Derived
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class ByIds:
    """Forget the items with these ids."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BySession:
    """Forget every message of a session."""

    session: str


@dataclass(frozen=True, slots=True)
class ByAbout:
    """Forget every item that is about something, named `kind:name`."""

    about: str


@dataclass(frozen=True, slots=True)
class ByPurchases:
    """Forget the purchases with these ids."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """Forget every item and purchase whose `at` lies before a time."""

    before: Instant


@dataclass(frozen=True, slots=True)
class Everything:
    """Forget the person."""


SESSIONS: Final = "sessions"
"""How a receipt counts the person sessions that went; only one of everything counts them."""

OF_PREFERENCES: Final = frozenset({"preference", "preference_version", "evidence", "consent"})
"""The tables of which nobody but the person is told how much they hold."""

Extent: TypeAlias = ByIds | BySession | ByAbout | ByPurchases | Before | Everything


@dataclass(frozen=True, slots=True)
class Tombstone:
    """What is left of a forgotten item or purchase: a keyed hash of its id, and the time.

    `key` is the key of the hash where it came with an import from a server of another secret, else None.
    """

    hash: Derived
    forgotten_at: Instant
    key: bytes | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of one forgetting: counts by kind, and the numbers of the items and purchases that went.

    `mark` is the number that the next one of the person would have got: whatever is numbered from there on was
    added after the receipt and does not count against it. `erasure` is the store's number of this forgetting.
    """

    id: str
    at: Instant
    erasure: int
    forgotten: dict[str, int] = field(default_factory=dict[str, int])
    not_found: int = 0
    lineage: tuple[tuple[int, int], ...] = ()
    mark: int = 1


def ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Write numbers as inclusive ranges: 1, 2, 3, 7 are (1, 3), (7, 7)."""
    found: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def within(number: int, lineage: Iterable[tuple[int, int]]) -> bool:
    """Tell whether a number stands in one of the ranges."""
    return any(first <= number <= last for first, last in lineage)
