"""What a computer player does besides playing cards: bid, bet, exchange, pass cards to the partner, award a trick."""

from random import Random

from haggis_cli.players.bidding import choose_bet, choose_bid
from haggis_cli.players.discards import choose_exchange, choose_give
from haggis_cli.players.search.evaluation import mean_gain, run_rollouts, sample_determinizations
from haggis_cli.players.table_context import TableContext
from haggis_cli.players.view import View
from haggis_cli.rules.rounds.events import Award, Event, Lead, Phase
from haggis_cli.rules.rounds.judge import judge


def decide_before_play(view: View, context: TableContext, chance: Random, rollouts: int) -> Event | None:
    """What is to be done before a card is played: what the round waits for, a bet that pays, or the lead given away.

    rollouts: how many deals are guessed to weigh a bet or a bid.
    """
    match view.state.phase:
        case Phase.AUCTION:
            return choose_bid(view, context, chance, rollouts)
        case Phase.EXCHANGE:
            return choose_exchange(view, context, chance)
        case Phase.PASSING:
            return choose_give(view, context, chance)
        case Phase.AWARD:
            return choose_award(view)
        case _:
            return choose_lead(view, context, chance, rollouts) or choose_bet(view, context, chance, rollouts)


def choose_award(view: View) -> Award:
    """Let the opponent with the lowest total capture the trick, or the own side where a variant allows it."""
    state = view.state
    trick = state.bombed_trick
    assert trick is not None
    seats, opponents = state.table.variant.bomb_taker(state, trick).seats, state.table.opponents(view.seat)
    return Award(view.seat, min(seats, key=lambda seat: (seat in opponents, state.totals[seat])))


def choose_lead(view: View, context: TableContext, chance: Random, rollouts: int) -> Lead | None:
    """Give the lead to the partner after a bombed trick, where that tends to end better; also by a winner who is out.

    rollouts: how many deals are guessed to weigh it.
    """
    state, seat = view.state, view.seat
    leads = [Lead(seat, partner) for partner in state.table.partners(seat)]
    legal = [lead for lead in leads if judge(state, lead) is None]
    if not legal:
        return None
    determinizations = sample_determinizations(view, chance, rollouts)
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    kept = mean_gain(context, run_rollouts(context, state, determinizations, chance), stakes, seat)
    given = mean_gain(context, run_rollouts(context, state.after(legal[0]), determinizations, chance), stakes, seat)
    return legal[0] if given > kept else None
