"""What a handler works with: who calls, and the memory."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from fastapi import Depends, Request

from ownwords.actions.items import Once
from ownwords.actions.memory import Memory, Whose
from ownwords.domain.errors import IdempotencyInProgress
from ownwords.domain.ids import Scope
from ownwords.domain.projects import KeyScope
from ownwords.web.accesses import AccessLog
from ownwords.web.callers import Doorkeeper, KeyCaller
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
    in_flight: InFlight = field(default_factory=InFlight)


@dataclass(frozen=True, slots=True)
class Edge:
    """One request's caller, and what it can reach."""

    caller: KeyCaller
    rest: Rest

    @property
    def memory(self) -> Memory:
        """What actions work with."""
        return self.rest.memory

    def whose(self, user_id: str) -> Whose:
        """Name the memory that the request is about."""
        return self.caller.whose(user_id)

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


def edge(scope: KeyScope) -> Any:
    """Ask for a caller whose key has a scope."""

    # Asynchronous, so that it does not cost a thread of its own.
    async def give(request: Request) -> Edge:
        caller: KeyCaller = request.state.caller
        caller.needs(scope)
        return Edge(caller, request.app.state.rest)

    return Depends(give)
