from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from ownwords.domain.ids import ProjectId
from ownwords.domain.projects import Project
from ownwords.domain.times import Instant
from tests.cli.processes import running
from tests.erasure.canaries import canary, left_in
from tests.erasure.telling import asked_again, tell
from tests.postgres import PostgresServer
from tests.running import Api, MovableClock

pytestmark = pytest.mark.slow  # real processes and real waits; `make test` runs them


def _remote(url: str, key: str) -> Api:
    """Give a client of a server in another process, in the shape that the telling wants."""
    nothing: Any = None
    return Api(url, key, nothing, Project(ProjectId(1), "", Instant(0)), MovableClock(), nothing)


def _bad_requests(client: httpx.Client) -> tuple[list[httpx.Response], list[str]]:
    """Send what is wrong in every way, each with a canary in it."""
    words: list[str] = []

    def word(*, ascii_only: bool = False) -> str:
        words.append(canary(ascii_only=ascii_only))
        return words[-1]

    def plain() -> str:
        return word(ascii_only=True)

    json = {"Content-Type": "application/json"}
    add = "/v1/memory/add"
    answers = [
        client.post(add, content=f'{{"user_id": "{word()}'.encode(), headers=json),
        client.post(add, content=f'{{"user_id": "{word()}", "items": NaN}}'.encode(), headers=json),
        client.post(add, content=f'{{"user_id": "{word()}", "user_id": "b"}}'.encode(), headers=json),
        client.post(add, content=f'{{"user_id": "a{word()}"}}'.encode("utf-16"), headers=json),
        client.post(add, content=word().encode(), headers={"Content-Type": "text/plain"}),
        client.post(add, json={"user_id": [word()], "items": [{"text": 1, "id": {"x": word()}}]}),
        client.post(add, json={"user_id": "a" * 300 + word(), "items": [{"text": word() + "\x00"}]}),
        client.post(add, json={"user_id": "a", "items": [{"text": "x", "role": word(), "at": word()}]}),
        client.post(add, json={"user_id": "a", "items": [{"text": "x", "expires": word(), "about": word()}]}),
        client.post(add, json={"user_id": "a", "items": [{"text": "x", "metadata": word()}]}),
        client.put(f"/v1/persons/{word()}", json={"timezone": word()}),
        client.patch("/v1/project", json={"loose_gap_minutes": word()}),
        client.get(f"/{word()}/{word()}", params={word(): word()}),
        client.delete(f"/v1/persons/{word()}"),
        client.get("/v1/project", headers={"Authorization": f"Bearer csk_test_{plain()}"}),
        client.get("/v1/project", headers={"Authorization": plain()}),
        client.get("/v1/project", headers={"Authorization": f"Bearer eyJ{plain()}.{plain()}.{plain()}"}),
        client.post(f"/v1/persons/{word()}/sessions", json={"scope": word(), word(): 1}),
        client.get("/v1/project", headers={"Host": f"{plain()}.example.com"}),
        client.get("/v1/project", headers={"Origin": f"http://[{plain()}"}),
        client.get("/v1/project", headers={"Origin": f"https://{plain()}.example.com"}),
        client.get("/v1/project", headers={"X-Request-Id": plain(), "Cookie": plain(), "Referer": plain()}),
        client.post(add, json={"user_id": "a", "items": []}, headers={"Idempotency-Key": f"{plain()} {plain()}"}),
        client.get("/v1/memory/threads", params={"user_id": "a", "order": word(), "limit": word()}),
    ]  # fmt: skip
    answers += [
        client.get(f"/v1/memory/{path}", params={"user_id": word(), "cursor": word()})
        for path in ("threads", "speakers", "about", "accesses", "export")
    ]
    return answers, words


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_no_word_of_any_request_is_in_the_log_the_metrics_or_an_error(
    tmp_path: Path, postgres_server: PostgresServer, database: str
) -> None:
    """At the debug level a server writes no personal text, for good requests and bad ones, and counts none of it."""
    settings = {"OWNWORDS_LOG_LEVEL": "debug"}
    if database == "postgres":
        settings["OWNWORDS_DATABASE_URL"] = postgres_server.create_database("logs")
        settings["OWNWORDS_SECRET"] = "s" * 64
    with running(tmp_path / "data", settings=settings) as process:
        with (api := _remote(process.url, process.key)).http as client:
            told = tell(api)
            asked_again(api, told)
            answers, words = _bad_requests(client)
            client.post("/v1/memory/forget", json={"user_id": told.user_id, "everything": True})
            metrics = client.get("/metrics").content
        process.stop()
        printed = process.output.read_bytes()
    words += [*told.stored.values(), *told.passing.values(), told.user_id]
    words += [body["user_id"] for _, body, _ in told.requests]

    refused = [answer for answer in answers if answer.status_code >= 400]
    assert len(refused) > 20
    assert len(printed) > 200, "there must be a log to look through"
    assert not left_in(printed, words)
    assert not left_in(metrics, words)
    assert not left_in(b"\n".join(answer.content for answer in refused), words)
    assert [answer.status_code for answer in answers if answer.status_code >= 500] == []


def test_a_request_writes_no_line_of_its_own_making(tmp_path: Path) -> None:
    """Line breaks and control characters in every field do not add lines to the log."""
    evil = "x\r\nERROR forged \x1b[31m{{7*7}}"
    with running(tmp_path / "data", settings={"OWNWORDS_LOG_LEVEL": "debug"}) as process:
        with process.client() as client:
            client.post("/v1/memory/add", json={"user_id": evil, "items": [{"text": evil, "id": evil}]})
            client.post("/v1/memory/add", json={"user_id": evil, "items": [{"text": evil, evil: 1, "role": evil}]})
            client.get("/v1/persons/" + "%0d%0aERROR%20forged")
            client.get("/v1/memory/threads", params={"user_id": evil, "cursor": evil})
        process.stop()
        printed = process.printed

    assert "forged" not in printed
    assert not re.search(r"[\x1b\r]", printed)
