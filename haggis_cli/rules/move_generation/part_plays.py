"""What a part of a hand can play: worked out when the part is first met and kept, or picked out of a few plays."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import Cards
from haggis_cli.rules.move_generation.parts import Move

Moves: TypeAlias = tuple[Move, ...]


class PlayCache(dict[Cards, Moves]):
    """The plays of one part, by the cards held of it; begun anew when it has grown large."""

    MAX_ENTRIES = 50_000

    def __init__(self, generate: Callable[[Cards], Iterable[Move]]) -> None:
        super().__init__()
        self._generate = generate

    def __missing__(self, cards: Cards) -> Moves:
        if len(self) >= self.MAX_ENTRIES:
            self.clear()
        found = self[cards] = tuple(self._generate(cards))
        return found


class PlayList:
    """Plays that are so few that each time those are picked out which can be made of the cards held.

    Where hands differ much and plays are few, a table by the cards held would hardly ever have the answer.
    """

    MAX_PLAYS = 50

    def __init__(self, plays: Sequence[Move]) -> None:
        self._plays = plays

    def __getitem__(self, cards: Cards) -> list[Move]:
        return [play for play in self._plays if not play[0] & ~cards]


class Part(NamedTuple):
    """A part of a hand.

    cards: the cards of the deck that belong to it.
    plays: what it can play, by the cards held of these.
    """

    cards: Cards
    plays: PlayCache
