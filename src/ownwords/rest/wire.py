"""The types of the wire: JSON in, the domain's values out, a pointer for every fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, cast

from fastapi import Header
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from ownwords.domain import ids, limits, times
from ownwords.domain.ids import Derived
from ownwords.domain.persons import zone_named
from ownwords.domain.texts import is_storable
from ownwords.domain.times import Instant
from ownwords.web.bodies import NumberTooLarge

LEFT_OUT: Final[Any] = None
"""The default of a field that can be left out and can not be null; `model_fields_set` tells the two apart."""


class Wire(BaseModel):
    """A JSON object with no other fields than those named."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answer(BaseModel):
    """A JSON object of an answer."""

    model_config = ConfigDict(extra="forbid")


def storable(text: str) -> str:
    """Let pass what every database can keep."""
    if not is_storable(text):
        raise PydanticCustomError("text_not_storable", "NUL and lone surrogates can not be stored; leave them out")
    return text


Text = Annotated[str, AfterValidator(storable)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=limits.ID_CHARACTERS), AfterValidator(storable)]
"""The bounds stand before the check: pydantic then names which one a text is beyond."""


def _time(read: Callable[[str], Instant]) -> Callable[[Any], Instant]:
    def checked(text: Any) -> Instant:
        short = _short(text)
        try:
            return read(short)
        except ValueError as error:
            raise PydanticCustomError("not_a_time", "{reason}", {"reason": str(error)}) from None

    return checked


def _short(text: Any) -> str:
    if not isinstance(text, str):
        raise PydanticCustomError("wrong_type", "it is a string; send one")
    if len(text) > limits.ID_CHARACTERS:
        raise PydanticCustomError("too_long", "no such value is that long; send another")
    return text


_A_TIME: Final = {"type": "string", "format": "date-time", "examples": ["2026-03-01T12:00:00-03:00"]}
_AN_END: Final = {"type": "string", "examples": ["2026-12-31", "2026-12-31T12:00:00Z"], "maxLength": 64}

Time = Annotated[Instant, BeforeValidator(_time(times.parse)), WithJsonSchema(_A_TIME)]
End = Annotated[Instant, BeforeValidator(_time(times.parse_end)), WithJsonSchema(_AN_END)]


def zone(name: str) -> str:
    """Let pass the names of time zones."""
    try:
        zone_named(name)
    except ValueError as error:
        raise PydanticCustomError("not_a_time_zone", "{reason}", {"reason": str(error)}) from None
    return name


Zone = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(zone)]


def _derived(prefix: str) -> Callable[[Any], Derived]:
    """Read an id that the server derived; one of no such form names nothing that there is."""

    def read(text: Any) -> Derived:
        return ids.bare(prefix, _short(text)) or Derived(b"")

    return read


def _an_id(prefix: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "examples": [prefix + "mzxw6ytboi"], "maxLength": limits.ID_CHARACTERS})


ThreadId = Annotated[Derived, BeforeValidator(_derived("thr_")), _an_id("thr_")]
SpeakerId = Annotated[Derived, BeforeValidator(_derived("spk_")), _an_id("spk_")]


def metadata_text(value: Any) -> str:
    """Write metadata as the JSON text that is stored, once every part of it can be."""
    if not isinstance(value, dict):
        raise PydanticCustomError("wrong_type", "metadata is a JSON object; send one, or null")
    for path, part, depth in _parts(value):
        if isinstance(part, NumberTooLarge):
            raise _inside(path, "number_not_storable", "the number has too many digits; send it as a string")
        if depth > limits.JSON_DEPTH:
            raise _inside("", "too_deep", f"it nests deeper than {limits.JSON_DEPTH}; flatten it")
        if isinstance(part, str) and not is_storable(part):
            raise _inside(path, "text_not_storable", "NUL and lone surrogates can not be stored; leave them out")
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode()) > limits.METADATA_BYTES:
        raise PydanticCustomError("too_long", "metadata holds at most 16 KiB of JSON; keep it shorter")
    return text


def _parts(value: Any) -> Iterator[tuple[str, Any, int]]:
    """Walk a JSON value: pointers, keys and values, and how deep each lies; without recursion, for hostile depth."""
    waiting: list[tuple[str, Any, int]] = [("", value, 0)]
    while waiting:
        path, part, depth = waiting.pop()
        yield path, part, depth
        if depth > limits.JSON_DEPTH:
            continue
        if isinstance(part, dict):
            for key, inner in cast("dict[str, Any]", part).items():
                here = f"{path}/{pointer_part(key)}"
                yield here, key, depth + 1
                waiting.append((here, inner, depth + 1))
        elif isinstance(part, list):
            elements = enumerate(cast("list[Any]", part))
            waiting.extend((f"{path}/{index}", inner, depth + 1) for index, inner in elements)


def _inside(path: str, code: Any, message: Any) -> PydanticCustomError:
    return PydanticCustomError(code, message, {"inside": path})


def pointer_part(name: str) -> str:
    """Write a name as RFC 6901 has it in a pointer; what can not be encoded is shown as U+FFFD."""
    return name.encode("utf-8", "replace").decode().replace("~", "~0").replace("/", "~1")


Metadata = Annotated[
    Any,
    BeforeValidator(metadata_text),
    WithJsonSchema({"type": "object", "additionalProperties": True, "examples": [{"channel": "web"}]}),
]

IdempotencyKey = Annotated[
    str | None,
    Header(min_length=1, max_length=limits.IDEMPOTENCY_KEY_CHARACTERS, pattern=r"^[\x21-\x7e]+$"),
]
Limit = Annotated[int, Field(ge=1, le=limits.PAGE_MOST)]
Cursor = Annotated[str, StringConstraints(min_length=1, max_length=limits.CURSOR_CHARACTERS)]
