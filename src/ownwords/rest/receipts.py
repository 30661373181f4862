"""Forgetting over HTTP, and the proof of it."""

from __future__ import annotations

from typing import Annotated, Any, Self

from fastapi import Path, Query
from fastapi.responses import JSONResponse
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from ownwords.actions import receipts
from ownwords.domain import limits, times
from ownwords.domain.projects import KeyScope
from ownwords.domain.receipts import (
    OF_PREFERENCES,
    Before,
    ByAbout,
    ByIds,
    ByPurchases,
    BySession,
    Everything,
    Extent,
    Receipt,
)
from ownwords.domain.sign_ins import PersonScope
from ownwords.rest.edge import Edge, edge
from ownwords.rest.sent import About
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Id, Time, Wire

router = routes()


class ForgetIn(Wire):
    """What to forget: exactly one extent."""

    user_id: Id = LEFT_OUT
    ids: Annotated[list[Id], Field(min_length=1, max_length=limits.IDS_IN_A_CALL)] = LEFT_OUT
    session: Id = LEFT_OUT
    about: About = LEFT_OUT
    before: Time = LEFT_OUT
    purchases: Annotated[list[Id], Field(min_length=1, max_length=limits.IDS_IN_A_CALL)] = LEFT_OUT
    everything: bool = LEFT_OUT

    @model_validator(mode="after")
    def _one_extent(self) -> Self:
        given = self.model_fields_set - {"user_id"}
        if len(given) != 1 or self.everything is False:
            message = "name exactly one of ids, session, about, before, purchases, or everything: true"
            raise PydanticCustomError("needs_exactly_one", message)
        return self

    def extent(self) -> Extent:
        """Give the domain's value."""
        (given,) = self.model_fields_set - {"user_id"}
        match given:
            case "ids":
                return ByIds(tuple(self.ids))
            case "session":
                return BySession(self.session)
            case "about":
                return ByAbout(self.about)
            case "before":
                return Before(self.before)
            case "purchases":
                return ByPurchases(tuple(self.purchases))
            case _:
                return Everything()


class ReceiptOut(Answer):
    """What went, by kind; `purged` once the database's files are clean of it too."""

    receipt_id: str
    at: str
    forgotten: dict[str, int]
    preferences_kept: list[str]
    not_found: list[str]
    purged: bool


class VerifyIn(Wire):
    """Whose receipt."""

    user_id: Id = LEFT_OUT
    receipt_id: Id


class VerifyOut(Answer):
    """Whether anything is left of what went, with the rows that were looked at and left, by table."""

    clean: bool
    searched: dict[str, int]
    left: dict[str, int]


@router.post("/v1/memory/forget", response_model=ReceiptOut, tags=["forgetting"])
def forget(body: ForgetIn, caller: Edge = edge(KeyScope.ITEMS_WRITE, PersonScope.MEMORY_WRITE)) -> JSONResponse:
    """Forget items or purchases and all that was learned from them: once this answers, no read path shows them."""
    whose = caller.whose(body.user_id)
    found = receipts.forget(caller.memory, whose, body.extent())
    counts = found.receipt.forgotten
    caller.note(whose, "forget", counts.get("items", 0) + counts.get("purchases", 0))
    answer = _receipt_out(found.receipt, list(found.not_found), is_purged=found.is_purged)
    if caller.is_person:
        answer["preferences_kept"] = [key.value for key in found.preferences_kept]
    return JSONResponse(answer)


@router.get("/v1/memory/receipts/{receipt_id}", response_model=ReceiptOut, tags=["forgetting"])
def receipt(
    receipt_id: Annotated[Id, Path()],
    user_id: Annotated[Id, Query()] = LEFT_OUT,
    caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ),
) -> JSONResponse:
    """Read a receipt; the ids that were not found are not kept with it."""
    whose = caller.whose(user_id)
    found, is_purged = receipts.receipt(caller.memory, whose, receipt_id)
    caller.note(whose, "receipt", 1)
    return JSONResponse(_receipt_out(found, [], is_purged=is_purged))


@router.post("/v1/memory/verify", response_model=VerifyOut, tags=["forgetting"])
def verify(body: VerifyIn, caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ)) -> JSONResponse:
    """Look for what went by a receipt through every table and index of the person."""
    whose = caller.whose(body.user_id)
    found = receipts.verify(caller.memory, whose, body.receipt_id)
    caller.note(whose, "verify", sum(count for table, count in found.searched.items() if table not in OF_PREFERENCES))
    hidden = frozenset[str]() if caller.is_person else OF_PREFERENCES
    searched, left = (
        {table: count for table, count in counts.items() if table not in hidden}
        for counts in (found.searched, found.left)
    )
    return JSONResponse({"clean": found.is_clean, "searched": searched, "left": left})


def _receipt_out(found: Receipt, not_found: list[str], *, is_purged: bool) -> dict[str, Any]:
    return {
        "receipt_id": found.id,
        "at": times.write(found.at),
        "forgotten": found.forgotten,
        "preferences_kept": [],
        "not_found": not_found,
        "purged": is_purged,
    }
