"""Bets that players make alone, some of them blind: before they have seen all their cards."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from haggis_cli.rules.betting.base import BET_NAMES
from haggis_cli.rules.betting.free_bets import FreeBets
from haggis_cli.rules.betting.passing_words import PassingWords
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.rounds.events import Bet, Bid
from haggis_cli.rules.rounds.views import RoundView
from haggis_cli.support.english import join_words

BEFORE_PASSING = PassingWords(
    "before all other bets, the passing of cards, and the first play.", "before all other bets and the first play."
)


@dataclass(frozen=True)
class BlindBets(FreeBets):
    """Free bets, and before all others blind ones, for which the deal stops when everybody has so many cards.

    A player who has bet blind makes no other bet.

    amounts: the amounts that can be bet, the blind ones among them.
    names: the names of amounts.
    blind: the amounts that can be bet blind, and only so.
    seen: how many cards everybody has seen then.
    """

    amounts: tuple[int, ...] = (5, 15, 30, 60)
    names: Mapping[str, int] = field(default_factory=lambda: {**BET_NAMES, "blind": 60})
    blind: tuple[int, ...] = (60,)
    seen: int = 8

    def describe(self) -> list[str]:
        amounts = join_words(list(map(self.amount_text, self.blind)), "or")
        return [
            *super().describe(),
            f"A bet of {amounts} is blind: it is made when everybody has seen {self.seen} cards and no more.",
            f"So it comes {BEFORE_PASSING.with_passing}",
        ]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        breach = super().refuse(state, event)
        if breach or event.amount not in self.blind or not self._all_seen(state):
            return breach
        return self.refuse_blind(event.amount)

    def _all_seen(self, state: RoundView) -> bool:
        """Whether something has happened for which all cards are dealt."""
        if any(map(state.has_played, state.table.seats)) or state.passed_cards:
            return True
        return any(isinstance(bet, Bet) and bet.amount not in self.blind for bet in state.betting)
