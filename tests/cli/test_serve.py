from __future__ import annotations

import re
import socket
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cli.processes import ownwords, running
from tests.running import PLAIN

pytestmark = pytest.mark.slow  # real processes and real waits; `make test` runs them


def test_the_first_start_makes_a_project_and_prints_its_key_once(tmp_path: Path) -> None:
    """The first start prints a test key and later ones do not; database and secret are their owner's alone."""
    data = tmp_path / "data"
    with running(data) as first:
        keys = re.findall(r"csk_\w+", first.printed)
        assert len(keys) == 1
        assert keys[0].startswith("csk_test_")
        with first.client() as client:
            project = client.get("/v1/project").json()
            assert project["id"] in first.printed
        first.stop()
    with running(data, key=keys[0]) as second, second.client() as client:
        assert not re.search(r"csk_\w+", second.printed)
        assert client.get("/v1/project").json() == project
    assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE((data / "ownwords.db").stat().st_mode) == 0o600


def test_a_stop_is_graceful_and_says_so_to_whoever_started_it(tmp_path: Path) -> None:
    """SIGTERM ends the server with status 0."""
    with running(tmp_path / "data") as process:
        assert process.stop() == 0


def test_a_stop_writes_what_the_access_log_still_holds(tmp_path: Path) -> None:
    """The uses of the last second before a SIGTERM stand in the access log after the next start."""
    data = tmp_path / "data"
    with running(data) as process, process.client() as client:
        client.post("/v1/memory/add", json={"user_id": "ana", "items": [{"text": "oi"}]})
        process.stop()
    with running(data, key=process.key) as again, again.client() as client:
        accesses = client.get("/v1/memory/accesses", params={"user_id": "ana"}).json()["accesses"]
    assert [one["verb"] for one in accesses] == ["add"]


def test_a_stop_finishes_the_requests_that_run(tmp_path: Path) -> None:
    """A request that is being answered when SIGTERM comes is answered, and what it filed is there."""
    data = tmp_path / "data"
    items = [{"kind": "document", "id": f"d{n}", "text": "palavra nova " * 8_000} for n in range(60)]
    with running(data) as process, process.client() as client, ThreadPoolExecutor(1) as pool:
        job = pool.submit(client.post, "/v1/memory/add", json={"user_id": "ana", "items": items})
        time.sleep(0.25)
        process.popen.terminate()
        answer = job.result(60)
        process.popen.wait(30)
        assert answer.status_code == 200, answer.text
    with running(data, key=process.key) as again, again.client() as client:
        read = client.post("/v1/memory/read", json={"user_id": "ana", "limit": 500})
        assert len(read.json()["items"]) == 60


@pytest.mark.slow
def test_a_stop_does_not_wait_for_connections_that_only_stand_open(tmp_path: Path) -> None:
    """An idle keep-alive connection does not hold up the end."""
    with running(tmp_path / "data") as process:
        address = urlsplit(process.url)
        with socket.create_connection((address.hostname, address.port), timeout=10) as idle:
            idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert idle.recv(1_000).startswith(b"HTTP/1.1 200")
            began = time.monotonic()
            process.stop()
            assert time.monotonic() - began < 8


@pytest.mark.slow
def test_expiry_and_cleaning_go_on_by_themselves(tmp_path: Path) -> None:
    """A running server sweeps what has ended and cleans its files without being asked."""
    data = tmp_path / "data"
    with running(data) as process, process.client() as client:
        client.post("/v1/memory/add", json={"user_id": "ana", "items": [{"text": "oi"}]})
        receipt = client.post("/v1/memory/forget", json={"user_id": "ana", "everything": True}).json()
        end = time.monotonic() + 15
        purged = False
        while not purged and time.monotonic() < end:
            path = f"/v1/memory/receipts/{receipt['receipt_id']}"
            purged = client.get(path, params={"user_id": "ana"}).json()["purged"]
            time.sleep(0.05)
        assert purged


@pytest.mark.parametrize("name", ["OWNWORDS_PROT", "OWNWORDS_DATA_DIR", "OWNWORDS_"])
def test_a_setting_that_there_is_not_refuses_to_start(tmp_path: Path, name: str) -> None:
    """An unknown OWNWORDS_ variable is named and nothing starts: a misspelt setting is never silently ignored."""
    done = ownwords("doctor", data=tmp_path, settings={name: "1"})

    assert done.returncode == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "ownwords.db").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OWNWORDS_PORT", "x"),
        ("OWNWORDS_PORT", "-1"),
        ("OWNWORDS_LOG_LEVEL", "loud"),
        ("OWNWORDS_SECRET", "short"),
        ("OWNWORDS_PORT", "99999"),
    ],
)
def test_a_setting_of_the_wrong_kind_refuses_to_start(tmp_path: Path, name: str, value: str) -> None:
    """A value that is not of its setting's kind is named in a sentence, not in a traceback."""
    done = ownwords("serve", data=tmp_path, settings={name: value}, seconds=5)

    assert done.returncode not in {0, None}
    assert name in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    """A second server on one port ends with a message and a status, and does not hang."""
    with running(tmp_path / "data") as process:
        port = urlsplit(process.url).port
        done = ownwords("serve", "--port", str(port), data=tmp_path / "other")
        assert done.returncode not in {0, None}
        assert "Traceback" not in done.stderr
        assert httpx.get(f"{process.url}/healthz", verify=PLAIN).status_code == 200
