"""The two clients: the only code here that sends and waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Generator
from typing import Any, Self, TypeVar

import httpx
from typing_extensions import override

from ownwords.client.asking import Attempt, Call, Pause, Plan, Walk, once
from ownwords.client.calls import printable
from ownwords.client.errors import Heard, problem_of
from ownwords.client.retries import Patience, attempts
from ownwords.client.splitting import Splitter
from ownwords.client.verbs import Verbs

T = TypeVar("T")


class Ownwords(Verbs):
    """A client of one project's memories by one of its keys, or of one person's by their token.

    It is safe to share between threads. With a person token `user_id` may be left out, or be None.

    ```python
    with Ownwords("http://127.0.0.1:8787", key) as memory:
        memory.add("u_42", [Message("I wear 42.", role="user", session="s1")])
    ```
    """

    def __init__(self, url: str, key: str, *, patience: Patience | None = None) -> None:
        """Speak to the server at `url` with an API key or a person token; nothing is sent yet.

        Raises:
            ValueError: the address or the key can not be one.
        """
        self._patience = patience or Patience()
        self._http = httpx.Client(base_url=_address(url), headers=_headers(key))

    @override
    def __repr__(self) -> str:
        return f"Ownwords({str(self._http.base_url)!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def ask(self, asked: Call[T] | Plan[T]) -> T:
        """Make a call, or all the calls of a plan, and give the answer."""
        steps: Plan[T] = once(asked) if isinstance(asked, Call) else asked
        heard: Any = None
        while True:
            try:
                step = steps.send(heard)
            except StopIteration as end:
                return end.value
            match step:
                case Call():
                    heard = self.ask(attempts(step, self._patience))
                case Attempt():
                    heard = self._send(step)
                case Pause(seconds):
                    heard = time.sleep(seconds)

    def walk(self, walk: Walk[T]) -> Generator[T, None, None]:
        """Make calls one after another, as they are needed, and give what their answers hold."""
        answer: Any = None
        while True:
            try:
                call = walk.send(answer)
            except StopIteration:
                return
            answer = self.ask(call)
            yield from answer.items

    def lines(self, call: Call[httpx.Response]) -> Generator[bytes, None, None]:
        """Make a call and give the lines of its answer as they arrive."""
        splitter, response = Splitter(), self.ask(call)
        try:
            for chunk in response.iter_bytes():
                yield from splitter.lines(chunk)
        except httpx.RequestError as error:
            raise problem_of(error) from None
        finally:
            response.close()
        yield from splitter.rest()

    def _send(self, attempt: Attempt) -> Heard:
        try:
            response = self._http.send(attempt.request(self._http), stream=attempt.call.is_stream)
            if not response.is_success:
                response.read()
        except httpx.RequestError as error:
            return error
        return response


class AsyncOwnwords(Verbs):
    """A client of one project's memories by one of its keys, or of one person's by their token, for asyncio.

    With a person token `user_id` may be left out, or be None.

    ```python
    async with AsyncOwnwords("http://127.0.0.1:8787", key) as memory:
        await memory.add("u_42", [Message("I wear 42.", role="user", session="s1")])
    ```
    """

    def __init__(self, url: str, key: str, *, patience: Patience | None = None) -> None:
        """Speak to the server at `url` with an API key or a person token; nothing is sent yet.

        Raises:
            ValueError: the address or the key can not be one.
        """
        self._patience = patience or Patience()
        self._http = httpx.AsyncClient(base_url=_address(url), headers=_headers(key))

    @override
    def __repr__(self) -> str:
        return f"AsyncOwnwords({str(self._http.base_url)!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def ask(self, asked: Call[T] | Plan[T]) -> T:
        """Make a call, or all the calls of a plan, and give the answer."""
        steps: Plan[T] = once(asked) if isinstance(asked, Call) else asked
        heard: Any = None
        while True:
            try:
                step = steps.send(heard)
            except StopIteration as end:
                return end.value
            match step:
                case Call():
                    heard = await self.ask(attempts(step, self._patience))
                case Attempt():
                    heard = await self._send(step)
                case Pause(seconds):
                    heard = await asyncio.sleep(seconds)

    async def walk(self, walk: Walk[T]) -> AsyncGenerator[T, None]:
        """Make calls one after another, as they are needed, and give what their answers hold."""
        answer: Any = None
        while True:
            try:
                call = walk.send(answer)
            except StopIteration:
                return
            answer = await self.ask(call)
            for one in answer.items:
                yield one

    async def lines(self, call: Call[httpx.Response]) -> AsyncGenerator[bytes, None]:
        """Make a call and give the lines of its answer as they arrive."""
        splitter, response = Splitter(), await self.ask(call)
        try:
            async for chunk in response.aiter_bytes():
                for line in splitter.lines(chunk):
                    yield line
        except httpx.RequestError as error:
            raise problem_of(error) from None
        finally:
            await response.aclose()
        for line in splitter.rest():
            yield line

    async def _send(self, attempt: Attempt) -> Heard:
        try:
            response = await self._http.send(attempt.request(self._http), stream=attempt.call.is_stream)
            if not response.is_success:
                await response.aread()
        except httpx.RequestError as error:
            return error
        return response


def _address(url: str) -> httpx.URL:
    address = httpx.URL(url)
    if address.scheme not in ("http", "https") or not address.host:
        raise ValueError("url is the server's address, such as http://127.0.0.1:8787")
    if address.userinfo or address.query or address.fragment:
        raise ValueError("url is the server's address alone, without a user, a query or a fragment")
    return address


def _headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {printable('key', key)}", "User-Agent": "ownwords-python"}
