"""Runs every fenced example of the README and the docs.

Python examples and `console` blocks speak to a real server: the address and the key that they name stand for its own.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from sybil import Example, Sybil
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.markdown import CodeBlockParser

from ownwords.domain.projects import KeyScope

ROOT = Path(__file__).parent
_ADDRESS = "http://127.0.0.1:8787"
_KEY = "csk_test_…"
_SECONDS = 60
_SCOPES = [f"--scope={scope}" for scope in KeyScope]


@dataclass(frozen=True, slots=True)
class Documented:
    """The server that the examples speak to, and the environment in which their commands run."""

    url: str
    key: str
    environment: dict[str, str]
    folder: Path

    def run(self, command: str) -> str:
        """Run one line of a `console` block."""
        words = shlex.split(command)
        assert words[0] == "ownwords", command
        arguments = [sys.executable, "-m", *words]
        done = subprocess.run(  # noqa: S603 - the line stands in our own docs
            arguments,
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def documented(tmp_path_factory: pytest.TempPathFactory) -> Generator[Documented]:
    """Start the server that the docs speak of."""
    folder = tmp_path_factory.mktemp("documented")
    with closing(socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"OWNWORDS_DATA": str(folder / "data"), "OWNWORDS_PORT": str(port)}
    made = subprocess.run(  # noqa: S603 - our own command line
        [sys.executable, "-m", "ownwords", "key", "create", "--json", *_SCOPES],
        env=environment,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=True,
    )
    url = f"http://127.0.0.1:{port}"
    with (folder / "log").open("wb") as log:
        serving = subprocess.Popen([sys.executable, "-m", "ownwords", "serve"], env=environment, stdout=log, stderr=log)
    try:
        _wait_until_it_answers(url)
        yield Documented(url, json.loads(made.stdout)["key"], environment, folder)
    finally:
        serving.terminate()
        serving.wait(_SECONDS)


def _wait_until_it_answers(url: str) -> None:
    end = monotonic() + _SECONDS
    while monotonic() < end:
        try:
            httpx.get(f"{url}/healthz", timeout=5)
        except httpx.TransportError:
            sleep(0.05)
        else:
            return
    raise TimeoutError


def _python(example: Example) -> Any:
    served: Documented = example.namespace["documented"]
    example.parsed = type(example.parsed)(
        example.parsed.replace(_ADDRESS, served.url).replace(_KEY, served.key),
        example.parsed.offset,
        example.parsed.line_offset,
    )
    return PythonEvaluator()(example)


def _console(example: Example) -> None:
    served: Documented = example.namespace["documented"]
    for line in str(example.parsed).splitlines():
        command = line.removeprefix("$ ")
        # The server runs already; that it starts is what the fixture shows.
        if line.startswith("$ ") and command != "ownwords serve":
            served.run(command)


def _sh(example: Example) -> None:
    """Look each `make` up; running them here would run this."""
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in str(example.parsed).splitlines():
        word, target = line.split()[:2]
        assert (word, target in targets) == ("make", True), line


pytest_collect_file = Sybil(
    parsers=[
        CodeBlockParser(language="python", evaluator=_python),
        CodeBlockParser(language="console", evaluator=_console),
        CodeBlockParser(language="sh", evaluator=_sh),
        CodeBlockParser(language="json", evaluator=lambda example: json.loads(str(example.parsed)) and None),
    ],
    patterns=["README.md", "ARCHITECTURE.md", "docs/**/*.md"],
    fixtures=["documented"],
).pytest()
