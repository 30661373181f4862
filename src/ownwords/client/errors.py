"""Every problem a call can end with, as a tree by what a caller would do about it.

OwnwordsError
├── ConnectionFailed      no answer came; what was sent may have arrived
│   └── TimedOut          the same, because it took too long
├── AnswerUnreadable      an answer came that is not the server's
├── RequestInvalid        400, 405, 413, 422: mend the request; `errors` lists every fault
├── CredentialInvalid     401: send a live key or person token
├── NotAllowed            403, 421: use a credential that has the scope or a person, or another host
├── NotFound              404: there is no such thing
├── Conflict              409: another request is in the way
├── RateLimited           429: ask less often
├── ServerFailed          5xx: the server could not answer
└── NotPurgedInTime       the files were not clean before the time was over

None of them holds the key, or more of what somebody said than the server's own message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

import httpx
from typing_extensions import override

Heard: TypeAlias = httpx.Response | httpx.RequestError
"""What comes of one attempt."""

_SHOWN: Final = 5
_PASSING: Final = frozenset({429, 502, 503, 504})
_OURS: Final = (httpx.LocalProtocolError, httpx.UnsupportedProtocol)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a request: an RFC 6901 pointer into the body, a code, and what to do."""

    pointer: str
    code: str
    message: str


class OwnwordsError(Exception):
    """A call did not end well; `code` is the server's word for why, and `request_id` finds it in the server's log."""

    def __init__(
        self,
        message: str,
        code: str,
        status: int | None = None,
        request_id: str | None = None,
        reason: str | None = None,
        errors: tuple[Fault, ...] = (),
    ) -> None:
        """Say what happened; `status` is None where no answer came."""
        # All of them are arguments of the exception, so that it can be pickled.
        super().__init__(message, code, status, request_id, reason, errors)
        self.message = message
        self.code = code
        self.status = status
        self.request_id = request_id
        self.reason = reason
        self.errors = errors

    @override
    def __str__(self) -> str:
        named = ", ".join(part for part in (self.code, self.reason, self.request_id) if part)
        listed = [f"\n  {one.pointer}: {one.message} ({one.code})" for one in self.errors[:_SHOWN]]
        more = len(self.errors) - _SHOWN
        return f"{self.message} [{named}]" + "".join(listed) + (f"\n  and {more} more" if more > 0 else "")


class ConnectionFailed(OwnwordsError):
    """No answer came, or only a part of one; what was sent may have arrived all the same."""


class TimedOut(ConnectionFailed):
    """No answer came in time; what was sent may have arrived all the same."""


class AnswerUnreadable(OwnwordsError):
    """An answer came that this client can not read; something else may be listening at the address."""


class RequestInvalid(OwnwordsError):
    """The request is malformed; `errors` lists every fault with its pointer."""


class CredentialInvalid(OwnwordsError):
    """The server does not know the key or the token, or it is over, was ended or was revoked."""


class NotAllowed(OwnwordsError):
    """The key or the token may not be used for this, or not from here."""


class NotFound(OwnwordsError):
    """There is no such thing."""


class Conflict(OwnwordsError):
    """Another request is in the way of this one."""


class RateLimited(OwnwordsError):
    """Too many requests came in too short a time."""


class ServerFailed(OwnwordsError):
    """The server could not answer."""


class NotPurgedInTime(OwnwordsError):
    """What was forgotten shows nowhere, but the database's files were not clean of it in time."""


_KINDS: Final[dict[int, type[OwnwordsError]]] = {
    401: CredentialInvalid,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    421: NotAllowed,
    429: RateLimited,
}


def problem_of(heard: Heard) -> OwnwordsError:
    """Read what came of an attempt that was not answered as hoped."""
    if isinstance(heard, httpx.Response):
        return _refused(heard)
    # httpx's own words stay out, but where nothing was sent yet: they may quote what was.
    what = str(heard) if isinstance(heard, httpx.ConnectError) else type(heard).__name__
    if isinstance(heard, httpx.TimeoutException):
        return TimedOut(f"The server did not answer in time ({what}).", "timed_out")
    return ConnectionFailed(f"The connection to the server failed ({what}).", "connection_failed")


def is_passing(heard: Heard, problem: OwnwordsError) -> bool:
    """Tell whether the same request may be answered a little later."""
    if isinstance(heard, httpx.Response):
        return heard.status_code in _PASSING or problem.code == "idempotency_in_progress"
    return isinstance(heard, httpx.TransportError) and not isinstance(heard, _OURS)


def unreadable(response: httpx.Response) -> AnswerUnreadable:
    """Tell that a success is not one of this server's."""
    message = "The answer is not one that this client can read; check the address, and the versions of both."
    return AnswerUnreadable(message, "answer_unreadable", response.status_code, _request_id(response))


def _refused(response: httpx.Response) -> OwnwordsError:
    status = response.status_code
    if status >= httpx.codes.INTERNAL_SERVER_ERROR:
        kind: type[OwnwordsError] = ServerFailed
    elif status >= httpx.codes.BAD_REQUEST:
        kind = _KINDS.get(status, RequestInvalid)
    else:
        kind = AnswerUnreadable
    try:
        said: Any = response.json()
        errors = tuple(Fault(one["pointer"], one["code"], one["message"]) for one in said.get("errors") or ())
        message, code, reason = str(said["message"]), str(said["code"]), cast("str | None", said.get("reason"))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return kind(f"The answer was {status}, without a reason.", f"http_{status}", status, _request_id(response))
    return kind(message, code, status, said.get("request_id") or _request_id(response), reason, errors)


def _request_id(response: httpx.Response) -> str | None:
    return response.headers.get("x-request-id")
