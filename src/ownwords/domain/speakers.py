"""Speakers: the one person, the others and the machines that authors are resolved to, exactly.

A claim is one way in which items name who wrote them. What resolves claims is a function of their set alone:
never of their order, of a text, of metadata, or of how alike two names look. So a speaker that two claims
joined comes apart again when the claim between them is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from ownwords.domain.words import fold


class Role(StrEnum):
    """The part that a message's author plays in the conversation."""

    USER = "user"
    ASSISTANT = "assistant"
    AGENT = "agent"
    BOT = "bot"
    TOOL = "tool"
    SYSTEM = "system"

    @property
    def is_machine(self) -> bool:
        """Whether a machine speaks: in every role but the user's."""
        return self is not Role.USER


@dataclass(frozen=True, slots=True)
class Author:
    """Who an item says wrote it, as written; an empty field says nothing."""

    id: str | None = None
    name: str | None = None
    email: str | None = None
    handle: str | None = None
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """One distinct way in which items name who wrote them."""

    author: Author | None
    role: Role | None


class SpeakerKind(StrEnum):
    """What a speaker is to this memory: the person whose it is, another human, or a machine."""

    PERSON = "person"
    OTHER = "other"
    MACHINE = "machine"


class KeyKind(StrEnum):
    """What a speaker is known by."""

    PERSON = "person"
    ID = "id"
    EMAIL = "email"
    HANDLE = "handle"
    NAME = "name"
    MACHINE_ID = "machine-id"
    MACHINE_EMAIL = "machine-email"
    MACHINE_HANDLE = "machine-handle"
    MACHINE_NAME = "machine-name"
    MACHINE_ROLE = "machine-role"


@dataclass(frozen=True, slots=True, order=True)
class SpeakerKey:
    """The strongest thing that a speaker is known by, in the form in which it is compared.

    Keys sort by kind, then text; an e-mail sorts before a handle.
    """

    kind: KeyKind
    text: str

    @property
    def fields(self) -> tuple[str, str]:
        """The key as strings, to derive an id from: two keys never give the same ones."""
        return self.kind.value, self.text

    @property
    def speaker_kind(self) -> SpeakerKind:
        """What a speaker with this key is."""
        match self.kind:
            case KeyKind.PERSON:
                return SpeakerKind.PERSON
            case KeyKind.ID | KeyKind.EMAIL | KeyKind.HANDLE | KeyKind.NAME:
                return SpeakerKind.OTHER
            case (
                KeyKind.MACHINE_ID
                | KeyKind.MACHINE_EMAIL
                | KeyKind.MACHINE_HANDLE
                | KeyKind.MACHINE_NAME
                | KeyKind.MACHINE_ROLE
            ):
                return SpeakerKind.MACHINE
            case _:
                assert_never(self.kind)


THE_PERSON: Final = SpeakerKey(KeyKind.PERSON, "")
"""The key of the person whose memory this is, whatever ids the person comes with."""

_CONTACTS: Final = (KeyKind.EMAIL, KeyKind.HANDLE)
_OF_MACHINE: Final = {
    KeyKind.ID: KeyKind.MACHINE_ID,
    KeyKind.EMAIL: KeyKind.MACHINE_EMAIL,
    KeyKind.HANDLE: KeyKind.MACHINE_HANDLE,
    KeyKind.NAME: KeyKind.MACHINE_NAME,
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """The one real person or machine behind the claims that were resolved to it.

    Names stand as written, one spelling of each; e-mails and handles in the form in which they are compared.
    All are sorted.
    """

    key: SpeakerKey
    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()

    @property
    def kind(self) -> SpeakerKind:
        """What the speaker is, as its key says."""
        return self.key.speaker_kind


class ConflictCode(StrEnum):
    """Why claims that touch were kept apart."""

    SEVERAL_IDS = "several_ids"
    SEVERAL_CLAIM_THE_PERSON = "several_claim_the_person"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Speakers that were kept apart, sorted, and the e-mail or handle over which they clash.

    `key` is None where no single one is carried by two of them, and where roles clash.
    """

    code: ConflictCode
    key: str | None
    speakers: tuple[SpeakerKey, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """Every claim with its speaker, None where it is by nobody, and the conflicts, sorted."""

    speakers: Mapping[Claim, Speaker | None]
    conflicts: tuple[Conflict, ...]


def resolve(claims: Iterable[Claim], user_id: str) -> Resolution:
    """Resolve the claims of one memory to speakers; `user_id` is the author id of its person.

    The cost is nearly linear in the number of claims.
    """
    heard = [_hear(claim, user_id) for claim in frozenset(claims)]
    humans = [one for one in heard if not one.is_machine]
    leads = _leads(one.contacts for one in humans if one.id is None)
    ruling = _Ruling(leads, _owners(humans, leads))
    ruling = replace(ruling, persons=_persons(humans, ruling))
    claimants = {key for one in humans if one.is_by_role and (key := ruling.key_of(one))} - {THE_PERSON}
    is_known = any(one.is_definite for one in humans)
    conflicts: set[Conflict] = set()
    if len(claimants) == 1 and not is_known:
        ruling = replace(ruling, persons=ruling.persons | claimants)
    elif claimants:
        rivals = claimants | {THE_PERSON} if is_known else claimants
        conflicts.add(Conflict(ConflictCode.SEVERAL_CLAIM_THE_PERSON, None, tuple(sorted(rivals))))
    conflicts.update(_clashes(humans, ruling))
    ordered = sorted(conflicts, key=lambda conflict: (conflict.code, conflict.key or "", conflict.speakers))
    return Resolution(_speakers(heard, ruling), tuple(ordered))


@dataclass(frozen=True, slots=True)
class _Heard:
    """A claim with every key that its author gives, the strongest first."""

    claim: Claim
    keys: tuple[SpeakerKey, ...]
    id: SpeakerKey | None
    contacts: tuple[SpeakerKey, ...]
    """The e-mail and the handle."""
    is_machine: bool
    is_by_role: bool
    is_self: bool
    is_definite: bool
    """Whether the claim says that it is the person by more than its role."""

    def machine(self) -> SpeakerKey:
        """Give the machine's key: its author's strongest one, else its role."""
        if self.keys:
            return SpeakerKey(_OF_MACHINE[self.keys[0].kind], self.keys[0].text)
        return SpeakerKey(KeyKind.MACHINE_ROLE, self.claim.role or "")


def _hear(claim: Claim, user_id: str) -> _Heard:
    author, role = claim.author or Author(), claim.role
    texts = (
        (KeyKind.ID, author.id or ""),
        (KeyKind.EMAIL, _unless_blank(author.email).casefold()),
        (KeyKind.HANDLE, _unless_blank(_unless_blank(author.handle).removeprefix("@")).casefold()),
        (KeyKind.NAME, fold(_unless_blank(author.name))),
    )
    keys = tuple([SpeakerKey(kind, text) for kind, text in texts if text])
    return _Heard(
        claim,
        keys,
        id=keys[0] if author.id else None,
        contacts=tuple([key for key in keys if key.kind in _CONTACTS]),
        is_machine=role is not None and role.is_machine,
        is_by_role=role is Role.USER,
        is_self=author.is_self,
        is_definite=author.is_self or author.id == user_id,
    )


def _unless_blank(text: str | None) -> str:
    return "" if text is None or text.isspace() else text


def _leads(joined: Iterable[tuple[SpeakerKey, ...]]) -> dict[SpeakerKey, SpeakerKey]:
    """Find for every key the smallest one that it is joined to, by however many steps."""
    beside: dict[SpeakerKey, set[SpeakerKey]] = {}
    for keys in joined:
        for key in keys:
            beside.setdefault(key, set()).update(keys)
    leads: dict[SpeakerKey, SpeakerKey] = {}
    for lead in sorted(beside):
        waiting = [lead]
        while waiting:
            key = waiting.pop()
            if key not in leads:
                leads[key] = lead
                waiting.extend(beside[key])
    return leads


def _owners(humans: list[_Heard], leads: Mapping[SpeakerKey, SpeakerKey]) -> dict[SpeakerKey, set[SpeakerKey]]:
    """Find the ids whose own claims carry an e-mail or handle, under its lead where it has one."""
    owners: dict[SpeakerKey, set[SpeakerKey]] = {}
    for one in humans:
        if one.id is not None:
            for contact in one.contacts:
                owners.setdefault(leads.get(contact, contact), set()).add(one.id)
    return owners


@dataclass(frozen=True, slots=True)
class _Ruling:
    """What is settled so far: which keys belong together, and which of them are the person."""

    leads: Mapping[SpeakerKey, SpeakerKey]
    """The lead of every e-mail and handle that stands in a claim without an id."""
    owners: Mapping[SpeakerKey, set[SpeakerKey]]
    """The ids that touch a lead, or an e-mail or handle without one."""
    persons: frozenset[SpeakerKey] = frozenset()
    """What is the person: an id, e-mail or handle wherever it stands, a name only with the user's role."""

    def holder(self, key: SpeakerKey) -> SpeakerKey:
        """Give the key of the human that a key belongs to, before asking who is the person.

        An e-mail or handle belongs to the one id that touches it, else to its lead.
        """
        lead = self.leads.get(key, key)
        owners = self.owners.get(lead, ())
        return next(iter(owners)) if len(owners) == 1 else lead

    def settled(self, holder: SpeakerKey) -> SpeakerKey:
        """Give the key of the speaker that a human is, the person's where it is the person."""
        return THE_PERSON if holder in self.persons else holder

    def differ(self, ids: set[SpeakerKey]) -> bool:
        """Tell whether ids are of several speakers."""
        return len(ids) > 1 and len({*map(self.settled, ids)}) > 1

    def key_of(self, one: _Heard) -> SpeakerKey | None:
        """Give the key of a claim's speaker; None where the claim is by nobody."""
        if one.is_machine:
            return one.machine()
        if not one.keys:
            return THE_PERSON if one.is_self or one.is_by_role else None
        key = one.keys[0]
        if key.kind is KeyKind.NAME:
            return THE_PERSON if one.is_self or (one.is_by_role and key in self.persons) else key
        return self.settled(self.holder(key))


def _persons(humans: list[_Heard], ruling: _Ruling) -> frozenset[SpeakerKey]:
    """Find the ids, e-mails and handles that are the person without asking the roles."""
    marked = {ruling.holder(one.keys[0]) for one in humans if one.keys and one.is_definite}
    # Ids that are all the person are one speaker: what they share is the person's, and no conflict.
    shared = {lead for lead, ids in ruling.owners.items() if ids <= marked}
    return frozenset(key for key in marked | shared if key.kind is not KeyKind.NAME)


def _clashes(humans: list[_Heard], ruling: _Ruling) -> Iterable[Conflict]:
    """List what ids of several speakers touch, each with the first e-mail or handle that several carry."""
    contested = {lead: ids for lead, ids in ruling.owners.items() if ruling.differ(ids)}
    clashing: dict[SpeakerKey, str] = {}
    if contested:
        carriers = _owners(humans, {})
        for contact in sorted(key for key, ids in carriers.items() if ruling.differ(ids)):
            clashing.setdefault(ruling.leads.get(contact, contact), contact.text)
    for lead, ids in contested.items():
        alone = {lead} if lead in ruling.leads else set[SpeakerKey]()
        speakers = {*map(ruling.settled, ids | alone)}
        yield Conflict(ConflictCode.SEVERAL_IDS, clashing.get(lead), tuple(sorted(speakers)))


def _speakers(heard: list[_Heard], ruling: _Ruling) -> dict[Claim, Speaker | None]:
    """Give every claim its speaker."""
    keys = [ruling.key_of(one) for one in heard]
    said: dict[SpeakerKey, list[_Heard]] = {}
    for one, key in zip(heard, keys, strict=True):
        if key is not None:
            said.setdefault(key, []).append(one)
    speakers = {key: _described(key, of_one) for key, of_one in said.items()}
    return {one.claim: speakers[key] if key else None for one, key in zip(heard, keys, strict=True)}


def _described(key: SpeakerKey, said: list[_Heard]) -> Speaker:
    """Gather what a speaker's claims call it; of spellings that fold alike, the first in order stands."""

    def texts(kind: KeyKind) -> tuple[str, ...]:
        return tuple(sorted({given.text for one in said for given in one.keys if given.kind is kind}))

    written = {one.claim.author.name or "" for one in said if one.claim.author}
    spellings = {fold(name): name for name in sorted(written, reverse=True) if fold(_unless_blank(name))}
    names = tuple(sorted(spellings.values()))
    return Speaker(key, names, texts(KeyKind.ID), texts(KeyKind.EMAIL), texts(KeyKind.HANDLE))
