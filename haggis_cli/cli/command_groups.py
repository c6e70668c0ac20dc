"""Groups of commands that load a command's module only when that command is asked for.

Typer itself costs most of the start-up; a group that imported every command would double it for `haggis --help`.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command as built

from haggis_cli.cli import no_plugins
from haggis_cli.cli.error_boundary import run_reporting_errors
from haggis_cli.cli.parameters import OwnParameters

# A context's true type is private to Typer (typer._click.core.Context), hence Any wherever one is passed through.


class CommandEntry(NamedTuple):
    """One line of `haggis --help`: the command's module in haggis_cli.cli, what it does, under which heading."""

    module: str
    purpose: str
    section: str


class LazyGroup(OwnParameters, TyperGroup):
    """Finds commands in a table; their modules offer `command`, and `SUBCOMMANDS` if they are a group themselves."""

    entries: ClassVar[Mapping[str, CommandEntry]] = {}
    words_said: ClassVar[Mapping[str, str]] = {}  # the command that a word means which is none
    package: ClassVar[str] = "haggis_cli.cli"
    _names_only = False  # only names and help lines are wanted, not the commands themselves

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.entries)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        if self._names_only:
            return TyperCommand(cmd_name, short_help=entry.purpose, rich_markup_mode=None)
        module = import_module(f"{self.package}.{entry.module}")
        return build_command(cmd_name, module.command, entry.purpose, getattr(module, "SUBCOMMANDS", None))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if name not in self.entries and not name.startswith("-") and not ctx.resilient_parsing:
            said = self.words_said.get(name.casefold())
            near = [said] if said else get_close_matches(name, self.entries, n=1)
            ctx.fail(f"no such command {name!r}" + (f". Did you mean {near[0]!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        self._names_only = True
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self._names_only = False

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, self.entries))
        for section in dict.fromkeys(entry.section for entry in self.entries.values()):
            rows = [
                (name.ljust(widest), entry.purpose) for name, entry in self.entries.items() if entry.section == section
            ]
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
            from haggis_cli.cli.completion.scripts import print_completions

            print_completions(self, program)
            return 0
        arguments = sys.argv[1:] if args is None else list(args)
        code = run_reporting_errors(lambda: self._run(program, arguments, extra))
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
        return [no_plugins.option(), *super().get_params(ctx)]

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
        return built(group)
    single = typer.Typer(rich_markup_mode=None, add_completion=False)
    single.command(name, cls=PlainCommand, help=function.__doc__ or purpose)(function)
    return built(single)
