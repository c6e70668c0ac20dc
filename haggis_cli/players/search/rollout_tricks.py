"""The tricks of a rollout as the rules know them; they are put together only when a rule looks at them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from haggis_cli.players.hand_plan import Shape, as_cards, reading_of
from haggis_cli.rules.rounds.trick import Trick, TrickPlay


class EndedTrick(NamedTuple):
    """A trick of a rollout that has ended.

    plays: seat, shape, rank and bits of each play.
    winner: who won it.
    taker: who captures it.
    """

    plays: list[tuple[int, Shape, int, int]]
    winner: int
    taker: int


def as_trick(done: EndedTrick) -> Trick:
    """The trick as a trick of the round."""
    plays = tuple(
        TrickPlay(seat, as_cards(cards), reading_of(shape, rank, cards)) for seat, shape, rank, cards in done.plays
    )
    return Trick(plays, done.winner, done.taker)


class LazyTricks(Sequence[Trick]):
    """The tricks played at the table, and those that followed in the rollout."""

    def __init__(self, played: Sequence[Trick], done: list[EndedTrick]) -> None:
        self._played = played
        self._ended = done

    def __len__(self) -> int:
        return len(self._played) + len(self._ended)

    @overload
    def __getitem__(self, place: int) -> Trick: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Trick, ...]: ...
    def __getitem__(self, place: int | slice) -> Trick | tuple[Trick, ...]:
        return tuple(self)[place]

    def __iter__(self) -> Iterator[Trick]:
        yield from self._played
        yield from map(as_trick, self._ended)
