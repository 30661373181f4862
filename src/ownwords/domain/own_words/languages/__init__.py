"""The languages that the judge knows: adding one is adding a file, and naming it here."""

from typing import Final

from ownwords.domain.own_words.languages.en import ENGLISH
from ownwords.domain.own_words.languages.es import SPANISH
from ownwords.domain.own_words.languages.pt import PORTUGUESE

LANGUAGES: Final = (PORTUGUESE, ENGLISH, SPANISH)
