"""`haggis import`: take matches in from files, whatever wrote them."""

import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.completion.candidates import exchange_formats, variant_ids
from haggis_cli.cli.game_options import VariantOptions, parse_option_pairs
from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.errors import HaggisError, RecordError, UsageError
from haggis_cli.support.interrupts import defer_signals

if TYPE_CHECKING:
    from haggis_cli.exchange.import_session import ImportSession
    from haggis_cli.exchange.incoming import IncomingMatch
    from haggis_cli.exchange.known_formats import ExchangeFormat
    from haggis_cli.exchange.parsed_match import ParsedMatch

MOST_NAMED = 5  # matches of which something is not taken over; of hundreds the others are counted

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Files or folders; - is standard input.")]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        autocompletion=exchange_formats,
        help="toml, json, text, csv, bgstats or bgg; found out from the file if not said.",
    ),
]
As = Annotated[str | None, typer.Option("--as", metavar="ID", help="What to call the one match.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Only say what would happen.")]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar="ID",
        autocompletion=variant_ids,
        help="The variant, where the file does not say; several if matches differ.",
    ),
]
Points = Annotated[
    int | None, typer.Option("--points", metavar="N", min=1, max=100_000, help="The goal, where the file does not say.")
]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", min=1, max=1_000, help="The goal in rounds.")]
RoundWins = Annotated[
    int | None, typer.Option("--round-wins", metavar="N", min=1, max=1_000, help="The goal in rounds won.")
]
Lead = Annotated[
    str | None, typer.Option("--lead", metavar="NAME", help="Who led round 1, where the file does not say.")
]


def command(
    files: Files,
    format_name: FormatName = None,
    as_id: As = None,
    dry_run: DryRun = False,
    variant: Variants = None,
    points: Points = None,
    rounds: Rounds = None,
    round_wins: RoundWins = None,
    option: VariantOptions = None,
    lead: Lead = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Take matches in from files.

    Match files, JSON and text of 'haggis export', scoresheets as CSV, and BG Stats and BoardGameGeek plays. What is
    here already is not taken twice, and nothing that is here is overwritten: a match of the same name that says
    something else is told (exit code 5). A match that breaks a rule is kept, and told. A file that cannot be read is
    told and the others go on (exit code 3). The half-entered round of a match that was removed comes back with it.

    \b
    haggis import friday.json
    haggis import --dry-run BGStatsExport.json
    haggis import sheet.csv --variant two-player --as friday
    pbpaste | haggis import -
    """
    from haggis_cli.book.match_settings import check_one_goal
    from haggis_cli.exchange.import_session import ONE_NAME_MESSAGE, ImportSession
    from haggis_cli.exchange.known_formats import find_format
    from haggis_cli.exchange.resolution import ImportOptions
    from haggis_cli.exchange.sources import read_sources
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.matches.store.places import home_folder

    check_one_goal(points, rounds, round_wins)
    printer = Printer(no_color=no_color)
    chosen = find_format(format_name, reading=True) if format_name else None
    options = ImportOptions(variant or (), points, rounds, parse_option_pairs(option), lead, round_wins)
    session = ImportSession(Store(home_folder(home)), options, as_id, dry_run=dry_run)
    sources: Iterable[tuple[str, bytes | HaggisError]] = read_sources(files, sys.stdin.buffer.read)
    if as_id is not None and len(sources := list(sources)) > 1:
        raise UsageError(ONE_NAME_MESSAGE)
    importer = _Importer(printer, session, dry_run=dry_run, json=json)
    for source, data in sources:
        importer.import_file(source, data, chosen)
    importer.print_end()
    if importer.exit_code:
        raise typer.Exit(importer.exit_code)


class _Importer:
    """Takes matches in, and prints what becomes of each."""

    def __init__(self, printer: Printer, session: "ImportSession", *, dry_run: bool, json: bool) -> None:
        self._printer = printer
        self._session = session
        self._dry_run = dry_run
        self._json = json
        self._rows: list[dict[str, Any]] = []
        self._remark_counts: Counter[str] = Counter()
        self._left_out: dict[str, list[str]] = {}
        self.exit_code = 0  # that of the worst failure so far

    def import_file(self, source: str, data: bytes | HaggisError, form: "ExchangeFormat | None") -> None:
        """Take in the matches of one file; one that cannot be keeps no other out."""
        try:
            found = self._session.parse_file(source, data, form)
        except HaggisError as error:
            self._print_failure(source, error)
            return
        self._session.check_one_name(len(found))
        for parsed in found:
            try:
                self._import_match(source, parsed)
            except HaggisError as error:
                self._print_failure(source, error)

    def print_end(self) -> None:
        """Print what is left once all files are read."""
        for remark, times in self._remark_counts.items():
            if times > 1:  # of hundreds of matches it is printed once
                self._printer.print_message(f"The same of {times - 1} more: {safe(remark)}")
        for what, ids in self._left_out.items():
            more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
            self._printer.print_message(f"Not taken over: {safe(what)} ({safe(', '.join(ids[:MOST_NAMED]))}{more})")
        if self._json:
            self._printer.print_json({"dry_run": self._dry_run, "matches": self._rows})

    def _import_match(self, source: str, parsed: "ParsedMatch | RecordError") -> None:
        from haggis_cli.exchange.import_session import incoming_json

        incoming = self._session.check_match(parsed)
        with defer_signals() as held:
            path = self._session.save_if_new(incoming)
            returned = self._session.return_drafts(source, incoming)
            self._rows.append(incoming_json(source, path, incoming, returned))
            for what in incoming.left_out:
                self._left_out.setdefault(what, []).append(incoming.id)
            if not self._json:
                self._print_result(incoming)
                for each in returned:
                    self._printer.print_message(f"{safe(incoming.id)}: {safe(str(each))}")
        if held:
            raise KeyboardInterrupt

    def _print_failure(self, source: str, error: HaggisError) -> None:
        self.exit_code = max(self.exit_code, error.exit_code)
        self._rows.append({"source": source, "id": None, "action": "failed", "error": str(error)})
        self._printer.print_error(str(error))

    def _print_result(self, incoming: "IncomingMatch") -> None:
        from haggis_cli.exchange.import_session import describe_incoming, find_warnings
        from haggis_cli.exchange.incoming import Verdict

        name = safe(incoming.id)
        if incoming.verdict is Verdict.EXISTS:
            self._printer.print_line(f"{name}: there already")
            return
        done = "would be imported" if self._dry_run else "imported"
        self._printer.print_line(f"{name}: {done}, {describe_incoming(incoming)}")
        for remark in incoming.remarks:
            self._remark_counts[remark] += 1
            if self._remark_counts[remark] == 1:
                self._printer.print_message(f"{name}: {safe(remark)}")
        for warning in find_warnings(incoming):
            self._printer.print_warning(warning)
