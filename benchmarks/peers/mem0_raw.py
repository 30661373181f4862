"""Mem0 with `infer=False`: what was said is kept as it was, and no language model is asked."""

# pyright: basic, reportMissingImports=false
# ruff: noqa: D102 - what each method promises stands in `lines.Memory`

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Any

# Read when the package is imported.
os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none is needed on this machine"}

import lines
import sentences
from mem0 import Memory


class Mem0:
    """One store with all persons, as `user_id`; Qdrant on disk in this process, which is its default."""

    def __init__(self, folder: Path, variant: str) -> None:
        del variant
        model = {
            "model": sentences.NAME,
            "openai_base_url": sentences.endpoint(sentences.encoder()),
            "api_key": "none",
        }
        self._memory = Memory.from_config(
            {
                "embedder": {"provider": "openai", "config": model},
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": str(folder / "qdrant"),
                        "on_disk": True,
                        "embedding_model_dims": sentences.DIMENSIONS,
                        "collection_name": "said",
                    },
                },
                "history_db_path": str(folder / "history.db"),
            }
        )

    def about(self) -> dict[str, Any]:
        return {
            "name": f"Mem0 with infer=False, Qdrant in the process, {sentences.described()}",
            "version": version("mem0ai"),
            "could_not": [
                "Its search by words and its entities need models to download: offline it ranked by meaning alone.",
                "It gives ids of its own, so ours stood in the metadata; an item sent twice is kept twice.",
                "It refuses the time of what was said (`timestamp`) and the time of asking (`reference_date`).",
                "What is deleted stays in its history in full, also after `delete_all`.",
            ],
        }

    def add(self, person: str, items: list[dict[str, Any]]) -> None:
        for item in items:
            message = {"role": "user", "name": item["author"]["name"], "content": item["spoken"]}
            self._memory.add(
                [message],
                user_id=person,
                metadata={"item": item["id"], "at": item["at"], "session": item["session"]},
                infer=False,
            )

    def search(self, person: str, query: str, limit: int, now: str) -> list[str]:
        del now  # `reference_date` is refused: only its hosted service takes one.
        found = self._memory.search(query, top_k=limit, filters={"user_id": person})
        return [one["metadata"]["item"] for one in found["results"]]

    def close(self) -> None:
        self._memory.close()


if __name__ == "__main__":
    lines.serve(Mem0)
