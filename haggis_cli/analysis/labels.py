"""Plays as numbers: what an answer must match, and which of all hands' plays it beats.

Only the order of ranks matters, and only between different players: of one shape, 5 and 6 of one player are the same
if nobody else has anything from 5 to 6. So positions with other cards become the same, and are solved once.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from haggis_cli.rules.combinations.readings import BOMB, Reading

BOMBS = 0  # the shape of all bombs
LONE = 1  # the shape of what nobody else can answer but with a bomb
HIGHEST = 255  # the place of a play that nobody else can beat with its own shape; Python keeps ints up to 256 once


class Label(NamedTuple):
    """What a reading comes to among the hands of a position.

    shape: a number for its kind, width and length; `BOMBS` or `LONE`.
    place: a play of another player with the same shape beats it if its place is higher; 0 for `LONE`.
    """

    shape: int
    place: int


class Labels:
    """The labels of every reading that the players of a position have."""

    def __init__(self, readings: Sequence[Iterable[Reading]]) -> None:
        """`readings` by player."""
        ranks: list[dict[object, set[int]]] = [{} for _ in readings]
        for own, of_player in zip(ranks, readings, strict=True):
            for reading in of_player:
                own.setdefault(shape_of(reading), set()).add(reading.rank)
        shapes = dict.fromkeys(shape for own in ranks for shape in own)
        self._labels: list[dict[tuple[object, int], Label]] = [{} for _ in readings]
        self.shapes = LONE + 1
        for shape in shapes:
            held = [own.get(shape, set()) for own in ranks]
            if shape is BOMB:
                self._add(shape, BOMBS, held)
            elif sum(map(bool, held)) == 1:
                self._add_lone(shape, held)
            else:
                self._add(shape, self.shapes, held)
                self.shapes += 1

    def of(self, player: int, reading: Reading) -> Label:
        """The label of a reading that the player has; KeyError for another."""
        return self._labels[player][shape_of(reading), reading.rank]

    def _add_lone(self, shape: object, held: Sequence[set[int]]) -> None:
        for labels, ranks in zip(self._labels, held, strict=True):
            for rank in ranks:
                labels[shape, rank] = Label(LONE, 0)

    def _add(self, shape: object, number: int, held: Sequence[set[int]]) -> None:
        index, before = 0, -1
        for rank in sorted(set().union(*held)):
            owners = [player for player, ranks in enumerate(held) if rank in ranks]
            owner = owners[0] if len(owners) == 1 else -1
            if owner < 0 or owner != before:
                index += 1
            before = owner
            for player in owners:
                others = [max(ranks, default=0) for other, ranks in enumerate(held) if other != player]
                self._labels[player][shape, rank] = Label(number, HIGHEST if rank > max(others) else index)


def shape_of(reading: Reading) -> object:
    """What makes readings comparable: one of the same shape, or any two bombs, differ by rank alone."""
    return BOMB if reading.kind is BOMB else reading.shape
