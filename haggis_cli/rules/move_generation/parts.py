"""What a part of a hand can play: the cards of one suit, of one rank, of some suits in a stretch of ranks.

Every function is given the cards of the part and the court cards, and yields plays with their readings.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations as choose
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import (
    COURTS,
    JACK,
    LOW,
    SECOND_COPY,
    SUIT_MASK,
    Cards,
    card_bits,
    cards_of_suit,
    rank_of,
)
from haggis_cli.rules.combinations.readings import Bomb, Combinations, Kind, Reading

Move: TypeAlias = tuple[Cards, Reading]


class Window(NamedTuple):
    """Consecutive ranks that a sequence or stair can take.

    low: the lowest of them.
    length: how many they are.
    """

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


class SuitSelection(NamedTuple):
    """The suits that the suit cards of a stair are of.

    once: the suits of which it takes one card at each rank.
    twice: the suits of which it takes both copies.
    """

    once: tuple[int, ...]
    twice: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many cards of a rank it can give."""
        return len(self.once) + 2 * len(self.twice)

    def cards(self, window: Window) -> Cards:
        """Every card of these suits in the window."""
        return sum(self.suit_cards(window.ranks)) | sum(cards_of_suit(window.ranks, suit) for suit in self.twice)

    def suit_cards(self, ranks: int = SUIT_MASK) -> tuple[Cards, ...]:
        """For each suit its cards of these ranks, of which one must be played: second copies where both are taken."""
        once = (cards_of_suit(ranks, suit) for suit in self.once)
        return (*once, *(cards_of_suit(ranks, suit) << SECOND_COPY for suit in self.twice))


@cache
def shared_reading(kind: Kind, width: int, length: int, rank: int) -> Reading:
    """The one value of this reading that all lists share."""
    return Reading(kind, width, length, rank)


@cache
def court_choices(held: Cards, number: int) -> tuple[Cards, ...]:
    """Every choice of so many of these court cards."""
    return tuple(map(sum, choose(card_bits(held), number)))


def is_canonical(cards: Cards) -> bool:
    """Whether no second copy stands without the first, so that each multiset is counted once."""
    return not cards >> SECOND_COPY & ~cards


def suit_singles(cards: Cards) -> Iterator[Move]:
    """Each of the suit cards."""
    for card in card_bits(cards):
        yield card, shared_reading(Kind.SINGLE, 1, 1, rank_of(card))


def court_singles(courts: Cards) -> Iterator[Move]:
    """Each of the court cards."""
    for card in card_bits(courts):
        yield card, shared_reading(Kind.SINGLE, 1, 1, JACK - 1 + card.bit_length())


def sets(cards: Cards, rank: int, width: int | None, rules: Combinations) -> Iterator[Move]:
    """Some of the suit cards of a rank, and court cards beside them."""
    courts = cards & COURTS
    held = card_bits(cards ^ courts)
    for naturals in range(1, len(held) + 1):
        for chosen in map(sum, choose(held, naturals)):
            if not is_canonical(chosen):
                continue
            for wild in range(courts.bit_count() + 1):
                size = naturals + wild
                if width in (None, size) and rules.allows_set(size):
                    read = shared_reading(Kind.SET, size, 1, rank)
                    for added in court_choices(courts, wild):
                        yield chosen | added, read


def plays_in_window(cards: Cards, suits: tuple[Cards, ...], read: Reading) -> Iterator[Move]:
    """The sequences or stairs of one window, with cards of each of these suits and of no other."""
    courts = cards & COURTS
    held = cards ^ courts
    wild = read.size - held.bit_count()
    each = card_bits(held)
    for dropped in range(min(courts.bit_count() - wild, len(each) - 1) + 1):
        choices = court_choices(courts, wild + dropped)
        for gone in map(sum, choose(each, dropped)):
            kept = held ^ gone
            if is_canonical(kept) and _has_each_suit(kept, suits):
                for added in choices:
                    yield kept | added, read


def _has_each_suit(kept: Cards, suits: tuple[Cards, ...]) -> bool:
    """Whether a card of every suit is kept: else the plays belong to a smaller selection of suits."""
    for suit in suits:  # noqa: SIM110 - all() takes three times as long
        if not kept & suit:
            return False
    return True


def bombs(cards: Cards, bomb: Bomb, place: int, suits: int) -> Iterator[Move]:
    """The bombs of one rung among these cards; `place` is the rung, from 1."""
    bombed = shared_reading(Kind.BOMB, 1, len(bomb.ranks), place)
    if bomb.of_a_kind:
        every: Iterable[Cards] = filter(is_canonical, map(sum, choose(card_bits(cards), len(bomb.ranks))))
    elif bomb.courts or bomb.one_suit:
        every = _fixed_bombs(bomb, suits)
    else:
        every = _different_suit_bombs(cards, bomb, suits)
    for chosen in every:
        if not chosen & ~cards:
            yield chosen, bombed


@cache
def _fixed_bombs(bomb: Bomb, suits: int) -> tuple[Cards, ...]:
    """The bombs of a rung of court cards or of one suit."""
    return (bomb.court_cards,) if bomb.courts else tuple(cards_of_suit(bomb.suit_ranks, suit) for suit in range(suits))


def _different_suit_bombs(cards: Cards, bomb: Bomb, suits: int) -> list[Cards]:
    found = [0]
    for column in _columns(bomb, suits):
        held = [(card, suit) for card, suit in column if card & cards]
        found = [chosen | card for chosen in found for card, suit in held if not chosen & suit]
    return found


@cache
def _columns(bomb: Bomb, suits: int) -> list[list[tuple[Cards, Cards]]]:
    """For each rank its card in every suit, with all the cards of that suit."""
    return [
        [(cards_of_suit(1 << rank - LOW, suit), cards_of_suit(SUIT_MASK, suit)) for suit in range(suits)]
        for rank in bomb.ranks
    ]
