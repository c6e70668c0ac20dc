"""`haggis edit`: open a match file, or one round, in an editor; only what reads is saved, and nothing typed is lost."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor, Yes
from haggis_cli.cli.terminal.printer import Printer, safe

if TYPE_CHECKING:
    from haggis_cli.book.match import OpenMatch

RoundNumber = Annotated[
    int | None, typer.Option("--round", "-r", metavar="N", show_default=False, help="Only this round, counted from 1.")
]
Rated = Annotated[
    bool | None,
    typer.Option(
        "--rated/--unrated",
        show_default=False,
        help="Only say that the match counts in statistics, or that it does not.",
    ),
]


class _EditJob(NamedTuple):
    """What is edited: a file name for the editor, the text, how to read what became of it, how to save that.

    now: the match as it is while nothing is saved.
    """

    name: str
    data: bytes
    read: "Callable[[bytes], OpenMatch]"
    save: "Callable[[OpenMatch], OpenMatch]"
    current: "Callable[[], OpenMatch]"


def command(
    match: Match = None,
    number: RoundNumber = None,
    rated: Rated = None,
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Open a match file in your editor.

    The editor is $VISUAL, else $EDITOR. What it leaves is checked: only a file that reads is saved. Otherwise the text
    is kept aside, and you are told where. Works for matches that cannot be read any more, too.

    --round opens one round alone: its events a line each, or its typed figures. What then breaks the rules is told,
    and saved only after a yes (--yes); 'haggis undo' takes it back.

    --unrated and --rated open nothing: they set 'rated' in the file, and leave every other character of it.

    \b
    EDITOR=nano haggis edit friday
    haggis edit friday --round 2
    haggis edit friday --unrated
    """
    printer = Printer(no_color=no_color)
    if rated is not None:
        _set_rated(printer, match, home, number, rated=rated, json=json)
        return
    job = _make_match_job(match, home) if number is None else _make_round_job(printer, match, home, number, yes)
    editor = _find_editor()
    draft = _write_draft(job)
    after = None
    try:
        after = _edit_until_saved(printer, job, draft, editor, 2 if json else None)
    finally:
        typed = _find_changed_files(draft, job) if after is None else []
        if typed:
            printer.print_message(
                f"What was typed is kept in {safe(str(typed[0] if len(typed) == 1 else draft.parent))}"
            )
        else:
            _remove_draft(draft)
    if json:
        _print_json(printer, after or job.current(), saved=after is not None)
    elif after is None:
        printer.print_message("Nothing was changed.")
    else:
        _print_saved(printer, after)


def _set_rated(
    printer: Printer, match: str | None, home: str | None, number: int | None, *, rated: bool, json: bool
) -> None:
    from haggis_cli.book.match import preview, save_match
    from haggis_cli.cli.opening import open_for_change
    from haggis_cli.matches.toml.changes import with_rated_flag
    from haggis_cli.support.errors import UsageError
    from haggis_cli.support.interrupts import defer_signals

    if number is not None:
        raise UsageError("--round is for the editor: a whole match is rated or not")
    with defer_signals(last=True):
        with open_for_change(match, home) as opened:
            differs = opened.file.record.rated is not rated
            after = save_match(opened, preview(opened, with_rated_flag(opened.file, rated))) if differs else opened
        name = safe(after.path.stem)
        if json:
            _print_json(printer, after, saved=differs)
        elif not differs:
            printer.print_message(
                f"Nothing was changed: {name} {'counts' if rated else 'does not count'} in statistics already."
            )
        else:
            printer.print_line(
                f"Saved: {name} {'counts in statistics' if rated else 'counts in no statistics'} from now on."
            )


def _make_match_job(match: str | None, home: str | None) -> _EditJob:
    """The whole file, which need not even be readable."""
    from haggis_cli.book.match import adjudicate_snapshot, read_match
    from haggis_cli.matches.store.folder import Store, home_folder
    from haggis_cli.matches.store.snapshot import Snapshot
    from haggis_cli.support.interrupts import defer_signals

    store = Store(home_folder(home))
    snapshot = store.read(store.find(match))

    def save(after: "OpenMatch") -> "OpenMatch":
        with defer_signals(last=True):
            return after._replace(snapshot=store.save(snapshot, after.file.data))

    return _EditJob(
        snapshot.path.name,
        snapshot.data,
        lambda data: adjudicate_snapshot(store, Snapshot(snapshot.path, data)),
        save,
        lambda: read_match(store, snapshot.path),
    )


def _make_round_job(printer: Printer, match: str | None, home: str | None, number: int, yes: bool) -> _EditJob:
    """One round of a match as a correction of it."""
    from haggis_cli.book.corrections import Correction, ask_about_violations, save_correction
    from haggis_cli.book.lookup import find_round
    from haggis_cli.book.match import preview
    from haggis_cli.cli.opening import open_match
    from haggis_cli.matches.toml.changes import round_block, with_round_block
    from haggis_cli.matches.toml.guard import encode_utf8, parse_toml
    from haggis_cli.support.interrupts import defer_signals

    opened = open_match(match, home)
    find_round(opened.report, number)
    block = round_block(opened.file, number - 1)
    name = f"{opened.path.stem}-round-{number}.toml"

    def read(data: bytes) -> "OpenMatch":
        text, _ = parse_toml(data, name)
        return preview(opened, with_round_block(opened.file, number - 1, text))

    def save(after: "OpenMatch") -> "OpenMatch":
        correction = Correction(opened, after)
        if not ask_about_violations(printer, correction, yes=yes):
            raise typer.Exit(1)
        with defer_signals(last=True):
            return save_correction(correction)

    return _EditJob(name, encode_utf8(block), read, save, lambda: opened)


def _write_draft(job: _EditJob) -> Path:
    """A copy for the editor, in a folder of its own so that the name and its ending stay as people know them."""
    from tempfile import mkdtemp

    draft = Path(mkdtemp(prefix="haggis-edit-")) / job.name
    draft.write_bytes(job.data)
    return draft


def _find_changed_files(draft: Path, job: _EditJob) -> list[Path]:
    """The files in the draft's folder that hold anything but the old text, whatever name the editor gave them."""
    from haggis_cli.matches.store.atomic_write import read_regular

    def is_old(path: Path) -> bool:
        try:
            return read_regular(path) == job.data
        except OSError:
            return False

    return sorted(path for path in draft.parent.rglob("*") if not path.is_dir() and not is_old(path))


def _remove_draft(draft: Path) -> None:
    """Clear the draft away with its folder, whatever backups the editor has left beside it."""
    from shutil import rmtree

    rmtree(draft.parent, ignore_errors=True)


def _edit_until_saved(printer: Printer, job: _EditJob, draft: Path, editor: str, out: int | None) -> "OpenMatch | None":
    """Let the person edit until the text reads or is given up; the match as saved, None if nothing was changed.

    out: the stream that the editor writes to instead of standard output.
    """
    from haggis_cli.cli.terminal.prompts import can_ask, confirm
    from haggis_cli.support.errors import HaggisError

    while True:
        _run_editor(editor, draft, out)
        data = _read_draft(draft)
        if data == job.data:
            return None
        try:
            after = job.read(data)
        except HaggisError as error:
            if not can_ask():
                raise
            printer.print_error(str(error))
            if not confirm(printer, "Edit it again?", default=True):
                raise
            continue
        return job.save(after)


def _read_draft(draft: Path) -> bytes:
    from haggis_cli.matches.store.folder import Store

    return Store(draft.parent).read(draft).data


def _find_editor() -> str:
    from haggis_cli.support.errors import UsageError

    editor = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip()
    if not editor:
        raise UsageError("no editor is chosen: set EDITOR, as in 'EDITOR=nano haggis edit'")
    return editor


@contextmanager
def _leave_ctrl_c_to_editor() -> Iterator[None]:
    """Let Ctrl-C mean what it means in the editor. A handler does: what is ignored the editor would ignore, too."""
    import signal

    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def _run_editor(editor: str, draft: Path, out: int | None) -> None:
    import shlex
    import subprocess

    from haggis_cli.support.errors import UsageError

    try:
        words = shlex.split(editor, posix=os.name != "nt")
    except ValueError:
        raise UsageError(f"the editor '{safe(editor)}' cannot be started: a quotation mark is not closed") from None
    try:
        with _leave_ctrl_c_to_editor():
            ended = subprocess.run([*words, str(draft)], stdout=out, check=False)
    except OSError as error:
        raise UsageError(f"the editor '{safe(editor)}' cannot be started: {error.strerror}") from None
    if ended.returncode:
        raise UsageError(f"the editor '{safe(editor)}' ended with code {ended.returncode}: nothing was saved")


def _print_json(printer: Printer, after: "OpenMatch", *, saved: bool) -> None:
    from haggis_cli.referee.report_json import show_json

    printer.print_json(show_json(after.report, after.path) | {"saved": int(saved)})


def _print_saved(printer: Printer, after: "OpenMatch") -> None:
    """What was saved, and what the rules say of it."""
    from haggis_cli.cli.views.rounds import print_due
    from haggis_cli.referee.sentences import render_violation_line

    printer.print_line(f"Saved {safe(after.report.match.record.id)}.")
    for violation in after.report.violations:
        printer.print_warning(render_violation_line(after.path.name, violation))
    for warning in after.report.warnings:
        printer.print_warning(f"round {warning.round}: {warning.message}" if warning.round else warning.message)
    if after.report.ok:
        print_due(printer, after.report)
