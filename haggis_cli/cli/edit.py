"""`haggis edit` and `haggis remove`: a match put right, or taken out of the history."""

from typing import Annotated

import typer

from haggis_cli.cli import options
from haggis_cli.cli.completion import match_ids, match_names, player_renamings, team_renamings
from haggis_cli.cli.options import Context, argument, event_option, option, seat_option
from haggis_cli.cli.terminal.printer import Printer, render_command
from haggis_cli.support.errors import HaggisError, RulesError, UsageError
from haggis_cli.support.interrupts import defer_signals

Players = Annotated[
    list[str] | None,
    option(
        "--player -p OLD=NEW",
        "Rename a player in every round. Repeatable; two players may swap names.",
        player_renamings,
    ),
]

Teams = Annotated[list[str] | None, option("--team OLD=NEW", "Rename a team.", team_renamings)]

Lead = Annotated[
    str | None, seat_option("--lead", "Player who leads round 1, or 'random' if it has not begun.", match_names)
]

Dealer = Annotated[
    str | None,
    seat_option("--dealer", "Player who deals round 1, or 'random'; for variants with a dealer.", match_names),
]

Rated = Annotated[bool | None, option("--rated/--unrated", "Count the match in statistics, or exclude it.")]

MatchName = Annotated[
    str | None, option("--name TEXT", "What the match is called; an empty TEXT removes it.", show_default=False)
]

Event = Annotated[
    str | None, event_option("Evening, league or tournament that the match belongs to; an empty TEXT removes it.")
]


def edit_command(
    match: options.Match = None,
    player: Players = None,
    team: Teams = None,
    points: options.Points = None,
    rounds: options.Rounds = None,
    round_wins: options.RoundWins = None,
    lead: Lead = None,
    dealer: Dealer = None,
    number: options.RoundNumber = None,
    rated: Rated = None,
    name: MatchName = None,
    event: Event = None,
    yes: options.Yes = False,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Correct names or the goal, or edit the match file.

    --player, --team, --lead, --dealer and the goal need no editor: haggis shows what changes, and saves it if you
    agree; 'haggis undo' takes it back. A name changes everywhere in the match, in rounds, deals and half-entered
    rounds; every other character stays the same. --name, --event, --rated and --unrated are saved without a question.

    Without these options the match file opens in your editor ($VISUAL, else $EDITOR). If no editor is set, haggis asks
    what is wrong. haggis checks the edited file. If it cannot be read, or if changed figures cannot have happened, the
    match stays as it was; haggis saves your text in another file and names that file. You can also edit a match that
    haggis cannot read any more.

    --round opens a single round: its events, one per line, or its typed figures. haggis shows what then breaks the
    rules or looks wrong, and saves only if you agree (or with --yes); 'haggis undo' takes it back. Without an editor,
    use 'haggis score --round N' for a typed-in round and 'haggis record --round N' for a recorded one.

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
    change = SettingsChange(player or (), team or (), goal, lead, dealer, name, event, rated)
    if change != SettingsChange():
        if number is not None:
            raise UsageError(
                "--round opens one round in the editor: use it without the options that change the whole match"
            )
        change_settings(context, match, change)
    elif number is None and not json and not chosen_editor() and can_ask():
        ask_and_save(context, match)
    else:
        open_editor(context, match, number)


# `haggis remove`: take a match out of the history, without losing it.

Matches = Annotated[list[str], argument("MATCH...", "Ids of matches, or parts of ids.", match_ids)]
SkipQuestion = Annotated[bool, option("--yes -y", "Remove without asking.")]


def remove_command(
    matches: Matches,
    yes: SkipQuestion = False,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Remove a match from the history.

    The file moves to the folder 'removed' beside the matches, and lists and statistics no longer count the match.
    Nothing is lost: 'haggis import' restores the match from that file, with its half-entered round. Without a terminal,
    --yes is required.

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
            raise UsageError("add --yes to remove a match: without a terminal haggis cannot ask")
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
                printer.print_line(f"Removed {path.stem}. To restore it: {back}")
        if json:
            printer.print_json({"removed": rows})
    if code:
        raise typer.Exit(code)
