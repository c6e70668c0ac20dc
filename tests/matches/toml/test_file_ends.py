"""The first and the last line of a match file: rounds stay between them, and without the last one it is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_cli.matches.model import RoundRecord
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import (
    FIRST_LINE,
    LAST_LINE,
    add_markers,
    find_last_line,
    parse_toml,
    strip_markers,
)
from haggis_cli.matches.toml.text_edits import append_round, drop_last_round
from haggis_cli.support.errors import RecordError

HEAD = 'format = 1\nplayers = ["Noah", "Jamie"] # clockwise\n'
ROUND = '[[rounds]]\nevents = [\n  "Jamie: bet little",\n]\n'
TABLE = '[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 9 }\n'


def test_the_lines_are_plain_comments_and_the_first_names_the_last() -> None:
    assert add_markers("a = 1\n") == '# Haggis match; ends with the line "# end".\na = 1\n\n# end\n'
    assert strip_markers(add_markers("a = 1\n")) == "a = 1\n\n"
    assert strip_markers("a = 1\n") == "a = 1\n"


class TestRounds:
    def test_come_before_the_last_line(self) -> None:
        once = append_round(add_markers(HEAD), ROUND)
        assert once == add_markers(f"{HEAD}\n{ROUND}")
        assert append_round(once, TABLE) == add_markers(f"{HEAD}\n{ROUND}\n{TABLE}")
        assert drop_last_round(once) == add_markers(HEAD)

    @pytest.mark.parametrize("end", ["# end", "# end\n", "# end  \n\n \n", "  # end\n"])
    @pytest.mark.parametrize("before", ["", "\n", "# late\n", "\n# late\n\n"])
    def test_come_before_it_however_it_is_written(self, before: str, end: str) -> None:
        text = f"{FIRST_LINE}\n{HEAD}{before}{end}"
        longer = append_round(text, TABLE)
        assert longer.startswith(f"{FIRST_LINE}\n{HEAD}{before}")
        assert longer.endswith(end)
        assert longer.count(TABLE) == 1
        assert drop_last_round(longer) == text

    def test_take_the_line_ends_of_the_file(self) -> None:
        windows = add_markers(HEAD).replace("\n", "\r\n")
        assert append_round(windows, ROUND) == add_markers(f"{HEAD}\n{ROUND}").replace("\n", "\r\n")
        assert drop_last_round(append_round(windows, ROUND)) == windows

    def test_written_anew_keep_both_lines_and_ask_for_no_comments(self) -> None:
        """A file whose rounds are one list cannot take a block: it is written anew, unless comments were lost."""
        head = (
            'format = 1\nid = "f"\nvariant = "two-player"\ncreated = 2026-11-21T19:30:00Z\nplayers = ["A", "B"]\n'
            "goal = { rounds = 2 }\nrounds = []\n"
        )
        anew = with_round(MatchFile(add_markers(head).encode(), "f.toml"), RoundRecord(events=["A: pass"]))
        assert anew == add_markers(head.replace("rounds = []\n", '\n[[rounds]]\nevents = [\n  "A: pass",\n]\n'))
        with pytest.raises(RecordError, match="would lose the comments"):
            with_round(MatchFile(add_markers(f"{head}# ours\n").encode(), "f.toml"), RoundRecord(events=[]))

    @given(st.lists(st.sampled_from([ROUND, TABLE]), max_size=4), st.sampled_from(["\n", "\r\n"]))
    def test_added_and_taken_back_leave_the_very_same_text(self, blocks: list[str], newline: str) -> None:
        texts = [add_markers(HEAD).replace("\n", newline)]
        for block in blocks:
            texts.append(append_round(texts[-1], block))
        for before, after in zip(reversed(texts[:-1]), reversed(texts), strict=False):
            assert drop_last_round(after) == before


class TestCutOff:
    @pytest.mark.parametrize(
        "rest", ["", "a = 1\n", "a = 1\n# en", "a = 1\n# end\nb = 2", "a = '''\n# end'''", "# ends"]
    )
    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
    def test_a_file_with_the_first_line_ends_with_the_last_one(self, mark: bytes, rest: str) -> None:
        with pytest.raises(RecordError, match=r"^a\.toml: line \d+: "):
            parse_toml(mark + f"{FIRST_LINE}\n{rest}".encode(), "a.toml")

    def test_the_complaint_says_where_and_what_to_do(self) -> None:
        with pytest.raises(RecordError) as caught:
            parse_toml(f"{FIRST_LINE}\na = 1\nb = [\n\n".encode(), "a\x1b.toml")
        assert str(caught.value) == (
            r"a\x1b.toml: line 3: the file is cut off here: its first line says that it ends with the line '# end'; "
            "compare it with a copy, and add that line if nothing is missing"
        )

    def test_a_last_line_in_the_middle_is_shown_where_it_stands(self) -> None:
        with pytest.raises(RecordError) as caught:
            parse_toml(f"{FIRST_LINE}\na = 1\n {LAST_LINE}\nb = 2\n{LAST_LINE} c\n".encode(), "a\x1b.toml")
        assert str(caught.value) == r"a\x1b.toml: line 3: '# end' must be the last line: move it to the end"

    def test_in_the_middle_of_a_character(self) -> None:
        with pytest.raises(RecordError, match="line 1, column 6: the file is cut off in the middle of a character"):
            parse_toml("a = 'é".encode()[:-1], "a.toml")

    @pytest.mark.parametrize(
        "text",
        [
            "a = 1\n",
            "",
            f" {FIRST_LINE}\n",
            f"{FIRST_LINE[:-1]}\n",
            f"{FIRST_LINE}X\n",
            f"{FIRST_LINE}\u00a0\n",
            f"a = 1\n{FIRST_LINE}\n",
            "# end\n",
        ],
    )
    def test_nothing_is_asked_of_other_files(self, text: str) -> None:
        parse_toml(text.encode(), "a.toml")

    def test_the_end_is_the_last_line_with_words(self) -> None:
        assert find_last_line(f"a\n{LAST_LINE}\n \n") == 2
        assert find_last_line(f"{LAST_LINE}\na\n") == len(f"{LAST_LINE}\na\n")
        assert find_last_line("") == 0
