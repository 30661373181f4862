"""Filing items into threads, and taking them out again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from ownwords.actions.filing.keys import Keys
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item
from ownwords.domain.persons import Person
from ownwords.domain.search import Filters, Placed
from ownwords.domain.threads import (
    Filing,
    Stretch,
    Thread,
    ThreadKind,
    alone_thread,
    conversations,
    loose_thread,
    session_thread,
    stretch_of,
    thread_kind,
)
from ownwords.domain.times import MINUTE, Instant, day_of, start_of
from ownwords.ports import Transaction

_PAGE = 2_000


def file(transaction: Transaction, person: Person, keys: Keys, items: Sequence[Item]) -> dict[int, Derived]:
    """File new items; give the thread of each by its number. Conversations that they join become one."""
    placed: dict[int, Derived] = {}
    loose: dict[date, list[Item]] = defaultdict(list)
    filing = person.filing
    for item in items:
        match thread_kind(item):
            case ThreadKind.SESSION:
                session = item.content.session or ""
                placed[item.number] = session_thread(keys.ids, session, item.at, filing.zone)
            case ThreadKind.ALONE:
                placed[item.number] = alone_thread(keys.ids, item.id)
            case ThreadKind.LOOSE:
                loose[day_of(item.at, filing.zone)].append(item)
    _grow(transaction, filing, [(placed[item.number], item) for item in items if item.number in placed])
    for messages in loose.values():
        placed |= _file_loose(transaction, filing, keys, messages)
    return placed


def unfile(
    transaction: Transaction,
    person: Person,
    keys: Keys,
    gone: Sequence[Placed],
    now_in: Mapping[int, Derived] | None = None,
) -> None:
    """Take items out of their threads, once they no longer stand there; a conversation may fall into several.

    Where an item is `now_in` another thread, the id of a thread that it leaves empty leads there.
    """
    going: dict[Derived, list[Item]] = defaultdict(list)
    for one in gone:
        going[one.thread].append(one.item)
    for key, thread in transaction.threads.by_keys(going).items():
        if thread.kind is ThreadKind.LOOSE:
            _regroup(transaction, thread, person.filing, keys)
        else:
            _shrink(transaction, thread, going[key], person.filing)
        if thread.items == len(going[key]):
            _close(transaction, key, (now_in or {}).get(going[key][0].number))


def refile(transaction: Transaction, person: Person, keys: Keys) -> None:
    """File every item again, by the person's day and gap; the ids that were given out lead to the new threads."""
    before = {thread.key: thread for thread in transaction.threads.every()}
    everyone = list(_everyone(transaction))
    moved: dict[Derived, list[int]] = defaultdict(list)
    firsts: dict[Derived, Derived] = {}
    threads = _grouped([one.item for one in everyone], person.filing, keys)
    where = {number: key for key, (_, items) in threads.items() for number in (item.number for item in items)}
    for one in everyone:
        firsts.setdefault(one.thread, where[one.item.number])
        if where[one.item.number] != one.thread:
            moved[where[one.item.number]].append(one.item.number)
    for key, numbers in moved.items():
        transaction.threads.move(numbers, key)
    transaction.threads.put([thread for thread, _ in threads.values()])
    for key in before.keys() - threads.keys():
        transaction.threads.lead(key, firsts[key])


def _everyone(transaction: Transaction) -> Iterable[Placed]:
    after: tuple[int, int] | None = None
    while page := transaction.items.page(Filters(), newest_first=False, after=after, most=_PAGE):
        yield from page
        after = (page[-1].item.at, page[-1].item.number)


def _grouped(items: Sequence[Item], filing: Filing, keys: Keys) -> dict[Derived, tuple[Thread, list[Item]]]:
    """File a whole memory, as if nothing had been filed before."""
    groups: dict[Derived, list[Item]] = defaultdict(list)
    loose = [item for item in items if thread_kind(item) is ThreadKind.LOOSE]
    by_id = {item.id: item for item in loose}
    for group in conversations(map(stretch_of, loose), filing):
        groups[loose_thread(keys.ids, group[0].first_id)] = [by_id[stretch.first_id] for stretch in group]
    for item in items:
        match thread_kind(item):
            case ThreadKind.SESSION:
                groups[session_thread(keys.ids, item.content.session or "", item.at, filing.zone)].append(item)
            case ThreadKind.ALONE:
                groups[alone_thread(keys.ids, item.id)].append(item)
            case ThreadKind.LOOSE:
                continue
    return {key: (_thread(key, members, filing), members) for key, members in groups.items()}


def _thread(key: Derived, items: Sequence[Item], filing: Filing) -> Thread:
    first = min(items, key=lambda item: (item.at, item.id))
    last_at = max(item.at for item in items)
    kind = thread_kind(first)
    listed_at = start_of(day_of(first.at, filing.zone), filing.zone) if kind is ThreadKind.SESSION else first.at
    return Thread(key, kind, first.content.session, first.at, last_at, first.id, len(items), listed_at)


def _grow(transaction: Transaction, filing: Filing, filed: Sequence[tuple[Derived, Item]]) -> None:
    """Add items to threads whose ids do not depend on what else they hold."""
    news: dict[Derived, list[Item]] = defaultdict(list)
    for key, item in filed:
        news[key].append(item)
    held = transaction.threads.by_keys(news)
    transaction.threads.put([_joined(_thread(key, items, filing), held.get(key)) for key, items in news.items()])


def _joined(new: Thread, held: Thread | None) -> Thread:
    if held is None:
        return new
    first = min(new, held, key=lambda one: (one.first_at, one.first_id))
    return replace(first, last_at=max(new.last_at, held.last_at), items=new.items + held.items)


def _file_loose(transaction: Transaction, filing: Filing, keys: Keys, messages: Sequence[Item]) -> dict[int, Derived]:
    """File loose messages of one day among the conversations that stand near them."""
    gap = filing.gap_minutes * MINUTE
    first, last = min(item.at for item in messages), max(item.at for item in messages)
    held = transaction.threads.loose_between(Instant(first - gap), Instant(last + gap))
    by_stretch: dict[Stretch, Item | Thread] = {thread.stretch: thread for thread in held}
    # A message that is alone in its conversation covers the same span as the conversation; ids keep them apart.
    by_stretch |= {stretch_of(item): item for item in messages}
    placed: dict[int, Derived] = {}
    for group in conversations(by_stretch, filing):
        members = [by_stretch[stretch] for stretch in group]
        items = [one for one in members if isinstance(one, Item)]
        if not items:
            continue
        key = loose_thread(keys.ids, group[0].first_id)
        joined = [one for one in members if isinstance(one, Thread)]
        for thread in joined:
            if thread.key != key:
                transaction.threads.join(thread.key, key)
        transaction.threads.put(
            [
                Thread(
                    key,
                    ThreadKind.LOOSE,
                    None,
                    group[0].first_at,
                    max(stretch.last_at for stretch in group),
                    group[0].first_id,
                    len(items) + sum(thread.items for thread in joined),
                    group[0].first_at,
                )
            ]
        )
        placed |= {item.number: key for item in items}
    return placed


def _shrink(transaction: Transaction, thread: Thread, gone: Sequence[Item], filing: Filing) -> None:
    left = thread.items - len(gone)
    ends = {thread.first_at, thread.last_at}
    if left and any(item.at in ends for item in gone):
        # Only where an end went must the thread be looked at again.
        members = transaction.threads.members(thread.key)
        transaction.threads.put([_thread(thread.key, [one.item for one in members], filing)])
    elif left:
        transaction.threads.put([replace(thread, items=left)])


def _regroup(transaction: Transaction, thread: Thread, filing: Filing, keys: Keys) -> None:
    members = transaction.threads.members(thread.key)
    groups = _grouped([one.item for one in members], filing, keys)
    for key, (_, items) in groups.items():
        if key != thread.key:
            transaction.threads.move([item.number for item in items], key)
    transaction.threads.put([group for group, _ in groups.values()])
    if groups and thread.key not in groups:
        # The first message went: the thread's id leads to the conversation that begins with the next one.
        transaction.threads.lead(thread.key, next(iter(groups)))


def _close(transaction: Transaction, key: Derived, successor: Derived | None) -> None:
    if successor is None:
        transaction.threads.remove([key])
    else:
        transaction.threads.lead(key, successor)
