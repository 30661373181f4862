"""Writing what the rules of preferences decided."""

from __future__ import annotations

from dataclasses import replace

from ownwords.actions.memory import Open
from ownwords.domain import ids
from ownwords.domain.preferences.changes import Act, Change


def act(opened: Open, by: str) -> Act:
    """Say who acts now, and name the memory that may come of it."""
    number = opened.person.next_item
    tail = ids.derive(opened.keys.ids, "memory", opened.person.user_id, number, opened.now)
    return Act(by, opened.now, number, ids.sortable("mem_", opened.now, tail))


def put(opened: Open, change: Change) -> Open:
    """Write a change; give the memory as it is open then, whose next number is another if one was given."""
    if not change.written and not change.retired:
        return opened
    rows = opened.transaction.preferences
    rows.retire([one.number for one in change.retired])
    rows.put(change.written)
    number = opened.person.next_item
    if any(one.number == number for one in change.written):
        opened = replace(opened, person=replace(opened.person, next_item=number + 1))
    opened.transaction.persons.put(opened.person)
    return opened
