"""What somebody does, in the words of the notation, cards in their colours."""

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.matches.notation import card_list, render_action, render_claim
from haggis_cli.rules.rounds.events import Event, Play
from haggis_cli.rules.table import Table


def render_colored_action(printer: Printer, event: Event, table: Table) -> str:
    """An event without whose it is, safe to be shown; a play with its reading where the cards alone mean another."""
    if not isinstance(event, Play):
        return safe(render_action(event, table))
    cards = printer.render_cards(card_list(event.cards, table.deck))
    return f"{cards} as {render_claim(event.claim)}" if event.claim else cards
