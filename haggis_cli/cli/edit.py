"""`haggis edit` and `haggis remove`: a match put right, or taken out of the history."""

from typing import Annotated

import typer

from haggis_cli.cli.completion import match_ids, match_names, player_renamings, team_renamings
from haggis_cli.cli.options import (
    Context,
    Home,
    Json,
    Match,
    NoColor,
    Points,
    RoundNumber,
    Rounds,
    RoundWins,
    Yes,
    argument,
    event_option,
    option,
    seat_option,
)
from haggis_cli.cli.terminal.printer import Printer, render_command
from haggis_cli.support.errors import HaggisError, RulesError, UsageError
from haggis_cli.support.interrupts import defer_signals

Players = Annotated[
    list[str] | None,
    option(
        "--player -p OLD=NEW",
        "Call a player otherwise, in every round; several at once, two may change places.",
        player_renamings,
    ),
]

Teams = Annotated[list[str] | None, option("--team OLD=NEW", "Call a team otherwise.", team_renamings)]

Lead = Annotated[
    str | None, seat_option("--lead", "Who leads round 1; 'random' draws lots before it begins.", match_names)
]

Dealer = Annotated[
    str | None, seat_option("--dealer", "Who deals round 1, in a variant with a dealer; or 'random'.", match_names)
]

Rated = Annotated[
    bool | None, option("--rated/--unrated", "Say that the match counts in statistics, or that it does not.")
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
    from haggis_cli.book.corrections.editing import SettingsChange
    from haggis_cli.book.new_match import make_goal
    from haggis_cli.cli.edit_questions import ask_and_save, change_settings
    from haggis_cli.cli.editor import chosen_editor, open_editor
    from haggis_cli.cli.terminal.prompts import can_ask

    context = Context(Printer(no_color=no_color), home, json, yes)
    goal = make_goal(points, rounds, round_wins)
    change = SettingsChange(player or (), team or (), goal, lead, dealer, event, rated)
    if change != SettingsChange():
        if number is not None:
            raise UsageError("--round is for the editor alone: everything else is of a whole match")
        change_settings(context, match, change)
    elif number is None and not json and not chosen_editor() and can_ask():
        ask_and_save(context, match)
    else:
        open_editor(context, match, number)


# `haggis remove`: take a match out of the history, without losing it.


Matches = Annotated[list[str], argument("MATCH...", "Ids, or parts of them.", match_ids)]
SkipQuestion = Annotated[bool, option("--yes -y", "Remove without asking.")]


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
    context = Context(printer, home)
    store = context.store
    paths = find_matches(store, matches)
    if not yes:
        if not can_ask():
            raise UsageError("add --yes to remove a match (nothing is asked, because this is not a terminal)")
        for path in paths:
            printer.print_message(f"{path.stem}: {describe_match(store, path)}")
        with print_if_interrupted(printer, "Nothing was removed."):
            if not confirm(printer, "Remove it?" if len(paths) == 1 else f"Remove these {len(paths)} matches?"):
                raise RulesError("nothing was removed")
    with defer_signals(last=True):
        code, rows = 0, []
        for path in paths:
            try:
                target, notice = remove_match(store, path)
            except HaggisError as error:  # of this match alone: the others go on
                printer.print_error(error)
                code = max(code, error.exit_code)
                continue
            context.print_notice(notice)
            rows.append({"id": path.stem, "file": str(target)})
            if not json:
                back = render_command(["import", *(["--home", str(store.home)] if home else []), str(target)])
                printer.print_line(f"Removed {path.stem}. To bring it back: {back}")
        if json:
            printer.print_json({"removed": rows})
    if code:
        raise typer.Exit(code)
