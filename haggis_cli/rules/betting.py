"""What every way to bet must answer, and the usual one, `FreeBets`; rarer ones stand in `bets`."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

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
"""What bets of the rulebook are called, with their points."""
WHERE_CARDS_ARE_PASSED: Mapping[str, str] = {
    ", even before and during card passing": "",
    ", the passing of cards, and the first play": " and the first play",
}
"""What ways to bet say of passing cards to the partner, and what stands for it where nobody passes any."""
WHERE_THERE_ARE_MORE_TEAMS = ("the other team scores", "each other team scores")
"""What ways to bet say of the other team, and what stands for it where there are several."""
NO_BET = ("", "-", "no", "none", "no bet")
"""What people type for no bet; no bet can have such a name."""
_STEPS = {1: "", 5: " in fives", 10: " in tens"}


class Offer(NamedTuple):
    """A bet or bid that can be made: one amount, or a range from which the player chooses.

    amounts: the amounts, the lowest first; a range even if there is only one.
    name: its name; empty if it has none.
    is_blind: whether it is made before the player sees all cards.
    """

    amounts: range
    name: str = ""
    is_blind: bool = False

    @property
    def is_range(self) -> bool:
        """Whether the player chooses the amount."""
        return len(self.amounts) > 1

    @property
    def range_text(self) -> str:
        """The amount, or the range, in words.

        >>> Offer(range(40, 101, 10), "gigantic").range_text
        '40 to 100 in tens'
        """
        first, last, step = self.amounts[0], self.amounts[-1], self.amounts.step
        return f"{first} to {last}{_STEPS.get(step, f' in steps of {step}')}" if self.is_range else str(first)

    @property
    def text(self) -> str:
        """The offer in words: `big (30)`, `gigantic (40 to 100 in tens)`."""
        return f"{self.name} ({self.range_text})" if self.name else self.range_text

    @property
    def bet_text(self) -> str:
        """The offer in words, with "blind" for a blind bet: `grand (60) blind`."""
        return f"{self.text} blind" if self.is_blind and "blind" not in self.name else self.text


class Betting:
    """How a variant bets; a variant with its own betting rule subclasses this.

    The betting of a round is the log of its accepted `Bet`, `Bid` and auction `Pass` events. Everything else is
    computed from that log. Points go to the player who owns the bet. Points that a team wins from another team's failed
    bet go to the winning team's first seat.

    amounts: the amounts that can be bet, the lowest first.
    names: the names of amounts; a name can stand for a range from which the player chooses.
    blind: the amounts that are bet blind, before players see all their cards; computer players never bet blind.
    seen: how many cards everybody has seen when blind bets are made.
    by_auction: whether an auction before the first trick replaces bets.
    by_team: whether each team has one bet.
    """

    amounts: tuple[int, ...] = ()
    names: Mapping[str, int | range] = {}
    blind: tuple[int, ...] = ()
    seen: int = 0
    by_auction: ClassVar[bool] = False
    by_team: ClassVar[bool] = False
    _ends_with_play: ClassVar[bool] = True
    """Whether it is certain that nobody bets after playing a card, nor once somebody is out (`refuse_bet`)."""

    def __init_subclass__(cls) -> None:
        # What a plugin's own refusals say is unknown until they are called.
        cls._ends_with_play = all(rule.__module__.startswith("haggis_cli.") for rule in (cls.refuse, cls.refuse_bet))

    def describe(self) -> list[str]:
        """Describe the betting, one sentence per item; each subclass adds how bets are scored."""
        return [
            f"Every player may make one bet on going out first: {self.amounts_text()}.",
            "You may bet at any time before you play your first card of the round; a bet is never changed.",
        ]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        """Return why this bet or bid may not be made now, or None: each player bets once, and blind bets come first."""
        if isinstance(event, Bid):
            return self.refuse_bid()
        made = self.stakes(state.table, state.betting)[event.seat]
        if made is not None:
            name = state.table.names[event.seat]
            return Breach("bet-twice", f"{name} has already bet {made}: a bet is never altered.", Clause.BETTING)
        breach = self.refuse_bet(state, event)
        if breach or event.amount not in self.blind:
            return breach
        has_begun = state.passed_cards or any(map(state.has_played, state.table.seats))
        others = [bet for bet in state.betting if isinstance(bet, Bet) and bet.amount not in self.blind]
        return self.refuse_blind(event.amount) if has_begun or others else None

    def refuse_bidder(self, state: RoundView, seat: int) -> Breach | None:
        """Return why a player is out of the auction in progress; None if the player is still in it."""
        return None

    def next_bidder(self, table: TableView, leader: int, log: tuple[BettingEvent, ...]) -> int | None:
        """Return who must bid or pass next before the first trick; None if there is no auction, or if it is over."""
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
        """Return what is wrong with bets typed in from the table; None if they are possible.

        Every bet must be one of the amounts offered.
        """
        for name, stake in zip(table.names, stakes, strict=True):
            if stake is not None and stake not in self.amounts:
                return f"{name} cannot have {self.verb} {stake}: it is {self.amounts_text()}"
        return None

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        """Return the bet points of every seat; `out` is the order of going out."""
        raise NotImplementedError

    @property
    def verb(self) -> str:
        """The verb: `bet` or, in an auction, `bid`."""
        return "bid" if self.by_auction else "bet"

    @property
    def footnote(self) -> str:
        """The footnote of the scoresheet that explains its column of bet points; empty if nobody can bet."""
        return "Bet points: all points earned from bets, whoever made them, successful or not." if self.amounts else ""

    def event(self, seat: int, amount: int) -> Bet | Bid:
        """Return the event of betting, or bidding, an amount."""
        return Bid(seat, amount) if self.by_auction else Bet(seat, amount)

    def offers(self, among: Iterable[int] | None = None) -> tuple[Offer, ...]:
        """Return the bets of these amounts, by default all that can be made, the lowest first."""
        found: list[Offer] = []
        for amount in self.amounts if among is None else sorted(among):
            name, called = self._called(amount)
            first, lower, is_blind = amount, amount - called.step, amount in self.blind
            if lower in called and found and found[-1].amounts[-1] == lower and found[-1][1:] == (name, is_blind):
                first = found.pop().amounts[0]
            found.append(Offer(range(first, amount + 1, called.step), name, is_blind))
        return tuple(found)

    def _called(self, amount: int) -> tuple[str, range]:
        """The name of a bet of this amount, if it has one, and all the amounts that are called so."""
        for name, named in self.names.items():
            if amount in _amounts(named):
                return name, _amounts(named)
        return "", _amounts(amount)

    def parse(self, text: str, among: Collection[int] = ()) -> int | Breach | None:
        """Return the amount that a text means: a name, its beginning, a number, or a name and a number for a range.

        If 0 can be bet, `none`, `no` and `no bet` mean it, too. None if the text is not an amount; a Breach if it can
        mean several bets, or names a range but no amount in it.

        among: the amounts that the beginning of a name can mean; by default all that can be bet.

        >>> FreeBets().parse("l"), FreeBets().parse("big"), FreeBets().parse("20"), FreeBets().parse("two")
        (15, 30, 20, None)
        """
        if 0 in self.amounts and text.strip() and " ".join(text.casefold().split()) in NO_BET:
            return 0
        said = re.fullmatch(r"(.*?)\s*([0-9]{0,6})", text.strip().casefold(), re.DOTALL)
        word, figures = said.groups() if said else ("", "")
        if not word:
            return int(figures) if figures else None
        # The names of bets are understood where nothing can be bet, so that the answer is that none are offered.
        names, among = (self.names, among or self.amounts) if self.amounts else (BET_NAMES, [*BET_NAMES.values()])
        begun = {name: _amounts(each) for name, each in names.items() if name.startswith(word)}
        found = {name: each for name, each in begun.items() if name == word or set(each) & set(among)}
        if len(set(found.values())) > 1 and word not in found:
            message = f"'{word}' can be {join_words([*found], 'or')}: type more of the name"
            return Breach("ambiguous", message, Clause.BETTING)
        if not found:
            return None
        name = word if word in found else next(iter(found))
        if len(found[name]) == 1:
            return None if figures else found[name][0]
        if figures and int(figures) in found[name]:
            return int(figures)
        message = f"'{name}' is {Offer(found[name]).range_text}: add the amount, like '{name} {found[name][0]}'"
        return Breach("syntax", message, Clause.BETTING)

    def spell(self, amount: int) -> str:
        """Return a text that `parse` reads as this amount: its own name if that is unambiguous, else the number."""
        name = self.name_of(amount)
        return str(amount) if name is None or name in NO_BET else name

    def name_of(self, amount: int) -> str | None:
        """Return the name that means this amount and no other; None if there is none."""
        return next((name for name, named in self.names.items() if named == amount), None)

    def amount_text(self, amount: int) -> str:
        """Return a bet of this amount in words, with its name if it has one."""
        name, _ = self._called(amount)
        return f"{name} ({amount})" if name else str(amount)

    def bet_text(self, amount: int) -> str:
        """Return a bet of this amount in words, with "blind" for a blind bet."""
        text = self.amount_text(amount)
        return f"{text} blind" if amount in self.blind and "blind" not in text else text

    def made_text(self, name: str, amount: int) -> str:
        """Return whose bet or bid this is, in words: `Noah: little (15)`, or `Noah bid 30` in an auction."""
        return f"{name} bid {self.bet_text(amount)}" if self.by_auction else f"{name}: {self.bet_text(amount)}"

    def choice_text(self, amounts: Iterable[int]) -> str:
        """Return these amounts in words: `little (15) or gigantic (40 to 100 in tens)`."""
        return join_words([offer.text for offer in self.offers(amounts)], "or")

    def amounts_text(self) -> str:
        """Return the amounts that can be bet, in words."""
        return self.choice_text(self.amounts) if self.amounts else "nothing"

    def offers_text(self) -> str:
        """Return in words the amounts that can be bet, and when blind bets are made."""
        if not self.blind:
            return self.amounts_text()
        others = [amount for amount in self.amounts if amount not in self.blind]
        blind = f"{self.seen_text()}, {join_words([offer.bet_text for offer in self.offers(self.blind)], 'or')}"
        return f"{self.choice_text(others)}, or, {blind}" if others else blind

    def seen_text(self) -> str:
        """When blind bets are made, in words: `with 8 cards seen`."""
        return f"with {pluralize(self.seen, 'card')} seen"

    def refuse_bid(self) -> Breach:
        """Return the refusal of a bid if there is no auction."""
        return Breach("bid-not-offered", "There is no auction in this variant: use 'bet'.", Clause.BETTING)

    def refuse_blind(self, amount: int) -> Breach:
        """Return the refusal of a blind bet after all cards are seen."""
        made = f"A bet of {self.amount_text(amount)} is made blind, with {pluralize(self.seen, 'card')}"
        return Breach("bet-too-late", f"{made}: it comes before all other bets and plays.", Clause.BETTING)

    def refuse_bet(self, state: RoundView, event: Bet) -> Breach | None:
        """Return a refusal that all bets share: wrong amount, first place decided, card played (rules B1, B5)."""
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


def _amounts(named: int | range) -> range:
    """The amounts that a name stands for."""
    return named if isinstance(named, range) else range(named, named + 1)


# Bets that every player makes alone: to be the first to go out.


def full_stakes_to_winner_and_abstainers(stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
    """If you go out first, you score your bet; if not, the first player out scores it, and so does every other player
    who made no bet.

    For two players: If you go out first, you score your bet; if not, your opponent scores it.

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
    """The first out scores their own bet and two thirds of the other bets, the second out one third of those.

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

    If 0 is among the amounts, a bet of 0 is a declaration and counts as the bet of the player.

    amounts: the amounts that can be bet.
    names: the names of amounts.
    settlement: gives the bet points of every seat from the bets that count and the order of going out.
    """

    amounts: tuple[int, ...] = (5, 15, 30)
    names: Mapping[str, int | range] = field(default_factory=lambda: BET_NAMES)
    settlement: Callable[[Stakes, tuple[int, ...]], tuple[int, ...]] = full_stakes_to_winner_and_abstainers

    def describe(self) -> list[str]:
        return [*super().describe(), rule_text(self.settlement)]

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return self.settlement(stakes, out)
