"""Endings: what is proven of guessed deals keeps a player from what no hidden hand excuses."""

from random import Random

import pytest

from haggis_cli.analysis.solver import OpenPosition, Solver, open_round
from haggis_cli.matches.notation import parse_cards, parse_event
from haggis_cli.players.candidate_plays import TableContext
from haggis_cli.players.hard import MOST_CARDS, Values, avoid_dominated, solve_endings
from haggis_cli.players.levels import Effort, load_player, view_of
from haggis_cli.rules.cards import pack, unpack
from haggis_cli.rules.events import Bet, Event, Pass, Phase, Play
from haggis_cli.rules.round import Round
from tests.players.games import TABLES, moments, started

TABLE = TABLES["two-player 2"]
PLENTY = Effort(playouts=100_000)  # for every deal that fits


def solved(state: Round, effort: Effort = PLENTY) -> Values:
    return solve_endings(view_of(state, state.turn), TableContext(state.table), Random(1), effort)


def open_ending(hand: str, other: str, hidden: str = "", turn: int = 0) -> Round:
    """An ending of two: each sees neither the other's suit cards nor the haggis, all else is played."""
    hands = parse_cards(hand, TABLE.deck), parse_cards(other, TABLE.deck)
    haggis = tuple(unpack(parse_cards(hidden, TABLE.deck))) if hidden else ()
    state = open_round(TABLE, OpenPosition(hands, turn, haggis=haggis))
    return state._replace(seen=TABLE.deck.suit_cards & ~(hands[0] | hands[1] | pack(haggis)))


def test_where_all_is_known_values_are_those_of_the_solver() -> None:
    state = open_ending("3b 5g 9r 9y K", "8r Q")
    values = solved(state)
    assert values == {play.event: [play.low] for play in Solver(state).solve(state).plays}
    assert len({value for (value,) in values.values()}) > 1


def test_every_deal_that_fits_is_solved_once() -> None:
    state = open_ending("3b 5g 9r", "8r Q", hidden="2b 4y 10g")
    expected = []
    for other in ("8r", "2b", "4y", "10g"):
        rest = {"8r", "2b", "4y", "10g"} - {other}
        dealt = open_ending("3b 5g 9r", f"{other} Q", hidden=" ".join(sorted(rest)))
        expected.append({play.event: play.low for play in Solver(dealt).solve(dealt).plays})
    values = solved(state)
    assert values.keys() == expected[0].keys()
    got = [{event: of_event[number] for event, of_event in values.items()} for number in range(4)]
    assert sorted(map(repr, map(sorted_items, got))) == sorted(map(repr, map(sorted_items, expected)))


def sorted_items(values: dict[Event, int]) -> list[tuple[str, int]]:
    return sorted((repr(event), value) for event, value in values.items())


def test_bets_count_for_who_goes_out_first() -> None:
    state = open_ending("3b 9r", "8r")
    plain, bet = solved(state), solved(state._replace(betting=(Bet(0, 30),)))
    first = parse_event("Ailsa: 3b", TABLE)
    assert (plain[first][0] - bet[first][0], state.after(first).turn) == (30, 1)


@pytest.mark.parametrize("name", ["three-player 3", "tatties 3"])
def test_nothing_is_solved_where_three_play_each_for_themselves(name: str) -> None:
    late = [state for state in moments(name) if state.phase is Phase.PLAY and sum(state.sizes) <= MOST_CARDS]
    assert late
    assert not any(solved(state, Effort(playouts=20)) for state in late)


def test_nothing_is_solved_early() -> None:
    assert solved(started(TABLE, Random(1))._replace(phase=Phase.PLAY)) == {}
    assert sum(started(TABLE, Random(1)).sizes) > MOST_CARDS


def test_a_choice_gives_way_only_to_what_is_nowhere_worse() -> None:
    good, fair, wild, unknown = Pass(0), Pass(1), Pass(2), Pass(3)
    values: Values = {good: [3, 5], fair: [3, 4], wild: [0, 90]}
    assert avoid_dominated(fair, values) == good
    assert avoid_dominated(good, values) == good
    assert avoid_dominated(wild, values) == wild
    assert avoid_dominated(unknown, values) == unknown
    assert avoid_dominated(fair, {}) == fair


@pytest.mark.parametrize(
    ("hands", "led", "hidden", "worst"),
    [
        (("5g 8b 9b 10b Q K", "4r 9y 10g J Q K"), "Bruce: 5y", "2y 3y 4y 5r 6y 7g 8r 10r", "Ailsa: Q"),
        (("3g 4b 5r J Q K", "3b 4g 8y 9b K"), "Ailsa: 2b 2y", "5y 6g 6y 7g 7b 7y 9g 10r", "Bruce: pass"),
    ],
)
def test_the_hard_player_does_nothing_that_no_hidden_hand_excuses(
    hands: tuple[str, str], led: str, hidden: str, worst: str
) -> None:
    """Without solving deals it mostly does; in all 165 that fit something else brings more."""
    lead = parse_event(led, TABLE)
    assert isinstance(lead, Play)
    held = [parse_cards(hand, TABLE.deck) | (lead.cards if seat == lead.seat else 0) for seat, hand in enumerate(hands)]
    state = open_ending(TABLE.deck.cards_text(held[0]), TABLE.deck.cards_text(held[1]), hidden, turn=lead.seat)
    view = view_of(state.after(lead), 1 - lead.seat)
    for seed in range(3):
        assert load_player("hard")(view, Random(seed), Effort(playouts=30)) != parse_event(worst, TABLE)
