"""`haggis sheet`: the scoresheet of a match, in the format of one's choice."""

from typing import Annotated

import typer

from haggis_cli.cli import options
from haggis_cli.cli.completion import sheet_formats
from haggis_cli.cli.options import Context, event_option, option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.sheets.renderers.formats import PAPERS, formats_with
from haggis_cli.support.errors import UsageError

FormatName = Annotated[
    str | None,
    option("--format -f NAME", f"{formats_with('', 'or')}. Default: by the ending of FILE, else text.", sheet_formats),
]
Output = Annotated[
    str, option("--output -o FILE", "File to write; its ending chooses the format. - is standard output.")
]
Event = Annotated[
    str | None,
    event_option("Sheets of all matches of this evening, league or tournament; -o DIR writes one file each."),
]
All = Annotated[
    bool, option("--all", "Write a small web site of all matches to the folder -o: an index, the season, every sheet.")
]
Wide = Annotated[
    bool | None,
    option("--wide/--long", f"{formats_with('wide')}: one line per round, or one per round and player (default)."),
]
Blank = Annotated[bool, option("--blank", "Empty sheet for pen and paper, for a match or for --variant.")]
Paper = Annotated[str | None, option("--paper SIZE", f"{formats_with('paper')}: {' (default) or '.join(PAPERS)}.")]
Large = Annotated[
    bool, option("--large", f"{formats_with('large')}: large print, with a page for each player or team.")
]
Chart = Annotated[bool, option("--chart", f"{formats_with('chart')}: the score chart alone.")]
Portrait = Annotated[
    bool, option("--portrait", f"{formats_with('portrait')}: upright picture of the result, 1080×1920.")
]
Qr = Annotated[
    bool, option("--qr", f"{formats_with('qr')}: add a link and a QR code that open the match in BG Stats on a phone.")
]
Review = Annotated[
    bool,
    option(
        "--review", f"{formats_with('review')}: add the points that each play gave away, as 'haggis review' shows them."
    ),
]
AsJson = Annotated[bool, option("--json", "The same as --format json.")]


def command(
    match: options.Match = None,
    event: Event = None,
    all_matches: All = False,
    format_name: FormatName = None,
    output: Output = "-",
    force: options.Force = False,
    wide: Wide = None,
    paper: Paper = None,
    large: Large = False,
    chart: Chart = False,
    portrait: Portrait = False,
    qr: Qr = False,
    review: Review = False,
    blank: Blank = False,
    variant: options.VariantId = None,
    player: options.PlayerNames = None,
    players: options.PlayerCount = None,
    option: options.VariantOptions = None,
    json: AsJson = False,
    home: options.Home = None,
) -> None:
    """Write the scoresheet of a match.

    The columns are those of the official sheets. A round in progress has a line without figures. html is a single
    self-contained page: the sheet, the score chart, and the recorded rounds to step through. png
    and svg are a picture of the result to send, 1200×630. Exit code 1: the match breaks a rule; the known figures are
    written all the same.

    --blank writes an empty sheet for pen and paper: for the players of a match, or for a separate table described by
    --variant, --player or --players, and --option.

    --all turns the folder -o into a small web site, which any web host can serve and a browser can open from disk.

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
        of_one_match, of_its_format = (match, qr, review), (format_name, wide, paper, large, chart, portrait, json)
        of_a_blank_sheet = (blank, variant, player, players, option)
        if any((*of_one_match, *of_its_format, *of_a_blank_sheet)):
            raise UsageError("--all writes a web site: use it only with -o FOLDER, --event and --force")
        from haggis_cli.cli.sheet.events import write_site

        write_site(context, event, output, force=force)
        return
    if event is not None and (match is not None or blank):
        raise UsageError("--event writes the sheets of several matches: omit MATCH and --blank")
    chosen = choose_format(format_name, output, json, several=event is not None)
    target = Target(
        context, chosen, make_style(chosen, wide, paper, large=large, chart=chart, portrait=portrait), output, force
    )
    if qr and (blank or "qr" not in chosen.knows):
        raise UsageError(f"--qr is for the {formats_with('qr')} sheets of a match: add --format html")
    if review and (blank or event is not None or "review" not in chosen.knows):
        raise UsageError(f"--review is for the {formats_with('review')} sheet of one match: add --format html")
    if chosen.binary and target.is_screen and context.printer.columns is not None:
        raise UsageError(f"{chosen.name} cannot be shown in a terminal: add -o FILE")
    if event is not None:
        from haggis_cli.cli.sheet.events import export_event_sheets

        export_event_sheets(target, event, qr=qr)
        return
    if blank:
        if "blank" not in chosen.knows:
            raise UsageError(f"a blank sheet cannot be {chosen.name}: use {formats_with('blank', 'or')}")
        from haggis_cli.plugins.registry import guard_plugins

        with guard_plugins():
            sheet = make_blank_sheet(context, match, variant, player, players, option)
    elif any(value is not None for value in (variant, player, players, option)):
        raise UsageError("--variant, --player, --players and --option describe a blank sheet: add --blank")
    else:
        target.check()  # a review takes minutes
        sheet = load_sheet(context, match, chosen, qr=qr, review=review)
    target.write(sheet)
    target.print_complaints(sheet.complaints)
    if sheet.complaints:
        raise typer.Exit(1)
