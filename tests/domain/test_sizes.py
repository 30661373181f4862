from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.preferences import Key
from ownwords.domain.sizes import Size, SizeInvalid, SizeSystem, size_of, text_of

SHOES = {
    "": (13, 50),
    "BR": (13, 50),
    "AR": (13, 50),
    "EU": (15, 52),
    "US": (0, 18),
    "UK": (0, 16),
    "cm": (10, 34),
    "MX": (9, 33),
}

LETTERS = "PP P M G GG XG XGG EG EGG EXG G1 G5 XS S L XL 2XL 5XL CH"


@pytest.mark.parametrize("system", SHOES)
def test_the_range_of_each_system_of_shoes_is_as_the_contract_has_it(system: str) -> None:
    """Both ends are taken, and a half step beyond each is refused."""
    least, most = SHOES[system]
    for number in (f"{least}", f"{most}", f"{least},5", f"{most - 1}½"):
        assert size_of(Key.SHOE_SIZE, f"{system} {number}").system == (SizeSystem(system) if system else None)
    beyond = [f"{most}.5", f"{most + 1}", *([f"{least - 1}.5"] if least else [])]
    for number in beyond:
        with pytest.raises(SizeInvalid, match=f"{least} to {most}"):
            size_of(Key.SHOE_SIZE, f"{system} {number}".strip())


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("42", Size("42")),
        ("42,5", Size("42.5")),
        ("42.50", Size("42.5")),
        ("42½", Size("42.5")),
        ("42 1/2", Size("42.5")),
        ("US 10", Size("10", SizeSystem.US)),
        ("10 us", Size("10", SizeSystem.US)),
        ("26cm", Size("26", SizeSystem.CM)),
        (" BR  42 ", Size("42", SizeSystem.BR)),
    ],
)
def test_a_shoe_size_is_read_in_any_notation(text: str, size: Size) -> None:
    """A half by comma, point or fraction; a system before or behind; nothing is converted."""
    assert size_of(Key.SHOE_SIZE, text) == size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        *((letters, Size(letters)) for letters in LETTERS.split()),
        ("gg", Size("GG")),
        ("44", Size("44")),
        ("US 8", Size("8", SizeSystem.US)),
        ("M BR", Size("M", SizeSystem.BR)),
        ("único", Size("ÚNICO")),
        ("Tamanho Unico", Size("ÚNICO")),
        ("10 anos", Size("10 anos")),
        ("6 meses", Size("6 meses")),
        ("4y", Size("4Y")),
        ("2T", Size("2T")),
        ("RN", Size("RN")),
        ("W32 L34", Size("W32 L34")),
        ("w32/l34", Size("W32 L34")),
        ("34x32", Size("W34 L32")),
    ],
)
def test_a_size_of_clothes_is_read_in_its_one_spelling(text: str, size: Size) -> None:
    """Letters, numbers, one size, children's forms and waist by length."""
    assert size_of(Key.CLOTHING_SIZE, text) == size


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *((Key.SHOE_SIZE, text) for text in ("", " ", "12", "51", "42.3", "35/36", "43 europeu", "FR 40", "GG", "-42")),
        *((Key.SHOE_SIZE, text) for text in ("042", "4 2", "quarenta", "BR", "42 BR US", "٤٢", "1e1", "42" * 50)),
        *(
            (Key.CLOTHING_SIZE, text)
            for text in ("31", "61", "42.5", "G6", "6XL", "17 anos", "40 meses", "6T", "32/34")
        ),
    ],
)
def test_what_is_no_size_is_refused_with_the_range_and_without_the_text(key: Key, text: str) -> None:
    """The message says what is valid, and repeats nothing of what was sent."""
    with pytest.raises(SizeInvalid, match="to"):
        size_of(key, text)


@given(text=st.text(max_size=12), key=st.sampled_from([Key.SHOE_SIZE, Key.CLOTHING_SIZE]))
def test_a_size_that_is_written_reads_as_itself(text: str, key: Key) -> None:
    """Whatever is a size keeps its meaning when it is written and read again."""
    try:
        size = size_of(key, text)
    except SizeInvalid:
        return
    assert size_of(key, text_of(size)) == size


@given(
    number=st.integers(0, 60),
    half=st.sampled_from([("", ""), (",5", "½")]),
    system=st.sampled_from([None, *SizeSystem]),
)
def test_every_shoe_size_written_in_both_orders_is_one_size(
    number: int, half: tuple[str, str], system: SizeSystem | None
) -> None:
    """The system may stand before and behind, and the half may be a comma or a fraction."""
    code = "" if system is None else system.value
    forms = [f"{code} {number}{half[0]}", f"{number}{half[1]} {code}"]
    read: list[Size | None] = []
    for form in forms:
        try:
            read.append(size_of(Key.SHOE_SIZE, form))
        except SizeInvalid:
            read.append(None)
    assert read[0] == read[1]
