"""Finding a quote in what a person said, and what of it a memory cites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import Cited
from ownwords.domain.preferences.values import Value
from ownwords.domain.words import words

_PLACES: Final = 16
"""How many places of one quote in one message are looked at, from the last on."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a version of a memory stands on words of a message, and for which names."""

    memory: int
    version: int
    place: int
    key: Key
    names: Value
    cited: Cited
    is_active: bool


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote as it is looked for: its folded words one after the other, whatever stands between them."""

    text: str
    spelt: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Quote:
        """Take a quote apart."""
        return cls(text, tuple(word.text for word in words(text)))

    def places(self, text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
        """Give the spans of a text at which the quote stands, the last ones of many, in order."""
        return [self._span(text, span) for span in self._found(text, start, end)][-_PLACES:]

    def _found(self, text: str, start: int, end: int | None) -> Iterator[tuple[int, int]]:
        if not self.spelt:
            return
        said = words(text[start:end])
        first, length = self.spelt[0], len(self.spelt)
        spelt = [word.text for word in said]
        for place in range(len(said) - length + 1):
            if spelt[place] == first and tuple(spelt[place : place + length]) == self.spelt:
                yield start + said[place].start, start + said[place + length - 1].end

    def _span(self, text: str, span: tuple[int, int]) -> tuple[int, int]:
        """Take what the quote has before its first and behind its last word into the span, where it stands there."""
        quoted = words(self.text)
        head, tail = self.text[: quoted[0].start].lstrip(), self.text[quoted[-1].end :].rstrip()
        start, end = span
        if head and text.endswith(head, 0, start):
            start -= len(head)
        if tail and text.startswith(tail, end):
            end += len(tail)
        return start, end
