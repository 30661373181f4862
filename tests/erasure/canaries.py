"""Words that nobody else says, and the search for whatever is left of them."""

from __future__ import annotations

import base64
import random
import string
from collections.abc import Iterable, Iterator
from pathlib import Path

_LETTERS = string.ascii_letters + string.digits
_HALF = 12


def canary(first: str = "", *, ascii_only: bool = False) -> str:
    """Make up a word of 25 characters that no compression shortens; its first letter varies.

    It has an accent in its middle, so that escaped, folded and encoded forms of it differ; either half alone
    gives it away.
    """
    letters = [random.choice(_LETTERS) for _ in range(2 * _HALF)]
    letters[0] = first or random.choice(string.ascii_letters)
    return "".join(letters[:_HALF]) + ("" if ascii_only else "ñ") + "".join(letters[_HALF:])


def traces(word: str) -> Iterator[tuple[str, bytes]]:
    """Give every form in which either half of a word may stand in a file, with the name of the form."""
    for half in (word[:_HALF], word[-_HALF:]):
        for case in {half, half.lower(), half.upper()}:
            plain = case.encode()
            yield "utf-8", plain
            yield "utf-16", case.encode("utf-16-le")
            yield "hexadecimal", plain.hex().encode()
            for offset in range(3):
                encoded = base64.b64encode(b"\0" * offset + plain + b"\0" * (-(offset + len(plain)) % 3))
                yield "base64", encoded[offset and offset + 1 : -4]


def left_in(content: bytes, words: Iterable[str]) -> set[str]:
    """Give the words of which something stands in some bytes."""
    return {word for word in words if any(trace in content for _, trace in traces(word))}


def left_in_files(folder: Path, words: Iterable[str]) -> dict[str, set[str]]:
    """Give, for each word of which something stands in a file below a folder, those files."""
    found: dict[str, set[str]] = {}
    wanted = list(words)
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            for word in left_in(file.read_bytes(), wanted):
                found.setdefault(word, set()).add(file.name)
    return found
