"""What a part of a hand can play: the cards of one suit, of one rank, of some suits in a stretch of ranks.

Every function is given the cards of the part and the court cards, and yields plays with their readings.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations as choose
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import (
    COURTS,
    JACK,
    LOW,
    SECOND,
    SUIT_BITS,
    SUIT_MASK,
    SUIT_START,
    Cards,
    apart,
    in_suit,
    of_suit,
)
from haggis_cli.rules.readings import Bomb, Kind, Reading

Move: TypeAlias = tuple[Cards, Reading]


class Window(NamedTuple):
    """A stretch of ranks that a sequence or stair can take."""

    low: int
    length: int

    @property
    def top(self) -> int:
        """Its highest rank."""
        return self.low + self.length - 1

    @property
    def ranks(self) -> int:
        """Its ranks up to 10 as bits, bit 0 = rank 2."""
        return ((1 << self.length) - 1) << (self.low - LOW) & SUIT_MASK


class Collection(NamedTuple):
    """The suits that the suit cards of a stair are of: those taken once, and those taken with both copies."""

    once: tuple[int, ...]
    twice: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many cards of a rank it can give."""
        return len(self.once) + 2 * len(self.twice)

    def cards(self, window: Window) -> Cards:
        """Every card of these suits in the window."""
        cards = sum(in_suit(window.ranks, suit) for suit in self.once + self.twice)
        return cards | sum(in_suit(window.ranks, suit) << SECOND for suit in self.twice)


@cache
def reading(kind: Kind, width: int, length: int, rank: int) -> Reading:
    """The one value of this reading that all lists share."""
    return Reading(kind, width, length, rank)


@cache
def courts_of(held: Cards, number: int) -> tuple[Cards, ...]:
    """Every choice of so many of these court cards."""
    return tuple(map(sum, choose(apart(held), number)))


def whole(cards: Cards) -> bool:
    """Whether no second copy stands without the first, so that each multiset is counted once."""
    return not cards >> SECOND & ~cards


def singles(cards: Cards, above: int) -> Iterator[Move]:
    """The suit cards above a rank."""
    for card in apart(cards):
        rank = (card.bit_length() - 1 - SUIT_START) % SUIT_BITS + LOW
        if rank > above:
            yield card, reading(Kind.SINGLE, 1, 1, rank)


def court_singles(courts: Cards, above: int) -> Iterator[Move]:
    """The court cards above a rank."""
    for card in apart(courts):
        rank = JACK - 1 + card.bit_length()
        if rank > above:
            yield card, reading(Kind.SINGLE, 1, 1, rank)


def sets(cards: Cards, rank: int, width: int | None) -> Iterator[Move]:
    """Some of the suit cards of a rank, and court cards beside them."""
    courts = cards & COURTS
    held = apart(cards ^ courts)
    for naturals in range(1, len(held) + 1):
        for chosen in map(sum, choose(held, naturals)):
            if not whole(chosen):
                continue
            for wild in range(courts.bit_count() + 1):
                size = naturals + wild
                if size > 1 and width in (None, size):
                    for added in courts_of(courts, wild):
                        yield chosen | added, reading(Kind.SET, size, 1, rank)


def runs(cards: Cards, collection: Collection, width: int, window: Window) -> Iterator[Move]:
    """The sequences (width 1) and stairs in a window with cards of every suit of the collection and of no other."""
    courts = cards & COURTS
    size, held = width * window.length, cards ^ courts
    spare = courts.bit_count() - (size - held.bit_count())
    kind = Kind.SEQUENCE if width == 1 else Kind.STAIR
    for kept in _kept(held, _needed(held, collection), spare):
        for added in courts_of(courts, size - kept.bit_count()):
            yield kept | added, reading(kind, width, window.length, window.top)


def _needed(held: Cards, collection: Collection) -> list[Cards]:
    """For each suit of the collection the cards of which one must be played: without it the collection is smaller."""
    needed = [in_suit(of_suit(held, suit)[0], suit) for suit in collection.once]
    return needed + [in_suit(of_suit(held, suit)[1], suit) << SECOND for suit in collection.twice]


def _kept(held: Cards, needed: list[Cards], spare: int) -> Iterator[Cards]:
    """The cards to play naturally: all of those held, or all but some that spare court cards replace."""
    if not all(needed):
        return
    each = apart(held)
    for number in range(min(spare, len(each) - 1) + 1):
        for dropped in map(sum, choose(each, number)):
            kept = held ^ dropped
            if whole(kept) and all(kept & suit for suit in needed):
                yield kept


def bombs(cards: Cards, bomb: Bomb, place: int, suits: int) -> Iterator[Move]:
    """The bombs of one rung among these cards; `place` is the rung, from 1."""
    bombed = reading(Kind.BOMB, 1, len(bomb.ranks), place)
    if bomb.courts:
        if not bomb.court_cards & ~cards:
            yield bomb.court_cards, bombed
        return
    held = [of_suit(cards, suit)[0] for suit in range(suits)]
    for chosen in _of_one_suit(held, bomb) if bomb.one_suit else _of_different_suits(held, bomb.ranks):
        yield chosen, bombed


def _of_one_suit(held: list[int], bomb: Bomb) -> Iterator[Cards]:
    for suit, ranks in enumerate(held):
        if not bomb.suit_ranks & ~ranks:
            yield in_suit(bomb.suit_ranks, suit)


def _of_different_suits(held: list[int], ranks: tuple[int, ...], used: int = 0, cards: Cards = 0) -> Iterator[Cards]:
    if not ranks:
        yield cards
        return
    rank = 1 << (ranks[0] - LOW)
    for suit, owned in enumerate(held):
        if owned & rank and not used >> suit & 1:
            yield from _of_different_suits(held, ranks[1:], used | 1 << suit, cards | in_suit(rank, suit))
