from __future__ import annotations

from secrets import token_bytes

import pytest

from ownwords.actions import projects
from ownwords.domain import limits
from ownwords.domain.errors import RateLimited
from ownwords.domain.projects import ApiKey, KeyMode, Project, ProjectSettings
from ownwords.domain.sign_ins import PersonScope, SignIn
from ownwords.domain.times import Instant
from ownwords.web.callers import KeyCaller, PersonCaller
from ownwords.web.rates import Rates
from tests.running import Api, MovableClock


def _limited(api: Api, **rates: int) -> None:
    assert api.http.patch("/v1/project", json=rates).status_code == 200


def _statuses(api: Api, times: int) -> list[int]:
    return [api.post("/v1/memory/read", {"user_id": "ana"}).status_code for _ in range(times)]


def test_a_key_that_asks_too_often_is_told_how_long_to_wait(api: Api) -> None:
    """After the requests of a minute it is 429 in the flat shape with `Retry-After`; after that long it goes on."""
    _limited(api, rate_per_key=5)
    assert _statuses(api, 6) == [200] * 5 + [429]

    answer = api.post("/v1/memory/read", {"user_id": "ana"})

    assert answer.headers["Retry-After"] == "12"
    body = answer.json()
    assert (body["code"], body["error"], body["status"]) == ("rate_limited", "rate_limited", 429)
    assert body["errors"] == []
    api.clock.advance(11.9)
    assert _statuses(api, 1) == [429]
    api.clock.advance(0.1)
    assert _statuses(api, 2) == [200, 429]
    api.clock.advance(60)
    assert _statuses(api, 6) == [200] * 5 + [429]


def test_each_key_has_its_own_bucket(api: Api) -> None:
    """One key's haste costs another key nothing, nor a person."""
    _limited(api, rate_per_key=10)
    token = api.issue("ana")["token"]
    assert 429 in _statuses(api, 12)
    other = projects.create_key(api.memory, api.project.id, KeyMode.TEST, token_bytes(32))
    with api.bearing(other.text) as second, api.bearing(token) as ana:
        assert _statuses(second, 3) == [200, 200, 200]
        assert _statuses(ana, 3) == [200, 200, 200]


def test_all_tokens_of_a_person_have_one_bucket(api: Api) -> None:
    """Signing in again makes nobody faster; another person, and the backend, are not held up."""
    tokens = [api.issue(user_id)["token"] for user_id in ("ana", "ana", "bia")]
    _limited(api, rate_per_person=3)
    with api.bearing(tokens[0]) as first, api.bearing(tokens[1]) as second, api.bearing(tokens[2]) as bia:
        assert _statuses(first, 2) == [200, 200]
        assert _statuses(second, 2) == [200, 429]
        assert _statuses(first, 1) == [429]
        assert _statuses(bia, 3) == [200, 200, 200]
    assert _statuses(api, 5) == [200] * 5


def test_nothing_is_limited_unless_it_was_asked_for(api: Api) -> None:
    """Off by default, and off again with 0."""
    assert set(_statuses(api, 50)) == {200}
    _limited(api, rate_per_key=2)
    assert _statuses(api, 3) == [200, 200, 429]
    api.clock.advance(60)
    _limited(api, rate_per_key=0)
    assert set(_statuses(api, 50)) == {200}


def test_open_paths_and_bad_credentials_cost_nothing(api: Api) -> None:
    """What needs no credential is never limited, and whoever has none is told 401 and not 429."""
    _limited(api, rate_per_key=1)
    for _ in range(3):
        assert api.http.get("/healthz").status_code == 200
    with api.bearing("csk_test_x") as nobody:
        assert _statuses(nobody, 3) == [401] * 3
    assert _statuses(api, 2) == [200, 429]


def _project(number: int, rate: int) -> Project:
    settings = ProjectSettings(rate_per_key=rate, rate_per_person=rate)
    return Project(projects.ids.ProjectId(number), "x", Instant(0), settings)


def _person(user_id: str, project: Project) -> PersonCaller:
    sign_in = SignIn("ses_1", "key_1", frozenset(PersonScope), Instant(0), Instant(1))
    return PersonCaller(sign_in, project, user_id)


def test_one_name_in_two_projects_is_two_buckets() -> None:
    """Neither a key's id nor a person's name joins two projects."""
    rates = Rates(MovableClock())
    for number in (1, 2):
        rates.ask(_person("ana", _project(number, 1)))
        with pytest.raises(RateLimited):
            rates.ask(_person("ana", _project(number, 1)))


def test_a_person_named_as_a_key_has_a_bucket_of_their_own() -> None:
    """A `user_id` may be anything, also a key's id."""
    rates, project = Rates(MovableClock()), _project(1, 1)
    rates.ask(_person("key_1", project))
    rates.ask(KeyCaller(ApiKey(b"", "key_1", project.id, KeyMode.TEST, frozenset(), Instant(0)), project))


def test_a_clock_that_goes_back_stops_nobody_for_longer_than_a_bucket_fills() -> None:
    """After an hour back the bucket fills again at once as time goes on, and no earlier."""
    clock = MovableClock()
    rates, ana = Rates(clock), _person("ana", _project(1, 60))
    for _ in range(60):
        rates.ask(ana)
    clock.advance(-3_600)
    with pytest.raises(RateLimited) as caught:
        rates.ask(ana)
    assert caught.value.seconds == 1
    clock.advance(1)
    rates.ask(ana)


def test_of_all_who_ever_asked_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded: whoever asked longest ago begins anew."""
    monkeypatch.setattr(limits, "CALLERS_COUNTED", 10)
    rates, project = Rates(MovableClock()), _project(1, 1)
    for number in range(1_000):
        rates.ask(_person(str(number), project))
    assert len(vars(rates)["_buckets"]) == 10
    with pytest.raises(RateLimited):
        rates.ask(_person("999", project))
    rates.ask(_person("0", project))


def test_a_rate_that_was_lowered_holds_at_once() -> None:
    """What a bucket held under the old rate is cut to the new one."""
    rates = Rates(MovableClock())
    rates.ask(_person("ana", _project(1, 1_000)))
    rates.ask(_person("ana", _project(1, 2)))
    rates.ask(_person("ana", _project(1, 2)))
    with pytest.raises(RateLimited):
        rates.ask(_person("ana", _project(1, 2)))
