"""`haggis undo`: take back the last event or round."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer, safe

if TYPE_CHECKING:
    from haggis_cli.book.match import OpenMatch

WholeRound = Annotated[
    bool, typer.Option("--round", help="Take back the whole last round, also one recorded play by play.")
]


def command(
    match: Match = None,
    whole_round: WholeRound = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Take back the last play or round.

    Of a round recorded play by play the last event goes, of one typed in the whole round; a correction is undone if
    nothing has happened since. Nothing is lost: 'haggis redo' brings it back.

    \b
    haggis undo
    haggis undo friday --round
    """
    from haggis_cli.cli.views.rounds import print_due
    from haggis_cli.support.interrupts import defer_signals

    printer = Printer(no_color=no_color)
    with defer_signals(last=True):
        after, what = undo_last(match, home, whole_round=whole_round)
        if json:
            from haggis_cli.referee.report_json import show_json

            printer.print_json(show_json(after.report, after.path) | {"undone": what})
            return
        printer.print_line(f"Taken back: {safe(what)}")
        print_due(printer, after.report)


def undo_last(match: str | None, home: str | None, *, whole_round: bool) -> "tuple[OpenMatch, str]":
    """Take back the last event, round or correction; the match as it is then, and what was taken back in words."""
    from haggis_cli.book.corrections import describe_difference, load_before_correction
    from haggis_cli.book.match import open_for_change, preview, save_match

    with open_for_change(match, home) as opened:
        after = None if whole_round else load_before_correction(opened)
        if after:
            place = describe_difference(after.file.record.rounds, opened.file.record.rounds)
            opened.store.redo_history.save(opened.snapshot, after.file.data)
            now = save_match(opened, after)
            opened.store.correction_history.remove_last(opened.snapshot.data)
            return now, f"the correction of {place}"
        text, what = _text_without_last(opened, whole_round)
        after = preview(opened, text)
        opened.store.redo_history.save(opened.snapshot, after.file.data)
        return save_match(opened, after), what


def _text_without_last(opened: "OpenMatch", whole_round: bool) -> tuple[str, str]:
    from haggis_cli.matches.toml.changes import without_last_event, without_last_round
    from haggis_cli.support.errors import StoreError

    file = opened.file
    if not file.record.rounds:
        raise StoreError(f"{safe(file.record.id)} has no round yet: there is nothing to take back")
    number, last = len(file.record.rounds), file.record.rounds[-1]
    # A deal stays when the last event goes; a round without either goes as a whole.
    if last.events and not whole_round and (len(last.events) > 1 or last.deal):
        return without_last_event(file), f"round {number}, {last.events[-1]}"
    return without_last_round(file), _describe_round(number, last.events)


def _describe_round(number: int, events: list[str] | None) -> str:
    if events is None:
        return f"round {number}"
    return f"round {number}, {events[0]}" if len(events) == 1 else f"round {number}, {len(events)} events"
