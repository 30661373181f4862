"""A parse: one text read by the grammar of one language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ownwords.domain.stop_words import STOP_WORDS
from ownwords.domain.time_words.grammar import FIGURES, Grammar, Node
from ownwords.domain.time_words.meanings import Count, Day, Heard, Year
from ownwords.domain.time_words.rules import Guard
from ownwords.domain.time_words.tokens import HARD, SOFT, Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_YEARS: Final = range(1900, 2101)
_DAYS: Final = range(1, 32)
_CENTURY: Final = 2000
_YEAR_FIGURES: Final = 4
_SHORT_YEAR_FIGURES: Final = 2


class Reading(NamedTuple):
    """What words up to the position `end` mean."""

    end: int
    heard: Heard


class Parse:
    """One text read by one grammar; what a slot may hold at a position is found once."""

    def __init__(self, grammar: Grammar, said: Sequence[Token]) -> None:
        self._grammar = grammar
        self._said = said
        self._found: dict[tuple[str, int], tuple[Reading, ...]] = {}

    def readings(self, slot: str, at: int) -> tuple[Reading, ...]:
        """Give all that a slot may hold from a position on."""
        if self._said[at].first not in self._grammar.firsts.get(slot, ()):
            return ()
        known = self._found.get((slot, at))
        if known is None:
            known = self._found[slot, at] = tuple(dict.fromkeys(self._read(slot, at)))
        return known

    def _read(self, slot: str, at: int) -> Iterator[Reading]:
        token = self._said[at]
        if slot in self._grammar.lexicon:
            # Alone and written as a name, `Marco` is a person and no month; beside a number it is one.
            if slot not in ("NAMED", "SURE") or token.written not in self._grammar.names:
                yield Reading(at + 1, self._grammar.lexicon[slot][token.text])
            return
        if slot in FIGURES and token.number >= 0:
            yield from (Reading(at + 1, heard) for heard in self._figures(slot, at))
        root = self._grammar.roots.get(slot)
        if root is not None:
            yield from self._follow(root, at, SOFT, ())

    def _figures(self, slot: str, at: int) -> Iterator[Heard]:
        """Give what a number in figures is in a slot: nothing, or one thing."""
        token = self._said[at]
        figures = len(token.text)
        if slot == "DAY" and token.number in _DAYS:
            yield Day(token.number)
        elif token.is_ordinal:
            return
        elif slot == "COUNT":
            yield Count(token.number, token.number)
        elif slot == "YEAR" and figures == _YEAR_FIGURES and token.number in _YEARS and not self._is_measured(at + 1):
            yield Year(token.number)
        elif slot == "SHORTYEAR" and figures == _SHORT_YEAR_FIGURES:
            yield Year(_CENTURY + token.number)

    def _follow(self, node: Node, at: int, link: str, heard: tuple[Heard, ...]) -> Iterator[Reading]:
        """Go on from a place in a tree; `link` is what joins the next word to what was read."""
        for rule in node.rules:
            meaning = rule.build(heard) if self._admits(rule.guard, at) else None
            if meaning is not None:
                yield Reading(at, meaning)
        if at == len(self._said) or link == HARD:
            return
        for (before, slot), child in node.slots.items():
            if before == link:
                for end, part in self.readings(slot, at):
                    yield from self._follow(child, end, self._link(end), (*heard, part))
        child = node.words.get(link + self._said[at].text)
        if child is not None:
            yield from self._follow(child, at + 1, self._link(at + 1), heard)

    def _link(self, at: int) -> str:
        return self._said[at].link if at < len(self._said) else HARD

    def _admits(self, guard: Guard, at: int) -> bool:
        """Tell whether what stands at a position lets a phrase end before it."""
        match guard:
            case Guard.NONE:
                return True
            case Guard.ALONE:
                return not self._is_noun(at)
            case Guard.NOUN:
                return self._is_noun(at) and not self._is_of_time(at)

    def _is_noun(self, at: int) -> bool:
        """Tell whether the word at a position may be the noun of the one before it."""
        if at >= len(self._said) or self._said[at].link != SOFT or self._said[at].is_after_comma:
            return False
        word = self._said[at].text
        return word[0].isalpha() and word not in STOP_WORDS and not word.endswith(self._grammar.past_endings)

    def _is_of_time(self, at: int) -> bool:
        """Tell whether the word at a position says a time, by itself or with the one before it."""
        alone = any(self.readings(slot, at) for slot in ("UNIT", "COUNT", "WEEKDAY", "NAMED", "TIME"))
        return alone or any(end > at for end, _ in self.readings("TIME", at - 1))

    def _is_measured(self, at: int) -> bool:
        return at < len(self._said) and self._said[at].link == SOFT and self._said[at].text in self._grammar.measures
