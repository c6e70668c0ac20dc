"""A round before and after it is saved, the events of rounds with their numbers, and what is due next."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from haggis_cli.book.typed_round import RoundProposal, TypedRound, render_entries
from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import due
from haggis_cli.rules.variant import Table

if TYPE_CHECKING:  # a round that is added is no correction
    from haggis_cli.book.corrections.rescoring import RoundCorrection


def print_round(printer: Printer, report: Report, number: int, match: str = "") -> None:
    """Print the lines that a round adds to the scoresheet; `match` names the match in the first of them."""
    from haggis_cli.sheets.sheet import NARROW, score_rows  # most events end no round

    page = Page(printer)
    page.print_text(printer.styled(f"{match}, round {number}" if match else f"Round {number}", "bold"))
    rows, align = score_rows(report, number, page.glyphs, narrow=page.width < NARROW)
    page.print_rows(rows, align, "  ")


def print_events(printer: Printer, rounds: Iterable[RoundReport]) -> None:
    """Print each event as it stands in the file, with its number in the round, by which a correction names it."""
    page = Page(printer)
    for played in rounds:
        page.print_text(printer.styled(f"Round {played.number}", "bold"))
        events = played.record.events
        for number, event in enumerate(events or [], 1):
            page.print_text(event, indent=f"{number:4}  ", hanging="")
        if not events:
            page.print_text("typed in" if events is None else "no event yet", indent="  ")


def print_due(printer: Printer, report: Report, before: str = "") -> None:
    """Print what is expected next, or who has won; where the match breaks the rules, also how to see why.

    before: what is said before that on the same line.
    """
    why = " 'haggis check' tells what is wrong." if report.violations else ""
    Page(printer).print_text(before + due(report) + why)


# A round that was typed in, shown before it is saved: what was worked out of it, and its lines of the scoresheet.


def print_filled(printer: Printer, typed: TypedRound, table: Table) -> None:
    """Tell what was counted of piles, what the others left for the player without points, and what a slam repeats."""
    repeating = next((seat for seat in typed.out if table.repeats_first_count(seat, tuple(typed.out))), None)
    if repeating is not None:
        name, first = table.names[repeating], table.names[typed.out[0]]
        printer.print_message(f"A slam: {name} records {first}'s {typed.counts[repeating]} again.")
    for seat, pile in typed.piles.items():
        printer.print_message(f"{table.names[seat]} captured {pile}.")
    if typed.filled_seat is not None:
        name = table.names[typed.filled_seat]
        printer.print_message(f"{name} captured {typed.captured[typed.filled_seat]}: what is left.")


def print_proposal(printer: Printer, proposal: "RoundProposal | RoundCorrection") -> None:
    """Print the round as it would be, as a message: standard output holds results alone."""
    print_round(printer.for_messages(), proposal.after.report, proposal.number)


# The command that enters a round again, for answers that were not saved.


def print_retry_command(printer: Printer, words: Sequence[str], typed: TypedRound, table: Table) -> None:
    """Print, on one line to be copied, the command that enters the round again; nothing if nothing was answered.

    A pile that nobody counted is left out of it, as it was.

    words: those that name the match, the round and the notes.
    """
    said = {seat: points for seat, points in typed.captured.items() if seat != typed.filled_seat}
    entries = render_entries(replace(typed, captured=said), table)
    if entries:
        printer.print_message("What you typed, to say it again:")
        printer.print_command(["score", *words, *entries])
