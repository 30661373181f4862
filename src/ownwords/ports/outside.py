"""What else the inside asks for: the time, and what turns texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ownwords.domain.times import Instant
from ownwords.domain.vectors import Model, Vectors


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> Instant:
        """Give the time; it may stand still, and it may go back."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors; any number of threads may ask it at once.

    It takes any text that memory holds, however hostile, and reads as much of it as its model does.
    """

    @property
    def model(self) -> Model:
        """The model, whose name changes with anything that changes a vector."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts that are to be found, in their order.

        Raises:
            EmbedderUnavailable: there is no answer, whatever the texts are.
            NotEmbeddable: one of the texts can not be embedded.
        """
        ...

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts that are asked; raises as `passages` does."""
        ...
