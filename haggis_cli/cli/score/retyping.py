"""The command that enters a round again, for answers that were not saved."""

from collections.abc import Sequence

from haggis_cli.book.typed_round import TypedRound, render_entries
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.rules.table import Table


def print_retry_command(printer: Printer, words: Sequence[str], typed: TypedRound, table: Table) -> None:
    """Print, on one line to be copied, the command that enters the round again; nothing if nothing was answered.

    words: those that name the match, the round and the notes.
    """
    entries = render_entries(typed, table)
    if entries:
        printer.print_message("What you typed, to say it again:")
        printer.print_command(["score", *words, *entries])
