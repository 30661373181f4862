"""What a handler works with: who calls, and the memory."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, assert_never

from fastapi import Depends, Request

from ownwords.actions.memory import Memory, Whose
from ownwords.actions.replays import Once
from ownwords.domain.errors import Fault, IdempotencyInProgress, RequestInvalid
from ownwords.domain.ids import Scope
from ownwords.domain.projects import KeyScope, Project
from ownwords.domain.sign_ins import PersonScope
from ownwords.ports import Tokens
from ownwords.web.accesses import AccessLog
from ownwords.web.callers import Caller, Doorkeeper, KeyCaller, PersonCaller, as_key, as_person
from ownwords.web.metrics import Metrics


@dataclass(slots=True)
class InFlight:
    """The requests under an Idempotency-Key that run in this process now."""

    running: set[tuple[Scope, str]] = field(default_factory=set[tuple[Scope, str]])
    lock: Lock = field(default_factory=Lock)

    @contextmanager
    def alone(self, scope: Scope, once: Once | None) -> Generator[None]:
        """Let one request of a key run at a time.

        Raises:
            IdempotencyInProgress: the first one is still running.
        """
        if once is None:
            yield
            return
        mark = (scope, once.key)
        with self.lock:
            if mark in self.running:
                raise IdempotencyInProgress
            self.running.add(mark)
        try:
            yield
        finally:
            with self.lock:
                self.running.discard(mark)


@dataclass(frozen=True, slots=True)
class Rest:
    """What all handlers share; it hangs on the application's state."""

    memory: Memory
    accesses: AccessLog
    metrics: Metrics
    doorkeeper: Doorkeeper
    tokens: Tokens
    in_flight: InFlight = field(default_factory=InFlight)


@dataclass(frozen=True, slots=True)
class Edge:
    """One request's caller, and what it can reach."""

    caller: Caller
    rest: Rest

    @property
    def memory(self) -> Memory:
        """What actions work with."""
        return self.rest.memory

    @property
    def project(self) -> Project:
        """The caller's project."""
        return self.caller.project

    @property
    def is_person(self) -> bool:
        """Whether a signed-in person calls: nobody else is told of preferences."""
        return isinstance(self.caller, PersonCaller)

    def whose(self, user_id: str | None = None) -> Whose:
        """Name the memory that the request is about; a signed-in person's own where it names none.

        Raises:
            RequestInvalid: it names none, and a key has no person.
        """
        match self.caller:
            case PersonCaller() as person:
                return person.whose(user_id)
            case KeyCaller() as key:
                if user_id is None:
                    raise RequestInvalid(faults=(Fault("/user_id", "missing", "it is needed; send it"),))
                return key.whose(user_id)
            case _:
                assert_never(self.caller)

    def alone(self, whose: Whose, once: Once | None) -> Any:
        """Let one request of an Idempotency-Key run at a time."""
        return self.rest.in_flight.alone(whose.scope(self.memory), once)

    def note(self, whose: Whose, verb: str, count: int) -> None:
        """Take note of the use in the person's access log."""
        self.rest.accesses.note(whose, self.caller.actor, verb, count)

    def count_items(self, counts: Mapping[str, int]) -> None:
        """Count what became of items, for the metrics."""
        for status, number in counts.items():
            self.rest.metrics.items.labels(status).inc(number)


TAKES: Final[dict[Any, tuple[str, ...]]] = {}
"""Which credentials each of the dependencies below takes, for the OpenAPI document."""


def edge(scope: KeyScope, person: PersonScope | None = None) -> Any:
    """Ask for a caller whose key has a scope; with `person` also for one whose person token has that."""

    # Asynchronous, so that it does not cost a thread of its own.
    async def give(request: Request) -> Edge:
        caller: Caller = request.state.caller
        if isinstance(caller, PersonCaller) and person is not None:
            return Edge(as_person(caller, person), request.app.state.rest)
        return Edge(as_key(caller, scope), request.app.state.rest)

    TAKES[give] = ("key",) if person is None else ("key", "person")
    return Depends(give)


def person_edge(scope: PersonScope) -> Any:
    """Ask for a signed-in person whose token has a scope; a key is told that it has no person."""

    async def give(request: Request) -> Edge:
        return Edge(as_person(request.state.caller, scope), request.app.state.rest)

    TAKES[give] = ("person",)
    return Depends(give)
