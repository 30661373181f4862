"""Cutting items into passages, and counting the words that these are found by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeAlias

from ownwords.actions.filing.keys import Keys
from ownwords.domain.items import Item, Kind
from ownwords.domain.passages import Passage, passages
from ownwords.domain.persons import Person
from ownwords.domain.search import Filters
from ownwords.domain.times import Instant, day_of
from ownwords.domain.words import Counted, counted
from ownwords.ports import Transaction

_PAGE: Final = 1_000

Told: TypeAlias = Callable[[int, int], None]
"""Told of progress: how many are done, of how many."""


def reindex(transaction: Transaction, before: Person, after: Person, keys: Keys, told: Told | None = None) -> Person:
    """Cut and count the whole memory again; `before` is the person whose day the old dates stand in.

    What a passage means does not hang on its date; only passages that are cut in another way are learned again.
    """
    transaction.passages.clear()
    if before.index_format != after.index_format:
        transaction.vectors.clear()
        transaction.queue.put_all(Instant(0))
        after = replace(after, vectors_epoch=before.vectors_epoch + 1)
    person = replace(after, passages=0, words=0)
    place: tuple[int, int] | None = None
    done = 0
    while page := transaction.items.page(Filters(), newest_first=False, after=place, most=_PAGE):
        person = put(transaction, person, keys, [placed.item for placed in page])
        place = (page[-1].item.at, page[-1].item.number)
        done += len(page)
        if told is not None:
            told(done, before.next_item - 1)
    return person


def passages_of(item: Item, person: Person, keys: Keys) -> list[tuple[Passage, Counted]]:
    """Cut an item into passages and count the words of each, with its title and the date on the person's wall."""
    day = day_of(item.at, person.filing.zone)
    title = item.content.title or ""
    text = item.content.text
    return [
        (passage, counted(keys.terms, text[passage.start : passage.end], title, day))
        for passage in passages(item.number, text, sections=item.kind is Kind.DOCUMENT)
    ]


def put(transaction: Transaction, person: Person, keys: Keys, items: Iterable[Item]) -> Person:
    """Cut and count items; give the person with the statistics that follow."""
    made = [one for item in items for one in passages_of(item, person, keys)]
    transaction.passages.put(
        [(passage, words.length) for passage, words in made],
        [
            (term, passage.number, count, words.length)
            for passage, words in made
            for term, count in words.counts.items()
        ],
    )
    length = sum(words.length for _, words in made)
    return replace(person, passages=person.passages + len(made), words=person.words + length)


def remove(transaction: Transaction, person: Person, keys: Keys, items: Iterable[Item]) -> tuple[Person, int]:
    """Take back what `put` did for the same items and the same person's day, and the vectors made since.

    Gives the person with the statistics that follow, and how many vectors went.
    """
    made = [one for item in items for one in passages_of(item, person, keys)]
    numbers = [passage.number for passage, _ in made]
    vectors = transaction.vectors.remove(numbers)
    if vectors:
        person = replace(person, vectors_epoch=person.vectors_epoch + 1)
    transaction.passages.remove(
        numbers,
        [(term, passage.number) for passage, words in made for term in words.counts],
    )
    length = sum(words.length for _, words in made)
    return replace(person, passages=person.passages - len(made), words=person.words - length), vectors
