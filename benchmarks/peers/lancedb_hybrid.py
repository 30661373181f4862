"""LanceDB as its guide shows hybrid search: vectors and full text, fused by the places of both rankings."""

# pyright: basic, reportMissingImports=false
# ruff: noqa: D102 - what each method promises stands in `lines.Memory`

from __future__ import annotations

from pathlib import Path
from typing import Any

import lancedb
import lines
import pyarrow as pa
import sentences
from lancedb.rerankers import RRFReranker


class LanceDb:
    """A table a person, with an index of its words (English stems, its default) beside the vectors."""

    def __init__(self, folder: Path, variant: str) -> None:
        del variant
        self._encode = sentences.encoder()
        self._database = lancedb.connect(folder)
        self._fused = RRFReranker()
        self._tables: dict[str, Any] = {}
        self._schema = pa.schema(
            [
                *[pa.field(name, pa.string()) for name in ("id", "text", "at", "session", "author")],
                pa.field("vector", pa.list_(pa.float32(), sentences.DIMENSIONS)),
            ]
        )

    def about(self) -> dict[str, Any]:
        return {
            "name": f"LanceDB hybrid, {sentences.described()}",
            "version": lancedb.__version__,
            "could_not": [
                "It has no persons: each had a table. Session, speaker and time are columns to filter by.",
                "An item added twice is kept twice.",
                "What is deleted stays in its files, also after `optimize()`, until old versions are cleaned up.",
            ],
        }

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        texts = [item["spoken"] for item in items]
        rows = [
            {
                "id": item["id"],
                "text": text,
                "at": item["at"],
                "session": item["session"],
                "author": item["author"]["name"],
                "vector": vector,
            }
            for item, text, vector in zip(items, texts, self._encode(texts), strict=True)
        ]
        if person in self._tables:
            self._tables[person].add(rows)
            # Takes the new rows into the index of words; without it they would be scanned by each query.
            self._tables[person].optimize()
            return
        table = self._tables[person] = self._database.create_table(person, rows, schema=self._schema)
        table.create_fts_index("text")

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        del now  # Nothing in it takes one.
        found = (
            self._tables[person]
            .search(query_type="hybrid")
            .vector(self._encode([query])[0])
            .text(query)
            .distance_type("cosine")
            .rerank(self._fused)
            .limit(limit)
            .select(["id"])
            .to_list()
        )
        return [row["id"] for row in found]

    def close(self) -> None:
        self._tables.clear()


if __name__ == "__main__":
    lines.serve(LanceDb)
