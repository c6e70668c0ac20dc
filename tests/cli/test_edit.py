"""`haggis edit`: only what reads is saved, and nothing that was typed is lost."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.haggis import Editor, Haggis, Ran, header, refused, untouched
from tests.support.terminal import Terminal, unwrapped

NO_EDITOR = (
    "no editor is set: set EDITOR, as in 'EDITOR=nano haggis edit'. You need no editor for a round: "
    "'haggis score --round N' corrects a typed-in round, 'haggis record --round N' a recorded one; nor for names and "
    "the goal: 'haggis edit --player OLD=NEW', '--points N'"
)

TEXT = header() + '\n[[rounds]]\nevents = ["Noah: 7r"]\n'


def test_what_is_changed_and_reads_is_saved(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT)
    editor.does("assert path.name == 'friday.toml'", "text = text.replace('7r', '8r') + '# mine\\n'")
    assert haggis("edit") == Ran(0, "Saved friday.\nIsla must beat a single 8 or pass; Noah holds 16 cards.\n", "")
    assert haggis.path().read_bytes().decode() == TEXT.replace("7r", "8r") + "# mine\n"
    assert not list(editor.drafts.iterdir())


@pytest.mark.parametrize("step", ["", "path.with_name('friday.toml~').write_bytes(path.read_bytes())"])
def test_where_nothing_was_changed_backups_are_cleared_away(haggis: Haggis, editor: Editor, step: str) -> None:
    path = haggis.keep(TEXT)
    before = untouched(path)
    editor.does(step)
    assert haggis("edit", "friday") == Ran(0, "", "Nothing was changed.\n")
    assert untouched(path) == before
    assert not list(editor.drafts.iterdir())


def test_what_does_not_read_is_kept_aside_and_named(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT)
    editor.does("text = text.replace('goal', 'gaol')")
    ran = haggis("edit")
    assert (ran.code, ran.out) == (3, "")
    (draft,) = editor.kept
    assert ran.err.splitlines() == [
        f"Your text is saved in {draft}",
        "haggis: friday.toml: line 1: the key 'goal' is missing",
        "haggis: friday.toml: line 6: unknown key 'gaol': did you mean 'goal'?",
    ]
    assert draft.read_bytes().decode() == TEXT.replace("goal", "gaol")
    assert haggis.path().read_bytes().decode() == TEXT


@pytest.mark.parametrize(
    "steps",
    [
        ("path.write_text(text + '# mine')", "path.rename(f'{path}~')", "sys.exit()"),
        ("path.with_name('friday.toml.new').write_text('mine')", "path.unlink()", "sys.exit()"),
        ("path.with_name('friday-new.toml').write_text('mine')",),
        ("path.with_name('deeper').mkdir()", "path.with_name('deeper').joinpath('x').write_text('mine')"),
    ],
)
def test_what_the_editor_left_under_another_name_is_kept_and_named(
    haggis: Haggis, editor: Editor, steps: tuple[str, ...]
) -> None:
    haggis.keep(TEXT)
    editor.does(*steps)
    ran = haggis("edit")
    (kept,) = (path for path in editor.kept if "mine" in path.read_text(encoding="utf-8"))
    assert f"Your text is saved in {kept}\n" in ran.err
    assert haggis.path().read_bytes().decode() == TEXT


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_is_the_editors(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT)
    editor.does(
        "import os, signal, time",
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler",
        "os.kill(os.getppid(), signal.SIGINT)",
        "time.sleep(0.5)",
        "text += '# mine\\n'",
    )
    assert haggis("edit").code == 0
    assert haggis.path().read_bytes().decode() == TEXT + "# mine\n"


@pytest.mark.slow
def test_what_the_editor_says_does_not_get_into_json(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT)
    editor.does("print('opening')", "text += '# mine\\n'")
    ran = haggis.process("edit", "--json", EDITOR=os.environ["EDITOR"])
    assert (ran.code, json.loads(ran.out)["saved"], ran.err) == (0, 1, "opening\n")


def test_an_editor_of_nothing_but_blanks_is_none(
    haggis: Haggis, editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    haggis.keep(TEXT)
    monkeypatch.setenv("EDITOR", "  ")
    assert haggis("edit") == refused(2, NO_EDITOR)
    named = haggis("edit", "friday", "--round", "1").err
    assert "'haggis score friday --round 1' corrects" in named
    assert "'haggis record friday --round 1' a recorded" in named


def test_what_breaks_the_rules_is_saved_and_told(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT)
    editor.does("text = text.replace('Noah: 7r', 'Isla: 7r')")
    ran = haggis("edit")
    assert ran == Ran(
        0,
        "Saved friday.\n",
        "warning: friday.toml: round 1, event 1 (line 10): 'Isla: 7r': It is Noah's turn, not Isla's. [out-of-turn]\n",
    )


def test_a_match_that_cannot_be_read_can_be_mended(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT.replace("goal", "gaol"))
    editor.does("text = text.replace('gaol', 'goal')")
    assert haggis("edit").code == 0
    assert haggis.path().read_bytes().decode() == TEXT


def test_a_change_of_somebody_else_in_the_meantime_is_not_overwritten(haggis: Haggis, editor: Editor) -> None:
    path = haggis.keep(TEXT)
    editor.does(
        f"other = pathlib.Path({str(path)!r})",
        "other.write_text(other.read_text() + '# theirs\\n')",
        "text += '# mine\\n'",
    )
    ran = haggis("edit")
    assert (ran.code, ran.out) == (5, "")
    (draft,) = editor.kept
    first, second = ran.err.splitlines()
    assert first == f"Your text is saved in {draft}"
    assert second.startswith("haggis: ")
    assert "friday.toml" in second
    assert path.read_bytes().decode() == TEXT + "# theirs\n"
    assert draft.read_bytes().decode() == TEXT + "# mine\n"


NOT_SAVED = "haggis: nothing was saved, because the edited file cannot be read: "


@pytest.mark.skipif(sys.platform == "win32", reason="for pipes and signals of POSIX")
@pytest.mark.parametrize(
    ("steps", "kept", "said"),
    [
        ("path.write_text(text + '# mine'); sys.exit(7)", 1, "ended with code 7: nothing was saved\n"),
        ("sys.exit(7)", 0, "ended with code 7: nothing was saved\n"),
        ("path.write_text(text + '# mine'); os.kill(os.getpid(), 9)", 1, "was ended by signal 9 (Killed"),
        ("path.unlink(); sys.exit()", 0, f"{NOT_SAVED}*friday.toml: there is no such file\n"),
        ("path.unlink(); os.mkfifo(path); sys.exit()", 0, f"{NOT_SAVED}*it is a pipe, not a file\n"),
        ("path.unlink(); path.mkdir(); sys.exit()", 0, f"{NOT_SAVED}*it is a folder, not a file\n"),
        ("path.unlink(); path.symlink_to('nowhere'); sys.exit()", 0, f"{NOT_SAVED}*there is no such file\n"),
    ],
)
def test_an_editor_that_fails_saves_nothing_and_what_was_typed_is_kept(
    haggis: Haggis, editor: Editor, steps: str, kept: int, said: str
) -> None:
    haggis.keep(TEXT)
    editor.does("import os", steps)
    ran = haggis("edit")
    assert (ran.code, ran.out, len(editor.kept)) == (3, "", kept)
    begins, _, ends = said.rpartition("*")
    assert ran.err.startswith(begins)
    assert ends in ran.err
    assert kept or (ran.err.count("\n") == 1 and not list(editor.drafts.iterdir()))
    assert haggis.path().read_bytes().decode() == TEXT


def test_an_editor_that_leaves_a_backup_is_no_trouble(haggis: Haggis, editor: Editor) -> None:
    haggis.keep(TEXT)
    editor.does("path.with_name('friday.toml~').write_text(text)", "text += '# mine\\n'")
    assert haggis("edit").code == 0
    assert not list(editor.drafts.iterdir())


def test_visual_comes_before_editor(haggis: Haggis, editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.keep(TEXT)
    editor.does("text += '# by the editor\\n'")
    monkeypatch.setenv("VISUAL", "true")
    assert haggis("edit").err == "Nothing was changed.\n"


def test_no_editor(haggis: Haggis, editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.keep(TEXT)
    monkeypatch.delenv("EDITOR")
    assert haggis("edit") == refused(2, NO_EDITOR)
    monkeypatch.setenv("EDITOR", "/nowhere/editor -w")
    assert haggis("edit") == refused(3, "the editor '/nowhere/editor -w' cannot be started: No such file or directory")
    monkeypatch.setenv("EDITOR", "nano 'x")
    assert haggis("edit") == refused(2, "the editor 'nano 'x' cannot be started: a quotation mark is not closed")
    assert not list(editor.drafts.iterdir())


def test_no_match(haggis: Haggis, editor: Editor) -> None:
    assert haggis("edit") == refused(3, "no match yet: start one with 'haggis new'")


def test_help(haggis: Haggis) -> None:
    assert haggis.ok("edit", "--help").startswith(
        "Usage: haggis edit [OPTIONS] [MATCH]\n\n  Correct names or the goal, or edit the match file.\n"
    )


def test_as_json_it_is_the_report_and_whether_it_was_saved(
    haggis: Haggis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    haggis.new()
    monkeypatch.setenv("EDITOR", "true")
    assert haggis.json("edit")["saved"] == 0
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\nsed -i "s/rounds = 4/rounds = 6/" "$1"\n', encoding="utf-8")
    monkeypatch.setenv("EDITOR", f"sh {script}")
    report = haggis.json("edit")
    assert report["saved"] == 1
    assert report["file"] == str(haggis.path())


class TestRated:
    """`--unrated` and `--rated` change that one word of the file."""

    @pytest.mark.parametrize("ending", ["", "\n"])
    @pytest.mark.parametrize("form", [str, lambda text: text.replace("\n", "\r\n")])
    def test_in_any_writing(self, haggis: Haggis, ending: str, form: Callable[[str], str]) -> None:
        haggis.keep(form(header().rstrip("\n") + ending))
        haggis.ok("edit", "--unrated")
        assert haggis.json("list")["matches"][0]["rated"] is False


class TestTypedFigures:
    """Figures that cannot have happened are refused wherever they are typed in; in a file that exists they are told."""

    ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    TOO_MUCH = ROUND.replace("Isla = 24", "Isla = 40")
    WHY = "The captured points 12 + 40 add up to 52, which is impossible: all cards together are worth 36."

    @pytest.mark.parametrize("words", [("--round", "1"), ("--round", "1", "--yes"), ()])
    @pytest.mark.parametrize(
        ("step", "why"),
        [
            ("text = text.replace('Isla = 24', 'Isla = 40')", WHY),
            ("text = text.replace('Noah = 8', 'Noah = 18')", "Noah cannot have recorded 18 cards: a hand has 17."),
        ],
    )
    def test_what_cannot_be_is_refused_and_kept(
        self, haggis: Haggis, editor: Editor, words: tuple[str, ...], step: str, why: str
    ) -> None:
        path = haggis.keep(header() + self.ROUND)
        before = untouched(path)
        editor.does(step)
        ran = haggis("edit", *words)
        assert (ran.code, untouched(path)) == (1, before)
        assert f"haggis: not saved: round 1: {why} (Rulebook 2.1, " in ran.err
        assert len(editor.kept) == 1

    @pytest.mark.parametrize("words", [("--round", "2", "--yes"), ()])
    @pytest.mark.parametrize(
        "step", ["text = text.replace('Noah = 8', 'Noah = 9')", "text = text.replace('out =', '# so\\nout =')"]
    )
    def test_a_round_that_stood_there_does_not_keep_others_from_being_edited(
        self, haggis: Haggis, editor: Editor, words: tuple[str, ...], step: str
    ) -> None:
        haggis.keep(header() + self.TOO_MUCH.replace("Noah = 8", "Noah = 7") + self.ROUND)
        editor.does(step)
        ran = haggis("edit", *words)
        assert ran.code == 0
        assert "round 1: the captured points 12 + 40 add up to 52" in ran.err
        haggis.ok("show")

    @pytest.mark.parametrize(
        ("text", "old", "new", "words"),
        [
            (header() + TOO_MUCH, "[rounds.table]", 'notes = "hm"\n[rounds.table]', ("--round", "1", "--yes")),
            (header() + TOO_MUCH, "[rounds.table]", 'notes = "hm"\n[rounds.table]', ()),
            (header() + TOO_MUCH, "Isla", "Ilse", ()),
            (header() + ROUND + TOO_MUCH, ROUND, "", ()),
            (header().replace("goal", "gaol") + TOO_MUCH, "gaol", "goal", ()),
        ],
        ids=["a note alone", "a note", "other names", "a round before it", "what could not be read"],
    )
    def test_a_round_that_cannot_be_keeps_nobody_from_changing_something_else(
        self, haggis: Haggis, editor: Editor, text: str, old: str, new: str, words: tuple[str, ...]
    ) -> None:
        haggis.keep(text)
        editor.does(f"text = text.replace({old!r}, {new!r})")
        ran = haggis("edit", *words)
        assert (ran.code, "the captured points 12 + 40 add up to 52" in ran.err) == (0, True)
        assert haggis.text() == text.replace(old, new)

    @pytest.mark.slow
    def test_in_a_terminal_it_is_edited_again(self, haggis: Haggis, editor: Editor) -> None:
        haggis.keep(header() + self.ROUND)
        editor.does("text = text.replace('Isla = 40', 'Isla = 23').replace('Isla = 24', 'Isla = 40')")
        haggis.variables["EDITOR"] = os.environ["EDITOR"]
        with Terminal(haggis, "edit", "--round", "1") as screen:
            assert self.WHY in unwrapped(screen.answer("Edit it again? [Y/n]: ", ""))
            screen.answer("Save it anyway? [y/N]: ", "y")
            assert screen.end()[0] == 0
        assert "Isla = 23" in haggis.text()

    @pytest.mark.slow
    def test_who_does_not_edit_it_again_is_told_once(self, haggis: Haggis, editor: Editor) -> None:
        haggis.keep(header() + self.ROUND)
        editor.does("text = text.replace('Isla = 24', 'Isla = 40')")
        haggis.variables["EDITOR"] = os.environ["EDITOR"]
        with Terminal(haggis, "edit", "--round", "1") as screen:
            screen.answer("Edit it again? [Y/n]: ", "n")
            code, rest = screen.end()
        assert (code, "Your text is saved in" in unwrapped(rest)) == (1, True)
        assert unwrapped(screen.shown).count(self.WHY) == 1
        assert "Isla = 24" in haggis.text()


def test_a_match_is_called_otherwise_without_a_question(haggis: Haggis) -> None:
    haggis.keep(TEXT)
    assert haggis.ok("edit", "--name", " Burns Night! ") == "Saved: friday is called Burns Night! from now on.\n"
    assert haggis.text().index('title = "Burns Night!"') < haggis.text().index("variant = ")
    assert (
        haggis("edit", "--name", "Burns Night!").err == "Nothing was changed: friday already is called Burns Night!.\n"
    )
    assert (
        haggis("edit", "--name", "x" * 81).err == f"haggis: '{'x' * 81}': the name of a match has 1 to 80 characters\n"
    )
    assert haggis.ok("edit", "--name", "") == "Saved: friday has no name of its own from now on.\n"
    assert haggis.text() == TEXT
