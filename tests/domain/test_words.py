from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.stop_words import FIRST_PERSON, STOP_WORDS
from ownwords.domain.words import (
    WORD_CHARACTERS,
    counted,
    day_stem,
    fold,
    month_stem,
    stems,
    term_hash,
    words,
    year_stem,
)

KEY = b"k" * 32
ANYTHING = st.text(st.characters(exclude_categories=()))
MIXED = st.text(st.sampled_from("aéI\u0301ßİ½²42.,'’ _-中文が\u3099ไทย서\u1109\u1165ﷺ𝗛Ａ\u200d\u00ad\ud83d\0 \n"))


def texts(text: str) -> list[str]:
    """Give the folded words of a text."""
    return [word.text for word in words(text)]


def known_by(text: str) -> set[int]:
    """Give the terms under which the index holds a text."""
    return set(counted(KEY, text).counts)


def finds(query: str, text: str) -> bool:
    """Tell whether any word of the query is found in the text."""
    return any(term_hash(KEY, stem) in known_by(text) for word in words(query) for stem in stems(word.text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ÁGUA", "agua"),
        ("cafe\u0301", "CAFÉ"),
        ("Straße", "STRASSE"),
        ("ＡＢＣ４２", "abc42"),
        ("𝗛𝗲𝗹𝗹𝗼", "hello"),
        ("Łódź", "lodz"),
        ("İstanbul", "istanbul"),
        ("ﬁm", "fim"),
        ("٤٢", "42"),
        ("zero\u200dwidth", "zerowidth"),
    ],
)
def test_case_accents_and_widths_do_not_count(one: str, other: str) -> None:
    """Two spellings that differ only in case, accents, width or style fold alike."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("text", "wrong"), [("4²", "42"), ("37½", "3712"), ("nº", "no"), ("か", "が"), ("ก", "กิ")])
def test_folding_never_makes_another_number_or_word(text: str, wrong: str) -> None:
    """A power, a fraction, an ordinal, a voiced kana and a vowel sign are not folded away."""
    assert fold(text) != fold(wrong)


@given(ANYTHING | MIXED)
def test_folding_twice_is_folding_once(text: str) -> None:
    """What is folded stays as it is."""
    assert fold(fold(text)) == fold(text)


@given(ANYTHING | MIXED)
def test_the_place_of_a_word_holds_it(text: str) -> None:
    """The text between a word's start and end folds to the word, which is short and not empty."""
    for word in words(text):
        assert fold(text[word.start : word.end]) == word.text != ""
        assert word.end - word.start <= WORD_CHARACTERS


@given(ANYTHING | MIXED)
def test_words_stand_in_the_order_of_the_text(text: str) -> None:
    """Each word starts and ends behind the one before; only pairs of characters overlap."""
    found = words(text)
    assert [word.start for word in found] == sorted({word.start for word in found})
    assert [word.end for word in found] == sorted({word.end for word in found})


@given(ANYTHING | MIXED)
def test_a_text_is_found_by_every_word_of_its_own(text: str) -> None:
    """Each stem of each word that a query reads is a term under which the index holds the same text."""
    held = known_by(text)
    assert all(term_hash(KEY, stem) in held for word in words(text) for stem in stems(word.text))
    assert counted(KEY, text).length == max(len(words(text)), 1)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("人工智能", "人工智能技术"),
        ("中文", "我会说中文"),
        ("猫", "我的猫很可爱"),
        ("서울", "서울에서 만나요"),
        ("ไทย", "ประเทศไทย"),
        ("パン", "ﾊﾟﾝを食べる"),
        ("test", "为sk_test"),
        ("为", "为sk_test"),
        ("42", "tamanho42"),
        ("tamanho", "tamanho42"),
        ("tamanho 42", "tamanho42"),
        ("tamanho42", "TAMANHO 42"),
        ("42", "R$42"),
        ("42", "R$ 42,90"),
        ("37,5", "calço 37½"),
        ("37.5", "calço 37 ½"),
        ("1299", "R$ 1.299,00"),
        ("9077", "pedido nº 9077."),
        ("silva", "ana.silva@example.com"),
        ("ana.silva@example.com", "escreve para Ana.Silva@Example.com"),
        ("@ana", "fala com Ana"),
        ("levi", "Levi's"),
        ("Levi’s", "levis"),
        ("água", "um copo d'água"),
        ("brien", "O'Brien"),
        ("sapato", "comprei sapatos"),
        ("comprar", "comprei"),
        ("promoção", "PROMOCOES"),
        ("canción", "canciones"),
        ("run", "she was running"),
        ("março", "in March"),
        ("install.sh | bash", "run install.sh"),
    ],
)
def test_what_a_reader_would_look_for_is_found(query: str, text: str) -> None:
    """A word is found in another form, notation or neighbourhood, in any script."""
    assert finds(query, text)


@pytest.mark.parametrize(
    ("query", "text"), [("37", "12371"), ("42", "4²"), ("42", "37½"), ("371", "37½"), ("智能", "能智")]
)
def test_what_only_looks_alike_is_not_found(query: str, text: str) -> None:
    """A number inside a longer one, a power, and characters in another order are other words."""
    assert not finds(query, text)


def test_each_language_gives_its_stem_once() -> None:
    """A word has the distinct stems of Portuguese, English and Spanish, and a number only itself."""
    assert stems("running") == ("running", "run")
    assert stems("9077") == ("9077",)
    assert stems("37,5") == ("37.5", "37")
    assert stems("tamanho42") == ("tamanho42", "tamanh", "tamanho", "42")


def test_months_are_one_in_three_languages() -> None:
    """`março`, `March` and `marzo` share the stem of the third month."""
    assert all(month_stem(3) in stems(fold(name)) for name in ("março", "March", "marzo"))


def test_a_date_is_three_terms_and_no_length() -> None:
    """A passage knows the year, month and day on which it was said, and is not longer for it."""
    plain, dated = counted(KEY, "comprei um tênis"), counted(KEY, "comprei um tênis", on=date(2025, 3, 8))
    added = {term_hash(KEY, stem) for stem in (year_stem(2025), month_stem(3), day_stem(8))}
    assert set(dated.counts) - set(plain.counts) == added
    assert dated.length == plain.length == 3


def test_a_title_counts_as_said_in_each_passage() -> None:
    """The words of the title are found in every passage that it heads, and add to its length."""
    found = counted(KEY, "azul, 42", title="Tênis azul")
    assert found.counts[term_hash(KEY, "azul")] == 2
    assert found.length == 4


def test_terms_are_keyed_and_fit_a_signed_number() -> None:
    """Another key gives other terms, and every term fits 64 bits with its sign."""
    one, other = counted(KEY, "sapato azul"), counted(b"x" * 32, "sapato azul")
    assert not set(one.counts) & set(other.counts)
    assert all(-(1 << 63) <= term < 1 << 63 for term in one.counts)


def test_long_words_are_found_by_the_pieces_they_are_cut_into() -> None:
    """A word of more than 64 characters is found by the same word, and by its beginning."""
    assert [len(text) for text in texts("a" * 150)] == [64, 64, 22]
    assert finds("a" * 150, "a" * 150)


def test_words_are_counted_alike_in_many_threads() -> None:
    """Stemming in eight threads at once gives what one gives."""
    many = [f"palavras{chr(97 + at % 26)} compradas correndo {at}" for at in range(2_000)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(partial(counted, KEY), many))
    assert found == [counted(KEY, text) for text in many]


@pytest.mark.parametrize(
    "text",
    [
        "a" + "\u0301" * 100_000,
        "\ufdfa" * 100_000,
        "a" * 1_000_000,
        "1" * 1_000_000,
        "1." * 100_000,
        "a'" * 100_000,
        "a1" * 100_000,
        "中" * 100_000,
        "\u1100" * 100_000,
        "\ud800" * 100_000,
        "\0" * 100_000,
        "\u200d" * 100_000,
    ],
)
def test_hostile_texts_cost_no_more_than_their_length(text: str) -> None:
    """A text made to be slow is taken apart and counted in seconds, not in minutes."""
    began = perf_counter()
    words(text)
    counted(KEY, text)
    assert perf_counter() - began < 5


def test_stop_words_are_folded() -> None:
    """Stop words and first persons are kept in the form in which words are compared."""
    assert all(texts(word) == [word] for word in STOP_WORDS | FIRST_PERSON)
    assert {"nao", "the", "tambien"} <= STOP_WORDS
