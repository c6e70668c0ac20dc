"""Checking one match file: what the referee says of it, as lines or as JSON. Any process can do it."""

from typing import NamedTuple

from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.source import SourceFile
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text


class CheckOptions(NamedTuple):
    """How the answer is given."""

    json: bool
    """As JSON, not in lines."""
    warnings: bool
    """With a line for each warning, too."""


class CheckResult(NamedTuple):
    """The answer for one file."""

    code: int
    """The exit code: 0 if all is well, 1 for a violation, 3 for a file that cannot be read."""
    json: object = None
    """The answer as JSON, if that was asked for."""
    lines: tuple[str, ...] = ()
    """The answer in lines otherwise."""
    error: str | None = None
    """Why the file cannot be read."""


def check_file(store: Store, options: CheckOptions, source: SourceFile) -> CheckResult:
    """Check a file against the rules. What keeps it from being read is part of the answer, not raised."""
    try:
        match = MatchFile(source.read(store), source.name)
        report = adjudicate(match, load(match.record.variant))
    except HaggisError as error:
        why, code = str(error), HaggisError.exit_code
        json = {"file": source.name, "ok": False, "error": why} if options.json else None
        return CheckResult(code, json, error=why if source.name in why else f"{escape_text(source.name)}: {why}")
    code = 0 if report.ok else 1
    if options.json:
        from haggis_cli.referee.report_json import report_json

        return CheckResult(code, report_json(report))
    return CheckResult(code, lines=tuple(_render_lines(report, options)))


def _render_lines(report: Report, options: CheckOptions) -> list[str]:
    name, lines = report.match.source, list[str]()
    if report.revision:
        lines.append(escape_text(f"{name}: {report.revision.text}"))
    if report.violations:
        from haggis_cli.referee.sentences import violation_in_file  # most matches have none

        for violation in report.violations:
            lines += [violation_in_file(violation, name), escape_text(f"  rule: {violation.rule}")]
    for warning in report.warnings[bool(report.revision) :] if options.warnings else ():
        where = f"round {warning.round}: " if warning.round else ""
        lines.append(escape_text(f"{name}: {where}warning: {warning.message}"))
    return lines
