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
        "The match (default: the current match), and events such as 'Noah: 4r 4g'; - reads them from standard input.",
        round_events,
        show_default=False,
    ),
]
File = Annotated[str | None, option("--file -f FILE", "Read the events from a file, one per line.", show_default=False)]


Amend = Annotated[
    int | None, option("--amend N", "Replace event N of the last round with EVENT; '-' deletes it.", show_default=False)
]
Insert = Annotated[int | None, option("--insert N", "Insert a missing event before event N.", show_default=False)]
RoundNumber = Annotated[
    int | None,
    option(
        "--round -r R", "Correct round R step by step; with --amend or --insert, one event of it.", show_default=False
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
    """Record a round play by play; each play is checked before it is saved.

    An EVENT is 'NAME: ACTION'. The action is cards ('4r 4g', '5r J Q as set'), 'pass', 'bet little' or 'award
    NAME'. The
    beginning of a name is enough. In a file and on standard input, a line without a name belongs to the player whose
    turn it is, and # begins a comment. Without events, haggis asks for them in a terminal; type 'help' there. haggis
    stops at the first illegal event; those before it are saved (exit code 1).

    --round lets you correct an earlier round in the terminal: it lists the events, and you change them by number.
    --amend and --insert do the same in one step; 'haggis log --events' shows the numbers. haggis judges everything
    after the event again, shows what now breaks the rules, and saves only if you agree (or with --yes). 'haggis undo'
    takes the correction back.

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
            raise UsageError("make one correction at a time: give --amend N or --insert N with one EVENT")
        from haggis_cli.cli.record.dialogue import correct_event

        event, is_insertion = amend or insert or 0, insert is not None
        correct_event(context, match, events, event, number, insert=is_insertion)
        return
    if number is not None and (events or file is not None):
        raise UsageError("--round belongs to --amend or --insert: new events are added to the last round")
    if file is not None and events:
        raise UsageError("EVENT and --file contradict each other: give one of them")
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

        missing = "the events are missing: give them like 'Noah: 4r 4g', or - to read them from standard input"
        require_terminal(missing if number is None else f"which event of round {number} is wrong: add --amend N EVENT")
        RecordingDialogue(context, match, number).run()
