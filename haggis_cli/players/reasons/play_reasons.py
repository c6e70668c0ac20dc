"""Why cards are played: what they shed, what cannot be beaten, who has to be stopped."""

from haggis_cli.players.hand_plan import BOMB, as_cards, read_candidate
from haggis_cli.players.reasons.position import NEAR_OUT, Position
from haggis_cli.rules.cards import COURTS, remove, suit_cards, unpack
from haggis_cli.rules.rounds.events import Play
from haggis_cli.support.english import pluralize


class PlayReason:
    """The reason for one legal play."""

    def __init__(self, position: Position, play: Play) -> None:
        self._position, self._state = position, position.view.state
        self._play = read_candidate(self._state, play)
        self._rest = remove(position.view.hand, play.cards)
        self._left = position.best_plan(self._rest)

    def text(self) -> str:
        """The sentence."""
        if not self._rest:
            return self._going_out()
        if self._position.counter.is_unbeatable(self._play):
            return self._unbeatable()
        return self._lead() if self._state.reading_to_beat is None else self._answer()

    def _going_out(self) -> str:
        """What it brings to go out now: the points for the fullest hand of an opponent."""
        opponents = self._position.context.opponents[self._position.view.seat]
        fullest = max(opponents, key=lambda seat: self._state.sizes[seat])
        held = self._state.sizes[fullest]
        place = "first" if not self._state.out else "next"
        return f"You go out {place}, while {self._position.name(fullest)} still holds {pluralize(held, 'card')}."

    def _unbeatable(self) -> str:
        counter = self._position.counter
        left = [*self._left, *counter.court_plays(self._rest & COURTS)]
        beatable = sum(not counter.is_unbeatable(each) for each in left)
        if beatable <= 1:
            then = "after it only your last play could be beaten" if beatable else "nor anything you play after it"
            return f"Nobody can beat it, and {then}: you can go out in a row."
        return f"Nobody can beat it, so the next lead is yours, and {self._position.rest_goes(self._rest)}."

    def _lead(self) -> str:
        position, size = self._position, self._play.size
        _, held = position.nearest
        rest = position.rest_goes(self._rest)
        if held < size and held <= NEAR_OUT:
            return f"{position.threat()} and cannot answer {size} cards but with a bomb; {rest}."
        if self._play.shape == BOMB:
            return f"Only a higher bomb takes the lead from you, and {rest}."
        if not any(as_cards(group.cards) == self._play.cards for group in position.plan):
            return (
                f"Tried out on hands the others may hold, it did better than the play that comes first to mind; {rest}."
            )
        low = self._is_lowest()
        if size > 1:
            return f"It gets rid of {size} cards at once{', your lowest among them' if low else ''}; {rest}."
        if position.threat() and not low:
            return f"{position.threat()}, so a high single is harder to beat; {rest}."
        if low:
            return f"It gets rid of your lowest card, which is no part of anything larger; {rest}."
        return f"It sheds a card that is no part of anything larger; {rest}."

    def _answer(self) -> str:
        position = self._position
        rest, points = position.rest_goes(self._rest), position.trick_points
        worth = f"the trick is worth {pluralize(points, 'point')} so far" if points else ""
        why = ", and ".join(filter(None, [position.threat() or worth, rest]))
        if self._play.shape == BOMB:
            return f"It takes the lead: {why}."
        if self._play.cards & COURTS:
            return f"It spends {self._courts()} to take the trick: {why}."
        if len(self._left) < len(position.plan):
            return f"It beats the trick and breaks up nothing: {rest}."
        return f"It takes a combination apart to beat the trick: {why}."

    def _courts(self) -> str:
        number = (self._play.cards & COURTS).bit_count()
        return "a court card" if number == 1 else f"{number} court cards"

    def _is_lowest(self) -> bool:
        own = unpack(suit_cards(self._position.view.hand))
        return bool(own) and any(card.rank == own[0].rank for card in unpack(suit_cards(self._play.cards)))
