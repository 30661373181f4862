from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.preferences import Key
from ownwords.domain.preferences.changes import Act, Change, Status, correct, infer, remember, removed_by
from ownwords.domain.preferences.memories import (
    Bought,
    Cited,
    Declared,
    Forgotten,
    Held,
    History,
    Inferred,
    Memory,
    Said,
    Stated,
    Why,
    Words,
)
from ownwords.domain.preferences.support import renewed
from ownwords.domain.preferences.values import Value, ValueInvalid, value_of
from ownwords.domain.preferences.words import Quote
from ownwords.domain.times import Instant

BRANDS, AVOIDED, SHOE = Key.PREFERRED_BRANDS, Key.AVOIDED_BRANDS, Key.SHOE_SIZE


def act(number: int = 1, at: int = 100) -> Act:
    """Somebody who acts."""
    return Act("key_1", Instant(at), number, f"mem_{number}")


def said(*names: str, words: Words | None = None) -> tuple[Said, ...]:
    """Words that hold the names."""
    return (Said(names, words or Stated(" ".join(names))),)


def after(held: Held, change: Change) -> Held:
    """Give what is held once a change is written."""
    gone = {one.number for one in (*change.retired, *change.written)}
    return Held.of([*(one for one in held.memories if one.number not in gone), *change.written])


def declared(key: Key, *names: str, number: int = 1) -> Memory:
    """Give what comes of a first declaration."""
    (made,) = remember(Held(), key, names, said(*names), act(number)).written
    return made


def evidence(memory: Memory) -> dict[str, Words]:
    """Give the words that stand for each name."""
    provenance = memory.current.provenance
    assert isinstance(provenance, Declared)
    return {name: one.words for one in provenance.evidence for name in one.names}


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "sent"),
    [
        (SHOE, 42),
        (SHOE, ["42"]),
        (SHOE, None),
        (SHOE, "420"),
        (BRANDS, "Nike"),
        (BRANDS, []),
        (BRANDS, [1]),
        (BRANDS, [" "]),
        (BRANDS, ["x" * 81]),
        (BRANDS, ["Ni\nke"]),
        (BRANDS, ["Ni\x00ke"]),
        (BRANDS, ["\ud800"]),
        (BRANDS, [f"marca {n}" for n in range(11)]),
        (BRANDS, {"Nike": 1}),
    ],
)
def test_what_a_key_does_not_hold_is_refused_unrepeated(key: Key, sent: Any) -> None:
    """Wrong type, empty, too long, too many, control characters: each message ends with what to do."""
    with pytest.raises(ValueInvalid) as caught:
        value_of(key, sent)
    assert str(caught.value).endswith(".")
    assert "marca" not in str(caught.value)


def test_equal_names_count_once_and_the_first_spelling_stays() -> None:
    """Folded: case, accents and spaces."""
    assert value_of(BRANDS, ["Nike", "Café  Três", "NIKE", "cafe tres", " Puma "]) == ("Nike", "Café  Três", "Puma")
    assert value_of(BRANDS, [f"{'m' * (n % 10 + 1)}" for n in range(30)]) == tuple("m" * n for n in range(1, 11))


def test_a_size_is_kept_as_it_was_said() -> None:
    """Only the white space around it goes."""
    assert value_of(SHOE, " 42,5  BR ") == ("42,5 BR",)


# --- remember -------------------------------------------------------------------------------------


def test_the_first_declaration_creates_and_the_same_again_changes_nothing() -> None:
    """The memory has version 1, who acted, when and why."""
    change = remember(Held(), SHOE, ("42",), said(), act())
    (made,) = change.written

    assert change.status is Status.CREATED
    assert (made.number, made.id, made.current.number) == (1, "mem_1", 1)
    assert (made.current.by, made.current.at, made.current.why) == ("key_1", 100, Why.REMEMBERED)
    assert remember(Held.of([made]), SHOE, ("42,0",), said(), act(2)) == Change(Status.UNCHANGED)


def test_another_size_is_a_new_version_of_the_same_memory() -> None:
    """The id stays; a size without a system and one with it are two."""
    former = declared(SHOE, "42")
    change = remember(Held.of([former]), SHOE, ("BR 42",), said(), act(2, 200))
    (made,) = change.written

    assert change.status is Status.CORRECTED
    assert (made.id, made.current.number, made.current.value) == ("mem_1", 2, ("BR 42",))


def test_names_are_added_and_each_keeps_its_own_evidence() -> None:
    """What was declared already is not declared again by other words."""
    former = declared(BRANDS, "Nike")
    change = remember(Held.of([former]), BRANDS, ("NIKE", "Puma"), said("NIKE", "Puma", words=Stated("b")), act(2))
    (made,) = change.written

    assert change.status is Status.CORRECTED
    assert made.current.value == ("Nike", "Puma")
    assert evidence(made) == {"Nike": Stated("Nike"), "Puma": Stated("b")}


def test_words_that_were_forgotten_may_be_said_anew() -> None:
    """A name, or a size, without words left takes the new ones in a new version."""
    bare = Said(("Nike",), Forgotten())
    former = remember(Held(), BRANDS, ("Nike",), (bare,), act()).written[0]
    (made,) = remember(Held.of([former]), BRANDS, ("Nike",), said("Nike"), act(2)).written
    assert (made.current.value, made.current.number, evidence(made)) == (("Nike",), 2, {"Nike": Stated("Nike")})

    size = remember(Held(), SHOE, ("42",), (Said((), Forgotten()),), act()).written[0]
    assert remember(Held.of([size]), SHOE, ("42",), said(), act(2)).status is Status.CORRECTED


def test_more_than_ten_names_in_all_are_refused() -> None:
    """Ten fit; the eleventh does not, whichever call brings it."""
    former = declared(BRANDS, *(f"m{n}" for n in range(10)))
    with pytest.raises(ValueInvalid, match="at most 10"):
        remember(Held.of([former]), BRANDS, ("m10",), said("m10"), act(2))
    assert remember(Held.of([former]), BRANDS, ("m9",), said("m9"), act(2)).status is Status.UNCHANGED


@pytest.mark.parametrize(("key", "other"), [(BRANDS, AVOIDED), (AVOIDED, BRANDS)])
def test_a_brand_moves_to_where_the_person_put_it_last(key: Key, other: Key) -> None:
    """It leaves the opposite key with its evidence, in a new version that says why."""
    former = declared(other, "Nike", "Puma")
    change = remember(Held.of([former]), key, ("nike",), said("nike"), act(2))
    made, left = change.written

    assert (made.key, made.current.value) == (key, ("nike",))
    assert (left.key, left.current.value, left.current.number, left.current.why) == (other, ("Puma",), 2, Why.MOVED)
    assert evidence(left).keys() == {"Puma"}
    assert change.retired == ()


def test_a_list_that_is_left_empty_is_no_longer_active() -> None:
    """It is retired, and not written over: its history stays."""
    former = declared(BRANDS, "Nike")
    change = remember(Held.of([former]), AVOIDED, ("Nike",), said("Nike"), act(2))
    assert change.retired == (former,)
    assert [one.key for one in change.written] == [AVOIDED]


# --- correct --------------------------------------------------------------------------------------


def test_a_correction_replaces_the_whole_value() -> None:
    """What stays keeps its evidence, what is added has the new one, what went has none."""
    former = declared(BRANDS, "Nike", "Puma")
    change = correct(Held.of([former]), former, ("puma", "Asics"), said("Asics"), act(2))
    (made,) = change.written

    assert (change.status, made.id, made.current.number) == (Status.CORRECTED, "mem_1", 2)
    assert made.current.value == ("puma", "Asics")
    assert evidence(made) == {"Puma": Stated("Nike Puma"), "Asics": Stated("Asics")}
    assert removed_by(Held.of([former]), former, ("puma", "Asics")) == ("Nike",)


def test_correcting_what_is_inferred_makes_it_declared() -> None:
    """The id stays, the next version is the person's; a key means the declared memory first."""
    (bought,) = infer(Held(), SHOE, [Bought("42", 7, Instant(1))], act()).written
    held = Held.of([bought])
    assert held.by_key(SHOE) == bought
    change = correct(held, bought, ("42",), said(), act(2))
    (made,) = change.written

    assert (change.status, made.id, made.current.number, made.is_declared) == (Status.CORRECTED, "mem_1", 2, True)
    both = Held.of([made, bought])
    assert both.by_key(SHOE) == made
    assert (both.counts(made), both.counts(bought)) == (True, False)


def test_correcting_an_inferred_one_beside_a_declared_one_leaves_one_declared() -> None:
    """The former declared one is retired; the words must name what it held too."""
    (bought,) = infer(Held(), BRANDS, [Bought("Asics", 7, Instant(1))], act(2)).written
    former = declared(BRANDS, "Nike")
    held = Held.of([former, bought])
    assert removed_by(held, bought, ("Puma",)) == ("Asics", "Nike")
    change = correct(held, bought, ("Puma",), said("Puma"), act(3))
    assert change.retired == (former,)
    assert after(held, change).memories == list(change.written)


# --- what purchases support -----------------------------------------------------------------------


def test_of_two_sizes_the_latest_purchase_counts() -> None:
    """By the date of the purchase, not by the order of the calls; the earlier one stands when the later one goes."""
    (first,) = infer(Held(), SHOE, [Bought("42", 7, Instant(50))], act()).written
    older = infer(Held.of([first]), SHOE, [Bought("40", 6, Instant(10))], act(2))
    assert (older.status, older.written[0].current.value) == (Status.UNCHANGED, ("42",))
    newer = infer(after(Held.of([first]), older), SHOE, [Bought("43", 8, Instant(90))], act(2))
    assert (newer.status, newer.written[0].current.value) == (Status.CORRECTED, ("43",))

    made = newer.written[0]
    history = History(made.number, made.id, made.key, (older.written[0].current, made.current))
    left = renewed(history, lambda one: one.purchase != 8, Instant(200))
    assert left is not None
    assert (left.versions[-1].value, left.versions[-1].number, left.versions[-1].why) == (("42",), 3, Why.UNSUPPORTED)


def test_what_nothing_supports_any_more_is_gone_with_its_history() -> None:
    """And what is supported still is itself."""
    (made,) = infer(Held(), BRANDS, [Bought("Nike", 7, Instant(1)), Bought("Puma", 8, Instant(2))], act()).written
    history = History(made.number, made.id, made.key, (made.current,))

    assert renewed(history, lambda _: True, Instant(9)) is history
    assert renewed(history, lambda _: False, Instant(9)) is None
    left = renewed(history, lambda one: one.purchase == 7, Instant(9))
    assert left is not None
    assert left.versions[0].value == ("Nike",)


def test_a_second_purchase_of_the_same_brand_is_more_evidence_and_no_version() -> None:
    """It is `unchanged`, and outlives the loss of the first."""
    (made,) = infer(Held(), BRANDS, [Bought("Nike", 7, Instant(1))], act()).written
    change = infer(Held.of([made]), BRANDS, [Bought("NIKE", 8, Instant(2))], act(2))
    (grown,) = change.written
    assert (change.status, grown.current.number) == (Status.UNCHANGED, 1)
    assert infer(Held.of([grown]), BRANDS, [Bought("nike", 8, Instant(2))], act(3)) == Change(Status.UNCHANGED)


def test_nothing_is_inferred_against_what_the_person_said() -> None:
    """A brand that is declared avoided is not inferred to be preferred."""
    with pytest.raises(ValueInvalid, match="contrary"):
        infer(Held.of([declared(AVOIDED, "Nike")]), BRANDS, [Bought("nike", 7, Instant(1))], act(2))


def test_a_declaration_outlives_every_purchase() -> None:
    """Of a memory that was corrected, the inferred versions go and the declared one stays."""
    (bought,) = infer(Held(), BRANDS, [Bought("Nike", 7, Instant(1))], act()).written
    (made,) = correct(Held.of([bought]), bought, ("Nike",), said("Nike"), act(2)).written
    left = renewed(History(1, "mem_1", BRANDS, (bought.current, made.current)), lambda _: False, Instant(9))
    assert left is not None
    assert left.versions == (made.current,)


# --- properties -----------------------------------------------------------------------------------

NAMES = st.lists(st.sampled_from(["Nike", "NIKE", "Puma", "Asics", "Vans"]), min_size=1, max_size=3)
STEPS = st.lists(
    st.tuples(st.sampled_from(["remember", "infer", "correct"]), st.sampled_from([BRANDS, AVOIDED]), NAMES), max_size=12
)


def lived(steps: list[tuple[str, Key, list[str]]]) -> tuple[Held, list[Value]]:
    """Give what is held after steps, and the declared preferred brands after each."""
    held, seen = Held(), list[Value]()
    for number, (verb, key, sent) in enumerate(steps, 1):
        value = value_of(key, sent)
        try:
            if verb == "remember":
                change = remember(held, key, value, said(*value), act(number))
            elif verb == "correct" and (found := held.by_key(key)) is not None:
                change = correct(held, found, value, said(*value), act(number))
            elif verb == "infer" and key is BRANDS:
                bought = [Bought(name, number, Instant(number)) for name in value]
                before = held.declared
                change = infer(held, key, bought, act(number))
                assert after(held, change).declared == before
            else:
                continue
        except ValueInvalid:
            continue
        held = after(held, change)
        seen.append(held.declared[BRANDS].current.value if BRANDS in held.declared else ())
    return held, seen


@given(steps=STEPS)
def test_what_is_inferred_never_overrules_what_is_declared(steps: list[tuple[str, Key, list[str]]]) -> None:
    """After any steps it counts only where nothing is declared, and stands in no way against what is avoided."""
    held, _ = lived(steps)
    for key, one in held.inferred.items():
        assert held.counts(one) is (key not in held.declared)
        assert isinstance(one.current.provenance, Inferred)
    both = [
        {
            name.casefold()
            for one in (held.declared.get(key), held.inferred.get(key))
            if one
            for name in one.current.value
        }
        for key in (BRANDS, AVOIDED)
    ]
    assert not both[0] & both[1], "a brand is preferred or avoided"


@given(steps=STEPS, names=NAMES)
def test_remembering_twice_changes_nothing(steps: list[tuple[str, Key, list[str]]], names: list[str]) -> None:
    """Whatever went before, the same declaration again is `unchanged`."""
    held, _ = lived(steps)
    value = value_of(BRANDS, names)
    once = after(held, remember(held, BRANDS, value, said(*value), act(90)))
    assert remember(once, BRANDS, value, said(*value), act(91)) == Change(Status.UNCHANGED)


@given(steps=STEPS)
def test_every_declared_name_has_its_words(steps: list[tuple[str, Key, list[str]]]) -> None:
    """After any steps each name of a declared value stands on words, and no words stand for another name."""
    held, _ = lived(steps)
    for one in held.declared.values():
        assert {name.casefold() for name in evidence(one)} == {name.casefold() for name in one.current.value}


# --- quotes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "cut"),
    [
        ("eu calço 42", "Eu calço 42"),
        ("EU CALCO 42.", "Eu calço 42."),
        ("eu   calço,\n42", "Eu calço 42"),
        ("Eu calço 42.", "Eu calço 42."),
        ("calço 4", None),
        ("alço 42", None),
        ("calço 42 hoje", None),
        ("", None),
        ("👍", None),
    ],
)
def test_a_quote_is_found_folded_word_by_word(quote: str, cut: str | None) -> None:
    """Case, accents, white space and punctuation aside; never from the middle of a word."""
    text = "Oi! Eu calço 42. E você?"
    found = [text[start:end] for start, end in Quote.of(quote).places(text)]
    assert found == ([] if cut is None else [cut])


@given(text=st.text(max_size=60), data=st.data())
def test_every_part_of_a_text_between_spaces_is_found_in_it(text: str, data: st.DataObject) -> None:
    """What was copied word for word out of a message is found there, unless it holds no word at all."""
    parts = text.split(" ")
    first = data.draw(st.integers(0, len(parts) - 1))
    last = data.draw(st.integers(first, len(parts) - 1))
    quote = Quote.of(" ".join(parts[first : last + 1]))
    if quote.spelt:
        assert quote.places(text)


def test_evidence_cites_by_number_and_span() -> None:
    """What stands in a message is cited, and not copied."""
    change = remember(Held(), SHOE, ("42",), (Said((), Cited(3, 1, 0, 11)),), act())
    provenance = change.written[0].current.provenance
    assert provenance == Declared((Said((), Cited(3, 1, 0, 11)),))
