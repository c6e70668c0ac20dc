"""Counting cards: which plays nobody can beat any more, by the cards that are still unseen."""

from haggis_cli.players.candidate_plays import answers
from haggis_cli.players.hand_plan import BOMB, SINGLE, Deed
from haggis_cli.players.search.determinization import Unseen
from haggis_cli.players.table_facts import Arena
from haggis_cli.players.view import View
from haggis_cli.rules.cards import JACK, apart


class Count:
    """What a seat knows about the cards still out against it."""

    def __init__(self, view: View, arena: Arena) -> None:
        state = view.state
        self.arena = arena
        unseen = sum(Unseen(view).cards)
        self.against = [
            (state.sizes[seat], unseen | state.courts[seat]) for seat in arena.opponents[view.seat] if state.sizes[seat]
        ]
        self._sure: dict[Deed, bool] = {}

    def sure(self, deed: Deed) -> bool:
        """Whether no opponent can have an answer, a bomb included; all unseen cards may be in one hand."""
        found = self._sure.get(deed)
        if found is None:
            found = self._sure[deed] = not any(self._beaten(deed, size, cards) for size, cards in self.against)
        return found

    def _beaten(self, deed: Deed, size: int, cards: int) -> bool:
        return any(answer.size <= size for answer in answers(self.arena, cards, deed.shape, deed.rank, []))

    def courts(self, courts: int) -> list[Deed]:
        """Court cards left over, as the fewest plays: a bomb, or singles."""
        place = self.arena.bombs.get(courts)
        if place is not None:
            return [Deed(BOMB, place, courts, courts.bit_count())]
        return [Deed(SINGLE, JACK - 1 + bit.bit_length(), bit, 1) for bit in apart(courts)]
