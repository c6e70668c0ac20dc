"""What a part of a hand can play: the cards of one suit, of one rank, of some suits in a stretch of ranks.

Every function is given the cards of the part and the court cards, and yields plays with their readings. `Part` keeps
what has been found; `Sequences` and `Stairs` find the windows of ranks in which a hand has any.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, product
from itertools import combinations as choose
from operator import add
from typing import NamedTuple, TypeAlias, overload

from haggis_cli.rules.cards import (
    COURTS,
    HIGH,
    JACK,
    LOW,
    SECOND_COPY,
    SUIT_MASK,
    Cards,
    card_bits,
    cards_of_suit,
    rank_of,
    shift_of,
)
from haggis_cli.rules.readings import Bomb, Combinations, Kind, Reading

Move: TypeAlias = tuple[Cards, Reading]


class Window(NamedTuple):
    """Consecutive ranks that a sequence or stair can take."""

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
        every = [0]
        for column in _columns(bomb, suits):
            held = [(card, suit) for card, suit in column if card & cards]
            every = [chosen | card for chosen in every for card, suit in held if not chosen & suit]
    for chosen in every:
        if not chosen & ~cards:
            yield chosen, bombed


@cache
def _fixed_bombs(bomb: Bomb, suits: int) -> tuple[Cards, ...]:
    """The bombs of a rung of court cards or of one suit."""
    return (bomb.court_cards,) if bomb.courts else tuple(cards_of_suit(bomb.suit_ranks, suit) for suit in range(suits))


@cache
def _columns(bomb: Bomb, suits: int) -> list[list[tuple[Cards, Cards]]]:
    """For each rank its card in every suit, with all the cards of that suit."""
    return [
        [(cards_of_suit(1 << rank - LOW, suit), cards_of_suit(SUIT_MASK, suit)) for suit in range(suits)]
        for rank in bomb.ranks
    ]


# What a part can play: worked out when it is first met and kept, or picked out of a few plays.

Moves: TypeAlias = tuple[Move, ...]


class PlayCache(dict[Cards, Moves]):
    """The plays of one part, by the cards held of it; begun anew when it has grown large."""

    MAX_ENTRIES = 50_000

    def __init__(self, generate: Callable[[Cards], Iterable[Move]]) -> None:
        super().__init__()
        self._generate = generate

    def __missing__(self, cards: Cards) -> Moves:
        if len(self) >= self.MAX_ENTRIES:
            self.clear()
        found = self[cards] = tuple(self._generate(cards))
        return found


def share_plays(generate: Callable[[Cards], Iterable[Move]]) -> Callable[[Cards], list[Move]]:
    """The function, but equal plays are one value; the cards of a play must have only one reading in the part.

    This leaves a third of the objects. The garbage collector, which visits all of them, took up to an eighth of the
    time of random rounds.
    """
    known: dict[Cards, Move] = {}
    return lambda held: [known.setdefault(play[0], play) for play in generate(held)]


class PlayList:
    """Plays that are so few that each time those are picked out which can be made of the cards held.

    Where hands differ much and plays are few, a table by the cards held would hardly ever have the answer.
    """

    MAX_PLAYS = 50

    def __init__(self, plays: Sequence[Move]) -> None:
        self._plays = plays

    def __getitem__(self, cards: Cards) -> list[Move]:
        others = ~cards
        return [play for play in self._plays if not play[0] & others]


class JoinedPlays(Sequence[Move]):
    """Lists of plays as one, none of which is touched before it is asked for.

    A thousand plays are found in two thirds of the time that way, and leave the processor's cache as it was.
    """

    __slots__ = ("_length", "_lists")

    def __init__(self, lists: Sequence[Sequence[Move]]) -> None:
        self._lists = lists
        self._length = sum(map(len, lists))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(self._lists)

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if isinstance(place, slice) or place < 0:
            return list(self)[place]
        for plays in self._lists:
            if place < len(plays):
                return plays[place]
            place -= len(plays)
        raise IndexError("no such play")


Part: TypeAlias = tuple[Cards, PlayCache]
"""A part of a hand: the cards of the deck that belong to it, and what it can play, by the cards held of these.

A plain tuple: lists are joined from many of them, and a named one takes eight times as long to take apart.
"""


# All windows of ranks at once. How many cards a suit lacks in every window is one packed number with a field for each,
# which is looked up by the ranks held. It is subtracted from the number of cards that may be missing: one subtraction
# shows every window with a playable sequence or stair.

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
        self.places = WindowPlaces()

    def window_mask(self, above: int, length: int | None) -> int:
        """The fields of the windows with a higher top rank, of one length or of all."""
        fitting = [window.top > above and length in (None, window.length) for window in self]
        return sum(GUARD_BIT << FIELD_BITS * place for place, fits in enumerate(fitting) if fits)

    def allowances(self, extra: int) -> list[int]:
        """How many cards may be missing in every window with 0, 1 … court cards, `extra` needed at each rank."""
        needed = [min(extra * window.length, MANY_MISSING) for window in self]
        return [
            sum(GUARD_BIT + spare - cards << FIELD_BITS * place for place, cards in enumerate(needed))
            for spare in range(COURTS.bit_count() + 1)
        ]


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


class WindowPlaces(dict[int, tuple[int, ...]]):
    """The places of the windows that a mask has, in order; begun anew when there are many masks."""

    MAX_ENTRIES = 50_000

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= self.MAX_ENTRIES:
            self.clear()
        found = self[mask] = tuple(bit.bit_length() // FIELD_BITS - 1 for bit in card_bits(mask))
        return found


class Sequences:
    """The sequences of a deck, suit by suit."""

    def __init__(self, combinations: Combinations, suits: int) -> None:
        self._windows = Windows(combinations.sequence, combinations.top)
        self._allowances = self._windows.allowances(0)
        self._suits = [
            (shift_of(suit), [_window_part(Kind.SEQUENCE, 1, SuitSelection((suit,)), each) for each in self._windows])
            for suit in range(suits)
        ]

    def windows_above(self, reading: Reading) -> int:
        """The windows in which a sequence beats this one, as a mask."""
        return self._windows.window_mask(reading.rank, reading.length)

    def parts(self) -> list[Part]:
        """Every sequence, suit by suit."""
        every = self._windows.window_mask(0, None)

        def generate(held: Cards) -> list[Move]:
            found: list[Move] = []
            self.add_sequences(found, held, every)
            return found

        return [(cards_of_suit(SUIT_MASK, suit) | COURTS, PlayCache(generate)) for suit in range(len(self._suits))]

    def add_sequences(self, found: list[Move], hand: Cards, mask: int) -> None:
        """Add the sequences of a hand in the windows of the mask."""
        allowance = self._allowances[(hand & COURTS).bit_count()]
        missing, places = self._windows.missing, self._windows.places
        for shift, windows in self._suits:
            for place in places[allowance - missing[hand >> shift & SUIT_MASK] & mask]:
                cards, plays = windows[place]
                found += plays[hand & cards]


class Stairs:
    """The stairs of a deck, for every selection of suits: what a selection lacks is the sum of what its suits lack."""

    def __init__(self, combinations: Combinations, suits: int, copies: int) -> None:
        self._windows = Windows(combinations.stair, combinations.top)
        self._shortest = combinations.stair
        self._shifts = [shift_of(suit) for suit in range(suits)]
        self._copies = copies
        selections = suit_selections(suits, copies)
        places = {selection: place for place, selection in enumerate(selections)}
        self._sums = [
            (places[smaller], suit + suits * twice) for smaller, suit, twice in map(without_last_suit, selections[1:])
        ]
        # A selection may have fewer suits than the stair is wide; court cards then fill up every rank.
        self._allowances = [
            self._windows.allowances(extra) for extra in range(COURTS.bit_count() // combinations.stair + 1)
        ]
        self._tables = [
            StairTable(place, selection, width, self._windows)
            for width in range(2, suits * copies + len(self._allowances))
            for place, selection in enumerate(selections)
            if place and 0 <= width - selection.size < len(self._allowances)
        ]
        self._checks: dict[tuple[int, int | None], list[StairCheck]] = {}
        self.all_windows = self._windows.window_mask(0, None)

    def windows_above(self, reading: Reading) -> int:
        """The windows in which a stair beats this one, as a mask."""
        return self._windows.window_mask(reading.rank, reading.length)

    def find_stairs(self, hand: Cards, mask: int, width: int | None = None) -> list[Moves]:
        """The stairs of a hand in the windows of the mask, of one width or of all, window by window."""
        found: list[Moves] = []
        if hand.bit_count() < 2 * self._shortest:
            return found
        spare, missing, places = (hand & COURTS).bit_count(), self._windows.missing, self._windows.places
        addends = [missing[hand >> shift & SUIT_MASK] for shift in self._shifts]
        if self._copies == 2:
            twice = [missing[hand >> SECOND_COPY + shift & SUIT_MASK] for shift in self._shifts]
            addends += map(add, addends, twice)
        sums = [0]
        for smaller, addend in self._sums:
            sums.append(sums[smaller] + addends[addend])
        checks = self._checks.get((spare, width))
        if checks is None:
            checks = self._checks[spare, width] = self._make_checks(spare, width)
        for place, allowance, stairs in checks:
            for window in places[allowance - sums[place] & mask]:
                cards, plays = stairs[window]
                found.append(plays[hand & cards])
        return found

    def _make_checks(self, spare: int, width: int | None) -> "list[StairCheck]":
        """What so many court cards can complete; with fewer than two, a selection is as large as a stair is wide."""
        return [
            (stairs.place, self._allowances[stairs.courts_per_rank][spare], stairs)
            for stairs in self._tables
            if width in (None, stairs.width) and stairs.courts_per_rank * self._shortest <= spare
        ]


class StairTable(dict[int, Part]):
    """The stairs of one width with the suits of one selection, by the place of the window.

    place: the number of the selection.
    width: how many cards a stair has at each rank.
    courts_per_rank: how many of them are court cards.
    """

    def __init__(self, place: int, selection: SuitSelection, width: int, fitting: list[Window]) -> None:
        super().__init__()
        self.place = place
        self.width = width
        self.courts_per_rank = width - selection.size
        self._selection = selection
        self._windows = fitting

    def __missing__(self, place: int) -> Part:
        part = self[place] = _window_part(Kind.STAIR, self.width, self._selection, self._windows[place])
        return part


def _window_part(kind: Kind, width: int, selection: SuitSelection, window: Window) -> Part:
    """The sequences or stairs of these suits in one window."""
    suits, read = selection.suit_cards(), shared_reading(kind, width, window.length, window.top)
    return selection.cards(window) | COURTS, PlayCache(share_plays(lambda held: plays_in_window(held, suits, read)))


StairCheck: TypeAlias = tuple[int, int, StairTable]
"""Whether the suits of one selection make stairs: its number, how many cards it may lack in every window, packed, and
the stairs of the windows where it lacks no more.
"""


def suit_selections(suits: int, copies: int) -> list[SuitSelection]:
    """Every selection of suits, each taken at most as often as there are copies: the empty one first, then small ones.

    >>> suit_selections(2, 1)[1:3]
    [SuitSelection(once=(0,), twice=()), SuitSelection(once=(1,), twice=())]
    """
    found = []
    for taken in product(range(copies, -1, -1), repeat=suits):
        once = tuple(suit for suit, times in enumerate(taken) if times == 1)
        found.append(SuitSelection(once, tuple(suit for suit, times in enumerate(taken) if times == 2)))
    return sorted(found, key=lambda selection: selection.size)


def without_last_suit(selection: SuitSelection) -> tuple[SuitSelection, int, bool]:
    """The selection without its last suit, that suit, and whether it was taken twice."""
    once, twice = selection
    return (SuitSelection(once, twice[:-1]), twice[-1], True) if twice else (SuitSelection(once[:-1]), once[-1], False)
