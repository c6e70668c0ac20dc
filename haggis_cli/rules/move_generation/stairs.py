"""The stairs of a hand, for all collections of suits."""

from itertools import product
from operator import add
from typing import NamedTuple

from haggis_cli.rules.cards import COURTS, SECOND, SUIT_MASK, Cards, shift_of
from haggis_cli.rules.move_generation.part_plays import Part, Ready
from haggis_cli.rules.move_generation.parts import Collection, Move, Window, reading, runs
from haggis_cli.rules.move_generation.windows import FIELD, Windows
from haggis_cli.rules.readings import Combinations, Kind, Reading


class Stairs:
    """The stairs of a deck; what a collection of suits lacks is the sum of what its suits lack."""

    def __init__(self, combinations: Combinations, suits: int, copies: int) -> None:
        self._windows = Windows(combinations.stair, combinations.top)
        self._shortest = combinations.stair
        self._shifts = [shift_of(suit) for suit in range(suits)]
        self._copies = copies
        several = collections(suits, copies)
        places = {collection: place for place, collection in enumerate(several)}
        self._sums = [
            (places[smaller], suit + suits * twice) for smaller, suit, twice in map(one_suit_less, several[1:])
        ]
        # A collection may be smaller than the width; court cards are then the rest of every rank.
        self._rooms = [self._windows.rooms(extra) for extra in range(COURTS.bit_count() // combinations.stair + 1)]
        self._fillings = [
            Filling(place, collection, width, self._windows)
            for width in range(2, suits * copies + len(self._rooms))
            for place, collection in enumerate(several)
            if place and 0 <= width - collection.size < len(self._rooms)
        ]
        self._trials: dict[tuple[int, int | None], list[Trial]] = {}
        self.every = self._windows.guard(0, None)

    def over(self, reading: Reading) -> int:
        """The windows in which a stair beats this one, as a guard."""
        return self._windows.guard(reading.rank, reading.length)

    def add(self, found: list[Move], hand: Cards, guard: int, width: int | None = None) -> None:
        """Add the stairs of a hand in the windows of the guard, of one width or of all."""
        if hand.bit_count() < 2 * self._shortest:
            return
        spare, lacking = (hand & COURTS).bit_count(), self._windows.lacking
        addends = [lacking[hand >> shift & SUIT_MASK] for shift in self._shifts]
        if self._copies == 2:
            twice = [lacking[hand >> SECOND + shift & SUIT_MASK] for shift in self._shifts]
            addends += map(add, addends, twice)
        sums = [0]
        for smaller, addend in self._sums:
            sums.append(sums[smaller] + addends[addend])
        trials = self._trials.get((spare, width))
        if trials is None:
            trials = self._trials[spare, width] = self._to_try(spare, width)
        for place, room, filling in trials:
            playable = room - sums[place] & guard
            while playable:
                lowest = playable & -playable
                playable ^= lowest
                cards, ready = filling[lowest]
                found += ready[hand & cards]

    def _to_try(self, spare: int, width: int | None) -> "list[Trial]":
        """What so many court cards can complete: without two of them a collection is as large as the stair is wide."""
        return [
            Trial(filling.place, self._rooms[filling.extra][spare], filling)
            for filling in self._fillings
            if width in (None, filling.width) and filling.extra * self._shortest <= spare
        ]


class Filling(dict[int, Part]):
    """The stairs of one width with the suits of one collection, by the field of the window.

    place: the number of the collection; extra: how many court cards it needs at every rank.
    """

    def __init__(self, place: int, collection: Collection, width: int, fitting: list[Window]) -> None:
        super().__init__()
        self.place = place
        self.width = width
        self.extra = width - collection.size
        self._collection = collection
        self._fitting = fitting

    def __missing__(self, field: int) -> Part:
        window = self._fitting[field.bit_length() // FIELD - 1]
        suits, read = self._collection.suits(), reading(Kind.STAIR, self.width, window.length, window.top)
        cards = self._collection.cards(window) | COURTS
        part = self[field] = Part(cards, Ready(lambda held: runs(held, suits, read)))
        return part


class Trial(NamedTuple):
    """A collection by its place, how many cards it may lack in every window, and the stairs where it lacks no more."""

    place: int
    room: int
    filling: Filling


def collections(suits: int, copies: int) -> list[Collection]:
    """Every collection of suits, each taken at most as often as there are copies: the empty one first, then small ones.

    >>> collections(2, 1)[1:3]
    [Collection(once=(0,), twice=()), Collection(once=(1,), twice=())]
    """
    found = []
    for taken in product(range(copies, -1, -1), repeat=suits):
        once = tuple(suit for suit, times in enumerate(taken) if times == 1)
        found.append(Collection(once, tuple(suit for suit, times in enumerate(taken) if times == 2)))
    return sorted(found, key=lambda collection: collection.size)


def one_suit_less(collection: Collection) -> tuple[Collection, int, bool]:
    """The collection without its last suit, that suit, and whether it was taken twice."""
    once, twice = collection
    return (Collection(once, twice[:-1]), twice[-1], True) if twice else (Collection(once[:-1]), once[-1], False)
