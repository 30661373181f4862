from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from ownwords import cli
from tests.cli.processes import ownwords, ran, ran_json, running
from tests.erasure.canaries import canary, left_in, left_in_files
from tests.running import PLAIN

pytestmark = pytest.mark.slow  # real processes and real waits; `make test` runs them


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands see none of the settings of whoever runs the tests."""
    for name in os.environ:
        if name.startswith("OWNWORDS_") and not name.startswith("OWNWORDS_TEST_"):
            monkeypatch.delenv(name)


def _run(*arguments: str | Path, data: Path, status: int = 0) -> str:
    """Run a command in this process and give what it printed."""
    done = CliRunner().invoke(cli.main, [*map(str, arguments), "--data", str(data)])
    assert done.exit_code == status, (done.output, done.exception)
    return done.stdout


def _json(*arguments: str | Path, data: Path) -> Any:
    return json.loads(_run(*arguments, "--json", data=data))


def _fill(client: httpx.Client, user_id: str = "ana") -> None:
    items = [{"id": f"m{n}", "text": f"mensagem {n}", "session": "s"} for n in range(5)]
    assert client.post("/v1/memory/add", json={"user_id": user_id, "items": items}).status_code == 200
    edit = {"user_id": user_id, "items": [{"id": "m0", "text": "editada"}]}
    assert client.post("/v1/memory/add", json=edit).status_code == 200


def _items(client: httpx.Client, user_id: str = "ana") -> set[str]:
    read = client.post("/v1/memory/read", json={"user_id": user_id, "limit": 500}).json()
    return {item["id"] for item in read["items"]}


# --- keys and projects -----------------------------------------------------------------------------------------------


def test_a_key_made_before_the_first_start_opens_the_server(tmp_path: Path) -> None:
    """`key create --json` works on an empty folder; the server then starts with that key and prints none."""
    data = tmp_path / "data"
    made = ran_json("key", "create", data=data)
    assert made["key"].startswith("csk_test_")
    with running(data, key=made["key"]) as process, process.client() as client:
        assert client.get("/v1/project").status_code == 200
        assert "csk_" not in process.printed


def test_keys_are_made_listed_and_revoked_while_the_server_runs(tmp_path: Path) -> None:
    """A key made beside a running server works at once, and stops within a second of being revoked."""
    data = tmp_path / "data"
    with running(data) as process:
        made = ran_json("key", "create", "--live", "--scope", "items.read", data=data)
        assert made["key"].startswith("csk_live_")
        headers = {"Authorization": f"Bearer {made['key']}"}
        with httpx.Client(base_url=process.url, headers=headers, verify=PLAIN) as client:
            assert client.get("/v1/project").status_code == 200
            refused = client.post("/v1/memory/add", json={"user_id": "a", "items": [{"text": "x"}]})
            assert refused.json()["code"] == "scope_missing"
            listed = _json("key", "list", data=data)["keys"]
            assert [key["id"] for key in listed if key["mode"] == "live"] == [made["id"]]
            revoked = _json("key", "revoke", made["id"], data=data)
            assert revoked["revoked_at"] is not None
            time.sleep(1.05)
            assert client.get("/v1/project").status_code == 401


def test_no_list_shows_a_key_and_no_scope_is_made_up(tmp_path: Path) -> None:
    """Lists name keys by id; a scope that there is not is refused; a key can be revoked once."""
    made = _json("key", "create", "--scope", "persons.issue", "--scope", "items.read", data=tmp_path)
    assert sorted(made["scopes"]) == ["items.read", "persons.issue"]
    listed = _run("key", "list", data=tmp_path) + _run("key", "list", "--json", data=tmp_path)
    assert made["key"] not in listed
    assert made["key"][9:] not in listed
    assert made["id"] in listed
    _run("key", "create", "--scope", "everything", data=tmp_path, status=2)
    _run("key", "revoke", made["id"], data=tmp_path)
    _run("key", "revoke", made["id"], data=tmp_path, status=1)
    _run("key", "revoke", "key_nobody", data=tmp_path, status=1)


def test_default_keys_have_the_default_scopes(tmp_path: Path) -> None:
    """A key made without scopes has the four that every key has, and not the two that must be asked for."""
    made = _json("key", "create", data=tmp_path)
    assert sorted(made["scopes"]) == ["catalogs.write", "items.read", "items.write", "purchases.write"]


def test_projects_are_made_listed_and_set(tmp_path: Path) -> None:
    """A project comes with its key; a setting is changed for that project alone."""
    first = _json("key", "create", data=tmp_path)
    made = _json("project", "create", "Loja", data=tmp_path)
    assert re.fullmatch(r"prj_[0-9a-z]{16}", made["id"])
    assert made["key"].startswith("csk_test_")
    assert made["key"] != first["key"]
    changed = _json("project", "set", "--loose-gap-minutes", "45", "--project", made["id"], data=tmp_path)
    assert changed["settings"]["loose_gap_minutes"] == 45
    listed = {one["name"]: one for one in _json("project", "list", data=tmp_path)["projects"]}
    assert listed["Loja"]["settings"]["loose_gap_minutes"] == 45
    assert listed["default"]["settings"]["loose_gap_minutes"] == 30
    keys = _json("key", "list", "--project", made["id"], data=tmp_path)["keys"]
    assert len(keys) == 1


def test_each_setting_of_a_project_has_an_option(tmp_path: Path) -> None:
    """What is named is changed, what is not stays, and a running server knows within a second."""
    data = tmp_path / "data"
    words = ["--quotes", "verified", "--own-words", "strict", "--size-system", "EU", "--infer-from-purchases"]
    numbers = ["--diet-consent", "--rate-per-key", "1000", "--rate-per-person", "60", "--loose-gap-minutes", "45"]
    with running(data) as process, process.client() as client:
        assert client.get("/v1/project").json()["settings"]["quotes"] == "auto"
        changed = ran_json("project", "set", *words, *numbers, data=data)["settings"]
        time.sleep(1.1)
        assert client.get("/v1/project").json()["settings"] == changed
    assert changed == {
        "loose_gap_minutes": 45, "quotes": "verified", "own_words": "strict", "size_system": "EU",
        "infer_from_purchases": True, "diet_consent": True, "rate_per_key": 1_000, "rate_per_person": 60,
    }  # fmt: skip
    assert _json("project", "set", "--no-diet-consent", data=data)["settings"] == changed | {"diet_consent": False}
    assert 'quotes  "verified"' in _run("project", "set", "--rate-per-key", "0", data=data)
    for wrong in (["--quotes", "never"], ["--size-system", "XX"], ["--rate-per-key", "-1"], ["--own-words", ""]):
        _run("project", "set", *wrong, data=data, status=2)


def test_a_token_of_the_command_line_signs_somebody_in(tmp_path: Path) -> None:
    """`ownwords token` prints a person token that the running server takes, for the port that it listens on."""
    data = tmp_path / "data"
    with running(data) as process:
        port = process.url.rpartition(":")[2]
        made = ran_json("token", "--user", "ana", "--port", port, "--seconds", "60", data=data)
        plain = ran("token", "--user", "ana", "--port", port, "--scope", "memory.read", data=data).strip()
        elsewhere = ran("token", "--user", "ana", "--port", "1", data=data).strip()
        statuses: list[int] = []
        for token in (made["token"], plain, elsewhere):
            headers = {"Authorization": f"Bearer {token}"}
            statuses.append(httpx.get(f"{process.url}/v1/memory/threads", headers=headers, verify=PLAIN).status_code)
        assert statuses == [200, 200, 401]
        assert made["token"] not in process.printed
    assert (made["expires_in"], made["scope"]) == (60, "memory.read memory.write")
    _run("token", "--user", "ana", "--seconds", "3601", data=data, status=2)
    _run("token", "--user", "ana", "--scope", "items.read", data=data, status=2)


def test_what_is_not_there_or_out_of_range_is_told_in_a_sentence(tmp_path: Path) -> None:
    """An unknown project, a gap out of range and an unknown command end with a status and no traceback."""
    _run("key", "list", "--project", "prj_0000000000000000", data=tmp_path, status=1)
    _run("project", "set", "--loose-gap-minutes", "0", data=tmp_path, status=2)
    _run("project", "set", data=tmp_path, status=2)
    done = ownwords("key", "list", "--project", "prj_x", data=tmp_path)
    assert done.returncode == 1
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["key", "create"], ["key", "list"], ["project", "create", "x"], ["project", "list"],
        ["project", "set", "--loose-gap-minutes", "5"], ["token", "--user", "ana"], ["migrate"], ["doctor"],
    ],
)  # fmt: skip
def test_whatever_prints_prints_json_when_asked(tmp_path: Path, command: list[str]) -> None:
    """With `--json` standard output is one JSON value and nothing else."""
    _run("key", "create", data=tmp_path)
    assert isinstance(_json(*command, data=tmp_path), dict)


def test_backup_and_restore_print_json_too(tmp_path: Path) -> None:
    """`backup --json` and `restore --json` print one JSON value."""
    data = tmp_path / "data"
    _run("key", "create", data=data)
    assert isinstance(_json("backup", tmp_path / "copy", data=data), dict)
    assert isinstance(_json("restore", tmp_path / "copy", data=data), dict)


def test_without_a_command_the_manual_is_printed() -> None:
    """`ownwords` alone, and `--help` of every command, tell what there is."""
    manual = CliRunner().invoke(cli.main, ["--help"]).output
    for command in ("serve", "key", "project", "export", "import", "migrate", "doctor", "backup", "restore"):
        assert command in manual
        done = CliRunner().invoke(cli.main, [command, "--help"])
        assert done.exit_code == 0
        assert "--data" in done.output or command in {"key", "project"}


def test_a_database_without_its_secret_refuses_to_start(tmp_path: Path) -> None:
    """Where the file `secret` is gone, or another one, nothing opens and no new secret is made."""
    _run("key", "create", data=tmp_path)
    secret = (tmp_path / "secret").read_text()
    (tmp_path / "secret").unlink()
    for text in (None, "0" * 64):
        if text is not None:
            (tmp_path / "secret").write_text(text)
        for command in (["doctor"], ["key", "list"], ["serve", "--port", "0"]):
            done = CliRunner().invoke(cli.main, [*command, "--data", str(tmp_path)])
            assert done.exit_code == 1
            assert "secret" in done.stderr
        assert (tmp_path / "secret").exists() is (text is not None)

    (tmp_path / "secret").write_text(secret)
    assert _json("key", "list", data=tmp_path)["keys"]


# --- export and import -----------------------------------------------------------------------------------------------


def test_export_import_export_is_byte_equal_also_under_another_secret(tmp_path: Path) -> None:
    """A memory taken out, brought into a new folder with a secret of its own, and taken out again, is the same file."""
    one, other = tmp_path / "one", tmp_path / "other"
    with running(one) as process, process.client() as client:
        _fill(client)
        client.post("/v1/memory/forget", json={"user_id": "ana", "ids": ["m4"]})
        ran("export", "--user", "ana", "--to", tmp_path / "first.jsonl", data=one)
        client.post("/v1/memory/forget", json={"user_id": "ana", "ids": ["m3"]})
        newer = ran("export", "--user", "ana", data=one)
    (tmp_path / "newer.jsonl").write_text(newer)

    assert _json("import", tmp_path / "newer.jsonl", "--user", "ana", data=other) == {
        "created": 3, "held": 0, "forgotten": 0, "expired": 0,
    }  # fmt: skip
    assert ran("export", "--user", "ana", data=other) == newer
    assert (one / "secret").read_text() != (other / "secret").read_text()

    for data in (one, other):
        counts = _json("import", tmp_path / "first.jsonl", "--user", "ana", data=data)
        assert counts == {"created": 0, "held": 3, "forgotten": 1, "expired": 0}
        assert ran("export", "--user", "ana", data=data) == newer


def test_an_export_does_not_write_over_a_file(tmp_path: Path) -> None:
    """A file that is there already is left as it is."""
    (tmp_path / "there").write_text("mine")
    done = ownwords("export", "--user", "ana", "--to", tmp_path / "there", data=tmp_path / "data")
    assert done.returncode == 1
    assert "there" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "there").read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        (b'{"type":"person","format":1,"user_id":"bia","timezone":"UTC"}\n', "/0/user_id"),
        (b"\n{\n", "/1"),
        (b'{"type":"item","id":"m1"}\n', "/0"),
        (b"\xff\xfe\n", "/0"),
    ],
)
def test_an_import_that_is_wrong_says_where(tmp_path: Path, content: bytes, pointer: str) -> None:
    """Another person's lines and malformed ones end with status 1 and the place of the fault."""
    (tmp_path / "lines").write_bytes(content)
    done = ownwords("import", tmp_path / "lines", "--user", "ana", data=tmp_path / "data")
    assert done.returncode == 1
    assert pointer in done.stderr
    assert "Traceback" not in done.stderr


# --- backup and restore ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_backup_is_whole_while_the_server_writes(tmp_path: Path) -> None:
    """A backup made under load is a database that checks clean and holds each acknowledged write before it."""
    data = tmp_path / "data"
    with running(data) as process, process.client() as client:
        for n in range(10):
            items = [{"id": f"{n}-{k}", "text": f"oi {k}"} for k in range(100)]
            client.post("/v1/memory/add", json={"user_id": "ana", "items": items})
            if n == 6:
                ran("backup", tmp_path / "copy.db", data=data)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT COUNT(*) FROM item").fetchone()[0] >= 700
    again = ownwords("backup", tmp_path / "copy.db", data=data)
    assert again.returncode == 1
    assert "Traceback" not in again.stderr


def test_a_restore_forgets_again_what_was_forgotten_since(tmp_path: Path) -> None:
    """After a restore what was forgotten or edited since is as the tombstones say, in every file, before it serves."""
    data = tmp_path / "data"
    words = [canary() for _ in range(3)]
    with running(data) as process, process.client() as client:
        _fill(client)
        items = [{"id": "secret", "text": words[0], "session": words[1], "author": words[2]}]
        client.post("/v1/memory/add", json={"user_id": "ana", "items": items})
        client.post("/v1/memory/add", json={"user_id": words[0], "items": [{"text": words[1]}]})
        ran("backup", tmp_path / "copy.db", data=data)
        receipt = client.post("/v1/memory/forget", json={"user_id": "ana", "ids": ["secret", "m1"]}).json()
        client.post("/v1/memory/forget", json={"user_id": words[0], "everything": True})
        client.post("/v1/memory/add", json={"user_id": "ana", "items": [{"id": "later", "text": "depois"}]})
        process.stop()
    assert left_in((tmp_path / "copy.db").read_bytes(), words) == set(words)
    printed = ran("restore", tmp_path / "copy.db", data=data)

    assert "3" in printed
    assert left_in_files(data, words) == {}
    with running(data, key=process.key) as again, again.client() as client:
        assert _items(client) == {"m0", "m2", "m3", "m4"}
        assert _items(client, words[0]) == set()
        body = {"user_id": "ana", "receipt_id": receipt["receipt_id"]}
        assert client.post("/v1/memory/verify", json=body).json()["clean"] is True
        (outcome,) = client.post(
            "/v1/memory/add", json={"user_id": "ana", "items": [{"id": "m1", "text": "volta"}]}
        ).json()["items"]
        assert outcome["status"] == "created"
        assert client.post("/v1/memory/verify", json=body).json()["clean"] is True


@pytest.mark.slow
def test_a_restore_of_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    """A file that is no database, or of another secret, is refused in a sentence, and the database stays."""
    data = tmp_path / "data"
    with running(data) as process, process.client() as client:
        _fill(client)
        process.stop()
    (tmp_path / "garbage").write_bytes(b"this is no database " * 1_000)
    other = tmp_path / "other"
    ran("key", "create", data=other)
    ran("backup", tmp_path / "others.db", data=other)

    for file in ("garbage", "others.db"):
        done = ownwords("restore", tmp_path / file, data=data)
        assert done.returncode == 1, file
        assert done.stderr.strip()
        assert "Traceback" not in done.stderr, file
    with running(data, key=process.key) as again, again.client() as client:
        assert len(_items(client)) == 5


# --- doctor ----------------------------------------------------------------------------------------------------------


def test_the_doctor_finds_what_is_wrong_and_says_what_to_do(tmp_path: Path) -> None:
    """A sound server is told so with status 0; open files and missing keys are named with what to do, status 1."""
    without = CliRunner().invoke(cli.main, ["doctor", "--json", "--data", str(tmp_path)])
    assert without.exit_code == 1
    assert any("key create" in fault for fault in json.loads(without.stdout)["faults"])
    _run("key", "create", data=tmp_path)
    sound = _json("doctor", data=tmp_path)
    assert sound["engine"] == "sqlite"
    assert sound["faults"] == []
    (tmp_path / "secret").chmod(0o644)
    opened = CliRunner().invoke(cli.main, ["doctor", "--json", "--data", str(tmp_path)])
    assert opened.exit_code == 1
    assert any("chmod 600" in fault for fault in json.loads(opened.stdout)["faults"])


@pytest.mark.slow
def test_the_doctor_finds_a_broken_database(tmp_path: Path) -> None:
    """A damaged file is told in a sentence with status 1."""
    _run("key", "create", data=tmp_path)
    path = tmp_path / "ownwords.db"
    content = bytearray(path.read_bytes())
    content[8_192:40_960] = b"\xaa" * (40_960 - 8_192)
    path.write_bytes(content)
    done = ownwords("doctor", "--json", data=tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
