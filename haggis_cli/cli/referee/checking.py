"""What `haggis check` says of one file, wherever that is worked out."""

from typing import NamedTuple

from haggis_cli.cli.terminal.printer import safe
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.source import SourceFile
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report, Violation
from haggis_cli.support.errors import HaggisError


class CheckOptions(NamedTuple):
    """How it is told: as JSON or in lines, with what merely looks wrong or without."""

    json: bool
    warnings: bool


class CheckResult(NamedTuple):
    """What is told of a file: its exit code, what goes to standard output as JSON or in lines, and what went wrong."""

    code: int
    json: object = None
    lines: tuple[str, ...] = ()
    error: str | None = None


def check_file(store: Store, manner: CheckOptions, source: SourceFile) -> CheckResult:
    """Check a file against the rules; what keeps it from being read is told of it, too."""
    try:
        match = MatchFile(source.read(store), source.name)
        report = adjudicate(match, load(match.record.variant))
    except HaggisError as error:
        said, code = str(error), HaggisError.exit_code
        json = {"file": source.name, "ok": False, "error": said} if manner.json else None
        return CheckResult(code, json, error=said if source.name in said else f"{safe(source.name)}: {said}")
    code = 0 if report.ok else 1
    if manner.json:
        from haggis_cli.referee.report_json import report_json

        return CheckResult(code, report_json(report))
    return CheckResult(code, lines=tuple(_render_lines(report, manner)))


def _render_lines(report: Report, manner: CheckOptions) -> list[str]:
    name, lines = report.match.source, []
    for violation in report.violations:
        lines += [safe(render_violation_line(name, violation)), safe(f"  rule: {violation.rule}")]
    for warning in report.warnings if manner.warnings else ():
        where = f"round {warning.round}: " if warning.round else ""
        lines.append(safe(f"{name}: {where}warning: {warning.message}"))
    return lines


def render_violation_line(name: str, violation: Violation) -> str:
    """Where it is, what stands there, and what is wrong with it."""
    where = f"round {violation.round}"
    if violation.event is not None:
        where += f", event {violation.event}"
    what = f"'{violation.text}': " if violation.text else ""
    return f"{name}: {where} (line {violation.line}): {what}{violation.message} [{violation.code}]"
