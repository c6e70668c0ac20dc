"""Every legal play from a hand, in a fixed order: singles, sets, sequences, stairs, bombs."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations as choose
from typing import TypeAlias

from haggis_cli.rules.cards import COURTS, HIGH, JACK, LOW, SECOND, SUIT_MASK, Cards, in_suit, of_suit
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.readings import Bomb, Combinations, Kind, Reading

Move: TypeAlias = tuple[Cards, Reading]


def legal_plays(combinations: Combinations, deck: Deck, hand: Cards, over: Reading | None = None) -> list[Move]:
    """Every pair of cards and reading that may be played from the hand over `over` (None: as a lead).

    Cards that can be read in several ways appear once for each reading. Court cards are also offered for cards that the
    hand holds: 4r 5r J with the 6r kept back is a play of its own. Passing is not listed.
    """
    found: list[Move] = []
    if over is None:
        found += _singles(hand, 0)
        if combinations.sets:
            found += _sets(deck, hand, 0, None)
        for length in range(combinations.sequence, combinations.top - LOW + 2):
            found += _runs(combinations, deck, hand, 1, length, 0)
        for width in range(2, len(deck.letters) * deck.copies + 2):
            for length in range(combinations.stair, hand.bit_count() // width + 1):
                found += _runs(combinations, deck, hand, width, length, 0)
    elif over.kind is Kind.SINGLE:
        found += _singles(hand, over.rank)
    elif over.kind is Kind.SET:
        found += _sets(deck, hand, over.rank, over.width)
    elif over.kind is not Kind.BOMB:
        found += _runs(combinations, deck, hand, over.width, over.length, over.rank)
    found += _bombs(combinations, deck, hand, over.rank if over and over.kind is Kind.BOMB else 0)
    return found


@cache
def _reading(kind: Kind, width: int, length: int, rank: int) -> Reading:
    return Reading(kind, width, length, rank)


@cache
def _courts(held: Cards, number: int) -> tuple[Cards, ...]:
    """Every choice of so many of these court cards."""
    cards = [held & bit for bit in (1, 2, 4) if held & bit]
    return tuple(sum(chosen) for chosen in choose(cards, number))


def _bits(cards: Cards) -> list[Cards]:
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest)
        cards ^= lowest
    return found


def _singles(hand: Cards, above: int) -> Iterator[Move]:
    for card in _bits(hand & ((1 << SECOND) - 1) & ~COURTS):
        rank = (card.bit_length() - 4) % 9 + LOW
        if rank > above:
            yield card, _reading(Kind.SINGLE, 1, 1, rank)
    for card in _bits(hand & COURTS):
        rank = JACK - 1 + card.bit_length()
        if rank > above:
            yield card, _reading(Kind.SINGLE, 1, 1, rank)


def _sets(deck: Deck, hand: Cards, above: int, width: int | None) -> Iterator[Move]:
    """Every set above a rank: some suit cards of one rank, and court cards beside them."""
    courts = hand & COURTS
    column = 0
    for suit in range(len(deck.letters)):
        column |= in_suit(1, suit)
    column |= column << SECOND
    for rank in range(max(above + 1, LOW), HIGH + 1):
        held = _bits(hand & column << (rank - LOW))
        for naturals in range(1, len(held) + 1):
            for cards in map(sum, choose(held, naturals)):
                if not _whole(cards):
                    continue
                for wild in range(courts.bit_count() + 1):
                    size = naturals + wild
                    if size > 1 and width in (None, size):
                        reading = _reading(Kind.SET, size, 1, rank)
                        for chosen in _courts(courts, wild):
                            yield cards | chosen, reading


def _whole(cards: Cards) -> bool:
    """Whether no second copy stands without the first, so that each multiset is counted once."""
    return not cards >> SECOND & ~cards


def _runs(combinations: Combinations, deck: Deck, hand: Cards, width: int, length: int, above: int) -> Iterator[Move]:
    """Every sequence (width 1) or stair of this shape with a top rank above `above`."""
    kind = Kind.SEQUENCE if width == 1 else Kind.STAIR
    courts = hand & COURTS
    spare = courts.bit_count()
    for top in range(max(above + 1, LOW + length - 1), combinations.top + 1):
        low = top - length + 1
        if low > HIGH:
            break
        window = ((1 << length) - 1) << (low - LOW) & SUIT_MASK
        reading = _reading(kind, width, length, top)
        for held, wanted in _collections(deck, hand, window, width, width * length - spare):
            missing = width * length - held.bit_count()
            for cards in _kept(held, wanted, spare - missing):
                for chosen in _courts(courts, width * length - cards.bit_count()):
                    yield cards | chosen, reading


def _collections(deck: Deck, hand: Cards, window: int, width: int, fewest: int) -> Iterator[tuple[Cards, list[Cards]]]:
    """Every collection of at most `width` suits with at least `fewest` cards in the window of ranks.

    Yields the cards held of the collection, and one handful for each suit in it of which a card must be played, so that
    no play is found again under a smaller collection. A suit taken twice counts with its second copies.
    """
    choices: list[list[tuple[int, Cards, Cards]]] = []
    for suit in range(len(deck.letters)):
        ranks, twice = of_suit(hand, suit)
        once = in_suit(ranks & window, suit)
        if once:
            both = in_suit(twice & window, suit) << SECOND
            choices.append([(0, 0, 0), (1, once, once), (2, once | both, both)][: 3 if both else 2])

    def extend(place: int, suits: int, held: Cards, wanted: list[Cards]) -> Iterator[tuple[Cards, list[Cards]]]:
        if place == len(choices):
            if suits and held.bit_count() >= fewest:
                yield held, wanted
            return
        for taken, cards, needed in choices[place]:
            if suits + taken <= width:
                yield from extend(place + 1, suits + taken, held | cards, [*wanted, needed] if taken else wanted)

    return extend(0, 0, 0, [])


def _kept(held: Cards, wanted: list[Cards], spare: int) -> Iterator[Cards]:
    """The cards to play naturally: all of those held, or all but some that spare court cards replace."""
    yield held
    bits = _bits(held)
    for number in range(1, min(spare, len(bits) - 1) + 1):
        for dropped in map(sum, choose(bits, number)):
            cards = held ^ dropped
            if _whole(cards) and all(cards & suit for suit in wanted):
                yield cards


def _bombs(combinations: Combinations, deck: Deck, hand: Cards, above: int) -> Iterator[Move]:
    for place, bomb in enumerate(combinations.bombs, 1):
        if place <= above:
            continue
        reading = _reading(Kind.BOMB, 1, len(bomb.ranks), place)
        if bomb.courts:
            if not bomb.court_cards & ~hand:
                yield bomb.court_cards, reading
        else:
            for cards in _suit_bombs(deck, hand, bomb):
                yield cards, reading


def _suit_bombs(deck: Deck, hand: Cards, bomb: Bomb) -> Iterator[Cards]:
    """The bombs of suit cards in the hand: of one suit, or of different suits."""
    suits = range(len(deck.letters))
    held = [of_suit(hand, suit)[0] for suit in suits]
    if bomb.one_suit:
        for suit in suits:
            if not bomb.suit_ranks & ~held[suit]:
                yield in_suit(bomb.suit_ranks, suit)
        return

    def extend(ranks: tuple[int, ...], used: int, cards: Cards) -> Iterator[Cards]:
        if not ranks:
            yield cards
            return
        bit = 1 << (ranks[0] - LOW)
        for suit in suits:
            if held[suit] & bit and not used >> suit & 1:
                yield from extend(ranks[1:], used | 1 << suit, cards | in_suit(bit, suit))

    yield from extend(bomb.ranks, 0, 0)
