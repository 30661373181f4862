from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.items import (
    UNSET,
    Content,
    Created,
    Edited,
    Expired,
    Item,
    Kind,
    Origin,
    SentItem,
    Unchanged,
    Unset,
    about_name,
    decide,
    derived_id,
    faults,
    is_blank,
    merged,
    same,
)
from ownwords.domain.limits import DOCUMENT_CHARACTERS, MESSAGE_CHARACTERS, NOTE_CHARACTERS
from ownwords.domain.speakers import Author, Role
from ownwords.domain.times import Instant, parse

NOON = parse("2026-03-02T12:00:00Z")
LATER = parse("2026-03-02T13:00:00Z")
FRESH = Item(7, "m1", Kind.MESSAGE, NOON, Content(""), 1, NOON)
AUTHORS = st.sampled_from([Author(name="Ann"), Author(id="7"), Author(email="ann@example.com", name="Ann"), Author()])

SENT = st.builds(
    SentItem,
    text=st.sampled_from(["oi", "olá", "tudo bem?"]),
    session=st.sampled_from([UNSET, "s", "t"]),
    author=st.none() | st.just(UNSET) | AUTHORS,
    role=st.sampled_from([UNSET, *Role]),
    origin=st.sampled_from([UNSET, *Origin]),
    title=st.sampled_from([UNSET, None]),
    about=st.sampled_from([UNSET, None, (), ("brand:A",), ("brand:A", "topic:b")]),
    metadata=st.sampled_from([UNSET, None, "{}", '{"a":1,"b":2}', '{"b":2,"a":1}']),
    expires=st.sampled_from([UNSET, None, LATER]),
)


def stored(sent: SentItem) -> Item:
    """Add an item that memory does not hold."""
    change = decide(None, sent, FRESH)
    assert isinstance(change, Created)
    return change.item


@given(SENT)
def test_sending_the_same_again_changes_nothing(sent: SentItem) -> None:
    """The same content under the same id is `unchanged`, at whatever time it comes."""  # situation 2
    item = stored(sent)

    assert decide(item, sent, replace(FRESH, at=LATER, received_at=Instant(NOON + 1))) == Unchanged(item)


@given(SENT, SENT)
def test_what_is_left_out_is_kept_and_what_is_sent_replaces_whole(first: SentItem, second: SentItem) -> None:
    """Field by field: omitted ones stay as they were, null clears, nothing is merged."""  # situation 86
    before, after = merged(None, first, Kind.MESSAGE), merged(merged(None, first, Kind.MESSAGE), second, Kind.MESSAGE)

    for field in fields(Content):
        sent = getattr(second, field.name)
        kept = getattr(before, field.name)
        cleared = () if field.name == "about" else None
        expected = kept if isinstance(sent, Unset) else cleared if sent is None else sent
        assert getattr(after, field.name) == expected, field.name


@given(SENT)
def test_null_on_a_first_add_is_the_same_as_leaving_out(sent: SentItem) -> None:
    """A new item with nulls is the item without these fields."""
    names = [field.name for field in fields(SentItem) if getattr(sent, field.name) is None]

    assert merged(None, replace(sent, **dict.fromkeys(names, UNSET)), Kind.MESSAGE) == merged(None, sent, Kind.MESSAGE)


@given(SENT, SENT)
def test_an_edit_keeps_date_number_and_id_and_counts_one_version(first: SentItem, second: SentItem) -> None:
    """An edit changes the content, the version and the time of receipt, and nothing else."""
    item = stored(first)
    change = decide(item, second, replace(FRESH, number=9, at=LATER, received_at=Instant(NOON + 1)))

    if same(merged(item.content, second, Kind.MESSAGE), item.content):
        assert change == Unchanged(item)
    else:
        assert isinstance(change, Edited)
        assert change.before == item
        edited = change.item
        assert (edited.number, edited.id, edited.kind, edited.at) == (item.number, item.id, item.kind, item.at)
        assert (edited.version, edited.received_at) == (2, NOON + 1)


def test_defaults_apply_only_to_an_item_that_memory_does_not_hold() -> None:
    """A forwarded message stays forwarded when an edit leaves `origin` out."""
    item = stored(SentItem("oi", origin=Origin.FORWARDED))

    assert stored(SentItem("oi")).content.origin is Origin.TYPED
    assert merged(item.content, SentItem("olá"), Kind.MESSAGE).origin is Origin.FORWARDED
    assert merged(None, SentItem("oi"), Kind.NOTE).origin is None


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ('{"a":1,"b":[1,2]}', '{"b":[1,2],"a":1}', True),
        ('{"a":{"c":1,"b":2}}', '{"a":{"b":2,"c":1}}', True),
        ('{"a":[1,2]}', '{"a":[2,1]}', False),
        ('{"a":"é"}', '{"a":"e"}', False),
        ('{"a":null}', "{}", False),
        ('{"a":true}', '{"a":1}', False),
        ('{"a":9007199254740993}', '{"a":9007199254740992}', False),
    ],
)
def test_metadata_is_compared_as_json_key_order_aside(one: str, other: str, *, is_same: bool) -> None:
    """The order of keys is no change; anything else is."""
    assert same(Content("oi", metadata=one), Content("oi", metadata=other)) is is_same


def test_an_end_at_or_before_receipt_is_gone_at_once() -> None:
    """What ended before it came, or in the same instant, is never held; a moment later it still is."""  # situation 31
    assert isinstance(decide(None, SentItem("oi", expires=NOON), FRESH), Expired)
    assert isinstance(decide(None, SentItem("oi", expires=Instant(NOON + 1)), FRESH), Created)
    assert isinstance(decide(stored(SentItem("oi")), SentItem("oi", expires=NOON), FRESH), Expired)


@given(SENT, SENT, st.sampled_from([NOON, LATER]), st.sampled_from([NOON, LATER]))
def test_a_derived_id_is_of_kind_session_author_role_text_and_time(
    one: SentItem, other: SentItem, at: Instant, other_at: Instant
) -> None:
    """Two items without an id are one exactly where these six agree."""  # situations 3 and 81

    def named(sent: SentItem, when: Instant) -> tuple[object, ...]:
        author = None if isinstance(sent.author, Unset) else sent.author
        return sent.text, sent.session, author, sent.role, when

    is_same = named(one, at) == named(other, other_at)
    assert (derived_id(one, at) == derived_id(other, other_at)) is is_same


@given(st.lists(st.text(max_size=4), min_size=2, max_size=2), st.lists(st.text(max_size=4), min_size=2, max_size=2))
def test_fields_of_a_derived_id_can_not_be_shifted_into_each_other(one: list[str], other: list[str]) -> None:
    """`a` + `b:c` and `a:b` + `c` are two items, whatever stands in them."""  # situation 12
    first = derived_id(SentItem(one[1], session=one[0]), NOON)
    second = derived_id(SentItem(other[1], session=other[0]), NOON)

    assert (first == second) is (one == other)


def test_a_derived_id_takes_the_default_kind_for_left_out() -> None:
    """`message` sent and left out are the same; a note of the same words is another item."""
    assert derived_id(SentItem("oi"), NOON) == derived_id(SentItem("oi", kind=Kind.MESSAGE), NOON)
    assert derived_id(SentItem("oi"), NOON) != derived_id(SentItem("oi", kind=Kind.NOTE), NOON)
    assert derived_id(SentItem("oi", author=None), NOON) == derived_id(SentItem("oi"), NOON)


@pytest.mark.parametrize(
    ("name", "filed"),
    [
        ("café", "topic:café"),
        ("brand:Levi's, Inc.", "brand:Levi's, Inc."),
        ("order:2026:17", "order:2026:17"),
        (":x", "topic::x"),
        ("x:", "topic:x:"),
        (" : ", "topic: : "),
    ],
)
def test_a_bare_name_is_filed_as_a_topic(name: str, filed: str) -> None:
    """What has a kind and a name stays as it was sent, commas, colons and spaces too."""  # situation 72
    assert about_name(name) == filed


@given(st.text(min_size=1, max_size=20).filter(lambda name: not is_blank(name)))
def test_filing_a_name_twice_files_it_once(name: str) -> None:
    """A name that memory gave back can be sent again."""
    assert about_name(about_name(name)) == about_name(name)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u200b", "\u00a0\u2003", "\ufeff", "\u202e \u200d"])
def test_a_text_that_shows_nothing_is_blank(text: str) -> None:
    """Spaces, controls and characters without a shape say nothing."""
    assert is_blank(text)


@pytest.mark.parametrize("text", [".", "👍", "\u200bx", "…", "-"])
def test_a_text_that_shows_something_is_not_blank(text: str) -> None:
    """An emoji or a dot is something that was said."""
    assert not is_blank(text)


@pytest.mark.parametrize(
    ("kind", "most"),
    [(Kind.MESSAGE, MESSAGE_CHARACTERS), (Kind.DOCUMENT, DOCUMENT_CHARACTERS), (Kind.NOTE, NOTE_CHARACTERS)],
)
def test_each_kind_has_its_own_longest_text(kind: Kind, most: int) -> None:
    """As many characters as the limit are taken, one more is a fault with a pointer."""
    found = faults(SentItem("x" * (most + 1), kind=kind), kind, None, "/items/0")

    assert faults(SentItem("x" * most, kind=kind), kind, None, "/items/0") == []
    assert [(one.pointer, one.code) for one in found] == [("/items/0/text", "text_too_long")]


def test_the_kind_of_a_stored_item_is_fixed() -> None:
    """A note never becomes a message."""
    item = replace(stored(SentItem("oi")), kind=Kind.NOTE)
    found = faults(SentItem("oi", kind=Kind.MESSAGE), Kind.NOTE, item, "/items/3")

    assert [(one.pointer, one.code) for one in found] == [("/items/3/kind", "item_kind_fixed")]


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.USER])
def test_a_machine_is_never_the_person_also_by_an_edit(role: Role) -> None:
    """A machine's role with `self` is refused, whether both come together or one after the other."""
    item = stored(SentItem("oi", author=Author(is_self=True)))
    together = faults(SentItem("oi", role=role, author=Author(is_self=True)), Kind.MESSAGE, None, "/items/0")
    later = faults(SentItem("oi", role=role), Kind.MESSAGE, item, "/items/0")

    assert [one.code for one in together] == [one.code for one in later] == ["machine_is_not_the_person"]


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists, max_leaves=8))
def test_metadata_equals_itself_in_any_spelling(value: object) -> None:
    """Escapes and spaces between are no change."""
    compact = json.dumps({"a": value}, ensure_ascii=False, separators=(",", ":"))
    escaped = json.dumps({"a": value}, ensure_ascii=True, indent=1)

    assert same(Content("oi", metadata=compact), Content("oi", metadata=escaped))
