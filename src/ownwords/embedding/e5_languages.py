"""What a vector says of its language only, and how to take it out without knowing the language.

e5-small sorts by language first: a question in Portuguese finds what was said in Portuguese, and a note in English
only after that. The means of the same sentences in three languages differ in the language alone; the plane through
them is where a vector tells its language, and what a vector has in that plane is taken out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from ownwords.embedding.e5_encoder import Encoder
from ownwords.embedding.e5_sentences import ASKED, SAID
from ownwords.embedding.e5_weights import Floats

PASSAGE: Final = "passage: "
QUERY: Final = "query: "


def learned(encoder: Encoder) -> Floats:
    """Give three rows: the mean of all the sentences, and two directions that span the plane of the languages."""
    said = _means(encoder, PASSAGE, SAID.values())
    asked = _means(encoder, QUERY, ASKED.values())
    apart = np.concatenate((said - said.mean(axis=0), asked - asked.mean(axis=0)))
    directions = np.linalg.svd(apart, full_matrices=False)[2][:2]
    middle = (said.mean(axis=0) + asked.mean(axis=0)) / 2
    return np.concatenate((middle[None], directions)).astype(np.float32)


def _means(encoder: Encoder, prefix: str, languages: Iterable[str]) -> Floats:
    """Give the mean vector of each language's sentences."""
    vectors = [[unit(encoder.mean(prefix, line)) for line in lines.strip().splitlines()] for lines in languages]
    return np.array(vectors, dtype=np.float32).mean(axis=1)


def taken_out(vector: Floats, languages: Floats) -> Floats:
    """Give a vector's direction without what it says of its language."""
    from_the_mean = unit(vector) - languages[0]
    plane = languages[1:]
    inside: Floats = (plane @ from_the_mean) @ plane
    return unit(from_the_mean - inside)


def unit(vector: Floats) -> Floats:
    """Give the vector's direction."""
    return vector / np.float32(np.linalg.norm(vector))
