"""The methods of both clients, from what is asked: one signature and one docstring for the two of them.

Each is a descriptor. On a client it is a method that asks; on the class it is the function that describes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload

import httpx

from ownwords.client import calls, plans, preferences
from ownwords.client.asking import Call, Plan, Walk

if TYPE_CHECKING:
    from ownwords.client.clients import AsyncOwnwords, Ownwords

P = ParamSpec("P")
T = TypeVar("T")


class Verb(Generic[P, T]):
    """A method that gives one answer; an awaitable one on the asynchronous client."""

    def __init__(self, described: Callable[P, Call[T] | Plan[T]]) -> None:
        """Ask what `described` gives."""
        self._described = described
        self.__doc__ = described.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Call[T] | Plan[T]]: ...
    @overload
    def __get__(self, client: Ownwords, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncOwnwords, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Ownwords | AsyncOwnwords | None, owner: type) -> Callable[P, Any]:
        return self._described if client is None else _bound(client.ask, self._described)


class Many(Generic[P, T]):
    """A method that gives things one by one; to be iterated with `async for` on the asynchronous client."""

    def __init__(self, described: Callable[P, Walk[T]]) -> None:
        """Ask what `described` gives."""
        self._described = described
        self.__doc__ = described.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Walk[T]]: ...
    @overload
    def __get__(self, client: Ownwords, owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: AsyncOwnwords, owner: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: Ownwords | AsyncOwnwords | None, owner: type) -> Callable[P, Any]:
        return self._described if client is None else _bound(client.walk, self._described)


class Lines(Generic[P]):
    """A method that gives lines as they arrive; to be iterated with `async for` on the asynchronous client."""

    def __init__(self, described: Callable[P, Call[httpx.Response]]) -> None:
        """Ask what `described` gives."""
        self._described = described
        self.__doc__ = described.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Call[httpx.Response]]: ...
    @overload
    def __get__(self, client: Ownwords, owner: type) -> Callable[P, Iterator[bytes]]: ...
    @overload
    def __get__(self, client: AsyncOwnwords, owner: type) -> Callable[P, AsyncIterator[bytes]]: ...
    def __get__(self, client: Ownwords | AsyncOwnwords | None, owner: type) -> Callable[P, Any]:
        return self._described if client is None else _bound(client.lines, self._described)


def _bound(ask: Callable[[Any], Any], described: Callable[P, Any]) -> Callable[P, Any]:
    @wraps(described)
    def method(*args: P.args, **kwargs: P.kwargs) -> Any:
        return ask(described(*args, **kwargs))

    return method


class Verbs:
    """Everything that the server can be asked."""

    add = Verb(calls.add)
    add_all = Many(plans.add_all)
    read = Verb(calls.read)
    read_all = Many(plans.read_all)
    versions = Verb(calls.versions)
    search = Verb(calls.search)
    context = Verb(calls.context)
    indexing = Verb(calls.indexing)
    retry_indexing = Verb(calls.retry_indexing)
    threads = Verb(calls.threads)
    speakers = Verb(calls.speakers)
    about = Verb(calls.about)
    add_purchases = Verb(calls.add_purchases)
    read_purchases = Verb(calls.read_purchases)
    read_all_purchases = Many(plans.read_all_purchases)
    purchase_versions = Verb(calls.purchase_versions)
    forget = Verb(calls.forget)
    receipt = Verb(calls.receipt)
    verify = Verb(calls.verify)
    wait_until_purged = Verb(plans.wait_until_purged)
    export = Lines(calls.export)
    import_ = Verb(plans.import_)
    put_person = Verb(calls.put_person)
    person = Verb(calls.person)
    issue_session = Verb(calls.issue_session)
    end_sessions = Verb(calls.end_sessions)
    remember = Verb(preferences.remember)
    correct = Verb(preferences.correct)
    forget_preference = Verb(preferences.forget_preference)
    call_tool = Verb(preferences.call_tool)
    consents = Verb(preferences.consents)
    consent = Verb(preferences.consent)
    preferences = Verb(preferences.preferences)
    accesses = Verb(calls.accesses)
    project = Verb(calls.project)
    change_project = Verb(calls.change_project)
    healthy = Verb(plans.healthy)
