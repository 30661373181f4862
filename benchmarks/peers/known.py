"""Which peers there are: a program each, the variants of it, and the environment that it runs in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROGRAMS: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Known:
    """A peer by the name that the command line and the tables have for it."""

    name: str
    program: str
    variant: str = ""
    environment: str = ""

    @property
    def file(self) -> Path:
        """The program, which the peer's own Python runs."""
        return PROGRAMS / f"{self.program}.py"

    @property
    def requirements(self) -> Path:
        """What its environment is made from, each package at one version."""
        return PROGRAMS / f"{self.environment or self.program}.txt"


PEERS: Final = {
    peer.name: peer
    for peer in (
        Known("fts5-unicode61", "fts5", "unicode61"),
        Known("fts5-porter", "fts5", "porter"),
        Known("chroma", "chroma"),
        Known("lancedb", "lancedb_hybrid"),
        Known("mem0", "mem0_raw"),
        Known("mempalace", "mempalace_raw"),
        Known("mempalace-minilm", "mempalace_raw", "minilm", "mempalace_minilm"),
        Known("engram", "engram_search"),
        Known("engram-minilm", "engram_search", "minilm"),
    )
}
