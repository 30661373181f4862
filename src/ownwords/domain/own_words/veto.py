"""Vetoes: why words that hold a value are still not the person's declaration of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ownwords.domain.own_words.clauses import SELF, Clause, Sentence
from ownwords.domain.own_words.cues import Cue, Heard
from ownwords.domain.own_words.places import ANCHORS, Place
from ownwords.domain.own_words.polarity import turned
from ownwords.domain.own_words.reasons import Reason
from ownwords.domain.own_words.tokens import Shape
from ownwords.domain.preferences import Key

_THAT: Final = frozenset(("que", "that"))
_NAMED_PLACES: Final = frozenset(("na", "no", "nas", "nos", "at", "en"))
_ARTICLES: Final = frozenset(("a", "an", "um", "uma", "un", "una", "size", "talla", "tamanho", "com", "with", "con"))
_HAVING: Final = frozenset(("tenho", "temos", "tengo", "tenemos", "have", "ve", "got"))
_OF: Final = frozenset(("da", "do", "de", "das", "dos", "del", "of", "from"))
_BRANDS: Final = frozenset((Key.PREFERRED_BRANDS, Key.AVOIDED_BRANDS))

_LIGHT: Final = (
    Cue.FILLER,
    Cue.GREETING,
    Cue.AND,
    Cue.OR,
    Cue.HABIT,
    Cue.BRAND_NOUN,
    Cue.SHOP_NOUN,
    Cue.SHOES,
    Cue.CLOTHES,
    Cue.ME,
)

Veto = Callable[[Place], "Reason | None"]


def veto(place: Place) -> Reason | None:
    """Give the first reason for which a value is not declared where it stands; None where it is."""
    for rule in _RULES:
        reason = rule(place)
        if reason is not None:
            return reason
    return None


# --- not the person's own --------------------------------------------------------------------------


def _reported(place: Place) -> Reason | None:
    """Somebody or something says it: in its clause, before it (`o anúncio diz: …`), or after it (`…, diz ela`)."""
    clause, number = place.clause, place.number
    report = clause.before(place.held.first, Cue.REPORT)
    if report is not None and not _by_the_speaker(clause, report.first):
        return Reason.QUOTED
    if not place.speaks and (clause.has(Cue.SOURCE) or (report is None and clause.has(Cue.REPORT))):
        return Reason.QUOTED
    later = place.sentence.clauses[number + 1 :]
    if _is_introduced(place) or any(one.has(Cue.REPORT) and one.has(Cue.OTHER, Cue.SOURCE) for one in later):
        return Reason.QUOTED
    return None


def _untrue(place: Place) -> Reason | None:
    """A sentence that begins by calling something untrue declares nothing, and neither does one that ends so."""
    clauses = place.sentence.clauses
    is_untrue = any(one.has(Cue.UNTRUE) for one in clauses)
    return Reason.DENIED if is_untrue else None


def _is_introduced(place: Place) -> bool:
    """Tell whether a clause before reports, and the speaker has not begun to speak for themselves again."""
    clauses = place.sentence.clauses[: place.number]
    if any(_reports_on(place, one) for one in clauses):
        return True
    reports = [
        one
        for one in clauses
        if one.has(Cue.REPORT, Cue.SOURCE) and not one.has(Cue.KEEP, Cue.PUT) and not _says_itself(one)
    ]
    if not reports:
        return False
    if not place.speaks:
        return True
    is_next = reports[-1] is clauses[-1]
    after = place.clause.after
    # `My mate raves about Tefal, I prefer Ninja` reports something else than what follows.
    report = next((one for one in reports[-1].cues if one.cue is Cue.REPORT), None)
    says_more = report is not None and any(
        place.tokens[token].shape is not Shape.MARK for token in range(report.last, reports[-1].last)
    )
    return after == ":" or (after == "," and is_next and not place.clause.has(Cue.ME) and not says_more)


def _reports_on(place: Place, clause: Clause) -> bool:
    """Tell whether a clause says that somebody said *that*: then all that follows in the sentence is theirs."""
    return any(
        heard.cue is Cue.REPORT
        and not _by_the_speaker(clause, heard.first)
        and heard.last < len(place.tokens)
        and (place.tokens[heard.last].folded in _THAT or place.tokens[heard.last - 1].folded in _THAT)
        for heard in clause.cues
    )


def _by_the_speaker(clause: Clause, report: int) -> bool:
    return any(heard.cue is Cue.ME and heard.last == report for heard in clause.cues)


def _says_itself(clause: Clause) -> bool:
    report = next((heard for heard in clause.cues if heard.cue is Cue.REPORT), None)
    return report is not None and _by_the_speaker(clause, report.first)


def _asked(place: Place) -> Reason | None:
    if place.sentence.asks or place.clause.before(place.held.first, Cue.ASK):
        return Reason.QUESTION
    first = place.sentence.clauses[0]
    asks_first = first.cues and first.cues[0].cue is Cue.ASK and first.cues[0].first == first.first
    return Reason.QUESTION if asks_first and not place.speaks else None


def _undone(place: Place) -> Reason | None:
    clause = place.clause
    later = place.sentence.clauses[place.number + 1 :]
    if place.key.is_size and any(_puts_right(place, one) for one in place.later):
        return Reason.DENIED
    if later and later[-1].has(Cue.NOT) and all(heard.cue in {Cue.NOT, Cue.GREETING} for heard in later[-1].cues):
        # `I love Acme, not`.
        return Reason.DENIED if _is_all_covered(place, later[-1]) else None
    if clause.has(Cue.FORGET) or any(one.has(Cue.FORGET) and not one.has(*SELF) for one in later):
        return Reason.DENIED
    if clause.behind(place.held.last, Cue.UNDO) or any(one.has(Cue.UNDO) for one in later):
        return Reason.DENIED
    return None


def _puts_right(place: Place, sentence: Sentence) -> bool:
    """Tell whether the sentence that follows begins by taking a size back, as in `Calço 42. Não, 43`."""
    cues = [heard for clause in sentence.clauses for heard in clause.cues]
    if not cues or cues[0].cue not in {Cue.NOT, Cue.UNDO} or cues[0].first != sentence.first:
        return False
    denied, said = sentence.clauses[0], place.tokens[place.held.first : place.held.last]
    numbers = [token.folded for token in place.tokens[denied.first : denied.last] if token.shape is Shape.NUMBER]
    # `Calço 42. Não calço 44` denies another size.
    if len(sentence.clauses) == 1 and denied.has(Cue.SIZE, Cue.USE) and numbers:
        return any(token.folded in numbers for token in said)
    return any(token.shape is Shape.NUMBER for token in place.tokens[sentence.first : sentence.last])


def _is_all_covered(place: Place, clause: Clause) -> bool:
    covered = {token for heard in clause.cues for token in range(heard.first, heard.last)}
    return all(
        token in covered or place.tokens[token].shape is Shape.MARK for token in range(clause.first, clause.last)
    )


def _supposed(place: Place) -> Reason | None:
    clause, first = place.clause, place.held.first
    begins = place.sentence.clauses[0].cues[:1]
    if any(heard.cue is Cue.IF for heard in begins):
        return Reason.CONDITION
    # `I would never buy it` is no condition.
    is_never = place.key is Key.AVOIDED_BRANDS and clause.has(Cue.NOT, Cue.AVOID)
    if clause.has(Cue.IF) or clause.before(first, Cue.HEDGE) or (clause.has(Cue.WOULD) and not is_never):
        return Reason.CONDITION
    is_certain = clause.before(first, Cue.LIKE, Cue.AVOID, Cue.REMOVE, Cue.SIZE) is not None
    if clause.has(Cue.HEDGE) and not is_certain:
        return Reason.CONDITION
    if not place.speaks and any(one.has(Cue.IF) for one in place.sentence.clauses):
        return Reason.CONDITION
    return None


def _gone(place: Place) -> Reason | None:
    clause, first = place.clause, place.held.first
    past = clause.before(first, Cue.PAST, Cue.BOUGHT) or clause.behind(place.held.last, Cue.PAST, Cue.BOUGHT)
    if past is None:
        if place.speaks or not any(one.has(Cue.PAST) for one in place.sentence.clauses[: place.number]):
            return None
        return Reason.PAST
    now = clause.before(first, Cue.NOW, Cue.CHANGE)
    return None if now is not None and now.first >= past.last else Reason.PAST


def _once(place: Place) -> Reason | None:
    once = [heard for heard in place.clause.cues if heard.cue is Cue.ONCE]
    if any(not (place.clause.has(Cue.HABIT) and _is_today(place, heard)) for heard in once):
        return Reason.CONDITION
    before = [one for one in place.sentence.clauses[: place.number] if one.has(Cue.ONCE)]
    return Reason.CONDITION if any(not (place.speaks and one.has(*SELF)) for one in before) else None


def _is_today(place: Place, heard: Heard) -> bool:
    """Tell whether it is a `today` that means these days beside an `always`: `hoje compro sempre na …`."""
    return heard.last - heard.first == 1 and place.tokens[heard.first].folded in {"hoje", "hoy", "today"}


def _given(place: Place) -> Reason | None:
    if place.clause.has(Cue.GIFT):
        return Reason.GIFT
    if place.speaks:
        return None
    others = [*(clause for sentence in place.earlier for clause in sentence.clauses), *place.sentence.clauses]
    return Reason.GIFT if any(one.has(Cue.GIFT) for one in others) else None


def _of_another(place: Place) -> Reason | None:
    clause = place.clause
    is_of_goods = not (place.key.is_size or place.key is Key.DIETARY_RESTRICTIONS)
    if any(heard.cue is Cue.OTHER and not _is_with_speaker(clause, heard.first, heard.last) for heard in clause.cues):
        return Reason.SOMEONE_ELSE
    if clause.has(Cue.ANIMAL) and not (is_of_goods and place.speaks):
        return Reason.SOMEONE_ELSE
    if place.speaks:
        return None
    if clause.has(Cue.THEY):
        return Reason.SOMEONE_ELSE
    before = [*(one for sentence in place.earlier for one in sentence.clauses), *place.sentence.clauses[: place.number]]
    return Reason.SOMEONE_ELSE if any(_is_about_another(one) for one in before) else None


def _is_about_another(clause: Clause) -> bool:
    """Tell whether a clause turns to somebody else; a name that is called (`amigo, …`) stands alone in its clause."""
    if not clause.has(Cue.OTHER, Cue.THEY, Cue.ANIMAL) or clause.has(*SELF):
        return False
    return len({heard.first for heard in clause.cues}) > 1


def _is_with_speaker(clause: Clause, first: int, last: int) -> bool:
    """Tell whether somebody is named together with the speaker: `meu marido e eu`, `eu e minha irmã`."""
    joins = [heard for heard in clause.cues if heard.cue in {Cue.AND, Cue.BUT}]
    speakers = [heard for heard in clause.cues if heard.cue is Cue.ME]
    if any(heard.cue is Cue.OURS and heard.first >= last for heard in clause.cues):
        return True
    return any(
        (join.first == last and me.first in {join.last, join.first + 1})
        or (me.last == join.first and join.last <= first <= join.last + 2)
        for join in joins
        for me in speakers
    )


# --- not of this key -------------------------------------------------------------------------------


def _of_something_else(place: Place) -> Reason | None:
    clause, key = place.clause, place.key
    anchor = clause.before(place.held.first, *ANCHORS[key])
    is_elsewhere = clause.before(place.held.first, Cue.ELSEWHERE) or (clause.has(Cue.ELSEWHERE) and anchor is None)
    if _is_what_somebody_does(place):
        return Reason.NOT_IN_WORDS
    is_a_kind = key in _BRANDS and place.begins_with(Cue.BRAND_NOUN)
    is_other = is_elsewhere or is_a_kind or _is_other_goods(clause, key) or _is_a_shop(place)
    return Reason.NOT_IN_WORDS if is_other else None


def _is_what_somebody_does(place: Place) -> bool:
    """Tell whether only a form of `to be` or `to have` leads to the value, and says something else of it."""
    being = place.clause.before(place.held.first, Cue.AM)
    if being is None or _is_led_otherwise(place, being):
        return False
    if place.key.is_size:
        return _is_an_age(place)
    if place.held.leaves_out:
        return False
    between = [token for token in range(being.last, place.held.first) if place.is_loose(token)]
    before = place.tokens[place.held.first - 1].folded
    if place.key is Key.DIETARY_RESTRICTIONS:
        # `Sou casado com uma vegana`; `I'm a lifelong vegetarian` is one.
        return any(token < place.held.first - 1 for token in between) and before in _ARTICLES
    has = any(place.tokens[token].folded in _HAVING for token in range(being.first, being.last))
    if not between:
        return has
    # `Sou caixa na Renner`, `tenho uma geladeira Consul`; `sou louca pelos sabonetes da Granado` is for it.
    return before in _NAMED_PLACES or place.is_loose(place.held.first - 1) or (has and before in _OF)


def _is_led_otherwise(place: Place, being: Heard) -> bool:
    clause, first = place.clause, place.held.first
    others = {cue for cue in ANCHORS[place.key] if cue not in {Cue.AM, Cue.ME}}
    anywhere = {Cue.SIZE, Cue.FAVOURITE, Cue.SHOES, Cue.CLOTHES, Cue.KEEP, Cue.LIKE, Cue.AVOID}
    return any(
        heard.cue in anywhere or (heard.first != being.first and heard.cue in others and heard.last <= first)
        for heard in clause.cues
    )


def _is_an_age(place: Place) -> bool:
    """Tell whether a number stands bare behind `I'm` or `tenho`, with nothing of sizes in its clause."""
    first = place.held.first
    is_bare = place.tokens[first].shape is Shape.NUMBER and place.held.last - first == 1
    spoken = any(one.has(Cue.SHOES, Cue.CLOTHES, Cue.SIZE, Cue.THEY) for one in place.sentence.clauses[: place.number])
    return is_bare and not spoken and place.tokens[first - 1].folded not in _ARTICLES


def _is_other_goods(clause: Clause, key: Key) -> bool:
    match key:
        case Key.SHOE_SIZE:
            return clause.has(Cue.CLOTHES) and not clause.has(Cue.SHOES)
        case Key.CLOTHING_SIZE:
            return clause.has(Cue.SHOES) and not clause.has(Cue.CLOTHES)
        case _:
            return key is Key.DIETARY_RESTRICTIONS and clause.has(Cue.SHOES, Cue.CLOTHES)


def _is_a_shop(place: Place) -> bool:
    """Tell whether a name given as a brand is where somebody buys: `compro na Cobasi`."""
    if place.key not in _BRANDS or not place.clause.has(Cue.SHOP) or place.held.first == place.clause.first:
        return False
    return place.tokens[place.held.first - 1].folded in _NAMED_PLACES


def _sought(place: Place) -> Reason | None:
    clause = place.clause
    if place.key is Key.AVOIDED_BRANDS or not clause.has(Cue.SEEK):
        return None
    is_lasting = clause.has(Cue.HABIT, Cue.LIKE, Cue.SIZE, Cue.FAVOURITE, Cue.KEEP, Cue.ALLERGY)
    if place.key is Key.DIETARY_RESTRICTIONS:
        is_lasting = is_lasting or clause.has(Cue.AM, Cue.DIET)
    return None if is_lasting or clause.has(Cue.NOT) else Reason.QUESTION


def _unanchored(place: Place) -> Reason | None:
    clause = place.clause
    if clause.has(*ANCHORS[place.key]) or any(one.has(Cue.KEEP) for one in place.sentence.clauses):
        return None
    if clause.has(Cue.REMOVE) and clause.has(Cue.TO):
        return None
    if clause.has(Cue.UNDO) and any(one.has(*ANCHORS[place.key]) for one in place.sentence.clauses[: place.number]):
        # `Calço 42, digo, 43`.
        return None
    light = (*_LIGHT, Cue.WITHOUT, Cue.ALLERGY) if place.key is Key.DIETARY_RESTRICTIONS else _LIGHT
    covered = {token for heard in clause.cues if heard.cue in light for token in range(heard.first, heard.last)}
    for token in range(clause.first, clause.last):
        if token not in covered and token not in place.inside and place.tokens[token].shape is not Shape.MARK:
            return Reason.NOT_IN_WORDS
    return None


_RULES: Final[tuple[Veto, ...]] = (
    _reported,
    _asked,
    _untrue,
    _undone,
    _given,
    _of_another,
    _supposed,
    _gone,
    _once,
    turned,
    _of_something_else,
    _sought,
    _unanchored,
)
