from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ownwords.actions import indexing
from ownwords.actions.memory import Memory
from ownwords.actions.search import Query, search
from ownwords.actions.vectors import AtHand
from ownwords.domain.search import Filters
from ownwords.ports import Store
from tests.rest.test_meaning import found, said
from tests.running import EMBEDDER, SECRET, Api
from tests.storage.contents import counts

DOG = {
    "id": "cao",
    "text": "Meu cachorro se chama Bob.",
    "session": "s",
    "about": ["pet:bob"],
    "at": "2026-02-01T00:00:00Z",
}
QUESTION = "what is the name of my pet?"


EXTENTS: dict[str, dict[str, Any]] = {
    "ids": {"ids": ["cao"]},
    "session": {"session": "s"},
    "about": {"about": "pet:bob"},
    "before": {"before": "2026-02-02T00:00:00Z"},
    "everything": {"everything": True},
}


@pytest.mark.parametrize("how", EXTENTS)
def test_what_is_forgotten_is_not_found_by_its_meaning(api: Api, store: Store, how: str) -> None:
    """Its vector goes with it, from every table and from what a server holds at hand, also another server."""
    said(api, DOG, {"id": "fica", "text": "Tranquei a faculdade.", "at": "2026-02-03T00:00:00Z"})
    other = Memory.of(store, api.clock, SECRET, EMBEDDER)
    whose = api.whose("ana")
    assert found(api, QUESTION) == [
        hit.items[0].item.id for hit in search(other, whose, Query(QUESTION), Filters(), most=9)
    ]
    assert found(api, QUESTION) == ["cao"]
    receipt = api.forget("ana", **EXTENTS[how])
    assert receipt["forgotten"]["vectors"] == (2 if how == "everything" else 1)
    assert found(api, QUESTION) == []
    assert search(other, whose, Query(QUESTION), Filters(), most=9) == []
    proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()
    assert proof["clean"]
    assert counts(store, api.project.id)["vector"] == (0 if how == "everything" else 1)


def test_what_has_ended_is_not_found_by_its_meaning(api: Api, store: Store) -> None:
    """From its last instant on, and its vector and its place in the queue go with it."""
    said(api, DOG | {"expires": "2026-03-02T12:00:10Z"})
    api.add("ana", DOG | {"id": "novo", "expires": "2026-03-02T12:00:10Z"})
    assert found(api, QUESTION)[0] == "cao"
    api.clock.advance(10)
    assert found(api, QUESTION) == []
    held = counts(store, api.project.id)
    assert (held["vector"], held["queue"]) == (0, 0)


steps = st.lists(
    st.tuples(st.sampled_from(["add", "edit", "learn", "learn", "forget"]), st.integers(0, 5)), min_size=1, max_size=14
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_what_is_at_hand_is_what_stands_in_the_table(api: Api, steps: list[tuple[str, int]]) -> None:
    """After any order of adding, editing, learning and forgetting, in two servers that look at different moments."""
    whose = api.whose("ana")
    scope = whose.scope(api.memory)
    api.forget("ana", everything=True)
    hands = [AtHand(), AtHand(most_bytes=200_000)]
    for at, (step, number) in enumerate(steps):
        match step:
            case "add":
                api.add("ana", {"id": f"m{number}", "text": f"gato {number}"})
            case "edit":
                api.add("ana", {"id": f"m{number}", "text": f"cachorro {at}"})
            case "forget":
                api.forget("ana", ids=[f"m{number}"])
            case _:
                indexing.work_for(api.memory, scope)
        for hand in hands[: 1 + at % 2]:

            def compare(transaction: Any, hand: AtHand = hand) -> None:
                person = transaction.persons.get()
                held = hand.of(scope, transaction, person, 512)
                rows = transaction.vectors.after(-1, person.model)
                assert [int(one) for one in held.passages] == [passage for passage, _ in rows]
                assert [row.astype("<f2").tobytes() for row in held.rows] == [vector for _, vector in rows]

            api.memory.store.read(scope, compare)


def test_vectors_at_hand_keep_to_their_bytes(api: Api) -> None:
    """The memory that was asked longest ago makes room; whoever asks for it again reads it again."""
    for user_id in ("ana", "bia", "eva"):
        said(api, *({"id": f"m{n}", "text": f"gato {n}"} for n in range(20)), user_id=user_id)
    hand = AtHand(most_bytes=2 * 20 * (4 * 512 + 8))
    for user_id in ("ana", "bia", "eva", "ana"):
        scope = api.whose(user_id).scope(api.memory)

        def look(transaction: Any, scope: Any = scope) -> int:
            return len(hand.of(scope, transaction, transaction.persons.get(), 512))

        assert api.memory.store.read(scope, look) == 20
        assert hand.bytes <= hand.most_bytes
