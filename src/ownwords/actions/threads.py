"""What there is: threads, and what they are about."""

from __future__ import annotations

from dataclasses import replace

from ownwords.actions.memory import Memory, Open, Whose, read
from ownwords.domain.ids import Derived
from ownwords.domain.threads import About, Thread


def page(
    memory: Memory, whose: Whose, *, newest_first: bool, after: tuple[int, Derived] | None, most: int
) -> list[Thread]:
    """List threads in order of when each began, from behind the place `after`: its `listed_at` and key."""

    def work(opened: Open) -> list[Thread]:
        return opened.transaction.threads.page(newest_first=newest_first, after=after, most=most)

    return read(memory, whose, work)


def now_holding(memory: Memory, whose: Whose, thread: Derived) -> Derived:
    """Give the thread that now holds what a thread held when its id was given out."""
    return read(memory, whose, lambda opened: opened.transaction.threads.now_holding(thread)) or thread


def abouts(memory: Memory, whose: Whose, after: str, most: int) -> list[About]:
    """List what items are about, by name, from behind the name `after`."""

    def work(opened: Open) -> list[About]:
        items, threads = opened.transaction.items, opened.transaction.threads
        listed: list[About] = []
        for about in items.abouts(after, most):
            held = threads.by_keys(items.threads_about(about.name)).values()
            ordered = sorted(held, key=lambda one: (one.first_at, one.key))
            listed.append(replace(about, threads=tuple(ordered)))
        return listed

    return read(memory, whose, work)
