"""`haggis remove`: a match leaves the history, and nothing is lost."""

import sys

import pytest

from tests.support.haggis import Haggis, Ran, dated, header, refused
from tests.support.terminal import Terminal


def removed(haggis: Haggis, name: str = "friday.toml") -> bytes:
    return (haggis.home / "removed" / name).read_bytes()


def test_the_file_is_moved_as_it_is_and_import_brings_it_back(haggis: Haggis) -> None:
    text = dated(header()) + "# mine\n"
    haggis.keep(text)
    target = haggis.home / "removed" / "friday.toml"
    assert haggis("remove", "friday", "--yes") == Ran(
        0, f"Removed friday. To bring it back: haggis import {target}\n", ""
    )
    assert removed(haggis) == text.encode()
    assert haggis.json("list")["matches"] == []
    haggis.ok("import", str(target))
    assert haggis.path().read_bytes() == text.encode()


@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_name_means_no_match(haggis: Haggis, empty: str) -> None:
    """As an unset variable of a script: it is a part of every id."""
    haggis.keep(dated(header()))
    ran = haggis("remove", empty, "--yes")
    assert ran == refused(3, "the name of the match is empty: leave it out for the last one")
    assert haggis.path().exists()


def test_what_was_removed_before_is_never_overwritten(haggis: Haggis) -> None:
    for goal in ("rounds = 4", "rounds = 5", "rounds = 6"):
        haggis.keep(dated(header(goal=goal)))
        haggis.ok("remove", "friday", "-y")
    assert [b"rounds = 4" in removed(haggis), b"rounds = 5" in removed(haggis, "friday-2.toml")] == [True, True]
    assert b"rounds = 6" in removed(haggis, "friday-3.toml")


def test_a_file_that_cannot_be_read_can_be_removed(haggis: Haggis) -> None:
    haggis.keep("what")
    haggis.ok("remove", "friday", "--yes")
    assert removed(haggis) == b"what"


def test_where_nobody_can_be_asked_yes_is_needed(haggis: Haggis) -> None:
    haggis.keep(dated(header()))
    ran = haggis("remove", "friday")
    assert (ran.code, ran.out) == (2, "")
    assert "add --yes" in ran.err
    assert haggis.path().exists()
    assert haggis("remove").code == 2


def test_only_matches_of_the_store_are_removed(haggis: Haggis) -> None:
    other = haggis.folder / "other.toml"
    other.write_text(dated(header()))
    ran = haggis("remove", str(other), "--yes")
    assert ran.code == 3
    assert "is none of the matches in" in ran.err
    assert other.exists()


def test_several_at_once_as_json(haggis: Haggis) -> None:
    haggis.keep(dated(header()))
    haggis.keep(dated(header(name="saturday")), "saturday")
    assert haggis.json("remove", "friday", "saturday", "--yes") == {
        "removed": [
            {"id": name, "file": str(haggis.home / "removed" / f"{name}.toml")} for name in ("friday", "saturday")
        ]
    }
    assert haggis("remove", "friday", "nobody", "--yes").code == 3


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
class TestAsked:
    def test_a_person_sees_the_match_and_is_asked(self, haggis: Haggis) -> None:
        haggis.keep(dated(header()))
        with Terminal(haggis, "remove", "friday") as screen:
            shown = screen.answer("Remove it? [y/N]: ", "")
            assert "friday: two-player, Noah, Isla, 0 rounds, 2026-11-21" in shown
            assert screen.end()[0] == 1
        assert haggis.path().exists()
        with Terminal(haggis, "remove", "friday") as screen:
            screen.answer("Remove it? [y/N]: ", "y")
            assert screen.end()[0] == 0
        assert not haggis.path().exists()

    def test_ctrl_c_removes_nothing(self, haggis: Haggis) -> None:
        haggis.keep(dated(header()))
        with Terminal(haggis, "remove", "friday") as screen:
            screen.expect("[y/N]: ")
            screen.interrupt()
            code, shown = screen.end()
        assert code == 130
        assert "Nothing was removed." in shown
        assert haggis.path().exists()
