from __future__ import annotations

from typing import Any

import pytest

from ownwords.actions import indexing
from ownwords.storage.postgres.session import PostgresSession
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
    while indexing.work(api.memory):
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
