"""What the server answers, as frozen values; times are aware datetimes in UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from ownwords.client.sent import Author, Key, Kind, Line, Origin, Role


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one item; `id` is None where it was forgotten since the first answer."""

    id: str | None
    status: Literal["created", "unchanged", "edited", "expired", "forgotten"]
    version: int
    thread_id: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a batch, in the order sent; `replayed` where the answer to an earlier request came again."""

    items: tuple[Outcome, ...]
    counts: Mapping[str, int]
    indexed: Literal["pending", "ready"]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """An item as it reads; what was not given is None."""

    id: str
    kind: Kind
    text: str
    at: datetime
    session: str | None
    author: Author | None
    speaker_id: str | None
    role: Role | None
    origin: Origin | None
    title: str | None
    about: tuple[str, ...] | None
    metadata: Mapping[str, Any] | None
    expires: datetime | None
    version: int
    thread_id: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Version(Item):
    """A version of an item; `replaced_at` is None for the current one."""

    replaced_at: datetime | None


@dataclass(frozen=True, slots=True)
class Items:
    """A page of items; `next_cursor` is None on the last one."""

    items: tuple[Item, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """An item that a passage was cut from."""

    id: str
    at: datetime
    speaker_id: str | None
    kind: Kind
    role: Role | None


@dataclass(frozen=True, slots=True)
class Why:
    """The place of a hit among the hits of each arm, from 1; None where the arm did not find it."""

    words: int | None
    meaning: int | None


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found; spans count characters of `text`."""

    text: str
    spans: tuple[tuple[int, int], ...]
    thread_id: str
    title: str | None
    items: tuple[Source, ...]
    around: tuple[Item, ...]
    why: Why


@dataclass(frozen=True, slots=True)
class Context:
    """Lines for a prompt: `text` goes into it and counts `tokens`; `items` are the ids of the lines in their order."""

    text: str
    tokens: int
    items: tuple[str, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class Model:
    """The model that search by meaning goes by."""

    name: str
    dimension: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """An item whose meaning could not be learned; it is found by its words only."""

    item_id: str
    version: int
    tries: int
    problem: str


@dataclass(frozen=True, slots=True)
class Indexing:
    """How far the meaning of a memory is learned, with a page of what was set aside."""

    model: Model
    passages: int
    learned: int
    pending: int
    set_aside: int
    items: tuple[SetAside, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Thread:
    """Items that belong together: a session's day, a conversation, a document or a note."""

    id: str
    kind: Literal["session", "loose", "alone"]
    session: str | None
    first_at: datetime
    last_at: datetime
    items: int


@dataclass(frozen=True, slots=True)
class Threads:
    """A page of threads; `next_cursor` is None on the last one."""

    threads: tuple[Thread, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Speaker:
    """The one person or machine behind the authors that were resolved to it."""

    id: str
    kind: Literal["person", "other", "machine"]
    names: tuple[str, ...]
    ids: tuple[str, ...]
    emails: tuple[str, ...]
    handles: tuple[str, ...]
    items: int


@dataclass(frozen=True, slots=True)
class SpeakerConflict:
    """Speakers that were kept apart, and the e-mail or handle over which they clash."""

    code: Literal["several_ids", "several_claim_the_person"]
    key: str | None
    speaker_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Speakers:
    """A page of speakers, and every conflict of the memory; `next_cursor` is None on the last one."""

    speakers: tuple[Speaker, ...]
    conflicts: tuple[SpeakerConflict, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class About:
    """One thing that items are about, with the threads in which they stand, oldest first."""

    about: str
    items: int
    first_at: datetime
    last_at: datetime
    threads: tuple[Thread, ...]


@dataclass(frozen=True, slots=True)
class Abouts:
    """A page of what items are about; `next_cursor` is None on the last one."""

    about: tuple[About, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class PurchaseOutcome:
    """What became of one purchase; `id` is None where it was forgotten since the first answer."""

    id: str | None
    status: Literal["created", "unchanged", "edited", "expired", "forgotten"]
    version: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddedPurchases:
    """What became of a batch, in the order sent; `replayed` where the answer to an earlier request came again."""

    purchases: tuple[PurchaseOutcome, ...]
    counts: Mapping[str, int]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class FiledPurchase:
    """A purchase as it reads; what was not given is None."""

    id: str
    at: datetime
    merchant: str | None
    lines: tuple[Line, ...]
    gift: bool
    returned: bool
    expires: datetime | None
    version: int
    received_at: datetime


@dataclass(frozen=True, slots=True)
class PurchaseVersion(FiledPurchase):
    """A version of a purchase; `replaced_at` is None for the current one."""

    replaced_at: datetime | None


@dataclass(frozen=True, slots=True)
class Purchases:
    """A page of purchases; `next_cursor` is None on the last one."""

    purchases: tuple[FiledPurchase, ...]
    next_cursor: str | None

    @property
    def items(self) -> tuple[FiledPurchase, ...]:
        """What the page holds."""
        return self.purchases


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a value, or some names of it, stand on: the person's words, or purchases; what does not apply is None."""

    names: tuple[str, ...] | None = None
    quote: str | None = None
    item_id: str | None = None
    item_version: int | None = None
    span: tuple[int, int] | None = None
    verified: bool | None = None
    purchase_ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class PreferenceVersion:
    """An earlier version of a preference, and why it came to be; a size is a list of one."""

    value: tuple[str, ...]
    provenance: Literal["declared", "inferred"]
    version: int
    since: datetime
    by: str
    evidence: tuple[Evidence, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Preference:
    """What a person prefers under one of the six keys; a size is a list of one. `counts` where it is in force.

    `codes` are those of dietary restrictions; `history` are the earlier versions, where they were asked for.
    """

    memory_id: str
    key: Key
    value: tuple[str, ...]
    provenance: Literal["declared", "inferred"]
    counts: bool
    version: int
    since: datetime
    by: str
    evidence: tuple[Evidence, ...]
    codes: tuple[str | None, ...] | None = None
    why: str | None = None
    history: tuple[PreferenceVersion, ...] | None = None


@dataclass(frozen=True, slots=True)
class Preferences:
    """What is kept under the six keys; with history also what is no longer active, and what is not inferred again."""

    memories: tuple[Preference, ...]
    inactive: tuple[Preference, ...] | None = None
    forgotten: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What became of a call of the tool, and the active preferences after it."""

    status: Literal["listed", "created", "unchanged", "corrected", "forgotten"]
    message: str
    memories: tuple[Preference, ...]


@dataclass(frozen=True, slots=True)
class Consent:
    """What the person said last of a key that is kept with their consent only."""

    key: str
    given: bool
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What went, by kind; `purged` once the database's files are clean of it too."""

    receipt_id: str
    at: datetime
    forgotten: Mapping[str, int]
    preferences_kept: tuple[str, ...]
    not_found: tuple[str, ...]
    purged: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether anything is left of what went, with the rows that were looked at and left, by table."""

    clean: bool
    searched: Mapping[str, int]
    left: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Imported:
    """How many items and purchases are new, were held already, were forgotten since, or have ended."""

    created: int = 0
    held: int = 0
    forgotten: int = 0
    expired: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """A person as memory files them."""

    user_id: str
    timezone: str


@dataclass(frozen=True, slots=True)
class PersonSession:
    """A person token, shown this once, and what it is good for; a client made with `token` is that person's."""

    session_id: str
    token: str = field(repr=False)
    token_type: Literal["Bearer"]
    scope: str
    expires_at: datetime
    expires_in: int


@dataclass(frozen=True, slots=True)
class Access:
    """One use of a memory: who, when, by which verb, and how many things; never what."""

    at: datetime
    actor: str
    verb: str
    items: int


@dataclass(frozen=True, slots=True)
class Accesses:
    """A page of the access log, the newest first; `next_cursor` is None on the last one."""

    accesses: tuple[Access, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Project:
    """A project and its settings."""

    id: str
    name: str
    settings: Mapping[str, Any]
