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
        held = self._mine.rows_in(
            "SELECT claim FROM claim WHERE project = :project AND person = :person AND claim {among}",
            change,
        )
        known = {bytes(key) for (key,) in held}
        self._mine.run_many(
            """
            INSERT INTO claim (project, person, claim, author, role, items)
            VALUES (:project, :person, :claim, :author, :role, :items)
            ON CONFLICT (project, person, claim) DO UPDATE SET items = claim.items + excluded.items""",
            [
                {
                    "claim": key,
                    "author": author_text(claim.author),
                    "role": None if claim.role is None else claim.role.value,
                    "items": items,
                }
                for key, (claim, items) in change.items()
            ],
        )
        going = [key for key, (_, items) in change.items() if items < 0]
        gone = self._mine.run_in(
            "DELETE FROM claim WHERE project = :project AND person = :person AND claim {among} AND items <= 0",
            going,
        )
        return gone > 0 or any(key not in known for key in change)
