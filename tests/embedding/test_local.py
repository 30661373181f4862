from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.limits import EMBEDDED_CHARACTERS
from ownwords.embedding.texts import readable
from tests.running import EMBEDDER

HOSTILE = ["", "\0", "\ud800x", "\ufdfa" * 3_000, "x" * 100_000, "? " * 50_000, "\u202e\u200b", "e" + "\u0301" * 5_000]


@given(st.text(st.characters(), max_size=50).map(lambda text: text * 60))
def test_what_a_model_reads_is_short_and_whole(text: str) -> None:
    """However much a character stands for, no text grows over the limit, and none holds NUL or half a character."""
    read = readable(text)
    assert len(read) <= EMBEDDED_CHARACTERS
    assert "\0" not in read
    read.encode()


def test_a_character_that_stands_for_eighteen_does_not_grow_a_text() -> None:
    """U+FDFA, which made another tokenizer write past its memory, is cut like all others."""
    assert len(readable("\ufdfa" * EMBEDDED_CHARACTERS)) == EMBEDDED_CHARACTERS


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_every_text_has_a_vector_of_unit_length(text: str) -> None:
    """Also what is empty, endless, or made to harm."""
    (vector,) = EMBEDDER.passages([text])
    assert vector.shape == (512,)
    assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-3)


def test_a_text_has_one_vector_whatever_stands_beside_it() -> None:
    """Alone, in a batch and in eight threads at once it is the same, but for what halves of a float forget."""
    texts = [f"O gato número {n} dorme no sofá." for n in range(40)]
    together = EMBEDDER.passages(texts)
    with ThreadPoolExecutor(8) as pool:
        alone = np.concatenate(list(pool.map(EMBEDDER.passages, ([text] for text in texts))))
    assert np.abs(together - alone).max() < 1e-3


def test_the_same_in_another_language_is_nearer_than_something_else() -> None:
    """What the default model is for."""
    dog, translated, other = EMBEDDER.passages(
        ["My dog ate the shoelaces.", "Meu cachorro comeu os cadarços.", "A reunião foi adiada para sexta."]
    )
    assert float(dog @ translated) > 0.6
    assert float(dog @ other) < 0.3


def test_no_texts_have_no_vectors() -> None:
    """An empty batch is answered with an empty array of the right width."""
    assert EMBEDDER.passages([]).shape == (0, 512)
