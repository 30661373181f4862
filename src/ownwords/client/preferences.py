"""The calls of a signed-in person's preferences: what is asked, and how the answer is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

import httpx

from ownwords.client.answers import Consent, Preferences, ToolAnswer
from ownwords.client.asking import Call
from ownwords.client.reading import read
from ownwords.client.sent import Key, given, json_of

T = TypeVar("T")

_JSON: Final = {"Content-Type": "application/json"}
_TOOL: Final = "/v1/tools/codespar_memory"


def preferences(*, history: bool = False) -> Call[Preferences]:
    """List what is kept of the signed-in person, each with what it stands on; with `history` the earlier versions too.

    Raises:
        NotAllowed: a key has no person; use a client with a person token.
    """
    query = {"history": "true"} if history else {}
    return Call("GET", "/v1/me/preferences", _as(Preferences), query)


def remember(
    key: Key,
    value: str | Sequence[str],
    *,
    quote: str | None = None,
    turn: str | None = None,
    purchase_id: str | None = None,
) -> Call[ToolAnswer]:
    """Record what the person declared in a `quote` of theirs, or in the message `turn`; or what a purchase shows.

    Raises:
        NotAllowed: the words are not the person's declaration of it; `reason` says how.
        RequestInvalid: the value is not what the key holds, or no such purchase supports it.
    """
    provenance = None if purchase_id is None else "inferred"
    arguments = {"key": key, "value": value, "provenance": provenance, "quote": quote, "purchase_id": purchase_id}
    return call_tool({"action": "remember"} | arguments, turn=turn)


def correct(
    value: str | Sequence[str],
    *,
    memory_id: str | None = None,
    key: Key | None = None,
    quote: str | None = None,
    turn: str | None = None,
) -> Call[ToolAnswer]:
    """Replace a whole value by what the person declared in a `quote` of theirs, or in the message `turn`.

    Raises:
        NotAllowed: the words do not declare what it adds, or do not name what it takes away; `reason` says how.
        NotFound: no active preference has that id or key.
    """
    arguments = {"memory_id": memory_id, "key": key, "value": value, "quote": quote}
    return call_tool({"action": "correct"} | arguments, turn=turn)


def forget_preference(*, memory_id: str | None = None, key: Key | None = None) -> Call[ToolAnswer]:
    """Erase a whole key, history included; it is not inferred again.

    Raises:
        NotFound: no active preference has that id or key; also where the answer was lost and it was asked again.
    """
    return call_tool({"action": "forget", "memory_id": memory_id, "key": key})


def call_tool(arguments: Mapping[str, Any], *, turn: str | None = None) -> Call[ToolAnswer]:
    """Call the tool `codespar_memory` with arguments as an assistant gives them; None leaves one out."""
    body = {"arguments": given(arguments)} | ({} if turn is None else {"turn": {"item_id": turn}})
    return Call("POST", _TOOL, _as(ToolAnswer), body=json_of(body), headers=_JSON)


def consents() -> Call[tuple[Consent, ...]]:
    """List what the signed-in person said of the keys that are kept with their consent only."""
    return Call("GET", "/v1/me/consents", _consents)


def consent(key: Key, *, given: bool) -> Call[Consent]:
    """Record that the signed-in person agrees, or no longer agrees, to a key's being kept."""
    body = json_of({"key": key, "given": given})
    return Call("POST", "/v1/me/consents", lambda response: read(Consent, response.json()), body=body, headers=_JSON)


def _as(kind: type[T]) -> Callable[[httpx.Response], T]:
    return lambda response: read(kind, _with_lists(response.json()))


def _consents(response: httpx.Response) -> tuple[Consent, ...]:
    return tuple(read(Consent, one) for one in response.json()["consents"])


def _with_lists(answer: Any) -> Any:
    """Write a size, which the wire has as a text, as a list of one, as names are."""
    if isinstance(answer, list):
        return [_with_lists(one) for one in cast("list[Any]", answer)]
    if not isinstance(answer, dict):
        return answer
    whole = {name: _with_lists(one) for name, one in cast("dict[str, Any]", answer).items()}
    return whole | ({"value": [whole["value"]]} if isinstance(whole.get("value"), str) else {})
