"""The person as their project sees them."""

from __future__ import annotations

from dataclasses import replace

from ownwords.actions.memory import Memory, Open, Whose, read, refile, write
from ownwords.domain.persons import Person


def get(memory: Memory, whose: Whose) -> Person:
    """Read how a person's memory is filed; one whom memory never held has the defaults."""
    return read(memory, whose, lambda opened: opened.person)


def put(memory: Memory, whose: Whose, timezone: str) -> Person:
    """Set whose clock a person's day is of; another zone files the threads again.

    `timezone` is the name of a zone that `domain.persons.zone_named` finds.
    """

    def work(opened: Open) -> Person:
        person = replace(opened.person, timezone=timezone)
        if person.timezone != opened.person.timezone and person.next_item > 1:
            return refile(opened, person)
        opened.transaction.persons.put(person)
        return person

    return write(memory, whose, work)
