"""Recording changes no other byte of a file, comments included; what must be written anew is told and comes back."""

import pytest

from tests.support.haggis import Haggis, header, refused

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
            "warning: friday.toml: written anew, for its rounds were no [[rounds]] blocks: "
            "'haggis undo' brings the file back as it was\n"
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
            "friday.toml: line 9: the rounds are not written as [[rounds]] blocks, and writing them so would lose the "
            "comments: change that with 'haggis edit' first; nothing was saved",
        )
        assert path.read_bytes() == before


@pytest.mark.parametrize("words", ["score", "record", "undo", "redo", "undo --round", "record --amend 1 -", "play"])
def test_a_newer_format_is_refused_untouched(haggis: Haggis, words: str) -> None:
    path = haggis.keep(header().replace("format = 1", "format = 2\nfresh = 'x'"))
    before = path.read_bytes()
    entry = {"score": ["Noah: out 8, cards 12"], "record": ["Noah: 7r"]}.get(words, [])
    ran = haggis(words.split()[0], "friday", *words.split()[1:], *entry)
    assert ran == refused(
        3, "friday.toml: line 1: this file has format 2, and this haggis reads format 1: a newer haggis can read it"
    )
    assert path.read_bytes() == before
