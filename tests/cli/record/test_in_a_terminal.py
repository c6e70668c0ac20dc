"""`record` in a real terminal, as at the table, and what else needs one; `new` and `score` have files of their own."""

import sys

import pytest

from tests.support.haggis import Haggis, header
from tests.support.terminal import Terminal, unwrapped


class TestRecord:
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
