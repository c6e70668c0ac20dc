"""Reading QR codes as a phone does: what a terminal shows, or a drawing."""

import re
from importlib import import_module

from tests.support.terminal import Terminal

INK = {" ": (False, False), "▄": (False, True), "▀": (True, False), "█": (True, True)}
"""Which half of a character is drawn."""
_MODULE = 3  # pixels of a picture for each module of the code


def picture(lines: list[str], *, ink_is_dark: bool) -> list[list[bool]]:
    """Which modules are dark, as an eye sees the characters."""
    return [[INK[character][half] == ink_is_dark for character in line] for line in lines for half in (False, True)]


def code_lines(terminal: Terminal) -> list[str]:
    """The lines of the code that a terminal shows; none if it shows none."""
    lines = re.sub(r"\x1b\[[\d;]*m", "", terminal.raw).splitlines()
    return [line for line in lines if line and not set(line) - set(INK)]


def scan(modules: list[list[bool]]) -> str:
    """What a phone reads; the background is a terminal's, without a margin of its own."""
    pixels = [[0 if dark else 255 for dark in row for _ in range(_MODULE)] for row in modules for _ in range(_MODULE)]
    flat = bytes(pixel for row in pixels for pixel in row)
    view = memoryview(flat).cast("B", (len(pixels), len(pixels[0])))
    found = import_module("zxingcpp").read_barcodes(view)
    assert found, "no code is found"
    return str(found[0].text)
