"""Both clients behind one face, so that one suite holds them to the same promises."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from inspect import isasyncgen, iscoroutine
from typing import Any, Literal, TypeAlias, cast

from ownwords.client import AsyncOwnwords, Ownwords, Patience

Colour: TypeAlias = Literal["sync", "async"]

QUICK = Patience(answer=5, total=10, pause=0.01, longest_pause=0.05)


class Awaited:
    """Waits for whatever an asynchronous client gives."""

    def __init__(self, client: AsyncOwnwords, runner: asyncio.Runner) -> None:
        self._client = client
        self._runner = runner

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._client, name)

        def wait(*args: Any, **kwargs: Any) -> Any:
            given: object = method(*args, **kwargs)
            if isasyncgen(given):
                return self._one_by_one(cast("AsyncGenerator[Any, None]", given))
            assert iscoroutine(given)
            return self._runner.run(cast("Coroutine[Any, Any, Any]", given))

        return wait

    def _one_by_one(self, given: AsyncGenerator[Any, None]) -> Iterator[Any]:
        async def step() -> Any:
            return await anext(given)

        try:
            while True:
                try:
                    one = self._runner.run(step())
                except StopAsyncIteration:
                    return
                yield one
        finally:
            self._runner.run(given.aclose())


@contextmanager
def speaking(colour: Colour, url: str, key: str, patience: Patience = QUICK) -> Generator[Ownwords]:
    """Open a client of either kind, to be used as the synchronous one is."""
    if colour == "sync":
        with Ownwords(url, key, patience=patience) as client:
            yield client
        return
    with asyncio.Runner() as runner:
        client = AsyncOwnwords(url, key, patience=patience)
        runner.run(client.__aenter__())
        try:
            yield cast("Ownwords", Awaited(client, runner))
        finally:
            runner.run(client.__aexit__(None, None, None))
