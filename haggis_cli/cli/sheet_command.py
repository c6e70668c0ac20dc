"""`haggis sheet`: the scoresheet of a match, in the format of one's choice."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.offered import sheet_formats
from haggis_cli.cli.options import Home, Match
from haggis_cli.cli.show import Printer, safe, short_path
from haggis_cli.errors import UsageError

if TYPE_CHECKING:
    from haggis_cli.sheets.formats import Format
    from haggis_cli.sheets.sheet import Sheet

STANDARD_OUTPUT = "-"
USUAL_WIDTH = 80
TELLING = ("text", "markdown")  # formats that say themselves what is wrong

FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        show_default=False,
        autocompletion=sheet_formats,
        help="text, markdown, csv or json; text if not said.",
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where to write; its ending says the format; - is the screen or pipe."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
Wide = Annotated[
    bool | None,
    typer.Option(
        "--wide/--long",
        show_default=False,
        help="csv: a line for each round, or one for each round and player (usual).",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]


def command(
    match: Match = None,
    format_name: FormatName = None,
    output: Output = STANDARD_OUTPUT,
    force: Force = False,
    wide: Wide = None,
    json: AsJson = False,
    home: Home = None,
) -> None:
    """Export the scoresheet of a match.

    The columns are those of the official sheets. A round in progress has a line without figures. Exit code 1: the match
    breaks a rule; what is known is written all the same.

    \b
    haggis sheet
    haggis sheet friday -o friday.md
    haggis sheet friday --format csv --wide
    """
    from haggis_cli.cli.common import open_match
    from haggis_cli.sheets.sheet import scoresheet

    printer = Printer()
    chosen = _format(format_name, output, json)
    if wide is not None and chosen.name != "csv":
        raise UsageError("--wide and --long are for csv: add --format csv")
    sheet = scoresheet(open_match(match, home).report)
    if output == STANDARD_OUTPUT:
        printer.out.write(_rendered(sheet, chosen, bool(wide), printer.columns, printer.out.encoding))
    else:
        from haggis_cli.cli.outfile import write_out

        write_out(output, _rendered(sheet, chosen, bool(wide), None, "utf-8").encode(), force=force)
        printer.say(f"Written to {safe(short_path(output))}.")
    if output != STANDARD_OUTPUT or chosen.name not in TELLING:
        for complaint in sheet.complaints:
            printer.error(complaint)
    if sheet.complaints:
        raise typer.Exit(1)


def _format(name: str | None, output: str, json: bool) -> "Format":
    from haggis_cli.sheets.formats import format_for, format_named

    if json and name is not None and name.strip().casefold() != "json":
        raise UsageError(f"--json and --format {name} contradict each other: give one of them")
    if json or name is not None:
        return format_named("json" if json or name is None else name)
    return format_named("text") if output == STANDARD_OUTPUT else format_for(output)


def _rendered(sheet: "Sheet", chosen: "Format", wide: bool, columns: int | None, encoding: str | None) -> str:
    from haggis_cli.sheets.formats import Style
    from haggis_cli.sheets.glyphs import ASCII, glyphs_for

    style = Style(width=columns or USUAL_WIDTH, ascii=glyphs_for(encoding) is ASCII, wide=wide)
    return chosen.render(sheet, style)
