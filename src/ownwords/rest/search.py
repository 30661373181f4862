"""Search over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi.responses import JSONResponse
from pydantic import AfterValidator, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from ownwords.actions import context as contexts
from ownwords.actions import search as actions
from ownwords.domain import ids, limits, times
from ownwords.domain.items import Json, Kind, is_blank
from ownwords.domain.projects import KeyScope
from ownwords.domain.search import Filters, Hit, Read
from ownwords.domain.sign_ins import PersonScope
from ownwords.domain.speakers import Role
from ownwords.rest.edge import Edge, edge
from ownwords.rest.items import ItemOut, item_out
from ownwords.rest.sent import About, KindName, RoleName
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Id, SpeakerId, Time, Wire, metadata_text, pointer_part, storable

router = routes()


def _paths(value: Any) -> Any:
    metadata_text(value)
    paths = list(_leaves(value, ""))
    if len(paths) > limits.METADATA_FILTERS:
        raise PydanticCustomError(
            "too_long", "it names too many values; ask for fewer", {"most": limits.METADATA_FILTERS}
        )
    return tuple(paths)


def _leaves(value: Json, path: str) -> list[tuple[str, Json]]:
    if not isinstance(value, dict):
        if isinstance(value, list):
            raise PydanticCustomError(
                "not_allowed", "a value is a string, number, true, false or null", {"inside": path}
            )
        return [(path, value)]
    return [leaf for name, inner in value.items() for leaf in _leaves(inner, f"{path}/{pointer_part(name)}")]


def _asks(query: str) -> str:
    if is_blank(storable(query)):
        raise PydanticCustomError("blank", "a query shows something; send words")
    return query


Paths = Annotated[
    Any,
    AfterValidator(_paths),
    WithJsonSchema({"type": "object", "additionalProperties": True, "examples": [{"channel": "web"}]}),
]


Query = Annotated[str, StringConstraints(min_length=1, max_length=limits.QUERY_CHARACTERS), AfterValidator(_asks)]


class FiltersIn(Wire):
    """What a hit must be; everything given must hold."""

    kinds: Annotated[list[KindName], Field(min_length=1, max_length=3)] | None = None
    session: Id | None = None
    about: About | None = None
    speaker_id: SpeakerId | None = None
    roles: Annotated[list[RoleName], Field(min_length=1, max_length=6)] | None = None
    after: Time | None = None
    before: Time | None = None
    metadata: Paths | None = None

    def filters(self) -> Filters:
        """Give the domain's value."""
        return Filters(
            session=self.session,
            about=self.about,
            kinds=None if self.kinds is None else tuple(map(Kind, self.kinds)),
            roles=None if self.roles is None else tuple(map(Role, self.roles)),
            after=self.after,
            before=self.before,
            metadata=() if self.metadata is None else self.metadata,
        )


class SearchIn(Wire):
    """A question to a person's memory."""

    user_id: Id = LEFT_OUT
    query: Query
    limit: Annotated[int, Field(ge=1, le=limits.HITS_MOST)] = limits.HITS_DEFAULT
    filters: FiltersIn = FiltersIn()
    now: Time | None = None


class ContextIn(Wire):
    """What an assistant is about to answer, and how many tokens it has for what memory says."""

    user_id: Id = LEFT_OUT
    query: Query | None = None
    max_tokens: Annotated[int, Field(ge=limits.CONTEXT_TOKENS_LEAST, le=limits.CONTEXT_TOKENS_MOST)] = (
        limits.CONTEXT_TOKENS_DEFAULT
    )
    filters: FiltersIn = FiltersIn()
    now: Time | None = None


class Why(Answer):
    """The place of a hit among the hits of each arm, from 1; null where the arm did not find it."""

    words: int | None
    meaning: int | None


class Source(Answer):
    """An item that a passage was cut from."""

    id: str
    at: str
    speaker_id: str | None
    kind: KindName
    role: RoleName | None


class HitOut(Answer):
    """A passage that was found."""

    text: str
    spans: list[tuple[int, int]]
    thread_id: str
    title: str | None
    items: list[Source]
    around: list[ItemOut]
    why: Why


class SearchOut(Answer):
    """The hits, best first."""

    hits: list[HitOut]


class ContextOut(Answer):
    """Lines for a prompt.

    `text` is what goes into it: fenced, each line quoting what was said with its date, speaker and id, machines marked.
    `tokens` counts one for each three bytes of it, begun or whole. `items` are the ids of the lines in their order,
    `left_out` how many more there were for which no room was left.
    """

    text: str
    tokens: int
    items: list[str]
    left_out: int


@router.post("/v1/memory/search", response_model=SearchOut, tags=["search"])
def search(body: SearchIn, caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ)) -> JSONResponse:
    """Find what was said, best first; the turns around each hit come with it."""
    whose = caller.whose(body.user_id)
    hits = actions.search(
        caller.memory,
        whose,
        actions.Query(body.query, body.now),
        body.filters.filters(),
        speaker=body.filters.speaker_id,
        most=body.limit,
    )
    caller.note(whose, "search", len(hits))
    return JSONResponse({"hits": [_hit_out(hit) for hit in hits]})


@router.post("/v1/memory/context", response_model=ContextOut, tags=["search"])
def context(body: ContextIn, caller: Edge = edge(KeyScope.ITEMS_READ, PersonScope.MEMORY_READ)) -> JSONResponse:
    """Give what an assistant should know before it answers, in so many tokens; without a query what was said last."""
    whose = caller.whose(body.user_id)
    given = contexts.context(
        caller.memory,
        whose,
        None if body.query is None else actions.Query(body.query, body.now),
        body.filters.filters(),
        speaker=body.filters.speaker_id,
        most_tokens=body.max_tokens,
    )
    caller.note(whose, "context", len(given.lines))
    items = [line.item_id for line in given.lines]
    return JSONResponse({"text": given.text, "tokens": given.tokens, "items": items, "left_out": given.left_out})


def _hit_out(hit: Hit) -> dict[str, Any]:
    return {
        "text": hit.text,
        "spans": [list(span) for span in hit.spans],
        "thread_id": ids.thread_text(hit.thread),
        "title": hit.title,
        "items": [_source(one) for one in hit.items],
        "around": [item_out(one) for one in hit.around],
        "why": {"words": hit.words, "meaning": hit.meaning},
    }


def _source(one: Read) -> dict[str, Any]:
    role = one.item.content.role
    return {
        "id": one.item.id,
        "at": times.write(one.item.at),
        "speaker_id": None if one.speaker is None else ids.speaker_text(one.speaker),
        "kind": one.item.kind.value,
        "role": None if role is None else role.value,
    }
