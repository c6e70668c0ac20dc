"""`record` in a real terminal, as at the table, and what else needs one; `new` and `score` have files of their own."""

import sys

import pytest

from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal, unwrapped

FIRST = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


class TestRecord:
    def test_a_round_at_the_table(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            shown = screen.answer("Noah> ", "Isla: bet big")
            assert "friday: type 'help' for what can be typed, q to leave." in shown
            assert "Round 1 | Noah 17 with JQK | Isla 17 with JQK\nNoah leads.\n" in shown
            assert "Isla 17 with JQK, bet 30\n" in screen.answer("Noah> ", "4rg")
            shown = screen.answer("Isla> ", "6b")
            assert "To beat: 4r 4g by Noah, a pair of 4s.\n" in shown
            shown = screen.answer("Isla> ", "moves")
            assert "haggis: Isla: 6b: " in shown
            assert "(Rulebook 2.1, Play a matching" in shown
            assert "the hands are not known" in screen.answer("Isla> ", "help")
            assert "Noah: bet big" in screen.answer("Isla> ", "")
            screen.answer("Isla> ", "5r 5g")
            screen.answer("Noah> ", "undo")
            assert "Taken back: round 1, Isla: 5r 5g\n" in screen.answer("Isla> ", "redo")
            assert "Brought back: round 1, Isla: 5r 5g\n" in screen.answer("Noah> ", "P")
            assert "Isla leads.\n" in screen.answer("Isla> ", "show")
            assert "Haggis (2-Player)" in screen.answer("Isla> ", "log")
            assert "Trick 1" in screen.answer("Isla> ", "eleven")
            assert "'eleven' is not a card" in screen.answer("Isla> ", "quit")
            assert screen.end()[0] == 0
        assert haggis.text() == header() + (
            '\n[[rounds]]\nevents = [\n  "Isla: bet big",\n  "Noah: 4r 4g",\n  "Isla: 5r 5g",\n  "Noah: pass",\n]\n'
        )

    def test_a_round_and_the_match_end(self, haggis: Haggis) -> None:
        haggis.new("--points", "100")
        with Terminal(haggis, "record") as screen:
            screen.answer_all(("Noah> ", "2-8r"), ("Isla> ", "p"), ("Noah> ", "2-8g"), ("Isla> ", "pass"))
            screen.answer("Noah> ", "JQK")
            code, said = screen.end()
        assert code == 0
        assert "Round 1\n" in said
        assert said.endswith("Noah has won: 111 to 10.\n")

    @pytest.mark.slow
    def test_with_hands_known_the_moves_are_listed(self, haggis: Haggis) -> None:
        haggis.keep(
            header() + '\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = "6b 7b 8b 9b 10b 2y 3y 4y"\n'
            '[rounds.deal.hands]\nNoah = "2-10r 2-5b 9y"\nIsla = "2-10g 5-8y 10y"\n'
        )
        with Terminal(haggis, "record", "friday") as screen:
            screen.answer("Noah> ", "2r")
            screen.answer("Isla> ", "moves")
            assert "10y  a single 10\n" in screen.answer("Isla> ", "quit")
            assert screen.end()[0] == 0

    def test_q_leaves_wherever_a_queen_could_be_played_which_qu_does(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer_all(("Noah> ", "qu"), ("Isla> ", "p"), ("Noah> ", "4r"), ("Isla> ", "Queen"), ("Noah> ", "Q"))
            code, said = screen.end()
            assert (code, said) == (0, "Q\nEverything is saved.\n")  # Noah's Queen is out
        with Terminal(haggis, "record") as screen:
            screen.answer_all(("Noah> ", "p"), ("Isla> ", "q"))
            code, said = screen.end()
            assert (code, said) == (0, "q\nEverything is saved.\n")
        assert '"Noah: Q",\n  "Isla: pass",\n  "Noah: 4r",\n  "Isla: Q",\n  "Noah: pass",\n]' in haggis.text()
        with Terminal(haggis, "record", "--amend", "2") as screen:
            screen.answer("Event 2> ", "q")
            assert screen.end() == (1, "[Isla: pass] q\nNothing was changed.\n")

    def test_who_leaves_with_q_is_told_how_a_queen_is_played(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "q")
            assert screen.end() == (0, "q\nEverything is saved. 'qu' plays the Queen.\n")
        assert haggis.text() == header()

    @pytest.mark.slow
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

    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_what_somebody_else_records_meanwhile_is_seen(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.expect("Noah> ")
            haggis.ok("record", "Noah: 4r")
            screen.type("Noah: 5r")
            assert "the match was changed meanwhile, so nothing was done" in screen.answer("Isla> ", "6r")
            screen.answer("Noah> ", "quit")
            assert screen.end()[0] == 0
        assert '  "Noah: 4r",\n  "Isla: 6r",\n' in haggis.text()

    @pytest.mark.slow
    def test_a_file_that_cannot_be_read_for_a_moment_does_not_end_the_sitting(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.expect("Isla> ")
            good = haggis.path().read_text(encoding="utf-8")
            haggis.path().write_text(good.replace("variant =", "varant ="), encoding="utf-8")
            screen.type("5r")
            assert unwrapped(screen.expect("Isla> ")).count("unknown key 'varant'") == 1
            screen.type("amend 1 6r")
            refused = unwrapped(screen.expect("Isla> "))
            assert "nothing was saved" in refused
            assert "unknown key 'varant'" in refused
            haggis.path().write_text(good, encoding="utf-8")
            screen.type("5r")
            screen.answer("Noah> ", "quit")
            assert screen.end()[0] == 0
        assert '  "Noah: 4r",\n  "Isla: 5r",\n' in haggis.text()

    @pytest.mark.slow
    def test_a_match_that_is_taken_away_ends_the_sitting(self, haggis: Haggis) -> None:
        haggis.new()
        with Terminal(haggis, "record") as screen:
            screen.answer("Noah> ", "4r")
            screen.expect("Isla> ")
            haggis.ok("remove", "friday", "--yes")
            screen.type("5r")
            code, said = screen.end()
        words = unwrapped(said)
        assert (code, words.count("haggis: "), words.count("friday.toml: there is no such file")) == (3, 1, 1)

    @pytest.mark.slow
    def test_a_match_that_is_over_ends_at_once(self, haggis: Haggis) -> None:
        haggis.keep(header(goal="rounds = 1") + FIRST)
        with Terminal(haggis, "record") as screen:
            message = "haggis: the match is over, Noah has won it: start the next one with 'haggis new'\n"
            assert screen.end() == (1, message)


@pytest.mark.parametrize(("words", "coloured"), [((), True), (("--no-color",), False)])
def test_suits_have_colours_in_a_terminal_that_has_them(haggis: Haggis, words: tuple[str, ...], coloured: bool) -> None:
    haggis.variables.pop("NO_COLOR")
    with Terminal(haggis, "moves", "4r", "--variant", "neeps", *words, TERM="xterm-256color") as screen:
        assert screen.end() == (
            0,
            "Singles (1)\n  4r  a single 4\nThe leader of a trick must play: no pass.\n1 legal play\n",
        )
        assert ("\x1b[38;5;160m4r\x1b[0m" in screen.raw) is coloured


@pytest.mark.slow
def test_an_editor_in_a_terminal_can_be_tried_again(haggis: Haggis) -> None:
    path = haggis.keep(header())
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
    assert path.read_text(encoding="utf-8") == header() + "# mine"
