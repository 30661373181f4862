"""A person's memory as the contract tells it: plain, slow, in one place, and sharing no code with the server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

CONTENT = ("text", "title", "session", "role", "origin", "author", "about", "metadata", "expires")
FOR_MESSAGES = ("session", "role", "origin")
BOUGHT: dict[str, Any] = {"merchant": None, "lines": [], "gift": False, "returned": False, "expires": None}
GAP = timedelta(minutes=30)


class Refused(Exception):
    """The batch holds a fault, and nothing of it is stored."""


@dataclass(frozen=True)
class State:
    """One version of an item."""

    content: dict[str, Any]
    version: int
    received_at: datetime
    replaced_at: datetime | None = None


@dataclass(frozen=True)
class Held:
    """An item in its current version, with the earlier ones."""

    id: str
    number: int
    kind: str
    at: datetime
    now: State
    earlier: tuple[State, ...] = ()

    def __getitem__(self, name: str) -> Any:
        """Give a field of the content."""
        return self.now.content[name]

    @property
    def identity(self) -> tuple[int, int]:
        """What tells this item's version from any other, also from a later item of the same id."""
        return self.number, self.now.version


@dataclass(frozen=True)
class Outcome:
    """What becomes of one item of a batch."""

    id: str
    status: str
    version: int
    notes: tuple[str, ...]
    number: int


@dataclass(frozen=True)
class Order:
    """A purchase in its current version, with the contents of the earlier ones."""

    id: str
    number: int
    at: datetime
    content: dict[str, Any]
    earlier: tuple[dict[str, Any], ...] = ()

    @property
    def version(self) -> int:
        """Count the versions."""
        return len(self.earlier) + 1


@dataclass
class Reference:
    """The memory."""

    now: datetime
    zone: str = "UTC"
    items: dict[str, Held] = field(default_factory=dict[str, Held])
    tombstones: set[str] = field(default_factory=set[str])
    orders: dict[str, Order] = field(default_factory=dict[str, Order])
    buried_orders: set[str] = field(default_factory=set[str])
    next_number: int = 1

    def copy(self) -> Reference:
        """Give a copy that can be tried out."""
        return replace(self, items=dict(self.items), tombstones=set(self.tombstones))

    # --- writing ------------------------------------------------------------------------------

    def add(self, batch: list[dict[str, Any]], names: list[str]) -> list[Outcome]:
        """Take a batch whose items have these ids."""
        tried = self.copy()
        outcomes = [tried._take(sent, name) for sent, name in zip(batch, names, strict=True)]
        # What began and ended in one batch was never held, and so was never forgotten.
        self.tombstones |= tried.tombstones & self.items.keys()
        self.items, self.next_number = tried.items, tried.next_number
        return outcomes

    def _take(self, sent: dict[str, Any], name: str) -> Outcome:
        held = self.items.get(name)
        kind = held.kind if held else sent.get("kind", "message")
        at = moment(sent["at"]) if "at" in sent else self.now
        content = {one: sent.get(one, held[one] if held else default(one, kind)) for one in CONTENT}
        check(sent, kind, content)
        notes = ("at_kept",) if held and "at" in sent and at != held.at else ()
        if held and held.now.content == content:
            return Outcome(name, "unchanged", held.now.version, notes, held.number)
        version = held.now.version + 1 if held else 1
        if content["expires"] is not None and moment(content["expires"]) <= self.now:
            self.remove([name])
            self.next_number += 1
            return Outcome(name, "expired", version, notes, held.number if held else self.next_number - 1)
        state = State(content, version, self.now)
        if held:
            before = replace(held.now, replaced_at=self.now)
            self.items[name] = replace(held, now=state, earlier=(*held.earlier, before))
        else:
            self.items[name] = Held(name, self.next_number, kind, at, state)
            self.next_number += 1
        return Outcome(name, "edited" if held else "created", version, notes, self.items[name].number)

    def remove(self, names: list[str]) -> int:
        """Forget items; give how many there were."""
        going = [name for name in names if name in self.items]
        self.tombstones.update(going)
        for name in going:
            del self.items[name]
        return len(going)

    def forget(self, **extent: Any) -> int:
        """Forget by ids, session, about, before or everything; give how many items went."""
        if "purchases" in extent:
            return 0
        if "ids" in extent:
            return self.remove(list(dict.fromkeys(extent["ids"])))
        if "everything" in extent:
            self.zone = "UTC"
            return self.remove(list(self.items))
        return self.remove([item.id for item in self.read(**extent)])

    def advance(self, span: timedelta) -> None:
        """Let time go by; what has ended is gone."""
        self.now += span
        ends = {name: item["expires"] for name, item in self.items.items()}
        self.remove([name for name, end in ends.items() if end is not None and moment(end) <= self.now])
        ends = {name: order.content["expires"] for name, order in self.orders.items()}
        self.unbuy([name for name, end in ends.items() if end is not None and moment(end) <= self.now])

    # --- purchases ----------------------------------------------------------------------------

    def buy(self, batch: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
        """Take a batch of purchases that have ids; give id, status and version of each."""
        held, buried = set(self.orders), set(self.buried_orders)
        outcomes = [self._buy(sent) for sent in batch]
        # What began and ended in one batch was never held; what was held and came again is another one.
        self.buried_orders = buried | (self.buried_orders & held)
        return outcomes

    def _buy(self, sent: dict[str, Any]) -> tuple[str, str, int]:
        name = sent["id"]
        held = self.orders.get(name)
        content = {one: sent.get(one, held.content[one] if held else start) for one, start in BOUGHT.items()}
        content["lines"] = content["lines"] or []
        number, self.next_number = self.next_number, self.next_number + 1
        if held and same_content(held.content, content):
            return name, "unchanged", held.version
        version = held.version + 1 if held else 1
        if content["expires"] is not None and moment(content["expires"]) <= self.now:
            self.unbuy([name])
            return name, "expired", version
        if held:
            self.orders[name] = replace(held, content=content, earlier=(*held.earlier, held.content))
            return name, "edited", version
        self.orders[name] = Order(name, number, moment(sent["at"]) if "at" in sent else self.now, content)
        return name, "created", version

    def unbuy(self, names: list[str]) -> int:
        """Forget purchases; give how many there were."""
        going = [name for name in dict.fromkeys(names) if name in self.orders]
        self.buried_orders.update(going)
        for name in going:
            del self.orders[name]
        return len(going)

    def forget_orders(self, **extent: Any) -> int:
        """Forget the purchases that an extent names; give how many went."""
        before = moment(extent["before"]) if "before" in extent else None
        named = [one.id for one in self.orders.values() if before is not None and one.at < before]
        return self.unbuy(extent.get("purchases", list(self.orders) if "everything" in extent else named))

    def bought(self, order: str = "newest", **which: Any) -> list[Order]:
        """Give the purchases that are meant, in order of time and then of arrival."""
        found = [
            one
            for one in self.orders.values()
            if one.id in which.get("ids", [one.id])
            and ("after" not in which or one.at >= moment(which["after"]))
            and ("before" not in which or one.at < moment(which["before"]))
        ]
        return sorted(found, key=lambda one: (one.at, one.number), reverse=order == "newest")

    # --- reading ------------------------------------------------------------------------------

    def read(self, order: str = "newest", **filters: Any) -> list[Held]:
        """Give the items that hold to all filters, in order of time and then of arrival."""
        found = [item for item in self.items.values() if all(holds(item, *one) for one in filters.items())]
        return sorted(found, key=lambda item: (item.at, item.number), reverse=order == "newest")

    def threads(self) -> list[list[str]]:
        """Give the ids of each thread's items, in order of time and then of arrival."""
        groups: dict[object, list[Held]] = {}
        last: Held | None = None
        name: object = None
        loose = [item for item in self.items.values() if item.kind == "message" and item["session"] is None]
        for item in sorted(loose, key=lambda one: one.at):
            if last is None or item.at - last.at > GAP or self.day(item) != self.day(last):
                name = ("loose", item.id)
            groups.setdefault(name, []).append(item)
            last = item
        for item in self.items.values():
            if item.kind != "message":
                groups["alone", item.id] = [item]
            elif item["session"] is not None:
                groups.setdefault(("session", item["session"], self.day(item)), []).append(item)
        ordered = [sorted(group, key=lambda one: (one.at, one.number)) for group in groups.values()]
        return sorted([item.id for item in group] for group in ordered)

    def day(self, item: Held) -> object:
        """Give the date on the person's wall."""
        return item.at.astimezone(ZoneInfo(self.zone)).date()

    def speakers(self) -> list[list[str]]:
        """Give the ids of each speaker's items."""
        groups: dict[object, list[str]] = {}
        persons = {item["author"]["id"] for item in self.items.values() if is_self(item) and "id" in item["author"]}
        for item in self.items.values():
            speaker = speaker_of(item, persons)
            if speaker is not None:
                groups.setdefault(speaker, []).append(item.id)
        return sorted(sorted(group) for group in groups.values())


def speaker_of(item: Held, persons: set[str]) -> tuple[str, ...] | None:
    """Tell who says an item; the authors here have an id, a name or `self`, and no e-mail or handle."""
    author: dict[str, Any] = item["author"] or {}
    named = (
        [("id", author["id"])] if "id" in author else [("name", author["name"].casefold())] if "name" in author else []
    )
    if item["role"] is not None:
        return "machine", *(named[0] if named else ("role", item["role"]))
    if author.get("self") or author.get("id") in persons:
        return ("person",)
    return named[0] if named else None


def is_self(item: Held) -> bool:
    """Tell whether an item says that the person wrote it."""
    return item["author"] is not None and item["author"].get("self", False)


def default(name: str, kind: str) -> Any:
    """Give what a field of a new item is when it is left out."""
    return "typed" if name == "origin" and kind == "message" else None


def check(sent: dict[str, Any], kind: str, content: dict[str, Any]) -> None:
    """Refuse what is not for the kind, another kind, and a machine that says it is the person."""
    foreign = [] if kind == "message" else [name for name in FOR_MESSAGES if name in sent]
    is_titled = kind == "message" and sent.get("title") is not None
    author: dict[str, Any] = content["author"] or {}
    is_machine_as_self = content["role"] is not None and author.get("self", False)
    if sent.get("kind", kind) != kind or foreign or is_titled or is_machine_as_self:
        raise Refused


def same_content(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two purchases hold the same; an end may be written as a date or as its time."""

    def plain(content: dict[str, Any]) -> dict[str, Any]:
        lines = [{"gift": False, "returned": False} | line for line in content["lines"]]
        end = content["expires"]
        return content | {"lines": lines, "expires": None if end is None else moment(end)}

    return plain(one) == plain(other)


def holds(item: Held, name: str, value: Any) -> bool:
    """Tell whether an item holds to one filter."""
    match name:
        case "ids":
            return item.id in value
        case "kind":
            return item.kind == value
        case "about":
            return value in (item["about"] or [])
        case "after":
            return item.at >= moment(value)
        case "before":
            return item.at < moment(value)
        case _:
            return item[name] == value


def moment(text: str) -> datetime:
    """Read a time; a date is the end of that day."""
    if "T" not in text:
        return datetime.fromisoformat(text).replace(tzinfo=UTC) + timedelta(days=1)
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def written(when: datetime | None) -> str | None:
    """Write a time as the server does."""
    return None if when is None else when.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"
