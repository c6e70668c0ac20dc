"""`haggis check`: adjudicate whole match files."""

import sys
from contextlib import closing
from functools import partial
from os import sep
from os.path import isfile, lexists
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import match_ids
from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.worker_options import Backend, Jobs, Scheduler, choose_workers

if TYPE_CHECKING:
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.matches.store.source import SourceFile
    from haggis_cli.referee.file_check import CheckResult

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[MATCH]...",
        autocompletion=match_ids,
        help="Matches, by id, a part of it, or file; - is standard input. All of the store if left out.",
    ),
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
    """Check whole matches against the rules.

    Says nothing and ends with exit code 0 if all is well. Each violation is a line with file, round, event and line,
    what was wrong, and the rule (exit code 1). A file that cannot be read is told and the others go on (exit code 3).
    With --json each file gives one JSON object on a line. Many files are shared out among processes.

    \b
    haggis check friday
    haggis check examples/matches/*.toml
    haggis check - < friday.toml
    haggis check --jobs 4
    """
    from haggis_cli.cli.terminal.progress import progress
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.matches.store.places import home_folder
    from haggis_cli.matches.store.source import map_files
    from haggis_cli.referee.file_check import CheckOptions, check_file

    printer, store = Printer(no_color=no_color), Store(home_folder(home))
    sources = [_find_source(store, name) for name in files or map(str, store.matches())]
    workers, work = choose_workers(jobs, backend, scheduler), partial(check_file, store, CheckOptions(json, warnings))
    checks = map_files(work, store, sources, map(_file_size, sources), len(sources), workers)
    code = 0
    with closing(checks) as found, progress(printer, "files") as show:
        for done, each in enumerate(found, 1):
            show(done, len(sources))
            if each.code:
                show.clear()
            code = max(code, each.code)
            _print_result(printer, each)
    if code:
        raise typer.Exit(code)


def _find_source(store: "Store", name: str) -> "SourceFile":
    """The file that is meant: what lies there, else the match of the store that is called so.

    What is neither is told in its turn, and the others go on.
    """
    from haggis_cli.matches.store.source import SourceFile
    from haggis_cli.support.errors import StoreError

    if name == "-":
        return SourceFile("standard input", _read_standard_input())
    if isfile(name):  # noqa: PTH113 - a name may be longer than pathlib takes
        return SourceFile(name)
    try:
        return SourceFile(str(store.find(name)))
    except StoreError as error:
        is_path = lexists(name) or sep in name or name.casefold().endswith(".toml")
        return SourceFile(name, None if is_path else error)


def _file_size(source: "SourceFile") -> int:
    """The bytes of a file; 0 if it cannot be looked at."""
    try:
        return Path(source.name).stat().st_size
    except (OSError, ValueError):
        return 0


def _read_standard_input() -> bytes:
    """Read what is piped in, up to one byte more than a match file can hold; that is refused as too large."""
    from haggis_cli.matches.toml.tables import MAX_BYTES

    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _print_result(printer: Printer, checked: "CheckResult") -> None:
    if checked.json is not None:
        printer.print_json(checked.json)
    for line in checked.lines:
        printer.print_line(line)
    if checked.error is not None:
        printer.print_error(checked.error)
