"""`haggis check`: adjudicate whole match files."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.screen.show import Printer, safe
from haggis_cli.errors import HaggisError

if TYPE_CHECKING:
    from haggis_cli.report import Report, Violation

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE]...", show_default=False, help="Match files; - is standard input. All of the store if left out."
    ),
]
Warnings = Annotated[bool, typer.Option("--warnings", "-w", help="Tell what merely looks wrong, too.")]


def command(
    files: Files = None,
    warnings: Warnings = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Check whole match files against the rules.

    Says nothing and ends with exit code 0 if all is well. Each violation is a line with file, round, event and line,
    what was wrong, and the rule (exit code 1). A file that cannot be read is told and the others go on (exit code 3).
    With --json each file gives one JSON object on a line.

    \b
    haggis check examples/matches/*.toml
    haggis check - < friday.toml
    """
    printer = Printer(no_color=no_color)
    code = 0
    for name, data in _sources(files, home):
        code = max(code, _check(printer, name, data, warnings, json))
    if code:
        raise typer.Exit(code)


def _sources(files: list[str] | None, home: str | None) -> Iterator[tuple[str, bytes | HaggisError]]:
    """Each file's name with its content, or with what kept it from being read."""
    from haggis_cli.records.store import Store, home_from

    store = Store(home_from(home))
    for name in files or [str(path) for path in store.matches()]:
        try:
            yield name, _standard_input() if name == "-" else store.read(Path(name)).data
        except HaggisError as error:
            yield name, error


def _standard_input() -> bytes:
    """What is piped in, up to just over what a match file can hold: the guard then says that it is too large."""
    from haggis_cli.records.guard import MAX_BYTES

    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _check(printer: Printer, name: str, data: bytes | HaggisError, warnings: bool, json: bool) -> int:
    from haggis_cli.records.toml import MatchFile
    from haggis_cli.referee import adjudicate
    from haggis_cli.registry import load

    shown = "standard input" if name == "-" else name
    try:
        if isinstance(data, HaggisError):
            raise data
        match = MatchFile(data, shown)
        report = adjudicate(match, load(match.record.variant))
    except HaggisError as error:
        if json:
            printer.emit_json({"file": shown, "ok": False, "error": str(error)})
        printer.error(str(error) if shown in str(error) else f"{safe(shown)}: {error}")
        return HaggisError.exit_code
    if json:
        from haggis_cli.report_json import report_json

        printer.emit_json(report_json(report))
    else:
        _print(printer, shown, report, warnings)
    return 0 if report.ok else 1


def _print(printer: Printer, name: str, report: "Report", warnings: bool) -> None:
    for violation in report.violations:
        printer.line(safe(violation_line(name, violation)))
        printer.line(f"  rule: {violation.rule}")
    if warnings:
        for warning in report.warnings:
            where = f"round {warning.round}: " if warning.round else ""
            printer.line(safe(f"{name}: {where}warning: {warning.message}"))


def violation_line(name: str, violation: "Violation") -> str:
    """Where it is, what stands there, and what is wrong with it."""
    where = f"round {violation.round}"
    if violation.event is not None:
        where += f", event {violation.event}"
    what = f"'{violation.text}': " if violation.text else ""
    return f"{name}: {where} (line {violation.line}): {what}{violation.message} [{violation.code}]"
