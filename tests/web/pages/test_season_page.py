"""The season: what `haggis stats` tells, with filters; one person with opponents and partners."""

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, said

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    for name, event in (("friday", "Burns Night"), ("saturday", "League")):
        haggis.new("--rounds", "1", "--event", event, name=name)
        haggis.ok("score", name, *ROUND)
    return Caller(haggis)


def words(caller: Caller, query: str = "") -> str:
    return caller.get(f"/season{query}", caller.watcher).seen.words


def test_everybody_stands_in_a_table_with_charts_and_records(caller: Caller) -> None:
    told = words(caller)
    assert "Noah 2 2 100% 2 60.0 60 100% - - 2 2 W W Isla 2 0 0% 2 16.0 16 0% - - 0 0 L L" in told
    assert "2 matches over, 2 rounds." in told
    assert "Matches won so far, in %" in told
    assert "ahead of Noah Isla Noah 2 of 2 Isla 0 of 2" in told
    assert caller.get("/season").seen.links["friday"] == "/m/friday"


def test_one_person_has_the_figures_and_the_opponents(caller: Caller) -> None:
    told = words(caller, "?player=noah")
    assert "2 over, 2 won (100%)" in told
    assert "Head to head against matches ahead behind Isla 2 2 0" in told


def test_filters_leave_matches_out(caller: Caller) -> None:
    assert "1 match over, 1 round." in words(caller, "?event=league")
    assert "2 matches over" in words(caller, "?variant=two-player&since=2020")
    assert "No match counts here yet" in words(caller, "?since=2199")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?player=Zebedee", "nobody called &#39;Zebedee&#39; has played"),
        ("?since=yesterday", "Since needs a date such as 2026-11-21"),
        ("?event=None", "no match belongs to &#39;None&#39;: the events are League, Burns Night"),
        ("?variant=whist", "there is no variant &#39;whist&#39;"),
    ],
)
def test_what_cannot_be_asked_is_refused_above_what_was_typed(caller: Caller, query: str, sentence: str) -> None:
    page = caller.get(f"/season{query}")
    assert page.status == 422
    assert sentence in said(page)
    assert f'value="{query.partition("=")[2]}"' in page.text or "variant" in query


def test_without_a_round_it_says_when_figures_come(haggis: Haggis) -> None:
    assert "figures come with the first round that is scored" in words(Caller(haggis))


def test_names_lead_to_their_figures_and_keep_the_filters(caller: Caller) -> None:
    assert caller.get("/season?event=league").seen.links["Noah"].startswith("/season?player=Noah&")
    assert "event=league" in caller.get("/season?event=league").seen.links["Noah"]
