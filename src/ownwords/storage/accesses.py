"""The access log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ownwords.domain import limits
from ownwords.domain.accesses import Access
from ownwords.domain.ids import Scope
from ownwords.domain.times import DAY, Instant
from ownwords.storage.sql import Mine, Row, Session

_HELD: Final = "SELECT 1 FROM person WHERE project = :project AND person = :person"
COLUMNS: Final = ("project", "person", "at", "nonce", "actor", "verb", "items", "expires")


def log(session: Session, accesses: Sequence[Access]) -> None:
    """Write to the logs of many persons at once; one whom memory never held has none."""
    held = {scope for scope in {access.scope for access in accesses} if Mine(session, scope).row(_HELD) is not None}
    rows = [_log_row(access) for access in accesses if access.scope in held]
    if rows:
        session.insert("access", COLUMNS, rows)


def _log_row(access: Access) -> Row:
    """Write an access with its own person, and the time from which it is swept."""
    expires = access.at + limits.ACCESS_LOG_DAYS * DAY
    whose = (access.scope.project, access.scope.person)
    return (*whose, access.at, access.nonce, access.actor, access.verb, access.items, expires)


class AccessRows:
    """See `ports.Accesses`."""

    def __init__(self, mine: Mine, scope: Scope) -> None:
        """Speak of one person."""
        self._mine = mine
        self._scope = scope

    def page(self, after: tuple[int, int] | None, most: int) -> list[Access]:
        """Give accesses, newest first."""
        condition = "" if after is None else "AND (at, nonce) < (:at, :nonce)"
        rows: Sequence[Row] = self._mine.rows(
            f"""
            SELECT at, nonce, actor, verb, items FROM access
            WHERE project = :project AND person = :person {condition} ORDER BY at DESC, nonce DESC LIMIT :most""",
            most=most,
            **({} if after is None else {"at": after[0], "nonce": after[1]}),
        )
        return [Access(self._scope, Instant(at), nonce, actor, verb, items) for at, nonce, actor, verb, items in rows]
