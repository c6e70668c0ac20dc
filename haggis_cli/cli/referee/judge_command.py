"""`haggis judge`: adjudicate one play."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.game_options import Over, PlayerCount, Suits, VariantId, VariantOptions, parse_option_pairs
from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.library.questions import Judgement

Cards = Annotated[list[str], typer.Argument(metavar="CARDS", help="The cards, such as '4rg 5rg' or '5r J Q as set'.")]


def command(
    cards: Cards,
    over: Over = None,
    variant: VariantId = None,
    option: VariantOptions = None,
    suits: Suits = None,
    players: PlayerCount = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Say whether a play is allowed, and why.

    Exit code 0: the play is legal; 1: it is not. Without --over the play leads a trick. The rules are those of the
    match last worked on, with its options and suits; --variant takes those of a variant instead.

    \b
    haggis judge 9r 10r J --over "8b 9b 10b"
    haggis judge "10r 10g J Q" --over "9b9y10b10y as stair2"
    haggis judge 5r J Q as set --variant tatties
    haggis judge 4♥ 4♠ --suits ♥♦♣♠
    """
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.views.question import parse_over, print_illegal, print_rules, print_unasked
    from haggis_cli.library.questions import judge_play

    printer = Printer(no_color=no_color)
    rules = find_rules(home, variant, players, parse_option_pairs(option), suits)
    found = judge_play(" ".join(cards), parse_over(over, rules.table), rules.table)
    print_rules(printer, rules, json=json)
    if json:
        printer.print_json(as_json(found) | rules.as_json())
    elif found.legal:
        printer.print_line(f"{printer.styled('legal:', 'good')} {found.words[0]}")
        for words in found.words[1:]:
            printer.print_line(f"    or {words}")
        print_unasked(printer, found.unasked, rules.table)
    else:
        print_illegal(printer, found)
    if not found.legal:
        raise typer.Exit(1)


def as_json(found: "Judgement") -> dict[str, Any]:
    """The answer as the contract lays it down."""
    return {
        "legal": found.legal,
        "cards": found.cards,
        "code": found.code,
        "message": found.message,
        "rule": found.rule,
        "readings": [reading._asdict() for reading in found.readings],
    } | ({"unasked": found.unasked} if found.unasked else {})
