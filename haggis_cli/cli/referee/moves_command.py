"""`haggis moves`: every legal play from a hand."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import (
    IgnoredHome,
    Json,
    NoColor,
    Over,
    PlayerCount,
    Suits,
    VariantId,
    VariantOptions,
    parse_option_pairs,
)
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.rules.move_generation.parts import Move
    from haggis_cli.rules.table import Table

Hand = Annotated[list[str], typer.Argument(metavar="HAND", help="The cards in hand, such as '3-6r 4g 9b JQK'.")]


def command(
    hand: Hand,
    over: Over = None,
    variant: VariantId = None,
    option: VariantOptions = None,
    suits: Suits = None,
    players: PlayerCount = None,
    _home: IgnoredHome = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """List every legal play of a hand.

    Without --over the plays lead a trick. Cards that can be read in several ways are listed once for each reading.

    \b
    haggis moves 4-6r 5g J
    haggis moves 4-6r 5g J --over "3b 4b 5b"
    """
    from haggis_cli.matches.notation import card_list, parse_cards
    from haggis_cli.referee.seating import make_anonymous_table
    from haggis_cli.referee.single_play import parse_over
    from haggis_cli.rules.move_generation.moves import legal_plays

    printer = Printer(no_color=no_color)
    table = make_anonymous_table(variant, parse_option_pairs(option), suits, players)
    cards = parse_cards(" ".join(hand), table.deck)
    moves = legal_plays(table.variant.combinations, table.deck, cards, parse_over(over, table)[1])
    if json:
        listed = [{"cards": card_list(played, table.deck), **reading._asdict()} for played, reading in moves]
        printer.print_json({"hand": card_list(cards, table.deck), "count": len(moves), "moves": listed})
    else:
        _print_moves(printer, moves, table)


def _print_moves(printer: Printer, moves: "list[Move]", table: "Table") -> None:
    """The moves under their readings, a line each."""
    from haggis_cli.matches.notation import card_list
    from haggis_cli.rules.explanations import describe

    by_reading: dict[str, list[str]] = {}
    for played, reading in moves:
        words = describe(reading, table.variant.combinations.bombs)
        by_reading.setdefault(words, []).append(printer.render_cards(card_list(played, table.deck)))
    for words, plays in by_reading.items():
        printer.print_line(printer.styled(words, "bold"))
        for cards in plays:
            printer.print_line(f"  {cards}")
    printer.print_message(f"{len(moves)} legal plays" if len(moves) != 1 else "1 legal play")
