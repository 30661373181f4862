"""Names the machine and the versions that a figure was measured with; without them a figure means nothing."""

from __future__ import annotations

import os
import platform
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_GIBIBYTE = 1024**3


def described(database: str) -> list[str]:
    """Describe the machine in lines: processor, cores, memory, system, versions, and how busy it was before.

    `database` is the engine's name and version as the server in use has it, for example `PostgreSQL 18.0`.
    """
    return [
        f"machine: {_processor()}, {os.cpu_count()} cores, {_memory()}",
        f"system: {platform.system()} {platform.release()}, Python {platform.python_version()}",
        f"database: {database}",
        f"load average before (1, 5, 15 minutes): {_load()}",
    ]


def sqlite() -> str:
    """Name the SQLite that this Python, and so the server, runs on."""
    return f"SQLite {sqlite3.sqlite_version}"


def two_sides() -> tuple[int, int] | None:
    """Choose a core for the server and one for the client; none where there are not two, or no way to choose."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[1]) if len(cores) > 1 else None


def _processor() -> str:
    names = [line.partition(":")[2].strip() for line in _lines(Path("/proc/cpuinfo")) if "model name" in line]
    return next(iter(names), platform.processor() or platform.machine())


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return "memory not known"
    return f"{size / _GIBIBYTE:.0f} GiB"


def _load() -> str:
    return " ".join(f"{one:.2f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else "not known"


def _lines(path: Path) -> Iterator[str]:
    if path.is_file():
        yield from path.read_text(errors="replace").splitlines()
