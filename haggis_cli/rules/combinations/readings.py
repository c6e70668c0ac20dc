"""The kinds of combination: what a reading of some cards is, which beats which, and which ones a variant plays."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from haggis_cli.rules.cards import (
    COURT_RANKS,
    HIGH,
    JACK,
    LOW,
    RANKS,
    Card,
    Cards,
    pack,
    rank_name,
)
from haggis_cli.support.english import number_word


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
        """What an answer must have in common: kind, width and length (rules C7)."""
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

    ranks: its ranks in order, all of suit cards or all of court cards; one rank several times for so many of a kind.
    one_suit: whether its suit cards must all be of the same suit; otherwise all must be of different suits, but for
        those of a kind, which may be of any.
    """

    ranks: tuple[int, ...]
    one_suit: bool = False

    @property
    def courts(self) -> bool:
        """Whether it is made of court cards."""
        return self.ranks[0] >= JACK

    @property
    def of_a_kind(self) -> bool:
        """Whether it is made of one rank alone."""
        return self.ranks[0] == self.ranks[-1]

    @property
    def name(self) -> str:
        """The bomb as the rulebooks write it."""
        if self.of_a_kind:
            return f"{number_word(len(self.ranks))} {rank_name(self.ranks[0])}s"
        ranks = "-".join(map(rank_name, self.ranks))
        return ranks if self.courts else f"{ranks} in {'one suit' if self.one_suit else 'different suits'}"

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
    """The bombs of so many suit cards of one rank, one for each of these ranks, the lowest first.

    >>> [bomb.name for bomb in of_a_kind(4)][:2]
    ['four 2s', 'four 3s']
    """
    return tuple(Bomb((rank,) * number) for rank in ranks)


class Combinations(NamedTuple):
    """Which combinations a variant plays (rules C1–C8).

    sets: whether sets of two and more are played.
    set_sizes: how many cards a set may have; empty for any number from two on.
    sequence: the fewest consecutive ranks of a sequence.
    stair: the fewest consecutive ranks of a stair.
    courts_climb: whether court cards take the ranks above 10 at the top of sequences and stairs.
    any_card: whether court cards stand for any card instead of their own rank or lower. With one J, Q and K a player
        this allows the same plays (rules C3) and only changes what is said of them.
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
        """Whether so many cards of one rank are a set."""
        return self.sets and size > 1 and (not self.set_sizes or size in self.set_sizes)

    @property
    def top(self) -> int:
        """The highest rank a sequence or stair can reach."""
        return COURT_RANKS[-1] if self.courts_climb else HIGH
