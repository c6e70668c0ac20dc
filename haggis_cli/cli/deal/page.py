"""A round's set-up and its hands on the screen."""

from haggis_cli.book.dealing import NextRound
from haggis_cli.cli.opening import match_name
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.privacy_screen import clear_screen, privacy_prompt
from haggis_cli.cli.terminal.prompts import ask_line, can_ask
from haggis_cli.cli.views.hand_grid import render_hand_grid
from haggis_cli.matches.notation import parse_seat
from haggis_cli.referee.setup_sentences import setup_steps
from haggis_cli.rules.cards import unpack


def print_set_up(printer: Printer, coming: NextRound) -> None:
    """Print what is dealt in which order, and who begins."""
    page = Page(printer)
    names = ", ".join(map(safe, coming.table.names))
    title = printer.styled(safe(coming.table.variant.name), "bold")
    match = f"{match_name(coming.opened)}: " if coming.opened else ""
    page.print_text(f"{match}{title}, round {coming.number}: {names}")
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
        again = "" if coming.opened and coming.opened.report.current else f" --seed {safe(seed)}"
        printer.print_message(
            f"The cards are dealt: 'haggis deal ...{again} --seat NAME' shows a hand, --json all of them."
        )
        return
    for seat, name in enumerate(coming.table.names):
        ask_line(printer, privacy_prompt(safe(name)))
        clear_screen(printer)
        try:
            printer.print_line(printer.styled(safe(name), "bold"))
            _print_hand(printer, coming, seat)
            ask_line(printer, "Enter hides the hand: ")
        finally:
            clear_screen(printer)  # with Ctrl-C, too


def _print_hand(printer: Printer, coming: NextRound, seat: int) -> None:
    assert coming.deal is not None
    hand = unpack(coming.deal.hands[seat] | coming.table.setup.court_cards)
    for line in render_hand_grid(printer, coming.table, hand, Page(printer).glyphs.track):
        printer.print_line(line)
