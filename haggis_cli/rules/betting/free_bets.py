"""Bets that every player makes alone: to be the first to go out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from haggis_cli.rules.betting.base import BET_NAMES, Betting, Stakes
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.phrases import rule_text
from haggis_cli.rules.rounds.events import Bet, Bid
from haggis_cli.rules.rounds.views import RoundView, TableView


def full_stakes_to_winner_and_abstainers(stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
    """A failed bet goes to the first player out and to every other player who made no bet.

    For two players: A failed bet goes to your opponent.

    Rules B3; Rulebook 2.1, Haggis (3-Player), Scoring, Bets.
    """
    first, points = out[0], [0] * len(stakes)
    for seat, amount in enumerate(stakes):
        if not amount:
            continue
        points[first] += amount
        if seat != first:
            for other, bet in enumerate(stakes):
                if other not in (seat, first) and not bet:
                    points[other] += amount
    return tuple(points)


def failed_bets_split(stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
    """The first out scores the own bet and two thirds of the other bets, the second out one third.

    Rules B3; Haggis (revised rules), "Revised scoring for three players".
    """
    first, points = out[0], [0] * len(stakes)
    failed = sum(amount or 0 for seat, amount in enumerate(stakes) if seat != first)
    share = failed // 3 if len(out) > 1 else 0
    points[first] = (stakes[first] or 0) + failed - share
    if len(out) > 1:
        points[out[1]] = share
    return tuple(points)


@dataclass(frozen=True)
class FreeBets(Betting):
    """Every player may make one bet, at any time before playing a card (rules B1–B3).

    A bet of 0, where it is among the amounts, is a declaration and stands.

    amounts: the amounts that can be bet.
    names: the names of amounts.
    settlement: the bet points of every seat, by the bets that count and the order of going out.
    """

    amounts: tuple[int, ...] = (5, 15, 30)
    names: Mapping[str, int] = field(default_factory=lambda: BET_NAMES)
    settlement: Callable[[Stakes, tuple[int, ...]], tuple[int, ...]] = full_stakes_to_winner_and_abstainers

    def describe(self) -> list[str]:
        return [
            f"Every player may make one bet to be the first to go out: {self.amounts_text()}.",
            "It is made at any time before the player plays a card, and it stands.",
            rule_text(self.settlement),
        ]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        if isinstance(event, Bid):
            return self.refuse_bid()
        name = state.table.names[event.seat]
        made = self.stakes(state.table, state.betting)[event.seat]
        if made is not None:
            return Breach("bet-twice", f"{name} has already bet {made}: a bet is never altered.", Clause.BETTING)
        return self.refuse_bet(state, event)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return self.settlement(stakes, out)
