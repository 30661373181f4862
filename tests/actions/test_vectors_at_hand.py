from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

import numpy as np
import pytest

from ownwords.actions import indexing
from ownwords.actions.memory import Memory
from ownwords.actions.vectors import AtHand
from ownwords.domain.vectors import STORED, Matrix
from ownwords.ports import Store, Transaction
from tests.embedders import Trigrams
from tests.rest.test_meaning import said
from tests.running import SECRET, Api

BYTES_OF_A_VECTOR = 4 * 512 + 8


@dataclass(slots=True)
class Looking:
    """One memory, looked at through vectors at hand."""

    api: Api
    user_id: str = "ana"
    hand: AtHand = field(default_factory=AtHand)

    def within(self, transaction: Transaction) -> Matrix:
        """Give what is at hand as of a transaction, and see that it is what the table holds for it."""
        person = transaction.persons.get()
        assert person is not None
        held = self.hand.of(self.api.whose(self.user_id).scope(self.api.memory), transaction, person, 512)
        kept = transaction.vectors.after(-1, person.model)
        assert _kept(held) == kept
        return held

    def now(self) -> Matrix:
        """Give what is at hand as of now."""
        return self.api.memory.store.read(self.api.whose(self.user_id).scope(self.api.memory), self.within)


def _kept(held: Matrix) -> list[tuple[int, bytes]]:
    """Write vectors at hand as the table keeps them."""
    rows = [row.astype(STORED).tobytes() for row in held.rows]
    return list(zip(held.passages.tolist(), rows, strict=True))


def cats(*numbers: int) -> list[dict[str, str]]:
    """Messages of which none is like another."""
    return [{"id": f"m{n}", "text": f"O gato número {n} dorme no sofá."} for n in numbers]


def test_what_did_not_change_is_not_read_again(api: Api) -> None:
    """The same vectors are given, not copies of them."""
    said(api, *cats(*range(3)))
    looking = Looking(api)
    assert looking.now() is looking.now()


def test_what_came_is_joined_in_place(api: Api) -> None:
    """What is held is not copied for each vector that comes, and whoever holds it sees no more than before."""
    said(api, *cats(*range(10)))
    looking = Looking(api)
    looking.now()
    said(api, *cats(10))
    first = looking.now()
    before = first.rows.copy()
    for n in range(11, 16):
        said(api, *cats(n))
        assert np.shares_memory(looking.now().rows, first.rows), n
    assert len(first) == 11
    assert np.array_equal(first.rows, before)


@pytest.mark.parametrize("change", ["edit", "forget", "everything"])
def test_an_older_transaction_brings_nothing_back(api: Api, change: str) -> None:
    """It sees what it saw when it began; what others have at hand meanwhile stays as it is."""
    said(api, *cats(*range(4)))
    looking = Looking(api)
    newer: list[Matrix] = []

    def older(transaction: Transaction) -> tuple[int, int]:
        transaction.persons.get()
        match change:
            case "edit":
                api.add("ana", {"id": "m1", "text": "Tranquei a faculdade."})
            case "forget":
                api.forget("ana", ids=["m1"])
            case _:
                api.forget("ana", everything=True)
        newer.append(looking.now())
        return len(newer[0]), len(looking.within(transaction))

    left = 0 if change == "everything" else 3
    scope = api.whose("ana").scope(api.memory)
    assert api.memory.store.read(scope, older) == (left, 4)
    assert looking.now() is newer[0]


def test_an_older_transaction_gets_nothing_that_came_after_it(api: Api) -> None:
    """Whoever asks later has what came at hand; it is kept from whoever began before, and stays at hand."""
    said(api, *cats(*range(4)))
    looking = Looking(api)
    looking.now()
    newer: list[Matrix] = []

    def older(transaction: Transaction) -> tuple[int, int]:
        transaction.persons.get()
        said(api, *cats(4, 5))
        newer.append(looking.now())
        return len(newer[0]), len(looking.within(transaction))

    assert api.memory.store.read(api.whose("ana").scope(api.memory), older) == (6, 4)
    assert looking.now() is newer[0]


def test_an_edit_that_is_learned_again_is_read_again(api: Api) -> None:
    """The newest item keeps its number; still its old vector is given to nobody."""
    said(api, *cats(0, 1))
    looking = Looking(api)
    old = looking.now()
    said(api, {"id": "m1", "text": "Tranquei a faculdade."})
    new = looking.now()
    assert new.passages.tolist() == old.passages.tolist()
    assert float(new.rows[1] @ old.rows[1]) < 0.5


def test_who_was_asked_longest_ago_makes_room(api: Api) -> None:
    """The memories asked lately stay, in the bytes that there are."""
    hand = AtHand(most_bytes=2 * 5 * BYTES_OF_A_VECTOR)
    looking = {user_id: Looking(api, user_id, hand) for user_id in ("ana", "bia", "eva")}
    for user_id in looking:
        said(api, *cats(*range(5)), user_id=user_id)
    ana, bia = looking["ana"].now(), looking["bia"].now()
    assert looking["ana"].now() is ana
    looking["eva"].now()
    assert looking["ana"].now() is ana
    assert looking["bia"].now() is not bia
    assert hand.bytes <= hand.most_bytes


def test_a_memory_that_has_no_room_is_given_and_not_held(api: Api) -> None:
    """One larger than all that may be held is read for each question."""
    said(api, *cats(*range(5)))
    looking = Looking(api, hand=AtHand(most_bytes=4 * BYTES_OF_A_VECTOR))
    assert len(looking.now()) == len(looking.now()) == 5
    assert looking.hand.bytes == 0


def test_another_model_is_never_joined_to_what_is_held(api: Api, store: Store) -> None:
    """Once a memory is learned anew, only vectors of the new model are given, of its own width."""
    said(api, *cats(*range(4)))
    looking = Looking(api)
    assert looking.now().rows.shape == (4, 512)
    other = Memory.of(store, api.clock, SECRET, Trigrams("trigrams/never joined"))
    scope = api.whose("ana").scope(api.memory)
    indexing.work_for(other, scope)

    def shape(transaction: Transaction) -> tuple[int, ...]:
        person = transaction.persons.get()
        assert person is not None
        assert person.model == other.model
        return looking.hand.of(scope, transaction, person, 64).rows.shape

    assert store.read(scope, shape) == (0, 64)
    while indexing.work_for(other, scope):
        pass
    assert store.read(scope, shape) == (4, 64)


@pytest.mark.slow
def test_many_may_look_while_it_changes(api: Api) -> None:
    """Eight threads over one hand each see what their own transaction does, all of it and nothing else."""
    said(api, *cats(*range(20)))
    looking, end = Looking(api), Event()
    scope = api.whose("ana").scope(api.memory)

    def look() -> int:
        looks = 0
        while not end.is_set():
            api.memory.store.read(scope, looking.within)
            looks += 1
        return looks

    with ThreadPoolExecutor(8) as pool:
        try:
            looks = [pool.submit(look) for _ in range(8)]
            for n in range(20, 60):
                said(api, *cats(n))
                if n % 5 == 0:
                    api.forget("ana", ids=[f"m{n - 10}"])
                if n % 7 == 0:
                    said(api, {"id": f"m{n - 1}", "text": f"Tranquei a faculdade {n}."})
        finally:
            end.set()
        assert all(look.result(30) for look in looks)
    assert len(looking.now()) == 60 - 8
