"""`haggis judge`: adjudicate one play."""

from typing import TYPE_CHECKING, Annotated, Any

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
from haggis_cli.cli.terminal.printer import Printer, safe

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
    _home: IgnoredHome = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Say whether a play is allowed, and why.

    Exit code 0: the play is legal; 1: it is not. Without --over the play leads a trick.

    \b
    haggis judge 9r 10r J --over "8b 9b 10b"
    haggis judge "10r 10g J Q" --over "9b 9y 10b 10y as stair2"
    haggis judge 5r J Q as set
    """
    from haggis_cli.cli.referee.question import parse_over
    from haggis_cli.library.questions import judge_play
    from haggis_cli.library.tables import build_table

    printer = Printer(no_color=no_color)
    table = build_table(variant, players, options=parse_option_pairs(option), suits=suits)
    found = judge_play(" ".join(cards), parse_over(over, table), table)
    if json:
        printer.print_json(as_json(found))
    elif found.legal:
        printer.print_line(f"{printer.styled('legal:', 'good')} {found.words[0]}")
        for words in found.words[1:]:
            printer.print_line(f"    or {words}")
    else:
        printer.print_line(f"{printer.styled('illegal:', 'bad')} {found.message}")
        printer.print_line(f"  rule: {safe(str(found.rule))}")
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
    }
