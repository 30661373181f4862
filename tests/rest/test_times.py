from __future__ import annotations

from typing import Any

import pytest

from ownwords.domain.times import DAY, Instant, parse, write
from tests.rest.test_meaning import found, said
from tests.running import Api

NOW = "2025-08-13T15:00:00Z"  # a Wednesday, at noon in São Paulo
BREAD = "Fui à padaria comprar pão."
OTHERS = ["O dentista ligou.", "My sister moved to Lisbon.", "Preciso renovar o passaporte.", "El gato rompió un vaso."]


def note(item_id: str, at: str, text: str = BREAD, **more: Any) -> dict[str, Any]:
    """Make a note of a moment, which has no neighbours."""
    return {"id": item_id, "text": text, "at": at, "kind": "note"} | more


def bread_each_day(api: Api, days: int = 200, **more: Any) -> None:
    """File the same words for each day up to today, under the date as their id, and learn them."""
    now = parse(NOW)
    moments = (write(Instant(now - day * DAY)) for day in range(days))
    said(api, *(note(at[:10], at, **more) for at in moments))


def in_zone(api: Api, zone: str) -> None:
    """Put Ana into a zone."""
    assert api.http.put("/v1/persons/ana", json={"timezone": zone}).status_code == 200


# --- what is lifted -------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_said_then_comes_before_all_else(api: Api) -> None:
    """Days, weeks and months in three languages; nothing else is lifted, and nothing else is left out."""
    in_zone(api, "America/Sao_Paulo")
    bread_each_day(api)
    for query, first, last in [
        ("o que comprei na padaria ontem?", "2025-08-12", "2025-08-12"),
        ("what did I buy at the bakery last week?", "2025-08-04", "2025-08-10"),
        ("em março de 2025, o que comprei na padaria?", "2025-03-01", "2025-03-31"),
        ("¿qué compré en la panadería la semana pasada?", "2025-08-04", "2025-08-10"),
        ("pão no mês passado", "2025-07-01", "2025-07-31"),
        ("bread in July", "2025-07-01", "2025-07-31"),
        ("pan el 5 de marzo de 2025", "2025-03-05", "2025-03-05"),
    ]:
        hits = found(api, query, now=NOW, limit=100)
        then = [day for day in hits if first <= day <= last]
        assert len(then) == (parse(f"{last}T00:00:00Z") - parse(f"{first}T00:00:00Z")) // DAY + 1, query
        assert hits[: len(then)] == sorted(then, reverse=True), query
        assert len(hits) == 100


@pytest.mark.parametrize("query", ["what did I buy for breakfast in March 2025?", "padaria em março de 2025"])
def test_what_was_said_then_is_found_behind_more_than_are_looked_at(api: Api, query: str) -> None:
    """By meaning and by words: the one of that time is not among the hundred that are best otherwise."""
    crowd = (note(f"n{n}", "2025-08-01T10:00:00Z", "Padaria: fui à padaria tomar café da manhã.") for n in range(150))
    said(api, *crowd, note("then", "2025-03-20T10:00:00Z", "Padaria, perto do trabalho, pão e café da manhã."))

    hits = found(api, query, now=NOW, limit=100)
    assert hits[0] == "then"
    assert len(hits) == 100


def test_a_time_lifts_in_both_arms(api: Api) -> None:
    """What was said then is found by words alone before it is learned, and by meaning alone after."""
    api.add("ana", note("before", "2025-06-01T10:00:00Z"), note("then", "2025-03-20T10:00:00Z"))
    assert found(api, "pão em março de 2025", now=NOW) == ["then", "before"]
    said(api)
    hits = api.search("ana", "bread in March 2025", now=NOW)
    assert [(hit["items"][0]["id"], hit["why"]["meaning"] is None) for hit in hits] == [
        ("then", False),
        ("before", False),
    ]


# --- times alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["ontem", "yesterday", "ayer", "anteontem e ontem"])
def test_a_time_alone_is_answered_with_all_that_was_said_then_newest_first(api: Api, query: str) -> None:
    """Whatever it is about, and nothing of other days."""
    said(
        api,
        *(note(f"d{n}", f"2025-08-12T{10 + n}:00:00Z", text) for n, text in enumerate(OTHERS)),
        *(note(f"o{n}", f"2025-08-1{n}T10:00:00Z", BREAD) for n in (0, 3)),
    )
    assert found(api, query, now=NOW) == ["d3", "d2", "d1", "d0"]


@pytest.mark.parametrize("query", ["o que eu disse ontem?", "what did I say yesterday?", "¿qué dije yo ayer?"])
def test_a_question_for_what_was_said_then_is_answered_with_all_of_it(api: Api, query: str) -> None:
    """Once learned as well, the asker's own words first, each newest first, and no neighbour of another day."""
    turns = [
        ("b0", "2025-08-11T23:58:00Z", "assistant", "O que você disse ontem?"),
        ("b1", "2025-08-12T00:01:00Z", "user", OTHERS[0]),
        ("b2", "2025-08-12T00:02:00Z", "assistant", OTHERS[1]),
        ("b3", "2025-08-12T00:03:00Z", "user", OTHERS[2]),
        ("b4", "2025-08-13T00:01:00Z", "user", "Eu disse ontem que não."),
    ]
    said(api, *({"id": name, "at": at, "role": role, "text": text, "session": "s"} for name, at, role, text in turns))
    assert found(api, query, now=NOW) == ["b3", "b1", "b2"]


def test_a_question_for_what_was_said_when_nothing_was_is_answered_with_nothing(api: Api) -> None:
    """The words of the question are not looked for instead."""
    said(api, note("a", "2025-08-01T10:00:00Z", "Eu disse que ia à padaria."))
    assert found(api, "o que eu disse ontem?", now=NOW) == []


def test_a_time_alone_at_which_nothing_was_said_is_answered_by_its_words(api: Api) -> None:
    """Of these the stop words find nothing."""
    said(api, note("words", "2025-08-01T10:00:00Z", "Viajo la semana que viene."), note("o", "2025-08-01T10:00:00Z"))
    said(api, note("stop", "2025-08-01T10:00:00Z", "La casa que me gusta."))
    assert found(api, "la semana que viene", now=NOW) == ["words"]


def test_a_time_alone_outside_of_the_filter_is_answered_with_nothing(api: Api) -> None:
    """What the filter holds was not said then."""
    bread_each_day(api, 5)
    for query in ("ontem", "o que eu disse ontem?", "anteontem e ontem"):
        assert found(api, query, now=NOW, filters={"after": "2025-08-13T12:00:00Z"}) == []


def test_a_date_alone_is_answered_with_what_was_said_then_first(api: Api) -> None:
    """A date is found by its words as well, so others of its month and year may follow."""
    said(
        api,
        *(note(f"d{n}", f"2025-08-12T{10 + n}:00:00Z", text) for n, text in enumerate(OTHERS)),
        *(note(f"o{n}", f"2025-08-1{n}T10:00:00Z", BREAD) for n in (0, 3)),
        note("year", "2024-08-12T10:00:00Z"),
    )
    for query in ("em 12 de agosto de 2025", "on August 12, 2025", "el 12 de agosto de 2025"):
        assert set(found(api, query, now=NOW)[:4]) == {"d0", "d1", "d2", "d3"}


def test_a_time_at_which_nothing_was_said_is_answered_with_nothing(api: Api) -> None:
    """In the past, in the future, and where nothing was ever said."""
    said(api, note("a", "2025-08-01T10:00:00Z"))
    for query in ("ontem", "em 1950", "tomorrow", "la semana que viene"):
        assert found(api, query, now=NOW) == []
    assert api.search("bia", "ontem", now=NOW) == []


# --- what is no time ------------------------------------------------------------------------------


def test_a_port_is_no_year(api: Api) -> None:
    """Neither what was said in that year nor anything else is lifted by it."""  # situation 62
    said(
        api,
        note("year", "9077-05-01T10:00:00Z", "O servidor escuta numa porta, mas qual?"),
        note("port", "2025-05-01T10:00:00Z", "O servidor escuta na porta 9077, é essa."),
    )
    for query in ("port 9077", "porta 9077", "o servidor na porta 9077"):
        assert found(api, query, now=NOW)[0] == "port"
    assert found(api, "9077", now=NOW) == ["port"]


@pytest.mark.parametrize(
    "query", ["13 July 2024", "what bread did we buy on 13 July 2024?", "pão em 13 de julho de 2024"]
)
def test_a_day_is_not_widened_to_its_month(api: Api, query: str) -> None:
    """Of the same words on each day of that month, the ones of that day come first."""  # situation 62
    said(api, *(note(f"{day:02}", f"2024-07-{day:02}T12:00:00Z") for day in range(1, 32)))
    api.add("ana", note("words", "2025-01-01T12:00:00Z", "pão"))

    assert found(api, query, now=NOW)[0] == "13"


@pytest.mark.parametrize("query", ["what do we know?", "we do", "do we?", "to do", "no mar", "I may march", "second"])
def test_words_that_look_like_days_and_months_lift_nothing(api: Api, query: str) -> None:
    """German weekdays, modal verbs and the sea: the newest of equals stays first on any day."""  # situation 62
    now = parse(NOW)
    said(api, *(note(f"d{n}", write(Instant(now - n * DAY)), f"{query} {BREAD}") for n in range(14)))

    assert found(api, query, now=NOW, limit=100) == [f"d{n}" for n in range(14)]


def test_times_that_no_calendar_holds_are_answered_by_their_words(api: Api) -> None:
    """Also the ones that take a calculation beyond both of its ends."""  # situation 62
    texts = ["十万年前的城市", "há 99999999999 anos", "in 99999 years", "30 de fevereiro de 2024", "hace 20000 meses"]
    said(api, *(note(f"n{n}", "2025-05-01T10:00:00Z", text) for n, text in enumerate(texts)))
    for n, text in enumerate(texts):
        assert found(api, text, now=NOW)[0] == f"n{n}"
    assert found(api, "十万年前", now=NOW)[0] == "n0"


# --- filters and times ----------------------------------------------------------------------------


def test_a_filter_wins_over_words_of_time_in_each_arm(api: Api) -> None:
    """What is outside of `after` and `before` is never found, and what is inside is, whatever is named."""
    # situations 53 and 63
    bread_each_day(api)
    filters: list[tuple[dict[str, str], str, str]] = [
        ({"after": "2025-06-01T00:00:00Z", "before": "2025-07-01T00:00:00Z"}, "2025-06-01", "2025-06-30"),
        ({"before": "2025-03-03T00:00:00Z"}, "2025-01-26", "2025-03-02"),
        ({"after": "2025-08-12T15:00:01Z"}, "2025-08-13", "2025-08-13"),
    ]
    for query in ("padaria ontem", "which bread did I buy yesterday?", "pão ontem ou em março de 2025"):
        for narrow, first, last in filters:
            hits = found(api, query, now=NOW, filters=narrow, limit=100)
            assert hits, query
            assert all(first <= day <= last for day in hits), query


def test_a_time_within_a_filter_still_lifts(api: Api) -> None:
    """A month of which the filter holds a part: that part comes first."""
    bread_each_day(api)
    filters = {"after": "2025-03-29T00:00:00Z", "before": "2025-04-03T00:00:00Z"}
    hits = found(api, "pão em março de 2025", now=NOW, filters=filters)

    assert hits == ["2025-03-31", "2025-03-30", "2025-03-29", "2025-04-02", "2025-04-01"]


@pytest.mark.parametrize("name", ["session", "kinds", "about", "metadata", "roles"])
def test_other_filters_hold_at_a_time_too(api: Api, name: str) -> None:
    """The search at a named time is narrowed by every filter, also where the time is all that is asked."""
    inside: dict[str, Any] = {"session": "certa", "about": ["x"], "metadata": {"a": 1}, "role": "user"}
    outside: dict[str, Any] = {"session": "outra", "about": ["y"], "metadata": {"a": 2}, "role": "assistant"}
    if name == "kinds":
        inside, outside = {"kind": "note"}, {"kind": "document"}
    asked = {"session": "certa", "kinds": ["note"], "about": "x", "metadata": {"a": 1}, "roles": ["user"]}[name]
    at = "2025-08-12T10:00:00Z"
    said(
        api,
        {"id": "yes", "text": BREAD, "at": at} | inside,
        {"id": "no", "text": BREAD, "at": at} | outside,
        {"id": "old", "text": BREAD, "at": "2025-07-12T10:00:00Z"} | inside,
    )
    assert found(api, "ontem", now=NOW, filters={name: asked}) == ["yes"]
    assert set(found(api, "bread yesterday", now=NOW, filters={name: asked})) == {"yes", "old"}


# --- now and the wall -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "start", "end"),
    [
        ("Pacific/Kiritimati", "2025-08-12T10:00:00Z", "2025-08-13T10:00:00Z"),
        ("Pacific/Pago_Pago", "2025-08-11T11:00:00Z", "2025-08-12T11:00:00Z"),
        ("UTC", "2025-08-12T00:00:00Z", "2025-08-13T00:00:00Z"),
    ],
)
def test_yesterday_is_that_of_the_persons_wall(api: Api, zone: str, start: str, end: str) -> None:
    """At one moment it is three different days, and so are the days before, from their first moment to their last."""
    in_zone(api, zone)
    edges = [
        *("2025-08-11T10:59:59Z", "2025-08-11T11:00:00Z", "2025-08-11T23:59:59Z", "2025-08-12T00:00:00Z"),
        *("2025-08-12T09:59:59Z", "2025-08-12T10:00:00Z", "2025-08-12T10:59:59Z", "2025-08-12T11:00:00Z"),
        *("2025-08-12T23:59:59Z", "2025-08-13T00:00:00Z", "2025-08-13T09:59:59Z", "2025-08-13T10:00:00Z"),
    ]
    said(api, *(note(at, at) for at in edges))

    then = [at for at in reversed(edges) if start <= at < end]
    assert found(api, "ontem", now="2025-08-13T10:30:00Z") == then
    assert (
        sorted(found(api, "what bread did I buy yesterday?", now="2025-08-13T10:30:00Z", limit=len(then))) == then[::-1]
    )


def test_a_day_whose_first_hour_never_was_begins_where_it_did(api: Api) -> None:
    """On 4 November 2018 clocks in São Paulo went from 23:59 to 01:00: the day has 23 hours."""
    in_zone(api, "America/Sao_Paulo")
    edges = ["2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z", "2018-11-05T02:00:00Z"]
    said(api, *(note(at, at) for at in edges))

    assert found(api, "ontem", now="2018-11-05T14:00:00Z") == edges[2:0:-1]


def test_without_now_the_time_is_the_servers(api: Api) -> None:
    """And with it, only what is named in the question moves: what is filed keeps its own time."""
    api.clock.set(NOW)
    bread_each_day(api, 10)
    assert found(api, "ontem") == found(api, "ontem", now=NOW) == ["2025-08-12"]
    assert found(api, "ontem", now="2025-08-10T15:00:00+03:00") == ["2025-08-09"]
    assert found(api, "ontem", now="2019-08-10T15:00:00Z") == []


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_now_may_be_at_the_ends_of_the_calendar_in_any_zone(api: Api, zone: str) -> None:
    """Where yesterday or tomorrow does not exist, words answer all the same."""
    in_zone(api, zone)
    said(api, note("a", "2025-08-12T10:00:00Z"), note("first", "0001-01-01T00:00:00Z"))
    for now in ("0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z", "9999-12-31T23:59:59Z"):
        for query in ("pão ontem", "bread last week, 3 years ago", "pan la semana que viene", "hoje em dia, qual pão?"):
            assert set(found(api, query, now=now)) == {"a", "first"}
        assert api.post("/v1/memory/context", {"user_id": "ana", "query": "pão ontem", "now": now}).status_code == 200
