"""Earlier events and rounds put right: `record --amend` and `--insert`, `edit --round`, and in the dialogue."""

import json
import sys
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, Ran, header, refused, untouched
from tests.support.terminal import DrawnTerminal

PLAYED = ("Noah: 4r 4g", "Isla: 5r 5g", "Noah: pass", "Isla: 7b", "Noah: pass")
WHOLE = ("Noah: bet little", "Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass", "Noah: J Q K")
TYPED = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
DUE = "Isla leads the next trick of round 1 with 14 cards; Noah holds 15 cards.\n"


@pytest.fixture
def played(haggis: Haggis) -> Path:
    """A match in the middle of its first round."""
    haggis.new()
    haggis.ok("record", *PLAYED)
    return haggis.path()


def test_an_event_is_put_right_and_the_rest_stays(haggis: Haggis, played: Path) -> None:
    before = haggis.text()
    ran = haggis("record", "--amend", "2", "Isla: 6rg")
    assert ran == Ran(0, f"Put right in friday: round 1, event 2.\n{DUE}", "")
    assert haggis.text() == before.replace("5r 5g", "6r 6g")


def test_without_a_name_it_is_by_whose_turn_it_was(haggis: Haggis, played: Path) -> None:
    haggis.ok("record", "--amend", "2", "6rg")
    assert '"Isla: 6r 6g"' in haggis.text()


def test_comments_and_everything_else_stay_byte_for_byte(haggis: Haggis) -> None:
    mine = header().replace('"friday"', "'friday' # mine") + (
        "\n# first\n[[rounds]]\nnotes = 'loud'\n"
        "events = [ # trick 1\n    'Noah: 7R', # bold\n  'isla:  8r'\n]\n# later\n"
    )
    path = haggis.keep(mine)
    haggis.ok("record", "--amend", "1", "Noah: 6r")
    assert path.read_text(encoding="utf-8") == mine.replace("Noah: 7R", "Noah: 6r")
    haggis.ok("record", "--amend", "1", "--round", "1", "Noah: 7r")
    assert path.read_text(encoding="utf-8") == mine.replace("7R", "7r")


def test_what_says_the_same_changes_nothing(haggis: Haggis) -> None:
    path = haggis.keep(header() + '\n[[rounds]]\nevents = ["noah: 4RG", "Isla: pass"]\n')
    before = untouched(path)
    assert haggis("record", "--amend", "1", "Noah: 4r 4g") == Ran(0, "", "Nothing was changed.\n")
    assert untouched(path) == before


def test_what_breaks_further_on_is_told_and_saved_only_after_a_yes(haggis: Haggis, played: Path) -> None:
    before = played.read_bytes()
    told = (
        "The totals cannot be told until that is put right.\n"
        "warning: round 1, event 2: Isla: 5r 5g: A pair of 5s does not beat a pair of 9s: it must be higher. "
        "[Rulebook 2.1, Play a matching, higher-ranking combination]\n"
    )
    ran = haggis("record", "--amend", "1", "Noah: 9r 9g")
    assert ran == Ran(
        1,
        "",
        f"{told}haggis: not saved, because it breaks the rules in round 1, event 2 (--yes saves it all the same)\n",
    )
    assert played.read_bytes() == before
    ran = haggis("record", "--amend", "1", "Noah: 9r 9g", "--yes")
    assert (ran.code, ran.err) == (0, told)
    assert ran.out.startswith("Put right in friday: round 1, event 1.\n")
    assert haggis.ok("record", "--amend", "2", "Isla: 10r 10g").startswith("Put right in friday: round 1, event 2.\n")
    assert haggis.ok("check") == ""


def test_an_event_is_taken_out_and_one_left_out_put_in(haggis: Haggis, played: Path) -> None:
    before = haggis.text()
    haggis.ok("record", "--amend", "5", "-")
    assert haggis.text() == before.replace('  "Isla: 7b",\n  "Noah: pass",\n', '  "Isla: 7b",\n')
    haggis.ok("undo")
    haggis.ok("record", "--insert", "1", "Isla: bet big")
    assert haggis.text() == before.replace('  "Noah: 4r 4g"', '  "Isla: bet big",\n  "Noah: 4r 4g"')


def test_undo_takes_a_correction_back_and_redo_brings_it_again(haggis: Haggis, played: Path) -> None:
    first = haggis.text()
    haggis.ok("record", "--amend", "2", "Isla: 6rg")
    second = haggis.text()
    haggis.ok("record", "--amend", "2", "Isla: 5rg")
    assert haggis.text() == first
    assert haggis.ok("undo").startswith("Taken back in friday: the correction of round 1, event 2\n")
    assert haggis.text() == second
    assert haggis.ok("undo").startswith("Taken back in friday: the correction of round 1, event 2\n")
    assert haggis.text() == first
    assert haggis.ok("undo").startswith("Taken back in friday: round 1, Noah: pass\n")
    haggis.ok("redo")
    assert haggis.text() == first
    assert haggis.ok("redo").startswith("Brought back in friday: the correction of round 1, event 2\n")
    assert haggis.text() == second
    haggis.ok("undo")
    assert haggis.text() == first


def test_what_is_recorded_after_a_correction_is_undone_first(haggis: Haggis, played: Path) -> None:
    haggis.ok("record", "--amend", "4", "Isla: 8b")
    haggis.ok("record", "Isla: 3y")
    assert haggis.ok("undo").startswith("Taken back in friday: round 1, Isla: 3y\n")
    assert haggis.ok("undo").startswith("Taken back in friday: the correction of round 1, event 4\n")


def test_a_correction_of_an_earlier_round_moves_the_totals(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("record", *WHOLE)
    haggis.ok("record", "Isla: 7b")
    ran = haggis("record", "--round", "1", "--amend", "1", "Noah: bet big")
    assert ran.code == 0
    assert "Totals: Noah 126 → 141, Isla 10 → 10.\n" in ran.err
    report = haggis.json("record", "--round", "1", "--amend", "1", "Noah: bet baby")
    assert (report["saved"], report["corrected"], report["breaks"]) == (1, "round 1, event 1", [])
    assert (report["totals_before"], report["totals"]) == ({"Noah": 141, "Isla": 10}, {"Noah": 116, "Isla": 10})


def test_as_json_what_is_not_saved_is_told_with_what_it_breaks(haggis: Haggis, played: Path) -> None:
    ran = haggis("record", "--amend", "1", "Noah: 9r 9g", "--json")
    assert ran.code == 1
    report = json.loads(ran.out)
    assert (report["saved"], report["ok"]) == (0, True)
    assert [(each["event"], each["code"]) for each in report["breaks"]] == [(2, "not-higher")]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--amend", "9", "Noah: 4r"), 2, "there is no event 9: round 1 has events 1 to 5"),
        (("--amend", "0", "Noah: 4r"), 2, "there is no event 0: "),
        (("--amend", "1", "--round", "2", "Noah: 4r"), 2, "there is no round 2: the match has one round"),
        (("--amend", "1"), 2, "one EVENT says what event 1 really was, like 'Noah: 4r 4g', and it is missing"),
        (("--amend", "1", "Noah: 4r", "Isla: 5r"), 2, "one EVENT says what event 1 really was"),
        (("--amend", "1", "Rory: 4r"), 2, "nobody called 'Rory' plays here"),
        (("--amend", "1", "--insert", "1", "Noah: 4r"), 2, "one correction at a time"),
        (("--amend", "1", "--file", "x", "Noah: 4r"), 2, "one correction at a time"),
        (("--round", "1", "Noah: 4r"), 2, "--round goes with --amend or --insert"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    haggis: Haggis, played: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    before = played.read_bytes()
    ran = haggis("record", *words)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(f"haggis: {message}")
    assert ran.err.count("\n") == 1
    assert played.read_bytes() == before


def test_a_typed_round_has_no_events_to_amend(haggis: Haggis) -> None:
    haggis.keep(header() + TYPED)
    assert haggis("record", "--amend", "1", "Noah: 4r") == refused(
        2, "round 1 is typed in and has no events: put it right with 'haggis score --round 1'"
    )
    haggis.new(name="empty")
    assert haggis("record", "empty", "--amend", "1", "Noah: 4r") == refused(
        2, "there is no round 1: the match has no round yet"
    )


def test_log_counts_the_events_as_corrections_do(haggis: Haggis, played: Path) -> None:
    out = haggis.ok("log", "--events")
    assert out == "Round 1\n" + "".join(f"   {at}  {event}\n" for at, event in enumerate(PLAYED, 1))


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
        told = "Round 2: Noah 52 → 57.\nTotals: Noah 104 → 109, Isla 48 → 48.\n"
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
        assert "warning: round 1, event 2 (line 13): Isla: 3r 3g: " in ran.err
        assert "What was typed is kept in " in ran.err
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
        assert haggis("edit", "--round", "2") == refused(2, "there is no round 2: the match has one round")


@pytest.mark.parametrize(
    ("rounds", "command"),
    [
        ('\n[[rounds]]\nevents = ["Noah: 7r", "Noah: 8r"]\n', "record --round 1"),
        (TYPED.replace("Noah = 8", "Noah = 18"), "score --round 1"),
        ('\n[[rounds]]\nevents = []\n[rounds.deal]\nhaggis = "2r"\n[rounds.deal.hands]\nNoah = "3r"\n', "edit"),
        (TYPED * 5, "edit"),
    ],
)
def test_what_breaks_the_rules_names_the_command_that_puts_it_right(haggis: Haggis, rounds: str, command: str) -> None:
    haggis.keep(header() + rounds)
    ran = haggis("score", "Noah: out 5, cards 20", "Isla: cards 16")
    assert ran.code == 1
    assert f"Put it right with 'haggis {command}' or 'haggis undo' first." in ran.err


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
        screen.see("Put right: round 1, event 1.")
        screen.press("q\r")
        assert screen.end()[0] == 0
        assert screen.broken == []


def test_in_no_terminal_the_event_must_be_given(haggis: Haggis, two_rounds_played: Path) -> None:
    assert haggis("record", "--round", "1") == refused(
        2, "which event of round 1 is wrong: add --amend N EVENT (nothing is asked, because this is not a terminal)"
    )


def test_an_event_is_put_in_behind_the_last_one(haggis: Haggis) -> None:
    haggis.keep(header() + '\n[[rounds]]\nevents = [\n  "Noah: 4r", # low\n]\n')
    assert haggis("record", "--insert", "2", "Isla: 5r").code == 0
    assert haggis.text().endswith('events = [\n  "Noah: 4r", # low\n  "Isla: 5r",\n]\n')
    assert haggis("record", "--insert", "4", "Noah: 6r").code == 2


def test_without_a_dialogue_the_changed_rounds_are_told_too(haggis: Haggis, two_rounds_played: Path) -> None:
    ran = haggis("record", "--round", "1", "--amend", "1", "Noah: bet baby")
    assert ran == Ran(
        0,
        "Put right in friday: round 1, event 1.\n"
        "Noah leads the next trick of round 2 with 15 cards; Isla holds 15 cards.\n",
        "Round 1: Noah 141 → 116.\nTotals: Noah 141 → 116, Isla 10 → 10.\n",
    )
