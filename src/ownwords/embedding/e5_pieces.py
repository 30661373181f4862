"""Texts to tokens: the vocabulary of the weights as a SentencePiece model, and what a text is before it meets it."""

from __future__ import annotations

from typing import Final

from ownwords.embedding.e5_packages import package
from ownwords.embedding.e5_weights import Weights
from ownwords.embedding.texts import readable

START: Final = 0
END: Final = 2
_UNKNOWN: Final = 3

# What the model's own normaliser, nmt_nfkc, does beyond NFKC: 15 characters become a blank, control characters go.
_BLANKS: Final = "\t\n\f\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd"
_NOTHINGS: Final = [*range(9), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F]
_TABLE: Final = str.maketrans(dict.fromkeys(_BLANKS, " ") | dict.fromkeys(map(chr, _NOTHINGS), ""))


def plain(text: str) -> str:
    """Normalise a text as the model's own normaliser does, so that native code never sees it as it came."""
    return readable(text).translate(_TABLE)


def vocabulary(weights: Weights) -> bytes:
    """Give the SentencePiece model of the weights' pieces and scores.

    It normalises nothing, as `plain` has done so. What stands for no text is of a kind that no text matches.
    """
    proto = package("sentencepiece.sentencepiece_model_pb2")
    model = proto.ModelProto()
    model.normalizer_spec.name = "identity"
    for number, (piece, score) in enumerate(zip(weights.pieces, weights.scores, strict=True)):
        model.pieces.add(piece=piece.decode(), score=score, type=_kind(number, len(weights.pieces)))
    content: bytes = model.SerializeToString()
    return content


def _kind(number: int, pieces: int) -> int:
    """Tell SentencePiece's number for a kind of piece: 1 is text, 2 the unknown, 3 a mark."""
    if number == _UNKNOWN:
        return 2
    return 3 if number < _UNKNOWN or number == pieces - 1 else 1
