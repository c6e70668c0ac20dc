"""What one player can see of a round: the own cards and all that lies open, nothing else."""

from typing import NamedTuple

from haggis_cli.rules.cards import Card, Cards, add, pack, remove
from haggis_cli.rules.rounds.events import Give, Phase
from haggis_cli.rules.rounds.round import Round


class View(NamedTuple):
    """A round as seen from one seat; computer players get this and never the round itself.

    seat: who sees it.
    state: the round; all hands, the haggis and what others passed are left out.
    hand: the own cards, court cards included.
    drawn: the cards drawn from the haggis, while the own exchange is due.
    passed: the suit cards given to the partner that must still be in the partner's hand.
    discarded: the own cards put into the haggis.
    """

    seat: int
    state: Round
    hand: Cards
    drawn: tuple[Card, ...] = ()
    passed: Cards = 0
    discarded: Cards = 0


def view_of(state: Round, seat: int) -> View:
    """What the seat sees of a round whose hands are known."""
    assert state.hands is not None
    drawn = state.drawn() if state.phase is Phase.EXCHANGE and state.turn == seat else ()
    picked_up = len(state.given) // len(state.table.names) * len(state.table.names)
    seen = (seat, *state.table.partners(seat))
    given = tuple(
        gift if gift.seat == seat or (gift.seat in seen and number < picked_up) else Give(gift.seat, 0)
        for number, gift in enumerate(state.given)
    )
    hidden = state._replace(hands=None, haggis=(), given=given)
    return View(seat, hidden, state.hands[seat], drawn, _passed(state, seat, picked_up), _discarded(state, seat))


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
    if bid is None or bid.seat != seat or state.phase in (Phase.AUCTION, Phase.EXCHANGE):
        return 0
    number = min(state.table.variant.betting.draws(bid.amount), len(state.haggis))
    return pack(state.haggis[len(state.haggis) - number :])
