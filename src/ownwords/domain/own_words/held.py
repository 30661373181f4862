"""Held: where a value stands in words, as words, in any notation that people use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from ownwords.domain import diets
from ownwords.domain.own_words.languages import LANGUAGES
from ownwords.domain.own_words.numbers import Number, numbers_of
from ownwords.domain.own_words.tokens import Shape, Token, tokens_of
from ownwords.domain.sizes import Size, SizeSystem
from ownwords.domain.words import fold

_SIGNS: Final = frozenset("#@€£$")
_PARTING: Final = frozenset(",;:()[]")
_SHORT: Final = 3
_LONGEST_NAME: Final = 12
_GLUED: Final = re.compile(r"([^\W\d_]{1,4}|n[ºo°])([0-9]{1,2})|([0-9]{1,2})([^\W\d_]{2})")
_CODES: Final = {system.value.casefold(): system for system in SizeSystem}
_OF_SIZES: Final = frozenset(["tam", "tamanho", "talla", "talle", "size", "nº", "no", "n", "eur"]) | _CODES.keys()
_ALSO_WORDS: Final = frozenset(("eu", "us", "usa", "it", "es", "de"))
"""Codes of systems that are words as well: a Portuguese `eu` is an `I`. They are codes in capitals only."""
_ALIKE: Final = {"XXL": "2XL", "XXXL": "3XL", "XXXXL": "4XL", "XXXXXL": "5XL"}
_MARK_LETTERS: Final = frozenset("pmgxlsech")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a value stands: from one token to before another; for a diet, whether as what is left out."""

    first: int
    last: int
    leaves_out: bool = False


def read(text: str) -> list[Token]:
    """Take a text apart; a size is parted from what it is written in one with (`tam42`, `42BR`)."""
    found: list[Token] = []
    for token in tokens_of(text):
        glued = _GLUED.fullmatch(token.folded) if token.shape is Shape.WORD and token.plain.isascii() else None
        before, number, digits, after = glued.groups() if glued else (None,) * 4
        if before in _OF_SIZES and number:
            found += _parted(token, len(token.plain) - len(number), Shape.WORD, Shape.NUMBER)
        elif digits and after in _OF_SIZES:
            found += _parted(token, len(digits), Shape.NUMBER, Shape.WORD)
        else:
            found.append(token)
    return found


def _parted(token: Token, at: int, first: Shape, second: Shape) -> Iterator[Token]:
    middle = token.start + at
    yield Token(first, token.plain[:at], token.folded[:at], token.start, middle, token.spaced)
    yield Token(second, token.plain[at:], token.folded[at:], middle, token.end, spaced=False)


# --- names ----------------------------------------------------------------------------------------


def names_held(tokens: Sequence[Token], name: str) -> list[Occurrence]:
    """Find a name, whatever its case, accents, spaces and punctuation; never a part of a longer word."""
    spelt = tokens_of(name)
    letters = "".join(token.folded for token in spelt if token.shape is not Shape.MARK)
    if not letters:
        return []
    # `C&A` is not the Portuguese `cá`: a short name is found in as many parts as it has.
    parts = sum(token.shape is not Shape.MARK for token in spelt) if len(letters) <= _SHORT else 0
    parting = _PARTING - {token.plain for token in spelt}
    return list(_spelt(tokens, letters, parts, parting))


def _spelt(tokens: Sequence[Token], letters: str, parts: int, parting: Collection[str]) -> Iterator[Occurrence]:
    for first, token in enumerate(tokens):
        if token.shape is Shape.MARK or not letters.startswith(token.folded):
            continue
        gathered, seen = "", 0
        for last in range(first, min(first + _LONGEST_NAME, len(tokens))):
            if tokens[last].shape is Shape.MARK:
                if tokens[last].plain in parting:
                    break
                continue
            gathered += tokens[last].folded
            seen += 1
            if not letters.startswith(gathered):
                break
            if gathered == letters:
                if not parts or seen == parts:
                    yield Occurrence(first, last + 1)
                break


# --- sizes ----------------------------------------------------------------------------------------


def sizes_held(tokens: Sequence[Token], size: Size) -> list[Occurrence]:
    """Find a size: its number or its letters, and its system where it has one."""
    numbers = numbers_of(tokens, [language.numerals for language in LANGUAGES])
    found = [*_numbers_held(tokens, numbers, size), *_marks_held(tokens, size)]
    elsewhere = {system for place in range(len(tokens)) if (system := _system_at(tokens, place)) is not None}
    return [_with_system(tokens, one) for one in found if _system_fits(tokens, one, size, elsewhere)]


def _with_system(tokens: Sequence[Token], held: Occurrence) -> Occurrence:
    """Take the system that stands beside a size as a part of it."""
    first = held.first - 1 if _system_at(tokens, held.first - 1) else held.first
    last = held.last + 1 if _system_at(tokens, held.last) else held.last
    return Occurrence(first, last)


def numbers_in(tokens: Sequence[Token]) -> list[Number]:
    """Find the numbers of a text that may be sizes."""
    numbers = numbers_of(tokens, [language.numerals for language in LANGUAGES])
    edges = _Edges.of(numbers)
    return [one for one in numbers if _counts(tokens, edges, one, None)]


def _numbers_held(tokens: Sequence[Token], numbers: Sequence[Number], size: Size) -> Iterator[Occurrence]:
    value = _decimal(size.mark)
    if value is None:
        return
    edges = _Edges.of(numbers)
    for number in numbers:
        if number.value == value and _counts(tokens, edges, number, size.system):
            yield Occurrence(number.first, number.last)


def _decimal(mark: str) -> Decimal | None:
    return Decimal(mark) if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", mark) else None


@dataclass(frozen=True, slots=True)
class _Edges:
    """Where the numbers of a text start and end: one that stands right beside another is a part of something longer."""

    starts: frozenset[int]
    ends: frozenset[int]

    @classmethod
    def of(cls, numbers: Sequence[Number]) -> _Edges:
        return cls(frozenset(one.first for one in numbers), frozenset(one.last for one in numbers))


def _counts(tokens: Sequence[Token], edges: _Edges, number: Number, system: SizeSystem | None) -> bool:
    """Tell whether a number may be a size: no price, no measure, no part of a longer number."""
    before = tokens[number.first - 1] if number.first else None
    after = tokens[number.last] if number.last < len(tokens) else None
    is_alone = number.first not in edges.ends and number.last not in edges.starts
    return (
        is_alone
        and (before is None or not _makes_longer(before, is_spaced=tokens[number.first].spaced))
        and (after is None or not _measures(after, system))
    )


def _makes_longer(before: Token, *, is_spaced: bool) -> bool:
    """Tell whether what stands before a number makes it a price, an address, a code or a part of one."""
    is_joined = not is_spaced and not before.spaced and before.plain in {"-", "/", ".", ":", "*", "x"}
    return is_joined or before.folded in _before() or before.plain in _SIGNS or before.shape is Shape.NUMBER


def _measures(after: Token, system: SizeSystem | None) -> bool:
    """Tell whether what stands behind a number makes it a measure, or a part of something longer."""
    if system is SizeSystem.CM and after.folded in {"cm", "centimetros"}:
        return False
    is_joined = not after.spaced and after.plain in {"%", "º", "°", "ª", "-", "/", "²"}
    return is_joined or after.folded in _units() or after.shape is Shape.NUMBER


@cache
def _units() -> frozenset[str]:
    return frozenset(fold(word) for language in LANGUAGES for word in language.units.split())


@cache
def _before() -> frozenset[str]:
    return frozenset(fold(word) for language in LANGUAGES for word in language.before.split())


def _marks_held(tokens: Sequence[Token], size: Size) -> Iterator[Occurrence]:
    if _decimal(size.mark) is not None:
        return
    mark = _ALIKE.get(size.mark, size.mark)
    wanted = [fold(part) for part in mark.split()]
    for first in range(len(tokens)):
        for last, said in _marks_at(tokens, first, len(wanted)):
            if said == mark or [fold(part) for part in said.split()] == wanted:
                yield Occurrence(first, last)
                break


def _marks_at(tokens: Sequence[Token], first: int, parts: int) -> Iterator[tuple[int, str]]:
    """Give the marks of sizes said at a place, each with where it ends: by a word, by its letters, as it is."""
    for words, mark in _spoken().get(tokens[first].folded, ()):
        if tuple(token.folded for token in tokens[first : first + len(words)]) == words:
            yield first + len(words), mark
            return
    # Letters: as written in one word, or named one after the other (`gê gê`).
    named, last = "", first
    while last < len(tokens) and tokens[last].plain in _letters():
        named += _letters()[tokens[last].plain]
        last += 1
        yield last, _ALIKE.get(named.upper(), named.upper())
    end = first
    shown: list[str] = []
    while end < len(tokens) and len(shown) < parts and tokens[end].shape is not Shape.MARK:
        shown.append(tokens[end].folded.upper())
        end += 1
    if len(shown) == parts:
        said = " ".join(shown)
        yield end, _ALIKE.get(said, said)


@cache
def _spoken() -> Mapping[str, Sequence[tuple[tuple[str, ...], str]]]:
    """Give what sizes are called in words, by the first word, the longest names first."""
    spoken: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for language in LANGUAGES:
        for name, mark in language.marks.items():
            words = tuple(token.folded for token in tokens_of(name))
            spoken.setdefault(words[0], []).append((words, mark))
    return {first: sorted(names, key=lambda one: -len(one[0])) for first, names in spoken.items()}


@cache
def _letters() -> Mapping[str, str]:
    return {name: letter for language in LANGUAGES for name, letter in language.letters.items()}


def _system_fits(tokens: Sequence[Token], held: Occurrence, size: Size, elsewhere: Collection[SizeSystem]) -> bool:
    """Tell whether the words give the size's system; one that stands beside a size is never left out."""
    beside = [system for place in (held.first - 1, held.last) if (system := _system_at(tokens, place)) is not None]
    if size.system is None:
        return all(system is SizeSystem.BR for system in beside)
    if beside:
        return size.system in beside
    return size.system is not SizeSystem.CM and set(elsewhere) == {size.system}


def _system_at(tokens: Sequence[Token], place: int) -> SizeSystem | None:
    if not 0 <= place < len(tokens):
        return None
    word = tokens[place].folded
    if word in _ALSO_WORDS and not tokens[place].capital:
        return None
    two = f"{word} {tokens[place + 1].folded}" if place + 1 < len(tokens) else word
    for said in (two, word):
        system = _systems().get(said)
        if system is not None:
            return system
    return None


def is_system(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a token names whose sizes are meant."""
    return _system_at(tokens, place) is not None


@cache
def _systems() -> Mapping[str, SizeSystem]:
    named = {fold(name): _CODES[code.casefold()] for language in LANGUAGES for name, code in language.systems.items()}
    return named | _CODES


# --- diets ----------------------------------------------------------------------------------------


def diets_held(tokens: Sequence[Token], name: str) -> list[Occurrence]:
    """Find a restriction, by any name of the same diet; one without a code, by its own words."""
    places = [place for place, token in enumerate(tokens) if token.shape is not Shape.MARK]
    words = [tokens[place].folded for place in places]
    code = diets.code_of(name)
    if code is not None:
        return [
            Occurrence(places[first], places[last - 1] + 1, named.leaves_out)
            for first, last, named in diets.named_in(words)
            if named.code == code
        ]
    core = list(diets.core_of(name))
    return [
        Occurrence(places[first], places[first + len(core) - 1] + 1, leaves_out=True)
        for first in range(len(words) - len(core) + 1)
        if words[first : first + len(core)] == core
    ]
