from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ownwords.actions import upkeep
from ownwords.actions.restoring import carry_over
from ownwords.ports import Store
from tests.erasure.canaries import canary, left_in_files
from tests.running import Api, serving, sqlite_store
from tests.storage.contents import counts, tables

END = "2026-03-02T13:00:00Z"
OLD, NEW = "2026-01-01T10:00:00Z", "2026-02-01T10:00:00Z"


def add(api: Api, *purchases: dict[str, Any], user_id: str = "ana") -> list[dict[str, Any]]:
    """File purchases and give what became of each."""
    answer = api.post("/v1/purchases", {"user_id": user_id, "purchases": list(purchases)})
    assert answer.status_code == 200, answer.text
    return answer.json()["purchases"]


def names(api: Api, user_id: str = "ana") -> set[str]:
    """Give the ids of the purchases that are there."""
    found = api.post("/v1/purchases/read", {"user_id": user_id, "limit": 500}).json()["purchases"]
    return {one["id"] for one in found}


def verify(api: Api, receipt: dict[str, Any]) -> dict[str, Any]:
    """Look for what went."""
    return api.post("/v1/memory/verify", {"user_id": "ana", "receipt_id": receipt["receipt_id"]}).json()


def fill(api: Api) -> None:
    """File items and purchases with versions, among them an item and a purchase of one id."""
    api.add("ana", {"id": "m1", "text": "oi", "at": OLD, "session": "s"}, {"id": "o1", "text": "oi", "at": NEW})
    add(api, {"id": "o1", "merchant": "a", "at": OLD}, {"id": "o2", "merchant": "b", "at": NEW})
    add(api, {"id": "o1", "returned": True}, {"id": "o1", "gift": True}, {"id": "o3", "merchant": "c", "at": OLD})


EXTENTS: dict[str, tuple[dict[str, Any], set[str], set[str]]] = {
    "purchases": ({"purchases": ["o1", "o3"]}, {"o2"}, {"m1", "o1"}),
    "ids": ({"ids": ["o1"]}, {"o1", "o2", "o3"}, {"m1"}),
    "session": ({"session": "s"}, {"o1", "o2", "o3"}, {"o1"}),
    "before": ({"before": NEW}, {"o2"}, {"o1"}),
    "everything": ({"everything": True}, set(), set()),
}


@pytest.mark.parametrize("how", EXTENTS)
def test_each_extent_takes_the_purchases_it_names_and_no_others(api: Api, store: Store, how: str) -> None:
    """By their own ids, by time and with everything; the receipt counts what the tables lost, and `verify` is clean."""
    fill(api)
    before = counts(store, api.project.id)
    extent, purchases, items = EXTENTS[how]

    receipt = api.forget("ana", **extent)

    after = counts(store, api.project.id)
    lost = {table: before[table] - after[table] for table in before}
    assert names(api) == purchases
    assert {item["id"] for item in api.read("ana")} == items
    assert receipt["forgotten"]["purchases"] == lost["purchase"] == 3 - len(purchases)
    assert receipt["forgotten"]["purchase_versions"] == lost["purchase_version"] + lost["purchase"]
    assert receipt["forgotten"]["items"] == lost["item"] == 2 - len(items)
    assert after["tombstone"] - before["tombstone"] == lost["purchase"] + lost["item"]
    assert verify(api, receipt)["clean"] is True
    assert api.get(f"/v1/memory/receipts/{receipt['receipt_id']}", user_id="ana")["forgotten"] == receipt["forgotten"]


def test_unknown_purchases_and_those_of_others_are_not_found_alike(api: Api) -> None:
    """They stand under `not_found`, an item's id too, and nobody else loses anything."""
    fill(api)
    add(api, {"id": "o9", "merchant": "x"}, user_id="bia")

    receipt = api.forget("ana", purchases=["o1", "o9", "nobody", "m1", "nobody"])

    assert receipt["not_found"] == ["o9", "nobody", "m1"]
    assert receipt["forgotten"]["purchases"] == 1
    assert names(api, "bia") == {"o9"}
    again = api.forget("ana", purchases=["o1"])
    assert (again["not_found"], again["forgotten"]["purchases"]) == (["o1"], 0)


def test_forgotten_and_filed_again_is_a_new_purchase_that_does_not_count_against_the_receipt(api: Api) -> None:
    """Version 1, the new date, no earlier versions; `verify` stays clean."""
    fill(api)
    receipt = api.forget("ana", purchases=["o1"])
    (outcome,) = add(api, {"id": "o1", "merchant": "a", "at": NEW})

    assert (outcome["status"], outcome["version"]) == ("created", 1)
    versions = api.post("/v1/purchases/versions", {"user_id": "ana", "id": "o1"}).json()["versions"]
    assert [one["at"] for one in versions] == [NEW]
    verified = verify(api, receipt)
    assert verified["clean"] is True
    assert verified["searched"]["purchase"] == 3


@pytest.mark.parametrize("table", ["purchase", "purchase_version"])
def test_verify_finds_a_purchase_that_was_left_behind(api: Api, table: str) -> None:
    """`verify` is no ceremony: a row that was put back by hand is found, in either table."""
    fill(api)
    scope = api.whose("ana").scope(api.memory)
    (purchase,) = api.memory.store.read(scope, lambda rows: rows.purchases.by_ids(["o1"]).values())
    (versions,) = api.memory.store.read(scope, lambda rows: rows.purchases.versions([purchase.number]).values())
    receipt = api.forget("ana", purchases=["o1"])

    def put_back(transaction: Any) -> None:
        if table == "purchase":
            transaction.purchases.put([purchase])
        else:
            transaction.purchases.keep_versions(versions[:1])

    api.memory.store.write(scope, put_back)

    verified = verify(api, receipt)
    assert verified["clean"] is False
    assert verified["left"][table] == 1


def everywhere(api: Api) -> list[Any]:
    """Give what each read path has of the purchase `o1`."""
    export = api.http.get("/v1/memory/export", params={"user_id": "ana"}).text
    return [
        names(api),
        api.post("/v1/purchases/read", {"user_id": "ana", "ids": ["o1"]}).json()["purchases"],
        api.post("/v1/purchases/versions", {"user_id": "ana", "id": "o1"}).json().get("versions"),
        '"purchase"' in export,
    ]


def test_a_purchase_is_there_until_its_instant_and_not_at_it(api: Api) -> None:
    """One microsecond before its end every read path shows it; at the instant none does, and what stays, stays."""
    api.add("ana", {"id": "m1", "text": "fica"})
    add(api, {"id": "o1", "merchant": "a"})
    add(api, {"id": "o1", "expires": END})

    api.clock.set("2026-03-02T12:59:59.999999Z")
    assert all(everywhere(api))
    api.clock.set(END)
    assert not any(everywhere(api))
    assert len(api.read("ana")) == 1


@pytest.mark.parametrize("path", range(4))
def test_the_first_path_that_asks_shows_nothing_either(api: Api, path: int) -> None:
    """No read path depends on another one, or on the sweep, to have looked first."""
    add(api, {"id": "o1", "merchant": "a", "expires": END})
    api.clock.set(END)
    paths = {
        0: lambda: names(api),
        1: lambda: api.post("/v1/purchases/read", {"user_id": "ana", "ids": ["o1"]}).json()["purchases"],
        2: lambda: api.post("/v1/purchases/versions", {"user_id": "ana", "id": "o1"}).json().get("versions"),
        3: lambda: '"purchase"' in api.http.get("/v1/memory/export", params={"user_id": "ana"}).text,
    }
    assert not paths[path]()


def test_the_sweep_removes_for_good_without_any_read(api: Api, store: Store) -> None:
    """`upkeep.expire` alone removes every row of what has ended, of persons who have items, purchases or both."""
    add(api, {"id": "o1", "merchant": "a", "expires": END}, {"id": "o2", "merchant": "b"})
    add(api, {"id": "o1", "gift": True})
    api.add("ana", {"id": "m1", "text": "vai", "expires": END})
    api.add("bia", {"id": "m1", "text": "vai", "expires": END})
    api.clock.set(END)

    assert upkeep.expire(api.memory) >= 2

    rows = counts(store, api.project.id)
    assert (rows["item"], rows["purchase"], rows["purchase_version"], rows["tombstone"]) == (0, 1, 0, 3)
    assert upkeep.expire(api.memory) == 0


def test_a_past_end_is_accepted_and_nothing_is_stored(api: Api, store: Store) -> None:
    """Neither of a new purchase nor of one that memory held; it can come again in the same batch."""
    add(api, {"id": "o1", "merchant": "a"}, {"id": "o1", "gift": True})
    outcomes = add(
        api,
        {"id": "o1", "expires": "2020-01-01"},
        {"id": "o2", "merchant": "b", "expires": "2026-03-02T12:00:00Z"},
        {"id": "o3", "merchant": "c", "expires": "2020-01-01"},
        {"id": "o3", "merchant": "d"},
    )

    assert [(one["status"], one["version"]) for one in outcomes] == [
        ("expired", 3), ("expired", 1), ("expired", 1), ("created", 1),
    ]  # fmt: skip
    assert names(api) == {"o3"}
    rows = counts(store, api.project.id)
    assert (rows["purchase"], rows["purchase_version"], rows["tombstone"]) == (1, 0, 1)


def test_after_everything_nothing_of_a_purchase_is_left_but_its_tombstone(api: Api, store: Store) -> None:
    """No row names a merchant or a line any more."""
    word = canary()
    add(api, {"id": word, "merchant": word, "lines": [{"name": word}]}, {"id": word, "gift": True})
    api.forget("ana", everything=True)
    api.accesses.write(store)

    assert word not in repr(tables(store, api.project.id))
    assert counts(store, api.project.id)["tombstone"] == 1


def test_a_restored_backup_forgets_purchases_again(sqlite_api: Api, tmp_path: Path) -> None:
    """What was forgotten since the backup is forgotten in it, what was filed again since is not, nor is the rest."""
    gone, kept = canary(), canary()
    add(sqlite_api, {"id": "o1", "merchant": gone}, {"id": "o2", "merchant": kept})
    add(sqlite_api, {"id": "o1", "gift": True})
    (tmp_path / "restored").mkdir()
    sqlite_api.memory.store.backup(tmp_path / "restored" / "ownwords.db")
    sqlite_api.clock.advance(1)
    receipt = sqlite_api.forget("ana", purchases=["o1"])
    store = sqlite_store(tmp_path / "restored")
    with serving(store, sqlite_api.clock) as server:
        assert carry_over(sqlite_api.memory.store, server.memory) == 1
        upkeep.clean(server.memory)
        other = Api(server.url, sqlite_api.key, server.memory, sqlite_api.project, sqlite_api.clock, server.accesses)
        with other.http:
            assert names(other) == {"o2"}
            assert verify(other, receipt)["clean"] is True
    store.close()
    assert left_in_files(tmp_path / "restored", [gone, kept]).keys() == {kept}
