"""Characters that a reader does not see, or sees as others."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc\U000e0000-\U000e0fff]"
)
_PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_EMOJI: Final = (
    "\u203c\u2049\u20e3\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff\u3030\u303d\u3297"
    "\u3299\U0001f000-\U0001faff\U0001fb00-\U0001fbff"
)
# What joins, styles and ends the emoji that people send: families, skin, the flags of countries within a country.
_OF_EMOJI: Final = re.compile(
    f"[{_EMOJI}0-9#*][\ufe0e\ufe0f](?:\u20e3)?|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"
    "|\U0001f3f4[\U000e0061-\U000e007a]{2,6}\U000e007f"
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_LATIN: Final = re.compile("[a-zA-ZªºÀ-ÖØ-öø-\u024f\u1e00-\u1eff\u0300-\u036f]")
_STYLED: Final = re.compile(
    "[\u2100-\u214f\u2460-\u24ff\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\U0001f130-\U0001f169]"
)
# The letters of other alphabets that are drawn as Latin ones are, as Unicode's confusables.txt has them.
_DRAWN_ALIKE: Final = frozenset(
    "авекмнорстухіјѕԁԛԝһӏьүёїєАВЕЅІЈКМНОРСТУХҮԌԚԜҺӀЁЇаοανρικυτωςεηβγχµΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսցհյՕՍԼ"
)


def hides_something(text: str) -> bool:
    """Tell whether a text holds characters that are not seen, other than those of emoji."""
    shown = _OF_EMOJI.sub("", text)
    return _HIDDEN.search(shown) is not None or _PRIVATE.search(shown) is not None


def looks_like_another(text: str) -> bool:
    """Tell whether a word mixes alphabets, is styled, or is spelt in letters that are drawn as Latin ones."""
    if text.isascii():
        return False
    return any(_is_alike(unicodedata.normalize("NFC", match[0])) for match in _LETTERS.finditer(text))


def _is_alike(word: str) -> bool:
    if word.isascii():
        return False
    if _STYLED.search(word):
        return True
    has_latin = _LATIN.search(word) is not None
    others = [letter for letter in word if not _LATIN.match(letter)]
    if has_latin and others:
        return True
    return bool(others) and all(letter in _DRAWN_ALIKE for letter in others)
