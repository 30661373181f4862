from __future__ import annotations

from time import thread_time

import pytest

from ownwords.domain.own_words import Mode, Words, judge
from ownwords.domain.preferences import Key
from ownwords.domain.sizes import Size

MOST_CHARACTERS = 64 * 1024
MOST_SECONDS = 1.0
A_QUARTER = 4
SLACK = 3.0
"""How much more than in proportion a text may take: the processor is shared."""
LEAST_SECONDS = 0.02
"""What is counted for a shorter time, which says nothing."""
TRIES = 3
"""How often a text is judged that seems to take too long, since another process may have been in the way."""

PIECES = {
    "denials": "não ",
    "quotation marks": '"',
    "brackets": "(",
    "numbers": "42 ",
    "joins": "e ",
    "quoted lines": "> \n",
    "emoji": "👟",
    "combining marks": "\u0301",
}
MORE_PIECES = {
    "apostrophes": " 'a",
    "number words": "quarenta e ",
    "letters by name": "gê ",
    "commas": "a, ",
    "lines of a chat": "a: b\n",
    "markup": "<a ",
    "data": '{"a',
    "fences": "```\n",
    "sizes declared": "calço 42. ",
    "sizes in one sentence": "calço 42, ",
    "parts of names": "Ni Ni",
    "diets": "sem glúten e ",
    "other persons": "meu filho e ",
    "questions": "calço? ",
}
SAID = {
    Key.SHOE_SIZE: ("calço 42", Size("42")),
    Key.CLOTHING_SIZE: ("visto GG", Size("GG")),
    Key.PREFERRED_BRANDS: ("adoro Nike", "Nike"),
    Key.DIETARY_RESTRICTIONS: ("não como glúten", "sem glúten"),
}
# The first of all keys in every run, what is the same with other words in the whole one.
CASES = [
    pytest.param(piece, key, id=f"{name}, {key}", marks=[] if is_first else pytest.mark.slow)
    for key in SAID
    for name, piece in (PIECES | MORE_PIECES).items()
    for is_first in [key is Key.SHOE_SIZE and name in PIECES]
]


def seconds_for(text: str, key: Key, names: list[str | Size], most: float = MOST_SECONDS) -> float:
    """Give the processor's time for judging a text in the stricter mode: the least of some that are over the most."""
    least = most
    for _ in range(TRIES):
        before = thread_time()
        judge(Words(text), key, names, Mode.STRICT)
        taken = thread_time() - before
        if taken < most:
            return taken
        least = taken if least == most else min(least, taken)
    return least


@pytest.mark.parametrize(("piece", "key"), CASES)
def test_a_hostile_text_takes_time_in_proportion_and_less_than_a_second(piece: str, key: Key) -> None:
    said, name = SAID[key]

    def hostile(characters: int) -> str:
        half = piece * (characters // 2 // len(piece))
        return f"{half} {said} {half}"

    quarter = seconds_for(hostile(MOST_CHARACTERS // A_QUARTER), key, [name])
    in_proportion = A_QUARTER * SLACK * max(quarter, LEAST_SECONDS)
    most = min(in_proportion, MOST_SECONDS)
    assert seconds_for(hostile(MOST_CHARACTERS), key, [name], most) < most


@pytest.mark.slow
def test_ten_long_names_are_looked_for_in_half_a_second_each() -> None:
    text = " a" * (MOST_CHARACTERS // 2)
    names: list[str | Size] = ["a" * length for length in range(71, 81)]
    most = MOST_SECONDS / 2 * len(names)
    assert seconds_for(text, Key.PREFERRED_BRANDS, names, most) < most
