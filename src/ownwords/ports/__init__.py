"""What the inside asks of the outside: a store, its transactions, an embedder, and a clock."""

from ownwords.ports.nouns import (
    Accesses,
    Claims,
    Items,
    Passages,
    Persons,
    Queue,
    Receipts,
    Replays,
    StoredVectors,
    Threads,
    Transaction,
)
from ownwords.ports.outside import Clock, Embedder
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
    "Projects",
    "Queue",
    "Receipts",
    "Replays",
    "Store",
    "StoredVectors",
    "Threads",
    "Transaction",
]
