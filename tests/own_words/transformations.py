"""Ways to change what was said: those after which it is a declaration no more, and those after which it still is one.

Each is a function from what was said to the changed text, or None where it does not apply.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from benchmarks.own_words import names_of
from benchmarks.own_words_rows import OWN, Row, rows_of
from ownwords.domain.own_words import Declared, Mode, Refused, Words, judge
from ownwords.domain.sizes import Size

ZERO_WIDTH: Final = "\u200b\u200c\u2060\ufeff\u00ad"
CYRILLIC: Final = {"a": "а", "c": "с", "e": "е", "i": "і", "j": "ј", "o": "о", "p": "р", "s": "ѕ", "x": "х", "y": "у"}
DENIALS: Final = {"pt": "não é verdade que", "en": "it's not true that", "es": "no es cierto que"}
CONDITIONS: Final = {"pt": "se", "en": "if", "es": "si"}
REPORTS: Final = {"pt": "minha mãe disse que", "en": "my mother said that", "es": "mi madre dijo que"}
GREETINGS: Final = {"pt": "Oi!", "en": "Hi!", "es": "Hola."}
THANKS: Final = {"pt": "Obrigada!", "en": "Thanks!", "es": "¡Gracias!"}
QUESTIONS: Final = {"pt": "Tem alguma novidade?", "en": "Do you have anything new?", "es": "¿Hay algo nuevo?"}
EMOJI: Final = ("🙂", "❤️", "👨‍👩‍👧", "👍🏽")
SUBJECTS: Final = {"pt": "meu irmão", "en": "my brother", "es": "mi hermano"}
_VERBS: Final = {
    "pt": """
        calço=calça|visto=veste|uso=usa|sou=é|gosto=gosta|adoro=adora|amo=ama|prefiro=prefere|curto=curte|compro=compra
        evito=evita|odeio=odeia|detesto=detesta|como=come|tenho=tem|não como=não come|não uso=não usa
        não compro=não compra|não gosto=não gosta
    """,
    "en": """
        I wear=wears|I take=takes|I'm=is|I am=is|I like=likes|I love=loves|I prefer=prefers|I buy=buys|I shop=shops
        I avoid=avoids|I hate=hates|I eat=eats|I have=has|I don't eat=doesn't eat|I don't like=doesn't like
    """,
    "es": """
        calzo=calza|visto=viste|uso=usa|soy=es|prefiero=prefiere|amo=ama|compro=compra|evito=evita|odio=odia
        detesto=detesta|como=come|tengo=tiene|no como=no come|no uso=no usa|no compro=no compra
    """,
}
# What a speaker says of themselves, and what is said of somebody else.
PERSONS: Final = {
    language: dict(pair.strip().split("=") for line in verbs.strip().split("\n") for pair in line.split("|"))
    for language, verbs in _VERBS.items()
}
_SPEAKERS: Final = frozenset(
    ("eu", "meu", "minha", "meus", "minhas", "me", "mim", "nós", "i", "i'm", "i've", "my", "we", "our", "yo", "mi")
)
_CODES: Final = re.compile(r"\b(?:eu|us|it|es|de|in)\b", re.IGNORECASE)
_PARTED: Final = re.compile(r"[,;:()—–]|\b(?:mas|e|but|and|pero|y)\b", re.IGNORECASE)
_TAGGED: Final = re.compile(
    r"[,.] *¿?(?:t[áa]|viu|n[ée]|ok|blz|beleza|certo|right"
    r"|obrigad[oa]|thanks|gracias|por favor|porfa|please|valeu)\W*$",
    re.IGNORECASE,
)
_SENTENCE_ENDS: Final = ".!?…"


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said, the value that it declares, and the spans of the sentences in which it does."""

    row: Row
    names: tuple[str | Size, ...]
    spans: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The whole message."""
        return self.row.text

    @property
    def language(self) -> str:
        """The language of the message, or of its first words."""
        return self.row.lang.partition("-")[0]

    @property
    def sentence(self) -> str:
        """The sentence that declares the first of the names."""
        start, end = self.spans[0]
        return self.text[start:end]

    @property
    def is_parted(self) -> bool:
        """Whether that sentence may have more clauses than one."""
        return _PARTED.search(self.sentence) is not None

    def with_sentence(self, sentence: str) -> str:
        """Give the message with another sentence in the place of the first one that declares."""
        start, end = self.spans[0]
        return self.text[:start] + sentence + self.text[end:]

    def is_declared_by(self, text: str, mode: Mode) -> bool:
        """Tell whether another text declares the same value."""
        return isinstance(judge(Words(text), self.row.key, self.names, mode), Declared)


Change = Callable[[Said], "str | None"]


@cache
def accepted(mode: Mode) -> tuple[Said, ...]:
    """Give everything in the labelled rows that a mode accepts."""
    found: list[Said] = []
    for row in rows_of(OWN):
        names = names_of(row)
        if names is None:
            continue
        verdict = judge(Words(row.text), row.key, names, mode)
        if not isinstance(verdict, Refused):
            found.append(Said(row, tuple(names), verdict.spans))
    return tuple(found)


# --- no declaration any more -----------------------------------------------------------------------


def denied(said: Said) -> str | None:
    return _within(said, f"{DENIALS[said.language]} {_lowered(said.sentence)}")


def supposed(said: Said) -> str | None:
    return _within(said, f"{CONDITIONS[said.language]} {_lowered(said.sentence)}")


def reported(said: Said) -> str | None:
    return _within(said, f"{REPORTS[said.language]} {_lowered(said.sentence)}")


def asked(said: Said) -> str | None:
    if _TAGGED.search(said.sentence):
        # `Calço 42, tá?` asks whether it was heard.
        return None
    sentence = said.sentence.rstrip(_SENTENCE_ENDS + " ")
    return _within(said, f"¿{sentence}?" if said.language == "es" else f"{sentence}?")


def of_a_brother(said: Said) -> str | None:
    """Say of somebody else what the speaker says in one short predicate."""
    sentence = said.sentence.removeprefix("eu ").removeprefix("Eu ").removeprefix("yo ").removeprefix("Yo ")
    for own, of_another in PERSONS[said.language].items():
        start, rest = sentence[: len(own)], sentence[len(own) :]
        if start.casefold() == own.casefold() and rest[:1] in {" ", "n"} and not _speaks_again(said, rest):
            return _within(said, f"{SUBJECTS[said.language]} {of_another}{rest}")
    return None


def in_straight_quotes(said: Said) -> str | None:
    return f'"{said.text}"'


def in_curly_quotes(said: Said) -> str | None:
    return f"“{said.text}”"


def in_angle_quotes(said: Said) -> str | None:
    return f"«{said.text}»"


def in_quoted_lines(said: Said) -> str | None:
    return "\n".join(f"> {line}" for line in said.text.split("\n"))


def with_nothing_inside_the_value(said: Said) -> str | None:
    place = _inside_the_value(said)
    return None if place is None else _inserted(said.text, place, _random(said).choice(ZERO_WIDTH))


def with_nothing_somewhere(said: Said) -> str | None:
    random = _random(said)
    return _inserted(said.text, random.randint(0, len(said.text)), random.choice(ZERO_WIDTH))


def with_a_letter_of_another_alphabet(said: Said) -> str | None:
    places = [place for place, letter in enumerate(said.text) if letter in CYRILLIC]
    if not places:
        return None
    place = _random(said).choice(places)
    return said.text[:place] + CYRILLIC[said.text[place]] + said.text[place + 1 :]


def with_a_digit_after(said: Said) -> str | None:
    return _with_number(said, lambda number: number + _random(said).choice("0123456789"))


def with_a_digit_before(said: Said) -> str | None:
    return _with_number(said, lambda number: _random(said).choice("123456789") + number)


# --- a declaration still ---------------------------------------------------------------------------


def shouted(said: Said) -> str | None:
    # An `eu` in capitals is Europe's sizes as well as a Portuguese `I`.
    return None if said.row.key.is_size and _CODES.search(said.text) else said.text.upper()


def whispered(said: Said) -> str | None:
    return None if said.row.key.is_size and _CODES.search(said.text) else said.text.lower()


def decomposed(said: Said) -> str | None:
    return unicodedata.normalize("NFD", said.text)


def greeted(said: Said) -> str | None:
    return f"{GREETINGS[said.language]} {said.text}"


def thanked(said: Said) -> str | None:
    return f"{_ended(said.text)} {THANKS[said.language]}"


def with_emoji(said: Said) -> str | None:
    return f"{said.text} {_random(said).choice(EMOJI)}"


def with_a_question_after(said: Said) -> str | None:
    return f"{_ended(said.text)} {QUESTIONS[said.language]}"


# --- parts -----------------------------------------------------------------------------------------


def _within(said: Said, sentence: str) -> str | None:
    """Put a changed sentence into the message, unless what else it says declares the value too."""
    start, end = said.spans[0]
    others = said.text[:start], said.text[end:]
    if any(said.is_declared_by(other, Mode.PLAIN) for other in (*others, " ".join(others))):
        return None
    return said.with_sentence(sentence)


def _lowered(sentence: str) -> str:
    is_code = len(sentence) > 1 and sentence[1].isupper()
    return sentence if is_code or sentence.startswith("I ") else sentence[:1].lower() + sentence[1:]


def _speaks_again(said: Said, rest: str) -> bool:
    words = re.findall(r"[\w']+", rest.casefold())
    own = {verb.casefold().split()[-1] for verb in PERSONS[said.language]}
    return any(word in _SPEAKERS or word in own for word in words)


def _random(said: Said) -> Random:
    return Random(said.text)


def _inserted(text: str, place: int, character: str) -> str:
    return text[:place] + character + text[place:]


def _inside_the_value(said: Said) -> int | None:
    """Give a place between two characters of a name that stands in the text as it is written."""
    text = said.text.casefold()
    for name in _spellings(said.names):
        start = text.find(name.casefold())
        if start >= 0 and len(name) > 1 and len(text) == len(said.text):
            return start + _random(said).randint(1, len(name) - 1)
    return None


def _spellings(names: Sequence[str | Size]) -> list[str]:
    marks = [name.mark if isinstance(name, Size) else name for name in names]
    return [*marks, *(mark.replace(".", ",") for mark in marks if "." in mark)]


def _with_number(said: Said, change: Callable[[str], str]) -> str | None:
    name = said.names[0]
    if not isinstance(name, Size) or not re.fullmatch(r"[0-9.]+", name.mark):
        return None
    number = re.compile(rf"(?<![\d.,]){re.escape(name.mark).replace(chr(92) + '.', '[.,]')}(?![\d.,½]*\d)")
    changed = number.sub(lambda match: change(match[0]), said.text)
    return None if changed == said.text else changed


def _ended(text: str) -> str:
    return text if text.rstrip()[-1:] in _SENTENCE_ENDS else f"{text}."
