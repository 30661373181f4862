"""What of a message is not its author's: quotations, quoted lines, replies, pasted chats, markup.

A stretch that is somebody else's is given as a span; what an author introduces as another's ("the review says: …")
is found by cues, in `clauses`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

_CLOSING: Final = {
    '"': re.compile('"'),
    "“": re.compile('[”“"]'),
    "”": re.compile("”"),
    "„": re.compile("[“”]"),
    "«": re.compile("»"),
    "»": re.compile("«"),
    "‹": re.compile("›"),
    "「": re.compile("」"),
    "‘": re.compile(r"’(?!\w)"),
    "'": re.compile(r"'(?!\w)"),
    "`": re.compile("`"),
}
_OPENING: Final = re.compile(r"[\"“”„«»‹「`]|(?<!\w)[‘'](?=\w)")
_FENCE: Final = "```"
_QUOTED_LINE: Final = re.compile(r"^[ \t]*(?:[>|»]|&gt;).*$", re.MULTILINE)
_REPLY: Final = re.compile(
    r"^.{0,200}(?:escreveu|wrote|escribi[óo]|disse|said|dijo|enviou|schrieb)\s*:[ \t]*$"
    r"|^[-_ ]{2,}.{0,40}(?:original|encaminhad|forwarded|reenviad|responder|reply).{0,40}$"
    r"|^[ \t]*(?:De|From|Enviado(?: em| por)?|Sent|Assunto|Subject|Asunto|Para|To|Data|Date|Fecha)\s*:.*$"
    r"|^[ \t]*\[?(?:encaminhada|forwarded|reenviado)\b.*$",
    re.IGNORECASE | re.MULTILINE,
)
_CHAT_LINE: Final = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{3,40}\]\s*[^\n:]{1,40}:|\d{1,2}/\d{1,2}/\d{2,4}[, ]+\d{1,2}:\d{2}\s*-\s*[^\n:]{1,40}:"
    r"|(?:user|usu[áa]rio|usuario|assistant|assistente|asistente|system|sistema|human|bot|ai|ia|agent|agente|tool|cliente|client"
    r"|customer|vendedora?|seller|vendor|loja|atendente|suporte|support|comprador|buyer|model|eu|me|yo|ela|ele"
    r"|m[ãa]e|pai|amig[oa]|dev|admin|q|a|p|r)\s*:)",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED_LINE: Final = re.compile(r"^[ \t]*(?!https?:)[^\s:.,!?][^\n:.,!?]{0,24}:(?=[ \t]*\S)", re.MULTILINE)
_MARKUP: Final = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<!--|<\?xml|\]\(https?:")
_DATA: Final = re.compile(
    r"[{\[]\s*[\"'][^\"'\n]{0,80}[\"']\s*[:,\]]|^---\s*$|\w\(\s{0,9}\w{1,40}\s{0,9}=", re.MULTILINE
)
_NAMED_LEAST: Final = 2


class Foreign:
    """The stretches of a message that are not its author's."""

    def __init__(self, text: str) -> None:
        """Find them."""
        spans = [*_all_of_it(text), *_replies(text), *_chat(text), *_quotations(text)]
        spans += [match.span() for match in _QUOTED_LINE.finditer(text)]
        self.spans = _merged(spans)
        self._starts = [start for start, _ in self.spans]

    def holds(self, start: int, end: int) -> bool:
        """Tell whether any of a span is in one of them."""
        place = bisect_right(self._starts, end - 1) - 1
        return place >= 0 and self.spans[place][1] > start


def _all_of_it(text: str) -> list[tuple[int, int]]:
    """A page's markup or a program's data is nobody's speech, and neither is what stands around it."""
    inner = text.strip()
    is_data = inner[:1] + inner[-1:] in {"{}", "[]"} or _DATA.search(text) is not None
    return [(0, len(text))] if is_data or _MARKUP.search(text) else []


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Give what stands between quotation marks of a line; behind an open one, all up to the paragraph's end."""
    place, line_end = 0, -1
    unclosed: set[str] = set()
    while (opening := _OPENING.search(text, place)) is not None:
        place, mark = opening.end(), opening[0]
        if text.startswith(_FENCE, opening.start()):
            end = text.find(_FENCE, place + 2)
            place = len(text) if end < 0 else end + 3
            yield opening.start(), place
            continue
        if opening.start() > line_end:
            found = text.find("\n", place)
            line_end, unclosed = len(text) if found < 0 else found, set[str]()
        if mark in unclosed:
            continue
        closing = _CLOSING[mark].search(text, place, line_end)
        if closing is None:
            unclosed.add(mark)
            if mark not in "'`”»":
                end = text.find("\n\n", place)
                place = len(text) if end < 0 else end
                yield opening.start(), place
            continue
        place = closing.end()
        yield opening.start(), place


def _replies(text: str) -> list[tuple[int, int]]:
    found = _REPLY.search(text)
    return [] if found is None else [(found.start(), len(text))]


def _chat(text: str) -> list[tuple[int, int]]:
    """From the first line of a pasted conversation on; one line under a name may be a form that a person fills in."""
    first = _CHAT_LINE.search(text)
    if first is not None:
        return [(first.start(), len(text))]
    named = list(_NAMED_LINE.finditer(text))
    return [(named[0].start(), len(text))] if len(named) >= _NAMED_LEAST else []


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
