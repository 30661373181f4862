"""A value where it stands in words, and what shows that they speak of its key at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ownwords.domain.own_words.clauses import SELF, Clause, Sentence
from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.held import Occurrence
from ownwords.domain.own_words.languages import LANGUAGES
from ownwords.domain.own_words.tokens import Shape, Token
from ownwords.domain.preferences import Key
from ownwords.domain.words import fold

_OF_SIZES: Final = (*(Cue.FITS, Cue.SIZE, Cue.ME, Cue.KEEP, Cue.AM, Cue.NOW, Cue.CHANGE, Cue.USE, Cue.HABIT, Cue.OURS),)
_OF_NAMES: Final = (
    *(Cue.LIKE, Cue.FAVOURITE, Cue.USE, Cue.SHOP, Cue.PUT, Cue.CHANGE, Cue.KEEP, Cue.HABIT, Cue.ME, Cue.AM),
)
ANCHORS: Final = {
    Key.SHOE_SIZE: _OF_SIZES,
    Key.CLOTHING_SIZE: _OF_SIZES,
    Key.PREFERRED_BRANDS: _OF_NAMES,
    Key.PREFERRED_MERCHANTS: _OF_NAMES,
    Key.AVOIDED_BRANDS: (Cue.AVOID, Cue.REMOVE, Cue.NOT, Cue.NONE, Cue.EXCEPT, Cue.WITHOUT),
    Key.DIETARY_RESTRICTIONS: (
        *(Cue.AM, Cue.DIET, Cue.EAT, Cue.CHANGE, Cue.KEEP, Cue.ME, Cue.HABIT, Cue.NOW),
        *(Cue.OURS, Cue.FAVOURITE, Cue.USE, Cue.SIZE, Cue.TOLERATE, Cue.AVOID),
    ),
}
"""What shows that a clause speaks of the key at all."""


@cache
def _words_of(cue: Cue) -> frozenset[str]:
    return frozenset(fold(word) for language in LANGUAGES for word in language.cues[cue].replace("\n", "|").split("|"))


@dataclass(frozen=True, slots=True)
class Place:
    """A value where it stands: its sentence, its clause among the others, the sentences before and behind."""

    tokens: Sequence[Token]
    key: Key
    held: Occurrence
    sentence: Sentence
    number: int
    earlier: Sequence[Sentence]
    later: Sequence[Sentence]
    inside: Collection[int]

    @property
    def clause(self) -> Clause:
        """The clause that it stands in."""
        return self.sentence.clauses[self.number]

    @property
    def speaks(self) -> bool:
        """Whether the speaker speaks of themselves in its clause."""
        # `Nada de glúten` may be said of anybody.
        of_anybody = {heard.first for heard in self.clause.cues if heard.cue is Cue.WITHOUT}
        return any(heard.cue in SELF and heard.first not in of_anybody for heard in self.clause.cues)

    def begins_with(self, cue: Cue) -> bool:
        """Tell whether the value begins with a word of a cue: `marcas nacionais` is no brand's name."""
        return self.tokens[self.held.first].folded in _words_of(cue)

    def is_loose(self, token: int) -> bool:
        """Tell whether a token of the clause is a word that belongs neither to a value nor to a cue."""
        if not self.clause.first <= token < self.clause.last or self.tokens[token].shape is Shape.MARK:
            return False
        return token not in self.inside and not any(one.first <= token < one.last for one in self.clause.cues)
