"""Weights chosen on half of the conversations and measured on the other half, over many ways to part them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Final
from unittest import mock

from benchmarks.locomo import recall
from benchmarks.locomo_data import session_of
from benchmarks.tables import Cell, Progress, Table, mean, percentile
from ownwords.domain import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.locomo_data import Asked, Conversation
    from benchmarks.recall_memory import Filed

MEANINGS: Final = (0.05, 0.07, 0.09)
LIFTS: Final = (0.4, 0.6, 0.8)
LENT: Final = (((0.5, 0.25), (0.5, 0.25)), ((0.55, 0.3), (0.45, 0.2)), ((0.6, 0.3), (0.4, 0.2)))
_SEED: Final = 20260101
_TEN: Final = 10
_FIVE: Final = 5
_DEPTH: Final = 30
_MULTI_HOP: Final = 1
_ADVERSARIAL: Final = 5

Weights = tuple[float, float, tuple[tuple[float, float], tuple[float, float]]]


@dataclass(frozen=True, slots=True)
class Scored:
    """What one question found: its category, and the shares of its turns and sessions that were found."""

    category: int
    turns: float
    sessions: float


@dataclass(slots=True)
class Spread:
    """A figure over many splits."""

    values: list[float] = field(default_factory=list[float])

    @property
    def mean(self) -> float:
        """Its mean."""
        return mean(self.values)

    def row(self, name: str) -> Sequence[Cell]:
        """Its mean, and the values that 95 % of the splits lie between."""
        return (name, self.mean, percentile(self.values, 0.025), percentile(self.values, 0.975))


@dataclass(slots=True)
class Parted:
    """What was found in the halves that took no part in the choice, and how often each weight was chosen."""

    turns: Spread = field(default_factory=Spread)
    multi_hop: Spread = field(default_factory=Spread)
    sessions: Spread = field(default_factory=Spread)
    chosen: dict[Weights, int] = field(default_factory=dict[Weights, int])

    def table(self) -> Table:
        """Show the figures."""
        rows = [
            self.turns.row("turns R@10"),
            self.multi_hop.row("turns R@10, multi-hop"),
            self.sessions.row("evidence sessions among the first 5"),
        ]
        (meaning, lift, lent), times = max(self.chosen.items(), key=lambda one: one[1])
        splits = len(self.turns.values)
        title = (
            f"LoCoMo, categories 1 to 4, held out, {splits} splits, in %; of {len(MEANINGS) * len(LIFTS) * len(LENT)} "
            f"weights most often ({times}) MEANING {meaning}, LIFT {lift}, FORWARD {lent[0]}, BACKWARD {lent[1]}"
        )
        return Table(title, ("figure", "mean", "2.5 %", "97.5 %"), rows)


def measured(filed: Filed, conversations: Sequence[Conversation], splits: int) -> Parted:
    """Ask everything under every weight, then choose on each half and measure on the other."""
    progress = Progress("weights")
    scored: dict[Weights, list[list[Scored]]] = {}
    for weights in product(MEANINGS, LIFTS, LENT):
        meaning, lift, (forward, backward) = weights
        with mock.patch.multiple(ranking, MEANING=meaning, LIFT=lift, FORWARD=forward, BACKWARD=backward):
            scored[weights] = [_scored(filed, conversation) for conversation in conversations]
        progress.say(f"{len(scored)} of {len(MEANINGS) * len(LIFTS) * len(LENT)}")
    parted = Parted()
    chance = random.Random(_SEED)
    for _ in range(splits):
        order = chance.sample(range(len(conversations)), len(conversations))
        half, other = order[: len(order) // 2], order[len(order) // 2 :]
        best = max(scored, key=lambda weights: mean([one.turns for at in half for one in scored[weights][at]]))
        held_out = [one for at in other for one in scored[best][at]]
        parted.turns.values.append(100 * mean([one.turns for one in held_out]))
        parted.multi_hop.values.append(100 * mean([one.turns for one in held_out if one.category == _MULTI_HOP]))
        parted.sessions.values.append(100 * mean([one.sessions for one in held_out]))
        parted.chosen[best] = parted.chosen.get(best, 0) + 1
    return parted


def _scored(filed: Filed, conversation: Conversation) -> list[Scored]:
    return [
        _of(asked, filed.ids(conversation.name, asked.query, _DEPTH))
        for asked in conversation.questions
        if asked.category != _ADVERSARIAL
    ]


def _of(asked: Asked, found: Sequence[str]) -> Scored:
    turns = recall([(tuple(found), set(asked.evidence))], _TEN)
    sessions = recall([(tuple(dict.fromkeys(map(session_of, found))), set(asked.sessions))], _FIVE)
    return Scored(asked.category, turns / 100, sessions / 100)
