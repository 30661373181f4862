"""A virtual environment for each peer, so that no two of them, nor ours, have to agree on a version."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.peers.known import Known

INSTALL_SECONDS: Final = 1_800.0
_PIP: Final = ("-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check", "install")


class NotInstalledError(Exception):
    """A peer's packages could not be installed; the message tells why."""


def python(peer: Known, environments: Path) -> Path:
    """Give the Python of a peer's environment, which is made where it is missing or its requirements have changed.

    Raises:
        NotInstalledError: it could not be made.
    """
    folder = environments / peer.requirements.stem
    found = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = hashlib.sha256(peer.requirements.read_bytes()).hexdigest()
    ready = folder / "made-from"
    if not ready.is_file() or ready.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"installing {peer.requirements.stem} into {folder}", file=sys.stderr, flush=True)
        _run([sys.executable, "-m", "venv", str(folder)])
        if _asks_for_packages(peer.requirements):
            _run([str(found), *_PIP, "--requirement", str(peer.requirements)])
        ready.write_text(wanted)
    return found


def _asks_for_packages(requirements: Path) -> bool:
    return any(line.strip() and not line.startswith("#") for line in requirements.read_text().splitlines())


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NotInstalledError(str(problem)) from problem
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["it told nothing"]
        raise NotInstalledError(said[-1])
