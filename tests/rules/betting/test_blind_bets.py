"""Blind bets: made before all cards are seen, so before everything else of a round."""

from dataclasses import replace

import pytest
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.players.levels import view_of
from haggis_cli.players.policies import offered_bets
from haggis_cli.rules.bets import BlindBets
from haggis_cli.rules.judge import find_blind_bets
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import seat_players
from tests.support.tables import after, code, refused

GRAND = replace(THREE_PLAYER, id="grand", betting=BlindBets(), options=())


@pytest.fixture
def start() -> Round:
    return begin(seat_players(GRAND, ("Noah", "Jamie", "Isla")), 0)


def test_blind_bets_come_first(start: Round) -> None:
    bet = after(start, "Jamie: bet blind", "Isla: bet 60", "Noah: bet baby")
    assert GRAND.betting.stakes(bet.table, bet.betting) == (5, 60, 60)
    assert code(after(start, "Jamie: bet blind"), "Jamie: bet big") == "bet-twice"


@pytest.mark.parametrize("before", ["Noah: bet little", "Noah: 2r"])
def test_after_anything_else_it_is_too_late(start: Round, before: str) -> None:
    breach = refused(after(start, before), "Isla: bet blind")
    assert breach.code == "bet-too-late"
    assert breach.message == (
        "A bet of blind (60) is made blind, with 8 cards: it comes before all other bets and plays."
    )
    assert code(after(start, before), "Isla: bet baby") is None


def test_it_is_settled_as_any_other_bet(start: Round) -> None:
    assert GRAND.betting.settle(start.table, (60, None, 5), (0, 1)) == (65, 5, 0)


def test_computer_players_bet_nothing_blind(start: Round) -> None:
    assert [bet.amount for bet in offered_bets(view_of(start._replace(hands=(1, 1, 1)), 0))] == [5, 15, 30]
    assert TATTIES.betting.blind == ()


def test_they_are_told_apart_in_words() -> None:
    betting = BlindBets((15, 60), {"little": 15, "grand": 60}, blind=(60,), seen=1)
    assert betting.bet_text(60) == "grand (60) blind"
    assert betting.offers_text() == "little (15), or, with 1 card seen, grand (60) blind"
    assert GRAND.betting.offers_text() == "baby (5), little (15) or big (30), or, with 8 cards seen, blind (60)"
    assert replace(betting, amounts=(60,)).offers_text() == "with 1 card seen, grand (60) blind"
    assert THREE_PLAYER.betting.offers_text() == "baby (5), little (15) or big (30)"


def test_those_that_can_be_made_now_are_found(start: Round) -> None:
    assert [bet.seat for bet in find_blind_bets(after(start, "Jamie: bet blind"))] == [0, 2]
    assert [bet.seat for bet in find_blind_bets(start, 2)] == [2]
    assert find_blind_bets(after(start, "Jamie: bet baby")) == []


def test_it_conforms_and_says_what_it_is() -> None:
    assert [str(fault) for fault in check_variant(GRAND, rounds=6)] == []
    assert GRAND.betting.describe()[-2:] == [
        "A bet of blind (60) is blind: it is made when everybody has seen 8 cards and no more.",
        "So it comes before all other bets, the passing of cards, and the first play.",
    ]
