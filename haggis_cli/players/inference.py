"""Guessing the cards one cannot see: deals that fit everything a seat has seen (`UnseenCards`).

Of `ExplainedDeals` those come up most that explain best what the others have done.
"""

from itertools import takewhile
from math import exp
from random import Random
from typing import NamedTuple, TypeAlias

from haggis_cli.players.candidate_plays import TableContext
from haggis_cli.players.hand_plan import BOMB, SINGLE, Shape, shape_of
from haggis_cli.players.levels import View
from haggis_cli.rules.cards import COURTS, HIGH, LOW, SUIT_MASK, Cards, add, card_bits, pack, suit_cards
from haggis_cli.rules.events import TrickPlay

FEWEST_DEALS = 50  # that are weighed before the first is drawn; a third of them are worth telling apart
PLAYERS = 2  # where more play, no gain has been measured
MORE_DEALS = 2  # that are weighed for each that is drawn


class UnseenCards:
    """What a seat does not know: which cards, and how many of them each hand and the haggis hold."""

    def __init__(self, view: View) -> None:
        state, seat = view.state, view.seat
        self.seat = seat
        known = add(state.seen, suit_cards(view.hand))
        known = add(known, add(view.discarded, pack(view.drawn)))
        self.own_hand = view.hand
        self.own_discards = view.discarded
        self.courts = state.courts
        partners = state.table.partners(seat)
        self.partner = partners[0] if view.passed and partners else -1
        self.passed = view.passed
        # Of two copies the known one is the first, so that every card still has a bit of its own (see `hand_plan`).
        self.cards: list[Cards] = card_bits(state.table.deck.suit_cards & ~add(known, view.passed))
        self.unknown_counts = [size - held.bit_count() for size, held in zip(state.sizes, state.courts, strict=True)]
        self.unknown_counts[seat] = 0
        if self.partner >= 0:
            self.unknown_counts[self.partner] -= view.passed.bit_count()

    def sample_determinization(self, chance: Random) -> tuple[list[int], int]:
        """Hands by seat with their court cards, and the haggis, as bits (see `hand_plan`)."""
        cards = self.cards[:]
        chance.shuffle(cards)
        hands, start = [], 0
        for seat, number in enumerate(self.unknown_counts):
            hands.append(sum(cards[start : start + number]) | self.courts[seat])
            start += number
        hands[self.seat] = self.own_hand
        if self.partner >= 0:
            hands[self.partner] |= self.passed
        return hands, sum(cards[start:]) | self.own_discards


class ExplainedDeals:
    """Deals that fit what a seat has seen, by how well they explain it.

    Each deal asked for adds guesses to those weighed so far, and is drawn from all of them: weighing eight new ones for
    each took the search more than half of its playouts.
    """

    def __init__(self, view: View, context: TableContext) -> None:
        self._unseen = UnseenCards(view)
        self._context = context
        self._observations = observe(view) if context.players == PLAYERS else []
        self._deals: list[tuple[list[int], int]] = []
        self._cumulative: list[float] = []

    def sample(self, chance: Random) -> tuple[list[int], int]:
        """Hands by seat with their court cards, and the haggis, as bits; not to be changed."""
        if not self._observations:
            return self._unseen.sample_determinization(chance)
        for _ in range(MORE_DEALS if self._deals else FEWEST_DEALS):
            deal = self._unseen.sample_determinization(chance)
            before = self._cumulative[-1] if self._cumulative else 0.0
            self._deals.append(deal)
            self._cumulative.append(before + exp(log_likelihood(self._context, self._observations, deal[0])))
        return chance.choices(self._deals, cum_weights=self._cumulative)[0]


# What the other players have done in a round: their plays, and what they let pass.


class Observation(NamedTuple):
    """A play or a pass of another player that may say something about the hand it came from.

    seat: who it was.
    over: the shape and the rank that were to be beaten; None for a lead.
    shape: the shape played; None for a pass.
    rank: the rank played.
    played: the suit cards played.
    shed: these and all suit cards that the seat has played since: what it still holds and these were its hand.
    """

    seat: int
    over: tuple[Shape, int] | None
    shape: Shape | None
    rank: int
    played: Cards
    shed: Cards


Action: TypeAlias = tuple[int, TrickPlay | None, TrickPlay | None]
"""Who acted, the play that was to be beaten, and the own one: None for a lead, and for a pass."""


def observe(view: View) -> list[Observation]:
    """What others have done, the last first; bombs, and passes when the own side was winning, say nothing."""
    table = view.state.table
    shed: list[Cards] = [0] * len(table.names)
    found: list[Observation] = []
    for seat, over, play in reversed(_actions(view)):
        beaten = (shape_of(over.reading), over.reading.rank) if over else None
        if play is None:
            assert over is not None
            if seat != view.seat and over.seat not in table.partners(seat):
                found.append(Observation(seat, beaten, None, 0, 0, shed[seat]))
            continue
        played, shape = suit_cards(play.cards), shape_of(play.reading)
        shed[seat] |= played
        if seat != view.seat and shape != BOMB and played:
            found.append(Observation(seat, beaten, shape, play.reading.rank, played, shed[seat]))
    return [each for each in found if each.over is None or each.over[0] != BOMB]


def _actions(view: View) -> list[Action]:
    """What was done so far, in order.

    Passes are not kept in a round: whoever sits between two plays has passed. Those who are out are taken for passing,
    too; where no card is held, nothing follows.
    """
    state = view.state
    actions: list[Action] = []
    for plays, end in (*((trick.plays, trick.winner) for trick in state.tricks), (state.trick, state.turn)):
        over: TrickPlay | None = None
        for play in plays:
            if over:
                actions += [(seat, over, None) for seat in _between(view, over.seat, play.seat)]
            actions.append((play.seat, over, play))
            over = play
        if over:
            actions += [(seat, over, None) for seat in _between(view, over.seat, end)]
    return actions


def _between(view: View, one: int, other: int) -> list[int]:
    """The seats after the one and before the other, clockwise."""
    return list(takewhile(lambda seat: seat != other, view.state.table.clockwise_from(one)[1:]))


# How likely it is that a hand does what was seen, by what players tend not to do with such a hand.
#
# Court cards lie open and say nothing. Each habit broken makes a hand less likely. The weights are logarithms, fitted
# to 2,058 decisions in 120 rounds of two `hard` players, so as to tell the true deal from 15 guessed ones (a
# conditional logit): the true deal then counts 2.3 times as much as a guessed one.


class HabitWeights(NamedTuple):
    """What a broken habit adds to the logarithm of the likelihood.

    passed: a set or a sequence was let pass that suit cards of the hand beat.
    split_lead: cards were led without others of their rank.
    split_answer: a set was answered without others of its rank.
    broken_lead: cards of a sequence were led as a single or a set.
    broken_answer: a card of a sequence or a set answered a single that a loose card beat.
    shortened: a sequence was led that could have been longer.
    lower_lead: a loose card lower than the single that was led, for each.
    lower_single: a single was answered though a lower loose card beat it.
    lower_answer: a set or sequence was answered though a lower one beat it.
    """

    passed: float = -1.0
    split_lead: float = -2.7
    split_answer: float = -1.8
    broken_lead: float = -1.3
    broken_answer: float = -0.7
    shortened: float = -1.6
    lower_lead: float = -0.7
    lower_single: float = -1.5
    lower_answer: float = -0.8


_WEIGHTS = HabitWeights()


def log_likelihood(context: TableContext, observations: list[Observation], hands: list[int]) -> float:
    """The logarithm of how likely these hands make what was seen, up to a constant."""
    total = 0.0
    known: dict[tuple[int, int], SuitCards] = {}
    for observation in observations:
        seat, over, shape, _, _, shed = observation
        held = known.get((seat, shed))
        if held is None:
            held = known[seat, shed] = SuitCards(context, hands[seat] & ~COURTS | shed)
        if shape is None:
            assert over is not None
            total += _WEIGHTS.passed if over[0] != SINGLE and held.holds(*over) else 0.0
        elif over is None:
            total += _of_lead(observation, held)
        else:
            total += _of_answer(observation, held)
    return total


class SuitCards:
    """The suit cards of a hand, and what they make without court cards.

    columns: all cards of each rank.
    counts: how many of each rank are held.
    planes: the ranks held of each suit.
    sequences: the cards of each sequence, as long as it can be.
    runs: the cards that are part of one.
    loose: the cards that are part of no sequence and no set.
    """

    __slots__ = ("columns", "counts", "loose", "planes", "runs", "sequences")

    def __init__(self, context: TableContext, cards: int) -> None:
        splitter = context.splitter
        self.columns = splitter.columns
        self.counts = [(cards & column).bit_count() for column in splitter.columns]
        self.planes = [cards >> shift & SUIT_MASK for shift in splitter.shifts]
        self.sequences = [
            run << shift
            for shift, plane in zip(splitter.shifts, self.planes, strict=True)
            for run, _, _ in splitter.sequences[plane]
        ]
        self.runs = sum(self.sequences)
        self.loose = cards & ~self.runs
        for column, number in zip(self.columns, self.counts, strict=True):
            if number > 1:
                self.loose &= ~column

    def count_loose(self, over: int, below: int) -> int:
        """The loose cards between these ranks."""
        return sum([(self.loose & column).bit_count() for column in self.columns[over + 1 - LOW : below - LOW]])

    def extends(self, run: int) -> bool:
        """Whether cards of one suit that follow each other are part of a longer sequence."""
        return any(run & whole and whole & ~run for whole in self.sequences)

    def holds(self, shape: int, over: int, below: int = HIGH + 1) -> bool:
        """Whether there is a set of just this width, or a sequence of this length, with its rank between these."""
        width, length = shape >> 4, shape & 15
        if length == 1:
            return width in self.counts[over + 1 - LOW : below - LOW]
        ranks = ((1 << max(below - LOW, 0)) - 1) & -1 << max(over + 1 - LOW, 0)
        return width == 1 and any(_tops(plane, length) & ranks for plane in self.planes)


def _tops(plane: int, length: int) -> int:
    """The highest ranks of the sequences of this length."""
    for _ in range(length - 1):
        plane &= plane << 1
    return plane


def _of_lead(seen: Observation, held: SuitCards) -> float:
    shape, rank, played = seen.shape, seen.rank, seen.played
    assert shape is not None
    if shape & 15 > 1:
        return _WEIGHTS.shortened if shape >> 4 == 1 and held.extends(played) else 0.0
    total = _WEIGHTS.split_lead if held.counts[rank - LOW] > played.bit_count() else 0.0
    if played & held.runs:
        total += _WEIGHTS.broken_lead
    if shape == SINGLE:
        total += _WEIGHTS.lower_lead * held.count_loose(LOW - 1, rank)
    return total


def _of_answer(seen: Observation, held: SuitCards) -> float:
    shape, rank, played = seen.shape, seen.rank, seen.played
    assert shape is not None
    assert seen.over is not None
    over = seen.over[1]
    if shape == SINGLE:
        total = _WEIGHTS.lower_single if held.count_loose(over, rank) else 0.0
        if not played & held.loose and held.count_loose(over, HIGH + 1):
            total += _WEIGHTS.broken_answer
        return total
    total = _WEIGHTS.lower_answer if held.holds(shape, over, rank) else 0.0
    if shape & 15 == 1 and held.counts[rank - LOW] > played.bit_count():
        total += _WEIGHTS.split_answer
    return total
