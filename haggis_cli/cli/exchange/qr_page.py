"""A QR code on the terminal, or how to get it elsewhere."""

from shutil import get_terminal_size

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.qr_code import knows_blocks, render_code, width_needed
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.qr_code import QrDrawing

_FILE = "'-o code.svg' writes it to a file, '--format link' prints the link itself"


def print_qr_code(printer: Printer, text: str) -> None:
    """Draw a text as a QR code; HaggisError where the terminal is too narrow for it, or knows no block characters."""
    drawing, (columns, rows) = QrDrawing(text), get_terminal_size()
    if not knows_blocks(printer):
        raise HaggisError(f"this terminal knows no block characters to draw a QR code with: {_FILE}")
    wide = width_needed(drawing)
    if wide > columns:
        raise HaggisError(
            f"this QR code is {wide} columns wide and {(wide + 1) // 2} lines high, and the terminal has {columns} "
            f"columns: make it wider or its letters smaller, or {_FILE}"
        )
    lines = render_code(printer, drawing, columns)
    for line in lines:
        printer.print_line(line)
    if len(lines) >= rows:
        printer.print_message(
            f"The code is {len(lines)} lines high, and the terminal shows {rows}: make it higher or its letters "
            f"smaller, or {_FILE}."
        )
    elif not printer.colored:
        printer.print_message(f"If a phone does not read it on a light background: {_FILE}.")
