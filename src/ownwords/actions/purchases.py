"""Filing purchases, and reading them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ownwords.actions import replays
from ownwords.actions.filing import purchases as filing
from ownwords.actions.memory import Memory, Open, Whose, read, write
from ownwords.actions.preferences import inferring
from ownwords.actions.replays import Once
from ownwords.domain import ids
from ownwords.domain.errors import PurchaseNotFound
from ownwords.domain.items import Unset
from ownwords.domain.projects import ProjectSettings
from ownwords.domain.purchases import (
    Bought,
    Created,
    Edited,
    Expired,
    Purchase,
    PurchaseVersion,
    SentPurchase,
    Unchanged,
    Which,
    decide,
    derived_id,
)
from ownwords.domain.replays import Entry, Replay
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one purchase: `id` is None where it was forgotten since."""

    id: str | None
    status: str
    version: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Added:
    """The answer to an add, in the order sent; `is_replay` where it was given before."""

    outcomes: tuple[Outcome, ...]
    is_replay: bool = False


def add(memory: Memory, whose: Whose, sent: Sequence[SentPurchase], once: Once | None = None) -> Added:
    """File purchases, all or none.

    Raises:
        IdempotencyKeyReused: the key came before with another body.
        IdempotencyInProgress: another server is working on the same request.
    """

    def work(opened: Open) -> Added:
        kept = None if once is None else replays.first_answer(opened, once)
        if kept is not None:
            return _replayed(opened, kept, sent)
        batch = _Batch(opened, whose.project.settings)
        batch.file(sent)
        if once is not None:
            replays.keep(opened, once, batch.entries)
        return Added(tuple(batch.outcomes))

    return write(memory, whose, work)


def page(
    memory: Memory, whose: Whose, which: Which, *, newest_first: bool, after: tuple[int, int] | None, most: int
) -> list[Purchase]:
    """Read purchases in order of `at`, from behind the place `after`."""
    return read(
        memory,
        whose,
        lambda opened: opened.transaction.purchases.page(which, newest_first=newest_first, after=after, most=most),
    )


def versions(memory: Memory, whose: Whose, purchase_id: str) -> list[tuple[Purchase, Instant | None]]:
    """Read every version of a purchase and when it was replaced, oldest first, the current one last.

    Raises:
        PurchaseNotFound: the person has no such purchase.
    """

    def work(opened: Open) -> list[tuple[Purchase, Instant | None]]:
        current = opened.transaction.purchases.by_ids([purchase_id]).get(purchase_id)
        if current is None:
            raise PurchaseNotFound
        earlier = opened.transaction.purchases.versions([current.number]).get(current.number, [])
        return [*((one.purchase, one.replaced_at) for one in earlier), (current, None)]

    return read(memory, whose, work)


@dataclass(slots=True)
class _Batch:
    """A batch on its way: what is stored, what each purchase of the batch makes of it, and what came of them."""

    opened: Open
    settings: ProjectSettings
    state: dict[str, Purchase] = field(default_factory=dict[str, Purchase])
    earlier: list[PurchaseVersion] = field(default_factory=list[PurchaseVersion])
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    entries: list[Entry] = field(default_factory=list[Entry])

    def file(self, sent: Sequence[SentPurchase]) -> None:
        """Decide and file the whole batch."""
        first = self.opened.person.next_item
        named = [_named(one, self.opened, first + place, self.opened.now) for place, one in enumerate(sent)]
        stored = self.opened.transaction.purchases.by_ids(named)
        self.state = dict(stored)
        for place, (purchase_id, one) in enumerate(zip(named, sent, strict=True)):
            self._take(purchase_id, one, first + place)
        if any(one.status != "unchanged" for one in self.outcomes):
            self._write({one.number: one for one in stored.values()}, first + len(sent))

    def _take(self, purchase_id: str, sent: SentPurchase, number: int) -> None:
        """Decide one purchase after those before it."""
        now = self.opened.now
        held = self.state.get(purchase_id)
        at = now if isinstance(sent.at, Unset) else sent.at
        notes = ("at_kept",) if held is not None and not isinstance(sent.at, Unset) and at != held.at else ()
        match decide(held, sent, Purchase(number, purchase_id, at, Bought(), 1, now)):
            case Created(purchase):
                self._note("created", purchase, notes)
            case Edited(purchase, before):
                self.earlier.append(PurchaseVersion(before, now))
                self._note("edited", purchase, notes)
            case Unchanged(purchase):
                self._note("unchanged", purchase, notes)
            case Expired(purchase):
                self._note("expired", purchase, notes)
                del self.state[purchase_id]

    def _note(self, status: str, purchase: Purchase, notes: tuple[str, ...]) -> None:
        self.state[purchase.id] = purchase
        self.outcomes.append(Outcome(purchase.id, status, purchase.version, notes))
        self.entries.append(Entry(purchase.number, status, purchase.version, None, notes))

    def _write(self, stored: dict[int, Purchase], next_number: int) -> None:
        """Write what the batch came to."""
        left = {one.number: one for one in self.state.values()}
        went = [one for number, one in stored.items() if number not in left]
        if went:
            self.opened.transaction.receipts.erasure()
            self.opened.transaction.receipts.entomb(filing.tombstones(self.opened, went))
        opened = replace(self.opened, person=replace(self.opened.person, next_item=next_number))
        opened.transaction.persons.put(opened.person)
        came = [one for number, one in left.items() if number not in stored]
        edited = [one for number, one in left.items() if number in stored and one != stored[number]]
        filing.change(
            opened,
            came=came,
            edited=edited,
            earlier=[one for one in self.earlier if one.purchase.number in left],
            went=went,
        )
        if self.settings.infer_from_purchases:
            inferring.from_purchases(opened, self.settings, came + edited)


def _named(sent: SentPurchase, opened: Open, number: int, now: Instant) -> str:
    """Give the id of a purchase: its own, one derived from its content and time, or a new one of its number and now."""
    if not isinstance(sent.id, Unset):
        return sent.id
    if not isinstance(sent.at, Unset):
        return derived_id(sent, sent.at)
    tail = ids.derive(opened.keys.ids, "new purchase", opened.person.user_id, number, now)
    return ids.sortable("pur_", now, tail)


def _replayed(opened: Open, kept: Replay, sent: Sequence[SentPurchase]) -> Added:
    """Give the first answer again."""
    held = opened.transaction.purchases.by_numbers([entry.number for entry in kept.entries])
    outcomes: list[Outcome] = []
    for entry, one in zip(kept.entries, sent, strict=True):
        purchase = held.get(entry.number)
        if purchase is not None:
            outcomes.append(Outcome(purchase.id, entry.status, entry.version, entry.notes))
        elif entry.status == "expired":
            # Its row never was; its name follows from the request, and from when it first came.
            name = _named(one, opened, entry.number, replays.answered_at(kept))
            outcomes.append(Outcome(name, entry.status, entry.version, entry.notes))
        else:
            outcomes.append(Outcome(None, "forgotten", entry.version))
    return Added(tuple(outcomes), is_replay=True)
