"""A grammar: the phrases of one language as trees of words and slots.

Slots of words: COUNT, UNIT, DAY (a number to 31), YEAR and SHORTYEAR (in figures), MONTH (any name), NAMED (one that
may stand alone), SURE (one that is nothing else), WEEKDAY, SUREDAY, ORDINAL (weekdays that are also ordinals), PART.
Slots of phrases, each made of those before it: DATE, TIME (a DATE, two that say one, or a part of one), BOUND (what a
range may begin or end with), RANGE. NOTHING, NOW and NOT_NOW are what else a language may say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ownwords.domain.time_words.meanings import Count, Heard, Month, Third, Weekday
from ownwords.domain.time_words.rules import PHRASES, RULES, Rule
from ownwords.domain.time_words.tokens import NUMERAL, SOFT
from ownwords.domain.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ownwords.domain.time_words.language import Language

FIGURES: Final = frozenset(("COUNT", "DAY", "YEAR", "SHORTYEAR"))


@dataclass(slots=True)
class Node:
    """A place in the tree of a slot's patterns: what may follow, and the rules whose patterns end here."""

    words: dict[str, Node] = field(default_factory=dict[str, "Node"])
    slots: dict[tuple[str, str], Node] = field(default_factory=dict[tuple[str, str], "Node"])
    rules: list[Rule] = field(default_factory=list[Rule])


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language made ready: `lexicon` says what a word is in a slot, `firsts` by what words a slot may begin."""

    roots: Mapping[str, Node]
    lexicon: Mapping[str, Mapping[str, Heard]]
    firsts: Mapping[str, frozenset[str]]
    names: frozenset[str]
    measures: frozenset[str]
    past_endings: tuple[str, ...]


def grammars_of(languages: Iterable[Language]) -> tuple[Grammar, ...]:
    """Make the grammars of some languages; what no year stands before (`2024 reais`) is so in all of them."""
    languages = tuple(languages)
    measures = frozenset(word for language in languages for word in fold(language.measures).split())
    return tuple(_grammar(language, measures) for language in languages)


def _grammar(language: Language, measures: frozenset[str]) -> Grammar:
    roots: dict[str, Node] = {}
    for name, patterns in (*PHRASES.items(), *language.phrases.items()):
        _plant(roots.setdefault(RULES[name].slot, Node()), patterns, RULES[name])
    for value, pattern in _valued(language):
        _plant(roots.setdefault(pattern[0], Node()), pattern[1], _word_rule(pattern[0], value))
    lexicon = _lexicon(language)
    return Grammar(
        roots=roots,
        lexicon=lexicon,
        firsts={slot: _firsts(slot, roots, lexicon) for slot in (*roots, *lexicon, *FIGURES)},
        names=frozenset(language.names.split()),
        measures=measures,
        past_endings=language.past_endings,
    )


def _valued(language: Language) -> Iterator[tuple[Heard, tuple[str, str]]]:
    """Give what may take several words and has one value: counts, units and thirds."""
    for pattern, number in language.numbers.items():
        yield Count(number, number) if isinstance(number, int) else Count(*number), ("COUNT", pattern)
    for unit, pattern in language.units.items():
        yield unit, ("UNIT", pattern)
    for number, pattern in enumerate(language.thirds or ()):
        yield Third(number), ("PART", pattern)


def _word_rule(slot: str, value: Heard) -> Rule:
    return Rule(slot, lambda _: value)


def _lexicon(language: Language) -> dict[str, dict[str, Heard]]:
    months = {word: Month(number) for number, word in _listed(language.months, 1)}
    short = {word: Month(number) for number, word in _listed(language.short_months, 1)}
    weekdays = {word: Weekday(number) for number, word in _listed(language.weekdays, 0)}
    doubtful, ordinal = language.doubtful_months.split(), language.ordinal_weekdays.split()
    return {
        "MONTH": {**short, **months},
        "NAMED": {**months},
        "SURE": {word: month for word, month in months.items() if word not in doubtful},
        "WEEKDAY": {**weekdays},
        "SUREDAY": {word: day for word, day in weekdays.items() if word not in ordinal},
        "ORDINAL": {word: day for word, day in weekdays.items() if word in ordinal},
    }


def _listed(names: str, start: int) -> Iterator[tuple[int, str]]:
    for number, alternatives in enumerate(fold(names).split(","), start):
        yield from ((number, word) for word in alternatives.split())


def _plant(root: Node, patterns: str, rule: Rule) -> None:
    for line in filter(None, map(str.strip, patterns.splitlines())):
        _grow([root], line.split(), rule)


def _grow(nodes: list[Node], elements: Sequence[str], rule: Rule) -> None:
    """Add a pattern to a tree; its optional elements make that it goes on from several places at once."""
    for element in elements:
        is_optional = element.endswith("?")
        link = element[0] if element[0] in "/-" else SOFT
        grown: dict[int, Node] = {}
        for node in nodes:
            for alternative in element.removeprefix(link).removesuffix("?").split("|"):
                child = _child(node, link, alternative)
                grown[id(child)] = child
        nodes = [*nodes, *grown.values()] if is_optional else [*grown.values()]
    for node in nodes:
        if rule not in node.rules:
            node.rules.append(rule)


def _child(node: Node, link: str, element: str) -> Node:
    if element.isupper():
        return node.slots.setdefault((link, element), Node())
    return node.words.setdefault(link + fold(element), Node())


def _firsts(slot: str, roots: Mapping[str, Node], lexicon: Mapping[str, Mapping[str, Heard]]) -> frozenset[str]:
    """Give the words that a slot may begin with; a number counts as `NUMERAL`."""
    found = set(lexicon.get(slot, ()))
    if slot in FIGURES:
        found.add(NUMERAL)
    if slot in roots:
        found.update(NUMERAL if word[0].isdecimal() else word for word in roots[slot].words)
        for _, inner in roots[slot].slots:
            found |= _firsts(inner, roots, lexicon)
    return frozenset(found)


def begins(grammars: Iterable[Grammar], slots: Iterable[str]) -> frozenset[str]:
    """Give every word that any of these slots may begin with."""
    slots = tuple(slots)
    return frozenset(word for grammar in grammars for slot in slots for word in grammar.firsts.get(slot, ()))
