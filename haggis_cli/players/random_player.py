"""The player who does anything that is legal, by chance alone."""

from random import Random

from haggis_cli.rules.cards import Cards, add, count, pack, suit_cards, unpack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass
from haggis_cli.rules.judge import judge
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.resolve import named_play
from haggis_cli.rules.round import Deal, Phase, Round
from haggis_cli.rules.table import Table

BETS = 0.05  # how often somebody thinks of a bet, and of what may be said of a bombed trick
SAYS = 0.5


def random_deal(table: Table, chance: Random) -> Deal:
    """Shuffled cards for everybody, and the haggis."""
    cards = unpack(table.deck.suit_cards)
    chance.shuffle(cards)
    dealt = table.setup.dealt
    hands = tuple(pack(cards[seat * dealt : (seat + 1) * dealt]) for seat in table.seats)
    return Deal(hands, tuple(cards[len(hands) * dealt :]))


def random_event(state: Round, chance: Random) -> Event:
    """Something legal that happens next: mostly what the round waits for, now and then a bet. Hands must be known."""
    return _bet(state, chance) or _due(state, chance)


def _bet(state: Round, chance: Random) -> Event | None:
    if chance.random() > BETS:
        return None
    seat = chance.choice(state.table.seats)
    bets = [Bet(seat, amount) for amount in state.table.variant.betting.amounts]
    legal = [bet for bet in bets if judge(state, bet) is None]
    return chance.choice(legal) if legal else None


def _due(state: Round, chance: Random) -> Event:
    assert state.hands is not None
    match state.phase:
        case Phase.AUCTION:
            bids = [Bid(state.turn, amount) for amount in state.table.variant.betting.amounts]
            legal: list[Event] = [bid for bid in bids if judge(state, bid) is None]
            return chance.choice([Pass(state.turn), *legal])
        case Phase.EXCHANGE:
            drawn = state.drawn()
            return Exchange(state.turn, _some(add(state.hands[state.turn], pack(drawn)), len(drawn), chance))
        case Phase.PASSING:
            return Give(state.turn, _some(state.hands[state.turn], 1, chance))
        case Phase.AWARD:
            awards = [Award(state.turn, seat) for seat in state.table.seats]
            return chance.choice([award for award in awards if judge(state, award) is None])
        case _:
            return _said_of_bomb(state, chance) or _play(state, chance)


def _some(cards: Cards, number: int, chance: Random) -> Cards:
    return pack(chance.sample(unpack(suit_cards(cards)), number))


def _said_of_bomb(state: Round, chance: Random) -> Event | None:
    """Who captures a bombed trick, or leads after it, where that may be said."""
    if state.trick or not state.tricks or chance.random() > SAYS:
        return None
    last = state.tricks[-1]
    said: list[Event] = [Award(last.winner, seat) for seat in state.table.seats if seat != last.taker]
    said += [Lead(last.winner, seat) for seat in state.table.seats if seat != state.turn]
    legal = [event for event in said if judge(state, event) is None]
    return chance.choice(legal) if legal else None


def _play(state: Round, chance: Random) -> Event:
    assert state.hands is not None
    table, hand = state.table, state.hands[state.turn]
    moves = legal_plays(table.variant.combinations, table.deck, hand, state.over_reading)
    if state.trick and chance.random() * (len(moves) + 1) < 1:
        return Pass(state.turn)
    cards, reading = chance.choice(moves)
    assert count(cards) <= state.sizes[state.turn]
    return named_play(table, state.turn, cards, reading, state.over_reading)
