"""Polarity: whether the words are for the value or against it, as its key needs them to be."""

from __future__ import annotations

from typing import Final

from ownwords.domain.own_words.clauses import Clause
from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.places import Place
from ownwords.domain.own_words.reasons import Reason
from ownwords.domain.own_words.tokens import Shape
from ownwords.domain.preferences import Key

_WITHOUT: Final = frozenset(("sem", "without", "sin"))
_PREFERRED_TO: Final = frozenset(("a", "à", "ao", "aos", "às", "al", "to", "over"))


def turned(place: Place) -> Reason | None:
    """Give a reason where the words are not for the value, or for one that is avoided or left out, not against it."""
    match place.key:
        case Key.AVOIDED_BRANDS:
            return _not_avoided(place)
        case Key.DIETARY_RESTRICTIONS:
            return _not_left_out(place) if place.held.leaves_out else _not_kept(place)
        case _:
            return Reason.DENIED if _is_denied(place) or _is_second(place) else None


# --- sizes, preferred brands and merchants --------------------------------------------------------


def _is_denied(place: Place) -> bool:
    clause, first = place.clause, place.held.first
    after = clause.behind(place.held.last, Cue.NOT)
    if (after is not None and not _is_contrast(place, after.last)) or clause.has(Cue.AVOID):
        return True
    denial = clause.before(first, Cue.NOT, Cue.NONE)
    return denial is not None and not _is_turned_back(place)


def _is_turned_back(place: Place) -> bool:
    """Tell whether a denial is turned round again: `não uso meia que não seja Lupo`, `nothing is better than`."""
    clause = place.clause
    back = clause.before(place.held.first, Cue.EXCEPT, Cue.BETTER)
    without = clause.before(place.held.first, Cue.WITHOUT)
    if back is None and without is not None and place.tokens[without.first].folded in _WITHOUT:
        back = without
    return back is not None and clause.before(back.first, Cue.NOT, Cue.NONE) is not None


def _is_contrast(place: Place, denial: int) -> bool:
    """Tell whether a denial after the value is of another one: `calço 41 não 40`."""
    following = place.tokens[denial : place.clause.last]
    return place.key.is_size and any(token.shape is Shape.NUMBER for token in following)


def _is_second(place: Place) -> bool:
    """Tell whether the value is what is taken off, left for another one, or liked less."""
    clause, first = place.clause, place.held.first
    removed = clause.before(first, Cue.REMOVE)
    if removed is None and clause.behind(place.held.last, Cue.REMOVE):
        return True
    if removed is not None:
        instead = clause.before(first, Cue.TO, Cue.PUT)
        return instead is None or instead.first < removed.last
    left = clause.before(first, Cue.EXCEPT, Cue.RATHER)
    if left is not None and not _is_turned_back(place):
        right = clause.before(first, Cue.CHANGE, Cue.LIKE, Cue.NOW, Cue.SHOP)
        return right is None or right.first < left.last
    return _is_less_liked(place)


def _is_less_liked(place: Place) -> bool:
    """Tell whether the value is what another name is preferred to: `prefiro a Acme à Zeta`."""
    liked = place.clause.before(place.held.first, Cue.LIKE)
    if liked is None or place.tokens[place.held.first - 1].plain not in _PREFERRED_TO:
        return False
    return any(place.is_loose(token) for token in range(liked.last, place.held.first - 1))


# --- avoided brands -------------------------------------------------------------------------------


def _not_avoided(place: Place) -> Reason | None:
    clause, first, last = place.clause, place.held.first, place.held.last
    denial = clause.before(first, Cue.NOT, Cue.NONE) or clause.behind(last, Cue.NOT)
    if clause.has(Cue.ALLOW) or (denial is not None and _is_turned_back(place)):
        return Reason.DENIED
    against = _is_against(place)
    if against is not None:
        return None if against else Reason.DENIED
    if denial is not None and _is_an_attitude(place):
        return Reason.CONDITION if _is_one_of_a_kind(place) else None
    if clause.before(first, Cue.WITHOUT) and any(one.has(Cue.KEEP) for one in place.sentence.clauses):
        return None
    return Reason.DENIED if clause.has(Cue.LIKE, Cue.USE, Cue.SHOP, Cue.FAVOURITE, Cue.PUT) else Reason.NOT_IN_WORDS


def _is_against(place: Place) -> bool | None:
    """Tell whether a word against it stands, or is denied itself; None where there is none."""
    clause, last = place.clause, place.held.last
    against = clause.before(place.held.first, Cue.AVOID, Cue.REMOVE, Cue.EXCEPT)
    if against is not None:
        return clause.before(against.first, Cue.NOT) is None
    against = clause.behind(last, Cue.AVOID)
    if against is None:
        return None
    # `Não tomo Tang nem amarrado` denies twice and means it once.
    turned = clause.behind(last, Cue.NOT)
    return turned is None or turned.first >= against.first


def _is_an_attitude(place: Place) -> bool:
    """Tell whether what is denied is to like, use or buy it, or nothing else (`Nike não`); `não conheço` is neither."""
    clause = place.clause
    if clause.has(Cue.LIKE, Cue.USE, Cue.SHOP, Cue.SEEK, Cue.PUT, Cue.FITS, Cue.EAT, Cue.FAVOURITE):
        return True
    return not clause.has(Cue.AM) and not any(place.is_loose(token) for token in range(clause.first, clause.last))


def _is_one_of_a_kind(place: Place) -> bool:
    """Tell whether what is not wanted is one kind of the name's things, or one thing beside another.

    `Não quero Nike falsificado` and `não quero iPhone, quero Galaxy` avoid no brand.
    """
    clause = place.clause
    if not clause.has(Cue.SEEK) or clause.has(Cue.SHOP, Cue.USE):
        return False
    is_narrowed = any(place.is_loose(beside) for beside in (place.held.first - 1, place.held.last))
    return is_narrowed or any(one.has(Cue.SEEK) for one in place.sentence.clauses if one is not clause)


# --- diets ----------------------------------------------------------------------------------------


def _not_left_out(place: Place) -> Reason | None:
    """Give a reason where the words do not say that something is left out: not eaten, done without, or harmful."""
    clause, first, last = place.clause, place.held.first, place.held.last
    denial = clause.before(first, Cue.NOT, Cue.NONE) or clause.behind(last, Cue.NOT)
    harms = clause.before(first, Cue.ALLERGY, Cue.WITHOUT) or clause.behind(last, Cue.ALLERGY)
    is_eaten = clause.has(Cue.EAT, Cue.TOLERATE, Cue.USE)
    if clause.has(Cue.ALLOW):
        return Reason.DENIED
    if denial is None:
        return None if harms or _harms_beside(place) else _only_named(clause, is_eaten=is_eaten)
    if harms is not None and denial.last <= harms.first:
        eaten = clause.before(harms.first, Cue.EAT, Cue.TOLERATE)
        return None if eaten is not None and eaten.first >= denial.last else Reason.DENIED
    if harms is None and not is_eaten and clause.has(Cue.LIKE, Cue.AVOID):
        return Reason.NOT_IN_WORDS
    return None


def _harms_beside(place: Place) -> bool:
    """Tell whether the clause before or after says that it makes the speaker ill: `camarão não, tenho alergia`."""
    beside = (*place.sentence.clauses[: place.number][-1:], *place.sentence.clauses[place.number + 1 :][:1])
    is_harm = any(one.has(Cue.ALLERGY) and not one.has(Cue.NOT) for one in beside)
    return is_harm and not place.clause.has(Cue.LIKE)


def _only_named(clause: Clause, *, is_eaten: bool) -> Reason:
    return Reason.DENIED if is_eaten or clause.has(Cue.LIKE) else Reason.NOT_IN_WORDS


def _not_kept(place: Place) -> Reason | None:
    clause = place.clause
    is_denied = clause.has(Cue.NOT, Cue.ALLOW) or (clause.has(Cue.AVOID) and not clause.has(Cue.WITHOUT))
    return Reason.DENIED if is_denied else None
