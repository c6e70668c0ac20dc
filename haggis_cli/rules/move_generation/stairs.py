"""The stairs of a hand, for all selections of suits."""

from itertools import product
from operator import add
from typing import NamedTuple

from haggis_cli.rules.cards import COURTS, SECOND_COPY, SUIT_MASK, Cards, shift_of
from haggis_cli.rules.combinations.readings import Combinations, Kind, Reading
from haggis_cli.rules.move_generation.part_plays import Part, PlayCache
from haggis_cli.rules.move_generation.parts import Move, SuitSelection, Window, plays_in_window, shared_reading
from haggis_cli.rules.move_generation.windows import FIELD_BITS, Windows


class Stairs:
    """The stairs of a deck. What a selection of suits lacks is the sum of what its suits lack."""

    def __init__(self, combinations: Combinations, suits: int, copies: int) -> None:
        self._windows = Windows(combinations.stair, combinations.top)
        self._shortest = combinations.stair
        self._shifts = [shift_of(suit) for suit in range(suits)]
        self._copies = copies
        selections = suit_selections(suits, copies)
        places = {selection: place for place, selection in enumerate(selections)}
        self._sums = [
            (places[smaller], suit + suits * twice) for smaller, suit, twice in map(without_last_suit, selections[1:])
        ]
        # A selection may have fewer suits than the stair is wide; court cards then fill up every rank.
        self._allowances = [
            self._windows.allowances(extra) for extra in range(COURTS.bit_count() // combinations.stair + 1)
        ]
        self._tables = [
            StairTable(place, selection, width, self._windows)
            for width in range(2, suits * copies + len(self._allowances))
            for place, selection in enumerate(selections)
            if place and 0 <= width - selection.size < len(self._allowances)
        ]
        self._checks: dict[tuple[int, int | None], list[StairCheck]] = {}
        self.all_windows = self._windows.window_mask(0, None)

    def windows_above(self, reading: Reading) -> int:
        """The windows in which a stair beats this one, as a mask."""
        return self._windows.window_mask(reading.rank, reading.length)

    def add_stairs(self, found: list[Move], hand: Cards, mask: int, width: int | None = None) -> None:
        """Add the stairs of a hand in the windows of the mask, of one width or of all."""
        if hand.bit_count() < 2 * self._shortest:
            return
        spare, missing = (hand & COURTS).bit_count(), self._windows.missing
        addends = [missing[hand >> shift & SUIT_MASK] for shift in self._shifts]
        if self._copies == 2:
            twice = [missing[hand >> SECOND_COPY + shift & SUIT_MASK] for shift in self._shifts]
            addends += map(add, addends, twice)
        sums = [0]
        for smaller, addend in self._sums:
            sums.append(sums[smaller] + addends[addend])
        checks = self._checks.get((spare, width))
        if checks is None:
            checks = self._checks[spare, width] = self._make_checks(spare, width)
        for place, allowance, stairs in checks:
            playable = allowance - sums[place] & mask
            while playable:
                lowest = playable & -playable
                playable ^= lowest
                cards, plays = stairs[lowest]
                found += plays[hand & cards]

    def _make_checks(self, spare: int, width: int | None) -> "list[StairCheck]":
        """What so many court cards can complete; with fewer than two, a selection is as large as a stair is wide."""
        return [
            StairCheck(stairs.place, self._allowances[stairs.courts_per_rank][spare], stairs)
            for stairs in self._tables
            if width in (None, stairs.width) and stairs.courts_per_rank * self._shortest <= spare
        ]


class StairTable(dict[int, Part]):
    """The stairs of one width with the suits of one selection, by the field of the window.

    place: the number of the selection.
    width: how many cards a stair has at each rank.
    courts_per_rank: how many of them are court cards.
    """

    def __init__(self, place: int, selection: SuitSelection, width: int, fitting: list[Window]) -> None:
        super().__init__()
        self.place = place
        self.width = width
        self.courts_per_rank = width - selection.size
        self._selection = selection
        self._windows = fitting

    def __missing__(self, field: int) -> Part:
        window = self._windows[field.bit_length() // FIELD_BITS - 1]
        suits, read = self._selection.suit_cards(), shared_reading(Kind.STAIR, self.width, window.length, window.top)
        cards = self._selection.cards(window) | COURTS
        part = self[field] = Part(cards, PlayCache(lambda held: plays_in_window(held, suits, read)))
        return part


class StairCheck(NamedTuple):
    """Whether the suits of one selection make stairs.

    place: the number of the selection.
    allowance: how many cards it may lack in every window, packed.
    stairs: the stairs of the windows where it lacks no more.
    """

    place: int
    allowance: int
    stairs: StairTable


def suit_selections(suits: int, copies: int) -> list[SuitSelection]:
    """Every selection of suits, each taken at most as often as there are copies: the empty one first, then small ones.

    >>> suit_selections(2, 1)[1:3]
    [SuitSelection(once=(0,), twice=()), SuitSelection(once=(1,), twice=())]
    """
    found = []
    for taken in product(range(copies, -1, -1), repeat=suits):
        once = tuple(suit for suit, times in enumerate(taken) if times == 1)
        found.append(SuitSelection(once, tuple(suit for suit, times in enumerate(taken) if times == 2)))
    return sorted(found, key=lambda selection: selection.size)


def without_last_suit(selection: SuitSelection) -> tuple[SuitSelection, int, bool]:
    """The selection without its last suit, that suit, and whether it was taken twice."""
    once, twice = selection
    return (SuitSelection(once, twice[:-1]), twice[-1], True) if twice else (SuitSelection(once[:-1]), once[-1], False)
