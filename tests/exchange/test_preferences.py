from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ownwords.actions import preferences
from ownwords.domain.preferences import Key
from ownwords.rest import lines
from ownwords.storage.sqlite.store import SqliteStore
from tests.exchange.test_round_trip import OTHER
from tests.rest.test_preferences import BRANDS, SHOE, Ana
from tests.running import Api, Server, serving


@pytest.fixture
def ana(api: Api) -> Iterator[Ana]:
    """Ana, who has just signed in."""
    with api.signed_in("ana") as person:
        yield Ana(api, person)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    """A server of another secret, over a file of its own."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with closing(SqliteStore(folder / "ownwords.db", OTHER.fingerprint)) as store, serving(store) as server:
        yield server


def fill(ana: Ana) -> None:
    """Keep preferences of every make: cited, stated, inferred, corrected, emptied, without words, and forgotten."""
    ana.sets(quotes="stated")
    ana.says("Eu calço 42. Adoro Nike e adoro Puma.")
    ana.says("Uso tamanho M.", "vai")
    ana.buys("o1", lines=[SHOE], merchant="Loja")
    ana.remembers("shoe_size", "42")
    ana.remembers(BRANDS, ["Nike", "Puma"])
    ana.remembers("clothing_size", "M", "vai")
    ana.infers("preferred_merchants", ["Loja"], "o1")
    ana.remembers("dietary_restrictions", ["vegana"], quote="Sou vegana.")
    ana.calls(action="forget", key="dietary_restrictions")
    ana.api.clock.advance(1)
    ana.remembers("avoided_brands", ["Nike"], quote="Não quero Nike.")
    ana.remembers("shoe_size", "43", quote="Agora eu calço 43.")
    ana.api.forget("ana", ids=["vai"])


def export(api: Api) -> bytes:
    """Take the memory out."""
    return api.http.get("/v1/memory/export", params={"user_id": "ana"}).content


def kinds(exported: bytes) -> list[str]:
    """Give what each line is of."""
    return [json.loads(line)["type"] for line in exported.splitlines()]


def of_preferences(exported: bytes) -> bytes:
    """Give the lines that hold preferences."""
    return b"".join(line for line in exported.splitlines(keepends=True) if b'"type":"preference"' in line)


def test_a_persons_export_holds_their_preferences_and_a_keys_does_not(ana: Ana) -> None:
    """A key's leaves out the lines, and the tombstones by which it could tell that a preference was forgotten."""
    fill(ana)
    theirs, of_key = export(ana.person), export(ana.api)

    assert kinds(theirs).count("preference") == 5
    assert kinds(theirs).count("tombstone") == 2
    assert kinds(of_key).count("preference") == 0
    assert kinds(of_key).count("tombstone") == 1
    assert b"vegana" not in theirs


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_export_import_export_gives_the_same_bytes(ana: Ana, server: Server, elsewhere: Server, where: str) -> None:
    """By whoever holds the server's files: histories, evidence, what is no longer active, and what was forgotten."""
    fill(ana)
    exported = export(ana.person)
    with (other := (server if where == "here" else elsewhere).project()).http:
        other.clock.instant = ana.api.clock.instant
        for created in (7, 0):
            reader = lines.Reader(other.memory, other.whose("ana"))
            for line in exported.splitlines():
                reader.take(line)
            reader.flush()
            assert reader.brought.created == created
        with other.signed_in("ana") as person:
            assert export(person) == exported
            assert Ana(other, person).history() == ana.history()


def test_a_key_can_bring_in_no_preference(ana: Ana) -> None:
    """Lines that hold them, and tombstones of them, are refused by their place, and nothing of them is stored."""
    fill(ana)
    exported = export(ana.person)
    (buried,) = set(exported.splitlines()) - set(export(ana.api).splitlines()) - set(
        of_preferences(exported).splitlines()
    )  # fmt: skip
    for line in (of_preferences(exported).splitlines()[0], buried):
        answer = ana.api.http.post("/v1/memory/import", params={"user_id": "bia"}, content=line)
        assert answer.status_code == 422
        assert [(one["pointer"], one["code"]) for one in answer.json()["errors"]] == [("/0", "of_a_person")]
    with ana.api.signed_in("bia") as person:
        assert Ana(ana.api, person).history() == {"memories": [], "inactive": [], "forgotten": []}


def test_what_was_forgotten_after_the_export_never_comes_back(ana: Ana) -> None:
    """Neither what was declared before it was forgotten, nor anything inferred."""
    fill(ana)
    exported = of_preferences(export(ana.person))
    ana.api.clock.advance(1)
    for key in Key:
        ana.asks(action="forget", key=key.value)
    ana.api.clock.advance(1)
    reader = lines.Reader(ana.api.memory, ana.api.whose("ana"))
    for line in exported.splitlines():
        reader.take(line)
    reader.flush()
    assert reader.brought.created <= 1
    assert ana.kept() == {}


def test_what_a_person_brings_in_is_judged_as_a_call_is(ana: Ana) -> None:
    """A line whose words do not declare its value is refused: an import is no way around the person's own words."""
    ana.says("Eu calço 42. Não calço 44.")
    ana.remembers("shoe_size", "42")
    line = json.loads(of_preferences(export(ana.person)))
    ana.calls(action="forget", key="shoe_size")
    preferences.lift(ana.api.memory, ana.api.whose("ana"), Key.SHOE_SIZE)

    def brings(**version: Any) -> int:
        made = line | {"memory_id": "mem_" + "0" * 32, "versions": [line["versions"][0] | version]}
        return ana.person.http.post("/v1/memory/import", content=json.dumps(made).encode()).status_code

    cited = line["versions"][0]["evidence"][0]
    assert brings(value=["43"]) == 403
    assert brings(value=["44"], evidence=[cited | {"span": [13, 26]}]) == 403
    assert brings(value=["43"], evidence=[{"words": "Eu calço 43."}]) == 403
    assert brings(value=["42"], evidence=[]) == 403
    assert brings(value=["42"], evidence=[{}]) == 403
    assert brings(value=["999"]) == 422
    assert ana.kept() == {}
    assert brings() == 200
    assert ana.kept() == {("shoe_size", "declared"): "42"}
