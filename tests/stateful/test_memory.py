from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from typing_extensions import override

from ownwords.actions import indexing
from tests.running import Api
from tests.stateful.reconciling import reconcile
from tests.stateful.reference import CONTENT, Held, Outcome, Reference, Refused, State, written

NOON = "2026-03-02T12:00:00Z"
IDS = ["a", "b", "c", "d", "e"]
ABOUTS = ["brand:x", "topic:y"]
AUTHORS: list[dict[str, Any]] = [
    {"name": "Ann"},
    {"name": "ANN"},
    {"name": "Bob"},
    {"id": "7", "name": "Ann"},
    {"id": "7"},
    {"self": True},
    {"self": True, "id": "7"},
]
# Close to each other and to midnight in each of the zones, so that conversations and days are joined and parted.
TIMES = [
    (datetime(2026, 3, 1, hour, minute, tzinfo=UTC)).isoformat().replace("+00:00", "Z")
    for hour in (2, 3, 4, 5, 10, 23)
    for minute in (0, 20, 50, 51)
]
ZONES = ["UTC", "America/Sao_Paulo", "America/New_York"]
ENDS = ["2026-03-01", "2026-03-02T12:40:00Z", "2026-03-02", "2026-03-04T00:00:00Z", "2027-01-01"]

one_item = st.fixed_dictionaries(
    {"text": st.sampled_from(["new", "new", "same"])},
    optional={
        "id": st.sampled_from(IDS),
        "kind": st.sampled_from(["message", "message", "message", "note"]),
        "at": st.sampled_from(TIMES),
        "session": st.sampled_from(["s", "t"]),
        "author": st.none() | st.sampled_from(AUTHORS),
        "role": st.just("assistant"),
        "origin": st.sampled_from(["typed", "pasted"]),
        "title": st.none() | st.just("Título"),
        "about": st.none() | st.lists(st.sampled_from(ABOUTS), unique=True, min_size=1),
        "metadata": st.none() | st.sampled_from([{"k": 1}, {"k": "v", "n": [1, None]}]),
        "expires": st.none() | st.none() | st.sampled_from(ENDS),
    },
)


one_line = st.fixed_dictionaries(
    {"brand": st.sampled_from(["Nike", "Puma"])}, optional={"returned": st.booleans(), "gift": st.booleans()}
)
one_purchase = st.fixed_dictionaries(
    {"id": st.sampled_from(IDS)},
    optional={
        "at": st.sampled_from(TIMES),
        "merchant": st.none() | st.sampled_from(["Loja", "Outra"]),
        "lines": st.none() | st.lists(one_line, max_size=2),
        "gift": st.booleans(),
        "returned": st.booleans(),
        "expires": st.none() | st.none() | st.sampled_from(ENDS),
    },
)


def fitting(item: dict[str, Any], held: Held | None) -> dict[str, Any]:
    """Leave out most of what would be refused, so that most batches are taken."""
    if item.get("metadata") == {"k": 1}:
        return item
    kind = held.kind if held else item.get("kind", "message")
    left_out = {"title"} if kind == "message" else {"session", "role", "origin"}
    left_out |= {"kind"} if held else set()
    author: dict[str, Any] = item.get("author") or {}
    left_out |= {"role"} if author.get("self") else set()
    return {name: value for name, value in item.items() if name not in left_out}


batch_of_items = st.lists(one_item, min_size=1, max_size=4)
edits = st.lists(st.tuples(st.sampled_from(IDS), one_item).map(lambda edit: {**edit[1], "id": edit[0]}), min_size=1)


@dataclass
class Kept:
    """A request under an Idempotency-Key with its first answer, and the items that it was about."""

    key: str
    body: dict[str, Any]
    answer: list[dict[str, Any]]
    outcomes: list[Outcome]
    until: datetime


class Machine(RuleBasedStateMachine):
    """The server beside the reference, over any sequence of calls."""

    persons = count()
    api: Api

    def __init__(self) -> None:
        super().__init__()
        self.user_id = f"u{next(self.persons)}"
        self.api.clock.set(NOON)
        self.reference = Reference(datetime.fromisoformat(NOON))
        self.words: list[str] = []
        self.derived: dict[str, str] = {}
        self.given_out: dict[str, None] = {}
        self.seen: set[str] = set(IDS)
        self.requests = 0
        self.kept: Kept | None = None

    # --- writing ------------------------------------------------------------------------------

    @initialize(batch=st.lists(one_item, min_size=4, max_size=10), zone=st.sampled_from(ZONES))
    def begin(self, batch: list[dict[str, Any]], zone: str) -> None:
        """Start with something held, somewhere."""
        self.move(zone)
        for item in batch:
            self.add_batch([item])

    @rule(batch=batch_of_items, with_key=st.booleans())
    def add(self, batch: list[dict[str, Any]], with_key: bool) -> None:  # noqa: FBT001 - drawn by name
        self.add_batch(batch, with_key=with_key)

    @rule(batch=edits)
    def edit(self, batch: list[dict[str, Any]]) -> None:
        self.add_batch(batch)

    def add_batch(self, batch: list[dict[str, Any]], *, with_key: bool = False) -> None:
        """Send a batch, and compare what becomes of each item."""
        batch = [fitting(item, self.reference.items.get(item.get("id", ""))) for item in batch]
        batch = [{**item, "text": self.text(item)} for item in batch]
        body = {"user_id": self.user_id, "items": batch}
        self.requests += 1
        headers = {"Idempotency-Key": f"k{self.requests}"} if with_key else {}
        known = [self.known(item) for item in batch]
        trial = [name or f"new {place}" for place, name in enumerate(known)]
        answer = self.api.post("/v1/memory/add", body, **headers)
        try:
            self.reference.copy().add(batch, trial)
        except Refused:
            assert answer.status_code == 422, answer.text
            return
        assert answer.status_code == 200, answer.text
        listed = answer.json()["items"]
        names = [one["id"] for one in listed]
        self.learn(batch, known, names)
        outcomes = self.reference.add(batch, names)
        told = [(one["id"], one["status"], one["version"], tuple(one["notes"])) for one in listed]
        assert told == [(one.id, one.status, one.version, one.notes) for one in outcomes]
        self.given_out |= {one["thread_id"]: None for one in listed if one["thread_id"]}
        if headers:
            key = headers["Idempotency-Key"]
            self.kept = Kept(key, body, listed, outcomes, self.reference.now + timedelta(hours=24))

    def text(self, item: dict[str, Any]) -> str:
        """Give the words of the held item again, or a text with a word that no other one holds."""
        held = self.reference.items.get(item.get("id", ""))
        if held is not None and item["text"] == "same":
            return held["text"]
        number, word = len(self.words), "zq"
        for _ in range(5):
            word += "bdfgk"[number % 5]
            number //= 5
        self.words.append(word)
        return f"oi {word}"

    def known(self, item: dict[str, Any]) -> str | None:
        """Give the id of an item as far as it can be told before it is sent."""
        return item.get("id") or self.derived.get(identity(item))

    def learn(self, batch: list[dict[str, Any]], known: list[str | None], names: list[str]) -> None:
        """Check the ids that the server gave: derived ones follow from the content, others were never seen."""
        for item, expected, name in zip(batch, known, names, strict=True):
            if expected is not None:
                assert name == expected
            elif self.derived.get(identity(item)) != name:
                assert name not in self.seen
            if "id" not in item and "at" in item:
                self.derived[identity(item)] = name
            self.seen.add(name)

    @precondition(lambda self: self.kept is not None)
    @rule()
    def retry(self) -> None:
        """Send the last request with a key again."""
        assert self.kept is not None
        if self.reference.now >= self.kept.until:
            return
        answer = self.api.post("/v1/memory/add", self.kept.body, **{"Idempotency-Key": self.kept.key})
        assert answer.headers["Idempotent-Replayed"] == "true"
        numbers = {item.number for item in self.reference.items.values()}
        for told, first, outcome in zip(answer.json()["items"], self.kept.answer, self.kept.outcomes, strict=True):
            if outcome.number in numbers:
                assert told == first
            elif outcome.status != "expired":
                assert (told["id"], told["status"]) == (None, "forgotten")

    @rule(batch=st.lists(one_purchase, min_size=1, max_size=4), with_key=st.booleans())
    def buy(self, batch: list[dict[str, Any]], with_key: bool) -> None:  # noqa: FBT001 - drawn by name
        """File purchases, and compare what becomes of each; with a key, send them again."""
        body = {"user_id": self.user_id, "purchases": batch}
        self.requests += 1
        headers = {"Idempotency-Key": f"p{self.requests}"} if with_key else {}
        answer = self.api.post("/v1/purchases", body, **headers)
        assert answer.status_code == 200, answer.text
        told = [(one["id"], one["status"], one["version"]) for one in answer.json()["purchases"]]
        assert told == self.reference.buy(batch)
        if with_key:
            again = self.api.post("/v1/purchases", body, **headers)
            assert again.headers["Idempotent-Replayed"] == "true"
            left = [one for one in again.json()["purchases"] if one["status"] != "forgotten"]
            assert all(one in answer.json()["purchases"] for one in left)

    @rule(
        extent=st.one_of(
            st.fixed_dictionaries({"purchases": st.lists(st.sampled_from([*IDS, "nobody"]), min_size=1, max_size=3)}),
            st.fixed_dictionaries({"ids": st.lists(st.sampled_from([*IDS, "nobody"]), min_size=1, max_size=3)}),
            st.fixed_dictionaries({"session": st.sampled_from(["s", "t", "u"])}),
            st.fixed_dictionaries({"about": st.sampled_from(ABOUTS)}),
            st.fixed_dictionaries({"before": st.sampled_from(TIMES)}),
        )
    )
    def forget(self, extent: dict[str, Any]) -> None:
        self.forget_extent(extent)

    @rule(is_meant=st.sampled_from([True, False, False, False]))
    def forget_everything(self, is_meant: bool) -> None:  # noqa: FBT001 - drawn by name
        if is_meant:
            self.forget_extent({"everything": True})

    def forget_extent(self, extent: dict[str, Any]) -> None:
        """Forget, and compare what went."""
        wanted = dict.fromkeys(extent.get("ids", []))
        missing = [name for name in wanted if name not in self.reference.items]
        unbought = dict.fromkeys(extent.get("purchases", []))
        missing += [name for name in unbought if name not in self.reference.orders]
        receipt = self.api.forget(self.user_id, **extent)
        assert receipt["forgotten"]["items"] == self.reference.forget(**extent)
        assert receipt["forgotten"]["purchases"] == self.reference.forget_orders(**extent)
        assert receipt["not_found"] == missing
        body = {"user_id": self.user_id, "receipt_id": receipt["receipt_id"]}
        assert self.api.post("/v1/memory/verify", body).json()["clean"] is True

    @rule(minutes=st.sampled_from([1, 40, 12 * 60, 36 * 60]))
    def let_time_go_by(self, minutes: int) -> None:
        self.reference.advance(timedelta(minutes=minutes))
        self.api.clock.advance(minutes * 60)

    @rule(zone=st.sampled_from(ZONES))
    def move(self, zone: str) -> None:
        answer = self.api.http.put(f"/v1/persons/{self.user_id}", json={"timezone": zone})
        assert answer.json() == {"user_id": self.user_id, "timezone": zone}
        self.reference.zone = zone

    # --- reading ------------------------------------------------------------------------------

    @rule(
        filters=st.fixed_dictionaries(
            {},
            optional={
                "ids": st.lists(st.sampled_from([*IDS, "nobody"]), max_size=3),
                "session": st.sampled_from(["s", "t"]),
                "about": st.sampled_from(ABOUTS),
                "kind": st.sampled_from(["message", "note"]),
                "after": st.sampled_from(TIMES),
                "before": st.sampled_from(TIMES),
                "order": st.sampled_from(["newest", "oldest"]),
            },
        )
    )
    def read(self, filters: dict[str, Any]) -> None:
        items = self.api.read(self.user_id, **filters)
        assert [shown(item) for item in items] == [expected(one) for one in self.reference.read(**filters)]

    @rule(
        which=st.fixed_dictionaries(
            {},
            optional={
                "ids": st.lists(st.sampled_from([*IDS, "nobody"]), max_size=3),
                "after": st.sampled_from(TIMES),
                "before": st.sampled_from(TIMES),
                "order": st.sampled_from(["newest", "oldest"]),
            },
        )
    )
    def read_purchases(self, which: dict[str, Any]) -> None:
        answer = self.api.post("/v1/purchases/read", {"user_id": self.user_id, **which}).json()["purchases"]
        told = [(one["id"], one["at"], one["version"], bought(one)) for one in answer]
        assert told == [
            (one.id, written(one.at), one.version, as_told(one.content)) for one in self.reference.bought(**which)
        ]

    @rule(name=st.sampled_from(IDS))
    def purchase_versions(self, name: str) -> None:
        answer = self.api.post("/v1/purchases/versions", {"user_id": self.user_id, "id": name})
        held = self.reference.orders.get(name)
        if held is None:
            assert answer.status_code == 404
            return
        states = [as_told(content) for content in (*held.earlier, held.content)]
        assert [bought(one) for one in answer.json()["versions"]] == states

    @rule(name=st.sampled_from(IDS))
    def versions(self, name: str) -> None:
        answer = self.api.post("/v1/memory/versions", {"user_id": self.user_id, "id": name})
        held = self.reference.items.get(name)
        if held is None:
            assert answer.status_code == 404
            return
        states = [*held.earlier, held.now]
        told = [(shown(one), one["replaced_at"]) for one in answer.json()["versions"]]
        assert told == [(expected(held, state), written(state.replaced_at)) for state in states]

    @rule()
    def threads(self) -> None:
        grouped: dict[str, list[str]] = {}
        for item in self.api.read(self.user_id, order="oldest"):
            grouped.setdefault(item["thread_id"], []).append(item["id"])
        listed = self.api.get("/v1/memory/threads", user_id=self.user_id, limit=500)["threads"]
        assert sorted(grouped.values()) == self.reference.threads()
        assert {one["id"]: one["items"] for one in listed} == {key: len(ids) for key, ids in grouped.items()}
        for thread_id in list(self.given_out)[-6:]:
            items = self.api.read(self.user_id, thread_id=thread_id, order="oldest")
            assert [item["id"] for item in items] in [[], *grouped.values()]

    @rule()
    def speakers(self) -> None:
        grouped: dict[str, list[str]] = {}
        for item in self.api.read(self.user_id):
            if item["speaker_id"] is not None:
                grouped.setdefault(item["speaker_id"], []).append(item["id"])
        listed = self.api.get("/v1/memory/speakers", user_id=self.user_id, limit=500)["speakers"]
        assert sorted(sorted(ids) for ids in grouped.values()) == self.reference.speakers()
        assert {one["id"]: one["items"] for one in listed} == {key: len(ids) for key, ids in grouped.items()}
        for speaker, ids in grouped.items():
            assert sorted(item["id"] for item in self.api.read(self.user_id, speaker_id=speaker)) == sorted(ids)

    @precondition(lambda self: bool(self.words))
    @rule(data=st.data())
    def search(self, data: st.DataObject) -> None:
        word = data.draw(st.sampled_from(self.words[-12:]))
        held = sorted(one.id for one in self.reference.items.values() if word in one["text"])
        hits = self.api.search(self.user_id, word, limit=100)
        assert sorted(hit["items"][0]["id"] for hit in hits if hit["spans"]) == held
        assert all(hit["items"][0]["id"] in self.reference_ids() for hit in hits)
        for hit in hits:
            assert all(hit["text"][start:end] == word for start, end in hit["spans"])

    @rule()
    def index(self) -> None:
        indexing.work_for(self.api.memory, self.api.whose(self.user_id).scope(self.api.memory))

    def reference_ids(self) -> set[str]:
        """Give the ids of what is held."""
        return {one.id for one in self.reference.items.values()}

    @rule()
    def export(self) -> None:
        text = self.api.http.get("/v1/memory/export", params={"user_id": self.user_id}).text
        person, *lines = map(json.loads, text.splitlines())
        items = [line for line in lines if line["type"] == "item"]
        arrived = sorted(self.reference.items.values(), key=lambda one: one.number)
        assert person["timezone"] == self.reference.zone
        assert [(one["id"], one["version"], one["text"]) for one in items] == [
            (one.id, one.now.version, one["text"]) for one in arrived
        ]
        assert [[version["text"] for version in one.get("versions", [])] for one in items] == [
            [state.content["text"] for state in one.earlier] for one in arrived
        ]
        purchases = [(line["id"], line["version"]) for line in lines if line["type"] == "purchase"]
        arrived_orders = sorted(self.reference.orders.values(), key=lambda one: one.number)
        assert purchases == [(one.id, one.version) for one in arrived_orders]
        tombstones = len(self.reference.tombstones) + len(self.reference.buried_orders)
        assert len(lines) - len(items) - len(purchases) == tombstones

    @override
    def teardown(self) -> None:
        """Whatever was done, everything agrees in the end, and so do the tables; and again after a move."""
        self.compare_all()
        self.let_time_go_by(36 * 60)
        self.move(ZONES[ZONES.index(self.reference.zone) - 1])
        self.compare_all()

    def compare_all(self) -> None:
        """Compare everything there is."""
        self.read({})
        self.read_purchases({})
        self.threads()
        self.speakers()
        self.export()
        reconcile(self.api, self.user_id)


def identity(item: dict[str, Any]) -> str:
    """Give what an item without an id is known by; without a time it is known by nothing."""
    if "at" not in item:
        return "by nothing"
    author = item.get("author")
    named = ("kind", "session", "role", "text", "at")
    return json.dumps(
        [author, *(item.get(name, "message" if name == "kind" else None) for name in named)], sort_keys=True
    )


def shown(item: dict[str, Any]) -> dict[str, Any]:
    """Give what the reference knows of an item, as the server shows it."""
    return {name: item[name] for name in ("id", "kind", "at", "version", "received_at", *CONTENT)}


def expected(held: Held, state: State | None = None) -> dict[str, Any]:
    """Give how the server shows a version of an item."""
    state = state or held.now
    return {
        "id": held.id,
        "kind": held.kind,
        "at": written(held.at),
        "version": state.version,
        "received_at": written(state.received_at),
        **state.content,
        "expires": end_of(state.content["expires"]),
    }


def end_of(end: str | None) -> str | None:
    """Give how the server shows an end; a date is the end of that day."""
    if end is None or "T" in end:
        return end
    return f"{datetime.fromisoformat(end).date() + timedelta(days=1)}T00:00:00Z"


def bought(purchase: dict[str, Any]) -> dict[str, Any]:
    """Give what the reference knows of a purchase's content, as the server shows it."""
    lines = [(line["brand"], line["gift"], line["returned"]) for line in purchase["lines"]]
    return {name: purchase[name] for name in ("merchant", "gift", "returned", "expires")} | {"lines": lines}


def as_told(content: dict[str, Any]) -> dict[str, Any]:
    """Give how the server shows the content of a purchase."""
    lines = [{"gift": False, "returned": False} | line for line in content["lines"]]
    return bought(content | {"lines": lines, "expires": end_of(content["expires"])})


def run(api: Api, examples: int, steps: int) -> None:
    """Run so many sequences of so many steps."""
    machine = type("MachineOfOneServer", (Machine,), {"api": api})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            database=None,
            # Over HTTP a failure is shown as it was found; shrinking it would take minutes.
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        ),
    )


def test_the_server_agrees_with_the_reference_over_any_sequence(api: Api) -> None:
    """Add, edit, buy, expire, forget, move, read, search, export: a plain model of the contract says the same."""
    run(api, examples=20, steps=20)


@pytest.mark.slow
def test_the_server_agrees_with_the_reference_over_many_long_sequences(api: Api) -> None:
    """The same for longer."""
    run(api, examples=100, steps=50)
