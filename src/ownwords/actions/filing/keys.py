"""The keys of the hashes that stand in the database."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ownwords.domain import ids
from ownwords.domain.ids import Derived, Scope, Secret
from ownwords.domain.preferences import Key
from ownwords.domain.speakers import SpeakerKey

PREFERENCE: Final = "preference"
"""How a tombstone says that a key was forgotten."""


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """A key for each use: `terms` for words, `ids` for ids that are derived, `tombstones` for what was forgotten."""

    terms: bytes
    ids: bytes
    tombstones: bytes

    @classmethod
    def of(cls, secret: Secret) -> Keys:
        """Give the keys that a server's secret stands for."""
        return cls(secret.key("terms"), secret.key("ids"), secret.key("tombstones"))

    def of_person(self, scope: Scope) -> Keys:
        """Give the keys of one person's memory; that of tombstones is the person's own, as an export tells it."""
        return replace(self, tombstones=ids.derive(self.tombstones, scope.project, scope.person))

    def tombstone(self, item_id: str) -> Derived:
        """Give what is left of a forgotten item's id."""
        return ids.derive(self.tombstones, "item", item_id)

    def tombstone_of_purchase(self, purchase_id: str) -> Derived:
        """Give what is left of a forgotten purchase's id; an item of the same id has another one."""
        return ids.derive(self.tombstones, "purchase", purchase_id)

    def tombstone_of_preference(self, key: Key) -> Derived:
        """Give what is left of a forgotten key."""
        return ids.derive(self.tombstones, PREFERENCE, key)

    def speaker(self, key: SpeakerKey) -> Derived:
        """Give the inside of a speaker's id."""
        return ids.derive(self.ids, "speaker", *key.fields)
