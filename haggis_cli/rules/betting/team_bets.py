"""Bets of teams: one for each team, which a partner may overwrite."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from haggis_cli.rules.betting.base import BET_NAMES, Betting, Stakes
from haggis_cli.rules.betting.passing_words import PassingWords
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.rounds.events import Bet, BettingEvent, Bid
from haggis_cli.rules.rounds.views import RoundView, TableView

DURING_PASSING = PassingWords(
    "before the player plays a card, also before and during card passing.", "before the player plays a card."
)


@dataclass(frozen=True)
class TeamBets(Betting):
    """One active bet per team; a player who has not played may overwrite the partner's with a larger one (rules B4).

    amounts: the amounts that can be bet.
    names: the names of amounts.
    won: how many times its bet a team scores if the bet's owner is the first out.
    lost: how many times the bet the other team scores if not; with several other teams each of them does.
    single: whether a player bets only once a round, and does not bet again over the partner's bet.
    """

    amounts: tuple[int, ...] = (5, 15, 30)
    names: Mapping[str, int] = field(default_factory=lambda: BET_NAMES)
    won: int = 2
    lost: int = 1
    single: bool = False

    by_team: ClassVar[bool] = True

    def describe(self) -> list[str]:
        once = ["A player who has bet does not bet again in the round."] if self.single else []
        return [
            f"Every team may have one bet that its owner will be the first to go out: {self.amounts_text()}.",
            f"It is made at any time {DURING_PASSING.with_passing}",
            "A partner who has not played may overwrite it with a larger one; then the new owner must go out first.",
            *once,
            f"If the owner is first out the team scores {self.won} × the bet, else each other team {self.lost} × it.",
        ]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        if isinstance(event, Bid):
            return self.refuse_bid()
        breach = self.refuse_bet(state, event)
        if breach:
            return breach
        name = state.table.names[event.seat]
        stakes = self.stakes(state.table, state.betting)
        if stakes[event.seat] is not None:
            return Breach(
                "bet-twice",
                f"{name} has already bet {stakes[event.seat]}: only the partner may overwrite it.",
                Clause.BETTING,
            )
        earlier = [
            bet.amount for bet in state.betting if self.single and isinstance(bet, Bet) and bet.seat == event.seat
        ]
        if earlier:
            return Breach(
                "bet-twice", f"{name} has already bet {earlier[0]}, and a player bets once a round.", Clause.BETTING
            )
        for partner in state.table.partners(event.seat):
            standing = stakes[partner]
            if standing is not None and event.amount <= standing:
                return Breach(
                    "bet-not-higher",
                    f"{state.table.names[partner]} has bet {standing}: only a larger bet overwrites it.",
                    Clause.BETTING,
                )
        return None

    def stakes(self, table: TableView, log: tuple[BettingEvent, ...]) -> Stakes:
        made: list[int | None] = [None] * len(table.names)
        for event in log:
            if isinstance(event, Bet):
                for partner in table.partners(event.seat):
                    made[partner] = None
                made[event.seat] = event.amount
        return tuple(made)

    def table_fault(self, table: TableView, stakes: Stakes) -> str | None:
        for side, seats in enumerate(table.sides):
            if sum(stakes[seat] is not None for seat in seats) > 1:
                return f"{table.side_names[side]} have two bets: only the larger one, which overwrote the other, counts"
        return super().table_fault(table, stakes)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        points = [0] * len(stakes)
        for seat, amount in enumerate(stakes):
            if not amount:
                continue
            if out[0] == seat:
                points[seat] += self.won * amount
            else:
                for others in table.sides:
                    if seat not in others:
                        points[others[0]] += self.lost * amount
        return tuple(points)
