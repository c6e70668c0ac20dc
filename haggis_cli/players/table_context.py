"""What computer players need to know of a table, worked out once for all of them."""

from typing import NamedTuple

from haggis_cli.players.hand_plan import Splitter
from haggis_cli.rules.betting.base import Stakes
from haggis_cli.rules.scoring.scores import Outcome, score
from haggis_cli.rules.table import Table


class RolloutResult(NamedTuple):
    """How a rollout ended.

    out: who went out, in order.
    points: the points of each seat, without the bonus and the bets.
    """

    out: tuple[int, ...]
    points: tuple[int, ...]


class TableContext:
    """A table as computer players think of it.

    table: the table itself.
    players: how many sit at it.
    splitter: splits hands into plays.
    partners: the partners of each seat.
    opponents: the opponents of each seat.
    values: the cards of each value, with the value.
    top: the highest rank that a sequence or stair can reach.
    sets: whether sets are played.
    sequence: the fewest ranks of a sequence.
    bombs: the place of each bomb of court cards, by its cards.
    """

    def __init__(self, table: Table) -> None:
        variant = table.variant
        self.table = table
        self.players = len(table.names)
        self.splitter = Splitter(table)
        self.partners = [table.partners(seat) for seat in table.seats]
        self.opponents = [table.opponents(seat) for seat in table.seats]
        self.values = variant.card_values.masks
        self.top = variant.combinations.top
        self.sets = variant.combinations.sets
        self.sequence = variant.combinations.sequence
        self.bombs = {
            bomb.court_cards: place for place, bomb in enumerate(variant.combinations.bombs, 1) if bomb.courts
        }
        self._bonus_and_bet_points: dict[tuple[Stakes, tuple[int, ...]], tuple[int, ...]] = {}

    def points(self, cards: int) -> int:
        """What these cards are worth when captured."""
        points = 0
        for mask, value in self.values:
            points += value * (cards & mask).bit_count()
        return points

    def gains(self, result: RolloutResult, stakes: Stakes) -> list[float]:
        """How far each seat's side comes out above the others in the round, a player's average against theirs."""
        bets = self.bonus_and_bet_points(stakes, result.out)
        totals = [points + bet for points, bet in zip(result.points, bets, strict=True)]
        whole = sum(totals)
        gains = []
        for opponents in self.opponents:
            others = sum([totals[opponent] for opponent in opponents])
            own = self.players - len(opponents)
            gains.append((whole - others) / own - others / len(opponents))
        return gains

    def bonus_and_bet_points(self, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        """What bets and the bonus bring each seat for this order of going out."""
        found = self._bonus_and_bet_points.get((stakes, out))
        if found is None:
            nothing = (0,) * self.players
            scores = score(self.table, Outcome(out, nothing, nothing, stakes))
            found = self._bonus_and_bet_points[stakes, out] = tuple(each.total for each in scores)
        return found


_contexts: dict[int, TableContext] = {}


def table_context(table: Table) -> TableContext:
    """The context of a table, kept while the same table is asked for."""
    found = _contexts.get(id(table))
    if found is None or found.table is not table:
        _contexts.clear()
        found = _contexts[id(table)] = TableContext(table)
    return found
