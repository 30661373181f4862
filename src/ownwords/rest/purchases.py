"""Purchases over HTTP: file, read, versions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from fastapi import Request
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from ownwords.actions import purchases
from ownwords.actions.replays import Once
from ownwords.domain import limits, times
from ownwords.domain.items import is_blank
from ownwords.domain.projects import KeyScope
from ownwords.domain.purchases import Line, Purchase, SentPurchase, Which
from ownwords.domain.sign_ins import PersonScope
from ownwords.domain.sizes import SizeSystem
from ownwords.domain.times import Instant
from ownwords.rest.edge import Edge, edge
from ownwords.rest.paging import Walk
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Cursor, End, Id, IdempotencyKey, Limit, Time, Wire, storable
from ownwords.web.bodies import canonical

router = routes()


def _shown(text: str) -> str:
    if is_blank(storable(text)):
        raise PydanticCustomError("blank", "it shows nothing; send the words, or leave it out")
    return text


Merchant = Annotated[
    str, StringConstraints(min_length=1, max_length=limits.MERCHANT_CHARACTERS), AfterValidator(_shown)
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=limits.LINE_NAME_CHARACTERS), AfterValidator(_shown)]
Brand = Annotated[str, StringConstraints(min_length=1, max_length=limits.BRAND_CHARACTERS), AfterValidator(_shown)]
SizeText = Annotated[str, StringConstraints(min_length=1, max_length=limits.SIZE_CHARACTERS), AfterValidator(_shown)]
Category = Annotated[
    str, StringConstraints(min_length=1, max_length=limits.CATEGORY_CHARACTERS), AfterValidator(_shown)
]
Label = Annotated[str, StringConstraints(min_length=1, max_length=limits.LABEL_CHARACTERS), AfterValidator(_shown)]
SystemName = Literal["BR", "AR", "EU", "US", "UK", "cm", "MX", "AU", "CN", "DE", "ES", "FR", "IT", "JP"]


class LineIn(Wire):
    """One thing that was bought; null is the same as left out."""

    name: Name | None = None
    brand: Brand | None = None
    size: SizeText | None = None
    size_system: SystemName | None = None
    category: Category | None = None
    labels: Annotated[list[Label], Field(max_length=limits.LABELS_OF_A_LINE)] | None = None
    gift: bool = False
    returned: bool = False

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not (self.name or self.brand or self.size or self.category or self.labels):
            raise PydanticCustomError("nothing_given", "name at least one of name, brand, size, category, labels")
        return self

    def line(self) -> Line:
        """Give the domain's value."""
        return Line(
            name=self.name,
            brand=self.brand,
            size=self.size,
            size_system=None if self.size_system is None else SizeSystem(self.size_system),
            category=self.category,
            labels=tuple(dict.fromkeys(self.labels or ())),
            gift=self.gift,
            returned=self.returned,
        )


class BoughtIn(Wire):
    """The content of a purchase."""

    merchant: Merchant | None = None
    lines: Annotated[list[LineIn], Field(max_length=limits.LINES_OF_A_PURCHASE)] | None = None
    gift: bool = LEFT_OUT
    returned: bool = LEFT_OUT
    expires: End | None = None

    def sent(self) -> SentPurchase:
        """Give the domain's value; what was left out is not what was null."""
        given = {name: getattr(self, name) for name in SentPurchase.__slots__ if name in self.model_fields_set}
        if self.lines is not None:
            given["lines"] = tuple(one.line() for one in self.lines)
        return SentPurchase(**given)


class PurchaseIn(BoughtIn):
    """One order of a person; what is left out of one that memory holds is kept."""

    id: Id = LEFT_OUT
    at: Time = LEFT_OUT

    @model_validator(mode="after")
    def _something(self) -> Self:
        if "id" not in self.model_fields_set and not self.merchant and not self.lines:
            raise PydanticCustomError("nothing_given", "a purchase without an id names its merchant or a line")
        return self


class PurchasesIn(Wire):
    """A batch for one person."""

    user_id: Id
    purchases: Annotated[list[PurchaseIn], Field(min_length=1, max_length=limits.PURCHASES_IN_A_BATCH)]


class PurchaseOutcome(Answer):
    """What became of one purchase."""

    id: str | None
    status: Literal["created", "unchanged", "edited", "expired", "forgotten"]
    version: int
    notes: list[str]


class PurchasesFiled(Answer):
    """What became of a batch, in the order sent."""

    purchases: list[PurchaseOutcome]
    counts: dict[str, int]


class LineOut(Answer):
    """One thing that was bought; what was not given is null."""

    name: str | None
    brand: str | None
    size: str | None
    size_system: SystemName | None
    category: str | None
    labels: list[str] | None
    gift: bool
    returned: bool


class PurchaseOut(Answer):
    """A purchase as it reads; what was not given is null."""

    id: str
    at: str
    merchant: str | None
    lines: list[LineOut]
    gift: bool
    returned: bool
    expires: str | None
    version: int
    received_at: str


class PurchaseVersionOut(PurchaseOut):
    """A version of a purchase; `replaced_at` is null for the current one."""

    replaced_at: str | None


class ReadPurchasesIn(Wire):
    """Which purchases to read."""

    user_id: Id = LEFT_OUT
    ids: Annotated[list[Id], Field(max_length=limits.PAGE_MOST)] | None = None
    after: Time | None = None
    before: Time | None = None
    order: Literal["newest", "oldest"] = "newest"
    limit: Limit = limits.PAGE_DEFAULT
    cursor: Cursor | None = None


class PurchasesOut(Answer):
    """A page of purchases."""

    purchases: list[PurchaseOut]
    next_cursor: str | None


class PurchaseVersionsIn(Wire):
    """Whose purchase."""

    user_id: Id
    id: Id


class PurchaseVersionsOut(Answer):
    """Every version, oldest first."""

    versions: list[PurchaseVersionOut]


@router.post("/v1/purchases", response_model=PurchasesFiled, tags=["purchases"])
def add_purchases(
    body: PurchasesIn,
    request: Request,
    caller: Edge = edge(KeyScope.PURCHASES_WRITE),
    idempotency_key: IdempotencyKey = None,
) -> JSONResponse:
    """File 1 to 500 purchases of a person, all or none.

    Each one with an id is safe to send again; `Idempotency-Key` makes any request so for 24 hours. One that was sent
    back, or turns out to be a gift, is sent again with `returned` or `gift`.
    """
    whose = caller.whose(body.user_id)
    once = None if idempotency_key is None else Once(idempotency_key, canonical(request.state.body))
    with caller.alone(whose, once):
        added = purchases.add(caller.memory, whose, [one.sent() for one in body.purchases], once)
    counts: dict[str, int] = {}
    for outcome in added.outcomes:
        counts[outcome.status] = counts.get(outcome.status, 0) + 1
    caller.note(whose, "add purchases", len(added.outcomes))
    listed = [
        {"id": one.id, "status": one.status, "version": one.version, "notes": list(one.notes)} for one in added.outcomes
    ]
    headers = {"Idempotent-Replayed": "true"} if added.is_replay else {}
    return JSONResponse({"purchases": listed, "counts": counts}, headers=headers)


@router.post("/v1/purchases/read", response_model=PurchasesOut, tags=["purchases"])
def read_purchases(
    body: ReadPurchasesIn, caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ)
) -> JSONResponse:
    """Read purchases by id or time, newest first unless asked otherwise."""
    whose = caller.whose(body.user_id)
    walk = Walk(caller, whose, "purchases", cursor=body.cursor, limit=body.limit, asked=_asked(body))
    found = purchases.page(
        caller.memory,
        whose,
        Which(None if body.ids is None else tuple(body.ids), body.after, body.before),
        newest_first=body.order == "newest",
        after=None if walk.after is None else (int(walk.after[0]), int(walk.after[1])),
        most=walk.most,
    )
    shown, following = walk.page(found, lambda one: (one.at, one.number))
    caller.note(whose, "read purchases", len(shown))
    return JSONResponse({"purchases": [purchase_out(one) for one in shown], "next_cursor": following})


@router.post("/v1/purchases/versions", response_model=PurchaseVersionsOut, tags=["purchases"])
def purchase_versions(body: PurchaseVersionsIn, caller: Edge = edge(KeyScope.ITEMS_READ)) -> JSONResponse:
    """Read every version of a purchase, oldest first, the current one last."""
    whose = caller.whose(body.user_id)
    found = purchases.versions(caller.memory, whose, body.id)
    caller.note(whose, "purchase versions", len(found))
    listed = [purchase_out(one) | {"replaced_at": _time_out(replaced)} for one, replaced in found]
    return JSONResponse({"versions": listed})


def _asked(body: ReadPurchasesIn) -> bytes:
    """Give what was asked, less the place and the length of the page."""
    given = {name: getattr(body, name) for name in sorted(body.model_fields_set - {"user_id", "cursor", "limit"})}
    return repr(given).encode("utf-8", "replace")


def purchase_out(purchase: Purchase) -> dict[str, Any]:
    """Write a purchase as it reads."""
    bought = purchase.bought
    return {
        "id": purchase.id,
        "at": times.write(purchase.at),
        "merchant": bought.merchant,
        "lines": [_line_out(one) for one in bought.lines],
        "gift": bought.gift,
        "returned": bought.returned,
        "expires": _time_out(bought.expires),
        "version": purchase.version,
        "received_at": times.write(purchase.received_at),
    }


def _line_out(line: Line) -> dict[str, Any]:
    return {
        "name": line.name,
        "brand": line.brand,
        "size": line.size,
        "size_system": None if line.size_system is None else line.size_system.value,
        "category": line.category,
        "labels": list(line.labels) or None,
        "gift": line.gift,
        "returned": line.returned,
    }


def _time_out(instant: Instant | None) -> str | None:
    return None if instant is None else times.write(instant)
