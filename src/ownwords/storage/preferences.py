"""What is kept under the six keys: memories, their versions, what these stand on, and consents."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ownwords.domain.ids import Derived
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import (
    Bought,
    Cited,
    Consent,
    Declared,
    Forgotten,
    History,
    Inferred,
    Memory,
    Provenance,
    Said,
    Stated,
    Version,
    Why,
    Words,
)
from ownwords.domain.preferences.words import Citation
from ownwords.domain.times import Instant
from ownwords.storage.sql import Mine, Row

_TABLES: Final = ("evidence", "preference_version", "preference")
_PREFERENCE: Final = ("memory", "id", "key", "declared", "active", "version")
_VERSION: Final = ("memory", "version", "declared", "value", "at", "by_whom", "why")
_WORDS: Final = ("words", "item", "item_version", "starts", "ends")
_EVIDENCE: Final = ("memory", "version", "place", "names", *_WORDS, "purchase", "bought_at")


class PreferenceRows:
    """See `ports.Preferences`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def active(self) -> list[Memory]:
        """Give the active memories in their current version."""
        heads = self._mine.rows(
            """
            SELECT memory, id, key FROM preference
            WHERE project = :project AND person = :person AND active = 1 ORDER BY memory"""
        )
        current = self._versions([memory for memory, *_ in heads], "AND version = {current}")
        return [Memory(memory, name, Key(key), current[memory][0]) for memory, name, key in heads]

    def histories(self) -> list[History]:
        """Give every memory with all its versions."""
        heads = self._mine.rows(
            """
            SELECT memory, id, key, active FROM preference
            WHERE project = :project AND person = :person ORDER BY memory"""
        )
        versions = self._versions([memory for memory, *_ in heads])
        return [
            History(memory, name, Key(key), tuple(versions[memory]), bool(active))
            for memory, name, key, active in heads
        ]

    def put(self, memories: Sequence[Memory]) -> None:
        """Store memories as active in their current version, which takes the place of one of its number."""
        for table in ("evidence", "preference_version"):
            self._mine.run_many(
                f"""
                DELETE FROM {table}
                WHERE project = :project AND person = :person AND memory = :memory AND version = :version""",
                [{"memory": one.number, "version": one.current.number} for one in memories],
            )
        self._remove_from("preference", [one.number for one in memories])
        self._insert([History(one.number, one.id, one.key, (one.current,)) for one in memories])

    def retire(self, numbers: Sequence[int]) -> None:
        """Let memories be no longer active; their history stays."""
        self._mine.run_in(
            "UPDATE preference SET active = 0 WHERE project = :project AND person = :person AND memory {among}",
            numbers,
        )

    def replace(self, histories: Sequence[History]) -> None:
        """Store memories with all their versions, in the place of the ones of their numbers."""
        self.remove([one.number for one in histories])
        self._insert(histories)

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove memories with all their versions and evidence."""
        for table in _TABLES:
            self._remove_from(table, numbers)

    def citing(self, items: Iterable[int]) -> list[Citation]:
        """Give every place at which a version stands on words of one of the items."""
        rows = self._mine.rows_in(
            """
            SELECT preference.key, preference.active, preference_version.value, evidence.memory, evidence.version,
                evidence.place, evidence.names, evidence.item, evidence.item_version, evidence.starts, evidence.ends
            FROM evidence
            JOIN preference ON preference.project = :project AND preference.person = :person
                AND preference.memory = evidence.memory
            JOIN preference_version ON preference_version.project = :project AND preference_version.person = :person
                AND preference_version.memory = evidence.memory AND preference_version.version = evidence.version
            WHERE evidence.project = :project AND evidence.person = :person AND evidence.item {among}""",
            items,
        )
        return [
            Citation(
                memory,
                version,
                place,
                Key(key),
                tuple(json.loads(names)) or tuple(json.loads(value)),
                Cited(item, item_version, start, end),
                is_active=bool(active),
            )
            for key, active, value, memory, version, place, names, item, item_version, start, end in rows
        ]

    def cite(self, citations: Sequence[tuple[Citation, Words]]) -> None:
        """Let places of versions stand on other words than before."""
        self._mine.run_many(
            """
            UPDATE evidence SET words = :words, item = :item, item_version = :item_version,
                starts = :starts, ends = :ends
            WHERE project = :project AND person = :person
                AND memory = :memory AND version = :version AND place = :place""",
            [
                {"memory": one.memory, "version": one.version, "place": one.place}
                | dict(zip(_WORDS, _words_row(words), strict=True))
                for one, words in citations
            ],
        )

    def lift(self, tombstones: Sequence[Derived]) -> int:
        """Remove tombstones; give how many there were."""
        return self._mine.run_in(
            "DELETE FROM tombstone WHERE project = :project AND person = :person AND hash {among}", tombstones
        )

    def consents(self) -> dict[Key, Consent]:
        """Give what the person said last of each key."""
        rows = self._mine.rows(
            "SELECT key, given, at, by_whom FROM consent WHERE project = :project AND person = :person ORDER BY key"
        )
        return {Key(key): Consent(Key(key), bool(given), Instant(at), by) for key, given, at, by in rows}

    def put_consent(self, consent: Consent) -> None:
        """Keep what the person says of a key, in the place of what they said before."""
        self._mine.run(
            "DELETE FROM consent WHERE project = :project AND person = :person AND key = :key", key=consent.key.value
        )
        columns = ("key", "given", "at", "by_whom")
        self._mine.insert("consent", columns, [(consent.key.value, int(consent.is_given), consent.at, consent.by)])

    def _remove_from(self, table: str, numbers: Sequence[int]) -> None:
        self._mine.run_in(
            f"DELETE FROM {table} WHERE project = :project AND person = :person AND memory {{among}}", numbers
        )

    def _insert(self, histories: Sequence[History]) -> None:
        heads = [
            (
                one.number,
                one.id,
                one.key.value,
                int(isinstance(one.versions[-1].provenance, Declared)),
                int(one.is_active),
                one.versions[-1].number,
            )
            for one in histories
        ]
        versions = [(one.number, version) for one in histories for version in one.versions]
        self._mine.insert("preference", _PREFERENCE, heads)
        self._mine.insert("preference_version", _VERSION, [_version_row(memory, one) for memory, one in versions])
        rows = (row for memory, one in versions for row in _evidence_rows(memory, one))
        self._mine.insert("evidence", _EVIDENCE, rows)

    def _versions(self, memories: Sequence[int], which: str = "") -> dict[int, list[Version]]:
        """Give the versions of memories, oldest first; `which` may say that a version is the `{current}` one."""
        evidence: dict[tuple[int, int], list[Row]] = defaultdict(list)
        listed = self._mine.rows_in(
            f"""
            SELECT {", ".join(_EVIDENCE)} FROM evidence
            WHERE project = :project AND person = :person AND memory {{among}} {_narrowed(which, "evidence")}
            ORDER BY memory, version, place""",
            memories,
        )
        for memory, version, _, *rest in listed:
            evidence[memory, version].append(tuple(rest))
        found: dict[int, list[Version]] = defaultdict(list)
        rows = self._mine.rows_in(
            f"""
            SELECT {", ".join(_VERSION)} FROM preference_version
            WHERE project = :project AND person = :person AND memory {{among}} {_narrowed(which, "preference_version")}
            ORDER BY memory, version""",
            memories,
        )
        for memory, number, declared, value, at, by, why in rows:
            provenance = _provenance(evidence[memory, number], is_declared=bool(declared))
            found[memory].append(Version(number, tuple(json.loads(value)), provenance, Instant(at), by, Why(why)))
        return found


def _narrowed(which: str, table: str) -> str:
    return which.format(
        current=f"""(
                SELECT preference.version FROM preference
                WHERE preference.project = :project AND preference.person = :person
                    AND preference.memory = {table}.memory)"""
    )


def _version_row(memory: int, version: Version) -> tuple[Any, ...]:
    declared = int(isinstance(version.provenance, Declared))
    value = json.dumps(version.value, ensure_ascii=False)
    return memory, version.number, declared, value, version.at, version.by, version.why.value


def _evidence_rows(memory: int, version: Version) -> list[tuple[Any, ...]]:
    match version.provenance:
        case Declared(said):
            kept = [(one.names, *_words_row(one.words), None, None) for one in said]
        case Inferred(bought):
            kept = [((one.name,), *_words_row(Forgotten()), one.purchase, one.at) for one in bought]
    return [
        (memory, version.number, place, json.dumps(names, ensure_ascii=False), *rest)
        for place, (names, *rest) in enumerate(kept)
    ]


def _words_row(words: Words) -> tuple[Any, ...]:
    match words:
        case Cited(item, version, start, end):
            return None, item, version, start, end
        case Stated(text):
            return text, None, None, None, None
        case Forgotten():
            return None, None, None, None, None


def _provenance(rows: Iterable[Row], *, is_declared: bool) -> Provenance:
    if not is_declared:
        return Inferred(tuple(Bought(json.loads(row[0])[0], row[6], Instant(row[7])) for row in rows))
    return Declared(tuple(Said(tuple(json.loads(row[0])), _words_of(row)) for row in rows))


def _words_of(row: Row) -> Words:
    _, words, item, version, start, end, *_ = row
    if item is not None:
        return Cited(item, version, start, end)
    return Forgotten() if words is None else Stated(words)
