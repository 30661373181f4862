"""Who said it: the speakers of a memory, resolved from all its claims each time they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ownwords.actions.memory import Memory, Open, Whose, read
from ownwords.domain.ids import Derived
from ownwords.domain.search import Placed, Read
from ownwords.domain.speakers import THE_PERSON, Conflict, Resolution, Speaker, resolve


@dataclass(frozen=True, slots=True)
class Speakers:
    """The resolution of one memory at one moment."""

    resolution: Resolution
    by_claim: dict[Derived, Speaker | None]
    ids: dict[Derived, Derived | None]
    items: Counter[Speaker]

    @property
    def by_id(self) -> dict[Derived, Speaker]:
        """Every speaker by the inside of its id."""
        pairs = ((self.ids[claim], speaker) for claim, speaker in self.by_claim.items())
        return {key: speaker for key, speaker in pairs if key is not None and speaker is not None}

    def claims_of(self, speaker: Derived) -> tuple[Derived, ...]:
        """Give the claims that resolve to a speaker."""
        return tuple(claim for claim, found in self.ids.items() if found == speaker)

    def read(self, placed: Placed) -> Read:
        """Give an item as a caller reads it."""
        speaker = None if placed.claim is None else self.ids.get(placed.claim)
        return Read(placed.item, placed.thread, speaker)


@dataclass(frozen=True, slots=True)
class SpeakerPage:
    """Speakers with their ids and numbers of items, and the conflicts of the whole memory."""

    speakers: tuple[tuple[Derived, Speaker, int], ...]
    conflicts: tuple[tuple[Conflict, tuple[Derived, ...]], ...]


def resolved(opened: Open) -> Speakers:
    """Resolve every claim of an opened memory."""
    held = opened.transaction.claims.every()
    resolution = resolve((claim for claim, _ in held.values()), opened.person.user_id or "")
    by_claim = {key: resolution.speakers[claim] for key, (claim, _) in held.items()}
    ids = {key: None if one is None else opened.keys.speaker(one.key) for key, one in by_claim.items()}
    items: Counter[Speaker] = Counter()
    for key, (_, count) in held.items():
        speaker = by_claim[key]
        if speaker is not None:
            items[speaker] += count
    return Speakers(resolution, by_claim, ids, items)


def page(memory: Memory, whose: Whose, after: str | None, most: int) -> SpeakerPage:
    """List the speakers of a memory, the person first, then by key; `after` is the key of the last one seen."""

    def work(opened: Open) -> SpeakerPage:
        speakers = resolved(opened)
        ordered = sorted(speakers.items, key=order)
        rest = [speaker for speaker in ordered if after is None or order(speaker) > after]
        conflicts = tuple(
            (conflict, tuple(map(opened.keys.speaker, conflict.speakers))) for conflict in speakers.resolution.conflicts
        )
        listed = tuple((opened.keys.speaker(one.key), one, speakers.items[one]) for one in rest[:most])
        return SpeakerPage(listed, conflicts)

    return read(memory, whose, work)


def order(speaker: Speaker) -> str:
    """Give what speakers are listed by."""
    return "" if speaker.key == THE_PERSON else "\x1f".join(speaker.key.fields)


def as_read(opened: Open, placed: Iterable[Placed]) -> list[Read]:
    """Give items as a caller reads them, with their speakers."""
    speakers = resolved(opened)
    return [speakers.read(one) for one in placed]
