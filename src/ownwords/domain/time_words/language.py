"""What a language file holds: words and phrases, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ownwords.domain.time_words.meanings import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words of a language that say a time, with accents; they are folded before they are compared.

    A pattern is words with spaces between them: `a|b` is either, `a?` may be left out, what is in capitals is a slot
    (see `grammar`), and a `/` or `-` in front of an element stands between it and the one before.

    `phrases` gives for each rule (see `rules`) its patterns, one a line. `months` and `weekdays` are in order, parted
    by commas. `short_months` are months only beside a number, and `doubtful_months`, which are also verbs, only behind
    a preposition or where no noun follows. `ordinal_weekdays` are also ordinals (`segunda`). `names`, written just so,
    are persons (`Marco`). `measures` follow a number that is no year. A word with one of `past_endings` is no noun.
    """

    numbers: Mapping[str, int | tuple[int, int]] = field(default_factory=dict[str, int | tuple[int, int]])
    units: Mapping[Unit, str] = field(default_factory=dict[Unit, str])
    months: str = ""
    short_months: str = ""
    doubtful_months: str = ""
    weekdays: str = ""
    ordinal_weekdays: str = ""
    thirds: tuple[str, str, str] | None = None
    names: str = ""
    measures: str = ""
    past_endings: tuple[str, ...] = ()
    phrases: Mapping[str, str]
