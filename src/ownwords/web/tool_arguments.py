"""Checking a tool's arguments by its document: closed, each fault by its pointer, with what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from ownwords.domain.errors import Fault, InvalidRequest
from ownwords.domain.texts import is_storable
from ownwords.web.tools import ACTIONS

_LENGTHS: Final = ("minLength", "maxLength")


def checked(tool: Mapping[str, Any], given: Any, *, left_to_rules: frozenset[str], within: str = "") -> dict[str, Any]:
    """Check arguments by the schema of a tool and by what its action needs and takes; give them.

    What a rule of the domain judges, with a code of its own, is `left_to_rules`. Pointers begin with `within`.

    Raises:
        InvalidRequest: with one entry a fault.
    """
    if not isinstance(given, dict):
        fault = Fault(within, "wrong_type", f"the arguments are an object; send one with {_actions(tool)}")
        raise InvalidRequest(faults=(fault,))
    arguments = cast("dict[str, Any]", given)
    found = [*_of_schema(tool, arguments, left_to_rules), *_of_action(tool, arguments)]
    if found:
        raise InvalidRequest(faults=tuple(Fault(within + one.pointer, one.code, one.message) for one in found))
    return arguments


def _of_schema(tool: Mapping[str, Any], given: Mapping[str, Any], left: frozenset[str]) -> Iterator[Fault]:
    properties: Mapping[str, Any] = tool["inputSchema"]["properties"]
    for name, value in given.items():
        if name not in properties:
            allowed = ", ".join(properties)
            yield Fault(_pointer(name), "unknown_field", f"there is no such argument; the arguments are {allowed}")
        elif name not in left:
            yield from _of_value(name, properties[name], value)


def _of_value(name: str, schema: Mapping[str, Any], value: Any) -> Iterator[Fault]:
    pointer = _pointer(name)
    if not isinstance(value, str):
        yield Fault(pointer, "wrong_type", "it is a string; send one, or leave it out")
    elif "enum" in schema and value not in schema["enum"]:
        yield Fault(pointer, "not_allowed", f"it is one of {', '.join(schema['enum'])}; send one of these")
    elif "maxLength" in schema and not schema["minLength"] <= len(value) <= schema["maxLength"]:
        least, most = (schema[bound] for bound in _LENGTHS)
        yield Fault(pointer, "too_long" if value else "too_short", f"it has {least} to {most} characters; mend it")
    elif not is_storable(value):
        yield Fault(pointer, "text_not_storable", "NUL and lone surrogates can not be stored; leave them out")


def _of_action(tool: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[Fault]:
    actions: Mapping[str, Any] = tool["_meta"][ACTIONS]
    action = given.get("action")
    if action is None and "action" not in given:
        yield Fault("/action", "missing", f"it is needed; send {_actions(tool)}")
    if not isinstance(action, str) or action not in actions:
        return
    needs, takes = actions[action]["needs"], actions[action]["takes"]
    for name in needs:
        if name not in given:
            yield Fault(_pointer(name), "missing", f"`{action}` needs it; send it")
    for name in tool["inputSchema"]["properties"]:
        if name in given and name not in ("action", *needs, *takes):
            yield Fault(_pointer(name), "not_for_action", f"`{action}` does not take it; leave it out")


def _actions(tool: Mapping[str, Any]) -> str:
    return "action: " + ", ".join(tool["inputSchema"]["properties"]["action"]["enum"])


def _pointer(name: str) -> str:
    return "/" + name.encode("utf-8", "replace").decode().replace("~", "~0").replace("/", "~1")
