from __future__ import annotations

from typing import Any

import pytest

from ownwords.actions import indexing
from ownwords.domain.limits import CANDIDATES
from ownwords.domain.times import DAY, Instant, parse, write
from tests.running import Api

CORRIDA = "Comprei um tênis novo para correr no parque."
BOOK = "I left my umbrella in the taxi last night."
PERRO = "Mi perro tiene miedo de los truenos."


def said(api: Api, *items: dict[str, Any], user_id: str = "ana") -> None:
    """File items and learn them."""
    for start in range(0, len(items), 500):
        api.add(user_id, *items[start : start + 500])
    while indexing.work(api.memory):
        pass


def found(api: Api, query: str, **what: Any) -> list[str]:
    """Give the ids of what is found, best first."""
    return [hit["items"][0]["id"] for hit in api.search("ana", query, **what)]


@pytest.mark.parametrize(
    ("query", "item"),
    [
        ("which shoes did I buy for running?", "corrida"),
        ("onde esqueci meu guarda-chuva?", "book"),
        ("meu cachorro tem medo de quê?", "perro"),
        ("what is my dog afraid of?", "perro"),
        ("¿qué zapatillas compré para correr?", "corrida"),
        ("¿dónde olvidé el paraguas?", "book"),
    ],
)
def test_a_question_finds_what_was_said_in_another_language(api: Api, query: str, item: str) -> None:
    """Portuguese, English and Spanish questions find each other's memories first."""
    said(api, {"id": "corrida", "text": CORRIDA}, {"id": "book", "text": BOOK}, {"id": "perro", "text": PERRO})
    assert found(api, query)[0] == item


def test_a_hit_says_which_of_the_two_found_it(api: Api) -> None:
    """Its place among the hits by words and by meaning, from 1; null for the one that did not."""
    said(api, {"id": "corrida", "text": CORRIDA, "session": "a"}, {"id": "book", "text": BOOK, "session": "b"})
    (hit,) = api.search("ana", "tênis para correr", limit=1)
    assert hit["why"] == {"words": 1, "meaning": 1}
    (hit,) = api.search("ana", "running shoes", limit=1)
    assert hit["why"] == {"words": None, "meaning": 1}
    assert hit["spans"] == []


def test_nothing_near_and_no_word_in_common_is_nothing(api: Api) -> None:
    """The answer is an empty list, and not the least far."""
    said(api, {"id": "corrida", "text": CORRIDA})
    assert found(api, "taxa de câmbio do dólar") == []


OTHERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "session": ({"session": "certa"}, {"session": "outra"}),
    "kinds": ({"kind": "note"}, {"kind": "message"}),
    "roles": ({"role": "assistant"}, {"role": "user"}),
    "about": ({"about": ["trip:x"]}, {"about": ["trip:y"]}),
    "metadata": ({"metadata": {"a": {"b": 1}}}, {"metadata": {"a": {"b": 2}}}),
    "after": ({"at": "2026-02-01T00:00:00Z"}, {"at": "2026-01-01T00:00:00Z"}),
    "before": ({"at": "2025-12-01T00:00:00Z"}, {"at": "2026-01-01T00:00:00Z"}),
}
ASKED: dict[str, Any] = {
    "session": "certa",
    "kinds": ["note"],
    "roles": ["assistant"],
    "about": "trip:x",
    "metadata": {"a": {"b": 1}},
    "after": "2026-01-15T00:00:00Z",
    "before": "2025-12-15T00:00:00Z",
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("query", ["tênis novo", "which sneakers for jogging?"], ids=["by words", "by meaning"])
def test_a_filter_holds_in_each_arm_before_the_cut(api: Api, name: str, query: str) -> None:
    """More near-duplicates outside of the filter than are ever looked at do not push out the one inside."""
    inside, outside = OTHERS[name]
    many = ({"id": f"m{n}", "text": f"{CORRIDA} {n}"} | outside for n in range(CANDIDATES + 30))
    said(api, *many, {"id": "certo", "text": CORRIDA} | inside)
    assert found(api, query, filters={name: ASKED[name]}) == ["certo"]


def test_the_speaker_asked_for_holds_in_each_arm(api: Api) -> None:
    """Both arms keep to what one speaker said."""
    said(
        api,
        *({"id": f"m{n}", "text": f"{CORRIDA} {n}", "author": "Bia"} for n in range(CANDIDATES + 30)),
        {"id": "certo", "text": CORRIDA, "author": "Caio"},
    )
    (caio,) = [
        one["id"] for one in api.get("/v1/memory/speakers", user_id="ana")["speakers"] if one["names"] == ["Caio"]
    ]
    for query in ("tênis novo", "which sneakers for jogging?"):
        assert found(api, query, filters={"speaker_id": caio}) == ["certo"]


def test_a_long_turn_is_found_by_each_of_its_parts(api: Api) -> None:
    """A long message is cut; each part is found by its meaning, with the author of the whole."""
    text = "\n\n".join(" ".join([each] * 14) for each in (CORRIDA, PERRO))
    said(api, {"id": "longo", "text": text, "author": "Bia"})
    for query in ("running shoes", "is my dog scared of thunder?"):
        (hit, *_) = api.search("ana", query)
        assert hit["items"][0]["id"] == "longo"
        assert hit["items"][0]["speaker_id"] is not None
        assert len(hit["text"]) <= 800


def test_the_title_heads_each_passage_of_a_document(api: Api) -> None:
    """A text that does not name its subject is found by its title, also in another language."""
    text = "Leia com atenção antes de usar."
    said(
        api,
        {"id": "m", "kind": "document", "title": "Manual da máquina de lavar roupa", "text": text},
        {"id": "f", "kind": "document", "title": "Manual do forno de micro-ondas", "text": text},
    )
    assert found(api, "washing machine")[0] == "m"
    assert found(api, "microwave oven")[0] == "f"


def test_the_persons_own_words_come_before_a_machines(api: Api) -> None:
    """Of two turns that say as much the person's is first."""
    said(
        api,
        {"id": "machine", "text": "O tênis de corrida é azul.", "role": "assistant", "session": "a"},
        {"id": "person", "text": "O tênis de corrida é azul.", "role": "user", "session": "b"},
    )
    assert found(api, "qual a cor do tênis?") == ["person", "machine"]
    assert found(api, "what colour are the running shoes?")[0] == "person"


@pytest.mark.parametrize("newer", ["Eu calço 42.", "Eu calço 40."], ids=["they disagree", "they agree"])
def test_of_two_about_one_thing_the_newer_comes_first(api: Api, newer: str) -> None:
    """Both are given, whether they agree or not."""
    said(
        api,
        {"id": "antes", "text": "Eu calço 40.", "role": "user", "session": "a", "at": "2023-05-01T12:00:00Z"},
        {"id": "depois", "text": newer, "role": "user", "session": "b", "at": "2025-05-01T12:00:00Z"},
    )
    assert found(api, "que número eu calço?") == ["depois", "antes"]
    assert found(api, "what is my shoe size?") == ["depois", "antes"]


def test_a_speaker_who_is_named_comes_first(api: Api) -> None:
    """Of the same words by two, those of the one whom the question names."""
    for name in ("Bia", "Caio"):
        said(api, {"id": name, "text": "Adoro viajar de trem.", "author": name, "session": name})
    assert found(api, "does Caio like trains?")[0] == "Caio"
    assert found(api, "a Bia gosta de viajar?")[0] == "Bia"


def test_naming_the_only_speaker_changes_no_order(api: Api) -> None:
    """Where one person said everything, the name tells nothing apart."""
    items = [{"id": f"m{n}", "text": text, "author": "Bia"} for n, text in enumerate((CORRIDA, BOOK, PERRO))]
    said(api, *items)
    assert found(api, "tênis da Bia para correr")[0] == found(api, "tênis para correr")[0] == "m0"


# --- times ----------------------------------------------------------------------------------------


def _days(api: Api, count: int = 200) -> None:
    """File a message of the same words for each day before noon of 2 March 2026."""
    noon = parse("2026-03-02T15:00:00Z")
    days = [write(Instant(noon - n * DAY)) for n in range(count)]
    text = "Fui à padaria comprar pão."
    said(api, *({"id": f"d{n}", "text": text, "session": f"s{n}", "at": at} for n, at in enumerate(days)))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("o que comprei na padaria ontem?", "d1"),
        ("what did I buy at the bakery yesterday?", "d1"),
        ("¿qué compré en la panadería anteayer?", "d2"),
        ("o que comprei na padaria há 150 dias?", "d150"),
    ],
)
def test_words_of_time_lift_what_was_said_then(api: Api, query: str, first: str) -> None:
    """Also where it is not among the hundred that are best otherwise."""
    _days(api)
    assert found(api, query, now="2026-03-02T18:00:00Z")[0] == first


def test_a_query_of_time_alone_gives_what_was_said_then(api: Api) -> None:
    """It says nothing else, so all of that day answers it; without `now` it is reckoned from the clock."""
    _days(api, 10)
    assert found(api, "ontem")[0] == "d1"
    assert found(api, "o que eu disse anteontem?")[0] == "d2"
    assert found(api, "em 1950") == []


def test_days_are_those_of_the_persons_wall(api: Api) -> None:
    """At one in the morning in Lisbon it is still yesterday in São Paulo."""
    api.http.put("/v1/persons/ana", json={"timezone": "America/Sao_Paulo"})
    said(
        api,
        {"id": "hoje", "text": "Fui à padaria comprar pão.", "at": "2026-03-02T02:30:00Z", "session": "a"},
        {"id": "ontem", "text": "Fui à padaria comprar pão.", "at": "2026-03-01T02:30:00Z", "session": "b"},
    )
    assert found(api, "o que comprei ontem na padaria?", now="2026-03-02T02:50:00Z")[0] == "ontem"
    assert found(api, "o que comprei ontem na padaria?", now="2026-03-02T12:00:00Z")[0] == "hoje"


def test_a_filter_wins_over_a_word_of_time(api: Api) -> None:
    """What lies outside of `after` and `before` is not found, whatever the question names."""
    _days(api, 10)
    hits = found(api, "o que comprei ontem?", filters={"before": "2026-03-01T00:00:00Z"})
    assert hits
    assert {"d0", "d1"}.isdisjoint(hits)


@pytest.mark.parametrize(
    "query",
    [
        "port 9077",
        "do we know?",
        "13 July 2024",
        "十万年前",
        "há 99999999999 anos",
        "in 99999 years",
        "\u202eontem\u202c",
    ],
)
def test_what_only_looks_like_a_time_is_answered_all_the_same(api: Api, query: str) -> None:
    """Numbers, auxiliaries, and times that no calendar holds crash nothing and find by their words."""
    said(api, {"id": "porta", "text": f"anotei: {query}"})
    assert found(api, query) == ["porta"]


@pytest.mark.parametrize("now", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_now_may_be_any_time(api: Api, now: str) -> None:
    """At both ends of the calendar a question is answered."""
    said(api, {"id": "oi", "text": "fui à praia ontem"})
    assert found(api, "praia ontem, semana passada, há 3 anos, next year", now=now) == ["oi"]
