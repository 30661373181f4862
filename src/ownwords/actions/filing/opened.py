"""An opened memory."""

from __future__ import annotations

from dataclasses import dataclass

from ownwords.actions.filing.keys import Keys
from ownwords.domain.persons import Person
from ownwords.domain.times import Instant
from ownwords.ports import Transaction


@dataclass(frozen=True, slots=True)
class Open:
    """An opened memory: the transaction, the person as stored, and the moment at which it was opened."""

    transaction: Transaction
    person: Person
    keys: Keys
    now: Instant
