"""The player who does anything that is legal, by chance alone."""

from random import Random
from typing import TYPE_CHECKING, TypeAlias

from haggis_cli.players.view import View, view_of
from haggis_cli.rules.cards import Cards, add, count, pack, suit_cards, unpack
from haggis_cli.rules.combinations.play_reading import unambiguous_play
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.playable import playable
from haggis_cli.rules.rounds.round import Round

if TYPE_CHECKING:
    from haggis_cli.players.levels import Effort

Seats: TypeAlias = range | tuple[int, ...]

BET_RATE = 0.05  # how often a player considers a bet
AWARD_OR_LEAD_RATE = 0.5  # how often the winner of a bombed trick considers awarding it or giving the lead away


def decide(view: View, chance: Random, effort: "Effort | None" = None) -> Event:
    """Something legal of the seat's own: mostly what the round waits for, now and then a bet."""
    return (
        _random_bet(view.state, (view.seat,), chance)
        or _random_award_or_lead(view.state, (view.seat,), chance)
        or _random_due_event(view, chance)
    )


def decide_lead(view: View, chance: Random, effort: "Effort | None" = None) -> Lead | None:
    """Heads or tails."""
    offer = find_lead_offer(view.state)
    return Lead(view.seat, offer.to) if offer and chance.random() < AWARD_OR_LEAD_RATE else None


def random_event(state: Round, chance: Random) -> Event:
    """A legal event that may happen next, by any player who may act; hands must be known."""
    seats, view = state.table.seats, view_of(state, state.turn)
    return (
        _random_bet(state, seats, chance)
        or _random_award_or_lead(state, seats, chance)
        or _random_due_event(view, chance)
    )


def _random_bet(state: Round, seats: Seats, chance: Random) -> Event | None:
    if chance.random() > BET_RATE:
        return None
    seat = chance.choice(seats)
    bets = [Bet(seat, amount) for amount in state.table.variant.betting.amounts]
    legal = [bet for bet in bets if judge(state, bet) is None]
    return chance.choice(legal) if legal else None


def _random_due_event(view: View, chance: Random) -> Event:
    state = view.state
    match state.phase:
        case Phase.AUCTION:
            bids = [Bid(view.seat, amount) for amount in state.table.variant.betting.amounts]
            legal: list[Event] = [bid for bid in bids if judge(state, bid) is None]
            return chance.choice([Pass(view.seat), *legal])
        case Phase.EXCHANGE:
            return Exchange(view.seat, _random_cards(add(view.hand, pack(view.drawn)), len(view.drawn), chance))
        case Phase.PASSING:
            return Give(view.seat, _random_cards(view.hand, 1, chance))
        case Phase.AWARD:
            awards = [Award(view.seat, seat) for seat in state.table.seats]
            return chance.choice([award for award in awards if judge(state, award) is None])
        case _:
            return _random_play(view, chance)


def _random_cards(cards: Cards, number: int, chance: Random) -> Cards:
    return pack(chance.sample(unpack(suit_cards(cards)), number))


def _random_award_or_lead(state: Round, seats: Seats, chance: Random) -> Event | None:
    """Who captures a bombed trick, or leads after it, where one of these seats may say it."""
    if state.phase is not Phase.PLAY or state.trick or not state.tricks or chance.random() > AWARD_OR_LEAD_RATE:
        return None
    last = state.tricks[-1]
    if last.winner not in seats:
        return None
    events: list[Event] = [Award(last.winner, seat) for seat in state.table.seats if seat != last.taker]
    events += [Lead(last.winner, seat) for seat in state.table.seats if seat != state.turn]
    legal = [event for event in events if judge(state, event) is None]
    return chance.choice(legal) if legal else None


def _random_play(view: View, chance: Random) -> Event:
    state, table = view.state, view.state.table
    moves = playable(state, view.hand)
    if state.trick and chance.random() * (len(moves) + 1) < 1:
        return Pass(view.seat)
    cards, reading = chance.choice(moves)
    assert count(cards) <= state.sizes[view.seat]
    return unambiguous_play(table, view.seat, cards, reading, state.reading_to_beat)
