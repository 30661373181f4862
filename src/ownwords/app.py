"""The wiring: settings in, a running server out; the one file that knows every part."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from secrets import token_bytes, token_hex
from threading import Event, Thread
from typing import Final
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp
from threadpoolctl import threadpool_limits
from typing_extensions import override

from ownwords import rest
from ownwords.actions import indexing, projects, upkeep
from ownwords.actions.memory import Memory
from ownwords.actions.projects import NewKey
from ownwords.actions.vectors import AtHand
from ownwords.domain import limits
from ownwords.domain.errors import Problem, RefusesToServe
from ownwords.domain.ids import Secret
from ownwords.domain.projects import DEFAULT_SCOPES, KeyMode, Project
from ownwords.domain.times import Instant
from ownwords.embedding.local import LocalEmbedder
from ownwords.embedding.remote import RemoteEmbedder
from ownwords.identity.tokens import SignedTokens
from ownwords.ports import Embedder, Store, Tokens
from ownwords.rest.edge import Rest
from ownwords.settings import Settings
from ownwords.storage.postgres.store import PostgresStore
from ownwords.storage.sqlite.store import SqliteStore
from ownwords.web.accesses import AccessLog
from ownwords.web.callers import Doorkeeper
from ownwords.web.doors import LOOPBACK, Doors, Hosts
from ownwords.web.metrics import Metrics
from ownwords.web.rates import Rates

DATABASE: Final = "ownwords.db"
SECRET: Final = "secret"  # noqa: S105 - the name of the file
_SECRET_LEAST: Final = 32
_SWITCH_SECONDS: Final = 0.0005
_WALK_AGAIN_SECONDS: Final = 3_600
_NANOSECONDS_OF_A_MICROSECOND: Final = 1_000

log: Final = logging.getLogger("ownwords")


class SystemClock:
    """The machine's clock."""

    def now(self) -> Instant:
        """Give the time."""
        return Instant(time.time_ns() // _NANOSECONDS_OF_A_MICROSECOND)


@contextmanager
def opened(settings: Settings) -> Generator[Memory]:
    """Open the memory that the settings name, and close it in the end.

    Raises:
        RefusesToServe: the promises could not be kept as things are.
    """
    # Products of vectors run in the threads that ask for them; more threads for each only get in each other's way.
    threadpool_limits(limits=1, user_api="blas")
    secret = secret_of(settings)
    store = store_of(settings, secret)
    try:
        vectors = AtHand(settings.vector_cache_megabytes * 1024 * 1024)
        yield Memory.of(store, SystemClock(), secret, embedder_of(settings), vectors)
    finally:
        store.close()


def store_of(settings: Settings, secret: Secret) -> Store:
    """Open the database, made or migrated where it must be."""
    if settings.database_url:
        return PostgresStore(
            settings.database_url,
            secret.fingerprint,
            partitions=settings.partitions,
            connections=settings.database_connections,
        )
    return SqliteStore(settings.data / DATABASE, secret.fingerprint)


def embedder_of(settings: Settings) -> Embedder:
    """Make the embedder that the settings name.

    Raises:
        RefusesToServe: it can not be had as they are.
    """
    match settings.embedder:
        case "e5":
            from ownwords.embedding.e5 import E5  # noqa: PLC0415 - an extra that need not be installed

            return E5.open(settings.data / "models")
        case "remote":
            return RemoteEmbedder(
                settings.embedding_url,
                settings.embedding_model,
                settings.embedding_key,
                dimension=settings.embedding_dimension,
                least=settings.embedding_near / 100,
            )
        case _:
            return LocalEmbedder()


def secret_of(settings: Settings) -> Secret:
    """Give the server's secret: the setting's, else the file's, which is made where there is no database yet."""
    if settings.secret:
        if len(settings.secret) < _SECRET_LEAST:
            raise RefusesToServe("OWNWORDS_SECRET has fewer than 32 characters; use 64 random ones.")
        return _secret(settings.secret)
    if settings.database_url:
        raise RefusesToServe("With PostgreSQL, set OWNWORDS_SECRET to the same 64 random characters on every server.")
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = settings.data / SECRET
    if not path.exists():
        if (settings.data / DATABASE).exists():
            raise RefusesToServe("The database is there and its file `secret` is not; bring that back beside it.")
        _write_once(path, token_hex(32))
    return _secret(path.read_text(encoding="ascii").strip())


def tokens_of(settings: Settings, secret: Secret) -> Tokens:
    """Give what signs and reads the person tokens of the server that the settings are of."""
    return SignedTokens(secret, settings.signing_key, settings.address)


def first_project(memory: Memory) -> Project:
    """Give the oldest project, made where there is none."""
    return projects.first(memory) or projects.create(memory, "default", int.from_bytes(token_bytes(4), "big"))


def first_key(memory: Memory, project: Project) -> NewKey | None:
    """Make the first key of a project, to be shown once; None where it had one already."""
    if projects.keys(memory, project.id):
        return None
    return projects.create_key(memory, project.id, KeyMode.TEST, token_bytes(32), DEFAULT_SCOPES)


@dataclass(frozen=True, slots=True)
class Running:
    """A server's parts: what answers, and what works beside it."""

    memory: Memory
    answering: ASGIApp
    accesses: AccessLog


def assembled(memory: Memory, settings: Settings) -> Running:
    """Put the edges together around a memory."""
    metrics = Metrics()
    accesses = AccessLog(memory)
    tokens = tokens_of(settings, memory.secret)
    doorkeeper = Doorkeeper(memory, tokens)
    application = rest.application(Rest(memory, accesses, metrics, doorkeeper, tokens))
    doors = Doors(application, doorkeeper, metrics, hosts_of(settings), rest.OPEN_PATHS, Rates(memory.clock))
    return Running(memory, doors, accesses)


def hosts_of(settings: Settings) -> Hosts:
    """Give the names that the server answers to; any, where it listens beyond this machine and none is set."""
    named = {one.strip().lower() for one in settings.allowed_hosts.split(",") if one.strip()}
    if settings.public_url:
        named.add(urlsplit(settings.public_url).hostname or "")
    is_open = not named and settings.host not in LOOPBACK
    return Hosts(named, every="*" in named or is_open)


def serve(memory: Memory, settings: Settings) -> None:
    """Answer requests until told to stop; those that run are finished."""
    # The writer gives up the interpreter at each statement, and should not wait long to have it back.
    sys.setswitchinterval(_SWITCH_SECONDS)
    running = assembled(memory, settings)
    config = uvicorn.Config(
        running.answering,
        host=settings.host,
        port=settings.port,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        timeout_graceful_shutdown=settings.stop_seconds,
    )
    running.accesses.start()
    with kept_up(memory), learning(memory):
        try:
            _Server(config).run()
        finally:
            running.accesses.close()


class _Server(uvicorn.Server):
    """Stops when it is told to, and leaves the rest to whoever started it.

    uvicorn itself raises the signal again once it has stopped, which would end the process before the access log is
    written and the database closed.
    """

    @override
    @contextmanager
    def capture_signals(self) -> Generator[None]:
        told = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in told.items():
                signal.signal(one, handler)


@contextmanager
def kept_up(memory: Memory) -> Generator[None]:
    """Expire, sweep and clean beside the server, until the end."""
    end = Event()
    thread = Thread(target=_keep_up, args=(memory, end), name="ownwords-upkeep", daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


@contextmanager
def learning(memory: Memory) -> Generator[None]:
    """Learn beside the server what is queued, until the end."""
    end = Event()
    thread = Thread(target=_learn, args=(memory, end), name="ownwords-indexing", daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        memory.queued.set()
        thread.join()


def _learn(memory: Memory, end: Event) -> None:
    with suppress(Problem):
        # A model reads its weights at the first text; better now than when somebody asks.
        memory.embedder.questions(["ownwords"])
    walking = _walking(memory)
    while not end.is_set():
        # Cleared before looking: what is queued meanwhile is then not overlooked.
        memory.queued.clear()
        began = time.monotonic()
        try:
            if indexing.work(memory) == 0 and not next(walking):
                # Other servers queue work too, and what failed comes due again.
                memory.queued.wait(1.0)
            elif memory.queued.is_set():
                # Whoever files meanwhile shall have the processor half of the time.
                end.wait(time.monotonic() - began)
        except Problem as problem:
            log.warning("indexing waits: %s", problem.code)
            walking = _walking(memory)
            end.wait(1.0)
        except Exception as error:  # noqa: BLE001 - the next round may go well, and nobody else would hear of it
            log.error("indexing failed: %s", type(error).__name__)  # noqa: TRY400 - a traceback may quote a value
            walking = _walking(memory)
            end.wait(1.0)


def _walking(memory: Memory) -> Iterator[bool]:
    """Walk the memories, a step for each, and queue those that another model learned; False while no walk is due.

    An older server that stops only after this one has started may learn memories behind the walk by its own model,
    so there is another one every hour.
    """
    while True:
        told = 0
        for queued in indexing.rebuild(memory):
            if queued > told and queued % 100 == 1:
                log.info("learning memories anew by this model: %d so far", queued)
                told = queued
            yield True
        due = time.monotonic() + _WALK_AGAIN_SECONDS
        while time.monotonic() < due:
            yield False


def _keep_up(memory: Memory, end: Event) -> None:
    swept = 0.0
    while not end.wait(1.0):
        try:
            upkeep.expire(memory)
            upkeep.clean(memory)
            if time.monotonic() - swept > limits.SWEEP_SECONDS:
                upkeep.sweep(memory)
                swept = time.monotonic()
        except Problem as problem:
            log.warning("upkeep waits: %s", problem.code)
        except Exception as error:  # noqa: BLE001 - the next round may go well, and nobody else would hear of it
            log.error("upkeep failed: %s", type(error).__name__)  # noqa: TRY400 - a traceback may quote a value


def _secret(text: str) -> Secret:
    return Secret(blake2b(text.encode(), digest_size=64).digest())


def _write_once(path: Path, text: str) -> None:
    """Write a file that appears whole or not at all, and never over another one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            return
    finally:
        draft.unlink()
