"""A round's set-up and its hands, on the screen and as JSON."""

from haggis_cli.cli.deal.coming_round import ComingRound
from haggis_cli.cli.play.table import hand_grid
from haggis_cli.cli.terminal.page import Page
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.privacy_screen import clear, look_alone
from haggis_cli.cli.terminal.prompts import can_ask, line_from
from haggis_cli.cli.terminal.questionnaire import read_seat
from haggis_cli.matches.notation import card_list
from haggis_cli.referee.setup_sentences import left_out, set_up
from haggis_cli.rules.cards import COURTS, unpack


def print_set_up(printer: Printer, coming: ComingRound) -> None:
    page = Page(printer)
    names = ", ".join(map(safe, coming.table.names))
    title = printer.styled(safe(coming.table.variant.name), "bold")
    page.text(f"{title}, round {coming.number}: {names}")
    for heading, lines in set_up(coming.table, coming.standing):
        page.text(printer.styled(heading, "bold"))
        for line in lines:
            page.text(line, indent="  ", hanging="  ")


def show_hand(printer: Printer, coming: ComingRound, name: str) -> None:
    """One hand, by the player's name or seat."""
    _print_hand(printer, coming, read_seat(name, coming.table.names))


def show_hands(printer: Printer, coming: ComingRound, seed: str) -> None:
    """Every hand when its player alone looks; where nobody sits at a terminal, how to see them."""
    if not can_ask():
        again = "" if coming.opened and coming.opened.report.current else f" --seed {safe(seed)}"
        printer.say(f"The cards are dealt: 'haggis deal ...{again} --seat NAME' shows a hand, --json all of them.")
        return
    for seat, name in enumerate(coming.table.names):
        line_from(printer, look_alone(safe(name)))
        clear(printer)
        try:
            printer.line(printer.styled(safe(name), "bold"))
            _print_hand(printer, coming, seat)
            line_from(printer, "Enter hides the hand: ")
        finally:
            clear(printer)  # with Ctrl-C, too


def _print_hand(printer: Printer, coming: ComingRound, seat: int) -> None:
    assert coming.deal is not None
    hand = unpack(coming.deal.hands[seat] | COURTS)
    for line in hand_grid(printer, coming.table, hand, Page(printer).glyphs.track):
        printer.line(line)


def deal_json(coming: ComingRound, seed: str) -> dict[str, object]:
    """The set-up, and with a deal the hands; `left_out` are the suits that stay in the box."""
    table, standing = coming.table, coming.standing
    dealer = standing.leader if standing.dealer is None else standing.dealer
    told: dict[str, object] = {
        "variant": table.variant.id,
        "players": table.names,
        "round": coming.number,
        "suits": [table.deck.suit_name(suit) for suit in range(len(table.deck.letters))],
        "left_out": left_out(table),
        "copies": table.deck.copies,
        "dealt": table.setup.dealt,
        "haggis": table.setup.haggis(len(table.names)),
        "leader": table.names[standing.leader],
        "dealer": table.names[dealer],
        "steps": [line for _, lines in set_up(table, standing) for line in lines],
        "seed": seed,
        "deal": None,
    }
    if coming.deal:
        hands = {name: card_list(hand, table.deck) for name, hand in zip(table.names, coming.deal.hands, strict=True)}
        told["deal"] = {"hands": hands, "haggis": [table.deck.card_text(card) for card in coming.deal.haggis]}
    return told
