"""Chroma as its guide shows it: a collection, an embedder, the nearest vectors."""

# pyright: basic, reportMissingImports=false
# ruff: noqa: D102 - what each method promises stands in `lines.Memory`

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
import lines
import sentences
from chromadb.config import Settings


class Chroma:
    """A collection a person, compared by cosine; the collection gets the vectors as it would from any embedder."""

    def __init__(self, folder: Path, variant: str) -> None:
        del variant
        self._encode = sentences.encoder()
        self._client = chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))
        self._collections: dict[str, Any] = {}

    def about(self) -> dict[str, Any]:
        return {
            "name": f"Chroma, {sentences.described()}",
            "version": chromadb.__version__,
            "could_not": [
                "It ranks by meaning alone: words can filter what is found, but do not rank it.",
                "It has no persons: each had a collection. Session and speaker are fields to filter by.",
                "It filters by times only where they are numbers.",
                "An item added again with another text keeps the old one, without a word.",
                "What is deleted stays in its database file.",
            ],
        }

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        if person not in self._collections:
            self._collections[person] = self._client.create_collection(
                person, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
            )
        texts = [item["spoken"] for item in items]
        self._collections[person].add(
            ids=[item["id"] for item in items],
            embeddings=self._encode(texts),
            documents=texts,
            metadatas=[
                {"at": item["at"], "session": item["session"], "author": item["author"]["name"]} for item in items
            ],
        )

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        del now  # Nothing in it takes one.
        found = self._collections[person].query(
            query_embeddings=self._encode([query]), n_results=limit, include=["documents"]
        )
        return found["ids"][0]

    def close(self) -> None:
        self._collections.clear()


if __name__ == "__main__":
    lines.serve(Chroma)
