"""The pages that are made from the code: `python -m tests.docs.generated` writes them, a test compares them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Final, get_type_hints

from ownwords import rest
from ownwords.domain import errors
from ownwords.domain.errors import Problem
from ownwords.domain.projects import ProjectSettings
from ownwords.rest.edge import Rest
from ownwords.settings import PREFIX, About, Settings
from ownwords.web.problems import STATUSES

DOCS: Final = Path(__file__).parents[2] / "docs"

_SETTINGS: Final = """# Settings

The server's settings are environment variables, read once at the start; `serve` takes `--host`, `--port` and
`--data` as well. A name that begins with `OWNWORDS_` and is no setting refuses to start.

| name | default | what it does |
|---|---|---|
"""

_OF_A_PROJECT: Final = """
## Of a project

Each project has its own, read with `GET /v1/project`, changed with `PATCH /v1/project` (a key of the scope
`project.write`) or `ownwords project set`: what is left out stays. Every server knows of a change within a second.
Rates are counted by each server for itself, in a bucket that holds the requests of a minute and is filled evenly over
one; beyond it the answer is 429 with `Retry-After`.

| name | default | what it does |
|---|---|---|
"""

_ERRORS: Final = """# Errors

Every error has one flat shape:

```json
{"error": "items_invalid", "code": "items_invalid", "message": "…", "status": 422, "request_id": "req_…",
 "errors": [{"pointer": "/items/3/at", "code": "not_a_time", "message": "…"}]}
```

`pointer` is a JSON pointer into the body; a message ends with what to do and never repeats a value. Where a code has
several causes, a field `reason` says which. Name the `request_id` when you ask about one.

| code | status | what it says |
|---|---|---|
"""


def pages() -> dict[Path, str]:
    """Give every generated page with its text."""
    return {
        DOCS / "settings.md": settings_page(),
        DOCS / "errors.md": errors_page(),
        DOCS / "openapi.json": openapi(),
    }


def settings_page() -> str:
    """Write the page of settings."""
    hints = get_type_hints(Settings, include_extras=True)
    rows = [
        (f"`{PREFIX}{one.name.upper()}`", f"`{one.default}`" if str(one.default) else "", about.text)
        for one in fields(Settings)
        for about in hints[one.name].__metadata__
        if isinstance(about, About)
    ]
    listed = "".join(f"| {name} | {default} | {about} |\n" for name, default, about in rows)
    return _SETTINGS + listed + _OF_A_PROJECT + "".join(_of_a_project())


def _of_a_project() -> Iterator[str]:
    for name, value in asdict(ProjectSettings()).items():
        yield f"| `{name}` | `{json.dumps(value)}` | {ProjectSettings.says()[name].text} |\n"


def errors_page() -> str:
    """Write the page of errors."""
    ordered = sorted(_all(), key=_place)
    rows = [f"| `{one.code}` | {_status(one)} | {(one.__doc__ or '').strip()} |\n" for one in ordered]
    return _ERRORS + "".join(rows)


def openapi() -> str:
    """Write the OpenAPI document."""
    # The handlers are only described here, and never called: no memory stands behind them.
    application = rest.application(Rest(None, None, None, None, None))  # pyright: ignore[reportArgumentType]
    return json.dumps(application.openapi(), indent=1, ensure_ascii=False) + "\n"


def _all() -> Iterator[type[Problem]]:
    for one in vars(errors).values():
        if isinstance(one, type) and issubclass(one, Problem) and one not in (Problem, errors.RefusesToServe):
            yield one


def _status(problem: type[Problem]) -> int:
    return next(STATUSES[kind] for kind in problem.__mro__ if kind in STATUSES)


def _place(problem: type[Problem]) -> tuple[int, str]:
    return _status(problem), problem.code


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
