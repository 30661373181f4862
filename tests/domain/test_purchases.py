from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from ownwords.domain.goods import Goods, goods_of
from ownwords.domain.preferences import Key
from ownwords.domain.purchases import (
    Bought,
    Created,
    Edited,
    Expired,
    Line,
    Purchase,
    SentPurchase,
    Unchanged,
    decide,
    derived_id,
    supports,
)
from ownwords.domain.sizes import Size, SizeSystem
from ownwords.domain.times import Instant
from ownwords.rest.purchases import SystemName

NOON, LATER = Instant(1_000), Instant(2_000)
BR = SizeSystem.BR


def fresh(at: Instant = NOON, received_at: Instant = NOON) -> Purchase:
    """Give what a new purchase is made of."""
    return Purchase(7, "o1", at, Bought(), 1, received_at)


def order(*lines: Line, **bought: Any) -> Purchase:
    """Give a purchase of lines."""
    return replace(fresh(), bought=Bought(lines=lines, **bought))


# --- deciding -------------------------------------------------------------------------------------


def test_what_memory_does_not_hold_is_created_with_defaults() -> None:
    """Neither a gift nor returned, of no named merchant, until it is said."""
    change = decide(None, SentPurchase(id="o1", lines=(Line(name="meia"),)), fresh())

    assert change == Created(replace(fresh(), bought=Bought(lines=(Line(name="meia"),))))


def test_the_same_content_is_unchanged_and_a_time_is_no_content() -> None:
    """A retry is always safe, also with another time."""
    stored = order(Line(brand="Nike"), merchant="Loja")
    sent = SentPurchase(id="o1", at=LATER, merchant="Loja", lines=(Line(brand="Nike"),), gift=False)

    assert decide(stored, sent, fresh(LATER, LATER)) == Unchanged(stored)


def test_left_out_is_kept_and_what_is_sent_replaces_whole() -> None:
    """A return needs no more than the id; lines are never merged; the date stays."""
    stored = order(Line(brand="Nike"), Line(brand="Adidas"), merchant="Loja")

    returned = decide(stored, SentPurchase(id="o1", returned=True), fresh(LATER, LATER))
    one_line = decide(stored, SentPurchase(id="o1", lines=(Line(brand="Puma"),)), fresh(LATER, LATER))

    assert isinstance(returned, Edited)
    assert returned.purchase.bought == replace(stored.bought, returned=True)
    assert (returned.purchase.version, returned.purchase.at, returned.purchase.received_at) == (2, NOON, LATER)
    assert returned.before == stored
    assert isinstance(one_line, Edited)
    assert one_line.purchase.bought.lines == (Line(brand="Puma"),)


def test_none_clears() -> None:
    """Merchant, lines and end can be taken away."""
    stored = order(Line(brand="Nike"), merchant="Loja", expires=Instant(9_000))

    change = decide(stored, SentPurchase(id="o1", merchant=None, lines=None, expires=None), fresh(LATER, LATER))

    assert isinstance(change, Edited)
    assert change.purchase.bought == Bought()


@pytest.mark.parametrize("stored", [None, order(merchant="Loja")])
def test_an_end_in_the_past_is_expired_at_once(stored: Purchase | None) -> None:
    """Whether memory held it or not, and at the very instant too."""
    change = decide(stored, SentPurchase(id="o1", merchant="Outra", expires=LATER), fresh(LATER, LATER))

    assert isinstance(change, Expired)


def test_a_name_is_made_of_merchant_lines_and_time_and_of_nothing_that_turns_out_later() -> None:
    """The same order without an id is the same one, returned or not; another line, order or time is another."""
    sent = SentPurchase(at=NOON, merchant="Loja", lines=(Line(name="a", labels=("x", "y")), Line(brand="b")))
    later = replace(sent, returned=True, gift=True, expires=LATER)
    returned_line = replace(sent, lines=(Line(name="a", labels=("x", "y"), returned=True), Line(brand="b")))
    others = [
        replace(sent, merchant="Lojb"),
        replace(sent, merchant=None),
        replace(sent, lines=(Line(brand="b"), Line(name="a", labels=("x", "y")))),
        replace(sent, lines=(Line(name="a", labels=("xy",)), Line(brand="b"))),
        replace(sent, lines=(Line(name="a", labels=("x", "y")), Line(name="b"))),
        replace(sent, lines=None),
    ]
    name = derived_id(sent, NOON)

    assert name.startswith("pur_")
    assert derived_id(later, NOON) == derived_id(returned_line, NOON) == name
    assert len({name, derived_id(sent, LATER), *(derived_id(one, NOON) for one in others)}) == len(others) + 2


def test_the_wire_knows_every_system_of_sizes() -> None:
    """The names on the wire are those of the domain."""
    assert set(get_args(SystemName)) == {one.value for one in SizeSystem}


# --- what a purchase supports ---------------------------------------------------------------------

SHOE = Line(name="Tênis Revolution 6", brand="Nike", size="42", size_system=BR, category="Calçados")
SHIRT = Line(name="Camiseta básica", brand="Hering", size="GG", category="Roupas > Camisetas")
BREAD = Line(name="Pão de forma", brand="Schär", labels=("Sem Glúten", "Vegano"))
SUPPORTED: list[tuple[Key, str | Size, Purchase, bool]] = [
    (Key.PREFERRED_BRANDS, "nike", order(SHOE), True),
    (Key.PREFERRED_BRANDS, "NIKE ", order(SHIRT, SHOE), True),
    (Key.PREFERRED_BRANDS, "schar", order(BREAD), True),
    (Key.PREFERRED_BRANDS, "Nike Air", order(SHOE), False),
    (Key.PREFERRED_BRANDS, "Revolution", order(SHOE), False),
    (Key.PREFERRED_BRANDS, "Loja", order(SHOE, merchant="Loja"), False),
    (Key.AVOIDED_BRANDS, "Nike", order(SHOE), False),
    (Key.PREFERRED_MERCHANTS, "magazine luiza", order(merchant="Magazine  Luíza"), True),
    (Key.PREFERRED_MERCHANTS, "Luiza", order(merchant="Magazine Luiza"), False),
    (Key.PREFERRED_MERCHANTS, "Nike", order(SHOE), False),
    (Key.DIETARY_RESTRICTIONS, "sem gluten", order(BREAD), True),
    (Key.DIETARY_RESTRICTIONS, "celíaca", order(BREAD), True),
    (Key.DIETARY_RESTRICTIONS, "VEGANO", order(BREAD), True),
    (Key.DIETARY_RESTRICTIONS, "kosher", order(BREAD), False),
    (Key.DIETARY_RESTRICTIONS, "Schär", order(BREAD), False),
    (Key.SHOE_SIZE, Size("42", BR), order(SHOE), True),
    (Key.SHOE_SIZE, Size("42", BR), order(replace(SHOE, size="BR 42")), True),
    (Key.SHOE_SIZE, Size("42"), order(SHOE), False),
    (Key.SHOE_SIZE, Size("42"), order(replace(SHOE, size_system=None)), True),
    (Key.SHOE_SIZE, Size("42", SizeSystem.EU), order(SHOE), False),
    (Key.SHOE_SIZE, Size("41", BR), order(SHOE), False),
    (Key.SHOE_SIZE, Size("9.5", SizeSystem.US), order(replace(SHOE, size="9,5", size_system=SizeSystem.US)), True),
    (Key.SHOE_SIZE, Size("42", BR), order(replace(SHOE, size="EU 42")), False),
    (Key.SHOE_SIZE, Size("42", BR), order(replace(SHOE, size="quarenta mil")), False),
    (Key.SHOE_SIZE, Size("42", BR), order(replace(SHOE, size=None)), False),
    (Key.SHOE_SIZE, Size("42", BR), order(replace(SHOE, name="Cadarço para tênis", category=None)), False),
    (Key.CLOTHING_SIZE, Size("42", BR), order(SHOE), False),
    (Key.CLOTHING_SIZE, Size("GG"), order(SHIRT), True),
    (Key.CLOTHING_SIZE, Size("G"), order(SHIRT), False),
    (Key.SHOE_SIZE, Size("GG"), order(SHIRT), False),
    (Key.PREFERRED_BRANDS, Size("GG"), order(SHIRT), False),
    (Key.SHOE_SIZE, "42", order(SHOE), False),
]


@pytest.mark.parametrize(("key", "value", "purchase", "expected"), SUPPORTED, ids=lambda value: str(value)[:40])
def test_a_purchase_supports_what_its_fields_say_and_nothing_else(
    key: Key, value: str | Size, purchase: Purchase, *, expected: bool
) -> None:
    """Brands by brand, merchants by merchant, diets by label, sizes by goods of that kind in one system."""
    assert supports(purchase, key, value) is expected


@pytest.mark.parametrize(
    ("key", "value", "purchase"), [(key, value, one) for key, value, one, expected in SUPPORTED if expected]
)
def test_gifts_and_returns_support_nothing(key: Key, value: str | Size, purchase: Purchase) -> None:
    """Whether the purchase is one, or every line of it that would count."""
    bought = purchase.bought
    for mark in ({"gift": True}, {"returned": True}):
        marked: Any = mark
        whole = replace(purchase, bought=replace(bought, **marked))
        lines = replace(purchase, bought=replace(bought, lines=tuple(replace(one, **marked) for one in bought.lines)))
        assert not supports(whole, key, value)
        assert supports(lines, key, value) is (not bought.lines)


def test_of_two_lines_the_one_that_was_kept_counts() -> None:
    """A returned pair says nothing, the pair that was kept does; the merchant is still one that was bought from."""
    purchase = order(replace(SHOE, size="41", returned=True), SHOE, merchant="Loja")

    assert supports(purchase, Key.SHOE_SIZE, Size("42", BR))
    assert not supports(purchase, Key.SHOE_SIZE, Size("41", BR))
    assert supports(purchase, Key.PREFERRED_MERCHANTS, "loja")


def test_a_size_without_a_system_is_in_the_one_that_is_assumed() -> None:
    """With the project's system, `42` and `BR 42` are one size, and `EU 42` is another."""
    plain = order(replace(SHOE, size_system=None))

    assert supports(order(SHOE), Key.SHOE_SIZE, Size("42"), BR)
    assert supports(plain, Key.SHOE_SIZE, Size("42", BR), BR)
    assert not supports(plain, Key.SHOE_SIZE, Size("42", SizeSystem.EU), BR)


# --- goods ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("category", "name", "goods"),
    [
        (None, "Tênis Nike Revolution", Goods.SHOES),
        (None, "Running shoes", Goods.SHOES),
        (None, "zapatillas para correr", Goods.SHOES),
        (None, "Botas de couro", Goods.SHOES),
        (None, "Flip-flops", Goods.SHOES),
        (None, "Tênis com cadarço elástico", Goods.SHOES),
        (None, "Camiseta básica", Goods.CLOTHES),
        (None, "Dresses", Goods.CLOTHES),
        (None, "Pantalones vaqueros", Goods.CLOTHES),
        ("Moda > Roupas > Camisetas", "Dri-Fit", Goods.CLOTHES),
        ("Apparel & Accessories > Shoes", None, Goods.SHOES),
        ("Clothing, Shoes & Jewelry", "Boots", Goods.SHOES),
        ("Clothing & Accessories", "Shirt", Goods.CLOTHES),
        ("Shoes", "Dress shoes", Goods.SHOES),
        ("Calçados", "Meia esportiva", Goods.ACCESSORY),
        (None, "Cadarço para tênis", Goods.ACCESSORY),
        (None, "Shoe bag", Goods.ACCESSORY),
        ("Roupas", "Tênis", None),
        (None, "Camiseta de tênis", None),
        ("Clothing, Shoes & Jewelry", "Revolution 6", None),
        ("Livros", "Clean Code", None),
        (None, None, None),
        ("", "", None),
    ],
)
def test_goods_are_told_by_category_and_name(category: str | None, name: str | None, goods: Goods | None) -> None:
    """In pt, en and es; what might be either, and what only belongs to either, is neither."""
    assert goods_of(category, name) is goods
