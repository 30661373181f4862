"""Preferences as lines of an export: a memory with its whole history, and what each version stands on."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from ownwords.actions.preferences.exchange import KeptMemory
from ownwords.domain import limits, times
from ownwords.domain.preferences import Key
from ownwords.domain.preferences.memories import (
    Bought,
    Cited,
    Declared,
    Forgotten,
    History,
    Inferred,
    Provenance,
    Said,
    Stated,
    Version,
    Why,
    Words,
)
from ownwords.domain.preferences.values import ValueInvalid, value_of
from ownwords.rest.wire import LEFT_OUT, Id, Text, Time, Wire

Name = Annotated[Text, StringConstraints(min_length=1, max_length=limits.PREFERENCE_NAME_CHARACTERS)]
KeyName = Literal[
    "shoe_size",
    "clothing_size",
    "preferred_brands",
    "avoided_brands",
    "preferred_merchants",
    "dietary_restrictions",
]


class EvidenceLine(Wire):
    """What a version, or some names of it, stand on: words that were stated, a span of a message, or a purchase."""

    names: list[Name] = Field(default_factory=list[str], max_length=limits.NAMES_OF_A_PREFERENCE)
    words: Annotated[Text, StringConstraints(min_length=1, max_length=limits.QUOTE_CHARACTERS)] = LEFT_OUT
    item_id: Id = LEFT_OUT
    item_version: Annotated[int, Field(ge=1)] = LEFT_OUT
    span: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=2, max_length=2)] = LEFT_OUT
    purchase_id: Id = LEFT_OUT
    bought_at: Time = LEFT_OUT

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        given = self.model_fields_set - {"names"}
        if given not in (set(), {"words"}, {"item_id", "item_version", "span"}, {"purchase_id", "bought_at"}):
            message = "evidence is words, a span of an item's version, or a purchase; send the fields of one"
            raise PydanticCustomError("needs_exactly_one", message)
        return self


class StateLine(Wire):
    """A version of a memory."""

    version: Annotated[int, Field(ge=1)]
    provenance: Literal["declared", "inferred"]
    value: list[Name] = Field(min_length=1, max_length=limits.NAMES_OF_A_PREFERENCE)
    since: Time
    by: Annotated[Text, StringConstraints(min_length=1, max_length=limits.ID_CHARACTERS)]
    why: Literal["remembered", "corrected", "moved", "inferred", "unsupported"]
    evidence: list[EvidenceLine] = Field(max_length=limits.EVIDENCE_OF_A_VERSION)

    @model_validator(mode="after")
    def _of_its_provenance(self) -> Self:
        is_inferred = self.provenance == "inferred"
        fits = all(("purchase_id" in one.model_fields_set) is is_inferred for one in self.evidence)
        if not fits or (is_inferred and not (self.evidence and all(len(one.names) == 1 for one in self.evidence))):
            message = "what is inferred stands on purchases, each for one name, and what is declared on words; mend it"
            raise PydanticCustomError("not_allowed", message)
        return self


class PreferenceLine(Wire):
    """A memory with every version, oldest first."""

    type: Literal["preference"]
    memory_id: Annotated[str, StringConstraints(pattern=r"^mem_[0-9a-f]{32}$")]
    key: KeyName
    active: bool
    versions: list[StateLine] = Field(min_length=1)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        numbers = [one.version for one in self.versions]
        if numbers != sorted(set(numbers)):
            raise PydanticCustomError("not_allowed", "versions stand in their order, each once; mend the line")
        for state in self.versions:
            values = [state.value, *([one.names[0]] for one in state.evidence if state.provenance == "inferred")]
            try:
                for value in values:
                    value_of(Key(self.key), value[0] if Key(self.key).is_size and len(value) == 1 else value)
            except ValueInvalid as error:
                raise PydanticCustomError("not_allowed", "{reason}", {"reason": str(error)}) from None
        return self


def read(line: PreferenceLine) -> KeptMemory:
    """Read a line; its items and purchases are numbered as they come."""
    evidence = [one for state in line.versions for one in state.evidence]
    items = {one.item_id: number for number, one in enumerate(evidence) if "item_id" in one.model_fields_set}
    orders = {one.purchase_id: number for number, one in enumerate(evidence) if "purchase_id" in one.model_fields_set}
    versions = tuple(_version(state, items, orders) for state in line.versions)
    history = History(0, line.memory_id, Key(line.key), versions, is_active=line.active)
    return KeptMemory(
        history,
        {number: item_id for item_id, number in items.items()},
        {number: purchase_id for purchase_id, number in orders.items()},
    )


def line_of(kept: KeptMemory) -> dict[str, Any]:
    """Write a memory."""
    history = kept.history
    return {
        "type": "preference",
        "memory_id": history.id,
        "key": history.key.value,
        "active": history.is_active,
        "versions": [_state(kept, version) for version in history.versions],
    }


def _version(state: StateLine, items: dict[str, int], orders: dict[str, int]) -> Version:
    provenance: Provenance
    if state.provenance == "inferred":
        bought = (Bought(one.names[0], orders[one.purchase_id], one.bought_at) for one in state.evidence)
        provenance = Inferred(tuple(bought))
    else:
        provenance = Declared(tuple(Said(tuple(one.names), _words(one, items)) for one in state.evidence))
    return Version(state.version, tuple(state.value), provenance, state.since, state.by, Why(state.why))


def _words(one: EvidenceLine, items: dict[str, int]) -> Words:
    if "words" in one.model_fields_set:
        return Stated(one.words)
    if "item_id" in one.model_fields_set:
        start, end = one.span
        return Cited(items[one.item_id], one.item_version, start, end)
    return Forgotten()


def _state(kept: KeptMemory, version: Version) -> dict[str, Any]:
    evidence: list[dict[str, Any]]
    match version.provenance:
        case Declared(said):
            provenance, evidence = "declared", [_named(one) | _said(kept, one.words) for one in said]
        case Inferred(bought):
            provenance = "inferred"
            evidence = [
                {
                    "names": [one.name],
                    "purchase_id": kept.purchases[one.purchase],
                    "bought_at": times.write(one.at),
                }
                for one in bought
            ]
    return {
        "version": version.number,
        "provenance": provenance,
        "value": list(version.value),
        "since": times.write(version.at),
        "by": version.by,
        "why": version.why.value,
        "evidence": evidence,
    }


def _named(one: Said) -> dict[str, Any]:
    return {"names": list(one.names)} if one.names else {}


def _said(kept: KeptMemory, words: Words) -> dict[str, Any]:
    match words:
        case Cited(number, version, start, end):
            return {"item_id": kept.items[number], "item_version": version, "span": [start, end]}
        case Stated(text):
            return {"words": text}
        case Forgotten():
            return {}
