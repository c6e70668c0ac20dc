"""The rulebooks' own worked examples of play; those of scoring are matches (examples/README.md)."""

from functools import partial

from haggis_cli.rules.events import Bid
from haggis_cli.rules.readings import beats, find_readings
from haggis_cli.rules.typed_rounds import captured_warning, table_breaches
from haggis_cli.rules.variant import Outcome
from tests.support.tables import after, cards, code, named, position, started, table


def test_rulebook_2_1_page_13_jamie_passes_and_isla_becomes_shepherd_at_30() -> None:
    state = started(table("tatties", ("Isla", "Noah", "Jamie")), "Isla")
    state = after(state, "Noah: bid 15")
    assert code(state, "Jamie: bid 15") == "bid-too-low"
    state = after(state, "Jamie: pass", "Isla: bid 30", "Noah: pass")
    assert state.table.variant.betting.shepherd(state.betting) == Bid(0, 30)


def test_rulebook_2_1_page_13_noah_matches_isla_and_becomes_shepherd() -> None:
    at = table("tatties", ("Noah", "Jamie", "Isla"))
    state = after(started(at, "Noah", totals=(13, 97, 23)), "Jamie: pass", "Isla: bid 30", "Noah: bid 30")
    assert code(state, "Isla: bid 30") == "bid-too-low"
    state = after(state, "Isla: pass")
    assert state.table.variant.betting.shepherd(state.betting) == Bid(0, 30)
    assert state.turn == 0


NEEPS_SHEET = Outcome((0, 1, 2), (10, 3, 4, 0), (11, 28, 19, 14), (15, None, None, None))
"""Seats: Isla, Jamie, Rory, Noah. It must have been Noah who held the four cards at the end: Jamie is out with 3."""


def test_rulebook_2_1_neeps_scoresheet_can_be_recorded_with_a_warning() -> None:
    at = table("neeps")
    assert table_breaches(at, NEEPS_SHEET) == []
    assert captured_warning(at, NEEPS_SHEET) == (
        "the captured points 11 + 28 + 19 + 14 add up to 72, but all cards together are worth 84"
    )


def test_rulebook_2_1_page_10_noah_goes_out_and_jamie_leads() -> None:
    """Noah's last play is a run of two in the book, which is not a combination: here it is a pair."""
    hands = {"Noah": "8b 8g", "Jamie": "2y 3y 4y 5y 6y 7y 8y 9y 10y", "Isla": "7r 7g 3p 4p"}
    state = position(table("three-player"), hands, lead="Isla")
    state = after(state, "Isla: 7r 7g", "Noah: 8b 8g")
    assert (state.out, state.counts) == ((0,), (9,))
    state = after(state, "Jamie: pass", "Isla: pass")
    assert state.tricks[-1].taker == 0
    assert state.table.names[state.turn] == "Jamie"


def test_rulebook_2_1_page_10_isla_goes_out_second() -> None:
    hands = {"Noah": "2r", "Jamie": "9b 2y 3y 4y 5y 6y", "Isla": "10r"}
    state = after(position(table("three-player"), hands, haggis="7p 8p 9p"), "Noah: 2r", "Jamie: 9b", "Isla: 10r")
    assert (state.over, state.counts) == (True, (6, 5))
    assert named(state, state.outcome().captured) == {"Noah": 2 + 2, "Isla": 1}


def test_rulebook_2_1_page_6_the_bombs() -> None:
    hands = {"Jamie": "2r 2g 4r K 3b 5r 7g 9y 10b", "Isla": "3r 3b 8r 8b Q K 2y"}
    state = position(table("two-player", ("Jamie", "Isla")), hands)
    state = after(state, "Jamie: 2r 2g", "Isla: 3r 3b", "Jamie: 4r K", "Isla: 8r 8b", "Jamie: 3b 5r 7g 9y")
    assert code(state, "Isla: 2y") == "wrong-kind"
    state = after(state, "Isla: Q K", "Jamie: pass")
    assert (state.tricks[-1].winner, state.tricks[-1].taker) == (1, 0)


def test_first_edition_and_revised_rules_climbing_above_ten() -> None:
    at = table("classic", 2)
    read = partial(find_readings, at.variant.combinations)
    for text, lower in (("J", "10r"), ("9r 10r J", "8b 9b 10b"), ("10r 10g J Q", "9b 9y 10b 10y")):
        assert any(beats(high, low) for high in read(cards(text, at)) for low in read(cards(lower, at)))
