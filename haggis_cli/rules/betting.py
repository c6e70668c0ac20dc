"""What every way to bet must answer, and the usual one, `FreeBets`; rarer ones stand in `bets`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from haggis_cli.rules.events import (
    Bet,
    BettingEvent,
    Bid,
    Breach,
    Clause,
    OpenQuestion,
    RoundView,
    TableView,
    rule_text,
)
from haggis_cli.support.text import join_words, pluralize

Stakes: TypeAlias = tuple[int | None, ...]
"""The bet that counts for each seat when the round is settled; None: no bet was made."""

BET_NAMES: Mapping[str, int] = {"baby": 5, "little": 15, "big": 30}


class Betting:
    """How a variant bets; a variant with a betting rule of its own subclasses this.

    The betting of a round is the log of its accepted `Bet`, `Bid` and auction `Pass` events. Everything else is worked
    out from that log. Points go to the player who owns the bet. Points that a team wins by another team's failed bet go
    to its first seat.

    amounts: the amounts that can be bet, the lowest first.
    names: the names of amounts.
    blind: the amounts that are bet before all cards are seen; computer players, who see theirs at once, never do.
    seen: how many cards everybody has seen when blind bets are made.
    by_auction: whether one bid wins an auction before the first trick, instead of bets that anybody may make.
    by_team: whether one bet counts for each team, so that it is asked for once a team.
    """

    amounts: tuple[int, ...] = ()
    names: Mapping[str, int] = {}
    blind: tuple[int, ...] = ()
    seen: int = 0
    by_auction: ClassVar[bool] = False
    by_team: ClassVar[bool] = False

    def describe(self) -> list[str]:
        """How the betting goes, a sentence each."""
        raise NotImplementedError

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        """Why this bet or bid may not be made now; None if it may."""
        raise NotImplementedError

    def refuse_bidder(self, state: RoundView, seat: int) -> Breach | None:
        """Why a player is out of an auction that goes on; None if it may only be another player's turn."""
        return None

    def next_bidder(self, table: TableView, leader: int, log: tuple[BettingEvent, ...]) -> int | None:
        """Who must bid or pass next before the first trick; None if there is no auction, or it is over."""
        return None

    def shepherd(self, log: tuple[BettingEvent, ...]) -> Bid | None:
        """The winning bid of an auction."""
        return None

    def draws(self, amount: int) -> int:
        """How many cards the winner of the auction exchanges with the haggis."""
        return 0

    def stakes(self, table: TableView, log: tuple[BettingEvent, ...]) -> Stakes:
        """The bets that count: the last that each player made."""
        made: list[int | None] = [None] * len(table.names)
        for event in log:
            if isinstance(event, Bet):
                made[event.seat] = event.amount
        return tuple(made)

    def table_fault(self, table: TableView, stakes: Stakes) -> str | None:
        """What is wrong with bets typed in from the table; None if they can have been made.

        Every bet must be one of the amounts offered.
        """
        verb = "bid" if self.by_auction else "bet"
        for name, stake in zip(table.names, stakes, strict=True):
            if stake is not None and stake not in self.amounts:
                return f"{name} cannot have {verb} {stake}: it is {self.amounts_text()}"
        return None

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        """The bet points of every seat; `out` is the order of going out."""
        raise NotImplementedError

    def name_of(self, amount: int) -> str | None:
        """What a bet of this amount is called, if it has a name."""
        return next((name for name, named in self.names.items() if named == amount), None)

    def amount_text(self, amount: int) -> str:
        """A bet of this amount in words: with its name, if it has one."""
        name = self.name_of(amount)
        return f"{name} ({amount})" if name else str(amount)

    def bet_text(self, amount: int) -> str:
        """A bet of this amount in words that also say that it is blind."""
        text = self.amount_text(amount)
        return f"{text} blind" if amount in self.blind and "blind" not in text else text

    def offers_text(self) -> str:
        """The amounts that can be bet, in words that also say when blind bets are made."""
        if not self.blind:
            return self.amounts_text()
        others = [self.amount_text(each) for each in self.amounts if each not in self.blind]
        blind = f"{self.seen_text()}, {join_words(list(map(self.bet_text, self.blind)), 'or')}"
        return f"{join_words(others, 'or')}, or, {blind}" if others else blind

    def seen_text(self) -> str:
        """When blind bets are made, in words: `with 8 cards seen`."""
        return f"with {pluralize(self.seen, 'card')} seen"

    def amounts_text(self) -> str:
        """The amounts that can be bet, in words."""
        return join_words(list(map(self.amount_text, self.amounts)), "or") if self.amounts else "nothing"

    def refuse_bid(self) -> Breach:
        """The refusal of a bid where there is no auction."""
        return Breach("bid-not-offered", "There is no auction in this variant: say 'bet'.", Clause.BETTING)

    def refuse_blind(self, amount: int) -> Breach:
        """The refusal of a blind bet once all cards are seen."""
        made = f"A bet of {self.amount_text(amount)} is made blind, with {pluralize(self.seen, 'card')}"
        return Breach("bet-too-late", f"{made}: it comes before all other bets and plays.", Clause.BETTING)

    def refuse_bet(self, state: RoundView, event: Bet) -> Breach | None:
        """The refusals that all bets share: amount, first place decided, cards already played (rules B1, B5)."""
        names = state.table.names
        if event.amount not in self.amounts:
            text = f"A bet of {event.amount} is not offered: it is {self.amounts_text()}."
            return Breach("bet-not-offered", text, Clause.BETTING)
        if state.out:
            text = f"{names[state.out[0]]} is already out: first place is decided."
            return Breach("bet-too-late", text, Clause.BETTING, OpenQuestion.BET_WHEN_FIRST_PLACE_IS_DECIDED)
        if state.has_played(event.seat):
            text = f"{names[event.seat]} has already played a card this round."
            return Breach("bet-after-play", text, Clause.BETTING)
        return None


# Bets that every player makes alone: to be the first to go out.


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
