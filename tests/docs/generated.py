"""The pages that are made from the code: `python -m tests.docs.generated` writes them, a test compares them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final, get_type_hints

from ownwords import rest
from ownwords.domain import errors
from ownwords.domain.errors import Problem
from ownwords.rest.edge import Rest
from ownwords.settings import PREFIX, About, Settings
from ownwords.web.problems import STATUSES

DOCS: Final = Path(__file__).parents[2] / "docs"


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
    head = (
        "# Settings\n\nThe server's settings are environment variables, read once at the start; `serve` takes "
        "`--host`, `--port` and\n`--data` as well. A name that begins with `OWNWORDS_` and is no setting refuses to start. A "
        "project's own setting,\n`loose_gap_minutes` (30: the pause after which messages without a session are a new "
        "conversation), is changed with\n`PATCH /v1/project` or `ownwords project set`.\n\n"
        "| name | default | what it does |\n|---|---|---|\n"
    )
    return head + "".join(f"| {name} | {default} | {about} |\n" for name, default, about in rows)


def errors_page() -> str:
    """Write the page of errors."""
    head = (
        "# Errors\n\nEvery error has one flat shape:\n\n```json\n"
        '{"error": "items_invalid", "code": "items_invalid", "message": "…", "status": 422, "request_id": "req_…",\n'
        ' "errors": [{"pointer": "/items/3/at", "code": "not_a_time", "message": "…"}]}\n```\n\n'
        "`pointer` is a JSON pointer into the body; a message ends with what to do and never repeats a value. Name "
        "the\n`request_id` when you ask about one.\n\n| code | status | what it says |\n|---|---|---|\n"
    )
    rows = [
        f"| `{one.code}` | {_status(one)} | {(one.__doc__ or '').strip()} |\n" for one in sorted(_all(), key=_place)
    ]
    return head + "".join(rows)


def openapi() -> str:
    """Write the OpenAPI document."""
    # The handlers are only described here, and never called: no memory stands behind them.
    application = rest.application(Rest(None, None, None, None))  # pyright: ignore[reportArgumentType]
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
