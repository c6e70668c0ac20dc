"""What a table sees of a round at one moment, beside what the round itself says: for every face that shows it. Pure."""

from haggis_cli.rules.cards import Cards, add, remove
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.rounds.round import Round


def possible_hand(seat: int, state: Round) -> Cards:
    """The cards that the player may hold: those of the hand where it is known, else those that nobody has played.

    The Shepherd who is to discard holds the cards drawn, too.
    """
    if state.hands is None:
        return remove(state.table.deck.suit_cards, state.seen) | state.courts[seat]
    hand = state.hands[seat]
    for card in state.drawn() if state.phase is Phase.EXCHANGE else ():
        hand = add(hand, card.packed)
    return hand


def seats_passed(state: Round) -> list[int]:
    """Who has passed since the last play of the trick in progress, in order."""
    seats: list[int] = []
    seat = state.trick[-1].seat if state.trick else state.turn
    for _ in range(state.passes):
        seat = state.next_active_seat(seat)
        seats.append(seat)
    return seats


def captured_so_far(state: Round) -> tuple[int, ...]:
    """What everybody's captured tricks are worth, by seat; hands and the haggis come at the end of the round."""
    worth, captured = state.table.variant.card_values, [0] * len(state.table.names)
    for trick in state.tricks:
        captured[trick.taker] += worth.of(*trick.handfuls)
    return tuple(captured)
