"""Every problem the server tells a caller of, as a tree; each with its code.

Problem
├── InvalidJson               invalid_json
├── RequestInvalid            request_invalid
│   ├── ItemsInvalid          items_invalid
│   └── CursorInvalid         cursor_invalid
├── BodyTooLarge              body_too_large
├── CredentialInvalid         credential_invalid
├── ScopeMissing              scope_missing
├── NotFound                  not_found
│   ├── ItemNotFound          item_not_found
│   ├── ReceiptNotFound       receipt_not_found
│   └── KeyNotFound           key_not_found
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

    def __init__(self, message: str | None = None, *, faults: tuple[Fault, ...] = ()) -> None:
        """Take the class's own sentence unless another `message` is given."""
        self.message = message or (type(self).__doc__ or "").strip()
        self.faults = faults
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


class CursorInvalid(RequestInvalid):
    """The cursor is not one of this query's; start again without a cursor."""

    code = "cursor_invalid"


class BodyTooLarge(Problem):
    """The body is over 32 MiB; send fewer items at a time."""

    code = "body_too_large"


class CredentialInvalid(Problem):
    """No valid credential came with the request; send `Authorization: Bearer csk_…` with a live key."""

    code = "credential_invalid"


class ScopeMissing(Problem):
    """The key lacks the scope that this call needs; use a key that has it."""

    code = "scope_missing"


class NotFound(Problem):
    """There is nothing here; check the path."""

    code = "not_found"


class ItemNotFound(NotFound):
    """This person has no item with that id; read lists the ones there are."""

    code = "item_not_found"


class ReceiptNotFound(NotFound):
    """This person has no receipt with that id; forget answers with one."""

    code = "receipt_not_found"


class KeyNotFound(NotFound):
    """The project has no live key with that id; `ownwords key list` lists the ones there are."""

    code = "key_not_found"


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
