"""The actions of a table by number, and which of them a hand can lead."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from haggis_cli.rules.cards import (
    COURT_RANKS,
    COURTS,
    HIGH,
    JACK,
    LOW,
    RANKS,
    SECOND_COPY,
    SUIT_MASK,
    Card,
    Cards,
    shift_of,
)
from haggis_cli.rules.events import Award, Bet, Bid, Event, Give, Lead, Pass
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.parts import Window, shared_reading
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.variant import Table

# The numbers of everything that a player may do at a table. They depend on the variant, its options and the number of
# players alone, and stay the same in every round:
#
#     0                  pass; or, for a winner of a bombed trick who is out, not to give the lead away
#     1 and on           a card: J, Q, K, then the cards from 2 to 10, suit by suit
#     then               a combination: singles, sets, sequences, stairs, bombs, the lower rank before the higher
#     then               a bet, or a bid where there is an auction, the smallest first
#     then               who captures a bombed trick: oneself, then the others clockwise
#     then               who is given the lead: the others clockwise
#
# A play is its combination first and then, where several handfuls make it, its cards one by one.

PASS = 0
_FIRST_CARD = 1


class Actions:
    """The actions of a table by number.

    names: what each of them is, in words; their number is the size of the action space.
    cards: how many different cards there are.
    readings: the number of each combination.
    combinations: the combination of each such number.
    """

    def __init__(self, table: Table) -> None:
        deck, betting = table.deck, table.variant.betting
        kinds = [Card(rank, None) for rank in COURT_RANKS]
        kinds += [Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS]
        self.cards = len(kinds)
        self.names = ["pass", *map(deck.card_text, kinds)]
        self._players = len(table.names)
        self.readings: dict[Reading, int] = {}
        for reading in _find_readings(table):
            self.readings[reading] = len(self.names)
            self.names.append(describe(reading, table.variant.combinations.bombs))
        self._stakes = {amount: len(self.names) + place for place, amount in enumerate(betting.amounts)}
        self.names += [f"{betting.verb} {amount}" for amount in betting.amounts]
        self._award = len(self.names)
        self.names += [f"award {_whom(steps)}" for steps in range(self._players)]
        self._lead = len(self.names)
        self.names += [f"lead {_whom(steps)}" for steps in range(1, self._players)]
        self.combinations = {number: each for each, number in self.readings.items()}
        self._count_windows(len(table.deck.letters), table.deck.copies)

    def __len__(self) -> int:
        return len(self.names)

    def of_event(self, event: Event) -> int:
        """The number of an event that is neither a play nor an exchange."""
        match event:
            case Pass():
                return PASS
            case Bet(amount=amount) | Bid(amount=amount):
                return self._stakes[amount]
            case Award(seat=seat, to=to):
                return self._award + (to - seat) % self._players
            case Lead(seat=seat, to=to):
                return self._lead + (to - seat) % self._players - 1
            case Give(cards=card):
                return card_action(card)
            case _:
                raise TypeError(f"{event} takes several actions")

    def leads(self, hand: Cards) -> Any:
        """The combinations that a hand can lead, as a mask, without J, Q, K alone and bombs.

        No play is listed for it: if the suits of which the hand holds most in a window of ranks give one card at least,
        and lack no more of a combination than there are court cards, the hand can make it.
        """
        held = self._counts.take([hand >> shift & SUIT_MASK for shift in self._shifts], 0)
        held.sort(0)
        np.add.accumulate(held, 0, None, held)
        return (held.take(self._places) <= self._enough[(hand & COURTS).bit_count()]).view(np.int8)

    def _count_windows(self, suits: int, copies: int) -> None:
        """Prepare what `leads` looks up; cards are counted below 0, so that sorted the fullest suit comes first."""
        self._shifts = [shift_of(suit) + SECOND_COPY * copy for suit in range(suits) for copy in range(copies)]
        shapes = {number: each for number, each in self.combinations.items() if each.kind is not Kind.BOMB}
        ranks = {number: Window(each.rank - each.length + 1, each.length).ranks for number, each in shapes.items()}
        windows = sorted(set(ranks.values()))
        counts = [[-(held & window).bit_count() for window in windows] for held in range(SUIT_MASK + 1)]
        self._counts: Any = np.array(counts, np.int8)
        self._places: Any = np.zeros(len(self), np.intp)  # where the cards in a window of the fullest suits are counted
        self._enough: Any = np.full((COURTS.bit_count() + 1, len(self)), -128, np.int8)  # how many, by court cards held
        for number, each in shapes.items():
            fullest = min(each.width, len(self._shifts))
            self._places[number] = (fullest - 1) * len(windows) + windows.index(ranks[number])
            self._enough[:, number] = [-max(each.size - courts, 1) for courts in range(len(self._enough))]


def card_action(card: Cards) -> int:
    """The number of a card that is given as its bit."""
    return _FIRST_CARD + (card.bit_length() - 1) % SECOND_COPY


def _whom(steps: int) -> str:
    """A player, so many places clockwise from the one who acts."""
    return "oneself" if not steps else f"the player {steps} to the left"


def _find_readings(table: Table) -> Iterator[Reading]:
    """Every combination that a hand of the table can make, as far as the number of its cards tells."""
    rules, hand = table.variant.combinations, table.setup.hand
    alike = table.setup.suits * table.setup.copies
    for rank in range(LOW, COURT_RANKS[-1] + 1):
        yield shared_reading(Kind.SINGLE, 1, 1, rank)
    for size in range(2, alike + len(COURT_RANKS) + 1):
        if rules.allows_set(size):
            yield from (shared_reading(Kind.SET, size, 1, rank) for rank in range(LOW, HIGH + 1))
    for width in range(1, hand // 2 + 1):
        kind, fewest = (Kind.SEQUENCE, rules.sequence) if width == 1 else (Kind.STAIR, rules.stair)
        for length in range(fewest, hand // width + 1):
            suited = alike * min(length, JACK - LOW)
            if width * length <= suited + len(COURT_RANKS):
                yield from (shared_reading(kind, width, length, top) for top in range(LOW + length - 1, rules.top + 1))
    for place, bomb in enumerate(rules.bombs, 1):
        yield shared_reading(Kind.BOMB, 1, len(bomb.ranks), place)
