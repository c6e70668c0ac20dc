"""`haggis remove`: take a match out of the history, without losing it."""

from typing import Annotated

import typer

from haggis_cli.cli.completion.candidates import match_ids
from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.terminal.printer import Printer, render_command, safe
from haggis_cli.support.errors import HaggisError, RulesError, UsageError
from haggis_cli.support.interrupts import defer_signals

Matches = Annotated[
    list[str], typer.Argument(metavar="MATCH...", autocompletion=match_ids, help="Ids, or parts of them.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Remove without asking.")]


def command(
    matches: Matches, yes: Yes = False, home: Home = None, json: Json = False, no_color: NoColor = False
) -> None:
    """Take a match out of the history.

    Its file goes to the folder 'removed' beside the matches, and no list or statistic counts it any more. Nothing is
    lost: 'haggis import' of that file brings it back, a half-entered round included. Where nobody can be asked, --yes
    is needed.

    \b
    haggis remove friday
    haggis remove friday saturday --yes
    """
    from haggis_cli.book.removal import describe_match, find_matches, remove_match
    from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.matches.store.places import home_folder

    printer = Printer(no_color=no_color)
    store = Store(home_folder(home))
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
