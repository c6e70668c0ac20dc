"""Ways to bet that few variants have: the auction to become the Shepherd, bets of teams, of changing sides, and blind.

They stand apart from `betting` because a variant without them starts sooner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from haggis_cli.rules.betting import BET_NAMES, Betting, FreeBets, Stakes
from haggis_cli.rules.events import Bet, BettingEvent, Bid, Breach, Clause, Pass, RoundView, TableView

_TIMES = {1: "the bet", 2: "twice the bet"}


@dataclass(frozen=True)
class Auction(Betting):
    """An auction to become the Shepherd, before the first trick (rules T1–T6; Rulebook 2.1, Shepherd Auction).

    amounts: the amounts that can be bid.
    exchange: how many cards the Shepherd exchanges with the haggis, by amount.
    names: the names of amounts.
    """

    amounts: tuple[int, ...] = (15, 30, 45)
    exchange: Mapping[int, int] = field(default_factory=lambda: {15: 3, 30: 2, 45: 1})
    names: Mapping[str, int | range] = field(default_factory=dict)

    by_auction: ClassVar[bool] = True

    @property
    def footnote(self) -> str:
        return (
            "Bet points: the Shepherd scores the bid by going out first; otherwise the first sheep out scores 2/3 of "
            "it and the other sheep 1/3."
        )

    def describe(self) -> list[str]:
        draws = ", ".join(f"{cards} for a bid of {amount}" for amount, cards in self.exchange.items())
        return [
            "From the lead player's left, each player in turn bids to become the Shepherd or passes for good.",
            f"A bid is {self.amounts_text()}.",
            "A bid must be higher than the last; a player with fewer points than the last bidder may match it.",
            "Bidding goes round until there is a bid and all others have passed: that bidder is the Shepherd.",
            f"The Shepherd draws the top cards of the haggis, unseen by the others: {draws}.",
            "The Shepherd then puts the same number of suit cards back face down and leads the first trick.",
            "If all pass, the last to pass leads; no cards are exchanged, no bid is scored, and everybody plays alone.",
            "If the Shepherd is the first out, the Shepherd scores the bid.",
            "If not, the sheep who goes out first scores two thirds of it and the other sheep one third.",
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
            return Breach("bet-not-offered", "The auction replaces bets: use 'bid'.", Clause.AUCTION)
        if event.amount not in self.amounts:
            text = f"A bid of {event.amount} is not offered: it is {self.amounts_text()}."
            return Breach("bid-not-offered", text, Clause.AUCTION)
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
            return "there is at most one Shepherd"
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


@dataclass(frozen=True)
class TeamBets(Betting):
    """One active bet per team; a player who has not played may overwrite the partner's with a larger one (rules B4).

    amounts: the amounts that can be bet.
    names: the names of amounts.
    won: a team scores this many times its bet if the bet's owner is the first out.
    lost: each other team scores this many times the bet if not.
    single: whether a player bets only once a round, and cannot bet again even to overwrite the partner's bet.
    """

    amounts: tuple[int, ...] = (5, 15, 30)
    names: Mapping[str, int | range] = field(default_factory=lambda: BET_NAMES)
    won: int = 2
    lost: int = 1
    single: bool = False

    by_team: ClassVar[bool] = True

    def describe(self) -> list[str]:
        again = "if you have not bet yet" if self.single else "even if it overwrote yours"
        won, lost = (_TIMES.get(times, f"{times} × the bet") for times in (self.won, self.lost))
        return [
            f"Each team may have one bet at a time: {self.amounts_text()}; its owner is the player who made it.",
            "You may bet at any time before you play your first card, even before and during card passing.",
            f"Until then you may overwrite your partner's bet with a larger one, {again}.",
            "If you do, only your bet counts.",
            f"If the owner goes out first, the team scores {won}.",
            f"If not, the other team scores {lost}.",
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
            text = f"{name} has already bet {stakes[event.seat]}: only the partner may overwrite it."
            return Breach("bet-twice", text, Clause.BETTING)
        earlier = [bet.amount for bet in state.betting if isinstance(bet, Bet) and bet.seat == event.seat]
        if self.single and earlier:
            text = f"{name} has already bet {earlier[0]}, and a player bets once a round."
            return Breach("bet-twice", text, Clause.BETTING)
        for partner in state.table.partners(event.seat):
            standing = stakes[partner]
            if standing is not None and event.amount <= standing:
                text = f"{state.table.names[partner]} has bet {standing}: only a larger bet overwrites it."
                return Breach("bet-not-higher", text, Clause.BETTING)
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


@dataclass(frozen=True)
class SideBets(Betting):
    """Every player may make one bet, at any time before playing a card; every opponent scores a failed bet.

    It is for sides that change from round to round, where everybody scores alone: a partner scores nothing for a failed
    bet.

    amounts: the amounts that can be bet.
    names: the names of amounts.
    """

    amounts: tuple[int, ...] = (5, 15, 30)
    names: Mapping[str, int | range] = field(default_factory=lambda: BET_NAMES)

    def describe(self) -> list[str]:
        return [
            *super().describe(),
            "Whoever goes out first scores their own bet; every opponent, but no partner, scores a bet that fails.",
        ]

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        points = [0] * len(stakes)
        for seat, amount in enumerate(stakes):
            for winner in (seat,) if out[0] == seat else table.opponents(seat):
                points[winner] += amount or 0
        return tuple(points)


@dataclass(frozen=True)
class BlindBets(FreeBets):
    """Free bets, and blind bets before them, for which the deal stops when everybody has some of the cards.

    A player who has bet blind makes no other bet.

    amounts: the amounts that can be bet, the blind ones among them.
    names: the names of amounts.
    blind: the amounts that can only be bet blind.
    seen: how many cards everybody has seen when blind bets are made.
    """

    amounts: tuple[int, ...] = (5, 15, 30, 60)
    names: Mapping[str, int | range] = field(default_factory=lambda: {**BET_NAMES, "blind": 60})
    blind: tuple[int, ...] = (60,)
    seen: int = 8

    def describe(self) -> list[str]:
        amounts = self.choice_text(self.blind)
        return [
            *super().describe(),
            f"A bet of {amounts} is blind: it is made when everybody has seen {self.seen} cards and no more.",
            "So it comes before all other bets, the passing of cards, and the first play.",
        ]
