"""Combinations: what a handful of cards can be played as (`find_readings`), which reading beats which, and which
combinations a variant plays (`Combinations`).
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from haggis_cli.rules.cards import (
    COURT_RANKS,
    COURTS,
    HIGH,
    JACK,
    LOW,
    RANKS,
    SECOND_COPY,
    SUIT_BITS,
    SUIT_MASK,
    SUIT_START,
    Card,
    Cards,
    pack,
    rank_name,
)
from haggis_cli.support.text import number_word


class Kind(StrEnum):
    """The five kinds of combination."""

    SINGLE = "single"
    SET = "set"
    SEQUENCE = "sequence"
    STAIR = "stair"
    BOMB = "bomb"


BOMB = Kind.BOMB  # to look it up in the class takes ten times as long


class Reading(NamedTuple):
    """One way to read a handful of cards.

    kind: the kind of combination.
    width: how many cards there are at each rank; 1 for singles, sequences and bombs.
    length: how many consecutive ranks there are; 1 for singles and sets, the number of cards for bombs.
    rank: the highest rank; for a bomb its place in the order of bombs, from 1.
    """

    kind: Kind
    width: int
    length: int
    rank: int

    @property
    def shape(self) -> tuple[Kind, int, int]:
        """What an answer must share: kind, width and length (rules C7)."""
        return self[:3]

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.width * self.length


def beats(reading: Reading, over: Reading) -> bool:
    """Whether one combination beats another (rules C7; Rulebook 2.1, "Play a matching, higher-ranking combination").

    The same kind, width and length with a higher top rank does; a bomb beats every other kind and every lower bomb.

    >>> pair = Reading(Kind.SET, 2, 1, 9)
    >>> beats(Reading(Kind.SET, 2, 1, 10), pair), beats(Reading(Kind.SET, 3, 1, 10), pair)
    (True, False)
    """
    if reading[0] is over[0]:
        return reading[3] > over[3] and (reading[1:3] == over[1:3] or reading[0] is BOMB)
    return reading[0] is BOMB


class Bomb(NamedTuple):
    """One bomb of a variant: these ranks and nothing else. No card is wild in a bomb.

    ranks: its ranks in order, all of suit cards or all of court cards; four of a kind has its rank four times.
    one_suit: whether its suit cards must all be of the same suit; otherwise their suits must all differ, except in a
        bomb of one rank, which may have any suits.
    """

    ranks: tuple[int, ...]
    one_suit: bool = False

    @property
    def courts(self) -> bool:
        """Whether it consists of court cards."""
        return self.ranks[0] >= JACK

    @property
    def of_a_kind(self) -> bool:
        """Whether all its cards have the same rank."""
        return self.ranks[0] == self.ranks[-1]

    @property
    def name(self) -> str:
        """The bomb as the rulebooks write it."""
        if self.of_a_kind:
            return f"{number_word(len(self.ranks))} {rank_name(self.ranks[0])}s"
        ranks = "-".join(map(rank_name, self.ranks))
        suits = "one suit" if self.one_suit else f"{number_word(len(self.ranks))} different suits"
        return ranks if self.courts else f"{ranks} in {suits}"

    @property
    def suit_ranks(self) -> int:
        """Its suit cards' ranks as bits, bit 0 = rank 2."""
        return sum(1 << (rank - LOW) for rank in set(self.ranks) if rank < JACK)

    @property
    def court_cards(self) -> Cards:
        """Its court cards as a handful."""
        return _pack_courts(self.ranks)


@cache
def _pack_courts(ranks: tuple[int, ...]) -> Cards:
    """The court cards of these ranks; kept, because computer players ask for the same few all the time."""
    return pack(Card(rank, None) for rank in ranks if rank >= JACK)


ODD_RANKS = (3, 5, 7, 9)
BOMBS = (
    Bomb(ODD_RANKS),
    Bomb((11, 12)),
    Bomb((11, 13)),
    Bomb((12, 13)),
    Bomb((11, 12, 13)),
    Bomb(ODD_RANKS, one_suit=True),
)


def of_a_kind(number: int, ranks: Iterable[int] = RANKS) -> tuple[Bomb, ...]:
    """Return the bombs of this many suit cards of one rank, one for each of these ranks, the lowest first.

    >>> [bomb.name for bomb in of_a_kind(4)][:2]
    ['four 2s', 'four 3s']
    """
    return tuple(Bomb((rank,) * number) for rank in ranks)


class Combinations(NamedTuple):
    """Which combinations a variant plays (rules C1–C8).

    sets: whether sets of two or more are played.
    set_sizes: how many cards a set may have; if empty, any number from two.
    sequence: the fewest consecutive ranks of a sequence.
    stair: the fewest consecutive ranks of a stair.
    courts_climb: whether court cards take the ranks above 10 at the top of sequences and stairs.
    any_card: whether court cards stand for any card instead of their own rank or lower. If each player has one J, Q and
        K, this allows the same plays (rules C3) and only changes the wording.
    bombs: the bombs, the lowest first.
    """

    sets: bool = True
    sequence: int = 3
    stair: int = 2
    courts_climb: bool = True
    any_card: bool = False
    bombs: tuple[Bomb, ...] = BOMBS
    set_sizes: tuple[int, ...] = ()

    def allows_set(self, size: int) -> bool:
        """Whether this many cards of one rank are a set."""
        return self.sets and size > 1 and (not self.set_sizes or size in self.set_sizes)

    @property
    def top(self) -> int:
        """The highest rank that a sequence or stair can reach."""
        return COURT_RANKS[-1] if self.courts_climb else HIGH


# Every reading of a handful. Recognising needs no search: the suit cards give their lowest and highest rank, and how
# many suits they need at each rank; these and the number of cards decide which shapes fit, and where.

_MOST_KNOWN = 1 << 14  # handfuls whose readings are remembered: most plays of a history have been seen before
_MOST_DECLARATIONS = 64


def find_readings(combinations: Combinations, cards: Cards) -> tuple[Reading, ...]:
    """Every reading of these cards: sets, then sequences, then stairs, each with the highest rank first.

    Empty if they are no combination.
    """
    try:
        recognizer = _recognizers[id(combinations)]
    except KeyError:
        if len(_recognizers) >= _MOST_DECLARATIONS:
            _recognizers.clear()
        recognizer = _recognizers[id(combinations)] = _Recognizer(combinations)
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
