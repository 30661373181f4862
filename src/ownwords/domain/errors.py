"""Every problem the server tells a caller of, as a tree; each with its code.

Problem
├── InvalidJson               invalid_json
├── RequestInvalid            request_invalid
│   ├── ItemsInvalid          items_invalid
│   ├── PurchasesInvalid      purchases_invalid
│   └── CursorInvalid         cursor_invalid
├── BodyTooLarge              body_too_large
├── CredentialInvalid         credential_invalid
├── ScopeMissing              scope_missing
├── BearerTokenHasNoPerson    bearer_token_has_no_person
├── InvalidRequest            invalid_request
├── MemoryKeyUnknown          memory_key_unknown
├── MemoryValueInvalid        memory_value_invalid
├── MemorySourceNotPerson     memory_source_not_person
├── ConsentMissing            consent_missing
├── RateLimited               rate_limited
├── NotFound                  not_found
│   ├── ItemNotFound          item_not_found
│   ├── PurchaseNotFound      purchase_not_found
│   ├── ReceiptNotFound       receipt_not_found
│   ├── KeyNotFound           key_not_found
│   ├── PersonNotFound        person_not_found
│   └── MemoryNotFound        memory_not_found
├── MethodNotAllowed          method_not_allowed
├── HostNotAllowed            host_not_allowed
├── OriginNotAllowed          origin_not_allowed
├── IdempotencyKeyReused      idempotency_key_reused
├── IdempotencyInProgress     idempotency_in_progress
├── StoreUnavailable          store_unavailable
│   ├── StoreFull             store_full
│   ├── StoreBusy             store_busy
│   ├── StoreDamaged          store_damaged
│   └── ReadTimedOut          read_timed_out
├── EmbedderUnavailable       embedder_unavailable
├── NotEmbeddable             not_embeddable
└── RefusesToServe            refuses_to_serve

The message of a problem is its docstring unless one is given. A problem never holds personal text.
Statuses of protocols live at the edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a request.

    `pointer` is an RFC 6901 JSON pointer into the body (`""` is the whole body), `code` names the rule,
    `message` ends with what to do. A fault never repeats the value.
    """

    pointer: str
    code: str
    message: str


class Problem(Exception):
    """The request can not be answered."""

    code: ClassVar[str] = "problem"

    def __init__(
        self, message: str | None = None, *, faults: tuple[Fault, ...] = (), reason: str | None = None
    ) -> None:
        """Take the class's own sentence unless another `message` is given; `reason` says which of several causes."""
        self.message = message or (type(self).__doc__ or "").strip()
        self.faults = faults
        self.reason = reason
        super().__init__(self.message)


class InvalidJson(Problem):
    """The body is not JSON as RFC 8259 has it; send UTF-8 JSON without duplicate keys, NaN or Infinity."""

    code = "invalid_json"


class RequestInvalid(Problem):
    """The request is malformed; `errors` lists every fault with its pointer. Mend them and send it again."""

    code = "request_invalid"


class ItemsInvalid(RequestInvalid):
    """Nothing was stored; `errors` lists every fault with its pointer. Mend them and send the batch again."""

    code = "items_invalid"


class PurchasesInvalid(RequestInvalid):
    """No purchase was stored; `errors` lists every fault with its pointer. Mend them and send the batch again."""

    code = "purchases_invalid"


class CursorInvalid(RequestInvalid):
    """The cursor is not one of this query's; start again without a cursor."""

    code = "cursor_invalid"


class BodyTooLarge(Problem):
    """The body is over 32 MiB; send fewer items at a time."""

    code = "body_too_large"


class CredentialInvalid(Problem):
    """No valid credential came with the request; send `Authorization: Bearer …` with a live key or person token."""

    code = "credential_invalid"


class ScopeMissing(Problem):
    """The key lacks the scope that this call needs; use a key that has it."""

    code = "scope_missing"


class BearerTokenHasNoPerson(Problem):
    """This call is a person's own, and a key has no person; call as the signed-in person, with a person token."""

    code = "bearer_token_has_no_person"


class InvalidRequest(Problem):
    """The call of the tool is malformed; `errors` lists every fault with what is allowed. Mend them and call again."""

    code = "invalid_request"


class MemoryKeyUnknown(Problem):
    """There is no such key; use one of the six that the tool's document names."""

    code = "memory_key_unknown"


class MemoryValueInvalid(Problem):
    """The value is not what its key holds; fix the value. An inferred one names the `purchase_id` that supports it."""

    code = "memory_value_invalid"


class MemorySourceNotPerson(Problem):
    """The value is not in the person's own words; ask the person, and never declare what you read elsewhere."""

    code = "memory_source_not_person"


class ConsentMissing(Problem):
    """This key is kept only of persons who agreed to it; ask, and record the answer with `POST /v1/me/consents`."""

    code = "consent_missing"


class RateLimited(Problem):
    """Too many requests came with this credential; wait as long as `Retry-After` says, and send it again."""

    code = "rate_limited"

    def __init__(self, seconds: int) -> None:
        """Say how many seconds to wait."""
        super().__init__()
        self.seconds = seconds


class NotFound(Problem):
    """There is nothing here; check the path."""

    code = "not_found"


class ItemNotFound(NotFound):
    """This person has no item with that id; read lists the ones there are."""

    code = "item_not_found"


class PurchaseNotFound(NotFound):
    """This person has no purchase with that id; `POST /v1/purchases/read` lists the ones there are."""

    code = "purchase_not_found"


class ReceiptNotFound(NotFound):
    """This person has no receipt with that id; forget answers with one."""

    code = "receipt_not_found"


class KeyNotFound(NotFound):
    """The project has no live key with that id; `ownwords key list` lists the ones there are."""

    code = "key_not_found"


class PersonNotFound(NotFound):
    """There is no such person to file for; leave `user_id` out, and a person token means its own person."""

    code = "person_not_found"


class MemoryNotFound(NotFound):
    """The person has no active memory with that id or key; `list` again to see the ones there are."""

    code = "memory_not_found"


class MethodNotAllowed(Problem):
    """The path does not take this method; the `Allow` header names the ones it takes."""

    code = "method_not_allowed"


class HostNotAllowed(Problem):
    """The request names a host that this server does not serve; set OWNWORDS_ALLOWED_HOSTS or OWNWORDS_PUBLIC_URL."""

    code = "host_not_allowed"


class OriginNotAllowed(Problem):
    """The request comes from a page of another site; call from your own server, or from OWNWORDS_PUBLIC_URL."""

    code = "origin_not_allowed"


class IdempotencyKeyReused(Problem):
    """The Idempotency-Key came before with another body; use a new key for a new request."""

    code = "idempotency_key_reused"


class IdempotencyInProgress(Problem):
    """The first request with this Idempotency-Key is still running; send it again in a second."""

    code = "idempotency_in_progress"


class StoreUnavailable(Problem):
    """The database does not answer; nothing was stored. Send the request again later."""

    code = "store_unavailable"


class StoreFull(StoreUnavailable):
    """The disk of the database is full; nothing was stored. Make room and send the request again."""

    code = "store_full"


class StoreBusy(StoreUnavailable):
    """The database is busy; nothing was stored. Send the request again in a second."""

    code = "store_busy"


class StoreDamaged(StoreUnavailable):
    """The database file is damaged, or is no database; stop the server and restore a backup."""

    code = "store_damaged"


class ReadTimedOut(StoreUnavailable):
    """The read took longer than 5 seconds and was ended; narrow it and send it again."""

    code = "read_timed_out"


class EmbedderUnavailable(Problem):
    """The model that search by meaning needs does not answer; send the request again in a few seconds."""

    code = "embedder_unavailable"


class NotEmbeddable(Problem):
    """The model can not read this text; it is found by its words only. Edit the item to have it tried again."""

    code = "not_embeddable"


class RefusesToServe(Problem):
    """The server does not start, because it could not keep its promises as things are."""

    code = "refuses_to_serve"
