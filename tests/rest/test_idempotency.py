from __future__ import annotations

import json
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ownwords.actions import upkeep
from tests.running import Api

if TYPE_CHECKING:
    from collections.abc import Sequence

ITEMS = [{"text": "ok"}, {"id": "m1", "text": "oi"}, {"text": "certo", "at": "2026-03-01T10:00:00Z"}]


def sent(api: Api, key: str | None, *items: dict[str, Any], user_id: str = "ana") -> httpx.Response:
    """Add items under a key."""
    headers = {} if key is None else {"Idempotency-Key": key}
    return api.post("/v1/memory/add", {"user_id": user_id, "items": list(items)}, **headers)


def is_replayed(answer: httpx.Response) -> bool:
    """Tell whether an answer says that it was given before."""
    return answer.headers.get("Idempotent-Replayed") == "true"


def test_the_same_key_and_body_give_the_first_answer_again(api: Api) -> None:
    """Nothing is filed twice, not even items without an id, and the answer says it is a replay."""
    first, again = sent(api, "k", *ITEMS), sent(api, "k", *ITEMS)

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert (is_replayed(first), is_replayed(again)) == (False, True)
    assert len(api.read("ana")) == 3


def test_without_a_key_nothing_is_replayed(api: Api) -> None:
    """Items without id and time come twice."""
    answers = [sent(api, None, {"text": "ok"}) for _ in range(2)]

    assert not any(map(is_replayed, answers))
    assert len(api.read("ana")) == 2


def test_equal_json_is_the_same_body_however_it_is_written(api: Api) -> None:
    """The order of keys, spaces and escapes make no difference."""
    bodies = [
        '{"user_id":"ana","items":[{"text":"olá","metadata":{"a":1,"b":2}}]}',
        '{"items": [{"metadata": {"b": 2, "a": 1}, "text": "ol\\u00e1"}], "user_id": "ana"}',
    ]
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    answers = [api.http.post("/v1/memory/add", content=body, headers=headers) for body in bodies]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert is_replayed(answers[1])


@pytest.mark.parametrize("other", [{"text": "ok!"}, {"text": "ok", "about": None}, {"text": "ok", "kind": "message"}])
def test_the_same_key_with_another_body_is_refused(api: Api, other: dict[str, Any]) -> None:
    """A key is for one request: 422 `idempotency_key_reused`, and nothing is filed."""
    sent(api, "k", {"text": "ok"})
    answer = sent(api, "k", other)

    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert len(api.read("ana")) == 1


def test_a_key_is_of_one_person_and_one_project(api: Api, server: Any) -> None:
    """Another person's request under the same key is its own."""
    answers = [sent(api, "k", {"text": "ok"}), sent(api, "k", {"text": "ok"}, user_id="bia")]
    with (other := server.project()).http:
        answers.append(sent(other, "k", {"text": "ok"}))

        assert len(other.read("ana")) == 1
    assert not any(map(is_replayed, answers))
    assert len(api.read("ana")) == len(api.read("bia")) == 1


def test_a_key_is_kept_for_24_hours(api: Api) -> None:
    """A moment before it is replayed, after that it is a new request; also once the sweep has been there."""
    sent(api, "k", {"text": "ok"})
    api.clock.advance(24 * 3600 - 1)
    assert is_replayed(sent(api, "k", {"text": "ok"}))
    upkeep.sweep(api.memory)
    assert is_replayed(sent(api, "k", {"text": "ok"}))

    api.clock.advance(1)
    upkeep.sweep(api.memory)
    assert not is_replayed(sent(api, "k", {"text": "other"}))
    assert len(api.read("ana")) == 2


def test_only_a_200_is_kept(api: Api) -> None:
    """After a refused request the key is free for the mended one."""
    assert sent(api, "k", {"text": ""}).status_code == 422
    assert sent(api, "k", {"id": "m1", "text": "x" * 70_000}).status_code == 422
    answer = sent(api, "k", {"id": "m1", "text": "oi"})

    assert (answer.status_code, is_replayed(answer)) == (200, False)


def test_after_a_forget_the_request_is_replayed_and_files_nothing(api: Api) -> None:
    """A late retry never brings back what was forgotten; its entries say so and name nothing."""
    first = sent(api, "k", *ITEMS).json()
    api.forget("ana", ids=["m1"])
    again = sent(api, "k", *ITEMS)
    kept, forgotten, other = again.json()["items"]

    assert is_replayed(again)
    assert (kept, other) == (first["items"][0], first["items"][2])
    assert (forgotten["id"], forgotten["status"], forgotten["thread_id"]) == (None, "forgotten", None)
    assert again.json()["counts"] == {"created": 2, "forgotten": 1}
    assert api.read("ana", ids=["m1"]) == []


def test_after_everything_was_forgotten_the_request_still_files_nothing(api: Api) -> None:
    """The kept answer outlives the person's memory, without a word of it."""
    sent(api, "k", *ITEMS)
    api.forget("ana", everything=True)
    again = sent(api, "k", *ITEMS)

    assert is_replayed(again)
    assert {one["status"] for one in again.json()["items"]} == {"forgotten"}
    assert api.read("ana") == []


def test_a_forgotten_item_that_was_added_again_is_not_the_replayed_one(api: Api) -> None:
    """The new item of the old id is another item; the replay still says that the first one is gone."""
    sent(api, "k", {"id": "m1", "text": "oi"})
    api.forget("ana", ids=["m1"])
    api.add("ana", {"id": "m1", "text": "de novo"})
    (entry,) = sent(api, "k", {"id": "m1", "text": "oi"}).json()["items"]

    assert (entry["id"], entry["status"]) == (None, "forgotten")
    assert [item["text"] for item in api.read("ana")] == ["de novo"]


def test_a_replay_gives_the_first_answer_also_after_an_edit(api: Api) -> None:
    """What came later changes nothing in it, and it changes nothing that came later."""
    first = sent(api, "k", {"id": "m1", "text": "um"}).json()
    api.add("ana", {"id": "m1", "text": "dois"})

    assert sent(api, "k", {"id": "m1", "text": "um"}).json() == first
    assert [item["text"] for item in api.read("ana")] == ["dois"]


@pytest.mark.parametrize(
    "item",
    [
        {"id": "m1", "text": "oi", "expires": "2026-03-01"},
        {"text": "oi", "expires": "2026-03-01", "at": "2026-02-01T10:00:00Z"},
    ],
)
def test_what_was_expired_when_it_came_replays_as_expired(api: Api, item: dict[str, Any]) -> None:
    """Nothing was forgotten, so the first answer stands."""
    first = sent(api, "k", item)
    again = sent(api, "k", item)

    assert is_replayed(again)
    assert again.json() == first.json()


def test_what_expires_after_the_first_answer_replays_as_forgotten(api: Api) -> None:
    """An item that has ended since is named no more."""
    sent(api, "k", {"id": "m1", "text": "oi", "expires": "2026-03-02T13:00:00Z"})
    api.clock.set("2026-03-02T13:00:00Z")
    (entry,) = sent(api, "k", {"id": "m1", "text": "oi", "expires": "2026-03-02T13:00:00Z"}).json()["items"]

    assert (entry["id"], entry["status"]) == (None, "forgotten")


def test_a_replay_of_one_id_twice_in_a_batch_is_the_first_answer(api: Api) -> None:
    """Both outcomes of one item come again, in order."""
    items = [{"id": "m1", "text": "um"}, {"id": "m1", "text": "dois"}, {"id": "m2", "text": "três"}]

    assert sent(api, "k", *items).json() == sent(api, "k", *items).json()


@pytest.mark.parametrize(("length", "status"), [(255, 200), (256, 422)])
def test_a_key_has_1_to_255_characters(api: Api, length: int, status: int) -> None:
    """A longer key is refused by name, and nothing is filed."""
    answer = sent(api, "k" * length, {"text": "ok"})

    assert answer.status_code == status
    assert len(api.read("ana")) == (1 if status == 200 else 0)


def test_an_empty_key_is_refused(api: Api) -> None:
    """A client that meant to send a key and sent nothing is told so."""
    assert sent(api, "", {"text": "ok"}).status_code == 422
    assert api.read("ana") == []


def test_fifty_requests_under_one_key_at_once_have_one_effect(api: Api) -> None:
    """One is answered first; the others are replays, or are told that it is still running."""  # situation 4
    with ThreadPoolExecutor(50) as pool:
        waiting = [pool.submit(sent, api, "k", {"text": "ok"}) for _ in range(50)]
        answers = [answer.result() for answer in waiting]
    done = [answer for answer in answers if answer.status_code == 200]
    running = [answer for answer in answers if answer.status_code != 200]

    assert len([answer for answer in done if not is_replayed(answer)]) == 1
    assert len({json.dumps(answer.json()) for answer in done}) == 1
    assert all((one.status_code, one.json()["code"]) == (409, "idempotency_in_progress") for one in running)
    assert all(one.headers["Retry-After"] for one in running)
    assert len(api.read("ana")) == 1


def test_a_key_whose_first_request_still_runs_is_refused(sqlite_api: Api) -> None:
    """While the first one waits for the database, a second one gets 409 at once; afterwards it is replayed."""
    # situation 4
    began, end = Event(), Event()

    def hold(rows: object) -> None:
        del rows
        began.set()
        end.wait(20)

    with ThreadPoolExecutor(3) as pool:
        holding = pool.submit(sqlite_api.memory.store.projects, hold)
        assert began.wait(10)
        both = [pool.submit(sent, sqlite_api, "k", {"text": "ok"}) for _ in range(2)]
        at_once, waiting = wait(both, timeout=20, return_when=FIRST_COMPLETED)
        end.set()
        holding.result(20)
        refused, first = at_once.pop().result(20), waiting.pop().result(20)

    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_in_progress")
    assert (first.status_code, is_replayed(first)) == (200, False)
    assert is_replayed(sent(sqlite_api, "k", {"text": "ok"}))
    assert len(sqlite_api.read("ana")) == 1


POOL = [
    {"id": "a", "text": "um"},
    {"id": "b", "text": "dois", "session": "s"},
    {"text": "três", "at": "2026-03-01T10:00:00Z"},
    {"text": "quatro", "at": "2026-03-01T10:10:00Z", "author": "Ann"},
]
RETRIES = st.lists(st.lists(st.sampled_from(range(len(POOL))), min_size=1, max_size=3), min_size=1, max_size=8)


@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(RETRIES, st.integers(0, 2**40))
def test_adds_are_idempotent_under_any_interleaving_of_retries(
    api: Api, batches: Sequence[Sequence[int]], nonce: int
) -> None:
    """However requests are repeated, cut and mixed, each item is there once, in its first version."""
    user_id = f"u{nonce}-{len(batches)}"
    expected = {place for batch in batches for place in batch}
    with ThreadPoolExecutor(4) as pool:
        waiting = [
            pool.submit(api.add, user_id, *(POOL[place] for place in batch)) for batch in batches for _ in range(2)
        ]
        outcomes = [one for done in waiting for one in done.result(30)]
    items = api.read(user_id)

    assert len(items) == len(expected)
    assert {item["version"] for item in items} == {1}
    assert sorted(one["status"] for one in outcomes).count("created") == len(expected)
    api.forget(user_id, everything=True)
