"""What a handful of cards can be played as: every reading, and which reading beats which."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from haggis_cli.rules.cards import (
    COURT_RANKS,
    COURTS,
    HIGH,
    JACK,
    LOW,
    SECOND_COPY,
    SUIT_BITS,
    SUIT_MASK,
    SUIT_START,
    Card,
    Cards,
    pack,
    rank_name,
)

if TYPE_CHECKING:
    from haggis_cli.rules.deck import Deck
    from haggis_cli.rules.move_generation.moves import MoveGenerator


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

    `width` cards at each of `length` consecutive ranks, the highest being `rank`. A set has length 1, a sequence
    width 1, a single both. A bomb has width 1, its number of cards as length, and as rank its place in the order of
    bombs, from 1.
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
    """One rung of the ladder of bombs: these ranks and nothing else.

    Suit cards must be all of different suits, or with `one_suit` all of the same. No card is wild in a bomb.
    """

    ranks: tuple[int, ...]
    one_suit: bool = False

    @property
    def courts(self) -> bool:
        """Whether it is made of court cards."""
        return self.ranks[0] >= JACK

    @property
    def name(self) -> str:
        """The bomb as the rulebooks write it."""
        ranks = "-".join(map(rank_name, self.ranks))
        return ranks if self.courts else f"{ranks} in {'one suit' if self.one_suit else 'different suits'}"

    @property
    def suit_ranks(self) -> int:
        """Its suit cards' ranks as bits, bit 0 = rank 2."""
        return sum(1 << (rank - LOW) for rank in self.ranks if rank < JACK)

    @property
    def court_cards(self) -> Cards:
        """Its court cards as a handful."""
        return pack(Card(rank, None) for rank in self.ranks if rank >= JACK)


ODD_RANKS = (3, 5, 7, 9)
BOMBS = (
    Bomb(ODD_RANKS),
    Bomb((11, 12)),
    Bomb((11, 13)),
    Bomb((12, 13)),
    Bomb((11, 12, 13)),
    Bomb(ODD_RANKS, one_suit=True),
)


_MOST_KNOWN = 1 << 14  # handfuls whose readings are remembered: most plays of a history have been seen before


@dataclass(frozen=True, slots=True)
class Combinations:
    """Which combinations a variant plays (rules C1–C8).

    `sets`: whether sets of two and more are played. `sequence`, `stair`: the fewest consecutive ranks of each.
    `courts_climb`: whether court cards take the ranks above 10 at the top of sequences and stairs.
    `any_card`: the court cards stand for any card instead of their own rank or lower; with one J, Q and K a player this
    allows the same plays (rules C3) and only changes what is said of them. `bombs`: lowest first.
    """

    sets: bool = True
    sequence: int = 3
    stair: int = 2
    courts_climb: bool = True
    any_card: bool = False
    bombs: tuple[Bomb, ...] = BOMBS
    plays: dict["Deck", "MoveGenerator"] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Tables that `rules.moves` has worked out."""
    _shapes: dict[tuple[int, int, int, int], tuple[Reading, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    _known: dict[Cards, tuple[Reading, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def top(self) -> int:
        """The highest rank a sequence or stair can reach."""
        return COURT_RANKS[-1] if self.courts_climb else HIGH

    def readings(self, cards: Cards) -> tuple[Reading, ...]:
        """Every reading of these cards: sets, then sequences, then stairs, each with the highest rank first.

        Empty if they are no combination.
        """
        found = self._known.get(cards)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[cards] = self._readings(cards)
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
        for place, bomb in enumerate(self.bombs, 1):
            if bomb.courts and bomb.court_cards == cards:
                return (Reading(Kind.BOMB, 1, size, place),)
        return ()

    def _suit_bomb(self, union: int, size: int, width: int) -> Reading | None:
        """The bomb that suit cards with these ranks make: `width` is then the number of suits."""
        for place, bomb in enumerate(self.bombs, 1):
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
        if self.sets and lowest == highest:
            found.append(Reading(Kind.SET, size, 1, lowest))
        for wide in range(max(width, 1), size // 2 + 1):
            length, rest = divmod(size, wide)
            kind, fewest = (Kind.SEQUENCE, self.sequence) if wide == 1 else (Kind.STAIR, self.stair)
            if rest or length < fewest:
                continue
            last = min(lowest, self.top - length + 1)
            first = max(LOW, highest - length + 1)
            found += [Reading(kind, wide, length, low + length - 1) for low in range(last, first - 1, -1)]
        return found
