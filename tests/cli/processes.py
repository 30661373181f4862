"""Real processes: the command line as a user types it, and servers that can be killed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.running import PLAIN

_KEY = re.compile(r"csk_(?:test|live)_[a-z2-7]+")


def environment(**settings: str) -> dict[str, str]:
    """Give this process's environment with only the settings named."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OWNWORDS_")}
    return kept | {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"} | settings


def ownwords(
    *arguments: str | Path,
    data: Path | None = None,
    settings: Mapping[str, str] | None = None,
    seconds: float = 60,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, "-m", "ownwords", *map(str, arguments)]
    if data is not None:
        command += ["--data", str(data)]
    return subprocess.run(
        command,
        env=environment(**(settings or {})),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def ran(*arguments: str | Path, data: Path, settings: Mapping[str, str] | None = None) -> str:
    """Run a command that must do well, and give what it printed."""
    done = ownwords(*arguments, data=data, settings=settings)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def ran_json(*arguments: str | Path, data: Path, settings: Mapping[str, str] | None = None) -> Any:
    """Run a command with `--json` and read what it printed."""
    return json.loads(ran(*arguments, "--json", data=data, settings=settings))


@dataclass(slots=True)
class Process:
    """A server in a process of its own."""

    popen: subprocess.Popen[bytes]
    url: str
    key: str
    output: Path

    def client(self) -> httpx.Client:
        """Give a client that calls it by its key."""
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, verify=PLAIN)

    def kill(self) -> None:
        """End it as a loss of power of the process would."""
        self.popen.kill()
        self.popen.wait()

    def stop(self) -> int:
        """Ask it to end, and give its exit status."""
        self.popen.terminate()
        return self.popen.wait(30)

    @property
    def printed(self) -> str:
        """What it has written to standard output and error."""
        return self.output.read_text()


@contextmanager
def running(data: Path, *, key: str = "", settings: Mapping[str, str] | None = None) -> Generator[Process]:
    """Start a server over a folder; without `key`, the one that the first start prints is taken."""
    output = data.parent / f"{data.name}.{time.monotonic_ns()}.log"
    port = _free_port()
    command = [sys.executable, "-m", "ownwords", "serve", "--port", str(port), "--data", str(data)]
    with output.open("wb") as log:
        popen = subprocess.Popen(
            command, env=environment(**(settings or {})), stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
    process = Process(popen, f"http://127.0.0.1:{port}", key, output)
    try:
        _wait(process)
        if not key:
            found = _KEY.search(process.printed)
            assert found is not None, process.printed
            process.key = found[0]
        yield process
    finally:
        if popen.poll() is None:
            popen.kill()
        popen.wait()


def _wait(process: Process) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.popen.poll() is None:
        try:
            if httpx.get(f"{process.url}/readyz", timeout=5, verify=PLAIN).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.02)
    raise AssertionError(process.printed)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
