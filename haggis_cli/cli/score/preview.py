"""A round that was typed in, shown before it is saved: what was worked out of it, and its lines of the scoresheet."""

from typing import TYPE_CHECKING

from haggis_cli.book.scoring import RoundProposal
from haggis_cli.book.typed_round import TypedRound
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.views.rounds import print_round
from haggis_cli.rules.table import Table

if TYPE_CHECKING:  # a round that is added is no correction
    from haggis_cli.book.corrections.rescoring import RoundCorrection


def print_filled(printer: Printer, typed: TypedRound, table: Table) -> None:
    """Tell what was counted of piles, what the others left for the player without points, and what a slam repeats."""
    repeating = next((seat for seat in typed.out if table.repeats_first_count(seat, tuple(typed.out))), None)
    if repeating is not None:
        name, first = safe(table.names[repeating]), safe(table.names[typed.out[0]])
        printer.print_message(f"A slam: {name} records {first}'s {typed.counts[repeating]} again.")
    for seat, pile in typed.piles.items():
        printer.print_message(f"{safe(table.names[seat])} captured {pile}.")
    if typed.filled_seat is not None:
        name = safe(table.names[typed.filled_seat])
        printer.print_message(f"{name} captured {typed.captured[typed.filled_seat]}: what is left.")


def print_proposal(printer: Printer, proposal: "RoundProposal | RoundCorrection") -> None:
    """Print the round as it would be, as a message: standard output holds results alone."""
    print_round(printer.for_messages(), proposal.after.report, proposal.number)
