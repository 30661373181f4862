"""One call as attempts with pauses between them; no clock is waited on here, and nothing is sent."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import TypeVar

import httpx

from ownwords.client.asking import Attempt, Call, Pause
from ownwords.client.errors import Heard, is_passing, problem_of, unreadable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a call may take, retries and all, and how it waits between them; all in seconds.

    `answer` bounds each silence of the server within one attempt, `total` when an attempt may still begin. The
    first pause is about `pause`, each further one twice as long up to `longest_pause`, and never shorter than the
    server asked for with `Retry-After`. `tries` of 1 means that nothing is sent again.
    """

    answer: float = 60.0
    total: float = 120.0
    tries: int = 10
    pause: float = 0.1
    longest_pause: float = 5.0

    def after(self, tried: int, heard: Heard) -> float:
        """Give the pause after so many attempts."""
        # The exponent is bounded, because a float is.
        longest = min(self.longest_pause, self.pause * 2.0 ** min(tried - 1, 60))
        chosen = random.uniform(longest / 2, longest)  # noqa: S311 - only so that clients do not come in step
        return max(chosen, _asked_for(heard))


def attempts(call: Call[T], patience: Patience) -> Generator[Attempt | Pause, Heard, T]:
    """Send a call until it is answered, refused for good, or the patience is over.

    Raises:
        OwnwordsError: what the last attempt came to.
    """
    end = monotonic() + patience.total
    tried = 0
    while True:
        heard = yield Attempt(call, max(min(patience.answer, end - monotonic()), 0.001))
        if isinstance(heard, httpx.Response) and heard.is_success:
            return _answer(call, heard)
        tried += 1
        problem = problem_of(heard)
        pause = patience.after(tried, heard)
        is_over = tried >= patience.tries or monotonic() + pause >= end
        if is_over or not is_passing(heard, problem):
            raise problem
        yield Pause(pause)


def _answer(call: Call[T], response: httpx.Response) -> T:
    try:
        return call.read(response)
    except (ValueError, TypeError, RecursionError):
        raise unreadable(response) from None


def _asked_for(heard: Heard) -> float:
    """Read `Retry-After`: seconds, or a date."""
    text = heard.headers.get("retry-after", "") if isinstance(heard, httpx.Response) else ""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return (aware - datetime.now(UTC)).total_seconds()
