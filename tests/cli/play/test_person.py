"""What a person can ask for in a turn, and what the table shows: `moves`, `left`, `hint`, the status, last hands."""

import re

import pytest

from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal, unwrapped

DEAL = (
    '\n[[rounds]]\nevents = [{events}]\n[rounds.deal]\nhaggis = "6b 7b 8b 9b 10b 2y 3y 4y"\n'
    '[rounds.deal.hands]\nNoah = "2-10r 2-5b 9y"\nIsla = "2-10g 5-8y 10y"\n'
)

HELPLESS = (
    *("Noah: 2-10r", "Isla: pass", "Noah: J", "Isla: Q", "Noah: K", "Isla: pass", "Noah: Q", "Isla: K"),
    *("Noah: pass", "Isla: 4-10g"),
)
"""Noah holds no court card any more, and nothing that beats what Isla leads."""


def keep(haggis: Haggis, *events: str, bots: str = 'bots = { Isla = "easy" }\n') -> None:
    listed = ", ".join(f'"{event}"' for event in events)
    haggis.keep(header() + bots + DEAL.format(events=listed))


def ask(haggis: Haggis, *lines: str) -> str:
    """What is shown to Noah, whose turn it is, for these lines."""
    ran = haggis("play", "--playouts", "20", "--seed", "1", stdin="".join(f"{line}\n" for line in lines))
    assert ran.code == 0, ran
    return ran.out + ran.err


def test_moves_are_grouped_by_kind_and_a_lead_must_be_played(haggis: Haggis) -> None:
    keep(haggis)
    shown = ask(haggis, "moves all")
    headings = re.findall(r"^(Singles|Sets|Sequences|Stairs|Bombs) \((\d+)\)$", shown, re.MULTILINE)
    assert [kind for kind, _ in headings] == ["Singles", "Sets", "Sequences", "Stairs", "Bombs"]
    numbers = [int(number) for number in re.findall(r"^(\d+) +\S.*  a ", shown, re.MULTILINE)]
    assert numbers == list(range(1, sum(int(number) for _, number in headings) + 1))
    assert "The leader of a trick must play: no pass." in shown


def test_many_moves_are_cut_in_every_kind_and_keep_their_numbers(haggis: Haggis) -> None:
    keep(haggis)
    shown = ask(haggis, "moves")
    cut = re.findall(r"^(\w+) \((\d+), (\d+) more not shown\)$", shown, re.MULTILINE)
    assert all(int(number) - int(more) == 4 for _, number, more in cut)
    assert "'moves all' shows them all." in shown
    (number, cards) = re.findall(r"^(\d+) +(10r 9y?.*|2r 3r 4r)  a sequence", shown, re.MULTILINE)[0]
    assert f"Noah plays {cards}  a sequence" in ask(haggis, "moves", number)


def test_moves_mention_passing_where_it_is_allowed_and_alone_where_nothing_else_is(haggis: Haggis) -> None:
    keep(haggis, "Noah: 2r", "Isla: 3g")
    assert "Or 'pass'.\n" in ask(haggis, "moves")
    keep(haggis, "Noah: 2-8r", "Isla: 4-10g")
    shown = ask(haggis, "moves all")
    assert "Singles" not in shown
    assert re.search(r"^Bombs \(\d+\)$", shown, re.MULTILINE)
    keep(haggis, *HELPLESS)
    assert "Only 'pass': nothing here beats a sequence of 7 cards up to 10.\n" in ask(haggis, "moves")


@pytest.mark.slow
def test_it_all_fits_a_narrow_terminal(haggis: Haggis) -> None:
    keep(haggis)
    with Terminal(haggis, "play", columns=50) as screen:
        for line in ("moves", "left", "hint", "help", "quit"):
            screen.answer("Noah> ", line)
        assert screen.end()[0] == 0
    assert max(map(len, screen.shown.splitlines())) <= 50
    assert (
        "  left             shows the cards that you have\n                   not seen, and everybody's" in screen.shown
    )
    assert "You have not seen" in unwrapped(screen.shown)
