"""Guessing the cards one cannot see: deals that fit everything a seat has seen."""

from random import Random

from haggis_cli.players.view import View
from haggis_cli.rules.cards import Cards, add, card_bits, pack, suit_cards


class UnseenCards:
    """What a seat does not know: which cards, and how many of them each hand and the haggis hold."""

    def __init__(self, view: View) -> None:
        state, seat = view.state, view.seat
        self.seat = seat
        known = add(state.seen, suit_cards(view.hand))
        known = add(known, add(view.discarded, pack(view.drawn)))
        self.own_hand = view.hand
        self.own_discards = view.discarded
        self.courts = state.courts
        partners = state.table.partners(seat)
        self.partner = partners[0] if view.passed and partners else -1
        self.passed = view.passed
        # Of two copies the known one is the first, so that every card still has a bit of its own (see `hand_plan`).
        self.cards: list[Cards] = card_bits(state.table.deck.suit_cards & ~add(known, view.passed))
        self.unknown_counts = [size - held.bit_count() for size, held in zip(state.sizes, state.courts, strict=True)]
        self.unknown_counts[seat] = 0
        if self.partner >= 0:
            self.unknown_counts[self.partner] -= view.passed.bit_count()

    def sample_determinization(self, chance: Random) -> tuple[list[int], int]:
        """Hands by seat with their court cards, and the haggis, as bits (see `hand_plan`)."""
        cards = self.cards[:]
        chance.shuffle(cards)
        hands, start = [], 0
        for seat, number in enumerate(self.unknown_counts):
            hands.append(sum(cards[start : start + number]) | self.courts[seat])
            start += number
        hands[self.seat] = self.own_hand
        if self.partner >= 0:
            hands[self.partner] |= self.passed
        return hands, sum(cards[start:]) | self.own_discards
