"""What the judge of own words does with labelled words: valid ones it refuses, invalid and ambiguous ones it stores.

The labels were written by persons and test rules; they are no sample of how people talk. Rows that are contestable, or
that need knowledge of the world, are reported apart from the main figures. A row whose value is none of its key's is
no question to the judge; it is counted apart as well, and so is one that the flags of its message decide.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final

from benchmarks.own_words_rows import OWN, Expected, Group, Row, files_of, rows_of
from benchmarks.tables import Report, Table
from ownwords.domain.own_words import Mode, Reason, Refused, Words, judge
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.values import ValueInvalid, judged, value_of
from ownwords.domain.sizes import Size

MEASURES: Final[dict[Expected, str]] = {
    "accept": "valid refused",
    "refuse": "invalid stored",
    "ambiguous": "ambiguous stored",
}
HEADERS: Final = tuple(f"{measure}, {mode}" for mode in Mode for measure in MEASURES.values())
_NORMAL_95: Final = 1.959964
"""How many standard deviations hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A row and why each mode refuses its value; None where the mode stores it."""

    row: Row
    refused: dict[Mode, Reason | None]

    def is_wrong(self, mode: Mode) -> bool:
        """Tell whether a mode does what the label does not want."""
        return (self.refused[mode] is None) != (self.row.expected == "accept")


def main() -> None:
    """Read the command line, judge, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.own_words", description=__doc__)
    parser.add_argument(
        "--cases", type=Path, nargs="+", default=[OWN], help="files of labelled words, or their folders"
    )
    parser.add_argument("--failures", action="store_true", help="list each row that is judged otherwise than labelled")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    report = Report(["each figure: wrong/judged rows, in %, and the 95 % Wilson interval"])
    for path in files_of(given.cases):
        report.add(measured(path, with_failures=given.failures))
    report.show(given.json)


def measured(path: Path, *, with_failures: bool) -> Report:
    """Judge every row of a file in both modes."""
    if not path.is_file():
        return Report([f"{path.name}: there is no such file"])
    rows = rows_of(path)
    spoken = [row for row in rows if row.value is not None and not row.is_of_the_message]
    tried = [
        Tried(row, {mode: _refused(row, names, mode) for mode in Mode})
        for row in spoken
        if (names := names_of(row)) is not None
    ]
    counted = [one for one in tried if one.row.group is Group.MAIN]
    tables = [
        _grouped(f"{path.name}: overall", "rows", tried, lambda row: row.group),
        _apart(path.name, rows),
        _grouped(f"{path.name}: by key", "key", counted, lambda row: row.key),
        _grouped(f"{path.name}: by language", "language", counted, lambda row: row.lang),
        _grouped(f"{path.name}: by family", "family", counted, lambda row: row.family),
        _by_reason(path.name, counted),
        _diets(path.name, counted),
    ]
    if with_failures:
        tables += [_failures(path.name, tried), _faulty(path.name, spoken)]
    return Report([], [table for table in tables if table.rows])


def names_of(row: Row) -> Sequence[str | Size] | None:
    """Give the names of a row's value as the judge takes them; None where they are no value of its key."""
    try:
        value = value_of(row.key, row.value if isinstance(row.value, str) else list(row.value or ()))
    except ValueInvalid:
        return None
    return judged(row.key, value)


def share(count: int, total: int) -> str:
    """Write a share of a total with its 95 % Wilson interval, in %."""
    if not total:
        return "0/0"
    least, most = wilson(count, total)
    return f"{count}/{total}  {100 * count / total:.1f} [{100 * least:.1f}, {100 * most:.1f}]"


def wilson(count: int, total: int) -> tuple[float, float]:
    """Give the bounds between which a share lies with 95 % confidence, by Wilson."""
    part, square = count / total, _NORMAL_95**2 / total
    middle = part + square / 2
    reach = _NORMAL_95 * sqrt(part * (1 - part) / total + square / (4 * total))
    return max((middle - reach) / (1 + square), 0.0), min((middle + reach) / (1 + square), 1.0)


def _refused(row: Row, names: Sequence[str | Size], mode: Mode) -> Reason | None:
    verdict = judge(Words(row.text), row.key, names, mode)
    return verdict.reason if isinstance(verdict, Refused) else None


# --- tables ----------------------------------------------------------------------------------------


def _grouped(title: str, header: str, tried: Sequence[Tried], name: Callable[[Row], str]) -> Table:
    names = sorted({name(one.row) for one in tried}, key=_place)
    rows = [(each, *_figures([one for one in tried if name(one.row) == each])) for each in names]
    return Table(title, (header, *HEADERS), rows)


def _place(name: str) -> tuple[int, str]:
    """Order groups as they are declared, and all else by its name."""
    groups: list[str] = list(Group)
    return (groups.index(name) if name in groups else len(groups), name)


def _figures(tried: Sequence[Tried]) -> Iterator[str]:
    for mode in Mode:
        for expected in MEASURES:
            labelled = [one for one in tried if one.row.expected == expected]
            yield share(sum(one.is_wrong(mode) for one in labelled), len(labelled))


def _apart(name: str, rows: Sequence[Row]) -> Table:
    """Count the rows of which the judge is not asked, by what they were labelled."""
    of_messages = [row for row in rows if row.is_of_the_message]
    without = [row for row in rows if row.value is None]
    faulty = [row for row in rows if row.value is not None and not row.is_of_the_message and names_of(row) is None]
    kinds = {
        "all rows": rows,
        "no value to try: skipped": without,
        "the value is none of its key's": faulty,
        "flags of the message decide": of_messages,
    }
    counts = [(kind, *_labels(held)) for kind, held in kinds.items()]
    return Table(f"{name}: rows, and those not judged", ("rows", *MEASURES), counts)


def _labels(rows: Iterable[Row]) -> list[int]:
    counted = Counter(row.expected for row in rows)
    return [counted[expected] for expected in MEASURES]


def _by_reason(name: str, tried: Sequence[Tried]) -> Table:
    headers = tuple(f"{expected}, {mode}" for mode in Mode for expected in MEASURES)
    rows: list[tuple[str, *tuple[str, ...]]] = []
    for reason in (None, *Reason):
        shares = [
            share(sum(one.refused[mode] is reason for one in labelled), len(labelled))
            for mode in Mode
            for labelled in _by_label(tried)
        ]
        if any(not each.startswith("0/") for each in shares):
            rows.append(("stored" if reason is None else reason.value, *shares))
    return Table(f"{name}: by reason, how many rows of each label", ("reason", *headers), rows)


def _by_label(tried: Sequence[Tried]) -> list[list[Tried]]:
    return [[one for one in tried if one.row.expected == expected] for expected in MEASURES]


def _diets(name: str, tried: Sequence[Tried]) -> Table:
    """Tell how many declared diets the vocabulary holds, whatever a veto says of them."""
    diets = [one for one in tried if one.row.key is Key.DIETARY_RESTRICTIONS and one.row.expected == "accept"]
    held = sum(one.refused[Mode.PLAIN] is not Reason.NOT_IN_WORDS for one in diets)
    return Table(
        f"{name}: declared diets", ("", "of the valid ones"), [("held by vocabulary", share(held, len(diets)))]
    )


def _failures(name: str, tried: Sequence[Tried]) -> Table:
    rows = [
        (f"{name}:{one.row.number}", mode, one.row.expected, _verdict(one, mode), *_told(one.row))
        for one in tried
        for mode in Mode
        if one.is_wrong(mode)
    ]
    headers = ("row", "mode", "labelled", "judged", "group", "family", "key", "value", "text")
    return Table(f"{name}: judged otherwise than labelled", headers, rows)


def _faulty(name: str, spoken: Sequence[Row]) -> Table:
    rows = [(f"{name}:{row.number}", row.expected, *_told(row)) for row in spoken if names_of(row) is None]
    headers = ("row", "labelled", "group", "family", "key", "value", "text")
    return Table(f"{name}: the value is none of its key's", headers, rows)


def _verdict(one: Tried, mode: Mode) -> str:
    reason = one.refused[mode]
    return "stored" if reason is None else reason.value


def _told(row: Row) -> tuple[str, ...]:
    value = row.value if isinstance(row.value, str) else ", ".join(row.value or ())
    text = row.text.encode("unicode_escape").decode() if not row.text.isprintable() else row.text
    return row.group, row.family, row.key, value, text


if __name__ == "__main__":
    main()
