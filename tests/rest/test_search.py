from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.running import Api

HOSTILE = [
    "install.sh | bash", '"', "AND", "OR NOT", "NEAR(", "NEAR(a b)", "*", "%", "_", "`ls`", "a/b", "(", ")", "'; --",
    "' OR 1=1 --", '{"$ne": 1}', "text:*", "^a", "-a", "+", "\\", "the of and", "de la que", "o a e", "?", "…", "👍",
]  # fmt: skip
DAY = "2026-03-02"


def said(item_id: str, text: str, clock: str = "10:00:00", **more: Any) -> dict[str, Any]:
    """Make a message of a session."""
    return {"id": item_id, "text": text, "at": f"{DAY}T{clock}Z", "session": "s", **more}


def apart(item_id: str, text: str, **more: Any) -> dict[str, Any]:
    """Make a note, which has no neighbours."""
    return {"id": item_id, "text": text, "kind": "note", **more}


def matched(hit: dict[str, Any]) -> list[str]:
    """Give the words that a hit's spans cut out of its text."""
    return [hit["text"][start:end] for start, end in hit["spans"]]


def found(api: Api, query: str, user_id: str = "ana", **what: Any) -> list[str]:
    """Search, and give the ids of the items whose own words were matched, best first."""
    return [hit["items"][0]["id"] for hit in api.search(user_id, query, **what) if hit["spans"]]


def first(api: Api, query: str) -> str:
    """Search, and give the item of the best hit."""
    return api.search("ana", query)[0]["items"][0]["id"]


# --- what a hit is --------------------------------------------------------------------------------


def test_a_hit_says_what_was_found_where_and_why(api: Api) -> None:
    """Text, spans, thread, title, the item it was cut from, its neighbours, and its place by words."""
    api.add("ana", apart("n1", "Calço 42 e gosto de azul", title="Medidas", at="2026-03-01T10:00:00Z", author="Ana"))
    (hit,) = api.search("ana", "azul")
    (item,) = api.read("ana")

    assert hit == {
        "text": "Calço 42 e gosto de azul",
        "spans": [[20, 24]],
        "thread_id": item["thread_id"],
        "title": "Medidas",
        "items": [
            {
                "id": "n1",
                "at": "2026-03-01T10:00:00Z",
                "speaker_id": item["speaker_id"],
                "kind": "note",
                "role": None,
            }
        ],
        "around": [],
        "why": {"words": 1, "meaning": None},
    }


def test_spans_are_code_points_into_the_hits_own_text(api: Api) -> None:
    """Emoji, combining accents and wide letters before a word do not shift it."""
    text = "👩‍👩‍👧 e\u0301 ＡＢＣ 😀 o Tênis azul, o TENIS\u0327 e tênis!"
    api.add("ana", apart("n1", text))
    (hit,) = api.search("ana", "tenis")

    assert hit["text"] == text
    assert matched(hit) == ["Tênis", "TENIS\u0327", "tênis"]


def test_spans_of_a_long_text_are_into_the_passage_and_not_into_the_item(api: Api) -> None:
    """A hit from the last part of a long message cuts the right word, and the author is kept."""  # situation 36
    filler = "Conversamos sobre muitas coisas sem importância naquele dia. " * 300
    api.add("ana", said("m1", f"{filler}No fim, ela prefere maracujá.", author="Bia"))
    hit = api.search("ana", "maracujá")[0]

    assert matched(hit) == ["maracujá"]
    assert len(hit["text"]) < len(filler) / 10
    assert hit["items"][0]["speaker_id"] == api.read("ana")[0]["speaker_id"]


def test_around_are_two_neighbours_each_side_in_order(api: Api) -> None:
    """Whole items as read gives them, of the same thread, without the hit itself."""
    words = ["um", "dois", "três", "maracujá", "cinco", "seis", "sete"]
    api.add("ana", *(said(f"m{place}", word, f"10:0{place}:00") for place, word in enumerate(words)))
    api.add("ana", {"id": "x", "text": "outra sessão", "at": f"{DAY}T10:03:30Z", "session": "t"})
    hit = api.search("ana", "maracujá")[0]

    assert [item["id"] for item in hit["around"]] == ["m1", "m2", "m4", "m5"]
    assert hit["around"] == api.read("ana", ids=["m1", "m2", "m4", "m5"], order="oldest")
    assert [item["id"] for item in hit["items"]] == ["m3"]


def test_around_at_the_ends_of_a_thread_is_what_there_is(api: Api) -> None:
    """The first message has none before it; a thread of one has none at all."""
    api.add("ana", said("a", "maracujá"), said("b", "dois", "10:01:00"), said("c", "caju", "10:02:00"))

    assert [item["id"] for item in api.search("ana", "maracujá")[0]["around"]] == ["b", "c"]
    assert [item["id"] for item in api.search("ana", "caju")[0]["around"]] == ["a", "b"]


def test_a_hit_whose_thread_was_regrouped_names_the_thread_of_now(api: Api) -> None:
    """The thread of a hit is the one its item reads with."""
    api.add("ana", {"id": "b", "text": "maracujá", "at": f"{DAY}T10:00:00Z"})
    api.add("ana", {"id": "a", "text": "antes", "at": f"{DAY}T09:50:00Z"})

    assert api.search("ana", "maracujá")[0]["thread_id"] == api.read("ana", ids=["a"])[0]["thread_id"]


def test_the_title_heads_every_passage_cut_from_a_document(api: Api) -> None:
    """A word that stands in the title alone finds the document."""
    api.add("ana", apart("d", "Art. 1. Fica criado o conselho.", kind="document", title="Estatuto do Condomínio"))
    hits = api.search("ana", "condomínio")

    assert [(hit["title"], hit["items"][0]["id"]) for hit in hits] == [("Estatuto do Condomínio", "d")]


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Comprei um TÊNIS azul", "tenis"),
        ("calço 42", "42"),
        ("as camisetas novas", "camiseta"),
        ("she was running late", "run"),
        ("los zapatos rojos", "zapato"),
        ("人工智能技术", "人工智能"),
        ("我喜欢喝绿茶", "绿茶"),
        ("中文", "中文"),
        ("東京タワーに行った", "タワー"),
        ("ฉันชอบกาแฟ", "กาแฟ"),
        ("서울에서 만나요", "서울"),
        ("use sk_test", "sk_test"),
        ("为sk_test设置", "sk_test"),
        ("tamanho42", "tamanho"),
        ("tamanho42", "42"),
        ("run install.sh | bash now", "install.sh | bash"),
        ("path a/b/c", "a/b/c"),
        ("ann@example.com", "ann@example.com"),
        ("e\u0301clair", "éclair"),
        ("ＡＢＣ１２３", "abc123"),
    ],
)
def test_words_are_found_in_any_script_and_spelling(api: Api, text: str, query: str) -> None:
    """Accents, case, plurals, scripts without spaces, and words next to them."""  # situations 66, 71 and 73
    api.add("ana", apart("x", text), apart("y", "nothing of the kind, 完全不同, нет"))

    assert found(api, query)[:1] == ["x"]


@pytest.mark.parametrize("query", ["日本料理", "寿司", "хлеб", "xyzzy", "人", "🍕", "'", "…"])
def test_a_query_that_nothing_answers_finds_nothing(api: Api, query: str) -> None:
    """A query of no words of ours matches nothing, and never everything."""  # situation 66
    api.add("ana", apart("x", "gosto de café"), apart("y", "我喜欢喝茶"), apart("z", "tea | time"))

    assert api.search("ana", query) == []


@pytest.mark.parametrize("query", ["the of and", "o que é", "de la", "a"])
def test_a_query_of_stop_words_alone_is_no_error_and_finds_only_what_holds_them(api: Api, query: str) -> None:
    """What is found holds one of the words; what holds none is not found."""  # situation 71
    api.add("ana", apart("x", "xyzzy"), apart("y", "the king of the hill and o que é de la a"))

    assert set(found(api, query)) <= {"y"}
    assert "x" not in [hit["items"][0]["id"] for hit in api.search("ana", query)]


@pytest.mark.parametrize("query", HOSTILE)
def test_no_query_is_a_syntax_error(api: Api, query: str) -> None:
    """Operators, quotes, pipes and stars are text; they are answered with 200."""  # situations 57 and 71
    api.add("ana", apart("x", "segredo"))
    api.add("bia", apart("y", f"dela {query} install bash near text"))

    assert api.search("ana", query) == []
    assert all(hit["items"][0]["id"] == "y" for hit in api.search("bia", query))


@pytest.mark.parametrize("query", ["", " ", "\u200b", None, 42, ["oi"], "x" * 4_097, "a\x00b"])
def test_a_query_that_asks_nothing_is_refused(api: Api, query: object) -> None:
    """An empty query is a fault, not an empty answer."""
    answer = api.post("/v1/memory/search", {"user_id": "ana", "query": query})

    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/query"]


def test_a_message_is_found_by_the_words_of_its_date(api: Api) -> None:
    """The day on the person's wall is part of what is indexed."""
    api.add("ana", apart("x", "fomos à praia", at="2026-03-01T12:00:00Z"))
    api.add("ana", apart("y", "fomos à praia", at="2026-07-20T12:00:00Z"))

    assert first(api, "praia em julho") == "y"
    assert first(api, "praia em março") == "x"


def test_a_message_is_found_by_its_speakers_name(api: Api) -> None:
    """Whoever is named in the query is meant as the speaker."""
    api.add("ana", apart("x", "fomos à praia", author="Bruno"), apart("y", "fomos à praia", author="Carla"))

    assert first(api, "o que Carla disse da praia") == "y"
    assert first(api, "Bruno") == "x"


# --- order ----------------------------------------------------------------------------------------


def test_of_two_that_answer_equally_the_newer_comes_first(api: Api) -> None:
    """Two dates about one thing are both given, whether they agree or not."""
    api.add("ana", apart("new", "calço 42", at="2026-03-01T10:00:00Z"))
    api.add(
        "ana", apart("old", "calço 42", at="2020-03-01T10:00:00Z"), apart("mid", "calço 42", at="2023-03-01T10:00:00Z")
    )

    assert found(api, "calço") == ["new", "mid", "old"]


def test_a_change_is_given_before_what_it_changed(api: Api) -> None:
    """Two sizes of two dates: both are given, the newer first, whichever was filed first."""
    api.add("ana", apart("new", "agora calço 43", at="2026-03-01T10:00:00Z"))
    api.add("ana", apart("old", "agora calço 42", at="2020-03-01T10:00:00Z"))

    assert found(api, "que número eu calço agora") == ["new", "old"]


def test_what_holds_more_of_the_query_comes_first(api: Api) -> None:
    """The rarer words count more, and all of them more than one."""
    api.add(
        "ana",
        apart("one", "bolo de cenoura"),
        apart("both", "bolo de cenoura com calda de chocolate"),
        apart("other", "chocolate quente"),
        apart("none", "arroz"),
    )

    assert found(api, "bolo com chocolate")[0] == "both"
    assert "none" not in found(api, "bolo com chocolate")


def test_places_by_words_count_from_one(api: Api) -> None:
    """`why.words` is the place of the hit; `limit` cuts the list and changes no place."""
    api.add("ana", *(apart(f"n{place}", f"caju {'x ' * place}") for place in range(15)))
    hits = api.search("ana", "caju", limit=100)

    assert [hit["why"]["words"] for hit in hits] == list(range(1, 16))
    assert api.search("ana", "caju") == hits[:10]
    assert api.search("ana", "caju", limit=3) == hits[:3]


# --- filters --------------------------------------------------------------------------------------


@pytest.fixture
def filled(api: Api) -> Api:
    """A memory in which everything says `caju`, and each thing differs in one way."""
    api.add(
        "ana",
        {"id": "m1", "text": "caju um", "at": "2026-03-01T10:00:00Z", "session": "s", "role": "user", "about": ["b:1"]},
        {"id": "m2", "text": "caju dois", "at": "2026-03-01T10:01:00Z", "session": "s", "role": "assistant"},
        {
            "id": "m3",
            "text": "caju três",
            "at": "2026-03-01T10:02:00Z",
            "session": "t",
            "author": "Ann",
            "about": ["b:2"],
        },
        {
            "id": "d1",
            "text": "caju quatro",
            "at": "2026-03-01T11:00:00Z",
            "kind": "document",
            "metadata": {"a": {"b": 1}},
        },
        {"id": "n1", "text": "caju cinco", "at": "2026-03-01T12:00:00Z", "kind": "note", "metadata": {"a": {"b": "1"}}},
        {
            "id": "n2",
            "text": "caju seis",
            "at": "2026-03-01T13:00:00Z",
            "kind": "note",
            "metadata": {"x/y": [1, True, None]},
        },
    )
    return api


FILTERS: list[tuple[dict[str, Any], set[str]]] = [
    ({"kinds": ["message"]}, {"m1", "m2", "m3"}),
    ({"kinds": ["document", "note"]}, {"d1", "n1", "n2"}),
    ({"session": "s"}, {"m1", "m2"}),
    ({"about": "b:1"}, {"m1"}),
    ({"roles": ["user", "assistant"]}, {"m1", "m2"}),
    ({"roles": ["assistant"]}, {"m2"}),
    ({"after": "2026-03-01T11:00:00Z"}, {"d1", "n1", "n2"}),
    ({"before": "2026-03-01T11:00:00Z"}, {"m1", "m2", "m3"}),
    ({"after": "2026-03-01T10:01:00Z", "before": "2026-03-01T10:02:00Z"}, {"m2"}),
    ({"metadata": {"a": {"b": 1}}}, {"d1"}),
    ({"metadata": {"a": {"b": "1"}}}, {"n1"}),
    ({"metadata": {"a": {"b": 1.0}}}, {"d1"}),
    ({"metadata": {"a": {"b": True}}}, set()),
    ({"metadata": {"a": 1}}, set()),
    ({"metadata": {"x/y": None}}, {"n2"}),
    ({"metadata": {"x/y": True}}, {"n2"}),
    ({"metadata": {"x": {"y": 1}}}, set()),
    ({"session": "s", "roles": ["user"], "about": "b:1", "kinds": ["message"]}, {"m1"}),
    ({"session": "t", "roles": ["user"]}, set()),
    ({"speaker_id": "spk_nobody"}, set()),
    ({}, {"m1", "m2", "m3", "d1", "n1", "n2"}),
]


@pytest.mark.parametrize(("filters", "expected"), FILTERS)
def test_a_hit_holds_to_every_filter(filled: Api, filters: dict[str, Any], expected: set[str]) -> None:
    """Kinds, session, about, roles, time and metadata narrow; `after` is inclusive and `before` exclusive."""
    assert {hit["items"][0]["id"] for hit in filled.search("ana", "caju", filters=filters)} == expected


def test_a_search_narrows_to_a_speaker(filled: Api) -> None:
    """By the id that read gives with an item."""
    (ann,) = (item["speaker_id"] for item in filled.read("ana", ids=["m3"]))

    assert found(filled, "caju", filters={"speaker_id": ann}) == ["m3"]


@pytest.mark.parametrize(
    ("filters", "pointer"),
    [
        ({"kind": "note"}, "/filters/kind"),
        ({"kinds": ["memory"]}, "/filters/kinds/0"),
        ({"kinds": []}, "/filters/kinds"),
        ({"session": {"$ne": 1}}, "/filters/session"),
        ({"roles": ["admin"]}, "/filters/roles/0"),
        ({"after": "yesterday"}, "/filters/after"),
        ({"metadata": []}, "/filters/metadata"),
        ({"metadata": {"a": [1]}}, "/filters/metadata/a"),
        ({"user_id": "bia"}, "/filters/user_id"),
    ],
)
def test_an_unknown_or_malformed_filter_is_a_fault(filled: Api, filters: dict[str, Any], pointer: str) -> None:
    """A filter is never left aside in silence."""  # situations 49 and 57
    answer = filled.post("/v1/memory/search", {"user_id": "ana", "query": "caju", "filters": filters})

    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


def test_filters_hold_inside_the_arm_before_the_cut(api: Api) -> None:
    """The one that holds to the filter is found behind a thousand better ones that do not."""  # situation 53
    api.add("ana", *(apart(f"n{place}", "caju caju caju") for place in range(500)))
    api.add("ana", *(apart(f"o{place}", "caju caju caju") for place in range(500)))
    long = "caju " + "nada de mais por aqui " * 20
    api.add("ana", said("m1", long, about=["b:1"], metadata={"a": 1}, role="user"))
    narrow = [{"session": "s"}, {"about": "b:1"}, {"metadata": {"a": 1}}, {"kinds": ["message"]}, {"roles": ["user"]}]

    for filters in [*narrow, {"after": f"{DAY}T10:00:00Z", "before": f"{DAY}T10:00:01Z"}]:
        assert found(api, "caju", filters=filters, limit=1) == ["m1"]


def test_a_filter_keeps_the_neighbours_of_a_hit_out_of_the_hits_and_not_out_of_around(filled: Api) -> None:
    """`around` shows what was said next, whoever said it."""
    (hit,) = filled.search("ana", "caju", filters={"roles": ["user"]})

    assert [item["id"] for item in hit["around"]] == ["m2"]


# --- whose, and whether it failed -----------------------------------------------------------------


def test_a_search_sees_one_memory_alone(api: Api, server: Any) -> None:
    """What another person or another project holds neither shows nor counts."""  # situations 49 and 52
    api.add("ana", apart("x", "caju doce"))
    alone = api.search("ana", "caju")
    api.add("bia", *(apart(f"x{place}", "caju azedo") for place in range(30)))
    with (other := server.project()).http:
        other.add("ana", *(apart(f"x{place}", "caju de outro") for place in range(30)))

        assert len(other.search("ana", "caju")) == 10
    assert api.search("ana", "caju") == alone
    assert api.search("ana", "azedo") == []


def test_a_search_of_somebody_unknown_is_empty_and_makes_nobody(api: Api) -> None:
    """A read leaves no trace of a person whom memory never held."""  # situation 56
    assert api.search("nobody", "caju") == api.read("nobody") == []
    assert list(api.memory.store.persons(api.project.id, None, 10)) == []


def test_a_failure_is_never_an_empty_answer(sqlite_api: Api) -> None:
    """Without a database, without a key or with a fault there is a status and a code, and no list of hits."""
    # situation 83
    sqlite_api.add("ana", apart("x", "caju"))
    body = {"user_id": "ana", "query": "caju"}
    bad_key = sqlite_api.http.post("/v1/memory/search", json=body, headers={"Authorization": "Bearer csk_test_no"})
    malformed = sqlite_api.post("/v1/memory/search", {**body, "colour": "red"})
    sqlite_api.memory.store.close()
    gone = sqlite_api.post("/v1/memory/search", body)

    assert [answer.status_code for answer in (bad_key, malformed, gone)] == [401, 422, 503]
    assert all(answer.json()["code"] and "hits" not in answer.json() for answer in (bad_key, malformed, gone))


def test_what_was_forgotten_edited_or_has_ended_is_not_found(api: Api) -> None:
    """Neither as a hit nor around one."""
    api.add("ana", said("a", "caju"), said("b", "maracujá", "10:01:00"), said("c", "banana", "10:02:00"))
    api.add("ana", said("d", "abacate", "10:03:00", expires="2026-03-02T13:00:00Z"))
    api.forget("ana", ids=["b"])
    api.add("ana", {"id": "c", "text": "laranja"})
    api.clock.set("2026-03-02T13:00:00Z")

    assert api.search("ana", "maracujá") == api.search("ana", "banana") == api.search("ana", "abacate") == []
    assert [item["id"] for item in api.search("ana", "caju")[0]["around"]] == ["c"]


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_any_text_can_be_filed_and_asked_for(api: Api, text: str) -> None:
    """Whatever the characters: it is answered, and every span cuts into the hit's text."""
    visible = f"{text}x"
    api.add("ana", apart("x", visible))
    assert api.read("ana")[0]["text"] == visible
    hits = api.search("ana", visible)

    assert [hit["items"][0]["id"] for hit in hits] == ["x"]
    for hit in hits:
        assert all(0 <= start < end <= len(hit["text"]) for start, end in hit["spans"])
        assert hit["spans"] == sorted(hit["spans"])
        assert hit["spans"]


def test_a_query_of_many_codes_is_answered(api: Api) -> None:
    """A query whose words have more stems than a database takes in one statement finds what it asks for."""
    letters = "bcdfghjklmnpqrstvwxz"
    pairs = [one + other for one in letters for other in letters]
    codes = ["".join(f"{pairs[4 * n + part]}{200 + 4 * n + part}" for part in range(4)) for n in range(64)]
    api.add("ana", {"id": "m1", "text": " ".join(codes)})

    assert [one["id"] for one in api.search("ana", " ".join(codes))[0]["items"]] == ["m1"]
