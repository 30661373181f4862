"""What becomes of preferences when what they stand on changes: messages that go or are edited, and purchases.

Whoever files, edits or removes items and purchases comes by here in the same transaction, so nothing that was learned
from them outlives them, and what the person declared stays without its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ownwords.actions.filing.keys import PREFERENCE, Keys
from ownwords.actions.filing.own_words import OwnWords
from ownwords.domain import ids
from ownwords.domain.ids import Derived
from ownwords.domain.items import Item
from ownwords.domain.own_words import Declared, Mode, Words, judge
from ownwords.domain.persons import Person
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import Bought, Cited, Forgotten, History, Inferred
from ownwords.domain.preferences.support import renewed
from ownwords.domain.preferences.values import judged
from ownwords.domain.preferences.words import Citation, Quote
from ownwords.domain.purchases import Purchase, supports
from ownwords.domain.receipts import Tombstone
from ownwords.domain.search import Placed
from ownwords.domain.sizes import SizeSystem, size_of
from ownwords.domain.times import Instant
from ownwords.ports import Transaction


def messages_gone(transaction: Transaction, items: Iterable[int]) -> None:
    """Take the links to messages that go, and with them their words, out of every version."""
    citations = transaction.preferences.citing(items)
    transaction.preferences.cite([(one, Forgotten()) for one in citations])


def messages_edited(transaction: Transaction, person: Person, keys: Keys, edits: Sequence[tuple[Item, Placed]]) -> None:
    """Cite the new versions of messages where these still declare what the old ones did; else their words go.

    Called when the new versions are stored: pairs of the new item and the old one.
    """
    citations = transaction.preferences.citing([new.number for new, _ in edits])
    if not citations:
        return
    own = OwnWords.of(transaction, person, keys)
    stored = transaction.items.by_numbers({one.cited.item for one in citations})
    before = {old.item.number: old.item.content.text for _, old in edits}
    transaction.preferences.cite(
        [
            (one, _cited_anew(one, before[one.cited.item], placed) if own.hold(placed) else Forgotten())
            for one in citations
            for placed in (stored[one.cited.item],)
        ]
    )


def keys_citing(transaction: Transaction, items: Iterable[int]) -> set[Key]:
    """Give the keys whose declared values stand on words of messages."""
    return {one.key for one in transaction.preferences.citing(items) if one.is_active}


def purchases_changed(transaction: Transaction, now: Instant) -> None:
    """Take out of every version what purchases no longer support: they went, came back, or are gifts."""
    histories = [one for one in transaction.preferences.histories() if _bought(one)]
    if not histories:
        return
    held = transaction.purchases.by_numbers({one.purchase for history in histories for one in _bought(history)})
    left = [(one, renewed(one, _Holds(one.key, held), now)) for one in histories]
    transaction.preferences.remove([one.number for one, found in left if found is None])
    transaction.preferences.replace([found for one, found in left if found is not None and found is not one])


def forgotten_keys(transaction: Transaction, keys: Keys) -> dict[Key, Instant]:
    """Give the keys that were forgotten, here or before an import, and when last: they are not inferred again."""
    found = transaction.receipts.tombstones()
    secrets = {keys.tombstones, *(one.key for one in found if one.key is not None)}
    named = {(secret, ids.derive(secret, PREFERENCE, key)): key for secret in secrets for key in Key}
    times: dict[Key, Instant] = {}
    for one in found:
        key = named.get((one.key or keys.tombstones, one.hash))
        if key is not None:
            times[key] = max(one.forgotten_at, times.get(key, one.forgotten_at))
    return times


def hashes_of(transaction: Transaction, keys: Keys, key: Key) -> list[Derived]:
    """Give the hashes of every tombstone that says that a key was forgotten."""
    found = transaction.receipts.tombstones()
    secrets = {keys.tombstones, *(one.key for one in found if one.key is not None)}
    return [ids.derive(secret, PREFERENCE, key) for secret in secrets]


def tombstones(going: Iterable[History], keys: Keys, now: Instant) -> list[Tombstone]:
    """Give what is left of memories that go: their keys' tombstones."""
    held = {one.key for one in going}
    return [Tombstone(keys.tombstone_of_preference(key), now) for key in Key if key in held]


def is_forgotten(history: History, times: Mapping[Key, Instant]) -> bool:
    """Tell whether a memory's key was forgotten since it began, or at any time where it is inferred."""
    forgotten_at = times.get(history.key)
    if forgotten_at is None:
        return False
    return not history.memory.is_declared or history.versions[0].at <= forgotten_at


def forget_since(transaction: Transaction, times: Mapping[Key, Instant]) -> int:
    """Remove the memories of keys that were forgotten after these began; give how many went."""
    going = [one.number for one in transaction.preferences.histories() if is_forgotten(one, times)]
    transaction.preferences.remove(going)
    return len(going)


@dataclass(frozen=True, slots=True)
class _Holds:
    """Whether purchases that memory holds still support what was inferred from them."""

    key: Key
    held: Mapping[int, Purchase]

    def __call__(self, bought: Bought) -> bool:
        purchase = self.held.get(bought.purchase)
        value = size_of(self.key, bought.name) if self.key.is_size else bought.name
        # Which system was assumed then is not kept: a purchase that supports it under any still does.
        assumed = (None, *SizeSystem) if self.key.is_size else (None,)
        return purchase is not None and any(supports(purchase, self.key, value, system) for system in assumed)


def _bought(history: History) -> list[Bought]:
    return [
        one
        for version in history.versions
        if isinstance(version.provenance, Inferred)
        for one in version.provenance.evidence
    ]


def _cited_anew(citation: Citation, before: str, placed: Placed) -> Cited | Forgotten:
    """Find the cited words in a message's new version, and judge them there."""
    text = placed.item.content.text
    cited = citation.cited
    names = judged(citation.key, citation.names)
    for start, end in reversed(Quote.of(before[cited.start : cited.end]).places(text)):
        if isinstance(judge(Words(text, (start, end)), citation.key, names, Mode.PLAIN), Declared):
            return Cited(cited.item, placed.item.version, start, end)
    return Forgotten()
