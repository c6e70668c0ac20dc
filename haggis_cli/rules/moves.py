"""Every legal play from a hand, in a fixed order: singles, sets, sequences, stairs, bombs.

A hand is looked at in parts: the cards of a suit, of a rank, of some suits in a window of ranks. What a part can play
together with the court cards is worked out when it is first met (`rules.parts`) and kept in a table, so that listing
plays is mostly a matter of joining pieces that are ready.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from haggis_cli.rules.cards import COURTS, HIGH, LOW, SECOND, SUIT_BITS, SUIT_MASK, SUIT_START, Cards, in_suit
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.parts import Collection, Move, Window, bombs, court_singles, runs, sets, singles
from haggis_cli.rules.readings import Combinations, Kind, Reading

Moves: TypeAlias = tuple[Move, ...]


def legal_plays(combinations: Combinations, deck: Deck, hand: Cards, over: Reading | None = None) -> list[Move]:
    """Every pair of cards and reading that may be played from the hand over `over` (None: as a lead).

    Cards that can be read in several ways appear once for each reading. Court cards are also offered for cards that the
    hand holds: 4r 5r J with the 6r kept back is a play of its own. Passing is not listed.
    """
    make = (len(deck.letters), deck.copies)
    plays = combinations.plays.get(make)
    if plays is None:
        plays = combinations.plays[make] = Plays(combinations, *make)
    return plays.leads(hand) if over is None else plays.answers(hand, over)


class Ready(dict[Cards, Moves]):
    """The plays of one part, by the cards held of it; begun anew when it has grown large."""

    LARGEST = 50_000

    def __init__(self, work_out: Callable[[Cards], Iterator[Move]]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, cards: Cards) -> Moves:
        if len(self) >= self.LARGEST:
            self.clear()
        found = self[cards] = tuple(self._work_out(cards))
        return found


class Part(NamedTuple):
    """Some cards of the deck, and what they can play."""

    cards: Cards
    ready: Ready


class Plays:
    """The plays of one kind of deck: `suits` suits with `copies` copies of each card."""

    def __init__(self, combinations: Combinations, suits: int, copies: int) -> None:
        self._rules = combinations
        self._suits = suits
        self._copies = copies
        self._stairs = Stairs(combinations, suits, copies)
        self._leads = [*self._singles(0), *self._sets(0, None), *self._sequences(0, None)]
        self._bombs = self._bombs_above(0)
        self._answers: dict[Reading, list[Part]] = {}

    def leads(self, hand: Cards) -> list[Move]:
        """Every play that may be led."""
        found: list[Move] = []
        for cards, ready in self._leads:
            found += ready[hand & cards]
        self._stairs.add(found, hand, self._stairs.every)
        for cards, ready in self._bombs:
            found += ready[hand & cards]
        return found

    def answers(self, hand: Cards, over: Reading) -> list[Move]:
        """Every play that beats the reading."""
        parts = self._answers.get(over)
        if parts is None:
            parts = self._answers[over] = self._parts_over(over)
        found: list[Move] = []
        if over.kind is Kind.STAIR:
            self._stairs.add(found, hand, self._stairs.over(over), over.width)
        for cards, ready in parts:
            found += ready[hand & cards]
        return found

    def _parts_over(self, over: Reading) -> list[Part]:
        match over.kind:
            case Kind.SINGLE:
                return self._singles(over.rank) + self._bombs
            case Kind.SET:
                return self._sets(over.rank, over.width) + self._bombs
            case Kind.SEQUENCE:
                return self._sequences(over.rank, over.length) + self._bombs
            case Kind.STAIR:
                return self._bombs
            case Kind.BOMB:
                return self._bombs_above(over.rank)

    def _singles(self, above: int) -> list[Part]:
        suits = [in_suit(SUIT_MASK, suit) for suit in range(self._suits)]
        parts = [Part(cards, Ready(lambda held: singles(held, above))) for cards in suits]
        return [*parts, Part(COURTS, Ready(lambda held: court_singles(held, above)))]

    def _sets(self, above: int, width: int | None) -> list[Part]:
        if not self._rules.sets:
            return []
        return [self._set(rank, width) for rank in range(max(above + 1, LOW), HIGH + 1)]

    def _set(self, rank: int, width: int | None) -> Part:
        column = sum(in_suit(1 << (rank - LOW), suit) for suit in range(self._suits))
        cards = column | column << SECOND if self._copies == 2 else column
        return Part(cards | COURTS, Ready(lambda held: sets(held, rank, width)))

    def _sequences(self, above: int, length: int | None) -> list[Part]:
        found = [
            window
            for window in windows(self._rules.sequence, self._rules.top)
            if window.top > above and length in (None, window.length)
        ]
        return [self._sequence(suit, found) for suit in range(self._suits)]

    def _sequence(self, suit: int, fitting: list[Window]) -> Part:
        """All sequences of a suit, joined from those of every window, of which there are far fewer."""
        parts = [self._window(Collection((suit,)), window) for window in fitting]

        def work_out(held: Cards) -> Iterator[Move]:
            spare = (held & COURTS).bit_count()
            for (cards, ready), window in zip(parts, fitting, strict=True):
                if (held & cards).bit_count() >= max(window.length, spare + 1):
                    yield from ready[held & cards]

        return Part(in_suit(SUIT_MASK, suit) | COURTS, Ready(work_out))

    def _window(self, suited: Collection, window: Window) -> Part:
        return Part(suited.cards(window) | COURTS, Ready(lambda held: runs(held, suited, 1, window)))

    def _bombs_above(self, above: int) -> list[Part]:
        return [self._bomb(place) for place in range(above + 1, len(self._rules.bombs) + 1)]

    def _bomb(self, place: int) -> Part:
        bomb = self._rules.bombs[place - 1]
        cards = bomb.court_cards | sum(in_suit(bomb.suit_ranks, suit) for suit in range(self._suits))
        return Part(cards, Ready(lambda held: bombs(held, bomb, place, self._suits)))


def windows(fewest: int, top: int) -> list[Window]:
    """Every window of at least so many ranks up to the highest, short ones first; one rank at least has suit cards."""
    lengths = range(fewest, top - LOW + 2)
    return [Window(low, length) for length in lengths for low in range(LOW, min(HIGH, top - length + 1) + 1)]


FIELD = 8  # bits for each window in a packed count: even 16 suits that lack MANY cards do not use up FULL
FULL = 1 << (FIELD - 1)  # the bit of a field that stays set while no more cards are missing than court cards are held
MANY = 4  # more missing cards than anybody has court cards


class Stairs:
    """The stairs of a deck.

    How many cards a suit lacks in every window is one packed number, looked up by the ranks held; the sum over the
    suits of a collection tells all windows with a playable stair at once.
    """

    def __init__(self, combinations: Combinations, suits: int, copies: int) -> None:
        self._windows = windows(combinations.stair, combinations.top)
        self._suits = range(suits)
        self._lacking = Lacking(self._windows)
        held = range(COURTS.bit_count() + 1)
        # A collection may be smaller than the width; court cards are then the rest of every rank.
        rooms = [[self._room(extra, spare) for spare in held] for extra in range(max(held) // combinations.stair + 1)]
        self._fillings = [
            Filling(collection, width, rooms[width - collection.size], self._windows)
            for width in range(2, suits * copies + len(rooms))
            for collection in collections(suits, copies)
            if 0 <= width - collection.size < len(rooms)
        ]
        self.every = self._guard(0, None)
        self._over: dict[Reading, int] = {}

    def over(self, reading: Reading) -> int:
        """The windows in which a stair beats this one, as a guard."""
        found = self._over.get(reading)
        if found is None:
            found = self._over[reading] = self._guard(reading.rank, reading.length)
        return found

    def _guard(self, above: int, length: int | None) -> int:
        fitting = [window.top > above and length in (None, window.length) for window in self._windows]
        return sum(FULL << FIELD * place for place, fits in enumerate(fitting) if fits)

    def _room(self, extra: int, spare: int) -> int:
        """How many more cards may be missing in every window, with so many court cards, `extra` needed at each rank."""
        rooms = [FULL + spare - min(extra * window.length, MANY) for window in self._windows]
        return sum(room << FIELD * place for place, room in enumerate(rooms))

    def add(self, found: list[Move], hand: Cards, guard: int, width: int | None = None) -> None:
        """Add the stairs of a hand in the windows of the guard, of one width or of all."""
        spare, lacking = (hand & COURTS).bit_count(), self._lacking
        once = [lacking[hand >> (SUIT_START + SUIT_BITS * suit) & SUIT_MASK] for suit in self._suits]
        twice = [lacking[hand >> (SECOND + SUIT_START + SUIT_BITS * suit) & SUIT_MASK] for suit in self._suits]
        for filling in self._fillings:
            if width is not None and filling.width != width:
                continue
            room = filling.room[spare]
            for suit in filling.once:
                room -= once[suit]
            for suit in filling.twice:
                room -= once[suit] + twice[suit]
            playable = room & guard
            while playable:
                lowest = playable & -playable
                playable ^= lowest
                cards, ready = filling[lowest.bit_length() // FIELD - 1]
                found += ready[hand & cards]


class Lacking(dict[int, int]):
    """How many cards a suit with these ranks lacks in every window, packed; many in a window where it has none."""

    def __init__(self, fitting: list[Window]) -> None:
        super().__init__()
        self._fitting = fitting

    def __missing__(self, ranks: int) -> int:
        packed = 0
        for place, window in enumerate(self._fitting):
            held = (ranks & window.ranks).bit_count()
            packed |= (min(window.length - held, MANY) if held else MANY) << FIELD * place
        self[ranks] = packed
        return packed


class Filling(dict[int, Part]):
    """The stairs of one width with the suits of one collection, by the number of the window."""

    def __init__(self, collection: Collection, width: int, room: list[int], fitting: list[Window]) -> None:
        super().__init__()
        self.once, self.twice = collection
        self.width = width
        self.room = room
        self._collection = collection
        self._fitting = fitting

    def __missing__(self, place: int) -> Part:
        collection, width, window = self._collection, self.width, self._fitting[place]
        cards = collection.cards(window) | COURTS
        part = self[place] = Part(cards, Ready(lambda held: runs(held, collection, width, window)))
        return part


def collections(suits: int, copies: int) -> list[Collection]:
    """Every collection of suits, each taken at most as often as there are copies: small ones first."""
    found = []
    for taken in product(range(copies, -1, -1), repeat=suits):
        once = tuple(suit for suit, times in enumerate(taken) if times == 1)
        found.append(Collection(once, tuple(suit for suit, times in enumerate(taken) if times == 2)))
    return sorted(found, key=lambda collection: collection.size)[1:]
