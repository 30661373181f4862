"""Which messages are the person's own words, and where in them a quote stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ownwords.actions.filing.keys import Keys
from ownwords.domain.ids import Derived
from ownwords.domain.items import Kind, Origin
from ownwords.domain.passages import PASSAGE_CHARACTERS, item_of
from ownwords.domain.persons import Person
from ownwords.domain.preferences.words import Quote
from ownwords.domain.search import Filters, Placed
from ownwords.domain.speakers import THE_PERSON, resolve
from ownwords.domain.words import fold, stems, term_hash
from ownwords.ports import Transaction

_DECLARING: Final = frozenset({Origin.TYPED, Origin.TRANSCRIBED})
_TERMS: Final = 8
"""How many of a quote's words are weighed against each other, the longest ones."""

_RAREST: Final = 4
"""How many of them must stand in a message that is looked at."""

_PASSAGES: Final = 2_000
_AT_ONCE: Final = 50


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the person's in which a quote stands, and at which spans, in order."""

    placed: Placed
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The messages of an opened memory that are the person's own words."""

    transaction: Transaction
    keys: Keys
    claims: frozenset[Derived]

    @classmethod
    def of(cls, transaction: Transaction, person: Person, keys: Keys) -> OwnWords:
        """Resolve who speaks in a memory."""
        held = transaction.claims.every()
        speakers = resolve((claim for claim, _ in held.values()), person.user_id or "").speakers
        named = ((key, speakers[claim]) for key, (claim, _) in held.items())
        return cls(
            transaction,
            keys,
            frozenset(key for key, speaker in named if speaker is not None and speaker.key == THE_PERSON),
        )

    def hold(self, placed: Placed) -> bool:
        """Tell whether an item is a message that the person typed or spoke."""
        item = placed.item
        return item.kind is Kind.MESSAGE and placed.claim in self.claims and item.content.origin in _DECLARING

    def has_messages(self) -> bool:
        """Tell whether memory holds any message, whoever wrote it."""
        filters = Filters(kinds=(Kind.MESSAGE,))
        return bool(self.transaction.items.page(filters, newest_first=True, after=None, most=1))

    def quoted(self, quote: Quote) -> Found | Placed | None:
        """Find the newest message of the person's in which a quote stands.

        Where it stands in none, give an item that is not the person's and holds it, or None.
        """
        elsewhere: Placed | None = None
        for placed, spans in self._holding(quote):
            if self.hold(placed):
                return Found(placed, spans)
            elsewhere = elsewhere or placed
        return elsewhere

    def _holding(self, quote: Quote) -> Iterator[tuple[Placed, tuple[tuple[int, int], ...]]]:
        """Give the items in whose current version a quote stands, the newest first, with its places."""
        passages = self._passages(quote)
        seen = set[int]()
        for start in range(0, len(passages), _AT_ONCE):
            part = passages[start : start + _AT_ONCE]
            cut = self.transaction.passages.by_numbers(part)
            held = self.transaction.items.by_numbers({item_of(passage) for passage in part})
            for passage in part:
                placed = held[item_of(passage)]
                if placed.item.number in seen:
                    continue
                text = placed.item.content.text
                # A long text is read only around the passage that holds the rarest word of the quote.
                first = max(cut[passage].start - len(quote.text) - PASSAGE_CHARACTERS, 0)
                last = cut[passage].end + len(quote.text) + PASSAGE_CHARACTERS
                spans = quote.places(text, first, last)
                if spans and placed.item.kind is Kind.MESSAGE:
                    spans = quote.places(text)
                if spans:
                    seen.add(placed.item.number)
                    yield placed, tuple(spans)

    def _passages(self, quote: Quote) -> list[int]:
        longest = sorted(set(quote.spelt), key=lambda word: (-len(word), word))[:_TERMS]
        terms = dict.fromkeys(term_hash(self.keys.terms, stems(fold(word))[0]) for word in longest)
        if not terms:
            return []
        counts = self.transaction.passages.frequencies(terms)
        if counts.keys() != terms.keys():
            return []
        rarest, *others = sorted(terms, key=lambda term: counts[term])[:_RAREST]
        return self.transaction.passages.holding(rarest, others, _PASSAGES)
