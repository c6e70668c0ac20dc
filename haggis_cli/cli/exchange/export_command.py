"""`haggis export`: matches as files for other programs, other computers, and people."""

from typing import Annotated

import typer

from haggis_cli.cli.completion.candidates import exchange_formats
from haggis_cli.cli.options import Home, Match
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError

FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        show_default=False,
        autocompletion=exchange_formats,
        help="toml, json, text, csv, bgstats, bgg, link or qr; toml if neither this nor a file's ending says.",
    ),
]
Output = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE|DIR",
        help="A file, or a folder with a file for each match; - is the screen or pipe.",
    ),
]
All = Annotated[bool, typer.Option("--all", "-a", help="All matches.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Wide = Annotated[bool, typer.Option("--wide", help="csv: a line for each round, not one for each round and player.")]
AsJson = Annotated[
    bool, typer.Option("--json", help="To the screen: the same as --format json. To files: what was written, as JSON.")
]


def command(
    match: Match = None,
    every: All = False,
    format_name: FormatName = None,
    output: Output = "-",
    wide: Wide = False,
    force: Force = False,
    json: AsJson = False,
    home: Home = None,
) -> None:
    """Write matches for other programs and people.

    toml is the match file itself; json and text say everything in it but its comments, and 'haggis import' reads them
    back; csv has the figures of every round; bgstats and bgg are plays for BG Stats and BoardGameGeek; link puts the
    play into BG Stats when it is opened on a phone, qr is that link as a QR code. A match that cannot be written is
    told and the others go on (exit code 3).

    \b
    haggis export friday -o friday.json
    haggis export --all -o backup
    haggis export --all -o plays.bgsplay
    haggis export --format text | less
    """
    from haggis_cli.cli.exchange.exporting import STANDARD_OUTPUT, Exporter, choose_format

    if every and match is not None:
        raise UsageError("--all and a match contradict each other: give one of them")
    to_screen = output == STANDARD_OUTPUT
    if json and to_screen and (format_name or "json").strip().casefold() != "json":
        raise UsageError(f"--json and --format {format_name} contradict each other: give one of them")
    chosen = choose_format("json" if json and to_screen else format_name, output)
    if wide and chosen.name != "csv":
        raise UsageError("--wide is for csv: add --format csv")
    giving = Exporter(Printer(), chosen, home, wide=wide, force=force, json=json and not to_screen)
    giving.write(match, output, every=every)
    if giving.exit_code:
        raise typer.Exit(giving.exit_code)
