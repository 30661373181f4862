"""Person tokens: JWTs that this server signs for itself, and reads as strictly as it writes them.

A token has the three parts, the header and the claims that `write` gives it, and nothing else: whatever a token could
say beside them (a key of its own, an address to fetch one, another algorithm, a second audience) is refused unread.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Final, NoReturn, cast

import jwt

from ownwords.domain import ids, limits
from ownwords.domain.errors import CredentialInvalid
from ownwords.domain.ids import Secret
from ownwords.domain.sign_ins import Claims, SignIn, scopes_of, scopes_text
from ownwords.domain.times import SECOND, Instant
from ownwords.identity.signing import SigningKey

_ALGORITHM: Final = "ES256"
_TYPE: Final = "at+jwt"
_PARTS: Final = 3


class SignedTokens:
    """See `ports.Tokens`."""

    def __init__(self, secret: Secret, number: int, address: str) -> None:
        """Sign by the key of a number, for the server at `address`.

        Tokens of the number before are read too, and of the one behind: so servers can change numbers one by one.
        """
        self._address = address
        self._signing = SigningKey.of(secret, number)
        around = [SigningKey.of(secret, one) for one in (number - 1, number, number + 1)]
        self._keys = {one.name: one for one in around}
        self._jws = jwt.PyJWS(algorithms=[_ALGORITHM])

    def write(self, claims: Claims) -> str:
        """Sign a token."""
        said = json.dumps(self._said(claims), separators=(",", ":"), ensure_ascii=False).encode()
        headers = {"typ": _TYPE, "kid": self._signing.name}
        return self._jws.encode(said, self._signing.private, _ALGORITHM, headers)

    def read(self, text: str, now: Instant) -> Claims:
        """Read a token that this server signed for itself and whose time is not over."""
        try:
            return self._read(text, now)
        except (ValueError, KeyError, TypeError, RecursionError, jwt.PyJWTError):
            # One answer for all of them: which it was is worth something only to whoever forges tokens.
            raise CredentialInvalid from None

    def published(self) -> dict[str, Any]:
        """Give the public keys."""
        return {"keys": [one.published for one in self._keys.values()]}

    def _said(self, claims: Claims) -> dict[str, Any]:
        sign_in = claims.sign_in
        return {
            "iss": self._address,
            "sub": claims.user_id,
            "aud": self._address,
            "client_id": ids.project_text(claims.project),
            "exp": sign_in.expires_at // SECOND,
            "iat": sign_in.issued_at // SECOND,
            "jti": sign_in.id,
            "act": {"sub": sign_in.key},
            "scope": scopes_text(sign_in.scopes),
        }

    def _read(self, text: str, now: Instant) -> Claims:
        if len(text) > limits.TOKEN_CHARACTERS:
            raise ValueError
        parts = text.split(".")
        if len(parts) != _PARTS:
            raise ValueError
        head, body, _ = (_decoded(part) for part in parts)
        header = _object(head)
        key = self._keys[_text(header, "kid")]
        if header != {"alg": _ALGORITHM, "typ": _TYPE, "kid": key.name}:
            raise ValueError
        self._jws.decode(text, key.private.public_key(), algorithms=[_ALGORITHM])
        return self._claims(_object(body), now)

    def _claims(self, said: dict[str, Any], now: Instant) -> Claims:
        issued_at, expires_at = (Instant(_seconds(said, name) * SECOND) for name in ("iat", "exp"))
        is_timely = issued_at <= now + limits.CLOCKS_APART_SECONDS * SECOND and now < expires_at
        if not is_timely or not 0 < expires_at - issued_at <= limits.TOKEN_SECONDS_MOST * SECOND:
            raise ValueError
        project = ids.project_of(_text(said, "client_id"))
        if project is None or set(said["act"]) != {"sub"}:
            raise ValueError
        scopes = scopes_of(_text(said, "scope"))
        sign_in = SignIn(_text(said, "jti"), _text(said["act"], "sub"), scopes, issued_at, expires_at)
        claims = Claims(project, _text(said, "sub"), sign_in)
        if said != self._said(claims):
            # Another issuer or audience, a claim too many, or one that is written otherwise.
            raise ValueError
        return claims


def _decoded(part: str) -> bytes:
    """Read one part, which has one spelling only."""
    content = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    if base64.urlsafe_b64encode(content).decode().rstrip("=") != part:
        raise ValueError
    return content


def _object(content: bytes) -> dict[str, Any]:
    """Read a JSON object that names nothing twice, here or further in."""
    found: Any = json.loads(content.decode(), object_pairs_hook=_without_duplicates, parse_constant=_refuse)
    if not isinstance(found, dict):
        raise TypeError
    return cast("dict[str, Any]", found)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _text(said: dict[str, Any], name: str) -> str:
    value = said[name]
    if not isinstance(value, str) or not value:
        raise TypeError
    return value


def _seconds(said: dict[str, Any], name: str) -> int:
    value = said[name]
    # What is true or 1.0 is no number of seconds, although it compares as one.
    if type(value) is not int or not 0 <= value < 1 << 40:
        raise TypeError
    return value
