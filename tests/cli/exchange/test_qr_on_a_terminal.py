"""`haggis export --format qr` on a terminal: a drawing that is scanned, or how to get the code elsewhere."""

import re

import pytest

from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal, code_lines, picture, scan, unwrapped

segno = pytest.importorskip("segno", reason="needs the extra 'qr'")
pytest.importorskip("zxingcpp", reason="scans the drawings")


def drawn_on_terminal(haggis: Haggis, columns: int = 110, rows: int = 60, **variables: str) -> Terminal:
    with Terminal(haggis, "export", "friday", "-f", "qr", columns=columns, rows=rows, **variables) as terminal:
        code, _ = terminal.end()
        assert code == 0, terminal.shown
        return terminal


def link(haggis: Haggis) -> str:
    return haggis.ok("export", "friday", "-f", "link").strip()


def test_without_colors_the_light_is_drawn_and_the_code_is_scanned(haggis: Haggis) -> None:
    haggis.keep(header())
    terminal = drawn_on_terminal(haggis)
    shown, lines = terminal.shown, code_lines(terminal)
    assert "\x1b" not in terminal.raw
    dark_terminal = picture(lines, ink_is_dark=False)
    assert scan(dark_terminal) == link(haggis)
    assert scan([[not dark for dark in row] for row in dark_terminal]) == link(haggis)  # a light terminal inverts it
    matrix = [[bool(module) for module in row] for row in segno.make(link(haggis), error="l", micro=False).matrix]
    inner = [row[4:-4] for row in dark_terminal[4 : 4 + len(matrix)]]
    assert inner == matrix
    around = (*dark_terminal[:4], *dark_terminal[4 + len(matrix) :])
    assert not any(map(any, around)), "four modules around the code are light"
    assert "If a phone does not read it on a light background: '-o code.svg'" in unwrapped(shown)


@pytest.mark.sample(1)
@pytest.mark.parametrize("term", ["xterm-256color", "xterm"])
def test_with_colors_it_is_black_on_white_whatever_the_terminal_is(haggis: Haggis, term: str) -> None:
    haggis.keep(header())
    haggis.variables.pop("NO_COLOR")
    terminal = drawn_on_terminal(haggis, TERM=term)
    assert scan(picture(code_lines(terminal), ink_is_dark=True)) == link(haggis)
    drawn = [line for line in terminal.raw.splitlines() if set(line) & set("▄▀█")]
    begins = r"\x1b\[38;5;16;48;5;231m" if "256" in term else r"\x1b\[30;47m"
    assert all(re.fullmatch(rf"{begins}[ ▄▀█]+\x1b\[0m", line.rstrip("\r")) for line in drawn)
    assert "light background" not in terminal.shown


@pytest.mark.slow
def test_where_there_is_little_room_the_margin_is_narrower_and_it_is_scanned_still(haggis: Haggis) -> None:
    haggis.keep(header())
    wide = len(code_lines(drawn_on_terminal(haggis))[0])
    lines = code_lines(drawn_on_terminal(haggis, columns=wide - 4))
    assert len(lines[0]) == wide - 4
    assert scan(picture(lines, ink_is_dark=False)) == link(haggis)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("columns", [80, 50])
def test_a_terminal_that_is_too_narrow_is_told_what_it_takes(haggis: Haggis, columns: int) -> None:
    haggis.keep(header())
    with Terminal(haggis, "export", "friday", "-f", "qr", columns=columns) as terminal:
        code, shown = terminal.end()
    assert code == 3
    assert "▀" not in shown
    assert re.search(
        rf"this QR code is \d+ columns wide and \d+ lines high, and the terminal has {columns} columns: make it wider "
        r"or its letters smaller, or '-o code.svg' writes it to a file, '--format link' prints the link itself",
        unwrapped(shown),
    )


@pytest.mark.slow
def test_a_code_higher_than_the_terminal_is_drawn_and_told(haggis: Haggis) -> None:
    haggis.keep(header())
    shown = drawn_on_terminal(haggis, rows=24).shown
    assert re.search(r"The code is \d+ lines high, and the terminal shows 24: make it higher", unwrapped(shown))


@pytest.mark.slow
def test_a_terminal_without_block_characters_is_told(haggis: Haggis) -> None:
    haggis.keep(header())
    with Terminal(haggis, "export", "friday", "-f", "qr", columns=120, PYTHONIOENCODING="ascii") as terminal:
        code, shown = terminal.end()
    assert (code, "knows no block characters" in unwrapped(shown)) == (3, True)


@pytest.mark.slow
def test_files_and_pipes_get_svg(haggis: Haggis) -> None:
    haggis.keep(header())
    haggis.ok("export", "friday", "-o", "code.svg")
    assert (haggis.folder / "code.svg").read_text(encoding="utf-8").startswith("<svg")
    assert haggis.process("export", "friday", "-f", "qr").out.startswith("<svg")
