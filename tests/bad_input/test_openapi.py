from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from itertools import product
from typing import Any

import pytest
import schemathesis
import schemathesis.checks
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import just
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks as of_openapi

from ownwords.actions import projects
from ownwords.domain.projects import ProjectSettings
from tests.running import Api

_GENERAL: Any = schemathesis.checks
_OF_OPENAPI: Any = of_openapi
CHECKS = [
    _GENERAL.not_a_server_error,
    _OF_OPENAPI.status_code_conformance,
    _OF_OPENAPI.content_type_conformance,
    _OF_OPENAPI.response_schema_conformance,
]


@schemathesis.serializer("application/jsonl")
def _lines(context: Any, value: Any) -> bytes:
    del context
    return str(value).encode("utf-8", "replace")


def _operations(api: Api) -> list[Any]:
    document = api.http.get("/openapi.json").json()
    schema: Any = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=api.url)
    return [found.ok() for found in schema.get_all_operations()]


def _call_all(api: Api, examples: int) -> tuple[int, set[str]]:
    """Call each operation with generated requests, good and bad ones; give how many, and what was not as documented."""
    called = 0
    wrong: set[str] = set()
    for operation, mode in product(_operations(api), GenerationMode):

        @seed(20260302)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        )
        @given(case=operation.as_strategy(generation_mode=mode), label=just(operation.label))
        def call(case: Any, label: str) -> None:
            nonlocal called
            called += 1
            headers = {"Authorization": f"Bearer {api.key}"}
            try:
                case.call_and_validate(headers=headers, checks=CHECKS)
            except FailureGroup as group:
                wrong.update(f"{label}: {' '.join(str(one).split())}" for one in group.exceptions)

        # What takes nothing can not be called wrongly.
        with suppress(Unsatisfiable):
            call()
    return called, wrong


@pytest.mark.slow
def test_the_document_is_true_to_the_server(api: Api) -> None:
    """A few hundred generated requests are answered as the OpenAPI document says, and none is a failure."""
    called, wrong = _call_all(api, 5)

    assert called >= 150
    assert wrong == set()


@pytest.mark.slow
def test_the_document_is_true_to_the_server_in_thousands_of_calls(api: Api) -> None:
    """The same for a few thousand."""
    called, wrong = _call_all(api, 60)

    assert called >= 1_500
    assert wrong == set()


def test_the_document_names_every_answer_that_the_routes_give(api: Api) -> None:
    """Each route of a person documents its refusals in the one flat shape, and that it needs a credential."""
    document = api.http.get("/openapi.json").json()
    for path, operations in document["paths"].items():
        if not path.startswith("/v1/"):
            continue
        for method, operation in operations.items():
            named = f"{method} {path}"
            assert {"401", "403"} <= operation["responses"].keys(), named
            assert {"200", "201"} & operation["responses"].keys(), named
            assert operation.get("security") or document.get("security"), named
            for status, response in operation["responses"].items():
                if status >= "400":
                    schema = response["content"]["application/json"]["schema"]
                    assert "HTTPValidationError" not in str(schema), named


def test_every_operation_has_a_summary_and_an_id_of_its_own(api: Api) -> None:
    """The document is good to generate clients from: ids are unique, summaries there."""
    document = api.http.get("/openapi.json").json()
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    assert all(one["summary"] and one["description"] for one in operations)
    assert len({one["operationId"] for one in operations}) == len(operations)


@pytest.fixture(autouse=True)
def default_settings(api: Api) -> None:
    """Generated settings of a project end with the test that made them."""
    projects.change(api.memory, api.project, asdict(ProjectSettings()))
