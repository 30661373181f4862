"""How often a caller may ask: a bucket for each, in this process alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import assert_never

from ownwords.domain import limits
from ownwords.domain.errors import RateLimited
from ownwords.domain.times import MINUTE, SECOND, Instant
from ownwords.ports import Clock
from ownwords.web.callers import Caller, KeyCaller, PersonCaller


@dataclass(slots=True)
class _Bucket:
    """How much is left, a minute for each request, and when that was reckoned."""

    left: int
    at: Instant


class Rates:
    """A bucket for each caller holds the requests of a minute, and is filled again evenly over one.

    Of more than 100,000 callers those who asked longest ago are forgotten, and begin with a full bucket.
    """

    def __init__(self, clock: Clock) -> None:
        """Fill by `clock`; where it goes back, nothing is filled until it goes on."""
        self._clock = clock
        self._buckets: OrderedDict[Hashable, _Bucket] = OrderedDict()
        self._lock = Lock()

    def ask(self, caller: Caller) -> None:
        """Take a request from the caller's bucket.

        Raises:
            RateLimited: it is empty.
        """
        settings = caller.project.settings
        match caller:
            case KeyCaller(key=key):
                self._take((caller.project.id, key.id), settings.rate_per_key)
            case PersonCaller(user_id=user_id):
                self._take((caller.project.id, None, user_id), settings.rate_per_person)
            case _:
                assert_never(caller)

    def _take(self, who: Hashable, rate: int) -> None:
        if rate <= 0:
            return
        # A request costs a minute, and a minute fills as much as `rate` of them: whole numbers, without rounding.
        full, now = rate * MINUTE, self._clock.now()
        with self._lock:
            bucket = self._buckets.pop(who, None) or _Bucket(full, now)
            bucket.left = min(full, bucket.left + max(0, now - bucket.at) * rate)
            bucket.at = now
            self._buckets[who] = bucket
            while len(self._buckets) > limits.CALLERS_COUNTED:
                self._buckets.popitem(last=False)
            if bucket.left < MINUTE:
                raise RateLimited(ceil((MINUTE - bucket.left) / (rate * SECOND)))
            bucket.left -= MINUTE
