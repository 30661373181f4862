"""What every peer's program shares: JSON lines in, JSON lines out, and nothing reached but this machine.

Only the standard library, since it runs in the environment of each peer.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any, Protocol

LOOPBACK = ("", "127.0.0.1", "::1", "localhost")


class Memory(Protocol):
    """A memory that can be asked; `about` names it, its version, and what it could not do."""

    def about(self) -> dict[str, Any]:
        """Give `name`, `version` and `could_not`, a list of sentences."""
        ...

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        """Keep items of a person and come back when a search finds them."""
        ...

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        """Give the ids of a person's items, best first."""
        ...

    def close(self) -> None:
        """Write what is to be kept and let everything go."""
        ...


class OpensMemory(Protocol):
    """Makes a memory in a folder; the variant is what stood behind the program's name."""

    def __call__(self, folder: Path, variant: str) -> Memory:
        """Make it, with its model loaded, so that no query pays for that."""
        ...


def serve(opens: OpensMemory) -> None:
    """Answer the lines of standard input until it ends or says `close`."""
    answers = _own_output()
    reached = _stay_on_this_machine()
    variant = sys.argv[1] if len(sys.argv) > 1 else ""
    memory: Memory | None = None
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        answer: dict[str, Any]
        try:
            if asked["op"] == "open":
                memory = opens(Path(asked["folder"]), variant)
                answer = memory.about()
            elif memory is None:
                answer = {"error": "nothing was opened"}
            else:
                answer = _answered(memory, asked)
        except Exception as problem:  # noqa: BLE001 - whatever a peer raises, the run has to be told
            traceback.print_exc()
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        if asked["op"] == "close":
            answer["refused"] = sorted(set(reached))
        os.write(answers, json.dumps(answer, ensure_ascii=False).encode() + b"\n")
        if asked["op"] == "close":
            # Some peers keep threads that never end; what was to be written is written.
            sys.stderr.flush()
            os._exit(0)


def _answered(memory: Memory, asked: dict[str, Any]) -> dict[str, Any]:
    if asked["op"] == "add":
        memory.add(asked["person"], asked["items"])
    elif asked["op"] == "search":
        return {"ids": memory.search(asked["person"], asked["query"], asked["limit"], asked["now"])}
    else:
        memory.close()
    return {"ok": True}


def _own_output() -> int:
    """Keep standard output for the answers; what a peer prints goes to its log."""
    answers = os.dup(1)
    os.dup2(2, 1)
    return answers


def _stay_on_this_machine() -> list[str]:
    """Refuse every connection that would leave the machine, and list where it would have gone.

    Only what Python itself connects is seen here; the peers are told as well to fetch nothing and to report nothing.
    """
    refused: list[str] = []

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.connect":
            # A path, for a socket in the file system, or a host and a port.
            host = "" if isinstance(arguments[1], str | bytes) else str(arguments[1][0])
        elif event == "socket.getaddrinfo":
            host = arguments[0].decode() if isinstance(arguments[0], bytes) else str(arguments[0] or "")
        else:
            return
        if host not in LOOPBACK:
            refused.append(host)
            raise ConnectionRefusedError(f"{host} is not on this machine")

    sys.addaudithook(heard)
    return refused
