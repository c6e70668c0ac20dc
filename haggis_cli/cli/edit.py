"""`haggis edit`: names and the goal put right, or the match file in an editor, of which only what reads is saved."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.completion import match_ids, match_names, player_renamings, team_renamings
from haggis_cli.cli.context import Context
from haggis_cli.cli.options import (
    Home,
    Json,
    Match,
    NoColor,
    Points,
    RoundNumber,
    Rounds,
    RoundWins,
    Yes,
    event_option,
    seat_option,
)
from haggis_cli.cli.terminal.printer import Printer, render_command, safe
from haggis_cli.support.errors import HaggisError, RulesError, UsageError
from haggis_cli.support.interrupts import defer_signals

if TYPE_CHECKING:
    from haggis_cli.book.corrections.editing import Edit
    from haggis_cli.book.match import OpenMatch
    from haggis_cli.cli.edit_questions import Draft

_STILL_OPEN = "The editor came back at once. If its window is open, save and close it there, then press Enter: "
_STANDARD_ERROR = 2
"""The file descriptor that the editor writes to where standard output is for JSON."""

Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        "-p",
        metavar="OLD=NEW",
        autocompletion=player_renamings,
        help="Call a player otherwise, in every round; several at once, two may change places.",
    ),
]

Teams = Annotated[
    list[str] | None,
    typer.Option("--team", metavar="OLD=NEW", autocompletion=team_renamings, help="Call a team otherwise."),
]

Lead = Annotated[
    str | None, seat_option("--lead", "Who leads round 1; 'random' draws lots before it begins.", match_names)
]

Dealer = Annotated[
    str | None, seat_option("--dealer", "Who deals round 1, in a variant with a dealer; or 'random'.", match_names)
]

Rated = Annotated[
    bool | None,
    typer.Option("--rated/--unrated", help="Say that the match counts in statistics, or that it does not."),
]

Event = Annotated[
    str | None,
    event_option("Say to which evening, league or tournament the match belongs; to none with an empty TEXT."),
]


def edit_command(
    match: Match = None,
    player: Players = None,
    team: Teams = None,
    points: Points = None,
    rounds: Rounds = None,
    round_wins: RoundWins = None,
    lead: Lead = None,
    dealer: Dealer = None,
    number: RoundNumber = None,
    rated: Rated = None,
    event: Event = None,
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Put names and the goal right, or open the file.

    --player, --team, the goal and --lead or --dealer need no editor: what changes is shown, and saved after a yes;
    'haggis undo' takes it back. Names change wherever they stand, in rounds, deals and half rounds; every other
    character stays. --event, --unrated and --rated set that and ask nothing.

    With none of them the match file opens in your editor, $VISUAL, else $EDITOR; without an editor what is wrong is
    asked for. What the editor leaves is checked: only a file that reads is saved, and no changed figures of a typed-in
    round that cannot have happened, as in 'haggis score'. Otherwise the text is kept aside, and you are told where.
    Works for matches that cannot be read any more, too.

    --round opens one round alone: its events a line each, or its typed figures. What then breaks the rules or looks
    wrong is told, and saved only after a yes (--yes); 'haggis undo' takes it back. Without an editor 'haggis score
    --round N' puts a typed-in round right, and 'haggis record --round N' a recorded one.

    \b
    haggis edit --player Noha=Noah
    haggis edit friday --player Noah=Isla --player Isla=Noah
    haggis edit friday --points 350
    EDITOR=nano haggis edit friday
    haggis edit friday --round 2
    haggis edit friday --event "Burns Night" --unrated
    """
    from haggis_cli.cli.edit_questions import SettingsWords, change_settings

    context = Context(Printer(no_color=no_color), home, json, yes)
    goal = (points, rounds, round_wins)
    words = SettingsWords(player or (), team or (), *goal, lead, dealer, event, rated)
    if words.are_given:
        if number is not None:
            raise UsageError("--round is for the editor alone: everything else is of a whole match")
        change_settings(context, match, words)
    elif number is None and not json and _asks_instead():
        from haggis_cli.cli.edit_questions import ask_and_save

        ask_and_save(context, match)
    else:
        _open_editor(context, match, number)


def _asks_instead() -> bool:
    """Whether no editor is chosen, and somebody is there to be asked."""
    from haggis_cli.cli.edit_questions import chosen_editor
    from haggis_cli.cli.terminal.prompts import can_ask

    return not chosen_editor() and can_ask()


def _open_editor(context: Context, match: str | None, number: int | None) -> None:
    """Open the match, or a round of it, in the editor, save what it leaves, and print what has come of it."""
    from haggis_cli.book.corrections.editing import MatchEdit, RoundEdit
    from haggis_cli.cli.context import print_to_nobody
    from haggis_cli.cli.edit_questions import Draft, find_editor

    edit: Edit
    if number is None:
        edit = MatchEdit(match, context.home, print_to_nobody)
    else:
        edit = RoundEdit(context.open_match(match), number)
    editor = find_editor(match, number)
    draft = Draft(edit.name, edit.data)
    after = None
    try:
        after = _edit_until_saved(context, edit, draft, editor)
    finally:
        typed = draft.find_changed_files() if after is None else []
        if typed:
            kept = typed[0] if len(typed) == 1 else draft.path.parent
            context.printer.print_message(f"What was typed is kept in {safe(str(kept))}")
        else:
            draft.remove()
    if context.json:
        context.print_match_json(after or edit.load_current(), saved=int(after is not None))
    elif after is None:
        context.printer.print_message("Nothing was changed.")
    else:
        _print_saved(context.printer, after)


def _edit_until_saved(context: Context, edit: "Edit", draft: "Draft", editor: str) -> "OpenMatch | None":
    """Let the person edit until the text reads or is given up; the match as saved, None if nothing was changed."""
    from haggis_cli.cli.edit_questions import run_editor
    from haggis_cli.cli.terminal.prompts import ask_line, can_ask, confirm
    from haggis_cli.cli.views.corrections import ask_about_correction

    printer = context.printer
    while True:
        at_once = run_editor(editor, draft.path, _STANDARD_ERROR if context.json else None)
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
            agreed = ask_about_correction(context, correction, warnings, in_file=True)
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


# `haggis remove`: take a match out of the history, without losing it.


Matches = Annotated[
    list[str], typer.Argument(metavar="MATCH...", autocompletion=match_ids, help="Ids, or parts of them.")
]
SkipQuestion = Annotated[bool, typer.Option("--yes", "-y", help="Remove without asking.")]


def remove_command(
    matches: Matches, yes: SkipQuestion = False, home: Home = None, json: Json = False, no_color: NoColor = False
) -> None:
    """Take a match out of the history.

    Its file goes to the folder 'removed' beside the matches, and no list or statistic counts it any more. Nothing is
    lost: 'haggis import' of that file brings it back, a half-entered round included. Where nobody can be asked, --yes
    is needed.

    \b
    haggis remove friday
    haggis remove friday saturday --yes
    """
    from haggis_cli.book.match import describe_match, find_matches, remove_match
    from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted

    printer = Printer(no_color=no_color)
    store = Context(printer, home).store
    paths = find_matches(store, matches)
    if not yes:
        if not can_ask():
            raise UsageError("add --yes to remove a match (nothing is asked, because this is not a terminal)")
        for path in paths:
            printer.print_message(f"{safe(path.stem)}: {safe(describe_match(store, path))}")
        with print_if_interrupted(printer, "Nothing was removed."):
            if not confirm(printer, "Remove it?" if len(paths) == 1 else f"Remove these {len(paths)} matches?"):
                raise RulesError("nothing was removed")
    with defer_signals(last=True):
        code, rows = 0, []
        for path in paths:
            try:
                target = remove_match(store, path)
            except HaggisError as error:  # of this match alone: the others go on
                printer.print_error(str(error))
                code = max(code, error.exit_code)
                continue
            rows.append({"id": path.stem, "file": str(target)})
            if not json:
                back = render_command(["import", *(["--home", str(store.home)] if home else []), str(target)])
                printer.print_line(f"Removed {safe(path.stem)}. To bring it back: {back}")
        if json:
            printer.print_json({"removed": rows})
    if code:
        raise typer.Exit(code)
