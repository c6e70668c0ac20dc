"""What `haggis serve` prints once it answers: the code, the address, and who may reach it."""

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.qr_code import knows_blocks, render_code, width_needed
from haggis_cli.support.english import join_words
from haggis_cli.support.qr_code import QrDrawing

if TYPE_CHECKING:
    from haggis_cli.web.settings import Settings

_LINES_BESIDE = 6  # of text below the code, and where the cursor is
_MOST_OTHERS = 3  # addresses that are named


def print_start(printer: Printer, settings: "Settings", others: Sequence[str], *, as_json: bool) -> None:
    """Print the address, at a terminal with its code and what to know; elsewhere alone, for a script.

    others: the addresses that this computer has beside, by one of which phones may reach it if not by this one.
    """
    link = settings.write_link or settings.watch_link
    if as_json:
        printer.print_json(
            {
                "address": link,
                "watch": settings.watch_link,
                "match": settings.match_id,
                "lan": settings.lan,
                "read_only": settings.read_only,
            }
        )
    else:
        if printer.columns is not None and settings.lan:
            _print_code(printer, link)
        printer.print_line(link)
        if printer.columns is not None:
            _print_advice(printer, settings, others)
    printer.out.flush()


def _print_code(printer: Printer, link: str) -> None:
    """The link as a code, where the terminal is large enough for it."""
    drawing, (columns, rows) = QrDrawing(link), get_terminal_size()
    if not knows_blocks(printer) or width_needed(drawing) > columns:
        return
    lines = render_code(printer, drawing, columns)
    if len(lines) + _LINES_BESIDE > rows:
        lines = render_code(printer, drawing, width_needed(drawing))
    if len(lines) + 1 > rows:  # what is scrolled away cannot be scanned
        return
    for line in lines:
        printer.print_line(line)


def _print_advice(printer: Printer, settings: "Settings", others: Sequence[str]) -> None:
    what = "watch" if settings.read_only else "score and watch"
    if settings.lan:
        printer.print_message(f"Phones in this network that open it may {what}: treat it like a key.")
    else:
        printer.print_message(f"Only this computer reaches it, to {what}: 'haggis serve --lan' lets phones in.")
    if others:
        named = join_words(others[:_MOST_OTHERS])
        printer.print_message(f"This computer is also {named}: --host takes another address.")
    if not settings.read_only and settings.lan:
        printer.print_message(f"A code that only lets watch: {settings.address}/share")
    printer.print_message("Ctrl-C ends it.")
