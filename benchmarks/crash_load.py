"""Writers that remember what they were told: every request, what it would change, and whether it was acknowledged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from threading import Event

    from benchmarks.wire import Answer, Connection

_OK: Final = 200
_SERVER_FAULT: Final = 500
_BATCH_MOST: Final = 40
_LETTERS: Final = "bcdfghjkmn"


class State(NamedTuple):
    """What an id holds: version 0 and no text where it is not held."""

    version: int
    text: str


GONE: Final = State(0, "")


class UnexpectedAnswerError(Exception):
    """The server refused what must be right; the message tells what it said."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request: what its ids hold once it is done, and the texts of items to which it gives no ids."""

    path: str
    body: Mapping[str, Any]
    after: Mapping[str, State] = field(default_factory=dict[str, State])
    texts: tuple[str, ...] = ()
    key: str | None = None

    def send(self, connection: Connection) -> Answer:
        """Send it, again where it was sent before; raises `OSError` where no answer came."""
        return connection.post(self.path, self.body, {"Idempotency-Key": self.key} if self.key else None)


def rare_word(text: str) -> str:
    """Give the word of a text that stands in no other text."""
    return text.partition(" ")[0]


@dataclass(slots=True)
class Writer:
    """One client: it alone writes its ids, one request after the other, into a memory that others write as well."""

    name: str
    user_id: str
    random: Random
    held: dict[str, State] = field(default_factory=dict[str, State])
    pending: Attempt | None = None
    keyed: tuple[Attempt, list[str]] | None = None
    receipts: list[str] = field(default_factory=list[str])
    touched: list[str] = field(default_factory=list[str])
    acknowledged: int = 0
    made: int = 0
    error: str | None = None

    def write(self, connection: Connection, over: Event) -> None:
        """Write until told that it is over, or until an answer leaves unknown what was done."""
        self.touched.clear()
        try:
            while not over.is_set():
                self.pending = attempt = self._next()
                answer = attempt.send(connection)
                if answer.status >= _SERVER_FAULT:
                    return
                self.acknowledge(attempt, answer)
        except OSError:
            return
        except UnexpectedAnswerError as error:
            self.error = str(error)

    def acknowledge(self, attempt: Attempt, answer: Answer) -> None:
        """Take note that a request was done.

        Raises:
            UnexpectedAnswerError: the answer is not 200, or names other versions than it must.
        """
        if answer.status != _OK:
            message = f"{attempt.path} {answer.status}: {answer.content[:300].decode(errors='replace')}"
            raise UnexpectedAnswerError(message)
        said = answer.json()
        self.pending = None
        self.acknowledged += 1
        self.held.update(attempt.after)
        self.touched += attempt.after
        if "receipt_id" in said:
            self.receipts.append(said["receipt_id"])
            return
        ids: list[str] = [one["id"] for one in said["items"]]
        for one, text in zip(said["items"], attempt.texts, strict=False):
            self.held[one["id"]] = State(1, text)
        for one in said["items"]:
            if one["version"] != self.held[one["id"]].version:
                message = f"{one} was acknowledged, {self.held[one['id']]} was expected"
                raise UnexpectedAnswerError(message)
        self.touched += ids
        if attempt.key is not None:
            self.keyed = attempt, ids

    def _next(self) -> Attempt:
        """Choose the next request."""
        living = [name for name, state in self.held.items() if state != GONE]
        match self.random.choices(("one", "batch", "keyed", "edit", "forget"), (45, 15, 15, 15, 10))[0]:
            case "edit" if living:
                changed = self.random.choice(living)
                return self._add({changed: self.held[changed].version + 1})
            case "forget" if living:
                gone = self.random.sample(living, min(len(living), self.random.randint(1, 3)))
                return Attempt("/v1/memory/forget", {"user_id": self.user_id, "ids": gone}, dict.fromkeys(gone, GONE))
            case "batch":
                new = {self._id(): 1 for _ in range(self.random.randint(2, _BATCH_MOST))}
                edited = self.random.sample(living, min(len(living), 3))
                return self._add({name: self.held[name].version + 1 for name in edited} | new)
            case "keyed":
                texts = tuple(self._text() for _ in range(self.random.randint(1, 5)))
                items = [self._item(text) for text in texts]
                body = {"user_id": self.user_id, "items": items}
                return Attempt("/v1/memory/add", body, texts=texts, key=f"{self.name}-{self.made}")
            case _:
                return self._add({self._id(): 1}, keyed=self.random.random() < 0.25)

    def _add(self, versions: Mapping[str, int], *, keyed: bool = False) -> Attempt:
        after = {name: State(version, self._text()) for name, version in versions.items()}
        items = [self._item(state.text) | {"id": name} for name, state in after.items()]
        key = f"{self.name}-{self.made}" if keyed else None
        return Attempt("/v1/memory/add", {"user_id": self.user_id, "items": items}, after, key=key)

    def _item(self, text: str) -> dict[str, Any]:
        session = self.random.choice([None, "a", "b", f"{self.name} c"])
        item: dict[str, Any] = {"text": text, "author": self.name}
        return item if session is None else item | {"session": session}

    def _id(self) -> str:
        self.made += 1
        return f"{self.name} {self.made}"

    def _text(self) -> str:
        """Make a text that begins with a word of its own: letters only, and an ending that no stemmer takes off."""
        self.made += 1
        writer = "x".join("".join(map(_letter, part)) for part in self.name.split("-"))
        return f"z{writer}x{''.join(map(_letter, str(self.made)))}xk was said at place {self.made}"


def _letter(digit: str) -> str:
    return _LETTERS[int(digit)] if digit.isdecimal() else ""
