"""What is weighed at one moment of a round, from one seat: the plan for the hand, and who is about to go out."""

from random import Random

from haggis_cli.players.hand_plan import HandPlan
from haggis_cli.players.policies.normal import SPLITS, CardCounter
from haggis_cli.players.table_context import table_context
from haggis_cli.players.view import View
from haggis_cli.rules.cards import COURTS, Cards
from haggis_cli.support.english import pluralize
from haggis_cli.support.escaping import escape_text

NEAR_OUT = 6
"""An opponent who holds so few cards is about to go out; the policies have it so."""


class Position:
    """A moment as the seat of the view sees it.

    view: what the seat sees.
    context: the table.
    plan: the best plan for the hand.
    counter: what is still out against the seat.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.context = table_context(view.state.table)
        self.plan = self.best_plan(view.hand)
        self.counter = CardCounter(view, self.context)

    def best_plan(self, hand: Cards) -> HandPlan:
        """The best plan found for the suit cards of a hand; the same for the same hand."""
        return self.context.splitter.find_best(hand, Random(hand), SPLITS)

    @property
    def trick_points(self) -> int:
        """What the cards of the trick are worth so far."""
        return self.view.state.table.variant.card_values.of(*(play.cards for play in self.view.state.trick))

    @property
    def nearest(self) -> tuple[int, int]:
        """The opponent with the fewest cards, and how many; seat -1 with no card where none is in."""
        sizes = self.view.state.sizes
        holding = [(sizes[seat], seat) for seat in self.context.opponents[self.view.seat] if sizes[seat]]
        size, seat = min(holding, default=(0, -1))
        return seat, size

    def threat(self) -> str:
        """Which opponent is about to go out; empty if none is."""
        seat, size = self.nearest
        return f"{self.name(seat)} holds only {pluralize(size, 'card')}" if 0 < size <= NEAR_OUT else ""

    def rest_goes(self, rest: Cards) -> str:
        """In how many plays these cards would be shed, the court cards aside."""
        plays = len(self.best_plan(rest))
        if not plays:
            return "only court cards are left then"
        beside = ", the court cards aside" if rest & COURTS else ""
        return f"the rest goes in {pluralize(plays, 'play')}{beside}"

    def name(self, seat: int) -> str:
        """A player's name."""
        return escape_text(self.view.state.table.names[seat])
