"""A trick: the combinations played into it, who won it, and who captures it."""

from typing import NamedTuple

from haggis_cli.rules.cards import Cards, count
from haggis_cli.rules.combinations.readings import BOMB, Reading


class TrickPlay(NamedTuple):
    """A combination in a trick.

    seat: who played it.
    cards: its cards.
    reading: what the cards count as.
    """

    seat: int
    cards: Cards
    reading: Reading


class Trick(NamedTuple):
    """A trick that has ended.

    plays: its combinations in order, the winning one last.
    winner: the seat that won it.
    taker: the seat that captures its cards.
    awarded: whether the winner of a bombed trick has said who captures it.
    lead_given: whether the winner of a bombed trick has given the lead away.
    """

    plays: tuple[TrickPlay, ...]
    winner: int
    taker: int
    awarded: bool = False
    lead_given: bool = False

    @property
    def handfuls(self) -> list[Cards]:
        """The cards of each play, in order."""
        return [play.cards for play in self.plays]

    @property
    def card_count(self) -> int:
        """How many cards were played into it."""
        return sum(map(count, self.handfuls))

    @property
    def won_by_bomb(self) -> bool:
        """Whether the winning combination is a bomb."""
        return self.plays[-1].reading.kind is BOMB
