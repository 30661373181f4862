"""Words: how a text is folded, taken apart and counted, so that what was said can be found.

What is stored stays as it was said. Folding is for comparing only: it drops case and accents and keeps what a
number says (`4²` never becomes 42). Each word is known by its distinct Portuguese, English and Spanish stems,
in texts and in queries alike, and no language is guessed; a script without spaces is read by overlapping
pairs.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

import Stemmer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

WORD_CHARACTERS: Final = 64
"""The longest word; in texts and queries alike, a longer one is cut into pieces of this many characters."""


def _numbered(months: str) -> dict[str, int]:
    return {name: number for number, names in enumerate(months.split(","), 1) for name in names.split()}


MONTHS: Final = _numbered(
    "january janeiro enero, february fevereiro febrero, march marco marzo, april abril, maio mayo,"
    "june junho junio, july julho julio, august agosto, september setembro septiembre setiembre,"
    "october outubro octubre, november novembro noviembre, december dezembro diciembre"
)
"""The months by their folded names in pt, en and es, without those that are more often something else."""

SHORT_MONTHS: Final = _numbered(
    "jan ene, feb fev, mar, apr abr, may mai, jun, jul, aug ago, sep sept set, oct out, nov, dec dez dic"
)
"""Short names of months, and names that are more often another word: a month only where a date is meant."""


class Word(NamedTuple):
    """A word of a text: folded, with its start and end in the text in code points."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A passage as the index keeps it: how often each hashed term stands in it, and its length in words."""

    counts: dict[int, int]
    length: int


class _Snowball(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - PyStemmer's own name


# --- folding --------------------------------------------------------------------------------------

_WITHOUT_DECOMPOSITION: Final = dict(zip("øđłħıð", "odlhid", strict=True)) | {"æ": "ae", "œ": "oe"}
# Accents of alphabets and invisible joiners; never the vowel signs of Indic scripts or the voicing of kana.
_DROPPED: Final = re.compile(
    "[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u2060\u20d0-\u20ff\ufe00-\ufe0f"
    "\ufe20-\ufe2f\U000e0100-\U000e01ef]"
)


def _styles() -> dict[int, str]:
    """Map wide, narrow and styled forms to the plain character, and every script's digits to 0 to 9."""
    table = {ord(letter): plain for letter, plain in _WITHOUT_DECOMPOSITION.items()}
    for code in chain(range(0x660, 0x1B60), range(0x2100, 0x2150), range(0xA620, 0x10000), range(0x104A0, 0x1FC00)):
        digit = unicodedata.decimal(character := chr(code), None)
        if digit is not None:
            table[code] = str(digit)
        elif unicodedata.decomposition(character).startswith(("<wide>", "<narrow>", "<font>")):
            plain = unicodedata.normalize("NFKC", character).casefold()
            table[code] = "".join(_WITHOUT_DECOMPOSITION.get(letter, letter) for letter in plain)
    return table


_STYLES: Final = _styles()


def fold(text: str) -> str:
    """Give the form in which texts are compared: without case, accents, widths and invisible joiners.

    Folding what is folded changes nothing. It is not NFKC: fractions, powers and ordinals stay what they are.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFD", text).casefold().translate(_STYLES)
    return unicodedata.normalize("NFC", _DROPPED.sub("", unicodedata.normalize("NFD", text)))


# --- taking apart ---------------------------------------------------------------------------------

_LAST_SPACED: Final = "\u0e00"
# Without the digits of Thai, Lao, Myanmar and Khmer: a number is one word in every script.
_UNSPACED: Final = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0eff\u1000-\u103f\u1050-\u108f\u109a-\u109f\u1100-\u11ff"
    "\u1780-\u17d3\u17d7\u17dc\u17dd\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u303c\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003fffd"
)
# Marks of the basic plane only: with the rarer ones a search for the end of a word is eight times slower.
_MARKS: Final = (
    "".join(mark for code in range(0x300, 0x10000) if unicodedata.category(mark := chr(code))[0] == "M")
    + "\u00ad\u200c\u200d\u2060\U000e0100-\U000e01ef"
)
_NUMBER: Final = r"\d{1,16}(?:(?:[.,]\d{1,16}){1,3}(?!\w|[.,]\d)|\ ?[½¼¾](?!\w))"
_CLITIC: Final = r"(?:['’](?i:s|t|re|ll|ve|m|d)(?![^\W_]))?"
_LETTER: Final = rf"[^\W_{_UNSPACED}]"
_TOKEN: Final = re.compile(
    rf"({_NUMBER}|{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*|[{_UNSPACED}][{_UNSPACED}{_MARKS}]*){_CLITIC}"
)
_RUN: Final = re.compile(f"[{_UNSPACED}]")
# A pair is of what a reader sees as characters: a letter with its marks, a Korean syllable spelt in parts.
_CHARACTER: Final = re.compile(
    f"[\u1100-\u115f]{{1,4}}[\u1160-\u11ff]{{0,8}}|.[{_MARKS}\uff9e\uff9f]{{0,8}}", re.DOTALL
)


def words(text: str) -> list[Word]:
    """Take a text apart into its words, in order, each folded, with its place in the text as it was given.

    Letters and the digits next to them are one word; punctuation, `_` and `@` part words, and an English `'s`
    is left out. A run of a script without spaces gives its overlapping pairs of characters, or its only
    character.
    """
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span(1)
        if is_unspaced(match[1]):
            ends = [character.end() for character in _CHARACTER.finditer(text, start, end)]
            starts = [start, *ends[:-1]]
            places = list(zip(starts, ends[1:], strict=False)) or [(start, end)]
        elif end - start > WORD_CHARACTERS:
            places = list(_cut(text, start, end))
        else:
            places = [(start, end)]
        found.extend(Word(folded, *place) for place in places if (folded := fold(text[place[0] : place[1]])))
    return found


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a long word into pieces tearing no letter from its marks unless those are many."""
    while start < end:
        last = min(start + WORD_CHARACTERS, end)
        for at in range(last, start + WORD_CHARACTERS // 2, -1):
            if at == end or unicodedata.category(text[at])[0] != "M":
                last = at
                break
        yield start, last
        start = last


def is_unspaced(word: str) -> bool:
    """Tell whether a word is of a script that is written without spaces, and so is read by pairs."""
    return word[0] > _LAST_SPACED and _RUN.match(word) is not None


def is_code(word: str) -> bool:
    """Tell whether a folded word is letters and digits together, which is also known by its parts."""
    return word.isascii() and not word.isalpha() and not word.isdecimal() and not _number(word)


def _characters(text: str) -> Iterator[tuple[int, int]]:
    """Give the places of the characters that a reader sees in a run of a script without spaces."""
    return (match.span() for match in _CHARACTER.finditer(text))


# --- stems ----------------------------------------------------------------------------------------

_STEMMER: Final = cast("Callable[[str, int], _Snowball]", Stemmer.Stemmer)
_PORTUGUESE_PLURAL: Final = re.compile(r"(?<=..)(?:([aeou])is|[ao]es)$")
_THOUSANDS: Final = re.compile(r"(\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?")
_DECIMAL: Final = re.compile(r"(\d+)[.,](\d+)")
_WITH_FRACTION: Final = re.compile(r"(\d+) ?([½¼¾])")
_FRACTIONS: Final = {"½": "5", "¼": "25", "¾": "75"}
_PARTS: Final = re.compile(r"[0-9]+|[^0-9.,]+")
_PARTS_MOST: Final = 8


@lru_cache(maxsize=32_768)
def stems(word: str) -> tuple[str, ...]:
    """Give the distinct stems by which a folded word is known, at least one.

    A word of letters has its Snowball stems in pt, en and es. A number with a fraction is known by its value
    and by its whole part, whatever the notation (`37,5`, `37.5`, `37½`). Letters next to digits are known
    together and apart. A month is also known by its place in the year, so that it is one month in all three
    languages.
    """
    if not word.isalpha():
        return (word,) if word.isdecimal() else _number(word) or _mixed(word)
    if not word.isascii():
        return (word,)
    # A stemmer is not safe to share between threads, and costs less to make than a lock to take.
    found = {
        _STEMMER("portuguese", 0).stemWord(_PORTUGUESE_PLURAL.sub(_singular, word)): None,
        _STEMMER("english", 0).stemWord(word): None,
        _STEMMER("spanish", 0).stemWord(word): None,
    }
    if word in MONTHS:
        found[month_stem(MONTHS[word])] = None
    return tuple(found)


def _singular(plural: re.Match[str]) -> str:
    """Give `ão` for `ões`, `l` for `is`: what the Portuguese stemmer does only where accents are left."""
    return f"{plural[1]}l" if plural[1] else "ao"


def _number(word: str) -> tuple[str, ...]:
    """Read a number with a fraction or with thousands; empty where the word is none."""
    if found := _WITH_FRACTION.fullmatch(word):
        whole, part = found[1], _FRACTIONS[found[2]]
    elif found := _THOUSANDS.fullmatch(word):
        whole, part = re.sub("[.,]", "", found[1]), (found[2] or "").rstrip("0")
    elif found := _DECIMAL.fullmatch(word):
        whole, part = found[1], found[2].rstrip("0")
    else:
        return ()
    return (f"{whole}.{part}", whole) if part else (whole,)


def _mixed(word: str) -> tuple[str, ...]:
    """Know a word by itself and by its runs of letters and digits; a code of many runs by itself alone."""
    parts = _PARTS.findall(word)
    if not 1 < len(parts) <= _PARTS_MOST:
        return (word,)
    return tuple(dict.fromkeys((word, *(stem for part in parts for stem in stems(part)))))


# No word holds a `#`, so these are never taken for what somebody said.
def year_stem(year: int) -> str:
    """Give the stem of the year in which something was said."""
    return f"#y{year}"


def month_stem(month: int) -> str:
    """Give the stem of a month, 1 to 12, in any language."""
    return f"#m{month}"


def day_stem(day: int) -> str:
    """Give the stem of the day of the month on which something was said."""
    return f"#d{day}"


# --- counting -------------------------------------------------------------------------------------


def term_hash(key: bytes, stem: str) -> int:
    """Hash a stem under a key of at most 64 bytes to a signed 64-bit number: no index holds a word."""
    digest = blake2b(stem.encode("utf-8", "surrogatepass"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


_hashed: Final = lru_cache(maxsize=4_096)(term_hash)


@lru_cache(maxsize=32_768)
def _terms(key: bytes, raw: str) -> tuple[int, ...]:
    """Give the terms of one word as it stands in a text."""
    return tuple(_hashed(key, stem) for stem in stems(folded)) if (folded := fold(raw)) else ()


def _pieces(raw: str) -> tuple[tuple[str, ...], int]:
    """Cut a long word or a run without spaces into what is counted, and give its length in words."""
    if not is_unspaced(raw):
        cut = tuple(piece for place in _cut(raw, 0, len(raw)) if fold(piece := raw[slice(*place)]))
        return cut, len(cut)
    places = list(_characters(raw))
    pairs = [raw[start:end] for (start, _), (_, end) in pairwise(places)]
    return (*pairs, *(raw[start:end] for start, end in places)), max(len(pairs), 1)


def counted(key: bytes, text: str, title: str = "", on: date | None = None) -> Counted:
    """Count the terms of a passage's text, of the title that heads it, and of the date on which it was said.

    A script without spaces is counted by pairs and by single characters, so that a query of one character
    finds it too. The date is three terms and does not add to the length, which is at least 1.
    """
    counts: dict[int, int] = {}
    length = 0
    for part in (title, text) if title else (text,):
        for raw in _TOKEN.findall(part):
            if len(raw) <= WORD_CHARACTERS and not (raw[0] > _LAST_SPACED and is_unspaced(raw)):
                pieces, units = (raw,), 1
            else:
                pieces, units = _pieces(raw)
            length += units
            for piece in pieces:
                for term in _terms(key, piece):
                    counts[term] = counts.get(term, 0) + 1
    if on is not None:
        for stem in (year_stem(on.year), month_stem(on.month), day_stem(on.day)):
            counts[_hashed(key, stem)] = 1
    return Counted(counts, max(length, 1))
