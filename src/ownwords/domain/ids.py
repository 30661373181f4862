"""Ids: prefixed at the edge, numbers and keyed hashes inside.

An id that the server makes is sortable (it begins with its time) unless it is derived from content. What is
derived is a keyed hash over length-prefixed fields, so that no two lists of fields can collide by their
separators, and nobody without the server's secret can guess what stands behind one.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NewType

from ownwords.domain.times import Instant

ProjectId = NewType("ProjectId", int)
"""A project inside; `prj_` and 16 hexadecimal digits at the edge."""

PersonKey = NewType("PersonKey", int)
"""A person of a project inside: a 64-bit keyed hash of project and `user_id`."""

Derived = NewType("Derived", bytes)
"""A 16-byte keyed hash: the inside of a thread's, a speaker's or an author's id, or of a lookup."""

_SIGN: Final = 1 << 63


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory: every key of a person table begins with these two."""

    project: ProjectId
    person: PersonKey


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """The server's root secret; each use has its own key, so that one hash says nothing of another."""

    root: bytes

    def key(self, use: str) -> bytes:
        """Give the 32-byte key of one use."""
        return _key(self.root, use)

    @property
    def fingerprint(self) -> str:
        """What a store remembers of the secret, to refuse another one."""
        return self.key("fingerprint")[:8].hex()


@lru_cache(maxsize=64)
def _key(root: bytes, use: str) -> bytes:
    return blake2b(use.encode(), key=root[:64], digest_size=32, person=b"ownwords key").digest()


def fields(*values: str | bytes | int | None) -> bytes:
    """Join fields so that no two lists of fields give the same bytes: each with its type and length."""
    parts: list[bytes] = []
    for value in values:
        match value:
            case None:
                parts.append(b"n")
                continue
            case int():
                kind, content = b"i", str(value).encode()
            case str():
                kind, content = b"s", value.encode("utf-8", "surrogatepass")
            case bytes():
                kind, content = b"b", value
        parts.append(kind + len(content).to_bytes(4, "big") + content)
    return b"".join(parts)


def derive(key: bytes, *values: str | bytes | int | None) -> Derived:
    """Hash fields under a key to 16 bytes."""
    return Derived(blake2b(fields(*values), key=key, digest_size=16).digest())


def person_key(secret: Secret, project: ProjectId, user_id: str) -> PersonKey:
    """Place a person: the same project and `user_id` always give the same key."""
    return _placed(secret.key("person"), project, user_id)


def nobody_key(secret: Secret, project: ProjectId, user_id: str) -> PersonKey:
    """Place somebody whom the caller may not know, where never anybody is."""
    return _placed(secret.key("nobody"), project, user_id)


def _placed(key: bytes, project: ProjectId, user_id: str) -> PersonKey:
    digest = blake2b(fields(project, user_id), key=key, digest_size=8).digest()
    return PersonKey(int.from_bytes(digest, "big", signed=True))


def sign(key: bytes, content: bytes) -> bytes:
    """Give the 16-byte signature of content."""
    return blake2b(content, key=key, digest_size=16).digest()


def signed_by(key: bytes, content: bytes, signature: bytes) -> bool:
    """Tell in constant time whether the signature is the content's."""
    return hmac.compare_digest(sign(key, content), signature)


def project_text(project: ProjectId) -> str:
    """Write a project's id."""
    return f"prj_{project:016x}"


def project_of(text: str) -> ProjectId | None:
    """Read back `project_text`; None where it is not exactly what that writes."""
    try:
        project = ProjectId(int(text.removeprefix("prj_"), 16))
    except ValueError:
        return None
    return project if 0 <= project < _SIGN and project_text(project) == text else None


def project_at(now: Instant, noise: int) -> ProjectId:
    """Make a project's id: its millisecond, then 20 bits of `noise`."""
    return ProjectId((now // 1_000 << 20 | noise & 0xFFFFF) % _SIGN)


def thread_text(thread: bytes) -> str:
    """Write a thread's id."""
    return "thr_" + encoded(thread)


def speaker_text(speaker: bytes) -> str:
    """Write a speaker's id."""
    return "spk_" + encoded(speaker)


def bare(prefix: str, text: str) -> Derived | None:
    """Read back what `prefix` and `encoded` wrote; None where the text is no such id."""
    if not text.startswith(prefix):
        return None
    return decoded(text[len(prefix) :])


def encoded(content: bytes) -> str:
    """Write bytes as lower-case letters and digits."""
    return base64.b32encode(content).decode().rstrip("=").lower()


def decoded(text: str) -> Derived | None:
    """Read back `encoded`; None where it is not exactly what `encoded` writes."""
    if not text.isascii() or len(text) > 128:  # noqa: PLR2004 - far over any id of ours
        return None
    try:
        content = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except binascii.Error:
        return None
    return Derived(content) if encoded(content) == text else None


def sortable(prefix: str, now: Instant, tail: bytes) -> str:
    """Make an id that sorts by its time: 12 hexadecimal digits of milliseconds, then 80 bits of `tail`."""
    return f"{prefix}{max(now, 0) // 1_000:012x}{tail[:10].hex()}"
