"""One way to say SQL to two databases.

Statements are written once, with named parameters (`:item`). A `Session` speaks them to a database; `Mine` adds
to each the project and the person that its transaction was opened for, so that no statement on a person table
can forget whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from ownwords.domain.ids import Scope

Value: TypeAlias = "int | float | str | bytes | None"
Row: TypeAlias = tuple[Any, ...]
Parameters: TypeAlias = Mapping[str, Any]
Element = TypeVar("Element")

IN_A_STATEMENT: Final = 512
"""The most values of a list in one statement; well under what both databases take."""


class Session(Protocol):
    """A connection inside a transaction."""

    def rows(self, sql: str, parameters: Parameters) -> list[Row]:
        """Run a query and give its rows."""
        ...

    def run(self, sql: str, parameters: Parameters) -> int:
        """Run a statement and give the number of rows it touched."""
        ...

    def run_many(self, sql: str, parameters: Sequence[Parameters]) -> int:
        """Run one statement for each set of parameters and give the number of rows touched."""
        ...

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert rows by the fastest way that the database has."""
        ...

    def among(self, values: Sequence[Value]) -> tuple[str, Parameters]:
        """Write that a column is one of several values, to stand behind its name; with the parameters."""
        ...

    def table(self, columns: Mapping[str, Sequence[Value]]) -> tuple[str, Parameters]:
        """Write a query whose rows are the columns' values side by side; with the parameters."""
        ...

    def try_lock(self, key: int) -> bool:
        """Take a lock that ends with the transaction; False where another transaction holds it."""
        ...


class Mine:
    """The statements of one person's transaction."""

    def __init__(self, session: Session, scope: Scope) -> None:
        """Speak through `session`, always of `scope`."""
        self._session = session
        self._own: dict[str, Value] = {"project": int(scope.project), "person": int(scope.person)}

    def rows(self, sql: str, **parameters: Value) -> list[Row]:
        """Run a query and give its rows."""
        return self._session.rows(sql, self._own | parameters)

    def row(self, sql: str, **parameters: Value) -> Row | None:
        """Run a query and give its first row."""
        return next(iter(self.rows(sql, **parameters)), None)

    def run(self, sql: str, **parameters: Value) -> int:
        """Run a statement and give the number of rows it touched."""
        return self._session.run(sql, self._own | parameters)

    def run_many(self, sql: str, parameters: Iterable[Parameters]) -> int:
        """Run one statement for each set of parameters and give the number of rows touched."""
        own = [{**self._own, **one} for one in parameters]
        return self._session.run_many(sql, own) if own else 0

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Insert rows, each with project and person put before it."""
        own = tuple(self._own.values())
        whole = [own + row for row in rows]
        if whole:
            self._session.insert(table, ("project", "person", *columns), whole)

    def try_lock(self, key: int) -> bool:
        """Take a lock that ends with the transaction."""
        return self._session.try_lock(key)

    def rows_in(self, sql: str, values: Iterable[Value], **parameters: Value) -> list[Row]:
        """Run a query whose `{among}` says of a column that it is one of the values.

        It takes as many statements as it must; the rows come in the order of those.
        """
        found: list[Row] = []
        for part in parts(list(values), IN_A_STATEMENT):
            among, listed = self._session.among(part)
            found += self._session.rows(sql.replace("{among}", among), {**self._own, **listed, **parameters})
        return found

    def run_in(self, sql: str, values: Iterable[Value], **parameters: Value) -> int:
        """Run a statement whose `{among}` says of a column that it is one of the values."""
        touched = 0
        for part in parts(list(values), IN_A_STATEMENT):
            among, listed = self._session.among(part)
            touched += self._session.run(sql.replace("{among}", among), {**self._own, **listed, **parameters})
        return touched

    def rows_of(self, sql: str, columns: Mapping[str, Sequence[Value]], **parameters: Value) -> list[Row]:
        """Run a query whose `{table}` is a query of the columns' values, at most 512 of each."""
        table, listed = self._session.table(columns)
        return self._session.rows(sql.replace("{table}", table), {**self._own, **listed, **parameters})


def parts(values: Sequence[Element], most: int) -> Iterator[Sequence[Element]]:
    """Cut a list into parts of at most so many."""
    for start in range(0, len(values), most):
        yield values[start : start + most]


def listing(values: Sequence[Value], name: str = "in") -> tuple[str, dict[str, Value]]:
    """Write a list of values as named parameters.

    The list is filled up to a power of two with its last value, so that a database sees few distinct statements
    and can keep them prepared.
    """
    size = 1 << max(len(values) - 1, 0).bit_length()
    padded = [*values, *[values[-1] if values else None] * (size - len(values))]
    named = {f"{name}{index}": value for index, value in enumerate(padded)}
    return ", ".join(f":{one}" for one in named), named
