"""What a player at the table sees: what everybody does in the open, and the player's own cards."""

from collections.abc import Iterator, Sequence

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.views.hand_grid import render_hand_grid
from haggis_cli.cli.views.story_page import make_phrases
from haggis_cli.cli.views.table_status import TableStatus
from haggis_cli.rules.cards import Card, Cards, pack, unpack
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.rounds.events import Bet, Event, Phase, Play
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words, pluralize


class PublicTable:
    """Prints a round for those who sit at the table; cards given and exchanged face down are not shown."""

    def __init__(self, printer: Printer, table: Table) -> None:
        self._page = Page(printer)
        self._printer = printer
        self._table = table
        self._phrases = make_phrases(self._page, table, secret=True)

    def print_event(self, before: Round, event: Event, after: Round) -> None:
        """Print what a player has done, and what came of it."""
        for line in self._render_event(before, event, after):
            self._page.print_text(line, indent="  ", hanging="    ")

    def print_status(self, state: Round, number: int) -> None:
        """Print how the round stands, and the hand of the player whose turn it is."""
        page = self._page
        page.print_gap()
        *lines, due = TableStatus(self._printer, state).render_lines(number)
        for line in lines:
            page.print_text(line, hanging="  ")
        page.print_text(self._render_standing(state), hanging="  ")
        for line in self._render_received(state, state.turn):
            page.print_text(line)
        for line in render_hand_grid(self._printer, self._table, _held_cards(state), page.glyphs.track):
            page.print_line(line)
        page.print_text(due, hanging="  ")

    def print_first_cards(self, state: Round, number: int, cards: Cards, bets: Sequence[Bet]) -> None:
        """Print the cards that a player has seen when the deal stops, and the blind bets that can be made."""
        page, betting = self._page, state.table.variant.betting
        amounts = safe(join_words([betting.amount_text(bet.amount) for bet in bets], "or"))
        page.print_gap()
        page.print_text(f"Round {number} | {self._render_games(state)}", hanging="  ")
        for line in render_hand_grid(self._printer, self._table, unpack(cards), page.glyphs.track):
            page.print_line(line)
        name = self._phrases.names[bets[0].seat]
        seen = f"{betting.seen} of {pluralize(self._table.setup.dealt, 'card')} are dealt"
        page.print_text(f"{seen}. {name} may bet blind now: {amounts}; Enter for none.", hanging="  ")

    def print_hands(self, state: Round) -> None:
        """Print the cards that everybody still held when the round ended, and the haggis."""
        if state.hands is None:
            return
        deck = self._table.deck
        held = [(f"{name} still held", state.hands[seat]) for seat, name in enumerate(self._phrases.names)]
        for words, cards in (*held, ("The haggis", pack(state.haggis))):
            if cards:
                self._page.print_text(f"{words}: {self._page.render_cards(cards, deck)}", indent="  ", hanging="    ")

    def _render_standing(self, state: Round) -> str:
        """What everybody has captured so far, and the game score of each side before the round."""
        values, names = self._table.variant.card_values, self._phrases.names
        piles = [
            sum(values.of(*trick.handfuls) for trick in state.tricks if trick.taker == seat)
            for seat in self._table.seats
        ]
        captured = ", ".join(f"{name} {points}" for name, points in zip(names, piles, strict=True))
        return f"Captured: {captured} | {self._render_games(state)}"

    def _render_games(self, state: Round) -> str:
        """The game score of each side before the round."""
        sides = zip(self._table.side_names, self._table.sides, strict=True)
        return "Game: " + ", ".join(f"{safe(name)} {state.totals[seats[0]]}" for name, seats in sides)

    def _render_event(self, before: Round, event: Event, after: Round) -> Iterator[str]:
        text = self._phrases.describe_event(event)
        if isinstance(event, Play):
            played = after.trick[-1] if after.trick else after.tricks[-1].plays[-1]
            words = describe(played.reading, self._table.variant.combinations.bombs)
            text += f"  {self._printer.styled(words, 'dim')}"
        yield text
        if len(after.out) > len(before.out):
            yield self._printer.styled(
                self._phrases.describe_going_out(event.seat, len(before.out), after.counts[-1]), "bold"
            )
        if len(after.tricks) > len(before.tricks):
            yield TableStatus(self._printer, after).render_capture()

    def _render_received(self, state: Round, seat: int) -> Iterator[str]:
        """The cards that the partner has passed, until the player plays one."""
        if state.has_played(seat):
            return
        players = len(self._table.names)
        picked_up = state.given[: len(state.given) // players * players]
        for partner in self._table.partners(seat):
            cards = [
                self._page.render_cards(gift.cards, self._table.deck) for gift in picked_up if gift.seat == partner
            ]
            if cards:
                yield f"{self._phrases.names[partner]} has passed you {' and '.join(cards)}."


def _held_cards(state: Round) -> list[Card]:
    """The cards of the player whose turn it is, those drawn for an exchange included."""
    assert state.hands is not None
    drawn = state.drawn() if state.phase is Phase.EXCHANGE else ()
    return [*unpack(state.hands[state.turn]), *drawn]
