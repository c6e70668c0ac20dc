"""A match, or a round of it, in the editor of the person: only what reads is saved, and nothing typed is lost."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic

import typer

from haggis_cli.book.corrections.editing import Edit, edit_match, edit_round
from haggis_cli.book.match import OpenMatch, after_saving
from haggis_cli.cli.options import Context, match_name, print_to_nobody
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import ask_line, can_ask, confirm
from haggis_cli.cli.views.corrections import agree
from haggis_cli.cli.views.scoreboard import print_standing
from haggis_cli.matches.store.files import may_be_regular, read_regular, read_snapshot
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import violation_in_file, warning_sentence
from haggis_cli.support.errors import HaggisError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.interrupts import defer_signals

_STILL_OPEN = "The editor returned at once. If its window is open, save and close it there, then press Enter: "
_STANDARD_ERROR = 2
"""The file descriptor that the editor writes to where standard output is for JSON."""
_AT_ONCE = 1.0  # seconds in which nobody has opened a file, changed it, and saved


def open_editor(context: Context, match: str | None, number: int | None) -> None:
    """Open the match, or a round of it, in the editor, save what it leaves, and print what has come of it."""
    if number is None:
        edit = edit_match(match, context.home, print_to_nobody)
    else:
        edit = edit_round(context.open_match(match), number)
    editor = find_editor(match, number)
    draft = Draft(edit.name, edit.data)
    after = None
    try:
        after = _edit_until_saved(context, edit, draft, editor)
    finally:
        typed = draft.find_changed_files() if after is None else []
        if typed:
            kept = typed[0] if len(typed) == 1 else draft.path.parent
            context.printer.print_message(f"Your text is saved in {kept!s}")
        else:
            draft.remove()
    if context.json:
        context.print_saved(after_saving(after or edit.parse(edit.data), saved=int(after is not None)))
    elif after is None:
        context.printer.print_message("Nothing was changed.")
    else:
        _print_saved(context.printer, after)


def _edit_until_saved(context: Context, edit: Edit, draft: "Draft", editor: str) -> OpenMatch | None:
    """Let the person edit until the text reads or is given up; the match as saved, None if nothing was changed."""
    printer = context.printer
    while True:
        at_once = run_editor(editor, draft.path, _STANDARD_ERROR if context.json else None)
        data = draft.read()
        if at_once and data == edit.data and can_ask():
            ask_line(printer, _STILL_OPEN)
            data = draft.read()
        if data == edit.data:
            return None
        try:
            after = edit.parse(data)
        except HaggisError as error:
            if not can_ask():
                raise
            printer.print_error(error)
            if not confirm(printer, "Edit it again?", default=True):
                raise typer.Exit(error.exit_code) from None
            continue
        correction = edit.correction(after)
        if correction is not None:
            agreed = agree(context, correction, number=edit.number, in_file=True)
            if agreed is None:
                raise typer.Exit(1)
            after = agreed.after
        with defer_signals(last=True):
            return context.print_notices(edit.save(after))


def _print_saved(printer: Printer, after: OpenMatch) -> None:
    """Print that the match is saved, what the rules say of it, and what is due."""
    printer.print_line(f"Saved {match_name(after)}.")
    for violation in after.report.violations:
        printer.print_warning(violation_in_file(violation, after.path.name))
        printer.print_pointer(find_told_in(after.report.table, violation.topic))
    for warning in after.report.warnings:
        printer.print_warning(warning_sentence(warning))
    if after.report.ok:
        print_standing(printer, after.report)


class Draft:
    """A copy of a text for the editor, in a folder of its own, so that its name is one that people know."""

    def __init__(self, name: str, data: bytes) -> None:
        self._data = data
        self.path = Path(mkdtemp(prefix="haggis-edit-")) / name
        self.path.write_bytes(data)

    def read(self) -> bytes:
        """The text as it is now; StoreError where the editor has left something else in its place, or nothing."""
        try:
            return read_snapshot(self.path).data
        except StoreError as error:
            raise StoreError(f"nothing was saved, because the edited file cannot be read: {error}") from None

    def find_changed_files(self) -> list[Path]:
        """The files in the draft's folder that hold another text than at first, whatever name the editor gave them."""

        def is_old(path: Path) -> bool:
            try:
                return read_regular(path) == self._data
            except OSError:
                return False

        return sorted(path for path in self.path.parent.rglob("*") if may_be_regular(path) and not is_old(path))

    def remove(self) -> None:
        """Remove the draft with its folder and with the backups that the editor has left there."""
        rmtree(self.path.parent, ignore_errors=True)


def chosen_editor() -> str:
    """The command of the editor: $VISUAL, else $EDITOR; empty if neither is set."""
    return os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip()


def find_editor(match: str | None, number: int | None) -> str:
    """The command of the editor. UsageError if none is chosen.

    match, number: the match as it was named, and the round, for the commands that need no editor.
    """
    editor = chosen_editor()
    if not editor:
        named = f" {shlex.quote(escape_text(match))}" if match else ""
        words = f"{named} --round {number or 'N'}"
        raise UsageError(
            "no editor is set: set EDITOR, as in 'EDITOR=nano haggis edit'. You need no editor for a round: "
            f"'haggis score{words}' corrects a typed-in round, 'haggis record{words}' a recorded one; nor for "
            f"names and the goal: 'haggis edit{named} --player OLD=NEW', '--points N'"
        )
    return editor


def split_command(editor: str) -> list[str]:
    r"""The words of a command; ValueError if a quotation mark is not closed.

    On Windows a backslash parts folders, and quotation marks hold `"C:\Program Files\Editor\editor.exe" -w` together.
    """
    if os.name != "nt":
        return shlex.split(editor)
    return [re.sub(r"""^(['"])(.*)\1$""", r"\2", word) for word in shlex.split(editor, posix=False)]


def run_editor(editor: str, path: Path, out: int | None) -> bool:
    """Open a file in the editor and wait until it ends. StoreError if it cannot be started, or fails.

    An editor that comes back at once has perhaps not been used yet: `code` and others leave their window open.
    out: the stream that the editor writes to; None for standard output.
    Returns whether it came back at once.
    """
    try:
        words = split_command(editor)
    except ValueError:
        raise UsageError(f"the editor '{editor}' cannot be started: a quotation mark is not closed") from None
    began = monotonic()
    try:
        with _leave_ctrl_c_to_editor():
            ended = subprocess.run([*words, str(path)], stdout=out, check=False)
    except OSError as error:
        raise StoreError(f"the editor '{editor}' cannot be started: {error.strerror}") from None
    if ended.returncode:
        raise StoreError(f"the editor '{editor}' {_how_it_ended(ended.returncode)}: nothing was saved")
    return monotonic() - began < _AT_ONCE


def _how_it_ended(code: int) -> str:
    if code > 0:
        return f"ended with code {code}"
    what = signal.strsignal(-code)
    return f"was ended by signal {-code}{f' ({what})' if what else ''}"


@contextmanager
def _leave_ctrl_c_to_editor() -> Iterator[None]:
    """Let Ctrl-C mean what it means in the editor. It has a handler: the editor would inherit that it is ignored."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
