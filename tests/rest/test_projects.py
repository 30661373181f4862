from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields
from typing import Any

import pytest

from ownwords.actions import projects
from ownwords.domain.own_words import Mode
from ownwords.domain.projects import ProjectSettings, Quotes
from ownwords.domain.sizes import SizeSystem
from ownwords.ports import Store
from ownwords.rest.projects import SettingsIn, SettingsOut
from tests.running import Api

DEFAULTS = {
    "loose_gap_minutes": 30,
    "quotes": "auto",
    "own_words": "plain",
    "size_system": "BR",
    "infer_from_purchases": False,
    "diet_consent": False,
    "rate_per_key": 0,
    "rate_per_person": 0,
}
OTHERS: dict[str, Any] = {
    "loose_gap_minutes": 45,
    "quotes": "verified",
    "own_words": "strict",
    "size_system": "cm",
    "infer_from_purchases": True,
    "diet_consent": True,
    "rate_per_key": 1_000_000,
    "rate_per_person": 600,
}


def test_a_new_project_has_the_defaults(api: Api) -> None:
    """They are those of the contract."""
    assert api.get("/v1/project")["settings"] == DEFAULTS
    assert asdict(ProjectSettings()) == DEFAULTS


@pytest.mark.parametrize("name", DEFAULTS)
def test_each_setting_is_changed_alone(api: Api, name: str) -> None:
    """What is left out stays, the change is read at once, and both are kept as what they mean."""
    changed = api.http.patch("/v1/project", json={name: OTHERS[name]})
    assert changed.status_code == 200
    assert changed.json()["settings"] == DEFAULTS | {name: OTHERS[name]}
    assert api.get("/v1/project") == changed.json()
    kept = projects.get(api.memory, api.project).settings
    assert type(getattr(kept, name)) is type(getattr(ProjectSettings(), name))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("loose_gap_minutes", 0), ("loose_gap_minutes", 1_441), ("loose_gap_minutes", "30"),
        ("quotes", "AUTO"), ("quotes", "never"), ("quotes", None), ("quotes", 1),
        ("own_words", "lax"), ("own_words", True),
        ("size_system", "br"), ("size_system", "XX"), ("size_system", ""), ("size_system", "CM"),
        ("infer_from_purchases", "true"), ("infer_from_purchases", 1), ("infer_from_purchases", None),
        ("diet_consent", "yes"), ("diet_consent", 0),
        ("rate_per_key", -1), ("rate_per_key", 1_000_001), ("rate_per_key", 1.5), ("rate_per_key", None),
        ("rate_per_person", -1), ("rate_per_person", "10"), ("rate_per_person", True),
        ("rates", 5), ("name", "x"), ("id", "prj_1"), ("Quotes", "auto"),
    ],
)  # fmt: skip
def test_a_malformed_setting_changes_nothing(api: Api, name: str, value: Any) -> None:
    """It is refused by its pointer, and so are the good ones beside it."""
    answer = api.http.patch("/v1/project", json={"diet_consent": True, name: value})
    assert answer.status_code == 422
    assert {one["pointer"] for one in answer.json()["errors"]} == {f"/{name}"}
    assert api.get("/v1/project")["settings"] == DEFAULTS


def test_two_who_change_different_settings_at_once_both_do(api: Api) -> None:
    """A change is of what it names: nobody's is lost to another's."""
    changes = [{name: value} for name, value in OTHERS.items() if not name.startswith("rate")]

    def change(given: dict[str, Any]) -> int:
        return api.http.patch("/v1/project", json=given).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(change, changes)) == {200}
    rates = {"rate_per_key": 0, "rate_per_person": 0}
    assert api.get("/v1/project")["settings"] == OTHERS | rates


def test_settings_of_another_version_are_read(api: Api, store: Store) -> None:
    """What an earlier version did not know has its default; what only a later one knows is left alone."""
    for stored in ('{"loose_gap_minutes": 7}', '{"loose_gap_minutes": 7, "colour": "red"}'):
        _store(store, api.project.id, stored)
        time.sleep(1.1)
        assert api.get("/v1/project")["settings"] == DEFAULTS | {"loose_gap_minutes": 7}


def _store(store: Store, project: int, settings: str) -> None:
    def work(rows: Any) -> None:
        rows._session.run(
            "UPDATE project SET settings = :settings WHERE project = :project",
            {"settings": settings, "project": project},
        )

    store.projects(work)


def test_the_wire_knows_every_setting_and_every_value() -> None:
    """A setting, a size system or a way to take quotes that is new in the domain is new on the wire too."""
    names = {one.name for one in fields(ProjectSettings)}
    assert set(SettingsIn.model_fields) == set(SettingsOut.model_fields) == names
    kinds = {"quotes": Quotes, "own_words": Mode, "size_system": SizeSystem}
    for name, kind in kinds.items():
        assert set(SettingsIn.model_json_schema()["properties"][name]["enum"]) == {one.value for one in kind}
    assert all(said.text.endswith(".") for said in ProjectSettings.says().values())
