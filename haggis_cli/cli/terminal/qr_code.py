"""A QR code on the terminal, large enough to hold a phone up to.

With colours it is black on white. Without them what is light is drawn, which is right on a dark terminal; on a light
one the code stands the other way round, and most phones read that, too.
"""

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.glyphs import can_hold
from haggis_cli.support.qr_code import QUIET_ZONE, QrDrawing

_NARROW_QUIET_ZONE = 2  # phones find a code on a screen with less around it than paper needs


def knows_blocks(printer: Printer) -> bool:
    """Whether the terminal knows the characters that a code is drawn with."""
    return can_hold("▀▄█", printer.out.encoding)


def width_needed(drawing: QrDrawing) -> int:
    """The columns that a code takes at least."""
    return drawing.size + 2 * _NARROW_QUIET_ZONE


def render_code(printer: Printer, drawing: QrDrawing, columns: int) -> list[str]:
    """The lines of a code on a terminal that is wide enough for it."""
    quiet_zone = QUIET_ZONE if drawing.size + 2 * QUIET_ZONE <= columns else _NARROW_QUIET_ZONE
    lines = drawing.render_lines(quiet_zone, ink_is_dark=printer.colored)
    return [printer.styled(line, "paper") for line in lines]
