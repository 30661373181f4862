from __future__ import annotations

import pytest

from ownwords.domain.own_words import Mode
from tests.own_words import transformations as change
from tests.own_words.transformations import Change, accepted

pytestmark = pytest.mark.parametrize("mode", list(Mode))


def still_declared(how: Change, mode: Mode) -> list[str]:
    """Give the changed texts of accepted rows that are accepted still."""
    changed = [(said, how(said)) for said in accepted(mode)]
    assert any(text is not None for _, text in changed)
    return [_told(said, text) for said, text in changed if text is not None and said.is_declared_by(text, mode)]


def declared_no_more(how: Change, mode: Mode) -> list[str]:
    """Give the changed texts of accepted rows that are not accepted any more."""
    changed = [(said, how(said)) for said in accepted(mode)]
    assert any(text is not None for _, text in changed)
    return [_told(said, text) for said, text in changed if text is not None and not said.is_declared_by(text, mode)]


def in_one_clause(how: Change) -> Change:
    """Change only what is said in one clause."""
    return lambda said: None if said.is_parted else how(said)


def in_clauses(how: Change) -> Change:
    """Change only what may be said in more clauses than one."""
    return lambda said: how(said) if said.is_parted else None


def _told(said: change.Said, text: str) -> str:
    return f"{said.row.number}: {said.row.key} {said.row.value!r}: {said.text!r} as {text!r}"


def test_what_is_denied_in_front_is_not_declared(mode: Mode) -> None:
    assert still_declared(in_one_clause(change.denied), mode) == []


def test_what_is_denied_in_front_is_not_declared_in_a_later_clause_either(mode: Mode) -> None:
    assert still_declared(in_clauses(change.denied), mode) == []


def test_what_is_asked_is_not_declared(mode: Mode) -> None:
    assert still_declared(change.asked, mode) == []


def test_what_is_supposed_is_not_declared(mode: Mode) -> None:
    assert still_declared(in_one_clause(change.supposed), mode) == []


def test_what_is_supposed_is_not_declared_in_a_later_clause_either(mode: Mode) -> None:
    assert still_declared(in_clauses(change.supposed), mode) == []


def test_what_somebody_said_is_not_declared(mode: Mode) -> None:
    assert still_declared(in_one_clause(change.reported), mode) == []


def test_what_somebody_said_is_not_declared_in_a_later_clause_either(mode: Mode) -> None:
    assert still_declared(in_clauses(change.reported), mode) == []


def test_what_is_said_of_a_brother_is_not_declared(mode: Mode) -> None:
    assert still_declared(change.of_a_brother, mode) == []


@pytest.mark.parametrize("how", [change.in_straight_quotes, change.in_curly_quotes, change.in_angle_quotes])
def test_what_stands_in_quotation_marks_is_not_declared(how: Change, mode: Mode) -> None:
    assert still_declared(how, mode) == []


def test_what_stands_in_quoted_lines_is_not_declared(mode: Mode) -> None:
    assert still_declared(change.in_quoted_lines, mode) == []


@pytest.mark.parametrize("how", [change.with_nothing_inside_the_value, change.with_nothing_somewhere])
def test_what_hides_a_character_is_not_declared(how: Change, mode: Mode) -> None:
    assert still_declared(how, mode) == []


def test_what_has_a_letter_of_another_alphabet_in_a_word_is_not_declared(mode: Mode) -> None:
    assert still_declared(change.with_a_letter_of_another_alphabet, mode) == []


@pytest.mark.parametrize("how", [change.with_a_digit_after, change.with_a_digit_before])
def test_a_longer_number_does_not_declare_the_shorter(how: Change, mode: Mode) -> None:
    assert still_declared(how, mode) == []


@pytest.mark.parametrize("how", [change.shouted, change.whispered])
def test_what_is_declared_is_so_in_any_case(how: Change, mode: Mode) -> None:
    assert declared_no_more(how, mode) == []


def test_what_is_declared_is_so_in_decomposed_letters(mode: Mode) -> None:
    assert declared_no_more(change.decomposed, mode) == []


def test_a_greeting_before_takes_nothing_away(mode: Mode) -> None:
    assert declared_no_more(change.greeted, mode) == []


def test_thanks_after_take_nothing_away(mode: Mode) -> None:
    assert declared_no_more(change.thanked, mode) == []


def test_an_emoji_at_the_end_takes_nothing_away(mode: Mode) -> None:
    assert declared_no_more(change.with_emoji, mode) == []


def test_a_question_after_in_its_own_sentence_takes_nothing_away(mode: Mode) -> None:
    assert declared_no_more(change.with_a_question_after, mode) == []
