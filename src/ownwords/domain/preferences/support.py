"""What is left of a memory when purchases no longer stand for it.

What is inferred is learned from purchases alone, so it goes with them, from every version; what the person declared
stays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ownwords.domain.preferences.changes import supported
from ownwords.domain.preferences.memories import Bought, History, Inferred, Version, Why
from ownwords.domain.preferences.values import are_equal
from ownwords.domain.times import Instant

BY_PURCHASES = "purchases"
"""Who acts where a purchase changes what is inferred."""


def renewed(history: History, holds: Callable[[Bought], bool], now: Instant) -> History | None:
    """Give a memory with what purchases still support of it; None where nothing is left, and itself if all is.

    Where the value in force changes by it, that is a new version in the place of the last one.
    """
    kept = [(one, _version(history, one, holds)) for one in history.versions]
    if all(left is one for one, left in kept):
        return history
    last, current = kept[-1]
    earlier = [left for _, left in kept[:-1] if left is not None]
    if current is None:
        return None
    if not are_equal(history.key, current.value, last.value):
        current = replace(current, number=last.number + 1, at=now, by=BY_PURCHASES, why=Why.UNSUPPORTED)
    return replace(history, versions=(*earlier, current))


def _version(history: History, version: Version, holds: Callable[[Bought], bool]) -> Version | None:
    if not isinstance(version.provenance, Inferred):
        return version
    evidence = tuple(one for one in version.provenance.evidence if holds(one))
    if evidence == version.provenance.evidence:
        return version
    if not evidence:
        return None
    return replace(version, value=supported(history.key, evidence), provenance=Inferred(evidence))
