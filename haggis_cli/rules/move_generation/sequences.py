"""The sequences of a hand, suit by suit."""

from haggis_cli.rules.cards import COURTS, SUIT_MASK, Cards, cards_of_suit, shift_of
from haggis_cli.rules.combinations.readings import Combinations, Kind
from haggis_cli.rules.move_generation.part_plays import Part, PlayCache
from haggis_cli.rules.move_generation.parts import Move, SuitSelection, Window, plays_in_window, shared_reading
from haggis_cli.rules.move_generation.windows import FIELD_BITS, Windows


class Sequences:
    """The sequences of a deck."""

    def __init__(self, combinations: Combinations, suits: int) -> None:
        self._windows = Windows(combinations.sequence, combinations.top)
        self._allowances = self._windows.allowances(0)
        self._suit_windows = [
            [_window_part(SuitSelection((suit,)), window) for window in self._windows] for suit in range(suits)
        ]

    def parts(self, above: int, length: int | None) -> list[Part]:
        """The sequences of every suit with a higher top rank, of one length or of all."""
        mask = self._windows.window_mask(above, length)
        ranks = self._windows.ranks(mask)
        return [self._suit_part(suit, mask, ranks) for suit in range(len(self._suit_windows))]

    def _suit_part(self, suit: int, mask: int, ranks: int) -> Part:
        windows, allowances, missing = self._suit_windows[suit], self._allowances, self._windows.missing
        shift = shift_of(suit)

        def generate(held: Cards) -> list[Move]:
            found: list[Move] = []
            playable = allowances[(held & COURTS).bit_count()] - missing[held >> shift & SUIT_MASK] & mask
            while playable:
                lowest = playable & -playable
                playable ^= lowest
                cards, plays = windows[lowest.bit_length() // FIELD_BITS - 1]
                found += plays[held & cards]
            return found

        return Part(cards_of_suit(ranks, suit) | COURTS, PlayCache(generate))


def _window_part(suited: SuitSelection, window: Window) -> Part:
    suits, read = suited.suit_cards(), shared_reading(Kind.SEQUENCE, 1, window.length, window.top)
    return Part(suited.cards(window) | COURTS, PlayCache(lambda held: plays_in_window(held, suits, read)))
