"""Filing purchases, and taking them back: the one place through which what a memory holds of them changes.

Whatever follows from purchases is renewed at the end of `change`: whether one is filed, edited (returned, marked a
gift), forgotten, ended, brought in or forgotten again after a restore, nobody can leave it out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ownwords.actions.filing import preferences
from ownwords.actions.filing.opened import Open
from ownwords.domain.purchases import Purchase, PurchaseVersion
from ownwords.domain.receipts import Tombstone


def change(
    opened: Open,
    *,
    came: Sequence[Purchase] = (),
    edited: Sequence[Purchase] = (),
    earlier: Sequence[PurchaseVersion] = (),
    went: Sequence[Purchase] = (),
) -> dict[str, int]:
    """Store what came and what was edited, keep earlier versions, remove what went; give how much went, by kind.

    No purchase stands in two of the three lists. Tombstones of what went are the caller's to store.
    """
    rows = opened.transaction.purchases
    gone = rows.remove([one.number for one in went])
    rows.replace(edited)
    rows.put(came)
    rows.keep_versions(earlier)
    if edited or went:
        preferences.purchases_changed(opened.transaction, opened.now)
    return gone


def tombstones(opened: Open, went: Sequence[Purchase]) -> list[Tombstone]:
    """Give what is left of purchases that went."""
    return [Tombstone(opened.keys.tombstone_of_purchase(one.id), opened.now) for one in went]
