"""Projects and their keys: a customer of the server, its settings, and what a key may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Annotated, Any, Final, get_type_hints

from ownwords.domain import limits
from ownwords.domain.ids import ProjectId
from ownwords.domain.own_words import Mode
from ownwords.domain.sizes import SizeSystem
from ownwords.domain.times import Instant

_REQUESTS_MOST: Final = limits.REQUESTS_A_MINUTE_MOST


class KeyScope(StrEnum):
    """What a key may be used for; the last two only when asked for by name."""

    ITEMS_READ = "items.read"
    ITEMS_WRITE = "items.write"
    PURCHASES_WRITE = "purchases.write"
    CATALOGS_WRITE = "catalogs.write"
    PERSONS_ISSUE = "persons.issue"
    PROJECT_WRITE = "project.write"


DEFAULT_SCOPES: Final = frozenset(
    {KeyScope.ITEMS_READ, KeyScope.ITEMS_WRITE, KeyScope.PURCHASES_WRITE, KeyScope.CATALOGS_WRITE}
)


class KeyMode(StrEnum):
    """Whether a key is for trying or for real; it stands in the key itself."""

    TEST = "test"
    LIVE = "live"


class Quotes(StrEnum):
    """When a quote that stands in no message of the person's is believed: while there is none, never, always."""

    AUTO = "auto"
    VERIFIED = "verified"
    STATED = "stated"


@dataclass(frozen=True, slots=True)
class Says:
    """What a setting does, and the least and most that one of a number takes."""

    text: str
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """What a project can set for itself."""

    loose_gap_minutes: Annotated[
        int,
        Says(
            "The pause after which messages without a session are a new conversation.",
            least=1,
            most=limits.LOOSE_GAP_MINUTES_MOST,
        ),
    ] = limits.LOOSE_GAP_MINUTES_DEFAULT
    quotes: Annotated[
        Quotes,
        Says(
            "Whether a quote that stands in no filed message of the person is believed: auto (only while there is no "
            "message), verified (never), stated (always)."
        ),
    ] = Quotes.AUTO
    own_words: Annotated[
        Mode,
        Says(
            "How a sentence is judged before it counts as the person's declaration: plain, or strict (every word of "
            "it must be understood)."
        ),
    ] = Mode.PLAIN
    size_system: Annotated[
        SizeSystem, Says("Whose sizes are meant where a size, an offer and a call name no system.")
    ] = SizeSystem.BR
    infer_from_purchases: Annotated[
        bool, Says("Whether filing a purchase infers preferences by itself; one of them is never a declared one.")
    ] = False
    diet_consent: Annotated[
        bool, Says("Whether what a person does not eat is kept only once they agreed to it (`POST /v1/me/consents`).")
    ] = False
    rate_per_key: Annotated[
        int,
        Says("How many requests a minute each key may make of each server; 0 for any.", most=_REQUESTS_MOST),
    ] = 0
    rate_per_person: Annotated[
        int,
        Says(
            "How many requests a minute may come with a person's tokens to each server; 0 for any.",
            most=_REQUESTS_MOST,
        ),
    ] = 0

    @classmethod
    def says(cls) -> dict[str, Says]:
        """Give what each setting says of itself, by name."""
        hints = get_type_hints(cls, include_extras=True)
        return {one.name: hints[one.name].__metadata__[0] for one in fields(cls)}

    def changed(self, given: Mapping[str, Any]) -> ProjectSettings:
        """Give the settings with others in the place of some, by name, each as it is written."""
        return replace(self, **{name: type(getattr(self, name))(value) for name, value in given.items()})


@dataclass(frozen=True, slots=True)
class Project:
    """A customer of the server: owns keys, settings and persons."""

    id: ProjectId
    name: str
    created_at: Instant
    settings: ProjectSettings = field(default_factory=ProjectSettings)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as the server remembers it: never the key itself, only its keyed hash and its first characters."""

    hash: bytes
    id: str
    project: ProjectId
    mode: KeyMode
    scopes: frozenset[KeyScope]
    created_at: Instant
    revoked_at: Instant | None = None
