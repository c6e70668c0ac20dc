"""`haggis export`: matches as files for other programs, other computers, and people."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.completion.candidates import exchange_formats
from haggis_cli.cli.options import Home, Match, event_option
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.support.english import pluralize
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals

if TYPE_CHECKING:
    from haggis_cli.exchange.export_files import ExportResult
    from haggis_cli.exchange.known_formats import ExchangeFormat, OutgoingMatch

FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
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
Event = Annotated[str | None, event_option("All matches of this evening, league or tournament.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Wide = Annotated[bool, typer.Option("--wide", help="csv: a line for each round, not one for each round and player.")]
AsJson = Annotated[
    bool, typer.Option("--json", help="To the screen: the same as --format json. To files: what was written, as JSON.")
]


def command(
    match: Match = None,
    every: All = False,
    event: Event = None,
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
    play into BG Stats when it is opened on a phone, qr is that link as a QR code: drawn on a terminal, else SVG. A
    match that cannot be written is told and the others go on (exit code 3).

    \b
    haggis export friday -o friday.json
    haggis export --all -o backup
    haggis export --event "Burns Night" -o plays.bgsplay
    haggis export --format text | less
    """
    from haggis_cli.exchange.export_files import choose_format
    from haggis_cli.matches.store.output_file import STANDARD_OUTPUT

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
    exporter = _Exporter(Printer(), chosen, home, wide=wide, force=force, json=json and not to_screen)
    exporter.export(match, output, every=every, event=event)
    if exporter.exit_code:
        raise typer.Exit(exporter.exit_code)


class _Exporter:
    """Writes matches, and prints what becomes of each."""

    def __init__(
        self, printer: Printer, form: "ExchangeFormat", home: str | None, *, wide: bool, force: bool, json: bool
    ) -> None:
        self._printer = printer
        self._form = form
        self._home = home
        self._wide = wide
        self._force = force
        self._json = json
        self._rows: list[dict[str, Any]] = []
        self.exit_code = 0  # that of the worst failure so far

    def export(self, match: str | None, output: str, *, every: bool, event: str | None) -> None:
        """Write one match, or all of the store or of an event."""
        from haggis_cli.cli.views.event_matches import find_event_matches
        from haggis_cli.exchange.export_files import ExportResult, needs_folder, read_outgoing, write_to_folder
        from haggis_cli.history.people import read_people
        from haggis_cli.matches.store.folder import Store
        from haggis_cli.matches.store.places import home_folder
        from haggis_cli.support.paths import user_path

        store, form = Store(home_folder(self._home)), self._form
        if event is not None:
            paths, every = find_event_matches(self._printer, store, event), True
        else:
            paths = store.matches() if every else [store.find(match)]
        if every and not paths:
            raise StoreError(f"there is no match in {safe(str(store.home))} to export")
        people = read_people(store.home) if form.names_people else None
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
                user_path(output), matches, form, wide=self._wide, force=self._force, home=self._home
            )
            for result in written:
                self._print_result(result)
        elif matches:
            self._write_one_file(output, matches, many=every)
        if self._json:
            self._printer.print_json({"matches": self._rows})

    def _write_one_file(self, output: str, matches: "list[OutgoingMatch]", *, many: bool) -> None:
        from haggis_cli.exchange.export_files import find_missing_data
        from haggis_cli.exchange.known_formats import render_matches
        from haggis_cli.matches.store.output_file import STANDARD_OUTPUT, write_output_file

        if self._form.qr_text and output == STANDARD_OUTPUT and self._printer.columns is not None:
            from haggis_cli.cli.exchange.qr_page import print_qr_code

            print_qr_code(self._printer, self._form.qr_text(matches))
            return
        data = render_matches(self._form, matches, many=many, wide=self._wide)
        for warning in find_missing_data(self._form, matches, data):
            self._printer.print_warning(warning)
        if output == STANDARD_OUTPUT:
            self._write_to_screen(data)
            return
        with defer_signals(last=True):
            write_output_file(output, data, force=self._force, home=self._home)
        self._rows += [{"id": each.id, "action": "written", "file": output, "error": None} for each in matches]
        if not self._json:
            what = f"{pluralize(len(matches), 'match', 'matches')}: written" if many else "Written"
            self._printer.print_message(f"{what} to {safe(short_path(output))}.")

    def _write_to_screen(self, data: bytes) -> None:
        """Write the bytes as they are; on a terminal as text that cannot steer it."""
        if self._printer.columns is not None:
            for line in data.decode().removesuffix("\n").split("\n"):
                self._printer.print_line(safe(line))
            return
        self._printer.out.flush()
        binary = getattr(self._printer.out, "buffer", None)
        if binary is None:
            self._printer.out.write(data.decode())
        else:
            binary.write(data)
            binary.flush()

    def _print_result(self, result: "ExportResult") -> None:
        """Print what became of a match that has a file of its own, or none."""
        error = result.error
        self._rows.append(
            {"id": result.id, "action": result.action, "file": result.file, "error": str(error) if error else None}
        )
        for warning in result.warnings:
            self._printer.print_warning(warning)
        if error:
            self.exit_code = max(self.exit_code, error.exit_code)
            self._printer.print_error(f"{result.id}: {error}")
        elif not self._json:
            shown = safe(short_path(str(result.file)))
            self._printer.print_message(f"{safe(result.id)}: {result.action}, {shown}")
