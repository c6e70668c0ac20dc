"""`haggis doctor` and `haggis help`: whether everything on this computer is in order, and what a command does."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.options import Context, Home, IgnoredHome, Json, NoColor, argument, option
from haggis_cli.cli.terminal.printer import Page, Printer, Style, short_path

if TYPE_CHECKING:
    from haggis_cli.doctor.findings import Finding

_STYLES: dict[str, Style] = {"ok": "good", "note": "dim", "wrong": "bad", "fixed": "warn"}
_MAX_SHOWN = 20  # findings of one kind; in a home of thousands the rest is counted

Fix = Annotated[
    bool,
    option(
        "--fix",
        "Repair what is safe to repair: left-over temporary files, the index, missing folders. Matches stay as "
        "they are.",
    ),
]


def doctor_command(fix: Fix = False, home: Home = None, json: Json = False, no_color: NoColor = False) -> None:
    """Check that haggis works properly on this computer.

    Reports the installed versions, extras and variants; the folders, their permissions and free disk space; the clock;
    matches that cannot be read, copies left by sync programs, and left-over temporary files; and the index. Changes
    nothing without --fix. Loads each plugin in a separate process; 'haggis --no-plugins doctor' loads none. Exit code
    1: something is wrong.

    \b
    haggis doctor
    haggis doctor --fix
    haggis doctor --json
    """
    from haggis_cli.cli.terminal.display import progress
    from haggis_cli.doctor import examine
    from haggis_cli.doctor.findings import Level, apply_fix

    printer = Printer(no_color=no_color)
    store = Context(printer, home).store
    with progress(printer, "matches read") as show:
        findings = list(examine(store, show))
    fixable = sum(finding.fix is not None for finding in findings if finding.level is Level.WRONG)
    if fix:
        findings = [apply_fix(finding) for finding in findings]
    wrong = sum(finding.level is Level.WRONG for finding in findings)
    if json:
        printer.print_json(
            {"ok": not wrong, "home": str(store.home), "findings": [each.as_json() for each in findings]}
        )
    else:
        page = Page(printer)
        _print_findings(page, findings)
        page.print_line()
        _print_conclusion(page, wrong, 0 if fix else fixable)
    if wrong:
        raise typer.Exit(1)


def _print_findings(page: "Page", findings: "Sequence[Finding]") -> None:
    seen: dict[tuple[str, str], int] = {}
    for finding in findings:
        kind = (finding.level.value, finding.about)
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] > _MAX_SHOWN:
            continue
        where = f" {short_path(str(finding.path))}:" if finding.path else ""
        mark = page.printer.styled(finding.level.value.ljust(5), _STYLES[finding.level.value])
        page.print_text(mark, f"  {finding.about}:{where} {finding.message}", hanging=" " * 7)
    for (level, about), number in seen.items():
        if number > _MAX_SHOWN:
            more = f"{level.ljust(5)}  {about}: and {number - _MAX_SHOWN} more ('--json' shows all)"
            page.print_text(more, hanging=" " * 7)


def _print_conclusion(page: "Page", wrong: int, fixable: int) -> None:
    if not wrong:
        page.print_text("All is well.")
        return
    page.print_text(
        f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong."
        + (f" 'haggis doctor --fix' repairs {fixable} of them." if fixable else "")
    )


# `haggis help`: the same as `--help` behind the words.


def command_names(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The commands, or those of the group that is named already, each with what it does."""
    place: Any = ctx.find_root()
    for word in ctx.params.get("words") or ():
        group = place.command.get_command(place, word)
        if not hasattr(group, "get_command"):
            return []
        place = group.make_context(word, [], parent=place, resilient_parsing=True)
    return [(each.value, each.help or "") for each in place.command.shell_complete(place, incomplete)]


Words = Annotated[list[str] | None, argument("[COMMAND]...", "The command. Default: all commands.", command_names)]


def help_command(
    ctx: typer.Context, words: Words = None, _home: IgnoredHome = None, _no_color: NoColor = False
) -> None:
    """Show the help of a command, as its option --help does.

    \b
    haggis help
    haggis help score
    haggis help variants show
    """
    root: Any = ctx.find_root()
    with root.command.make_context(root.info_name, [*(words or ()), "--help"]) as asked:
        root.command.invoke(asked)
