"""`haggis edit`: open a match file in an editor; only what reads is saved, and nothing typed is lost."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.show import Printer, safe

if TYPE_CHECKING:
    from haggis_cli.cli.common import Opened
    from haggis_cli.records.store import Snapshot, Store


def command(match: Match = None, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Open a match file in your editor.

    The editor is $VISUAL, else $EDITOR. What it leaves is checked: only a file that reads is saved. Otherwise the text
    is kept aside, and you are told where. Works for matches that cannot be read any more, too.

    \b
    EDITOR=nano haggis edit friday
    """
    from haggis_cli.cli.common import read_match
    from haggis_cli.records.store import Store, home_from

    printer = Printer(no_color=no_color)
    store = Store(home_from(home))
    snapshot = store.read(store.find(match))
    editor = _editor()
    draft = _draft(snapshot)
    try:
        after = _edited(printer, store, snapshot, draft, editor)
    except BaseException:
        if draft.is_file() and draft.read_bytes() != snapshot.data:
            printer.say(f"What was typed is kept in {safe(str(draft))}")
        else:
            _remove(draft)
        raise
    _remove(draft)
    if json:
        _tell_json(printer, after or read_match(store, snapshot.path), saved=after is not None)
    elif after is None:
        printer.say("Nothing was changed.")
    else:
        _tell(printer, after)


def _draft(snapshot: "Snapshot") -> Path:
    """A copy for the editor, in a folder of its own so that the name and its ending stay as people know them."""
    from tempfile import mkdtemp

    draft = Path(mkdtemp(prefix="haggis-edit-")) / snapshot.path.name
    draft.write_bytes(snapshot.data)
    return draft


def _remove(draft: Path) -> None:
    """Clear the draft away with its folder, whatever backups the editor has left beside it."""
    from shutil import rmtree

    rmtree(draft.parent, ignore_errors=True)


def _edited(printer: Printer, store: "Store", snapshot: "Snapshot", draft: Path, editor: str) -> "Opened | None":
    """Let the person edit until the text reads or is given up; the match as saved, None if nothing was changed."""
    from haggis_cli.cli.ask import can_ask, confirm
    from haggis_cli.cli.common import judged
    from haggis_cli.errors import HaggisError
    from haggis_cli.records.durable import revision

    while True:
        _run_editor(editor, draft)
        data = store.read(draft).data
        if data == snapshot.data:
            return None
        try:
            after = judged(store, snapshot._replace(data=data, revision=revision(data)))
        except HaggisError as error:
            if not can_ask():
                raise
            printer.error(str(error))
            if not confirm(printer, "Edit it again?", default=True):
                raise
            continue
        return after._replace(snapshot=store.save(snapshot, data))


def _editor() -> str:
    from haggis_cli.errors import UsageError

    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError("no editor is chosen: set EDITOR, as in 'EDITOR=nano haggis edit'")
    return editor


def _run_editor(editor: str, draft: Path) -> None:
    import shlex
    import subprocess

    from haggis_cli.errors import UsageError

    try:
        words = shlex.split(editor, posix=os.name != "nt")
    except ValueError:
        raise UsageError(f"the editor '{safe(editor)}' cannot be started: a quotation mark is not closed") from None
    try:
        ended = subprocess.run([*words, str(draft)], check=False)
    except OSError as error:
        raise UsageError(f"the editor '{safe(editor)}' cannot be started: {error.strerror}") from None
    if ended.returncode:
        raise UsageError(f"the editor '{safe(editor)}' ended with code {ended.returncode}: nothing was saved")


def _tell_json(printer: Printer, after: "Opened", *, saved: bool) -> None:
    from haggis_cli.report_json import show_json

    printer.emit_json(show_json(after.report, after.path) | {"saved": int(saved)})


def _tell(printer: Printer, after: "Opened") -> None:
    """What was saved, and what the rules say of it."""
    from haggis_cli.cli.check_command import violation_line
    from haggis_cli.cli.rounds import print_due

    printer.line(f"Saved {safe(after.report.match.record.id)}.")
    for violation in after.report.violations:
        printer.warn(violation_line(after.path.name, violation))
    for warning in after.report.warnings:
        printer.warn(f"round {warning.round}: {warning.message}" if warning.round else warning.message)
    if after.report.ok:
        print_due(printer, after.report)
