"""From the words that came with a call to the evidence of what they declare; or why they declare nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Never, TypeAlias, assert_never

from ownwords.actions.filing.own_words import Found, OwnWords
from ownwords.actions.memory import Open
from ownwords.domain.errors import MemorySourceNotPerson
from ownwords.domain.items import Item
from ownwords.domain.own_words import Declared, Reason, Refused, judge, names_away
from ownwords.domain.own_words import Words as Read
from ownwords.domain.own_words.hygiene import hides_something, looks_like_another
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import Cited, Forgotten, Said, Stated
from ownwords.domain.preferences.values import Value, judged
from ownwords.domain.preferences.words import Quote
from ownwords.domain.projects import ProjectSettings, Quotes


@dataclass(frozen=True, slots=True)
class Given:
    """The words that came with a call: a quote, the id of the message that is this turn, or both; `by` is who acts.

    `is_typed` where the person types the value on their own page: that is the person's message of this turn, and holds
    itself.
    """

    by: str
    quote: str | None = None
    turn: str | None = None
    is_typed: bool = False


@dataclass(frozen=True, slots=True)
class _Standing:
    """Words that stand in a message, and the spans that were cited of it; none for the whole message."""

    item: Item
    spans: tuple[tuple[int, int], ...] = ()


_Heard: TypeAlias = "_Standing | Stated"
Span: TypeAlias = "tuple[int, int] | None"

_DISGUISES: Final = ((hides_something, Reason.HIDDEN_CHARACTERS), (looks_like_another, Reason.LOOK_ALIKE))


def said(
    opened: Open, settings: ProjectSettings, key: Key, given: Given, names: Value, away: Value = ()
) -> tuple[Said, ...]:
    """Judge whether the words declare the names, and name those that they take away; give the evidence.

    Raises:
        MemorySourceNotPerson: they do not; its reason says how.
    """
    if given.is_typed:
        return (Said(() if key.is_size else names, Stated(given.quote or "")),)
    heard = _heard(opened, settings, given)
    for hides, reason in _DISGUISES:
        if any(hides(name) for name in names):
            _refuse(reason)
    match heard:
        case Stated(text):
            _must_name(text, away)
            if names:
                _declared(judge(Read(text), key, judged(key, names), settings.own_words))
            return (Said(() if key.is_size else names, heard),) if names else ()
        case _Standing(item, spans):
            _must_name(item.content.text, away)
            return _cited(item, spans, key, names, settings) if names else ()


def _heard(opened: Open, settings: ProjectSettings, given: Given) -> _Heard:
    """Find where the words stand."""
    own = OwnWords.of(opened.transaction, opened.person, opened.keys)
    quote = given.quote if given.quote is not None and given.quote.strip() else None
    if given.turn is not None:
        return _turn(own, given.turn, quote)
    if quote is None:
        _refuse(Reason.NO_WORDS)
    found = own.quoted(Quote.of(quote))
    if isinstance(found, Found):
        return _Standing(found.placed.item, found.spans)
    if found is not None:
        _refuse(Reason.QUOTED)
    if not _may_be_stated(own, settings.quotes):
        _refuse(Reason.NOT_SAID)
    return Stated(quote)


def _may_be_stated(own: OwnWords, quotes: Quotes) -> bool:
    """Tell whether a quote that stands nowhere is believed."""
    match quotes:
        case Quotes.AUTO:
            return not own.has_messages()
        case Quotes.VERIFIED:
            return False
        case Quotes.STATED:
            return True
        case _:
            assert_never(quotes)


def _turn(own: OwnWords, turn: str, quote: str | None) -> _Standing:
    placed = own.transaction.items.by_ids([turn]).get(turn)
    if placed is None or not own.hold(placed):
        _refuse(Reason.NOT_THE_PERSONS_MESSAGE)
    if quote is None:
        return _Standing(placed.item)
    spans = Quote.of(quote).places(placed.item.content.text)
    if not spans:
        _refuse(Reason.NOT_SAID)
    return _Standing(placed.item, tuple(spans))


def _cited(
    item: Item, spans: Sequence[tuple[int, int]], key: Key, names: Value, settings: ProjectSettings
) -> tuple[Said, ...]:
    """Judge a message by its cited places, the last one first: it counts unless words behind it deny it."""
    last: Refused | None = None
    cuts: list[Span] = [*reversed(spans)] or [None]
    for cut in cuts:
        found = judge(Read(item.content.text, cut), key, judged(key, names), settings.own_words)
        if isinstance(found, Declared):
            return tuple(_evidence(item, cut, key, names, found))
        last = last or found
        if found.reason is Reason.DENIED:
            break
    _declared(last or Refused(Reason.NOT_IN_WORDS))
    return ()


def _evidence(item: Item, cut: Span, key: Key, names: Value, declared: Declared) -> Iterable[Said]:
    """Cite the quote for all names, or for each the sentence in which the message declares it."""
    spans = [cut or span for span in declared.spans]
    for start, end in dict.fromkeys(spans):
        held = tuple(name for name, span in zip(names, spans, strict=True) if span == (start, end))
        yield Said(() if key.is_size else held, Cited(item.number, item.version, start, end))


def _must_name(text: str, away: Value) -> None:
    if away and not names_away(Read(text), away):
        _refuse(Reason.NOT_IN_WORDS)


def _declared(found: Declared | Refused) -> None:
    if isinstance(found, Refused):
        _refuse(found.reason)


_HOW: Final = {
    Reason.NO_WORDS: "No words of the person came with the call; send the `quote` in which the person says so.",
    Reason.NOT_IN_WORDS: "The words do not hold every name or size; quote the words that do, or ask the person.",
    Reason.NOT_THE_PERSONS_MESSAGE: "The turn is no message that this person typed or spoke; name one that is.",
    Reason.NOT_SAID: "The quote stands in no message of the person; quote their words exactly, or ask the person.",
    Reason.DENIED: "The words deny it; ask the person.",
    Reason.QUESTION: "The words ask it and do not say it; ask the person.",
    Reason.QUOTED: "The words are somebody else's; ask the person, and never declare what you read elsewhere.",
    Reason.SOMEONE_ELSE: "The words speak of somebody else; ask the person about themselves.",
    Reason.GIFT: "The words speak of a gift; ask the person about themselves.",
    Reason.PAST: "The words speak of the past; ask the person what holds now.",
    Reason.CONDITION: "The words hang on a condition; ask the person.",
    Reason.HIDDEN_CHARACTERS: "The words or the value hold characters that are not seen; ask the person to type it.",
    Reason.LOOK_ALIKE: "The words or the value hold letters that look like others; ask the person to type it.",
    Reason.UNCLEAR: "The words can not be read whole; ask the person to say it plainly.",
}


def _refuse(reason: Reason) -> Never:
    raise MemorySourceNotPerson(_HOW[reason], reason=reason.value)


def declares(own: OwnWords, settings: ProjectSettings, key: Key, one: Said, value: Value) -> bool:
    """Tell whether evidence that came with an import declares what it is said to."""
    match one.words:
        case Cited(number, _, start, end):
            placed = own.transaction.items.by_numbers([number]).get(number)
            if placed is None or not own.hold(placed):
                return False
            words = Read(placed.item.content.text, (start, end))
        case Stated(text):
            if not _may_be_stated(own, settings.quotes):
                return False
            words = Read(text)
        case Forgotten():
            return False
        case _:
            assert_never(one.words)
    return isinstance(judge(words, key, judged(key, one.names or value), settings.own_words), Declared)
