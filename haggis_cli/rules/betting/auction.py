"""The auction to become the Shepherd: who bids next, what may be bid, and what the winning bid is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from haggis_cli.rules.betting.base import Betting, Stakes
from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.rounds.events import Bet, BettingEvent, Bid, Pass
from haggis_cli.rules.rounds.views import RoundView, TableView


@dataclass(frozen=True)
class Auction(Betting):
    """An auction to become the Shepherd, before the first trick (rules T1–T6; Rulebook 2.1, Shepherd Auction).

    amounts: the amounts that can be bid.
    exchange: how many cards the Shepherd exchanges with the haggis, by amount.
    names: the names of amounts, on cards and in speech.
    """

    amounts: tuple[int, ...] = (15, 30, 45)
    exchange: Mapping[int, int] = field(default_factory=lambda: {15: 3, 30: 2, 45: 1})
    names: Mapping[str, int] = field(default_factory=dict)

    by_auction: ClassVar[bool] = True

    def describe(self) -> list[str]:
        draws = ", ".join(f"{cards} for a bid of {amount}" for amount, cards in self.exchange.items())
        return [
            "Beginning to the left of the lead player, everybody bids to become the Shepherd, or passes for good.",
            f"A bid is {self.amounts_text()}.",
            "A bid must be higher than the last; a player with a lower game score than the last bidder may match it.",
            f"The Shepherd draws cards from the haggis, {draws}.",
            "The Shepherd discards as many suit cards, and leads the first trick.",
            "If all pass, the last to pass leads and nothing is bet.",
            "If the Shepherd is the first out, the Shepherd scores the bid.",
            "If not, the first out scores two thirds of it and the other player one third.",
        ]

    def next_bidder(self, table: TableView, leader: int, log: tuple[BettingEvent, ...]) -> int | None:
        passed = {event.seat for event in log if isinstance(event, Pass)}
        best = self.shepherd(log)
        after = log[-1].seat if log else leader
        for step in table.seats:
            seat = table.left(after, step + 1)
            if seat not in passed:
                return None if best and seat == best.seat else seat
        return None

    def shepherd(self, log: tuple[BettingEvent, ...]) -> Bid | None:
        return next((event for event in reversed(log) if isinstance(event, Bid)), None)

    def draws(self, amount: int) -> int:
        return self.exchange[amount]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        if isinstance(event, Bet):
            return Breach("bet-not-offered", "The auction replaces bets: say 'bid'.", Clause.AUCTION)
        if event.amount not in self.amounts:
            return Breach(
                "bid-not-offered",
                f"A bid of {event.amount} is not offered: it is {self.amounts_text()}.",
                Clause.AUCTION,
            )
        best = self.shepherd(state.betting)
        if not best or event.amount > best.amount:
            return None
        bidder = state.table.names[best.seat]
        if event.amount < best.amount:
            return Breach("bid-too-low", f"{bidder} has bid {best.amount}: a bid must be higher.", Clause.AUCTION)
        if not state.totals or state.totals[event.seat] < state.totals[best.seat]:
            return None
        return Breach(
            "bid-too-low",
            f"Only a player with a lower game score than {bidder} ({state.totals[best.seat]}) may match the bid of "
            f"{best.amount}; {state.table.names[event.seat]} has {state.totals[event.seat]}.",
            Clause.AUCTION,
        )

    def refuse_bidder(self, state: RoundView, seat: int) -> Breach | None:
        if any(isinstance(event, Pass) and event.seat == seat for event in state.betting):
            name = state.table.names[seat]
            return Breach("already-passed", f"{name} has passed in the auction, and a pass is final.", Clause.AUCTION)
        return None

    def stakes(self, table: TableView, log: tuple[BettingEvent, ...]) -> Stakes:
        best = self.shepherd(log)
        return tuple(best.amount if best and best.seat == seat else None for seat in table.seats)

    def table_fault(self, table: TableView, stakes: Stakes) -> str | None:
        if sum(stake is not None for stake in stakes) > 1:
            return "there is one Shepherd at most"
        return super().table_fault(table, stakes)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        points = [0] * len(stakes)
        for shepherd, amount in enumerate(stakes):
            if amount is None:
                continue
            if out[0] == shepherd:
                points[shepherd] = amount
            else:
                for sheep in table.seats:
                    if sheep != shepherd:
                        points[sheep] = amount * 2 // 3 if sheep == out[0] else amount // 3
        return tuple(points)
