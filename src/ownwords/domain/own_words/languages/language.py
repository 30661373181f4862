"""What the judge knows of a language: data alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.numbers import Numerals


@dataclass(frozen=True, slots=True)
class Language:
    """A language.

    `cues` are phrases, one a line or several between bars; see `cues.EXACT` and `cues.OWN` for their marks.
    `letters` name letters of sizes as they are spoken, `marks` say a size in words, `systems` name whose sizes they
    are, `units` are what a number that is no size is counted in, and `before` what stands before such a number.
    """

    name: str
    cues: Mapping[Cue, str]
    numerals: Numerals
    letters: Mapping[str, str] = field(default_factory=dict[str, str])
    marks: Mapping[str, str] = field(default_factory=dict[str, str])
    systems: Mapping[str, str] = field(default_factory=dict[str, str])
    units: str = ""
    before: str = ""
    abbreviations: str = ""
