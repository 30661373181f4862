from __future__ import annotations

from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.limits import DOCUMENT_CHARACTERS, PASSAGES_OF_AN_ITEM
from ownwords.domain.passages import PASSAGE_CHARACTERS, Passage, cut, item_of, matched_spans, passages
from ownwords.domain.ranking import question
from ownwords.domain.words import is_unspaced, words

PIECES = st.sampled_from(
    (
        *("palavra ", "Fim. ", "fim!\n", "\n\n", "# Título\n", "Título\n---\n", "a,b;c ", "37,5 ", "don't "),
        *(
            "https://x.com/a?b=c",
            "x" * 70,
            "é" * 300,
            "e\u0301" * 40,
            " " * 90,
            "中文。",
            "中" * 200,
            "\ud83d",
            "\0",
        ),
    )
)
LONG = st.lists(PIECES, max_size=120).map("".join)


def asked(query: str) -> frozenset[str]:
    """Give the stems that a query asks for."""
    return question(query).stems


@given(LONG, st.booleans())
def test_passages_hold_everything_but_white_space_once(text: str, sections: bool) -> None:  # noqa: FBT001
    """Passages are short, in order, apart, and what lies between them is white space."""
    places = cut(text, sections=sections)
    assert all(0 < end - start <= PASSAGE_CHARACTERS for start, end in places)
    assert all(text[start:end] == text[start:end].strip() for start, end in places)
    edges = [0, *(edge for place in places for edge in place), len(text)]
    assert all(not text[end:start].strip() for end, start in zip(edges[::2], edges[1::2], strict=True))
    assert all(start <= end for start, end in pairwise(edges))


@given(LONG, st.booleans())
def test_no_word_is_split_between_passages(text: str, sections: bool) -> None:  # noqa: FBT001
    """Every word of a text, or piece of a long one, is a word of one of its passages."""
    of_passages = {
        (start + word.start, start + word.end)
        for start, end in cut(text, sections=sections)
        for word in words(text[start:end])
    }
    spaced = {(word.start, word.end) for word in words(text) if not is_unspaced(word.text)}
    assert spaced <= of_passages


def test_a_message_is_one_passage_unless_it_is_long() -> None:
    """Up to 800 characters are one passage; 801 are two."""
    assert cut("  Calço 42.\n") == [(2, 11)]
    assert len(cut("ab " * 266 + "ab")) == 1
    assert len(cut("ab " * 267)) == 1
    assert len(cut("ab " * 267 + "ab")) == 2


def test_a_blank_text_has_no_passage() -> None:
    """White space is not cut into anything."""
    assert cut("") == cut(" \n\t ") == []


def test_a_long_message_is_cut_at_its_best_place() -> None:
    """A paragraph's end is chosen before a sentence's, and a sentence's before a word's."""
    sentence = "Comprei um tênis azul no centro. "
    paragraphs = sentence * 15 + "\n\n" + sentence * 15
    assert [paragraphs[start:end] for start, end in cut(paragraphs)] == [(sentence * 15).strip()] * 2
    assert all(text.endswith(".") for start, end in cut(sentence * 60) if (text := (sentence * 60)[start:end]))


def test_a_document_is_cut_at_its_headings() -> None:
    """A section of fair length is a passage of its own, and small sections stay together."""
    section = "# Sapatos\n" + "Calço 42. " * 45 + "\n"
    text = section * 3
    assert [text[start:end] for start, end in cut(text, sections=True)] == [section.strip()] * 3
    small = "## Cor\nAzul.\n\n" * 20
    assert len(cut(small, sections=True)) == 1


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "\n",
        "# a\n",
        "a\n\n",
        "a\n---\n",
        ". ",
        "中",
        "a\u0301",
        "\u0301",
        "\u200d",
        " \na",
        "a" * 79 + "\n---\n",
    ],
)
@pytest.mark.parametrize("sections", [False, True])
def test_the_longest_document_has_few_enough_passages(unit: str, sections: bool) -> None:  # noqa: FBT001
    """Whatever the text, 2 Mi characters have at most 8,192 passages, found in seconds."""
    text = (unit * (DOCUMENT_CHARACTERS // len(unit) + 1))[:DOCUMENT_CHARACTERS]
    began = perf_counter()
    places = cut(text, sections=sections)
    assert perf_counter() - began < 10
    assert len(places) <= PASSAGES_OF_AN_ITEM


def test_no_character_is_torn_from_its_marks() -> None:
    """A cut never falls between a letter and its accent, the halves of a pair, or joined pictures."""
    for unit in ("e\u0301", "\ud83d\ude00", "👩\u200d👧 "[:3]):
        text = "b" + unit * 1_000
        assert all(text[start] == unit[0] for start, _ in cut(text)[1:])


def test_passages_are_numbered_by_item_and_part() -> None:
    """A passage's number tells its item, and numbers grow with items and parts."""
    found = passages(7, "ab " * 600, sections=False)
    assert [part.part for part in found] == list(range(len(found)))
    assert {item_of(part.number) for part in found} == {7}
    assert found[-1].number < Passage(8, 0, 0, 1).number


def test_matched_words_are_shown_where_they_stand() -> None:
    """Spans count from the passage's start and hold the words that share a stem with the question."""
    text = "Oi! Comprei dois SAPATOS e um sapato."
    start = text.index("Comprei")
    excerpt = text[start:]
    spans = matched_spans(text, start, len(text), asked("sapato"))
    assert [excerpt[first:last] for first, last in spans] == ["SAPATOS", "sapato"]


@pytest.mark.parametrize(
    ("query", "text", "shown"),
    [
        ("人工智能", "研究人工智能技术", ["人工智能"]),
        ("猫", "我的猫很可爱", ["猫"]),
        ("sk_test", "为sk_test", ["sk", "test"]),
        ("42", "tamanho42", ["tamanho42"]),
        ("37,5", "calço 37½!", ["37½"]),
        ("nada", "calço 42", []),
    ],
)
def test_spans_follow_the_words_of_every_script(query: str, text: str, shown: list[str]) -> None:
    """Pairs of characters that touch are one span, and one character asked for alone is shown alone."""
    spans = matched_spans(text, 0, len(text), asked(query))
    assert [text[start:end] for start, end in spans] == shown


@given(LONG)
def test_spans_are_apart_and_inside(text: str) -> None:
    """Spans are in order, do not touch, and lie in the passage."""
    spans = matched_spans(text, 0, len(text), asked("palavra fim 中文 37,5 x.com"))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(end < start for (_, end), (start, _) in pairwise(spans))
