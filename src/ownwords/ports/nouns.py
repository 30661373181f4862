"""What a store holds of one person, noun by noun, inside a transaction.

Every method works on the memory that the transaction was opened for; none takes a project or a person. Methods raise
`StoreUnavailable` and its kinds, and nothing else unless they say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from ownwords.domain.accesses import Access
from ownwords.domain.ids import Derived
from ownwords.domain.items import Version
from ownwords.domain.passages import Passage
from ownwords.domain.persons import Person
from ownwords.domain.purchases import Purchase, PurchaseVersion, Which
from ownwords.domain.queues import Queued
from ownwords.domain.receipts import Receipt, Tombstone
from ownwords.domain.replays import Replay
from ownwords.domain.search import Filters, Placed
from ownwords.domain.sign_ins import SignIn
from ownwords.domain.speakers import Claim
from ownwords.domain.threads import About, Thread
from ownwords.domain.times import Instant
from ownwords.ports.preferences import Preferences


class Persons(Protocol):
    """The one row of the person that says whose memory it is and how it is filed."""

    def get(self) -> Person | None:
        """Give the person; None where memory never held them. In a write the row is locked until the end."""
        ...

    def put(self, person: Person) -> None:
        """Store the person, whether memory held them or not."""
        ...


class Items(Protocol):
    """Items in their current version, their earlier versions, and the labels they are filtered by."""

    def by_ids(self, ids: Iterable[str]) -> dict[str, Placed]:
        """Give the items that have one of the caller's ids."""
        ...

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, Placed]:
        """Give the items that have one of the numbers."""
        ...

    def put(self, placed: Sequence[Placed]) -> None:
        """Store items that memory does not hold, with their labels."""
        ...

    def replace(self, placed: Sequence[Placed]) -> None:
        """Store items in the place of the ones of their numbers, with their labels."""
        ...

    def remove(self, numbers: Sequence[int]) -> dict[str, int]:
        """Remove items with every version and label; give how many went, by what they are."""
        ...

    def page(self, filters: Filters, *, newest_first: bool, after: tuple[int, int] | None, most: int) -> list[Placed]:
        """Give up to `most` items in order of (at, number), from behind the place `after`."""
        ...

    def by_arrival(self, after: int, most: int) -> list[Placed]:
        """Give up to `most` items in order of number, from behind the number `after`."""
        ...

    def numbers(self, filters: Filters) -> list[int]:
        """Give the numbers of all the items that hold to the filters, in order of arrival."""
        ...

    def expired(self, now: Instant) -> list[int]:
        """Give the numbers of the items whose end has come."""
        ...

    def keep_versions(self, versions: Sequence[Version]) -> None:
        """Keep earlier versions of items."""
        ...

    def versions(self, numbers: Iterable[int]) -> dict[int, list[Version]]:
        """Give the earlier versions of items, oldest first."""
        ...

    def abouts(self, after: str, most: int) -> list[About]:
        """Give what items are about, in order of name, without the threads."""
        ...

    def threads_about(self, about: str) -> list[Derived]:
        """Give the threads that hold items about something."""
        ...


class Threads(Protocol):
    """The threads, and where the ones went that were regrouped."""

    def by_keys(self, keys: Iterable[Derived]) -> dict[Derived, Thread]:
        """Give the threads that hold items."""
        ...

    def now_holding(self, key: Derived) -> Derived | None:
        """Follow a thread that was regrouped to the one that now holds it; None where there is nothing left."""
        ...

    def loose_between(self, first: Instant, last: Instant) -> list[Thread]:
        """Give the conversations that reach into a span of time, both ends included."""
        ...

    def put(self, threads: Sequence[Thread]) -> None:
        """Store threads, each in the place of the one of its key where there is one."""
        ...

    def members(self, key: Derived) -> list[Placed]:
        """Give the items of a thread, in order of (at, number)."""
        ...

    def move(self, numbers: Sequence[int], to: Derived) -> None:
        """File items in another thread."""
        ...

    def join(self, key: Derived, to: Derived) -> None:
        """File every item of a thread in another one, and say so to whoever asks for the first."""
        ...

    def lead(self, key: Derived, to: Derived) -> None:
        """Say to whoever asks for an emptied thread that its items are now in another one."""
        ...

    def remove(self, keys: Iterable[Derived]) -> None:
        """Remove threads of which nothing is left, and everything that leads to them."""
        ...

    def every(self) -> list[Thread]:
        """Give all threads that hold items."""
        ...

    def page(self, *, newest_first: bool, after: tuple[int, Derived] | None, most: int) -> list[Thread]:
        """Give up to `most` threads in order of (`listed_at`, key), from behind the place `after`."""
        ...


class Claims(Protocol):
    """The ways in which the person's items name who wrote them, with how many items name them so."""

    def every(self) -> dict[Derived, tuple[Claim, int]]:
        """Give every claim with its number of items."""
        ...

    def count(self, change: Mapping[Derived, tuple[Claim, int]]) -> bool:
        """Add to the numbers of items; a claim that reaches none goes. Tell whether any came or went."""
        ...


class Passages(Protocol):
    """The pieces that search finds, and the words that they are found by."""

    def put(self, passages: Sequence[tuple[Passage, int]], postings: Sequence[tuple[int, int, int, int]]) -> None:
        """Store passages with their lengths in words, and postings: term, passage, count, length."""
        ...

    def remove(self, passages: Sequence[int], postings: Sequence[tuple[int, int]]) -> None:
        """Remove passages and postings: term, passage."""
        ...

    def clear(self) -> None:
        """Remove every passage and posting."""
        ...

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, Passage]:
        """Give passages."""
        ...

    def frequencies(self, terms: Collection[int]) -> dict[int, int]:
        """Count the person's passages that hold each term."""
        ...

    def scored(
        self, weights: Mapping[int, float], average: float, filters: Filters, most: int
    ) -> list[tuple[int, float]]:
        """Give the best passages with their sums of BM25 over the weighted terms, best first, newer first if equal."""
        ...

    def weighed(self, weights: Mapping[int, float], average: float, passages: Sequence[int]) -> dict[int, float]:
        """Give the sums of BM25 over the weighted terms of passages that were found."""
        ...

    def holding(self, rarest: int, others: Collection[int], most: int) -> list[int]:
        """Give up to `most` passages that hold a term, of items that hold all the others too, newest item first."""
        ...

    def newest(self, filters: Filters, most: int) -> list[int]:
        """Give the first passages of the newest items that hold to the filters, newest first."""
        ...

    def chains(
        self, said: Mapping[int, tuple[Derived, Instant]], filters: Filters
    ) -> dict[int, tuple[int | None, ...]]:
        """Give the two items before and after each, by its thread and time, of those that hold to the filters."""
        ...

    def said(self, items: Iterable[int]) -> dict[int, tuple[Derived, Instant, Derived | None]]:
        """Give in which thread each item stands, when it was said, and by which claim."""
        ...


class StoredVectors(Protocol):
    """The vectors of the person's passages, each with the model that made it."""

    def put(self, model: int, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Store vectors of passages, each in the place of the one of its passage where there is one."""
        ...

    def remove(self, passages: Iterable[int]) -> int:
        """Remove the vectors of passages; give how many there were."""
        ...

    def clear(self) -> None:
        """Remove every vector."""
        ...

    def last(self) -> int:
        """Give the highest passage that has a vector; -1 where none has."""
        ...

    def after(self, passage: int, model: int) -> list[tuple[int, bytes]]:
        """Give the vectors that a model made of the passages above one, in order."""
        ...

    def count(self, model: int) -> int:
        """Count the vectors that a model made."""
        ...


class Queue(Protocol):
    """The items whose meaning is still to be learned."""

    def put(self, queued: Sequence[Queued]) -> None:
        """Queue versions of items, each in the place of what was queued of its item."""
        ...

    def put_new(self, queued: Sequence[Queued]) -> None:
        """Queue items of which nothing was queued; faster than `put`."""
        ...

    def put_all(self, due: Instant) -> int:
        """Queue every item in its current version; give how many there are."""
        ...

    def due(self, now: Instant, most: int) -> list[Queued]:
        """Give items that are due, in order of arrival."""
        ...

    def of(self, items: Iterable[int]) -> dict[int, Queued]:
        """Give what is queued of items."""
        ...

    def remove(self, items: Iterable[int]) -> int:
        """Take items from the queue; give how many stood there."""
        ...

    def counts(self) -> tuple[int, int]:
        """Count the items that wait, and those that were set aside."""
        ...

    def set_aside(self, after: int, most: int) -> list[Queued]:
        """Give items that were set aside, in order of arrival, from behind an item."""
        ...

    def try_again(self, due: Instant) -> int:
        """Queue again what was set aside; give how many items that are."""
        ...


class Purchases(Protocol):
    """Purchases in their current version, and their earlier versions."""

    def by_ids(self, ids: Iterable[str]) -> dict[str, Purchase]:
        """Give the purchases that have one of the caller's ids."""
        ...

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, Purchase]:
        """Give the purchases that have one of the numbers."""
        ...

    def put(self, purchases: Sequence[Purchase]) -> None:
        """Store purchases that memory does not hold."""
        ...

    def replace(self, purchases: Sequence[Purchase]) -> None:
        """Store purchases in the place of the ones of their numbers."""
        ...

    def remove(self, numbers: Sequence[int]) -> dict[str, int]:
        """Remove purchases with every version; give how many went, by what they are."""
        ...

    def page(self, which: Which, *, newest_first: bool, after: tuple[int, int] | None, most: int) -> list[Purchase]:
        """Give up to `most` purchases in order of (at, number), from behind the place `after`."""
        ...

    def by_arrival(self, after: int, most: int) -> list[Purchase]:
        """Give up to `most` purchases in order of number, from behind the number `after`."""
        ...

    def numbers(self, which: Which) -> list[int]:
        """Give the numbers of all the purchases that are meant, in order of arrival."""
        ...

    def expired(self, now: Instant) -> list[int]:
        """Give the numbers of the purchases whose end has come."""
        ...

    def keep_versions(self, versions: Sequence[PurchaseVersion]) -> None:
        """Keep earlier versions of purchases."""
        ...

    def versions(self, numbers: Iterable[int]) -> dict[int, list[PurchaseVersion]]:
        """Give the earlier versions of purchases, oldest first."""
        ...


class Receipts(Protocol):
    """Receipts of forgetting, tombstones, and the search for what should be gone."""

    def erasure(self) -> int:
        """Number this transaction's erasure, so that the files are cleaned of it."""
        ...

    def put(self, receipt: Receipt, tombstones: Sequence[Tombstone]) -> None:
        """Store a receipt and the tombstones of what went."""
        ...

    def get(self, receipt_id: str) -> Receipt | None:
        """Give a receipt."""
        ...

    def every(self) -> list[Receipt]:
        """Give all receipts, oldest first."""
        ...

    def entomb(self, tombstones: Sequence[Tombstone]) -> None:
        """Store tombstones; the later time of two of one hash counts."""
        ...

    def tombstones(self) -> list[Tombstone]:
        """Give all tombstones, in order of time."""
        ...

    def search(self, receipt: Receipt) -> dict[str, tuple[int, int]]:
        """Look through every table of the person: by table, the rows looked at and the rows that should be gone."""
        ...

    def clear(self) -> dict[str, int]:
        """Remove all that memory holds of the person but receipts, tombstones and counters; rows by table."""
        ...


class Replays(Protocol):
    """Answers kept under an Idempotency-Key."""

    def claim(self, key: Derived) -> bool:
        """Take the key until the end of the transaction; False where another transaction holds it."""
        ...

    def get(self, key: Derived, now: Instant) -> Replay | None:
        """Give the answer that is kept under a key, unless its time is over."""
        ...

    def put(self, replay: Replay) -> None:
        """Keep an answer."""
        ...


class SignIns(Protocol):
    """The person tokens that were issued for this person, until the log of their use is over too."""

    def get(self, sign_in: str) -> SignIn | None:
        """Give a sign-in by its id."""
        ...

    def put(self, sign_in: SignIn) -> None:
        """Keep a sign-in."""
        ...

    def end(self, now: Instant) -> int:
        """End every sign-in whose token may still be used; give how many those were."""
        ...

    def every(self) -> list[SignIn]:
        """Give all sign-ins, oldest first."""
        ...

    def replace(self, sign_ins: Sequence[SignIn]) -> None:
        """Keep these sign-ins, and no others."""
        ...

    def page(self, after: tuple[int, str] | None, most: int) -> list[SignIn]:
        """Give up to `most` sign-ins, newest first, from behind the place (issued_at, id)."""
        ...


class Accesses(Protocol):
    """Who read or wrote this memory, when, and how much; never what."""

    def page(self, after: tuple[int, int] | None, most: int) -> list[Access]:
        """Give accesses, newest first, from behind the place (at, nonce)."""
        ...


class Transaction(Protocol):
    """One person's memory, all or nothing."""

    @property
    def persons(self) -> Persons:
        """The person's own row."""
        ...

    @property
    def items(self) -> Items:
        """Items, versions, labels."""
        ...

    @property
    def threads(self) -> Threads:
        """Threads."""
        ...

    @property
    def claims(self) -> Claims:
        """Claims of authorship."""
        ...

    @property
    def passages(self) -> Passages:
        """Passages and postings."""
        ...

    @property
    def vectors(self) -> StoredVectors:
        """Vectors of passages."""
        ...

    @property
    def queue(self) -> Queue:
        """Items whose meaning is still to be learned."""
        ...

    @property
    def purchases(self) -> Purchases:
        """Purchases and their versions."""
        ...

    @property
    def preferences(self) -> Preferences:
        """Preferences, their history, and consents."""
        ...

    @property
    def receipts(self) -> Receipts:
        """Receipts and tombstones."""
        ...

    @property
    def replays(self) -> Replays:
        """Kept answers."""
        ...

    @property
    def sign_ins(self) -> SignIns:
        """Person tokens that were issued."""
        ...

    @property
    def accesses(self) -> Accesses:
        """The access log."""
        ...
