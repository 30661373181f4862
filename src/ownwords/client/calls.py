"""Each call once: what is asked, with which words, and how the answer is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from secrets import token_urlsafe
from typing import Any, Final, TypeVar, Unpack
from urllib.parse import quote

import httpx

from ownwords.client.answers import (
    Abouts,
    Accesses,
    Added,
    AddedPurchases,
    Context,
    Hit,
    Indexing,
    Items,
    Person,
    PersonSession,
    Project,
    Purchases,
    PurchaseVersion,
    Receipt,
    Speakers,
    Threads,
    Verified,
    Version,
)
from ownwords.client.asking import Call
from ownwords.client.reading import read as read_as
from ownwords.client.sent import Extent, Filters, Order, Scope, Sent, SentPurchase, Time, Which, Whom, given, json_of

T = TypeVar("T")

_JSON: Final = {"Content-Type": "application/json"}


def add(
    user_id: str, items: Iterable[Sent], *, idempotency_key: str | None = None, wait_indexed: bool = False
) -> Call[Added]:
    """File 1 to 500 items for a person, all or none.

    A request that has to be sent again files nothing twice: it has an `Idempotency-Key`, a new one unless you give
    yours, with which you can also send it again yourself within 24 hours. `wait_indexed` comes back once search by
    meaning has caught up.

    Raises:
        RequestInvalid: nothing was stored; `errors` lists every fault with its pointer.
    """
    key = new_key() if idempotency_key is None else idempotency_key
    return adding(user_id, [json_of(one) for one in items], key, wait_indexed)


def adding(user_id: str, items: list[bytes], key: str, wait_indexed: bool) -> Call[Added]:  # noqa: FBT001 - ours
    """File items that are JSON already."""
    body = b'{"user_id":%b,"items":[%b]}' % (json_of(user_id), b",".join(items))
    query = {"wait": "indexed"} if wait_indexed else {}
    headers = _JSON | {"Idempotency-Key": printable("idempotency_key", key)}
    return Call("POST", "/v1/memory/add", _replayed(Added), query, body, headers)


def read(
    user_id: Whom = None,
    *,
    order: Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
    **which: Unpack[Which],
) -> Call[Items]:
    """Read a page of items, newest first unless asked otherwise: all, or those for which all that is given holds."""
    body = {"user_id": user_id, **which, "order": order, "limit": limit, "cursor": cursor}
    return _post("/v1/memory/read", body, _as(Items))


def versions(user_id: str, item_id: str) -> Call[tuple[Version, ...]]:
    """Read every version of an item, oldest first, the current one last.

    Raises:
        NotFound: the person has no such item.
    """
    return _post("/v1/memory/versions", {"user_id": user_id, "id": item_id}, _within("versions", Version))


def search(
    user_id: Whom, query: str, *, limit: int | None = None, now: Time | None = None, **filters: Unpack[Filters]
) -> Call[tuple[Hit, ...]]:
    """Find what was said, best first, with the turns around each hit; nothing found is empty.

    `now` is the moment that words of time in the query are reckoned from, the server's own unless you give one.
    """
    body = {"user_id": user_id, "query": query, "limit": limit, "now": now, "filters": given(filters)}
    return _post("/v1/memory/search", body, _within("hits", Hit))


def context(
    user_id: Whom = None,
    query: str | None = None,
    *,
    max_tokens: int | None = None,
    now: Time | None = None,
    **filters: Unpack[Filters],
) -> Call[Context]:
    """Give what an assistant should know before it answers, as lines for its prompt in so many tokens.

    Without a query it is what was said last. What was said stands in it as data, quoted and fenced.
    """
    body = {"user_id": user_id, "query": query, "max_tokens": max_tokens, "now": now, "filters": given(filters)}
    return _post("/v1/memory/context", body, _as(Context))


def indexing(user_id: Whom = None, *, limit: int | None = None, cursor: str | None = None) -> Call[Indexing]:
    """Tell how far search by meaning has caught up, and list a page of what could not be learned."""
    return _get("/v1/memory/indexing", {"user_id": user_id, "limit": limit, "cursor": cursor}, _as(Indexing))


def retry_indexing(user_id: Whom = None) -> Call[int]:
    """Queue again what could not be learned; give how many items that are."""
    return _post("/v1/memory/indexing/retry", {"user_id": user_id}, lambda response: int(response.json()["queued"]))


def threads(
    user_id: Whom = None, *, order: Order | None = None, limit: int | None = None, cursor: str | None = None
) -> Call[Threads]:
    """List a page of a person's threads by their last item, the newest first unless asked otherwise."""
    query = {"user_id": user_id, "order": order, "limit": limit, "cursor": cursor}
    return _get("/v1/memory/threads", query, _as(Threads))


def speakers(user_id: Whom = None, *, limit: int | None = None, cursor: str | None = None) -> Call[Speakers]:
    """List a page of who speaks in a memory, the person first, and where authors could not be told apart."""
    return _get("/v1/memory/speakers", {"user_id": user_id, "limit": limit, "cursor": cursor}, _as(Speakers))


def about(user_id: Whom = None, *, limit: int | None = None, cursor: str | None = None) -> Call[Abouts]:
    """List a page of what items are about, with the threads of each piece of work across sessions."""
    return _get("/v1/memory/about", {"user_id": user_id, "limit": limit, "cursor": cursor}, _as(Abouts))


def add_purchases(
    user_id: str, purchases: Iterable[SentPurchase], *, idempotency_key: str | None = None
) -> Call[AddedPurchases]:
    """File 1 to 500 purchases of a person, all or none.

    A request that has to be sent again files nothing twice, as with `add`. One that was sent back, or turns out to be
    a gift, is sent again with `returned` or `gift`; what is left out of one that memory holds is kept.

    Raises:
        RequestInvalid: nothing was stored; `errors` lists every fault with its pointer.
        NotAllowed: the key lacks the scope `purchases.write`.
    """
    key = new_key() if idempotency_key is None else idempotency_key
    headers = _JSON | {"Idempotency-Key": printable("idempotency_key", key)}
    body = json_of({"user_id": user_id, "purchases": list(purchases)})
    return Call("POST", "/v1/purchases", _replayed(AddedPurchases), body=body, headers=headers)


def read_purchases(
    user_id: Whom = None,
    *,
    ids: Sequence[str] | None = None,
    after: Time | None = None,
    before: Time | None = None,
    order: Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[Purchases]:
    """Read a page of purchases, newest first unless asked otherwise: those for which all that is given holds."""
    body = {"user_id": user_id, "ids": ids, "after": after, "before": before}
    return _post("/v1/purchases/read", body | {"order": order, "limit": limit, "cursor": cursor}, _as(Purchases))


def purchase_versions(user_id: str, purchase_id: str) -> Call[tuple[PurchaseVersion, ...]]:
    """Read every version of a purchase, oldest first, the current one last.

    Raises:
        NotFound: the person has no such purchase.
    """
    body = {"user_id": user_id, "id": purchase_id}
    return _post("/v1/purchases/versions", body, _within("versions", PurchaseVersion))


def forget(user_id: Whom = None, **extent: Unpack[Extent]) -> Call[Receipt]:
    """Forget items or purchases and all that was learned from them; once this returns, no read path shows them.

    Name exactly one of `ids`, `session`, `about`, `before`, `purchases` and `everything=True`. Forgetting again is
    safe. Where the answer was lost on its way and the request had to be sent again, the receipt is the second one's:
    it counts only what was left, and lists under `not_found` the ids that had gone already.

    Raises:
        RequestInvalid: not exactly one extent was named; nothing was forgotten.
    """
    return _post("/v1/memory/forget", {"user_id": user_id, **extent}, _as(Receipt))


def receipt(user_id: Whom, receipt_id: str) -> Call[Receipt]:
    """Read a receipt of a forget; the ids that were not found are not kept with it.

    Raises:
        NotFound: the person has no such receipt.
    """
    return _get(f"/v1/memory/receipts/{_part(receipt_id)}", {"user_id": user_id}, _as(Receipt))


def verify(user_id: Whom, receipt_id: str) -> Call[Verified]:
    """Look for what went by a receipt through every table and index of the person.

    Raises:
        NotFound: the person has no such receipt.
    """
    return _post("/v1/memory/verify", {"user_id": user_id, "receipt_id": receipt_id}, _as(Verified))


def export(user_id: Whom = None) -> Call[httpx.Response]:
    r"""Take out a person's whole memory, one JSON line at a time, each ending in ``\n``.

    The lines stream: nothing is held but the one that is given. It is sent again only before its first line.

    Raises:
        ConnectionFailed: the connection broke amid the lines, and those that were given are not all.
    """
    return Call("GET", "/v1/memory/export", _whole, whose(user_id), is_stream=True)


def put_person(user_id: str, *, timezone: str) -> Call[Person]:
    """Say whose clock a person's day is of, by an IANA name; another zone files the threads again."""
    path = f"/v1/persons/{_part(user_id)}"
    return Call("PUT", path, _as(Person), body=json_of({"timezone": timezone}), headers=_JSON)


def person(user_id: str) -> Call[Person]:
    """Read how a person's memory is filed; a person whom memory never held has the defaults."""
    return _get(f"/v1/persons/{_part(user_id)}", {}, _as(Person))


def accesses(user_id: Whom = None, *, limit: int | None = None, cursor: str | None = None) -> Call[Accesses]:
    """List a page of who read or wrote a memory in the last 180 days, the newest first."""
    return _get("/v1/memory/accesses", {"user_id": user_id, "limit": limit, "cursor": cursor}, _as(Accesses))


def project() -> Call[Project]:
    """Read the project that the key belongs to."""
    return _get("/v1/project", {}, _as(Project))


def change_project(**settings: Any) -> Call[Project]:
    """Change settings of the project, such as `quotes="verified"`; what is left out stays.

    Raises:
        NotAllowed: the key lacks the scope `project.write`.
    """
    return Call("PATCH", "/v1/project", _as(Project), body=json_of(settings), headers=_JSON)


def issue_session(user_id: str, *, ttl_seconds: int | None = None, scope: Scope | None = None) -> Call[PersonSession]:
    """Have a person token issued: by this you state that you have just verified this person's sign-in.

    It is good for 15 minutes unless you say otherwise (60 at most). A client made with it reaches that person's memory
    alone, and `user_id` may be left out.

    Raises:
        NotAllowed: the key lacks the scope `persons.issue`.
    """
    body = {"ttl_seconds": ttl_seconds, "scope": scope}
    return _post(f"/v1/persons/{_part(user_id)}/sessions", body, _as(PersonSession))


def end_sessions(user_id: str) -> Call[int]:
    """End all sessions of a person within a second; give how many there were.

    Raises:
        NotAllowed: the key lacks the scope `persons.issue`.
    """
    path = f"/v1/persons/{_part(user_id)}/sessions"
    return Call("DELETE", path, lambda response: int(response.json()["ended"]))


def whose(user_id: Whom) -> dict[str, str]:
    """Name a person in a query, or nobody."""
    return {} if user_id is None else {"user_id": user_id}


def new_key() -> str:
    """Make a key that no other request has."""
    return token_urlsafe(18)


def printable(name: str, text: str) -> str:
    """Let pass what can stand in a header; the text is not repeated where it can not.

    Raises:
        ValueError: it is empty, or holds spaces or anything that is not ASCII.
    """
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(f"{name} is made of printable ASCII characters without spaces")
    return text


def _get(path: str, query: dict[str, Any], read: Callable[[httpx.Response], T]) -> Call[T]:
    return Call("GET", path, read, {name: str(value) for name, value in given(query).items()})


def _post(path: str, body: dict[str, Any], read: Callable[[httpx.Response], T]) -> Call[T]:
    return Call("POST", path, read, body=json_of(given(body)), headers=_JSON)


def _part(text: str) -> str:
    # Dots as well: `.` and `..` would otherwise be taken as steps of the path.
    return quote(text, safe="").replace(".", "%2E")


def _as(kind: type[T]) -> Callable[[httpx.Response], T]:
    return lambda response: read_as(kind, response.json())


def _within(name: str, kind: type[T]) -> Callable[[httpx.Response], tuple[T, ...]]:
    return lambda response: read_as(tuple[kind, ...], response.json().get(name))


def _replayed(kind: type[T]) -> Callable[[httpx.Response], T]:
    def read(response: httpx.Response) -> T:
        replayed = response.headers.get("idempotent-replayed") == "true"
        return read_as(kind, response.json() | {"replayed": replayed})

    return read


def _whole(response: httpx.Response) -> httpx.Response:
    return response
