"""Passages and the words they are found by: search as plain SQL.

A word is known here by a keyed hash of its stem, so no word stands in any index, and every statistic is of one
person's rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ownwords.domain import limits
from ownwords.domain.ids import Derived
from ownwords.domain.passages import Passage, item_of
from ownwords.domain.ranking import K1, B
from ownwords.domain.search import Filters
from ownwords.domain.times import Instant
from ownwords.storage.filters import where
from ownwords.storage.sql import IN_A_STATEMENT, Mine, Value, parts

_WITH_ITEM = """
    JOIN item ON item.project = :project AND item.person = :person AND item.item = found.passage / :parts"""


class PassageRows:
    """See `ports.Passages`."""

    def __init__(self, mine: Mine) -> None:
        """Speak of one person."""
        self._mine = mine

    def put(self, passages: Sequence[tuple[Passage, int]], postings: Sequence[tuple[int, int, int, int]]) -> None:
        """Store passages and postings."""
        rows = ((one.number, one.start, one.end, words) for one, words in passages)
        self._mine.insert("passage", ("passage", "starts", "ends", "words"), rows)
        # In the order of the index: each page of it is then written once.
        self._mine.insert("posting", ("term", "passage", "count", "length"), sorted(postings))

    def remove(self, passages: Sequence[int], postings: Sequence[tuple[int, int]]) -> None:
        """Remove passages and postings."""
        self._mine.run_in(
            "DELETE FROM passage WHERE project = :project AND person = :person AND passage {among}",
            passages,
        )
        self._mine.run_many(
            """
            DELETE FROM posting
            WHERE project = :project AND person = :person AND term = :term AND passage = :passage""",
            [{"term": term, "passage": passage} for term, passage in sorted(postings)],
        )

    def clear(self) -> None:
        """Remove every passage and posting."""
        for table in ("passage", "posting"):
            self._mine.run(f"DELETE FROM {table} WHERE project = :project AND person = :person")

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, Passage]:
        """Give passages."""
        rows = self._mine.rows_in(
            """
            SELECT passage, starts, ends FROM passage
            WHERE project = :project AND person = :person AND passage {among}""",
            numbers,
        )
        return {
            number: Passage(item_of(number), number % limits.PASSAGES_OF_AN_ITEM, start, end)
            for number, start, end in rows
        }

    def frequencies(self, terms: Collection[int]) -> dict[int, int]:
        """Count the person's passages that hold each term."""
        rows = self._mine.rows_of(
            """
            WITH wanted (term) AS ({table})
            SELECT wanted.term, (
                SELECT COUNT(*) FROM posting
                WHERE posting.project = :project AND posting.person = :person AND posting.term = wanted.term)
            FROM wanted""",
            {"term": list(terms)},
        )
        return {term: count for term, count in rows if count}

    def scored(
        self, weights: Mapping[int, float], average: float, filters: Filters, most: int
    ) -> list[tuple[int, float]]:
        """Give the best passages by the sum of BM25 over the weighted terms."""
        conditions, values = where(filters)
        rows = self._mine.rows(
            f"""
            SELECT found.passage, SUM(found.score) AS score FROM ({_postings(len(weights), "")}) AS found
            {_WITH_ITEM + conditions if conditions else ""}
            GROUP BY found.passage ORDER BY score DESC, found.passage DESC LIMIT :most""",
            most=most,
            **_weighted(weights, average),
            **values,
            **({"parts": limits.PASSAGES_OF_AN_ITEM} if conditions else {}),
        )
        return [(passage, float(score)) for passage, score in rows]

    def weighed(self, weights: Mapping[int, float], average: float, passages: Sequence[int]) -> dict[int, float]:
        """Give the sums of BM25 over the weighted terms of passages that were found."""
        rows = self._mine.rows_in(
            f"""
            SELECT found.passage, SUM(found.score) FROM ({_postings(len(weights), "AND passage {among}")}) AS found
            GROUP BY found.passage""",
            passages,
            **_weighted(weights, average),
        )
        return {passage: float(score) for passage, score in rows}

    def holding(self, rarest: int, others: Collection[int], most: int) -> list[int]:
        """Give the passages that hold a term, of items that hold all the others too, newest item first."""
        conditions = "".join(
            f"""
                AND EXISTS (
                    SELECT 1 FROM posting AS other
                    WHERE other.project = :project AND other.person = :person AND other.term = :other{index}
                        AND other.passage BETWEEN item.item * :parts AND item.item * :parts + :parts - 1)"""
            for index in range(len(others))
        )
        rows = self._mine.rows(
            f"""
            SELECT found.passage FROM posting AS found
            {_WITH_ITEM}
            WHERE found.project = :project AND found.person = :person AND found.term = :rarest {conditions}
            ORDER BY item.at DESC, item.item DESC, found.passage DESC LIMIT :most""",
            rarest=rarest,
            most=most,
            parts=limits.PASSAGES_OF_AN_ITEM,
            **{f"other{index}": term for index, term in enumerate(others)},
        )
        return [passage for (passage,) in rows]

    def newest(self, filters: Filters, most: int) -> list[int]:
        """Give the first passages of the newest items that hold to the filters."""
        conditions, values = where(filters)
        rows = self._mine.rows(
            f"""
            SELECT item.item FROM item WHERE project = :project AND person = :person {conditions}
            ORDER BY item.at DESC, item.item DESC LIMIT :most""",
            most=most,
            **values,
        )
        return [item * limits.PASSAGES_OF_AN_ITEM for (item,) in rows]

    def chains(
        self, said: Mapping[int, tuple[Derived, Instant]], filters: Filters
    ) -> dict[int, tuple[int | None, ...]]:
        """Give the two items before and the two after each in its thread."""
        conditions, values = where(filters)

        def neighbour(side: str, order: str, skipped: int) -> str:
            return f"""(
                SELECT item.item FROM item
                WHERE item.project = :project AND item.person = :person AND item.thread = said.thread
                    AND (item.at, item.item) {side} (said.at, said.item) {conditions}
                ORDER BY item.at {order}, item.item {order} LIMIT 1 OFFSET {skipped})"""

        before, after = ("<", "DESC"), (">", "ASC")
        sides = [neighbour(*before, 1), neighbour(*before, 0), neighbour(*after, 0), neighbour(*after, 1)]
        found: dict[int, tuple[int | None, ...]] = {}
        for part in parts(list(said), IN_A_STATEMENT):
            threads, times = zip(*(said[item] for item in part), strict=True)
            rows = self._mine.rows_of(
                f"WITH said (item, at, thread) AS ({{table}}) SELECT said.item, {', '.join(sides)} FROM said",
                {"said": part, "said_at": times, "said_in": threads},
                **values,
            )
            found |= {item: tuple(chain) for item, *chain in rows}
        return found

    def said(self, items: Iterable[int]) -> dict[int, tuple[Derived, Instant, Derived | None]]:
        """Give in which thread each item stands, when it was said, and by which claim."""
        rows = self._mine.rows_in(
            """
            SELECT item, thread, at, claim FROM item
            WHERE project = :project AND person = :person AND item {among}""",
            items,
        )
        return {
            item: (Derived(bytes(thread)), Instant(at), None if claim is None else Derived(bytes(claim)))
            for item, thread, at, claim in rows
        }


def _postings(terms: int, condition: str) -> str:
    """Write the scores of the postings of so many terms, one part a term.

    Each part names its whole key, so that no planner can think of walking a person's words instead.
    """
    return " UNION ALL ".join(
        f"""
            SELECT passage, CAST(:weight{index} AS DOUBLE PRECISION) * count
                / (count + :fixed + :per_word * length) AS score
            FROM posting WHERE project = :project AND person = :person AND term = :term{index} {condition}"""
        for index in range(terms)
    )


def _weighted(weights: Mapping[int, float], average: float) -> dict[str, Value]:
    """Give the numbers of the formula that `domain.ranking` states."""
    named: dict[str, Value] = {"fixed": K1 * (1 - B), "per_word": K1 * B / max(average, 1.0)}
    for index, (term, weight) in enumerate(weights.items()):
        named |= {f"term{index}": term, f"weight{index}": weight * (K1 + 1)}
    return named
