"""The access log: who used a memory, when, by which verb, and how much; never what."""

from __future__ import annotations

from dataclasses import dataclass

from ownwords.domain.ids import Scope
from ownwords.domain.times import Instant


@dataclass(frozen=True, slots=True)
class Access:
    """One use of a person's memory by `actor` (a key's id); `nonce` tells two of one moment apart."""

    scope: Scope
    at: Instant
    nonce: int
    actor: str
    verb: str
    items: int
