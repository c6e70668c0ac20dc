"""What the rules of a variant can see: the table, and what lies open in a round.

A variant's functions (who captures, who leads) and its betting are written against these two protocols. `Table` and
`Round` fulfil them. Hands and the haggis are left out on purpose: a rule gives the same answer whether the cards are
known or not.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.deck import Deck, Setup
from haggis_cli.rules.rounds.events import BettingEvent, Phase
from haggis_cli.rules.rounds.trick import Trick, TrickPlay


class TableView(Protocol):
    """Who sits where, and what they play with. A seat is a number from 0, clockwise."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""

    @property
    def setup(self) -> Setup:
        """What is dealt."""

    @property
    def deck(self) -> Deck:
        """The suit cards."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side: a player alone, or a team."""

    @property
    def side_names(self) -> tuple[str, ...]:
        """What each side is called."""

    @property
    def options(self) -> Mapping[str, bool | str]:
        """The options that this match has chosen, by name."""

    @property
    def seats(self) -> range:
        """Every seat, clockwise."""

    def left(self, seat: int, steps: int = 1) -> int:
        """The next seat clockwise, or the one `steps` further."""

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """Every seat, beginning with this one."""

    def side(self, seat: int) -> int:
        """The number of the side that the seat scores for."""

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the same team."""

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Everybody on another side, clockwise from the seat."""

    def ended_by(self, out: tuple[int, ...]) -> bool:
        """Whether a round is over when these players are out."""


class RoundView(Protocol):
    """What lies open in a round at one moment."""

    @property
    def table(self) -> TableView:
        """Who plays."""

    @property
    def leader(self) -> int:
        """Who was to lead; an auction may change who does."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The game score of each seat's side before the round."""

    @property
    def phase(self) -> Phase:
        """What the round is waiting for."""

    @property
    def turn(self) -> int:
        """Who acts next."""

    @property
    def courts(self) -> tuple[Cards, ...]:
        """Everybody's unplayed court cards."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards everybody holds."""

    @property
    def seen(self) -> Cards:
        """All suit cards played so far."""

    @property
    def betting(self) -> tuple[BettingEvent, ...]:
        """The bets, and the auction, in order."""

    @property
    def passed_cards(self) -> int:
        """How many cards have been passed to partners, as far as that is entered."""

    @property
    def trick(self) -> tuple[TrickPlay, ...]:
        """The combinations of the trick in progress."""

    @property
    def passes(self) -> int:
        """How many players have passed since the last play."""

    @property
    def tricks(self) -> Sequence[Trick]:
        """The tricks that have ended."""

    @property
    def out(self) -> tuple[int, ...]:
        """Who went out, in order."""

    @property
    def counts(self) -> tuple[int, ...]:
        """The opponents' cards that each of them recorded, in the same order."""

    @property
    def first_lead(self) -> int:
        """Who led, or is to lead, the first trick."""

    @property
    def reading_to_beat(self) -> Reading | None:
        """The combination to beat; None if the next play leads."""

    def has_played(self, seat: int) -> bool:
        """Whether the player has played a card this round."""
