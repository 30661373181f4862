"""What else the inside asks for: the time, what turns texts into vectors, and what signs person tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ownwords.domain.sign_ins import Claims
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


class Tokens(Protocol):
    """Signs and reads person tokens; any number of threads may ask it at once."""

    def write(self, claims: Claims) -> str:
        """Sign a token that says this, for this server alone."""
        ...

    def read(self, text: str, now: Instant) -> Claims:
        """Read a token that this server signed for itself and whose time is not over.

        Of a sign-in it knows only what was signed: whether it was ended is the store's to say.

        Raises:
            CredentialInvalid: it is no such token; nothing tells which of the causes it was.
        """
        ...

    def published(self) -> dict[str, Any]:
        """Give the public keys by which anybody can check a token, as a JWK set."""
        ...
