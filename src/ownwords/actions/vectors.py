"""The vectors of memories that were asked lately, kept at hand so that they are not read again for each question."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

import numpy as np

from ownwords.domain.ids import Scope
from ownwords.domain.persons import Person
from ownwords.domain.vectors import Matrix, Vectors, matrix
from ownwords.ports import Transaction

_ROOM_LEAST: Final = 64


@dataclass(frozen=True, slots=True)
class _Held:
    """A memory's vectors as of an epoch; `room` is the array that `matrix` is the first part of."""

    model: int
    epoch: int
    matrix: Matrix
    numbers: np.ndarray[tuple[int], np.dtype[np.int64]]
    room: Vectors

    @property
    def bytes(self) -> int:
        """What it takes of the machine's memory."""
        return int(self.numbers.nbytes + self.room.nbytes)


@dataclass(slots=True)
class AtHand:
    """Gives the vectors of a memory as of a transaction; holds those of the last asked in `most_bytes`.

    What came since the last question is read and joined to what is held. Where anything went, the person's
    `vectors_epoch` has moved, and all are read anew: nothing that was forgotten is ever compared again.
    """

    most_bytes: int = 512 * 1024 * 1024
    _held: OrderedDict[Scope, _Held] = field(default_factory=OrderedDict[Scope, _Held])
    _lock: Lock = field(default_factory=Lock)

    def of(self, scope: Scope, transaction: Transaction, person: Person, dimension: int) -> Matrix:
        """Give every vector that the person's model made, in the order of their passages."""
        with self._lock:
            held = self._held.get(scope)
            if held is not None:
                self._held.move_to_end(scope)
        if held is None or (held.model, held.epoch) != (person.model, person.vectors_epoch):
            read = matrix(transaction.vectors.after(-1, person.model), dimension)
            self._keep(scope, _Held(person.model, person.vectors_epoch, read, read.passages, read.rows))
            return read
        last = transaction.vectors.last()
        if last > held.matrix.last:
            held = self._longer(held, matrix(transaction.vectors.after(held.matrix.last, person.model), dimension))
            self._keep(scope, held)
        return _through(held.matrix, last)

    @property
    def bytes(self) -> int:
        """What all of it takes of the machine's memory."""
        return sum(one.bytes for one in self._held.values())

    def _keep(self, scope: Scope, new: _Held) -> None:
        with self._lock:
            held = self._held.get(scope)
            # A transaction that began earlier has read an older state; it is good for that one only.
            if held is not None and (held.epoch, len(held.matrix)) > (new.epoch, len(new.matrix)):
                return
            self._held[scope] = new
            self._held.move_to_end(scope)
            while self.bytes > self.most_bytes:
                self._held.popitem(last=False)

    def _longer(self, held: _Held, came: Matrix) -> _Held:
        """Join what came behind what is held, where there is room in place: a copy of all is dear."""
        before, after = len(held.matrix), len(held.matrix) + len(came)
        numbers, room = held.numbers, held.room
        with self._lock:
            # Only one may write behind a matrix; whoever else holds it sees no more than before.
            is_last = any(one is held for one in self._held.values())
            if not is_last or after > len(room):
                size = max(2 * after, _ROOM_LEAST)
                numbers, room = np.empty(size, np.int64), np.empty((size, room.shape[1]), np.float32)
                numbers[:before], room[:before] = held.matrix.passages, held.matrix.rows
            numbers[before:after], room[before:after] = came.passages, came.rows
        return _Held(held.model, held.epoch, Matrix(numbers[:after], room[:after]), numbers, room)


def _through(held: Matrix, last: int) -> Matrix:
    """Give what a transaction sees whose last vector this is; one that began earlier sees less than is held."""
    if last == held.last:
        return held
    seen = int(np.searchsorted(held.passages, last, side="right"))
    return Matrix(held.passages[:seen], held.rows[:seen])
