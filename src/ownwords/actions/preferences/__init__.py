"""Preferences: listed, remembered, corrected and forgotten, by the person and by nobody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ownwords.actions.filing import preferences as filing
from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.actions.preferences import inferring, shown
from ownwords.actions.preferences.evidence import Given, said
from ownwords.actions.preferences.shown import Shown
from ownwords.actions.preferences.writing import act, put
from ownwords.domain.errors import ConsentMissing, MemoryNotFound, MemoryValueInvalid
from ownwords.domain.preferences import Key
from ownwords.domain.preferences import changes as rules
from ownwords.domain.preferences.changes import Status
from ownwords.domain.preferences.memories import Consent, Held
from ownwords.domain.preferences.memories import Memory as Kept
from ownwords.domain.preferences.values import Value, ValueInvalid, value_of
from ownwords.domain.projects import ProjectSettings
from ownwords.domain.receipts import Tombstone

__all__ = ["Answered", "Given", "Histories", "Named", "Shown", "Status"]

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Named:
    """Which memory is meant: by its id, by its key, or by both, which must agree."""

    id: str | None = None
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a call, and the active memories after it."""

    status: str
    memories: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Histories:
    """Every memory with its earlier versions, those that are no longer active, and the keys not inferred again."""

    active: tuple[Shown, ...]
    inactive: tuple[Shown, ...]
    forgotten: tuple[Key, ...]


def listed(memory: Memory, whose: Whose) -> Answered:
    """Give the active memories."""
    return Answered("listed", read(memory, whose, shown.active))


def histories(memory: Memory, whose: Whose) -> Histories:
    """Give everything that is kept under the six keys."""

    def work(opened: Open) -> Histories:
        active, inactive = shown.with_history(opened)
        forgotten = filing.forgotten_keys(opened.transaction, opened.keys)
        return Histories(active, inactive, tuple(key for key in Key if key in forgotten))

    return read(memory, whose, work)


def remember(memory: Memory, whose: Whose, key: Key, sent: Any, given: Given) -> Answered:
    """Record what the person declared in the words given.

    Raises:
        MemoryValueInvalid: the value is not what the key holds.
        ConsentMissing: the project asks for consent to this key, and the person gave none.
        MemorySourceNotPerson: the words are not the person's declaration of it.
    """
    value = _checked(lambda: value_of(key, sent))
    settings = whose.project.settings

    def work(opened: Open) -> Answered:
        _must_consent(opened, settings, key)
        held = _held(opened)
        evidence = said(opened, settings, key, given, value)
        change = _checked(lambda: rules.remember(held, key, value, evidence, act(opened, given.by)))
        put(opened, change)
        return Answered(change.status.value, shown.active(opened))

    return write(memory, whose, work)


def infer(memory: Memory, whose: Whose, key: Key, sent: Any, purchase_id: str, by: str) -> Answered:
    """Record what a purchase of the person supports.

    Raises:
        MemoryValueInvalid: the value is not what the key holds, or no such purchase supports it, or the key was
            forgotten.
        ConsentMissing: the project asks for consent to this key, and the person gave none.
    """
    value = _checked(lambda: value_of(key, sent))
    settings = whose.project.settings

    def work(opened: Open) -> Answered:
        _must_consent(opened, settings, key)
        bought = inferring.supported(opened, settings, key, value, purchase_id)
        change = _checked(lambda: rules.infer(_held(opened), key, bought, act(opened, by)))
        put(opened, change)
        return Answered(change.status.value, shown.active(opened))

    return write(memory, whose, work)


def correct(memory: Memory, whose: Whose, named: Named, sent: Any, given: Given) -> Answered:
    """Replace a whole value by what the person declared in the words given.

    Raises:
        MemoryValueInvalid: the value is not what the key holds.
        MemoryNotFound: there is no active memory of that name.
        ConsentMissing: the project asks for consent to this key, and the person gave none.
        MemorySourceNotPerson: the words do not declare what it adds, or do not name what it takes away.
    """
    settings = whose.project.settings
    before: Value | None = None if named.key is None else _value(named.key, sent)

    def work(opened: Open) -> Answered:
        held = _held(opened)
        found = _found(held, named)
        value = _value(found.key, sent) if before is None else before
        _must_consent(opened, settings, found.key)
        added, removed = rules.added_by(found, value), rules.removed_by(held, found, value)
        evidence = said(opened, settings, found.key, given, added, removed)
        change = rules.correct(held, found, value, evidence if added else (), act(opened, given.by))
        put(opened, change)
        return Answered(change.status.value, shown.active(opened))

    return write(memory, whose, work)


def forget(memory: Memory, whose: Whose, named: Named) -> Answered:
    """Erase a whole key, history included; it is not inferred again.

    Raises:
        MemoryNotFound: there is no active memory of that name.
    """

    def work(opened: Open) -> Answered:
        key = _found(_held(opened), named).key
        rows = opened.transaction.preferences
        rows.remove([one.number for one in rows.histories() if one.key is key])
        opened.transaction.receipts.erasure()
        opened.transaction.receipts.entomb([Tombstone(opened.keys.tombstone_of_preference(key), opened.now)])
        return Answered("forgotten", shown.active(opened))

    return write(memory, whose, work)


def lift(memory: Memory, whose: Whose, key: Key) -> bool:
    """Let a key that was forgotten be inferred again, as only the person may; tell whether it was forgotten."""

    def work(opened: Open) -> bool:
        hashes = filing.hashes_of(opened.transaction, opened.keys, key)
        return opened.transaction.preferences.lift(hashes) > 0

    return write(memory, whose, work)


def consents(memory: Memory, whose: Whose) -> list[Consent]:
    """Give what the person said last of each key that needs their consent."""
    return list(read(memory, whose, lambda opened: opened.transaction.preferences.consents()).values())


def consent(memory: Memory, whose: Whose, key: Key, *, is_given: bool, by: str) -> Consent:
    """Record that the person agrees, or no longer agrees, to a key's being kept; what is kept stays until forgotten."""

    def work(opened: Open) -> Consent:
        made = Consent(key, is_given, opened.now, by)
        opened.transaction.preferences.put_consent(made)
        opened.transaction.persons.put(opened.person)
        return made

    return write(memory, whose, work)


def _held(opened: Open) -> Held:
    return Held.of(opened.transaction.preferences.active())


def _found(held: Held, named: Named) -> Kept:
    by_id = None if named.id is None else held.by_id(named.id)
    if named.id is not None and (by_id is None or named.key not in (None, by_id.key)):
        raise MemoryNotFound
    found = by_id or (None if named.key is None else held.by_key(named.key))
    if found is None:
        raise MemoryNotFound
    return found


def _must_consent(opened: Open, settings: ProjectSettings, key: Key) -> None:
    if not settings.diet_consent or key is not Key.DIETARY_RESTRICTIONS:
        return
    found = opened.transaction.preferences.consents().get(key)
    if found is None or not found.is_given:
        raise ConsentMissing


def _value(key: Key, sent: Any) -> Value:
    return _checked(lambda: value_of(key, sent))


def _checked(work: Callable[[], _Result]) -> _Result:
    try:
        return work()
    except ValueInvalid as error:
        raise MemoryValueInvalid(str(error)) from None
