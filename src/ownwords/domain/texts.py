"""What every database can keep of a text."""

from __future__ import annotations


def is_storable(text: str) -> bool:
    """Tell whether a text can be stored: it holds neither NUL nor half of a pair of surrogates."""
    if "\x00" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
