"""Migrations: numbered SQL files, each run once, in order, all or nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from typing import Final

from ownwords.domain.errors import RefusesToServe

_NAME: Final = re.compile(r"([0-9]{4})_[a-z_]+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema."""

    number: int
    name: str
    sql: str


def migrations(package: str) -> list[Migration]:
    """Read the migrations that stand in a package, in order."""
    found: list[Migration] = []
    for file in resources.files(package).iterdir():
        name = _NAME.fullmatch(file.name)
        if name is not None:
            found.append(Migration(int(name[1]), file.name, file.read_text(encoding="utf-8")))
    return sorted(found, key=lambda one: one.number)


def due(known: list[Migration], schema: int) -> list[Migration]:
    """Give the migrations that a database at `schema` still needs.

    Raises:
        RefusesToServe: the database was made by a later version of the server.
    """
    latest = known[-1].number if known else 0
    if schema > latest:
        message = f"The database has schema {schema}, and this version knows {latest}; install the later version."
        raise RefusesToServe(message)
    return [one for one in known if one.number > schema]
