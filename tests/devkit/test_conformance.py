"""`haggis variants check` finds what it is for: variants that are wrong in one way each, and one that is not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.devkit import conformance
from haggis_cli.devkit.conformance import Fault, check_variant
from haggis_cli.players.tournament import random_deal
from haggis_cli.rules.bets import Auction
from haggis_cli.rules.betting import Betting, FreeBets, Stakes
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.events import Bet, BettingEvent, Bid, Breach, Clause, RoundView, TableView, Trick
from haggis_cli.rules.readings import BOMBS, Bomb, Combinations
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import CardValues, Goal, Standing, Takers
from haggis_cli.rules.variant import Choice, Option, Variant
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, plugged

ROUNDS = 20
GAME = "3 players"


def faults(variant: Variant, rounds: int = ROUNDS, seed: int = 1) -> list[Fault]:
    return list(check_variant(variant, rounds, seed))


def changed(**changes: Any) -> Variant:
    """The three-player game with something else in it; without its options, there is one game to play."""
    return replace(THREE_PLAYER, **({"options": ()} | changes))


def takers(found: Takers) -> Callable[[Round, Trick], Takers]:
    def rule(state: RoundView, trick: Trick) -> Takers:
        """Somebody captures it."""
        return found

    return rule


def giving(found: object) -> Callable[..., Any]:
    def rule(*asked: object) -> object:
        """Somebody does."""
        return found

    return rule


def raising(error: BaseException) -> Callable[..., Any]:
    def rule(*asked: object) -> object:
        """Nobody knows."""
        raise error

    return rule


def now_and_then_nobody(state: RoundView, holder: int) -> int | None:
    """The first player out captures the hand, if the number of tricks is even."""
    return None if len(state.tricks) % 2 else state.out[0]


def by_the_dealt_cards(state: RoundView, holder: int) -> int | None:
    """The second player captures the hand if the hands are known."""
    return state.out[0] if getattr(state, "hands", None) is None else state.out[1]


def undocumented(standing: Standing) -> int:
    return 0


class Settles(FreeBets):
    """Bets with other points."""

    points: Any = (0, 0, 0)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        if isinstance(self.points, Exception):
            raise self.points
        return tuple(self.points)


def settling(points: object) -> Settles:
    """Bets that are settled so."""
    made = Settles()
    object.__setattr__(made, "points", points)
    return made


class AcceptsThenCrashes(FreeBets):
    def stakes(self, table: TableView, log: tuple[BettingEvent, ...]) -> Stakes:
        if log:
            raise KeyError("lost")
        return super().stakes(table, log)


class RefusesWithoutReason(FreeBets):
    def refuse(self, state: RoundView, event: Bet | Bid) -> Any:
        return "no"


class SendsBiddersAwayWithoutReason(Auction):
    def refuse_bidder(self, state: RoundView, seat: int) -> Any:
        return "no"


class DeniesWhatWasBet(FreeBets):
    def table_fault(self, table: TableView, stakes: Stakes) -> str | None:
        return "nobody can have bet"


class SaysNothing(FreeBets):
    def describe(self) -> list[str]:
        return []


class CannotSay(Betting):
    """A betting rule with nothing filled in."""


def option(**changes: Any) -> tuple[Option, ...]:
    return (Option("dance", "What is danced.", {"jig": Choice("a jig"), "reel": Choice("a reel", changes)}, "jig"),)


@pytest.mark.slow
def test_nothing_is_wrong_with_what_the_others_are_made_from() -> None:
    assert faults(changed()) == []
    assert faults(changed(options=option(hand_points=3))) == []
    pricking = CardValues("each 10 is -3, a K 4", (0, 0, 0, 0, 0, 0, 0, 0, -3), (0, 0, 4))
    assert faults(changed(card_values=pricking)) == []


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        (changed(options=option(handpoints=3)), "option dance = reel: Variant has no field 'handpoints'"),
        (
            changed(options=option(teams=((0, 1), (2,)))),
            "option dance = reel: 'teams' is the same in every match and cannot be changed",
        ),
        (changed(options=(*option(), *option())), "there are two options called 'dance'"),
        (
            changed(options=(option()[0]._replace(players=(2,)),)),
            "option dance is for (2,) players, but the variant is for (3,)",
        ),
        (changed(options=(option()[0]._replace(default="waltz"),)), "the default of its option 'dance' is not one of"),
        (replace(NEEPS, teams=((0, 1), (2,))), "the teams ((0, 1), (2,)) do not seat the 4 players"),
        (replace(NEEPS, teams=((0, 2), (1, 1))), "do not seat the 4 players"),
        (replace(NEEPS, teams=((0, 1, 2, 3),), gives=0), "there is only one team, with nobody to play against"),
        (changed(gives=2), "cards are passed to partners, but there are no teams of two"),
        (changed(goals=(Goal(),)), "a goal is exactly one of points, rounds and rounds won"),
        (changed(setups={1: Setup(suits=4, copies=1, dealt=14)}), "a match has 2 to 8 players, not 1"),
        (changed(setups={3: Setup(suits=4, copies=1, dealt=0)}), "3 players are dealt no suit cards"),
        (changed(setups={3: Setup(suits=4, copies=1, dealt=14)}), "3 players cannot be dealt 14 cards each"),
        (changed(combinations=Combinations(stair=1)), "a stair has two ranks or more, not 1"),
        (changed(combinations=Combinations(sequence="3")), "a sequence has two ranks or more, not '3'"),  # type: ignore[arg-type]
        (changed(combinations=None), "'combinations' is NoneType, not Combinations"),
        (changed(options=option(combinations=Combinations(stair=0))), "a stair has two ranks or more, not 0"),
        (changed(combinations=Combinations(bombs=(Bomb(()),))), "a bomb has two cards or more, not ()"),
        (changed(combinations=Combinations(bombs=(Bomb((5,)),))), "a bomb has two cards or more, not (5,)"),
        (changed(combinations=Combinations(bombs=(*BOMBS, BOMBS[0]))), "a bomb appears twice"),
        (changed(combinations=Combinations(bombs=(Bomb((9, 7)),))), "from low to high, 2 to 13, each once, not (9, 7)"),
        (changed(combinations=Combinations(bombs=(Bomb((13, 14)),))), "2 to 13, each once, not (13, 14)"),
        (
            changed(combinations=Combinations(bombs=(Bomb((10, 11)),))),
            "a bomb has suit cards or court cards, not both: (10, 11)",
        ),
        (changed(combinations=Combinations(set_sizes=(1, 2))), "set_sizes: a set has two cards or more, not 1"),
        (changed(combinations=Combinations(set_sizes=(2,), sets=False)), "set_sizes gives the sizes of sets, but"),
        (changed(may_play=undocumented), "'may_play' has no docstring to tell players the rule"),
        (changed(next_leader=undocumented), "'next_leader' has no docstring to tell players the rule"),
        (changed(bomb_taker=5), "'bomb_taker' is not a function"),
        (changed(betting=SaysNothing()), "the description says nothing under 'Betting'"),
        (changed(betting=CannotSay()), "betting.describe is missing: CannotSay must define it"),
        (changed(betting=None), "betting is NoneType: it must be a Betting, such as FreeBets()"),
        (changed(api=2), "it is written for plugin interface 2, but this haggis offers 1"),
        (changed(first_out_bonus={3: "five"}), "first_out_bonus is 'five' for 3 players: it must be a whole number"),
        (changed(summary=" "), "its name or summary is empty"),
    ],
)
def test_a_declaration_that_does_not_fit_together_is_told_and_not_played(variant: Variant, says: str) -> None:
    found = faults(variant)
    assert {fault.game for fault in found} == {"declaration"}
    assert says in found[0].says


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("variant", "says"),
    [
        (changed(bomb_taker=takers(Takers((), None))), "bomb_taker lets nobody capture a trick won by a bomb"),
        (changed(bomb_taker=takers(Takers((9,), 9))), "bomb_taker returns 9, which is not a seat of 3 players"),
        (changed(bomb_taker=takers(Takers((-1,), -1))), "bomb_taker returns -1, which is not a seat of 3 players"),
        (changed(bomb_taker=takers(Takers((0,), 1))), "bomb_taker lets seat 1 capture by default, but only (0,) may"),
        (changed(bomb_taker=raising(LookupError("gone"))), "LookupError: gone (in rule, test_conformance.py line "),
        (changed(hand_taker=now_and_then_nobody), ", expected 50 to 50"),
        (changed(hand_taker=giving(7)), "hand_taker returns 7, which is not a seat of 3 players"),
        (changed(hand_taker=by_the_dealt_cards), "with unknown hands the outcome is "),
        (changed(next_leader=giving("Noah")), "next_leader returns 'Noah', which is not a seat of 3 players"),
        (changed(next_leader=giving(3)), "next_leader returns 3, which is not a seat of 3 players"),
        (changed(next_leader=giving(None)), "next_leader returns None, which is not a seat of 3 players"),
        (changed(next_leader=raising(ValueError("what"))), "ValueError: what (in rule, test_conformance.py line "),
        (changed(next_leader=raising(SystemExit(0))), "SystemExit: 0 (in rule, test_conformance.py line "),
        (changed(next_dealer=giving(4)), "next_dealer returns 4, which is not a seat of 3 players"),
        (changed(may_play=giving("no")), "may_play returns 'no' for "),
        (changed(may_play=giving(Breach("x", "No.", Clause.TRICK))), "may_play refuses every lead from "),
        (changed(may_play=raising(KeyError("x"))), "KeyError: 'x' (in rule, test_conformance.py line "),
        (changed(betting=settling((0,))), "settle returns (0,): it must be a whole number for each of 3 players"),
        (changed(betting=settling((0, 0, 0, 0))), "settle returns (0, 0, 0, 0): it must be a whole number for each"),
        (changed(betting=settling((0, 0.5, 0))), "settle returns (0, 0.5, 0): it must be a whole number for each"),
        (changed(betting=settling(RuntimeError("broke"))), "RuntimeError: broke (in settle, test_conformance.py line"),
        (changed(betting=AcceptsThenCrashes()), "KeyError: 'lost' (in stakes, test_conformance.py line "),
        (changed(betting=RefusesWithoutReason()), "refuse returns 'no' for a bet of 5: it must be a Breach that says"),
        (
            changed(betting=SendsBiddersAwayWithoutReason()),
            "refuse_bidder returns 'no' for seat 0: it must be a Breach",
        ),
        (changed(betting=DeniesWhatWasBet()), "a round that was played cannot be typed in: Nobody can have bet."),
    ],
)
def test_a_rule_that_goes_wrong_is_told_with_a_seed_that_shows_it_again(variant: Variant, says: str) -> None:
    (fault,) = faults(variant, rounds=200)
    game, _, seed = fault.game.partition(", seed ")
    assert game == GAME
    assert says in fault.says
    assert "\n" not in str(fault)
    assert faults(variant, rounds=1, seed=int(seed)) == [fault]


def test_a_rule_that_only_an_option_brings_in_is_found_in_that_game() -> None:
    variant = changed(options=option(next_leader=giving(3)))
    (fault,) = faults(variant)
    assert fault.game == f"{GAME}, dance = reel, seed 1"


def test_a_round_without_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "LONGEST_ROUND", 3)
    (fault,) = faults(changed())
    assert fault.says == "a round does not end within 3 events"


def test_a_card_that_is_lost_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = random_deal

    def short(*arguments: Any) -> Any:
        deal = whole(*arguments)
        return deal._replace(haggis=deal.haggis[1:])

    monkeypatch.setattr(conformance, "random_deal", short)
    (fault,) = faults(changed())
    head, _, card = fault.says.rpartition(" ")
    assert head == "cards are lost or duplicated: extra: none; missing:"
    assert card[-1] in "rgbyo"


@pytest.mark.slow
def test_the_same_seed_finds_the_same() -> None:
    variant = replace(THREE_PLAYER, hand_taker=now_and_then_nobody)
    assert faults(variant, seed=5) == faults(variant, seed=5) != []
    assert [str(fault) for fault in faults(variant, seed=5)] != [str(fault) for fault in faults(variant, seed=50)]


EXPECTING = f"""{COPY}
from dataclasses import dataclass, fields
from haggis_cli.rules.api import Variant

@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mine(Variant):
    def pile_bonus(self):
        return 10

V = Mine(**{{each.name: getattr(TWO_PLAYER, each.name) for each in fields(TWO_PLAYER)}} | {{"id": "mine"}})
"""


def test_a_method_that_nothing_calls_is_a_warning_and_no_fault(haggis: Haggis) -> None:
    warning = "nothing calls Mine.pile_bonus: haggis uses the fields of Variant, not methods"
    with plugged(haggis, {"mine": EXPECTING}):
        assert haggis("variants", "check", "mine", "--rounds", "1") == (0, "", f"warning: mine: {warning}\n")
        found = haggis.json("variants", "check", "mine", "--rounds", "1")
    assert (found["ok"], found["faults"], found["warnings"]) == (True, [], [warning])
