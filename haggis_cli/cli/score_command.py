"""`haggis score`: add a round typed in from the table."""

from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cli.cli.options import Home, Json, NoColor, Yes
from haggis_cli.cli.show import Printer, safe

if TYPE_CHECKING:
    from haggis_cli.cli.common import Opened
    from haggis_cli.records.match import RoundRecord

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[MATCH] [ENTRY]...",
        show_default=False,
        help="The match (the last one if left out), and a line for each player: 'Noah: out 9, cards 20, bet big'.",
    ),
]
Notes = Annotated[
    str, typer.Option("--notes", metavar="TEXT", show_default=False, help="A note to keep with the round.")
]


def command(
    words: Words = None,
    notes: Notes = "",
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Add a round typed in from the table.

    Each ENTRY says what one player did: 'out N' (went out when the fullest opponent's hand held N cards; entries in the
    order of going out, or out1, out2), 'cards N' (captured), 'bet N' or 'bet big'; sums like 10+15+8 are worked out.
    The captured cards of one player can be left out: they are what is left. Without entries the round is asked for step
    by step. What cannot have happened is refused; what merely looks wrong is asked about (--yes saves it).

    \b
    haggis score "Noah: out 8, cards 12, bet little" "Isla: bet baby"
    haggis score friday "Isla: out 5, bet 15" "Noah: cards 23"
    """
    from haggis_cli.cli.common import changing, open_match, preview, saved, split_match
    from haggis_cli.cli.rounds import refuse_if_not_due
    from haggis_cli.records.change import with_round
    from haggis_cli.records.signals import undisturbed

    printer = Printer(no_color=no_color)
    match, entries = split_match(words or [])
    opened = open_match(match, home)
    refuse_if_not_due(opened.report)
    record, filled = _round(entries, opened, printer)
    if notes:
        record = record.model_copy(update={"notes": notes})
    seen = preview(opened, with_round(opened.file, record))
    _refuse_violations(seen)
    if filled:
        printer.say(filled)
    asked = _approve(printer, seen, record, asked=not entries, yes=yes)
    # While a question stood nobody was kept from saving. A round that was shown is saved as it was shown or not at all;
    # one that was only typed goes after the last one there is.
    with changing(str(opened.path), home) as current:
        refuse_if_not_due(current.report)
        if asked and current.snapshot.revision != opened.snapshot.revision:
            _refuse_changed(record)
        after = preview(current, with_round(current.file, record))
        _refuse_violations(after)
        with undisturbed():
            _tell(printer, saved(current, after), json)


def _round(entries: list[str], opened: "Opened", printer: Printer) -> "tuple[RoundRecord, str | None]":
    """The round as typed or asked for, and what to say of a figure that was worked out."""
    if not entries:
        from haggis_cli.cli.ask import told_if_left
        from haggis_cli.cli.score_dialogue import ask_round

        with told_if_left(printer, "Nothing was saved."):
            return ask_round(printer, opened.report), None
    from haggis_cli.cli.entries import read_entries

    table = opened.report.table
    said = read_entries(entries, table)
    if said.filled is None:
        return said.record(table), None
    return said.record(table), f"{safe(table.names[said.filled])} captured {said.captured[said.filled]}: what is left."


def _refuse_changed(record: "RoundRecord") -> None:
    """Somebody else saved the match while the question stood."""
    from haggis_cli.errors import Conflict

    raise Conflict(f"not saved: the match was changed meanwhile. {_typed_again(record)}")


def _typed_again(record: "RoundRecord") -> str:
    """How to enter the same round without answering everything again."""
    import shlex

    from haggis_cli.cli.entries import as_entries

    return f"What you typed, to say it again: haggis score {shlex.join(as_entries(record))}"


def _refuse_violations(after: "Opened") -> None:
    """A round that cannot have happened is not saved."""
    from haggis_cli.errors import RulesError

    number = len(after.report.rounds)
    wrong = [violation for violation in after.report.violations if violation.round == number]
    if wrong:
        raise RulesError("\n".join(f"not saved: {each.message} ({each.rule})" for each in wrong))


def _approve(printer: Printer, seen: "Opened", record: "RoundRecord", *, asked: bool, yes: bool) -> bool:
    """Show what looks wrong, and after a dialogue the sheet line, before anything is saved; RulesError on a no.

    Whether the person was asked.
    """
    from haggis_cli.cli.ask import can_ask, confirm, told_if_left
    from haggis_cli.cli.rounds import print_round
    from haggis_cli.errors import RulesError

    number = len(seen.report.rounds)
    odd = [warning for warning in seen.report.warnings if warning.round == number]
    for warning in odd:
        printer.warn(f"round {number}: {warning.message}")
    if yes or not (odd or asked):
        return False
    if not can_ask():
        raise RulesError("not saved because of the warning: correct the round, or save it as it is with --yes")
    print_round(printer, seen.report, number)
    with told_if_left(printer, f"Nothing was saved. {_typed_again(record)}"):
        agreed = confirm(printer, "Save it all the same?" if odd else "Save this round?", default=not odd)
    if not agreed:
        raise RulesError(f"not saved. {_typed_again(record)}")
    return True


def _tell(printer: Printer, after: "Opened", json: bool) -> None:
    from haggis_cli.cli.rounds import print_due, print_round

    if json:
        from haggis_cli.report_json import show_json

        printer.emit_json(show_json(after.report, after.path) | {"saved": 1})
        return
    print_round(printer, after.report, len(after.report.rounds))
    print_due(printer, after.report)
