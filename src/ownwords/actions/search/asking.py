"""What a query asks of one memory: whom it names among its speakers, when, and which vector stands for it."""

from __future__ import annotations

from dataclasses import dataclass

from ownwords.actions import speakers
from ownwords.actions.memory import Memory, Open, Whose, read
from ownwords.actions.speakers import Speakers
from ownwords.domain.ids import Derived
from ownwords.domain.persons import zone_named
from ownwords.domain.ranking import Question, name_keys, question
from ownwords.domain.speakers import THE_PERSON, Speaker
from ownwords.domain.time_words import time_words
from ownwords.domain.times import Instant
from ownwords.domain.vectors import Vector, direction


@dataclass(frozen=True, slots=True)
class Query:
    """A query, and the moment at which it is asked; None for when it arrives."""

    text: str
    now: Instant | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as one memory understands it: `meant` are the speakers it names, `who` all there are."""

    question: Question
    who: Speakers
    meant: frozenset[Speaker]
    named: frozenset[Derived]
    now: Instant


def understood(opened: Open, query: Query) -> Asked:
    """Read a query with the speakers and the wall clock of a memory."""
    who = speakers.resolved(opened)
    names = _names(who)
    now = opened.now if query.now is None else query.now
    spoken = time_words(query.text, now, zone_named(opened.person.timezone))
    asked = question(query.text, names.keys(), spoken)
    meant = frozenset(speaker for name in asked.names for speaker in names[name])
    named = {opened.keys.speaker(speaker.key) for speaker in meant}
    if asked.is_first_person:
        named.add(opened.keys.speaker(THE_PERSON))
    return Asked(asked, who, meant, frozenset(named), now)


def vector_of(memory: Memory, whose: Whose, query: Query) -> Vector | None:
    """Give the vector that stands for a query; None where the memory has no vectors, or it asks for nothing by meaning.

    It is made outside of the transaction that searches: a model may take its time.

    Raises:
        EmbedderUnavailable: there is no answer.
        NotEmbeddable: the model can not read the query.
    """

    def texts(opened: Open) -> tuple[str, ...]:
        if opened.person.model != memory.model or opened.transaction.vectors.last() < 0:
            return ()
        return understood(opened, query).question.texts

    asked = read(memory, whose, texts)
    return direction(memory.embedder.questions(asked)) if asked else None


def _names(who: Speakers) -> dict[str, set[Speaker]]:
    """Give the ways in which a query may name each speaker."""
    names: dict[str, set[Speaker]] = {}
    for speaker in who.items:
        for name in speaker.names:
            for key in name_keys(name):
                names.setdefault(key, set()).add(speaker)
    return names
