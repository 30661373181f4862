"""The person's own row."""

from __future__ import annotations

from ownwords.domain.persons import Person
from ownwords.storage.sql import Mine, Row

_COLUMNS = (
    "user_id, timezone, gap_minutes, index_format, next_item, passages, words, claims_epoch, model, vectors_epoch"
)
_NAMES = _COLUMNS.split(", ")
_VALUES = ", ".join(f":{name}" for name in _NAMES)


class PersonRow:
    """See `ports.Persons`."""

    def __init__(self, mine: Mine, *, lock: str) -> None:
        """Speak of one person; `lock` is how a write keeps others from the row, empty where it need not."""
        self._mine = mine
        self._lock = lock

    def get(self) -> Person | None:
        """Give the person."""
        row = self._row()
        if row is None and self._lock:
            # A row that is not there can not be locked; two first writes would both think themselves alone.
            self._insert(Person(None), "NOTHING")
            row = self._row()
        return None if row is None else Person(*row)

    def put(self, person: Person) -> None:
        """Store the person."""
        self._insert(
            person,
            f"UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _NAMES)}",
        )

    def _row(self) -> Row | None:
        return self._mine.row(
            f"SELECT {_COLUMNS} FROM person WHERE project = :project AND person = :person {self._lock}"
        )

    def _insert(self, person: Person, otherwise: str) -> None:
        self._mine.run(
            f"""
            INSERT INTO person (project, person, {_COLUMNS}) VALUES (:project, :person, {_VALUES})
            ON CONFLICT (project, person) DO {otherwise}""",
            **{name: getattr(person, name) for name in _NAMES},
        )
