"""Person tokens that were issued; never the tokens themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ownwords.domain import limits
from ownwords.domain.sign_ins import SignIn, scopes_of, scopes_text
from ownwords.domain.times import DAY, Instant
from ownwords.storage.sql import Mine, Row

_SIGN_IN: Final = "sign_in, key, scopes, issued_at, expires_at, ended_at"


class SignInRows:
    """See `ports.SignIns`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def get(self, sign_in: str) -> SignIn | None:
        """Give a sign-in by its id."""
        row = self._mine.row(
            f"SELECT {_SIGN_IN} FROM sign_in WHERE project = :project AND person = :person AND sign_in = :sign_in",
            sign_in=sign_in,
        )
        return None if row is None else _sign_in_of(row)

    def put(self, sign_in: SignIn) -> None:
        """Keep a sign-in, with the last erasure before it: whoever verifies a later one looks for it."""
        self._mine.run(
            f"""
            INSERT INTO sign_in (project, person, {_SIGN_IN}, erasure, expires)
            VALUES (:project, :person, :sign_in, :key, :scopes, :issued_at, :expires_at, :ended_at,
                COALESCE((SELECT CAST(value AS BIGINT) FROM server WHERE name = 'erasures'), 0), :expires)""",
            sign_in=sign_in.id,
            key=sign_in.key,
            scopes=scopes_text(sign_in.scopes),
            issued_at=sign_in.issued_at,
            expires_at=sign_in.expires_at,
            ended_at=sign_in.ended_at,
            expires=sign_in.expires_at + limits.ACCESS_LOG_DAYS * DAY,
        )

    def end(self, now: Instant) -> int:
        """End every sign-in whose token may still be used."""
        return self._mine.run(
            """
            UPDATE sign_in SET ended_at = :now
            WHERE project = :project AND person = :person AND ended_at IS NULL AND expires_at > :now""",
            now=now,
        )

    def every(self) -> list[SignIn]:
        """Give all sign-ins, oldest first."""
        rows = self._mine.rows(
            f"""
            SELECT {_SIGN_IN} FROM sign_in WHERE project = :project AND person = :person
            ORDER BY issued_at, sign_in"""
        )
        return list(map(_sign_in_of, rows))

    def replace(self, sign_ins: Sequence[SignIn]) -> None:
        """Keep these sign-ins, and no others."""
        self._mine.run("DELETE FROM sign_in WHERE project = :project AND person = :person")
        for sign_in in sign_ins:
            self.put(sign_in)

    def page(self, after: tuple[int, str] | None, most: int) -> list[SignIn]:
        """Give sign-ins, newest first."""
        condition = "" if after is None else "AND (issued_at, sign_in) < (:issued_at, :sign_in)"
        rows = self._mine.rows(
            f"""
            SELECT {_SIGN_IN} FROM sign_in WHERE project = :project AND person = :person {condition}
            ORDER BY issued_at DESC, sign_in DESC LIMIT :most""",
            most=most,
            **({} if after is None else {"issued_at": after[0], "sign_in": after[1]}),
        )
        return list(map(_sign_in_of, rows))


def _sign_in_of(row: Row) -> SignIn:
    sign_in, key, scopes, issued_at, expires_at, ended_at = row
    ended = None if ended_at is None else Instant(ended_at)
    return SignIn(sign_in, key, scopes_of(scopes), Instant(issued_at), Instant(expires_at), ended)
