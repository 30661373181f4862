"""What is asked, as values: a call, an attempt at it, a pause, and plans of several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import httpx

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """One request that may be sent again, and how its answer is read.

    `read` is given a success; a ValueError or TypeError of it means that the answer is not the server's.
    `is_stream` leaves the body of a success unread.
    """

    method: str
    path: str
    read: Callable[[httpx.Response], T_co]
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    is_stream: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """A call to be sent once, with an answer within `seconds` of silence."""

    call: Call[Any]
    seconds: float

    def request(self, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """Make the request."""
        call = self.call
        return http.build_request(
            call.method,
            call.path,
            params=dict(call.query) or None,
            content=call.body,
            headers=dict(call.headers),
            timeout=self.seconds,
        )


@dataclass(frozen=True, slots=True)
class Pause:
    """Some seconds in which nothing is sent."""

    seconds: float


Plan: TypeAlias = Generator[Call[Any] | Attempt | Pause, Any, T]
"""Steps that are each sent what came of them: of a call its answer, of an attempt what was heard."""


class Holds(Protocol[T_co]):
    """An answer that holds several things."""

    @property
    def items(self) -> tuple[T_co, ...]:
        """The things."""
        ...


Walk: TypeAlias = Generator[Call[Holds[T]], Any, None]
"""Calls that are each sent their answer, and whose answers hold things to be given one by one."""


def once(call: Call[T]) -> Plan[T]:
    """Make a plan of one call."""
    answer: T = yield call
    return answer
