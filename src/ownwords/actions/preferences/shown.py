"""Memories as a caller reads them: with the words that are cited, and the ids of messages and purchases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from ownwords.actions.memory import Open
from ownwords.domain.items import Item
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import (
    Bought,
    Cited,
    Declared,
    Forgotten,
    Held,
    History,
    Inferred,
    Memory,
    Said,
    Stated,
    Version,
)
from ownwords.domain.preferences.values import Value, are_equal, plain


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a value, or some names of it, stand on; what does not apply is None."""

    names: Value | None = None
    quote: str | None = None
    item_id: str | None = None
    item_version: int | None = None
    span: tuple[int, int] | None = None
    verified: bool | None = None
    purchase_ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """A version with its evidence."""

    version: Version
    evidence: tuple[Evidence, ...]

    @property
    def is_declared(self) -> bool:
        """Whether the person said so."""
        return isinstance(self.version.provenance, Declared)


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory in its current version; `counts` where it is in force; with the earlier versions, oldest first."""

    id: str
    key: Key
    current: ShownVersion
    counts: bool
    earlier: tuple[ShownVersion, ...] = ()


@dataclass(frozen=True, slots=True)
class _Things:
    """The messages and purchases that versions stand on."""

    items: dict[int, Item]
    purchases: dict[int, str]

    @classmethod
    def of(cls, opened: Open, versions: Iterable[Version]) -> _Things:
        """Look up all of them at once."""
        items, purchases = set[int](), set[int]()
        for version in versions:
            match version.provenance:
                case Declared(said):
                    items |= {one.words.item for one in said if isinstance(one.words, Cited)}
                case Inferred(bought):
                    purchases |= {one.purchase for one in bought}
        placed = opened.transaction.items.by_numbers(items)
        found = opened.transaction.purchases.by_numbers(purchases)
        return cls(
            {number: one.item for number, one in placed.items()}, {number: one.id for number, one in found.items()}
        )

    def shown(self, key: Key, version: Version) -> ShownVersion:
        """Give a version with its evidence."""
        match version.provenance:
            case Declared(said):
                return ShownVersion(version, tuple(self._said(said)))
            case Inferred(bought):
                return ShownVersion(version, tuple(self._bought(key, version, bought)))
            case _:
                assert_never(version.provenance)

    def _said(self, said: Iterable[Said]) -> Iterator[Evidence]:
        for one in said:
            names = one.names or None
            match one.words:
                case Cited(number, item_version, start, end):
                    item = self.items[number]
                    quote = item.content.text[start:end]
                    yield Evidence(names, quote, item.id, item_version, (start, end), verified=True)
                case Stated(words):
                    yield Evidence(names, words, verified=False)
                case Forgotten():
                    yield Evidence(names)
                case _:
                    assert_never(one.words)

    def _bought(self, key: Key, version: Version, bought: Iterable[Bought]) -> Iterator[Evidence]:
        ids: dict[str, list[str]] = {}
        names: dict[str, str] = {}
        for one in bought:
            if key.is_size and not are_equal(key, (one.name,), version.value):
                continue
            mark = "" if key.is_size else plain(one.name)
            names.setdefault(mark, one.name)
            ids.setdefault(mark, []).append(self.purchases[one.purchase])
        for mark, listed in ids.items():
            named = None if key.is_size else (names[mark],)
            yield Evidence(named, purchase_ids=tuple(dict.fromkeys(listed)))


def active(opened: Open) -> tuple[Shown, ...]:
    """Show the active memories."""
    held = Held.of(opened.transaction.preferences.active())
    things = _Things.of(opened, (one.current for one in held.memories))
    return tuple(Shown(one.id, one.key, things.shown(one.key, one.current), held.counts(one)) for one in held.memories)


def with_history(opened: Open) -> tuple[tuple[Shown, ...], tuple[Shown, ...]]:
    """Show every memory with its earlier versions: the active ones, and those that are no longer."""
    histories = opened.transaction.preferences.histories()
    held = Held.of(one.memory for one in histories if one.is_active)
    things = _Things.of(opened, (version for one in histories for version in one.versions))

    def shown(history: History) -> Shown:
        *earlier, current = (things.shown(history.key, version) for version in history.versions)
        counts = history.is_active and held.counts(history.memory)
        return Shown(history.id, history.key, current, counts, tuple(earlier))

    by_number = {one.number: one for one in histories}
    ordered: list[Memory] = held.memories
    return (
        tuple(shown(by_number[one.number]) for one in ordered),
        tuple(shown(one) for one in histories if not one.is_active),
    )
