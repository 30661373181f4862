"""What a model is given to read: any text that memory holds, made harmless first."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ownwords.domain.limits import EMBEDDED_CHARACTERS

_UNREADABLE: Final = re.compile("[\0\ud800-\udfff]")


def readable(text: str) -> str:
    """Give a text in its compatible form, without NUL and lone surrogates, of at most 2,000 characters.

    A tokenizer in C was seen to write past its memory on one character that stands for eighteen; none is ever given
    a text that could still grow. What is said behind the 2,000th character of a passage that long is left out.
    """
    cut = text[:EMBEDDED_CHARACTERS]
    return unicodedata.normalize("NFKC", _UNREADABLE.sub("", cut))[:EMBEDDED_CHARACTERS]
