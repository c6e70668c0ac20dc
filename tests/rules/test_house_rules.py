"""What a variant can declare that no rulebook has: rules on what may be played, bombs of a kind, several teams."""

from dataclasses import replace
from random import Random

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.players.tournament import random_deal
from haggis_cli.rules.bets import TeamBets
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.events import RoundView, TrickPlay
from haggis_cli.rules.moves import playable
from haggis_cli.rules.readings import BOMBS, Combinations, Kind, of_a_kind
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.variant import Table, seat_players
from tests.support.tables import after, position, refused

SIX = ("Ada", "Ben", "Cal", "Dot", "Eve", "Fay")
THREE_TEAMS = replace(
    NEEPS, id="six", setups={6: Setup(suits=5, copies=2, dealt=14)}, teams=((0, 3), (1, 4), (2, 5)), gives=0, options=()
)


def no_bomb_is_led(state: RoundView, play: TrickPlay) -> Breach | None:
    """Nobody leads a bomb."""
    if state.trick or play.reading.kind is not Kind.BOMB:
        return None
    return Breach("bomb-led", f"{state.table.names[play.seat]} leads a bomb, and bombs only answer.", Clause.BOMBS)


def two(**changes: object) -> Table:
    return seat_players(replace(TWO_PLAYER, id="house", **changes), ("Noah", "Isla"))  # type: ignore[arg-type]


@pytest.fixture
def start() -> Round:
    return position(two(may_play=no_bomb_is_led), {"Noah": "J Q 5r", "Isla": "4g K"})


def test_a_rule_refuses_with_its_sentence_and_clause(start: Round) -> None:
    breach = refused(start, "Noah: J Q")
    assert (breach.code, breach.clause) == ("bomb-led", Clause.BOMBS)
    assert breach.message == "Noah leads a bomb, and bombs only answer."
    answered = after(start, "Noah: J", "Isla: K")
    assert len(playable(start)) == len([move for move in playable(start) if move[1].kind is not Kind.BOMB]) > 3
    assert answered.turn == 0


def test_a_rule_leaves_alone_what_it_allows() -> None:
    at = position(two(may_play=no_bomb_is_led), {"Noah": "3r 2r", "Isla": "J Q 4g"})
    answered = after(at, "Noah: 3r", "Isla: J Q")
    assert answered.trick[-1].reading.kind is Kind.BOMB


def test_a_rule_is_told_with_the_others() -> None:
    told = dict(describe_variant(two(may_play=no_bomb_is_led).variant))
    assert "Nobody leads a bomb." in told["Tricks and capture"]
    assert "Nobody leads a bomb." not in dict(describe_variant(TWO_PLAYER))["Tricks and capture"]


def test_bombs_of_a_kind_beat_by_their_place() -> None:
    rules = Combinations(bombs=(*of_a_kind(4), *BOMBS[1:], *of_a_kind(5, (9,))), set_sizes=(2, 3))
    at = position(two(combinations=rules), {"Noah": "4r 4g 4b 4y 8r", "Isla": "5r 5g 5b 5y J Q 2b"})
    opened = after(at, "Noah: 8r")
    assert refused(opened, "Isla: 5r 5g 5b").code == "wrong-kind"
    bombed = after(at, "Noah: 4r 4g 4b 4y", "Isla: 5r 5g 5b 5y")
    assert bombed.trick[-1].reading == (Kind.BOMB, 1, 4, 4)
    told = dict(describe_variant(two(combinations=rules).variant))["Combinations"]
    assert "a set of 2 or 3 of one rank" in told[0]
    assert "four 2s to four 10s, J-Q, J-K, Q-K, J-Q-K, 3-5-7-9 in one suit, five 9s." in told[2]


def test_a_set_of_another_size_is_refused_with_the_sizes() -> None:
    at = position(two(combinations=Combinations(set_sizes=(2, 4), bombs=())), {"Noah": "4r 4g 4b", "Isla": "5r"})
    assert refused(at, "Noah: 4r 4g 4b").message == (
        "4r 4g 4b is no combination: a set is of two or four cards here, and these are three."
    )


@pytest.mark.parametrize(
    ("stakes", "out", "points"),
    [
        ((15, None, None, None, None, None), (0, 3), (30, 0, 0, 0, 0, 0)),
        ((15, None, None, None, None, None), (1, 4), (0, 15, 15, 0, 0, 0)),
        ((None, 15, None, None, None, 30), (2, 5), (45, 30, 15, 0, 0, 0)),
    ],
)
def test_a_failed_bet_goes_to_each_other_team(
    stakes: tuple[int | None, ...], out: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = seat_players(THREE_TEAMS, SIX)
    assert TeamBets().settle(table, stakes, out) == points


def test_three_teams_are_named_in_order() -> None:
    told = dict(describe_variant(THREE_TEAMS))
    assert "Partners for the whole match: seats 1 with 4, 2 with 5 and 3 with 6." in told["Set-up"]


FEW_COURTS = replace(
    TWO_PLAYER,
    id="few",
    setups={2: Setup(suits=4, copies=1, dealt=14, courts=(11, 13))},
    combinations=Combinations(bombs=(BOMBS[0], BOMBS[2], BOMBS[5])),
    options=(),
)


@pytest.mark.parametrize("known", [True, False])
def test_a_court_card_that_is_not_in_the_game_is_refused(known: bool) -> None:
    table = seat_players(FEW_COURTS, ("Noah", "Isla"))
    deal = random_deal(table, Random(1))
    start = begin(table, 0, None, deal if known else None)
    assert start.sizes == (16, 16)
    assert refused(start, "Noah: Q").message == "Q is not in this game: everybody has J, K."
    bombed = after(start, "Noah: J K")
    assert refused(bombed, "Isla: K").code == "wrong-kind"
    assert refused(after(bombed, "Isla: pass"), "Noah: K").message == "Noah has already played K."


def test_no_court_cards_at_all() -> None:
    rules = Combinations(bombs=of_a_kind(4))
    none = replace(FEW_COURTS, setups={2: Setup(suits=4, copies=1, dealt=14, courts=())}, combinations=rules)
    table = seat_players(none, ("Noah", "Isla"))
    assert table.setup.hand == 14
    assert none.card_values.in_play(table) == 16
    assert refused(begin(table, 0), "Noah: J").message == "J is not in this game: everybody has no court cards."
    told = dict(describe_variant(none))["Set-up"]
    assert told == [
        "2 players: take one copy of 2-10 in 4 suits.",
        "Deal 14 suit cards each: a hand of 14; 8 cards stay face down as the haggis.",
    ]


@pytest.mark.parametrize("courts", [(11, 13), (12,), ()])
def test_rounds_with_fewer_court_cards_come_out_right(courts: tuple[int, ...]) -> None:
    setup = Setup(suits=4, copies=1, dealt=14, courts=courts)
    made = replace(FEW_COURTS, setups={2: setup}, combinations=Combinations(bombs=of_a_kind(3)))
    assert [str(fault) for fault in check_variant(made, rounds=8)] == []
