"""Bets of players who play with partners, each alone: what one loses goes to the other side and to no partner."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from haggis_cli.rules.betting.base import BET_NAMES, Betting, Stakes
from haggis_cli.rules.betting.free_bets import FreeBets
from haggis_cli.rules.breach import Breach
from haggis_cli.rules.rounds.events import Bet, Bid
from haggis_cli.rules.rounds.views import RoundView, TableView


@dataclass(frozen=True)
class SideBets(Betting):
    """Every player may make one bet, at any time before playing a card; one that fails goes to every opponent.

    It is for sides that change from round to round, where everybody scores alone: a partner gets nothing of it.

    amounts: the amounts that can be bet.
    names: the names of amounts.
    """

    amounts: tuple[int, ...] = (5, 15, 30)
    names: Mapping[str, int] = field(default_factory=lambda: BET_NAMES)

    def describe(self) -> list[str]:
        return [
            *FreeBets(self.amounts, self.names).describe()[:2],
            "Whoever goes out first scores the own bet; a bet that fails is scored by every opponent, by no partner.",
        ]

    def refuse(self, state: RoundView, event: Bet | Bid) -> Breach | None:
        return FreeBets(self.amounts, self.names).refuse(state, event)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        points = [0] * len(stakes)
        for seat, amount in enumerate(stakes):
            for winner in (seat,) if out[0] == seat else table.opponents(seat):
                points[winner] += amount or 0
        return tuple(points)
