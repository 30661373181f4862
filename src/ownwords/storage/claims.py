"""The ways in which items name who wrote them, and how many do."""

from __future__ import annotations

from collections.abc import Mapping

from ownwords.domain.ids import Derived
from ownwords.domain.speakers import Claim, Role
from ownwords.storage.rows import author_of, author_text
from ownwords.storage.sql import Mine


class ClaimRows:
    """See `ports.Claims`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def every(self) -> dict[Derived, tuple[Claim, int]]:
        """Give every claim with its number of items."""
        rows = self._mine.rows(
            "SELECT claim, author, role, items FROM claim WHERE project = :project AND person = :person"
        )
        return {
            Derived(bytes(key)): (Claim(author_of(author), None if role is None else Role(role)), items)
            for key, author, role, items in rows
        }

    def count(self, change: Mapping[Derived, tuple[Claim, int]]) -> bool:
        """Add to the numbers of items; tell whether any claim came or went."""
        is_new = [self._counted(key, items) for key, (_, items) in change.items()]
        self._mine.insert(
            "claim",
            ("claim", "author", "role", "items"),
            [
                (key, author_text(claim.author), None if claim.role is None else claim.role.value, items)
                for (key, (claim, items)), came in zip(change.items(), is_new, strict=True)
                if came
            ],
        )
        going = [key for key, (_, items) in change.items() if items < 0]
        gone = self._mine.run_in(
            "DELETE FROM claim WHERE project = :project AND person = :person AND claim {among} AND items <= 0",
            going,
        )
        return gone > 0 or any(is_new)

    def _counted(self, key: Derived, items: int) -> bool:
        """Add to a claim's number of items; tell whether there is no such claim yet."""
        touched = self._mine.run(
            """
            UPDATE claim SET items = items + :items
            WHERE project = :project AND person = :person AND claim = :claim""",
            claim=key,
            items=items,
        )
        return touched == 0
