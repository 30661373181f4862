from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from typing_extensions import override

from ownwords.actions import indexing
from ownwords.domain.errors import NotEmbeddable
from ownwords.domain.limits import CANDIDATES
from ownwords.domain.times import DAY, Instant, parse, write
from ownwords.domain.vectors import Vectors
from ownwords.ports import Store
from tests.embedders import Moody
from tests.running import Api, MovableClock, serving

CORRIDA = "Comprei um tênis novo para correr no parque."
BOOK = "I left my umbrella in the taxi last night."
PERRO = "Mi perro tiene miedo de los truenos."


def said(api: Api, *items: dict[str, Any], user_id: str = "ana") -> None:
    """File items and learn them."""
    for start in range(0, len(items), 500):
        api.add(user_id, *items[start : start + 500])
    while indexing.work_for(api.memory, api.whose(user_id).scope(api.memory)):
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


@pytest.mark.parametrize("query", ["o que a Bia disse?", "what did Bia say?", "¿qué dijo Bia?", "Bia"])
def test_all_that_somebody_said_answers_who_asks_for_nothing_else(api: Api, query: str) -> None:
    """However far it is from what saying means, and before what others said."""
    texts = ("Calço 42.", "Pagar o boleto do condomínio.", PERRO, BOOK, "42", "人工智能")
    items = [{"id": f"b{n}", "text": text, "author": "Bia", "session": f"b{n}"} for n, text in enumerate(texts)]
    said(api, *items, {"id": "c", "text": "Ela disse que disse e não disse.", "author": "Caio", "session": "c"})
    assert sorted(found(api, query)) == [item["id"] for item in items]


def test_what_somebody_said_then_answers_who_asks_for_nothing_else(api: Api) -> None:
    """The newest first, and nothing that they said on other days, or that others said on that one."""
    texts = ((CORRIDA, "2026-03-01"), ("42", "2026-02-20"), (BOOK, "2026-03-01"), (PERRO, "2026-02-10"))
    dated = [
        {"id": f"b{n}", "text": text, "author": "Bia", "session": f"b{n}", "at": f"{day}T10:0{n}:00Z"}
        for n, (text, day) in enumerate(texts)
    ]
    said(api, *dated, {"id": "c", "text": CORRIDA, "author": "Caio", "session": "c", "at": "2026-03-01T10:00:00Z"})
    for query in ("o que a Bia disse ontem?", "what did Bia say yesterday?"):
        assert found(api, query) == ["b2", "b0"]


def test_naming_the_only_speaker_changes_no_order(api: Api) -> None:
    """Where one person said everything, the name tells nothing apart."""
    items = [{"id": f"m{n}", "text": text, "author": "Bia"} for n, text in enumerate((CORRIDA, BOOK, PERRO))]
    said(api, *items)
    assert found(api, "tênis da Bia para correr")[0] == found(api, "tênis para correr")[0] == "m0"


# --- a query that can not be embedded -------------------------------------------------------------


class Unreadable(Moody):
    """It reads what is filed, and no question."""

    @override
    def questions(self, texts: Sequence[str]) -> Vectors:
        raise NotEmbeddable


def test_a_query_that_can_not_be_embedded_is_answered_by_its_words(store: Store) -> None:
    """Where these find nothing it is said why, as that nothing is there can not be said."""
    with serving(store, MovableClock(), Unreadable()) as server, (api := server.project()).http:
        said(api, {"id": "corrida", "text": CORRIDA})
        (hit,) = api.search("ana", "tênis")
        assert (hit["items"][0]["id"], hit["why"]) == ("corrida", {"words": 1, "meaning": None})
        for path in ("search", "context"):
            failed = api.post(f"/v1/memory/{path}", {"user_id": "ana", "query": "running shoes"})
            assert (failed.status_code, failed.json()["code"]) == (422, "not_embeddable")


# --- both arms, one at a time ---------------------------------------------------------------------

MANY_TEXT = "Comprei um tênis novo para correr no parque"
INSIDE: dict[str, Any] = {
    "session": "certa",
    "role": "user",
    "about": ["trip:x"],
    "metadata": {"a": {"b": 1}},
    "author": "Caio",
    "at": "2026-02-01T00:00:00Z",
}
OUTSIDE: dict[str, Any] = {
    "session": "outra",
    "role": "assistant",
    "about": ["trip:y"],
    "metadata": {"a": {"b": 2}},
    "author": "Robô",
    "at": "2026-01-01T00:00:00Z",
}


def test_each_filter_holds_by_words_alone_and_by_meaning_alone(api: Api) -> None:
    """Before anything is learned only words find, and a question in another language finds by meaning only."""
    # situation 53
    api.add("ana", *({"id": f"m{n}", "text": f"{MANY_TEXT}, o número {n}"} | OUTSIDE for n in range(150)))
    api.add("ana", {"id": "certo", "text": f"{MANY_TEXT}, foi caro e já está sujo"} | INSIDE)
    (caio,) = [item["speaker_id"] for item in api.read("ana", ids=["certo"])]
    narrow: list[dict[str, Any]] = [{name: ASKED[name]} for name in ("session", "about", "metadata", "after")]
    narrow += [{"roles": ["user"]}, {"speaker_id": caio}, {"kinds": ["message"], "roles": ["user"]}]

    for each in narrow:
        (hit,) = api.search("ana", "tênis novo", filters=each)
        assert (hit["items"][0]["id"], hit["why"]) == ("certo", {"words": 1, "meaning": None})
    said(api)
    for each in narrow:
        (hit,) = api.search("ana", "which sneakers for jogging?", filters=each)
        assert (hit["items"][0]["id"], hit["why"]) == ("certo", {"words": None, "meaning": 1})
    for query in ("tênis novo", "which sneakers for jogging?"):
        assert "certo" not in found(api, query, filters={"before": INSIDE["at"]}, limit=100)


def test_neighbours_that_lend_bring_nothing_in_from_outside_of_the_filter(api: Api) -> None:
    """The answers between the questions of one conversation are never hits where only the person's turns may be."""
    turns = [
        ("Você lembra do tênis de corrida?", "Sim, o tênis azul de corrida."),
        ("E quanto custou o tênis?", "O tênis de corrida custou trezentos reais."),
        ("Preciso de meias também.", "Anotei as meias para correr."),
    ]
    said(
        api,
        *(
            {"id": f"{role}{n}", "text": text, "role": role, "session": "s", "at": f"2026-03-01T10:0{n}:0{place}Z"}
            for n, pair in enumerate(turns)
            for place, (role, text) in enumerate(zip(("user", "assistant"), pair, strict=True))
        ),
        {"id": "after", "text": "Era isso.", "role": "user", "session": "s", "at": "2026-03-01T10:09:00Z"},
    )
    for query in ("tênis de corrida", "how much were the running shoes?", "meias"):
        for role in ("user", "assistant"):
            hits = api.search("ana", query, filters={"roles": [role]})
            assert hits
            assert {hit["items"][0]["role"] for hit in hits} == {role}
        early = found(api, query, filters={"before": "2026-03-01T10:01:00Z"})
        assert set(early) <= {"user0", "assistant0"}


# --- languages ------------------------------------------------------------------------------------

PAIRS = [
    ("Minha filha é alérgica a amendoim.", "what is my daughter allergic to?"),
    ("I parked the car on the third floor.", "onde estacionei o carro?"),
    ("Mi hermana se casa en mayo.", "quando é o casamento da minha irmã?"),
    ("A senha do wifi está colada na geladeira.", "¿dónde está la contraseña del wifi?"),
    ("My grandmother makes the best apple pie.", "¿quién hace la mejor tarta de manzana?"),
    ("O dentista marcou a consulta para sexta.", "when is my dental appointment?"),
]


def test_each_question_finds_its_own_memory_in_another_language(api: Api) -> None:
    """Among others in three languages it is the first, found by its meaning and by words only where it has some."""
    said(api, *({"id": f"m{n}", "text": text, "kind": "note"} for n, (text, _) in enumerate(PAIRS)))
    for n, (_, query) in enumerate(PAIRS):
        hit = api.search("ana", query)[0]
        assert hit["items"][0]["id"] == f"m{n}", query
        assert hit["why"]["meaning"] == 1, query
        assert (hit["why"]["words"] is None) == (hit["spans"] == []), query


@pytest.mark.parametrize("query", ["taxa de câmbio do dólar", "xyzzy", "interest rates", "precio del petróleo"])
def test_what_nothing_is_near_to_finds_nothing(api: Api, query: str) -> None:
    """In a memory of several things as well; a filter makes nothing nearer."""
    texts = ("Fui ao cinema com a Bia.", "Comprei um tênis novo.", PERRO)
    said(api, *({"id": f"m{n}", "text": text, "kind": "note"} for n, text in enumerate(texts)))
    assert found(api, query) == found(api, query, filters={"kinds": ["note"]}) == []


# --- what is cut ----------------------------------------------------------------------------------


def test_the_sections_of_a_document_are_found_by_what_they_are_about(api: Api) -> None:
    """Each is a passage from its heading on, under the title of the whole."""
    sections = {
        "Cozinha": "A panela de pressão precisa de água.",
        "Garagem": "O carro precisa de óleo novo a cada ano.",
        "Jardim": "As roseiras são podadas no inverno.",
    }
    text = "\n".join(f"# {name}\n{' '.join([line] * 15)}" for name, line in sections.items())
    said(api, {"id": "d", "kind": "document", "title": "Manual da casa", "text": text})
    for query, name in (("pressure cooker", "Cozinha"), ("engine oil", "Garagem"), ("pruning the roses", "Jardim")):
        hit = api.search("ana", query)[0]
        assert hit["text"].startswith(f"# {name}\n")
        assert hit["title"] == "Manual da casa"
        assert hit["why"] == {"words": None, "meaning": 1}
        assert sum(f"# {other}" in hit["text"] for other in sections) == 1


def test_the_last_part_of_a_long_turn_is_its_authors(api: Api) -> None:
    """A part far from the beginning is found by meaning, and the speaker of the whole said it."""  # situation 36
    filler = "Conversamos sobre o trânsito e o tempo na cidade. " * 60
    last = " ".join([PERRO] * 15)
    said(api, {"id": "m", "text": f"{filler}\n\n{last}", "author": "Bia"}, {"id": "n", "text": "Oi!", "author": "Caio"})
    (bia,) = [item["speaker_id"] for item in api.read("ana", ids=["m"])]
    hit = api.search("ana", "is the dog scared of thunder?")[0]
    assert hit["text"].endswith(last)
    assert hit["items"][0]["speaker_id"] == bia


# --- order ----------------------------------------------------------------------------------------


SIZES = [
    ("Meu sapato é número {}.", "Meu sapato agora é número {}."),
    ("I wear size {} shoes.", "My shoe size is {} now."),
    ("Mi número de zapato es {}.", "Ahora mi número de zapato es {}."),
]


@pytest.mark.parametrize(("older", "newer"), [("40", "42"), ("42", "40"), ("42", "42")])
@pytest.mark.parametrize("texts", SIZES, ids=["pt", "en", "es"])
def test_a_size_of_two_years_is_given_twice_the_newer_first(
    api: Api, texts: tuple[str, str], older: str, newer: str
) -> None:
    """Whether they agree or not, however they were filed, asked in each language, with other things beside them."""
    two = [(texts[1].format(newer), "2025"), (texts[0].format(older), "2023")]
    dated = [{"id": year, "text": text, "session": year, "at": f"{year}-05-01T12:00:00Z"} for text, year in two]
    others = [{"id": f"o{n}", "text": text, "session": f"o{n}"} for n, text in enumerate((BOOK, PERRO))]
    said(api, *(one | {"role": "user"} for one in dated + others))
    for query in ("que número eu calço?", "what is my shoe size?", "¿qué número de zapato uso?"):
        assert found(api, query)[:2] == ["2025", "2023"], query


def test_naming_the_only_speaker_leaves_the_whole_order(api: Api) -> None:
    """In Portuguese and English, by words and by meaning, where no text itself says the name."""
    texts = [
        CORRIDA, "Corri dez quilômetros no parque.", "My new shoes hurt.", "Adoro correr de manhã cedo com amigos.",
        "Jantamos fora e foi muito bom mesmo, comemos bolo de chocolate e depois fomos ao cinema.",
    ]  # fmt: skip
    said(api, *({"id": f"m{n}", "text": text, "author": "Bia", "session": f"s{n}"} for n, text in enumerate(texts)))
    for named, without in (
        ("o que a Bia comprou para correr?", "o que comprou para correr?"),
        ("which shoes did Bia buy?", "which shoes did buy?"),
        ("a Bia gosta de correr?", "gosta de correr?"),
    ):
        expected = found(api, without)
        assert [one for one in found(api, named) if one in expected] == expected


def test_of_two_speakers_the_named_ones_turns_come_before_the_same_of_the_other(api: Api) -> None:
    """Each of them, by words and by meaning, in three languages; the other one's are given as well."""
    texts = ("Adoro viajar de trem.", "Prefiro viajar de trem a voar.")
    for name in ("Bia", "Caio"):
        turns = ({"id": f"{name}{n}", "text": text, "session": f"{name}{n}"} for n, text in enumerate(texts))
        said(api, *(turn | {"author": name} for turn in turns))
    for query in ("o que {} acha de viajar de trem?", "does {} like to travel by train?", "¿a {} le gusta el tren?"):
        for name, other in (("Bia", "Caio"), ("Caio", "Bia")):
            hits = found(api, query.format(name))
            assert hits.index(f"{name}0") < hits.index(f"{other}0"), query
            assert hits.index(f"{name}1") < hits.index(f"{other}1"), query
            assert hits[0].startswith(name), query


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
