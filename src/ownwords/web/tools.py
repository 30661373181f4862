"""The document of the tools: the one source of their names, arguments and summaries, for every edge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

DOCUMENT: Final[dict[str, Any]] = json.loads(resources.files("ownwords.web").joinpath("tools.json").read_text("utf-8"))
"""What `tools/list` and `GET /v1/meta-tools.json` publish."""

ACTIONS: Final = "ownwords.dev/actions"
"""Under which name a tool says what each of its actions needs and takes, and its money class."""


def tool(name: str) -> Mapping[str, Any]:
    """Give the document of one tool."""
    return next(one for one in DOCUMENT["tools"] if one["name"] == name)


def as_codespar() -> dict[str, Any]:
    """Write the document as codespar's meta-tools have it: flat properties, and what is allowed in the description."""
    return {"tools": [_definition(one) for one in DOCUMENT["tools"]]}


def _definition(one: Mapping[str, Any]) -> dict[str, Any]:
    schema = one["inputSchema"]
    properties = {name: _flat(given) for name, given in schema["properties"].items()}
    return {
        "name": one["name"],
        "description": one["description"],
        "input_schema": {"type": "object", "properties": properties, "required": schema["required"]},
        "contract": {"properties": list(properties), "required": schema["required"]},
    }


def _flat(given: Mapping[str, Any]) -> dict[str, Any]:
    kind = given.get("type") or given["anyOf"][0]["type"]
    allowed = f" One of: {', '.join(given['enum'])}." if "enum" in given else ""
    return {"type": kind, "description": given["description"] + allowed}
