"""Bets and bids of computer players: an amount is risked if it pays on average over guessed deals."""

from random import Random

from haggis_cli.players.discards import quick_discards
from haggis_cli.players.search.evaluation import Determinization, mean_gain, run_rollouts, sample_determinizations
from haggis_cli.players.table_context import TableContext
from haggis_cli.players.view import View
from haggis_cli.rules.cards import COURTS, card_bits
from haggis_cli.rules.rounds.events import Bet, Bid, Event, Pass, Phase
from haggis_cli.rules.rounds.judge import judge

REQUIRED_SHARE = 0.25  # of a bet or bid that it must bring on average: guesses err, and a lost bet is worse than none


def choose_bet(view: View, context: TableContext, chance: Random, rollouts: int) -> Bet | None:
    """The bet that pays best now; None if none does, or none may be made."""
    state, seat = view.state, view.seat
    betting = state.table.variant.betting
    legal = [each for each in offered_bets(view) if judge(state, each) is None]
    if not legal:
        return None
    results = run_rollouts(context, state, sample_determinizations(view, chance, rollouts), chance)

    def gain(log: tuple[Bet, ...]) -> float:
        return mean_gain(context, results, betting.stakes(state.table, (*state.betting, *log)), seat)

    best = max(legal, key=lambda each: gain((each,)))
    return best if gain((best,)) > gain(()) + REQUIRED_SHARE * best.amount else None


def offered_bets(view: View) -> list[Bet]:
    """The bets that the variant knows, whether or not they may be made now, but for those made without all cards."""
    betting = view.state.table.variant.betting
    return [Bet(view.seat, amount) for amount in betting.amounts if amount and amount not in betting.blind]


def choose_bid(view: View, context: TableContext, chance: Random, rollouts: int) -> Event:
    """The bid that pays best against leaving the hand to the last bidder, or a pass."""
    state, seat = view.state, view.seat
    betting = state.table.variant.betting
    determinizations = sample_determinizations(view, chance, rollouts)
    stakes = betting.stakes(state.table, state.betting)
    shepherd = betting.shepherd(state.betting)
    left_to = shepherd.seat if shepherd else state.leader
    started = state._replace(phase=Phase.PLAY, turn=left_to)
    best: Event = Pass(seat)
    best_gain = mean_gain(context, run_rollouts(context, started, determinizations, chance), stakes, seat)
    for amount in betting.amounts:
        event = Bid(seat, amount)
        if judge(state, event):
            continue
        log = (*state.betting, event)
        bought = [_after_exchange(context, guess, seat, betting.draws(amount), chance) for guess in determinizations]
        results = run_rollouts(context, state._replace(phase=Phase.PLAY, turn=seat, betting=log), bought, chance)
        gain = mean_gain(context, results, betting.stakes(state.table, log), seat) - REQUIRED_SHARE * amount
        if gain > best_gain:
            best, best_gain = event, gain
    return best


def _after_exchange(
    context: TableContext, guess: Determinization, seat: int, number: int, chance: Random
) -> Determinization:
    """The guessed deal after the seat has exchanged so many cards with the haggis, or as many as there are."""
    hands, haggis = guess
    number = min(number, haggis.bit_count())
    drawn = sum(chance.sample(card_bits(haggis), number))
    hand = hands[seat] | drawn
    dropped = quick_discards(context, hand & ~COURTS, number, chance)
    changed = hands[:]
    changed[seat] = hand & ~dropped
    return changed, haggis & ~drawn | dropped
