"""Reading JSON as the values of `answers`, by their own annotations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import datetime
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read(kind: type[T], value: Any) -> T:
    """Read parsed JSON as a `kind`; fields that it does not have are passed over, as a newer server may send them.

    Raises:
        TypeError: something has another type, or is missing.
        ValueError: a time is not one.
    """
    return cast("T", _read(kind, value))


def _read(kind: Any, value: Any) -> Any:
    arguments = get_args(kind)
    match get_origin(kind):
        case None:
            return _plain(kind, value)
        case origin if origin in (Union, UnionType):
            return None if value is None else _read(next(one for one in arguments if one is not NoneType), value)
        case origin if origin is tuple:
            return _tuple(arguments, _checked(list[Any], value))
        case origin:
            return _checked({Mapping: dict[str, Any], Literal: str}[origin], value)


def _plain(kind: Any, value: Any) -> Any:
    if is_dataclass(kind):
        return _fields(kind, _checked(dict[str, Any], value))
    return datetime.fromisoformat(_checked(str, value)) if kind is datetime else _checked(kind, value)


def _fields(kind: Any, value: dict[str, Any]) -> Any:
    return kind(**{name: _read(hint, value[name]) for name, hint in _hints(kind).items() if name in value})


def _tuple(arguments: tuple[Any, ...], value: list[Any]) -> tuple[Any, ...]:
    if arguments[-1] is Ellipsis:
        return tuple(_read(arguments[0], one) for one in value)
    return tuple(_read(kind, one) for kind, one in zip(arguments, value, strict=True))


@lru_cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _checked(kind: type[T], value: Any) -> T:
    if not isinstance(value, get_origin(kind) or kind):
        raise TypeError(f"a {kind.__name__} was expected, not a {type(value).__name__}")
    return value
