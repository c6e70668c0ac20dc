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
    assert "Only 'pass': nothing here beats a sequence of 7 up to 10.\n" in ask(haggis, "moves")


def test_left_lists_what_the_player_has_not_seen(haggis: Haggis) -> None:
    keep(haggis, "Noah: 2r", "Isla: J")
    shown = ask(haggis, "left")
    assert "You have not seen 22 suit cards: Isla holds 14 and the haggis 8.\n" in shown
    listed = shown.partition("the haggis 8.\n")[2].partition("Isla's court cards: Q K\n")
    assert listed[1]
    cards = re.findall(r"\d+[rgby]", listed[0])
    assert sorted(cards) == sorted([*(f"{rank}g" for rank in range(2, 11)), *["6b", "7b", "8b", "9b", "10b"], *(
        f"{rank}y" for rank in (2, 3, 4, 5, 6, 7, 8, 10)
    )])  # fmt: skip


def test_left_knows_copies_and_the_cards_that_were_given_to_the_partner(haggis: Haggis) -> None:
    haggis.ok("play", "--variant", "neeps", "-p", "Isla", *["--bot", "easy"] * 3, "--seed", "4", "--name", "teams")
    first = re.findall(r"^\s+(\d+[rgby])", haggis("play", "teams", stdin="moves\n").out, re.MULTILINE)[0]
    shown = haggis("play", "teams", stdin=f"{first}\nleft\n").out
    hand = re.findall(r"(\d+)([rgby]{1,2})(?=\s)", shown.rpartition("Game: ")[2].partition("J Q K")[0])
    held = {rank + letter: len(letters) for rank, letters in hand for letter in letters}
    left = shown.partition("You have not seen ")[2]
    number = int(left.split()[0])
    unseen = re.findall(r"(\d+)([rgby]{1,2})(?=\s)", left.partition("'s court cards")[0])
    assert sum(len(letters) for _, letters in unseen) == number
    for rank, letters in unseen:
        assert held.get(rank + letters[0], 0) + len(letters) <= 2
    assert re.search(r"'s court cards: J Q K; and \d+[rgby], from you\n", left)


def test_a_hint_says_why_in_one_sentence(haggis: Haggis) -> None:
    keep(haggis, *HELPLESS)
    assert "Hint: pass ('1' does it)\n  Nothing in your hand beats it.\n" in ask(haggis, "hint")
    keep(haggis, "Noah: 2r", "Isla: J")
    shown = ask(haggis, "hint")
    why = r"[A-Z].*; played out in \d+ guessed deals, .*\."
    assert re.search(rf"Hint: .* \('1' does it\)\n  {why}$", shown, re.MULTILINE)


def test_the_status_has_captured_points_and_the_game_score(haggis: Haggis) -> None:
    typed = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    deal = DEAL.format(events='"Isla: 5g 5y", "Noah: 9y J", "Isla: pass"')
    haggis.keep(header() + 'bots = { Isla = "easy" }\n' + typed + deal)
    assert "Captured: Noah 5, Isla 0 | Game: Noah 52, Isla 24\n" in ask(haggis, "")


def test_the_end_of_a_round_shows_what_everybody_still_held(haggis: Haggis) -> None:
    passed = [event for cards in ("2-10r", "2-5b", "J", "Q", "K") for event in (f"Noah: {cards}", "Isla: pass")]
    keep(haggis, *passed)
    shown = ask(haggis, "9y")
    held = "2g 3g 4g 5g 5y 6g 6y 7g 7y 8g 8y 9g 10g 10y J Q K"
    assert f"  Isla still held: {held}\n" in shown
    assert "  The haggis: 2y 3y 4y 6b 7b 8b 9b 10b\n" in shown
    assert "Noah still held" not in shown


@pytest.mark.slow
def test_it_all_fits_a_narrow_terminal(haggis: Haggis) -> None:
    keep(haggis)
    with Terminal(haggis, "play", columns=50) as screen:
        for line in ("moves", "left", "hint", "help", "quit"):
            screen.answer("Noah> ", line)
        assert screen.end()[0] == 0
    assert max(map(len, screen.shown.splitlines())) <= 50
    assert "  left             the cards that you have not\n                   seen, and everybody's" in screen.shown
    assert "You have not seen" in unwrapped(screen.shown)
