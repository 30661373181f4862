"""Other memories beside ours: LoCoMo's conversations filed and asked in each, offline, in one run.

Each peer is a program in an environment of its own that answers over pipes; ours answers over HTTP. All run on the
same core where the system lets us choose, the client on another, one query at a time. Peers get every turn as
`speaker: text (day)`: of five ways to write it, on three conversations, the one with which each peer that was asked
(FTS5, Chroma, LanceDB, engram-search) found the most. Session, speaker and time come beside it for the fields that
they have. The embedder is the one that comes with ours, unless a name says another.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks import machine
from benchmarks.locomo_data import read
from benchmarks.peers.asking import Asking, FailedError, Ours, Peer
from benchmarks.peers.environments import NotInstalledError, python
from benchmarks.peers.known import PEERS
from benchmarks.peers.measuring import ANSWERABLE, BATCH, WARM_UP, Figures, measured
from benchmarks.peers.telling import OURS, of_figures, of_limits, of_ratios
from benchmarks.serving import DidNotStartError, on_core
from benchmarks.tables import Report
from benchmarks.wire import RefusedError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from benchmarks.locomo_data import Conversation

ENVIRONMENTS: Final = Path(__file__).resolve().parents[2] / ".cache" / "peers"
_PROBLEMS: Final = (NotInstalledError, FailedError, DidNotStartError, RefusedError, OSError)


def main() -> None:
    """Read the command line, measure, print."""
    names = (OURS, *PEERS)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the file locomo10.json")
    parser.add_argument("--conversations", type=int, help="the first so many only")
    parser.add_argument("--peers", default=",".join(names), help=f"of {', '.join(names)}; default: all")
    parser.add_argument("--environments", type=Path, default=ENVIRONMENTS, help="where the peers are installed")
    parser.add_argument("--minutes", type=float, default=10.0, help="the most that each memory may take")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    given = parser.parse_args()
    asked: list[str] = given.peers.split(",")
    if unknown := [name for name in asked if name not in names]:
        parser.error(f"no such peer: {', '.join(unknown)}")
    conversations = read(given.data, captions=False)[: given.conversations]
    compared(asked, conversations, given.environments, given.minutes).show(given.json)


def compared(names: Sequence[str], conversations: Sequence[Conversation], environments: Path, minutes: float) -> Report:
    """Measure each memory in turn and give the report; one that cannot be measured is told of in it."""
    cores = machine.two_sides()
    report = Report(machine.described(machine.sqlite()))
    figures: list[Figures] = []
    for name in names:
        print(f"{name}: begins", file=sys.stderr, flush=True)
        try:
            with _opened(name, environments, cores and cores[0]) as memory, on_core(cores and cores[1]):
                figures.append(measured(name, memory, conversations, minutes))
        except _PROBLEMS as problem:
            report.notes.append(f"{name} COULD NOT BE MEASURED: {problem}")
    questions = sum(asked.category in ANSWERABLE for one in conversations for asked in one.questions)
    report.notes += [_sides(cores), _given(conversations), *of_limits(figures)]
    report.tables.append(of_figures(figures, questions))
    if ratios := of_ratios(figures):
        report.tables.append(ratios)
    return report


@contextlib.contextmanager
def _opened(name: str, environments: Path, core: int | None) -> Generator[Asking]:
    if name == OURS:
        with Ours(core=core) as ours:
            yield ours
        return
    known = PEERS[name]
    with Peer(known, python(known, environments), core=core) as peer:
        yield peer


def _sides(cores: tuple[int, int] | None) -> str:
    if cores is None:
        return "cores: the memories and the client SHARED them; this system lets us not choose, or has one only"
    return f"cores: each memory with its embedder on core {cores[0]}, the client on core {cores[1]}"


def _given(conversations: Sequence[Conversation]) -> str:
    turns = sum(len(one.items) for one in conversations)
    return (
        f"given: {len(conversations)} conversations, a person each, {turns:,} turns in batches of {BATCH};"
        f" to the peers as `speaker: text (day)`, to ownwords in the fields that it has; {WARM_UP} queries before the"
        " clock starts"
    )


if __name__ == "__main__":
    main()
