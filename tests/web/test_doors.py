from __future__ import annotations

import json
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from ownwords.web.doors import Hosts
from tests.running import PLAIN, Api


def _spoken(api: Api, request: bytes) -> bytes:
    """Send bytes over a socket of their own and give what comes back."""
    host, port = urlsplit(api.url).hostname, urlsplit(api.url).port
    with socket.create_connection((host, port), timeout=20) as connection:
        connection.sendall(request)
        found = b""
        while not _is_whole(found) and (part := connection.recv(65_536)):
            found += part
        return found


def _is_whole(answer: bytes) -> bool:
    head, parted, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return bool(parted) and length is not None and len(body) >= int(length[1])


@pytest.mark.parametrize(
    "host", ["evil.example.com", "127.0.0.1.evil.com", "", "localhost.evil.com:80", "169.254.169.254", "[::2]"]
)
def test_a_host_that_is_not_ours_is_refused(api: Api, host: str) -> None:
    """A page that points its name at this machine is told 421, so that a browser can not be turned on the server."""
    answer = api.http.get("/healthz", headers={"Host": host})

    assert answer.status_code == 421
    assert answer.json()["code"] == "host_not_allowed"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "LOCALHOST:1", "[::1]", "[::1]:8787", "127.0.0.1:9"])
def test_the_names_of_this_machine_are_served(api: Api, host: str) -> None:
    """Loopback names are served on any port."""
    assert api.http.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example.com",
        "null",
        "http://localhost:1",
        "http://[",
        "http://[::1",
        "x",
        "",
        "http://127.0.0.1",
        "javascript:1",
        "https://",
        "://",
    ],
)
def test_a_page_of_another_site_is_refused(api: Api, origin: str) -> None:
    """An Origin that is not the server's own is 403 `origin_not_allowed`, however written, and nothing is done."""
    body = {"user_id": "ana", "items": [{"text": "oi"}]}

    answer = api.http.post("/v1/memory/add", json=body, headers={"Origin": origin})

    assert answer.status_code == 403
    assert answer.json()["code"] == "origin_not_allowed"
    assert "access-control-allow-origin" not in answer.headers
    assert api.read("ana") == []


def test_the_servers_own_page_is_let_in(api: Api) -> None:
    """An Origin that is the server's own address passes."""
    assert api.http.get("/v1/project", headers={"Origin": api.url}).status_code == 200


def test_configured_names_are_served_and_no_others() -> None:
    """Names that were set are served in any case and on any port; with none known, every name is."""
    named = Hosts({"memory.example.com"})

    assert named.allow("Memory.Example.com:443")
    assert not named.allow("example.com")
    assert Hosts(set(), every=True).allow("anything")


def test_every_answer_names_its_request_and_is_not_kept(api: Api) -> None:
    """Good answers and refusals carry a request id, the same in head and body, and forbid being cached."""
    answers = [
        api.http.get("/v1/project"),
        api.http.get("/v1/nothing"),
        api.http.get("/healthz", headers={"Host": "x"}),
        api.http.put("/v1/memory/add"),
        api.post("/v1/memory/add", {}),
        httpx.get(api.url + "/v1/project", verify=PLAIN),
    ]
    for answer in answers:
        assert answer.headers["X-Request-Id"].startswith("req_")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if answer.status_code >= 400:
            assert answer.json()["request_id"] == answer.headers["X-Request-Id"]
            assert answer.json()["status"] == answer.status_code
            assert answer.json()["error"] == answer.json()["code"]
    assert len({answer.headers["X-Request-Id"] for answer in answers}) == len(answers)


def test_a_body_over_the_limit_is_refused_by_its_length_before_it_is_read(api: Api) -> None:
    """33 MiB with a Content-Length is 413, told from the head alone."""
    head = (
        f"POST /v1/memory/add HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {api.key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {33 * 1024 * 1024}\r\n\r\n"
    )

    assert _spoken(api, head.encode()).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("path", ["/v1/memory/add", "/v1/memory/import?user_id=ana"])
def test_a_body_over_the_limit_is_refused_also_where_it_does_not_say_so(api: Api, path: str) -> None:
    """33 MiB in chunks, without a Content-Length, is 413 `body_too_large` as well, and nothing is stored."""
    part = b" " * (1024 * 1024)

    answer = api.http.post(path, content=(part for _ in range(33)), headers={"Content-Type": "application/json"})

    assert answer.status_code == 413
    assert answer.json()["code"] == "body_too_large"
    assert api.read("ana") == []


def test_a_body_of_just_the_limit_is_taken(api: Api) -> None:
    """A body of exactly 32 MiB is read; one byte more is not."""
    body = b'{"user_id":"ana"}'
    whole = body + b" " * (32 * 1024 * 1024 - len(body))
    headers = {"Content-Type": "application/json"}

    assert api.http.post("/v1/memory/read", content=whole, headers=headers).status_code == 200
    assert api.http.post("/v1/memory/read", content=whole + b" ", headers=headers).status_code == 413


@pytest.mark.slow
def test_200_clients_that_hang_up_leave_the_server_well(api: Api) -> None:
    """Connections cut in the middle of requests, before and after the body, cost later callers nothing."""
    items: list[dict[str, Any]] = [{"text": f"mensagem {n}", "session": "s"} for n in range(200)]
    body = json.dumps({"user_id": "ana", "items": items}).encode()
    head = (
        f"POST /v1/memory/add HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {api.key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    address = (urlsplit(api.url).hostname, urlsplit(api.url).port)

    def hang_up(number: int) -> None:
        sent = head + body if number % 2 else head + body[: len(body) // 2]
        with socket.create_connection(address, timeout=20) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.sendall(sent)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(hang_up, range(200)))

    began = time.monotonic()
    assert api.add("bia", {"id": "m1", "text": "oi"})[0]["status"] == "created"
    assert api.search("bia", "oi")
    assert api.http.get("/readyz").status_code == 200
    assert time.monotonic() - began < 20
    assert len(api.post("/v1/memory/read", {"user_id": "ana", "limit": 1}).json()["items"]) <= 1


def test_metrics_count_by_route_and_never_by_path(api: Api) -> None:
    """`/metrics` names templates and statuses; no person, no path that somebody made up."""
    api.http.get("/v1/persons/somebody-special")
    api.http.get("/v1/made-up-path")
    api.add("somebody-special", {"text": "oi"})

    text = api.http.get("/metrics").text

    assert "somebody" not in text
    assert "made-up" not in text
    assert 'route="/v1/memory/add",status="200"' in text
    assert 'ownwords_items_total{status="created"}' in text


def test_an_unknown_path_and_a_wrong_method_are_told_apart(api: Api) -> None:
    """An unknown path is 404; a known one with another method is 405 and names the ones it takes."""
    for path in ("/v1/nothing", "/v1/memory", "/v1/memory/add/", "/V1/memory/add", "/", "/v1/memory/add/x"):
        assert api.http.get(path).json()["code"] == "not_found", path
    for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS"):
        answer = api.http.request(method, "/v1/memory/add")
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
        assert answer.json()["code"] == "method_not_allowed"
    answer = api.http.delete("/v1/persons/ana")
    assert answer.status_code == 405
    assert {one.strip() for one in answer.headers["Allow"].split(",")} >= {"GET", "PUT"}


@pytest.mark.parametrize(
    "user_id",
    [
        "a/b",
        "a?b",
        "a#b",
        "a%b",
        "%2F",
        "a b",
        "ção",
        "😀",
        ".",
        "..",
        "a/../b",
        "a//b",
        "x" * 256,
        "+",
        "&=",
        "sessions",
    ],
)
def test_any_id_round_trips_through_a_path_and_a_query(api: Api, user_id: str) -> None:
    """A percent-encoded id is that id: `/`, `?`, `#`, `%`, dots and spaces too."""
    api.add(user_id, {"text": "oi"})
    encoded = "".join(f"%{byte:02X}" for byte in user_id.encode())
    head = f"Host: localhost\r\nAuthorization: Bearer {api.key}\r\nConnection: close\r\n"

    path = _spoken(api, f"GET /v1/persons/{encoded} HTTP/1.1\r\n{head}\r\n".encode())
    query = _spoken(api, f"GET /v1/memory/threads?user_id={encoded} HTTP/1.1\r\n{head}\r\n".encode())

    assert json.loads(path.partition(b"\r\n\r\n")[2])["user_id"] == user_id
    assert len(json.loads(query.partition(b"\r\n\r\n")[2])["threads"]) == 1
