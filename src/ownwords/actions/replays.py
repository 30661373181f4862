"""Requests under an Idempotency-Key: their first answer is kept, and given again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ownwords.actions.filing import Open
from ownwords.domain import ids, limits
from ownwords.domain.errors import IdempotencyInProgress, IdempotencyKeyReused
from ownwords.domain.ids import Derived
from ownwords.domain.replays import Entry, Replay
from ownwords.domain.times import MINUTE, Instant

_KEPT: Final = limits.IDEMPOTENCY_HOURS * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Once:
    """An Idempotency-Key, and the canonical bytes of the body that it came with."""

    key: str
    body: bytes


def first_answer(opened: Open, once: Once) -> Replay | None:
    """Give what is kept of the first answer to a request; None where this is the first.

    Raises:
        IdempotencyKeyReused: the key came before with another body.
        IdempotencyInProgress: another server is working on the same request.
    """
    key = _key(opened, once)
    if not opened.transaction.replays.claim(key):
        raise IdempotencyInProgress
    kept = opened.transaction.replays.get(key, opened.now)
    if kept is not None and kept.body != _body(opened, once):
        raise IdempotencyKeyReused
    return kept


def answered_at(kept: Replay) -> Instant:
    """Tell when the first answer was given."""
    return Instant(kept.expires - _KEPT)


def keep(opened: Open, once: Once, entries: Iterable[Entry]) -> None:
    """Keep the answer to a request for 24 hours."""
    expires = Instant(opened.now + _KEPT)
    opened.transaction.replays.put(Replay(_key(opened, once), _body(opened, once), tuple(entries), expires))


def _key(opened: Open, once: Once) -> Derived:
    return ids.derive(opened.keys.ids, "replay", opened.person.user_id, once.key)


def _body(opened: Open, once: Once) -> Derived:
    return ids.derive(opened.keys.ids, "body", once.body)
