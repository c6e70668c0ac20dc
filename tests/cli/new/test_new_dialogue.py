"""`haggis new` in a real terminal: asked for what is missing, wrong answers asked again, answers taken back."""

from collections.abc import Callable

import pytest

from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal, unwrapped

LEAVE = [pytest.param(Terminal.interrupt, id="Ctrl-C"), pytest.param(lambda screen: screen.press("\x04"), id="Ctrl-D")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("columns", [80, 50])
def test_from_an_empty_home_to_a_match(haggis: Haggis, columns: int) -> None:
    with Terminal(haggis, "new", "--name", "friday", columns=columns) as screen:
        screen.answer("How many players [2]: ", "xyz")
        assert "type a number of players" in screen.answer("How many players [2]: ", "7 players")
        assert "the variants are for 2, 3, 4 players" in screen.answer("How many players [2]: ", "2 player")
        shown = screen.answer("Which variant [two-player]: ", "x")
        assert "  1  two-player  Haggis (2-Player), the usual one\n" in shown
        assert "tatties" not in shown
        assert max(map(len, shown.splitlines())) <= columns
        assert "type a number from 1 to" in screen.answer("Which variant [two-player]: ", "99")
        screen.answer("Which variant [two-player]: ", "")
        screen.answer("Player 1: ", "")
        assert "a name has 1 to 40 characters" in screen.answer("Player 1: ", "No:ah")
        assert "a name cannot hold a colon" in screen.answer("Player 1: ", "  Noah ")
        screen.answer("Player 2, clockwise: ", "NOAH")
        assert "NOAH is already playing" in screen.answer("Player 2, clockwise: ", "Isla")
        shown = screen.answer("[250 points]: ", "many")
        assert "Goal (250 points, 6 rounds, 350 points, 8 rounds)" in unwrapped(shown)
        assert "type a number of points or rounds" in screen.answer("[250 points]: ", "99999999 points")
        screen.expect(
            "type a number of points or rounds"
        )  # before it the prompt may be drawn again, with what is typed
        screen.answer("[250 points]: ", "6 rounds")
        screen.answer("Play by house rules [no]: ", "maybe")
        assert "answer y or n" in screen.answer("Play by house rules [no]: ", "")
        shown = screen.answer("Who leads first, or random [Noah]: ", "x")
        assert "the last player to travel to Scotland" in unwrapped(shown)
        assert "nobody called 'x' plays here" in unwrapped(screen.answer("Who leads first, or random [Noah]: ", "2"))
        code, said = screen.end()
    assert code == 0
    told = unwrapped(said)
    assert "friday: Noah, Isla, 6 rounds; Isla deals and leads. Saved in " in told
    assert "Next: 'haggis score' after a round" in told
    assert haggis.text() == header(goal="rounds = 6", lead="Isla")


def test_enter_takes_what_is_offered(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "--name", "friday", "-p", "Noah", "-p", "Isla") as screen:
        screen.answer("Which variant [two-player]: ", "three")
        assert "is for 3 players" not in screen.answer("Player 3, clockwise: ", "<")
        screen.answer("Which variant [three-player]: ", "two-player")
        screen.answer("[250 points]: ", "")
        screen.answer("Play by house rules [no]: ", "")
        screen.answer("Who leads first, or random [Noah]: ", "")
        assert screen.end()[0] == 0
    assert haggis.text() == header(goal="points = 250")


def test_a_variant_that_is_not_for_so_many_is_refused(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "-p", "Noah", "-p", "Isla", "-p", "Jamie") as screen:
        screen.answer("Which variant [three-player]: ", "2 players")
        told = screen.answer("Which variant [three-player]: ", "3-player")
        assert "Haggis (2-Player) is for 2 players, not 3" in told
        screen.expect("[250 points]: ")


def test_what_is_said_is_not_asked(haggis: Haggis) -> None:
    words = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday")
    with Terminal(haggis, "new", *words) as screen:
        assert screen.end()[0] == 0
        assert ": \n" not in screen.shown
    assert haggis.text() == header(goal="points = 250")


@pytest.mark.slow
def test_an_impossible_name_is_refused_before_anything_is_asked(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "new", "--name", "friday") as screen:
        assert screen.end() == (3, "haggis: there is a match called friday already: choose another --name\n")


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("leave", LEAVE)
def test_ctrl_c_and_ctrl_d_leave_without_saving(haggis: Haggis, leave: Callable[[Terminal], None]) -> None:
    with Terminal(haggis, "new", "--variant", "two-player") as screen:
        screen.answer("Player 1: ", "Noah")
        screen.expect("Player 2, clockwise: ")
        leave(screen)
        code, said = screen.end()
    assert code == 130
    assert "No match was started." in said
    assert "Traceback" not in said
    assert not haggis.home.exists()


@pytest.mark.slow
def test_a_dealer_is_asked_for_where_there_is_one_and_names_can_be_taken_back(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "--name", "friday") as screen:
        screen.answer("How many players [2]: ", "")
        shown = screen.answer("Which variant [two-player]: ", "2")
        assert "  2  classic     Haggis (first edition), 2 or 3 players\n" in shown
        screen.answer("Player 1: ", "Naoh")
        screen.answer("Player 2, clockwise: ", "<")
        screen.answer("Player 1 [Naoh]: ", "Noah")
        screen.answer("Player 2, clockwise: ", "Isla")
        screen.answer("Player 3, clockwise, Enter if there are no more: ", "")
        screen.answer("Goal (250 points, 350 points) [250 points]: ", "350")
        screen.answer("Who deals first, or random [Isla]: ", "")
        assert screen.end()[0] == 0
    assert 'players = ["Noah", "Isla"]\ngoal = { points = 350 }\ndealer = "Isla"\n' in haggis.text()


@pytest.mark.slow
def test_teams_have_names_and_house_rules_are_chosen_by_what_they_mean(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "--variant", "neeps", "--name", "friday") as screen:
        for number, name in enumerate(("Isla", "Jamie", "Rory", "Noah")):
            screen.answer(f"Player {number + 1}{', clockwise' if number else ''}: ", name)
        screen.answer("The team of Isla and Rory is called [Isla & Rory]: ", "High Rollas")
        screen.answer("The team of Jamie and Noah is called [Jamie & Noah]: ", "")
        screen.answer("[350 points]: ", "4")
        screen.answer("Play by house rules [no]: ", "y")
        asked = "Who captures the cards left in the hand of the partner of the first player out [1]: "
        shown = screen.answer(asked, "x")
        assert "  1  they are captured by nobody (the rulebook takes opponents' hands only) (usual)\n" in shown
        assert "  2  the first player out captures them (Roger's Rules)\n" in shown
        assert "partner_cards" not in shown
        assert "type a number from 1 to 2" in screen.answer(asked, "2")
        screen.answer("Who leads first, or random [Isla]: ", "")
        assert screen.end()[0] == 0
    assert haggis.text().endswith(
        'teams = ["High Rollas", "Jamie & Noah"]\ngoal = { rounds = 4 }\nlead = "Isla"\n\n'
        '[options]\npartner_cards = "first-out"\n'
    )


@pytest.mark.slow
def test_a_rematch_asks_nothing(haggis: Haggis) -> None:
    haggis.new()
    with Terminal(haggis, "new", "--like", "friday", "--name", "saturday") as screen:
        assert screen.end()[0] == 0
    assert 'lead = "Isla"\n' in haggis.text("saturday")


@pytest.mark.slow
def test_lots_are_drawn_for_who_leads_where_that_is_the_answer(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "--name", "friday", "-p", "Noah", "-p", "Isla", "--variant", "2-player") as screen:
        assert screen.end()[0] == 0  # nothing that is missing needs an answer
    haggis.ok("remove", "friday", "--yes")
    with Terminal(haggis, "new", "--name", "friday", "--variant", "2-player") as screen:
        screen.answer("Player 1: ", "Noah")
        screen.answer("Player 2, clockwise: ", "Isla")
        screen.answer("[250 points]: ", "")
        screen.answer("Play by house rules [no]: ", "")
        screen.answer("Who leads first, or random [Noah]: ", "Random")
        assert screen.end()[0] == 0
    assert haggis.json("show")["pending"]["player"] in ("Noah", "Isla")
