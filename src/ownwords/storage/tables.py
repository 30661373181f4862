"""Which tables there are, and which statements cross persons.

A person table holds rows of persons: each of its keys and unique indexes begins with (project, person), and each
statement on it names both. A project table holds nothing of any person.

Four statements cross persons, and no other may: finding what has expired and removing it where only its time
counts (`WITH_EXPIRED`, `SWEPT`), finding queued work (`WITH_QUEUED`), writing the access log of many persons at once
(`Store.log`), and walking the persons of a project (`PERSONS`).
"""

from typing import Final

PERSON_TABLES: Final = (
    "person",
    "item",
    "version",
    "label",
    "about",
    "thread",
    "claim",
    "passage",
    "posting",
    "vector",
    "queue",
    "tombstone",
    "receipt",
    "replay",
    "access",
)

PROJECT_TABLES: Final = ("server", "project", "api_key", "model")

KEPT_AFTER_EVERYTHING: Final = ("person", "tombstone", "receipt", "replay", "access")
"""What is left of a person of whom everything was forgotten; the person's row without its name."""

WITH_EXPIRED: Final = "SELECT DISTINCT project, person FROM item WHERE expires <= :now LIMIT :most"

WITH_QUEUED: Final = "SELECT project, person FROM queue WHERE due <= :now ORDER BY due LIMIT :most"

SWEPT: Final = (
    "DELETE FROM replay WHERE expires <= :now",
    "DELETE FROM access WHERE expires <= :now",
)

PERSONS: Final = """
    SELECT person FROM person
    WHERE project = :project AND person > :after ORDER BY person LIMIT :most"""

CROSSING: Final = frozenset({WITH_EXPIRED, WITH_QUEUED, *SWEPT, PERSONS})
