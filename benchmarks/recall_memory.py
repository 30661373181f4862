"""A memory in this process, filed and learned, for measuring what search finds; and search with a part switched off."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

from benchmarks.tables import Progress
from ownwords import app
from ownwords.actions import indexing, items, projects
from ownwords.actions import search as search_actions
from ownwords.actions.memory import Memory, Whose
from ownwords.actions.search import Query, arms
from ownwords.domain import ranking
from ownwords.domain.projects import Project
from ownwords.domain.search import Filters
from ownwords.rest.items import AddIn
from ownwords.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from ownwords.domain.times import Instant

BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class Filed:
    """Persons whose items are filed and learned."""

    memory: Memory
    project: Project

    def add(self, person: str, sent: Sequence[dict[str, Any]]) -> None:
        """File items of a person, as they come over HTTP."""
        for start in range(0, len(sent), BATCH):
            body = AddIn.model_validate({"user_id": person, "items": list(sent[start : start + BATCH])})
            items.add(self.memory, Whose(self.project, person), body.sent())

    def learn(self) -> None:
        """Learn the meaning of everything."""
        progress, count = Progress("learning"), 0
        while done := indexing.work(self.memory):
            count += done
            progress.say(f"{count:,} items")

    def ids(self, person: str, query: str, most: int, now: Instant | None = None) -> list[str]:
        """Ask, and give the ids of the items that the hits were cut from, best first, each once."""
        whose = Whose(self.project, person)
        hits = search_actions.search(self.memory, whose, Query(query, now), Filters(), most=most)
        return list(dict.fromkeys(one.item.id for hit in hits for one in hit.items))


@contextmanager
def memory(embedder: str) -> Generator[Filed]:
    """Open an empty memory in a temporary folder; `embedder` is `local` or `e5`."""
    folder = Path(tempfile.mkdtemp(prefix="ownwords-benchmark-"))
    try:
        with app.opened(Settings(data=folder, embedder=embedder)) as opened:
            yield Filed(opened, projects.create(opened, "recall", int(token_hex(7), 16)))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _by_words(words: Any, nearness: Any) -> dict[int, float]:
    del nearness
    return {number: score for number, score in words.items() if score > 0}


def _by_meaning(words: Any, nearness: Any) -> dict[int, float]:
    del words
    return {number: ranking.MEANING * score for number, score in nearness.items() if score > 0}


def _no_vector(*_: Any) -> None:
    return None


def _as_it_stands(text: str, *_: Any) -> tuple[str, ...]:
    return (text,)


def _in_order(order: Sequence[int], *_: Any) -> list[int]:
    return list(order)


PARTS: Final[dict[str, list[tuple[Any, str, Any]]]] = {
    "words and meaning": [],
    "words alone": [(search_actions, "vector_of", _no_vector), (search_actions, "fused", _by_words)],
    "meaning alone": [(search_actions, "fused", _by_meaning)],
    "without: names and stop words out of the vector": [(ranking, "_texts", _as_it_stands)],
    "without: neighbours": [(ranking, "FORWARD", (0.0, 0.0)), (ranking, "BACKWARD", (0.0, 0.0))],
    "without: the thread": [(ranking, "THREAD", 0.0)],
    "without: who is named": [(ranking, "LIFT", 0.0)],
    "without: when it was": [(ranking, "WHEN", 0.0), (ranking, "NOW", 0.0)],
    "without: machines behind persons": [(ranking, "MACHINE", 1.0)],
    "without: the newer first": [(search_actions, "newer_first", _in_order)],
    "with three times the candidates": [(arms.limits, "CANDIDATES", 300), (arms.limits, "LENDERS", 150)],
}
"""What is switched off in each row: where it stands, what it is called there, and what takes its place."""


@contextmanager
def without(part: str) -> Generator[None]:
    """Search with a part switched off."""
    patches = [mock.patch.object(where, name, instead) for where, name, instead in PARTS[part]]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()
