"""Events given to `haggis record`, all at once or line by line: added, saved, and told with what they changed."""

from collections.abc import Iterable

from haggis_cli.book.match import lock_and_refresh
from haggis_cli.book.recording import Recorded, add_events, save_recorded
from haggis_cli.book.typed_lines import is_bare_event, join_events, join_names
from haggis_cli.cli.opening import (
    match_name,
    open_for_change,
    open_match,
    print_match_json,
    print_notices,
    print_revision,
    split_match,
)
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.rounds import print_due, print_round
from haggis_cli.matches.store.files import home_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.referee.refusal import RefusedEventError
from haggis_cli.support.errors import HaggisError, NotationError
from haggis_cli.support.interrupts import defer_signals


def split_match_and_events(words: list[str], home: str | None) -> tuple[str | None, list[str]]:
    """The match and the events; a bare word like `pass` or `7r` is an event unless a match is called so."""
    match, events = split_match(join_names(words))
    if match is not None and is_bare_event(match) and not Store(home_folder(home)).path_of(match).exists():
        match, events = None, words
    return match, join_events(events)


def record_together(
    printer: Printer, match: str | None, home: str | None, json: bool, events: list[tuple[str, str]]
) -> None:
    """Add events that are all there already, and save them together."""
    with open_for_change(match, home) as opened:
        print_revision(printer, opened)
        recorded = add_events(opened, events)
        with defer_signals(last=True):
            recorded = save_recorded(recorded)
            print_notices(printer, recorded.after)
            _print_outcome(printer, recorded, json)
    if recorded.refusal:
        raise recorded.refusal


def record_one_by_one(
    printer: Printer, match: str | None, home: str | None, json: bool, events: Iterable[tuple[str, str]]
) -> None:
    """Add events as they come, each saved before the next is read."""
    before = open_match(match, home)
    print_revision(printer, before)
    so_far = Recorded(before, before, ())
    interrupted = False
    try:
        for event in events:
            with defer_signals() as held, lock_and_refresh(so_far.after) as opened:
                recorded = add_events(opened, [event])
                if recorded.refusal:
                    so_far = so_far._replace(refusal=recorded.refusal)
                else:
                    recorded = save_recorded(recorded)
                    print_notices(printer, recorded.after)
                    so_far = Recorded(before, recorded.after, (*so_far.accepted, *recorded.accepted))
            interrupted = bool(held)
            if so_far.refusal or interrupted:
                break
    except KeyboardInterrupt:  # while the next line was waited for
        interrupted = True
    except HaggisError:
        if so_far.accepted:  # what is saved is told, whatever became of the rest
            _print_outcome(printer, so_far, json)
        raise
    _print_outcome(printer, so_far, json)
    if so_far.refusal:
        raise so_far.refusal
    if interrupted:  # what was still to come is not recorded: no script may take that for a success
        raise KeyboardInterrupt


def _print_outcome(printer: Printer, recorded: Recorded, json: bool) -> None:
    """What was saved, the rounds that it finished, and what is next."""
    report = recorded.after.report
    if json:
        told = {"saved": len(recorded.accepted), "refused": _refusal_json(recorded.refusal)}
        print_match_json(printer, recorded.after, **told)
        return
    if recorded.accepted:
        first = len(recorded.before.report.complete_rounds) + 1
        printer.print_line(printer.styled(f"{match_name(recorded.after)}, round {first}", "bold"))
    for event in recorded.accepted:
        printer.print_line(printer.render_event(event))
    for each in report.rounds[len(recorded.before.report.complete_rounds) :]:
        if each.complete:
            print_round(printer, report, each.number)
    print_due(printer, report)


def _refusal_json(refusal: HaggisError | None) -> dict[str, str | None] | None:
    """The event that stopped the rest, for scripts."""
    if isinstance(refusal, RefusedEventError):
        return {"text": refusal.event, "code": refusal.code, "message": refusal.reason, "rule": refusal.rule}
    code = refusal.code if isinstance(refusal, NotationError) else None
    return {"text": None, "code": code, "message": str(refusal), "rule": None} if refusal else None
