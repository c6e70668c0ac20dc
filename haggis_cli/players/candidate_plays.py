"""Candidate plays: those that a person would consider, out of the many that are legal.

And `TableContext`: what computer players need to know of a table, worked out once for all of them.
"""

from collections.abc import Iterator
from itertools import chain
from itertools import combinations as choose
from random import Random
from typing import NamedTuple

from haggis_cli.players.hand_plan import BOMB, SINGLE, CandidatePlay, HandPlan, Splitter, as_cards, plan_cost, shape_of
from haggis_cli.rules.betting import Stakes
from haggis_cli.rules.cards import COURTS, HIGH, JACK, LOW, SUIT_MASK, card_bits
from haggis_cli.rules.readings import find_readings
from haggis_cli.rules.variant import Outcome, Table, score

SPLITS = 6
COURT_CARD_COST = 0.7  # plays: what a court card kept is held to save
COURT_LEAD_COST = -1.0  # plays: a court card led alone wins the lead again
SHED_WORTH = 0.1  # plays: what each card that is led counts for


class RolloutResult(NamedTuple):
    """How a rollout ended.

    out: who went out, in order.
    points: the points of each seat, without the bonus and the bets.
    """

    out: tuple[int, ...]
    points: tuple[int, ...]


class TableContext:
    """A table as computer players think of it.

    table: the table itself.
    players: how many sit at it.
    splitter: splits hands into plays.
    partners: the partners of each seat.
    opponents: the opponents of each seat.
    values: the cards of each value, with the value.
    top: the highest rank that a sequence or stair can reach.
    sets: whether sets are played.
    sequence: the fewest ranks of a sequence.
    bombs: the place of each bomb of court cards, by its cards.
    """

    def __init__(self, table: Table) -> None:
        variant = table.variant
        self.table = table
        self.players = len(table.names)
        self.splitter = Splitter(table)
        self.partners = [table.partners(seat) for seat in table.seats]
        self.opponents = [table.opponents(seat) for seat in table.seats]
        self.values = variant.card_values.masks
        self.top = variant.combinations.top
        self.sets = variant.combinations.sets
        self.sequence = variant.combinations.sequence
        self.bombs = {
            bomb.court_cards: place for place, bomb in enumerate(variant.combinations.bombs, 1) if bomb.courts
        }
        self._bonus_and_bet_points: dict[tuple[Stakes, tuple[int, ...]], tuple[int, ...]] = {}

    def points(self, cards: int) -> int:
        """What these cards are worth when captured."""
        points = 0
        for mask, value in self.values:
            points += value * (cards & mask).bit_count()
        return points

    def gains(self, result: RolloutResult, stakes: Stakes) -> list[float]:
        """How far each seat's side comes out above the others in the round, a player's average against theirs."""
        bets = self.bonus_and_bet_points(stakes, result.out)
        totals = [points + bet for points, bet in zip(result.points, bets, strict=True)]
        whole = sum(totals)
        gains = []
        for opponents in self.opponents:
            others = sum([totals[opponent] for opponent in opponents])
            own = self.players - len(opponents)
            gains.append((whole - others) / own - others / len(opponents))
        return gains

    def bonus_and_bet_points(self, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        """What bets and the bonus bring each seat for this order of going out."""
        found = self._bonus_and_bet_points.get((stakes, out))
        if found is None:
            nothing = (0,) * self.players
            scores = score(self.table, Outcome(out, nothing, nothing, stakes))
            found = self._bonus_and_bet_points[stakes, out] = tuple(each.total for each in scores)
        return found


_contexts: dict[int, TableContext] = {}


def table_context(table: Table) -> TableContext:
    """The context of a table, kept while the same table is asked for."""
    found = _contexts.get(id(table))
    if found is None or found.table is not table:
        _contexts.clear()
        found = _contexts[id(table)] = TableContext(table)
    return found


# The candidates.


def candidate_leads(context: TableContext, hand: int, chance: Random) -> list[CandidatePlay]:
    """Candidate leads: what several plans for the hand would play, and court cards where they help."""
    plans = [context.splitter.split(hand, chance, 0.2 + 0.4 * number) for number in range(SPLITS)]
    return leads_of_plans(context, hand, plans)


def leads_of_plans(context: TableContext, hand: int, plans: list[HandPlan]) -> list[CandidatePlay]:
    """What these plans for the hand would lead, and court cards where they help."""
    found: dict[tuple[int, int], CandidatePlay] = {}
    courts = hand & COURTS
    for plan in plans:
        for group in plan:
            _add(found, group)
            for longer in _wider_sets(context, group, courts):
                _add(found, longer)
    sequences, court_plays = _sequences(context, hand, 0, None), _court_plays(context, hand, SINGLE, 0)
    for candidate in chain(sequences, court_plays, whole_hand_plays(context, hand)):
        _add(found, candidate)
    return list(found.values())


def best_candidate_leads(context: TableContext, hand: int, chance: Random, number: int) -> list[CandidatePlay]:
    """So many of the candidate leads: those that shed much, and after which the rest of the hand is little burden."""
    leads = {(each.cards, each.shape): each for each in candidate_leads(context, hand, chance)}
    for candidate in chain(context.splitter.find_groups(hand & ~COURTS), filled_leads(context, hand)):
        _add(leads, candidate)
    found = list(leads.values())
    if len(found) <= number:
        return found

    def left(candidate: CandidatePlay) -> float:
        cards, courts = candidate.cards, candidate.cards & COURTS
        alone = candidate.shape == SINGLE and courts
        spent = COURT_LEAD_COST if alone else COURT_CARD_COST * courts.bit_count()
        return plan_cost(context.splitter.split(hand & ~cards, chance)) + spent - SHED_WORTH * candidate.size

    return sorted(found, key=left)[:number]


def filled_leads(context: TableContext, hand: int) -> Iterator[CandidatePlay]:
    """Sequences that two court cards or more fill, and stairs that any fills: too many for the tree."""
    size, courts = hand.bit_count(), hand & COURTS
    combinations = context.table.variant.combinations
    if courts & (courts - 1):
        for length in range(combinations.sequence, size + 1):
            for candidate in _sequences(context, hand, 0, length):
                if (candidate.cards & COURTS).bit_count() > 1:
                    yield candidate
    if courts:
        for width in range(2, len(context.splitter.shifts) + 1):
            for length in range(combinations.stair, size // width + 1):
                for candidate in _stairs(context, hand, width, length, 0):
                    if candidate.cards & COURTS:
                        yield candidate


def candidate_answers(context: TableContext, hand: int, shape: int, rank: int, plan: HandPlan) -> list[CandidatePlay]:
    """Candidate answers: for every rank and suit one way to beat, sparing court cards and the plan."""
    found: dict[tuple[int, int], CandidatePlay] = {}
    width, length = shape >> 4, shape & 15
    alike: Iterator[CandidatePlay] = iter(())
    if length == 1:
        alike = _sets(context, hand, width, rank, plan)
    elif width == 1:
        alike = _sequences(context, hand, rank, length)
    elif shape != BOMB:
        alike = _stairs(context, hand, width, length, rank)
    for candidate in chain(alike, _court_plays(context, hand, shape, rank)):
        _add(found, candidate)
    for candidate in whole_hand_plays(context, hand):
        if (candidate[0] == shape and candidate[1] > rank) or (
            candidate[0] == BOMB and (shape != BOMB or candidate[1] > rank)
        ):
            _add(found, candidate)
    return list(found.values())


def with_other_courts(hand: int, candidates: list[CandidatePlay]) -> Iterator[CandidatePlay]:
    """The same plays with higher court cards: the lowest, which they spend, may be worth more in the hand."""
    for candidate in candidates:
        spent = candidate.cards & COURTS
        if candidate.shape in (BOMB, SINGLE):
            continue
        for chosen in choose(card_bits(hand & COURTS), spent.bit_count()):
            if sum(chosen) > spent:
                yield candidate._replace(cards=candidate.cards ^ spent | sum(chosen))


def whole_hand_plays(context: TableContext, hand: int) -> list[CandidatePlay]:
    """The whole hand in one play, where that is a combination: one candidate for each shape."""
    size = hand.bit_count()
    if size > 12:
        return []
    shapes: dict[int, CandidatePlay] = {}
    for reading in find_readings(context.table.variant.combinations, as_cards(hand)):
        shape = shape_of(reading)
        if shape not in shapes:
            shapes[shape] = CandidatePlay(shape, reading.rank, hand, size)
    return list(shapes.values())


# One kind after the other.


def _add(found: dict[tuple[int, int], CandidatePlay], candidate: CandidatePlay) -> None:
    """The same cards in the same shape count at their highest rank."""
    key = (candidate[2], candidate[0])
    if key not in found or found[key][1] < candidate[1]:
        found[key] = candidate


def _wider_sets(context: TableContext, group: CandidatePlay, courts: int) -> Iterator[CandidatePlay]:
    """A single or a set made wider by one or two court cards, the lowest first."""
    shape, rank, cards, size = group
    if shape & 15 != 1 or not context.sets:
        return
    for _ in range(2):
        if not courts:
            return
        low = courts & -courts
        courts ^= low
        cards |= low
        size += 1
        yield CandidatePlay(size << 4 | 1, rank, cards, size)


def _court_plays(context: TableContext, hand: int, shape: int, rank: int) -> Iterator[CandidatePlay]:
    """Court cards alone, and every bomb."""
    courts = hand & COURTS
    if shape == SINGLE:
        for place in range(3):
            if courts >> place & 1 and JACK + place > rank:
                yield CandidatePlay(SINGLE, JACK + place, 1 << place, 1)
    above = rank if shape == BOMB else 0
    for place, bomb in enumerate(context.table.variant.combinations.bombs, 1):
        if place <= above:
            continue
        if bomb.courts:
            if bomb.court_cards & courts == bomb.court_cards:
                yield CandidatePlay(BOMB, place, bomb.court_cards, len(bomb.ranks))
        else:
            cards = _suit_bomb(context, hand, bomb.ranks, bomb.one_suit)
            if cards:
                yield CandidatePlay(BOMB, place, cards, len(bomb.ranks))


def _suit_bomb(context: TableContext, hand: int, ranks: tuple[int, ...], one_suit: bool) -> int:
    """A bomb of suit cards, the first found; 0 if there is none."""
    if ranks[0] == ranks[-1]:
        of_rank = card_bits(hand & context.splitter.columns[ranks[0] - LOW])
        return sum(of_rank[: len(ranks)]) if len(of_rank) >= len(ranks) else 0
    if not all(hand & context.splitter.columns[rank - LOW] for rank in ranks):
        return 0
    suits = len(context.table.deck.letters)
    planes = [hand >> shift & SUIT_MASK for shift in context.splitter.shifts]
    if one_suit:
        wanted = sum(1 << (rank - LOW) for rank in ranks)
        for shift, held in zip(context.splitter.shifts, planes, strict=True):
            if held & wanted == wanted:
                return wanted << shift
        return 0

    def extend(left: tuple[int, ...], used: int, cards: int) -> int:
        if not left:
            return cards
        bit = 1 << (left[0] - LOW)
        for place, held in enumerate(planes):
            suit = 1 << place % suits
            if held & bit and not used & suit:
                found = extend(left[1:], used | suit, cards | bit << context.splitter.shifts[place])
                if found:
                    return found
        return 0

    return extend(ranks, 0, 0)


def _sets(context: TableContext, hand: int, width: int, above: int, plan: HandPlan) -> Iterator[CandidatePlay]:
    """Singles and sets of this width, one for every rank: cards of small groups first, few court cards."""
    courts = hand & COURTS
    spare = courts.bit_count() if width > 1 else 0
    kept = 0  # cards of groups that would be broken
    for shape, _, cards, size in plan:
        if shape & 15 > 1 and size > 1:
            kept |= cards
    for place in range(max(above + 1 - LOW, 0), HIGH - LOW + 1):
        held = hand & context.splitter.columns[place]
        number = held.bit_count()
        if not number or number + spare < width:
            continue
        cards = held
        while number > width:
            drop = cards & kept or cards
            cards ^= drop & -drop
            number -= 1
        wild = courts
        while number < width:
            cards |= wild & -wild
            wild &= wild - 1
            number += 1
        yield CandidatePlay(width << 4 | 1, place + LOW, cards, width)


def _sequences(context: TableContext, hand: int, above: int, length: int | None) -> Iterator[CandidatePlay]:
    """Sequences above a rank; as leads (length None) those that no court card makes longer."""
    courts = hand & COURTS
    spare = courts.bit_count()
    fewest = context.table.variant.combinations.sequence
    for shift in context.splitter.shifts:
        held = hand >> shift & SUIT_MASK
        if not held or held.bit_count() + spare < (length or fewest):
            continue
        lengths = (length,) if length else range(fewest, held.bit_count() + spare + 1)
        for long in lengths:
            for top in range(max(above + 1, LOW + long - 1), context.top + 1):
                low = top - long + 1
                window = ((1 << long) - 1) << (low - LOW) & SUIT_MASK
                cards = held & window
                missing = long - cards.bit_count()
                if not cards or missing > spare or (length is None and missing != 1):
                    continue
                wild = _fillers(courts, missing, top)
                if wild is not None:
                    yield CandidatePlay(0x10 | long, top, cards << shift | wild, long)


def _stairs(context: TableContext, hand: int, width: int, length: int, above: int) -> Iterator[CandidatePlay]:
    """Stairs of this width and length above a rank."""
    courts = hand & COURTS
    spare = courts.bit_count()
    shifts = context.splitter.shifts
    planes = [(shift, hand >> shift & SUIT_MASK) for shift in shifts if hand >> shift & SUIT_MASK]
    for top in range(max(above + 1, LOW + length - 1), context.top + 1):
        window = ((1 << length) - 1) << (top - length + 1 - LOW) & SUIT_MASK
        over_ten = max(top - HIGH, 0) * width
        fitting = [(shift, held & window) for shift, held in planes if held & window]
        for chosen in choose(fitting, min(width, len(fitting))):
            cards = sum(held << shift for shift, held in chosen)
            missing = width * length - cards.bit_count()
            if missing > spare or missing < over_ten:
                continue
            wild = _fillers(courts, missing, top, width)
            if wild is not None:
                yield CandidatePlay(width << 4 | length, top, cards | wild, width * length)


def _fillers(courts: int, missing: int, top: int, width: int = 1) -> int | None:
    """The lowest court cards for so many slots, `width` at each rank above 10 among them; None if they do not fit."""
    wild = 0
    for slot in range(top, HIGH, -1):
        for _ in range(width):
            fitting = courts & ~wild & (COURTS << (slot - JACK)) & COURTS
            if not fitting or not missing:
                return None
            wild |= fitting & -fitting
            missing -= 1
    rest = courts & ~wild
    for _ in range(missing):
        if not rest:
            return None
        wild |= rest & -rest
        rest &= rest - 1
    return wild
