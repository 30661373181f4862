"""What is written the same in every language: dates in figures."""

from typing import Final

from ownwords.domain.time_words.language import Language

FIGURES: Final = Language(
    phrases={
        "figures": """
            DAY /DAY /YEAR|SHORTYEAR
            DAY -DAY -YEAR
            YEAR -DAY -DAY
            YEAR /DAY /DAY
        """,
        "month figures": "DAY /YEAR",
        "nothing": "em|no|on|en|el? 24 /7",
    },
)
"""Dates in figures, day first or year first."""
