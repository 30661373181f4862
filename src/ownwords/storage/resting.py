"""How long cleaning rests, so that forgetting never fills the disk's time."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from ownwords.domain import limits

_TIMES: Final = 20
_HOUR: Final = 3_600.0


class Rest:
    """Lets a cleaning run, then rests twenty times as long as it took; an hour where the database is large."""

    def __init__(self) -> None:
        """Begin rested."""
        self._until = 0.0

    def unless_resting(self, clean: Callable[[], bool], size: Callable[[], int]) -> bool:
        """Clean, unless it is too soon; tell whether anything was cleaned."""
        began = monotonic()
        if began < self._until:
            return False
        is_done = clean()
        is_large = is_done and size() > limits.PURGE_HOURLY_ABOVE_BYTES
        self._until = monotonic() + (_HOUR if is_large else _TIMES * (monotonic() - began))
        return is_done
