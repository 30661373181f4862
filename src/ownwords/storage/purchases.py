"""Purchases and their earlier versions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ownwords.domain.purchases import Bought, Line, Purchase, PurchaseVersion, Which
from ownwords.domain.sizes import SizeSystem
from ownwords.domain.times import Instant
from ownwords.storage.filters import id_hash
from ownwords.storage.sql import Mine, Value, listing

_BOUGHT: Final = ("expires", "gift", "returned", "merchant", "lines")
_PURCHASE: Final = ("purchase", "id", "at", "version", "received_at", *_BOUGHT)
_VERSION: Final = ("purchase", "version", "received_at", "replaced_at", *_BOUGHT)
_COLUMNS: Final = ", ".join(_PURCHASE)


class PurchaseRows:
    """See `ports.Purchases`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def by_ids(self, ids: Iterable[str]) -> dict[str, Purchase]:
        """Give the purchases that have one of the caller's ids."""
        rows = self._mine.rows_in(
            f"SELECT {_COLUMNS} FROM purchase WHERE project = :project AND person = :person AND id_hash {{among}}",
            [id_hash(one) for one in ids],
        )
        return {purchase.id: purchase for purchase in map(_purchase_of, rows)}

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, Purchase]:
        """Give the purchases that have one of the numbers."""
        rows = self._mine.rows_in(
            f"SELECT {_COLUMNS} FROM purchase WHERE project = :project AND person = :person AND purchase {{among}}",
            numbers,
        )
        return {purchase.number: purchase for purchase in map(_purchase_of, rows)}

    def put(self, purchases: Sequence[Purchase]) -> None:
        """Store purchases."""
        self._mine.insert(
            "purchase",
            ("id_hash", *_PURCHASE),
            [
                (id_hash(one.id), one.number, one.id, one.at, one.version, one.received_at, *_bought_row(one.bought))
                for one in purchases
            ],
        )

    def replace(self, purchases: Sequence[Purchase]) -> None:
        """Store purchases in the place of the ones of their numbers."""
        self._mine.run_in(
            "DELETE FROM purchase WHERE project = :project AND person = :person AND purchase {among}",
            [one.number for one in purchases],
        )
        self.put(purchases)

    def remove(self, numbers: Sequence[int]) -> dict[str, int]:
        """Remove purchases with every version."""
        versions, purchases = (
            self._mine.run_in(
                f"DELETE FROM {table} WHERE project = :project AND person = :person AND purchase {{among}}", numbers
            )
            for table in ("purchase_version", "purchase")
        )
        return {"purchases": purchases, "purchase_versions": versions + purchases}

    def page(self, which: Which, *, newest_first: bool, after: tuple[int, int] | None, most: int) -> list[Purchase]:
        """Give a page of purchases in order of (at, number)."""
        conditions, values = _where(which)
        side, order = ("<", "DESC") if newest_first else (">", "ASC")
        place: dict[str, int] = {}
        if after is not None:
            conditions += f" AND (at, purchase) {side} (:place_at, :place_purchase)"
            place = {"place_at": after[0], "place_purchase": after[1]}
        rows = self._mine.rows(
            f"""
            SELECT {_COLUMNS} FROM purchase WHERE project = :project AND person = :person {conditions}
            ORDER BY at {order}, purchase {order} LIMIT :most""",
            most=most,
            **values,
            **place,
        )
        return [_purchase_of(row) for row in rows]

    def by_arrival(self, after: int, most: int) -> list[Purchase]:
        """Give a page of purchases in order of number."""
        rows = self._mine.rows(
            f"""
            SELECT {_COLUMNS} FROM purchase WHERE project = :project AND person = :person AND purchase > :after
            ORDER BY purchase LIMIT :most""",
            after=after,
            most=most,
        )
        return [_purchase_of(row) for row in rows]

    def numbers(self, which: Which) -> list[int]:
        """Give the numbers of all the purchases that are meant."""
        conditions, values = _where(which)
        rows = self._mine.rows(
            f"""
            SELECT purchase FROM purchase WHERE project = :project AND person = :person {conditions}
            ORDER BY purchase""",
            **values,
        )
        return [number for (number,) in rows]

    def expired(self, now: Instant) -> list[int]:
        """Give the numbers of the purchases whose end has come."""
        rows = self._mine.rows(
            """
            SELECT purchase FROM purchase
            WHERE project = :project AND person = :person AND expires <= :now ORDER BY purchase""",
            now=now,
        )
        return [number for (number,) in rows]

    def keep_versions(self, versions: Sequence[PurchaseVersion]) -> None:
        """Keep earlier versions of purchases."""
        self._mine.insert(
            "purchase_version",
            _VERSION,
            [
                (
                    one.purchase.number,
                    one.purchase.version,
                    one.purchase.received_at,
                    one.replaced_at,
                    *_bought_row(one.purchase.bought),
                )
                for one in versions
            ],
        )

    def versions(self, numbers: Iterable[int]) -> dict[int, list[PurchaseVersion]]:
        """Give the earlier versions of purchases, oldest first."""
        rows = self._mine.rows_in(
            f"""
            SELECT purchase.purchase, purchase.id, purchase.at, earlier.version, earlier.received_at,
                   {", ".join(f"earlier.{column}" for column in _BOUGHT)}, earlier.replaced_at
            FROM purchase_version AS earlier JOIN purchase
                ON purchase.project = earlier.project AND purchase.person = earlier.person
                AND purchase.purchase = earlier.purchase
            WHERE earlier.project = :project AND earlier.person = :person AND earlier.purchase {{among}}
            ORDER BY earlier.purchase, earlier.version""",
            numbers,
        )
        found: dict[int, list[PurchaseVersion]] = defaultdict(list)
        for *row, replaced_at in rows:
            purchase = _purchase_of(tuple(row))
            found[purchase.number].append(PurchaseVersion(purchase, Instant(replaced_at)))
        return dict(found)


def _where(which: Which) -> tuple[str, Mapping[str, Value]]:
    """Write which purchases are meant as conditions, each with AND before it."""
    conditions, values = "", dict[str, Value]()
    if which.ids is not None:
        names, listed = listing([id_hash(one) for one in which.ids], "id")
        conditions, values = f" AND id_hash IN ({names})", listed
    for name, side in (("after", ">="), ("before", "<")):
        instant = getattr(which, name)
        if instant is not None:
            conditions += f" AND at {side} :{name}"
            values[name] = instant
    return conditions, values


def _bought_row(bought: Bought) -> tuple[Any, ...]:
    lines = [_line_out(one) for one in bought.lines]
    return (
        bought.expires,
        int(bought.gift),
        int(bought.returned),
        bought.merchant,
        json.dumps(lines, ensure_ascii=False) if lines else None,
    )


def _purchase_of(row: tuple[Any, ...]) -> Purchase:
    number, purchase_id, at, version, received_at, expires, gift, returned, merchant, lines = row
    bought = Bought(
        merchant=merchant,
        lines=() if lines is None else tuple(map(_line_of, json.loads(lines))),
        gift=bool(gift),
        returned=bool(returned),
        expires=None if expires is None else Instant(expires),
    )
    return Purchase(number, purchase_id, Instant(at), bought, version, Instant(received_at))


def _line_out(line: Line) -> dict[str, Any]:
    """Write what was given of a line."""
    whole = {name: getattr(line, name) for name in Line.__slots__}
    return {name: value for name, value in whole.items() if value}


def _line_of(given: dict[str, Any]) -> Line:
    system = given.get("size_system")
    read: dict[str, Any] = {
        **given,
        "size_system": None if system is None else SizeSystem(system),
        "labels": tuple(given.get("labels", ())),
    }
    return Line(**read)
