"""Sizes of shoes and clothes, as they are said: with their system, and never converted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ownwords.domain.preferences import Key
from ownwords.domain.words import fold


class SizeSystem(StrEnum):
    """Whose numbers or letters a size is in."""

    BR = "BR"
    AR = "AR"
    EU = "EU"
    US = "US"
    UK = "UK"
    CM = "cm"
    MX = "MX"
    AU = "AU"
    CN = "CN"
    DE = "DE"
    ES = "ES"
    FR = "FR"
    IT = "IT"
    JP = "JP"


@dataclass(frozen=True, slots=True)
class Size:
    """A size: its `mark` without a system, in one spelling, and the system where one was said.

    Marks: a number with a point and no needless zero (`42`, `42.5`), letters in capitals (`GG`, `2XL`, `G1`, `CH`),
    `W32 L34`, `ÚNICO`, a child's size (`10 anos`, `6 meses`, `4Y`, `2T`, `RN`).
    """

    mark: str
    system: SizeSystem | None = None


class SizeInvalid(ValueError):
    """A text is no size of its key; the message says which ones are, and never repeats the text."""


_SHOES: Final = {
    None: (13, 50),
    SizeSystem.BR: (13, 50),
    SizeSystem.AR: (13, 50),
    SizeSystem.EU: (15, 52),
    SizeSystem.US: (0, 18),
    SizeSystem.UK: (0, 16),
    SizeSystem.CM: (10, 34),
    SizeSystem.MX: (9, 33),
}
"""The least and the most of a shoe size, in half steps."""

_CLOTHES: Final = dict.fromkeys((None, *SizeSystem), (32, 60)) | {
    SizeSystem.US: (0, 60),
    SizeSystem.UK: (4, 60),
    SizeSystem.AU: (4, 60),
    SizeSystem.MX: (20, 60),
    SizeSystem.JP: (3, 60),
    SizeSystem.CN: (80, 200),
    SizeSystem.CM: (40, 200),
}
"""The least and the most of a number of clothes, in whole steps."""

_SPELT_LETTERS: Final = """
    PP P M G GG XG XGG EG EGG EXG G1 G2 G3 G4 G5 XS S L XL XXL XXXL XXXXL XXXXXL 2XL 3XL 4XL 5XL CH
"""
_LETTERS: Final = frozenset(_SPELT_LETTERS.split())
_ONE_SIZE: Final = "ÚNICO"
_SPELT_ONE_SIZE: Final = frozenset(
    {"unico", "unica", "tamanho unico", "talla unica", "talle unico", "one size", "u", "un"}
)
_WAIST: Final = (20, 60)
_INSEAM: Final = (24, 40)
_YEARS, _MONTHS, _TODDLERS = (1, 16), (0, 36), (2, 5)
_LONGEST: Final = 40

_CODES: Final = {system.value.casefold(): system for system in SizeSystem}
_NUMBER: Final = re.compile(r"(0|[1-9][0-9]{0,2})(?:[.,]([05])0?|( ?½| 1/2))?")
_TROUSERS: Final = re.compile(r"w ?([0-9]{2}) ?[/x]? ?l ?([0-9]{2})|([0-9]{2}) ?x ?([0-9]{2})")
_CHILDS: Final = re.compile(r"([0-9]{1,2}) ?(anos?|a[nñ]os?|years?|mes|meses|months?|m|y|t)")


def size_of(key: Key, text: str) -> Size:
    """Read the size that a text is, of the kind that the key holds; nothing is converted.

    Raises:
        SizeInvalid: it is none, or out of the range of its system.
    """
    plain = " ".join(text.casefold().split())
    if not plain or len(plain) > _LONGEST:
        raise SizeInvalid(_said(key, None))
    for system, rest in _readings(plain):
        mark = _mark(key, rest, system)
        if mark is not None:
            return Size(mark, system)
    named = [system for system, _ in _readings(plain) if system is not None]
    raise SizeInvalid(_said(key, named[0] if named else None))


def text_of(size: Size) -> str:
    """Write a size: its system before it, as in `BR 42`, and centimetres behind, as in `26 cm`."""
    match size.system:
        case None:
            return size.mark
        case SizeSystem.CM:
            return f"{size.mark} {size.system.value}"
        case _:
            return f"{size.system.value} {size.mark}"


def _readings(plain: str) -> Iterator[tuple[SizeSystem | None, str]]:
    """Give what the text may be: a size with a system before or behind it, or one without."""
    yield None, plain
    for code, system in _CODES.items():
        if plain.startswith(code):
            yield system, plain[len(code) :].strip()
        if plain.endswith(code):
            yield system, plain[: -len(code)].strip()


def _mark(key: Key, text: str, system: SizeSystem | None) -> str | None:
    """Read a size less its system in its one spelling; None where it is none."""
    match key:
        case Key.SHOE_SIZE:
            return _number(text, _SHOES.get(system), is_halved=True)
        case Key.CLOTHING_SIZE:
            return (
                _number(text, _CLOTHES.get(system), is_halved=False)
                or _letters(text)
                or _trousers(text)
                or _childs(text)
            )
        case _:
            return None


def _number(text: str, bounds: tuple[int, int] | None, *, is_halved: bool) -> str | None:
    found = _NUMBER.fullmatch(text)
    if found is None or bounds is None:
        return None
    is_half = found[2] == "5" or found[3] is not None
    whole = int(found[1])
    least, most = bounds
    if not least <= whole + is_half / 2 <= most or (is_half and not is_halved):
        return None
    return f"{whole}.5" if is_half else str(whole)


def _letters(text: str) -> str | None:
    if text.upper() in _LETTERS:
        return text.upper()
    if fold(text) in _SPELT_ONE_SIZE:
        return _ONE_SIZE
    return "RN" if text == "rn" else None


def _trousers(text: str) -> str | None:
    found = _TROUSERS.fullmatch(text)
    if found is None:
        return None
    waist, inseam = (int(one) for one in found.groups() if one is not None)
    fits = _WAIST[0] <= waist <= _WAIST[1] and _INSEAM[0] <= inseam <= _INSEAM[1]
    return f"W{waist} L{inseam}" if fits else None


def _childs(text: str) -> str | None:
    found = _CHILDS.fullmatch(text)
    if found is None:
        return None
    number, unit = int(found[1]), found[2]
    match unit[0]:
        case "a" | "y":
            written = f"{number}Y" if unit == "y" else f"{number} anos"
            bounds = _YEARS
        case "m":
            written, bounds = f"{number} meses", _MONTHS
        case _:
            written, bounds = f"{number}T", _TODDLERS
    return written if bounds[0] <= number <= bounds[1] else None


def _said(key: Key, system: SizeSystem | None) -> str:
    """Say which sizes there are."""
    table = _SHOES if key is Key.SHOE_SIZE else _CLOTHES
    least, most = table.get(system, table[None])
    named = f"{system.value} " if system in table and system is not None else ""
    if key is Key.SHOE_SIZE:
        systems = ", ".join(one.value for one in _SHOES if one is not None)
        return f"a shoe size is a number, {named}{least} to {most} in half steps, with or without a system ({systems})"
    return (
        f"a size of clothes is letters (PP to EXG, G1 to G5, XS to 5XL, CH), a number ({named}{least} to {most}), "
        "único, a child's (10 anos, 6 meses, 4Y, 2T) or W32 L34, with or without a system"
    )
