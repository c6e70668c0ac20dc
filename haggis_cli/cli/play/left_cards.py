"""`left`: the cards that one player has not seen, and where they are."""

from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.views.hand_grid import render_hand_grid
from haggis_cli.matches.notation import card_list
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.search.determinization import UnseenCards
from haggis_cli.players.view import View, view_of
from haggis_cli.rules.cards import Cards, count, unpack
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize


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
            also = f"; and {page.render_cards(known, state.table.deck)}, from you" if known else ""
            page.print_text(f"{safe(state.table.names[seat])}'s court cards: {courts}{also}", hanging="  ")


def _render_places(view: View, unseen: UnseenCards, left: Cards) -> str:
    """How many there are, and how many of them each hand and the haggis hold."""
    names = view.state.table.names
    places = [f"{safe(names[seat])} holds {number}" for seat, number in enumerate(unseen.unknown_counts) if number]
    rest = count(left) - sum(unseen.unknown_counts)
    if rest:
        places.append(f"the haggis {rest}" if places else f"the haggis holds {rest}")
    if not places:
        return "You have seen every suit card."
    return f"You have not seen {pluralize(count(left), 'suit card')}: {join_words(places)}."
