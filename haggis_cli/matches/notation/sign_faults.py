"""What keeps signs from being cards; `typed_faults` says it to people."""

from collections.abc import Sequence
from typing import TypeAlias

from haggis_cli.matches.notation.card_signs import Sign

NamedCard: TypeAlias = tuple[int, str]
"""A card as it is named: its rank, and the letter of its suit; "" for a court card."""


class SignFault(Exception):
    """These signs are no cards; `sign` is the first that is to blame."""

    def __init__(self, sign: Sign) -> None:
        super().__init__()
        self.sign = sign


class NoCard(SignFault):
    """A sign that nothing can be made of."""


class NoSuchRank(SignFault):
    """A number that is on no card; `letter` is the suit behind it, if there is one."""

    def __init__(self, sign: Sign, letter: str) -> None:
        super().__init__(sign)
        self.letter = letter


class DownwardRange(SignFault):
    """A range whose first rank is the higher one; `letters` are its suits, as far as they are known."""

    def __init__(self, sign: Sign, low: int, high: int, letters: str = "") -> None:
        super().__init__(sign)
        self.first, self.last, self.letters = low, high, letters


class SeveralMeanings(SignFault):
    """A part that means one of several handfuls of cards."""

    def __init__(self, signs: Sequence[Sign], ways: Sequence[Sequence[NamedCard]]) -> None:
        super().__init__(signs[0])
        self.end, self.ways = signs[-1].end, ways


class HalfCard(SignFault):
    """A rank without its suit, or a suit without its rank.

    nearest: the cards that are probably meant; a suit that is only guessed has a "?" before its letter, or is "?".
    after_court: whether it is a suit behind a court card.
    """

    def __init__(self, sign: Sign, nearest: Sequence[NamedCard], *, after_court: bool) -> None:
        super().__init__(sign)
        self.nearest, self.after_court = nearest, after_court
