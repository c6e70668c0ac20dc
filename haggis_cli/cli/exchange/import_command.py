"""`haggis import`: take matches in from files, whatever wrote them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import exchange_formats, player_names, variant_ids
from haggis_cli.cli.options import Home, Json, NoColor, VariantOptions, parse_option_pairs
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.support.errors import HaggisError

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", show_default=False, help="Files or folders; - is standard input."),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        show_default=False,
        autocompletion=exchange_formats,
        help="toml, json, text, csv, bgstats or bgg; found out from the file if not said.",
    ),
]
As = Annotated[str | None, typer.Option("--as", metavar="ID", show_default=False, help="What to call the one match.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Only say what would happen.")]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar="ID",
        show_default=False,
        autocompletion=variant_ids,
        help="The variant, where the file does not say; several if matches differ.",
    ),
]
PlayerNames = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        "-p",
        metavar="NAME",
        show_default=False,
        autocompletion=player_names,
        help="A player of a pasted text; once for each, clockwise.",
    ),
]
Points = Annotated[
    int | None,
    typer.Option("--points", metavar="N", min=1, show_default=False, help="The goal, where the file does not say."),
]
Rounds = Annotated[
    int | None, typer.Option("--rounds", metavar="N", min=1, show_default=False, help="The goal in rounds.")
]
Lead = Annotated[
    str | None, typer.Option("--lead", metavar="NAME", show_default=False, help="Who led round 1 of a pasted text.")
]


def command(
    files: Files,
    format_name: FormatName = None,
    as_id: As = None,
    dry_run: DryRun = False,
    variant: Variants = None,
    player: PlayerNames = None,
    points: Points = None,
    rounds: Rounds = None,
    option: VariantOptions = None,
    lead: Lead = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Take matches in from files.

    Match files, JSON and text of 'haggis export', scoresheets as CSV, BG Stats and BoardGameGeek plays, and plain text
    with a line for each play ('Noah: 4r 4g', 'Isla passes'). What is here already is not taken twice, and nothing that
    is here is overwritten: a match of the same name that says something else is told (exit code 5). A match that breaks
    a rule is kept, and told. A file that cannot be read is told and the others go on (exit code 3).

    \b
    haggis import friday.json
    haggis import --dry-run BGStatsExport.json
    haggis import chat.txt --variant three-player -p Noah -p Jamie -p Isla --as friday
    pbpaste | haggis import -
    """
    from haggis_cli.cli.exchange.importing import ONE_NAME_MESSAGE, ImportSession, read_sources
    from haggis_cli.exchange.conflicts import ImportOptions
    from haggis_cli.exchange.known_formats import find_format
    from haggis_cli.matches.store.folder import Store, home_folder
    from haggis_cli.support.errors import UsageError

    if points and rounds:
        raise UsageError("a goal is points or rounds, not both: leave out --points or --rounds")
    printer = Printer(no_color=no_color)
    chosen = find_format(format_name, reading=True) if format_name else None
    terms = ImportOptions(variant or (), player or (), points, rounds, parse_option_pairs(option), lead)
    taking = ImportSession(printer, Store(home_folder(home)), terms, as_id, dry_run=dry_run, json=json)
    found: Iterable[tuple[str, bytes | HaggisError]] = read_sources(files)
    if as_id is not None and len(found := list(found)) > 1:
        raise UsageError(ONE_NAME_MESSAGE)
    for name, data in found:
        taking.import_file(name, data, chosen)
    taking.print_summary()
    if taking.exit_code:
        raise typer.Exit(taking.exit_code)
