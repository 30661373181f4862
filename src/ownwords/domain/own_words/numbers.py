"""Numbers as people say them, up to sixty: `quarenta e dois`, `forty-two`, `treinta y ocho y medio`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from ownwords.domain.own_words.tokens import Shape, Token

HALF: Final = Decimal("0.5")
_SIZED: Final = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{1,2})?")
_HALVES: Final = {"½": HALF, "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_AND: Final = frozenset(("e", "y", "and"))
_POINT: Final = frozenset(("virgula", "ponto", "coma", "punto", "point"))
_TENS_LEAST, _UNITS_MOST = 20, 9


@dataclass(frozen=True, slots=True)
class Numerals:
    """A language's words for numbers, and what joins them; `halves` follow a number (`e meio`)."""

    values: dict[str, int]
    joins: str
    halves: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a text, from one token to before another; `spelt` where words say it."""

    value: Decimal
    first: int
    last: int
    spelt: bool = False


def numbers_of(tokens: Sequence[Token], numerals: Sequence[Numerals]) -> list[Number]:
    """Find every number, each as long as it goes: `42,5`, `42½`, `42 1/2`, `42 e meio`, `forty-two`."""
    found: list[Number] = []
    place = 0
    while place < len(tokens):
        number = _written(tokens, place) or _spelt(tokens, place, numerals)
        if number is None:
            place += 1
            continue
        number = _with_half(tokens, number, numerals)
        found.append(number)
        place = number.last
    return found


def value_of(written: str) -> Decimal | None:
    """Read a size's number: digits, then a half by point, comma or fraction; None where it is no single number."""
    half = _HALVES.get(written[-1:], Decimal(0))
    whole = written[:-1] if half else written
    if _SIZED.fullmatch(whole) is None:
        return None
    value = Decimal(whole.replace(",", "."))
    return value + half if not half or value == value.to_integral_value() else None


def _written(tokens: Sequence[Token], place: int) -> Number | None:
    token = tokens[place]
    if token.shape is not Shape.NUMBER or len(token.plain) > 6:  # noqa: PLR2004 - a size has two digits and a half
        return None
    value = value_of(token.plain)
    return None if value is None else Number(value, place, place + 1)


def _spelt(tokens: Sequence[Token], place: int, numerals: Sequence[Numerals]) -> Number | None:
    for language in numerals:
        first = language.values.get(tokens[place].folded)
        if first is None:
            continue
        if first == 1:
            # `Um 42` is an article and a size.
            return None
        if first < _TENS_LEAST or first % 10:
            return Number(Decimal(first), place, place + 1, spelt=True)
        unit, after = _unit(tokens, place + 1, language)
        return Number(Decimal(first + unit), place, after, spelt=True)
    return None


def _unit(tokens: Sequence[Token], place: int, language: Numerals) -> tuple[int, int]:
    """Read the unit after a ten: joined by the language's word, or by a hyphen or nothing where it has none."""
    start = place
    if language.joins:
        if place >= len(tokens) or tokens[place].folded != language.joins:
            return 0, start
        place += 1
    elif place < len(tokens) and tokens[place].plain == "-":
        place += 1
    if place < len(tokens):
        unit = language.values.get(tokens[place].folded, 0)
        if 0 < unit <= _UNITS_MOST:
            return unit, place + 1
    return 0, start


def _with_half(tokens: Sequence[Token], number: Number, numerals: Sequence[Numerals]) -> Number:
    if number.value != number.value.to_integral_value():
        return number
    after = tokens[number.last : number.last + 3]
    if after and after[0].plain in {"1/2", "½"}:
        return Number(number.value + HALF, number.first, number.last + 1, number.spelt)
    if len(after) > 1 and after[0].folded in _AND and after[1].plain in {"1/2", "½"}:
        return Number(number.value + HALF, number.first, number.last + 2, number.spelt)
    if len(after) > 1 and after[0].folded in _POINT:
        # `43 vírgula cinco`.
        return Number(number.value + HALF, number.first, number.last + 2, number.spelt)
    for halves in (one for language in numerals for one in language.halves):
        if tuple(token.folded for token in after[: len(halves)]) == halves:
            return Number(number.value + HALF, number.first, number.last + len(halves), number.spelt)
    return number


def places(numbers: Sequence[Number]) -> Iterator[int]:
    """Give the places of all tokens that are part of a number."""
    for number in numbers:
        yield from range(number.first, number.last)
