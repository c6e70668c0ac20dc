"""The levels of computer players, and the questions they answer: what do you do now, and who leads if you are out?"""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from haggis_cli.rules.cards import Card, Cards, add, card_bits, pack, remove, suit_cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bid, Event, Exchange, Give, Lead
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import Goal

LEVELS: Mapping[str, str] = {
    "random": "takes any legal action at random",
    "easy": "sheds its cards sensibly, without looking ahead",
    "normal": "plans its hand, counts cards, keeps its bombs, and bets on strength",
    "hard": "plays out many deals that fit what it has seen, and takes the best play",
}
"""What each level does, the weakest first. The function `decide_NAME` in `policies` or `hard` plays the level NAME."""


class Effort(NamedTuple):
    """How long a player thinks about a move at most.

    seconds: the limit in seconds.
    playouts: how many deals are played out instead, which gives the same move every time; None to go by the seconds.
    clock: what measures the seconds; `time.process_time` if a busy computer must make no difference.
    """

    seconds: float = 1.0
    playouts: int | None = None
    clock: Callable[[], float] = monotonic


class View(NamedTuple):
    """A round as seen from one seat; computer players get this and never the round itself.

    seat: who sees it.
    state: the round; all hands, the haggis and what others passed are left out.
    hand: the own cards, court cards included.
    drawn: the cards drawn from the haggis, while the own exchange is due.
    passed: the suit cards given to the partner that must still be in the partner's hand.
    discarded: the own cards put into the haggis.
    goal: what ends the match: the points to reach, or the rounds left with this one; None if that is not known.
    """

    seat: int
    state: Round
    hand: Cards
    drawn: tuple[Card, ...] = ()
    passed: Cards = 0
    discarded: Cards = 0
    goal: Goal | None = None


Player: TypeAlias = Callable[[View, Random, Effort], Event]
"""A computer player: the next event of the seat whose turn it is; what the round waits for, or a bet before it.

It follows from what the player sees, the chance it is given, and its effort.
"""
LeadGiver: TypeAlias = Callable[[View, Random, Effort], Lead | None]
"""Whether a player who has won a trick with a bomb and is out gives the lead to the partner (rules K2); None if not."""


def load_player(level: str) -> Player:
    """The player of a level; KeyError if there is none."""
    decide: Player = _load_policy("decide", level)
    return decide


def load_lead_giver(level: str) -> LeadGiver:
    """How the player of a level decides who leads, once out; KeyError if there is no such level."""
    decide_lead: LeadGiver = _load_policy("decide_lead", level)
    return decide_lead


def _load_policy(question: str, level: str) -> Any:
    if level not in LEVELS:
        raise KeyError(level)
    module = "hard" if level == "hard" else "policies"  # the search and the solver are loaded for it alone
    return getattr(import_module(f"haggis_cli.players.{module}"), f"{question}_{level}")


# What one player can see of a round: the own cards and all that lies open, nothing else.


def view_of(state: Round, seat: int, goal: Goal | None = None) -> View:
    """What the seat sees of a round whose hands are known; `goal` as in `View`."""
    assert state.hands is not None
    drawn = choices(state).drawn if state.turn == seat else ()
    picked_up = len(state.given) // len(state.table.names) * len(state.table.names)
    seen = (seat, *state.table.partners(seat))
    given = tuple(
        gift if gift.seat == seat or (gift.seat in seen and number < picked_up) else Give(gift.seat, 0)
        for number, gift in enumerate(state.given)
    )
    hidden = state._replace(hands=None, haggis=(), given=given)
    return View(seat, hidden, state.hands[seat], drawn, _passed(state, seat, picked_up), _discarded(state, seat), goal)


def _passed(state: Round, seat: int, picked_up: int) -> Cards:
    """The own gifts that the partner has neither given back nor played: of two copies, the given one is gone first."""
    partners, players = state.table.partners(seat), len(state.table.names)
    held: Cards = 0
    for start in range(0, picked_up, players):
        gifts = state.given[start : start + players]
        for gift in gifts:
            if gift.seat in partners:
                held = remove(held, held & gift.cards)
        for gift in gifts:
            if gift.seat == seat:
                held = add(held, gift.cards)
    for trick in (*(trick.plays for trick in state.tricks), state.trick):
        for play in trick:
            if play.seat in partners:
                held = remove(held, held & play.cards)
    return held


def _discarded(state: Round, seat: int) -> Cards:
    """The Shepherd's own discards, which lie at the bottom of the haggis."""
    bid = state.table.variant.betting.shepherd(state.betting)
    if bid is None or bid.seat != seat or choices(state).event in (Bid, Exchange):
        return 0
    number = min(state.table.variant.betting.draws(bid.amount), len(state.haggis))
    return pack(state.haggis[len(state.haggis) - number :])


# What it cannot see.


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
