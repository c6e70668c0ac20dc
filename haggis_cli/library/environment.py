"""Rounds for learning programs, in numbers: the actions of a table, decisions action by action, and what a player sees.

Most decisions are one action. A play begins with its combination: where a hand can make it of several handfuls, each
further action names the lowest card that is not named yet, and a card that all of them have is not asked for. So a play
has one spelling, and every play has one. The Shepherd's discards are named in the same way.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple, TypeAlias

from haggis_cli.players.levels import view_of
from haggis_cli.rules.cards import (
    COURT_RANKS,
    HIGH,
    JACK,
    LOW,
    RANKS,
    SECOND_COPY,
    Card,
    Cards,
    card_bits,
    pack,
)
from haggis_cli.rules.choices import Choices, choices
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play, Trick
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.readings import Kind, Reading
from haggis_cli.rules.round import Deal, Round, begin
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
        self.names += [f"{betting.verb} {amount}" for amount in betting.amounts]
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


# What the player who decides may do, until it is an event of the rules.


class Done(NamedTuple):
    """A decision that is taken.

    event: what happens; None if nothing does: the lead is not given away.
    reading: what the cards of a play count as.
    """

    event: Event | None
    reading: Reading | None = None


class Step(NamedTuple):
    """A decision that is not taken yet.

    reading: the combination that is being played, if it is named.
    cards: the cards that are named, and those that all handfuls have which are left.
    next: what each action leads to.
    """

    reading: Reading | None
    cards: Cards
    next: Mapping[int, "Choice"]


class Handfuls(NamedTuple):
    """The handfuls that a named combination may still be made of.

    seat: who plays.
    reading: the combination.
    choices: the cards of each.
    """

    seat: int
    reading: Reading
    choices: Sequence[Cards]


class Discards(NamedTuple):
    """The Shepherd's discards.

    seat: the Shepherd.
    pool: the cards that may still be named, as action numbers, the lowest first.
    number: how many cards are discarded in all.
    named: those that are.
    """

    seat: int
    pool: tuple[int, ...]
    number: int
    named: tuple[int, ...] = ()


Choice: TypeAlias = Done | Handfuls | Discards


class Turn(NamedTuple):
    """Who decides, and what.

    seat: who decides; a winner of a bombed trick who is out may be asked who leads.
    step: what may be done.
    """

    seat: int
    step: Step


def begin_turn(state: Round, actions: Actions, asked: int) -> Turn:
    """The decision that is due; `asked`: how many tricks had ended when a player who is out was last asked to lead."""
    seat, now = state.turn, choices(state)
    offer = now.absent_offer()
    if offer and asked != len(state.tricks):
        return Turn(offer.seat, Step(None, 0, {PASS: Done(None), **_find_others(now, actions, offer.seat)}))
    if now.event is Exchange:
        discards = _find_discards(now)
        return Turn(seat, Step(None, 0, {PASS: discards}) if isinstance(discards, Done) else take_step(discards))
    return Turn(seat, Step(None, 0, _find_others(now, actions, seat) | _find_plays(now, actions)))


def take_step(choice: Handfuls | Discards) -> Step:
    """What may be done once a combination is named, or an exchange is due, which is more than one action."""
    following: dict[int, Choice] = {}
    if isinstance(choice, Discards):
        left = choice.number - len(choice.named)
        for place, card in enumerate(choice.pool[: len(choice.pool) - left + 1]):
            if card not in following:
                following[card] = _discard(choice, (*choice.named, card), choice.pool[place + 1 :])
        return Step(None, cards_of(choice.named), following)
    named = [actions_of(cards) for cards in choice.choices]
    # The first place at which these handfuls of one size do not all have the same card.
    place = next(place for place, cards in enumerate(zip(*named, strict=True)) if len(set(cards)) > 1)
    groups = defaultdict[int, list[Cards]](list)
    for cards, actions in zip(choice.choices, named, strict=True):
        groups[actions[place]].append(cards)
    for card, group in groups.items():
        following[card] = _name_play(choice.seat, choice.reading, group)
    return Step(choice.reading, cards_of(named[0][:place]), following)


def _find_others(now: Choices, actions: Actions, seat: int) -> dict[int, Choice]:
    """Passes, bets, bids, awards, gifts and leads that the player may choose; who has seen all cards bets not blind."""
    return {actions.of_event(event): Done(event) for event in now.others_of(seat)}


def _find_plays(now: Choices, actions: Actions) -> dict[int, Choice]:
    """The plays by their combination."""
    seat, by_reading = now.state.turn, defaultdict[Reading, list[Cards]](list)
    for cards, reading in now.plays():
        by_reading[reading].append(cards)
    return {
        actions.of_reading(reading): _name_play(seat, reading, handfuls) for reading, handfuls in by_reading.items()
    }


def _name_play(seat: int, reading: Reading, choices: Sequence[Cards]) -> Choice:
    """A play that is named as far as it must be, or what is left to name."""
    return Done(Play(seat, choices[0]), reading) if len(choices) == 1 else Handfuls(seat, reading, choices)


def _find_discards(now: Choices) -> Choice:
    """The Shepherd's discards; done already where there is no choice."""
    seat = now.state.turn
    cards = actions_of(now.cards(seat))
    return _discard(Discards(seat, cards, now.number), (), cards)


def _discard(choice: Discards, named: tuple[int, ...], pool: tuple[int, ...]) -> Choice:
    """The choice that is left; none once all cards are named, or all that are left must be."""
    left = choice.number - len(named)
    if left in (0, len(pool)):
        return Done(Exchange(choice.seat, cards_of(named + pool[:left])))
    return Discards(choice.seat, pool, choice.number, named)


# What a player sees of a round, as a row of whole numbers; seats are counted from the player who sees, clockwise.

LOWEST, HIGHEST = -1_000, 1_000  # of any number
_KINDS, _PHASES = tuple(Kind), tuple(phase for phase in Phase if phase is not Phase.OVER)
_READING = len(_KINDS) + 3


class Observations:
    """The observations at a table.

    fields: where each part stands, by its name, in this order:

    - `hand`, `played`: how many of each card are in the own hand, and of each from 2 to 10 have been played by anybody;
      J, Q, K, then suit by suit. `drawn`, `discarded`: those drawn from the haggis, and put into it, where there is an
      auction. `passed`: those given to the partner that must still be there, where cards are passed.
    - `trick`, `to_beat`: the cards to beat, and what they count as: the kind as one of five, width, length, rank; zeros
      for a lead. `played_by`: who played them.
    - `chosen_cards`, `chosen`: what the own decision has named so far.
    - `phase`: one of them; `decides`: who decides; `passes`: how many have passed in a row.
    - `courts`, `cards_left`, `out`, `bet`, `captured`: by seat: which of J, Q, K are not played, how many cards are
      held, the place in going out from 1, the bet in points, the points of the cards captured.
    - `partner`: by seat, who plays together with the player who sees, where sides change from round to round.
    """

    def __init__(self, table: Table, actions: Actions) -> None:
        self._cards = actions.cards
        self._tricks: tuple[Trick, ...] = ()
        self._captured = [0] * len(table.names)
        empty = begin(table, 0, deal=Deal((0,) * len(table.names), ()))
        parts = self._find_parts(empty, 0, 0, Step(None, 0, {}))
        ends = [0, *accumulate(map(len, parts.values()))]
        self.size = ends[-1]
        self.fields = {name: slice(*bounds) for name, bounds in zip(parts, pairwise(ends), strict=True)}

    def observe(self, state: Round, seat: int, decides: int, step: Step) -> list[int]:
        """The row for a seat; `decides` and `step`: whose decision is due, and how far it is taken."""
        return list(chain.from_iterable(self._find_parts(state, seat, decides, step).values()))

    def _find_parts(self, state: Round, seat: int, decides: int, step: Step) -> dict[str, list[int]]:
        view, table = view_of(state, seat), state.table
        seats = table.clockwise_from(seat)
        parts = {"hand": self._counts(view.hand), "played": self._counts(state.seen)}
        if table.variant.betting.by_auction:
            parts["drawn"] = self._counts(pack(view.drawn))
            parts["discarded"] = self._counts(view.discarded)
        if table.variant.gives:
            parts["passed"] = self._counts(view.passed)
        last = state.trick[-1] if state.trick else None
        parts["trick"] = self._counts(last.cards if last else 0)
        parts["to_beat"] = _reading(last.reading if last else None)
        parts["played_by"] = [int(last is not None and last.seat == other) for other in seats]
        own = step if decides == seat else Step(None, 0, {})
        parts["chosen_cards"], parts["chosen"] = self._counts(own.cards), _reading(own.reading)
        parts["phase"] = [int(state.phase is phase) for phase in _PHASES]
        parts["decides"] = [int(other == decides) for other in seats]
        parts["passes"] = [state.passes]
        parts["courts"] = [state.courts[other] >> bit & 1 for other in seats for bit in range(3)]
        parts["cards_left"] = [state.sizes[other] for other in seats]
        parts["out"] = [state.out.index(other) + 1 if other in state.out else 0 for other in seats]
        stakes, captured = table.variant.betting.stakes(table, state.betting), self._find_captured(state)
        parts["bet"] = [stakes[other] or 0 for other in seats]
        parts["captured"] = [captured[other] for other in seats]
        if table.variant.round_sides:
            parts["partner"] = [int(other in table.partners(seat)) for other in seats]
        return parts

    def _find_captured(self, state: Round) -> list[int]:
        """The points that each seat has captured; counted anew only after a trick, of which there are few."""
        if state.tricks is not self._tricks:
            self._tricks, self._captured = state.tricks, state.captured()
        return self._captured

    def _counts(self, cards: Cards) -> list[int]:
        """How many of each card are among these."""
        firsts = cards & (1 << SECOND_COPY) - 1
        row = list(map(int, f"{firsts:0{self._cards}b}"[::-1]))
        seconds = cards >> SECOND_COPY
        while seconds:
            lowest = seconds & -seconds
            row[lowest.bit_length() - 1] += 1
            seconds ^= lowest
        return row


def _reading(reading: Reading | None) -> list[int]:
    if reading is None:
        return [0] * _READING
    return [*(int(reading.kind is kind) for kind in _KINDS), reading.width, reading.length, reading.rank]
