"""Ordinary cards: shown with their signs on a terminal that has them, with the letters of files everywhere else."""

import pytest

from tests.support.haggis import Haggis
from tests.support.terminal import Terminal

SIGNS = "\u2665\u2666\u2663\u2660"


@pytest.fixture
def ordinary(haggis: Haggis) -> Haggis:
    players = ("-p", "Noah", "-p", "4h", "--lead", "Noah")
    haggis.ok("new", "--variant", "two-player", *players, "--suits", SIGNS, "--name", "friday")
    haggis.ok("record", "Noah: 4h 4d", "4h: 5h 5c")
    return haggis


def shown(haggis: Haggis, *words: str, encoding: str = "utf-8") -> str:
    with Terminal(haggis, *words, PYTHONIOENCODING=encoding) as screen:
        code, text = screen.end()
    assert code == 0
    return text


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("words", "letters", "drawn"),
    [
        (("log",), "  5h 5c ", "  5\u2665 5\u2663 "),
        (("show",), "4h 5h 5c", "4h 5\u2665 5\u2663"),
        (("moves", "6h 6s", "--over", "5h 5c"), "6h 6s  a pair of 6s", "6\u2665 6\u2660  a pair of 6s"),
        (("record", "Noah: 6h 6s"), "Noah: 6h 6s\n", "Noah: 6\u2665 6\u2660\n"),
        (
            ("undo",),
            "Taken back in friday: round 1, 4h: 5h 5c\n",
            "Taken back in friday: round 1, 4h: 5\u2665 5\u2663\n",
        ),
    ],
)
def test_cards_have_signs_on_a_terminal_that_has_them(
    ordinary: Haggis, words: tuple[str, ...], letters: str, drawn: str
) -> None:
    """A player's name that looks like a card is left alone."""
    saved = ordinary.path().read_text(encoding="utf-8")
    assert drawn in shown(ordinary, *words)
    ordinary.keep(saved)
    assert letters in ordinary.ok(*words)
    ordinary.keep(saved)
    assert letters in shown(ordinary, *words, encoding="latin-1")
    assert '"Noah: 4h 4d",' in ordinary.text()


def test_the_page_has_signs_and_its_data_letters(ordinary: Haggis) -> None:
    page = ordinary.ok("sheet", "--format", "html")
    assert "<b class=h>4\u2665</b>" in page
    assert "Suits: \u2665 hearts, \u2666 diamonds, \u2663 clubs, \u2660 spades." in page
    assert '"p":[0,"4hd"]' in page
