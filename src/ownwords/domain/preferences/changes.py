"""What becomes of a person's memories when the person speaks, or a purchase speaks for them.

Each rule takes what is held and gives a described `Change`; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import (
    Bought,
    Declared,
    Forgotten,
    Held,
    Inferred,
    Memory,
    Provenance,
    Said,
    Version,
    Why,
)
from ownwords.domain.preferences.values import (
    Value,
    ValueInvalid,
    are_equal,
    bounded,
    distinct,
    plain,
    within,
    without,
)
from ownwords.domain.times import Instant


class Status(StrEnum):
    """What became of a call."""

    CREATED = "created"
    CORRECTED = "corrected"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Act:
    """Who acts and when; `number` and `id` are those of a memory that may come of it."""

    by: str
    at: Instant
    number: int
    id: str


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written: memories in their new versions, and those that are no longer active.

    A written memory whose version's number is held already only has more evidence than before.
    """

    status: Status
    written: tuple[Memory, ...] = ()
    retired: tuple[Memory, ...] = ()


def remember(held: Held, key: Key, value: Value, said: Sequence[Said], act: Act) -> Change:
    """Record what the person declared: a size takes the place of the former one, names are added to the former ones.

    `said` is the evidence of the whole value. Names that are declared already keep theirs, unless it was forgotten.

    Raises:
        ValueInvalid: it would come to more names than a key holds.
    """
    former = held.declared.get(key)
    if former is None:
        return _moved(held, key, value, _created(key, value, Declared(tuple(said)), act, Why.REMEMBERED))
    before = former.current
    if key.is_size:
        if are_equal(key, before.value, value) and not _is_forgotten(before, ()):
            return Change(Status.UNCHANGED)
        made = _next(former, value, Declared(tuple(said)), act, Why.REMEMBERED)
        return Change(Status.CORRECTED, (made,))
    anew = tuple(name for name in within(before.value, value) if _is_forgotten(before, (name,)))
    added = without(value, before.value)
    if not added and not anew:
        return Change(Status.UNCHANGED)
    names = bounded((*before.value, *added))
    evidence = (*_less(_evidence(before), anew), *_only(said, (*anew, *added)))
    made = _next(former, names, Declared(evidence), act, Why.REMEMBERED)
    return _moved(held, key, value, Change(Status.CORRECTED, (made,)))


def correct(held: Held, memory: Memory, value: Value, said: Sequence[Said], act: Act) -> Change:
    """Replace a whole value by what the person declared; `said` is the evidence of what it adds.

    An inferred memory becomes the declared one of its key, and takes the place of another that was.
    """
    key, before = memory.key, memory.current
    other = held.declared.get(key)
    retired = (other,) if other is not None and other.number != memory.number else ()
    if memory.is_declared and are_equal(key, before.value, value):
        return Change(Status.UNCHANGED)
    kept = () if key.is_size else within(before.value, value)
    evidence = (*_only(_evidence(before), kept), *said)
    made = _next(memory, value, Declared(evidence), act, Why.CORRECTED)
    return _moved(held, key, value, Change(Status.CORRECTED, (made,), retired))


def added_by(memory: Memory, value: Value) -> Value:
    """Give what a correction must find in the words: what was not declared before."""
    if memory.key.is_size or not memory.is_declared:
        return value
    return without(value, memory.current.value)


def removed_by(held: Held, memory: Memory, value: Value) -> Value:
    """Give the names that a correction takes away, of all that its key holds."""
    if memory.key.is_size:
        return ()
    other = held.declared.get(memory.key)
    names = distinct((*memory.current.value, *(() if other is None else other.current.value)))
    return without(names, value)


def infer(held: Held, key: Key, bought: Sequence[Bought], act: Act) -> Change:
    """Record what purchases support; it stands beside what is declared, and never takes its place.

    Of sizes the latest purchase's counts.

    Raises:
        ValueInvalid: it would come to more names than a key holds, or a brand is declared under the opposite key.
    """
    opposite = held.declared.get(key.opposite) if key.opposite is not None else None
    if opposite is not None and within([one.name for one in bought], opposite.current.value):
        raise ValueInvalid("The person declared the contrary; nothing is inferred against what a person said.")
    former = held.inferred.get(key)
    if former is None:
        evidence = tuple(bought)
        return _created(key, supported(key, evidence), Inferred(evidence), act, Why.INFERRED)
    before = former.current.provenance
    known = before.evidence if isinstance(before, Inferred) else ()
    marks = {(plain(one.name), one.purchase) for one in known}
    news = tuple(one for one in bought if (plain(one.name), one.purchase) not in marks)
    if not news:
        return Change(Status.UNCHANGED)
    evidence = (*known, *news)
    value = supported(key, evidence)
    if are_equal(key, value, former.current.value):
        grown = replace(former, current=replace(former.current, provenance=Inferred(evidence)))
        return Change(Status.UNCHANGED, (grown,))
    return Change(Status.CORRECTED, (_next(former, value, Inferred(evidence), act, Why.INFERRED),))


def supported(key: Key, evidence: Sequence[Bought]) -> Value:
    """Give the value that purchases support: the size of the latest one, or every name in the order of evidence.

    Raises:
        ValueInvalid: there are more names than a key holds.
    """
    if key.is_size:
        latest = max(evidence, key=lambda one: (one.at, one.purchase))
        return (latest.name,)
    return bounded(distinct(one.name for one in evidence))


def less(provenance: Provenance, names: Iterable[str]) -> Provenance:
    """Give what is left of evidence without some names."""
    match provenance:
        case Declared(evidence):
            return Declared(_less(evidence, names))
        case Inferred(evidence):
            left_out = {plain(name) for name in names}
            return Inferred(tuple(one for one in evidence if plain(one.name) not in left_out))
        case _:
            assert_never(provenance)


def _moved(held: Held, key: Key, value: Value, change: Change) -> Change:
    """Take the names that are declared under a key away from the opposite one; what is left empty is retired."""
    if key.opposite is None:
        return change
    act = change.written[0].current
    written, retired = list(change.written), list(change.retired)
    for former in (held.declared.get(key.opposite), held.inferred.get(key.opposite)):
        if former is None:
            continue
        before = former.current
        left = without(before.value, value)
        if not left:
            retired.append(former)
        elif len(left) < len(before.value):
            provenance = less(before.provenance, value)
            made = Version(before.number + 1, left, provenance, act.at, act.by, Why.MOVED)
            written.append(replace(former, current=made))
    return Change(change.status, tuple(written), tuple(retired))


def _created(key: Key, value: Value, provenance: Provenance, act: Act, why: Why) -> Change:
    made = Memory(act.number, act.id, key, Version(1, value, provenance, act.at, act.by, why))
    return Change(Status.CREATED, (made,))


def _next(former: Memory, value: Value, provenance: Provenance, act: Act, why: Why) -> Memory:
    return replace(former, current=Version(former.current.number + 1, value, provenance, act.at, act.by, why))


def _evidence(version: Version) -> tuple[Said, ...]:
    return version.provenance.evidence if isinstance(version.provenance, Declared) else ()


def _is_forgotten(version: Version, names: Value) -> bool:
    """Tell whether no words are left that declare a size, or a name."""
    standing = [one for one in _evidence(version) if not isinstance(one.words, Forgotten)]
    return not any(not names or within(names, one.names) for one in standing)


def _only(evidence: Iterable[Said], names: Iterable[str]) -> tuple[Said, ...]:
    """Give the evidence of some names."""
    wanted = tuple(names)
    kept = (replace(one, names=within(one.names, wanted)) for one in evidence)
    return tuple(one for one in kept if one.names)


def _less(evidence: Iterable[Said], names: Iterable[str]) -> tuple[Said, ...]:
    """Give the evidence of all other names."""
    left_out = tuple(names)
    kept = (replace(one, names=without(one.names, left_out)) for one in evidence)
    return tuple(one for one in kept if one.names)
