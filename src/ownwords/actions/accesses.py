"""Who used a memory."""

from __future__ import annotations

from ownwords.actions.memory import Memory, Whose, read
from ownwords.domain.accesses import Access


def page(memory: Memory, whose: Whose, after: tuple[int, int] | None, most: int) -> list[Access]:
    """List the uses of a memory, newest first, from behind the place (at, nonce)."""
    return read(memory, whose, lambda opened: opened.transaction.accesses.page(after, most))
