"""`haggis sheet`: the scoresheet of a match, in the format of one's choice."""

from typing import Annotated

import typer

from haggis_cli.cli.completion import sheet_formats
from haggis_cli.cli.options import (
    Context,
    Home,
    Match,
    PlayerCount,
    PlayerNames,
    VariantId,
    VariantOptions,
    event_option,
    option,
)
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.sheets.renderers.formats import PAPERS, formats_with
from haggis_cli.support.errors import UsageError

FormatName = Annotated[
    str | None, option("--format -f NAME", f"{formats_with('', 'or')}; text if not said.", sheet_formats)
]
Output = Annotated[
    str, option("--output -o FILE", "Where to write; its ending says the format; - is the screen or pipe.")
]
Event = Annotated[
    str | None, event_option("The sheets of all matches of this evening, league or tournament; -o DIR: each in a file.")
]
All = Annotated[
    bool, option("--all", "A small web site of all matches in the folder -o: an index, the season, every sheet.")
]
Force = Annotated[bool, option("--force", "Replace a file that exists.")]
Wide = Annotated[
    bool | None,
    option(
        "--wide/--long", f"{formats_with('wide')}: a line for each round, or one for each round and player (usual)."
    ),
]
Blank = Annotated[bool, option("--blank", "An empty sheet for pen and paper: of a match, or of --variant without one.")]
Paper = Annotated[str | None, option("--paper SIZE", f"{formats_with('paper')}: {' (usual) or '.join(PAPERS)}.")]
Large = Annotated[
    bool, option("--large", f"{formats_with('large')}: in large print, with a page for each player or team.")
]
Result = Annotated[
    bool, option("--result", f"{formats_with('result')}: the result as a picture, as png has it, not the chart alone.")
]
Portrait = Annotated[
    bool, option("--portrait", f"{formats_with('portrait')}: the picture of the result upright, 1080×1920.")
]
Qr = Annotated[
    bool,
    option("--qr", f"{formats_with('qr')}: with a link and a QR code that put the match into BG Stats on a phone."),
]
Review = Annotated[
    bool, option("--review", f"{formats_with('review')}: with what every play gave away, as 'haggis review' tells it.")
]
AsJson = Annotated[bool, option("--json", "The same as --format json.")]


def command(
    match: Match = None,
    event: Event = None,
    all_matches: All = False,
    format_name: FormatName = None,
    output: Output = "-",
    force: Force = False,
    wide: Wide = None,
    paper: Paper = None,
    large: Large = False,
    result: Result = False,
    portrait: Portrait = False,
    qr: Qr = False,
    review: Review = False,
    blank: Blank = False,
    variant: VariantId = None,
    player: PlayerNames = None,
    players: PlayerCount = None,
    option: VariantOptions = None,
    json: AsJson = False,
    home: Home = None,
) -> None:
    """Export the scoresheet of a match.

    The columns are those of the official sheets. A round in progress has a line without figures. html is one page that
    needs nothing else: the sheet, the score chart, and the recorded rounds to step through; svg is the chart alone,
    png a picture of the result to send, 1200×630.
    Exit code 1: the match breaks a rule; what is known is written all the same.

    With --blank the sheet is empty, for pen and paper: with the players of a match, or for a table of its own that
    --variant, --player or --players and --option say.

    With --all the folder -o becomes a small web site that any web host serves, or a browser opens from the disk.

    \b
    haggis sheet
    haggis sheet friday -o friday.html
    haggis sheet friday -o result.png --portrait
    haggis sheet friday --format csv --wide
    haggis sheet --event "Burns Night" --format html -o sheets/
    haggis sheet --blank --variant neeps -o blank.html
    haggis sheet --blank --variant neeps --large -o blank.pdf
    haggis sheet --all -o site/
    """
    from haggis_cli.cli.sheet.writing import Target, choose_format, load_sheet, make_blank_sheet, make_style

    context = Context(Printer(), home)
    if all_matches:
        of_one_match, of_its_format = (match, qr, review), (format_name, wide, paper, large, result, portrait, json)
        of_a_blank_sheet = (blank, variant, player, players, option)
        if any((*of_one_match, *of_its_format, *of_a_blank_sheet)):
            raise UsageError("--all makes a site of pages: it goes with -o FOLDER, --event and --force alone")
        from haggis_cli.cli.sheet.events import write_site

        write_site(context, event, output, force=force)
        return
    if event is not None and (match is not None or blank):
        raise UsageError("--event is for the sheets of several matches: leave out MATCH and --blank")
    chosen = choose_format(format_name, output, json, several=event is not None)
    target = Target(
        context, chosen, make_style(chosen, wide, paper, large=large, result=result, portrait=portrait), output, force
    )
    if qr and (blank or "qr" not in chosen.knows):
        raise UsageError(f"--qr is for the {formats_with('qr')} sheets of a match: add --format html")
    if review and (blank or event is not None or "review" not in chosen.knows):
        raise UsageError(f"--review is for the {formats_with('review')} sheet of one match: add --format html")
    if chosen.binary and target.is_screen and context.printer.columns is not None:
        raise UsageError(f"{chosen.name} is nothing to look at in a terminal: add -o FILE")
    if event is not None:
        from haggis_cli.cli.sheet.events import export_event_sheets

        export_event_sheets(target, event, qr=qr)
        return
    if blank:
        if "blank" not in chosen.knows:
            raise UsageError(f"nobody writes on {chosen.name}: a blank sheet is {formats_with('blank', 'or')}")
        from haggis_cli.plugins.registry import guard_plugins

        with guard_plugins():
            sheet = make_blank_sheet(context, match, variant, player, players, option)
    elif any(value is not None for value in (variant, player, players, option)):
        raise UsageError("--variant, --player, --players and --option say whose sheet is blank: add --blank")
    else:
        target.check()  # a review takes minutes
        sheet = load_sheet(context, match, chosen, qr=qr, review=review)
    target.write(sheet)
    target.print_complaints(sheet.complaints)
    if sheet.complaints:
        raise typer.Exit(1)
