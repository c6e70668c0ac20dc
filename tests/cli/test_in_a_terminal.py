"""`new`, `score` and `record` in a real terminal, as at the table: asked step by step, wrong answers asked again."""

import sys
from collections.abc import Callable

import pytest

from tests.cli.support import Haggis, dated, header
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

LEAVE = [pytest.param(Terminal.interrupt, id="Ctrl-C"), pytest.param(lambda screen: screen.press("\x04"), id="Ctrl-D")]
FIRST = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


class TestNew:
    def test_from_an_empty_home_to_a_match(self, haggis: Haggis) -> None:
        with Terminal(haggis, "new", "--name", "friday") as screen:
            assert "two-player: Haggis (2-Player), 2 players\n" in screen.answer("Which variant: ", "t")
            assert "type a number from 1 to" in screen.answer("Which variant: ", "99")
            screen.answer("Which variant: ", "two")
            screen.answer("Player 1: ", "")
            assert "a name has 1 to 40 characters" in screen.answer("Player 1: ", "No:ah")
            assert "a name cannot hold a colon" in screen.answer("Player 1: ", "  Noah ")
            screen.answer("Player 2, clockwise: ", "NOAH")
            assert "NOAH is already playing" in screen.answer("Player 2, clockwise: ", "Isla")
            screen.answer("Goal (250 points, 6 rounds, 350 points, 8 rounds) [250 points]: ", "many")
            assert "type a number of points or rounds" in screen.answer("[250 points]: ", "99999999 points")
            screen.answer("[250 points]: ", "6 rounds")
            screen.answer("Who leads first [Noah]: ", "x")
            assert "nobody called 'x' plays here" in screen.answer("Who leads first [Noah]: ", "is")
            code, said = screen.end()
        assert code == 0
        assert "friday: Noah, Isla, 6 rounds; Isla deals and leads.\n" in said
        assert haggis.text() == header(goal="rounds = 6", lead="Isla")

    def test_enter_takes_what_is_offered(self, haggis: Haggis) -> None:
        with Terminal(haggis, "new", "--name", "friday", "-p", "Noah", "-p", "Isla") as screen:
            screen.answer("Which variant: ", "two-player")
            screen.answer("[250 points]: ", "")
            screen.answer("Who leads first [Noah]: ", "")
            assert screen.end()[0] == 0
        assert haggis.text() == header(goal="points = 250")

    def test_what_is_said_is_not_asked(self, haggis: Haggis) -> None:
        words = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--name", "friday")
        with Terminal(haggis, "new", *words) as screen:
            assert screen.end()[0] == 0
            assert ": \n" not in screen.shown
        assert haggis.text() == header(goal="points = 250")

    def test_an_impossible_name_is_refused_before_anything_is_asked(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "new", "--name", "friday") as screen:
            assert screen.end() == (3, "haggis: there is a match called friday already: choose another --name\n")

    @pytest.mark.parametrize("leave", LEAVE)
    def test_ctrl_c_and_ctrl_d_leave_without_saving(self, haggis: Haggis, leave: Callable[[Terminal], None]) -> None:
        with Terminal(haggis, "new", "--variant", "two-player") as screen:
            screen.answer("Player 1: ", "Noah")
            screen.expect("Player 2, clockwise: ")
            leave(screen)
            code, said = screen.end()
        assert code == 130
        assert "Traceback" not in said
        assert not haggis.home.exists()

    def test_a_dealer_is_asked_for_where_there_is_one(self, haggis: Haggis) -> None:
        with Terminal(haggis, "new", "--name", "friday") as screen:
            assert "1  classic: Haggis (first edition), 2 or 3 players\n" in screen.answer("Which variant: ", "1")
            screen.answer("Player 1: ", "Noah")
            screen.answer("Player 2, clockwise: ", "Isla")
            screen.answer("Player 3, clockwise, Enter if there are no more: ", "")
            screen.answer("Goal (250 points, 350 points) [250 points]: ", "350")
            screen.answer("Who deals first [Isla]: ", "")
            assert screen.end()[0] == 0
        assert 'goal = { points = 350 }\ndealer = "Isla"\n' in haggis.text()


class TestScore:
    def test_step_by_step_with_the_rest_offered(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "score") as screen:
            assert "Round 1: Noah, Isla. Ctrl-C leaves without saving.\n" in screen.answer(
                "Who went out first: ", "Rory"
            )
            assert "nobody called 'Rory' plays here" in screen.answer("Who went out first: ", "n")
            question = "How many cards did Isla hold then (the fullest hand): "
            screen.answer(question, "18")
            assert "it is 1 to 17 cards: a hand has no more" in screen.answer(question, "eight")
            assert "'eight' is no number for the cards held" in screen.answer(question, "8")
            screen.answer("What did Noah capture (3, 5, 7, 9", "10+2")
            screen.answer("[24]: ", "")
            screen.answer("Noah's bet: baby (5), little (15) or big (30), Enter for none: ", "20")
            assert "a bet is baby (5), little (15) or big (30), or none" in screen.answer("Enter for none: ", "little")
            screen.answer("Isla's bet: ", "baby")
            shown = screen.answer("Save this round? [Y/n]: ", "")
            assert "  Noah  8×5 = 40     12   15   20     72    72\n" in shown
            code, said = screen.end()
        assert code == 0
        assert said.endswith(
            "  Noah  8×5 = 40     12   15   20     72    72\n"
            "  Isla         0     24    5    0     24    24\n"
            "Isla deals and leads round 2.\n"
        )
        assert haggis.text() == header() + FIRST + "bets = { Noah = 15, Isla = 5 }\n"

    def test_what_does_not_add_up_is_asked_about_and_no_is_the_default(self, haggis: Haggis) -> None:
        before = haggis.new().read_bytes()
        for reply, code in (("", 1), ("y", 0)):
            with Terminal(haggis, "score") as screen:
                for prompt, line in (
                    ("first: ", "Noah"), ("hand): ", "8"), ("Noah capture", "12"), ("[24]: ", "30"),
                    ("Noah's bet", ""), ("Isla's bet", "-"),
                ):  # fmt: skip
                    screen.answer(prompt, line)
                shown = screen.answer("Save it all the same? [y/N]: ", reply)
                assert "warning: round 1: the captured totals 12 + 30 make 42, and all cards together are" in shown
                assert screen.end()[0] == code
            assert (haggis.path().read_bytes() == before) is (code == 1)

    def test_entries_that_warn_are_asked_about(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "score", "Noah: out 8, cards 12", "Isla: cards 30") as screen:
            screen.answer("Save it all the same? [y/N]: ", "YES")
            assert screen.end()[0] == 0
        assert "[[rounds]]" in haggis.text()

    @pytest.mark.parametrize("leave", LEAVE)
    def test_leaving_in_the_middle_saves_nothing(self, haggis: Haggis, leave: Callable[[Terminal], None]) -> None:
        before = haggis.new().read_bytes()
        with Terminal(haggis, "score") as screen:
            screen.answer("Who went out first: ", "Noah")
            screen.expect("hand): ")
            leave(screen)
            assert screen.end()[0] == 130
        assert haggis.path().read_bytes() == before

    def test_the_shepherd_is_asked_for_where_there_is_an_auction(self, haggis: Haggis) -> None:
        haggis.ok("new", "--variant", "tatties", "-p", "Noah", "-p", "Jamie", "-p", "Isla", "--name", "friday")
        with Terminal(haggis, "score") as screen:
            screen.answer("Who went out first: ", "Noah")
            screen.answer("How many cards did Jamie or Isla hold then (the fullest hand): ", "9")
            screen.answer("Who went out next: ", "Noah")
            assert "Noah is already out" in screen.answer("Who went out next: ", "Isla")
            screen.answer("How many cards did Jamie hold then (the fullest hand): ", "5")
            for name, number in (("Noah", "20"), ("Jamie", "12"), ("[19", "")):
                screen.answer(name, number)
            screen.answer("Who was the Shepherd, Enter if all passed: ", "Jamie")
            screen.answer("The bid: ", "20")
            assert "a bid is 15, 30 or 45" in screen.answer("The bid: ", "30")
            screen.answer("Save this round? [Y/n]: ", "y")
            assert screen.end()[0] == 0
        assert haggis.text().endswith('shepherd = "Jamie"\nbid = 30\n')


class TestRecord:
    def test_a_round_at_the_table(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            shown = screen.answer("Noah> ", "Isla: bet big")
            assert "Type 'help' for what can be typed, 'quit' to leave." in shown
            assert "Round 1 | Noah 17 with JQK | Isla 17 with JQK\nNoah leads.\n" in shown
            assert "Isla 17 with JQK, bet 30\n" in screen.answer("Noah> ", "4rg")
            shown = screen.answer("Isla> ", "6b")
            assert "To beat: 4r 4g by Noah, a pair of 4s.\n" in shown
            shown = screen.answer("Isla> ", "moves")
            assert "haggis: Isla: 6b: " in shown
            assert "(Rulebook 2.1, Play a matching" in shown
            assert "the hands are not known" in screen.answer("Isla> ", "help")
            assert "award NAME" in screen.answer("Isla> ", "")
            screen.answer("Isla> ", "5r 5g")
            screen.answer("Noah> ", "undo")
            assert "Taken back: round 1, Isla: 5r 5g\n" in screen.answer("Isla> ", "redo")
            assert "Brought back: round 1, Isla: 5r 5g\n" in screen.answer("Noah> ", "P")
            assert "Isla leads.\n" in screen.answer("Isla> ", "show")
            assert "Haggis (2-Player)" in screen.answer("Isla> ", "log")
            assert "Trick 1" in screen.answer("Isla> ", "seven")
            assert "'seven' is not a card" in screen.answer("Isla> ", "quit")
            assert screen.end()[0] == 0
        assert haggis.text() == header() + (
            '\n[[rounds]]\nevents = [\n  "Isla: bet big",\n  "Noah: 4r 4g",\n  "Isla: 5r 5g",\n  "Noah: pass",\n]\n'
        )

    def test_a_round_and_the_match_end(self, haggis: Haggis) -> None:
        haggis.new("--points", "100")
        with Terminal(haggis, "record") as screen:
            for prompt, line in (("Noah> ", "2-8r"), ("Isla> ", "p"), ("Noah> ", "2-8g"), ("Isla> ", "pass")):
                screen.answer(prompt, line)
            screen.answer("Noah> ", "JQK")
            code, said = screen.end()
        assert code == 0
        assert "Round 1\n" in said
        assert said.endswith("Noah has won: 111 to 10.\n")

    def test_with_hands_known_the_moves_are_listed(self, haggis: Haggis) -> None:
        haggis.keep(
            dated(header()) + '\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = "6b 7b 8b 9b 10b 2y 3y 4y"\n'
            '[rounds.deal.hands]\nNoah = "2-10r 2-5b 9y"\nIsla = "2-10g 5-8y 10y"\n'
        )
        with Terminal(haggis, "record", "friday") as screen:
            screen.answer("Noah> ", "2r")
            screen.answer("Isla> ", "moves")
            assert "10y  a single 10\n" in screen.answer("Isla> ", "q")
            assert screen.end()[0] == 0

    def test_ctrl_d_leaves_and_everything_is_saved(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.expect("Isla> ")
            screen.press("\x04")
            assert screen.end()[0] == 0
        assert '"Noah: 4r"' in haggis.text()

    def test_ctrl_c_leaves_and_everything_is_saved(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.expect("Isla> ")
            screen.interrupt()
            code, said = screen.end()
        assert code == 130
        assert "Traceback" not in said
        assert haggis.text() == header() + '\n[[rounds]]\nevents = [\n  "Noah: 4r",\n]\n'

    def test_killed_in_the_middle_it_loses_nothing(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.answer("Isla> ", "5r")
            screen.expect("Noah> ")
            screen.press("6")
            screen.kill()
        assert haggis.text() == header() + '\n[[rounds]]\nevents = [\n  "Noah: 4r",\n  "Isla: 5r",\n]\n'
        with Terminal(haggis, "record") as screen:
            assert "To beat: 5r by Isla" in screen.answer("Noah> ", "6r")
            screen.answer("Isla> ", "quit")
            assert screen.end()[0] == 0
        assert '"Noah: 6r"' in haggis.text()

    def test_what_somebody_else_records_meanwhile_is_seen(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.expect("Noah> ")
            haggis.ok("record", "Noah: 4r")
            screen.type("Noah: 5r")
            assert "The match was changed meanwhile, so nothing was done" in screen.answer("Isla> ", "6r")
            screen.answer("Noah> ", "quit")
            assert screen.end()[0] == 0
        assert '  "Noah: 4r",\n  "Isla: 6r",\n' in haggis.text()

    def test_a_match_that_is_over_ends_at_once(self, haggis: Haggis) -> None:
        haggis.keep(dated(header(goal="rounds = 1")) + FIRST)
        with Terminal(haggis, "record") as screen:
            message = "haggis: the match is over, Noah has won it: start the next one with 'haggis new'\n"
            assert screen.end() == (1, message)


@pytest.mark.parametrize(("words", "coloured"), [((), True), (("--no-color",), False)])
def test_suits_have_colours_in_a_terminal_that_has_them(haggis: Haggis, words: tuple[str, ...], coloured: bool) -> None:
    haggis.variables.pop("NO_COLOR")
    with Terminal(haggis, "moves", "4r", *words, TERM="xterm-256color") as screen:
        assert screen.end() == (0, "a single 4\n  4r\n1 legal play\n")
        assert ("\x1b[38;5;160m4r\x1b[0m" in screen.raw) is coloured


def test_an_editor_in_a_terminal_can_be_tried_again(haggis: Haggis) -> None:
    path = haggis.keep(dated(header()))
    script = haggis.folder / "ed.py"
    script.write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "text = path.read_text()\n"
        "wrong = text.replace('goal', 'gaol') + '# mine'\n"
        "path.write_text(text.replace('gaol', 'goal') if 'gaol' in text else wrong)\n",
        encoding="utf-8",
    )
    with Terminal(haggis, "edit", EDITOR=f"{sys.executable} {script}") as screen:
        assert "unknown key 'gaol'" in screen.answer("Edit it again? [Y/n]: ", "")
        code, said = screen.end()
    assert code == 0
    assert "Saved friday." in said
    assert path.read_text(encoding="utf-8") == dated(header()) + "# mine"
