"""Hands of cards as grids, a line for each suit; the set-up of a round, and its hands shown to one player at a time."""

from collections.abc import Iterator

from haggis_cli.book.playing import NextRound
from haggis_cli.cli.options import match_name
from haggis_cli.cli.terminal.display import clear_screen, privacy_prompt
from haggis_cli.cli.terminal.printer import Page, Printer, Styled
from haggis_cli.cli.terminal.prompts import ask_line, can_ask
from haggis_cli.matches.notation import card_list, parse_seat
from haggis_cli.referee.sentences import setup_steps
from haggis_cli.rules.cards import RANKS, Card, Cards, court_cards, unpack
from haggis_cli.rules.variant import Table
from haggis_cli.support.text import pad


def render_hand_grid(printer: Printer, table: Table, hand: list[Card], none: str) -> Iterator[Styled]:
    """A hand as lines, one for each suit held: sequences lie side by side, sets above one another.

    Two copies of a card are shown as they can be typed, `4rr`; `none` stands where there is no card.
    """
    room = 4 if table.deck.copies == 1 else 5
    for suit, letter in enumerate(table.deck.letters):
        if all(card.suit != suit for card in hand):
            continue
        cells = []
        for rank in RANKS:
            card = Card(rank, suit)
            text = table.deck.card_text(card) + letter * (hand.count(card) - 1)
            cells.append(pad(printer.render_cards([text]) if card in hand else printer.styled(none, "dim"), room))
        yield Styled(f"  {''.join(cells).rstrip()}")
    courts: Cards = court_cards(sum(card.packed for card in hand if card.suit is None))
    if courts:
        yield Styled.join_parts("  ", printer.render_cards(card_list(courts, table.deck)))


# A round's set-up and its hands on the screen.


def print_set_up(printer: Printer, coming: NextRound) -> None:
    """Print what is dealt in which order, and who begins."""
    page = Page(printer)
    names = ", ".join(coming.table.names)
    title = printer.styled(coming.table.variant.name, "bold")
    match = f"{match_name(coming.opened)}: " if coming.opened else ""
    page.print_text(match, title, f", round {coming.number}: {names}")
    for heading, lines in setup_steps(coming.table, coming.standing):
        page.print_text(printer.styled(heading, "bold"))
        for line in lines:
            page.print_text(line, indent="  ", hanging="  ")


def print_player_hand(printer: Printer, coming: NextRound, name: str) -> None:
    """Print one hand; the player is named, or the seat is, counted from 1."""
    _print_hand(printer, coming, parse_seat(name, coming.table.names))


def print_hands_privately(printer: Printer, coming: NextRound, seed: str) -> None:
    """Print every hand when only its player looks; where nobody sits at a terminal, how to see them."""
    if not can_ask():
        again = "" if coming.opened and coming.opened.report.current else f" --seed {seed}"
        printer.print_message(
            f"The cards are dealt: 'haggis deal ...{again} --seat NAME' shows one hand, --json shows all hands."
        )
        return
    for seat, name in enumerate(coming.table.names):
        ask_line(printer, privacy_prompt(name))
        clear_screen(printer)
        try:
            printer.print_line(printer.styled(name, "bold"))
            _print_hand(printer, coming, seat)
            ask_line(printer, "Enter hides the hand: ")
        finally:
            clear_screen(printer)  # with Ctrl-C, too


def _print_hand(printer: Printer, coming: NextRound, seat: int) -> None:
    assert coming.deal is not None
    hand = unpack(coming.deal.hands[seat] | coming.table.setup.court_cards)
    for line in render_hand_grid(printer, coming.table, hand, Page(printer).glyphs.track):
        printer.print_line(line)
