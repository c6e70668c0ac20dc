"""A text in the editor of the person: a draft is written, the editor runs, and what it leaves is read."""

import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.snapshot import read_regular
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text


class Draft:
    """A copy of a text for the editor, in a folder of its own, so that its name is one that people know.

    path: the file.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self._data = data
        self.path = Path(mkdtemp(prefix="haggis-edit-")) / name
        self.path.write_bytes(data)

    def read(self) -> bytes:
        """The text as it is now."""
        return Store(self.path.parent).read(self.path).data

    def find_changed_files(self) -> list[Path]:
        """The files in the draft's folder that hold another text than at first, whatever name the editor gave them."""

        def is_old(path: Path) -> bool:
            try:
                return read_regular(path) == self._data
            except OSError:
                return False

        return sorted(path for path in self.path.parent.rglob("*") if not path.is_dir() and not is_old(path))

    def remove(self) -> None:
        """Remove the draft with its folder and with the backups that the editor has left there."""
        rmtree(self.path.parent, ignore_errors=True)


def find_editor(match: str | None, number: int | None) -> str:
    """The command of the editor: $VISUAL, else $EDITOR. UsageError if neither is set.

    match, number: the match as it was named, and the round, for the commands that need no editor.
    """
    editor = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip()
    if not editor:
        words = f"{f' {shlex.quote(escape_text(match))}' if match else ''} --round {number or 'N'}"
        raise UsageError(
            "no editor is chosen: set EDITOR, as in 'EDITOR=nano haggis edit'. No editor is needed for a round: "
            f"'haggis score{words}' puts a typed-in round right, 'haggis record{words}' a recorded one"
        )
    return editor


def run_editor(editor: str, path: Path, out: int | None) -> None:
    """Open a file in the editor and wait until it ends. UsageError if it cannot be started or fails.

    out: the stream that the editor writes to; None for standard output.
    """
    shown = escape_text(editor)
    try:
        words = shlex.split(editor, posix=os.name != "nt")
    except ValueError:
        raise UsageError(f"the editor '{shown}' cannot be started: a quotation mark is not closed") from None
    try:
        with _leave_ctrl_c_to_editor():
            ended = subprocess.run([*words, str(path)], stdout=out, check=False)
    except OSError as error:
        raise UsageError(f"the editor '{shown}' cannot be started: {error.strerror}") from None
    if ended.returncode:
        raise UsageError(f"the editor '{shown}' ended with code {ended.returncode}: nothing was saved")


@contextmanager
def _leave_ctrl_c_to_editor() -> Iterator[None]:
    """Let Ctrl-C mean what it means in the editor. It has a handler: the editor would inherit that it is ignored."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
