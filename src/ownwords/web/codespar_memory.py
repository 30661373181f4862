"""The tool `codespar_memory`: its arguments read, the action run, and the answer written, the same for every edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from ownwords.actions import preferences
from ownwords.actions.memory import Memory
from ownwords.actions.preferences import Answered, Given, Named
from ownwords.actions.preferences.shown import Evidence, Shown, ShownVersion
from ownwords.domain import diets, limits, times
from ownwords.domain.errors import Fault, InvalidRequest, MemoryKeyUnknown, MemoryValueInvalid
from ownwords.domain.preferences import Key
from ownwords.domain.sign_ins import PersonScope
from ownwords.domain.texts import is_storable
from ownwords.web.callers import Caller, as_person
from ownwords.web.tool_arguments import checked
from ownwords.web.tools import tool

NAME: Final = "codespar_memory"

# A key that is none and a quote that is too long have codes of their own; a quote that is empty holds no words.
_LEFT_TO_RULES: Final = frozenset({"key", "value", "quote"})
_MESSAGES: Final = {
    "listed": "These are the preferences that are kept.",
    "created": "It is kept now.",
    "unchanged": "It was kept already; nothing changed.",
    "corrected": "It is corrected; the former version stays in the history.",
    "forgotten": "It is forgotten, with its history, and is not inferred again.",
}
_WRITING: Final = ("remember", "correct", "forget")


@dataclass(frozen=True, slots=True)
class Called:
    """What came with a call: its arguments, and the id of the message that is this turn.

    `needs_quote` where an edge asks for a quote, turn or not. Pointers to faults begin with `within`.
    """

    arguments: Any
    turn: str | None = None
    needs_quote: bool = False
    within: str = ""


def call(memory: Memory, caller: Caller, called: Called) -> dict[str, Any]:
    """Run one call of the tool for a signed-in person, and give its answer.

    Raises:
        BearerTokenHasNoPerson: a key calls.
        ScopeMissing: the token may not be used for this action.
        InvalidRequest: the call is malformed; one entry a fault.
        MemoryKeyUnknown: the key is none of the six.
        MemoryValueInvalid: the value is not what the key holds.
        MemoryNotFound: no active memory is meant.
        MemorySourceNotPerson: the words are not the person's declaration.
        ConsentMissing: the project asks for consent to this key.
    """
    person = as_person(caller, _scope(called.arguments))
    arguments = _read(called)
    key = _key(arguments)
    quote: str | None = arguments.get("quote")
    if quote is not None and len(quote) > limits.QUOTE_CHARACTERS:
        raise MemoryValueInvalid(
            f"A quote has at most {limits.QUOTE_CHARACTERS} characters; send the words that count."
        )
    # An edge that asks for a quote judges no turn without one.
    turn = None if called.needs_quote and quote is None else called.turn
    given = Given(person.sign_in.key, quote, turn)
    whose, named = person.whose(), Named(arguments.get("memory_id"), key)
    match arguments["action"]:
        case "list":
            answered = preferences.listed(memory, whose)
        case "remember" if key is not None and arguments.get("provenance") == "inferred":
            purchase = _purchase(arguments)
            answered = preferences.infer(memory, whose, key, arguments["value"], purchase, given.by)
        case "remember" if key is not None:
            answered = preferences.remember(memory, whose, key, arguments["value"], given)
        case "correct":
            answered = preferences.correct(memory, whose, named, arguments["value"], given)
        case _:
            answered = preferences.forget(memory, whose, named)
    return answer_out(answered)


def _scope(arguments: Any) -> PersonScope:
    """Tell which scope a call needs, before its shape is known."""
    action: Any = cast("dict[str, Any]", arguments).get("action") if isinstance(arguments, dict) else None
    return PersonScope.MEMORY_WRITE if action in _WRITING else PersonScope.MEMORY_READ


def _read(called: Called) -> dict[str, Any]:
    """Check the shape of a call."""
    arguments = checked(tool(NAME), called.arguments, left_to_rules=_LEFT_TO_RULES, within=called.within)
    found = [
        Fault(f"{called.within}/{name}", "wrong_type", "it is a string; send one, or leave it out")
        for name in ("key", "quote")
        if name in arguments and not isinstance(arguments[name], str)
    ]
    found += _of_quote(arguments, called.within)
    found += _of_provenance(arguments, called.within)
    if arguments["action"] in ("correct", "forget") and not {"memory_id", "key"} & arguments.keys():
        message = f"`{arguments['action']}` needs memory_id or key; `list` gives both"
        found.append(Fault(f"{called.within}/memory_id", "missing", message))
    if found:
        raise InvalidRequest(faults=tuple(found))
    return arguments


def _of_quote(arguments: Mapping[str, Any], within: str) -> list[Fault]:
    quote = arguments.get("quote")
    if not isinstance(quote, str) or is_storable(quote):
        return []
    message = "NUL and lone surrogates can not be stored; leave them out"
    return [Fault(f"{within}/quote", "text_not_storable", message)]


def _of_provenance(arguments: Mapping[str, Any], within: str) -> list[Fault]:
    """Refuse evidence of the one provenance for the other."""
    is_inferred = arguments.get("provenance") == "inferred"
    if is_inferred and arguments["action"] == "correct":
        message = "a correction is always declared; leave it out, or `remember` what a purchase shows"
        return [Fault(f"{within}/provenance", "not_for_action", message)]
    name, other = ("quote", "declared") if is_inferred else ("purchase_id", "inferred")
    if name in arguments and arguments["action"] == "remember":
        return [Fault(f"{within}/{name}", "not_for_provenance", f"it is for provenance {other}; leave it out")]
    return []


def _key(arguments: Mapping[str, Any]) -> Key | None:
    if "key" not in arguments:
        return None
    try:
        return Key(arguments["key"])
    except ValueError:
        raise MemoryKeyUnknown(f"There is no such key; use one of {', '.join(Key)}.") from None


def _purchase(arguments: Mapping[str, Any]) -> str:
    if "purchase_id" not in arguments:
        raise MemoryValueInvalid("An inferred value needs evidence; name the `purchase_id` that supports it.")
    return arguments["purchase_id"]


def answer_out(answered: Answered) -> dict[str, Any]:
    """Write an answer."""
    return {
        "status": answered.status,
        "message": _MESSAGES[answered.status],
        "memories": [memory_out(one) for one in answered.memories],
    }


def memory_out(one: Shown) -> dict[str, Any]:
    """Write a memory."""
    return (
        {"memory_id": one.id, "key": one.key.value}
        | _state_out(one.key, one.current)
        | {
            "counts": one.counts,
            "evidence": _evidence_out(one.current.evidence),
        }
    )


def history_out(one: Shown) -> dict[str, Any]:
    """Write a memory with its earlier versions, oldest first."""
    earlier = [
        _state_out(one.key, state) | {"why": state.version.why.value, "evidence": _evidence_out(state.evidence)}
        for state in one.earlier
    ]
    return memory_out(one) | {"why": one.current.version.why.value, "history": earlier}


def _state_out(key: Key, state: ShownVersion) -> dict[str, Any]:
    version = state.version
    codes = {"codes": [diets.code_of(name) for name in version.value]} if key is Key.DIETARY_RESTRICTIONS else {}
    return {
        "value": version.value[0] if key.is_size else list(version.value),
        **codes,
        "provenance": "declared" if state.is_declared else "inferred",
        "version": version.number,
        "since": times.write(version.at),
        "by": version.by,
    }


def _evidence_out(evidence: Iterable[Evidence]) -> list[dict[str, Any]]:
    listed = (
        {
            "names": None if one.names is None else list(one.names),
            "quote": one.quote,
            "item_id": one.item_id,
            "item_version": one.item_version,
            "span": None if one.span is None else list(one.span),
            "verified": one.verified,
            "purchase_ids": None if one.purchase_ids is None else list(one.purchase_ids),
        }
        for one in evidence
    )
    shown = ({name: value for name, value in one.items() if value is not None} for one in listed)
    return [one for one in shown if one]
