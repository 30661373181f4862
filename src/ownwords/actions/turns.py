"""Turns: one thread of this process at a time for each memory."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from ownwords.domain.ids import Scope


@dataclass(slots=True)
class Turns:
    """Whose turn it is; nobody waits for it."""

    _taken: set[Scope] = field(default_factory=set[Scope])
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def of(self, scope: Scope) -> Generator[bool]:
        """Take the turn of a memory until the end; False where another thread has it."""
        with self._lock:
            is_mine = scope not in self._taken
            self._taken.add(scope)
        try:
            yield is_mine
        finally:
            if is_mine:
                with self._lock:
                    self._taken.discard(scope)
