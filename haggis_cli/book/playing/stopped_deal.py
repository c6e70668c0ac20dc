"""A deal that stops for blind bets: everybody has seen the first cards, and people are asked one after another."""

from random import Random

from haggis_cli.rules.cards import Cards, court_cards, pack, suit_cards, unpack
from haggis_cli.rules.rounds.blind_offers import find_blind_bets
from haggis_cli.rules.rounds.events import Bet
from haggis_cli.rules.rounds.round import Round


class StoppedDeal:
    """A deal that goes on when everybody has been asked.

    number: the number of the round.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._asked: set[int] = set()

    def find_first_cards(self, state: Round, seat: int) -> Cards:
        """The cards that a player has seen: the first suit cards, always the same ones, and all court cards."""
        assert state.hands is not None
        hand = state.hands[seat]
        dealt = unpack(suit_cards(hand))  # in the order of the deck, which says nothing of when each card came
        Random(f"{self.number}, {seat}, {hand}").shuffle(dealt)
        return pack(dealt[: state.table.variant.betting.seen]) | court_cards(hand)

    def find_next_bets(self, state: Round, seats: list[int]) -> list[Bet]:
        """The blind bets of the next of these players who has not been asked; none once everybody has."""
        for seat in state.table.clockwise_from(state.leader):
            if seat in seats and seat not in self._asked and (bets := find_blind_bets(state, seat)):
                return bets
        return []

    def note_answer(self, seat: int) -> None:
        """The player has been asked."""
        self._asked.add(seat)

    def ask_again(self) -> None:
        """Whoever has not bet blind is asked again: something was taken back."""
        self._asked.clear()
