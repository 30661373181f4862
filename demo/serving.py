"""A server of the demo's own: a real process on a free port, with a fresh folder, ended by its id."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import httpx

_START_SECONDS = 30
_STOP_SECONDS = 20
_SCOPES = [f"--scope={scope}" for scope in ("items.read", "items.write", "purchases.write", "persons.issue")]


@dataclass(frozen=True, slots=True)
class Served:
    """Where the server answers, the key it takes, and the folder it keeps everything in."""

    url: str
    key: str
    folder: Path

    def holds(self, text: str) -> bool:
        """Tell whether a text stands in any of the server's files."""
        return any(text.encode() in file.read_bytes() for file in self.folder.iterdir())


@contextmanager
def serving() -> Generator[Served]:
    """Start a server and end it afterwards."""
    with TemporaryDirectory(prefix="ownwords-demo-") as name:
        folder = Path(name) / "data"
        environment = os.environ | {"OWNWORDS_DATA": str(folder), "OWNWORDS_PORT": str(_free_port())}
        command = [sys.executable, "-m", "ownwords"]
        made = subprocess.run(
            [*command, "key", "create", "--json", *_SCOPES], env=environment, capture_output=True, text=True, check=True
        )
        with (Path(name) / "log").open("wb") as log:
            process = subprocess.Popen([*command, "serve"], env=environment, stdout=log, stderr=log)
        try:
            served = Served(f"http://127.0.0.1:{environment['OWNWORDS_PORT']}", json.loads(made.stdout)["key"], folder)
            _wait(served.url, process)
            yield served
        finally:
            process.terminate()
            process.wait(_STOP_SECONDS)


def _free_port() -> int:
    with closing(socket()) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    end = monotonic() + _START_SECONDS
    while monotonic() < end and process.poll() is None:
        try:
            httpx.get(f"{url}/readyz", timeout=5)
        except httpx.TransportError:
            sleep(0.05)
        else:
            return
    message = "the server did not start"
    raise RuntimeError(message)
