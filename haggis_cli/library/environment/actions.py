"""The numbers of everything that a player may do at a table.

They depend on the variant, its options and the number of players alone, and stay the same in every round:

    0                  pass; or, for a winner of a bombed trick who is out, not to give the lead away
    1 and on           a card: J, Q, K, then the cards from 2 to 10, suit by suit
    then               a combination: singles, sets, sequences, stairs, bombs, the lower rank before the higher
    then               a bet, or a bid where there is an auction, the smallest first
    then               who captures a bombed trick: oneself, then the others clockwise
    then               who is given the lead: the others clockwise

A play is its combination first and then, where several handfuls make it, its cards one by one: see `turns`.
"""

from collections.abc import Iterator

from haggis_cli.rules.cards import COURT_RANKS, HIGH, JACK, LOW, RANKS, SECOND_COPY, Card, Cards, card_bits
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.readings import Kind, Reading
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Give, Lead, Pass
from haggis_cli.rules.table import Table

PASS = 0
_FIRST_CARD = 1


class Actions:
    """The actions of a table by number.

    names: what each of them is, in words; their number is the size of the action space.
    cards: how many different cards there are.
    """

    def __init__(self, table: Table) -> None:
        deck, betting = table.deck, table.variant.betting
        kinds = [Card(rank, None) for rank in COURT_RANKS]
        kinds += [Card(rank, suit) for suit in range(len(deck.letters)) for rank in RANKS]
        self.cards = len(kinds)
        self.names = ["pass", *map(deck.card_text, kinds)]
        self._players = len(table.names)
        self._readings: dict[Reading, int] = {}
        for reading in _find_readings(table):
            self._readings[reading] = len(self.names)
            self.names.append(describe(reading, table.variant.combinations.bombs))
        self._stakes = {amount: len(self.names) + place for place, amount in enumerate(betting.amounts)}
        self.names += [f"{'bid' if betting.by_auction else 'bet'} {amount}" for amount in betting.amounts]
        self._award = len(self.names)
        self.names += [f"award {_whom(steps)}" for steps in range(self._players)]
        self._lead = len(self.names)
        self.names += [f"lead {_whom(steps)}" for steps in range(1, self._players)]

    def __len__(self) -> int:
        return len(self.names)

    def of_reading(self, reading: Reading) -> int:
        """The number of a combination."""
        return self._readings[reading]

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
            case Give(cards=cards):
                return actions_of(cards)[0]
            case _:
                raise TypeError(f"{event} is done in several actions")


def actions_of(cards: Cards) -> tuple[int, ...]:
    """The numbers of the cards of a handful, the lowest first; that of a card held twice stands twice."""
    bits = [(bit.bit_length() - 1) % SECOND_COPY for bit in card_bits(cards)]
    return tuple(_FIRST_CARD + bit for bit in sorted(bits))


def cards_of(actions: tuple[int, ...]) -> Cards:
    """The handful of these cards, at most two of each."""
    cards = 0
    for action in actions:
        bit = 1 << action - _FIRST_CARD
        cards |= bit << SECOND_COPY if cards & bit else bit
    return cards


def _whom(steps: int) -> str:
    """A player, so many places clockwise from the one who acts."""
    return "oneself" if not steps else f"the player {steps} to the left"


def _find_readings(table: Table) -> Iterator[Reading]:
    """Every combination that a hand of the table can make, as far as the number of its cards tells."""
    rules, hand = table.variant.combinations, table.setup.hand
    alike = table.setup.suits * table.setup.copies
    for rank in range(LOW, COURT_RANKS[-1] + 1):
        yield Reading(Kind.SINGLE, 1, 1, rank)
    for size in range(2, alike + len(COURT_RANKS) + 1):
        if rules.allows_set(size):
            yield from (Reading(Kind.SET, size, 1, rank) for rank in range(LOW, HIGH + 1))
    for width in range(1, hand // 2 + 1):
        kind, fewest = (Kind.SEQUENCE, rules.sequence) if width == 1 else (Kind.STAIR, rules.stair)
        for length in range(fewest, hand // width + 1):
            suited = alike * min(length, JACK - LOW)
            if width * length <= suited + len(COURT_RANKS):
                yield from (Reading(kind, width, length, top) for top in range(LOW + length - 1, rules.top + 1))
    for place, bomb in enumerate(rules.bombs, 1):
        yield Reading(Kind.BOMB, 1, len(bomb.ranks), place)
