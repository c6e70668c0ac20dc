"""Taking in matches one after the other: each is looked at, kept, and told; one that cannot be keeps no other out."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.exchange.conflicts import ImportOptions, resolve_match
from haggis_cli.exchange.formats.text.transcript import HEADER
from haggis_cli.exchange.importing import Importer, IncomingMatch, Verdict
from haggis_cli.exchange.known_formats import FORMATS, ExchangeFormat, detect_format, find_format_by_extension
from haggis_cli.exchange.parsed_match import ParsedMatch
from haggis_cli.exchange.untrusted import MAX_BYTES
from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store.folder import Store
from haggis_cli.referee.sentences import render_violation_line
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.paths import user_path

ONE_NAME_MESSAGE = "--as names one match, and more than one is to be imported: leave it out"
STANDARD_INPUT = "-"
MAX_VIOLATIONS = 5  # told of one match; `haggis check` tells all


def read_sources(names: list[str]) -> Iterator[tuple[str, bytes | HaggisError]]:
    """Each file with its content, or with what kept it from being read; of a folder, what holds matches for sure."""
    for name in names:
        if name == STANDARD_INPUT:
            yield "standard input", sys.stdin.buffer.read(MAX_BYTES + 1)
            continue
        path = user_path(name)
        files = _find_match_files(path) if path.is_dir() else [path]
        if not files:
            yield (
                str(path),
                StoreError(f"{safe(str(path))}: there is no file in this folder that holds matches for sure"),
            )
        for each in files:
            yield str(each), _read_content(each)


def _find_match_files(folder: Path) -> list[Path]:
    """The files of a folder that hold matches by their endings, and those texts that say so in their first line."""
    try:
        return [path for path in sorted(folder.iterdir()) if path.is_file() and _holds_matches(path)]
    except OSError as error:
        raise StoreError(f"{safe(str(folder))}: cannot be read: {error.strerror}") from None


def _holds_matches(path: Path) -> bool:
    form = find_format_by_extension(path.name)
    if form is None or form.reader is None:
        return False
    if form is not FORMATS["text"]:
        return True
    with path.open("rb") as file:
        return file.readline(200).decode("utf-8-sig", "replace").strip() == HEADER


def _read_content(path: Path) -> bytes | HaggisError:
    try:
        return durable.read_regular(path, MAX_BYTES)
    except FileNotFoundError:
        return StoreError(f"{safe(str(path))}: there is no such file")
    except (OSError, ValueError) as error:
        return StoreError(f"{safe(str(path))}: cannot be read: {getattr(error, 'strerror', None) or error}")


@dataclass
class ImportSession:
    """What has come in so far. code: the exit code that tells the worst of it."""

    printer: Printer
    store: Store
    terms: ImportOptions
    name: str | None
    dry_run: bool
    json: bool
    exit_code: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._intake = Importer(self.store)
        self._remark_counts: Counter[str] = Counter()

    def import_file(self, source: str, data: bytes | HaggisError, chosen: ExchangeFormat | None) -> None:
        """Take in the matches of one file."""
        try:
            if isinstance(data, HaggisError):
                raise data
            found = (chosen or detect_format(data, source)).read(data, source, self.terms.players)
        except HaggisError as error:
            self._report_failure(source, error)
            return
        if self.name is not None and len(found) > 1:
            raise UsageError(ONE_NAME_MESSAGE)
        for told in found:
            try:
                if not isinstance(told, ParsedMatch):
                    raise told
                self._save_if_new(source, told)
            except HaggisError as error:
                self._report_failure(source, error)

    def print_summary(self) -> None:
        """Say what came of it all."""
        for remark, times in self._remark_counts.items():
            if times > 1:  # hundreds of matches are told something once
                self.printer.print_message(f"The same of {times - 1} more: {safe(remark)}")
        if self.json:
            self.printer.print_json({"dry_run": self.dry_run, "matches": self.rows})

    def _save_if_new(self, source: str, told: ParsedMatch) -> None:
        incoming = self._intake.check_match(resolve_match(self._intake.with_known_fields(told), self.terms), self.name)
        with defer_signals() as held:
            path = self.store.path_of(incoming.id)
            if incoming.verdict is Verdict.NEW and not self.dry_run:
                self.store.create(incoming.id, incoming.file.data)
            self._intake.add(incoming)
            self.rows.append(_result_row(source, path, incoming))
            if not self.json:
                self._print_result(incoming)
        if held:
            raise KeyboardInterrupt

    def _report_failure(self, source: str, error: HaggisError) -> None:
        self.exit_code = max(self.exit_code, error.exit_code)
        self.rows.append({"source": source, "id": None, "action": "failed", "error": str(error)})
        self.printer.print_error(str(error))

    def _print_result(self, incoming: IncomingMatch) -> None:
        name = safe(incoming.id)
        if incoming.verdict is Verdict.EXISTS:
            self.printer.print_line(f"{name}: there already")
            return
        done = "would be imported" if self.dry_run else "imported"
        self.printer.print_line(f"{name}: {done}, {_describe_match(incoming)}")
        for remark in incoming.remarks:
            self._remark_counts[remark] += 1
            if self._remark_counts[remark] == 1:
                self.printer.print_message(f"{name}: {safe(remark)}")
        if incoming.error:
            self.printer.print_warning(f"{incoming.id}: it cannot be adjudicated: {incoming.error}")
        if incoming.report:
            violations = incoming.report.violations
            for violation in violations[:MAX_VIOLATIONS]:
                self.printer.print_warning(render_violation_line(incoming.id, violation))
            if len(violations) > MAX_VIOLATIONS:
                self.printer.print_warning(
                    f"{incoming.id}: and {len(violations) - MAX_VIOLATIONS} more: 'haggis check' tells all"
                )
            for odd in incoming.report.warnings:
                where = f"round {odd.round}: " if odd.round else ""
                self.printer.print_warning(f"{incoming.id}: {where}{odd.message}")


def _describe_match(incoming: IncomingMatch) -> str:
    record = incoming.file.record
    rounds = f"{len(record.rounds)} round{'s' * (len(record.rounds) != 1)}"
    report = incoming.report
    if report is None or report.totals is None or not report.rounds:
        return safe(f"{record.variant}, {', '.join(record.players)}, {rounds}")
    totals = zip(report.table.side_names, report.totals, strict=True)
    return safe(f"{record.variant}, {rounds}, {', '.join(f'{name} {total}' for name, total in totals)}")


def _result_row(source: str, path: Path, incoming: IncomingMatch) -> dict[str, Any]:
    report = incoming.report
    return {
        "source": source,
        "id": incoming.id,
        "action": incoming.verdict.value,
        "file": str(path),
        "variant": incoming.file.record.variant,
        "rounds": len(incoming.file.record.rounds),
        "remarks": list(incoming.remarks),
        "ok": report.ok if report else None,
        "violations": [each._asdict() for each in report.violations] if report else [],
        "warnings": [each._asdict() for each in report.warnings] if report else [],
        "error": incoming.error,
    }
