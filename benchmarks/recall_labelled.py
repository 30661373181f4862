"""The project's own questions: memories of six persons in Portuguese, English and Spanish, and Portuguese documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.recall_memory import PARTS, Filed, without
from benchmarks.tables import Cell, Progress, Report, Table, Target, mean, of_targets
from ownwords.domain.times import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HERE: Final = Path(__file__).parent / "labelled"
NOW: Final = parse("2025-12-01T12:00:00Z")
DOCUMENTS: Final = "documents"
KINDS: Final = ("same", "cross")
ABOUTS: Final = ("fact", "paraphrase", "changed", "own")
LANGUAGES: Final = ("pt", "en", "es")
TARGET: Final = 75.0
_FIRST, _THREE, _FIVE, _TEN = 1, 3, 5, 10

Answer = tuple[dict[str, Any], list[str]]
"""A question as it is written, and the ids that were found for it."""


def measured(filed: Filed) -> Report:
    """File everything, and ask everything with each part off in turn."""
    languages = _file(filed)
    rows: list[Sequence[Cell]] = []
    whole: list[Answer] = []
    for part in PARTS:
        with without(part):
            answers = _asked(filed, part)
        whole = whole or answers
        rows.append((part, *_row(answers)))
    headers = ("first found is right, in %", "all", *KINDS, *ABOUTS, "the newer before the older", DOCUMENTS)
    targets = [
        Target(f"first found is right, {kind} language", TARGET, _right(_of(whole, kind=kind))) for kind in KINDS
    ]
    count = len({one["question"] for one, _ in whole if "kind" in one})
    title = f"{count} questions over 325 items of six persons; 120 over 60 documents"
    return Report([], [Table(title, headers, rows), _depths(whole), _pairs(whole, languages), of_targets(targets)])


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def _file(filed: Filed) -> dict[str, str]:
    """File the memories and documents; give the language of each item."""
    memories = _lines("memories.jsonl")
    for person in sorted({one["person"] for one in memories}):
        filed.add(person, [_sent(one) for one in memories if one["person"] == person])
    documents = [one | {"kind": "document", "at": "2025-01-01T00:00:00Z"} for one in _lines("documents.jsonl")]
    filed.add(DOCUMENTS, documents)
    filed.learn()
    return {one["id"]: one["language"] for one in memories}


def _sent(one: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name not in ("person", "language") and value is not None}


def _asked(filed: Filed, part: str) -> list[Answer]:
    progress = Progress(part)
    answers: list[Answer] = []
    for one in _lines("questions.jsonl"):
        answers.append((one, filed.ids(one["person"], one["question"], _TEN, NOW)))
        progress.say(f"{len(answers)} questions")
    documents = ((one, filed.ids(DOCUMENTS, one["question"], _TEN, NOW)) for one in _lines("document_questions.jsonl"))
    return answers + [(one | {"answers": [one["answer"]]}, found) for one, found in documents]


def _row(answers: Sequence[Answer]) -> list[Cell]:
    asked = [one for one in answers if "kind" in one[0]]
    cells: list[Cell] = [_right(asked), *(_right(_of(asked, kind=kind)) for kind in KINDS)]
    cells += [_right(_of(asked, about=about)) for about in ABOUTS]
    return [*cells, _newer(_of(asked, about="changed")), _right([one for one in answers if "kind" not in one[0]])]


def _depths(answers: Sequence[Answer]) -> Table:
    named: list[tuple[str, Callable[[dict[str, Any]], bool]]] = [
        ("same language", lambda one: one.get("kind") == "same"),
        ("another language", lambda one: one.get("kind") == "cross"),
        (DOCUMENTS, lambda one: "kind" not in one),
    ]
    rows = [
        (name, *(_right([one for one in answers if test(one[0])], cut) for cut in (_FIRST, _THREE, _FIVE, _TEN)))
        for name, test in named
    ]
    return Table("An answer stands among the first, in %", ("questions", "1", "3", "5", "10"), rows)


def _pairs(answers: Sequence[Answer], languages: dict[str, str]) -> Table:
    rows: list[Sequence[Cell]] = []
    for asked in LANGUAGES:
        row: list[Cell] = [asked]
        for held in LANGUAGES:
            found = [
                one
                for one in answers
                if one[0].get("language") == asked and languages.get(one[0]["answers"][0]) == held
            ]
            row += [_right(found), len(found)]
        rows.append(row)
    headers = ["question in"] + [text for held in LANGUAGES for text in (f"answer in {held}", "questions")]
    return Table("First found is right, by languages, in %", headers, rows)


def _of(answers: Sequence[Answer], **wanted: str) -> list[Answer]:
    return [one for one in answers if all(one[0].get(name) == value for name, value in wanted.items())]


def _right(answers: Sequence[Answer], cut: int = _FIRST) -> float:
    return 100 * mean([bool(set(found[:cut]) & set(one["answers"])) for one, found in answers])


def _newer(answers: Sequence[Answer]) -> float:
    """Give the share of questions for which the newer statement stands before every older one."""

    def is_first(one: dict[str, Any], found: list[str]) -> bool:
        places = {name: place for place, name in enumerate(found)}
        older = [places.get(name, _TEN) for name in one["answers"] if name != one["newer"]]
        return places.get(one["newer"], _TEN + 1) < min(older, default=_TEN)

    return 100 * mean([is_first(*one) for one in answers])
