"""Labelled words: what a person said, the value that somebody would store, and whether it may be stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal

from ownwords.domain.preferences import Key

OWN: Final = Path(__file__).parent / "labelled" / "own_words.jsonl"
FILES: Final = ("own_words.jsonl", "utterances.jsonl", "own_words_attacks.jsonl")
"""What is looked for in a folder of cases."""

Expected = Literal["accept", "refuse", "ambiguous"]
_OF_STRICT: Final[dict[str, Expected]] = {"ACCEPT": "accept", "REFUSE": "refuse", "ASK": "ambiguous"}


class Group(StrEnum):
    """Whether a row counts for the main figures, or why it is reported apart."""

    MAIN = "main"
    CONTESTABLE = "contestable"
    WORLD = "needs knowledge of the world"


def _numbers(text: str) -> frozenset[int]:
    """Read numbers and ranges of numbers: `4 7-9`."""
    found: set[int] = set()
    for part in text.split():
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return frozenset(found)


APART: Final[dict[str, dict[Group, frozenset[int]]]] = {
    "utterances.jsonl": {
        Group.CONTESTABLE: _numbers(
            "60 89 212 238 618 526 478 573 613 537 538 610 494 574 65 162 397 548 838 840 841 510 565 570 622"
            " 331 420 549 790 913 951 90"
        ),
        Group.WORLD: _numbers(
            "374-376 390 391 392 410 412 425 435 450 539-543 563 587 590 607 676-678 686 709 714 737 858 859"
            " 861-863 874 875 921 922 946"
        ),
    },
}
"""The line numbers (from 1) of the rows of a file that are reported apart, as its own README names them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row; `value` is the one to try, `is_of_the_message` tells that flags of the message decide it."""

    number: int
    text: str
    lang: str
    key: Key
    value: str | tuple[str, ...] | None
    expected: Expected
    family: str
    label: str
    group: Group = Group.MAIN
    is_of_the_message: bool = False


def files_of(paths: Sequence[Path]) -> list[Path]:
    """Give the files of labelled words that paths name: files, or folders that hold some."""
    found: list[Path] = []
    for path in paths:
        found += [path / name for name in FILES if (path / name).is_file()] if path.is_dir() else [path]
    return found


def rows_of(path: Path) -> list[Row]:
    """Read a file of labelled words, of either kind."""
    return list(_rows(path))


def _rows(path: Path) -> Iterator[Row]:
    apart = APART.get(path.name, {})
    # Only a line feed ends a row: the texts hold other characters that Python takes for the end of a line.
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip():
            group = next((group for group, numbers in apart.items() if number in numbers), Group.MAIN)
            yield _row(number, json.loads(line), group)


def _row(number: int, one: dict[str, Any], group: Group) -> Row:
    tried = one["value"] if one["value"] is not None else one.get("tempting")
    key = Key(one["key"])
    if isinstance(tried, list):
        value: str | tuple[str, ...] | None = tuple(map(str, one["value"] or one["tempting"]))
    else:
        value = tried if tried is None or key.is_size else (str(tried),)
    if "strict" not in one:
        return Row(number, one["text"], one["lang"], key, value, one["expect"], one["family"], one["reason"], group)
    turn: dict[str, Any] = one["turn"]
    # A bare answer is never a declaration here, whatever was asked before.
    expected = "refuse" if "pending" in turn else _OF_STRICT[one["strict"]]
    is_of_the_message = bool(turn.keys() - {"pending"})
    return Row(
        number, one["text"], one["lang"], key, value, expected, one["reason"], one["note"], group, is_of_the_message
    )
