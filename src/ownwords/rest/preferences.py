"""Preferences over HTTP: the tool `codespar_memory`, its document, the person's own list, and consents."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, cast

from fastapi import Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from ownwords.actions import preferences
from ownwords.domain import limits, times
from ownwords.domain.errors import BearerTokenHasNoPerson, Fault, InvalidRequest
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import Consent
from ownwords.domain.sign_ins import PersonScope
from ownwords.domain.texts import is_storable
from ownwords.rest.edge import TAKES, Edge, person_edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import Answer, Wire
from ownwords.web import tools
from ownwords.web.callers import PersonCaller
from ownwords.web.codespar_memory import NAME, Called, call, history_out, memory_out

router = routes()

CALL: Final = f"/v1/tools/{NAME}"
DOCUMENT: Final = "/v1/meta-tools.json"
"""Open: it tells nothing of any project."""

_ENVELOPE: Final = ("arguments", "turn")
_BODY: Final = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "additionalProperties": False,
                "required": ["arguments"],
                "properties": {
                    "arguments": tools.tool(NAME)["inputSchema"],
                    "turn": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["item_id"],
                        "properties": {"item_id": {"type": "string", "minLength": 1, "maxLength": 256}},
                        "description": "The message that is this turn; the words are judged by it alone.",
                    },
                },
            }
        }
    },
}

KeyName = Literal[
    "shoe_size",
    "clothing_size",
    "preferred_brands",
    "avoided_brands",
    "preferred_merchants",
    "dietary_restrictions",
]


class EvidenceOut(Answer):
    """What a value, or some names of it, stand on; what does not apply is left out."""

    names: list[str] | None = None
    quote: str | None = None
    item_id: str | None = None
    item_version: int | None = None
    span: tuple[int, int] | None = None
    verified: bool | None = None
    purchase_ids: list[str] | None = None


class StateOut(Answer):
    """A version of a memory; `codes` are those of dietary restrictions, null where none is known."""

    value: str | list[str]
    codes: list[str | None] | None = None
    provenance: Literal["declared", "inferred"]
    version: int
    since: str
    by: str
    evidence: list[EvidenceOut]


class MemoryOut(StateOut):
    """A memory in its current version; `counts` where it is in force for its key."""

    memory_id: str
    key: KeyName
    counts: bool


class CalledOut(Answer):
    """What became of a call, and the active memories after it."""

    status: Literal["listed", "created", "unchanged", "corrected", "forgotten"]
    message: str
    memories: list[MemoryOut]


class EarlierOut(StateOut):
    """An earlier version, and why it came to be."""

    why: str


class HistoryOut(MemoryOut):
    """A memory with its earlier versions, oldest first; both are there when they are asked for."""

    why: str | None = None
    history: list[EarlierOut] | None = None


class PreferencesOut(Answer):
    """What is kept under the six keys; with history also what is no longer active, and what is not inferred again."""

    memories: list[HistoryOut]
    inactive: list[HistoryOut] | None = None
    forgotten: list[KeyName] | None = None


class ConsentIn(Wire):
    """What the person says of a key."""

    key: Literal["dietary_restrictions"]
    given: bool


class ConsentOut(Answer):
    """What the person said last of a key, when, and through whom."""

    key: KeyName
    given: bool
    at: str
    by: str


class ConsentsOut(Answer):
    """What the person said of each key."""

    consents: list[ConsentOut]


class DocumentOut(Answer):
    """The tools, as MCP's `tools/list` has them, or as codespar's meta-tools."""

    tools: list[dict[str, Any]]


async def _a_person(request: Request) -> Edge:
    """Ask for a signed-in person; which scope is needed depends on the action."""
    caller = request.state.caller
    if not isinstance(caller, PersonCaller):
        raise BearerTokenHasNoPerson
    return Edge(caller, request.app.state.rest)


TAKES[_a_person] = ("person",)


@router.post(CALL, response_model=CalledOut, tags=["preferences"], openapi_extra={"requestBody": _BODY})
async def call_tool(request: Request, caller: Annotated[Edge, Depends(_a_person)]) -> JSONResponse:
    """List, remember, correct or forget what the signed-in person prefers, as the tool's document says.

    `turn` names the message that is this turn; without it the words are judged by `quote`.
    """
    called = _called(await request.json())
    answer = await run_in_threadpool(call, caller.memory, caller.caller, called)
    # One verb and one count for all of it: a project that reads the log learns nothing of any preference.
    caller.note(caller.whose(), NAME, 1)
    return JSONResponse(answer)


@router.get("/v1/me/preferences", response_model=PreferencesOut, tags=["preferences"])
def list_preferences(
    history: Annotated[bool, Query(description="Give the earlier versions too.")] = False,  # noqa: FBT002 - a query
    caller: Edge = person_edge(PersonScope.MEMORY_READ),
) -> JSONResponse:
    """List what is kept of the signed-in person, each with what it stands on."""
    whose = caller.whose()
    caller.note(whose, NAME, 1)
    if not history:
        found = preferences.listed(caller.memory, whose)
        return JSONResponse({"memories": [memory_out(one) for one in found.memories]})
    whole = preferences.histories(caller.memory, whose)
    return JSONResponse(
        {
            "memories": [history_out(one) for one in whole.active],
            "inactive": [history_out(one) for one in whole.inactive],
            "forgotten": [key.value for key in whole.forgotten],
        }
    )


@router.get("/v1/me/consents", response_model=ConsentsOut, tags=["preferences"])
def list_consents(caller: Edge = person_edge(PersonScope.MEMORY_READ)) -> JSONResponse:
    """List what the signed-in person said of the keys that are kept with their consent only."""
    whose = caller.whose()
    caller.note(whose, NAME, 1)
    return JSONResponse({"consents": [_consent_out(one) for one in preferences.consents(caller.memory, whose)]})


@router.post("/v1/me/consents", response_model=ConsentOut, tags=["preferences"])
def consent(body: ConsentIn, caller: Edge = person_edge(PersonScope.MEMORY_WRITE)) -> JSONResponse:
    """Record that the signed-in person agrees, or no longer agrees, to a key's being kept.

    What is kept already stays until it is forgotten.
    """
    whose = caller.whose()
    by = cast("PersonCaller", caller.caller).sign_in.key
    made = preferences.consent(caller.memory, whose, Key(body.key), is_given=body.given, by=by)
    caller.note(whose, NAME, 1)
    return JSONResponse(_consent_out(made))


@router.get(DOCUMENT, response_model=DocumentOut, tags=["preferences"])
async def document(
    of: Annotated[Literal["mcp", "codespar"], Query(alias="format", description="Whose shape to give.")] = "mcp",
) -> JSONResponse:
    """Give the document of the tools; it needs no credential."""
    return JSONResponse(tools.as_codespar() if of == "codespar" else tools.DOCUMENT)


def _called(body: Any) -> Called:
    """Read the envelope of a call."""
    if not isinstance(body, dict):
        message = 'the body is an object; send {"arguments": {…}}'
        raise InvalidRequest(faults=(Fault("", "wrong_type", message),))
    given = cast("dict[str, Any]", body)
    found = [
        Fault(f"/{name.encode('utf-8', 'replace').decode()}", "unknown_field", "there is no such field; leave it out")
        for name in given
        if name not in _ENVELOPE
    ]
    if "arguments" not in given:
        found.append(Fault("/arguments", "missing", "it is needed; send the arguments of the tool"))
    turn: Any = given.get("turn")
    item_id = _item_id(turn)
    if "turn" in given and item_id is None:
        message = 'it names a message; send {"item_id": "…"}, or leave it out'
        found.append(Fault("/turn", "wrong_type", message))
    if found:
        raise InvalidRequest(faults=tuple(found))
    return Called(given["arguments"], item_id, within="/arguments")


def _item_id(turn: Any) -> str | None:
    """Read the id of a turn; None where it is none."""
    named = cast("dict[str, Any]", turn) if isinstance(turn, dict) else {}
    item_id = named.get("item_id")
    is_id = isinstance(item_id, str) and 0 < len(item_id) <= limits.ID_CHARACTERS and is_storable(item_id)
    return item_id if is_id and len(named) == 1 else None


def _consent_out(one: Consent) -> dict[str, Any]:
    return {"key": one.key.value, "given": one.is_given, "at": times.write(one.at), "by": one.by}
