"""Preferences: the six things that memory holds of what a person likes to buy.

`values` says what a key may hold, `memories` what is kept of it and on what evidence, `changes` what becomes of it when
the person speaks, and `support` what is left when a purchase no longer stands for it.
"""

from __future__ import annotations

from enum import StrEnum


class Key(StrEnum):
    """The six keys; the list is closed."""

    SHOE_SIZE = "shoe_size"
    CLOTHING_SIZE = "clothing_size"
    PREFERRED_BRANDS = "preferred_brands"
    AVOIDED_BRANDS = "avoided_brands"
    PREFERRED_MERCHANTS = "preferred_merchants"
    DIETARY_RESTRICTIONS = "dietary_restrictions"

    @property
    def is_size(self) -> bool:
        """Whether it holds one size, and not names."""
        return self in {Key.SHOE_SIZE, Key.CLOTHING_SIZE}

    @property
    def opposite(self) -> Key | None:
        """The key that can not hold the same name: a brand is preferred or avoided."""
        match self:
            case Key.PREFERRED_BRANDS:
                return Key.AVOIDED_BRANDS
            case Key.AVOIDED_BRANDS:
                return Key.PREFERRED_BRANDS
            case _:
                return None
