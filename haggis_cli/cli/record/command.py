"""`haggis record`: add to the round in progress play by play."""

import sys
from typing import Annotated

from haggis_cli.cli.completion import round_events
from haggis_cli.cli.options import Context, Home, Json, NoColor, Yes, argument, option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError

MatchAndEvents = Annotated[
    list[str] | None,
    argument(
        "[MATCH] [EVENT]...",
        "The match (if not the current one), and events like 'Noah: 4r 4g'; - reads them from standard input.",
        round_events,
        show_default=False,
    ),
]
File = Annotated[str | None, option("--file -f FILE", "Read the events from a file, one a line.", show_default=False)]


Amend = Annotated[
    int | None, option("--amend N", "Put event N of the last round right; EVENT - takes it out.", show_default=False)
]
Insert = Annotated[
    int | None, option("--insert N", "Put in an event that was left out before event N.", show_default=False)
]
RoundNumber = Annotated[
    int | None,
    option(
        "--round -r R", "Put round R right, step by step; with --amend or --insert one event of it.", show_default=False
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
    from haggis_cli.book.recording import parse_event_lines, read_event_lines
    from haggis_cli.cli.record.given_events import record_one_by_one, record_together, split_match_and_events

    context = Context(Printer(no_color=no_color), home, json, yes)
    match, events = split_match_and_events(context, words or [])
    if amend is not None or insert is not None:
        if file is not None or (amend is not None and insert is not None):
            raise UsageError("one correction at a time: give --amend N or --insert N with one EVENT")
        from haggis_cli.cli.record.corrections import correct_event

        event, is_insertion = amend or insert or 0, insert is not None
        correct_event(context, match, events, event, number, insert=is_insertion)
        return
    if number is not None and (events or file is not None):
        raise UsageError("--round goes with --amend or --insert: events are added to the last round")
    if file is not None and events:
        raise UsageError("events are given both as words and with --file: use one of them")
    if match is None:
        context.store.check_current_at_table()
    if file is not None and file != "-":
        record_together(context, match, read_event_lines(file))
    elif file == "-" or events == ["-"]:
        record_one_by_one(context, match, parse_event_lines(sys.stdin))
    elif events:
        record_together(context, match, [(f"event {at}", event) for at, event in enumerate(events, 1)])
    else:
        from haggis_cli.cli.record.dialogue import RecordingDialogue
        from haggis_cli.cli.terminal.prompts import require_terminal

        missing = "the events are missing, like 'Noah: 4r 4g' (or - to read them from standard input)"
        require_terminal(missing if number is None else f"which event of round {number} is wrong: add --amend N EVENT")
        RecordingDialogue(context, match, number).run()
