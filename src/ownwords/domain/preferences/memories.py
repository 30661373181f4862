"""Memories: what is kept under a key, in versions, each with who acted, when, why, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from ownwords.domain.preferences import Key
from ownwords.domain.preferences.values import Value
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class Cited:
    """Words that stand in a message of the person: the item's number, its version, and the span (code points)."""

    item: int
    version: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Stated:
    """Words that stand in no message that memory holds; they were said by whoever acted to be the person's."""

    words: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The words were forgotten, or their message has ended; what they declared is still declared."""


Words: TypeAlias = Cited | Stated | Forgotten


@dataclass(frozen=True, slots=True)
class Said:
    """Evidence of a declared value: the names of it that the words hold; none for a size, which they hold whole."""

    names: Value
    words: Words


@dataclass(frozen=True, slots=True)
class Bought:
    """Evidence of an inferred value: a purchase, by its number and its date, and the name or size that it supports."""

    name: str
    purchase: int
    at: Instant


@dataclass(frozen=True, slots=True)
class Declared:
    """The person said so."""

    evidence: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Inferred:
    """Purchases of the person support it; it orders and never filters."""

    evidence: tuple[Bought, ...]


Provenance: TypeAlias = Declared | Inferred


class Why(StrEnum):
    """Why a version came to be."""

    REMEMBERED = "remembered"
    CORRECTED = "corrected"
    MOVED = "moved"
    """A brand of it was declared under the opposite key."""
    INFERRED = "inferred"
    UNSUPPORTED = "unsupported"
    """A purchase no longer stands for a part of it."""


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a memory, counted from 1; `by` is who acted."""

    number: int
    value: Value
    provenance: Provenance
    at: Instant
    by: str
    why: Why


@dataclass(frozen=True, slots=True)
class Memory:
    """What is kept under a key, in its current version.

    `number` is its place in the order in which items, purchases and memories of the person arrived; `id` stays the same
    over the versions.
    """

    number: int
    id: str
    key: Key
    current: Version

    @property
    def is_declared(self) -> bool:
        """Whether the person said so."""
        return isinstance(self.current.provenance, Declared)


@dataclass(frozen=True, slots=True)
class History:
    """A memory with every version, oldest first; one that was left empty is no longer active."""

    number: int
    id: str
    key: Key
    versions: tuple[Version, ...]
    is_active: bool = True

    @property
    def memory(self) -> Memory:
        """The memory in its last version."""
        return Memory(self.number, self.id, self.key, self.versions[-1])


@dataclass(frozen=True, slots=True)
class Held:
    """The active memories of a person: at most one declared and one inferred a key."""

    declared: dict[Key, Memory] = field(default_factory=dict[Key, Memory])
    inferred: dict[Key, Memory] = field(default_factory=dict[Key, Memory])

    @classmethod
    def of(cls, memories: Iterable[Memory]) -> Held:
        """Sort memories by what they are."""
        held = cls()
        for one in memories:
            (held.declared if one.is_declared else held.inferred)[one.key] = one
        return held

    @property
    def memories(self) -> list[Memory]:
        """Every one, in the order of the keys, what is declared first."""
        pairs = [(self.declared.get(key), self.inferred.get(key)) for key in Key]
        return [one for pair in pairs for one in pair if one is not None]

    def counts(self, memory: Memory) -> bool:
        """Tell whether a memory is the one in force for its key: what is inferred is not where anything is declared."""
        return memory.is_declared or memory.key not in self.declared

    def by_key(self, key: Key) -> Memory | None:
        """Give what a key means: the declared memory, else the inferred one."""
        return self.declared.get(key) or self.inferred.get(key)

    def by_id(self, memory_id: str) -> Memory | None:
        """Give the memory with an id."""
        return next((one for one in self.memories if one.id == memory_id), None)


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether the person agreed that a key may be kept of them, since when, and through whom they said so."""

    key: Key
    is_given: bool
    at: Instant
    by: str
