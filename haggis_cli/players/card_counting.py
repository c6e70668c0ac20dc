"""Counting cards: which plays nobody can beat any more, by the cards that are still unseen."""

from haggis_cli.players.candidate_plays import candidate_answers
from haggis_cli.players.hand_plan import BOMB, SINGLE, CandidatePlay
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.table_facts import TableContext
from haggis_cli.players.view import View
from haggis_cli.rules.cards import JACK, card_bits


class CardCounter:
    """What a seat knows about the cards still out against it."""

    def __init__(self, view: View, arena: TableContext) -> None:
        state = view.state
        self.context = arena
        unseen = sum(UnseenCards(view).cards)
        self.opposing_hands = [
            (state.sizes[seat], unseen | state.courts[seat]) for seat in arena.opponents[view.seat] if state.sizes[seat]
        ]
        self._unbeatable: dict[CandidatePlay, bool] = {}

    def is_unbeatable(self, deed: CandidatePlay) -> bool:
        """Whether no opponent can have an answer, a bomb included; all unseen cards may be in one hand."""
        found = self._unbeatable.get(deed)
        if found is None:
            found = self._unbeatable[deed] = not any(
                self._can_be_beaten(deed, size, cards) for size, cards in self.opposing_hands
            )
        return found

    def _can_be_beaten(self, deed: CandidatePlay, size: int, cards: int) -> bool:
        return any(answer.size <= size for answer in candidate_answers(self.context, cards, deed.shape, deed.rank, []))

    def court_plays(self, courts: int) -> list[CandidatePlay]:
        """Court cards left over, as the fewest plays: a bomb, or singles."""
        place = self.context.bombs.get(courts)
        if place is not None:
            return [CandidatePlay(BOMB, place, courts, courts.bit_count())]
        return [CandidatePlay(SINGLE, JACK - 1 + bit.bit_length(), bit, 1) for bit in card_bits(courts)]
