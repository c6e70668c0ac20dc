"""A hand of cards as a grid: a line for each suit, a column for each rank."""

from collections.abc import Iterator

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.matches.notation import card_list
from haggis_cli.rules.cards import RANKS, Card, Cards, court_cards
from haggis_cli.rules.table import Table
from haggis_cli.support.text_tables import pad


def render_hand_grid(printer: Printer, table: Table, hand: list[Card], none: str) -> Iterator[str]:
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
        yield f"  {''.join(cells).rstrip()}"
    courts: Cards = court_cards(sum(card.packed for card in hand if card.suit is None))
    if courts:
        yield f"  {printer.render_cards(card_list(courts, table.deck))}"
