"""A file cut off is always noticed, no damaged byte ends in anything but a sentence, and no other byte changes."""

import re

import pytest

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import FIRST_LINE
from haggis_cli.support.errors import RecordError
from tests.reliability.damage import REAL, flipped, real, tally
from tests.support.haggis import Haggis, header, refused


@pytest.mark.sample(3)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("name", REAL)
def test_every_truncation_is_noticed(name: str, end: str, mark: str) -> None:
    """At every byte; only the end of the last line can be missing, and then nothing is."""
    whole = real(name)
    data = (mark + whole.text.replace("\n", end)).encode()
    for length in range(len(data) - len(end)):
        with pytest.raises(RecordError) as caught:
            MatchFile(data[:length], whole.source)
        assert str(caught.value).startswith(f"{whole.source}: line "), length
    for length in (len(data) - len(end), len(data)):
        assert MatchFile(data[:length], whole.source).record == whole.record


@pytest.mark.parametrize("name", REAL)
def test_without_the_last_line_some_truncations_would_look_like_shorter_matches(name: str) -> None:
    """Why there is a last line: the same cuts in a file that lacks the first one."""
    whole = real(name)
    data = whole.text.removeprefix(f"{FIRST_LINE}\n").encode()
    assert any(_reads(data[:length], whole) for length in range(len(data) - len("# end\n")))


def _reads(data: bytes, whole: MatchFile) -> bool:
    try:
        return MatchFile(data, whole.source).record != whole.record
    except RecordError:
        return False


@pytest.mark.sample("three-player-rulebook-bets")
@pytest.mark.parametrize("name", REAL)
def test_a_flipped_bit_ends_in_a_sentence_or_another_match(name: str) -> None:
    """One bit of every sixth byte or so; `python -m tests.reliability.damage` flips all of them."""
    whole = real(name)
    found = tally(whole, flipped(whole.data, 45))  # 45: the bits take turns
    assert found.total() == len(range(0, len(whole.data) * 8, 45))
    assert found["refused"] > found.total() // 4
    if "rulebook" not in name:  # of a round typed in, a number may be any other
        assert found["unseen"] < found.total() // 20


class TestEveryCommand:
    @pytest.mark.parametrize("command", ["show", "log", "sheet", "record -", "score -y", "undo", "edit", "remove -y"])
    def test_says_that_a_file_is_cut_off_and_leaves_it_alone(self, haggis: Haggis, command: str) -> None:
        path = haggis.new()
        haggis.ok("score", "Noah: out 8, cards 12", "Isla: bet baby")
        path.write_bytes(cut := path.read_bytes().removesuffix(b"\n# end\n"))
        name, *options = command.split()
        ran = haggis(name, "friday", *options, *(["Noah: out 1, cards 2"] if name == "score" else []))
        if name in ("edit", "remove"):  # these take files as they are: one to repair it, the other to put it away
            assert cut in {each.read_bytes() for each in haggis.home.rglob("*.toml")}
            return
        assert (ran.code, ran.out) == (3, "")
        assert re.fullmatch(
            r"haggis: friday\.toml: line 15: the file is cut off here: its last line should be "
            r"'# end'; compare it with a copy, and add that line if nothing else is missing\n",
            ran.err,
        )
        assert path.read_bytes() == cut

    def test_that_reads_many_goes_on_with_the_others(self, haggis: Haggis) -> None:
        haggis.new()
        path = haggis.new(name="saturday")
        path.write_bytes(path.read_bytes()[:-7])
        rows = {row["id"]: row["error"] for row in haggis.json("list")["matches"]}
        assert rows["friday"] is None
        assert "the file is cut off here" in rows["saturday"]
        assert haggis("check").code == 3

    def test_what_was_appended_after_the_last_line_is_told_apart(self, haggis: Haggis) -> None:
        path = haggis.new()
        path.write_bytes(path.read_bytes() + b'[options]\nscoring = "cards"\n')
        assert "line 10: '# end' must be the last line: move it to the end\n" in haggis("show").err

    def test_files_without_the_first_line_are_read_as_ever(self, haggis: Haggis) -> None:
        haggis.keep(header())
        haggis.ok("score", "Noah: out 8, cards 12", "Isla: bet baby")
        assert haggis.path().read_text(encoding="utf-8").startswith(header() + "\n[[rounds]]\n")
        assert haggis.ok("check") == ""


OURS = header().replace("lead =", "lead   =").replace('"Noah", "Isla"]', "'Noah',   \"Isla\" ]  # clockwise, \u00e9")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("ends", [False, True])
def test_only_what_is_recorded_is_new(haggis: Haggis, ends: bool, mark: str, newline: str) -> None:
    first, last = (
        ('# Haggis match; ends with the line "# end".\n', "\n# ours, too\n\n# end\n") if ends else ("", "# ours\n")
    )
    text = (mark + first + OURS + last).replace("\n", newline)
    path = haggis.keep(text)
    head = text.removesuffix(f"# end{newline}")
    for words in (("score", "Noah: out 8, cards 12"), ("record", "Isla: 7r"), ("record", "Noah: 8r")):
        before = path.read_bytes().decode()
        haggis.ok(*words)
        after = path.read_bytes().decode()
        assert after.startswith(head)
        assert after.endswith(text[len(head) :])
        rest = iter(after)
        assert all(char in rest for char in before)
    haggis.ok("record", "--amend", "1", "Isla: 7g", "--yes")
    assert path.read_bytes().decode() == after.replace("Isla: 7r", "Isla: 7g")
    for _ in range(2):
        haggis.ok("undo", "--round")
    assert path.read_bytes().decode() == text if ends else path.read_bytes().decode().startswith(text)


class TestWrittenAnew:
    """A list `rounds = []` takes no `[[rounds]]` block."""

    def test_it_is_told_and_undo_brings_the_file_back(self, haggis: Haggis) -> None:
        path = haggis.keep(f"{header()}\n\nrounds = []\n")
        before = path.read_bytes()
        ran = haggis("score", "Noah: out 8, cards 12")
        assert ran.code == 0
        assert ran.err.endswith(
            "warning: friday.toml: rewritten, because its rounds were not [[rounds]] blocks: "
            "'haggis undo' restores the file\n"
        )
        assert haggis("record", "Isla: 7r").err == ""
        haggis.ok("undo")
        haggis.ok("undo")
        assert path.read_bytes() == before

    def test_not_where_a_comment_would_be_lost(self, haggis: Haggis) -> None:
        path = haggis.keep(f"{header()}# ours\nrounds = []\n")
        before = path.read_bytes()
        assert haggis("score", "Noah: out 8, cards 12", "Isla: cards 24") == refused(
            3,
            "friday.toml: line 9: the rounds are not written as [[rounds]] blocks, and rewriting them would lose the "
            "comments; nothing was saved: change that with 'haggis edit' first",
        )
        assert path.read_bytes() == before


@pytest.mark.parametrize("words", ["score", "record", "undo", "redo", "undo --round", "record --amend 1 -", "play"])
def test_a_newer_format_is_refused_untouched(haggis: Haggis, words: str) -> None:
    path = haggis.keep(header().replace("format = 1", "format = 2\nfresh = 'x'"))
    before = path.read_bytes()
    entry = {"score": ["Noah: out 8, cards 12"], "record": ["Noah: 7r"]}.get(words, [])
    ran = haggis(words.split()[0], "friday", *words.split()[1:], *entry)
    assert ran == refused(
        3, "friday.toml: line 1: this file has format 2, but this version of haggis reads format 1: use a newer version"
    )
    assert path.read_bytes() == before
