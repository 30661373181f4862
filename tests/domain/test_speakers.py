from __future__ import annotations

from dataclasses import fields, replace
from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.speakers import (
    THE_PERSON,
    Author,
    Claim,
    Conflict,
    ConflictCode,
    KeyKind,
    Resolution,
    Role,
    Speaker,
    SpeakerKey,
    SpeakerKind,
    resolve,
)

if TYPE_CHECKING:
    from random import Random

USER_ID = "u_42"
MACHINE_ROLES = [role for role in Role if role is not Role.USER]


def resolved(*claims: Claim) -> Resolution:
    """Resolve claims of the person `u_42`."""
    return resolve(claims, USER_ID)


def by(author: Author) -> Claim:
    """Claim as an author without a role."""
    return Claim(author, None)


def user(author: Author | None = None) -> Claim:
    """Claim with the user's role."""
    return Claim(author, Role.USER)


def key_of(resolution: Resolution, claim: Claim) -> SpeakerKey | None:
    """Give the key of a claim's speaker."""
    speaker = resolution.speakers[claim]
    return None if speaker is None else speaker.key


def keys_of(*claims: Claim) -> list[SpeakerKey | None]:
    """Resolve claims and give the key of each one's speaker, in the same order."""
    resolution = resolved(*claims)
    return [key_of(resolution, claim) for claim in claims]


def an_id(text: str) -> SpeakerKey:
    """Key a human by an id."""
    return SpeakerKey(KeyKind.ID, text)


def an_email(text: str) -> SpeakerKey:
    """Key a human by an e-mail."""
    return SpeakerKey(KeyKind.EMAIL, text)


def a_handle(text: str) -> SpeakerKey:
    """Key a human by a handle."""
    return SpeakerKey(KeyKind.HANDLE, text)


def a_name(text: str) -> SpeakerKey:
    """Key a human by a name."""
    return SpeakerKey(KeyKind.NAME, text)


def several_ids(key: str | None, *speakers: SpeakerKey) -> Conflict:
    """Expect a conflict over an e-mail or handle."""
    return Conflict(ConflictCode.SEVERAL_IDS, key, speakers)


def several_persons(*speakers: SpeakerKey) -> Conflict:
    """Expect a conflict over who the person is."""
    return Conflict(ConflictCode.SEVERAL_CLAIM_THE_PERSON, None, speakers)


# --- ids ----------------------------------------------------------------------------------------------------


def test_one_id_is_one_speaker_under_every_spelling_of_its_name() -> None:
    """Two spellings of one name with one id are one speaker, who keeps both."""
    ana, anna = by(Author(id="1", name="Ana")), by(Author(id="1", name="Anna"))
    resolution = resolved(ana, anna)
    assert resolution.speakers[ana] is resolution.speakers[anna]
    assert resolution.speakers[ana] == Speaker(an_id("1"), names=("Ana", "Anna"), ids=("1",))


def test_one_name_with_two_ids_is_two_speakers() -> None:
    """The same name never joins what two ids tell apart."""
    assert keys_of(by(Author(id="1", name="Ana")), by(Author(id="2", name="Ana"))) == [an_id("1"), an_id("2")]


@pytest.mark.parametrize("other", [" 42 ", "042", "٤٢", "42\n", "4" * 300, "🙂"])
def test_ids_compare_exactly(other: str) -> None:
    """An id with a space, a zero, other digits, any length or an emoji is another id."""
    assert keys_of(by(Author(id="42")), by(Author(id=other))) == [an_id("42"), an_id(other)]


def test_the_case_of_an_id_counts() -> None:
    """Ids are the caller's: nothing in them is folded."""
    assert keys_of(by(Author(id="Ana")), by(Author(id="ana"))) == [an_id("Ana"), an_id("ana")]


def test_an_empty_id_is_no_id() -> None:
    """An author with an empty id is known by what else it says."""
    assert keys_of(by(Author(id="", name="Ana"))) == [a_name("ana")]


@pytest.mark.parametrize("shared", [Author(email="ana@x.org"), Author(handle="@ana")])
def test_two_ids_with_one_email_or_handle_stay_two_and_the_conflict_is_listed(shared: Author) -> None:
    """Two different ids are never joined: what they share is named beside them."""
    resolution = resolved(by(replace(shared, id="1")), by(replace(shared, id="2")))
    assert {speaker.key for speaker in resolution.speakers.values() if speaker} == {an_id("1"), an_id("2")}
    assert resolution.conflicts == (several_ids(shared.email or "ana", an_id("1"), an_id("2")),)


# --- e-mails and handles ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Author(email="ana@x.org"), Author(email="ANA@X.org")),
        (Author(email="STRASSE@x.org"), Author(email="straße@x.org")),
        (Author(handle="@Ana"), Author(handle="ana")),
        (Author(handle="ANA"), Author(handle="@ana")),
    ],
)
def test_emails_and_handles_compare_without_case_and_the_leading_at(one: Author, other: Author) -> None:
    """One e-mail in two cases, or one handle with and without its sign, is one speaker."""
    first, second = keys_of(by(one), by(other))
    assert first == second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Author(email="ana.lima@x.org"), Author(email="analima@x.org")),
        (Author(email="ana+shop@x.org"), Author(email="ana@x.org")),
        (Author(email="aná@x.org"), Author(email="ana@x.org")),
        (Author(handle="@@ana"), Author(handle="@ana")),
        (Author(handle="aná"), Author(handle="ana")),
        (Author(handle="ana@x.org"), Author(email="ana@x.org")),
    ],
)
def test_nothing_else_of_an_email_or_a_handle_is_folded(one: Author, other: Author) -> None:
    """Dots, plus tags, accents and a second sign count, and a handle is never an e-mail."""
    first, second = keys_of(by(one), by(other))
    assert first != second


def test_an_email_belongs_to_the_one_id_that_carries_it() -> None:
    """A claim by e-mail alone is the speaker whose id came with that e-mail elsewhere."""
    assert keys_of(by(Author(id="1", email="ana@x.org")), by(Author(email="Ana@x.org"))) == [an_id("1")] * 2


def test_claims_without_an_id_join_through_what_they_share() -> None:
    """A and B by e-mail, B and C by handle: all three are one, known by the smallest e-mail."""
    claims = (
        by(Author(email="z@x.org", handle="ana")),
        by(Author(email="b@x.org", handle="ana")),
        by(Author(email="b@x.org", handle="lima")),
        by(Author(handle="@Lima")),
    )
    assert keys_of(*claims) == [an_email("b@x.org")] * 4


def test_a_group_without_an_email_is_known_by_its_smallest_handle() -> None:
    """A handle leads where there is no e-mail; a name beside it does not."""
    assert keys_of(by(Author(handle="@Zoe", name="Ana")), by(Author(handle="zoe"))) == [a_handle("zoe")] * 2


def test_an_id_takes_the_whole_group_that_it_touches() -> None:
    """An id that carries the handle has the e-mail too, where a claim says both of one speaker."""
    claims = (
        by(Author(id="1", handle="ana")),
        by(Author(email="a@x.org", handle="ana")),
        by(Author(email="a@x.org")),
    )
    assert keys_of(*claims) == [an_id("1")] * 3


def test_the_claims_of_an_id_do_not_join_what_two_ids_carry() -> None:
    """Ids that share no e-mail and no handle with each other are no conflict."""
    claims = (
        by(Author(id="1", email="a@x.org", handle="ana")),
        by(Author(id="2", email="b@x.org", handle="bia")),
    )
    assert resolved(*claims).conflicts == ()


def test_a_group_that_two_ids_touch_stands_alone() -> None:
    """Where one claim ties the e-mail of one id to the handle of another, nobody is joined."""
    email, handle = by(Author(id="1", email="a@x.org")), by(Author(id="2", handle="ana"))
    between = by(Author(email="a@x.org", handle="ana"))
    resolution = resolved(email, handle, between)
    assert key_of(resolution, email) == an_id("1")
    assert key_of(resolution, handle) == an_id("2")
    assert key_of(resolution, between) == an_email("a@x.org")
    assert resolution.conflicts == (several_ids(None, an_email("a@x.org"), an_id("1"), an_id("2")),)


def test_a_group_around_a_shared_email_is_one_conflict_that_names_it() -> None:
    """One conflict lists the e-mail, every id that touches the group, and the speaker that stands alone."""
    resolution = resolved(
        by(Author(id="1", email="a@x.org")),
        by(Author(id="2", email="a@x.org")),
        by(Author(id="3", handle="ana")),
        by(Author(email="a@x.org", handle="ana")),
    )
    alone = an_email("a@x.org")
    assert resolution.conflicts == (several_ids("a@x.org", alone, an_id("1"), an_id("2"), an_id("3")),)


def test_conflicts_are_listed_in_order() -> None:
    """By their code, then what they clash over, however many there are."""
    shared = [f"{letter}@x.org" for letter in "gcaebfd"]
    twins = [by(Author(id=number, email=email)) for email in shared for number in ("1", "2")]
    conflicts = resolved(*twins, user(Author(name="Ana")), user(Author(name="Bia"))).conflicts
    expected = [several_ids(email, an_id("1"), an_id("2")) for email in sorted(shared)]
    assert conflicts == (several_persons(a_name("ana"), a_name("bia")), *expected)


def test_one_human_on_three_platforms_is_one_speaker_until_a_second_id_claims_the_email() -> None:
    """An id and e-mail, then handle and e-mail, join; a second id with that e-mail parts them again."""
    chat = by(Author(id="T1", name="Ana Lima", email="ana@x.org"))
    code = by(Author(handle="@analima", email="Ana@x.org"))
    forum = by(Author(handle="AnaLima"))
    assert keys_of(chat, code, forum) == [an_id("T1")] * 3
    second = by(Author(id="T2", email="ana@x.org"))
    resolution = resolved(chat, code, forum, second)
    assert key_of(resolution, chat) == an_id("T1")
    assert key_of(resolution, second) == an_id("T2")
    assert key_of(resolution, code) == key_of(resolution, forum) == an_email("ana@x.org")
    assert resolution.conflicts == (several_ids("ana@x.org", an_email("ana@x.org"), an_id("T1"), an_id("T2")),)


def test_a_speaker_comes_apart_when_the_claim_that_joined_it_is_gone() -> None:
    """What joins two claims is a third one; without it they are two speakers again."""
    email, handle = by(Author(email="a@x.org")), by(Author(handle="ana"))
    between = by(Author(email="a@x.org", handle="ana"))
    assert keys_of(email, handle, between) == [an_email("a@x.org")] * 3
    assert keys_of(email, handle) == [an_email("a@x.org"), a_handle("ana")]


# --- names --------------------------------------------------------------------------------------------------


def test_a_name_alone_is_one_speaker_whatever_its_case_and_accents() -> None:
    """The speaker keeps one spelling: of those that fold alike, the first in order."""
    claims = [by(Author(name=name)) for name in ("Joana", "JOANA", "joána")]
    resolution = resolved(*claims)
    assert set(resolution.speakers.values()) == {Speaker(a_name("joana"), names=("JOANA",))}


@pytest.mark.parametrize("other", [Author(id="1"), Author(email="a@x.org"), Author(handle="ana")])
def test_a_name_alone_never_joins_a_speaker_with_an_id_an_email_or_a_handle(other: Author) -> None:
    """The one Ana with an id is not the Ana without, even if there is no other."""
    alone, known = keys_of(by(Author(name="Ana")), by(replace(other, name="Ana")))
    assert alone == a_name("ana")
    assert known != alone


def test_a_bare_first_name_among_two_is_neither() -> None:
    """Victor without an id, among two Victors with ids, is a third speaker."""
    claims = by(Author(id="1", name="Victor")), by(Author(id="2", name="Victor")), by(Author(name="Victor"))
    assert keys_of(*claims) == [an_id("1"), an_id("2"), a_name("victor")]


@pytest.mark.parametrize("name", ["ana@x.org", "@ana", "ana", "1", "u_42", "mailto:ana@x.org"])
def test_a_name_that_looks_like_an_email_a_handle_or_an_id_is_a_name(name: str) -> None:
    """What a name says creates no identity and joins none."""
    claims = by(Author(id="1", email="ana@x.org", handle="ana")), by(Author(name=name))
    assert keys_of(*claims)[1] == a_name(name)


def test_text_and_metadata_are_not_heard() -> None:
    """A claim is an author and a role: nothing in a text or in metadata can reach the resolution."""
    assert {one.name for one in fields(Claim)} == {"author", "role"}
    assert {one.name for one in fields(Author)} == {"id", "name", "email", "handle", "is_self"}


# --- nobody -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "author",
    [
        None,
        Author(),
        Author("", "", "", ""),
        Author(name=" "),
        Author(email="\t"),
        Author(handle="@"),
        Author(handle="@ "),
    ],
)
def test_without_a_role_and_without_anything_in_the_author_it_is_by_nobody(author: Author | None) -> None:
    """Neither role nor author: nobody; and an author with nothing in it is none."""
    assert keys_of(Claim(author, None)) == [None]


def test_an_author_without_a_role_is_another_human() -> None:
    """Without a role an author is a speaker, and not the person."""
    claim = by(Author(name="Ana"))
    speaker = resolved(claim).speakers[claim]
    assert speaker is not None
    assert speaker.kind is SpeakerKind.OTHER


def test_of_no_claims_there_is_no_speaker() -> None:
    """An empty memory has nobody in it."""
    assert resolved() == Resolution({}, ())


# --- machines -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", MACHINE_ROLES)
def test_every_role_but_the_users_is_a_machine(role: Role) -> None:
    """A machine without an author is known by its role."""
    claim = Claim(None, role)
    machine = Speaker(SpeakerKey(KeyKind.MACHINE_ROLE, role.value))
    assert resolved(claim).speakers[claim] == machine
    assert machine.kind is SpeakerKind.MACHINE


@pytest.mark.parametrize(
    ("author", "key"),
    [
        (Author("7", "Bot", "bot@x.org", "@Bot"), SpeakerKey(KeyKind.MACHINE_ID, "7")),
        (Author(None, "Bot", "Bot@x.org", "@Bot"), SpeakerKey(KeyKind.MACHINE_EMAIL, "bot@x.org")),
        (Author(None, "Bot", None, "@Bot"), SpeakerKey(KeyKind.MACHINE_HANDLE, "bot")),
        (Author(None, "Bot"), SpeakerKey(KeyKind.MACHINE_NAME, "bot")),
        (Author(), SpeakerKey(KeyKind.MACHINE_ROLE, "assistant")),
    ],
)
def test_a_machine_is_known_by_its_strongest_key(author: Author, key: SpeakerKey) -> None:
    """The id, else the e-mail, the handle, the name; the role where there is no author."""
    assert keys_of(Claim(author, Role.ASSISTANT)) == [key]


def test_a_machine_is_one_speaker_in_all_its_roles() -> None:
    """The role is a machine's key only where it has no other."""
    first, second = keys_of(Claim(Author(id="7"), Role.AGENT), Claim(Author(id="7"), Role.TOOL))
    assert first == second


def test_no_email_or_handle_joins_a_machine_to_anybody() -> None:
    """Machines that share an e-mail with an id, with a human or with each other stay what they are."""
    email = "ana@x.org"
    machine, other = Claim(Author(id="7", email=email), Role.BOT), Claim(Author(email=email), Role.BOT)
    human, known = by(Author(email=email)), by(Author(id="1", email=email))
    assert keys_of(machine, other, human, known) == [
        SpeakerKey(KeyKind.MACHINE_ID, "7"),
        SpeakerKey(KeyKind.MACHINE_EMAIL, email),
        an_id("1"),
        an_id("1"),
    ]


def test_a_machine_with_the_users_id_is_not_the_person() -> None:
    """What an assistant says under the person's id is the assistant's."""
    machine, person = keys_of(Claim(Author(id=USER_ID), Role.ASSISTANT), user(Author(id=USER_ID)))
    assert machine == SpeakerKey(KeyKind.MACHINE_ID, USER_ID)
    assert person == THE_PERSON


# --- the person ---------------------------------------------------------------------------------------------


def test_the_users_role_without_an_author_is_the_person() -> None:
    """Where no author is given, the user is the person."""
    claim = user()
    person = Speaker(THE_PERSON)
    assert resolved(claim).speakers[claim] == person
    assert person.kind is SpeakerKind.PERSON


@pytest.mark.parametrize("claim", [by(Author(is_self=True)), user(Author(is_self=True)), user(Author())])
def test_an_author_with_nothing_in_it_is_the_person_by_self_or_role(claim: Claim) -> None:
    """`self` alone is enough, and an empty author is as none."""
    assert keys_of(claim) == [THE_PERSON]


@pytest.mark.parametrize("author", [Author(id="1"), Author(email="a@x.org"), Author(handle="ana")])
def test_what_was_marked_as_self_once_is_the_person_wherever_it_stands(author: Author) -> None:
    """An id, an e-mail or a handle once marked is the person in every other claim too."""
    assert keys_of(by(author), user(author), by(replace(author, is_self=True))) == [THE_PERSON] * 3


def test_self_is_the_person_whatever_ids_it_comes_with() -> None:
    """Several marked ids, and the user's own, are all the one person, who keeps them all."""
    claims = (
        by(Author(id="1", name="Ana", is_self=True)),
        by(Author(id="2", email="A@x.org", is_self=True)),
        by(Author(handle="@Ana", is_self=True)),
        by(Author(id=USER_ID, name="Ana Lima")),
    )
    resolution = resolved(*claims)
    person = Speaker(THE_PERSON, ("Ana", "Ana Lima"), ("1", "2", USER_ID), ("a@x.org",), ("ana",))
    assert set(resolution.speakers.values()) == {person}
    assert resolution.conflicts == ()


def test_the_mark_reaches_an_id_through_its_email() -> None:
    """`self` on an e-mail that one id carries marks that id."""
    marked, known = by(Author(email="a@x.org", is_self=True)), by(Author(id="1", email="a@x.org"))
    assert keys_of(marked, known) == [THE_PERSON] * 2


def test_ids_that_are_both_the_person_share_an_email_without_a_conflict() -> None:
    """What only the person's ids carry is the person's."""
    claims = (
        by(Author(id="1", email="a@x.org", is_self=True)),
        by(Author(id=USER_ID, email="a@x.org")),
        by(Author(email="a@x.org")),
    )
    assert keys_of(*claims) == [THE_PERSON] * 3
    assert resolved(*claims).conflicts == ()


def test_the_person_and_another_id_with_one_email_are_a_conflict() -> None:
    """Another id is not the person because it shares an e-mail; who has the e-mail alone is neither."""
    mine, other = by(Author(id="1", email="a@x.org", is_self=True)), by(Author(id="2", email="a@x.org"))
    alone = by(Author(email="a@x.org"))
    assert keys_of(mine, other, alone) == [THE_PERSON, an_id("2"), an_email("a@x.org")]
    expected = several_ids("a@x.org", an_email("a@x.org"), an_id("2"), THE_PERSON)
    assert resolved(mine, other, alone).conflicts == (expected,)


def test_self_in_a_group_that_two_ids_touch_marks_the_group_and_neither_id() -> None:
    """The mark does not pass a conflict."""
    first, second = by(Author(id="1", email="a@x.org")), by(Author(id="2", email="a@x.org"))
    marked = by(Author(email="a@x.org", is_self=True))
    assert keys_of(first, second, marked) == [an_id("1"), an_id("2"), THE_PERSON]
    expected = several_ids("a@x.org", an_id("1"), an_id("2"), THE_PERSON)
    assert resolved(first, second, marked).conflicts == (expected,)


def test_a_name_never_carries_the_mark() -> None:
    """Ana with `self` is the person; Ana without is whoever else is called Ana."""
    assert keys_of(by(Author(name="Ana", is_self=True)), by(Author(name="Ana"))) == [
        THE_PERSON,
        a_name("ana"),
    ]


def test_the_users_id_is_the_person_with_and_without_a_role() -> None:
    """An author whose id is the `user_id` is the person."""
    assert keys_of(user(Author(id=USER_ID)), by(Author(id=USER_ID, name="Ana"))) == [THE_PERSON] * 2


@pytest.mark.parametrize("author", [Author(email=USER_ID), Author(handle=USER_ID), Author(name=USER_ID)])
def test_the_users_id_counts_only_as_an_id(author: Author) -> None:
    """An e-mail, a handle or a name that reads like the `user_id` is not the person."""
    assert THE_PERSON not in keys_of(by(author))


# --- claiming the person by role ----------------------------------------------------------------------------


@pytest.mark.parametrize("author", [Author(id="1"), Author(email="a@x.org"), Author(handle="ana")])
def test_the_only_author_with_the_users_role_is_the_person_everywhere(author: Author) -> None:
    """Where no other author claims it, the one who does is the person, with the role and without."""
    claims = user(author), by(author), user()
    assert keys_of(*claims) == [THE_PERSON] * 3
    assert resolved(*claims).conflicts == ()


def test_the_only_name_with_the_users_role_is_the_person_only_with_that_role() -> None:
    """The same name without the role stays the named speaker: names never carry personhood."""
    claims = user(Author(name="Ana")), user(Author(name="ANA")), by(Author(name="Ana"))
    assert keys_of(*claims) == [THE_PERSON, THE_PERSON, a_name("ana")]


def test_where_two_authors_claim_the_person_by_role_neither_is() -> None:
    """Both stay others, and the conflict names them."""
    ana, bia = user(Author(name="Ana")), user(Author(id="1", name="Bia"))
    resolution = resolved(ana, bia, user())
    assert key_of(resolution, ana) == a_name("ana")
    assert key_of(resolution, bia) == an_id("1")
    assert key_of(resolution, user()) == THE_PERSON
    assert resolution.conflicts == (several_persons(an_id("1"), a_name("ana")),)


@pytest.mark.parametrize(
    "known",
    [by(Author(name="Ana", is_self=True)), by(Author(id="1", is_self=True)), by(Author(id=USER_ID))],
)
def test_where_the_person_is_known_nobody_else_is_by_role(known: Claim) -> None:
    """Only the author with `self` or the `user_id` is the person; the other is listed beside the person."""
    other = user(Author(name="Bia"))
    resolution = resolved(known, other)
    assert key_of(resolution, known) == THE_PERSON
    assert key_of(resolution, other) == a_name("bia")
    assert resolution.conflicts == (several_persons(a_name("bia"), THE_PERSON),)


def test_the_name_of_the_person_with_the_users_role_alone_is_not_the_person() -> None:
    """Once Ana stood with `self`, an Ana without it may be another: she is listed, not joined."""
    marked, alone = by(Author(name="Ana", is_self=True)), user(Author(name="Ana"))
    assert keys_of(marked, alone) == [THE_PERSON, a_name("ana")]
    assert resolved(marked, alone).conflicts == (several_persons(a_name("ana"), THE_PERSON),)


def test_self_without_a_name_leaves_nobody_else_the_person_by_role() -> None:
    """`self` alone claims the person too: who speaks beside it under a name may be somebody else."""
    marked, other = by(Author(is_self=True)), user(Author(name="Bia"))
    assert keys_of(marked, other) == [THE_PERSON, a_name("bia")]
    assert resolved(marked, other).conflicts == (several_persons(a_name("bia"), THE_PERSON),)


def test_one_author_with_the_role_under_several_spellings_is_one_claimant() -> None:
    """Claims that resolve to one speaker do not compete with each other."""
    claims = (
        user(Author(id="1", email="a@x.org")),
        user(Author(email="A@x.org")),
        user(Author(id="1", name="Ana")),
    )
    assert keys_of(*claims) == [THE_PERSON] * 3


def test_a_second_claimant_takes_the_person_from_the_first_until_it_is_forgotten() -> None:
    """The answer is of the claims that stand, whatever was answered before."""
    ana, bia = user(Author(name="Ana")), user(Author(name="Bia"))
    assert keys_of(ana) == [THE_PERSON]
    assert keys_of(ana, bia) == [a_name("ana"), a_name("bia")]
    assert keys_of(bia) == [THE_PERSON]


def test_a_friend_in_a_group_never_becomes_the_person() -> None:
    """Of three authors with the user's role, only the one with `self` is the person."""
    me, jack = user(Author(id="1", name="Ana", is_self=True)), user(Author(id="2", name="Jack"))
    bia = user(Author(name="Bia"))
    assert keys_of(me, jack, bia) == [THE_PERSON, an_id("2"), a_name("bia")]
    assert resolved(me, jack, bia).conflicts == (several_persons(an_id("2"), a_name("bia"), THE_PERSON),)


def test_a_machine_does_not_compete_for_the_person() -> None:
    """An assistant with a name beside the only user leaves that user the person."""
    assert keys_of(user(Author(name="Ana")), Claim(Author(name="Bot"), Role.ASSISTANT))[0] == THE_PERSON


# --- keys ---------------------------------------------------------------------------------------------------


def test_two_keys_never_give_the_same_fields() -> None:
    """The kind stands in the fields, so that the id "ana", the name "ana" and a machine's differ."""
    keys = [SpeakerKey(kind, "ana") for kind in KeyKind]
    assert len({key.fields for key in keys}) == len(KeyKind)
    assert SpeakerKey(KeyKind.MACHINE_NAME, "ana").fields == ("machine-name", "ana")


# --- properties ---------------------------------------------------------------------------------------------

authors = st.builds(
    Author,
    id=st.sampled_from([None, None, None, "", "1", "2", "3", USER_ID]),
    name=st.sampled_from([None, "", "Ana", "ANA", "Bia", "1"]),
    email=st.sampled_from([None, None, "a@x.org", "A@x.org", "b@x.org", "c@x.org"]),
    handle=st.sampled_from([None, None, "@ana", "ana", "bia", "cai", "@"]),
    is_self=st.sampled_from([False, False, False, False, True]),
)
human_claims = st.builds(Claim, st.none() | authors, st.sampled_from([None, None, Role.USER]))
machine_claims = st.builds(
    Claim,
    st.none() | authors.map(lambda author: replace(author, is_self=False)),
    st.sampled_from(MACHINE_ROLES),
)
humans = st.lists(human_claims, max_size=9)
machines = st.lists(machine_claims, max_size=4)


@given(humans, machines, st.randoms(use_true_random=False))
def test_the_order_of_claims_does_not_matter(human: list[Claim], machine: list[Claim], random: Random) -> None:
    """Any order of the same claims, and any repetition, gives an equal resolution."""
    claims = human + machine
    shuffled = claims + claims[:3]
    random.shuffle(shuffled)
    assert resolved(*shuffled) == resolved(*claims)


@given(humans, humans)
def test_what_was_added_and_forgotten_leaves_no_trace(before: list[Claim], added: list[Claim]) -> None:
    """Resolving more claims in between changes nothing about the claims that remain."""
    first = resolved(*before)
    resolved(*before, *added)
    assert resolved(*before) == first


@given(humans, machines)
def test_machines_change_nothing_about_humans(human: list[Claim], machine: list[Claim]) -> None:
    """Humans resolve alike, to equal speakers, with and without machines beside them."""
    alone, together = resolved(*human), resolved(*human, *machine)
    assert {claim: together.speakers[claim] for claim in human} == alone.speakers
    assert together.conflicts == alone.conflicts


@given(humans, machines)
def test_a_speaker_is_a_machine_exactly_where_the_role_is(human: list[Claim], machine: list[Claim]) -> None:
    """A machine is never a human's speaker."""
    for claim, speaker in resolved(*human, *machine).speakers.items():
        by_machine = claim.role is not None and claim.role.is_machine
        assert (speaker is not None and speaker.kind is SpeakerKind.MACHINE) == by_machine


@given(humans)
def test_two_ids_share_a_speaker_only_as_the_person(claims: list[Claim]) -> None:
    """Another human's speaker has one id at most, and its key is that id."""
    for speaker in resolved(*claims).speakers.values():
        if speaker is not None and speaker.kind is SpeakerKind.OTHER and speaker.ids:
            assert speaker.ids == (speaker.key.text,)
            assert speaker.key.kind is KeyKind.ID


@given(humans)
def test_a_named_speaker_has_nothing_but_its_name(claims: list[Claim]) -> None:
    """A name alone joins no id, e-mail or handle, and is the person only with `self` or the user's role."""
    resolution = resolved(*claims)
    for claim, speaker in resolution.speakers.items():
        if speaker is not None and speaker.key.kind is KeyKind.NAME:
            assert (len(speaker.names), speaker.ids, speaker.emails, speaker.handles) == (1, (), (), ())
            assert claim.author is not None
            assert not claim.author.is_self


@given(humans)
def test_self_and_the_users_id_are_always_the_person(claims: list[Claim]) -> None:
    """No conflict takes the person from a human author with `self` or with the `user_id`."""
    for claim, speaker in resolved(*claims).speakers.items():
        if claim.author is not None and (claim.author.is_self or claim.author.id == USER_ID):
            assert speaker is not None
            assert speaker.kind is SpeakerKind.PERSON


@given(humans)
def test_who_is_listed_as_claiming_the_person_is_not_the_person(claims: list[Claim]) -> None:
    """Every speaker of such a conflict but the person's own is another human, and said so by role."""
    resolution = resolved(*claims)
    by_role = {key_of(resolution, claim) for claim in claims if claim.role is Role.USER}
    for conflict in resolution.conflicts:
        if conflict.code is ConflictCode.SEVERAL_CLAIM_THE_PERSON:
            assert by_role - {None, THE_PERSON} == {*conflict.speakers} - {THE_PERSON}
            assert len(conflict.speakers) > 1


@given(humans)
def test_claims_with_one_email_are_one_speaker_or_a_listed_conflict(claims: list[Claim]) -> None:
    """An e-mail joins whoever carries it, unless different ids touch it."""
    resolution = resolved(*claims)
    listed = [set(conflict.speakers) for conflict in resolution.conflicts if conflict.code == "several_ids"]
    for email in ("a@x.org", "b@x.org", "c@x.org"):
        carriers = [one for one in claims if one.author and (one.author.email or "").casefold() == email]
        keys = {key_of(resolution, one) for one in carriers}
        assert len(keys) <= 1 or any(keys <= speakers for speakers in listed)


@given(humans, human_claims)
def test_a_stranger_changes_nobody_else(claims: list[Claim], claim: Claim) -> None:
    """A claim that shares nothing with the others and claims no personhood leaves them as they are."""
    stranger = by(Author(id="s", name=(claim.author or Author()).name, email="s@x.org", handle="stranger"))
    alone, together = resolved(*claims), resolved(*claims, stranger)
    assert {one: together.speakers[one] for one in claims} == alone.speakers
    assert together.conflicts == alone.conflicts


@given(humans)
def test_a_speaker_keeps_what_its_claims_say(claims: list[Claim]) -> None:
    """Every id, e-mail and handle of a claim stands with its speaker, sorted."""
    for claim, speaker in resolved(*claims).speakers.items():
        if claim.author is not None and speaker is not None:
            assert (claim.author.id or "") in ("", *speaker.ids)
            assert (claim.author.email or "").casefold() in ("", *speaker.emails)
            assert (claim.author.handle or "").removeprefix("@").casefold() in ("", *speaker.handles)
            for texts in (speaker.names, speaker.ids, speaker.emails, speaker.handles):
                assert list(texts) == sorted(set(texts))


# --- cost ---------------------------------------------------------------------------------------------------


def chain(length: int) -> list[Claim]:
    """Give claims that hang together only one by one, through an e-mail and a handle in turn."""
    return [by(Author(email=f"{step // 2}@x.org", handle=f"h{(step + 1) // 2}")) for step in range(length)]


def crowd(length: int) -> list[Claim]:
    """Give ids that all share one e-mail, and claims without an id around it."""
    alone = [by(Author(email="a@x.org", handle=f"h{step}")) for step in range(length // 2)]
    return [by(Author(id=str(step), email="a@x.org")) for step in range(length // 2)] + alone


@pytest.mark.parametrize("claims", [chain(10_000), crowd(10_000)], ids=["chain", "crowd"])
def test_ten_thousand_claims_resolve_at_once(claims: list[Claim]) -> None:
    """The cost is nearly linear: a squared one would take minutes here."""
    start = perf_counter()
    resolution = resolved(*claims)
    assert perf_counter() - start < 2
    assert len({speaker.key for speaker in resolution.speakers.values() if speaker}) in (1, 5_001)
