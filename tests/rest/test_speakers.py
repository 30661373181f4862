from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.running import Api

HOSTILE = ["' OR 1=1 --", '{"$ne":1}', "*", "%", '"', "|", ")"]


def by(author: Any = None, role: str | None = None, **more: Any) -> dict[str, Any]:
    """Make a message by somebody."""
    named = {} if author is None else {"author": author}
    played = {} if role is None else {"role": role}
    return {"text": "oi", **named, **played, **more}


def add(api: Api, *items: dict[str, Any], user_id: str = "ana") -> None:
    """Add items under the ids m0, m1, m2 and so on."""
    api.add(user_id, *({"id": f"m{place}", **item} for place, item in enumerate(items)))


def speakers(api: Api, user_id: str = "ana") -> list[dict[str, Any]]:
    """List who speaks."""
    return api.get("/v1/memory/speakers", user_id=user_id, limit=500)["speakers"]


def conflicts(api: Api, user_id: str = "ana") -> list[dict[str, Any]]:
    """List where authors could not be told apart."""
    return api.get("/v1/memory/speakers", user_id=user_id)["conflicts"]


def who(api: Api, user_id: str = "ana") -> dict[str, str | None]:
    """Give the speaker of each item by the item's id; check the list of speakers against them."""
    found = {item["id"]: item["speaker_id"] for item in api.read(user_id)}
    held = [one for one in found.values() if one is not None]
    assert {one["id"]: one["items"] for one in speakers(api, user_id)} == {one: held.count(one) for one in held}
    return found


def kinds(api: Api) -> dict[str, str]:
    """Give the kind of each item's speaker by the item's id."""
    named = {one["id"]: one["kind"] for one in speakers(api)}
    return {item: named[speaker] for item, speaker in who(api).items() if speaker is not None}


def same(api: Api, *places: int) -> bool:
    """Tell whether items are by one speaker."""
    return len({who(api)[f"m{place}"] for place in places}) == 1


# --- ids, e-mails, handles, names -----------------------------------------------------------------


def test_two_spellings_of_a_name_with_one_id_are_one_speaker(api: Api) -> None:
    """An id is the strongest thing that tells who it is."""
    add(api, by({"id": "7", "name": "Ann"}), by({"id": "7", "name": "Anne Lee"}), by({"id": "7"}))

    assert same(api, 0, 1, 2)
    assert speakers(api)[0]["names"] == ["Ann", "Anne Lee"]


def test_one_name_with_two_ids_is_two_speakers(api: Api) -> None:
    """Nobody is joined by a name that is somebody else's as well."""  # situation 44
    add(api, by({"id": "7", "name": "Victor"}), by({"id": "8", "name": "Victor"}))

    assert not same(api, 0, 1)
    assert conflicts(api) == []


def test_a_bare_name_joins_no_speaker_that_has_an_id_email_or_handle(api: Api) -> None:
    """`Victor` alone is neither of two Victors, nor the only one there is."""  # situation 43
    add(
        api,
        by("Victor"),
        by({"id": "7", "name": "Victor"}),
        by({"email": "v@example.com", "name": "Victor"}),
        by({"handle": "victor", "name": "Victor"}),
    )

    assert len(set(who(api).values())) == 4


def test_a_name_alone_is_one_speaker_whatever_its_case_and_accents(api: Api) -> None:
    """`José`, `jose` and `JOSE\u0301` are one; `Josefa` is another."""
    add(api, by("José"), by("jose"), by("JOSE\u0301"), by("Josefa"), by({"name": "josé"}))

    assert same(api, 0, 1, 2, 4)
    assert not same(api, 0, 3)


def test_an_email_joins_whatever_its_case_and_a_handle_whatever_its_sign(api: Api) -> None:
    """`A@X.com` is `a@x.com` and `@Ann` is `ann`; dots and plus signs are somebody else."""  # situation 48
    add(
        api,
        by({"email": "A.Lee@X.com"}),
        by({"email": "a.lee@x.COM", "name": "Ann"}),
        by({"email": "alee@x.com"}),
        by({"email": "a.lee+shop@x.com"}),
        by({"handle": "@Ann"}),
        by({"handle": "ann"}),
    )

    assert same(api, 0, 1)
    assert same(api, 4, 5)
    assert len(set(who(api).values())) == 4


def test_one_human_on_three_platforms_is_joined_by_what_they_share(api: Api) -> None:
    """A by e-mail to B, B by handle to C; what touches one id is that id's."""  # situation 46
    add(
        api,
        by({"id": "slack-7", "email": "ann@x.com"}),
        by({"email": "ann@x.com"}),
        by({"email": "ann@x.com", "handle": "@ann"}),
        by({"handle": "ann", "name": "Ann"}),
    )
    (ann,) = speakers(api)

    assert same(api, 0, 1, 2, 3)
    assert (ann["ids"], ann["emails"], ann["handles"], ann["items"]) == (["slack-7"], ["ann@x.com"], ["ann"], 4)
    assert conflicts(api) == []


def test_two_ids_are_never_joined_by_an_email_and_the_conflict_is_listed(api: Api) -> None:
    """Both keep their items, and the list names the e-mail and both speakers."""  # situation 46
    add(api, by({"id": "7", "email": "ann@x.com"}), by({"id": "8", "email": "ANN@x.com"}))
    (conflict,) = conflicts(api)

    assert not same(api, 0, 1)
    assert (conflict["code"], conflict["key"]) == ("several_ids", "ann@x.com")
    assert sorted(conflict["speaker_ids"]) == sorted(one["id"] for one in speakers(api))


def test_a_join_is_undone_when_the_item_that_made_it_is_forgotten(api: Api) -> None:
    """What only one message held together comes apart with it, and joins again with a new one."""
    add(api, by({"email": "ann@x.com"}), by({"handle": "ann"}), by({"email": "ann@x.com", "handle": "ann"}))
    assert same(api, 0, 1, 2)

    api.forget("ana", ids=["m2"])
    assert not same(api, 0, 1)
    api.add("ana", by({"email": "ann@x.com", "handle": "@ANN"}, id="m3"))
    assert same(api, 0, 1, 3)


def test_a_join_is_undone_by_an_edit_and_by_expiry(api: Api) -> None:
    """Only the current version says who wrote it, and only while it is there."""
    join = {"email": "ann@x.com", "handle": "ann"}
    add(api, by({"email": "ann@x.com"}), by({"handle": "ann"}), by(join))
    api.add("ana", {"id": "m2", "text": "oi", "author": None})
    assert not same(api, 0, 1)
    assert who(api)["m2"] is None

    api.add("ana", by(join, id="m3", expires="2026-03-02T13:00:00Z"))
    assert same(api, 0, 1, 3)
    api.clock.set("2026-03-02T13:00:00Z")
    assert not same(api, 0, 1)


def test_a_conflict_is_gone_with_the_item_that_made_it(api: Api) -> None:
    """Nothing is left of a clash once one side is forgotten."""
    add(api, by({"id": "7", "email": "ann@x.com"}), by({"id": "8", "email": "ann@x.com"}), by({"email": "ann@x.com"}))
    assert len(conflicts(api)) == 1

    api.forget("ana", ids=["m1"])
    assert conflicts(api) == []
    assert same(api, 0, 2)


def test_an_item_without_role_and_author_is_by_nobody(api: Api) -> None:
    """It is kept and found, and no speaker is made for it."""
    add(api, by(), {"text": "nota", "kind": "note"})

    assert who(api) == {"m0": None, "m1": None}
    assert len(api.search("ana", "nota")) >= 1


def test_an_edit_that_clears_the_author_leaves_the_speaker_to_the_others(api: Api) -> None:
    """A speaker goes with its last item."""
    add(api, by("Ann"), by("Ann"))
    api.add("ana", {"id": "m0", "text": "oi", "author": None})
    assert [(one["names"], one["items"]) for one in speakers(api)] == [(["Ann"], 1)]

    api.forget("ana", ids=["m1"])
    assert speakers(api) == []


def test_versions_name_who_wrote_each_version(api: Api) -> None:
    """An earlier version reads with the speaker of its own author, where that one still speaks."""
    add(api, by("Ann"), by("Ann"), by("Bob"))
    api.add("ana", {"id": "m0", "text": "oi", "author": "Bob"})
    found = api.post("/v1/memory/versions", {"user_id": "ana", "id": "m0"}).json()["versions"]

    assert [one["speaker_id"] for one in found] == [who(api)["m1"], who(api)["m2"]]


# --- the person -----------------------------------------------------------------------------------


def test_self_is_the_person_whatever_ids_it_comes_with(api: Api) -> None:
    """And an id once so marked is the person wherever it stands."""
    add(api, by({"self": True}), by({"self": True, "id": "7"}), by({"id": "7", "name": "Ana"}), by({"id": "8"}))

    assert same(api, 0, 1, 2)
    assert not same(api, 0, 3)
    assert kinds(api) == {"m0": "person", "m1": "person", "m2": "person", "m3": "other"}


def test_the_user_is_the_person_where_nobody_else_claims_it(api: Api) -> None:
    """Role `user` without an author, with the author id `user_id`, or as the only one who says so."""
    add(api, by(role="user"), by({"id": "ana"}, role="user"), by({"id": "ana"}))
    assert kinds(api) == {"m0": "person", "m1": "person", "m2": "person"}

    api.add("bia", by({"name": "Beatriz"}, role="user", id="m0"))
    assert [one["kind"] for one in speakers(api, "bia")] == ["person"]


def test_where_several_claim_the_person_by_role_alone_none_of_them_is(api: Api) -> None:
    """The conflict is listed; with one `self: true` among them, that one is."""
    add(api, by("Ann", role="user"), by("Bob", role="user"))
    assert kinds(api) == {"m0": "other", "m1": "other"}
    assert [one["code"] for one in conflicts(api)] == ["several_claim_the_person"]

    api.add("ana", by({"name": "Ann", "self": True}, role="user", id="m2"))
    assert kinds(api)["m2"] == "person"
    assert kinds(api)["m1"] == "other"


def test_who_is_the_person_changes_back_when_a_rival_claim_is_forgotten(api: Api) -> None:
    """Resolution is a function of what is held."""
    add(api, by("Ann", role="user"), by("Bob", role="user"))
    api.forget("ana", ids=["m1"])

    assert kinds(api) == {"m0": "person"}
    assert conflicts(api) == []


@pytest.mark.parametrize("role", ["assistant", "agent", "bot", "tool", "system"])
def test_a_machine_is_never_the_person(api: Api, role: str) -> None:
    """Its turns have a machine as speaker; with `self` the message is refused, also when an edit brings it."""
    add(api, by(role=role), by({"name": "Ana", "id": "ana"}, role=role), by({"self": True}))
    assert [kinds(api)["m0"], kinds(api)["m1"]] == ["machine", "machine"]

    for item in (by({"self": True}, role=role), {"id": "m2", "text": "oi", "role": role}):
        answer = api.post("/v1/memory/add", {"user_id": "ana", "items": [item]})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == "/items/0/author/self"


def test_a_machine_joins_no_human(api: Api) -> None:
    """An agent that signs with a human's e-mail and name creates and joins no human."""
    add(api, by({"email": "ann@x.com"}), by({"handle": "ann"}))
    api.add("ana", by({"email": "ann@x.com", "handle": "ann", "name": "Ann"}, role="agent", id="m2"))

    assert not same(api, 0, 1)
    assert kinds(api)["m2"] == "machine"


def test_text_and_metadata_make_no_speakers(api: Api) -> None:
    """A text full of e-mails and handles, and metadata that names an author, tell of nobody."""  # situations 47, 97
    text = "fale com ann@x.com, @bob ou Bob <bob@x.com>; https://x.com/@ann e carla@loja"
    add(
        api, by(text=text, metadata={"author": {"id": "7", "self": True}, "speaker": "Ann"}), by({"email": "ann@x.com"})
    )
    add(api, by({"email": "ann@x.com"}), user_id="bia")

    assert [one["emails"] for one in speakers(api)] == [["ann@x.com"]]
    assert who(api)["m0"] is None
    assert (speakers(api)[0]["names"], speakers(api)[0]["handles"]) == ([], [])
    assert speakers(api)[0] == {**speakers(api, "bia")[0]}


# --- what an author may hold ----------------------------------------------------------------------


def test_ids_that_look_alike_are_different_speakers(api: Api) -> None:
    """`42`, ` 42 ` and `042` are three; an id is compared exactly."""  # situation 48
    names = ["42", " 42 ", "042", "👩", "a", "A", "é", "e\u0301", "x" * 256]
    add(api, *(by({"id": name}) for name in names))

    assert len(set(who(api).values())) == len(names)


@pytest.mark.parametrize("author", [42, {"id": 42}, {"id": ""}, {"id": "x" * 257}, {}, [], {"id": None}, True, ""])
def test_an_author_that_names_nobody_is_refused(api: Api, author: object) -> None:
    """A number, an empty id, an empty object: a named fault, nothing stored."""  # situation 48
    answer = api.post("/v1/memory/add", {"user_id": "ana", "items": [{"text": "oi", "author": author}]})

    assert answer.status_code == 422
    assert all(fault["pointer"].startswith("/items/0/author") for fault in answer.json()["errors"])


@pytest.mark.parametrize("value", HOSTILE)
def test_hostile_names_are_names(api: Api, value: str) -> None:
    """In a name, an id, an e-mail or a handle a quote is a quote, and `*` is nobody else."""  # situation 57
    add(api, by("Ann"), *(by({field: value}) for field in ("id", "email", "handle")), by({"name": f"A{value}"}))
    found = who(api)

    assert len({found[f"m{place}"] for place in range(4)}) == 4
    assert [item["id"] for item in api.read("ana", speaker_id=found["m1"])] == ["m1"]


def test_a_speakers_id_is_derived_from_its_strongest_key(api: Api) -> None:
    """It is the same for another person's memory of the same human, and the same after a forget and a new add."""
    add(api, by({"id": "7", "email": "ann@x.com"}))
    first = who(api)["m0"]
    api.forget("ana", everything=True)
    add(api, by({"id": "7", "name": "Ann"}))

    assert first == who(api)["m0"]
    assert str(first).startswith("spk_")


def test_speakers_are_listed_with_the_person_first(api: Api) -> None:
    """A speaker says its kind, names, ids, e-mails, handles and how many items it has."""
    add(api, by("Ann"), by({"self": True, "name": "Ana", "email": "ANA@x.com", "handle": "@Ana", "id": "1"}), by("Ann"))
    person, ann = speakers(api)

    assert {**person, "id": ""} == {
        "id": "",
        "kind": "person",
        "names": ["Ana"],
        "ids": ["1"],
        "emails": ["ana@x.com"],
        "handles": ["ana"],
        "items": 1,
    }
    assert (ann["kind"], ann["names"], ann["items"]) == ("other", ["Ann"], 2)


def test_reading_by_a_speaker_follows_the_joins(api: Api) -> None:
    """The items of a joined speaker read together, those of a parted one apart."""
    add(api, by({"email": "ann@x.com"}), by({"handle": "ann"}), by({"email": "ann@x.com", "handle": "ann"}))
    both = who(api)["m0"]
    assert {item["id"] for item in api.read("ana", speaker_id=both)} == {"m0", "m1", "m2"}

    api.forget("ana", ids=["m2"])
    assert {item["id"] for item in api.read("ana", speaker_id=who(api)["m0"])} == {"m0"}


# --- whatever the order ---------------------------------------------------------------------------

AUTHORS = st.sampled_from(
    [
        by({"id": "7", "email": "ann@x.com"}),
        by({"id": "8", "email": "ann@x.com"}),
        by({"email": "ann@x.com", "handle": "ann"}),
        by({"handle": "ann"}),
        by({"handle": "bob", "name": "Ann"}),
        by({"id": "7", "self": True}),
        by("Ann"),
        by("Ann", role="user"),
        by("Bob", role="user"),
        by(role="user"),
        by({"id": "7"}, role="agent"),
        by(role="assistant"),
        by(),
    ]
)


@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(AUTHORS, min_size=1, max_size=8), st.lists(AUTHORS, max_size=3), st.randoms(use_true_random=False))
def test_speakers_do_not_depend_on_the_order_of_arrival(
    api: Api, authors: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]], order: Random
) -> None:
    """The same items in any order, with others that come and are forgotten, have the same speakers and conflicts."""
    items = [{**item, "id": f"m{place}"} for place, item in enumerate(authors)]
    passing = [{**item, "id": f"x{place}"} for place, item in enumerate(others)]
    shuffled = [*items, *passing]
    order.shuffle(shuffled)
    for user_id in ("one", "other"):
        api.forget(user_id, everything=True)
    api.add("one", *items)
    for item in shuffled:
        api.add("other", item)
    if passing:
        api.forget("other", ids=[item["id"] for item in passing])

    assert who(api, "one") == who(api, "other")
    assert speakers(api, "one") == speakers(api, "other")
    assert conflicts(api, "one") == conflicts(api, "other")
