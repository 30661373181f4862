from __future__ import annotations

import re
from typing import Any

from ownwords.domain import limits
from ownwords.domain.preferences import Key
from ownwords.web.tools import ACTIONS, DOCUMENT, tool
from tests.docs.generated import DOCS

PAGE = (DOCS / "tools.md").read_text(encoding="utf-8")
MEMORY = tool("codespar_memory")


def _rows() -> dict[str, list[str]]:
    rows = re.findall(r"^\| `(list|remember|correct|forget)` \|(.*)\|$", PAGE, re.MULTILINE)
    return {action: [cell.strip() for cell in rest.split("|")] for action, rest in rows}


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def test_the_page_names_each_tool_and_each_argument() -> None:
    """A heading a tool, and the arguments of each in their order."""
    assert re.findall(r"^## `(\w+)`$", PAGE, re.MULTILINE) == [one["name"] for one in DOCUMENT["tools"]]
    assert f"Arguments: {_listed(list(MEMORY['inputSchema']['properties']))}." in PAGE


def test_the_page_says_of_each_action_what_the_document_says() -> None:
    """Its one-line summary, what it needs and takes, and its money class."""
    actions: dict[str, Any] = MEMORY["_meta"][ACTIONS]
    assert list(actions) == MEMORY["inputSchema"]["properties"]["action"]["enum"]
    assert _rows() == {
        name: [one["summary"], _listed(one["needs"]), _listed(one["takes"]), one["money"]]
        for name, one in actions.items()
    }
    assert {one["money"] for one in actions.values()} == {"no"}


def test_the_document_has_the_keys_and_bounds_of_the_rules() -> None:
    """What the document allows is what the rules hold."""
    properties = MEMORY["inputSchema"]["properties"]
    assert properties["key"]["enum"] == list(Key)
    assert properties["quote"]["maxLength"] == limits.QUOTE_CHARACTERS
    assert properties["memory_id"]["maxLength"] == properties["purchase_id"]["maxLength"] == limits.ID_CHARACTERS
    assert MEMORY["inputSchema"]["additionalProperties"] is False
    known = {name for one in MEMORY["_meta"][ACTIONS].values() for name in (*one["needs"], *one["takes"])}
    assert known | {"action"} == set(properties)
