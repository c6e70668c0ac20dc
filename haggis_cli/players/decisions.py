"""What a computer player does besides playing cards: bid, bet, exchange, pass cards to the partner, award a trick."""

from random import Random

from haggis_cli.players.bidding import bet, bid
from haggis_cli.players.discards import least_useful
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.search.evaluation import endings, mean_gain, worlds
from haggis_cli.players.table_facts import Arena
from haggis_cli.players.view import View
from haggis_cli.rules.cards import add, pack, suit_cards
from haggis_cli.rules.events import Award, Event, Exchange, Give, Lead
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Phase


def besides(view: View, arena: Arena, chance: Random, playouts: int) -> Event | None:
    """What is to be done before a card is played: what the round waits for, a bet that pays, or the lead given away.

    playouts: how many guessed deals a bet or a bid is weighed with.
    """
    match view.state.phase:
        case Phase.AUCTION:
            return bid(view, arena, chance, playouts)
        case Phase.EXCHANGE:
            return exchange(view, arena, chance)
        case Phase.PASSING:
            return give(view, arena, chance)
        case Phase.AWARD:
            return award(view)
        case _:
            return _lead_away(view, arena, chance, playouts) or bet(view, arena, chance, playouts)


def exchange(view: View, arena: Arena, chance: Random) -> Exchange:
    """Keep the cards that are shed in the fewest plays."""
    cards = suit_cards(add(view.hand, pack(view.drawn)))
    return Exchange(view.seat, as_cards(least_useful(arena, cards, len(view.drawn), chance)))


def give(view: View, arena: Arena, chance: Random) -> Give:
    """Pass the card that the own hand can do without best."""
    return Give(view.seat, as_cards(least_useful(arena, suit_cards(view.hand), 1, chance)))


def award(view: View) -> Award:
    """Let the opponent with the lowest total capture the trick, or the own side where a variant allows it."""
    state = view.state
    trick = state.bombed
    assert trick is not None
    seats, opponents = state.table.variant.bomb_taker(state, trick).seats, state.table.opponents(view.seat)
    return Award(view.seat, min(seats, key=lambda seat: (seat in opponents, state.totals[seat])))


def _lead_away(view: View, arena: Arena, chance: Random, playouts: int) -> Lead | None:
    """Give the lead to the partner after a bombed trick, where that tends to end better."""
    state, seat = view.state, view.seat
    leads = [Lead(seat, partner) for partner in state.table.partners(seat)]
    legal = [lead for lead in leads if judge(state, lead) is None]
    if not legal:
        return None
    guessed = worlds(view, chance, playouts)
    stakes = state.table.variant.betting.stakes(state.table, state.betting)
    kept = mean_gain(arena, endings(arena, state, guessed, chance), stakes, seat)
    given = mean_gain(arena, endings(arena, state.after(legal[0]), guessed, chance), stakes, seat)
    return legal[0] if given > kept else None
