"""`haggis variants`: the variants that are installed, and the rules and options of one."""

from textwrap import wrap
from typing import Annotated

import typer

from haggis_cli.cli.completion import variant_ids
from haggis_cli.cli.options import IgnoredHome, Json, NoColor, argument, option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text

VariantId = Annotated[str, argument("ID", "The variant's id.", variant_ids)]


def command(_home: IgnoredHome = None, json: Json = False, no_color: NoColor = False) -> None:
    """List the installed variants, where they come from, and what is wrong with those that cannot be used.

    Loads each plugin in a separate process; 'haggis --no-plugins variants' loads none.

    \b
    haggis variants
    haggis variants show tatties
    """
    from haggis_cli.plugins.catalogue import load_catalogue

    printer = Printer(no_color=no_color)
    rows = load_catalogue()
    if json:
        printer.print_json([row.as_json() for row in rows])
        return
    if not rows:
        printer.print_message("No variant is installed: install haggis-cli again.")
        return
    table: list[list[str]] = [[printer.styled(title, "bold") for title in ("id", "name", "players", "from")]]
    for row in rows:
        name = row.name or ("switched off" if row.off else "cannot be used")
        players = " or ".join(map(str, row.players)) or "-"
        table.append([row.id, name, players, f"{row.package} {row.version}"])
    printer.print_table(table, "<<<<")
    for row in rows:
        if row.fault:
            printer.print_warning(row.fault)


def show(variant_id: VariantId, _home: IgnoredHome = None, json: Json = False, no_color: NoColor = False) -> None:
    """Show a variant's set-up, rules and options in plain words.

    \b
    haggis variants show two-player
    """
    from haggis_cli.plugins.isolation import guard_rules
    from haggis_cli.plugins.registry import load
    from haggis_cli.rules.description import describe_variant, variant_json

    printer = Printer(no_color=no_color)
    variant = load(variant_id)
    with guard_rules(variant_id):
        sections = describe_variant(variant)
    if json:
        printer.print_json(variant_json(variant) | {"description": dict(sections)})
        return
    printer.print_line(printer.styled(variant.name, "bold"), f" ({variant.id})")
    printer.print_line(variant.summary)
    printer.print_line(f"Source: {variant.source}")
    if printer.columns is not None:
        printer.print_message(f"'haggis rules {variant_id}' shows the rules by topic, with examples.")
    for title, lines in sections:
        printer.print_line()
        printer.print_line(printer.styled(title, "bold"))
        for line in lines:
            _print_paragraph(printer, line)


def _print_paragraph(printer: Printer, text: str) -> None:
    columns = min(printer.columns or 100, 100)
    text = escape_text(text)
    for line in wrap(text, columns, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False):
        printer.print_line(line)


Name = Annotated[str, argument("NAME", "Name of the new variant, such as sprint.")]
Parent = Annotated[str | None, option("--from ID", "Variant to copy from.", variant_ids)]
Folder = Annotated[str | None, option("--dir DIR", "Folder to write to. Default: ./NAME.")]
Rounds = Annotated[int, option("--rounds N", "Number of random rounds to play.", min=1)]
Seed = Annotated[int, option("--seed N", "Seed of the random rounds: the same seed plays the same rounds.")]


def new(
    name: Name, parent: Parent = None, folder: Folder = None, _home: IgnoredHome = None, no_color: NoColor = False
) -> None:
    """Create a project for a new variant: a plugin that can be installed at once and passes its own tests.

    \b
    haggis variants new sprint
    haggis variants new sprint --from two-player --dir ~/haggis-sprint
    """
    from shlex import quote

    from haggis_cli.devkit.scaffold import project_files, write_project
    from haggis_cli.matches.store.files import user_path
    from haggis_cli.plugins.registry import default_id, installed_claims, load

    printer = Printer(no_color=no_color)
    parent_id = parent or default_id()
    variant = load(parent_id)
    files = project_files(name, variant, installed_claims()[parent_id][0], installed_claims())
    target = user_path(folder or name)
    try:
        write_project(files, target)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror}") from None
    for path in files:
        printer.print_line(str(target / path))
    printer.print_message(f"Next: pip install -e {quote(f'{target}[dev]')} && pytest {quote(str(target))}")


def check(
    variant_id: VariantId,
    rounds: Rounds = 200,
    seed: Seed = 1,
    _home: IgnoredHome = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Test whether a variant follows its own declaration.

    Plays random rounds with every number of players and every option, and checks that no card is lost, that totals add
    up, and that undo, match files and unknown hands give the same
    results. Prints nothing if all is well. Each fault is a line with the
    seed that reproduces it (exit code 1). Anything without effect, such as a method that nothing calls, is a warning.

    \b
    haggis variants check two-player --rounds 1000
    """
    from haggis_cli.devkit.conformance import check_variant
    from haggis_cli.devkit.declaration import unused_methods
    from haggis_cli.plugins.registry import load

    printer, variant = Printer(no_color=no_color), load(variant_id)
    warnings, faults = list(unused_methods(variant)), list(check_variant(variant, rounds, seed))
    if json:
        found: dict[str, object] = {"faults": [fault._asdict() for fault in faults], "warnings": warnings}
        printer.print_json({"id": variant_id, "ok": not faults, "rounds": rounds, "seed": seed} | found)
    else:
        for warning in warnings:
            printer.print_warning(f"{variant_id}: {warning}")
        for fault in faults:
            printer.print_line(f"{variant_id}: {fault}")
    if faults:
        raise typer.Exit(1)


SUBCOMMANDS = {"show": show, "new": new, "check": check}
