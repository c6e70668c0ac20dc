"""`haggis help`: the same as `--help` behind the words."""

from typing import Annotated, Any

import typer

from haggis_cli.cli.options import IgnoredHome, NoColor


def command_names(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The commands, or those of the group that is named already, each with what it does."""
    place: Any = ctx.find_root()
    for word in ctx.params.get("words") or ():
        group = place.command.get_command(place, word)
        if not hasattr(group, "get_command"):
            return []
        place = group.make_context(word, [], parent=place, resilient_parsing=True)
    return [(each.value, each.help or "") for each in place.command.shell_complete(place, incomplete)]


Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[COMMAND]...", autocompletion=command_names, help="The command; all of them if left out."),
]


def command(ctx: typer.Context, words: Words = None, _home: IgnoredHome = None, _no_color: NoColor = False) -> None:
    """Tell what a command does, and what can be said with it: the same as --help behind it.

    \b
    haggis help
    haggis help score
    haggis help variants show
    """
    root: Any = ctx.find_root()
    with root.command.make_context(root.info_name, [*(words or ()), "--help"]) as asked:
        root.command.invoke(asked)
