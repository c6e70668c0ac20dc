"""`haggis moves`: every legal play from a hand."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.game_options import Over, PlayerCount, Suits, VariantId, VariantOptions, parse_option_pairs
from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.library.questions import Judgement

Hand = Annotated[list[str], typer.Argument(metavar="HAND", help="The cards in hand, such as '3-6r 4g 9b JQK'.")]


def command(
    hand: Hand,
    over: Over = None,
    variant: VariantId = None,
    option: VariantOptions = None,
    suits: Suits = None,
    players: PlayerCount = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """List every legal play of a hand, by kind.

    Without --over the plays lead a trick. Cards that can be read in several ways are listed once for each reading, the
    plays of a kind that need the fewest court cards first. Below them stands whether passing is allowed. The
    rules are those of the match last worked on, with its options and suits; --variant takes those of a variant instead.

    A hand that nobody can hold is refused with its rule (exit code 1).

    \b
    haggis moves 4-6r 5g J
    haggis moves 456r5gJ --over 3-5b
    haggis moves 4-6r 5g J --variant three-player
    """
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.views.moves_page import kind_order, print_moves
    from haggis_cli.cli.views.question import parse_over, print_illegal, print_rules, print_unasked
    from haggis_cli.library.questions import Judgement, find_unasked_rule, read_hand
    from haggis_cli.matches.notation import card_list
    from haggis_cli.rules.move_generation.moves import legal_plays

    printer = Printer(no_color=no_color)
    rules = find_rules(home, variant, players, parse_option_pairs(option), suits)
    table = rules.table
    beaten = parse_over(over, table)
    cards = read_hand(" ".join(hand), beaten[0] if beaten else 0, table)
    if isinstance(cards, Judgement):
        print_rules(printer, rules, json=json)
        if json:
            printer.print_json({**_refusal_json(cards), **rules.as_json()})
        else:
            print_illegal(printer, cards)
        raise typer.Exit(1)
    beat = beaten[1] if beaten else None
    moves = legal_plays(table.variant.combinations, table.deck, cards, beat)
    print_rules(printer, rules, json=json)
    unasked = find_unasked_rule(table)
    if json:
        listed = [{"cards": card_list(played, table.deck), **reading._asdict()} for played, reading in moves]
        found = {"hand": card_list(cards, table.deck), "count": len(moves), "moves": listed}
        printer.print_json(found | ({"unasked": unasked} if unasked else {}) | rules.as_json())
    else:
        print_moves(printer, table, beat, sorted(moves, key=lambda move: kind_order(*move)), numbered=False)
        printer.print_message(f"{len(moves)} legal plays" if len(moves) != 1 else "1 legal play")
        print_unasked(printer, unasked, table)


def _refusal_json(found: "Judgement") -> dict[str, object]:
    """What a script is told of a hand that nobody can hold."""
    why = {"code": found.code, "message": found.message, "rule": found.rule}
    return {"hand": found.cards, "count": 0, "moves": [], **why}
