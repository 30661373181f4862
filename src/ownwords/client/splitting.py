"""Lines out of chunks of bytes."""

from __future__ import annotations


class Splitter:
    r"""Cuts what arrives after each ``\n`` and nowhere else: JSON may hold other ends of lines within its strings."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._begun: list[bytes] = []

    def lines(self, chunk: bytes) -> list[bytes]:
        """Give the lines that end within the next chunk."""
        *whole, begun = chunk.split(b"\n")
        if not whole:
            self._begun.append(begun)
            return []
        whole[0] = b"".join((*self._begun, whole[0]))
        self._begun = [begun]
        return [line + b"\n" for line in whole]

    def rest(self) -> list[bytes]:
        """Give what came after the last end of a line, if anything did."""
        rest = b"".join(self._begun)
        self._begun = []
        return [rest] if rest else []
