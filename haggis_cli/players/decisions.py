"""What a computer player does besides playing cards: bid, bet, exchange, pass cards to the partner, award a trick."""

from random import Random

from haggis_cli.players.bidding import choose_bet, choose_bid
from haggis_cli.players.discards import least_useful
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.search.evaluation import mean_gain, run_rollouts, sample_determinizations
from haggis_cli.players.table_facts import TableContext
from haggis_cli.players.view import View
from haggis_cli.rules.cards import add, pack, suit_cards
from haggis_cli.rules.events import Award, Event, Exchange, Give, Lead, Phase
from haggis_cli.rules.judge import judge


def decide_before_play(view: View, arena: TableContext, chance: Random, playouts: int) -> Event | None:
    """What is to be done before a card is played: what the round waits for, a bet that pays, or the lead given away.

    playouts: how many guessed deals a bet or a bid is weighed with.
    """
    match view.state.phase:
        case Phase.AUCTION:
            return choose_bid(view, arena, chance, playouts)
        case Phase.EXCHANGE:
            return choose_exchange(view, arena, chance)
        case Phase.PASSING:
            return choose_give(view, arena, chance)
        case Phase.AWARD:
            return choose_award(view)
        case _:
            return _choose_lead(view, arena, chance, playouts) or choose_bet(view, arena, chance, playouts)


def choose_exchange(view: View, arena: TableContext, chance: Random) -> Exchange:
    """Keep the cards that are shed in the fewest plays."""
    cards = suit_cards(add(view.hand, pack(view.drawn)))
    return Exchange(view.seat, as_cards(least_useful(arena, cards, len(view.drawn), chance)))


def choose_give(view: View, arena: TableContext, chance: Random) -> Give:
    """Pass the card that the own hand can do without best."""
    return Give(view.seat, as_cards(least_useful(arena, suit_cards(view.hand), 1, chance)))


def choose_award(view: View) -> Award:
    """Let the opponent with the lowest total capture the trick, or the own side where a variant allows it."""
    state = view.state
    trick = state.bombed_trick
    assert trick is not None
    seats, opponents = state.table.variant.bomb_taker(state, trick).seats, state.table.opponents(view.seat)
    return Award(view.seat, min(seats, key=lambda seat: (seat in opponents, state.totals[seat])))


def _choose_lead(view: View, arena: TableContext, chance: Random, playouts: int) -> Lead | None:
    """Give the lead to the partner after a bombed trick, where that tends to end better."""
    state, seat = view.state, view.seat
    leads = [Lead(seat, partner) for partner in state.table.partners(seat)]
    legal = [lead for lead in leads if judge(state, lead) is None]
    if not legal:
        return None
    guessed = sample_determinizations(view, chance, playouts)
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    kept = mean_gain(arena, run_rollouts(arena, state, guessed, chance), stakes, seat)
    given = mean_gain(arena, run_rollouts(arena, state.after(legal[0]), guessed, chance), stakes, seat)
    return legal[0] if given > kept else None
