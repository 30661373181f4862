"""Making anew everything that is derived from a person's items, and comparing it with what stands in the tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ownwords.actions.filing.passages import passages_of
from ownwords.actions.indexing import meaning_of
from ownwords.domain.passages import item_of
from ownwords.domain.persons import Person
from ownwords.domain.vectors import STORED
from ownwords.storage.filters import labels

if TYPE_CHECKING:
    from ownwords.domain.search import Placed
    from ownwords.ports import Transaction
    from ownwords.storage.sql import Mine
    from tests.running import Api


def reconcile(api: Api, user_id: str) -> None:
    """Check that every table of a person says what follows from the items, and nothing else."""
    whose = api.whose(user_id)
    scope = whose.scope(api.memory)

    def work(transaction: Transaction) -> None:
        person = transaction.persons.get() or Person(user_id)
        items = transaction.items.by_arrival(0, 1_000_000)
        rows = _Rows(cast("Any", transaction.passages)._mine)
        _check_words(api, person, items, rows)
        _check_threads(transaction, items, rows)
        _check_what_names_items(items, rows)
        _check_meanings(api, person, items, rows)
        assert all(one.item.number < person.next_item for one in items)

    api.memory.store.read(scope, work)


class _Rows:
    """The rows of a person's tables."""

    def __init__(self, mine: Mine) -> None:
        self._mine = mine

    def of(self, table: str, columns: str) -> list[tuple[Any, ...]]:
        sql = f"SELECT {columns} FROM {table} WHERE project = :project AND person = :person"
        return [
            tuple(bytes(cast("Any", one)) if isinstance(one, memoryview) else one for one in row)
            for row in self._mine.rows(sql)
        ]


def _check_words(api: Api, person: Person, items: list[Placed], rows: _Rows) -> None:
    made = [one for placed in items for one in passages_of(placed.item, person, api.memory.keys)]
    passages = [(passage.number, passage.start, passage.end, words.length) for passage, words in made]
    postings = [
        (term, passage.number, count, words.length) for passage, words in made for term, count in words.counts.items()
    ]

    assert sorted(rows.of("passage", "passage, starts, ends, words")) == sorted(passages)
    assert sorted(rows.of("posting", "term, passage, count, length")) == sorted(postings)
    assert (person.passages, person.words) == (len(made), sum(words.length for _, words in made))


def _check_threads(transaction: Transaction, items: list[Placed], rows: _Rows) -> None:
    threads = {thread.key: thread for thread in transaction.threads.every()}
    members: dict[bytes, list[Placed]] = {}
    for placed in items:
        members.setdefault(placed.thread, []).append(placed)

    assert threads.keys() == members.keys()
    for key, thread in threads.items():
        held = sorted(members[key], key=lambda one: (one.item.at, one.item.id))
        assert thread.items == len(held)
        assert (thread.first_at, thread.last_at) == (held[0].item.at, held[-1].item.at)
        assert thread.first_id == held[0].item.id
        assert thread.session == held[0].item.content.session
    moved = rows.of("thread", "thread, moved_to, session, first_id")
    for key, moved_to, session, first_id in moved:
        if moved_to is not None:
            assert (session, first_id) == (None, ""), "an emptied thread keeps words of what it held"
            assert transaction.threads.now_holding(key) in threads


def _check_what_names_items(items: list[Placed], rows: _Rows) -> None:
    numbers = {placed.item.number: placed for placed in items}
    claims = Counter(placed.claim for placed in items if placed.claim is not None)
    abouts = [(name, placed.item.number, placed.item.at) for placed in items for name in placed.item.content.about]
    marks = [(label, placed.item.number) for placed in items for label in labels(placed.item.content)]
    versions = [(number, version) for number, one in numbers.items() for version in range(1, one.item.version)]

    assert dict(rows.of("claim", "claim, items")) == claims
    assert sorted(rows.of("about", "name, item, at")) == sorted(abouts)
    assert sorted(rows.of("label", "label, item")) == sorted(marks)
    assert sorted(rows.of("version", "item, version")) == sorted(versions)


def _check_meanings(api: Api, person: Person, items: list[Placed], rows: _Rows) -> None:
    """Each item waits in its current version, or each of its passages has the vector that would be made of it now."""
    queued = dict(rows.of("queue", "item, version"))
    vectors = dict(rows.of("vector", "passage, vector"))
    versions = {placed.item.number: placed.item.version for placed in items}
    assert queued.items() <= versions.items()
    learned = [placed.item for placed in items if placed.item.number not in queued]
    made = [(one, passage) for one in learned for passage, _ in passages_of(one, person, api.memory.keys)]
    assert {passage.number for _, passage in made} == {number for number in vectors if item_of(number) not in queued}
    if made:
        anew = api.memory.embedder.passages([meaning_of(one, passage) for one, passage in made])
        held = np.array([np.frombuffer(vectors[passage.number], STORED) for _, passage in made], np.float32)
        assert ((anew * held).sum(axis=1) > 0.99).all()
