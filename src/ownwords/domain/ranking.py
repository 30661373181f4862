"""Ranking: what a question asks for, what each of its terms weighs, and how scores become an order.

A passage is found by words, by meaning, or by both, and its two scores are added as they are: places in two orders
would throw away what each score knows. Then the turns around a turn count for it, and what the question says of who
and when lifts.

Scores are BM25 (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"), with
the statistics of one person's memory only. The database takes the sum over the postings of the question's
terms, each with the weight that `weigh` gives it:

    SUM(weight * count * (K1 + 1) / (count + K1 * (1 - B + B * length / average)))

over `count` and `length` as `words.counted` gives them, `average` being the memory's mean length. What
follows here is arithmetic over the best few hundred passages.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from ownwords.domain.limits import QUERY_TERMS, QUERY_WORDS
from ownwords.domain.stop_words import FIRST_PERSON, SAYING, STOP_WORDS
from ownwords.domain.time_words import Span, Spoken, asks_for_now
from ownwords.domain.times import DAY, Instant
from ownwords.domain.words import (
    MONTHS,
    SHORT_MONTHS,
    Word,
    day_stem,
    is_code,
    is_unspaced,
    month_stem,
    stems,
    term_hash,
    words,
    year_stem,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterator, Mapping, Sequence

K1: Final = 1.2
"""How soon a term's further occurrences stop counting."""

B: Final = 0.5
"""How much the length of a passage counts against it, 0 to 1."""

MEANING: Final = 0.07
"""What one standard deviation of nearness weighs beside a score by words of 1."""

FORWARD: Final = (0.55, 0.3)
"""The parts of its score that a passage lends to the next one in its thread, and to the one after that."""

BACKWARD: Final = (0.45, 0.2)
"""The parts that it lends to the one before it, and to the one before that: an answer comes after its question."""

THREAD: Final = 0.15
"""The part of a thread's three best scores that each of its passages gains."""

LIFT: Final = 0.6
"""What a passage gains, as a part of its score, where the question names who said it."""

WHEN: Final = 0.5
"""What it gains where it was said at a time that the question names."""

NOW: Final = 0.3
"""What a passage of this moment gains where the question asks for now; half of it after 90 days, and so on."""

MACHINE: Final = 0.8
"""What the score of a machine's turn counts for, as a part: it repeats what people say, at greater length."""

SAME: Final = 0.4
"""The cosine from which on two passages that answer a question as well are about the same thing."""

AS_WELL: Final = 0.75
"""The part of the best score from which on another one answers the question about as well."""

NAME: Final = 0.75
"""What the words of a speaker's name weigh in a question, as a part: the lift answers the rest."""

SAID_BY: Final = 0.01
"""The score of a passage that answers a question only by who said it."""

COMMON_SHARE: Final = 0.125
"""The part of a memory's passages that a common word stands in."""

COMMON_LEAST: Final = 1_000
"""The fewest passages that a common word stands in; a smaller memory has none."""

STEM_LEAST: Final = 0.1
"""The least part of its own weight that a stem keeps beside a word's other stems."""

_HALF_LIFE: Final = 90 * DAY
_BEST_OF_THREAD: Final = 3
_NAME_WORDS_MOST: Final = 5
_YEARS: Final = range(1900, 2101)
_DAYS: Final = range(1, 32)
_BETWEEN_DAY_AND_MONTH: Final = frozenset(("de", "del", "of", "the"))
_BEFORE_MONTH: Final = frozenset(("in", "em", "en", "since", "desde", "last"))
_ORDINALS: Final = ("st", "nd", "rd", "th", "º", "o")


class Group(NamedTuple):
    """The stems of one word of a question: any of them answers it; `share` is what of its weight counts.

    `whole` is a code such as `sku42x7`, which its parts stand in for only where memory does not hold it.
    """

    stems: tuple[str, ...]
    share: float = 1.0
    whole: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a query asks for by words and by meaning, whom it names, and when.

    `texts` are what is embedded: the query without the speakers' names, and its content alone. `names` are the keys
    of the speakers' names that stand in it. `is_first_person`: whoever asks means themselves. `times` are the times
    it names, `is_now`: it asks for what is so now. `is_bare`: it says nothing else but that something was said, so
    that any passage of those speakers or times answers it, with `SAID_BY`, and nothing of it is embedded.
    """

    groups: tuple[Group, ...]
    texts: tuple[str, ...]
    names: frozenset[str]
    is_first_person: bool
    times: tuple[Span, ...]
    is_now: bool
    is_bare: bool

    @property
    def stems(self) -> frozenset[str]:
        """Every stem that answers a part of the question."""
        return frozenset(chain.from_iterable(group.stems for group in self.groups))

    @property
    def is_time_alone(self) -> bool:
        """Whether all that was said at its times answers it, whoever said it."""
        return self.is_bare and not self.names

    def terms(self, key: bytes) -> frozenset[int]:
        """Hash the stems as the index does."""
        return frozenset(term_hash(key, stem) for stem in self.stems)


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term of a question weighs, all above 0, and the score that no passage can exceed.

    A score divided by `attainable` lies between 0 and 1 and compares across questions: a word that memory
    does not hold counts in it as the rarest would.
    """

    terms: dict[int, float]
    attainable: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: its thread and neighbours there, who said it (None: nobody), and when."""

    thread: bytes
    before: int | None
    after: int | None
    speaker: bytes | None
    at: Instant
    is_machine: bool = False


def name_keys(name: str) -> tuple[str, ...]:
    """Give the keys under which a question may name a speaker: the words of the whole name, and the first."""
    said = [word.text for word in words(name)]
    if not said:
        return ()
    whole = " ".join(said)
    if len(said) == 1 or len(said[0]) == 1 or said[0] in STOP_WORDS or is_unspaced(said[0]):
        return (whole,)
    return whole, said[0]


def question(text: str, names: Container[str] = (), spoken: Sequence[Spoken] = ()) -> Question:
    """Read a query; `names` holds the keys of every speaker's names, as `name_keys` gives them.

    `spoken` are the times that it names, which leave its words: what was said yesterday seldom says so. So do words
    that only say that something was said, where nothing but names and times stands beside them. Stop words leave it,
    and the words of its times, unless it has no other words. Of its distinct words the first 64 count.
    """
    said = words(text)
    named = dict(_named(text, said, names))
    dated = _dated(said)
    timed = {at for one in spoken for at in one.words} - dated.keys()
    kept = named.keys() | dated.keys()
    telling = [at for at, word in enumerate(said) if word.text not in STOP_WORDS or at in kept]
    content = [at for at in telling if at not in timed]
    is_bare = bool(named or timed) and all(at in named or said[at].text in SAYING for at in content)
    asked = content or telling or range(len(said))
    if is_bare and content:
        asked = [at for at in content if at in named]
    groups: dict[tuple[str, ...], Group] = {}
    for at in asked:
        known = tuple(dict.fromkeys((*stems(said[at].text), *dated.get(at, ()))))
        share = NAME if at in named and not is_bare else 1.0
        groups.setdefault(known, Group(known, share, said[at].text if is_code(said[at].text) else None))
        if len(groups) == QUERY_WORDS:
            break
    return Question(
        groups=tuple(groups.values()),
        texts=() if is_bare else _texts(text, said, content, named),
        names=frozenset(named.values()),
        is_first_person=any(word.text in FIRST_PERSON for word in said),
        times=tuple(one.span for one in spoken),
        is_now=asks_for_now(text),
        is_bare=is_bare,
    )


def _texts(text: str, said: Sequence[Word], content: Sequence[int], named: Container[int]) -> tuple[str, ...]:
    """Give what stands for a query's meaning: its text without names, and the words that it does not share with all.

    A name pulls towards every text that mentions it, and `what did … do` towards every question. Measured on LoCoMo:
    the nearest ten hold 22 % of the evidence for the text as it stands, 46 % without names, 55 % with both of these.
    """
    unnamed = "".join(text[start:end] for start, end in _between(said, named, len(text)))
    kept = " ".join(said[at].text for at in content if at not in named)
    return (unnamed, kept) if kept else ()


def _between(said: Sequence[Word], named: Container[int], end: int) -> Iterator[tuple[int, int]]:
    """Give the places of a text around the words that are names."""
    start = 0
    for at, word in enumerate(said):
        if at in named:
            yield start, word.start
            start = word.end
    yield start, end


def _named(text: str, said: Sequence[Word], names: Container[str]) -> Iterator[tuple[int, str]]:
    """Find the names of speakers, the longest first: each position that belongs to one, with its key."""
    at = 0
    while at < len(said):
        for size in range(min(_NAME_WORDS_MOST, len(said) - at), 0, -1):
            key = " ".join(word.text for word in said[at : at + size])
            # "Will you …" does not ask for Will.
            if key in names and (key not in STOP_WORDS or (at > 0 and text[said[at].start].isupper())):
                yield from ((position, key) for position in range(at, at + size))
                at += size - 1
                break
        at += 1


def _dated(said: Sequence[Word]) -> dict[int, tuple[str, ...]]:
    """Find years, and months and days that stand together, by position, with the stems of their dates."""
    found: dict[int, tuple[str, ...]] = {}
    for at, word in enumerate(said):
        month = SHORT_MONTHS.get(word.text) or MONTHS.get(word.text)
        if month is None:
            continue
        beside = [other for step in (-1, 1) if (other := _beside(said, at, step)) is not None]
        if beside or (at > 0 and said[at - 1].text in _BEFORE_MONTH):
            found[at] = (month_stem(month),)
        found |= {other: (day_stem(day),) for other in beside if (day := _number(said[other].text)) in _DAYS}
    years = ((at, _number(word.text)) for at, word in enumerate(said))
    return found | {at: (year_stem(year),) for at, year in years if year in _YEARS}


def _beside(said: Sequence[Word], at: int, step: int) -> int | None:
    """Give the position of the number next to a word, past one word such as `de`; None where none is."""
    other = at + step
    if 0 <= other < len(said) and said[other].text in _BETWEEN_DAY_AND_MONTH:
        other += step
    return other if 0 <= other < len(said) and _number(said[other].text) else None


def _number(word: str) -> int:
    """Read a number of a date, ordinal or not; 0 where the word is none."""
    for ending in _ORDINALS:
        word = word.removesuffix(ending)
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 4 else 0  # noqa: PLR2004 - a year's


def idf(frequency: int, passages: int) -> float:
    """Give the inverse document frequency of a term in a memory: above 0, even if all passages hold it."""
    return log(1 + (max(passages - frequency, 0) + 0.5) / (frequency + 0.5))


def weigh(asked: Question, key: bytes, frequencies: Mapping[int, int], passages: int) -> Weights:
    """Weigh the terms of a question by how many of the memory's passages hold each.

    The stems of one word share the weight of its rarest. A passage that holds a word as asked holds all its
    stems, so the commonest one weighs its own idf, and each rarer one what its idf adds to that: a passage
    then gets the idf of the rarest stem it holds, as a maximum over stems would give, and the database need
    only add.
    """
    weights: dict[int, float] = {}
    unknown = 0.0
    for group in asked.groups:
        terms = (term_hash(key, stem) for stem in group.stems)
        held = sorted((-frequency, term) for term in terms if (frequency := frequencies.get(term, 0)) > 0)
        # Beside the code itself its parts say little, and would pass over to every code that is like it.
        whole = None if group.whole is None else term_hash(key, group.whole)
        is_held_whole = whole is not None and frequencies.get(whole, 0) > 0
        spent = 0.0
        for frequency, term in held:
            rarity = idf(-frequency, passages)
            if is_held_whole:
                spent = 0.0 if term == whole else rarity
            weight = group.share * max(rarity - spent, STEM_LEAST * rarity)
            weights[term] = max(weights.get(term, 0.0), weight)
            spent = rarity
        if not held:
            unknown += group.share * idf(0, passages)
    # A query of codes has many stems a word, and a database takes only so many parts of one sum.
    heaviest = sorted(weights.items(), key=lambda found: (-found[1], found[0]))[:QUERY_TERMS]
    return Weights(dict(heaviest), (sum(weights.values()) + unknown) * (K1 + 1))


def finding(weights: Weights, frequencies: Mapping[int, int], passages: int) -> frozenset[int]:
    """Give the terms that find passages; the others only weigh what these found.

    A word that stands in an eighth of a large memory tells little apart, and reading all its postings costs more
    than everything else. Where a question has no rarer words, all its terms find.
    """
    common = max(passages * COMMON_SHARE, COMMON_LEAST)
    rarer = frozenset(term for term in weights.terms if frequencies.get(term, 0) <= common)
    return rarer or frozenset(weights.terms)


def contribution(weight: float, count: int, length: int, average: float) -> float:
    """Give what one posting adds to its passage's score: the formula that the database computes."""
    return weight * count * (K1 + 1) / (count + K1 * (1 - B + B * length / average))


def fused(words: Mapping[int, float], nearness: Mapping[int, float]) -> dict[int, float]:
    """Add the scores of passages by words (0 to 1) and by meaning (standard deviations); none is below 0."""
    both = {
        number: words.get(number, 0.0) + MEANING * nearness.get(number, 0.0)
        for number in words.keys() | nearness.keys()
    }
    return {number: score for number, score in both.items() if score > 0}


def ranked(
    scores: Mapping[int, float], places: Mapping[int, Place], asked: Question, named: Collection[bytes], now: Instant
) -> list[tuple[int, float]]:
    """Order passages by score, best first, once neighbours have lent, and speakers and times that are named lift.

    `scores` are those of the passages that were found, none below 0; `places` are those of the same passages and of
    their neighbours; a passage without a place is left out. Of equal scores the newer comes first, then the one
    filed later.
    """
    lent = _lent(scores, places)
    lift = _lift(places, named)
    # Sums of the same terms, and products of the same vectors in single precision, differ in their last bits with the
    # order of adding: those are ties.
    final = {
        number: round(score * lift.get(number, 1.0) * _prior(places[number], asked, now), 6)
        for number, score in lent.items()
    }
    return sorted(final.items(), key=lambda found: (-found[1], -places[found[0]].at, -found[0]))


def newer_first(
    order: Sequence[int],
    scores: Mapping[int, float],
    places: Mapping[int, Place],
    same: Container[tuple[int, int]],
) -> list[int]:
    """Put of passages about one thing at two dates the newer before the older, and leave all others where they are.

    They answer the question about as well, `same` holds them as a pair (both ways round), and one speaker said them
    in two threads. They share their places among them: the best goes to the newest.
    """
    left = list(order)
    least = AS_WELL * max((scores.get(number, 0.0) for number in order), default=0.0)
    answering = [place for place, number in enumerate(order) if scores.get(number, 0.0) >= least]
    for at in answering:
        alike = [
            place
            for place in answering
            if place > at and (left[at], left[place]) in same and _at_two_dates(places[left[at]], places[left[place]])
        ]
        group = [at, *alike]
        newest = sorted((left[place] for place in group), key=lambda number: -places[number].at)
        for place, number in zip(group, newest, strict=True):
            left[place] = number
    return left


def _at_two_dates(one: Place, other: Place) -> bool:
    return one.speaker == other.speaker and one.thread != other.thread


def _prior(place: Place, asked: Question, now: Instant) -> float:
    """Give the factor of a passage by when it was said, and whether by a machine."""
    factor = MACHINE if place.is_machine else 1.0
    if any(span.start <= place.at < span.end for span in asked.times):
        factor += WHEN
    if asked.is_now:
        factor += NOW * 0.5 ** (max(now - place.at, 0) / _HALF_LIFE)
    return factor


def _lent(scores: Mapping[int, float], places: Mapping[int, Place]) -> dict[int, float]:
    """Add to each score its parts of the best next to it, next but one, and in its thread."""
    threads = _best_of_threads(scores, places)
    lent: dict[int, float] = {}
    for number, place in places.items():
        before, after = _next_to(places, place)
        near = max(FORWARD[0] * _score(scores, place.before), BACKWARD[0] * _score(scores, place.after))
        far = max(
            FORWARD[1] * _score(scores, before and before.before), BACKWARD[1] * _score(scores, after and after.after)
        )
        own = scores.get(number, 0.0) + near + far
        if own > 0:
            lent[number] = own + THREAD * threads.get(place.thread, 0.0)
    return lent


def _next_to(places: Mapping[int, Place], place: Place) -> tuple[Place | None, Place | None]:
    before = None if place.before is None else places.get(place.before)
    after = None if place.after is None else places.get(place.after)
    return before, after


def _score(scores: Mapping[int, float], number: int | None) -> float:
    return 0.0 if number is None else scores.get(number, 0.0)


def _best_of_threads(scores: Mapping[int, float], places: Mapping[int, Place]) -> dict[bytes, float]:
    """Add up the three best scores of each thread: what its passages hold together."""
    best: dict[bytes, list[float]] = {}
    for number, score in sorted(scores.items(), key=lambda found: -found[1]):
        place = places.get(number)
        if place is not None and len(of_thread := best.setdefault(place.thread, [])) < _BEST_OF_THREAD:
            of_thread.append(score)
    return {thread: sum(of_thread) for thread, of_thread in best.items()}


def _lift(places: Mapping[int, Place], named: Collection[bytes]) -> dict[int, float]:
    """Give the factor of each passage to lift; none where one speaker said all, as it tells nothing apart."""
    speakers = {place.speaker for place in places.values()} - {None}
    if len(speakers) < 2:  # noqa: PLR2004 - apart takes two
        return {}
    return {number: 1 + LIFT for number, place in places.items() if place.speaker in named}
