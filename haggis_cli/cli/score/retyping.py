"""The command that enters a round again, for answers that were not saved."""

from collections.abc import Sequence
from dataclasses import replace

from haggis_cli.book.typed_round import TypedRound, render_entries
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.rules.table import Table


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
