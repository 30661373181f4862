"""Vectors: what stands for the meaning of a text, and how near two of them are.

A vector is a direction; the cosine between two is how near the meanings are that they stand for. All of one memory's
are compared with a question's, in one product, so that none is missed and no other memory has a part in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Vector: TypeAlias = npt.NDArray[np.float32]
"""One direction: (dimension,), of length 1."""

Vectors: TypeAlias = npt.NDArray[np.float32]
"""Directions as rows: (texts, dimension), each of length 1."""

STORED: Final = np.dtype("<f2")
"""How a row is kept: half precision, which moves a cosine by less than 0.001."""

_USUAL_MEAN: Final = 0.07
_USUAL_DEVIATION: Final = 0.08
_USUAL_WEIGHT: Final = 20
_LEAST_DEVIATION: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Model:
    """What made a vector: only vectors of one model compare.

    `least` is the cosine with a question from which on a text is taken to be near it; it is of the model and not of
    what is kept, so two models of one name and dimension are the same.
    """

    name: str
    dimension: int
    least: float = 0.2


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every vector of a memory: `passages` are their numbers, in order, `rows` (passages, dimension) the vectors."""

    passages: npt.NDArray[np.int64]
    rows: Vectors

    def __len__(self) -> int:
        """Count the vectors."""
        return len(self.passages)

    @property
    def last(self) -> int:
        """The highest number of a passage; -1 where there is none."""
        return int(self.passages[-1]) if len(self) else -1

    def alike(self, passages: Sequence[int], least: float) -> set[tuple[int, int]]:
        """Give the pairs of these passages, each both ways round, whose cosine is at least so much."""
        wanted = np.array(sorted(set(passages)), dtype=np.int64)
        places = np.searchsorted(self.passages, wanted)
        held = places < len(self)
        held[held] = self.passages[places[held]] == wanted[held]
        numbers, rows = wanted[held], self.rows[places[held]]
        ones, others = np.nonzero(rows @ rows.T >= least)
        return {
            (int(one), int(other)) for one, other in zip(numbers[ones], numbers[others], strict=True) if one != other
        }

    def nearness(self, to: Vector) -> Nearness:
        """Compare every vector with a question's."""
        cosines: npt.NDArray[np.float32] = self.rows @ to
        return Nearness(self.passages, cosines)


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near each passage of a memory is to a question: `cosines` (passages,), from -1 to 1."""

    passages: npt.NDArray[np.int64]
    cosines: npt.NDArray[np.float32]

    def best(self, most: int, least: float, among: npt.NDArray[np.bool_] | None = None) -> list[int]:
        """Give the nearest passages, nearest first, the newer first of equals; `among` says which may be given."""
        allowed = self.cosines >= least
        places = np.flatnonzero(allowed if among is None else allowed & among)
        if len(places) > most:
            places = places[np.argpartition(-self.cosines[places], most - 1)[:most]]
        order = np.lexsort((-self.passages[places], -self.cosines[places]))
        return [int(number) for number in self.passages[places[order]]]

    def standard_scores(self, passages: Iterable[int]) -> dict[int, float]:
        """Tell by how many standard deviations passages are nearer than this memory's passages are as a rule.

        One that has no vector is left out. A memory of few passages says little of what is usual: to its own mean
        and deviation those of 20 passages are added that are as near as unrelated texts mostly are.
        """
        wanted = np.array(sorted(set(passages)), dtype=np.int64)
        places = np.searchsorted(self.passages, wanted)
        held = places < len(self.passages)
        held[held] = self.passages[places[held]] == wanted[held]
        places = places[held]
        mean, deviation = self._usual()
        return {
            int(number): float((cosine - mean) / deviation)
            for number, cosine in zip(self.passages[places], self.cosines[places], strict=True)
        }

    def _usual(self) -> tuple[float, float]:
        count = len(self.cosines)
        weight = count + _USUAL_WEIGHT
        own_mean, own_variance = (float(self.cosines.mean()), float(self.cosines.var())) if count else (0.0, 0.0)
        mean = (count * own_mean + _USUAL_WEIGHT * _USUAL_MEAN) / weight
        variance = (
            count * (own_variance + (own_mean - mean) ** 2)
            + _USUAL_WEIGHT * (_USUAL_DEVIATION**2 + (_USUAL_MEAN - mean) ** 2)
        ) / weight
        return mean, max(variance**0.5, _LEAST_DEVIATION)


def packed(vectors: Vectors) -> list[bytes]:
    """Write each row as it is kept."""
    return [row.tobytes() for row in vectors.astype(STORED)]


def matrix(rows: Sequence[tuple[int, bytes]], dimension: int) -> Matrix:
    """Read rows as they are kept, in order of their numbers."""
    numbers = np.fromiter((number for number, _ in rows), dtype=np.int64, count=len(rows))
    halves = np.frombuffer(b"".join(row for _, row in rows), dtype=STORED)
    return Matrix(numbers, halves.reshape(len(rows), dimension).astype(np.float32))


def direction(vectors: Vectors) -> Vector:
    """Give the direction between several: their sum, of length 1; zeros where they cancel out."""
    together: Vector = vectors.sum(axis=0)
    length = float(np.linalg.norm(together))
    return together / np.float32(length) if length else together
