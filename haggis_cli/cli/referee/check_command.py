"""`haggis check`: adjudicate whole match files."""

import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Backend, Home, Jobs, Json, NoColor, Scheduler, choose_workers
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.matches.store.source import SourceFile
    from haggis_cli.referee.file_check import CheckResult

Files = Annotated[
    list[str] | None,
    typer.Argument(metavar="[FILE]...", help="Match files; - is standard input. All of the store if left out."),
]
Warnings = Annotated[bool, typer.Option("--warnings", "-w", help="Tell what merely looks wrong, too.")]


def command(
    files: Files = None,
    warnings: Warnings = False,
    jobs: Jobs = None,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Check whole match files against the rules.

    Says nothing and ends with exit code 0 if all is well. Each violation is a line with file, round, event and line,
    what was wrong, and the rule (exit code 1). A file that cannot be read is told and the others go on (exit code 3).
    With --json each file gives one JSON object on a line. Many files are shared out among processes.

    \b
    haggis check examples/matches/*.toml
    haggis check - < friday.toml
    haggis check --jobs 4
    """
    from haggis_cli.cli.terminal.progress import progress
    from haggis_cli.matches.store.folder import Store, home_folder
    from haggis_cli.matches.store.source import map_files
    from haggis_cli.referee.file_check import CheckOptions, check_file

    printer, store = Printer(no_color=no_color), Store(home_folder(home))
    names = files or [str(path) for path in store.matches()]
    workers, work = choose_workers(jobs, backend, scheduler), partial(check_file, store, CheckOptions(json, warnings))
    checks = map_files(work, store, map(_make_source, names), map(_file_size, names), len(names), workers)
    code = 0
    with closing(checks) as found, progress(printer, "files") as show:
        for done, each in enumerate(found, 1):
            show(done, len(names))
            if each.code:
                show.clear()
            code = max(code, each.code)
            _print_result(printer, each)
    if code:
        raise typer.Exit(code)


def _file_size(name: str) -> int:
    """The bytes of a file; 0 if it cannot be looked at."""
    try:
        return Path(name).stat().st_size
    except (OSError, ValueError):
        return 0


def _make_source(name: str) -> "SourceFile":
    from haggis_cli.matches.store.source import SourceFile

    return SourceFile("standard input", _read_standard_input()) if name == "-" else SourceFile(name)


def _read_standard_input() -> bytes:
    """Read what is piped in, up to one byte more than a match file can hold; that is refused as too large."""
    from haggis_cli.matches.toml.guard import MAX_BYTES

    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _print_result(printer: Printer, checked: "CheckResult") -> None:
    if checked.json is not None:
        printer.print_json(checked.json)
    for line in checked.lines:
        printer.print_line(line)
    if checked.error is not None:
        printer.print_error(checked.error)
