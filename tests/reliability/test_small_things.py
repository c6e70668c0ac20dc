"""Small things that went wrong, each of which ends in a sentence that says what is so."""

import json
import os
import sys
from datetime import date
from pathlib import Path

import pytest

from haggis_cli import __main__ as start
from haggis_cli.cli import editor as editors
from haggis_cli.exchange.formats import whole_matches
from haggis_cli.exchange.parsed_match import MAX_JSON_BYTES
from haggis_cli.matches.heading import day_of, noon_of, now_here
from haggis_cli.support.errors import RecordError
from tests.support.haggis import Editor, Haggis, header, refused


def test_too_little_memory_is_no_mistake_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill() -> int:
        raise MemoryError

    monkeypatch.setattr(start, "_discard_stdout", lambda: None)
    monkeypatch.setattr("haggis_cli.support.errors._saved", False)  # by an earlier test
    assert start._run_reporting_failures(fill) == 3
    assert capsys.readouterr().err == "haggis: not enough memory\n"


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX systems")
@pytest.mark.parametrize("which", ["home", "matches"])
def test_a_home_that_is_a_link_to_nothing_is_told(haggis: Haggis, which: str) -> None:
    link = haggis.home if which == "home" else haggis.home / "matches"
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(haggis.folder / "unplugged")
    said = f"{link}: this link is broken: is a disk missing?"
    for words in (("list",), ("show",), ("score", "Noah: out 9"), ("check",), ("stats",)):
        assert haggis(*words) == refused(3, said)
    new = haggis("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "friday")
    assert new.code in (3, 4)
    assert "link is broken" in new.err
    assert "link is broken" in haggis("doctor").out
    assert not (haggis.folder / "unplugged").exists()


def test_a_file_without_a_byte_says_so(haggis: Haggis) -> None:
    haggis.keep("")
    said = "friday.toml: line 1: the file is empty (0 bytes): replace it with a copy of the match"
    assert haggis("show", "friday") == refused(3, said)


@pytest.mark.parametrize("zone", ["UTC+99", "UTC+24", "XXX-24:59:59"])
def test_a_day_is_a_day_in_any_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    import time

    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        if hasattr(time, "tzset"):
            time.tzset()
        noon, now = noon_of(date(2026, 11, 21)), now_here()
        days = [day_of(noon), day_of(now)]
    if hasattr(time, "tzset"):
        time.tzset()
    assert [noon.date().isoformat(), now.date().isoformat()] == days
    assert days[0] == "2026-11-21"


def test_a_name_is_found_however_its_accents_are_written(haggis: Haggis) -> None:
    one, two = "caf\u00e9", "cafe\u0301"
    haggis.keep(header().replace('"friday"', f'"{two}"'), two)
    for name in (one, two, two.upper()):
        assert haggis.json("show", name)["id"] == two
    ran = haggis("new", "--variant", "two-player", "-p", one, "-p", two)
    assert ran.code == 2
    assert "is already playing" in ran.err


def test_where_a_name_begins_with_a_dash_it_is_said_how_to_give_it(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "--player=-Noah", "-p", "Isla", "--name", "friday")
    ran = haggis("score", "friday", "-Noah: out 8, cards 12", "Isla: cards 24")
    assert (ran.code, "; put '--' before a name that begins with '-'" in ran.err) == (2, True)
    haggis.ok("score", "friday", "--", "-Noah: out 8, cards 12", "Isla: cards 24")


def test_json_is_not_read_where_it_would_take_half_a_gigabyte() -> None:
    data = json.dumps({"matches": ["x" * MAX_JSON_BYTES]}).encode()
    with pytest.raises(RecordError, match=r"a\.json: too large to import \(more than 16 MiB\)"):
        whole_matches.read_json(data, "a.json")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r'"C:\Program Files\Editor\editor.exe" -w', [r"C:\Program Files\Editor\editor.exe", "-w"]),
        (r"C:\bin\vim.exe --nofork", [r"C:\bin\vim.exe", "--nofork"]),
        (r"'C:\my tools\ed.exe'", [r"C:\my tools\ed.exe"]),
    ],
)
def test_an_editor_on_windows_may_stand_in_quotation_marks(
    monkeypatch: pytest.MonkeyPatch, command: str, words: list[str]
) -> None:
    monkeypatch.setattr(os, "name", "nt")
    assert editors.split_command(command) == words


@pytest.mark.parametrize("changed", [True, False])
def test_an_editor_that_comes_back_at_once_is_waited_for(
    haggis: Haggis, editor: Editor, monkeypatch: pytest.MonkeyPatch, changed: bool
) -> None:
    """It has a window of its own, in which the person is still at work."""
    haggis.keep(header())
    editor.does("pass")
    asked: list[str] = []

    def save_in_window(_printer: object, question: str) -> str:
        asked.append(question)
        (draft,) = editor.kept
        if changed:
            draft.write_text(draft.read_text().replace("rounds = 4", "rounds = 5"))
        return ""

    monkeypatch.setattr(editors, "_AT_ONCE", float("inf"))
    monkeypatch.setattr(editors, "can_ask", lambda: True)
    monkeypatch.setattr(editors, "ask_line", save_in_window)
    ran = haggis("edit", "friday")
    assert len(asked) == 1
    assert "The editor returned at once" in asked[0]
    assert ("Saved friday." in ran.out) is changed
    assert ("rounds = 5" in Path(haggis.path()).read_text()) is changed
    monkeypatch.setattr(editors, "_AT_ONCE", 0.0)
    haggis("edit", "friday")
    assert len(asked) == 1
