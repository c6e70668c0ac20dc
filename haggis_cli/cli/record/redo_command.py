"""`haggis redo`: bring back what undo took away."""

from typing import TYPE_CHECKING

from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer, safe

if TYPE_CHECKING:
    from haggis_cli.book.match import OpenMatch
    from haggis_cli.matches.model import MatchRecord


def command(match: Match = None, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Bring back what undo took away.

    Works as long as nothing else has changed in the match since, as often as 'haggis undo' was said.

    \b
    haggis redo
    """
    from haggis_cli.cli.views.rounds import print_due
    from haggis_cli.support.interrupts import defer_signals

    printer = Printer(no_color=no_color)
    with defer_signals(last=True):
        after, what = redo_last(match, home)
        if json:
            from haggis_cli.referee.report_json import show_json

            printer.print_json(show_json(after.report, after.path) | {"redone": what})
            return
        printer.print_line(f"Brought back: {safe(what)}")
        print_due(printer, after.report)


def redo_last(match: str | None, home: str | None) -> "tuple[OpenMatch, str]":
    """Put the text from before the last undo back, and save it; the match then, and what came back in words."""
    from haggis_cli.book.corrections import describe_difference
    from haggis_cli.book.match import adjudicate_snapshot, open_for_change, save_match
    from haggis_cli.matches.store.snapshot import Snapshot
    from haggis_cli.support.errors import StoreError

    with open_for_change(match, home) as opened:
        before = opened.store.redo_history.load_last(opened.snapshot.data)
        if before is None:
            raise StoreError("nothing to bring back: no undo led to the match as it is now")
        after = adjudicate_snapshot(opened.store, Snapshot(opened.path, before))
        if _only_adds_at_end(opened.file.record, after.file.record):
            return save_match(opened, after), _describe_addition(opened, after)
        place = describe_difference(opened.file.record.rounds, after.file.record.rounds)
        return save_match(opened, after, correction=True), f"the correction of {place}"


def _only_adds_at_end(old: "MatchRecord", new: "MatchRecord") -> bool:
    """Whether the new one has one event or one round more at its end, and is the same else: no correction then."""
    longer, shorter = new.rounds, old.rounds
    if old.model_copy(update={"rounds": longer}) != new:
        return False
    if len(longer) == len(shorter) + 1:
        return longer[:-1] == shorter
    if len(longer) != len(shorter) or longer[:-1] != shorter[:-1]:
        return False
    last = longer[-1]
    return bool(last.events) and last.model_copy(update={"events": (last.events or [])[:-1]}) == shorter[-1]


def _describe_addition(opened: "OpenMatch", after: "OpenMatch") -> str:
    """What the match has now and did not have."""
    old, new = opened.file.record.rounds, after.file.record.rounds
    number, last = len(new), new[-1]
    events = last.events or []
    known = len(old[-1].events or []) if len(old) == len(new) else 0
    return f"round {number}, {events[-1]}" if len(events) == known + 1 else f"round {number}"
