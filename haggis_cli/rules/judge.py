"""The referee's one question: may this event happen now? The only home of legality."""

from collections.abc import Callable

from haggis_cli.rules.breach import Breach, Clause
from haggis_cli.rules.cards import COURTS, Cards, add, count, court_cards, holds, pack, suit_cards, unpack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.resolve import read_play
from haggis_cli.rules.round import Phase, Round


def judge(state: Round, event: Event) -> Breach | None:
    """Why the event may not happen in this round now; None if it may."""
    if state.over and not (isinstance(event, Award) and state.bombed):
        return Breach("round-over", f"The round is over: {_name(state, state.out[-1])} has ended it.", Clause.ROUND_END)
    match event:
        case Bet():
            return state.table.variant.betting.refuse(state, event)
        case Bid():
            return _judge_bid(state, event)
        case Exchange():
            return _judge_exchange(state, event)
        case Give():
            return _judge_give(state, event)
        case Award():
            return _judge_award(state, event)
        case Lead():
            return _judge_lead(state, event)
        case Pass():
            return _judge_pass(state, event)
        case Play():
            return _judge_play(state, event)


def _judge_bid(state: Round, bid: Bid) -> Breach | None:
    betting = state.table.variant.betting
    if state.phase is Phase.AUCTION:
        return _out_of_turn(state, bid.seat, Clause.AUCTION) or betting.refuse(state, bid)
    if betting.by_auction:
        return Breach("bid-not-offered", "The auction is over.", Clause.AUCTION)
    return betting.refuse(state, bid)


def _judge_pass(state: Round, event: Pass) -> Breach | None:
    if state.phase is Phase.AUCTION:
        return _out_of_turn(state, event.seat, Clause.AUCTION)
    breach = _not_in_play(state) or _out_of_turn(state, event.seat, Clause.TURN)
    if breach or state.trick:
        return breach
    return Breach("leader-must-play", f"{_name(state, event.seat)} leads the trick and must play.", Clause.TURN)


def _judge_play(state: Round, play: Play) -> Breach | None:
    breach = (
        _not_in_play(state) or _out_of_turn(state, play.seat, Clause.TURN) or _not_held(state, play.seat, play.cards)
    )
    if breach:
        return breach
    reading = read_play(state.table, play, state.over_reading)
    return reading if isinstance(reading, Breach) else None


def _not_in_play(state: Round) -> Breach | None:
    """What must happen before anybody plays or passes."""
    turn = _name(state, state.turn)
    match state.phase:
        case Phase.AUCTION:
            return Breach("auction-pending", f"The auction is not over: {turn} must bid or pass.", Clause.AUCTION)
        case Phase.EXCHANGE:
            return Breach("exchange-pending", f"{turn}, the Shepherd, must exchange cards first.", Clause.EXCHANGE)
        case Phase.PASSING:
            return Breach("passing-pending", f"Not all cards are passed: {turn} has one to give.", Clause.CARD_PASSING)
        case Phase.AWARD:
            return Breach(
                "award-pending", f"{turn} won the trick with a bomb and must say who captures it.", Clause.CAPTURE
            )
        case _:
            return None


def _out_of_turn(state: Round, seat: int, clause: Clause) -> Breach | None:
    if seat == state.turn:
        return None
    name, turn = _name(state, seat), _name(state, state.turn)
    if not state.sizes[seat]:
        return Breach("already-out", f"{name} is already out; it is {turn}'s turn.", Clause.GOING_OUT)
    return Breach("out-of-turn", f"It is {turn}'s turn, not {name}'s.", clause)


def _not_held(state: Round, seat: int, cards: Cards) -> Breach | None:
    """Why the player cannot have these cards, as far as the table can know it."""
    name, courts = _name(state, seat), court_cards(cards)
    if not holds(state.courts[seat], courts):
        gone = state.table.deck.write(courts & ~state.courts[seat])
        return Breach("card-already-played", f"{name} has already played {gone}.", Clause.SETUP)
    if count(cards) > state.sizes[seat]:
        return Breach("too-many-cards", f"{name} holds {_cards(state.sizes[seat])}, not {count(cards)}.", Clause.SETUP)
    if state.hands is not None:
        return _not_in_hand(state, seat, state.hands[seat], cards)
    return _already_seen(state, seat, cards)


def _not_in_hand(state: Round, seat: int, hand: Cards, cards: Cards) -> Breach | None:
    if holds(hand, cards):
        return None
    missing = cards & ~hand
    played = _first_where(state, missing, lambda card: holds(state.seen, card))
    if played:
        return Breach("card-already-played", f"{played} has already been played this round.", Clause.SETUP)
    lacking = _first_where(state, missing, lambda card: True)
    return Breach("card-not-in-hand", f"{_name(state, seat)} does not hold {lacking}.", Clause.SETUP)


def _first_where(state: Round, cards: Cards, test: Callable[[Cards], bool]) -> str | None:
    for card in unpack(cards):
        if test(card.packed):
            return state.table.deck.card_text(card)
    return None


def _already_seen(state: Round, seat: int, cards: Cards) -> Breach | None:
    """Hands unknown: no card appears more often than the deck has it, and unplayed court cards are held, too."""
    suited, deck = suit_cards(cards), state.table.deck
    together = add(state.seen, suited)
    if count(together) != count(state.seen) + count(suited) or not holds(deck.suit_cards, together):
        again = _first_where(state, suited, lambda card: not _fits(state, card))
        times = "" if deck.copies == 1 else f" {deck.copies} times, as often as the deck has it"
        return Breach("card-already-played", f"{again} has already been played this round{times}.", Clause.SETUP)
    held = state.sizes[seat] - count(state.courts[seat])
    if count(suited) > held:
        courts = deck.write(state.courts[seat])
        return Breach(
            "too-many-cards",
            f"{_name(state, seat)} holds {held} suit cards beside {courts}, not {count(suited)}.",
            Clause.SETUP,
        )
    return None


def _fits(state: Round, card: Cards) -> bool:
    together = add(state.seen, card)
    return count(together) > count(state.seen) and holds(state.table.deck.suit_cards, together)


def _judge_exchange(state: Round, event: Exchange) -> Breach | None:
    if state.phase is not Phase.EXCHANGE:
        return Breach("not-expected", "There is nothing to exchange now.", Clause.EXCHANGE)
    breach = _out_of_turn(state, event.seat, Clause.EXCHANGE)
    if breach:
        return breach
    drawn = state.drawn()
    if event.cards & COURTS:
        return Breach("not-expected", "Court cards are never discarded.", Clause.EXCHANGE)
    if count(event.cards) != len(drawn):
        return Breach(
            "wrong-size",
            f"The Shepherd drew {_cards(len(drawn))} and discards as many, not {count(event.cards)}.",
            Clause.EXCHANGE,
        )
    assert state.hands is not None
    return _not_in_hand(state, event.seat, add(state.hands[event.seat], pack(drawn)), event.cards)


def _judge_give(state: Round, event: Give) -> Breach | None:
    name = _name(state, event.seat)
    if state.phase is not Phase.PASSING or state.hands is None:
        return Breach("not-expected", "No cards are passed now.", Clause.CARD_PASSING)
    if event.cards & COURTS or count(event.cards) != 1:
        return Breach("not-expected", "One suit card is passed at a time, never a court card.", Clause.CARD_PASSING)
    gave = [gift.seat for gift in state.given]
    if gave.count(event.seat) > min(map(gave.count, state.table.seats)):
        return Breach("out-of-turn", f"{name} has passed a card and waits for the others.", Clause.CARD_PASSING)
    return _not_in_hand(state, event.seat, state.hands[event.seat], event.cards)


def _judge_award(state: Round, event: Award) -> Breach | None:
    """An award that is due, or in a team game one that names which opponent captures (rules K1)."""
    trick = state.bombed
    if trick is None:
        return Breach("not-expected", "No trick won by a bomb is waiting to be awarded.", Clause.CAPTURE)
    if trick.awarded:
        taker = _name(state, trick.taker)
        return Breach("not-expected", f"The trick is already awarded: {taker} captures it.", Clause.CAPTURE)
    seats = state.table.variant.bomb_taker(state, trick).seats
    if len(seats) < 2:
        return Breach(
            "not-expected", f"There is no choice: {_name(state, seats[0])} captures the trick.", Clause.CAPTURE
        )
    if event.seat != trick.winner:
        winner, name = _name(state, trick.winner), _name(state, event.seat)
        return Breach("out-of-turn", f"{winner} won the trick and awards it, not {name}.", Clause.CAPTURE)
    if event.to not in seats:
        to = _name(state, event.to)
        return Breach("not-expected", f"{to} cannot capture the trick: an opponent must.", Clause.CAPTURE)
    return None


def _judge_lead(state: Round, event: Lead) -> Breach | None:
    """The winner of a bombed trick gives the lead to the partner (rules K2)."""
    trick, to = state.bombed, _name(state, event.to)
    if trick is None or not state.table.variant.bomb_lead or state.phase is not Phase.PLAY:
        return Breach(
            "not-expected", "Only the winner of a trick won by a bomb can give the lead away.", Clause.CAPTURE
        )
    if trick.lead_given:
        return Breach("not-expected", f"The lead is already given to {_name(state, state.turn)}.", Clause.CAPTURE)
    if event.seat != trick.winner:
        winner, name = _name(state, trick.winner), _name(state, event.seat)
        return Breach("out-of-turn", f"{winner} won the trick, not {name}.", Clause.CAPTURE)
    if event.to not in state.table.partners(trick.winner):
        return Breach("not-expected", f"The lead can only be given to the partner, not to {to}.", Clause.CAPTURE)
    if not state.sizes[event.to]:
        return Breach("already-out", f"{to} is already out and cannot lead.", Clause.GOING_OUT)
    return None


def _name(state: Round, seat: int) -> str:
    return state.table.names[seat]


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
