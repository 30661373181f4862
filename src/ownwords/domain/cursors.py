"""Cursors: a place in a list, signed and bound to whose list it is and what was asked."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Final

from ownwords.domain import ids, limits
from ownwords.domain.errors import CursorInvalid

_SIGNATURE_BYTES: Final = 16


def write(key: bytes, bound: bytes, place: tuple[int | str, ...]) -> str:
    """Write a place; `bound` says whose list it is and what was asked."""
    content = json.dumps(place, separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(ids.sign(key, ids.fields(bound, content)) + content).decode().rstrip("=")


def read(key: bytes, bound: bytes, cursor: str) -> tuple[int | str, ...]:
    """Read a place back.

    Raises:
        CursorInvalid: it was not written by this server for the same list and question.
    """
    try:
        whole = base64.b64decode(cursor[: limits.CURSOR_CHARACTERS] + "=" * (-len(cursor) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise CursorInvalid from None
    signature, content = whole[:_SIGNATURE_BYTES], whole[_SIGNATURE_BYTES:]
    if not ids.signed_by(key, ids.fields(bound, content), signature):
        raise CursorInvalid
    return tuple(json.loads(content))
