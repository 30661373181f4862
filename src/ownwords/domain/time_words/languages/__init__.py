"""The languages in which times are understood, in the order in which they win. To add one is to add a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ownwords.domain.time_words.languages.en import ENGLISH
from ownwords.domain.time_words.languages.es import SPANISH
from ownwords.domain.time_words.languages.figures import FIGURES
from ownwords.domain.time_words.languages.pt import PORTUGUESE

if TYPE_CHECKING:
    from ownwords.domain.time_words.language import Language

LANGUAGES: Final[tuple[Language, ...]] = (PORTUGUESE, ENGLISH, SPANISH, FIGURES)
"""Every language, the first to win first; figures are the same in all."""
