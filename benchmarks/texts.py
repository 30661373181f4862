"""Made-up texts that weigh on an index as real ones do: seeded, so that every run has the same ones.

Words are drawn by Zipf's law, as in any language. The most frequent ones are English words that stand in every text
(they are indexed, and queries do without them); the rest are made of syllables. A query draws from the latter only,
all its words therefore count: a real question of as many words asks for about half as much.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, product
from random import Random
from typing import Final

WORDS_OF_A_TEXT: Final = 22
WORDS_OF_A_QUERY: Final = 7
VOCABULARY: Final = 20_000
_EVERYWHERE: Final = """
the a and to of in that it is for you was on with as have but be they at this not are or from by we can would there
what about if when which your who how she he them then so me my do did has had will his her
""".split()  # noqa: SIM905 - a list of so many strings would not be read
_ONSETS: Final = ("b", "br", "c", "d", "f", "g", "l", "m", "n", "p", "pr", "r", "s", "t", "tr", "v")
_VOWELS: Final = ("a", "e", "i", "o", "u")


class Texts:
    """A source of texts and queries; sources of one seed give the same ones."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def text(self) -> str:
        """Give a text of 22 words."""
        return self._drawn(0, WORDS_OF_A_TEXT)

    def query(self) -> str:
        """Give a query of seven words, none of which a query does without."""
        return self._drawn(len(_EVERYWHERE), WORDS_OF_A_QUERY)

    def _drawn(self, first: int, count: int) -> str:
        words, weights = _vocabulary(first)
        return " ".join(self._random.choices(words, cum_weights=weights, k=count))


@cache
def _vocabulary(first: int) -> tuple[list[str], list[float]]:
    """Give the words from a rank on (0 is the most frequent) and their weights, each added to those before it."""
    syllables = [onset + vowel for onset, vowel in product(_ONSETS, _VOWELS)]
    words = ["".join(parts) for parts in product(syllables, repeat=3)]
    ranked = [*_EVERYWHERE, *Random(0).sample(words, VOCABULARY - len(_EVERYWHERE))]
    return ranked[first:], list(accumulate(1 / rank for rank in range(first + 1, VOCABULARY + 1)))
