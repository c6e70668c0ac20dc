"""Mistakes that authors make, planted one by one: each is caught and told with the field, or the function, it is in."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER

from haggis_cli.devkit import conformance
from haggis_cli.devkit.conformance import check_variant
from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.bets import Auction, BlindBets, SideBets, TeamBets
from haggis_cli.rules.betting import Betting, FreeBets, Stakes
from haggis_cli.rules.cards import Setup
from haggis_cli.rules.events import Bet, BettingEvent, Bid, Breach, Clause, RoundView, TableView, Trick, TrickPlay
from haggis_cli.rules.readings import BOMBS, Bomb, Combinations, of_a_kind
from haggis_cli.rules.scoring import CardValues, Goal, Standing, Takers, lead_player_alone
from haggis_cli.rules.variant import Choice, Option, Variant

_asked = count()


def three(**changes: Any) -> Variant:
    return replace(THREE_PLAYER, **({"options": ()} | changes))


def four(**changes: Any) -> Variant:
    return replace(NEEPS, **({"options": ()} | changes))


def auction(**changes: Any) -> Variant:
    return replace(TATTIES, **({"options": ()} | changes))


def next_time_another(state: RoundView, holder: int) -> int:
    """Whoever is asked for next captures the hand."""
    return next(_asked) % 2


def by_chance(standing: Standing) -> int:
    """Lots are drawn: never the same one twice in a row, or the mistake would not always show."""
    return next(_asked) % 3


def thinks_for_ever(state: RoundView, trick: Trick) -> Takers:
    """Whoever comes out of this captures it."""
    while True:
        pass


def misspells(standing: Standing) -> int:
    """Whoever has most leads."""
    return standing.highest_of_all()  # type: ignore[attr-defined, no-any-return]


def asks_ours_wrongly(state: RoundView, trick: Trick) -> Takers:
    """The second opponent captures it."""
    return Takers((state.table.opponents("Noah")[1],), 0)  # type: ignore[arg-type]


def gives_a_list(state: RoundView, trick: Trick) -> Any:
    """The winner captures it."""
    return [trick.winner]


def takes_a_truth(state: RoundView, holder: int) -> Any:
    """The first out captures it."""
    return True


def asks_for_one(stakes: Stakes) -> tuple[int, ...]:
    """Bets are for honour."""
    return tuple(0 for _ in stakes)


def only_high_leads(state: RoundView, play: TrickPlay) -> Breach | None:
    """Only a king is led."""
    return Breach("low", "Too low.", Clause.TRICK) if not state.trick and play.reading.rank < 13 else None


def says_no(state: RoundView, play: TrickPlay) -> Any:
    """Nobody plays a pair."""
    return "no" if play.reading.width == 2 else None


def seat_of_nobody(standing: Standing) -> Any:
    """The best deals."""
    return 3


def leaves_one_out(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Two of three play."""
    return (0,), (1,)


def all_together(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Everybody plays with everybody."""
    return (tuple(standing.table.seats),)


def by_names(standing: Standing) -> Any:
    """The lead player plays alone."""
    first, *others = standing.table.names
    return (first,), tuple(others)


def asks_who_was_out(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Whoever went out first plays alone."""
    return (standing.out[0],), tuple(seat for seat in standing.table.seats if seat != standing.out[0])


def wrong_when_level(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """The lowest of the middle of a match play against the others."""
    low = standing.lowest() if any(standing.totals) else (0,)
    return low, tuple(seat for seat in standing.table.seats if seat not in low)


def alone_by_chance(standing: Standing) -> tuple[tuple[int, ...], ...]:
    """Lots are drawn."""
    alone = by_chance(standing)
    return (alone,), tuple(seat for seat in standing.table.seats if seat != alone)


def sides_without_a_word(standing: Standing) -> tuple[tuple[int, ...], ...]:
    return lead_player_alone(standing)


@dataclass(frozen=True)
class Remembers(FreeBets):
    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return (next(_asked), *super().settle(table, stakes, out)[1:])


@dataclass(frozen=True)
class AllowsAll(FreeBets):
    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        return None


@dataclass(frozen=True)
class Forgets(FreeBets):
    def stakes(self, table: TableView, log: tuple[BettingEvent, ...]) -> Stakes:
        return (None,) * len(table.names)


@dataclass(frozen=True)
class LooksUpNames(FreeBets):
    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return tuple({"Noah": 5}[name] for name in table.names)


@dataclass(frozen=True)
class AsksNobody(Auction):
    def next_bidder(self, table: TableView, leader: int, log: tuple[BettingEvent, ...]) -> int | None:
        return len(table.names)


@dataclass(frozen=True)
class NeverEnds(Auction):
    def next_bidder(self, table: TableView, leader: int, log: tuple[BettingEvent, ...]) -> int | None:
        return len(log) % len(table.names)

    def refuse_bidder(self, state: RoundView, seat: int) -> Breach | None:
        return None


def pays_nobody(stakes: Stakes, out: tuple[int, ...]) -> Any:
    """A bet is a bet."""


def does_not_say_what(stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
    return (0,) * len(stakes)


def fails_late(state: RoundView, trick: Trick) -> Takers:
    """The winner captures it."""
    return {False: Takers((trick.winner,), trick.winner)}[len(state.tricks) > 9]


def writes_options(state: RoundView, play: TrickPlay) -> Breach | None:
    """What was played is kept in mind."""
    state.table.options["played"] = "yes"  # type: ignore[index]
    return None


@dataclass(frozen=True)
class NoSettlement(Betting):
    amounts: tuple[int, ...] = (5,)

    def describe(self) -> list[str]:
        return ["A bet of 5 is made."]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        return self.refuse_bet(state, event)  # type: ignore[arg-type]


@dataclass(frozen=True)
class WritesOptions(FreeBets):
    def stakes(self, table: TableView, log: tuple[BettingEvent, ...]) -> Stakes:
        table.options["bets"] = str(len(log))  # type: ignore[index]
        return super().stakes(table, log)


@dataclass(frozen=True)
class CannotSay(FreeBets):
    def describe(self) -> list[str]:
        return [{5: "Five."}[self.amounts[1]]]


def naming(name: Any) -> Variant:
    return three(betting=FreeBets(amounts=(5,), names={name: 5}))


def seen(cards: Any) -> Variant:
    return three(betting=BlindBets(seen=cards))


def choosing(**changes: Any) -> tuple[Option, ...]:
    return (Option("dance", "What is danced.", {"jig": Choice("a jig"), "reel": Choice("a reel", changes)}, "jig"),)


MISTAKES: list[tuple[str, Callable[[], Variant]]] = [
    ("hand_points", lambda: three(hand_points=2.5)),
    ("hand_points", lambda: three(hand_points="5")),
    ("hand_points", lambda: three(options=choosing(hand_points=2.5))),
    ("gives", lambda: four(gives=30)),
    ("gives", lambda: four(gives=-1)),
    ("first_out_bonus", lambda: three(first_out_bonus={4: 5})),
    ("first_out_bonus", lambda: three(first_out_bonus={3: 2.5})),
    ("betting.names", lambda: three(betting=FreeBets(amounts=(10, 20)))),
    ("betting.amounts", lambda: three(betting=FreeBets(amounts=(30, 15, 5)))),
    ("betting.amounts", lambda: three(betting=FreeBets(amounts=(5, 15, 30.5), names={}))),  # type: ignore[arg-type]
    ("betting.amounts", lambda: three(options=choosing(betting=FreeBets(amounts=(-5,), names={})))),
    ("betting.blind", lambda: three(betting=BlindBets(blind=(100,)))),
    ("betting.seen", lambda: three(betting=BlindBets(seen=14))),
    ("betting.seen", lambda: three(betting=BlindBets(seen=-1))),
    ("betting.settle", lambda: three(betting=Remembers())),
    ("betting.settle", lambda: four(betting=FreeBets())),
    ("in <genexpr>, test_planted_mistakes.py", lambda: three(betting=LooksUpNames())),
    ("betting.refuse", lambda: three(betting=AllowsAll())),
    ("betting.stakes", lambda: three(betting=Forgets())),
    ("betting.next_bidder", lambda: auction(betting=AsksNobody())),
    ("betting.next_bidder", lambda: auction(betting=NeverEnds())),
    ("betting.draws", lambda: auction(betting=Auction(exchange={15: 4, 30: 2, 45: 1}))),
    ("betting.draws", lambda: auction(betting=Auction(exchange={15: 3}))),
    ("betting", lambda: three(betting=FreeBets)),
    ("setups", lambda: three(setups={3: Setup(suits=5, copies=1, dealt=12.0)})),  # type: ignore[arg-type]
    ("setups", lambda: three(setups={3: (5, 1, 14)})),
    ("court cards", lambda: three(setups={3: Setup(suits=5, copies=1, dealt=14, courts=(13, 11))})),
    ("combinations.bombs", lambda: three(setups={3: Setup(suits=5, copies=1, dealt=14, courts=(11,))})),
    ("round_sides returns", lambda: three(round_sides=leaves_one_out, betting=SideBets())),
    ("round_sides returns", lambda: three(round_sides=all_together, betting=SideBets())),
    ("round_sides returns", lambda: three(round_sides=by_names, betting=SideBets())),
    ("round_sides returns", lambda: three(round_sides=wrong_when_level, betting=SideBets())),
    ("round_sides returns", lambda: three(round_sides=alone_by_chance, betting=SideBets())),
    ("in asks_who_was_out, test_planted_mistakes.py", lambda: three(round_sides=asks_who_was_out, betting=SideBets())),
    ("'round_sides' has no docstring", lambda: three(round_sides=sides_without_a_word, betting=SideBets())),
    ("'round_sides' is not a function", lambda: three(round_sides=((0,), (1, 2)), betting=SideBets())),
    (
        "'round_sides' is not a function",
        lambda: three(options=choosing(round_sides=((0,), (1, 2))), betting=SideBets()),
    ),
    ("betting.settle", lambda: three(round_sides=lead_player_alone)),
    ("round_sides and bets of teams", lambda: three(round_sides=lead_player_alone, betting=TeamBets())),
    ("round_sides and an auction", lambda: auction(round_sides=lead_player_alone)),
    ("round_sides and teams", lambda: four(round_sides=lead_player_alone, betting=SideBets())),
    ("round_sides and teams", lambda: four(options=choosing(round_sides=lead_player_alone))),
    ("gives", lambda: four(round_sides=lead_player_alone, betting=SideBets(), teams=())),
    ("slam_repeats", lambda: three(slam_repeats=True)),
    ("bomb_lead", lambda: three(bomb_lead=True)),
    ("haggis_taken", lambda: three(haggis_taken="yes")),
    ("goals", lambda: three(goals=(Goal(points=0),))),
    ("goals", lambda: three(goals=(250,))),
    ("goals", lambda: three(goals=(Goal(points=250, round_wins=3),))),
    ("card_values", lambda: three(card_values=CardValues("all", (1,) * 8, (1, 1, 1)))),  # type: ignore[arg-type]
    ("card_values", lambda: three(card_values=CardValues("halves", (0.5,) * 9, (1, 1, 1)))),  # type: ignore[arg-type]
    ("card_values", lambda: three(card_values=CardValues("", (1,) * 9, (1, 1, 1)))),
    ("combinations.bombs", lambda: three(combinations=Combinations(bombs=of_a_kind(6)))),
    ("sequence", lambda: three(combinations=Combinations(sequence=14))),
    ("may_play", lambda: three(may_play=only_high_leads)),
    ("may_play", lambda: three(may_play=says_no)),
    ("hand_taker", lambda: three(hand_taker=next_time_another)),
    ("hand_taker", lambda: three(hand_taker=takes_a_truth)),
    ("next_leader", lambda: three(next_leader=by_chance)),
    ("next_dealer", lambda: three(next_dealer=seat_of_nobody)),
    ("bomb_taker", lambda: three(bomb_taker=gives_a_list)),
    ("in asks_ours_wrongly, test_planted_mistakes.py", lambda: three(bomb_taker=asks_ours_wrongly)),
    ("in misspells, test_planted_mistakes.py", lambda: three(next_leader=misspells)),
    ("headings", lambda: three(headings={"betting": "Bets"})),
    ("rulings", lambda: three(rulings=("A bomb is a bomb.",))),
    ("beginner", lambda: three(beginner=None)),
    ("former", lambda: three(revision=2, former={2: THREE_PLAYER})),
    ("former", lambda: three(revision=3, former={2: THREE_PLAYER})),
    ("former", lambda: three(id="mine", revision=2, former={1: THREE_PLAYER})),
    ("options", lambda: three(options=(Option("dance", "What.", {"jig": "a jig"}, "jig"),))),  # type: ignore[dict-item]
    ("combinations.bombs has (Bomb", lambda: three(combinations=Combinations(bombs=(of_a_kind(4),)))),  # type: ignore[arg-type]
    ("combinations.bombs has (3, 5, 7, 9)", lambda: three(combinations=Combinations(bombs=BOMBS[0]))),  # type: ignore[arg-type]
    ("combinations.bombs has the ranks 5", lambda: three(combinations=Combinations(bombs=(Bomb(5),)))),  # type: ignore[arg-type]
    ("combinations.set_sizes is 3", lambda: three(combinations=Combinations(set_sizes=3))),  # type: ignore[arg-type]
    ("combinations.sets is 2", lambda: three(combinations=Combinations(sets=2))),  # type: ignore[arg-type]
    ("teams is [[0, 2], [1, 3]]", lambda: four(teams=[[0, 2], [1, 3]])),
    ("teams has [0, 2]", lambda: four(teams=([0, 2], [1, 3]))),
    ("teams has ('Noah', 'Isla')", lambda: four(teams=(("Noah", "Isla"), (1, 3)))),
    ("teams has ()", lambda: four(teams=((0, 2), (1, 3), ()), gives=0)),
    ("KeyError: 15 (in describe, test_planted_mistakes.py", lambda: three(betting=CannotSay())),
    ("headings is None", lambda: three(headings=None)),
    ("first_out_bonus is 5: it must be a mapping, like {3: 5}", lambda: three(first_out_bonus=5)),
    ("setups have '3', which is not a number", lambda: three(setups={"3": Setup(suits=5, copies=1, dealt=14)})),
    ("setups are [Setup(", lambda: three(setups=[Setup(suits=5, copies=1, dealt=14)])),
    ("options are Option(", lambda: three(options=choosing()[0])),
    ("options have 'dance'", lambda: three(options=("dance",))),
    ("option 'dance' has the value 1", lambda: three(options=(Option("dance", "What.", {1: Choice("a jig")}, 1),))),  # type: ignore[dict-item, arg-type]
    ("the choices of its option", lambda: three(options=(Option("dance", "What.", ["jig"], "jig"),))),  # type: ignore[arg-type]
    ("its players are 3", lambda: three(options=(choosing()[0]._replace(players=3),))),  # type: ignore[arg-type]
    ("goals has 250", lambda: three(goals=Goal(points=250))),
    ("name is 'Our\\nGame'", lambda: three(name="Our\nGame")),
    ("former revisions are 5", lambda: three(former=5)),
    ("betting.settle is missing: NoSettlement", lambda: three(betting=NoSettlement())),
    ("betting.settlement (pays_nobody) returns None", lambda: three(betting=FreeBets(settlement=pays_nobody))),
    ("betting.settlement has no docstring", lambda: three(betting=FreeBets(settlement=does_not_say_what))),
    ("betting.settlement (asks_for_one) cannot be called", lambda: three(betting=FreeBets(settlement=asks_for_one))),  # type: ignore[arg-type]
    ("next_leader (takes_a_truth) cannot be called", lambda: three(next_leader=takes_a_truth)),
    ("betting.settlement is 5", lambda: three(betting=FreeBets(settlement=5))),  # type: ignore[arg-type]
    ("betting.names has 'Big'", lambda: naming("Big")),
    ("betting.names has '10'", lambda: naming("10")),
    ("betting.names has 'big2'", lambda: naming("big2")),
    ("betting.names has 'none'", lambda: naming("none")),
    ("betting.names has 'no'", lambda: naming("no")),
    ("betting.names has 5", lambda: naming(5)),
    ("betting.names is ('big',)", lambda: three(betting=FreeBets(names=("big",)))),  # type: ignore[arg-type]
    ("betting.seen is 30: it must be from 1 to 13", lambda: seen(30)),
    ("betting.seen is 14", lambda: seen(14)),
    ("betting.seen is 0", lambda: seen(0)),
    ("betting.blind is ()", lambda: three(betting=BlindBets(blind=()))),
    ("betting.exchange is 3", lambda: auction(betting=Auction(exchange=3))),  # type: ignore[arg-type]
    ("may_play changes state.table.options", lambda: three(may_play=writes_options)),
    ("betting changes table.options", lambda: three(betting=WritesOptions())),
    ("KeyError: True (in fails_late, test_planted_mistakes.py line ", lambda: three(bomb_taker=fails_late)),
]
"""What each complaint must name, and the variant with the mistake."""


@pytest.mark.parametrize(("named", "make"), MISTAKES)
def test_a_planted_mistake_is_caught_with_its_place(
    monkeypatch: pytest.MonkeyPatch, named: str, make: Callable[[], Variant]
) -> None:
    monkeypatch.setattr(conformance, "LONGEST_ROUND", 400)
    found = [str(fault) for fault in check_variant(make(), rounds=60)]
    assert found
    assert named in found[0]
    assert "\n" not in found[0]
    assert len(found[0]) < 250


def test_a_rule_that_never_ends_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "JUDGE_SECONDS", 0.3)
    (fault,) = check_variant(three(bomb_taker=thinks_for_ever), rounds=2)
    assert "it does not answer within 0.3 seconds (in thinks_for_ever, test_planted_mistakes.py line " in str(fault)


def test_there_are_more_than_a_hundred() -> None:
    assert len({make for _, make in MISTAKES}) > 100


def test_a_later_revision_is_played_by_its_own_rules() -> None:
    asked: list[int] = []

    def asked_for(state: RoundView, holder: int) -> int:
        """The first out captures it."""
        asked.append(holder)
        return state.out[0]

    assert list(check_variant(three(revision=2, former={1: three()}, hand_taker=asked_for), rounds=2)) == []
    assert asked


@pytest.mark.slow
@pytest.mark.parametrize("variant_id", own_ids())
def test_nothing_is_planted_in_ours(variant_id: str) -> None:
    assert [str(fault) for fault in check_variant(load(variant_id), rounds=10)] == []
