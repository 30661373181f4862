"""Walking a list page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ownwords.actions.memory import Whose
from ownwords.domain import cursors, ids
from ownwords.rest.edge import Edge

Element = TypeVar("Element")
Place = tuple[int | str, ...]


class Walk:
    """One page of a walk: `after` is the place behind which it begins, None at the start.

    A cursor is good for the same person, list and question only.
    """

    def __init__(
        self, caller: Edge, whose: Whose, verb: str, *, cursor: str | None, limit: int, asked: bytes = b""
    ) -> None:
        """Read the place from the cursor.

        Raises:
            CursorInvalid: it was not given out for this walk.
        """
        self._key = caller.memory.cursor_key
        # By the memory and not by its name: two callers may mean two memories by one name.
        scope = whose.scope(caller.memory)
        self._bound = ids.fields(scope.project, scope.person, verb, asked)
        self._limit = limit
        self.after: Place | None = None if cursor is None else cursors.read(self._key, self._bound, cursor)

    @property
    def most(self) -> int:
        """How many to look for: one more than is shown tells whether there is another page."""
        return self._limit + 1

    def page(self, found: Sequence[Element], place: Callable[[Element], Place]) -> tuple[Sequence[Element], str | None]:
        """Give what is shown of what was found, and the cursor of the next page; None on the last one."""
        shown = found[: self._limit]
        if len(found) <= self._limit:
            return shown, None
        return shown, cursors.write(self._key, self._bound, place(shown[-1]))
