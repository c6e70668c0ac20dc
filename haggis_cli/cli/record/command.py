"""`haggis record`: add to the round in progress play by play."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion.candidates import round_events
from haggis_cli.cli.options import Home, Json, NoColor, Yes
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import HaggisError, NotationError, UsageError
from haggis_cli.support.interrupts import defer_signals

if TYPE_CHECKING:
    from haggis_cli.book.recording import Recorded

MatchAndEvents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[MATCH] [EVENT]...",
        show_default=False,
        autocompletion=round_events,
        help="The match (if not the current one), and events like 'Noah: 4r 4g'; - reads them from standard input.",
    ),
]
File = Annotated[
    str | None,
    typer.Option("--file", "-f", metavar="FILE", show_default=False, help="Read the events from a file, one a line."),
]


Amend = Annotated[
    int | None,
    typer.Option(
        "--amend", metavar="N", show_default=False, help="Put event N of the last round right; EVENT - takes it out."
    ),
]
Insert = Annotated[
    int | None,
    typer.Option("--insert", metavar="N", show_default=False, help="Put in an event that was left out before event N."),
]
RoundNumber = Annotated[
    int | None,
    typer.Option(
        "--round",
        "-r",
        metavar="R",
        show_default=False,
        help="Put round R right, step by step; with --amend or --insert one event of it.",
    ),
]


def command(
    words: MatchAndEvents = None,
    file: File = None,
    amend: Amend = None,
    insert: Insert = None,
    number: RoundNumber = None,
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Record a round play by play, each event checked before it is saved.

    An EVENT is 'NAME: ACTION': cards ('4r 4g', '5r J Q as set'), 'pass', 'bet little', 'award NAME'. Beginnings of
    names do. In a file and on standard input a line without a name is by whose turn it is, and # begins a comment.
    Without events, in a terminal, the round is asked for: type 'help' there. The first event that is not legal stops
    the rest; those before it are saved (exit code 1).

    --round puts an earlier round right in the terminal: its events are listed, and changed by their numbers. --amend
    and --insert do it at once, counted as 'haggis log --events' counts. Everything after the event is judged again.
    What then breaks the rules is told, and saved only after a yes (--yes). 'haggis undo' takes it back.

    \b
    haggis record "Isla: 7r 8r 9r" "Noah: pass"
    haggis record friday --file round3.txt
    haggis record friday --amend 7 "Noah: 4r 4g"
    haggis record friday --round 2
    """
    from haggis_cli.book.typed_lines.event_lines import parse_event_lines, read_event_lines

    printer = Printer(no_color=no_color)
    match, events = _split_match_and_events(words or [], home)
    if amend is not None or insert is not None:
        if file is not None or (amend is not None and insert is not None):
            raise UsageError("one correction at a time: give --amend N or --insert N with one EVENT")
        from haggis_cli.cli.record.corrections import correct_event

        event, is_insertion = amend or insert or 0, insert is not None
        correct_event(printer, match, home, events, event, number, insert=is_insertion, yes=yes, json=json)
        return
    if number is not None and (events or file is not None):
        raise UsageError("--round goes with --amend or --insert: events are added to the last round")
    if file is not None and events:
        raise UsageError("events are given both as words and with --file: use one of them")
    if match is None:
        from haggis_cli.matches.store.folder import Store, home_folder

        Store(home_folder(home)).check_current_at_table()
    if file is not None and file != "-":
        _record_together(printer, match, home, json, read_event_lines(file))
    elif file == "-" or events == ["-"]:
        _record_one_by_one(printer, match, home, json, parse_event_lines(sys.stdin))
    elif events:
        _record_together(printer, match, home, json, [(f"event {at}", event) for at, event in enumerate(events, 1)])
    else:
        from haggis_cli.cli.record.dialogue import RecordingDialogue
        from haggis_cli.cli.terminal.prompts import require_terminal

        missing = "the events are missing, like 'Noah: 4r 4g' (or - to read them from standard input)"
        require_terminal(missing if number is None else f"which event of round {number} is wrong: add --amend N EVENT")
        RecordingDialogue(printer, match, home, number).run()


def _split_match_and_events(words: list[str], home: str | None) -> tuple[str | None, list[str]]:
    """The match and the events; a bare word like `pass` or `7r` is an event unless a match is called so."""
    from haggis_cli.book.typed_lines.event_lines import is_bare_event, join_events
    from haggis_cli.cli.opening import split_match
    from haggis_cli.matches.store.folder import Store, home_folder

    match, events = split_match(words)
    if match is not None and is_bare_event(match) and not Store(home_folder(home)).path_of(match).exists():
        match, events = None, words
    return match, join_events(events)


def _record_together(
    printer: Printer, match: str | None, home: str | None, json: bool, events: list[tuple[str, str]]
) -> None:
    """Add events that are all there already, and save them together."""
    from haggis_cli.book.recording import add_events, save_recorded
    from haggis_cli.cli.opening import open_for_change, print_notices

    with open_for_change(match, home) as opened:
        recorded = add_events(opened, events)
        with defer_signals(last=True):
            recorded = save_recorded(recorded)
            print_notices(printer, recorded.after)
            _print_outcome(printer, recorded, json)
    if recorded.refusal:
        raise recorded.refusal


def _record_one_by_one(
    printer: Printer, match: str | None, home: str | None, json: bool, events: Iterable[tuple[str, str]]
) -> None:
    """Add events as they come, each saved before the next is read."""
    from haggis_cli.book.match import lock_and_refresh
    from haggis_cli.book.recording import Recorded, add_events, save_recorded
    from haggis_cli.cli.opening import open_match, print_notices

    before = open_match(match, home)
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


def _print_outcome(printer: Printer, recorded: "Recorded", json: bool) -> None:
    """What was saved, the rounds that it finished, and what is next."""
    from haggis_cli.cli.opening import print_match_json
    from haggis_cli.cli.views.rounds import print_due, print_round

    report = recorded.after.report
    if json:
        told = {"saved": len(recorded.accepted), "refused": _refusal_json(recorded.refusal)}
        print_match_json(printer, recorded.after, **told)
        return
    for event in recorded.accepted:
        printer.print_line(printer.render_event(event))
    for each in report.rounds[len(recorded.before.report.complete_rounds) :]:
        if each.complete:
            print_round(printer, report, each.number)
    print_due(printer, report)


def _refusal_json(refusal: HaggisError | None) -> dict[str, str | None] | None:
    """The event that stopped the rest, for scripts."""
    from haggis_cli.referee.refusal import RefusedEventError

    if isinstance(refusal, RefusedEventError):
        return {"text": refusal.event, "code": refusal.code, "message": refusal.reason, "rule": refusal.rule}
    code = refusal.code if isinstance(refusal, NotationError) else None
    return {"text": None, "code": code, "message": str(refusal), "rule": None} if refusal else None
