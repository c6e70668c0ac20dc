"""What a player at the table sees: what everybody does in the open, and the player's own cards."""

from collections.abc import Iterator, Sequence

from haggis_cli.book.game import Game
from haggis_cli.cli.terminal.display import spinner
from haggis_cli.cli.terminal.printer import Page, Printer, Styled
from haggis_cli.cli.views.hands import render_hand_grid
from haggis_cli.cli.views.story import TableStatus, make_phrases
from haggis_cli.matches.notation import card_list, render_action
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.levels import LEVELS, Effort, UnseenCards, View, view_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.rules.cards import Card, Cards, count, pack, unpack
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Award, Bet, Breach, Event, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.round import Round, read_play
from haggis_cli.rules.variant import Table
from haggis_cli.support.text import join_words, pluralize


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
        amounts = betting.choice_text(bet.amount for bet in bets)
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
                shown = self._page.render_cards(cards, deck)
                self._page.print_text(f"{words}: ", shown, indent="  ", hanging="    ")

    def _render_standing(self, state: Round) -> str:
        """What everybody has captured so far, and the game score of each side before the round."""
        pairs = zip(self._phrases.names, state.captured(), strict=True)
        captured = ", ".join(f"{name} {points}" for name, points in pairs)
        return f"Captured: {captured} | {self._render_games(state)}"

    def _render_games(self, state: Round) -> str:
        """The game score of each side before the round."""
        sides = zip(self._table.side_names, self._table.sides, strict=True)
        return "Game: " + ", ".join(f"{name} {state.totals[seats[0]]}" for name, seats in sides)

    def _render_event(self, before: Round, event: Event, after: Round) -> Iterator[Styled]:
        text = Styled(self._phrases.describe_event(event))
        if isinstance(event, Play):
            played = after.trick[-1] if after.trick else after.tricks[-1].plays[-1]
            words = describe(played.reading, self._table.variant.combinations.bombs)
            text = Styled.join_parts(text, "  ", self._printer.styled(words, "dim"))
        yield text
        yield from TableStatus(self._printer, after).render_outcome(before)

    def _render_received(self, state: Round, seat: int) -> Iterator[Styled]:
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
                given = Styled(" and ".join(cards))
                yield Styled.join_parts(f"{self._phrases.names[partner]} has passed you ", given, ".")


def _held_cards(state: Round) -> list[Card]:
    """The cards of the player whose turn it is, those drawn for an exchange included."""
    assert state.hands is not None
    return [*unpack(state.hands[state.turn]), *choices(state).drawn]


# What a person can ask for in the middle of a turn: what can be played, what is best, what has happened.


def print_hint(printer: Printer, game: Game, state: Round, effort: Effort) -> list[Event]:
    """Print what the strongest computer player would do, and why; that event, as the only suggestion."""
    from haggis_cli.players.reasons import explain

    with spinner(printer, "The adviser"), guard_rules(state.table.variant.id):
        event = game.advice(state, list(LEVELS)[-1], effort)
        why = explain(view_of(state, state.turn), event, effort)
    how = "" if isinstance(event, Award) else " ('1' enters it)"
    named = event._replace(claim=None) if isinstance(event, Play) else event  # the reading is told beside it
    action = printer.render_event(render_action(named, state.table))
    printer.print_message("Hint: ", action, f"{_render_reading(event, state)}{how}")
    printer.print_message(f"  {why}")
    return [event]


def _render_reading(event: Event, state: Round) -> str:
    reading = read_play(state.table, event, state.reading_to_beat) if isinstance(event, Play) else None
    if reading is None or isinstance(reading, Breach):
        return ""
    return f", {describe(reading, state.table.variant.combinations.bombs)}"


def print_public_log(printer: Printer, report: Report) -> None:
    """Print the round so far, as everybody could see it."""
    played = report.rounds[-1]
    table = PublicTable(printer, report.table)
    steps = played.steps()
    for step in steps:
        table.print_event(*step)
    if not played.events:
        printer.print_message("Nothing has happened yet.")


# `left`: the cards that one player has not seen, and where they are.


def print_left_cards(printer: Printer, state: Round) -> None:
    """Print what the player whose turn it is cannot see: suit cards by suit and copy, then everybody's court cards."""
    page, view = Page(printer), view_of(state, state.turn)
    unseen = UnseenCards(view)
    left = as_cards(sum(unseen.cards))
    page.print_text(_render_places(view, unseen, left))
    for line in render_hand_grid(printer, state.table, unpack(left), page.glyphs.track):
        page.print_line(line)
    for seat in state.table.clockwise_from(state.turn):
        if seat != state.turn and state.sizes[seat]:
            courts = printer.render_cards(card_list(state.courts[seat], state.table.deck)) or "none"
            known = view.passed if seat == unseen.partner else 0
            also = ("; and ", page.render_cards(known, state.table.deck), ", from you") if known else ()
            page.print_text(f"{state.table.names[seat]}'s court cards: ", courts, *also, hanging="  ")


def _render_places(view: View, unseen: UnseenCards, left: Cards) -> str:
    """How many there are, and how many of them each hand and the haggis hold."""
    names = view.state.table.names
    places = [f"{names[seat]} holds {number}" for seat, number in enumerate(unseen.unknown_counts) if number]
    rest = count(left) - sum(unseen.unknown_counts)
    if rest:
        places.append(f"the haggis {rest}" if places else f"the haggis holds {rest}")
    if not places:
        return "You have seen every suit card."
    return f"You have not seen {pluralize(count(left), 'suit card')}: {join_words(places)}."
