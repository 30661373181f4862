"""Figures: how they are summed up, set against a target, printed, and written as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from pathlib import Path

Cell = str | int | float
_SMALL = 10
_SILENCE_SECONDS = 5.0


def percentile(values: Sequence[float], part: float) -> float:
    """Give the value that `part` (0 to 1) of the values do not exceed, by nearest rank.

    Raises:
        IndexError: there are no values.
    """
    return sorted(values)[max(ceil(part * len(values)) - 1, 0)]


def mean(values: Sequence[float]) -> float:
    """Give the mean; 0 for no values."""
    return sum(values) / len(values) if values else 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a report; the first cell of each row names it."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def text(self) -> str:
        """Write the table in columns as wide as they need to be."""
        lines = [list(self.headers), *[[_shown(cell) for cell in row] for row in self.rows]]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        shown = ["  ".join(_aligned(line, widths)).rstrip() for line in lines]
        return "\n".join([self.title, "-" * max(map(len, [self.title, *shown])), *shown])


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that is to be reached: at least, or at most where less is better."""

    name: str
    wanted: float
    measured: float
    less_is_better: bool = False

    @property
    def ratio(self) -> float:
        """How far the figure is: 1 or more reaches the target, whichever way is better."""
        over, under = (self.wanted, self.measured) if self.less_is_better else (self.measured, self.wanted)
        return over / under if under else 0.0

    def row(self) -> tuple[Cell, ...]:
        """Give the figure's row in the table of targets."""
        bound = "at most" if self.less_is_better else "at least"
        reached = "reached" if self.ratio >= 1 else "MISSED"
        return (self.name, self.measured, f"{bound} {self.wanted:,g}", self.ratio, reached)


def of_targets(targets: Sequence[Target]) -> Table:
    """Make the table of targets."""
    headers = ("target", "measured", "wanted", "ratio (1 or more is good)", "")
    return Table("Against the targets", headers, [target.row() for target in targets])


@dataclass(slots=True)
class Report:
    """What a run gives: tables, and the notes without which they could be misread."""

    notes: list[str] = field(default_factory=list[str])
    tables: list[Table] = field(default_factory=list[Table])

    def add(self, other: Report) -> Self:
        """Append another report."""
        self.notes += other.notes
        self.tables += other.tables
        return self

    def show(self, to: Path | None = None) -> None:
        """Print the report, and write it as JSON to the file `to` where one is named."""
        for note in self.notes:
            print(note)
        for table in self.tables:
            print(f"\n{table.text()}")
        sys.stdout.flush()
        if to is not None:
            to.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


class Progress:
    """Says on standard error what is being done, at most every five seconds."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = self._said = time.monotonic()

    def say(self, state: str) -> None:
        """Say how far it is, unless it was said just before."""
        now = time.monotonic()
        if now - self._said >= _SILENCE_SECONDS:
            self._said = now
            print(f"{self._what}: {state} after {now - self._began:,.0f} s", file=sys.stderr, flush=True)


def _shown(cell: Cell) -> str:
    match cell:
        case str():
            return cell
        case int():
            return f"{cell:,}"
        case float():
            return f"{cell:,.2f}" if abs(cell) < _SMALL else f"{cell:,.1f}"


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    first = cells[0].ljust(widths[0])
    return [first, *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))]
