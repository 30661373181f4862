"""The report of a run: the figures, the same as ratios to ours, and what each could not do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from benchmarks.peers.measuring import LIMIT, Figures
from benchmarks.tables import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

OURS: Final = "ownwords"
_MEBIBYTE: Final = 1024 * 1024
_HEADERS: Final = (
    "R@5",
    "R@10",
    "ms p50",
    "ms p95",
    "items/s",
    "MiB of memory",
    "MiB on disk",
)


def of_figures(figures: Sequence[Figures], questions: int) -> Table:
    """Make the table of what was measured."""
    title = f"Turns found, in %, and what it took: {questions:,} questions of categories 1 to 4, limit {LIMIT}"
    rows = [(one.peer, *_cells(one)) for one in figures]
    return Table(title, ("memory", *_HEADERS), rows)


def of_ratios(figures: Sequence[Figures]) -> Table | None:
    """Make the table of each figure divided by ours; none where ours was not measured."""
    ours = next((one for one in figures if one.peer == OURS), None)
    if ours is None:
        return None
    rows = [
        (one.peer, *(_ratio(its, own) for its, own in zip(_cells(one), _cells(ours), strict=True))) for one in figures
    ]
    return Table("The same, divided by the figure of ownwords", ("memory", *_HEADERS), rows)


def of_limits(figures: Sequence[Figures]) -> list[str]:
    """Say what each is, what it could not do, and whom it was kept from asking."""
    lines: list[str] = []
    for one in figures:
        lines.append(f"{one.peer}: {one.about.name}, version {one.about.version}")
        lines += [f"    {sentence}" for sentence in one.about.could_not]
        if one.refused:
            lines.append(f"    It asked for hosts outside this machine and was refused: {', '.join(one.refused)}.")
    return lines


def _cells(one: Figures) -> tuple[Cell, ...]:
    return (
        one.recall_5,
        one.recall_10,
        one.milliseconds_50,
        one.milliseconds_95,
        one.items_a_second,
        "not known" if one.resident_bytes is None else one.resident_bytes / _MEBIBYTE,
        one.disk_bytes / _MEBIBYTE,
    )


def _ratio(its: Cell, own: Cell) -> Cell:
    if isinstance(its, str) or isinstance(own, str) or not own:
        return "not known"
    return its / own
