"""Counting the ways in which a person's items name who wrote them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from ownwords.actions.filing.keys import Keys
from ownwords.domain import ids
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item
from ownwords.domain.persons import Person
from ownwords.domain.speakers import Claim
from ownwords.ports import Transaction


def claim_of(item: Item) -> Claim | None:
    """Give the claim by which an item names its author; None where it names nobody."""
    if item.content.author is None and item.content.role is None:
        return None
    return Claim(item.content.author, item.content.role)


def key(keys: Keys, claim: Claim | None) -> Derived | None:
    """Give the key of a claim."""
    if claim is None:
        return None
    author = claim.author
    named = None if author is None else ids.fields(author.id, author.name, author.email, author.handle, author.is_self)
    return ids.derive(keys.ids, "claim", named, claim.role)


def count(
    transaction: Transaction, person: Person, keys: Keys, *, came: Iterable[Item], went: Iterable[Item]
) -> Person:
    """Count the claims of items that came and went; the person's epoch moves where a claim came or went."""
    claims: dict[Derived, Claim] = {}
    change: Counter[Derived] = Counter()
    for items, step in ((came, 1), (went, -1)):
        for item in items:
            claim = claim_of(item)
            name = key(keys, claim)
            if name is not None and claim is not None:
                claims[name] = claim
                change[name] += step
    counts = {name: (claims[name], number) for name, number in change.items() if number}
    if counts and transaction.claims.count(counts):
        return replace(person, claims_epoch=person.claims_epoch + 1)
    return person
