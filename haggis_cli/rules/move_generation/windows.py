"""All windows of ranks at once: packed numbers with one field for every window.

How many cards a suit lacks in every window is one packed number, which is looked up by the ranks held. It is subtracted
from the number of cards that may be missing. One subtraction shows every window with a playable sequence or stair.
"""

from functools import reduce
from operator import or_

from haggis_cli.rules.cards import COURTS, HIGH, LOW
from haggis_cli.rules.move_generation.parts import Window

FIELD_BITS = 8
"""Bits for each window in a packed number: even 16 suits that lack MANY_MISSING cards do not reach below zero."""

GUARD_BIT = 1 << (FIELD_BITS - 1)
"""The bit of a field that stays set while no more cards are missing than court cards are held."""

MANY_MISSING = 4
"""More missing cards than anybody has court cards."""


class Windows(list[Window]):
    """Every window of at least so many ranks up to the highest, short ones first; one rank at least has suit cards."""

    def __init__(self, fewest: int, top: int) -> None:
        lengths = range(fewest, top - LOW + 2)
        super().__init__(
            Window(low, length) for length in lengths for low in range(LOW, min(HIGH, top - length + 1) + 1)
        )
        self.missing = MissingCounts(self)

    def window_mask(self, above: int, length: int | None) -> int:
        """The fields of the windows with a higher top rank, of one length or of all."""
        fitting = [window.top > above and length in (None, window.length) for window in self]
        return sum(GUARD_BIT << FIELD_BITS * place for place, fits in enumerate(fitting) if fits)

    def ranks(self, mask: int) -> int:
        """The ranks up to 10 of the windows whose fields these are, as bits, bit 0 = rank 2."""
        return reduce(
            or_, (window.ranks for place, window in enumerate(self) if mask >> FIELD_BITS * place & GUARD_BIT), 0
        )

    def allowances(self, extra: int) -> list[int]:
        """How many cards may be missing in every window with 0, 1 … court cards, `extra` needed at each rank."""
        return [self._allowance(extra, spare) for spare in range(COURTS.bit_count() + 1)]

    def _allowance(self, extra: int, spare: int) -> int:
        allowances = [GUARD_BIT + spare - min(extra * window.length, MANY_MISSING) for window in self]
        return sum(allowance << FIELD_BITS * place for place, allowance in enumerate(allowances))


class MissingCounts(dict[int, int]):
    """How many cards a suit with these ranks lacks in every window, packed; many in a window where it has none."""

    def __init__(self, fitting: list[Window]) -> None:
        super().__init__()
        self._windows = fitting

    def __missing__(self, ranks: int) -> int:
        packed = 0
        for place, window in enumerate(self._windows):
            held = (ranks & window.ranks).bit_count()
            packed |= (min(window.length - held, MANY_MISSING) if held else MANY_MISSING) << FIELD_BITS * place
        self[ranks] = packed
        return packed
