"""The server as a process of its own, on a database of its own, both gone when the measurement ends."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Literal, Self

from benchmarks import machine
from benchmarks.wire import Connection
from tests.postgres import PostgresServer

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

Engine = Literal["sqlite", "postgres"]
START_SECONDS = 60.0
STOP_SECONDS = 30.0
_OK = 200
_PREFIX = "OWNWORDS_"


class DidNotStartError(Exception):
    """The server did not start; the message holds the end of its log."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database of one measurement: where it is, and the PostgreSQL that keeps it, where one does."""

    engine: Engine
    folder: Path
    url: str = ""
    secret: str = ""
    postgres: PostgresServer | None = None

    @property
    def name(self) -> str:
        """The engine and its version."""
        return machine.sqlite() if self.postgres is None else f"PostgreSQL {self.postgres.version}"

    @property
    def file(self) -> Path:
        """The file of a SQLite database."""
        return self.folder / "ownwords.db"

    def disk_bytes(self) -> int:
        """Count the bytes of a SQLite database: its file, its log and the index of that."""
        return sum(path.stat().st_size for path in self.folder.glob(f"{self.file.name}*"))

    def environment(self) -> dict[str, str]:
        """Give the environment of a server on it; settings that stand in ours are left out."""
        others = {name: value for name, value in os.environ.items() if not name.startswith(_PREFIX)}
        ours = {"DATA": str(self.folder), "LOG_LEVEL": "warning"}
        if self.url:
            ours |= {"DATABASE_URL": self.url, "SECRET": self.secret}
        return others | {_PREFIX + name: value for name, value in ours.items()}


@contextmanager
def database(engine: Engine, *, core: int | None = None) -> Generator[Database]:
    """Make a database in a temporary folder; PostgreSQL comes with it, durable, and on `core` where one is named."""
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="ownwords-benchmark-")).resolve()
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if engine == "sqlite":
            yield Database(engine, folder)
            return
        with on_core(core):
            postgres = stack.enter_context(PostgresServer(durable=True))
        yield Database(engine, folder, postgres.create_database("benchmark"), token_hex(32), postgres)


@contextmanager
def on_core(core: int | None) -> Generator[None]:
    """Run on one core meanwhile; processes that are started here stay on it."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Server:
    """`ownwords serve` on a free port of the loopback address; `with` starts it and stops it."""

    def __init__(self, kept_in: Database, *, core: int | None = None) -> None:
        """Prepare a server on a database, and make an API key; `core` is where it is to run."""
        self.database = kept_in
        self.key = _key(kept_in)
        self.url = ""
        self._core = core
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The id of the process that runs."""
        assert self._process is not None
        return self._process.pid

    def launch(self) -> None:
        """Start the process and do not wait for it."""
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "ownwords", "serve", "--data", str(self.database.folder)]
        with on_core(self._core), (self.database.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(port)],
                env=self.database.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def start(self) -> None:
        """Start the process and wait until it answers.

        Raises:
            DidNotStartError: it ended, or did not answer within a minute.
        """
        self.launch()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the server and its database answer; raises as `start` does."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process is not None and self._process.poll() is None:
            with contextlib.suppress(OSError), self.connection(timeout=5.0) as connection:
                if connection.get("/readyz").status == _OK:
                    return
            time.sleep(0.02)
        end = (self.database.folder / "log").read_text(errors="replace").splitlines()[-20:]
        raise DidNotStartError("\n".join(["the server does not answer; the end of its log:", *end]))

    def connection(self, timeout: float = 60.0) -> Connection:
        """Open a connection with the key."""
        return Connection(self.url, self.key, timeout)

    def kill(self) -> None:
        """End the process with SIGKILL, in the middle of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End the process as an operator does, and kill it where it does not end."""
        if self._process is not None:
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
            self.kill()

    def processor_seconds(self) -> float | None:
        """Give how long the process has kept a core busy so far; none where there is no /proc."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> tuple[int, int] | None:
        """Give the resident bytes of the process, the most so far and now; none where there is no /proc."""
        try:
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        except OSError:
            return None
        sizes = {name: int(rest.split()[0]) * 1024 for name, _, rest in _pairs(lines) if name in ("VmHWM", "VmRSS")}
        return sizes["VmHWM"], sizes["VmRSS"]


def _pairs(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    return (line.partition(":") for line in lines)


def _key(kept_in: Database) -> str:
    command = [sys.executable, "-m", "ownwords", "key", "create", "--json"]
    made = subprocess.run(command, env=kept_in.environment(), capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise DidNotStartError(made.stderr)
    return str(json.loads(made.stdout)["key"])


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
