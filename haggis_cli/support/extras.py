"""Libraries that only some people need, each installed by an extra of this package; one of them draws QR codes."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from haggis_cli.support.errors import HaggisError

PACKAGE = "haggis-cli"
_QUOTE = '"' if os.name == "nt" else "'"  # neither cmd nor PowerShell takes a list of brackets otherwise


class MissingExtra(HaggisError):
    """A library that only some people need is not installed."""


def require_library(what: str, library: str, extra: str) -> None:
    """MissingExtra, with how to get it, where a library that something needs is not installed.

    what: what needs it, and the verb: `QR codes need`.
    extra: the extra of this package that installs it.
    """
    try:
        import_module(library)
    except ImportError:
        raise MissingExtra(f"{what} {library}: {install_command(extra)}") from None


def install_command(extra: str) -> str:
    """What installs an extra into the environment that this program runs in, by whom that was made: pipx, uv or pip."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        libraries = " ".join(f"{_QUOTE}{each}{_QUOTE}" for each in _find_libraries(extra))
        return f"pipx inject {PACKAGE} {libraries}"
    installer = "uv tool install" if (environment / "uv-receipt.toml").is_file() else "pip install"
    return f"{installer} {_QUOTE}{PACKAGE}[{extra}]{_QUOTE}"


def _find_libraries(extra: str) -> list[str]:
    """What the extra needs, with the bounds; the extra itself where the package does not say, as from its sources."""
    from importlib.metadata import PackageNotFoundError, requires  # loads the reading of mail headers

    try:
        needs = [line.partition(";") for line in requires(PACKAGE) or ()]
    except PackageNotFoundError:
        needs = []
    marks = {f"extra == '{extra}'", f'extra == "{extra}"'}
    return [need.strip() for need, _, condition in needs if condition.strip() in marks] or [f"{PACKAGE}[{extra}]"]


# A link as a QR code: an SVG drawing for files and pages, rows of half blocks for a terminal.


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
