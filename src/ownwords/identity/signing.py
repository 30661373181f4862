"""Signing keys: each a function of the server's secret and a number, so that servers of one secret agree."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b, sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key

from ownwords.domain.ids import Secret

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points P-256 has; a private key is a number from 1 to one less."""


@dataclass(frozen=True)
class SigningKey:
    """A P-256 key of a number."""

    private: EllipticCurvePrivateKey

    @classmethod
    def of(cls, secret: Secret, number: int) -> SigningKey:
        """Derive the key of a number."""
        # 512 bits for a number of 256: what is left of them after the division favours none by more than 2^-256.
        use = b"signing key %d" % number
        wide = blake2b(use, key=secret.key("signing keys"), digest_size=64, person=b"ownwords ES256").digest()
        return cls(derive_private_key(int.from_bytes(wide, "big") % (_ORDER - 1) + 1, SECP256R1()))

    @cached_property
    def name(self) -> str:
        """What a token calls it (`kid`): its thumbprint, as RFC 7638 has it."""
        members = {"crv": "P-256", "kty": "EC", "x": self._coordinates[0], "y": self._coordinates[1]}
        return _text(sha256(json.dumps(members, separators=(",", ":"), sort_keys=True).encode()).digest())

    @property
    def published(self) -> dict[str, str]:
        """The public half, as RFC 7517 has it."""
        x, y = self._coordinates
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y, "use": "sig", "alg": "ES256", "kid": self.name}

    @cached_property
    def _coordinates(self) -> tuple[str, str]:
        point = self.private.public_key().public_numbers()
        return _text(point.x.to_bytes(32, "big")), _text(point.y.to_bytes(32, "big"))


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
