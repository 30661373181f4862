"""An embedder behind an endpoint that speaks as OpenAI's `/v1/embeddings` does.

What is said in a memory is sent there: it is for an endpoint of one's own, or one that is trusted as much.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from http import HTTPStatus
from time import monotonic
from typing import Any, Final

import httpx
import numpy as np

from ownwords.domain.errors import EmbedderUnavailable, NotEmbeddable, RefusesToServe
from ownwords.domain.vectors import Model, Vectors
from ownwords.embedding.texts import readable

_AT_ONCE: Final = 64
_SECONDS: Final = 30.0
_TO_BLAME: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNPROCESSABLE_ENTITY)
_ANSWER_BYTES: Final = 32 * 1024 * 1024
_PORT_MOST: Final = 65_535
_KEY: Final = re.compile("[!-~]*")


class RemoteEmbedder:
    """See `ports.Embedder`."""

    def __init__(self, url: str, model: str, key: str = "", *, dimension: int = 0, least: float = 0.2) -> None:
        """Speak to `url`, such as `https://embeddings.example/v1`; without a `dimension` it is asked for one.

        Raises:
            RefusesToServe: the address or the model is missing or none, the key can be none, or the endpoint does not
                tell its dimension.
        """
        address = _address(url)
        if address is None or not model:
            raise RefusesToServe(
                "Set OWNWORDS_EMBEDDING_URL to the address that ends in /v1, and OWNWORDS_EMBEDDING_MODEL."
            )
        if not _KEY.fullmatch(key):
            raise RefusesToServe("OWNWORDS_EMBEDDING_KEY holds more than visible ASCII characters; set the key alone.")
        # What is answered is read as it comes: packed, a few bytes could stand for any number of them.
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._url = address
        self._http = httpx.Client(headers=headers, timeout=_SECONDS)
        self._name = model
        if not dimension:
            try:
                dimension = self._vectors(["ownwords"]).shape[1]
            except (EmbedderUnavailable, NotEmbeddable):
                message = "The embedding endpoint does not answer; mend it, or set OWNWORDS_EMBEDDING_DIMENSION."
                raise RefusesToServe(message) from None
        self._model = Model(model, dimension, least)

    @property
    def model(self) -> Model:
        """The model."""
        return self._model

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts that are to be found."""
        parts = [texts[start : start + _AT_ONCE] for start in range(0, len(texts), _AT_ONCE)]
        found = [self._vectors([readable(text) or " " for text in part]) for part in parts]
        if any(one.shape[1] != self._model.dimension for one in found):
            raise EmbedderUnavailable("The embedding endpoint answers with another dimension; set it, and start again.")
        return np.concatenate(found) if found else np.empty((0, self._model.dimension), np.float32)

    def questions(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of texts that are asked."""
        return self.passages(texts)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        try:
            answer = self._answer(texts)
        except httpx.HTTPError:
            raise EmbedderUnavailable from None
        return _rows(answer, len(texts))

    def _answer(self, texts: Sequence[str]) -> bytes:
        """Read what is answered: no more of it, and for no longer, than an answer takes."""
        end = monotonic() + _SECONDS
        asked = {"model": self._name, "input": list(texts)}
        with self._http.stream("POST", self._url, json=asked) as answer:
            if answer.status_code in _TO_BLAME:
                raise NotEmbeddable
            if answer.status_code != HTTPStatus.OK:
                raise EmbedderUnavailable
            content = bytearray()
            for part in answer.iter_raw():
                content += part
                # The client's own timeout is for each part that comes.
                if len(content) > _ANSWER_BYTES or monotonic() > end:
                    raise EmbedderUnavailable
        return bytes(content)


def _address(url: str) -> httpx.URL | None:
    """Give the address that texts are sent to; None where nothing can be sent to it."""
    try:
        address = httpx.URL(url.rstrip("/") + "/embeddings")
        # Both are done again with every request, where what they raise would be no error of the client's.
        name = address.host
        address.raw_host.decode("ascii").encode("idna")
    except (httpx.InvalidURL, UnicodeError):
        return None
    is_one = address.scheme in ("https", "http") and name and (address.port or 0) <= _PORT_MOST
    return address if is_one else None


def _rows(answer: bytes, texts: int) -> Vectors:
    """Read the vectors of an answer in the order of the texts, each made to length 1."""
    try:
        listed: list[dict[str, Any]] = json.loads(answer)["data"]
        listed.sort(key=lambda one: one["index"])
        is_whole = [one["index"] for one in listed] == list(range(texts))
        with np.errstate(over="ignore"):
            rows = np.array([one["embedding"] for one in listed], dtype=np.float32)
            lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        raise EmbedderUnavailable from None
    # One number that is none, or too large, makes the length so.
    if not is_whole or rows.ndim != 2 or not np.isfinite(lengths).all():  # noqa: PLR2004 - texts and dimensions
        raise EmbedderUnavailable
    return rows / np.maximum(lengths, np.float32(1e-12))
