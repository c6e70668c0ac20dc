"""The referee's one question: may this event happen now? The only home of legality.

`judge` says why an event may not happen, `apply_event` what the round is after it, and `replay` plays a log of events.
What may be done is told in `choices`; `find_hand_work` finds what players do with unknown hands.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from haggis_cli.rules.cards import COURTS, SECOND_COPY, Card, Cards, add, count, holds, pack, unpack
from haggis_cli.rules.events import (
    LEAD_STAYS,
    Award,
    Bet,
    Bid,
    Breach,
    Clause,
    Event,
    Exchange,
    Give,
    Lead,
    OpenQuestion,
    Pass,
    Phase,
    Play,
    TrickPlay,
)
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import AUCTION, PLAY, Round, read_play
from haggis_cli.rules.variant import Table
from haggis_cli.support.text import join_words, pluralize


def apply_event(state: Round, event: Event) -> Round | Breach:
    """The round after an event, or why the event may not happen now."""
    if isinstance(event, Play):
        reading = _judge_play(state, event)
        return reading if isinstance(reading, Breach) else state.after_play(event.cards, reading)
    if isinstance(event, Pass):
        return _judge_pass(state, event) or state.after(event)
    return judge(state, event) or state.after(event)


def judge(state: Round, event: Event) -> Breach | None:
    """Why the event may not happen in this round now; None if it may."""
    if isinstance(event, Play):
        reading = _judge_play(state, event)
        return reading if isinstance(reading, Breach) else None
    if isinstance(event, Pass):
        return _judge_pass(state, event)
    if state.over and not (isinstance(event, Award) and state.bombed_trick):
        return _round_over(state)
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


class Replay(NamedTuple):
    """A log as far as it is legal.

    states: the round before, between and after the legal events, so one more than there are legal events.
    breach: why the next event is not legal; None if all are.
    """

    states: tuple[Round, ...]
    breach: Breach | None

    @property
    def last(self) -> Round:
        """The round after the last legal event."""
        return self.states[-1]


def replay(start: Round, events: Iterable[Event]) -> Replay:
    """Play the events one after another until one is not legal."""
    states = [start]
    for event in events:
        after = apply_event(states[-1], event)
        if isinstance(after, Breach):
            return Replay(tuple(states), after)
        states.append(after)
    return Replay(tuple(states), None)


# Bids, plays and passes.


def _round_over(state: Round) -> Breach:
    return Breach("round-over", f"The round is over: {_name(state, state.out[-1])} has ended it.", Clause.ROUND_END)


def _judge_bid(state: Round, bid: Bid) -> Breach | None:
    betting = state.table.variant.betting
    if state.phase is AUCTION:
        return _not_the_bidder(state, bid.seat) or betting.refuse(state, bid)
    if betting.by_auction:
        best = betting.shepherd(state.betting)
        result = f"{_name(state, best.seat)} is the Shepherd with {best.amount}" if best else "everybody has passed"
        return Breach("bid-not-offered", f"The auction is over: {result}.", Clause.AUCTION)
    return betting.refuse(state, bid)


def _not_the_bidder(state: Round, seat: int) -> Breach | None:
    """The refusal of a bid or a pass in the auction by anybody whose turn it is not."""
    if seat == state.turn:
        return None
    return state.table.variant.betting.refuse_bidder(state, seat) or _out_of_turn(state, seat, Clause.AUCTION)


def _judge_pass(state: Round, event: Pass) -> Breach | None:
    phase = state.phase
    if phase is not PLAY:
        return _not_the_bidder(state, event.seat) if phase is AUCTION else _not_in_play(state)
    if event.seat != state.turn:
        return _out_of_turn(state, event.seat, Clause.TRICK)
    if state.trick:
        return None
    text = f"{_name(state, event.seat)} leads the trick and must play."
    return Breach("leader-must-play", text, Clause.COMBINATIONS)


def _judge_play(state: Round, play: Play) -> Reading | Breach:
    """What the play counts as, if it is legal."""
    if state.phase is not PLAY:
        return _not_in_play(state)
    if play.seat != state.turn:
        return _out_of_turn(state, play.seat, Clause.TRICK)
    found = _not_held(state, play.seat, play.cards) or read_play(state.table, play, state.reading_to_beat)
    may_play = state.table.variant.may_play
    if may_play is None or isinstance(found, Breach):
        return found
    return may_play(state, TrickPlay(play.seat, play.cards, found)) or found


def _not_in_play(state: Round) -> Breach:
    """What must happen before anybody plays or passes."""
    turn = _name(state, state.turn)
    match state.phase:
        case Phase.AUCTION:
            return Breach("auction-pending", f"The auction is not over: {turn} must bid or pass.", Clause.AUCTION)
        case Phase.EXCHANGE:
            return Breach("exchange-pending", f"{turn}, the Shepherd, must exchange cards first.", Clause.EXCHANGE)
        case Phase.PASSING:
            return Breach(
                "passing-pending", f"Not all cards have been passed: {turn} has one to give.", Clause.CARD_PASSING
            )
        case Phase.AWARD:
            return Breach(
                "award-pending", f"{turn} won the trick with a bomb and must say who captures it.", Clause.CAPTURE
            )
        case _:
            return _round_over(state)


def _out_of_turn(state: Round, seat: int, clause: Clause) -> Breach:
    """The refusal of an act of somebody whose turn it is not."""
    name, turn = _name(state, seat), _name(state, state.turn)
    if not state.sizes[seat]:
        return Breach("already-out", f"{name} is already out; it is {turn}'s turn.", Clause.GOING_OUT)
    return Breach("out-of-turn", f"It is {turn}'s turn, not {name}'s.", clause)


# Cards that a player cannot have.


def _not_held(state: Round, seat: int, cards: Cards) -> Breach | None:
    """Why the player cannot have these cards, as far as the table can know it."""
    if state.hands is not None and holds(state.hands[seat], cards):
        return None
    courts = state.courts[seat]
    gone = cards & COURTS & ~courts
    if gone:
        absent = refuse_absent_courts(state.table, cards)
        if absent:
            return absent
        text = f"{_name(state, seat)} has already played {state.table.deck.cards_text(gone)}."
        return Breach("card-already-played", text, Clause.SETUP)
    size, suited = state.sizes[seat], cards & ~COURTS
    if count(cards) > size:
        text = f"{_name(state, seat)} holds {_count_text(size)}, not {count(cards)}."
        return Breach("too-many-cards", text, Clause.SETUP)
    if state.hands is not None:
        return _not_in_hand(state, seat, state.hands[seat], cards)
    if _is_unseen(state, suited) and count(suited) <= size - count(courts):
        return None
    return _already_seen(state, seat, suited)


def refuse_absent_courts(table: Table, cards: Cards) -> Breach | None:
    """Why nobody can have a court card among these: the game is played without it; None if all are there."""
    absent = cards & COURTS & ~table.setup.court_cards
    if not absent:
        return None
    has = table.setup.court_names
    text = f"{table.deck.cards_text(absent)} is not in this game: everybody has {has or 'no court cards'}."
    return Breach("no-such-card", text, Clause.SETUP)


def _not_in_hand(state: Round, seat: int, hand: Cards, cards: Cards) -> Breach | None:
    """Hands known: why the player does not hold these cards; of several, one that everybody has seen played."""
    if holds(hand, cards):
        return None
    missing = unpack(cards & ~hand)
    for card in missing:
        if not _is_unseen(state, card.packed):
            return _card_already_played(state, card)
    name, text = _name(state, seat), state.table.deck.card_text(missing[0])
    lacking = f"holds only one {text}" if holds(hand, missing[0].packed) else f"does not hold {text}"
    return Breach("card-not-in-hand", f"{name} {lacking}.", Clause.SETUP)


def _already_seen(state: Round, seat: int, suited: Cards) -> Breach:
    """Hands unknown: no card appears more often than the deck has it, and unplayed court cards are held, too."""
    for card in unpack(suited):
        if not _is_unseen(state, card.packed | suited & card.packed << SECOND_COPY):
            return _card_already_played(state, card)
    name, courts = _name(state, seat), state.table.deck.cards_text(state.courts[seat])
    held = _count_text(state.sizes[seat] - count(state.courts[seat]), "suit card")
    return Breach("too-many-cards", f"{name} holds {held} and {courts}, not {count(suited)}.", Clause.SETUP)


def _is_unseen(state: Round, cards: Cards) -> bool:
    """Whether the deck still has these cards beside all those played."""
    seen, deck = state.seen, state.table.deck
    if deck.copies == 1:
        return not cards & (seen | ~deck.suit_cards)
    together = add(seen, cards)
    return count(together) == count(seen) + count(cards) and holds(deck.suit_cards, together)


def _card_already_played(state: Round, card: Card) -> Breach:
    """The refusal of a card of which no copy is left."""
    deck, times = state.table.deck, ""
    if deck.copies == 2:
        times = " twice" if holds(state.seen, card.packed << SECOND_COPY) else " once"
    rest = ", and the deck has only two" if deck.copies == 2 else ""
    text = f"{deck.card_text(card)} has already been played{times} this round{rest}."
    return Breach("card-already-played", text, Clause.SETUP)


# Exchange, card passing, awards, and the lead given away.


def _judge_exchange(state: Round, event: Exchange) -> Breach | None:
    if state.phase is not Phase.EXCHANGE:
        return _no_exchange_now(state)
    if event.seat != state.turn:
        return _out_of_turn(state, event.seat, Clause.EXCHANGE)
    drawn = state.drawn()
    if event.cards & COURTS:
        return Breach("not-expected", "Court cards are never discarded.", Clause.EXCHANGE)
    if count(event.cards) != len(drawn):
        return Breach(
            "wrong-size",
            f"The Shepherd drew {_count_text(len(drawn))} and must discard as many, not {count(event.cards)}.",
            Clause.EXCHANGE,
        )
    assert state.hands is not None
    return _not_in_hand(state, event.seat, add(state.hands[event.seat], pack(drawn)), event.cards)


def _no_exchange_now(state: Round) -> Breach:
    """Why nobody exchanges cards with the haggis now, or nothing is entered for it (rules T5)."""
    betting, work = state.table.variant.betting, find_hand_work(state)
    if not betting.by_auction:
        return Breach("not-expected", "Nobody exchanges cards with the haggis in this variant.", Clause.SETUP)
    if state.phase is AUCTION:
        return _not_in_play(state)
    bid = betting.shepherd(state.betting)
    if bid is None:
        text = "Everybody has passed: there is no Shepherd, so no cards are exchanged."
    elif not betting.draws(bid.amount):
        text = f"A bid of {bid.amount} exchanges no cards."
    elif work:
        text = hand_work_text(work, state.table.names)
    elif state.hands is None:
        text = f"{_name(state, bid.seat)} exchanged cards before the first trick{NO_ENTRY}."
    else:
        text = f"{_name(state, bid.seat)} has already exchanged."
    return Breach("not-expected", text, Clause.EXCHANGE)


def _judge_give(state: Round, event: Give) -> Breach | None:
    name = _name(state, event.seat)
    if state.phase is not Phase.PASSING or state.hands is None:
        if not state.table.variant.gives:
            return Breach("not-expected", "No cards are passed in this variant.", Clause.SETUP)
        work = find_hand_work(state)
        if work:
            text = hand_work_text(work, state.table.names)
        elif state.hands is None:
            text = f"Cards were passed before the first trick{NO_ENTRY}."
        else:
            text = "All cards have already been passed."
        return Breach("not-expected", text, Clause.CARD_PASSING)
    if event.cards & COURTS or count(event.cards) != 1:
        return Breach("not-expected", "One suit card is passed at a time, never a court card.", Clause.CARD_PASSING)
    gave = [gift.seat for gift in state.given]
    if gave.count(event.seat) > min(map(gave.count, state.table.seats)):
        return Breach("out-of-turn", f"{name} has passed a card and waits for the others.", Clause.CARD_PASSING)
    return _not_in_hand(state, event.seat, state.hands[event.seat], event.cards)


def _judge_award(state: Round, event: Award) -> Breach | None:
    """An award that is due, or in a team game one that names which opponent captures (rules K1)."""
    trick = state.bombed_trick
    if trick is None:
        text = "No trick won by a bomb is waiting to be awarded."
    elif trick.awarded:
        text = f"The trick has already been awarded: {_name(state, trick.taker)} captures it."
    elif len(seats := state.table.variant.bomb_taker(state, trick).seats) < 2:
        text = f"There is no choice: {_name(state, seats[0])} captures the trick."
        betting = state.table.variant.betting
        if betting.by_auction and not betting.shepherd(state.betting):
            return Breach("not-expected", text, Clause.CAPTURE, OpenQuestion.BOMBS_WITHOUT_A_SHEPHERD)
    elif event.seat != trick.winner:
        winner, name = _name(state, trick.winner), _name(state, event.seat)
        return Breach("out-of-turn", f"{winner} won the trick and awards it, not {name}.", Clause.CAPTURE)
    elif event.to not in seats:
        text = f"{_name(state, event.to)} cannot capture the trick: an opponent must."
    else:
        return None
    return Breach("not-expected", text, Clause.CAPTURE)


def _judge_lead(state: Round, event: Lead) -> Breach | None:
    """The winner of a bombed trick gives the lead to the partner (rules K2)."""
    trick, to = state.bombed_trick, _name(state, event.to)
    if not state.table.variant.bomb_lead:
        return Breach("not-expected", LEAD_STAYS, Clause.TRICK)
    if trick is None or state.phase is not PLAY:
        text = "Only the winner of a trick won by a bomb can give the lead away."
    elif trick.lead_given:
        text = f"The lead has already been given to {_name(state, state.turn)}."
    elif event.seat != trick.winner:
        winner, name = _name(state, trick.winner), _name(state, event.seat)
        return Breach("out-of-turn", f"{winner} won the trick, not {name}.", Clause.CAPTURE)
    elif event.to not in state.table.partners(trick.winner):
        text = f"The lead can only be given to the partner, not to {to}."
    elif not state.sizes[event.to]:
        return Breach("already-out", f"{to} is already out and cannot lead.", Clause.GOING_OUT)
    else:
        return None
    return Breach("not-expected", text, Clause.CAPTURE)


def _name(state: Round, seat: int) -> str:
    return state.table.names[seat]


def _count_text(number: int, what: str = "card") -> str:
    return f"1 {what}" if number == 1 else f"{number or 'no'} {what}s"


# What is done at the table though nothing is entered for it.


class HandWork(NamedTuple):
    """What players do now with hands that nobody knows, so that no event is entered for it (rules T5).

    kind: `EXCHANGE` with the haggis, or `PASSING` to the partner.
    seats: who does it.
    cards: how many cards each of them moves.
    """

    kind: Phase
    seats: tuple[int, ...]
    cards: int


def find_hand_work(state: Round) -> HandWork | None:
    """The exchange, or the passing of cards, that is to be done before the first trick; None where there is none.

    Only where hands are unknown: otherwise it is entered, and the round waits for it.
    """
    if state.hands is not None or state.phase is not Phase.PLAY or state.trick or state.tricks:
        return None
    betting, gives = state.table.variant.betting, state.table.variant.gives
    bid = betting.shepherd(state.betting)
    cards = betting.draws(bid.amount) if bid else 0
    if bid and cards:
        return HandWork(Phase.EXCHANGE, (bid.seat,), cards)
    return HandWork(Phase.PASSING, tuple(state.table.seats), gives) if gives else None


NO_ENTRY = "; no entry is needed"
"""How a sentence on such work ends for those who record; others need not know."""


def hand_work_text(work: HandWork, names: Sequence[str]) -> str:
    """What is to be done, in a sentence; `names` are those of all players."""
    cards = pluralize(work.cards, "card")
    if work.kind is Phase.EXCHANGE:
        who = join_words([names[seat] for seat in work.seats])
        return f"{who} exchanges {cards} now{NO_ENTRY}."
    in_turn = "" if work.cards == 1 else ", one after the other"
    return f"Everybody passes {cards} to their partner now{in_turn}{NO_ENTRY}."
