from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from ownwords.client import FiledPurchase, Line, NotAllowed, NotFound, Ownwords, Purchase, RequestInvalid
from ownwords.domain.projects import KeyScope
from tests.client.clients import speaking
from tests.running import Server

AT = datetime(2026, 2, 1, 10, tzinfo=UTC)
SHOES = Line(name="Tênis", brand="Nike", size="42", size_system="BR", category="Calçados", labels=("vegano",))


def test_what_is_sent_reads_back(client: Ownwords) -> None:
    """Every field of a purchase comes back as it was given; what was not given is None."""
    sent = Purchase(
        id="o1", at=AT, merchant="Loja", lines=[SHOES, Line(name="Meia", gift=True)], expires=date(2027, 1, 1)
    )
    added = client.add_purchases("ana", [sent])
    assert [(one.id, one.status, one.version) for one in added.purchases] == [("o1", "created", 1)]
    assert (added.counts, added.replayed) == ({"created": 1}, False)

    (purchase,) = client.read_purchases("ana").purchases
    assert purchase == FiledPurchase(
        id="o1",
        at=AT,
        merchant="Loja",
        lines=(SHOES, Line(name="Meia", gift=True)),
        gift=False,
        returned=False,
        expires=datetime(2027, 1, 2, tzinfo=UTC),
        version=1,
        received_at=purchase.received_at,
    )


def test_a_mapping_says_the_same_and_left_out_is_kept(client: Ownwords) -> None:
    """A return needs the id and the mark; None clears."""
    client.add_purchases("ana", [Purchase(id="o1", at=AT, merchant="Loja", lines=[SHOES])])
    same = {"id": "o1", "merchant": "Loja", "lines": [{"name": "Tênis", "brand": "Nike", "size": "42",
            "size_system": "BR", "category": "Calçados", "labels": ["vegano"]}]}  # fmt: skip
    assert client.add_purchases("ana", [same]).counts == {"unchanged": 1}
    client.add_purchases("ana", [Purchase(id="o1", returned=True), Purchase(id="o1", merchant=None)])

    versions = client.purchase_versions("ana", "o1")
    assert [(one.returned, one.merchant, one.lines) for one in versions] == [
        (False, "Loja", (SHOES,)), (True, "Loja", (SHOES,)), (True, None, (SHOES,)),
    ]  # fmt: skip
    assert [one.replaced_at is None for one in versions] == [False, False, True]


def test_purchases_are_walked_and_forgotten(client: Ownwords) -> None:
    """Pages follow each other; a forget by ids takes those and says what was not there."""
    client.add_purchases("ana", [Purchase(id=f"o{n}", at=f"2026-02-0{n}T10:00:00Z", merchant="x") for n in range(1, 6)])
    first = client.read_purchases("ana", limit=3)
    rest = client.read_purchases("ana", limit=3, cursor=first.next_cursor)
    assert [one.id for one in first.purchases + rest.purchases] == ["o5", "o4", "o3", "o2", "o1"]
    assert [one.id for one in client.read_all_purchases("ana", order="oldest", after="2026-02-04T10:00:00Z")] == [
        "o4", "o5",
    ]  # fmt: skip

    receipt = client.forget("ana", purchases=["o1", "nobody"])
    assert (receipt.forgotten["purchases"], receipt.not_found) == (1, ("nobody",))
    assert client.verify("ana", receipt.receipt_id).clean
    assert [one.id for one in client.read_all_purchases("ana", ids=["o1", "o2"])] == ["o2"]
    with pytest.raises(NotFound):
        client.purchase_versions("ana", "o1")


def test_a_request_that_is_sent_again_files_nothing_twice(client: Ownwords) -> None:
    """With a key of one's own the answer comes again, and says so."""
    sent = [Purchase(merchant="x")]
    first = client.add_purchases("ana", sent, idempotency_key="k")
    again = client.add_purchases("ana", sent, idempotency_key="k")

    assert (first.replayed, again.replayed) == (False, True)
    assert again.purchases == first.purchases
    assert len(client.read_purchases("ana").purchases) == 1


def test_what_is_wrong_is_told_by_its_pointer(client: Ownwords, server: Server) -> None:
    """A malformed purchase is refused; a key without the scope files none."""
    with pytest.raises(RequestInvalid) as caught:
        client.add_purchases("ana", [Purchase(merchant="x", lines=[Line()])])
    assert [fault.pointer for fault in caught.value.errors] == ["/purchases/0/lines/0"]
    with (
        (poor := server.project(KeyScope.ITEMS_READ)).http,
        speaking("sync", poor.url, poor.key) as other,
        pytest.raises(NotAllowed),
    ):
        other.add_purchases("ana", [Purchase(merchant="x")])
