"""What `haggis edit` changes of a match without an editor: whether it counts, its event, and who begins."""

from collections.abc import Callable
from typing import NamedTuple

from haggis_cli.book.corrections.editing import save_first_leader, save_label, save_rated
from haggis_cli.book.match import OpenMatch
from haggis_cli.cli.opening import open_for_change, print_match_json
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.referee.sentences import due
from haggis_cli.support.interrupts import defer_signals


class _Change(NamedTuple):
    """A change of a match.

    save: saves it; the match then, or the very same if nothing changes.
    describe: says how the match is after it; told whether anything has changed.
    """

    save: Callable[[OpenMatch], OpenMatch]
    describe: Callable[[OpenMatch, bool], str]


def change_settings(
    printer: Printer,
    match: str | None,
    home: str | None,
    *,
    rated: bool | None,
    event: str | None,
    lead: str | None,
    json: bool,
) -> None:
    """Save what is given of a match, and print what has come of it."""
    changes = []
    if lead is not None:
        changes.append(_Change(lambda opened: save_first_leader(opened, lead), _describe_first_leader))
    if event is not None:
        changes.append(_Change(lambda opened: save_label(opened, event), _describe_event))
    if rated is not None:
        changes.append(_Change(lambda opened: save_rated(opened, rated=rated), _describe_rated))
    with defer_signals(last=True), open_for_change(match, home) as opened:
        after = opened
        for change in changes:
            before, after = after, change.save(after)
            if not json:
                _print_change(printer, change.describe(after, after is not before), is_saved=after is not before)
        if json:
            print_match_json(printer, after, saved=int(after is not opened))


def _print_change(printer: Printer, sentence: str, *, is_saved: bool) -> None:
    if is_saved:
        printer.print_line(f"Saved: {sentence}")
    else:
        printer.print_message(f"Nothing was changed: {sentence}")


def _describe_first_leader(after: OpenMatch, is_saved: bool) -> str:
    return f"{safe(after.path.stem)}: {due(after.report)}"


def _describe_event(after: OpenMatch, is_saved: bool) -> str:
    name, event = safe(after.path.stem), after.file.record.event
    belongs = f"belongs to {safe(event)}" if event else "belongs to no event"
    return f"{name} {belongs} {'from now on' if is_saved else 'already'}."


def _describe_rated(after: OpenMatch, is_saved: bool) -> str:
    name, rated = safe(after.path.stem), after.file.record.rated
    if is_saved:
        return f"{name} {'counts in statistics' if rated else 'counts in no statistics'} from now on."
    return f"{name} {'counts' if rated else 'does not count'} in statistics already."
