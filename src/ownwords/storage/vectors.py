"""Vectors: one row a passage, in half precision, with the number of the model that made it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ownwords.storage.sql import Mine


class VectorRows:
    """See `ports.StoredVectors`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def put(self, model: int, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Store vectors of passages, each in the place of the one of its passage where there is one."""
        self.remove([passage for passage, _ in vectors])
        rows = ((passage, model, vector) for passage, vector in vectors)
        self._mine.insert("vector", ("passage", "model", "vector"), rows)

    def remove(self, passages: Iterable[int]) -> int:
        """Remove the vectors of passages; give how many there were."""
        return self._mine.run_in(
            "DELETE FROM vector WHERE project = :project AND person = :person AND passage {among}", passages
        )

    def clear(self) -> None:
        """Remove every vector."""
        self._mine.run("DELETE FROM vector WHERE project = :project AND person = :person")

    def last(self) -> int:
        """Give the highest passage that has a vector; -1 where none has."""
        row = self._mine.row("SELECT MAX(passage) FROM vector WHERE project = :project AND person = :person")
        return -1 if row is None or row[0] is None else int(row[0])

    def after(self, passage: int, model: int) -> list[tuple[int, bytes]]:
        """Give the vectors that a model made of the passages above one, in order."""
        rows = self._mine.rows(
            """
            SELECT passage, vector FROM vector
            WHERE project = :project AND person = :person AND passage > :passage AND model = :model
            ORDER BY passage""",
            passage=passage,
            model=model,
        )
        return [(number, bytes(vector)) for number, vector in rows]

    def count(self, model: int) -> int:
        """Count the vectors that a model made."""
        row = self._mine.row(
            "SELECT COUNT(*) FROM vector WHERE project = :project AND person = :person AND model = :model",
            model=model,
        )
        return int(row[0]) if row else 0
