from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.limits import QUERY_WORDS
from ownwords.domain.ranking import (
    AS_WELL,
    BACKWARD,
    FORWARD,
    LIFT,
    MACHINE,
    MEANING,
    NAME,
    NOW,
    SAID_BY,
    THREAD,
    WHEN,
    Place,
    Question,
    contribution,
    finding,
    fused,
    idf,
    name_keys,
    newer_first,
    question,
    ranked,
    weigh,
)
from ownwords.domain.time_words import time_words
from ownwords.domain.times import DAY, Instant
from ownwords.domain.words import Counted, counted, stems, term_hash

KEY = b"k" * 32
ANA, BIA = b"ana", b"bia"


def searched(query: str, *texts: str, on: date | None = None) -> list[int]:
    """Give the positions of the texts that a query finds by words, best first, as the database would."""
    scores = scored(question(query), [counted(KEY, text, on=on) for text in texts])
    return sorted(scores, key=lambda at: (-scores[at], -at))


def scored(asked: Question, held: list[Counted]) -> dict[int, float]:
    """Take the sum that the database takes, as a part of what the question can reach."""
    weights = weigh(asked, KEY, Counter(term for passage in held for term in passage.counts), len(held))
    average = sum(passage.length for passage in held) / len(held)
    scores: dict[int, float] = {}
    for at, passage in enumerate(held):
        for term, count in passage.counts.items():
            if term in weights.terms:
                part = contribution(weights.terms[term], count, passage.length, average)
                scores[at] = scores.get(at, 0.0) + part / weights.attainable
    return scores


def asked_for(query: str, names: frozenset[str] = frozenset()) -> list[str]:
    """Give the first stem of each word that a query asks for."""
    return [group.stems[0] for group in question(query, names).groups]


def ordered(
    scores: dict[int, float],
    places: dict[int, Place],
    named: Collection[bytes] = (),
    asked: Question | None = None,
    now: int = 0,
) -> list[tuple[int, float]]:
    """Order passages for a question that names no time, unless told otherwise."""
    return ranked(scores, places, asked or question("sapato"), named, Instant(now))


def thread(*speakers: bytes | None, at: int = 0, first: int = 1, name: bytes = b"t") -> dict[int, Place]:
    """Place one passage after the other in a thread."""
    last = first + len(speakers) - 1
    return {
        number: Place(
            thread=name,
            before=number - 1 if number > first else None,
            after=number + 1 if number < last else None,
            speaker=speaker,
            at=Instant(at + number),
        )
        for number, speaker in enumerate(speakers, first)
    }


def test_stop_words_leave_the_question() -> None:
    """What stands in every text is not asked for, in any of the three languages."""
    assert asked_for("what is the size of my shoes") == ["siz", "sha"]
    assert asked_for("qual é o número do sapato") == ["numer", "sapat"]


def test_a_question_of_stop_words_keeps_them() -> None:
    """A query that has no other words asks for those it has."""
    assert asked_for("the of and") == ["the", "of", "and"]
    assert searched("the of and", "the cat", "gato") == [0]


@pytest.mark.parametrize("query", ["", " ", "|", '"', "*", "NEAR(", "``", "👍", "\0", "\ud83d"])
def test_a_question_of_no_words_asks_for_nothing(query: str) -> None:
    """Signs that are syntax elsewhere are no words here: they find nothing, or the words beside them."""
    held = [counted(KEY, "near the end")]
    assert scored(question(query), held).keys() <= {0}


def test_a_question_counts_its_first_64_words() -> None:
    """A long query costs no more than one of 64 distinct words."""
    assert len(question(" ".join(f"w{at}" for at in range(500))).groups) == QUERY_WORDS


def test_a_word_asked_twice_counts_once() -> None:
    """Repeating a word does not make it weigh more."""
    assert question("sapato Sapato SAPATO").groups == question("sapato").groups


def test_the_rarer_word_weighs_more() -> None:
    """A passage with the word that few hold comes before one with the word that many hold."""
    assert searched("tênis azul", "um tênis", "outro tênis", "é azul", "mais tênis")[0] == 2


def test_the_word_as_asked_comes_before_its_relatives() -> None:
    """Of two passages that share a stem with the question, the one with the same word is first."""
    assert searched("running", "she will run", "she was running", "nada")[:2] == [1, 0]


def test_a_relative_is_found_also_where_its_stem_is_as_common() -> None:
    """A stem that only relatives of the word share still weighs something."""
    assert set(searched("calço", "eu calço 42", "calçar é bom", "calcos")) == {0, 1, 2}


@given(
    st.lists(st.text("abc é42", min_size=1, max_size=40), min_size=1, max_size=12),
    st.text("abc é42", max_size=20),
)
def test_scores_are_a_part_of_what_can_be_reached(texts: list[str], query: str) -> None:
    """Every score lies above 0 and not above 1."""
    scores = scored(question(query), [counted(KEY, text) for text in texts])
    assert all(0 < score <= 1 + 1e-9 for score in scores.values())


def test_words_that_memory_does_not_hold_lower_the_score() -> None:
    """A passage that answers half of a question scores lower than one that answers all of it."""
    held = [counted(KEY, "sapato azul"), counted(KEY, "outra coisa")]
    assert scored(question("sapato"), held)[0] > 1.5 * scored(question("sapato zebra"), held)[0]


def test_rarity_is_above_zero_and_falls() -> None:
    """The idf of a term is positive even where all passages hold it, or more than were counted."""
    assert idf(0, 10) > idf(1, 10) > idf(10, 10) > 0
    assert idf(12, 10) > 0


@pytest.mark.parametrize(
    "query",
    ["8 de maio de 2023", "May 8th, 2023", "on 8 May", "el 8 de mayo", "in May", "em 2023", "8 mai 2023"],
)
def test_a_date_in_the_question_finds_what_was_said_on_it(query: str) -> None:
    """A passage is found by its month in three languages, its day and its year."""
    held = [counted(KEY, "fui ao parque", on=day) for day in (date(2023, 5, 8), date(2022, 6, 7))]
    assert scored(question(query), held).keys() == {0}


def test_a_size_is_not_a_date() -> None:
    """A number that stands by no month does not find what was said on that day; `may` alone is no month."""
    assert searched("tamanho 8", "fui ao parque", on=date(2023, 5, 8)) == []
    assert searched("may I help", "fui ao parque", on=date(2023, 5, 8)) == []


def test_a_speaker_is_named_by_the_whole_name_or_the_first() -> None:
    """A name gives its whole form and its first word, folded; an article is nobody's name."""
    assert name_keys("Ána  Souza") == ("ana souza", "ana")
    assert name_keys("O Vendedor") == ("o vendedor",)
    assert name_keys("王小明") == ("王小 小明",)
    assert name_keys("?!") == ()


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("What did Ana's sister buy?", {"ana"}),
        ("o que a ANA SOUZA comprou", {"ana souza"}),
        ("banana e mariana", set[str]()),
        ("Will you pay?", set[str]()),
        ("will you ask Will?", {"will"}),
        ("will you ask will?", set[str]()),
        ("王小明说了什么", {"王小 小明"}),
    ],
)
def test_a_question_names_whom_it_names(query: str, named: set[str]) -> None:
    """Names are found as whole words, the longest first; one that is a stop word only with its capital."""
    assert question(query, {"ana souza", "ana", "will", "王小 小明"}).names == named


def test_a_name_weighs_less_than_what_is_asked() -> None:
    """The words of a speaker's name count in part, as the lift answers for the rest."""
    asked = question("What did Ana buy?", {"ana"})
    assert {group.stems[0]: group.share for group in asked.groups} == {"ana": NAME, "buy": 1.0}
    assert not asked.is_bare


def test_a_question_of_nothing_but_names_says_so() -> None:
    """Where only a speaker is named, the name is asked for in full."""
    asked = question("What did Ana say to me?", {"ana", "say"})
    assert asked.is_bare
    assert all(group.share == 1.0 for group in asked.groups)
    assert 0 < SAID_BY < BACKWARD[0]


@pytest.mark.parametrize(
    ("query", "groups", "is_time_alone"),
    [
        ("o que a Ana disse?", ["ana"], False),
        ("o que a Ana disse ontem?", ["ana"], False),
        ("o que eu disse ontem?", [], True),
        ("what did I say yesterday?", [], True),
        ("¿qué dije ayer?", [], True),
        ("ontem", ["ontem"], True),
        ("la semana que viene", ["seman", "vien"], True),
    ],
)
def test_of_a_question_of_nothing_but_who_and_when_nothing_is_embedded(
    query: str, groups: list[str], *, is_time_alone: bool
) -> None:
    """Words of saying ask for nothing; a time alone keeps its own words, in case that they are what was said."""
    asked = question(query, {"ana"}, time_words(query, Instant(9 * DAY), ZoneInfo("UTC")))
    assert (asked.is_bare, asked.is_time_alone, asked.texts) == (True, is_time_alone, ())
    assert [group.stems[0] for group in asked.groups] == groups


@pytest.mark.parametrize("query", ["o que a Ana disse do carro ontem?", "o que eu disse?", "ontem no parque"])
def test_a_question_that_says_what_or_neither_who_nor_when_is_embedded(query: str) -> None:
    """A word of saying is then one of its words."""
    asked = question(query, {"ana"}, time_words(query, Instant(9 * DAY), ZoneInfo("UTC")))
    assert not asked.is_bare
    assert asked.texts


@pytest.mark.parametrize("query", ["o que eu disse", "my size", "¿cuál es mi talla?", "I'm"])
def test_whoever_asks_may_mean_themselves(query: str) -> None:
    """First-person words of the three languages mean the person."""
    assert question(query).is_first_person
    assert not question("o que ela disse").is_first_person


def test_neighbours_count_for_a_passage() -> None:
    """A passage lends parts of its score to those two before and two after it, within its thread."""
    places = thread(None, None, None, None, None) | thread(None, first=9, name=b"other")
    order = dict(ordered({2: 1.0, 9: 0.2}, places))
    assert order == pytest.approx(
        {
            1: BACKWARD[0] + THREAD,
            2: 1 + THREAD,
            3: FORWARD[0] + THREAD,
            4: FORWARD[1] + THREAD,
            9: 0.2 + 0.2 * THREAD,
        }
    )


def test_the_named_speaker_is_lifted() -> None:
    """Of two passages that answer alike, the one by the speaker named comes first."""
    places = thread(ANA, first=1, name=b"a") | thread(BIA, first=5, name=b"b")
    assert [number for number, _ in ordered({1: 0.5, 5: 0.5}, places, {ANA})] == [1, 5]
    lifted, plain = dict(ordered({1: 0.5, 5: 0.5}, places, {ANA})), dict(ordered({1: 0.5, 5: 0.5}, places))
    assert lifted == pytest.approx({1: plain[1] * (1 + LIFT), 5: plain[5]})


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=8))
def test_naming_the_only_speaker_changes_nothing(given_scores: list[float]) -> None:
    """Where one speaker said everything, naming that speaker does not change a score."""
    places = thread(*[ANA] * len(given_scores)) | thread(None, first=50, name=b"document")
    scores = dict(enumerate(given_scores, 1)) | {50: 0.3}
    assert ordered(scores, places, {ANA}) == ordered(scores, places)


def test_of_equal_passages_the_newer_comes_first() -> None:
    """Equal scores, also ones that differ in the last bits of single precision, are ordered by time, then by number."""
    places = {number: Place(bytes([number]), None, None, None, Instant(at)) for number, at in ((1, 5), (2, 9), (3, 5))}
    scores = {1: 0.1 + 0.2 + 3e-8, 2: 0.3, 3: 0.3}
    assert [number for number, _ in ordered(scores, places)] == [2, 3, 1]


@given(st.dictionaries(st.integers(1, 12), st.floats(0, 1)), st.sets(st.sampled_from([ANA, BIA])))
def test_every_passage_with_a_place_is_ordered_once(scores: dict[int, float], named: set[bytes]) -> None:
    """The order holds each found passage and its neighbours once, by falling score, all above 0."""
    found = ordered(scores, thread(*[ANA, BIA, None] * 3), named)
    numbers = [number for number, _ in found]
    assert len(set(numbers)) == len(numbers)
    assert {number for number, score in scores.items() if score > 1e-6 and number < 10} <= set(numbers)
    assert all(score >= 0 for _, score in found)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


def test_terms_of_a_question_are_hashed_as_the_index_does() -> None:
    """What a question asks for is found under the same key only."""
    assert question("azul").terms(KEY) == {term_hash(KEY, "azul")}


def test_a_code_is_asked_for_whole_where_memory_holds_it() -> None:
    """The parts that a code shares with others weigh next to nothing beside the code itself."""
    asked = question("zw0x4xcxk")
    terms = {stem: term_hash(KEY, stem) for stem in asked.stems}
    frequencies = dict.fromkeys(terms.values(), 30) | {terms["zw0x4xcxk"]: 1}
    weights = weigh(asked, KEY, frequencies, 40).terms

    parts = sum(weight for term, weight in weights.items() if term != terms["zw0x4xcxk"])
    assert weights[terms["zw0x4xcxk"]] > 10 * parts


def test_words_that_stand_everywhere_find_nothing_by_themselves_in_a_large_memory() -> None:
    """In a large memory the rarer words find and the common ones only weigh, unless there are no others."""
    asked = question("tênis azul")
    rare, common = (term_hash(KEY, stems(word)[0]) for word in ("tenis", "azul"))
    frequencies = {rare: 10, common: 5_000}

    assert finding(weigh(asked, KEY, frequencies, 10_000), frequencies, 10_000) == {rare}
    assert finding(weigh(asked, KEY, {common: 5_000}, 10_000), {common: 5_000}, 10_000) == {common}
    assert finding(weigh(asked, KEY, {rare: 10, common: 500}, 600), {rare: 10, common: 500}, 600) == {rare, common}


def test_both_scores_add_up_and_none_is_below_nothing() -> None:
    """A score by words and one by meaning are added as they are; what is further than usual and has no word is out."""
    assert fused({1: 0.5, 2: 0.5}, {1: 2.0, 3: 4.0, 4: -1.0}) == pytest.approx(
        {1: 0.5 + 2 * MEANING, 2: 0.5, 3: 4 * MEANING}
    )


def test_a_machine_stands_behind_a_person_who_says_as_much() -> None:
    """Of two passages that answer alike the person's comes first."""
    places = thread(ANA, first=1, name=b"a") | {5: replace(thread(BIA, first=5, name=b"b")[5], is_machine=True)}
    found = dict(ordered({1: 0.5, 5: 0.5}, places))
    assert found[5] == pytest.approx(MACHINE * found[1])


def test_a_time_that_is_named_lifts_what_was_said_then() -> None:
    """Within the span, its end excluded, a passage gains by the factor."""
    asked = question("sapato ontem", (), time_words("sapato ontem", Instant(3 * DAY + 5), ZoneInfo("UTC")))
    places = {
        number: Place(bytes([number]), None, None, None, Instant(at))
        for number, at in ((1, 2 * DAY), (2, 3 * DAY - 1), (3, 3 * DAY))
    }
    found = dict(ordered({1: 0.5, 2: 0.5, 3: 0.5}, places, (), asked))
    assert found[1] == found[2] == pytest.approx((1 + WHEN) * found[3])


def test_a_question_for_now_lifts_what_is_new() -> None:
    """What was said now gains the whole, what was said 90 days ago half of it."""
    asked = question("onde moro agora")
    places = {number: Place(bytes([number]), None, None, None, Instant(at * DAY)) for number, at in ((1, 100), (2, 10))}
    found = dict(ordered({1: 0.5, 2: 0.5}, places, (), asked, 100 * DAY))
    assert found == pytest.approx({1: 0.5 * (1 + THREAD) * (1 + NOW), 2: 0.5 * (1 + THREAD) * (1 + NOW / 2)})


PAIR = {(1, 5), (5, 1)}


def test_of_two_that_are_about_one_thing_the_newer_comes_first() -> None:
    """They change places, and what stands between them stays where it is."""
    places = thread(ANA, first=1, name=b"a", at=10) | thread(ANA, first=5, name=b"b", at=20) | thread(BIA, first=9)
    assert newer_first([1, 9, 5], {1: 1.0, 5: 0.9, 9: 1.0}, places, PAIR) == [5, 9, 1]


@pytest.mark.parametrize(
    ("speakers", "threads", "score", "same"),
    [
        ((ANA, BIA), (b"a", b"b"), 0.9, PAIR),
        ((ANA, ANA), (b"a", b"a"), 0.9, PAIR),
        ((ANA, ANA), (b"a", b"b"), AS_WELL - 0.01, PAIR),
        ((ANA, ANA), (b"a", b"b"), 0.9, set[tuple[int, int]]()),
    ],
    ids=["two speakers", "one thread", "answers worse", "about other things"],
)
def test_what_is_not_about_one_thing_at_two_dates_stays_in_its_order(
    speakers: tuple[bytes, bytes], threads: tuple[bytes, bytes], score: float, same: set[tuple[int, int]]
) -> None:
    """Two speakers, one conversation, a worse answer or another subject leave the order alone."""
    places = thread(speakers[0], first=1, name=threads[0], at=10) | thread(speakers[1], first=5, name=threads[1], at=20)
    assert newer_first([1, 5], {1: 1.0, 5: score}, places, same) == [1, 5]


def test_what_is_embedded_is_the_question_without_names_and_its_content() -> None:
    """Names leave both texts, words that every text has leave the second; times leave it too."""
    spoken = time_words("What did Ana buy yesterday?", Instant(9 * DAY), ZoneInfo("UTC"))
    assert question("What did Ana buy yesterday?", {"ana"}, spoken).texts == ("What did  buy yesterday?", "buy")
    assert question("Ana", {"ana"}).texts == ()
