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


def suited_singles(cards: Cards) -> Iterator[Move]:
    """Each of the suit cards."""
    for card in apart(cards):
        yield card, reading(Kind.SINGLE, 1, 1, (card.bit_length() - 1 - SUIT_START) % SUIT_BITS + LOW)


def court_singles(courts: Cards) -> Iterator[Move]:
    """Each of the court cards."""
    for card in apart(courts):
        yield card, reading(Kind.SINGLE, 1, 1, JACK - 1 + card.bit_length())


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
                    read = reading(Kind.SET, size, 1, rank)
                    for added in courts_of(courts, wild):
                        yield chosen | added, read


def runs(cards: Cards, collection: Collection, width: int, window: Window) -> Iterator[Move]:
    """The sequences (width 1) and stairs in a window with cards of every suit of the collection and of no other."""
    courts = cards & COURTS
    size, held = width * window.length, cards ^ courts
    wild = size - held.bit_count()
    read = reading(Kind.SEQUENCE if width == 1 else Kind.STAIR, width, window.length, window.top)
    needed, each = _needed(held, collection), apart(held)
    for dropped in range(min(courts.bit_count() - wild, len(each) - 1) + 1):
        choices = courts_of(courts, wild + dropped)
        for gone in map(sum, choose(each, dropped)):
            kept = held ^ gone
            if whole(kept) and _of_each(kept, needed):
                for added in choices:
                    yield kept | added, read


def _of_each(kept: Cards, needed: list[Cards]) -> bool:
    for suit in needed:  # noqa: SIM110 - all() takes three times as long
        if not kept & suit:
            return False
    return True


def _needed(held: Cards, collection: Collection) -> list[Cards]:
    """For each suit of the collection the cards of which one must be played: without it the collection is smaller."""
    needed = [in_suit(of_suit(held, suit)[0], suit) for suit in collection.once]
    return needed + [in_suit(of_suit(held, suit)[1], suit) << SECOND for suit in collection.twice]


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
    wanted = bomb.suit_ranks
    for suit, ranks in enumerate(held):
        if not wanted & ~ranks:
            yield in_suit(wanted, suit)


def _of_different_suits(held: list[int], ranks: tuple[int, ...], used: int = 0, cards: Cards = 0) -> Iterator[Cards]:
    if not ranks:
        yield cards
        return
    rank = 1 << (ranks[0] - LOW)
    for suit, owned in enumerate(held):
        if owned & rank and not used >> suit & 1:
            yield from _of_different_suits(held, ranks[1:], used | 1 << suit, cards | in_suit(rank, suit))
