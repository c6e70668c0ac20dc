"""The tests of the plugin itself: the conformance class, and its two own rules."""

from haggis_ceilidh import CEILIDH, Pool

from haggis_cli.devkit.testing import VariantConformance
from haggis_cli.rules.events import Bet
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import begin
from haggis_cli.rules.table import seat_players

TABLE = seat_players(CEILIDH, ("Ailsa", "Hamish", "Morag"))


class TestCeilidh(VariantConformance):
    variant = CEILIDH


def test_a_bet_can_be_raised_and_not_lowered() -> None:
    state = begin(TABLE, 0).after(Bet(0, 20))
    lowered = judge(state, Bet(0, 10))
    assert lowered is not None
    assert lowered.code == "bet-not-higher"
    assert judge(state, Bet(0, 40)) is None


def test_the_first_out_takes_the_pool_and_the_second_gets_the_own_bet_back() -> None:
    assert Pool().settle(TABLE, (10, 20, 40), (2, 0)) == (10, 0, 60)
