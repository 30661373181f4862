"""What takes several calls: batches, pages, and waiting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from typing import Final, Unpack

import httpx

from ownwords.client import calls
from ownwords.client.answers import FiledPurchase, Imported, Item, Items, Outcome, Purchases, Receipt
from ownwords.client.asking import Attempt, Call, Pause, Plan, Walk
from ownwords.client.errors import NotPurgedInTime
from ownwords.client.reading import read
from ownwords.client.sent import Order, Sent, Time, Which, Whom, json_of

_ITEMS_IN_A_BATCH: Final = 500
_BYTES_IN_A_BATCH: Final = 16 * 1024 * 1024  # Half of what the server takes.
_ITEMS_IN_A_PAGE: Final = 500
_FIRST_PAUSE_SECONDS: Final = 0.1
_LONGEST_PAUSE_SECONDS: Final = 5.0
_HEALTH_SECONDS: Final = 5.0


def add_all(user_id: str, items: Iterable[Sent], *, idempotency_key: str | None = None) -> Walk[Outcome]:
    """File any number of items, in batches of at most 500, and give what became of each in the order sent.

    Each batch is filed all or none; the whole is not: what was filed before a fault stays filed. Nothing is sent
    until the outcomes are asked for. With an `idempotency_key`, from which each batch has its own, the same items
    can be sent again from the start within 24 hours, and file nothing twice; so can items that have ids or times.

    Raises:
        RequestInvalid: nothing of this batch was stored; pointers count from its first item.
    """
    prefix = calls.new_key() if idempotency_key is None else calls.printable("idempotency_key", idempotency_key)
    written = (json_of(one) for one in items)
    for place, batch in enumerate(_batches(written, _ITEMS_IN_A_BATCH), 1):
        yield calls.adding(user_id, batch, f"{prefix}.{place}", wait_indexed=False)


def read_all(user_id: Whom = None, *, order: Order | None = None, **which: Unpack[Which]) -> Walk[Item]:
    """Read items one by one, over as many pages as there are; each comes once, while others may write."""
    cursor = None
    while True:
        page: Items = yield calls.read(user_id, order=order, limit=_ITEMS_IN_A_PAGE, cursor=cursor, **which)
        cursor = page.next_cursor
        if cursor is None:
            return


def read_all_purchases(
    user_id: Whom = None,
    *,
    ids: Sequence[str] | None = None,
    after: Time | None = None,
    before: Time | None = None,
    order: Order | None = None,
) -> Walk[FiledPurchase]:
    """Read purchases one by one, over as many pages as there are; each comes once, while others may write."""
    cursor = None
    while True:
        page: Purchases = yield calls.read_purchases(
            user_id, ids=ids, after=after, before=before, order=order, limit=_ITEMS_IN_A_PAGE, cursor=cursor
        )
        cursor = page.next_cursor
        if cursor is None:
            return


def import_(user_id: Whom, lines: Iterable[bytes | str]) -> Plan[Imported]:
    """Bring in lines of an export, any number of them; what was forgotten since never comes back.

    A part that was brought in stays, and lines may be brought in again: then they count as `held`.

    Raises:
        RequestInvalid: a line is not one of an export, or of another person's; pointers begin with its place.
    """
    total, before = Imported(), 0
    written = (line.encode() if isinstance(line, str) else line for line in lines)
    for part in _batches(line.rstrip(b"\r\n") for line in written):
        # Empty lines stand for those of the parts before, so that pointers count from the first line of all.
        body = b"\n" * before + b"\n".join(part)
        headers = {"Content-Type": "application/jsonl"}
        query = calls.whose(user_id)
        brought: Imported = yield Call("POST", "/v1/memory/import", _imported, query, body, headers)
        total = Imported(
            total.created + brought.created,
            total.held + brought.held,
            total.forgotten + brought.forgotten,
            total.expired + brought.expired,
        )
        before += len(part)
    return total


def wait_until_purged(user_id: Whom, receipt_id: str, timeout: float = 60.0) -> Plan[Receipt]:
    """Wait until the database's files are clean of what a receipt names, and give the receipt.

    Raises:
        NotFound: the person has no such receipt.
        NotPurgedInTime: they were not after `timeout` seconds; above 1 GB they are cleaned at most once an hour.
    """
    end, pause = monotonic() + timeout, _FIRST_PAUSE_SECONDS
    while True:
        found: Receipt = yield calls.receipt(user_id, receipt_id)
        if found.purged:
            return found
        left = end - monotonic()
        if left <= 0:
            message = f"The database's files were not clean of what was forgotten after {timeout:g} seconds."
            raise NotPurgedInTime(message, "not_purged_in_time")
        yield Pause(min(pause, left))
        pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


def healthy() -> Plan[bool]:
    """Tell whether the server and its database answer, within 5 seconds and at the first attempt."""
    heard = yield Attempt(Call("GET", "/readyz", lambda _: None), _HEALTH_SECONDS)
    return isinstance(heard, httpx.Response) and heard.is_success


def _batches(written: Iterable[bytes], most: int | None = None) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    size = 0
    for one in written:
        if batch and (len(batch) == most or size + len(one) >= _BYTES_IN_A_BATCH):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += len(one) + 1
    if batch:
        yield batch


def _imported(response: httpx.Response) -> Imported:
    return read(Imported, response.json())
