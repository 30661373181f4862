"""What a store holds of one person's preferences, inside a transaction; as `ports.nouns` has it of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ownwords.domain.ids import Derived
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import Consent, History, Memory, Words
from ownwords.domain.preferences.words import Citation


class Preferences(Protocol):
    """Memories of the six keys, their versions, what each stands on, and what the person agreed to."""

    def active(self) -> list[Memory]:
        """Give the active memories in their current version, in order of arrival."""
        ...

    def histories(self) -> list[History]:
        """Give every memory with all its versions, in order of arrival."""
        ...

    def put(self, memories: Sequence[Memory]) -> None:
        """Store memories as active in their current version, which takes the place of one of its number."""
        ...

    def retire(self, numbers: Sequence[int]) -> None:
        """Let memories be no longer active; their history stays."""
        ...

    def replace(self, histories: Sequence[History]) -> None:
        """Store memories with all their versions, in the place of the ones of their numbers."""
        ...

    def remove(self, numbers: Sequence[int]) -> None:
        """Remove memories with all their versions and evidence."""
        ...

    def citing(self, items: Iterable[int]) -> list[Citation]:
        """Give every place at which a version stands on words of one of the items."""
        ...

    def cite(self, citations: Sequence[tuple[Citation, Words]]) -> None:
        """Let places of versions stand on other words than before."""
        ...

    def lift(self, tombstones: Sequence[Derived]) -> int:
        """Remove tombstones; give how many there were."""
        ...

    def consents(self) -> dict[Key, Consent]:
        """Give what the person said last of each key."""
        ...

    def put_consent(self, consent: Consent) -> None:
        """Keep what the person says of a key, in the place of what they said before."""
        ...
