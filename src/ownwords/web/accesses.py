"""Writing the access log without making anybody wait."""

from __future__ import annotations

import logging
from collections import deque
from itertools import count
from threading import Event, Thread
from typing import Final

from ownwords.actions.memory import Memory, Whose
from ownwords.domain.accesses import Access
from ownwords.domain.errors import Problem
from ownwords.ports import Store

_WAITING_MOST: Final = 100_000
_WRITE_EVERY_SECONDS: Final = 1.0
_AT_ONCE: Final = 5_000

log: Final = logging.getLogger("ownwords.accesses")


class AccessLog:
    """Takes note of each use of a memory and writes the notes once a second.

    A crash loses the notes of the last second. Where the database does not take them they wait, up to 100,000.
    """

    def __init__(self, memory: Memory) -> None:
        """Write to the store of `memory`."""
        self._memory = memory
        self._waiting: deque[Access] = deque(maxlen=_WAITING_MOST)
        self._nonces = count(memory.clock.now())
        self._end = Event()
        self._thread = Thread(target=self._run, name="ownwords-accesses", daemon=True)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def note(self, whose: Whose, actor: str, verb: str, items: int) -> None:
        """Take note of one use; never waits."""
        memory = self._memory
        access = Access(whose.scope(memory), memory.clock.now(), next(self._nonces), actor, verb, items)
        self._waiting.append(access)

    def close(self) -> None:
        """Write what waits, and end."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()
        self.write(self._memory.store)

    def write(self, store: Store) -> None:
        """Write what waits now."""
        while self._waiting:
            notes = [self._waiting.popleft() for _ in range(min(len(self._waiting), _AT_ONCE))]
            try:
                store.log(notes)
            except Exception as error:  # noqa: BLE001 - whatever it is, the notes are kept and tried again
                log.warning(
                    "the access log waits: %s", error.code if isinstance(error, Problem) else type(error).__name__
                )
                self._waiting.extendleft(reversed(notes))
                return

    def _run(self) -> None:
        while not self._end.wait(_WRITE_EVERY_SECONDS):
            self.write(self._memory.store)
