"""Sentences on an event, a trick or a remaining hand, in the words of the table."""

from collections.abc import Callable, Sequence

from haggis_cli.rules.cards import Cards, count
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.table import Table
from haggis_cli.sheets.story import Leftover, TrickStory
from haggis_cli.support.english import PLACES, join_words, pluralize
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text_tables import with_direction_marks


class StoryPhrases:
    """The sentences for one table.

    table: who sits at it, and what is played.
    render_cards: gives the text of some cards.
    times: the sign of multiplication.
    secret: whether cards that go face down from hand to hand are only counted.
    names: by seat, the names as they stand in the sentences; those of the table if left out.
    """

    def __init__(
        self,
        table: Table,
        render_cards: Callable[[Cards], str],
        times: str,
        *,
        secret: bool = False,
        names: Sequence[str] | None = None,
    ) -> None:
        self.table = table
        self.names = names or [with_direction_marks(escape_text(name)) for name in table.names]
        self._render_cards = render_cards
        self._times = times
        self._secret = secret

    def describe_event(self, event: Event) -> str:
        """What a player did; the sentence begins with the name and has no full stop."""
        return f"{self.names[event.seat]} {self._describe_action(event)}"

    def _describe_action(self, event: Event) -> str:
        match event:
            case Pass():
                return "passes"
            case Bet():
                return f"bets {self.table.variant.betting.bet_text(event.amount)}"
            case Bid():
                return f"bids {event.amount}"
            case Exchange():
                if self._secret:
                    return f"exchanges {pluralize(count(event.cards), 'card')} with the haggis"
                return f"discards {self._render_cards(event.cards)}"
            case Give():
                partners = join_words([self.names[seat] for seat in self.table.partners(event.seat)])
                return f"passes {'a card' if self._secret else self._render_cards(event.cards)} to {partners}"
            case Award():
                return f"has {self.names[event.to]} capture the trick"
            case Lead():
                return f"gives the lead to {self.names[event.to]}"
            case Play():
                return f"plays {self._render_cards(event.cards)}"

    def describe_passes(self, seats: list[int]) -> str:
        """Passes in succession."""
        return f"{join_words([self.names[seat] for seat in seats])} {'passes' if len(seats) == 1 else 'pass'}"

    def describe_going_out(self, seat: int, place: int, recorded: int) -> str:
        """Going out.

        place: how many were out before. recorded: the opponents' cards recorded; 0 where nothing is.
        """
        if not recorded:
            return f"{self.names[seat]} goes out {PLACES[place]}"
        points = self.table.variant.hand_points
        product = f"{recorded}{self._times}{points} = {recorded * points}"
        return f"{self.names[seat]} goes out {PLACES[place]}; opponents' hand {product}"

    def describe_capture(self, trick: TrickStory) -> str:
        """Who captured a trick that is over."""
        assert trick.winner is not None
        assert trick.taker is not None
        what = self.describe_value(trick.cards, trick.points)
        if trick.taker == trick.winner:
            return f"{self.names[trick.winner]} captures {what}"
        return f"{self.names[trick.winner]} wins by a bomb, {self.names[trick.taker]} captures {what}"

    def describe_value(self, number: int, points: int | None) -> str:
        """A number of cards, with their points where a card is not worth one point."""
        cards = pluralize(number, "card")
        if points is None or self.table.variant.card_values.even == 1:
            return cards
        return f"{cards}, {pluralize(points, 'point')}"

    def describe_leftover(self, rest: Leftover) -> str:
        """What a remaining hand or the haggis is worth, as far as that is known, and who captures it."""
        what = self.describe_value(rest.count, rest.points)
        return f"{what} to {'nobody' if rest.taker is None else self.names[rest.taker]}"

    def describe_leftover_capture(self, seat: int, points: int) -> str:
        """What the first player out captured of cards that nobody saw."""
        return f"{self.names[seat]} captures what is left: {pluralize(points, 'point')}"
