"""Recall of real conversations: files LoCoMo over HTTP, asks every question with evidence, and scores the answers.

Each conversation is one person's memory. A question's answer stands in its evidence turns; a hit is the turn that it
was cut from, and the ranking of sessions is that of their best turns. Categories 1 to 4 are counted together, as
others do; 5 (adversarial: the question names the wrong speaker, the evidence is what misleads) is shown beside them.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks import disk, machine
from benchmarks.locomo_data import CATEGORIES, Asked, Conversation, read, session_of
from benchmarks.serving import Database, Engine, Server, database
from benchmarks.tables import Cell, Progress, Report, Table, Target, mean, of_targets, percentile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.wire import Connection

BATCH: Final = 500
CUTS: Final = (5, 10, 20)
DEFAULT_LIMIT: Final = 10
LIMIT: Final = 50
TURNS_TARGET: Final = 69.0
SESSIONS_TARGET: Final = 92.0
ADVERSARIAL: Final = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question with the turns that were found for it, best first."""

    asked: Asked
    turns: tuple[str, ...]

    @property
    def sessions(self) -> tuple[str, ...]:
        """The sessions of the turns, each at the place of its best one."""
        return tuple(dict.fromkeys(map(session_of, self.turns)))


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the file locomo10.json")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--captions", action="store_true", help="add image captions to the turns' texts")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    measured(given.data, given.database, captions=given.captions).show(given.json)


def measured(data: Path, engine: Engine, *, captions: bool = False) -> Report:
    """File and ask everything on a new database and give the report."""
    conversations = read(data, captions=captions)
    with database(engine) as kept_in:
        report = Report(machine.described(kept_in.name))
        with (server := Server(kept_in)), server.connection() as connection:
            rate = _filed(connection, conversations)
            outcomes, _ = _asked(connection, conversations, LIMIT)
            _, seconds = _asked(connection, conversations, DEFAULT_LIMIT)
        report.notes.append(
            f"image captions: {'in the texts, as ` [image: caption]`' if captions else 'left out of the texts'}"
        )
        report.tables += [
            _table("Turns found, in %", outcomes, lambda one: (one.turns, set(one.asked.evidence))),
            _table("Sessions found, in %", outcomes, lambda one: (one.sessions, one.asked.sessions)),
            _costs(kept_in, rate, [1_000 * second for second in seconds]),
            of_targets(_targets(outcomes)),
        ]
    return report


def _filed(connection: Connection, conversations: Sequence[Conversation]) -> float:
    """File every conversation and give the items a second."""
    progress = Progress("filing")
    began = time.perf_counter()
    count = 0
    for conversation in conversations:
        for start in range(0, len(conversation.items), BATCH):
            batch = conversation.items[start : start + BATCH]
            body = {"user_id": conversation.name, "items": batch}
            answer: dict[str, Any] = connection.post("/v1/memory/add", body).json()
            assert answer["counts"] == {"created": len(batch)}, answer["counts"]
            count += len(batch)
            progress.say(f"{count:,} turns")
    return count / (time.perf_counter() - began)


def _asked(
    connection: Connection, conversations: Sequence[Conversation], limit: int
) -> tuple[list[Outcome], list[float]]:
    """Ask every question and give what was found, and the seconds that each took on the client's side."""
    progress = Progress(f"asking for {limit}")
    outcomes: list[Outcome] = []
    seconds: list[float] = []
    for conversation in conversations:
        for asked in conversation.questions:
            body = {"user_id": conversation.name, "query": asked.query, "limit": limit}
            began = time.perf_counter()
            answer = connection.post("/v1/memory/search", body)
            seconds.append(time.perf_counter() - began)
            turns = [item["id"] for hit in answer.json()["hits"] for item in hit["items"]]
            outcomes.append(Outcome(asked, tuple(dict.fromkeys(turns))))
            progress.say(f"{len(outcomes):,} questions")
    return outcomes, seconds


Ranking = tuple[tuple[str, ...], set[str]]


def _table(title: str, outcomes: Sequence[Outcome], ranking: Callable[[Outcome], Ranking]) -> Table:
    headers = ["category", "questions"]
    headers += [f"{name}{cut}" for name in ("R@", "any@", "all@") for cut in CUTS]
    named = [(f"{number} {name}", [number]) for number, name in CATEGORIES.items()]
    rows: list[Sequence[Cell]] = []
    for name, categories in [("1 to 4", [1, 2, 3, 4]), *named, ("all five", list(CATEGORIES))]:
        rankings = [ranking(one) for one in outcomes if one.asked.category in categories]
        figures = [figure(rankings, cut) for figure in (recall, any_found, all_found) for cut in CUTS]
        rows.append((name, len(rankings), *figures, reciprocal(rankings)))
    return Table(title, [*headers, "MRR"], rows)


def recall(rankings: Sequence[Ranking], cut: int) -> float:
    """Give the share of what was looked for among the first `cut` found, averaged over questions, in percent."""
    return 100 * mean([len(wanted & set(found[:cut])) / len(wanted) for found, wanted in rankings])


def any_found(rankings: Sequence[Ranking], cut: int) -> float:
    """Give the share of questions for which at least one was among the first `cut`, in percent."""
    return 100 * mean([bool(wanted & set(found[:cut])) for found, wanted in rankings])


def all_found(rankings: Sequence[Ranking], cut: int) -> float:
    """Give the share of questions for which all were among the first `cut`, in percent."""
    return 100 * mean([wanted <= set(found[:cut]) for found, wanted in rankings])


def reciprocal(rankings: Sequence[Ranking]) -> float:
    """Give the mean reciprocal rank of the first that was looked for, times 100."""
    places = [
        next((1 / place for place, one in enumerate(found, 1) if one in wanted), 0.0) for found, wanted in rankings
    ]
    return 100 * mean(places)


def _costs(kept_in: Database, rate: float, milliseconds: Sequence[float]) -> Table:
    sizes = disk.sizes(kept_in)
    rows: list[Sequence[Cell]] = [
        (f"items filed a second, in batches of {BATCH}, one connection", rate),
        (f"ms a query, limit {DEFAULT_LIMIT}, p50", percentile(milliseconds, 0.5)),
        (f"ms a query, limit {DEFAULT_LIMIT}, p95", percentile(milliseconds, 0.95)),
        ("passages", sizes.passages),
        (f"bytes of the database ({sizes.how})", sizes.whole),
        ("bytes of the search tables and their indexes", "not known" if sizes.search is None else sizes.search),
        ("bytes of these for each passage", sizes.search_of_each),
    ]
    return Table("Cost, as the client sees it over a kept connection", ("figure", "value"), rows)


def _targets(outcomes: Sequence[Outcome]) -> list[Target]:
    answerable = [one for one in outcomes if one.asked.category != ADVERSARIAL]
    turns: list[Ranking] = [(one.turns, set(one.asked.evidence)) for one in answerable]
    sessions: list[Ranking] = [(one.sessions, one.asked.sessions) for one in answerable]
    return [
        Target("R@10 of turns, categories 1 to 4", TURNS_TARGET, recall(turns, 10)),
        Target("any@5 of sessions, categories 1 to 4", SESSIONS_TARGET, any_found(sessions, 5)),
    ]


if __name__ == "__main__":
    main()
