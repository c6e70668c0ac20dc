"""What happens at the table: one frozen value per act; seats are numbered clockwise from 0 in the order of names."""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.readings import Kind, Reading


class Phase(StrEnum):
    """What a round is waiting for."""

    AUCTION = "bid"
    EXCHANGE = "exchange"
    PASSING = "give"
    PLAY = "play"
    AWARD = "award"
    OVER = "over"


class Claim(NamedTuple):
    """The reading that a player names for a play.

    kind: the kind of combination.
    width: how many cards at each rank; None if it is not named.
    rank: the highest rank, or the place of a bomb; None if it is not named.
    """

    kind: Kind
    width: int | None = None
    rank: int | None = None

    def fits(self, reading: Reading) -> bool:
        """Whether the reading is one the player may have meant."""
        return reading.kind is self.kind and self.width in (None, reading.width) and self.rank in (None, reading.rank)


class Play(NamedTuple):
    """Cards played into the trick.

    seat: who plays.
    cards: what is played.
    claim: the reading that the player names; None if none is named.
    """

    seat: int
    cards: Cards
    claim: Claim | None = None


class Pass(NamedTuple):
    """A pass: in a trick, or in the auction.

    seat: who passes.
    """

    seat: int


class Bet(NamedTuple):
    """A bet to be the first to go out.

    seat: who bets.
    amount: how much.
    """

    seat: int
    amount: int


class Bid(NamedTuple):
    """A bid in the auction to become the Shepherd (Haggis and Tatties).

    seat: who bids.
    amount: how much.
    """

    seat: int
    amount: int


class Exchange(NamedTuple):
    """The Shepherd's discards after drawing from the haggis (Haggis and Tatties)."""

    seat: int
    cards: Cards


class Give(NamedTuple):
    """A card passed face down to the partner (Haggis and Neeps)."""

    seat: int
    cards: Cards


class Award(NamedTuple):
    """The winner of a bombed trick says who captures it."""

    seat: int
    to: int


class Lead(NamedTuple):
    """The winner of a bombed trick gives the lead to the partner (Haggis and Neeps)."""

    seat: int
    to: int


Event: TypeAlias = Play | Pass | Bet | Bid | Exchange | Give | Award | Lead
BettingEvent: TypeAlias = Bet | Bid | Pass
