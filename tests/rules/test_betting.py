"""Bets to be the first out: who may bet, when, and what they are worth (rules B1-B5)."""

from dataclasses import replace

import pytest

from haggis_cli.rules.betting import FreeBets, Stakes, failed_bets_split, full_stakes_to_winner_and_abstainers
from haggis_cli.rules.events import Bet, Bid, Breach, Clause, RoundView
from haggis_cli.rules.variant import seat_players
from tests.support.rows import read_rows
from tests.support.tables import PLAYERS, after, code, named, position, refused, started, table


def points_of(named: str) -> dict[str, int]:
    """Who has how many, as `Noah 15, Isla 5`."""
    return {name: int(points) for name, points in map(str.split, filter(None, named.split(", ")))}


@pytest.mark.parametrize(("game", "bets", "out", "points"), read_rows(__file__, "settled_bets.txt"))
def test_b3_b4_who_gets_the_bets(game: str, bets: str, out: str, points: str) -> None:
    variant, _, players = game.partition(": ")
    variant, _, option = variant.partition(", ")
    names = tuple(players.split(", "))
    at = table(variant, names, **dict([option.split()] if option else ()))
    stakes: Stakes = tuple(points_of(bets).get(name) for name in names)
    order = tuple(map(names.index, out.split(", ")))
    assert named(started(at), at.variant.betting.settle(at, stakes, order)) == points_of(points)


@pytest.mark.parametrize(
    ("variant", "amounts"),
    [
        ("two-player", [5, 15, 30]),
        ("three-player", [5, 15, 30]),
        ("neeps", [5, 15, 30]),
        ("rogers-neeps", [5, 15, 30]),
        ("classic", [0, 15, 30]),
        ("taylor", [0, 15, 30]),
        ("revised", [15, 30]),
    ],
)
def test_b1_b2_the_amounts_on_offer(variant: str, amounts: list[int]) -> None:
    state = started(table(variant))
    name = state.table.names[0]
    assert [amount for amount in range(50) if code(state, f"{name}: bet {amount}") is None] == amounts
    assert code(state, f"{name}: bet 45") == "bet-not-offered"


def test_b1_baby_little_and_big_are_5_15_and_30() -> None:
    state = started(table("three-player"))
    state = after(state, "Noah: bet baby", "Jamie: bet little", "Isla: bet big")
    assert state.table.variant.betting.stakes(state.table, state.betting) == (5, 15, 30)


def test_b1_a_bet_is_made_out_of_turn_too() -> None:
    state = started(table("two-player"))
    state = after(state, "Isla: bet big", "Noah: 7r", "Isla: pass")
    assert state.turn == 0
    assert code(started(table("two-player")), "Isla: bet little") is None


def test_b1_before_that_player_has_played_a_card_and_not_after() -> None:
    state = after(started(table("two-player")), "Noah: 7r")
    assert code(state, "Noah: bet baby") == "bet-after-play"
    assert code(state, "Isla: bet baby") is None
    state = after(state, "Isla: pass", "Noah: 8r")
    assert code(state, "Isla: bet big") is None
    assert code(after(state, "Isla: bet big", "Isla: 9r"), "Isla: bet big") == "bet-twice"


@pytest.mark.parametrize(("variant", "first"), [("two-player", 5), ("classic", 0), ("taylor", 0), ("revised", 15)])
def test_b1_b2_a_bet_is_never_altered_not_even_one_of_0(variant: str, first: int) -> None:
    names = PLAYERS[2]
    state = after(started(table(variant, names)), f"Noah: bet {first}")
    assert code(state, "Noah: bet big") == "bet-twice"
    assert code(state, f"Noah: bet {first}") == "bet-twice"


@pytest.mark.parametrize("variant", ["neeps", "rogers-neeps"])
def test_b4_one_bet_a_team_and_the_partner_overwrites_it_with_a_larger_one(variant: str) -> None:
    state = after(started(table(variant)), "Rory: bet baby", "Jamie: bet little")
    assert code(state, "Rory: bet big") == "bet-twice"
    assert code(state, "Isla: bet baby") == "bet-not-higher"
    state = after(state, "Isla: bet little")
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    assert named(state, [stake or 0 for stake in stakes]) == {"Isla": 15, "Jamie": 15}


def test_b4_a_partner_whose_bet_was_overwritten_overwrites_it_in_turn() -> None:
    state = after(started(table("neeps")), "Rory: bet baby", "Jamie: bet little", "Isla: bet little")
    assert code(state, "Rory: bet little") == "bet-not-higher"
    state = after(state, "Rory: bet big")
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    assert named(state, [stake or 0 for stake in stakes]) == {"Rory": 30, "Jamie": 15}


def test_b4_by_rogers_rules_a_player_who_has_bet_does_not_bet_again() -> None:
    """ "Any player may place a single bet": only the partner supersedes it."""
    state = after(started(table("rogers-neeps")), "Rory: bet baby", "Isla: bet little")
    for amount in ("baby", "little", "big"):
        assert code(state, f"Rory: bet {amount}") == "bet-twice"
    assert refused(state, "Rory: bet big").message == "Rory has already bet 5, and a player bets once a round."
    assert code(state, "Isla: bet big") == "bet-twice"
    assert code(state, "Jamie: bet baby") is None


def test_b4_only_a_player_who_has_not_played_overwrites() -> None:
    state = after(started(table("neeps")), "Rory: bet baby", "Isla: 7r")
    assert code(state, "Isla: bet big") == "bet-after-play"
    state = after(state, "Jamie: pass", "Rory: pass")
    assert code(state, "Noah: bet big") is None


def test_b4_a_partner_who_has_played_keeps_the_bet() -> None:
    state = after(started(table("neeps")), "Isla: bet little", "Isla: 7r", "Rory: bet big")
    assert state.table.variant.betting.stakes(state.table, state.betting) == (None, None, 30, None)


@pytest.mark.parametrize("variant", ["three-player", "neeps", "classic"])
def test_b5_once_somebody_is_out_no_bet_is_accepted(variant: str) -> None:
    at = table(variant)
    first, second = at.names[:2]
    hands = dict(zip(at.names, ["2r", "3r 4r", "5r 6r", "7r 8r"], strict=False))
    state = after(position(at, hands), f"{first}: 2r")
    assert refused(state, f"{second}: bet 30").message == f"{first} is already out: first place is decided."


def test_b5_nor_when_the_round_is_over() -> None:
    state = after(position(table("two-player"), {"Noah": "2r", "Isla": "3r"}), "Noah: 2r")
    assert code(state, "Isla: bet big") == "round-over"


def test_without_an_auction_there_is_no_shepherd_and_nothing_is_drawn() -> None:
    state = after(started(table("two-player")), "Noah: bet big")
    assert state.table.variant.betting.shepherd(state.betting) is None
    assert state.drawn() == ()


def test_the_betting_in_sentences() -> None:
    assert table("classic").variant.betting.describe() == [
        "Every player may make one bet on going out first: 0, little (15) or big (30).",
        "You may bet at any time before you play your first card of the round; a bet is never changed.",
        (
            "If you go out first, you score your bet; if not, the first player out scores it, and so does every other "
            "player who made no bet."
        ),
    ]
    assert table("neeps").variant.betting.describe() == [
        "Each team may have one bet at a time: baby (5), little (15) or big (30); its owner is the player who made it.",
        "You may bet at any time before you play your first card, even before and during card passing.",
        "Until then you may overwrite your partner's bet with a larger one, even if it overwrote yours.",
        "If you do, only your bet counts.",
        "If the owner goes out first, the team scores twice the bet.",
        "If not, the other team scores the bet.",
    ]
    assert table("rogers-neeps").variant.betting.describe()[2] == (
        "Until then you may overwrite your partner's bet with a larger one, if you have not bet yet."
    )


class OnlyTheLeader(FreeBets):
    """A betting rule of somebody's own, which looks at the round."""

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        if event.seat == state.leader:
            return None
        return Breach("not-the-leader", "Only the lead player bets or bids.", Clause.BETTING)


@pytest.mark.parametrize("act", ["bet 15", "bid 15"])
def test_a_betting_rule_of_a_house_sees_the_round(act: str) -> None:
    house = replace(table("two-player").variant, id="house", betting=OnlyTheLeader())
    state = started(seat_players(house, PLAYERS[2]), lead="Isla")
    assert [code(state, f"{name}: {act}") for name in PLAYERS[2]] == ["not-the-leader", None]


def test_every_failed_bet_goes_to_the_first_out_and_to_whoever_made_none() -> None:
    assert full_stakes_to_winner_and_abstainers((None, 5, 15, None), (0, 1)) == (20, 0, 0, 20)


def test_a_third_of_failed_bets_is_rounded_down_and_the_first_out_has_the_rest() -> None:
    assert failed_bets_split((None, 5, 5), (0, 1)) == (7, 3, 0)


def test_where_nothing_can_be_bet_that_is_said() -> None:
    assert FreeBets(amounts=()).amounts_text() == "nothing"
