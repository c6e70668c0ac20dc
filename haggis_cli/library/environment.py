"""Rounds for learning programs, in numbers: decisions action by action, and what a player sees.

Most decisions are one action. A play begins with its combination: where a hand can make it of several handfuls, each
further action names the lowest card that is not named yet, and a card that all of them have is not asked for. So a play
has one spelling, and every play has one. The Shepherd's discards are named in the same way.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import product
from operator import and_, or_
from typing import Any, NamedTuple

import numpy as np

from haggis_cli.library.actions import PASS, Actions, card_action
from haggis_cli.players.levels import view_of
from haggis_cli.rules.cards import (
    COURT_RANKS,
    HIGH,
    SECOND_COPY,
    SUIT_START,
    Cards,
    card_bits,
    pack,
    remove,
)
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bet, Event, Exchange, Phase, Play
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.parts import Move, shared_reading
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import OVER, Round
from haggis_cli.rules.variant import Table

# What the player who decides may do, until it is something that happens.


class Done(NamedTuple):
    """A decision that is taken.

    event: what happens; None for a play, and where nothing happens: the lead is not given away.
    move: the cards of a play, and what they count as.
    """

    event: Event | None
    move: Move | None = None


class Step(NamedTuple):
    """A decision that is not taken yet.

    seat: who decides; a winner of a bombed trick who is out may be asked who leads.
    next: what each action leads to: an event, a combination of `plays`, some handfuls for `reading`, discards that are
        left, what `take` returns, or nothing.
    plays: the plays that the combinations are of.
    reading: the combination that is being played, if it is named.
    cards: the cards that are named, and those that all handfuls have which are left.
    """

    seat: int
    next: Mapping[int, "Event | Reading | list[Cards] | Discards | Done | Step | None"]
    plays: Sequence[Move] = ()
    reading: Reading | None = None
    cards: Cards = 0

    def take(self, action: int) -> "Done | Step":
        """What an action leads to."""
        choice = self.next[action]
        if isinstance(choice, Done | Step):
            return choice
        if isinstance(choice, Reading):
            return _name_play(self.seat, choice, [cards for cards, reading in self.plays if reading is choice])
        if isinstance(choice, list):
            assert self.reading
            return _name_play(self.seat, self.reading, choice)
        return _discard(self.seat, choice) if isinstance(choice, Discards) else _new_done((choice, None))


# What the constructors of these values call in the end. Without the detour they take half the time.
_new_done = partial(tuple.__new__, Done)
_new_step = partial(tuple.__new__, Step)


class Leads(dict[int, Any]):
    """What may be done by a player who leads; plays are looked up when they are asked for.

    A full hand can lead hundreds, and most of the time of a new round went into listing them.

    mask: all that may be done, as a mask.
    """

    def __init__(self, state: Round, actions: Actions, others: Mapping[int, Any]) -> None:
        super().__init__(others)
        assert state.hands
        table, seat = state.table, state.turn
        self._seat, self._combinations = seat, actions.combinations
        self._answers = partial(legal_plays, table.variant.combinations, table.deck, state.hands[seat])
        self.mask = actions.leads(state.hands[seat])
        for _, reading in self._answers(shared_reading(Kind.SINGLE, 1, 1, HIGH)):
            self.mask[actions.readings[reading]] = 1
        for action in others:
            self.mask[action] = 1

    def __missing__(self, action: int) -> Done | Step:
        kind, width, length, rank = reading = self._combinations[action]
        plays = self._answers(shared_reading(kind, width, length, rank - 1))
        handfuls = [cards for cards, each in plays if each == reading]
        if not handfuls:
            raise KeyError(action)
        return _name_play(self._seat, reading, handfuls)


class Discards(NamedTuple):
    """The Shepherd's discards.

    pool: the cards that may still be named, by their bits, both copies of a card together.
    left: how many are still to be named.
    named: those that are.
    """

    pool: list[Cards]
    left: int
    named: Cards = 0


def begin_turn(state: Round, actions: Actions, asked: int) -> Step:
    """The decision that is due; `asked`: how many tricks had ended when a player who is out was last asked to lead."""
    seat, now = state.turn, choices(state)
    offer = now.absent_offer() if asked != len(state.tricks) and state.bombed_trick else None
    if offer:
        seat = offer.seat
    following: dict[int, Any] = {}
    blind = state.table.variant.betting.blind
    for event in now.others(seat):
        if event.seat == seat and not (blind and isinstance(event, Bet) and event.amount in blind):
            following[actions.of_event(event)] = event
    if offer:
        return Step(seat, {PASS: None, **following})
    if now.event is Exchange:
        first = _discard(seat, Discards(sorted(card_bits(now.cards(seat)), key=card_action), now.number))
        return Step(seat, {PASS: first.event}) if isinstance(first, Done) else first
    # The plays of a small hand are listed sooner than those of `Leads` are looked up.
    if now.event is Play and not state.trick and state.sizes[seat] > 8 and not state.table.variant.may_play:
        return _new_step((seat, Leads(state, actions, following), (), None, 0))
    plays, numbers, last = now.plays(), actions.readings, None
    for _, reading in plays:
        if reading is not last:  # those of one combination mostly stand together
            following[numbers[reading]] = last = reading
    return _new_step((seat, following, plays, None, 0))


def _name_play(seat: int, reading: Reading, handfuls: list[Cards]) -> Done | Step:
    """A play of one of these handfuls; where there are several, the lowest card that not all of them have is asked for.

    Second copies count as higher than all first ones.
    """
    if len(handfuls) == 1:
        return _new_done((None, (handfuls[0], reading)))
    common = reduce(and_, handfuls)
    some = reduce(or_, handfuls) ^ common
    lowest = some & -some
    following: dict[int, list[Cards]] = {}
    for cards in handfuls:
        rest = cards & -lowest
        following.setdefault(card_action(rest & -rest), []).append(cards)
    return _new_step((seat, following, (), reading, common & lowest - 1))


def _discard(seat: int, discards: Discards) -> Done | Step:
    """The discards that are left to choose; none once all are named, or all that are left must be."""
    pool, left, named = discards
    if left in (0, len(pool)):
        return Done(Exchange(seat, named | sum(pool[:left])))
    following: dict[int, Any] = {}
    for place, card in enumerate(pool[: len(pool) - left + 1], 1):
        following.setdefault(card_action(card), Discards(pool[place:], left - 1, named | card))
    return Step(seat, following, (), None, named)


# What a player sees of a round, as a row of whole numbers; seats are counted from the player who sees, clockwise.


class Field(NamedTuple):
    """A part of the row.

    name: what it is called.
    high: the highest value of each of its numbers.
    seen: by whom: `all` see the same numbers; `seats` are as many numbers for every player, one's own first; `own` are
        one's own and nobody else's; `none` are in the state of the table alone.
    low: the lowest value of all its numbers.
    """

    name: str
    high: Sequence[int]
    seen: str
    low: int = 0


_KINDS, _READING = tuple(Kind), len(Kind) + 3
EXCHANGE = Phase.EXCHANGE  # looking it up in the class takes ten times as long
_PHASES = {phase: 1 << place if phase is not Phase.OVER else 0 for place, phase in enumerate(Phase)}


def _find_fields(table: Table, actions: Actions) -> Iterator[Field]:
    """The parts of a row at a table, in order (docs/environment.md says what each of them tells)."""
    variant, players = table.variant, len(table.names)
    suited = [table.deck.copies] * (actions.cards - len(COURT_RANKS))
    cards = [1] * len(COURT_RANKS) + suited
    reading = [1] * len(_KINDS) + [max(sizes) for sizes in zip(*(each[1:] for each in actions.readings), strict=True)]
    yield Field("hand", cards, "own")
    if table.setup.haggis(players):
        yield Field("haggis", suited, "none")
    yield Field("played", suited, "all")
    if variant.betting.by_auction:
        yield Field("drawn", suited, "own")
        yield Field("discarded", suited, "own")
    if variant.gives:
        yield Field("passed", suited, "own")
    yield Field("trick", cards, "all")
    yield Field("to_beat", reading, "all")
    yield Field("played_by", [1], "seats")
    yield Field("chosen_cards", cards, "own")
    yield Field("chosen", reading, "own")
    yield Field("phase", [1] * (len(_PHASES) - 1), "all")
    yield Field("decides", [1], "seats")
    if players > 2:
        yield Field("passes", [players - 2], "all")
    yield Field("courts", [1] * len(COURT_RANKS), "seats")
    yield Field("cards_left", [table.setup.hand], "seats")
    yield Field("out", [players - 1], "seats")
    yield Field("bet", [max(variant.betting.amounts, default=1)], "seats")
    values = variant.card_values
    yield Field("captured", [values.in_play(table) - values.lowest(table)], "seats", values.lowest(table))
    if variant.round_sides:
        yield Field("partner", [1] * players, "own")


@lru_cache(1 << 14)
def _places(cards: Cards) -> tuple[int, ...]:
    """Where each card stands among the cards; kept, for most handfuls that are played have been before."""
    return tuple((bit.bit_length() - 1) % SECOND_COPY for bit in card_bits(cards))


class Observations:
    """What everybody sees of a round at a table, brought up to date with everything that happens.

    All that lies at the table stands in one row, the state; an observation is picked out of it.

    fields, state_fields: where each part stands in an observation, and in the state, by its name.
    bounds, state_bounds: the lowest value of each number of an observation and of the state, and the highest.
    """

    def __init__(self, table: Table, actions: Actions) -> None:
        self._cards = actions.cards
        self._readings: dict[Reading | None, array[int]] = {None: array("i", [0] * _READING)}
        for each in actions.readings:
            self._readings[each] = array("i", [*(each.kind is kind for kind in _KINDS), *each[1:]])
        picked: list[list[int]] = [[] for _ in table.names]
        bounds: list[tuple[int, int]] = []
        self.fields, self.state_fields = dict[str, slice](), dict[str, slice]()
        for field in _find_fields(table, actions):
            start, width, seen = len(bounds), len(field.high), len(picked[0])
            for seat, places in enumerate(picked):
                for block in {"all": [0], "own": [seat], "seats": table.clockwise_from(seat), "none": []}[field.seen]:
                    places += range(start + block * width, start + (block + 1) * width)
            blocks = len(table.names) if field.seen in ("own", "seats") else 1
            bounds += [(field.low, each) for each in field.high] * blocks
            self.state_fields[field.name] = slice(start, len(bounds))
            if field.seen != "none":
                self.fields[field.name] = slice(seen, len(picked[0]))
        self._picked = [np.array(places) for places in picked]
        self.state_bounds = np.array(bounds, np.int32).T
        self.bounds = self.state_bounds[:, picked[0]]
        self._at = {name: where.start for name, where in self.state_fields.items()}
        self._secrets = [name for name in ("drawn", "discarded", "passed") if name in self._at]

    def begin(self, state: Round, step: Step) -> None:
        """Show a round as it stands, with the decision that is due."""
        table, none = state.table, (0,) * len(state.sizes)
        self._row = array("i", [0]) * len(self.state_bounds[0])
        self._view: Any = np.frombuffer(self._row, np.int32)  # the same memory: array is written faster, this is read
        self._known: dict[tuple[str, int], Cards] = dict.fromkeys(product(self._secrets, table.seats), 0)
        self._step = Step(0, {})
        self._round = Round(table, 0, (), (), (), (), none, none, none, 0, (), (), Phase.OVER, 0)  # as an empty row is
        self._partners = list(map(table.partners, table.seats))
        if "partner" in self._at:
            for seat, partners in enumerate(self._partners):
                for other in partners:
                    self._row[self._at["partner"] + seat * len(none) + (other - seat) % len(none)] = 1
        self.update(state, step)

    def update(self, state: Round, step: Step) -> None:
        """Show what is new: in the round, and of the decision that is due."""
        before, last, row, at = self._round, self._step, self._row, self._at
        self._round, self._step = state, step
        if state is not before:
            if state.hands is not before.hands:
                self._update_hands(state, before)
            if state.trick is not before.trick:
                self._update_trick(state, before)
            self._update_others(state, before)
        if last.reading or last.cards:
            self._show_chosen(last.seat, last.cards, 0, None)
        if step.reading or step.cards:
            self._show_chosen(step.seat, 0, step.cards, step.reading)
        row[at["decides"] + last.seat] = 0
        row[at["decides"] + step.seat] = state.phase is not OVER

    def of_seat(self, seat: int) -> Any:
        """The row that a seat sees."""
        return self._view.take(self._picked[seat])

    def state(self) -> Any:
        """The row of everything."""
        return self._view.copy()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy looks at a row of its own."""
        self.__dict__ |= state
        self._view = np.frombuffer(self._row, np.int32)

    # What is the same value as before needs no look; rounds share all that an event does not change.

    def _update_hands(self, state: Round, before: Round) -> None:
        """Show who holds which cards."""
        at, row = self._at, self._row
        assert state.hands is not None
        assert before.hands is not None
        for seat, hand in enumerate(state.hands):
            held = before.hands[seat]
            if hand is not held:
                self._show(at["hand"] + seat * self._cards, held, hand)
                row[at["cards_left"] + seat] = state.sizes[seat]
        if state.courts is not before.courts:
            for seat, courts in enumerate(state.courts):
                self._show(at["courts"] + seat * len(COURT_RANKS), before.courts[seat], courts)
        self._show(at["played"] - SUIT_START, before.seen, state.seen)
        if state.haggis is not before.haggis:
            self._show(at["haggis"] - SUIT_START, pack(before.haggis), pack(state.haggis))
        if state.out is not before.out:
            for place, seat in enumerate(state.out, 1):
                row[at["out"] + seat] = place

    def _update_trick(self, state: Round, before: Round) -> None:
        """Show the trick in progress."""
        beaten, cards, reading = 0, 0, None
        by, row = self._at["played_by"], self._row
        if before.trick:
            seat, beaten, _ = before.trick[-1]
            row[by + seat] = 0
        if state.trick:
            seat, cards, reading = state.trick[-1]
            row[by + seat] = 1
        self._show(self._at["trick"], beaten, cards)
        self._show_reading(self._at["to_beat"], reading)

    def _update_others(self, state: Round, before: Round) -> None:
        """Show everything else: what has been captured, the phase, passes, bets, and what a player knows alone."""
        at, row, table = self._at, self._row, state.table
        if state.tricks is not before.tricks:
            if len(state.tricks) == len(before.tricks) + 1:
                trick = state.tricks[-1]
                row[at["captured"] + trick.taker] += table.variant.card_values.of(*trick.handfuls)
            else:
                self._show_numbers("captured", state.captured())
        if state.betting is not before.betting:
            stakes = table.variant.betting.stakes(table, state.betting)
            self._show_numbers("bet", [stake or 0 for stake in stakes])
        if state.phase is not before.phase:
            self._show(at["phase"], _PHASES[before.phase], _PHASES[state.phase])
        if "passes" in at:
            row[at["passes"]] = state.passes
        if self._secrets and (state.hands is not before.hands or state.phase is EXCHANGE):
            self._update_secrets(state, before)

    def _update_secrets(self, state: Round, before: Round) -> None:
        """Show what a player knows alone: the Shepherd's exchange, the cards given to the partner."""
        assert state.hands is not None
        assert before.hands is not None
        players, turn = len(state.hands), before.turn
        picked_up = len(state.given) // players != len(before.given) // players
        if picked_up or state.haggis is not before.haggis or state.phase is EXCHANGE:
            for seat in state.table.seats:
                view = view_of(state, seat)
                known = {"drawn": pack(view.drawn), "discarded": view.discarded, "passed": view.passed}
                for name in self._secrets:
                    self._show_secret(name, seat, known[name])
        elif "passed" in self._at:
            for partner in self._partners[turn]:
                held = self._known["passed", partner]
                if held:
                    played = remove(before.hands[turn], state.hands[turn])
                    self._show_secret("passed", partner, remove(held, held & played))

    def _show_secret(self, name: str, seat: int, cards: Cards) -> None:
        place = self._at[name] + seat * (self._cards - SUIT_START) - SUIT_START
        self._show(place, self._known[name, seat], cards)
        self._known[name, seat] = cards

    def _show(self, place: int, before: Cards, cards: Cards) -> None:
        """Show cards, or other bits, in the row from a place on, instead of those before: how many of each."""
        row, common = self._row, before & cards
        if before != common:
            for each in _places(before ^ common):
                row[place + each] -= 1
        if cards != common:
            for each in _places(cards ^ common):
                row[place + each] += 1

    def _show_chosen(self, seat: int, before: Cards, cards: Cards, reading: Reading | None) -> None:
        self._show(self._at["chosen_cards"] + seat * self._cards, before, cards)
        self._show_reading(self._at["chosen"] + seat * _READING, reading)

    def _show_reading(self, place: int, reading: Reading | None) -> None:
        self._row[place : place + _READING] = self._readings[reading]

    def _show_numbers(self, name: str, numbers: Sequence[int]) -> None:
        """Show a number of every seat."""
        self._row[self._at[name] : self._at[name] + len(numbers)] = array("i", numbers)
