"""`deal` and `variants show` tell a third party's variant as it is played: when the deal stops, who wins."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import VARIANTS, plugged


@pytest.fixture(autouse=True)
def house(haggis: Haggis) -> Iterator[None]:
    with plugged(haggis, VARIANTS):
        yield


def said(text: str) -> str:
    return " ".join(text.split())


def test_the_deal_stops_for_blind_bets_where_the_cards_are_dealt(haggis: Haggis) -> None:
    told = said(haggis.ok("deal", "--variant", "five", "--seed", "1"))
    assert (
        "7 cards to each player, then the deal stops for blind bets; then the other 7, 14 altogether, a hand of 17"
        in told
    )


@pytest.mark.parametrize("variant", ["five", "team-six"])
@pytest.mark.parametrize("command", [("deal", "--seed", "1", "--variant"), ("variants", "show")])
def test_nobody_is_told_of_cards_that_are_not_passed(haggis: Haggis, command: tuple[str, ...], variant: str) -> None:
    assert "passing" not in haggis.ok(*command, variant)


def test_what_is_dealt_without_blind_bets_is_told_in_one(haggis: Haggis) -> None:
    assert "14 cards to each player, a hand of 16 with Q, K." in said(
        haggis.ok("deal", "--variant", "climb", "--players", "2", "--seed", "1")
    )


def test_nobody_is_told_of_a_card_that_nobody_has(haggis: Haggis) -> None:
    told = said(haggis.ok("variants", "show", "climb"))
    assert "Q and K beside at least one suit card" in told
    assert "J, Q" not in told


def test_who_wins_by_rounds_won_is_told(haggis: Haggis) -> None:
    told = said(haggis.ok("variants", "show", "speed"))
    assert "Whoever has won so many rounds wins, whatever the totals are" in told
    assert "At a goal of points or rounds the highest total wins; a tie is played on." in told
