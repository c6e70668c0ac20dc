"""Writing matches out: one or all, into one file, into a folder with a file for each, or to the screen."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from haggis_cli.cli.terminal.output_file import write_output_file
from haggis_cli.cli.terminal.printer import Printer, safe, short_path
from haggis_cli.exchange.known_formats import (
    FORMATS,
    ExchangeFormat,
    OutgoingMatch,
    find_format,
    find_format_by_extension,
    render_matches,
)
from haggis_cli.exchange.untrusted import MAX_BYTES
from haggis_cli.matches.store.atomic_write import read_regular
from haggis_cli.matches.store.folder import Store, home_folder
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.paths import user_path

STANDARD_OUTPUT = "-"


def choose_format(name: str | None, output: str) -> ExchangeFormat:
    """The format that is named, else that of the file's ending, else the match file itself."""
    if name:
        return find_format(name, reading=False)
    ending = Path(output).suffix
    found = None if output == STANDARD_OUTPUT or _is_folder(output) else find_format_by_extension(output)
    if found is None and ending and output != STANDARD_OUTPUT and not _is_folder(output):
        endings = ", ".join(f"{each.name} ({each.extensions[0]})" for each in FORMATS.values())
        raise UsageError(
            f"{safe(output)}: no format has the ending '{safe(ending)}': add --format with one of {endings}"
        )
    return found or FORMATS["toml"]


@dataclass
class Exporter:
    """What has been written. code: the exit code that tells the worst of it."""

    printer: Printer
    format: ExchangeFormat
    home: str | None
    wide: bool = False
    force: bool = False
    json: bool = False
    exit_code: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    def write(self, match: str | None, output: str, *, every: bool) -> None:
        """Write one match, or all of the store."""
        store = Store(home_folder(self.home))
        paths = store.matches() if every else [store.find(match)]
        if every and not paths:
            raise StoreError(f"there is no match in {safe(str(store.home))} to export")
        folder = _is_folder(output) or (every and not self.format.many and output != STANDARD_OUTPUT)
        if every and not folder and not (self.format.many and not self.wide):
            what = "a wide table" if self.wide else self.format.name
            raise UsageError(f"{what} holds one match, not all: name a folder with -o, like -o backup/")
        matches = [each for path in paths if (each := self._read(store, path, every=every))]
        if folder:
            self._write_folder(user_path(output), matches)
        elif matches:
            self._write_one_file(output, matches, many=every)
        if self.json:
            self.printer.print_json({"matches": self.rows})

    def _read(self, store: Store, path: Path, *, every: bool) -> OutgoingMatch | None:
        """The match, adjudicated where the format needs it; of all, one that cannot be used is told and left out."""
        try:
            file = MatchFile(store.read(path).data, path.name)
            report = adjudicate(file, load(file.record.variant)) if self.format.needs_report else None
            return OutgoingMatch(path.stem, file, report)
        except HaggisError as error:
            if not every:
                raise
            self._report_failure(path.stem, error)
            return None

    def _write_one_file(self, output: str, matches: Sequence[OutgoingMatch], *, many: bool) -> None:
        data = render_matches(self.format, matches, many=many, wide=self.wide)
        self._warn_of_missing_data(data, matches)
        if output == STANDARD_OUTPUT:
            self._write_to_screen(data)
            return
        with defer_signals(last=True):
            write_output_file(output, data, force=self.force, home=self.home)
        self.rows += [{"id": each.id, "action": "written", "file": output, "error": None} for each in matches]
        what = f"{len(matches)} match{'es' * (len(matches) != 1)}: " if many else ""
        self._print_message(f"{what}written to {safe(short_path(output))}.")

    def _warn_of_missing_data(self, data: bytes, matches: Sequence[OutgoingMatch]) -> None:
        """Say what 'haggis import' would not find in the file."""
        for each in matches if self.format.reader else ():  # a link has the totals alone
            rounds = each.report.rounds if each.report else ()
            if self.format.name == "csv" and not rounds:
                self.printer.print_warning(f"{each.id}: it has no round yet, and so no line in the table")
            for left in (number for number, report in enumerate(rounds, 1) if not report.outcome):
                self.printer.print_warning(
                    f"{each.id}: round {left} is not over, or breaks a rule: its figures are missing"
                )
        if self.format.reader and len(data) > MAX_BYTES:
            self.printer.print_warning(
                f"the file is larger than {MAX_BYTES >> 20} MiB, and 'haggis import' reads no larger one: "
                "'-o FOLDER/' writes a file for each match"
            )

    def _write_to_screen(self, data: bytes) -> None:
        """Write the bytes as they are; on a terminal, which a stranger's file could steer, as text that cannot."""
        if self.printer.columns is not None:
            for line in data.decode().removesuffix("\n").split("\n"):
                self.printer.print_line(safe(line))
            return
        self.printer.out.flush()
        binary = getattr(self.printer.out, "buffer", None)
        if binary is None:
            self.printer.out.write(data.decode())
        else:
            binary.write(data)
            binary.flush()

    def _write_folder(self, folder: Path, matches: Sequence[OutgoingMatch]) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{safe(str(folder))}: this folder cannot be made: {error.strerror}") from None
        for each in matches:
            path = folder / f"{each.id}{self.format.extensions[0]}"
            try:
                data = render_matches(self.format, [each], many=False, wide=self.wide)
                action = "unchanged" if _has_content(path, data) else "written"
                if action == "written":
                    if path.exists() and not path.is_file():  # a pipe would be waited for
                        raise StoreError(f"{safe(str(path))}: there is something here that is no file")
                    write_output_file(str(path), data, force=self.force, home=self.home)
                    self._warn_of_missing_data(data, [each])
            except HaggisError as error:
                self._report_failure(each.id, error)
                continue
            self.rows.append({"id": each.id, "action": action, "file": str(path), "error": None})
            self._print_message(f"{safe(each.id)}: {action}, {safe(short_path(str(path)))}")

    def _report_failure(self, match_id: str, error: HaggisError) -> None:
        self.exit_code = max(self.exit_code, error.exit_code)
        self.rows.append({"id": match_id, "action": "failed", "file": None, "error": str(error)})
        self.printer.print_error(f"{match_id}: {error}")

    def _print_message(self, text: str) -> None:
        if not self.json:
            self.printer.print_message(text[:1].upper() + text[1:] if text.startswith("written") else text)


def _is_folder(output: str) -> bool:
    return output != STANDARD_OUTPUT and (output.endswith(("/", os.sep)) or user_path(output).is_dir())


def _has_content(path: Path, data: bytes) -> bool:
    try:
        return read_regular(path, len(data)) == data
    except OSError:
        return False
