"""Splitting a hand into the plays that would shed it: the plan a computer player plays by.

Here every card is a bit of its own: a second copy keeps its own bit although the first is elsewhere, so that the plays
of a plan never overlap and taking cards away is a plain `^`. `as_cards` turns such bits into a handful of the rules.
"""

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple, TypeAlias

from haggis_cli.players.levels import View
from haggis_cli.rules.cards import (
    COURTS,
    FIRST_COPIES,
    HIGH,
    LOW,
    SECOND_COPY,
    SUIT_BITS,
    SUIT_MASK,
    Cards,
    add,
    card_bits,
    rank_of,
    shift_of,
)
from haggis_cli.rules.events import Event, Pass, Play
from haggis_cli.rules.moves import playable
from haggis_cli.rules.parts import Move
from haggis_cli.rules.readings import Kind, Reading, find_readings
from haggis_cli.rules.round import Round, read_play, unambiguous_play
from haggis_cli.rules.variant import Table

BOMB = 0
SINGLE = 0x11
PAIR = 0x21
Shape: TypeAlias = int
"""A width and a length as one number, `width << 4 | length`; bombs are 0."""


class CandidatePlay(NamedTuple):
    """Cards to be played together.

    shape: their width and length.
    rank: the highest rank; the place of a bomb.
    cards: the cards as bits.
    size: how many cards they are.
    """

    shape: Shape
    rank: int
    cards: int
    size: int


HandPlan: TypeAlias = list[CandidatePlay]
"""How to shed the suit cards of a hand. Court cards stay outside of plans: they go where they are needed."""


class Splitter:
    """Splits hands for one table: knows its suits (second copies count as suits of their own) and its combinations."""

    def __init__(self, table: Table) -> None:
        deck, combinations = table.deck, table.variant.combinations
        suits = [shift_of(suit) for suit in range(len(deck.letters))]
        self.shifts = suits + [shift + SECOND_COPY for shift in suits] if deck.copies == 2 else suits
        self.columns = tuple(sum(1 << (shift + place) for shift in self.shifts) for place in range(SUIT_BITS))
        self.suit_pairs = [(a, b) for b in range(len(self.shifts)) for a in range(b)]
        self.sequences = consecutive_ranks(combinations.sequence)
        self.stairs = consecutive_ranks(combinations.stair)
        self.sets = combinations.sets

    def split(self, bits: int, chance: Random, jitter: float = 0.5) -> HandPlan:
        """A plan for the suit cards among these: large plays first, the order shaken by chance."""
        rest = bits & ~COURTS
        plan: HandPlan = []
        shake = chance.random
        while True:
            found = self.find_groups(rest)
            if not found:
                break
            if len(found) > 1:
                ranked = [((group[3] - 1) * (1 + jitter * shake()), group) for group in found]
                ranked.sort(reverse=True)
                found = [group for _, group in ranked]
            for group in found:
                cards = group[2]
                if cards & rest == cards:
                    rest ^= cards
                    plan.append(group)
        for bit in card_bits(rest):
            plan.append(CandidatePlay(SINGLE, rank_of(bit), bit, 1))
        return plan

    def find_best(self, bits: int, chance: Random, splits: int) -> HandPlan:
        """The best of so many plans for the suit cards among these."""
        return min((self.split(bits, chance) for _ in range(splits)), key=plan_cost)

    def find_groups(self, rest: int) -> HandPlan:
        """Every sequence, set and stair of these cards that no longer or wider one holds."""
        found: HandPlan = []
        shifts, sequences = self.shifts, self.sequences
        planes = [rest >> shift & SUIT_MASK for shift in shifts]
        for shift, ranks in zip(shifts, planes, strict=True):
            for run, length, top in sequences[ranks]:
                found.append(CandidatePlay(0x10 | length, top, run << shift, length))
        if self.sets:
            for place, column in enumerate(self.columns):
                held = rest & column
                if held & (held - 1):
                    size = held.bit_count()
                    found.append(CandidatePlay(size << 4 | 1, place + LOW, held, size))
        stairs = self.stairs
        for a, b in self.suit_pairs:
            both = planes[a] & planes[b]
            if both & (both >> 1):
                for run, length, top in stairs[both]:
                    cards = width = 0
                    for shift, ranks in zip(shifts, planes, strict=True):
                        if run & ranks == run:
                            cards |= run << shift
                            width += 1
                    found.append(CandidatePlay(width << 4 | length, top, cards, width * length))
        return found


def plan_cost(plan: HandPlan) -> float:
    """How hard a plan is to carry out: every group is a play, a low one more of a burden than a high one."""
    return sum(1 + (HIGH - group.rank) * 0.06 for group in plan)


@cache
def consecutive_ranks(fewest: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For every set of ranks (bit 0 = rank 2) its unbroken stretches: bits, length, top rank."""
    return tuple(tuple(_find_consecutive_ranks(ranks, fewest)) for ranks in range(SUIT_MASK + 1))


def _find_consecutive_ranks(ranks: int, fewest: int) -> Iterable[tuple[int, int, int]]:
    low = 0
    while ranks >> low:
        if not ranks >> low & 1:
            low += 1
            continue
        high = low
        while ranks >> high & 1:
            high += 1
        if high - low >= fewest:
            yield ((1 << high) - (1 << low), high - low, high - 1 + LOW)
        low = high


# From candidates to the cards, readings and events of the rules, and back.


def shape_of(reading: Reading) -> Shape:
    """The shape of a reading."""
    return BOMB if reading.kind is Kind.BOMB else reading.width << 4 | reading.length


def reading_of(shape: Shape, rank: int, cards: int) -> Reading:
    """The reading that a shape and a top rank stand for."""
    if shape == BOMB:
        return Reading(Kind.BOMB, 1, cards.bit_count(), rank)
    width, length = shape >> 4, shape & 15
    if length == 1:
        return Reading(Kind.SET if width > 1 else Kind.SINGLE, width, 1, rank)
    return Reading(Kind.STAIR if width > 1 else Kind.SEQUENCE, width, length, rank)


def as_cards(bits: int) -> Cards:
    """The handful with these cards, second copies only beside first ones."""
    return add(bits & FIRST_COPIES, bits >> SECOND_COPY)


def as_event(view: View, candidate: CandidatePlay | None) -> Event:
    """The play as an event, with its reading named where that is needed; a pass for None.

    A court card may stand for a card that is held as well: the highest reading of that shape leaves the fewest answers.
    """
    if candidate is None:
        return Pass(view.seat)
    table, cards = view.state.table, as_cards(candidate.cards)
    wanted = reading_of(candidate.shape, candidate.rank, candidate.cards)
    # Plans and searches know the usual combinations, and may come upon what a house rule does not allow.
    if table.variant.may_play is not None or table.variant.combinations.set_sizes:
        return _nearest_legal(view, cards, wanted)
    readings = find_readings(table.variant.combinations, cards)
    highest = max((each for each in readings if each.shape == wanted.shape), key=lambda each: each.rank)
    return unambiguous_play(table, view.seat, cards, highest, view.state.reading_to_beat)


def _nearest_legal(view: View, cards: Cards, wanted: Reading) -> Event:
    """The play that was chosen; where a house rule is against it, the legal one most like it, or a pass."""
    state, over = view.state, view.state.reading_to_beat
    moves = playable(state, view.hand)
    if not moves:
        return Pass(view.seat)

    def unlikeness(move: Move) -> tuple[int, bool, int]:
        return (move[0] ^ cards).bit_count(), move[1].shape != wanted.shape, -move[1].rank

    played, reading = min(moves, key=unlikeness)
    return unambiguous_play(state.table, view.seat, played, reading, over)


def as_candidate(state: Round, event: Play | Pass) -> CandidatePlay | None:
    """What is legal for the player whose turn it is, as computer players think of it; None for a pass."""
    return read_candidate(state, event) if isinstance(event, Play) else None


def read_candidate(state: Round, play: Play) -> CandidatePlay:
    """A legal play of the player whose turn it is, as computer players think of it."""
    reading = read_play(state.table, play, state.reading_to_beat)
    assert isinstance(reading, Reading), reading
    return CandidatePlay(shape_of(reading), reading.rank, play.cards, play.cards.bit_count())
