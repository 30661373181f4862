"""What pydantic finds wrong, in our words: a pointer, a code, and what to do; never the value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ownwords.domain import limits
from ownwords.domain.errors import Fault
from ownwords.rest.wire import pointer_part

_CODES: Final = {
    "missing": ("missing", "it is needed; send it"),
    "extra_forbidden": ("unknown_field", "there is no such field; leave it out"),
    "string_type": ("wrong_type", "it is a string; send one"),
    "string_unicode": ("text_not_storable", "lone surrogates can not be stored; leave them out"),
    "int_type": ("wrong_type", "it is a whole number; send one"),
    "int_from_float": ("wrong_type", "it is a whole number; send one"),
    "bool_type": ("wrong_type", "it is true or false; send one"),
    "list_type": ("wrong_type", "it is a list; send one"),
    "tuple_type": ("wrong_type", "it is a list; send one"),
    "dict_type": ("wrong_type", "it is an object; send one"),
    "model_type": ("wrong_type", "it is an object; send one"),
    "model_attributes_type": ("wrong_type", "it is an object; send one"),
    "none_required": ("wrong_type", "only null can stand here"),
}

_WITH_BOUNDS: Final = {
    "string_too_long": ("too_long", "it has at most {max_length} characters; shorten it"),
    "string_too_short": ("too_short", "it has at least {min_length} character; send one, or leave it out"),
    "too_long": ("too_many", "there are at most {max_length}; send fewer at a time"),
    "too_short": ("too_few", "there is at least {min_length}; send one"),
    "literal_error": ("not_allowed", "it is one of {expected}; send one of these"),
    "greater_than_equal": ("out_of_range", "it is at least {ge}; send more"),
    "less_than_equal": ("out_of_range", "it is at most {le}; send less"),
}

_OWN: Final = frozenset(
    {
        "text_not_storable", "not_a_time", "not_a_time_zone", "number_not_storable", "too_deep", "too_long",
        "wrong_type", "missing", "not_allowed", "needs_exactly_one", "blank", "nothing_given",
    }
)  # fmt: skip


def faults_of(errors: Sequence[Any]) -> tuple[Fault, ...]:
    """Read pydantic's errors; those of a body have it as the first part of their place."""
    found: dict[tuple[str, str], Fault] = {}
    for error in errors:
        place = list(error["loc"])
        if place and place[0] in ("body", "query", "path", "header"):
            place = place[1:]
        context: dict[str, Any] = error.get("ctx", {})
        pointer = "".join(f"/{pointer_part(str(part))}" for part in place) + str(context.get("inside", ""))
        code, message = _said(str(error["type"]), str(error["msg"]), context)
        found.setdefault((pointer, code), Fault(pointer, code, message))
    return tuple(found.values())[: limits.FAULTS_LISTED]


def _said(kind: str, message: str, context: dict[str, Any]) -> tuple[str, str]:
    if kind in _CODES:
        return _CODES[kind]
    if kind in _WITH_BOUNDS and set(_names(_WITH_BOUNDS[kind][1])) <= context.keys():
        code, template = _WITH_BOUNDS[kind]
        return code, template.format(**context)
    if kind in _OWN:
        return kind, message
    return "invalid", "it is not as the OpenAPI document has it; mend it"


def _names(template: str) -> list[str]:
    return [part.split("}")[0] for part in template.split("{")[1:]]
