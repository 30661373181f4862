"""Threads: items that belong together, in order of `at`.

Messages of one session on one day of the person are one thread. Messages without a session are cut into
conversations by time. A document or a note is a thread of its own. What comes out depends on the set of
messages alone, never on the order in which they arrived.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum

from ownwords.domain import ids
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item, Kind
from ownwords.domain.times import MINUTE, Instant, day_of


class ThreadKind(StrEnum):
    """Why the items of a thread belong together."""

    SESSION = "session"
    LOOSE = "loose"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Filing:
    """The rules by which a person's messages are filed: the wall clock of `zone`, and a gap in minutes."""

    zone: tzinfo
    gap_minutes: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages without a session that follow each other; one message alone is a stretch as well.

    `first_id` is the caller's id of the first message. It breaks ties between equal times, so that the name of a
    conversation does not depend on the order of arrival.
    """

    first_at: Instant
    last_at: Instant
    first_id: str


def stretch_of(message: Item) -> Stretch:
    """Take one message as a stretch."""
    return Stretch(message.at, message.at, message.id)


def conversations(stretches: Iterable[Stretch], filing: Filing) -> list[list[Stretch]]:
    """Join stretches into conversations, each oldest first.

    A new one starts where more than the gap lies between two messages, or where the person's day ends.
    """
    joined: list[list[Stretch]] = []
    last_at = Instant(0)
    for stretch in sorted(stretches, key=lambda one: (one.first_at, one.first_id)):
        if joined and _follows(stretch, joined[-1][0], last_at, filing):
            joined[-1].append(stretch)
            last_at = max(last_at, stretch.last_at)
        else:
            joined.append([stretch])
            last_at = stretch.last_at
    return joined


def _follows(stretch: Stretch, first: Stretch, last_at: Instant, filing: Filing) -> bool:
    near = stretch.first_at - last_at <= filing.gap_minutes * MINUTE
    return near and day_of(stretch.first_at, filing.zone) == day_of(first.first_at, filing.zone)


def thread_kind(item: Item) -> ThreadKind:
    """Tell by which rule an item is filed."""
    if item.kind is not Kind.MESSAGE:
        return ThreadKind.ALONE
    return ThreadKind.LOOSE if item.content.session is None else ThreadKind.SESSION


def session_thread(key: bytes, session: str, at: Instant, zone: tzinfo) -> Derived:
    """Name the thread of a session's day."""
    return ids.derive(key, "session", session, day_of(at, zone).isoformat())


def loose_thread(key: bytes, first_id: str) -> Derived:
    """Name a conversation by its first message."""
    return ids.derive(key, "loose", first_id)


def alone_thread(key: bytes, item_id: str) -> Derived:
    """Name the thread of a document or a note."""
    return ids.derive(key, "alone", item_id)


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread that holds items; `first_id` is the caller's id of the first, in order of (at, id).

    `listed_at` is its place in lists: the start of its day for a session's, else when its first item was said. Both
    follow from its id alone and stay as it grows, so that a walk through a list meets each thread once.
    """

    key: Derived
    kind: ThreadKind
    session: str | None
    first_at: Instant
    last_at: Instant
    first_id: str
    items: int
    listed_at: Instant

    @property
    def stretch(self) -> Stretch:
        """The span of time that a conversation covers."""
        return Stretch(self.first_at, self.last_at, self.first_id)


@dataclass(frozen=True, slots=True)
class About:
    """One thing that items are about: how many are, from when to when, and their threads, oldest first."""

    name: str
    items: int
    first_at: Instant
    last_at: Instant
    threads: tuple[Thread, ...] = ()
