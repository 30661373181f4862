from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import get_ident
from typing import Any

import pytest

from ownwords.actions import indexing
from ownwords.actions import search as actions
from ownwords.actions.memory import Memory
from ownwords.domain.ranking import ranked
from ownwords.domain.search import Filters, Hit
from ownwords.storage.postgres.session import PostgresSession
from ownwords.storage.sql import Row
from ownwords.storage.sqlite.session import SqliteSession
from tests.running import Api

QUESTIONS = ["tênis azul para correr", "which shoes did she want?", "o que a Bia disse ontem?", "entrega em três dias"]
TEXTS = ["Quero um tênis azul para correr.", "A entrega leva três dias.", "A Bia prefere o vermelho.", "Calço 42."]


def _file(api: Api, user_id: str, count: int) -> None:
    """File variations of the same texts, and learn them."""
    items = [
        {"id": f"m{n}", "text": f"{TEXTS[n % 4]} {n // 4}", "session": f"s{n // 8}", "author": ("Ana", "Bia")[n % 2]}
        for n in range(count)
    ]
    for start in range(0, count, 500):
        api.add(user_id, *items[start : start + 500])
    while indexing.work_for(api.memory, api.whose(user_id).scope(api.memory)):
        pass


def _asked(api: Api, monkeypatch: pytest.MonkeyPatch) -> tuple[list[bytes], list[tuple[str, int]]]:
    """Ask as Ana; give the answers as they came, and each statement with the number of rows that it gave."""
    ran: list[tuple[str, int]] = []
    with monkeypatch.context() as patched:
        for kind in (SqliteSession, PostgresSession):
            rows = kind.rows

            def heard(session: Any, sql: str, parameters: Any, *, rows: Any = rows) -> Any:
                found = rows(session, sql, parameters)
                ran.append((sql, len(found)))
                return found

            patched.setattr(kind, "rows", heard)
        answers = [api.post("/v1/memory/search", {"user_id": "ana", "query": one}).content for one in QUESTIONS]
    # Who asks is looked up now and then, and the access log writes by itself; neither is of the search.
    return answers, sorted(one for one in ran if "vector" in one[0] or "posting" in one[0] or "FROM item" in one[0])


@dataclass(slots=True)
class Seen:
    """What a search of Ana's by a server that has nothing at hand gave, scored, ran and read."""

    hits: list[Hit]
    scores: list[list[tuple[int, float]]]
    statements: list[tuple[str, int]]
    persons: set[int]
    vectors: int

    @classmethod
    def of(cls, api: Api, monkeypatch: pytest.MonkeyPatch, question: str) -> Seen:
        """Search as Ana, and hear every statement that is run meanwhile."""
        seen = cls([], [], [], set(), 0)
        memory = Memory.of(api.memory.store, api.memory.clock, api.memory.secret, api.memory.embedder)
        with monkeypatch.context() as patched:
            for kind in (SqliteSession, PostgresSession):
                patched.setattr(kind, "rows", seen._heard(kind.rows))
            patched.setattr(actions, "ranked", seen._scored)
            seen.hits = actions.search(memory, api.whose("ana"), actions.Query(question), Filters(), most=100)
        return seen

    def _heard(self, rows: Callable[..., list[Row]]) -> Callable[..., list[Row]]:
        searching = get_ident()

        def heard(session: Any, sql: str, parameters: Any) -> list[Row]:
            found = rows(session, sql, parameters)
            # Beside the search, a thread of its own writes the access log.
            if get_ident() == searching:
                self.statements.append((sql, len(found)))
                self.persons.add(parameters["person"])
                self.vectors += len(found) if "passage, vector FROM vector" in sql else 0
            return found

        return heard

    def _scored(self, *asked: Any) -> list[tuple[int, float]]:
        self.scores.append(ranked(*asked))
        return self.scores[-1]


@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_near_duplicates_of_another_person_change_no_score_and_no_statement(
    api: Api, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """A server with nothing at hand gives the same hits by the same scores, and reads the same rows of Ana's alone."""
    _file(api, "ana", 60)
    before = [Seen.of(api, monkeypatch, one) for one in QUESTIONS]
    _file(api, "bia", count)
    after = [Seen.of(api, monkeypatch, one) for one in QUESTIONS]

    assert after == before
    assert all(one.hits for one in before)
    assert any(one.scores for one in before)
    found_by = [(hit.words is not None, hit.meaning is not None) for one in before for hit in one.hits]
    assert {(True, False), (False, True), (True, True)} <= set(found_by)
    for one in after:
        assert one.persons == {api.whose("ana").scope(api.memory).person}
        assert one.vectors in {0, 60}
    assert sum(one.vectors for one in after) >= 60


def test_what_a_search_reads_does_not_grow_with_another_persons_memory(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it shrink when all of that is forgotten: not a statement more or less, and not a row."""
    _file(api, "ana", 20)
    before = [Seen.of(api, monkeypatch, one) for one in QUESTIONS]
    _file(api, "bia", 40)
    api.add("bia", {"id": "m0", "text": f"{TEXTS[0]} Mudei de ideia."})
    beside = [Seen.of(api, monkeypatch, one) for one in QUESTIONS]
    api.forget("bia", everything=True)

    assert before == beside == [Seen.of(api, monkeypatch, one) for one in QUESTIONS]


@pytest.mark.slow
def test_ten_thousand_near_duplicates_of_another_person_change_nothing(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores, order, places, counts, statements and the rows they read are the same before and after, in both arms."""
    _file(api, "ana", 60)
    _asked(api, monkeypatch)
    before = _asked(api, monkeypatch)
    _file(api, "bia", 10_000)
    after = _asked(api, monkeypatch)
    assert all(b'"hits":[{' in answer for answer in before[0])
    assert after[0] == before[0]
    assert after[1] == before[1]
