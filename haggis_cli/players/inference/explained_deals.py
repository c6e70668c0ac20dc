"""Guessed deals of which those come up most that explain best what the others have done."""

from math import exp
from random import Random

from haggis_cli.players.inference.likelihood import log_likelihood
from haggis_cli.players.inference.observations import observe
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.table_context import TableContext
from haggis_cli.players.view import View

FEWEST_DEALS = 50  # that are weighed before the first is drawn; a third of them are worth telling apart
PLAYERS = 2  # where more play, no gain has been measured
MORE_DEALS = 2  # that are weighed for each that is drawn


class ExplainedDeals:
    """Deals that fit what a seat has seen, by how well they explain it.

    Each deal asked for adds guesses to those weighed so far, and is drawn from all of them: weighing eight new ones for
    each took the search more than half of its playouts.
    """

    def __init__(self, view: View, context: TableContext) -> None:
        self._unseen = UnseenCards(view)
        self._context = context
        self._observations = observe(view) if context.players == PLAYERS else []
        self._deals: list[tuple[list[int], int]] = []
        self._cumulative: list[float] = []

    def sample(self, chance: Random) -> tuple[list[int], int]:
        """Hands by seat with their court cards, and the haggis, as bits; not to be changed."""
        if not self._observations:
            return self._unseen.sample_determinization(chance)
        for _ in range(MORE_DEALS if self._deals else FEWEST_DEALS):
            self._weigh(self._unseen.sample_determinization(chance))
        return chance.choices(self._deals, cum_weights=self._cumulative)[0]

    def _weigh(self, deal: tuple[list[int], int]) -> None:
        before = self._cumulative[-1] if self._cumulative else 0.0
        self._deals.append(deal)
        self._cumulative.append(before + exp(log_likelihood(self._context, self._observations, deal[0])))
