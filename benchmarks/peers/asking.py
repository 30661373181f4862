"""A memory as the measurement sees it: a peer's program behind two pipes, or our server behind a connection."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import ownwords
from benchmarks import machine
from benchmarks.serving import Database, Server, database, on_core

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.peers.known import Known

OPEN_SECONDS: Final = 180.0
ADD_SECONDS: Final = 300.0
SEARCH_SECONDS: Final = 60.0
_CHUNK: Final = 1 << 20
_LAST_LINES: Final = 12


class FailedError(Exception):
    """A memory ended, said that it cannot, or took too long; the message tells what is known."""


@dataclass(frozen=True, slots=True)
class About:
    """What a memory says of itself when it is opened."""

    name: str
    version: str
    could_not: tuple[str, ...]


class Asking(Protocol):
    """A memory that is open, in a process of its own."""

    @property
    def about(self) -> About:
        """What it says of itself."""
        ...

    def add(self, person: str, items: Sequence[Mapping[str, Any]]) -> None:
        """File items and wait until a search finds them."""
        ...

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        """Give the ids of a person's items, best first."""
        ...

    def resident_bytes(self) -> int | None:
        """Give the most that its processes have had in memory; none where there is no /proc."""
        ...

    def closed(self) -> tuple[int, list[str]]:
        """End it; give the bytes that it left on the disk, and the hosts that it was kept from."""
        ...


class Peer:
    """A peer's program, which answers a line with a line; `with` ends it whatever happens."""

    def __init__(self, known: Known, python: Path, *, core: int | None = None) -> None:
        """Start the program and open a memory in a temporary folder."""
        self._folder = Path(tempfile.mkdtemp(prefix="ownwords-peer-")).resolve()
        self._log = self._folder / "log"
        self._unread = b""
        data = self._folder / "data"
        home = self._folder / "home"
        for folder in (data, home):
            folder.mkdir()
        with on_core(core), self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [str(python), str(known.file), known.variant],
                env=_environment(home, core),
                cwd=home,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        try:
            said = self._asked({"op": "open", "folder": str(data)}, OPEN_SECONDS)
        except BaseException:
            self.__exit__()
            raise
        self._data = data
        self._about = About(said["name"], said["version"], tuple(said["could_not"]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def about(self) -> About:
        """What it says of itself."""
        return self._about

    def add(self, person: str, items: Sequence[Mapping[str, Any]]) -> None:
        """File items; the program answers when a search finds them."""
        self._asked({"op": "add", "person": person, "items": items}, ADD_SECONDS)

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        """Give the ids of a person's items, best first."""
        asked = {"op": "search", "person": person, "query": query, "limit": limit, "now": now}
        return self._asked(asked, SEARCH_SECONDS)["ids"]

    def resident_bytes(self) -> int | None:
        """Give the most that the program and what it started have had in memory, added up."""
        return resident_bytes(self._process.pid)

    def closed(self) -> tuple[int, list[str]]:
        """End it in good order and count what lies in its folder."""
        refused = self._asked({"op": "close"}, SEARCH_SECONDS)["refused"]
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SEARCH_SECONDS)
        return sum(path.stat().st_size for path in self._data.rglob("*") if path.is_file()), refused

    def _asked(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process.stdin is not None
        line = json.dumps(question, ensure_ascii=False).encode() + b"\n"
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._line(time.monotonic() + seconds))
        except OSError as problem:
            raise FailedError(self._told(f"it ended at `{question['op']}`")) from problem
        if "error" in answer:
            raise FailedError(f"`{question['op']}` failed with {answer['error']}")
        return answer

    def _line(self, deadline: float) -> bytes:
        """Read one line; `select` is what bounds the wait."""
        assert self._process.stdout is not None
        while b"\n" not in self._unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise FailedError(self._told("it took too long"))
            chunk = os.read(self._process.stdout.fileno(), _CHUNK)
            if not chunk:
                raise ConnectionResetError
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _told(self, what: str) -> str:
        lines = self._log.read_text(errors="replace").splitlines()[-_LAST_LINES:]
        return "\n".join([what, *lines])


class Ours:
    """Our server over HTTP, on a database of its own; `with` ends both."""

    def __init__(self, *, core: int | None = None) -> None:
        """Start it on SQLite."""
        self._stack = contextlib.ExitStack()
        self._kept_in: Database = self._stack.enter_context(database("sqlite", core=core))
        self._server = self._stack.enter_context(Server(self._kept_in, core=core))
        self._connection = self._stack.enter_context(self._server.connection(ADD_SECONDS))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def about(self) -> About:
        """The version that runs, over SQLite."""
        return About(f"Ownwords over HTTP, {machine.sqlite()}", ownwords.__version__, ())

    def add(self, person: str, items: Sequence[Mapping[str, Any]]) -> None:
        """File a batch; the answer comes when search by meaning has caught up as well."""
        # What the peers are given as one text, with day and speaker in it, stands in fields of its own here.
        body = {"user_id": person, "items": [{**item, "author": item["author"]["name"]} for item in map(_sent, items)]}
        answer: dict[str, Any] = self._connection.post("/v1/memory/add?wait=indexed", body).json()
        if answer["counts"] != {"created": len(items)}:
            raise FailedError(f"not every item was created: {answer['counts']}")

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        """Give the items that the hits were cut from, each at the place of its best one."""
        body = {"user_id": person, "query": query, "limit": limit, "now": now}
        answer = self._connection.post("/v1/memory/search", body)
        return list(dict.fromkeys(item["id"] for hit in answer.json()["hits"] for item in hit["items"]))

    def resident_bytes(self) -> int | None:
        """Give the most that the server has had in memory."""
        return resident_bytes(self._server.pid)

    def closed(self) -> tuple[int, list[str]]:
        """End the server, which writes its log into the database, and count that."""
        self._connection.close()
        self._server.stop()
        return self._kept_in.disk_bytes(), []


def _sent(item: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name != "spoken"}


def resident_bytes(process: int) -> int | None:
    """Give the most that a process and all that it started have had in memory; none where there is no /proc."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return None
    own = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)
    return own + sum(resident_bytes(int(child)) or 0 for child in children)


def _environment(home: Path, core: int | None) -> dict[str, str]:
    """Give a peer a home of its own, as many threads as it has cores, and the word that nothing is to be fetched."""
    threads = str(1 if core is not None else os.cpu_count() or 1)
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return ours | {
        "HOME": str(home),
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_OFFLINE": "1",
        "ANONYMIZED_TELEMETRY": "False",
        "OMP_NUM_THREADS": threads,
        "OPENBLAS_NUM_THREADS": threads,
        "MKL_NUM_THREADS": threads,
        "RAYON_NUM_THREADS": threads,
        "TOKENIZERS_PARALLELISM": "false",
    }
