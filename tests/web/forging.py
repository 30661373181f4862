"""Tokens that are not the server's: each the good one with one thing wrong, made with more than an attacker has.

Most are signed with the server's own key, so that nothing but the one wrong thing can be why they are refused.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ownwords.domain.ids import Secret
from ownwords.identity.signing import SigningKey
from tests.running import SECRET

KEY = SigningKey.of(SECRET, 1)
STRANGER = SigningKey.of(Secret(b"the secret of somebody else's server, as long as ours is"), 1)
MISSING = object()


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def signature(signed: bytes, key: SigningKey = KEY) -> bytes:
    r, s = decode_dss_signature(key.private.sign(signed, ECDSA(SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


@dataclass(frozen=True, slots=True)
class Good:
    """A good token, and others of the same server."""

    token: str
    anothers: str
    another_key: str
    revoked_key: str
    now: int

    @property
    def head(self) -> dict[str, Any]:
        return json.loads(decoded(self.token.split(".")[0]))

    @property
    def claims(self) -> dict[str, Any]:
        return json.loads(decoded(self.token.split(".")[1]))

    def with_head(self, *, key: SigningKey = KEY, **change: Any) -> str:
        return signed(_changed(self.head, change), self.claims, key)

    def with_claims(self, **change: Any) -> str:
        return signed(self.head, _changed(self.claims, change))

    @property
    def parts(self) -> list[str]:
        return self.token.split(".")


def _changed(held: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in (held | change).items() if value is not MISSING}


def signed(head: Any, claims: Any, key: SigningKey = KEY) -> str:
    """Sign any header and claims, as JSON or as bytes, with a key of the server's or another."""
    content = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in (head, claims)]
    begun = ".".join(map(encoded, content))
    return f"{begun}.{encoded(signature(begun.encode(), key))}"


def _by_secret(good: Good, secret: bytes, name: str = "HS256") -> str:
    begun = f"{encoded(json.dumps(good.head | {'alg': name}).encode())}.{good.parts[1]}"
    return f"{begun}.{encoded(hmac.new(secret, begun.encode(), sha256).digest())}"


def _pem(_: Good) -> bytes:
    encoding, form = serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    return KEY.private.public_key().public_bytes(encoding, form)


def _unsigned(good: Good, name: str) -> str:
    return f"{encoded(json.dumps(good.head | {'alg': name}).encode())}.{good.parts[1]}."


def _resigned(good: Good, with_what: bytes) -> str:
    return f"{good.parts[0]}.{good.parts[1]}.{encoded(with_what)}"


def _twice(good: Good, name: str) -> bytes:
    written = json.dumps(good.claims)
    return f'{{"{name}":{json.dumps(good.claims[name])},{written[1:]}'.encode()


def _other_bits(good: Good) -> str:
    """Spell the last letter otherwise: the same bytes under a reader that does not look closely."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return good.token[:-1] + letters[letters.index(good.token[-1]) ^ 1]


def _der(good: Good) -> bytes:
    return KEY.private.sign(".".join(good.parts[:2]).encode(), ECDSA(SHA256()))


Forge: TypeAlias = Callable[[Good], str]

FORGED: dict[str, Forge] = {
    # Algorithms
    "no algorithm, unsigned": lambda good: _unsigned(good, "none"),
    "no algorithm in capitals, unsigned": lambda good: _unsigned(good, "None"),
    "no algorithm, signed all the same": lambda good: good.with_head(alg="nOnE"),
    "the algorithm is missing": lambda good: good.with_head(alg=MISSING),
    "the algorithm is empty": lambda good: good.with_head(alg=""),
    "the algorithm is null": lambda good: good.with_head(alg=None),
    "a list of algorithms": lambda good: good.with_head(alg=["ES256"]),
    "the algorithm in small letters": lambda good: good.with_head(alg="es256"),
    "another curve's algorithm": lambda good: good.with_head(alg="ES384"),
    "an algorithm of RSA": lambda good: good.with_head(alg="RS256"),
    "a shared secret that is the public key": lambda good: _by_secret(good, _pem(good)),
    "a shared secret that is the published key": lambda good: _by_secret(good, json.dumps(KEY.published).encode()),
    "a shared secret that is empty": lambda good: _by_secret(good, b""),
    "a shared secret under our algorithm": lambda good: _by_secret(good, _pem(good), "ES256"),
    # Types
    "no type": lambda good: good.with_head(typ=MISSING),
    "an ID token's type": lambda good: good.with_head(typ="JWT"),
    "the type in capitals": lambda good: good.with_head(typ="AT+JWT"),
    "the long form of the type": lambda good: good.with_head(typ="application/at+jwt"),
    # Keys
    "no key is named": lambda good: good.with_head(kid=MISSING),
    "an empty key": lambda good: good.with_head(kid=""),
    "a number for a key": lambda good: good.with_head(kid=1),
    "a list for a key": lambda good: good.with_head(kid=[KEY.name]),
    "a path for a key": lambda good: good.with_head(kid="../../../../dev/null"),
    "SQL for a key": lambda good: good.with_head(kid="x' UNION SELECT 'y"),
    "a key that nobody has": lambda good: good.with_head(kid="A" * 43),
    "another server's key": lambda good: good.with_head(key=STRANGER, kid=STRANGER.name),
    "another server's signature under our key": lambda good: good.with_head(key=STRANGER),
    "a key two rotations away": lambda good: good.with_head(
        key=SigningKey.of(SECRET, 3), kid=SigningKey.of(SECRET, 3).name
    ),
    "a key that comes along": lambda good: good.with_head(key=STRANGER, jwk=STRANGER.published),
    "our own key coming along": lambda good: good.with_head(jwk=KEY.published),
    "an address to fetch keys from": lambda good: good.with_head(jku="http://127.0.0.1:1/jwks.json"),
    "an address of a certificate": lambda good: good.with_head(x5u="http://127.0.0.1:1/cert.pem"),
    "a certificate that comes along": lambda good: good.with_head(x5c=["MIIB"]),
    # The header otherwise
    "an extension that must be understood": lambda good: good.with_head(crit=["x"], x=1),
    "an empty list of extensions": lambda good: good.with_head(crit=[]),
    "a body that is not encoded": lambda good: good.with_head(b64=False, crit=["b64"]),
    "a compressed body": lambda good: good.with_head(zip="DEF"),
    "a token in a token": lambda good: signed(good.head | {"cty": "JWT"}, good.token.encode()),
    "a header with a name twice": lambda good: signed(
        b'{"alg":"none",' + json.dumps(good.head).encode()[1:], good.claims
    ),
    "a header that is a list": lambda good: signed([good.head], good.claims),
    "a header that is no JSON": lambda good: signed(b"{", good.claims),
    "a header that is empty": lambda good: signed(b"", good.claims),
    # Where it comes from and is for
    "no issuer": lambda good: good.with_claims(iss=MISSING),
    "another issuer": lambda good: good.with_claims(iss="https://accounts.example.com"),
    "the issuer with a slash": lambda good: good.with_claims(iss=good.claims["iss"] + "/"),
    "no audience": lambda good: good.with_claims(aud=MISSING),
    "another audience": lambda good: good.with_claims(aud="https://memory.example.com"),
    "our audience and another": lambda good: good.with_claims(aud=[good.claims["aud"], "https://evil.example.com"]),
    "our audience in a list": lambda good: good.with_claims(aud=[good.claims["aud"]]),
    "an empty list of audiences": lambda good: good.with_claims(aud=[]),
    "our audience and more behind it": lambda good: good.with_claims(aud=good.claims["aud"] + ".example.com"),
    # Whose it is
    "nobody": lambda good: good.with_claims(sub=MISSING),
    "an empty person": lambda good: good.with_claims(sub=""),
    "a number for a person": lambda good: good.with_claims(sub=42),
    "a list of persons": lambda good: good.with_claims(sub=[good.claims["sub"]]),
    "null for a person": lambda good: good.with_claims(sub=None),
    "another person": lambda good: good.with_claims(sub="bia"),
    "the person in other letters": lambda good: good.with_claims(sub=good.claims["sub"].upper()),
    "a person who looks alike": lambda good: good.with_claims(sub=good.claims["sub"].replace("a", "а")),
    "a person with a space behind": lambda good: good.with_claims(sub=good.claims["sub"] + " "),
    "a person with half a character": lambda good: good.with_claims(sub="\ud800"),
    "a person with NUL": lambda good: good.with_claims(sub="ana\x00"),
    "no project": lambda good: good.with_claims(client_id=MISSING),
    "a project that there is not": lambda good: good.with_claims(client_id="prj_0000000000000007"),
    "another project": lambda good: good.with_claims(client_id=claims_of(good.anothers)["client_id"]),
    "a project in capitals": lambda good: good.with_claims(client_id=good.claims["client_id"].upper()),
    "a project below none": lambda good: good.with_claims(client_id="prj_-000000000000001"),
    "a project beyond any": lambda good: good.with_claims(client_id="prj_" + "f" * 16),
    # When
    "no end": lambda good: good.with_claims(exp=MISSING),
    "an end that is null": lambda good: good.with_claims(exp=None),
    "an end in the past": lambda good: good.with_claims(exp=good.now - 61, iat=good.now - 900),
    "an end that is now": lambda good: good.with_claims(exp=good.now, iat=good.now - 900),
    "an end in words": lambda good: good.with_claims(exp=str(good.claims["exp"])),
    "an end that is true": lambda good: good.with_claims(exp=True),
    "an end between two seconds": lambda good: good.with_claims(exp=good.claims["exp"] + 0.5),
    "an end as a decimal": lambda good: good.with_claims(exp=float(good.claims["exp"])),
    "an end beyond all numbers": lambda good: signed(
        good.head, json.dumps(good.claims | {"exp": 7}).replace('"exp": 7', '"exp": 1e400').encode()
    ),
    "an end of 5,000 digits": lambda good: signed(
        good.head, json.dumps(good.claims | {"exp": 7}).replace('"exp": 7', '"exp": ' + "9" * 5_000).encode()
    ),
    "an end before all times": lambda good: good.with_claims(exp=-1),
    "an end in a year": lambda good: good.with_claims(exp=good.now + 365 * 24 * 3_600),
    "an end one second later than issued": lambda good: good.with_claims(exp=good.claims["exp"] + 1),
    "no beginning": lambda good: good.with_claims(iat=MISSING),
    "a beginning in the year 2100": lambda good: good.with_claims(iat=4_102_444_800, exp=4_102_445_000),
    "a beginning in two minutes": lambda good: good.with_claims(iat=good.now + 120, exp=good.now + 900),
    "a beginning after the end": lambda good: good.with_claims(iat=good.claims["exp"] + 1),
    "a beginning in words": lambda good: good.with_claims(iat="now"),
    "not before in a minute": lambda good: good.with_claims(nbf=good.now + 60),
    "not before long ago": lambda good: good.with_claims(nbf=1),
    # Which, by whom, what for
    "no id": lambda good: good.with_claims(jti=MISSING),
    "an id that was never given": lambda good: good.with_claims(jti="ses_" + "0" * 32),
    "a number for an id": lambda good: good.with_claims(jti=7),
    "another person's id": lambda good: good.with_claims(jti=claims_of(good.anothers)["jti"]),
    "nobody who asked": lambda good: good.with_claims(act=MISSING),
    "a text for who asked": lambda good: good.with_claims(act=good.claims["act"]["sub"]),
    "another key that asked": lambda good: good.with_claims(act={"sub": good.another_key}),
    "a revoked key that asked": lambda good: good.with_claims(act={"sub": good.revoked_key}),
    "the command line that asked": lambda good: good.with_claims(act={"sub": "command_line"}),
    "somebody behind who asked": lambda good: good.with_claims(act=good.claims["act"] | {"act": {"sub": "x"}}),
    "no scope": lambda good: good.with_claims(scope=MISSING),
    "an empty scope": lambda good: good.with_claims(scope=""),
    "every scope": lambda good: good.with_claims(scope="*"),
    "a scope of keys": lambda good: good.with_claims(scope="items.read"),
    "a scope twice": lambda good: good.with_claims(scope="memory.read memory.read"),
    "scopes in a list": lambda good: good.with_claims(scope=["memory.read", "memory.write"]),
    "scopes in another order": lambda good: good.with_claims(scope="memory.write memory.read"),
    "fewer scopes than issued": lambda good: good.with_claims(scope="memory.read"),
    "a claim too many": lambda good: good.with_claims(role="admin"),
    # The claims otherwise
    "claims that are no JSON": lambda good: signed(good.head, b"ana"),
    "claims that are a list": lambda good: signed(good.head, [good.claims]),
    "claims that are empty": lambda good: signed(good.head, b""),
    "claims that are not UTF-8": lambda good: signed(good.head, b'{"sub":"\xff"}'),
    "claims of UTF-16": lambda good: signed(good.head, json.dumps(good.claims).encode("utf-16")),
    "claims with a name twice": lambda good: signed(good.head, _twice(good, "sub")),
    "claims with a name twice within": lambda good: signed(
        good.head, json.dumps(good.claims).replace('{"sub": "key', '{"sub": "x", "sub": "key').encode()
    ),
    "claims that are not a number": lambda good: signed(
        good.head, json.dumps(good.claims).replace(str(good.claims["exp"]), "NaN").encode()
    ),
    "claims that nest without end": lambda good: signed(good.head, b'{"a":' * 1_500 + b"1" + b"}" * 1_500),
    # Signatures
    "no signature": lambda good: ".".join(good.parts[:2]) + ".",
    "no third part": lambda good: ".".join(good.parts[:2]),
    "another token's signature": lambda good: ".".join([*good.parts[:2], good.anothers.split(".")[2]]),
    "another token's claims": lambda good: ".".join([good.parts[0], good.anothers.split(".")[1], good.parts[2]]),
    "a signature of zeros": lambda good: _resigned(good, bytes(64)),
    "a signature of ones": lambda good: _resigned(good, (1).to_bytes(32, "big") * 2),
    "half a signature": lambda good: _resigned(good, decoded(good.parts[2])[:32]),
    "a signature and a byte": lambda good: _resigned(good, decoded(good.parts[2]) + b"\x00"),
    "a signature in the other notation": lambda good: _resigned(good, _der(good)),
    "a signature with its halves changed": lambda good: _resigned(
        good, decoded(good.parts[2])[32:] + decoded(good.parts[2])[:32]
    ),
    "a signature of something else": lambda good: _resigned(good, signature(b"")),
    # The spelling
    "padding": lambda good: good.token + "==",
    "other bits at the end": _other_bits,
    "a point at the end": lambda good: good.token + ".",
    "a point at the beginning": lambda good: "." + good.token,
    "two signatures": lambda good: f"{good.token}.{good.parts[2]}",
    "five parts, as of something encrypted": lambda good: ".".join(
        [encoded(b'{"alg":"dir","enc":"A256GCM"}'), "", good.parts[1], good.parts[2], good.parts[2]]
    ),
    "two tokens": lambda good: f"{good.token},{good.token}",
    "the other alphabet": lambda good: good.token.replace("-", "+").replace("_", "/") + "+",
    "a letter that is none": lambda good: good.token.replace(".", "é.", 1),
    "a token in quotes": lambda good: f'"{good.token}"',
    "a token as JSON": lambda good: json.dumps({"token": good.token}).replace(" ", ""),
    "only points": lambda _: "..",
    "a megabyte": lambda good: good.token + "A" * 1_000_000,
    "a header of 9,000 characters": lambda good: good.with_head(x="x" * 9_000),
    "a person of 20,000 characters": lambda good: good.with_claims(sub="x" * 20_000),
}


def claims_of(token: str) -> dict[str, Any]:
    """Read what a token says."""
    return json.loads(decoded(token.split(".")[1]))
