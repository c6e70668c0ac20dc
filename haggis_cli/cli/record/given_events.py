"""Events given to `haggis record`, all at once or line by line: added, saved, and told with what they changed."""

from collections.abc import Iterable

from haggis_cli.book.match import after_saving, lock_and_refresh
from haggis_cli.book.recording import Recorded, add_events, is_bare_event, join_events, join_names, save_recorded
from haggis_cli.cli.options import Context, match_name, split_match
from haggis_cli.referee.seating import RefusedEventError
from haggis_cli.support.errors import HaggisError, NotationError
from haggis_cli.support.interrupts import defer_signals


def split_match_and_events(context: Context, words: list[str]) -> tuple[str | None, list[str]]:
    """The match and the events; a bare word like `pass` or `7r` is an event unless a match is called so."""
    match, events = split_match(join_names(words))
    if match is not None and not context.store.path_of(match).exists() and is_bare_event(match):
        match, events = None, words
    return match, join_events(events)


def record_together(context: Context, match: str | None, events: list[tuple[str, str]]) -> None:
    """Add events that are all there already, and save them together."""
    with context.open_for_change(match) as opened:
        context.print_revision(opened)
        recorded = add_events(opened, events)
        with defer_signals(last=True):
            recorded = save_recorded(recorded)
            _print_outcome(context, recorded)
    if recorded.refusal:
        raise recorded.refusal


def record_one_by_one(context: Context, match: str | None, events: Iterable[tuple[str, str]]) -> None:
    """Add events as they come, each saved before the next is read."""
    before = context.open_match(match)
    context.print_revision(before)
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
                    after = context.print_notices(recorded.after)
                    so_far = Recorded(before, after, (*so_far.accepted, *recorded.accepted))
            interrupted = bool(held)
            if so_far.refusal or interrupted:
                break
    except KeyboardInterrupt:  # while the next line was waited for
        interrupted = True
    except HaggisError:
        if so_far.accepted:  # what is saved is told, whatever became of the rest
            _print_outcome(context, so_far)
        raise
    _print_outcome(context, so_far)
    if so_far.refusal:
        raise so_far.refusal
    if interrupted:  # what was still to come is not recorded: no script may take that for a success
        raise KeyboardInterrupt


def _print_outcome(context: Context, recorded: Recorded) -> None:
    """What was saved, the rounds that it finished, and what is next."""
    printer, done = context.printer, len(recorded.before.report.complete_rounds)
    told = after_saving(
        recorded.after,
        rounds=[each.number for each in recorded.after.report.rounds[done:] if each.complete],
        saved=len(recorded.accepted),
        refused=_refusal_json(recorded.refusal),
    )
    title = printer.styled(f"{match_name(recorded.after)}, round {done + 1}", "bold")
    context.print_saved(told, *([title] if recorded.accepted else []), *map(printer.render_event, recorded.accepted))


def _refusal_json(refusal: HaggisError | None) -> dict[str, str | None] | None:
    """The event that stopped the rest, for scripts."""
    if isinstance(refusal, RefusedEventError):
        found = {"text": refusal.event, "code": refusal.code, "message": refusal.reason, "rule": refusal.rule}
        return found | {"topic": refusal.topic}
    code = refusal.code if isinstance(refusal, NotationError) else None
    return {"text": None, "code": code, "message": str(refusal), "rule": None, "topic": None} if refusal else None
