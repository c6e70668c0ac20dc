"""Ceilidh: Haggis for two or three with a pool of bets, where a bomb helps whoever is furthest behind.

An example of a third party's variant with a betting rule and a capture rule that no rulebook has.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.rules.api import (
    Bet,
    Betting,
    Bid,
    Breach,
    Clause,
    Goal,
    RoundView,
    Ruling,
    Setup,
    Stakes,
    TableView,
    Takers,
    Trick,
)


@dataclass(frozen=True)
class Pool(Betting):
    """Bets go into a pool, may be raised until the first own card, and the pool goes to the first player out."""

    amounts: tuple[int, ...] = (10, 20, 40)
    names: Mapping[str, int] = field(default_factory=lambda: {"jig": 10, "reel": 20, "strathspey": 40})

    def describe(self) -> list[str]:
        return [
            f"Everybody may put a bet into the pool, {self.amounts_text()}, and raise it until playing a card.",
            "The first player out takes the pool; with three players the second out gets the own bet back from it.",
        ]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        if isinstance(event, Bid):
            return self.refuse_bid()
        breach = self.refuse_bet(state, event)
        made = self.stakes(state.table, state.betting)[event.seat]
        if breach or made is None or event.amount > made:
            return breach
        name = state.table.names[event.seat]
        return Breach("bet-not-higher", f"{name} has {made} in the pool and can only raise it.", Clause.BETTING)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        points = [0] * len(stakes)
        points[out[0]] = sum(stake or 0 for stake in stakes)
        for second in out[1:2]:
            points[second] = stakes[second] or 0
            points[out[0]] -= points[second]
        return tuple(points)


def fullest_hand_captures(state: RoundView, trick: Trick) -> Takers:
    """A trick won by a bomb is captured by the opponent with the most cards, on a tie by the first to the left."""
    opponents = state.table.opponents(trick.winner)
    taker = max(opponents, key=lambda seat: state.sizes[seat])
    return Takers((taker,), taker)


CEILIDH = replace(
    TWO_PLAYER,
    id="ceilidh",
    name="Ceilidh",
    summary="Haggis for two or three with a pool of bets, where a bomb helps whoever is furthest behind.",
    source="House rules of the example table",
    rulebook="Ceilidh",
    setups={2: Setup(suits=4, copies=1, dealt=14), 3: Setup(suits=5, copies=1, dealt=14)},
    goals=(Goal(points=200), Goal(rounds=4)),
    betting=Pool(),
    bomb_taker=fullest_hand_captures,
    rulings=(Ruling("The pool may be raised also after others have played.", "House rules"),),
)
