"""What search finds: questions in three languages over the project's own memories, and LoCoMo; each part off in turn.

The weights were chosen by a person who had seen both sets. So for LoCoMo they are chosen again by machine, on five
conversations, and what they find in the other five is told, over many ways to part the ten.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks import machine, recall_labelled, recall_splits
from benchmarks.locomo import Ranking, all_found, any_found, recall, reciprocal
from benchmarks.locomo_data import CATEGORIES, Asked, Conversation, read, session_of
from benchmarks.recall_memory import PARTS, Filed, memory, without
from benchmarks.tables import Cell, Progress, Report, Table, Target, of_targets

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT: Final = 50
ANSWERABLE: Final = (1, 2, 3, 4)
TURNS_TARGET: Final = 76.0
MULTI_HOP_TARGET: Final = 50.0
SESSIONS_TARGET: Final = 91.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question of a conversation and the turns that were found for it, best first."""

    asked: Asked
    turns: tuple[str, ...]

    @property
    def ranking(self) -> Ranking:
        """The turns, and those looked for."""
        return self.turns, set(self.asked.evidence)

    @property
    def sessions(self) -> Ranking:
        """The sessions of the turns, each at the place of its best, and those looked for."""
        return tuple(dict.fromkeys(map(session_of, self.turns))), set(self.asked.sessions)


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--data", type=Path, help="the file locomo10.json; without it only the project's own questions")
    parser.add_argument("--embedder", choices=("local", "e5"), default="local")
    parser.add_argument("--splits", type=int, default=50, help="how many ways to part the conversations; 0 for none")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    report = Report([*machine.described(machine.sqlite()), f"embedder: {given.embedder}"])
    with memory(given.embedder) as filed:
        report.add(recall_labelled.measured(filed))
    if given.data is not None:
        with memory(given.embedder) as filed:
            report.add(measured(filed, read(given.data, captions=False), given.splits))
    report.show(given.json)


def measured(filed: Filed, conversations: Sequence[Conversation], splits: int) -> Report:
    """File conversations, ask all their questions with each part off in turn, and part them in many ways."""
    for conversation in conversations:
        filed.add(conversation.name, conversation.items)
    filed.learn()
    rows: list[Sequence[Cell]] = []
    for part in PARTS:
        with without(part):
            rows.append((part, *_figures(_asked(filed, conversations, part))))
    headers = ("LoCoMo, categories 1 to 4, in %", "R@5", "R@10", "R@20", "MRR")
    headers += tuple(f"R@10 {CATEGORIES[number]}" for number in ANSWERABLE)
    headers += ("sessions R@5", "any@5", "all@5")
    report = Report([], [Table("Each part switched off in turn", headers, rows)])
    if splits:
        parted = recall_splits.measured(filed, conversations, splits)
        targets = [
            Target("LoCoMo, held out: turns R@10", TURNS_TARGET, parted.turns.mean),
            Target("LoCoMo, held out: turns R@10, multi-hop", MULTI_HOP_TARGET, parted.multi_hop.mean),
            Target("LoCoMo, held out: evidence sessions among the first 5", SESSIONS_TARGET, parted.sessions.mean),
        ]
        report.tables += [parted.table(), of_targets(targets)]
    return report


def _asked(filed: Filed, conversations: Sequence[Conversation], part: str) -> list[Outcome]:
    progress = Progress(part)
    outcomes: list[Outcome] = []
    for conversation in conversations:
        for asked in conversation.questions:
            if asked.category in ANSWERABLE:
                outcomes.append(Outcome(asked, tuple(filed.ids(conversation.name, asked.query, LIMIT))))
                progress.say(f"{len(outcomes):,} questions")
    return outcomes


def _figures(outcomes: Sequence[Outcome]) -> list[float]:
    turns, sessions = [one.ranking for one in outcomes], [one.sessions for one in outcomes]
    figures = [recall(turns, cut) for cut in (5, 10, 20)]
    figures.append(reciprocal(turns))
    figures += [
        recall([one.ranking for one in outcomes if one.asked.category == category], 10) for category in ANSWERABLE
    ]
    return [*figures, recall(sessions, 5), any_found(sessions, 5), all_found(sessions, 5)]


if __name__ == "__main__":
    main()
