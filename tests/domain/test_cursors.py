from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownwords.domain import cursors
from ownwords.domain.errors import CursorInvalid

KEY = b"a key of cursors"
PLACES = st.lists(st.integers(-(2**62), 2**62) | st.text(max_size=40), min_size=1, max_size=3).map(tuple)


@given(PLACES, st.binary(max_size=40))
def test_a_cursor_leads_back_to_its_place(place: tuple[int | str, ...], bound: bytes) -> None:
    """Whatever place is written is read again."""
    assert cursors.read(KEY, bound, cursors.write(KEY, bound, place)) == place


@given(PLACES, st.binary(max_size=20), st.binary(max_size=20))
def test_a_cursor_serves_only_the_list_it_was_given_for(
    place: tuple[int | str, ...], bound: bytes, other: bytes
) -> None:
    """Another person, another query or another server's key: the cursor is refused."""
    cursor = cursors.write(KEY, bound, place)

    with pytest.raises(CursorInvalid):
        cursors.read(b"another key", bound, cursor)
    if other != bound:
        with pytest.raises(CursorInvalid):
            cursors.read(KEY, other, cursor)


@given(PLACES, st.data())
def test_a_cursor_that_was_changed_is_refused(place: tuple[int | str, ...], data: st.DataObject) -> None:
    """Flipping any bit of it breaks the signature."""
    cursor = cursors.write(KEY, b"list", place)
    content = bytearray(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    changed = base64.urlsafe_b64encode(bytes(content)).decode().rstrip("=")

    with pytest.raises(CursorInvalid):
        cursors.read(KEY, b"list", changed)


@given(st.text(max_size=60))
def test_any_other_text_is_refused_and_breaks_nothing(text: str) -> None:
    """Made-up cursors get one answer."""
    with pytest.raises(CursorInvalid):
        cursors.read(KEY, b"list", text)


@given(st.binary(max_size=4), st.binary(max_size=4))
def test_what_a_cursor_is_bound_to_and_its_place_can_not_be_shifted(bound: bytes, tail: bytes) -> None:
    """A list whose name ends in what another place begins with is another list."""
    cursor = cursors.write(KEY, bound, (1,))

    if tail:
        with pytest.raises(CursorInvalid):
            cursors.read(KEY, bound + tail, cursor)
