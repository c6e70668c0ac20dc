"""A QR code on the terminal, large enough to hold a phone up to."""

from shutil import get_terminal_size

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.exchange.formats.bgstats.qr_code import QUIET_ZONE, QrDrawing
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.glyphs import can_hold

_NARROW_QUIET_ZONE = 2  # phones find a code on a screen with less around it than paper needs
_FILE = "'-o code.svg' writes it to a file, '--format link' prints the link itself"


def print_qr_code(printer: Printer, text: str) -> None:
    """Draw a text as a QR code; HaggisError where the terminal is too narrow for it, or knows no block characters.

    With colours it is black on white. Without them what is light is drawn, which is right on a dark terminal; on a
    light one the code stands the other way round, and most phones read that, too.
    """
    drawing, (columns, rows) = QrDrawing(text), get_terminal_size()
    if not can_hold("▀▄█", printer.out.encoding):
        raise HaggisError(f"this terminal knows no block characters to draw a QR code with: {_FILE}")
    quiet_zone = QUIET_ZONE if drawing.size + 2 * QUIET_ZONE <= columns else _NARROW_QUIET_ZONE
    wide = drawing.size + 2 * quiet_zone
    if wide > columns:
        raise HaggisError(
            f"this QR code is {wide} columns wide and {(wide + 1) // 2} lines high, and the terminal has {columns} "
            f"columns: make it wider or its letters smaller, or {_FILE}"
        )
    lines = drawing.render_lines(quiet_zone, ink_is_dark=printer.colored)
    for line in lines:
        printer.print_line(printer.styled(line, "paper"))
    if len(lines) >= rows:
        printer.print_message(
            f"The code is {len(lines)} lines high, and the terminal shows {rows}: make it higher or its letters "
            f"smaller, or {_FILE}."
        )
    elif not printer.colored:
        printer.print_message(f"If a phone does not read it on a light background: {_FILE}.")
