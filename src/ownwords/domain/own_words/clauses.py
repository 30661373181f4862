"""Sentences and clauses: how far what a word does to a value reaches.

A clause ends at a comma, at a `but`, and at an `and` that begins another predicate. A value that stands in a clause
of its own without one (`adoro Asics, Mizuno`) belongs to the clause before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from ownwords.domain.own_words.cues import Cue, Heard, Lexicon, cues_of, lexicon_of
from ownwords.domain.own_words.languages import LANGUAGES
from ownwords.domain.own_words.tokens import Shape, Token
from ownwords.domain.words import fold

LONGEST_TOKENS: Final = 300
"""What goes on for longer without an end was not said but pasted; it is not parted into clauses."""

FEW: Final = 10
"""Up to how many sentences are all read; of more, those that bear on a value."""

BEARING: Final = 3
"""How many sentences before a value say whom it is about, where its own does not."""

MOST_PLACES: Final = 32
"""How many of the places of one value are judged, from the last on."""

_ENDS: Final = frozenset(".!?…。！？")
_ASKING: Final = frozenset("?？¿")
_MINE: Final = frozenset(("meu", "minha", "meus", "minhas", "my", "mi", "mis"))
"""What makes shoes or clothes those of the speaker: `meu pezinho é 34`."""
_COPULAS: Final = frozenset(
    ("e", "es", "it", "its", "sao", "son", "is", "so", "solo", "only", "just", "somente", "apenas", "sino")
)
"""With what a clause begins that says what is so instead, folded."""
_PARTS: Final = frozenset(",;:()[]–—|•·")
_LIGHT: Final = frozenset((Cue.FILLER, Cue.GREETING, Cue.AND, Cue.OR, Cue.HABIT, Cue.BRAND_NOUN, Cue.SHOP_NOUN))
PREDICATES: Final = frozenset(
    (
        *(
            Cue.ME,
            Cue.FITS,
            Cue.SIZE,
            Cue.LIKE,
            Cue.AVOID,
            Cue.USE,
            Cue.SHOP,
            Cue.FAVOURITE,
            Cue.AM,
            Cue.EAT,
            Cue.TOLERATE,
        ),
        *(
            Cue.CHANGE,
            Cue.KEEP,
            Cue.PUT,
            Cue.REMOVE,
            Cue.FORGET,
            Cue.SEEK,
            Cue.OTHER,
            Cue.THEY,
            Cue.GIFT,
            Cue.PAST,
            Cue.BOUGHT,
        ),
        *(Cue.NOW, Cue.SHOES, Cue.CLOTHES, Cue.ELSEWHERE, Cue.ONCE, Cue.WITHOUT, Cue.ALLERGY, Cue.OURS),
    )
)
SELF: Final = frozenset(
    (
        *(Cue.ME, Cue.FITS, Cue.SIZE, Cue.LIKE, Cue.AVOID, Cue.USE, Cue.SHOP, Cue.FAVOURITE, Cue.AM, Cue.EAT, Cue.OURS),
        *(Cue.CHANGE, Cue.NOW),
    )
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: from one token to before another, its cues, and the mark that stands before it."""

    first: int
    last: int
    cues: tuple[Heard, ...]
    after: str

    def has(self, *cues: Cue) -> bool:
        """Tell whether any of the cues stands in it."""
        return any(heard.cue in cues for heard in self.cues)

    def before(self, place: int, *cues: Cue) -> Heard | None:
        """Give the last of the cues before a place."""
        found = [heard for heard in self.cues if heard.cue in cues and heard.last <= place]
        return max(found, key=lambda heard: heard.last, default=None)

    def behind(self, place: int, *cues: Cue) -> Heard | None:
        """Give the first of the cues from a place on."""
        found = [heard for heard in self.cues if heard.cue in cues and heard.first >= place]
        return min(found, key=lambda heard: heard.first, default=None)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with its clauses in order."""

    first: int
    last: int
    asks: bool
    clauses: tuple[Clause, ...]

    def clause_at(self, place: int) -> int:
        """Give the number of the clause that holds a token."""
        return next(number for number, clause in enumerate(self.clauses) if clause.first <= place < clause.last)


@cache
def lexicon() -> Lexicon:
    """Give the cues of every language."""
    return lexicon_of({language.name: language.cues for language in LANGUAGES})


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset(fold(word) for language in LANGUAGES for word in language.abbreviations.split())


def sentences_of(text: str, tokens: Sequence[Token], held: Collection[int]) -> list[Sentence]:
    """Part a text into sentences, and those that bear on a value into clauses; what holds a value is never parted."""
    inside = frozenset(held)
    spans = list(_spans(text, tokens, inside))
    bearing = set(range(len(spans))) if len(spans) <= FEW else _bearing(spans, inside)
    return [
        _sentence(tokens, span, inside) if number in bearing else Sentence(*span, asks=False, clauses=())
        for number, span in enumerate(spans)
    ]


def _bearing(spans: Sequence[tuple[int, int]], inside: frozenset[int]) -> set[int]:
    """Give the numbers of the sentences that hold a value, and of those beside them that bear on it."""
    holding = [number for number, (first, last) in enumerate(spans) if not inside.isdisjoint(range(first, last))]
    return {beside for number in holding[-MOST_PLACES:] for beside in range(number - BEARING, number + 2)}


def _sentence(tokens: Sequence[Token], span: tuple[int, int], inside: frozenset[int]) -> Sentence:
    first, last = span
    said = tokens[first:last]
    if len(said) > LONGEST_TOKENS:
        return Sentence(first, last, asks=False, clauses=())
    within = frozenset(place - first for place in range(first, last) if place in inside)
    cues = [Heard(one.cue, one.first + first, one.last + first) for one in cues_of(said, lexicon(), within)]
    cues += [
        Heard(Cue.SIZE, one.first, one.last)
        for one in cues
        if one.cue in {Cue.SHOES, Cue.CLOTHES} and one.first > first and tokens[one.first - 1].plain in _MINE
    ]
    clauses = tuple(_clauses(tokens, span, cues, inside))
    is_marked = any(tokens[place].plain in _ASKING for place in range(first, last) if place not in inside)
    return Sentence(first, last, is_marked and not _ends_in_a_tag(tokens, clauses), clauses)


def _ends_in_a_tag(tokens: Sequence[Token], clauses: Sequence[Clause]) -> bool:
    """Tell whether what is asked is no more than `tá?` or `ok?`, behind what was said."""
    if len(clauses) == 1 or clauses[-1].after not in {",", "."}:
        return False
    tag = clauses[-1]
    covered = {place for one in tag.cues if one.cue is Cue.GREETING for place in range(one.first, one.last)}
    return all(place in covered or tokens[place].shape is Shape.MARK for place in range(tag.first, tag.last))


def _spans(text: str, tokens: Sequence[Token], held: frozenset[int]) -> Iterator[tuple[int, int]]:
    first = 0
    for place, token in enumerate(tokens):
        if place + 1 == len(tokens):
            yield first, place + 1
            return
        following = tokens[place + 1]
        is_line_end = following.spaced and "\n" in text[token.end : following.start]
        if place not in held and (is_line_end or _ends_at(tokens, place)):
            yield first, place + 1
            first = place + 1


def _ends_at(tokens: Sequence[Token], place: int) -> bool:
    token, following = tokens[place], tokens[place + 1]
    if token.plain not in _ENDS or following.plain in _ENDS:
        return False
    if token.plain != ".":
        return following.spaced or following.shape is not Shape.WORD
    previous = tokens[place - 1] if place else None
    return following.spaced and (previous is None or previous.folded not in _abbreviations())


def _clauses(
    tokens: Sequence[Token], span: tuple[int, int], cues: Sequence[Heard], held: frozenset[int]
) -> Iterator[Clause]:
    marks = list(_marks(tokens, span, cues, held))
    edges = [span[0], *(place for place, _ in marks), span[1]]
    names = ["", *(mark for _, mark in marks)]
    made: list[Clause] = []
    for (first, last), mark in zip(pairwise(edges), names, strict=True):
        if first == last:
            continue
        clause = Clause(first, last, tuple(one for one in cues if first <= one.first < last), mark)
        if made and _puts_right(tokens, clause, made[-1]):
            # `Não é mais 40, é 41`: what the clause before speaks of, less its denial.
            spoken = (one for one in made[-1].cues if one.cue not in {Cue.NOT, Cue.NONE})
            clause = Clause(first, last, (*spoken, Heard(Cue.NOW, first, first + 1), *clause.cues), mark)
        elif made and _belongs(clause, made[-1], held):
            before = made.pop()
            clause = Clause(before.first, last, (*before.cues, *clause.cues), before.after)
        made.append(clause)
    yield from made


def _puts_right(tokens: Sequence[Token], clause: Clause, before: Clause) -> bool:
    """Tell whether a clause says what is so instead of what the one before it denies: `…, é 41`, `…, só Lupo`."""
    if clause.after != "," or not before.has(Cue.NOT) or not _is_light(clause):
        return False
    return tokens[clause.first].folded in _COPULAS


def _belongs(clause: Clause, before: Clause, held: frozenset[int]) -> bool:
    """Tell whether a clause that names a value has no predicate of its own, or the one before it is such a one."""
    if _is_light(clause) and any(place in held for place in range(clause.first, clause.last)):
        return True
    names = any(place in held for place in range(before.first, before.last))
    return names and _is_light(before) and not _says_more(before, held) and not _denies_another(clause)


def _says_more(clause: Clause, held: frozenset[int]) -> bool:
    """Tell whether a clause holds more words than a value's, those of cues, and a mark."""
    covered = {place for heard in clause.cues for place in range(heard.first, heard.last)} | held
    return sum(place not in covered for place in range(clause.first, clause.last)) > 1


def _is_light(clause: Clause) -> bool:
    return all(heard.cue in _LIGHT for heard in clause.cues)


def _denies_another(clause: Clause) -> bool:
    """Tell whether a clause denies something that it names itself: `Asics, not the other one`."""
    covered = {place for heard in clause.cues for place in range(heard.first, heard.last)}
    starts = min((heard.first for heard in clause.cues if heard.cue is Cue.NOT), default=None)
    return starts == clause.first and len(covered) < clause.last - clause.first


def _marks(
    tokens: Sequence[Token], span: tuple[int, int], cues: Sequence[Heard], held: frozenset[int]
) -> Iterator[tuple[int, str]]:
    """Give where clauses begin, with what stands before: a mark, `but`, or an `and` before another predicate."""
    starts = {heard.first: heard for heard in cues if heard.cue in PREDICATES or heard.cue is Cue.NOT}
    joins = {heard.first: heard for heard in cues if heard.cue in {Cue.AND, Cue.OR}}
    people = {heard.last for heard in cues if heard.cue in {Cue.OTHER, Cue.ME, Cue.OURS, Cue.ANIMAL}}
    others = {heard.first for heard in cues if heard.cue is Cue.OTHER}
    buts = {heard.first for heard in cues if heard.cue is Cue.BUT}
    for place in range(span[0] + 1, span[1]):
        token = tokens[place]
        if place in held:
            continue
        if token.shape is Shape.MARK and (token.plain in _PARTS or _is_dash(tokens, place) or token.plain == "…"):
            yield place + 1, token.plain
        elif place in buts:
            yield place, "but"
        elif (
            place in joins and place not in people and (joins[place].last in starts or joins[place].last + 1 in others)
        ):
            # An `and` behind a person joins two of them (`meu marido e eu`), and not two predicates.
            yield place, "and"
        elif token.plain == "." and place + 1 < span[1]:
            yield place + 1, "."


def _is_dash(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].plain == "-" and tokens[place].spaced and place + 1 < len(tokens) and tokens[place + 1].spaced
