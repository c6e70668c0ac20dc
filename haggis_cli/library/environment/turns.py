"""What the player who decides may do, action by action, until it is an event of the rules.

Most decisions are one action. A play begins with its combination: where a hand can make it of several handfuls, each
further action names the lowest card that is not named yet, and a card that all of them have is not asked for. So a play
has one spelling, and every play has one. The Shepherd's discards are named in the same way.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from haggis_cli.library.environment.actions import PASS, Actions, actions_of, cards_of
from haggis_cli.library.legal_events import other_candidates
from haggis_cli.players.matches import find_absent_giver
from haggis_cli.rules.cards import Cards, add, pack, suit_cards
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.rounds.events import Bet, Event, Exchange, Phase, Play
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.playable import playable
from haggis_cli.rules.rounds.round import Round


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
    giver = find_absent_giver(state)
    if giver is not None and asked != len(state.tricks):
        return Turn(giver, Step(None, 0, {PASS: Done(None), **_find_others(state, actions, giver)}))
    seat = state.turn
    found = _find_others(state, actions, seat)
    if state.phase is Phase.PLAY:
        found |= _find_plays(state, actions)
    elif state.phase is Phase.EXCHANGE:
        discards = _find_discards(state)
        return Turn(seat, Step(None, 0, {PASS: discards}) if isinstance(discards, Done) else take_step(discards))
    return Turn(seat, Step(None, 0, found))


def take_step(choice: Handfuls | Discards) -> Step:
    """What may be done once a combination is named, or an exchange is due, which is more than one action."""
    if isinstance(choice, Discards):
        return _step_of_discards(choice)
    named = [actions_of(cards) for cards in choice.choices]
    place = _first_difference(named)
    groups = defaultdict[int, list[Cards]](list)
    for cards, actions in zip(choice.choices, named, strict=True):
        groups[actions[place]].append(cards)
    following: dict[int, Choice] = {
        card: _name_play(choice.seat, choice.reading, group) for card, group in groups.items()
    }
    return Step(choice.reading, cards_of(named[0][:place]), following)


def _find_others(state: Round, actions: Actions, seat: int) -> dict[int, Choice]:
    """Passes, bets, bids, awards, gifts and leads that the player may choose; who has seen all cards bets not blind."""
    blind = state.table.variant.betting.blind
    events = (
        event
        for event in other_candidates(state)
        if event.seat == seat and not (isinstance(event, Bet) and event.amount in blind)
    )
    return {actions.of_event(event): Done(event) for event in events if judge(state, event) is None}


def _find_plays(state: Round, actions: Actions) -> dict[int, Choice]:
    """The plays by their combination."""
    seat, by_reading = state.turn, defaultdict[Reading, list[Cards]](list)
    for cards, reading in playable(state):
        by_reading[reading].append(cards)
    return {
        actions.of_reading(reading): _name_play(seat, reading, handfuls) for reading, handfuls in by_reading.items()
    }


def _name_play(seat: int, reading: Reading, choices: Sequence[Cards]) -> Choice:
    """A play that is named as far as it must be, or what is left to name."""
    return Done(Play(seat, choices[0]), reading) if len(choices) == 1 else Handfuls(seat, reading, choices)


def _first_difference(choices: Sequence[tuple[int, ...]]) -> int:
    """The first place at which these handfuls of one size do not all have the same card."""
    return next(place for place, cards in enumerate(zip(*choices, strict=True)) if len(set(cards)) > 1)


def _find_discards(state: Round) -> Choice:
    """The Shepherd's discards; done already where there is no choice."""
    assert state.hands is not None
    drawn = state.drawn()
    pool = suit_cards(add(state.hands[state.turn], pack(drawn)))
    cards = actions_of(pool)
    return _discard(Discards(state.turn, cards, len(drawn)), (), cards)


def _step_of_discards(choice: Discards) -> Step:
    left = choice.number - len(choice.named)
    following: dict[int, Choice] = {}
    for place, card in enumerate(choice.pool[: len(choice.pool) - left + 1]):
        if card not in following:
            following[card] = _discard(choice, (*choice.named, card), choice.pool[place + 1 :])
    return Step(None, cards_of(choice.named), following)


def _discard(choice: Discards, named: tuple[int, ...], pool: tuple[int, ...]) -> Choice:
    """The choice that is left; none once all cards are named, or all that are left must be."""
    left = choice.number - len(named)
    if left in (0, len(pool)):
        return Done(Exchange(choice.seat, cards_of(named + pool[:left])))
    return Discards(choice.seat, pool, choice.number, named)
