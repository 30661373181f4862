"""Embedders of the tests' own: a second model, and ones that fail as models and endpoints do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Event

import numpy as np

from ownwords.domain.errors import EmbedderUnavailable, NotEmbeddable
from ownwords.domain.vectors import Model, Vectors
from tests.running import EMBEDDER


@dataclass(slots=True)
class Trigrams:
    """A small model of its own: 64 dimensions, by a hash of each three characters."""

    name: str = "trigrams/1"
    dimension: int = 64

    @property
    def model(self) -> Model:
        """The model."""
        return Model(self.name, self.dimension, least=0.3)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Count the hashes of three characters."""
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for at in range(len(text)):
                digest = blake2b(text[at : at + 3].lower().encode(), digest_size=8).digest()
                row[int.from_bytes(digest, "big") % self.dimension] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-9))

    def questions(self, texts: Sequence[str]) -> Vectors:
        """The same as passages."""
        return self.passages(texts)


@dataclass(slots=True)
class Moody:
    """The default model, which can be down, chokes on texts that hold a word, and can be held up."""

    is_down: bool = False
    chokes_on: str = ""
    spoils: Callable[[Vectors], Vectors] = field(default=lambda vectors: vectors)
    asked: int = 0
    reached: Event = field(default_factory=Event)
    go_on: Event = field(default_factory=Event)
    waits: bool = False

    @property
    def model(self) -> Model:
        """The default model's."""
        return EMBEDDER.model

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed, or fail."""
        self.asked += 1
        if self.is_down:
            raise EmbedderUnavailable
        if self.chokes_on and any(self.chokes_on in text for text in texts):
            raise NotEmbeddable
        vectors = EMBEDDER.passages(texts)
        if self.waits:
            self.reached.set()
            assert self.go_on.wait(20)
        return self.spoils(vectors)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Embed a question, or fail."""
        if self.is_down:
            raise EmbedderUnavailable
        return EMBEDDER.questions(texts)
