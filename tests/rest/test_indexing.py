from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from ownwords import app
from ownwords.actions import indexing
from ownwords.actions.memory import Memory, Whose
from ownwords.actions.search import Query, search
from ownwords.domain import limits
from ownwords.domain.limits import LEARNED_AT_ONCE
from ownwords.domain.queues import TRIES
from ownwords.domain.search import Filters
from ownwords.domain.vectors import Vectors
from ownwords.ports import Embedder, Store
from tests.cli import processes
from tests.embedders import Moody, Trigrams
from tests.running import SECRET, Api, MovableClock, serving, sqlite_store
from tests.storage.contents import counts, tables

DOG = {"id": "cao", "text": "Meu cachorro se chama Bob.", "role": "user"}


@contextmanager
def over(store: Store, embedder: Embedder) -> Generator[Api]:
    """Serve a project of a store with an embedder of the test's own."""
    with serving(store, MovableClock(), embedder) as server, (api := server.project()).http:
        yield api


def learned(api: Api, user_id: str = "ana") -> dict[str, int]:
    """Give how far a memory is learned."""
    told = api.get("/v1/memory/indexing", user_id=user_id)
    return {name: told[name] for name in ("passages", "learned", "pending", "set_aside")}


def work(api: Api, seconds: float = 0) -> None:
    """Let time go by and do what is queued then."""
    api.clock.advance(seconds)
    while indexing.work_for(api.memory, api.whose("ana").scope(api.memory)):
        pass


def test_whoever_waits_finds_by_meaning(api: Api) -> None:
    """`?wait=indexed` answers `ready`, and a question that shares no word finds the item."""
    answer = api.post("/v1/memory/add?wait=indexed", {"user_id": "ana", "items": [DOG]}).json()
    assert answer["indexed"] == "ready"
    (hit,) = api.search("ana", "what is the name of my pet?")
    assert (hit["items"][0]["id"], hit["why"]) == ("cao", {"words": None, "meaning": 1})


def test_whoever_does_not_wait_finds_by_words_at_once(api: Api) -> None:
    """The answer says `pending`, and the item is found by its words in the same moment."""
    answer = api.post("/v1/memory/add", {"user_id": "ana", "items": [DOG]}).json()
    assert answer["indexed"] == "pending"
    assert api.search("ana", "cachorro")[0]["why"] == {"words": 1, "meaning": None}
    assert learned(api) == {"passages": 1, "learned": 0, "pending": 1, "set_aside": 0}
    work(api)
    assert learned(api) == {"passages": 1, "learned": 1, "pending": 0, "set_aside": 0}
    again = api.post("/v1/memory/add", {"user_id": "ana", "items": [DOG]}).json()
    assert (again["items"][0]["status"], again["indexed"]) == ("unchanged", "ready")


def test_an_edit_is_learned_anew(api: Api) -> None:
    """The vector of the old words never answers again, neither before nor after the new ones are learned."""
    api.add("ana", DOG)
    work(api)
    api.add("ana", DOG | {"text": "Tranquei a matrícula na faculdade."})
    assert api.search("ana", "what is the name of my pet?") == []
    work(api)
    assert api.search("ana", "what is the name of my pet?") == []
    assert api.search("ana", "did I pause my university studies?")[0]["items"][0]["id"] == "cao"


@pytest.mark.parametrize("meanwhile", ["edit", "forget"])
def test_what_changes_while_it_is_learned_is_not_overrun(store: Store, meanwhile: str) -> None:
    """An edit or a forget between the embedding and its storing wins."""
    moody = Moody(waits=True)
    with over(store, moody) as api:
        api.add("ana", DOG)
        scope = api.whose("ana").scope(api.memory)
        thread = Thread(target=indexing.work_for, args=(api.memory, scope))
        thread.start()
        assert moody.reached.wait(20)
        receipt = ""
        if meanwhile == "edit":
            api.add("ana", DOG | {"text": "Tranquei a matrícula na faculdade."})
        else:
            receipt = api.forget("ana", ids=["cao"])["receipt_id"]
        moody.go_on.set()
        thread.join(20)
        moody.waits = False
        held = tables(store, api.project.id)
        assert held["vector"] == []
        assert len(held["queue"]) == (1 if meanwhile == "edit" else 0)
        if receipt:
            proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt}).json()
            assert proof["clean"]
            assert {"vector", "queue"} <= proof["searched"].keys()
        work(api)
        assert api.search("ana", "what is the name of my pet?") == []


def test_two_servers_at_once_store_each_vector_once(api: Api, store: Store) -> None:
    """Two processes that do the same work leave one vector a passage, and an empty queue."""
    api.add("ana", *({"id": f"m{n}", "text": f"O gato número {n} dorme no sofá."} for n in range(60)))
    scope = api.whose("ana").scope(api.memory)
    others = [Memory.of(store, api.clock, SECRET, api.memory.embedder) for _ in range(3)]
    threads = [Thread(target=indexing.work_for, args=(memory, scope)) for memory in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    work(api)
    assert learned(api) == {"passages": 60, "learned": 60, "pending": 0, "set_aside": 0}


def test_an_embedder_that_is_down_loses_nothing(store: Store) -> None:
    """Items are filed and found by words; nothing is set aside, and all is learned once it answers again."""
    moody = Moody(is_down=True)
    with over(store, moody) as api:
        answer = api.post("/v1/memory/add", {"user_id": "ana", "items": [DOG]}).json()
        assert answer["indexed"] == "pending"
        for _ in range(2 * TRIES):
            work(api, 10)
        assert learned(api) == {"passages": 1, "learned": 0, "pending": 1, "set_aside": 0}
        assert len(api.search("ana", "cachorro")) == 1
        moody.is_down = False
        work(api, 10)
        assert learned(api)["pending"] == 0
        moody.is_down = True
        assert len(api.search("ana", "cachorro")) == 1
        failed = api.post("/v1/memory/search", {"user_id": "ana", "query": "what is the name of my pet?"})
        assert (failed.status_code, failed.json()["code"]) == (503, "embedder_unavailable")


def test_a_poison_text_is_set_aside_alone(store: Store) -> None:
    """One text that the model can not read is tried five times and listed; its neighbours are learned."""
    with over(store, Moody(chokes_on="veneno")) as api:
        api.add("ana", DOG, {"id": "mau", "text": "um texto com veneno"}, {"id": "gato", "text": "O gato dorme."})
        for tries in range(TRIES):
            assert learned(api)["set_aside"] == 0, tries
            work(api, 60)
        told = api.get("/v1/memory/indexing", user_id="ana")
        assert (told["learned"], told["pending"]) == (2, 0)
        assert told["items"] == [{"item_id": "mau", "version": 1, "tries": 5, "problem": "not_embeddable"}]
        assert api.search("ana", "veneno")[0]["items"][0]["id"] == "mau"
        waited = api.post(
            "/v1/memory/add?wait=indexed", {"user_id": "ana", "items": [{"id": "mau", "text": "um texto com veneno"}]}
        )
        assert waited.json()["indexed"] == "pending"
        assert api.post("/v1/memory/indexing/retry", {"user_id": "ana"}).json() == {"queued": 1}
        assert learned(api) == {"passages": 3, "learned": 2, "pending": 1, "set_aside": 0}
        api.add("ana", {"id": "mau", "text": "um texto sem nada"})
        work(api)
        assert learned(api) == {"passages": 3, "learned": 3, "pending": 0, "set_aside": 0}


SPOILT: dict[str, Callable[[Vectors], Vectors]] = {
    "not a number": lambda vectors: vectors * np.float32("nan"),
    "too short": lambda vectors: vectors[:, :7],
    "too few": lambda vectors: vectors[1:],
    "too large for half precision": lambda vectors: vectors * np.float32(1e7),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_no_vector_is_never_stored(store: Store, how: str) -> None:
    """An embedder that gives nonsense stores nothing; the item is tried again."""
    with over(store, Moody(spoils=SPOILT[how])) as api:
        api.add("ana", DOG)
        work(api)
        assert tables(store, api.project.id)["vector"] == []
        assert learned(api)["pending"] == 1


def test_another_model_learns_everything_anew(new_store: Store) -> None:
    """With another model a store's memories are queued one by one; meanwhile words find, and forget works."""
    with over(new_store, Moody()) as api:
        for user_id in ("ana", "bia"):
            api.add(user_id, DOG, {"id": "gato", "text": "O gato dorme."})
        indexing.work(api.memory)
        other = Memory.of(new_store, api.clock, SECRET, Trigrams())
        assert other.model != api.memory.model
        walked = indexing.rebuild(other)
        next(walked)
        del walked
        whose = api.whose("ana")
        before = indexing.progress(other, whose)
        assert before.learned == 0 or before.waiting == 0
        assert api.search("ana", "cachorro")[0]["items"][0]["id"] == "cao"
        receipt = api.forget("bia", ids=["cao"])
        assert api.post("/v1/memory/verify", {"user_id": "bia", "receipt_id": receipt["receipt_id"]}).json()["clean"]
        for _ in indexing.rebuild(other):
            pass
        while indexing.work(other):
            pass
        after = indexing.progress(other, whose)
        assert (after.model, after.dimension, after.passages, after.learned, after.waiting) == (
            "trigrams/1",
            64,
            2,
            2,
            0,
        )
        assert set(indexing.rebuild(other)) == {0}
        sizes = {len(row[-1]) for row in tables(new_store, api.project.id)["vector"]}
        assert sizes == {128}


def test_what_an_older_server_still_learns_is_learned_anew(new_store: Store) -> None:
    """It files and learns behind the walk of another model; the next walk, also of a new start, finds that memory."""
    with over(new_store, Moody()) as api:
        other = Memory.of(new_store, api.clock, SECRET, Trigrams("trigrams/behind the walk"))
        for _ in indexing.rebuild(other):
            pass
        api.add("ana", DOG)
        work(api)
        whose = api.whose("ana")
        assert indexing.progress(other, whose).learned == 0
        assert list(indexing.rebuild(other))[-1] == 1
        while indexing.work(other):
            pass
        assert indexing.progress(other, whose).learned == 1


def test_a_walk_past_what_this_model_learned_writes_nothing(new_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every start may walk past every memory."""
    with over(new_store, Moody()) as api:
        api.add("ana", DOG)
        other = Memory.of(new_store, api.clock, SECRET, Trigrams("trigrams/nothing to write"))
        for _ in indexing.rebuild(other):
            pass

        def refuse(*_: Any) -> None:
            pytest.fail("wrote")

        monkeypatch.setattr(new_store, "write", refuse)
        monkeypatch.setattr(new_store, "projects", refuse)
        assert set(indexing.rebuild(other)) == {0}


def test_a_running_server_walks_again(new_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an older server learned behind its first walk need not wait for the next start."""
    monkeypatch.setattr(app, "_WALK_AGAIN_SECONDS", 0.1)
    with over(new_store, Moody()) as api:
        other = Memory.of(new_store, api.clock, SECRET, Trigrams("trigrams/walks again"))
        walking = app._walking(other)  # pyright: ignore[reportPrivateUsage]
        while next(walking) or indexing.work(other):
            pass
        api.add("ana", DOG)
        work(api)
        end = time.monotonic() + 30
        while indexing.work(other) == 0 and time.monotonic() < end:
            next(walking)
        assert indexing.progress(other, api.whose("ana")).learned == 1


def test_after_a_restart_everything_is_found(tmp_path: Path) -> None:
    """A server that starts on the same file finds by words and by meaning what the one before it found."""
    answers: list[list[str]] = []
    whose: Whose | None = None
    for _ in range(2):
        store = sqlite_store(tmp_path)
        with over(store, Moody()) as api:
            if whose is None:
                whose = api.whose("ana")
                api.add("ana", DOG, {"id": "gato", "text": "O gato dorme."})
                work(api)
            for query in ("cachorro", "what is the name of my pet?"):
                hits = search(api.memory, whose, Query(query), Filters(), most=5)
                answers.append([hit.items[0].item.id for hit in hits])
        store.close()
    assert answers[:2] == answers[2:]
    assert [answer[0] for answer in answers] == ["cao"] * 4


def test_an_edit_that_harms_no_model_heals_what_was_set_aside(store: Store) -> None:
    """It is learned without being asked to try again, and no longer listed; what is forgotten is not listed either."""
    with over(store, Moody(chokes_on="veneno")) as api:
        api.add("ana", {"id": "mau", "text": "um texto com veneno"}, {"id": "pior", "text": "veneno e mais veneno"})
        for _ in range(TRIES):
            work(api, 60)
        assert learned(api) == {"passages": 2, "learned": 0, "pending": 0, "set_aside": 2}
        api.add("ana", {"id": "mau", "text": "um texto sem nada"})
        work(api)
        assert learned(api) == {"passages": 2, "learned": 1, "pending": 0, "set_aside": 1}
        receipt = api.forget("ana", ids=["pior"])
        assert api.get("/v1/memory/indexing", user_id="ana")["items"] == []
        assert counts(store, api.project.id)["queue"] == 0
        proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()
        assert proof["clean"]


def test_whoever_waits_for_a_poison_text_is_answered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wait ends at its limit with `pending`; what was sent beside the text is learned by then."""
    monkeypatch.setattr(limits, "WAIT_INDEXED_SECONDS", 0.2)
    with over(store, Moody(chokes_on="veneno")) as api:
        body = {"user_id": "ana", "items": [DOG, {"id": "mau", "text": "um texto com veneno"}]}
        began = time.monotonic()
        assert api.post("/v1/memory/add?wait=indexed", body).json()["indexed"] == "pending"
        assert time.monotonic() - began < 10
        assert learned(api) == {"passages": 2, "learned": 1, "pending": 1, "set_aside": 0}
        assert api.search("ana", "what is the name of my pet?")[0]["items"][0]["id"] == "cao"


def test_nobody_waits_for_an_embedder_that_is_down(store: Store) -> None:
    """Whoever meets it first is answered once it failed, the others at once; they wait again once it answers again."""
    moody = Moody(is_down=True)
    with over(store, moody) as api:
        began = time.monotonic()
        for asked, number in ((1, 1), (1, 2)):
            body = {"user_id": "ana", "items": [DOG | {"id": f"cao{number}"}]}
            assert api.post("/v1/memory/add?wait=indexed", body).json()["indexed"] == "pending"
            assert moody.asked == asked
        assert time.monotonic() - began < 10
        moody.is_down = False
        work(api, 10)
        body = {"user_id": "ana", "items": [DOG]}
        assert api.post("/v1/memory/add?wait=indexed", body).json()["indexed"] == "ready"


@pytest.mark.parametrize("extent", [{"ids": ["cao"]}, {"session": "s"}, {"about": "pet:bob"}, {"everything": True}])
def test_what_is_forgotten_before_it_is_learned_is_never_learned(
    api: Api, store: Store, extent: dict[str, Any]
) -> None:
    """It leaves the queue with the item; the receipt counts no vector, since there was none."""
    api.add("ana", DOG | {"session": "s", "about": ["pet:bob"]})
    receipt = api.forget("ana", **extent)
    assert receipt["forgotten"]["vectors"] == 0
    work(api)
    held = counts(store, api.project.id)
    assert (held["queue"], held["vector"]) == (0, 0)
    proof = api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()
    assert proof["clean"]


def test_vectors_of_two_models_are_never_mixed(store: Store) -> None:
    """While half of a memory is learned anew no old vector answers, and the first server finds by words meanwhile."""
    with over(store, Moody()) as api:
        whose = api.whose("ana")
        scope = whose.scope(api.memory)
        many = [{"id": f"m{n}", "text": f"Meu cachorro se chama Bob {n}."} for n in range(LEARNED_AT_ONCE + 20)]
        api.add("ana", *many)
        work(api)
        other = Memory.of(store, api.clock, SECRET, Trigrams("trigrams/never mixed"))
        assert indexing.work_for(other, scope) == 0
        assert tables(store, api.project.id)["vector"] == []
        assert indexing.work_for(other, scope) == LEARNED_AT_ONCE
        half = indexing.progress(other, whose)
        assert (half.passages, half.learned, half.waiting) == (len(many), LEARNED_AT_ONCE, 20)
        assert {len(row[-1]) for row in tables(store, api.project.id)["vector"]} == {2 * 64}
        hits = search(other, whose, Query("cachorro Bob"), Filters(), most=100)
        assert any(hit.meaning is not None for hit in hits)
        assert all(hit.words is not None for hit in hits)
        first = search(api.memory, whose, Query("cachorro Bob"), Filters(), most=5)
        assert [hit.meaning for hit in first] == [None] * 5


def test_the_first_model_may_come_back(tmp_path: Path) -> None:
    """A store that was learned by a second model is learned by the first one again, and nothing of the second stays."""
    store = sqlite_store(tmp_path)
    with over(store, Moody()) as api:
        for user_id in ("ana", "bia"):
            api.add(user_id, DOG, {"id": "gato", "text": "O gato dorme."})
        for memory in (api.memory, Memory.of(store, api.clock, SECRET, Trigrams()), api.memory):
            for _ in indexing.rebuild(memory):
                assert api.search("ana", "cachorro")[0]["items"][0]["id"] == "cao"
            while indexing.work(memory):
                pass
            sizes = [len(row[-1]) for row in tables(store, api.project.id)["vector"]]
            assert sizes == [2 * memory.embedder.model.dimension] * 4
        assert api.search("ana", "what is the name of my pet?")[0]["items"][0]["id"] == "cao"
    store.close()


@pytest.mark.slow
def test_a_server_learns_by_itself(tmp_path: Path) -> None:
    """A real server, asked for nothing, learns what is filed; a kill in the middle of it loses none of it."""
    data = tmp_path / "data"
    many = [{"id": f"m{n}", "text": f"O gato número {n} dorme no sofá."} for n in range(300)]
    with processes.running(data) as process, process.client() as client:
        answer = client.post("/v1/memory/add", json={"user_id": "ana", "items": [DOG, *many]}).json()
        assert answer["indexed"] == "pending"
        process.kill()
    with processes.running(data, key=process.key) as again, again.client() as client:
        end = time.monotonic() + 60
        told = client.get("/v1/memory/indexing", params={"user_id": "ana"}).json()
        while told["pending"] and time.monotonic() < end:
            time.sleep(0.05)
            told = client.get("/v1/memory/indexing", params={"user_id": "ana"}).json()
        assert (told["passages"], told["learned"], told["pending"], told["set_aside"]) == (301, 301, 0, 0)
        asked = {"user_id": "ana", "query": "what is the name of my pet?"}
        hits = client.post("/v1/memory/search", json=asked).json()["hits"]
        assert hits[0]["items"][0]["id"] == "cao"
        assert again.stop() == 0
