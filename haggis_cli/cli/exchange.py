"""`haggis export` and `haggis import`: matches out to other programs, computers and people, and in again."""

import sys
from collections import Counter
from collections.abc import Iterable
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli import options
from haggis_cli.cli.completion import exchange_formats, variant_ids
from haggis_cli.cli.options import Context, argument, event_option, find_event_matches, option, parse_option_pairs
from haggis_cli.cli.terminal.display import knows_blocks, render_code, width_needed
from haggis_cli.cli.terminal.printer import Printer, short_path
from haggis_cli.exchange.known_formats import ExchangeFormat, find_format, format_names
from haggis_cli.support.errors import HaggisError, RecordError, StoreError, UsageError
from haggis_cli.support.extras import QrDrawing
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import pluralize

if TYPE_CHECKING:
    from haggis_cli.exchange.files import ExportResult
    from haggis_cli.exchange.import_session import ImportSession, IncomingMatch
    from haggis_cli.exchange.parsed_match import OutgoingMatch, ParsedMatch

ExportFormat = Annotated[
    str | None,
    option(
        "--format -f NAME",
        f"{format_names(reading=False)}. Default: by the ending of FILE, else toml.",
        exchange_formats,
    ),
]
Output = Annotated[str, option("--output -o FILE|DIR", "File, or folder for one file per match; - is standard output.")]
All = Annotated[bool, option("--all -a", "Export all matches.")]
Event = Annotated[str | None, event_option("Export all matches of this evening, league or tournament.")]
Force = Annotated[bool, option("--force", "Overwrite existing files.")]
Wide = Annotated[bool, option("--wide", "csv: one line per round, instead of one per round and player.")]
AsJson = Annotated[
    bool, option("--json", "On standard output: the same as --format json. With files: write a JSON list of the files.")
]


def export_command(
    match: options.Match = None,
    every: All = False,
    event: Event = None,
    format_name: ExportFormat = None,
    output: Output = "-",
    wide: Wide = False,
    force: Force = False,
    json: AsJson = False,
    home: options.Home = None,
) -> None:
    """Export matches for backup and for other programs.

    toml is the match file itself. json and text contain everything in it except comments, and 'haggis import' reads
    them back. csv has the figures of every round. bgstats and bgg are plays for BG Stats and BoardGameGeek. link adds
    the play to BG Stats when opened on a phone; qr is that link as a QR code, drawn with characters in a terminal,
    otherwise as SVG. A match
    that cannot be exported is reported, and haggis continues with the others (exit code 3).

    \b
    haggis export friday -o friday.json
    haggis export --all -o backup
    haggis export --event "Burns Night" -o plays.bgsplay
    haggis export --format text | less
    """
    from haggis_cli.exchange.files import choose_format
    from haggis_cli.matches.store.atomic_write import STANDARD_OUTPUT

    chosen_by = {"--all": every, "--event": event is not None, "a match": match is not None}
    given = [word for word, is_given in chosen_by.items() if is_given]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} contradict each other: give one of them")
    to_screen = output == STANDARD_OUTPUT
    if json and to_screen and (format_name or "json").strip().casefold() != "json":
        raise UsageError(f"--json and --format {format_name} contradict each other: give one of them")
    chosen = choose_format("json" if json and to_screen else format_name, output)
    if wide and chosen.name != "csv":
        raise UsageError("--wide is for csv: add --format csv")
    exporter = _Exporter(Context(Printer(), home, json and not to_screen), chosen, wide=wide, force=force)
    exporter.export(match, output, every=every, event=event)
    if exporter.exit_code:
        raise typer.Exit(exporter.exit_code)


class _Exporter:
    """Writes matches, and prints what becomes of each."""

    def __init__(self, context: Context, form: ExchangeFormat, *, wide: bool, force: bool) -> None:
        self._context = context
        self._printer = context.printer
        self._form = form
        self._wide = wide
        self._force = force
        self._rows: list[dict[str, Any]] = []
        self.exit_code = 0  # that of the worst failure so far

    def export(self, match: str | None, output: str, *, every: bool, event: str | None) -> None:
        """Write one match, or all of the store or of an event."""
        from haggis_cli.exchange.files import ExportResult, needs_folder, read_outgoing, write_to_folder
        from haggis_cli.history.selection import People, read_people
        from haggis_cli.matches.store.files import user_path

        store, form = self._context.store, self._form
        if event is not None:
            paths, every = find_event_matches(self._context, event), True
        else:
            paths = store.matches() if every else [store.find(match)]
        if every and not paths:
            raise StoreError(f"there is no match to export in {store.home!s}")
        people = read_people(store.home) if "people" in form.knows else People()
        folder = needs_folder(form, output, every=every, wide=self._wide)
        matches = []
        for path in paths:
            try:
                matches.append(read_outgoing(store, path, form, people))
            except HaggisError as error:
                if not every:
                    raise
                self._print_result(ExportResult(path.stem, "failed", error=error))
        if folder:
            written = write_to_folder(
                user_path(output), matches, form, wide=self._wide, force=self._force, home=self._context.home
            )
            for result in written:
                self._print_result(result)
        elif matches:
            self._write_one_file(output, matches, many=every)
        if self._context.json:
            self._printer.print_json({"matches": self._rows})

    def _write_one_file(self, output: str, matches: "list[OutgoingMatch]", *, many: bool) -> None:
        from haggis_cli.exchange.files import find_missing_data
        from haggis_cli.matches.store.atomic_write import STANDARD_OUTPUT, write_output_file

        if self._form.qr_text and output == STANDARD_OUTPUT and self._printer.columns is not None:
            print_qr_code(self._printer, self._form.draw_text(matches))
            return
        data = self._form.render(matches, many=many, wide=self._wide)
        for warning in find_missing_data(self._form, matches, data):
            self._printer.print_warning(warning)
        if output == STANDARD_OUTPUT:
            self._write_to_screen(data)
            return
        with defer_signals(last=True):
            notice = write_output_file(output, data, force=self._force, home=self._context.home)
            self._context.print_notice(notice)
        self._rows += [{"id": each.id, "action": "written", "file": output, "error": None} for each in matches]
        if not self._context.json:
            what = f"{pluralize(len(matches), 'match', 'matches')}: written" if many else "Written"
            self._printer.print_message(f"{what} to {short_path(output)}.")

    def _write_to_screen(self, data: bytes) -> None:
        """Write the bytes as they are; on a terminal as text that cannot steer it."""
        if self._printer.columns is not None:
            for line in data.decode().removesuffix("\n").split("\n"):
                self._printer.print_line(line)
            return
        self._printer.out.flush()
        self._printer.out.buffer.write(data)
        self._printer.out.buffer.flush()

    def _print_result(self, result: "ExportResult") -> None:
        """Print what became of a match that has a file of its own, or none."""
        error = result.error
        self._rows.append(
            {"id": result.id, "action": result.action, "file": result.file, "error": str(error) if error else None}
        )
        for warning in result.warnings:
            self._printer.print_warning(warning)
        self._context.print_notice(result.notice)
        if error:
            self.exit_code = max(self.exit_code, error.exit_code)
            self._printer.print_error(f"{result.id}: {error}")
        elif not self._context.json:
            shown = short_path(str(result.file))
            self._printer.print_message(f"{result.id}: {result.action}, {shown}")


# `haggis import`: take matches in from files, whatever wrote them.

MOST_NAMED = 5  # matches of which something is not taken over; of hundreds the others are counted

Files = Annotated[list[str], argument("FILE...", "Files or folders to import; - is standard input.")]
ImportFormat = Annotated[
    str | None,
    option("--format -f NAME", f"{format_names(reading=True)}. Default: detected from the file.", exchange_formats),
]
As = Annotated[str | None, option("--as ID", "Id of the imported match, if there is only one.")]
DryRun = Annotated[bool, option("--dry-run -n", "Show what would happen, but import nothing.")]
Variants = Annotated[
    list[str] | None,
    option("--variant ID", "Variant, if the file names none. Repeatable if the matches differ.", variant_ids),
]
Points = Annotated[int | None, option("--points N", "Goal in points, if the file names none.", min=1, max=100_000)]
Rounds = Annotated[int | None, option("--rounds N", "Goal in rounds, if the file names none.", min=1, max=1_000)]
RoundWins = Annotated[
    int | None, option("--round-wins N", "Goal in rounds won, if the file names none.", min=1, max=1_000)
]
Lead = Annotated[str | None, option("--lead NAME", "Player who led round 1, if the file does not show it.")]


def import_command(
    files: Files,
    format_name: ImportFormat = None,
    as_id: As = None,
    dry_run: DryRun = False,
    variant: Variants = None,
    points: Points = None,
    rounds: Rounds = None,
    round_wins: RoundWins = None,
    option: options.VariantOptions = None,
    lead: Lead = None,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Import matches from files.

    Reads match files, JSON and text from 'haggis export', scoresheets as CSV, and plays from BG Stats and
    BoardGameGeek. Matches that are already saved are skipped, and nothing is overwritten: if another match has the same
    id, haggis reports it (exit code 5). A match that breaks a rule is imported and reported. A file that cannot be read
    is reported, and haggis continues with the others (exit code 3). If a removed match had a half-entered round, that
    round is restored, too.

    \b
    haggis import friday.json
    haggis import --dry-run BGStatsExport.json
    haggis import sheet.csv --variant two-player --as friday
    pbpaste | haggis import -
    """
    from haggis_cli.book.new_match import check_one_goal
    from haggis_cli.exchange.files import read_sources
    from haggis_cli.exchange.import_session import ONE_NAME_MESSAGE, ImportSession
    from haggis_cli.exchange.parsed_match import ImportOptions
    from haggis_cli.rules.scoring import Goal

    goal = Goal(points, rounds, round_wins)
    check_one_goal(goal)
    context = Context(Printer(no_color=no_color), home, json)
    chosen = find_format(format_name, reading=True) if format_name else None
    options = ImportOptions(variant or (), goal, parse_option_pairs(option), lead)
    session = ImportSession(context.store, options, as_id, dry_run=dry_run)
    sources: Iterable[tuple[str, bytes | HaggisError]] = read_sources(files, sys.stdin.buffer.read)
    if as_id is not None and len(sources := list(sources)) > 1:
        raise UsageError(ONE_NAME_MESSAGE)
    importer = _Importer(context, session, dry_run=dry_run)
    for source, data in sources:
        importer.import_file(source, data, chosen)
    importer.print_end()
    if importer.exit_code:
        raise typer.Exit(importer.exit_code)


class _Importer:
    """Takes matches in, and prints what becomes of each."""

    def __init__(self, context: Context, session: "ImportSession", *, dry_run: bool) -> None:
        self._context = context
        self._printer = context.printer
        self._session = session
        self._dry_run = dry_run
        self._rows: list[dict[str, Any]] = []
        self._remark_counts: Counter[str] = Counter()
        self._left_out: dict[str, list[str]] = {}
        self.exit_code = 0  # that of the worst failure so far

    def import_file(self, source: str, data: bytes | HaggisError, form: ExchangeFormat | None) -> None:
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
                self._printer.print_message(f"{times - 1} more with the same remark: {remark}")
        for what, ids in self._left_out.items():
            more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
            self._printer.print_message(f"Not imported: {what} ({', '.join(ids[:MOST_NAMED])}{more})")
        if self._context.json:
            self._printer.print_json({"dry_run": self._dry_run, "matches": self._rows})

    def _import_match(self, source: str, parsed: "ParsedMatch | RecordError") -> None:
        from haggis_cli.exchange.import_session import incoming_json

        incoming = self._session.check_match(parsed)
        with defer_signals() as held:
            path, notice = self._session.save_if_new(incoming)
            self._context.print_notice(notice)
            returned = self._session.return_drafts(source, incoming)
            self._rows.append(incoming_json(source, path, incoming, returned))
            for what in incoming.left_out:
                self._left_out.setdefault(what, []).append(incoming.id)
            if not self._context.json:
                self._print_result(incoming)
                for each in returned:
                    self._printer.print_message(f"{incoming.id}: {each!s}")
        if held:
            raise KeyboardInterrupt

    def _print_failure(self, source: str, error: HaggisError) -> None:
        self.exit_code = max(self.exit_code, error.exit_code)
        self._rows.append({"source": source, "id": None, "action": "failed", "error": str(error)})
        self._printer.print_error(str(error))

    def _print_result(self, incoming: "IncomingMatch") -> None:
        from haggis_cli.exchange.import_session import describe_incoming, find_warnings

        name = incoming.id
        if not incoming.is_new:
            self._printer.print_line(f"{name}: already saved")
            return
        done = "would be imported" if self._dry_run else "imported"
        self._printer.print_line(f"{name}: {done}, {describe_incoming(incoming)}")
        for remark in incoming.remarks:
            self._remark_counts[remark] += 1
            if self._remark_counts[remark] == 1:
                self._printer.print_message(f"{name}: {remark}")
        for warning in find_warnings(incoming):
            self._printer.print_warning(warning)


# A QR code on the terminal, or how to get it elsewhere.

_FILE = "'-o code.svg' writes it to a file, '--format link' prints the link itself"


def print_qr_code(printer: Printer, text: str) -> None:
    """Draw a text as a QR code; HaggisError where the terminal is too narrow for it, or knows no block characters."""
    drawing, (columns, rows) = QrDrawing(text), get_terminal_size()
    if not knows_blocks(printer):
        raise HaggisError(f"this terminal cannot show the block characters of a QR code: {_FILE}")
    wide = width_needed(drawing)
    if wide > columns:
        raise HaggisError(
            f"this QR code is {wide} columns wide and {(wide + 1) // 2} lines high, but the terminal has {columns} "
            f"columns: make the terminal wider or its letters smaller, or {_FILE}"
        )
    lines = render_code(printer, drawing, columns)
    for line in lines:
        printer.print_line(line)
    if len(lines) >= rows:
        printer.print_message(
            f"The code is {len(lines)} lines high, but the terminal shows only {rows}: make the terminal higher or its "
            f"letters smaller, or {_FILE}."
        )
    elif not printer.colored:
        printer.print_message(f"If a phone cannot read it on a light background: {_FILE}.")
