"""A text in the editor of the person: a draft is written, the editor runs, and what it leaves is read."""

import os
import re
import shlex
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic

from haggis_cli.matches.store.snapshot import read_regular, read_snapshot
from haggis_cli.support.errors import StoreError, UsageError
from haggis_cli.support.escaping import escape_text

_AT_ONCE = 1.0  # seconds in which nobody has opened a file, changed it, and saved


class Draft:
    """A copy of a text for the editor, in a folder of its own, so that its name is one that people know.

    path: the file.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self._data = data
        self.path = Path(mkdtemp(prefix="haggis-edit-")) / name
        self.path.write_bytes(data)

    def read(self) -> bytes:
        """The text as it is now; StoreError where the editor has left something else in its place, or nothing."""
        try:
            return read_snapshot(self.path).data
        except StoreError as error:
            raise StoreError(f"the editor has left no text, nothing was saved: {error}") from None

    def find_changed_files(self) -> list[Path]:
        """The files in the draft's folder that hold another text than at first, whatever name the editor gave them."""

        def is_old(path: Path) -> bool:
            try:
                return read_regular(path) == self._data
            except OSError:
                return False

        return sorted(path for path in self.path.parent.rglob("*") if _may_hold_text(path) and not is_old(path))

    def remove(self) -> None:
        """Remove the draft with its folder and with the backups that the editor has left there."""
        rmtree(self.path.parent, ignore_errors=True)


def chosen_editor() -> str:
    """The command of the editor: $VISUAL, else $EDITOR; empty if neither is set."""
    return os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip()


def _may_hold_text(path: Path) -> bool:
    """Whether this is a file; a folder, a pipe or a link to nothing holds nothing that was typed."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def find_editor(match: str | None, number: int | None) -> str:
    """The command of the editor. UsageError if none is chosen.

    match, number: the match as it was named, and the round, for the commands that need no editor.
    """
    editor = chosen_editor()
    if not editor:
        named = f" {shlex.quote(escape_text(match))}" if match else ""
        words = f"{named} --round {number or 'N'}"
        raise UsageError(
            "no editor is chosen: set EDITOR, as in 'EDITOR=nano haggis edit'. No editor is needed for a round: "
            f"'haggis score{words}' puts a typed-in round right, 'haggis record{words}' a recorded one; nor for a "
            f"name or the goal: 'haggis edit{named} --player OLD=NEW', '--points N'"
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
    shown = escape_text(editor)
    try:
        words = split_command(editor)
    except ValueError:
        raise UsageError(f"the editor '{shown}' cannot be started: a quotation mark is not closed") from None
    began = monotonic()
    try:
        with _leave_ctrl_c_to_editor():
            ended = subprocess.run([*words, str(path)], stdout=out, check=False)
    except OSError as error:
        raise StoreError(f"the editor '{shown}' cannot be started: {error.strerror}") from None
    if ended.returncode:
        raise StoreError(f"the editor '{shown}' {_how_it_ended(ended.returncode)}: nothing was saved")
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
