"""The rulebooks' own worked examples."""

from functools import partial

from haggis_cli.rules.events import Bid
from haggis_cli.rules.readings import beats, find_readings
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.typed_rounds import captured_warning, table_breaches
from haggis_cli.rules.variant import Outcome, Score, after_round, score
from tests.support.tables import after, cards, code, named, position, started, table


def bet_points(lines: tuple[Score, ...]) -> list[int]:
    return [line.bet_points for line in lines]


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


def test_rulebook_2_1_page_11_three_player_bets() -> None:
    at = table("three-player")
    lines = score(at, Outcome((0, 1), (0, 0, 0), (0, 0, 0), (30, 15, None)))
    assert named(started(at), bet_points(lines)) == {"Noah": 45, "Isla": 15}


def test_revised_first_edition_and_taylor_adam_brenda_and_carol() -> None:
    for variant in ("revised", "classic", "taylor"):
        at = table(variant, ("Adam", "Brenda", "Carol"))
        adam = score(at, Outcome((0, 1), (0, 0, 0), (0, 0, 0), (15, 15, None)))
        carol = score(at, Outcome((2, 1), (0, 0, 0), (0, 0, 0), (15, 15, None)))
        assert bet_points(adam) == [30, 0, 15]
        assert bet_points(carol) == [0, 0, 30]


def test_revised_rules_the_split_bets() -> None:
    at = table("revised", ("Adam", "Brenda", "Carol"), bet_scoring="split")
    assert bet_points(score(at, Outcome((0, 1), (0, 0, 0), (0, 0, 0), (15, 15, None)))) == [25, 5, 0]
    assert bet_points(score(at, Outcome((2, 1), (0, 0, 0), (0, 0, 0), (15, 15, None)))) == [0, 10, 20]


def test_rulebook_2_1_two_player_scoresheet() -> None:
    at = table("two-player", ("Noah", "Isla"))
    first = score(at, Outcome((0,), (8, 0), (12, 24), (15, 5)))
    assert first[0] == Score(hand=8, hand_points=40, captured=12, bonus=0, bet=15, bet_points=20)
    assert first[0].total == 72
    second = score(at, Outcome((1,), (0, 4), (23, 13), (None, 15)))
    assert (second[0].total, second[0].bet_points, second[1].bet_points) == (23, 0, 15)
    standing = Standing(at, (0, 0), 0, 0, None)
    standing = after_round(at, standing, (0,), 0, first)
    assert standing.totals[0] == 72
    assert after_round(at, standing, (1,), standing.leader, second).totals[0] == 95


def test_rulebook_2_1_page_8_a_big_bet_of_30_and_a_baby_bet_of_5() -> None:
    """The example calls the second one a Little Bet of 5 points, which is a slip."""
    at = table("two-player", ("Jamie", "Isla"))
    assert bet_points(score(at, Outcome((0,), (2, 0), (0, 0), (30, 5)))) == [35, 0]


NEEPS_SHEET = Outcome((0, 1, 2), (10, 3, 4, 0), (11, 28, 19, 14), (15, None, None, None))
"""Seats: Isla, Jamie, Rory, Noah. It must have been Noah who held the four cards at the end: Jamie is out with 3."""


def test_rulebook_2_1_neeps_scoresheet() -> None:
    at = table("neeps")
    lines = score(at, NEEPS_SHEET)
    assert [line.hand_points + line.captured for line in lines] == [61, 43, 39, 14]
    assert bet_points(lines) == [30, 0, 0, 0]
    standing = after_round(at, Standing(at, (0, 0), 0, 0, None), NEEPS_SHEET.out, 0, lines)
    assert standing.totals == (130, 57)
    lines = score(at, Outcome((3, 1), (0, 12, 0, 12), (0, 30, 0, 13), (None, None, None, 30)))
    assert [line.hand_points + line.captured for line in lines] == [0, 90, 0, 73]
    assert bet_points(lines) == [0, 0, 0, 60]
    assert after_round(at, standing, (3, 1), standing.leader, lines).totals == (130, 280)


def test_rulebook_2_1_neeps_scoresheet_can_be_recorded_with_a_warning() -> None:
    at = table("neeps")
    assert table_breaches(at, NEEPS_SHEET) == []
    assert captured_warning(at, NEEPS_SHEET) == (
        "the captured totals 11 + 28 + 19 + 14 make 72, and all cards together are worth 84"
    )


def test_rulebook_2_1_page_18_a_slam_records_14_twice() -> None:
    noah = "2y 3y 4y 5y 6y 7y 8y 9y 10y 2g 3g 4g 5g 6g"
    hands = {"Isla": "3r 4r", "Jamie": "3b 4b 5b 6b 7b 8b 9b 2b 10b", "Rory": "2r", "Noah": noah}
    state = after(position(table("neeps"), hands, lead="Rory"), "Rory: 2r")
    assert state.counts == (14,)
    state = after(state, "Noah: pass", "Isla: 3r", "Jamie: pass", "Noah: pass", "Isla: 4r")
    assert (state.over, state.counts) == (True, (14, 14))
    lines = score(state.table, state.outcome())
    assert lines[0].hand_points + lines[2].hand_points == 140


def test_rulebook_2_1_page_10_noah_goes_out_and_jamie_leads() -> None:
    """Noah's last play is a run of two in the book, which is no combination: here it is a pair."""
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
