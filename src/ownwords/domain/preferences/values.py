"""What a key may hold: one size, or one to ten names, each as it was said."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias, cast

from ownwords.domain import limits
from ownwords.domain.preferences import Key
from ownwords.domain.sizes import Size, SizeInvalid, size_of
from ownwords.domain.words import fold

Value: TypeAlias = tuple[str, ...]
"""The texts of a value as they were said: one size, or the names in the order in which they came."""

_NOT_IN_A_NAME: Final = ("Cc", "Cs", "Zl", "Zp")


class ValueInvalid(ValueError):
    """A value is not what its key holds; the message ends with what to do, and never repeats the value."""


def value_of(key: Key, sent: Any) -> Value:
    """Read a value as it was sent: a text for a size, a list of texts for names; equal names count once.

    Raises:
        ValueInvalid: it is not what the key holds.
    """
    if key.is_size:
        if not isinstance(sent, str):
            raise ValueInvalid(f'The value of {key} is one size as a text, such as "42"; send that.')
        return (_size(key, sent),)
    if not isinstance(sent, list):
        raise ValueInvalid(f'The value of {key} is a list of names, such as ["Nike"]; send that.')
    names = [_name(one) for one in cast("list[Any]", sent)]
    value = distinct(names)
    if not value:
        raise ValueInvalid(f"The list is empty; send 1 to {limits.NAMES_OF_A_PREFERENCE} names.")
    return bounded(value)


def bounded(value: Value) -> Value:
    """Let pass a value of no more names than a key holds.

    Raises:
        ValueInvalid: there are more.
    """
    if len(value) > limits.NAMES_OF_A_PREFERENCE:
        most = limits.NAMES_OF_A_PREFERENCE
        raise ValueInvalid(f"A preference holds at most {most} names in all; correct it to the ones that count.")
    return value


def plain(name: str) -> str:
    """Give what names are compared by: folded, and with single spaces."""
    return " ".join(fold(name).split())


def distinct(names: Iterable[str]) -> Value:
    """Give names without those that equal an earlier one."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(plain(name), name)
    return tuple(found.values())


def without(names: Sequence[str], others: Iterable[str]) -> Value:
    """Give the names that equal none of the others."""
    left_out = {plain(name) for name in others}
    return tuple(name for name in names if plain(name) not in left_out)


def within(names: Sequence[str], others: Iterable[str]) -> Value:
    """Give the names that equal one of the others."""
    kept = {plain(name) for name in others}
    return tuple(name for name in names if plain(name) in kept)


def are_equal(key: Key, one: Value, other: Value) -> bool:
    """Tell whether two values are one: sizes as sizes, names as sets of folded names."""
    if key.is_size:
        return sizes(key, one) == sizes(key, other)
    return {plain(name) for name in one} == {plain(name) for name in other}


def sizes(key: Key, value: Value) -> tuple[Size, ...]:
    """Read the sizes of a value that was checked before."""
    return tuple(size_of(key, text) for text in value)


def judged(key: Key, names: Value) -> Sequence[str | Size]:
    """Give what words must hold to declare the names."""
    return sizes(key, names) if key.is_size else names


def _size(key: Key, sent: str) -> str:
    text = " ".join(sent.split())
    try:
        size_of(key, text)
    except SizeInvalid as error:
        raise ValueInvalid(f"The size is none: {error}; send one of these.") from None
    return text


def _name(sent: Any) -> str:
    if not isinstance(sent, str):
        raise ValueInvalid("A name is a text; send each name as a string.")
    name = sent.strip()
    if not name or len(name) > limits.PREFERENCE_NAME_CHARACTERS:
        raise ValueInvalid(f"A name has 1 to {limits.PREFERENCE_NAME_CHARACTERS} characters; send it as it was said.")
    if any(unicodedata.category(character) in _NOT_IN_A_NAME for character in name):
        raise ValueInvalid("A name holds no control characters; send it without them.")
    if not plain(name):
        raise ValueInvalid("A name holds something that can be read; send it as it was said.")
    return name
