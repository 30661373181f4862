"""The benchmark of recall reads its file rightly and scores as it says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.locomo import all_found, any_found, measured, recall, reciprocal
from benchmarks.locomo_data import read, repaired

if TYPE_CHECKING:
    from pathlib import Path

FOUND = [(("a", "b", "c"), {"b", "x"}), (("d",), {"d"}), ((), {"e"})]


def a_file(folder: Path) -> Path:
    """Write a conversation of our own in the form of that file."""
    said = {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "The hammock is orange."},
            {"speaker": "Bruno", "dia_id": "D1:2", "text": "Mine!", "blip_caption": "a green hammock"},
        ],
        "session_2_date_time": "9:05 am on 1 June, 2023",
        "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "I sold the bicycle."}],
    }
    asked = [
        {"question": "What became of the bicycle?", "category": 4, "evidence": ["D2:1"]},
        {"question": "Which colours?", "category": 1, "evidence": ["D1:1; D:1:2", "D"]},
        {"question": "Why?", "category": 3, "evidence": ["D9:9"]},
    ]
    path = folder / "conversations.json"
    path.write_text(json.dumps([{"sample_id": "one", "conversation": said, "qa": asked}]))
    return path


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (["D8:6; D9:17"], ("D8:6", "D9:17")),
        (["D:11:26"], ("D11:26",)),
        (["D", "D9:1 D8:6", "D9:1"], ("D9:1", "D8:6")),
        (["D4:36"], ()),
    ],
)
def test_faulty_evidence_is_repaired_where_it_can_be(evidence: list[str], expected: tuple[str, ...]) -> None:
    """Joined ids are parted, mistyped ones mended, those of no turn dropped, each kept once."""
    assert repaired(evidence, {"D8:6", "D9:17", "D11:26", "D9:1"}) == expected


def test_turns_keep_their_order_and_questions_without_evidence_are_left_out(tmp_path: Path) -> None:
    """Each turn stands a second after the last, and a caption joins a text only when asked for."""
    (plain,) = read(a_file(tmp_path), captions=False)
    (captioned,) = read(a_file(tmp_path), captions=True)

    assert [item["at"] for item in plain.items] == [
        "2023-05-08T13:56:00+00:00",
        "2023-05-08T13:56:01+00:00",
        "2023-06-01T09:05:00+00:00",
    ]
    assert [question.evidence for question in plain.questions] == [("D2:1",), ("D1:1", "D1:2")]
    assert [one.items[1]["text"] for one in (plain, captioned)] == ["Mine!", "Mine! [image: a green hammock]"]


def test_figures_are_averaged_over_questions() -> None:
    """A question with half of its evidence found counts half in recall, whole in any, and not in all."""
    assert recall(FOUND, 2) == pytest.approx(50)
    assert any_found(FOUND, 2) == pytest.approx(200 / 3)
    assert all_found(FOUND, 2) == pytest.approx(100 / 3)
    assert reciprocal(FOUND) == pytest.approx(50)


@pytest.mark.slow
def test_a_conversation_is_filed_and_asked_over_http(tmp_path: Path) -> None:
    """The report has a row for every category, and finds what a question names."""
    turns, sessions, _, targets = measured(a_file(tmp_path), "sqlite").tables

    by_category = {row[0]: row for row in turns.rows}
    assert by_category["4 single-hop"][1:3] == (1, 100.0)
    assert by_category["3 open-domain"][1] == 0
    assert len(sessions.rows) == len(turns.rows)
    assert len(targets.rows) == 2
