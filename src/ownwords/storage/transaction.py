"""One person's memory inside a transaction: every noun's rows over the same session."""

from __future__ import annotations

from ownwords.domain.ids import Scope
from ownwords.storage.accesses import AccessRows
from ownwords.storage.claims import ClaimRows
from ownwords.storage.items import ItemRows
from ownwords.storage.passages import PassageRows
from ownwords.storage.persons import PersonRow
from ownwords.storage.preferences import PreferenceRows
from ownwords.storage.purchases import PurchaseRows
from ownwords.storage.queue import QueueRows
from ownwords.storage.receipts import ReceiptRows
from ownwords.storage.replays import ReplayRows
from ownwords.storage.sign_ins import SignInRows
from ownwords.storage.sql import Mine, Session
from ownwords.storage.threads import ThreadRows
from ownwords.storage.vectors import VectorRows


class PersonTransaction:
    """See `ports.Transaction`."""

    def __init__(self, session: Session, scope: Scope, *, lock: str = "") -> None:
        """Open the memory of one person; this is the one place that does."""
        mine = Mine(session, scope)
        self.persons = PersonRow(mine, lock=lock)
        self.items = ItemRows(mine)
        self.threads = ThreadRows(mine)
        self.claims = ClaimRows(mine)
        self.passages = PassageRows(mine)
        self.vectors = VectorRows(mine)
        self.queue = QueueRows(mine)
        self.purchases = PurchaseRows(mine)
        self.preferences = PreferenceRows(mine)
        self.receipts = ReceiptRows(mine)
        self.replays = ReplayRows(mine)
        self.sign_ins = SignInRows(mine)
        self.accesses = AccessRows(mine, scope)
