"""What the inside asks of the outside: a store, its transactions, an embedder, and a clock."""

from ownwords.ports.nouns import (
    Accesses,
    Claims,
    Items,
    Passages,
    Persons,
    Purchases,
    Queue,
    Receipts,
    Replays,
    SignIns,
    StoredVectors,
    Threads,
    Transaction,
)
from ownwords.ports.outside import Clock, Embedder, Tokens
from ownwords.ports.preferences import Preferences
from ownwords.ports.store import Health, Projects, Store

__all__ = [
    "Accesses",
    "Claims",
    "Clock",
    "Embedder",
    "Health",
    "Items",
    "Passages",
    "Persons",
    "Preferences",
    "Projects",
    "Purchases",
    "Queue",
    "Receipts",
    "Replays",
    "SignIns",
    "Store",
    "StoredVectors",
    "Threads",
    "Tokens",
    "Transaction",
]
