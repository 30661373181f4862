from __future__ import annotations

import pytest

from ownwords.domain.own_words import Declared, Mode, Reason, Refused, Words, judge, names_away
from ownwords.domain.preferences import Key
from ownwords.domain.sizes import size_of

DECLARED = [
    ("shoe_size", "42", "Eu calço 42."),
    ("shoe_size", "42.5", "meu número é 42,5"),
    ("shoe_size", "42.5", "calço 42½"),
    ("shoe_size", "39.5", "Eu calço trinta e nove e meio"),
    ("shoe_size", "26 cm", "mis zapatos son de 26 cm"),
    ("shoe_size", "US 10", "I wear a US 10"),
    ("shoe_size", "41", "Não calço mais 40, agora é 41"),
    ("shoe_size", "42", "Oi! Calço 42. Tem esse em azul?"),
    ("clothing_size", "GG", "uso gê gê"),
    ("clothing_size", "M", "I'm a medium"),
    ("clothing_size", "W32 L34", "W32 L34 is my size"),
    ("preferred_brands", "L'Oréal", "adoro loreal"),
    ("preferred_brands", "Havaianas", "não vivo sem Havaianas"),
    ("avoided_brands", "Nike", "não quero Nike"),
    ("avoided_brands", "Nestlé", "evito a nestle sempre"),
    ("preferred_merchants", "Mercado Livre", "só compro no mercado livre"),
    ("dietary_restrictions", "sem glúten", "sou celíaca"),
    ("dietary_restrictions", "sem glúten", "não como glúten"),
    ("dietary_restrictions", "no peanut", "I have a peanut allergy"),
    ("dietary_restrictions", "vegano", "soy vegana"),
]

REFUSED = [
    ("shoe_size", "42", "não calço 42", Reason.DENIED),
    ("shoe_size", "40", "Não calço mais 40, agora é 41", Reason.DENIED),
    ("shoe_size", "42", "não é verdade que eu calço 42", Reason.DENIED),
    ("shoe_size", "42", "calço 42?", Reason.QUESTION),
    ("shoe_size", "42", 'ele escreveu "calço 42"', Reason.QUOTED),
    ("shoe_size", "42", "minha mãe disse que eu calço 42", Reason.QUOTED),
    ("shoe_size", "42", "> calço 42", Reason.QUOTED),
    ("shoe_size", "33", "meu filho calça 33", Reason.SOMEONE_ELSE),
    ("shoe_size", "39", "preciso de um tênis 39 de presente", Reason.GIFT),
    ("shoe_size", "38", "eu calçava 38", Reason.PAST),
    ("shoe_size", "42", "se eu calço 42 esse serve", Reason.CONDITION),
    ("shoe_size", "43", "dessa vez quero 43", Reason.CONDITION),
    ("shoe_size", "42", "paguei R$ 42 no frete", Reason.NOT_IN_WORDS),
    ("shoe_size", "42", "tenho 42 anos", Reason.NOT_IN_WORDS),
    ("shoe_size", "42", "calço 420", Reason.NOT_IN_WORDS),
    ("shoe_size", "42", "calço 42,5", Reason.NOT_IN_WORDS),
    ("shoe_size", "42", "calço 4²", Reason.NOT_IN_WORDS),
    ("shoe_size", "42", "calço EU 42", Reason.NOT_IN_WORDS),
    ("shoe_size", "42", "cal\u200bço 42", Reason.HIDDEN_CHARACTERS),
    ("preferred_brands", "Nike", "adoro N\u0456ke", Reason.LOOK_ALIKE),
    ("preferred_brands", "Nike", "\u0430doro Nike", Reason.LOOK_ALIKE),
    ("preferred_brands", "Nike", "comprei um Nike ontem", Reason.PAST),
    ("preferred_brands", "Nike", "não quero Nike", Reason.DENIED),
    ("avoided_brands", "Nike", "adoro Nike", Reason.DENIED),
    ("avoided_brands", "Nike", "não quero Nike falsificado", Reason.CONDITION),
    ("preferred_merchants", "Cobasi", "trabalho na Cobasi", Reason.NOT_IN_WORDS),
    ("dietary_restrictions", "sem glúten", "como glúten sem problema", Reason.DENIED),
    ("dietary_restrictions", "sem glúten", "não sou celíaca", Reason.DENIED),
    ("dietary_restrictions", "sem leite", "sou intolerante à lactose", Reason.NOT_IN_WORDS),
    ("dietary_restrictions", "vegano", "minha amiga é vegana", Reason.SOMEONE_ELSE),
]


def _judged(key: str, value: str, text: str, mode: Mode = Mode.PLAIN) -> Declared | Refused:
    asked = Key(key)
    return judge(Words(text), asked, [size_of(asked, value) if asked.is_size else value], mode)


@pytest.mark.parametrize(("key", "value", "text"), DECLARED)
@pytest.mark.parametrize("mode", list(Mode))
def test_what_a_person_says_of_themselves_is_declared(key: str, value: str, text: str, mode: Mode) -> None:
    """In both modes, but that strict leaves corrections and what it can not read whole to a question."""
    verdict = _judged(key, value, text, mode)
    assert isinstance(verdict, Declared) or (mode is Mode.STRICT and verdict.reason is Reason.UNCLEAR)


@pytest.mark.parametrize(("key", "value", "text", "reason"), REFUSED)
@pytest.mark.parametrize("mode", list(Mode))
def test_what_is_no_declaration_is_refused_with_its_reason(
    key: str, value: str, text: str, reason: Reason, mode: Mode
) -> None:
    """The same reason in both modes."""
    verdict = _judged(key, value, text, mode)
    assert verdict == Refused(reason)


def test_a_cut_is_judged_by_the_sentence_around_it() -> None:
    """A quote cut out of its sentence says what the sentence says."""
    text = "Não é verdade que eu calço 42. Gosto de azul."
    start = text.index("eu calço")
    cut = (start, start + len("eu calço 42"))
    assert judge(Words(text, cut), Key.SHOE_SIZE, [size_of(Key.SHOE_SIZE, "42")], Mode.PLAIN) == Refused(Reason.DENIED)


def test_a_value_outside_the_cut_is_not_in_the_words() -> None:
    """The message says it, the quote does not."""
    text = "Eu calço 42 e gosto de azul."
    start = text.index("gosto")
    verdict = judge(Words(text, (start, len(text))), Key.SHOE_SIZE, [size_of(Key.SHOE_SIZE, "42")], Mode.PLAIN)
    assert verdict == Refused(Reason.NOT_IN_WORDS)


def test_every_name_is_in_the_words_or_nothing_is_declared() -> None:
    """Evidence is given for each, in the order of the names."""
    text = "Adoro Asics. E também gosto de Mizuno."
    assert judge(Words(text), Key.PREFERRED_BRANDS, ["Mizuno", "Asics"], Mode.PLAIN) == Declared(((13, 38), (0, 12)))
    verdict = judge(Words(text), Key.PREFERRED_BRANDS, ["Asics", "Nike"], Mode.PLAIN)
    assert verdict == Refused(Reason.NOT_IN_WORDS)


def test_the_latest_words_of_a_message_count() -> None:
    """Said and taken back is not declared; a slip that is put right is declared as it was put right."""
    assert _judged("preferred_brands", "Nike", "Adoro Nike. Aliás, não gosto de Nike.") == Refused(Reason.DENIED)
    assert _judged("shoe_size", "42", "calço 42, digo, 43") == Refused(Reason.DENIED)
    assert isinstance(_judged("shoe_size", "43", "calço 42, digo, 43"), Declared)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_no_words_declare_nothing(text: str) -> None:
    """And neither does a value that is no value."""
    assert _judged("shoe_size", "42", text) == Refused(Reason.NO_WORDS)
    assert judge(Words("calço 42"), Key.SHOE_SIZE, [], Mode.PLAIN) == Refused(Reason.NO_WORDS)


def test_words_that_take_names_away_name_them() -> None:
    """In whatever sense."""
    assert names_away(Words("não gosto mais de Nike nem de Puma"), ["Puma", "nike"])
    assert not names_away(Words("só Asics"), ["Nike"])
    assert names_away(Words("já posso comer glúten"), ["sem glúten"])
