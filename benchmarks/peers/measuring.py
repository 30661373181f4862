"""Measures one memory: files the conversations, asks the questions one at a time, and counts what that took."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from benchmarks.locomo import Ranking, recall
from benchmarks.peers.asking import About, Asking, FailedError
from benchmarks.tables import Progress, percentile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.locomo_data import Conversation

BATCH: Final = 500
LIMIT: Final = 10
WARM_UP: Final = 20
ANSWERABLE: Final = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one memory."""

    peer: str
    about: About
    recall_5: float
    recall_10: float
    milliseconds_50: float
    milliseconds_95: float
    items_a_second: float
    resident_bytes: int | None
    disk_bytes: int
    refused: tuple[str, ...]


def measured(peer: str, memory: Asking, conversations: Sequence[Conversation], minutes: float) -> Figures:
    """Measure a memory that is open and empty, and close it.

    Raises:
        FailedError: it failed, or was not done within `minutes`.
    """
    deadline = time.monotonic() + 60 * minutes
    rate = _filed(peer, memory, conversations, deadline)
    rankings, milliseconds = _asked(peer, memory, conversations, deadline)
    resident = memory.resident_bytes()
    disk, refused = memory.closed()
    return Figures(
        peer,
        memory.about,
        recall(rankings, 5),
        recall(rankings, 10),
        percentile(milliseconds, 0.5),
        percentile(milliseconds, 0.95),
        rate,
        resident,
        disk,
        tuple(refused),
    )


def spoken(item: Mapping[str, Any]) -> dict[str, Any]:
    """Give an item as the peers get it: with its day and speaker in `spoken`, and each in a field of its own."""
    at = datetime.fromisoformat(item["at"])
    day = f"{at.day} {at:%B %Y}"
    return {**item, "author": {"name": item["author"]}, "spoken": f"{item['author']}: {item['text']} ({day})"}


def _filed(peer: str, memory: Asking, conversations: Sequence[Conversation], deadline: float) -> float:
    progress = Progress(f"{peer}, filing")
    began = time.perf_counter()
    count = 0
    for conversation in conversations:
        items = list(map(spoken, conversation.items))
        for start in range(0, len(items), BATCH):
            memory.add(conversation.name, items[start : start + BATCH])
            count += len(items[start : start + BATCH])
            _still(deadline)
            progress.say(f"{count:,} turns")
    return count / (time.perf_counter() - began)


def _asked(
    peer: str, memory: Asking, conversations: Sequence[Conversation], deadline: float
) -> tuple[list[Ranking], list[float]]:
    progress = Progress(f"{peer}, asking")
    rankings: list[Ranking] = []
    milliseconds: list[float] = []
    for conversation in conversations:
        now = str(conversation.items[-1]["at"])
        questions = [asked for asked in conversation.questions if asked.category in ANSWERABLE]
        warm_up = questions[:WARM_UP] if conversation is conversations[0] else []
        for asked in warm_up:
            memory.search(conversation.name, asked.query, LIMIT, now)
        for asked in questions:
            began = time.perf_counter()
            found = memory.search(conversation.name, asked.query, LIMIT, now)
            milliseconds.append(1_000 * (time.perf_counter() - began))
            rankings.append((tuple(found), set(asked.evidence)))
            _still(deadline)
            progress.say(f"{len(rankings):,} questions")
    return rankings, milliseconds


def _still(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise FailedError("it was not done in the time that a memory may take; see --minutes")
