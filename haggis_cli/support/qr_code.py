"""A link as a QR code: an SVG drawing for files and pages, rows of half blocks for a terminal."""

from typing import TYPE_CHECKING

from haggis_cli.support.errors import HaggisError
from haggis_cli.support.extras import require_library

if TYPE_CHECKING:
    import segno

QUIET_ZONE = 4
"""Modules that are to be left free around a code (ISO/IEC 18004)."""
_MAX_CHARACTERS = 2_900
"""Characters of a link that a QR code (version 40, lowest correction: 2953 bytes) can hold."""
_INK = " ▄▀█"
"""What stands for two modules above one another: the upper counts two, the lower one."""


def qr_svg(text: str, title: str) -> str:
    """A QR code as an SVG drawing that can stand in a page; HaggisError where segno is missing or the text too long.

    title: what the code is for, as it is read aloud.
    """
    svg: str = _make_code(text).svg_inline(scale=3, border=QUIET_ZONE, light="#fff", dark="#000", title=title)
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns=" not in svg else svg


class QrDrawing:
    """A QR code to be drawn with characters, two modules in each; HaggisError as of `qr_svg`.

    size: how many modules it is wide and high, nothing around it.
    """

    def __init__(self, text: str) -> None:
        self._code = _make_code(text)
        self.size = len(self._code.matrix)

    def render_lines(self, quiet_zone: int, *, ink_is_dark: bool) -> list[str]:
        """The code with so many free modules around it, a column for each module and a line for two.

        ink_is_dark: whether characters are darker than what is behind them; what is dark is drawn then, else what is
        light.
        """
        rows = [[bool(module) == ink_is_dark for module in row] for row in self._code.matrix_iter(border=quiet_zone)]
        below = [*rows[1::2], *([[not ink_is_dark] * len(rows[0])] if len(rows) % 2 else [])]
        return [
            "".join(_INK[2 * upper + lower] for upper, lower in zip(*pair, strict=True))
            for pair in zip(rows[::2], below, strict=True)
        ]


def _make_code(text: str) -> "segno.QRCode":
    require_library("QR codes need", "segno", "qr")
    import segno

    if len(text) > _MAX_CHARACTERS:
        raise HaggisError(
            f"this link has {len(text)} characters, and a QR code holds {_MAX_CHARACTERS}: use the link itself"
        )
    return segno.make(text, error="l", micro=False)
