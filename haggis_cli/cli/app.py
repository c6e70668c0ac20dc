"""Which commands there are (`COMMANDS`), the options of `haggis` itself, and how a command is loaded and run."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from haggis_cli.support import __version__
from haggis_cli.support.errors import INTERRUPTED, CommandProcess, HaggisError, describe_failure, exit_code_of_saving

# Groups of commands: a command's module is loaded only when it is asked for, and what fails becomes a sentence.
#
# Begin with Haggis. Typer itself costs most of the start-up; a group that imported every command would double it for
# `haggis --help`. Before the groups stand what they are made of: parameters, `--no-plugins`, the error boundary.


# What stands on the command line becomes what a command takes: text and flags stay what they are, numbers are read.
#
# Typer 0.29 makes a validator of pydantic for every parameter at every call: with it `judge`, which loads no pydantic,
# took 2.5 times the instructions that it takes now (2,247 to 884 million, by callgrind). If a version of Typer does not
# ask `process_value`, the values are the same, and only the time is lost.

_NOUNS = {int: "a whole number", float: "a number"}
_NUMBERS: dict[Any, type[int] | type[float]] = {int: int, int | None: int, float: float, float | None: float}
_TEXTS: tuple[Any, ...] = (str, str | None, list[str], list[str] | None)
_FLAGS: tuple[Any, ...] = (bool, bool | None)


class OwnParameters:
    """A command or a group of Typer's whose parameters read their values themselves."""

    params: list[Any]
    callback: Callable[..., Any] | None

    def __init__(self, *names: Any, **settings: Any) -> None:
        super().__init__(*names, **settings)
        hints = getattr(self.callback, "__annotations__", {})
        for param in self.params:
            param.process_value = partial(_process_value, param, param.process_value, _find_reader(hints[param.name]))
            param.display_type = lambda _ctx: ""  # beside a name that says what is meant

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc] # of the class of Typer's that stands behind this one
        if option:
            option.process_value = partial(_process_value, option, type(option).process_value, bool)
        return option


def _find_reader(hint: Any) -> Callable[[Any], Any]:
    """What reads a value of a parameter that is annotated so."""
    if hint.__origin__ in _TEXTS:
        return str
    if hint.__origin__ in _FLAGS:
        return bool
    declared = hint.__metadata__[0]
    return partial(_read_number, _NUMBERS[hint.__origin__], declared.min, declared.max)


def _process_value(
    param: Any, by_typer: Callable[[Any, Any], Any], read: Callable[[Any], Any], ctx: Any, value: Any
) -> Any:
    """The value of a parameter; `by_typer` complains where one must be given and is not."""
    many = param.multiple or param.nargs == -1
    if value is None or (many and not value):
        if param.required:
            return by_typer(ctx, value)
        value = () if many else None
    else:
        try:
            value = tuple(map(read, value)) if many else read(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None
    return param.callback(ctx, param, value) if param.callback else value


def _read_number(kind: type[int] | type[float], low: float | None, high: float | None, text: Any) -> float:
    """The number; ValueError where it is none, or outside what the option takes."""
    try:
        number = kind(text)
    except ValueError:
        raise ValueError(f"{text!r} is not {_NOUNS[kind]}") from None
    if (low is None or low <= number) and (high is None or number <= high):
        return number
    above, below = "" if low is None else f"{low}<=", f"<={high}"
    raise ValueError(f"{number} is not in the range {f'x>={low}' if high is None else f'{above}x{below}'}")


# `--no-plugins`: a command that runs no code of plugins.


@contextmanager
def without_plugins() -> Iterator[None]:
    """Switch plugins off until the command ends, in the processes that it starts, too."""
    from haggis_cli.plugins.registry import NO_PLUGINS

    before = os.environ.get(NO_PLUGINS)
    os.environ[NO_PLUGINS] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[NO_PLUGINS]
        else:
            os.environ[NO_PLUGINS] = before


def _switch_off(ctx: typer.Context, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        ctx.with_resource(without_plugins())


def _take_it_alone(
    no_plugins: Annotated[
        bool, typer.Option("--no-plugins", is_eager=True, expose_value=False, hidden=True, callback=_switch_off)
    ] = False,
) -> None:
    """What Typer reads the option from."""


@cache
def no_plugins_option() -> Any:
    """`--no-plugins` after the name of a command; it is told of in `haggis --help`."""
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command()(_take_it_alone)
    return get_command(alone).params[0]


# The one place where a failed command becomes a sentence and an exit code.

TRACEBACK_VARIABLE = "HAGGIS_TRACEBACK"


def _run_reporting_errors(run: Callable[[], None]) -> int:
    """Runs a command and returns its exit code; what a person can put right is told in one line on standard error.

    A closed pipe, Ctrl-C and mistakes of the program pass through: `haggis_cli.__main__` ends the process for them.
    """
    try:
        run()
    except typer.Exit as stop:
        return stop.exit_code or exit_code_of_saving()
    except HaggisError as error:
        _print_error(error)
        return error.exit_code
    except typer.TyperException as error:
        _print_error(_render_usage_error(error))
        return error.exit_code
    except (typer.Abort, EOFError):
        _print_error("the input ended before the question was answered")
        return INTERRUPTED
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        fault = _find_plugin_fault(error)
        if fault is None:
            raise
        sentence, exit_code = describe_failure(f"{fault} ({TRACEBACK_VARIABLE}=1 shows more)", fault.exit_code)
        _print_error(sentence)
        return exit_code
    return exit_code_of_saving()


def _find_plugin_fault(error: BaseException) -> HaggisError | None:
    """What a plugin did wrong where nobody expected it; None where it is a mistake of this program's own."""
    if os.environ.get(TRACEBACK_VARIABLE):
        return None
    try:
        from haggis_cli.plugins.isolation import find_third_party_failure
    except (ImportError, OSError):  # the disk fails while it is read: then no plugin has been loaded, either
        return None
    return find_third_party_failure(error)


def _render_usage_error(error: typer.TyperException) -> str:
    """Typer's complaint as one clear sentence that says where to read on.

    Typer writes "No such option: --jso Did you mean --json?"; people get
    "no such option: --jso, did you mean --json? (see 'haggis judge --help')".
    """
    text = " ".join(error.format_message().split())
    complaint, found, suggestion = text.partition("Did you mean")
    complaint = complaint.strip().rstrip(".")
    text = f"{complaint[:1].lower()}{complaint[1:]}{', did you mean' if found else ''}{suggestion}"
    if re.match(r"No such option: -[^-]", error.format_message(), re.IGNORECASE):
        text += "; put '--' before a name that begins with '-'"
    context = getattr(error, "ctx", None)  # absent where Typer does not know which command it was
    return f"{text} (see '{context.command_path} --help')" if context else text


def _print_error(error: HaggisError | str) -> None:
    from haggis_cli.cli.terminal.printer import Printer

    Printer().print_error(error)


# A context's true type is private to Typer (typer._click.core.Context), hence Any wherever one is passed through.


class CommandEntry(NamedTuple):
    """One line of `haggis --help`: a command's module in haggis_cli.cli, its purpose, its heading, its function."""

    module: str
    purpose: str
    section: str
    function: str = "command"


class Haggis(OwnParameters, TyperGroup):
    """The group of all commands, found in COMMANDS; a module may offer `SUBCOMMANDS` beside its command."""

    _names_only = False  # only names and help lines are wanted, not the commands themselves

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        if self._names_only:
            return TyperCommand(cmd_name, short_help=entry.purpose, rich_markup_mode=None)
        module = import_module(f"haggis_cli.cli.{entry.module}")
        return build_command(
            cmd_name, getattr(module, entry.function), entry.purpose, getattr(module, "SUBCOMMANDS", None)
        )

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            said = WORDS_SAID.get(name.casefold())
            near = [said] if said else get_close_matches(name, COMMANDS, n=1)
            ctx.fail(f"no such command {name!r}" + (f". Did you mean {near[0]!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        self._names_only = True
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self._names_only = False

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, COMMANDS))
        for section in dict.fromkeys(entry.section for entry in COMMANDS.values()):
            rows = [(name.ljust(widest), entry.purpose) for name, entry in COMMANDS.items() if entry.section == section]
            with formatter.section(section):
                formatter.write_dl(rows)

    def split_line(self, words: list[str]) -> tuple[list[str], list[str]]:
        """The options of the group itself, and the words from the name of the command on."""
        valued = {name for param in self.params if not param.is_flag for name in param.opts}
        place = 0
        while place < len(words) and words[place].startswith("-"):
            place += 2 if words[place] in valued else 1
        return words[:place], words[place:]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            from haggis_cli.cli.first_page import render_first_page

            typer.echo(render_first_page(), nl=False)
            raise typer.Exit
        return super().parse_args(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command inside the one error boundary and gives (or, standalone, exits with) its exit code."""
        program = prog_name or "haggis"
        if "_HAGGIS_COMPLETE" in os.environ:  # the shell asks what it may offer
            from haggis_cli.cli.completion import print_completions

            print_completions(self, program)
            return 0
        arguments = sys.argv[1:] if args is None else list(args)
        with CommandProcess():
            code = _run_reporting_errors(lambda: self._run(program, arguments, extra))
        if standalone_mode:
            from haggis_cli.support.interrupts import restore_signal_handlers

            restore_signal_handlers()  # the process may go on after a command that held Ctrl-C back to its end
            sys.exit(code)
        return code

    def _run(self, program: str, arguments: list[str], extra: dict[str, Any]) -> None:
        with self.make_context(program, arguments, **extra) as ctx:
            self.invoke(ctx)


class PlainCommand(OwnParameters, TyperCommand):
    """A command whose usage line is written like every manual's: `CARDS` must be given, `[MATCH]` may be.

    It takes `--no-plugins` as `haggis` itself does: nobody should have to know where that goes.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        return [no_plugins_option(), *super().get_params(ctx)]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        # Typer puts signs of its own around a name, from version to version others.
        arguments = [param for param in self.params if param.param_type_name == "argument"]
        return [
            "[OPTIONS]",
            *(each.metavar if each.required or "[" in each.metavar else f"[{each.metavar}]" for each in arguments),
        ]


class DefaultGroup(TyperGroup):
    """A group that runs its command `list` when none is named: `haggis variants --json` is `… list --json`."""

    def split_line(self, words: list[str]) -> tuple[list[str], list[str]]:
        """No options of its own, and the words with the name of the command, as far as there are any."""
        return [], words if not words or not words[0].startswith("-") else ["list", *words]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args and not (args[0].startswith("-") and args[0] not in ctx.help_option_names)
        completing = ctx.resilient_parsing and not args  # the name of a command may still come
        return super().parse_args(ctx, args if named or completing else ["list", *args])

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        if incomplete.startswith("-"):
            return self.commands["list"].shell_complete(ctx, incomplete)
        return super().shell_complete(ctx, incomplete)


def build_command(
    name: str, function: Callable[..., None], purpose: str, more: Mapping[str, Callable[..., None]] | None = None
) -> Any:
    """What Typer makes of a plain function with annotated parameters; with `more`, of a group whose default it is."""
    if more:
        says = function.__doc__ or purpose
        group = typer.Typer(name=name, cls=DefaultGroup, help=says, rich_markup_mode=None, add_completion=False)
        group.command("list", cls=PlainCommand, help=says)(function)
        for sub_name, sub_function in more.items():
            group.command(sub_name, cls=PlainCommand)(sub_function)
        return get_command(group)
    single = typer.Typer(rich_markup_mode=None, add_completion=False)
    single.command(name, cls=PlainCommand, help=function.__doc__ or purpose)(function)
    return get_command(single)


TABLE = "At the table"
REFEREE = "The referee"
HISTORY = "The history"
VARIANTS = "The variants"
COMPUTER = "This computer"

# In the order of `haggis --help`, which follows an evening: start, play, settle a quarrel, look back.
COMMANDS = {
    "new": CommandEntry("new", "Start a match.", TABLE, "new_command"),
    "score": CommandEntry("score.command", "Enter the figures of rounds played at the table.", TABLE),
    "record": CommandEntry("record.command", "Record a round play by play; each play is checked.", TABLE),
    "deal": CommandEntry("new", "Show what to deal and who begins, or deal at random.", TABLE, "deal_command"),
    "play": CommandEntry("play.command", "Play a match on this computer, with or against computer players.", TABLE),
    "serve": CommandEntry("serve", "Serve the matches to the phones at the table.", TABLE),
    "show": CommandEntry("show", "Show the scoreboard and what comes next.", TABLE, "show_command"),
    "log": CommandEntry("show", "Show the rounds play by play, trick by trick.", TABLE, "log_command"),
    "undo": CommandEntry("show", "Take back the last play or round.", TABLE, "undo_command"),
    "redo": CommandEntry("show", "Restore what undo took back.", TABLE, "redo_command"),
    "edit": CommandEntry("edit", "Correct names or the goal, or edit the match file.", TABLE, "edit_command"),
    "judge": CommandEntry("referee", "Check whether a play is legal, or settle a dispute.", REFEREE, "judge_command"),
    "moves": CommandEntry("referee", "List every legal play of a hand.", REFEREE, "moves_command"),
    "rules": CommandEntry("rules", "Show the rules of a variant, or one topic of them.", REFEREE),
    "solve": CommandEntry("analysis", "Solve a position in which all hands are known.", REFEREE, "solve_command"),
    "review": CommandEntry(
        "analysis", "Show the points that each play of a round gave away.", REFEREE, "review_command"
    ),
    "check": CommandEntry("referee", "Check whole matches against the rules.", REFEREE, "check_command"),
    "list": CommandEntry("history", "List the matches.", HISTORY, "list_command"),
    "stats": CommandEntry("history", "Show the players' statistics.", HISTORY, "stats_command"),
    "sheet": CommandEntry("sheet.command", "Write the scoresheet of a match.", HISTORY),
    "export": CommandEntry("exchange", "Export matches for backup and for other programs.", HISTORY, "export_command"),
    "import": CommandEntry("exchange", "Import matches from files.", HISTORY, "import_command"),
    "remove": CommandEntry("edit", "Remove a match from the history; import restores it.", HISTORY, "remove_command"),
    "variants": CommandEntry("variants", "List the variants; show, create or check one.", VARIANTS),
    "doctor": CommandEntry("doctor", "Check that haggis works properly on this computer.", COMPUTER, "doctor_command"),
    "help": CommandEntry("doctor", "Show the help of a command.", COMPUTER, "help_command"),
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
    "rules": "rule rulebook",
    "doctor": "diagnose repair",
    "--version": "version",
}
WORDS_SAID = {word: command for command, words in _SAID_FOR.items() for word in words.split()}
"""The command that is meant by a word that is not a command."""


def _print_version(asked: bool) -> None:
    # `haggis --version` alone is answered by __main__ already; this serves it among other options.
    if asked:
        typer.echo(f"haggis {__version__}")
        raise typer.Exit


def _print_completion_script(shell: str | None) -> None:
    if shell is not None:
        from haggis_cli.cli.completion import find_script

        typer.echo(find_script(shell), nl=False)
        raise typer.Exit


def _install_completion(shell: str | None) -> None:
    if shell is not None:
        from haggis_cli.cli.completion import write_script

        typer.echo(write_script(shell))
        raise typer.Exit


app = typer.Typer(
    name="haggis",
    cls=Haggis,
    add_completion=False,  # Typer's scripts let zsh evaluate names out of match files; `completion` has others
    rich_markup_mode=None,  # rich doubles the time of every --help and adds nothing to plain text
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="'haggis COMMAND --help' shows more about a command.",
)


@app.callback()
def haggis(
    context: typer.Context,
    no_plugins: Annotated[
        bool,
        typer.Option(
            "--no-plugins", help="Run no plugins; only the built-in variants work. HAGGIS_NO_PLUGINS=1 does the same."
        ),
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
            help="Print the script with which bash, zsh or fish completes commands, matches and names.",
        ),
    ] = None,
    install_completion: Annotated[
        str | None,
        typer.Option(
            "--install-completion",
            metavar="SHELL",
            callback=_install_completion,
            is_eager=True,
            help="Install the completion script where the shell looks for it.",
        ),
    ] = None,
) -> None:
    """Keep the score of Haggis matches and settle questions about the rules."""
    if no_plugins:
        context.with_resource(without_plugins())
