"""How likely it is that a hand does what was seen, by what players tend not to do with such a hand.

Court cards lie open and say nothing. Each habit broken makes a hand less likely. The weights are logarithms, fitted to
2,058 decisions in 120 rounds of two `hard` players, so as to tell the true deal from 15 guessed ones (a conditional
logit): the true deal then counts 2.3 times as much as a guessed one.
"""

from typing import NamedTuple

from haggis_cli.players.hand_plan import SINGLE
from haggis_cli.players.inference.observations import Observation
from haggis_cli.players.table_context import TableContext
from haggis_cli.rules.cards import COURTS, HIGH, LOW, SUIT_MASK


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
            total += _of_pass(observation, held)
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


def _of_pass(seen: Observation, held: SuitCards) -> float:
    assert seen.over is not None
    shape, rank = seen.over
    return _WEIGHTS.passed if shape != SINGLE and held.holds(shape, rank) else 0.0


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
