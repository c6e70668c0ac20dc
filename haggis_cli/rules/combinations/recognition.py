"""What a handful of cards can be played as: every reading of it.

Recognising needs no search. The suit cards of a handful give their lowest and highest rank, and how many suits they
need at each rank; these and the number of cards decide which shapes fit, and where.
"""

from haggis_cli.rules.cards import COURTS, JACK, LOW, SECOND_COPY, SUIT_BITS, SUIT_MASK, SUIT_START, Cards
from haggis_cli.rules.combinations.readings import Combinations, Kind, Reading

_MOST_KNOWN = 1 << 14  # handfuls whose readings are remembered: most plays of a history have been seen before
_MOST_DECLARATIONS = 64


def find_readings(combinations: Combinations, cards: Cards) -> tuple[Reading, ...]:
    """Every reading of these cards: sets, then sequences, then stairs, each with the highest rank first.

    Empty if they are no combination.
    """
    try:
        recognizer = _recognizers[id(combinations)]
    except KeyError:
        recognizer = _add_recognizer(combinations)
    return recognizer[cards]


class _Recognizer(dict[Cards, tuple[Reading, ...]]):
    """The readings of the handfuls that were asked for, under one declaration of combinations."""

    def __init__(self, combinations: Combinations) -> None:
        super().__init__()
        self._combinations = combinations
        self._shapes: dict[tuple[int, int, int, int], tuple[Reading, ...]] = {}  # as `_fit` has found them

    def __missing__(self, cards: Cards) -> tuple[Reading, ...]:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        found = self[cards] = self._readings(cards)
        return found

    def _readings(self, cards: Cards) -> tuple[Reading, ...]:
        size = cards.bit_count()
        suits = (cards & ~COURTS) >> SUIT_START
        if not suits:
            return self._courts_only(cards, size)
        width = union = 0
        seconds = suits >> SECOND_COPY
        firsts = suits & ((1 << SECOND_COPY - SUIT_START) - 1)
        while firsts:
            ranks = firsts & SUIT_MASK
            if ranks:
                union |= ranks
                width += 2 if seconds & SUIT_MASK else 1
            firsts >>= SUIT_BITS
            seconds >>= SUIT_BITS
        lowest = (union & -union).bit_length() - 1 + LOW
        highest = union.bit_length() - 1 + LOW
        key = (lowest, highest, size, width)
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = tuple(self._fit(*key))
        if not cards & COURTS and size > 1:
            bomb = self._suit_bomb(union, size, width)
            if bomb:
                return (bomb, *found)
        return found

    def _courts_only(self, cards: Cards, size: int) -> tuple[Reading, ...]:
        """Court cards alone: a single, a bomb, or nothing (rules C1)."""
        if size == 1:
            return (Reading(Kind.SINGLE, 1, 1, JACK - 1 + cards.bit_length()),)
        for place, bomb in enumerate(self._combinations.bombs, 1):
            if bomb.courts and bomb.court_cards == cards:
                return (Reading(Kind.BOMB, 1, size, place),)
        return ()

    def _suit_bomb(self, union: int, size: int, width: int) -> Reading | None:
        """The bomb that suit cards with these ranks make: `width` is then the number of suits."""
        for place, bomb in enumerate(self._combinations.bombs, 1):
            if bomb.suit_ranks == union and len(bomb.ranks) == size and width == (1 if bomb.one_suit else size):
                return Reading(Kind.BOMB, 1, size, place)
        return None

    def _fit(self, lowest: int, highest: int, size: int, width: int) -> list[Reading]:
        """Every shape and place that takes these cards.

        `lowest`, `highest`: ranks of the suit cards; `width`: the suits they need at each rank, counted with their
        largest number at any one rank (rules C4). With one J, Q and K a hand, court cards always reach the slots above
        10 that are left to them, so only the number of cards matters.
        """
        if size == 1:
            return [Reading(Kind.SINGLE, 1, 1, highest)]
        found = []
        if lowest == highest and self._combinations.allows_set(size):
            found.append(Reading(Kind.SET, size, 1, lowest))
        for wide in range(max(width, 1), size // 2 + 1):
            length, rest = divmod(size, wide)
            kind, fewest = (
                (Kind.SEQUENCE, self._combinations.sequence) if wide == 1 else (Kind.STAIR, self._combinations.stair)
            )
            if rest or length < fewest:
                continue
            last = min(lowest, self._combinations.top - length + 1)
            first = max(LOW, highest - length + 1)
            found += [Reading(kind, wide, length, low + length - 1) for low in range(last, first - 1, -1)]
        return found


_recognizers: dict[int, _Recognizer] = {}
"""By the identity of the declaration, whose hash would take longer than what is looked up; each holds on to its own."""


def _add_recognizer(combinations: Combinations) -> _Recognizer:
    if len(_recognizers) >= _MOST_DECLARATIONS:
        _recognizers.clear()
    found = _recognizers[id(combinations)] = _Recognizer(combinations)
    return found
