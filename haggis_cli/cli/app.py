"""Which commands there are, under which headings, and the options of `haggis` itself."""

from typing import Annotated

import typer

from haggis_cli.cli.command_groups import CommandEntry, LazyGroup, without_plugins
from haggis_cli.support.version import __version__

TABLE = "At the table"
REFEREE = "The referee"
HISTORY = "The history"
VARIANTS = "The variants"
COMPUTER = "This computer"

# In the order of `haggis --help`, which follows an evening: start, play, settle a quarrel, look back.
COMMANDS = {
    "new": CommandEntry("new", "Start a match.", TABLE, "new_command"),
    "score": CommandEntry("score.command", "Add a round typed in from the table.", TABLE),
    "record": CommandEntry("record.command", "Record a round play by play, each play checked.", TABLE),
    "deal": CommandEntry("new", "Say what to deal and who begins, or deal at random.", TABLE, "deal_command"),
    "play": CommandEntry("play.command", "Play a match on this computer, also against it.", TABLE),
    "serve": CommandEntry("serve", "Put the match on every phone at the table.", TABLE),
    "show": CommandEntry("show", "Show the scoreboard and what is due next.", TABLE, "show_command"),
    "log": CommandEntry("show", "Tell the rounds play by play, trick by trick.", TABLE, "log_command"),
    "undo": CommandEntry("show", "Take back the last play or round.", TABLE, "undo_command"),
    "redo": CommandEntry("show", "Bring back what undo took away.", TABLE, "redo_command"),
    "edit": CommandEntry("edit", "Put names and the goal right, or open the file.", TABLE, "edit_command"),
    "judge": CommandEntry("referee", "Say whether a play is allowed, or settle a dispute.", REFEREE, "judge_command"),
    "moves": CommandEntry("referee", "List every legal play of a hand.", REFEREE, "moves_command"),
    "solve": CommandEntry("analysis", "Say what a position with all hands open is worth.", REFEREE, "solve_command"),
    "review": CommandEntry("analysis", "Say what every play of a round gave away.", REFEREE, "review_command"),
    "check": CommandEntry("referee", "Check whole matches against the rules.", REFEREE, "check_command"),
    "list": CommandEntry("list", "List the matches.", HISTORY),
    "stats": CommandEntry("stats", "Show how everybody has played.", HISTORY),
    "sheet": CommandEntry("sheet.command", "Export the scoresheet of a match.", HISTORY),
    "export": CommandEntry("exchange", "Write matches for other programs and people.", HISTORY, "export_command"),
    "import": CommandEntry("exchange", "Take matches in from files.", HISTORY, "import_command"),
    "remove": CommandEntry("edit", "Take a match out of the history, without losing it.", HISTORY, "remove_command"),
    "variants": CommandEntry("variants", "List the variants, or show one's rules and options.", VARIANTS),
    "doctor": CommandEntry("doctor", "Look whether everything here is in order.", COMPUTER, "doctor_command"),
    "help": CommandEntry("doctor", "Tell what a command does, as --help behind it.", COMPUTER, "help_command"),
}

_SAID_FOR = {
    "new": "begin create game init start",
    "new --again": "again rematch",
    "score": "add continue enter points resume round type",
    "record": "award bet bid exchange give pass",
    "record --amend": "amend",
    "deal": "cards setup shuffle",
    "play": "bot computer hint",
    "play --simulate": "simulate tournament",
    "serve": "phone phones server web",
    "show": "board current next scoreboard scores standing standings status total totals",
    "log": "plays replay story tricks",
    "undo": "back revert rollback",
    "edit": "change close correct finish fix modify rename",
    "judge": "allowed ask dispute legal referee",
    "judge lead": "lead leads",
    "judge haggis": "haggis",
    "judge trick": "capture captures trick",
    "moves": "hand move options",
    "review": "analyse analyze",
    "check": "lint validate verify",
    "list": "games history ls matches",
    "stats": "players ranking rankings rating ratings stat statistics",
    "sheet": "html pdf print scoresheet",
    "export": "backup save",
    "import": "load read",
    "remove": "del delete rm trash",
    "variants show": "rule rulebook rules",
    "doctor": "diagnose repair",
    "--version": "version",
}
WORDS_SAID = {word: command for command, words in _SAID_FOR.items() for word in words.split()}
"""The command that is meant by words which are none, but which people say."""


class Haggis(LazyGroup):
    """The group of all commands."""

    entries = COMMANDS
    words_said = WORDS_SAID


def _print_version(asked: bool) -> None:
    # `haggis --version` alone is answered by __main__ already; this serves it among other options.
    if asked:
        typer.echo(f"haggis {__version__}")
        raise typer.Exit


def _print_completion_script(shell: str | None) -> None:
    if shell is not None:
        from haggis_cli.cli.completion_scripts import print_script_and_exit

        print_script_and_exit(shell)


def _install_completion(shell: str | None) -> None:
    if shell is not None:
        from haggis_cli.cli.completion_scripts import install_script_and_exit

        install_script_and_exit(shell)


app = typer.Typer(
    name="haggis",
    cls=Haggis,
    add_completion=False,  # Typer's scripts let zsh evaluate names out of match files; `completion` has others
    rich_markup_mode=None,  # rich doubles the time of every --help and adds nothing to plain text
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="'haggis COMMAND --help' tells more about a command.",
)


@app.callback()
def haggis(
    context: typer.Context,
    no_plugins: Annotated[
        bool,
        typer.Option("--no-plugins", help="Run no plugin: only haggis's own variants (so does HAGGIS_NO_PLUGINS=1)."),
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    show_completion: Annotated[
        str | None,
        typer.Option(
            "--show-completion",
            metavar="SHELL",
            callback=_print_completion_script,
            is_eager=True,
            help="Write the script that has bash, zsh or fish complete commands, matches and names with Tab.",
        ),
    ] = None,
    install_completion: Annotated[
        str | None,
        typer.Option(
            "--install-completion",
            metavar="SHELL",
            callback=_install_completion,
            is_eager=True,
            help="Put that script where the shell looks for it.",
        ),
    ] = None,
) -> None:
    """Keep the score of Haggis matches and settle what the rules say."""
    if no_plugins:
        context.with_resource(without_plugins())
