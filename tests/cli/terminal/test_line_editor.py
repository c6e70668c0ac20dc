"""`record` with the line editor, as in an ordinary terminal; the rest of it stands in `commands/line-editor.txt`."""

import signal

import pytest

from tests.support.haggis import Haggis, header
from tests.support.terminal import DrawnTerminal

pytestmark = pytest.mark.slow


@pytest.mark.sample("50-24")
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (50, 24), (80, 6)])
def test_the_line_below_says_what_the_cards_are(haggis: Haggis, columns: int, rows: int) -> None:
    haggis.new()
    with DrawnTerminal(haggis, "record", columns=columns, rows=rows) as screen:
        screen.see("Noah>")
        screen.press("4r")
        screen.see("Noah> 4r\n  Noah plays a single 4")
        screen.press(" 4g")
        screen.see("Noah> 4r 4g\n  Noah plays a pair of 4s")
        screen.press("\r")
        screen.see("Isla>\n  cards, or pass")
        screen.press("6b")
        screen.see("not yet: 1 of 2 cards to beat a pair of 4s.")
        screen.press(" 3y")
        screen.see("no: 3y 6b is not a combination")
        screen.press("\r")
        screen.see("haggis: Isla: 3y 6b is not a combination")
        screen.press("quit\r")
        assert screen.end()[0] == 0
        assert screen.broken == []
    assert haggis.text() == header() + '\n[[rounds]]\nevents = [\n  "Noah: 4r 4g",\n]\n'


def test_a_signal_from_outside_ends_it_like_ctrl_c(haggis: Haggis) -> None:
    haggis.new()
    with DrawnTerminal(haggis, "record") as screen:
        screen.see("Noah>")
        screen.signal(signal.SIGINT)
        assert screen.end()[0] == 130


@pytest.mark.sample(1)
@pytest.mark.parametrize(("no_color", "coloured"), [("1", False), ("", True)])
def test_colours_only_where_they_are_wanted(haggis: Haggis, no_color: str, coloured: bool) -> None:
    haggis.new()
    haggis.ok("record", "Noah: 4r")
    with DrawnTerminal(haggis, "record", NO_COLOR=no_color) as screen:
        screen.see("Isla>")
        screen.press("quit\r")
        assert screen.end()[0] == 0
    assert ("\x1b[38;5;160m4r" in screen.raw) is coloured
