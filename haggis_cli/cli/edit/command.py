"""`haggis edit`: open a match file, or one round, in an editor; only what reads is saved, and nothing typed is lost."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor, RoundNumber, Yes, event_option, seat_option
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.interrupts import defer_signals

if TYPE_CHECKING:
    from haggis_cli.book.corrections.editing import Edit
    from haggis_cli.book.match import OpenMatch
    from haggis_cli.cli.edit.editor import Draft

_STILL_OPEN = "The editor came back at once. If its window is open, save and close it there, then press Enter: "
_STANDARD_ERROR = 2
"""The file descriptor that the editor writes to where standard output is for JSON."""

Rated = Annotated[
    bool | None,
    typer.Option("--rated/--unrated", help="Only say that the match counts in statistics, or that it does not."),
]

Event = Annotated[
    str | None,
    event_option("Only say to which evening, league or tournament the match belongs; to none with an empty TEXT."),
]

Lead = Annotated[
    str | None, seat_option("--lead", "Only say who leads round 1, before it begins; 'random' draws lots.")
]


def command(
    match: Match = None,
    number: RoundNumber = None,
    rated: Rated = None,
    event: Event = None,
    lead: Lead = None,
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Open a match file in your editor.

    The editor is $VISUAL, else $EDITOR. What it leaves is checked: only a file that reads is saved, and no changed
    figures of a typed-in round that cannot have happened, as in 'haggis score'. Otherwise the text is kept aside, and
    you are told where. Works for matches that cannot be read any more, too.

    --round opens one round alone: its events a line each, or its typed figures. What then breaks the rules or looks
    wrong is told, and saved only after a yes (--yes); 'haggis undo' takes it back. Without an editor 'haggis score
    --round N' puts a typed-in round right, and 'haggis record --round N' a recorded one.

    --event, --lead, --unrated and --rated open nothing: they set that in the file, and leave every other character.

    \b
    EDITOR=nano haggis edit friday
    haggis edit friday --round 2
    haggis edit friday --event "Burns Night" --unrated
    """
    printer = Printer(no_color=no_color)
    if rated is not None or event is not None or lead is not None:
        if number is not None:
            raise UsageError("--round is for the editor: --event, --lead, --rated and --unrated are of a whole match")
        from haggis_cli.cli.edit.settings import change_settings

        change_settings(printer, match, home, rated=rated, event=event, lead=lead, json=json)
        return
    from haggis_cli.book.corrections.editing import MatchEdit, RoundEdit
    from haggis_cli.cli.edit.editor import Draft, find_editor
    from haggis_cli.cli.opening import open_match, print_match_json, print_to_nobody

    edit = MatchEdit(match, home, print_to_nobody) if number is None else RoundEdit(open_match(match, home), number)
    editor = find_editor(match, number)
    draft = Draft(edit.name, edit.data)
    after = None
    try:
        after = _edit_until_saved(printer, edit, draft, editor, yes=yes, out=_STANDARD_ERROR if json else None)
    finally:
        typed = draft.find_changed_files() if after is None else []
        if typed:
            kept = typed[0] if len(typed) == 1 else draft.path.parent
            printer.print_message(f"What was typed is kept in {safe(str(kept))}")
        else:
            draft.remove()
    if json:
        print_match_json(printer, after or edit.load_current(), saved=int(after is not None))
    elif after is None:
        printer.print_message("Nothing was changed.")
    else:
        _print_saved(printer, after)


def _edit_until_saved(
    printer: Printer, edit: "Edit", draft: "Draft", editor: str, *, yes: bool, out: int | None
) -> "OpenMatch | None":
    """Let the person edit until the text reads or is given up; the match as saved, None if nothing was changed.

    out: the stream that the editor writes to; None for standard output.
    """
    from haggis_cli.cli.edit.editor import run_editor
    from haggis_cli.cli.terminal.prompts import ask_line, can_ask, confirm
    from haggis_cli.cli.views.corrections import ask_about_correction

    while True:
        at_once = run_editor(editor, draft.path, out)
        data = draft.read()
        if at_once and data == edit.data and can_ask():
            ask_line(printer, _STILL_OPEN)
            data = draft.read()
        if data == edit.data:
            return None
        try:
            after = edit.parse(data)
            edit.check_figures(after)
        except HaggisError as error:
            if not can_ask():
                raise
            printer.print_error(str(error))
            if not confirm(printer, "Edit it again?", default=True):
                raise typer.Exit(error.exit_code) from None
            continue
        correction = edit.correction(after)
        if correction is not None:
            warnings = correction.new_warnings(edit.number)
            agreed = ask_about_correction(printer, correction, warnings, yes=yes, in_file=True)
            if agreed is None:
                raise typer.Exit(1)
            after = agreed.after
        with defer_signals(last=True):
            return edit.save(after)


def _print_saved(printer: Printer, after: "OpenMatch") -> None:
    """Print that the match is saved, what the rules say of it, and what is due."""
    from haggis_cli.cli.views.rounds import print_due
    from haggis_cli.referee.sentences import violation_in_file, warning_sentence

    printer.print_line(f"Saved {safe(after.report.match.record.id)}.")
    for violation in after.report.violations:
        printer.print_warning(violation_in_file(violation, after.path.name))
    for warning in after.report.warnings:
        printer.print_warning(warning_sentence(warning))
    if after.report.ok:
        print_due(printer, after.report)
