"""Which tables there are, and which statements cross persons.

A person table holds rows of persons: each of its keys and unique indexes begins with (project, person), and each
statement on it names both. A project table holds nothing of any person.

Few statements cross persons, and no other may: finding what has expired and removing it where only its time
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
    "purchase",
    "purchase_version",
    "preference",
    "preference_version",
    "evidence",
    "consent",
    "tombstone",
    "receipt",
    "replay",
    "sign_in",
    "access",
)

PROJECT_TABLES: Final = ("server", "project", "api_key", "model")

KEPT_AFTER_EVERYTHING: Final = ("person", "tombstone", "receipt", "replay", "access")
"""What is left of a person of whom everything was forgotten; the person's row without its name."""

WITH_EXPIRED: Final = """
    SELECT project, person FROM item WHERE expires <= :now
    UNION SELECT project, person FROM purchase WHERE expires <= :now LIMIT :most"""

WITH_QUEUED: Final = "SELECT project, person FROM queue WHERE due <= :now ORDER BY due LIMIT :most"

SWEPT: Final = (
    "DELETE FROM replay WHERE expires <= :now",
    "DELETE FROM access WHERE expires <= :now",
    "DELETE FROM sign_in WHERE expires <= :now",
)

PERSONS: Final = """
    SELECT person FROM person
    WHERE project = :project AND person > :after ORDER BY person LIMIT :most"""

CROSSING: Final = frozenset({WITH_EXPIRED, WITH_QUEUED, *SWEPT, PERSONS})
