"""Goods: whether what a shop calls something is a pair of shoes, a piece of clothing, or neither.

A size touches one kind of goods only, so a doubt is never resolved by a guess: what might be either is neither.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from ownwords.domain.words import words


class Goods(StrEnum):
    """The kinds of goods that have sizes, and what belongs to them without having one of their sizes."""

    SHOES = "shoes"
    CLOTHES = "clothes"
    ACCESSORY = "accessory"


_SHOES: Final = """
    calcado sapato sapatenis sapatilha tenis chuteira sandalia chinelo bota botina coturno galocha mocassim mocassins
    tamanco scarpin alpargata rasteirinha pantufa
    footwear shoe sneaker trainer sandal slipper boot loafer moccasin clog espadrille brogue flipflop flop
    calzado zapato zapatilla chancla ojota botin botines borcego huarache mocasin mocasines zueco
"""

_CLOTHES: Final = """
    roupa vestuario camisa camiseta camisola blusa regata calca jeans bermuda shorts vestido saia jaqueta casaco moletom
    moletons sueter cardigan blazer paleto colete macacao macacoes legging pijama cueca calcinha sunga biquini agasalho
    sobretudo
    clothing clothes apparel shirt tshirt blouse trouser pants dress skirt jacket coat hoodie sweatshirt sweater jumper
    jersey vest jumpsuit pyjama pajama underwear swimsuit bikini
    ropa remera playera pantalon vaquero falda pollera chaqueta chamarra campera cazadora abrigo sudadera chaleco
    calzoncillo braga banador
"""

_ACCESSORIES: Final = """
    acessorio cadarco palmilha calcadeira meia bolsa mochila caixa chaveiro cinto bone limpador escova graxa
    brinquedo boneca
    accessory accessories lace insole shoehorn horn tree protector sock bag box keychain belt cleaner
    polish toy doll rack
    accesorio cordon plantilla calcetin media bolso caja llavero cinturon cepillo betun juguete muneca
"""

_PARTS: Final = re.compile(r"[>/|›»]")
_GOODS: Final = {
    word: goods
    for goods, listed in ((Goods.SHOES, _SHOES), (Goods.CLOTHES, _CLOTHES), (Goods.ACCESSORY, _ACCESSORIES))
    for word in listed.split()
}


def goods_of(category: str | None, name: str | None) -> Goods | None:
    """Tell what kind of goods something is, by its category and its name; None where they leave a doubt.

    Of a path of categories the last part that says anything counts. Where category and name say different things,
    neither is believed.
    """
    parts = (_named(part) for part in reversed(_PARTS.split(category or "")))
    by_category = next((part for part in parts if part), frozenset[Goods]())
    by_name = _named(name or "")
    if Goods.ACCESSORY in by_name:
        return Goods.ACCESSORY
    said = by_category & by_name or by_category | by_name
    return next(iter(said)) if len(said) == 1 else None


def _named(text: str) -> frozenset[Goods]:
    """Give the kinds of goods that a text names."""
    found: list[Goods | None] = [_kind(word.text) for word in words(text)]
    first = next((place for place, kind in enumerate(found) if kind is not None), 0)
    return frozenset(
        kind
        for place, kind in enumerate(found)
        # "Cadarço para tênis" and "shoe bag" are accessories; "tênis com cadarço" is not.
        if kind is not None and (kind is not Goods.ACCESSORY or place == first or found[place - 1] is not None)
    )


def _kind(word: str) -> Goods | None:
    """Look a word up, in the singular and in the plurals that end in `s`."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"))
    return next((_GOODS[form] for form in forms if form in _GOODS), None)
