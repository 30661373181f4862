"""Search: what is asked, and what was found."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ownwords.domain.ids import Derived
from ownwords.domain.items import Item, Json, Kind
from ownwords.domain.speakers import Role
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class Filters:
    """What an item must be to be read, found or forgotten; everything given must hold.

    `claims` are the ways of naming an author that resolve to the speaker asked for. `metadata` are paths and the
    scalar each must equal. `after` is inclusive, `before` exclusive, both on `at`.
    """

    ids: tuple[str, ...] | None = None
    thread: Derived | None = None
    session: str | None = None
    about: str | None = None
    kinds: tuple[Kind, ...] | None = None
    roles: tuple[Role, ...] | None = None
    claims: tuple[Derived, ...] | None = None
    after: Instant | None = None
    before: Instant | None = None
    metadata: tuple[tuple[str, Json], ...] = ()

    def said_by(self, claims: tuple[Derived, ...]) -> Filters:
        """Narrow to what is said by any of these ways of naming an author."""
        return replace(self, claims=claims if self.claims is None else tuple(set(claims) & set(self.claims)))

    def at_times(self, after: Instant, before: Instant) -> Filters | None:
        """Narrow to a span of time; None where nothing of it is left."""
        after = after if self.after is None else max(self.after, after)
        before = before if self.before is None else min(self.before, before)
        return replace(self, after=after, before=before) if after < before else None


@dataclass(frozen=True, slots=True)
class Placed:
    """An item where memory filed it: its thread, and the claim that names its author (None: by nobody)."""

    item: Item
    thread: Derived
    claim: Derived | None


@dataclass(frozen=True, slots=True)
class Read:
    """An item as a caller reads it, with its thread and speaker resolved."""

    item: Item
    thread: Derived
    speaker: Derived | None


@dataclass(frozen=True, slots=True)
class ReadVersion:
    """An earlier version as a caller reads it; `replaced_at` is None for the current one."""

    read: Read
    replaced_at: Instant | None


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found.

    `text` is the passage's own, `spans` the matched words in it (code points), `items` what it was cut from,
    `around` the neighbours in its thread, `words` and `meaning` its places among what each of the two found, from 1;
    None where it did not: one that neither found stands beside one that was.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    thread: Derived
    title: str | None
    items: tuple[Read, ...]
    around: tuple[Read, ...]
    words: int | None
    meaning: int | None
