"""Cues: the words and phrases by which a sentence shows what it does with a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from ownwords.domain.own_words.tokens import Shape, Token, tokens_of


class Cue(Enum):
    """What a word or phrase does; where one does several things, the longest phrase counts."""

    # What makes words a declaration.
    ME = "the speaker: I, for me"
    FITS = "the speaker is or wears a size"
    SHOES = "of shoes: I take a size, my feet, shoes"
    CLOTHES = "of clothes: I dress in, shirt, trousers"
    SIZE = "my size, my number"
    LIKE = "the speaker is for it"
    AVOID = "the speaker is against it"
    USE = "the speaker uses or wears it"
    SHOP = "the speaker buys there"
    FAVOURITE = "my favourite, my brand, my shop"
    SHOP_NOUN = "a shop"
    BRAND_NOUN = "a brand"
    AM = "I am, I have"
    EAT = "the speaker eats or drinks"
    TOLERATE = "the speaker can bear it"
    DIET = "a way to eat"
    ALLERGY = "an allergy, an intolerance; it makes me ill"
    WITHOUT = "without, free of"
    HABIT = "always, only"
    NOW = "now, from now on"
    CHANGE = "the speaker went over to it"
    KEEP = "write it down, remember"
    PUT = "put it on the list, put it first"
    # What undoes one.
    NOT = "not, never"
    NONE = "none, nothing: a denial before a value, and only its echo behind one"
    UNTRUE = "it is not true that"
    BETTER = "better than"
    REMOVE = "take it off, do not show it"
    FORGET = "forget that, delete"
    ALLOW = "show it again, stop avoiding it"
    EXCEPT = "all but"
    RATHER = "instead of, than"
    UNDO = "that was a joke, I mean"
    ASK = "a question without its mark"
    SEEK = "the speaker looks for a thing, this one"
    OTHER = "somebody else"
    ANIMAL = "an animal"
    THEY = "a verb in the third person"
    TO = "what something is changed for"
    OURS = "we, both of us"
    GIFT = "a gift"
    REPORT = "somebody says, a text says"
    SOURCE = "a text, a page"
    PAST = "it was so"
    BOUGHT = "it was bought, given, sent back"
    ONCE = "this time, this one"
    IF = "if"
    WOULD = "I would"
    HEDGE = "perhaps, I think"
    ELSEWHERE = "a place, an age, a price, a job: the value says something else"
    # What only holds a sentence together.
    AND = "and"
    BUT = "but, so, because"
    OR = "or"
    GREETING = "hello, thanks, yes, please"
    FILLER = "an article, a preposition, an adverb that changes nothing"


@dataclass(frozen=True, slots=True)
class Heard:
    """A cue in a text: from one token to before another."""

    cue: Cue
    first: int
    last: int


@dataclass(slots=True)
class _Node:
    nexts: dict[str, _Node] = field(default_factory=dict[str, "_Node"])
    cues: list[tuple[Cue, str | None]] = field(default_factory=list[tuple[Cue, "str | None"]])


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The cues of all languages in one tree; `words` are those that each language knows."""

    root: _Node
    words: Mapping[str, frozenset[str]]


_KEPT: Final = frozenset(
    (
        Cue.ME,
        Cue.FITS,
        Cue.SHOES,
        Cue.CLOTHES,
        Cue.SIZE,
        Cue.LIKE,
        Cue.AVOID,
        Cue.USE,
        Cue.SHOP,
        Cue.AM,
        Cue.EAT,
        Cue.HABIT,
    )
)

EXACT: Final = "="
"""What heads a phrase that counts as it is written only: `=si` is not `sí`."""

OWN: Final = "~"
"""What heads a phrase that counts only in a sentence of its language: an English `~no` is a Portuguese `in the`."""


def lexicon_of(languages: Mapping[str, Mapping[Cue, str]]) -> Lexicon:
    """Plant the phrases of every language: one a line, or several between bars."""
    root = _Node()
    words: dict[str, frozenset[str]] = {}
    twins = _twins(phrase for cues in languages.values() for text in cues.values() for phrase in _phrases(text))
    for name, cues in languages.items():
        known: set[str] = set()
        for cue, text in cues.items():
            for phrase in _phrases(text):
                node = root
                for token in tokens_of(phrase.lstrip(OWN + EXACT)):
                    is_exact = phrase.startswith(EXACT) or token.folded in twins
                    node = node.nexts.setdefault(EXACT + token.plain if is_exact else token.folded, _Node())
                    known.add(token.folded)
                node.cues.append((cue, name if phrase.startswith(OWN) else None))
        words[name] = frozenset(known)
    return Lexicon(root, words)


def _phrases(text: str) -> Iterable[str]:
    return filter(None, map(str.strip, text.replace("|", "\n").splitlines()))


def _twins(phrases: Iterable[str]) -> frozenset[str]:
    """Give the words that an accent tells apart (`como` and `cómo`, `se` and `sé`): those count as they are written."""
    forms: dict[str, set[str]] = {}
    for phrase in phrases:
        for token in tokens_of(phrase.lstrip(OWN + EXACT)):
            forms.setdefault(token.folded, set()).add(token.plain)
    return frozenset(folded for folded, plain in forms.items() if len(plain) > 1)


def cues_of(tokens: Sequence[Token], lexicon: Lexicon, held: frozenset[int]) -> list[Heard]:
    """Find the cues of a sentence: the longest at each place, and all that it may be; never inside a held value."""
    languages = _languages(tokens, lexicon)
    found: list[Heard] = []
    place = 0
    while place < len(tokens):
        end, cues = _longest(tokens, place, lexicon, languages, held)
        found += [Heard(cue, place, end) for cue in cues]
        place = max(end, place + 1)
    return found


def _longest(
    tokens: Sequence[Token], place: int, lexicon: Lexicon, languages: frozenset[str], held: frozenset[int]
) -> tuple[int, list[Cue]]:
    best: tuple[int, list[Cue]] = (place, [])
    nodes = [lexicon.root]
    for end in range(place, len(tokens)):
        if end in held:
            break
        token = tokens[end]
        nodes = [
            node.nexts[word] for node in nodes for word in (token.folded, EXACT + token.plain) if word in node.nexts
        ]
        if not nodes:
            break
        cues = [cue for node in nodes for cue, own in node.cues if own is None or own in languages]
        if cues:
            # A phrase hides what a part of it would do (`não vivo sem` denies nothing), but not whose predicate it is.
            kept = [cue for cue in best[1] if cue in _KEPT]
            best = (end + 1, list(dict.fromkeys([*cues, *kept])))
    return best


def _languages(tokens: Sequence[Token], lexicon: Lexicon) -> frozenset[str]:
    """Tell which languages know the most of a sentence's words; all that do, where several do."""
    words = [token.folded for token in tokens if token.shape is Shape.WORD]
    counts = {name: sum(word in known for word in words) for name, known in lexicon.words.items()}
    most = max(counts.values(), default=0)
    return frozenset(name for name, count in counts.items() if count == most)
