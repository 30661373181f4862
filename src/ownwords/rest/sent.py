"""An item as it is sent: its fields, and what is wrong with one that can not be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from ownwords.domain import limits
from ownwords.domain.errors import Fault
from ownwords.domain.items import (
    BARE,
    UNSET,
    Kind,
    Malformed,
    Origin,
    SentItem,
    about_name,
    blank_fault,
    foreign_faults,
    is_blank,
)
from ownwords.domain.speakers import Author, Role
from ownwords.rest.faults import faults_of
from ownwords.rest.wire import LEFT_OUT, End, Id, Metadata, Text, Time, Wire, storable

Name = Annotated[
    str, StringConstraints(min_length=1, max_length=limits.AUTHOR_NAME_CHARACTERS), AfterValidator(storable)
]
Title = Annotated[str, StringConstraints(max_length=limits.TITLE_CHARACTERS), AfterValidator(storable)]
KindName = Literal["message", "document", "note"]
RoleName = Literal["user", "assistant", "agent", "bot", "tool", "system"]
OriginName = Literal["typed", "transcribed", "forwarded", "pasted", "prefilled"]


class AuthorIn(Wire):
    """Who wrote an item: at least one of the fields."""

    id: Id | None = None
    name: Name | None = None
    email: Name | None = None
    handle: Name | None = None
    self: bool = False


def _author_of(sent: AuthorIn) -> Author:
    return Author(sent.id, sent.name, sent.email, sent.handle, sent.self)


def _author(value: Any) -> Any:
    return {"name": value} if isinstance(value, str) else value


def _somebody(author: AuthorIn | None) -> AuthorIn | None:
    if author is not None and not author.self and _author_of(author) == Author():
        raise PydanticCustomError("nothing_given", "name at least one of id, name, email, handle, self")
    return author


def _about(name: str) -> str:
    if is_blank(name):
        raise PydanticCustomError("blank", "a name shows something; send one, or leave it out")
    filed = about_name(storable(name))
    # A bare name may be as long as any, and is then read back, and asked for, as a topic.
    if len(filed.removeprefix(BARE)) > limits.ABOUT_CHARACTERS:
        raise PydanticCustomError("too_long", "it has at most 128 characters; shorten it")
    return filed


About = Annotated[
    str, StringConstraints(min_length=1, max_length=len(BARE) + limits.ABOUT_CHARACTERS), AfterValidator(_about)
]


class ItemIn(Wire):
    """One thing to add for a person."""

    id: Id = LEFT_OUT
    kind: KindName = LEFT_OUT
    text: Text
    at: Time = LEFT_OUT
    session: Id = LEFT_OUT
    author: Annotated[
        AuthorIn | None,
        AfterValidator(_somebody),
        BeforeValidator(_author, json_schema_input_type=str | AuthorIn | None),
    ] = None
    role: RoleName = LEFT_OUT
    title: Title | None = None
    about: Annotated[list[About], Field(max_length=limits.ABOUT_NAMES)] | None = None
    origin: OriginName = LEFT_OUT
    metadata: Metadata | None = None
    expires: End | None = None

    def sent(self) -> SentItem:
        """Give the domain's value; what was left out is not what was null."""
        given = self.model_fields_set

        def value(name: str, read: Any = None) -> Any:
            if name not in given:
                return UNSET
            found = getattr(self, name)
            return found if read is None or found is None else read(found)

        return SentItem(
            text=self.text,
            id=value("id"),
            kind=value("kind", Kind),
            at=value("at"),
            session=value("session"),
            author=value("author", _author_of),
            role=value("role", Role),
            origin=value("origin", Origin),
            title=value("title"),
            about=value("about", _distinct),
            metadata=value("metadata"),
            expires=value("expires"),
        )


def _item_or_faults(value: Any, read: ValidatorFunctionWrapHandler) -> ItemIn | Malformed:
    """Read an item; where it is malformed, keep what is wrong with it, so that the others are judged as well."""
    try:
        return read(value)
    except ValidationError as error:
        found = faults_of(error.errors())
        others = _other_faults(cast("dict[str, Any]", value)) if isinstance(value, dict) else []
        return Malformed((*found, *(one for one in others if one not in found)))


def _other_faults(item: dict[str, Any]) -> list[Fault]:
    """List what the rules of its kind say to a malformed item.

    Where it names no kind and memory may hold it already, its kind is not known, and only blankness is.
    """
    text = item.get("text")
    kind = item.get("kind", None if "id" in item else "message")
    known = [name for name in ("session", "role", "origin") if name in item and kind in ("document", "note")]
    known += ["title"] if item.get("title") is not None and kind == "message" else []
    blank = [blank_fault("")] if isinstance(text, str) and is_blank(text) else []
    return foreign_faults(known, str(kind), "") + blank


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


if TYPE_CHECKING:
    Each: TypeAlias = ItemIn | Malformed
else:
    # The document and the error messages are those of an item alone.
    Each = Annotated[ItemIn, WrapValidator(_item_or_faults)]
