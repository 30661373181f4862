"""Learning what was said by its meaning, after the commit that filed it.

Filing an item queues it. Whoever finds it in the queue turns its passages into vectors outside of any transaction,
and stores them in one that finds the same version still queued: however often that is done, and by however many
servers at once, each version is stored once, and what was forgotten meanwhile stays forgotten. A text that can not be
learned is tried five times and set aside; it is found by its words all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, sleep
from typing import Final

import numpy as np

from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.domain import limits
from ownwords.domain.errors import EmbedderUnavailable, NotEmbeddable, Problem
from ownwords.domain.ids import Scope
from ownwords.domain.items import Item, Kind
from ownwords.domain.passages import Passage, passages
from ownwords.domain.persons import Person
from ownwords.domain.queues import Queued, failed, put_off
from ownwords.domain.search import Placed
from ownwords.domain.vectors import STORED, Vectors, packed
from ownwords.ports import Transaction

_LOOKED_AT: Final = 1_000
_PAUSE_LEAST: Final = 0.005
_PAUSE_MOST: Final = 0.2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the meaning of a memory is learned: by which model, how many passages, how many items wait."""

    model: str
    dimension: int
    passages: int
    learned: int
    waiting: int
    set_aside: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """An item that could not be learned: the caller's id, its version, how often it was tried, and why not."""

    number: int
    item_id: str
    version: int
    tries: int
    problem: str


@dataclass(frozen=True, slots=True)
class _Learned:
    """A version of an item and the vectors of its passages."""

    queued: Queued
    passages: tuple[Passage, ...]
    vectors: Vectors


def work(memory: Memory) -> int:
    """Do some of what is queued, of every person a little; give how many items were learned or failed."""
    scopes = memory.store.with_queued(memory.clock.now(), _LOOKED_AT)
    return sum(work_for(memory, scope) for scope in scopes)


def work_for(memory: Memory, scope: Scope) -> int:
    """Do some of what is queued of one person; give how many items were learned or failed.

    None where another thread of this process is at it: one is as fast as two.
    """
    with memory.turns.of(scope) as is_mine:
        if not is_mine:
            return 0
        due = memory.store.read(scope, lambda transaction: _due(transaction, memory))
        if due is None:
            memory.store.write(scope, lambda transaction: _requeue(transaction, memory))
            return 0
        if not due:
            return 0
        tried = list(_tried(memory, due))
        learned = [one for one in tried if isinstance(one, _Learned)]
        not_learned = [one for one in tried if isinstance(one, Queued)]
        memory.store.write(scope, lambda transaction: _keep(transaction, memory.model, learned, not_learned))
        return len(due)


def caught_up(memory: Memory, whose: Whose, item_ids: Sequence[str], seconds: float) -> bool:
    """Wait until none of the items is queued, and help with it; tell whether all of them are learned.

    An item that was set aside is not waited for, nor is an embedder that does not answer.
    """
    scope, end, pause = whose.scope(memory), monotonic() + seconds, _PAUSE_LEAST
    while queued := read(memory, whose, lambda opened: _queued(opened, item_ids)):
        if all(one.due is None for one in queued) or memory.embedder_is_down.is_set() or monotonic() >= end:
            return False
        if not work_for(memory, scope):
            # Somebody else has them, or they wait for another try.
            sleep(pause)
            pause = min(2 * pause, _PAUSE_MOST)
    return True


def progress(memory: Memory, whose: Whose) -> Progress:
    """Tell how far the meaning of a memory is learned."""

    def look(opened: Open) -> Progress:
        waiting, set_aside = opened.transaction.queue.counts()
        learned = opened.transaction.vectors.count(memory.model)
        model = memory.embedder.model
        return Progress(model.name, model.dimension, opened.person.passages, learned, waiting, set_aside)

    return read(memory, whose, look)


def set_aside(memory: Memory, whose: Whose, after: int, most: int) -> list[SetAside]:
    """List the items that were set aside, in order of arrival, from behind an item's number."""

    def look(opened: Open) -> list[SetAside]:
        queued = opened.transaction.queue.set_aside(after, most)
        items = opened.transaction.items.by_numbers([one.item for one in queued])
        return [
            SetAside(one.item, items[one.item].item.id, one.version, one.tries, one.problem or "")
            for one in queued
            if one.item in items
        ]

    return read(memory, whose, look)


def try_again(memory: Memory, whose: Whose) -> int:
    """Queue again what was set aside; give how many items that are."""
    return write(memory, whose, lambda opened: opened.transaction.queue.try_again(opened.now))


def rebuild(memory: Memory) -> Iterator[int]:
    """Queue every memory that another model learned; gives after each memory how many were queued so far.

    What another model learned is let go of as it is learned anew; until then its words are found, and it is
    forgotten like everything else. A memory that this model learned is only read.
    """
    queued = 0
    for project in memory.store.projects_read(lambda rows: rows.every()):
        after: int | None = None
        while scopes := memory.store.persons(project.id, after, _LOOKED_AT):
            for scope in scopes:
                if memory.store.read(scope, lambda transaction: _of_another_model(transaction, memory)):
                    queued += memory.store.write(scope, lambda transaction: _requeue(transaction, memory))
                yield queued
            after = scopes[-1].person
    if memory.store.projects_read(lambda rows: rows.learned_by()) != memory.model:
        memory.store.projects(lambda rows: rows.all_learned_by(memory.model))


def _of_another_model(transaction: Transaction, memory: Memory) -> Person | None:
    """Give the person whose memory another model learned; None where it is this one, or nothing is held."""
    person = transaction.persons.get()
    return None if person is None or person.model == memory.model else person


def _requeue(transaction: Transaction, memory: Memory) -> int:
    person = _of_another_model(transaction, memory)
    if person is None:
        return 0
    transaction.vectors.clear()
    is_held = transaction.queue.put_all(memory.clock.now()) > 0
    transaction.persons.put(replace(person, model=memory.model, vectors_epoch=person.vectors_epoch + 1))
    return int(is_held)


def _queued(opened: Open, item_ids: Sequence[str]) -> list[Queued]:
    items = opened.transaction.items.by_ids(item_ids)
    return list(opened.transaction.queue.of(placed.item.number for placed in items.values()).values())


def _due(transaction: Transaction, memory: Memory) -> list[tuple[Queued, Item]] | None:
    """Give due items of as many characters as are learned at once, or one that has more; in order of arrival.

    None where another model learned this memory: it is to be queued anew first.
    """
    person = transaction.persons.get()
    if person is None or person.model != memory.model:
        return None
    due = transaction.queue.due(memory.clock.now(), limits.LEARNED_AT_ONCE)
    items = transaction.items.by_numbers([one.item for one in due])
    given: list[tuple[Queued, Item]] = []
    characters = 0
    for one in due:
        placed: Placed | None = items.get(one.item)
        if placed is not None:
            characters += len(placed.item.content.text)
            if given and characters > limits.CHARACTERS_LEARNED_AT_ONCE:
                break
            given.append((one, placed.item))
    return given


def _tried(memory: Memory, taken: Sequence[tuple[Queued, Item]]) -> Iterator[_Learned | Queued]:
    """Learn items together; where that fails, one by one, so that one bad text holds up no other."""
    now = memory.clock.now()
    try:
        yield from _learned(memory, taken)
    except EmbedderUnavailable as problem:
        yield from (put_off(queued, problem.code, now) for queued, _ in taken)
    except Exception as error:  # noqa: BLE001 - whatever a model does with a text, no item is lost by it
        if len(taken) == 1:
            yield failed(taken[0][0], error.code if isinstance(error, Problem) else type(error).__name__, now)
        else:
            for one in taken:
                yield from _tried(memory, [one])


def _learned(memory: Memory, taken: Sequence[tuple[Queued, Item]]) -> list[_Learned]:
    cuts = [tuple(passages(item.number, item.content.text, sections=item.kind is Kind.DOCUMENT)) for _, item in taken]
    texts = [meaning_of(item, passage) for (_, item), cut in zip(taken, cuts, strict=True) for passage in cut]
    vectors = _embedded(memory, texts)
    learned: list[_Learned] = []
    start = 0
    for (queued, _), cut in zip(taken, cuts, strict=True):
        learned.append(_Learned(queued, cut, vectors[start : start + len(cut)]))
        start += len(cut)
    return learned


def _embedded(memory: Memory, texts: Sequence[str]) -> Vectors:
    """Give vectors that can be kept, and note for those who wait whether the embedder answers."""
    try:
        vectors = memory.embedder.passages(texts)
    except EmbedderUnavailable:
        memory.embedder_is_down.set()
        raise
    memory.embedder_is_down.clear()
    with np.errstate(over="ignore"):
        # A number that single precision holds may be too large for what is kept.
        kept = vectors.astype(STORED)
    if kept.shape != (len(texts), memory.embedder.model.dimension) or not np.isfinite(kept).all():
        raise NotEmbeddable
    return vectors


def meaning_of(item: Item, passage: Passage) -> str:
    """Give the text whose vector stands for a passage: its own words, under the title of its item."""
    text = item.content.text[passage.start : passage.end]
    return f"{item.content.title}\n{text}" if item.content.title else text


def _keep(transaction: Transaction, model: int, learned: Sequence[_Learned], not_learned: Sequence[Queued]) -> None:
    """Store what was learned of the versions that are still queued, and what is to be tried again of the others."""
    person = transaction.persons.get()
    if person is None or person.model != model:
        return
    queued = transaction.queue.of([one.queued.item for one in learned] + [one.item for one in not_learned])
    current = [one for one in learned if _is_queued(one.queued, queued)]
    rows = [
        (passage.number, row) for one in current for passage, row in zip(one.passages, packed(one.vectors), strict=True)
    ]
    _put(transaction, person, model, sorted(rows))
    transaction.queue.remove([one.queued.item for one in current])
    transaction.queue.put([one for one in not_learned if _is_queued(one, queued)])


def _is_queued(one: Queued, queued: dict[int, Queued]) -> bool:
    return one.item in queued and queued[one.item].version == one.version


def _put(transaction: Transaction, person: Person, model: int, rows: Sequence[tuple[int, bytes]]) -> None:
    if not rows:
        return
    comes_before = rows[0][0] <= transaction.vectors.last()
    transaction.vectors.put(model, rows)
    if comes_before:
        transaction.persons.put(replace(person, vectors_epoch=person.vectors_epoch + 1))
