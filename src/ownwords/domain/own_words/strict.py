"""Strict: a declaration is settled at once only where every word of the message is understood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ownwords.domain.own_words.clauses import FEW, Sentence
from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.held import is_system, numbers_in
from ownwords.domain.own_words.places import Place
from ownwords.domain.own_words.tokens import Shape, Token
from ownwords.domain.preferences import Key

LONGEST_CHARACTERS: Final = 400
"""A longer message is more often pasted than said."""

_ALWAYS: Final = (Cue.ME, Cue.HABIT, Cue.NOW, Cue.AND, Cue.KEEP, Cue.GREETING, Cue.FILLER)
_SIZES: Final = (Cue.FITS, Cue.SIZE, Cue.AM, Cue.USE, Cue.CHANGE)
_FRAMES: Final = {
    Key.SHOE_SIZE: (*_SIZES, Cue.SHOES),
    Key.CLOTHING_SIZE: (*_SIZES, Cue.CLOTHES),
    Key.PREFERRED_BRANDS: (Cue.LIKE, Cue.FAVOURITE, Cue.USE, Cue.SHOP, Cue.PUT, Cue.BRAND_NOUN),
    Key.AVOIDED_BRANDS: (
        Cue.AVOID,
        Cue.REMOVE,
        Cue.NOT,
        Cue.NONE,
        Cue.LIKE,
        Cue.USE,
        Cue.SHOP,
        Cue.BRAND_NOUN,
        Cue.WITHOUT,
    ),
    Key.PREFERRED_MERCHANTS: (Cue.LIKE, Cue.FAVOURITE, Cue.SHOP, Cue.PUT, Cue.SHOP_NOUN),
    Key.DIETARY_RESTRICTIONS: (
        *(Cue.AM, Cue.DIET, Cue.EAT, Cue.ALLERGY, Cue.WITHOUT, Cue.NOT, Cue.NONE, Cue.TOLERATE, Cue.USE, Cue.CHANGE),
    ),
}
_STRONG: Final = {
    Key.SHOE_SIZE: (Cue.FITS, Cue.SIZE),
    Key.CLOTHING_SIZE: (Cue.FITS, Cue.SIZE, Cue.CLOTHES),
    Key.PREFERRED_BRANDS: (Cue.LIKE, Cue.FAVOURITE, Cue.USE, Cue.PUT),
    Key.AVOIDED_BRANDS: (Cue.AVOID, Cue.REMOVE, Cue.NOT, Cue.WITHOUT),
    Key.PREFERRED_MERCHANTS: (Cue.FAVOURITE, Cue.SHOP, Cue.PUT),
    Key.DIETARY_RESTRICTIONS: (Cue.AM, Cue.DIET, Cue.EAT, Cue.ALLERGY, Cue.WITHOUT),
}
_NEUTRAL: Final = (Cue.GREETING, Cue.FILLER, Cue.AND)


def is_understood(place: Place, sentences: Sequence[Sentence]) -> bool:
    """Tell whether every word around a declared value is one that a declaration of its key is made of."""
    allowed = (*_ALWAYS, *_FRAMES[place.key])
    others = (one for one in sentences if one is not place.sentence)
    return (
        place.clause.has(*_STRONG[place.key])
        and _is_short(place, sentences)
        and not (place.begins_with(Cue.BRAND_NOUN) or place.begins_with(Cue.SHOP_NOUN))
        and not (place.key.is_size and _other_numbers(place))
        and _is_covered(place.tokens, place.sentence, place, allowed)
        and all(one.asks or _is_covered(place.tokens, one, place, _NEUTRAL) for one in others)
    )


def _is_short(place: Place, sentences: Sequence[Sentence]) -> bool:
    return len(sentences) <= FEW and place.tokens[-1].end <= LONGEST_CHARACTERS


def _other_numbers(place: Place) -> bool:
    first, last = place.sentence.first, place.sentence.last
    found = numbers_in(place.tokens[first:last])
    return any(number.first + first not in place.inside for number in found)


def _is_covered(tokens: Sequence[Token], sentence: Sentence, place: Place, allowed: Sequence[Cue]) -> bool:
    """Tell whether each word is of an allowed cue, and no word may be anything else."""
    cues = [heard for clause in sentence.clauses for heard in clause.cues]
    good = {token for heard in cues if heard.cue in allowed for token in range(heard.first, heard.last)}
    if sentence.last - sentence.first > 1 and tokens[sentence.first + 1].plain == ",":
        # `Não, calço 42` answers something else.
        good |= {heard.first for heard in cues if heard.cue is Cue.NOT and heard.first == sentence.first}
    return all(
        token in good or token in place.inside or tokens[token].shape is Shape.MARK or is_system(tokens, token)
        for token in range(sentence.first, sentence.last)
    )
