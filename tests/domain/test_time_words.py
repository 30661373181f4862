from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from time import thread_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ownwords.domain.persons import zone_named
from ownwords.domain.time_words import Span, Spoken, asks_for_now, time_words
from ownwords.domain.time_words.grammar import grammars_of
from ownwords.domain.time_words.languages import LANGUAGES
from ownwords.domain.time_words.rules import RULES
from ownwords.domain.times import Instant, day_of, instant_of, moment, parse, start_of
from ownwords.domain.words import fold, words

ZONE = zone_named("America/Sao_Paulo")
NOW = parse("2026-03-11T15:00:00-03:00")  # a Wednesday
ALWAYS = "0001-01-01"
ZONES = st.sampled_from(
    ["America/Sao_Paulo", "Africa/Casablanca", "UTC", "Pacific/Apia", "America/St_Johns", "Asia/Tokyo", "Europe/Lisbon"]
).map(zone_named)
MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)).map(instant_of)  # noqa: DTZ001
SAID = sorted(
    {
        word
        for language in LANGUAGES
        for patterns in (*language.phrases.values(), *language.numbers, *language.units.values(), language.months)
        for element in patterns.split()
        for word in element.strip("/-?,").split("|")
        if not word.isupper()
    }
)
PIECES = st.sampled_from([*SAID, "3", "13", "31", "2024", "99999", "07", "0", "1º", "R$", "\ud800", "日本", "Marco"])
SENTENCES = st.lists(st.tuples(PIECES, st.sampled_from([" ", " ", " ", ", ", "/", "-", ". ", ":"])), max_size=14).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)
ANYTHING = st.one_of(SENTENCES, st.text(st.characters(exclude_categories=()), max_size=200))


def spans(text: str, now: Instant = NOW) -> list[str]:
    """Give the times that a text says, on the wall, from its first moment up to the one after its last."""
    return [f"{wall(spoken.span.start)}..{wall(spoken.span.end)}" for spoken in time_words(text, now, ZONE)]


def wall(instant: Instant) -> str:
    """Write a moment as the wall shows it, and as a day alone where a day begins."""
    if instant == parse("0001-01-01T00:00:00Z"):
        return ALWAYS
    shown = moment(instant, ZONE).replace(tzinfo=None)
    return shown.isoformat(timespec="minutes").removesuffix("T00:00")


def said_by(text: str) -> list[str]:
    """Give the words that say each time."""
    found = words(text)
    return [" ".join(found[at].text for at in sorted(spoken.words)) for spoken in time_words(text, NOW, ZONE)]


DAYS = [
    ("o que eu comi hoje?", "2026-03-11..2026-03-12"),
    ("hoje de manhã", "2026-03-11..2026-03-12"),
    ("O QUE EU DISSE ONTEM", "2026-03-10..2026-03-11"),
    ("anteontem", "2026-03-09..2026-03-10"),
    ("antes de ontem", "2026-03-09..2026-03-10"),
    ("ontem à noite", "2026-03-10..2026-03-11T06:00"),
    ("amanhã", "2026-03-12..2026-03-13"),
    ("depois de amanhã", "2026-03-13..2026-03-14"),
    ("what did I say today?", "2026-03-11..2026-03-12"),
    ("yesterday's lunch", "2026-03-10..2026-03-11"),
    ("the day before yesterday", "2026-03-09..2026-03-10"),
    ("last night", "2026-03-10..2026-03-11T06:00"),
    ("tomorrow", "2026-03-12..2026-03-13"),
    ("¿qué dije hoy?", "2026-03-11..2026-03-12"),
    ("esta mañana", "2026-03-11..2026-03-12"),
    ("ayer por la mañana", "2026-03-10..2026-03-11"),
    ("anteayer", "2026-03-09..2026-03-10"),
    ("anoche", "2026-03-10..2026-03-11T06:00"),
    ("pasado mañana", "2026-03-13..2026-03-14"),
]


@pytest.mark.parametrize(("text", "span"), DAYS)
def test_a_day_may_be_named_as_seen_from_today(text: str, span: str) -> None:
    """A part of a day is its day; only a night goes on until six."""
    assert spans(text) == [span]


AGO = [
    ("há 3 dias", "2026-03-08..2026-03-09"),
    ("ha tres dias", "2026-03-08..2026-03-09"),
    ("3 dias atrás", "2026-03-08..2026-03-09"),
    ("há vinte e um dias", "2026-02-18..2026-02-19"),
    ("faz duas semanas", "2026-02-22..2026-03-01"),
    ("um par de dias atrás", "2026-03-08..2026-03-10"),
    ("há alguns dias", "2026-03-06..2026-03-10"),
    ("há dois meses", "2025-12-27..2026-01-27"),
    ("há um ano", "2024-09-10..2025-09-10"),
    ("faz dois anos que", "2023-09-11..2024-09-10"),
    ("há 2 horas", "2026-03-11T12:00..2026-03-11T14:00"),
    ("daqui a 3 dias", "2026-03-14..2026-03-15"),
    ("3 days ago", "2026-03-08..2026-03-09"),
    ("a week ago", "2026-03-01..2026-03-08"),
    ("a couple of weeks ago", "2026-02-15..2026-03-01"),
    ("a few days ago", "2026-03-06..2026-03-10"),
    ("twenty days ago", "2026-02-19..2026-02-20"),
    ("in 3 days", "2026-03-14..2026-03-15"),
    ("hace tres días", "2026-03-08..2026-03-09"),
    ("hace un par de semanas", "2026-02-15..2026-03-01"),
    ("hace unos días", "2026-03-06..2026-03-10"),
    ("hace veintiún días", "2026-02-18..2026-02-19"),
    ("dentro de tres días", "2026-03-14..2026-03-15"),
]


@pytest.mark.parametrize(("text", "span"), AGO)
def test_so_long_ago_is_as_exact_as_its_unit(text: str, span: str) -> None:
    """Days are exact, a week has three days to either side, a month fifteen, a year half of one; a few are 2 to 5."""
    assert spans(text) == [span]


PERIODS = [
    ("semana passada", "2026-03-02..2026-03-09"),
    ("no mes passado", "2026-02-01..2026-03-01"),
    ("no ano passado", "2025-01-01..2026-01-01"),
    ("essa semana", "2026-03-09..2026-03-16"),
    ("neste mês", "2026-03-01..2026-04-01"),
    ("semana retrasada", "2026-02-23..2026-03-02"),
    ("próxima semana", "2026-03-16..2026-03-23"),
    ("mês que vem", "2026-04-01..2026-05-01"),
    ("nos últimos 7 dias", "2026-03-04..2026-03-11T15:00"),
    ("nos últimos três meses", "2025-12-11..2026-03-11T15:00"),
    ("na última semana", "2026-03-04..2026-03-11T15:00"),
    ("no fim de semana", "2026-03-07..2026-03-09"),
    ("fim de semana passado", "2026-03-07..2026-03-09"),
    ("no início do ano", "2026-01-01..2026-05-02"),
    ("no fim do ano", "2025-09-01..2026-01-01"),
    ("this week", "2026-03-09..2026-03-16"),
    ("last month", "2026-02-01..2026-03-01"),
    ("last year", "2025-01-01..2026-01-01"),
    ("next week", "2026-03-16..2026-03-23"),
    ("the week before last", "2026-02-23..2026-03-02"),
    ("in the last 3 months", "2025-12-11..2026-03-11T15:00"),
    ("in the last 24 hours", "2026-03-10T15:00..2026-03-11T15:00"),
    ("last weekend", "2026-03-07..2026-03-09"),
    ("in early 2024", "2024-01-01..2024-05-02"),
    ("la semana pasada", "2026-03-02..2026-03-09"),
    ("el mes pasado", "2026-02-01..2026-03-01"),
    ("el ano pasado", "2025-01-01..2026-01-01"),
    ("en los últimos 7 días", "2026-03-04..2026-03-11T15:00"),
    ("el fin de semana pasado", "2026-03-07..2026-03-09"),
    ("el próximo mes", "2026-04-01..2026-05-01"),
]


@pytest.mark.parametrize(("text", "span"), PERIODS)
def test_weeks_months_and_years_are_those_of_the_calendar_or_the_last_so_many(text: str, span: str) -> None:
    """A week begins on Monday; `the last 7 days` reach up to now."""
    assert spans(text) == [span]


WEEKDAYS = [
    ("na segunda", "2026-03-09..2026-03-10"),
    ("o que combinei na segunda com a Ana?", "2026-03-09..2026-03-10"),
    ("na segunda fui ao médico", "2026-03-09..2026-03-10"),
    ("segunda-feira passada", "2026-03-09..2026-03-10"),
    ("terca", "2026-03-10..2026-03-11"),
    ("na quarta-feira", "2026-03-04..2026-03-05"),
    ("sexta à noite", "2026-03-06..2026-03-07"),
    ("próxima sexta", "2026-03-13..2026-03-14"),
    ("nesta sexta", "2026-03-13..2026-03-14"),
    ("na terça da semana passada", "2026-03-03..2026-03-04"),
    ("last Tuesday", "2026-03-10..2026-03-11"),
    ("on Friday", "2026-03-06..2026-03-07"),
    ("on Wednesday", "2026-03-04..2026-03-05"),
    ("Friday of last week", "2026-03-06..2026-03-07"),
    ("next Friday", "2026-03-13..2026-03-14"),
    ("el martes pasado", "2026-03-10..2026-03-11"),
    ("el lunes", "2026-03-09..2026-03-10"),
    ("el próximo lunes", "2026-03-16..2026-03-17"),
]


@pytest.mark.parametrize(("text", "span"), WEEKDAYS)
def test_a_weekday_is_the_latest_before_today(text: str, span: str) -> None:
    """On a Wednesday, Wednesday is a week ago; only `next` and `this` may lie ahead."""
    assert spans(text) == [span]


DATES = [
    ("em março", "2026-03-01..2026-04-01"),
    ("em marco", "2026-03-01..2026-04-01"),
    ("na viagem de abril", "2025-04-01..2025-05-01"),
    ("março de 2025", "2025-03-01..2025-04-01"),
    ("mar/2025", "2025-03-01..2025-04-01"),
    ("março do ano passado", "2025-03-01..2025-04-01"),
    ("13 de julho de 2024", "2024-07-13..2024-07-14"),
    ("13 de julho", "2025-07-13..2025-07-14"),
    ("treze de julho", "2025-07-13..2025-07-14"),
    ("1º de maio", "2025-05-01..2025-05-02"),
    ("primeiro de maio", "2025-05-01..2025-05-02"),
    ("no dia 15", "2026-02-15..2026-02-16"),
    ("no dia 15 do mês passado", "2026-02-15..2026-02-16"),
    ("em 29 de fevereiro", "2024-02-29..2024-03-01"),
    ("13/07/2024", "2024-07-13..2024-07-14"),
    ("05/06/2024", "2024-06-05..2024-06-06"),
    ("05/13/2024", "2024-05-13..2024-05-14"),
    ("2024-07-13", "2024-07-13..2024-07-14"),
    ("em 2024", "2024-01-01..2025-01-01"),
    ("durante 2024", "2024-01-01..2025-01-01"),
    ("ano de 2024", "2024-01-01..2025-01-01"),
    ("no Natal", "2025-12-24..2025-12-26"),
    ("in March", "2026-03-01..2026-04-01"),
    ("last March", "2025-03-01..2025-04-01"),
    ("March 2025", "2025-03-01..2025-04-01"),
    ("in March last year", "2025-03-01..2025-04-01"),
    ("13 July 2024", "2024-07-13..2024-07-14"),
    ("July 13, 2024", "2024-07-13..2024-07-14"),
    ("Tuesday, July 13th, 2024", "2024-07-13..2024-07-14"),
    ("the July 13 trip", "2025-07-13..2025-07-14"),
    ("on the 15th", "2026-02-15..2026-02-16"),
    ("on may 5", "2025-05-05..2025-05-06"),
    ("in 2023", "2023-01-01..2024-01-01"),
    ("last Christmas", "2025-12-24..2025-12-26"),
    ("en marzo", "2026-03-01..2026-04-01"),
    ("en marzo de 2025", "2025-03-01..2025-04-01"),
    ("13 de julio de 2024", "2024-07-13..2024-07-14"),
    ("el 5 de mayo", "2025-05-05..2025-05-06"),
    ("el cinco de mayo del año pasado", "2025-05-05..2025-05-06"),
    ("en Navidad", "2025-12-24..2025-12-26"),
    ("en 2024", "2024-01-01..2025-01-01"),
]


@pytest.mark.parametrize(("text", "span"), DATES)
def test_a_date_without_a_year_is_the_latest_that_has_begun(text: str, span: str) -> None:
    """In figures the day comes first unless it cannot."""
    assert spans(text) == [span]


RANGES = [
    ("entre março e maio de 2025", "2025-03-01..2025-06-01"),
    ("entre novembro e fevereiro de 2025", "2024-11-01..2025-03-01"),
    ("de dezembro a fevereiro", "2025-12-01..2026-03-01"),
    ("de 3 a 7 de abril", "2025-04-03..2025-04-08"),
    ("de 2020 a 2023", "2020-01-01..2024-01-01"),
    ("de ontem a hoje", "2026-03-10..2026-03-12"),
    ("desde janeiro", "2026-01-01..2026-03-11T15:00"),
    ("desde segunda", "2026-03-09..2026-03-11T15:00"),
    ("antes de 2024", f"{ALWAYS}..2024-01-01"),
    ("até março de 2025", f"{ALWAYS}..2025-04-01"),
    ("depois de março de 2025", "2025-04-01..2026-03-11T15:00"),
    ("between March and May 2025", "2025-03-01..2025-06-01"),
    ("from November to February", "2025-11-01..2026-03-01"),
    ("between 3 and 7 April 2024", "2024-04-03..2024-04-08"),
    ("July 3-7, 2024", "2024-07-03..2024-07-08"),
    ("in 2020-2023", "2020-01-01..2024-01-01"),
    ("from last Friday to Monday", "2026-03-06..2026-03-10"),
    ("since January", "2026-01-01..2026-03-11T15:00"),
    ("since this January", "2026-01-01..2026-03-11T15:00"),
    ("since Monday", "2026-03-09..2026-03-11T15:00"),
    ("since Monday morning", "2026-03-09..2026-03-11T15:00"),
    ("ever since last Friday", "2026-03-06..2026-03-11T15:00"),
    ("before 2024", f"{ALWAYS}..2024-01-01"),
    ("after March 2025", "2025-04-01..2026-03-11T15:00"),
    ("after March", "2025-04-01..2026-03-11T15:00"),
    ("entre marzo y mayo de 2025", "2025-03-01..2025-06-01"),
    ("del 3 al 7 de abril", "2025-04-03..2025-04-08"),
    ("desde enero", "2026-01-01..2026-03-11T15:00"),
    ("desde el lunes", "2026-03-09..2026-03-11T15:00"),
    ("antes de 2024", f"{ALWAYS}..2024-01-01"),
    ("después de marzo de 2025", "2025-04-01..2026-03-11T15:00"),
]


@pytest.mark.parametrize(("text", "span"), RANGES)
def test_a_range_gives_either_end_what_only_the_other_says(text: str, span: str) -> None:
    """What is open ends now, or begins with the calendar; both ends of what is closed belong to it."""
    assert spans(text) == [span]


NO_TIMES = """
    port 9077 | 9077 | R$ 2024 | em R$ 2024 | R$2024 | sala 2023 | modelo 2024 | iPhone 2020 | SKU 2021-A | em 2021-A
    de 2024 reais | in 2000 people | in 2020% | in the 1980's | in 2500 | em 1,5 | version 10.2.2024.7 | 10:30 | 24/7
    we | do | may I go | we may | we march on | this may be | start may | may 5 people come | set 5 alarms
    vista para o mar
    pensei em Marco | la casa de Julio | o milestone é um marco | em Natal | Rio de Janeiro | do Rio de Janeiro de 2024
    rua 25 de março | calle 5 de mayo | Avenida 9 de Julio | Santo Domingo | Black Friday
    segunda opção | a segunda vez | na segunda vez | na segunda reunião | na quinta série | terça parte | sexta série
    a quarta vez | de segunda mão | de segunda a sexta | from Monday to Friday | de lunes a viernes | los lunes
    todo domingo | every Monday | on a Friday | un domingo | every 3 August | todo dia 5 | second | on the 15th floor
    hoje em dia | hoy en día | um dia | one day | every day | todo dia | fim do dia | por la mañana | até hoje
    quando a Ana faz 30 anos? | hace frío | 30 de fevereiro | 31/02/2024 | 13/13/2024 | September, 9 to 1
    há 99999999999 anos | in 99999 years | hace 9999999 días | há 99999999999999999999999 horas | 十万年前
    desde amanhã
"""


@pytest.mark.parametrize("text", [text.strip() for line in NO_TIMES.split("\n") for text in line.split("|") if text])
def test_what_may_be_something_else_is_no_time(text: str) -> None:
    """A number is a year, and an ordinal a weekday, only where nothing makes it another thing."""
    assert spans(text.strip()) == []


def test_a_text_may_say_several_times_in_its_order() -> None:
    """Each has its own words, and no word says two."""
    text = "Compare ontem com a semana passada e com março de 2025"

    assert said_by(text) == ["ontem", "a semana passada", "marco de 2025"]
    assert [span[:10] for span in spans(text)] == ["2026-03-10", "2026-03-02", "2025-03-01"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("13 July 2024", ["13 july 2024"]),
        ("what did we do in July, on the 13th", ["in july", "on the 13th"]),
        ("hoje em dia, e ontem?", ["ontem"]),
        ("antes de ontem", ["antes de ontem"]),
        ("no Rio de Janeiro em 2024", ["em 2024"]),
        ("ontem. Passada a semana", ["ontem"]),
    ],
)
def test_of_readings_that_compete_the_one_of_most_words_wins(text: str, said: list[str]) -> None:
    """A date is not widened to its month, and what is no time keeps its words from being read as one."""
    assert said_by(text) == said


@pytest.mark.parametrize(("text", "span"), [*DAYS, *AGO, *PERIODS, *WEEKDAYS, *DATES, *RANGES])
def test_accents_and_case_do_not_count(text: str, span: str) -> None:
    """A question is typed in haste."""
    assert spans(fold(text)) == [span]
    assert spans(text.upper()) == [span]


@pytest.mark.parametrize(
    "text",
    [
        "onde moro agora?",
        "o que uso atualmente",
        "onde moro hoje em dia?",
        "qual é o meu endereço atual?",
        "meu último endereço",
        "a última vez que viajei",
        "o endereço mais recente",
        "where do I live now?",
        "what is my current address",
        "currently",
        "these days",
        "my latest phone",
        "the last time I saw Ana",
        "¿dónde vivo ahora?",
        "hoy en día",
        "actualmente",
        "mi dirección actual",
        "mi último trabajo",
    ],
)
def test_a_question_may_ask_for_what_is_so_now(text: str) -> None:
    """The latest of something is what is so now."""
    assert asks_for_now(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "onde eu morava em 2020?",
        "o que eu disse até agora?",
        "na última semana",
        "meu último natal",
        "minhas últimas 3 semanas",
        "meu último nome",
        "por último quero saber",
        "hoje",
        "last week",
        "what is my last name?",
        "now that we moved",
        "the actual price",
        "hasta ahora",
        "la última semana",
    ],
)
def test_most_questions_do_not_ask_for_now(text: str) -> None:
    """`Until now` looks back, `the last week` is a time, a last name is a name."""
    assert not asks_for_now(text)


@pytest.mark.parametrize(
    ("zone", "now", "hours"),
    [
        ("America/Sao_Paulo", "2018-11-05T12:00:00-02:00", 23),  # its midnight did not exist
        ("America/Sao_Paulo", "2019-02-17T12:00:00-03:00", 25),
        ("Africa/Casablanca", "2026-02-16T12:00:00Z", 25),
        ("Africa/Casablanca", "2026-03-23T12:00:00+01:00", 23),
        ("Asia/Tokyo", "2026-03-23T12:00:00+09:00", 24),
    ],
)
def test_yesterday_is_as_long_as_the_wall_clock_made_it(zone: str, now: str, hours: int) -> None:
    """A day begins once and ends where the next begins."""
    (spoken,) = time_words("ontem", parse(now), zone_named(zone))

    assert (spoken.span.end - spoken.span.start) / 3.6e9 == hours


@given(st.datetimes(datetime(1950, 1, 1), datetime(2050, 1, 1), timezones=st.just(UTC)).map(instant_of), ZONES)  # noqa: DTZ001
def test_yesterday_ends_where_today_begins(now: Instant, zone: object) -> None:
    """The days are those of `times.day_of`, in every zone and at every moment."""
    place = zone_named(str(zone))
    today = day_of(now, place)
    said = {words: time_words(words, now, place) for words in ("hoje", "ontem")}

    assert said["hoje"] == (
        Spoken(Span(start_of(today, place), start_of(today + timedelta(1), place)), frozenset({0})),
    )
    # Apia had no 30 December 2011: a day that never was is no time.
    before = Span(start_of(today - timedelta(1), place), start_of(today, place))
    assert said["ontem"] == ((Spoken(before, frozenset({0})),) if before.start < before.end else ())


@given(ANYTHING, MOMENTS, ZONES)
@example("há 3 dias, em 2024, desde ontem até amanhã", Instant(0), ZONE)
@example("fim de fim de fim de " * 100, NOW, ZONE)
@example("1/2/" * 500, NOW, ZONE)
@settings(deadline=None)  # how long it takes is told of the hostile texts
def test_whatever_is_said_spans_are_in_order_and_words_are_of_the_text(text: str, now: Instant, zone: object) -> None:
    """Nothing raises; no span is empty, no word says two times, and times come in the order of the text."""
    spoken = time_words(text, now, zone_named(str(zone)))
    positions = [sorted(one.words) for one in spoken]
    said = [at for one in positions for at in one]

    assert all(one.span.start < one.span.end for one in spoken)
    assert all(positions)
    assert said == sorted(set(said))
    assert set(said) <= set(range(len(words(text))))
    assert asks_for_now(text) in (True, False)


@given(st.dates(date(1900, 1, 1), date(2100, 12, 31)), MOMENTS)
def test_a_whole_date_is_that_day_whenever_it_is_said(day: date, now: Instant) -> None:
    """A year said is never another."""
    utc = zone_named("UTC")
    expected = Span(start_of(day, utc), start_of(day + timedelta(1), utc))

    for text in (f"{day:%d/%m/%Y}", day.isoformat(), f"em {day:%d/%m/%Y}", f"{day:%B} {day.day}, {day.year}"):
        assert [spoken.span for spoken in time_words(text, now, utc)] == [expected]


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "de ",
        "3 ",
        "3 a ",
        "a ",
        "de de 3 a 7 ",
        "fim de ",
        "em 2024 ",
        "ontem ",
        "13/",
        "vinte e ",
        "\ud800",
        "há ",
        "日",
    ],
)
def test_a_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    """Eight times the text takes about eight times as long, and not 64 times; the longest query well under a second.

    The time is what this thread spent, so that it is the same beside others that keep the processor busy.
    """

    def seconds(text: str) -> float:
        start = thread_time()
        time_words(text, NOW, ZONE)
        asks_for_now(text)
        return thread_time() - start

    short, long = (piece * 4_096)[:512], (piece * 4_096)[:4_096]
    # Taken in turn, the two are slowed alike, and the least of each is what the work itself takes.
    pairs = [(seconds(short), seconds(long)) for _ in range(5)]
    least, most = (min(taken) for taken in zip(*pairs, strict=True))
    assert most < max(32 * least, 0.02)
    assert most < 1


def test_a_language_is_a_file_of_data() -> None:
    """Every phrase is listed under a rule that there is, and every slot that it names can be filled."""
    for language, grammar in zip(LANGUAGES, grammars_of(LANGUAGES), strict=True):
        slots = {
            element.strip("/-?")
            for patterns in language.phrases.values()
            for line in patterns.split()
            for element in line.strip("/-?").split("|")
            if element.isupper()
        }
        assert language.phrases.keys() <= RULES.keys()
        assert slots <= grammar.firsts.keys()
        assert all(grammar.firsts[slot] for slot in slots)
