"""The encoder at work: a text in, the mean of its tokens' vectors out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from ownwords.domain.errors import RefusesToServe
from ownwords.embedding.e5_packages import package
from ownwords.embedding.e5_pieces import END, START, plain
from ownwords.embedding.e5_weights import TOKENS, Floats, dequantised

GRAPH: Final = "encoder.onnx"
PIECES: Final = "pieces.model"
PLACES: Final = "places.npy"
WORDS: Final = "words.npy"

_ERRORS_ONLY: Final = 3


class Session(Protocol):
    """What is used of an onnxruntime session."""

    def run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Floats]) -> list[Floats]:
        """Run the graph; several threads may at once."""
        ...


class Tokeniser(Protocol):
    """What is used of a SentencePiece processor."""

    def encode(self, text: str) -> list[int]:
        """Give the numbers of a text's pieces; several threads may at once."""
        ...


class Encoder:
    """Runs the graph of a folder on one text after the other; any number of threads may call it at once.

    The words' vectors stay on the disk in 4 bits, and are read through the memory map as they are said.
    """

    def __init__(self, folder: Path, threads: int) -> None:
        """Open the files of a folder; each call uses up to `threads` threads.

        Raises:
            RefusesToServe: a package is missing, or a file can not be read.
        """
        runtime = package("onnxruntime")
        sentencepiece = package("sentencepiece")
        try:
            self._session: Session = runtime.InferenceSession(
                folder / GRAPH, _options(runtime, threads), providers=["CPUExecutionProvider"]
            )
            proto = (folder / PIECES).read_bytes()
            self._tokeniser: Tokeniser = sentencepiece.SentencePieceProcessor(model_proto=proto)
            self._places: Floats = np.load(folder / PLACES)
            self._words = np.load(folder / WORDS, mmap_mode="r")
        except Exception as damage:  # each of the three libraries has errors of its own
            raise unreadable(folder) from damage

    def mean(self, prefix: str, text: str) -> Floats:
        """Give the mean of the vectors of a text's tokens, behind a prefix."""
        pieces = self._tokeniser.encode(prefix + plain(text))[: TOKENS - 2]
        vectors = dequantised(self._words[[START, *pieces, END]])
        vectors += self._places[: len(vectors)]
        return self._session.run(None, {"tokens": vectors})[0]


def unreadable(folder: Path) -> RefusesToServe:
    """Tell what to do about a folder whose files were damaged after they were made."""
    return RefusesToServe(f"The files of the embedder e5 can not be read; remove {folder} and start again.")


def _options(runtime: Any, threads: int) -> Any:
    """Give the options of a session that keeps no memory, logs no warning, and waits without turning."""
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = _ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
