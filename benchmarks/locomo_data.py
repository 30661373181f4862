"""Reads LoCoMo's file of ten conversations, with the faults of its evidence repaired; nothing of it is kept here.

The data are by Maharana et al. 2024, "Evaluating Very Long-Term Conversational Memory of LLM Agents", and under
CC BY-NC 4.0: measure with them, do not ship them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_SESSION: Final = re.compile(r"session_(\d+)")
_TURN: Final = re.compile(r"D:?(\d+):(\d+)")
_TIME: Final = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the ids of the turns that hold its answer."""

    query: str
    category: int
    evidence: tuple[str, ...]

    @property
    def sessions(self) -> set[str]:
        """The sessions in which the evidence stands."""
        return set(map(session_of, self.evidence))


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of two: its turns as items to add, in order, and the questions about it."""

    name: str
    items: list[dict[str, Any]]
    questions: list[Asked]


def read(path: Path, *, captions: bool) -> list[Conversation]:
    """Read all conversations; with `captions`, a turn that shares an image ends in ` [image: its caption]`.

    Questions without evidence, or with none that there is, are left out: nothing could be found for them.
    """
    samples: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return [_conversation(sample, captions=captions) for sample in samples]


def session_of(turn: str) -> str:
    """Give the session in which a turn stands: `D8` for `D8:6`."""
    return turn.partition(":")[0]


def repaired(evidence: Collection[str], known: Collection[str]) -> tuple[str, ...]:
    """Read the evidence ids out of what the file has, in order, each once.

    The file has some joined in one string (`D8:6; D9:17`), some mistyped (`D:11:26`), some that name no turn.
    """
    found = [f"D{int(session)}:{int(turn)}" for one in evidence for session, turn in _TURN.findall(one)]
    return tuple(dict.fromkeys(turn for turn in found if turn in known))


def _conversation(sample: Mapping[str, Any], *, captions: bool) -> Conversation:
    said: Mapping[str, Any] = sample["conversation"]
    numbers = sorted(int(match[1]) for name in said if (match := _SESSION.fullmatch(name)))
    items = [item for number in numbers for item in _session(said, number, captions=captions)]
    known = {item["id"] for item in items}
    asked = [
        Asked(str(one["question"]), int(one["category"]), repaired(one.get("evidence", ()), known))
        for one in sample["qa"]
    ]
    return Conversation(sample["sample_id"], items, [one for one in asked if one.evidence])


def _session(said: Mapping[str, Any], number: int, *, captions: bool) -> list[dict[str, Any]]:
    """Make the items of a session; turns have no time of their own, so each stands a second after the last."""
    began = datetime.strptime(said[f"session_{number}_date_time"], _TIME).replace(tzinfo=UTC)
    return [
        {
            "id": turn["dia_id"],
            "text": _text(turn, captions=captions),
            "at": (began + timedelta(seconds=place)).isoformat(),
            "session": f"session_{number}",
            "author": turn["speaker"],
        }
        for place, turn in enumerate(said[f"session_{number}"])
    ]


def _text(turn: Mapping[str, Any], *, captions: bool) -> str:
    caption = turn.get("blip_caption") if captions else None
    return f"{turn['text']} [image: {caption}]" if caption else str(turn["text"])
