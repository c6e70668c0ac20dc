"""Earlier events and rounds put right: `record --amend` and `--insert`, `edit --round`, and in the dialogue."""

import sys
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, Ran, header, refused
from tests.support.terminal import DrawnTerminal

PLAYED = ("Noah: 4r 4g", "Isla: 5r 5g", "Noah: pass", "Isla: 7b", "Noah: pass")
TYPED = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


@pytest.fixture
def played(haggis: Haggis) -> Path:
    """A match in the middle of its first round."""
    haggis.new()
    haggis.ok("record", *PLAYED)
    return haggis.path()


class TestOneRoundInAnEditor:
    @pytest.fixture
    def editor(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
        """A script that stands for the editor; what is written into it is done to `text`."""
        (tmp_path / "drafts").mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "drafts"))
        monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{tmp_path / 'editor.py'}'")
        return tmp_path

    @staticmethod
    def does(folder: Path, step: str) -> None:
        (folder / "editor.py").write_text(
            "import pathlib, sys\npath = pathlib.Path(sys.argv[1])\ntext = path.read_bytes().decode()\n"
            f"{step}\npath.write_bytes(text.encode())\n",
            encoding="utf-8",
        )

    def test_only_that_round_is_opened_and_put_back(self, haggis: Haggis, editor: Path) -> None:
        text = header() + TYPED.replace("[[rounds]]", "# mine\n[[rounds]]") + TYPED + "# end\n"
        haggis.keep(text)
        self.does(
            editor,
            f"assert text == {TYPED.lstrip()!r} and path.name == 'friday-round-2.toml'\n"
            "text = text.replace('Noah = 8', 'Noah = 9')",
        )
        ran = haggis("edit", "--round", "2")
        told = "Round 2: Noah 52 → 57.\nTotals: Noah 104 → 109, Isla 48.\n"
        assert ran == Ran(0, "Saved friday.\nIsla deals and leads round 3.\n", told)
        assert haggis.path().read_text(encoding="utf-8") == "Noah = 9".join(text.rsplit("Noah = 8", 1))
        assert haggis.ok("undo").startswith("Taken back in friday: the correction of round 2\n")
        assert haggis.path().read_text(encoding="utf-8") == text
        assert not list((editor / "drafts").iterdir())

    def test_what_breaks_is_saved_only_after_a_yes_and_never_lost(
        self, haggis: Haggis, editor: Path, played: Path
    ) -> None:
        before = played.read_bytes()
        self.does(editor, "text = text.replace('5r 5g', '3r 3g')")
        ran = haggis("edit", "--round", "1")
        assert ran.code == 1
        assert "warning: round 1, event 2 (line 13, Isla: 3r 3g): " in ran.err
        assert "Your text is saved in " in ran.err
        assert played.read_bytes() == before
        assert haggis("edit", "--round", "1", "--yes").code == 0
        assert haggis.path().read_bytes() == before.replace(b"5r 5g", b"3r 3g")

    @pytest.mark.parametrize(
        ("step", "message"),
        [
            ("text = ''", "this must be one [[rounds]] block and nothing else"),
            ("text += 'goal = 3'", "unknown key"),
            ("text += '[options]'", "this must be one [[rounds]] block and nothing else"),
            ("text = text.replace(']\\n', '', 1)", "friday-round-1.toml: line "),
        ],
    )
    def test_what_is_no_round_is_refused_and_kept(
        self, haggis: Haggis, editor: Path, played: Path, step: str, message: str
    ) -> None:
        before = played.read_bytes()
        self.does(editor, step)
        ran = haggis("edit", "--round", "1")
        assert (ran.code, ran.out) == (3, "")
        assert message in ran.err
        assert len([path for path in (editor / "drafts").rglob("*") if path.is_file()]) == 1
        assert played.read_bytes() == before

    def test_a_round_that_is_not_there(self, haggis: Haggis, editor: Path, played: Path) -> None:
        assert haggis("edit", "--round", "2") == refused(2, "there is no round 2: the match has only 1 round")


FIRST = ("Noah: bet big", "Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass")
LAST = ("Noah: J Q K",)
SECOND = ("Isla: 4r 4g", "Noah: 5r 5g", "Isla: pass")


def two_rounds(goal: str = "rounds = 4") -> str:
    blocks = "".join(
        "\n[[rounds]]\nevents = [\n" + "".join(f'  "{event}",\n' for event in events) + "]\n"
        for events in ((*FIRST, *LAST), SECOND)
    )
    return header(goal=goal) + blocks


@pytest.fixture
def two_rounds_played(haggis: Haggis) -> Path:
    """Round 1 is over, round 2 is in progress."""
    return haggis.keep(two_rounds())


@pytest.mark.slow
def test_the_line_editor_offers_the_old_event_to_be_changed(haggis: Haggis, two_rounds_played: Path) -> None:
    with DrawnTerminal(haggis, "record", "--round", "1", columns=50) as screen:
        screen.see("Round 1, event>")
        screen.press("1\r")
        screen.see("Event 1> Noah: bet big\n  Noah bets big (30)")
        screen.press("\x7f\x7f\x7flittle\r")
        screen.see("Save it? [Y/n]:")
        screen.press("y\r")
        screen.see("Corrected: round 1, event 1.")
        screen.press("q\r")
        assert screen.end()[0] == 0
        assert screen.broken == []
