"""What is said of a save is true, whatever happens between the save and the exit code."""

import errno
import json
import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from haggis_cli.book.score_book import SavedWithDoubt, ScoreBook
from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.interrupts import defer_signals, restore_signal_handlers
from tests.support.haggis import Haggis, run_with

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals, and folders that can be flushed")

NOAH_OUT = "Noah: out 8, cards 12"


@pytest.fixture
def unconfirmed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A disk that does not confirm the names in some folders; the folders' names are put into the list."""
    folders: list[str] = []

    def sync(folder: Path) -> str | None:
        return "the disk reported Input/output error" if folder.name in folders else None

    monkeypatch.setattr(durable, "_sync_folder", sync)
    return folders


def test_a_save_that_the_disk_does_not_confirm_is_a_save(haggis: Haggis, unconfirmed: list[str]) -> None:
    haggis.new()
    unconfirmed.append("matches")
    ran = haggis("score", NOAH_OUT)
    assert ran.code == 7
    assert "friday.toml: saved, but it may not survive a power cut: the disk reported Input/output error\n" in ran.err
    assert ran.out.startswith("friday, round 1\n")
    assert haggis.text().count("[[rounds]]") == 1
    ran = haggis("score", "Noah: out 5, cards 12", "--json")
    assert (ran.code, json.loads(ran.out)["saved"]) == (7, 1)
    assert ran.err.count("may not survive a power cut") == 1
    unconfirmed.clear()
    haggis.ok("undo")


SAVING = (
    "score 'Noah: out 5, cards 9'",
    "score --round 1 'Noah: out 5, cards 9' --yes",
    "record 'Isla: 2r' 'Noah: pass'",
    "record --amend 1 --round 2 'Isla: 3r'",
    "undo",
    "redo",
    "edit --points 300 --yes",
    "edit --event evenings",
    "deal --save",
    "new --variant two-player -p Noah -p Isla --lead Noah --name monday",
)


@pytest.mark.parametrize("command", SAVING)
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_every_command_that_saves_tells_once_what_the_disk_did_not_confirm(
    haggis: Haggis, unconfirmed: list[str], command: str, more: list[str]
) -> None:
    haggis.new()
    haggis.ok("score", NOAH_OUT)
    if "amend" in command or command == "redo":
        haggis.ok("record", "Isla: 2r")
    if command == "redo":
        haggis.ok("undo")
    unconfirmed.append("matches")
    ran = haggis(*shlex.split(command), *more)
    assert ran.code == 7
    assert ran.err.count("toml: saved, but it may not survive a power cut: the disk reported Input/output error\n") == 1
    assert not more or json.loads(ran.out)


def test_a_program_is_told_of_a_save_that_the_disk_does_not_confirm(haggis: Haggis, unconfirmed: list[str]) -> None:
    haggis.new()
    friday = ScoreBook(haggis.home)["friday"]
    unconfirmed.append("matches")
    with pytest.raises(SavedWithDoubt, match="saved, but it may not survive a power cut") as told:
        friday.score(NOAH_OUT)
    assert told.value.exit_code == 7
    assert len(friday.report.rounds) == 1
    unconfirmed.clear()
    assert len(friday.score("Noah: out 5, cards 12").rounds) == 2


@pytest.mark.parametrize("folder", ["undone", "corrected"])
def test_nothing_is_taken_back_or_put_right_while_what_it_was_is_not_safe(
    haggis: Haggis, unconfirmed: list[str], folder: str
) -> None:
    """The copy is there, and it is the match that people ask about: 'saved' would be untrue."""
    haggis.new()
    haggis.ok("record", "Noah: 7r", "Isla: 8r")
    before = haggis.text()
    words = ("undo",) if folder == "undone" else ("record", "--amend", "2", "Isla: 8g")
    unconfirmed.append(folder)
    for _ in range(2):  # the copy that is there already is confirmed no more than a new one
        ran = haggis(*words)
        assert ran.code == 4
        assert "not saved, nothing was changed: the disk did not confirm this copy" in ran.err
        assert haggis.text() == before
    unconfirmed.clear()
    haggis.ok(*words)
    assert haggis.text() != before


def test_a_match_is_removed_for_good_only_when_both_folders_say_so(haggis: Haggis, unconfirmed: list[str]) -> None:
    haggis.new()
    haggis.new(name="saturday")
    unconfirmed.append("removed")
    ran = haggis("remove", "friday", "saturday", "--yes")
    assert ran.code == 7
    assert ran.err.count("moved, but a power cut may undo that: the disk reported Input/output error") == 2
    assert haggis("list").out == ""


def test_of_several_matches_each_that_is_removed_is_told(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    haggis.new()
    haggis.new(name="saturday")
    move = durable.move_file

    def refuse(path: Path, target: Path) -> None:
        if path.stem == "friday":
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        move(path, target)

    monkeypatch.setattr("haggis_cli.matches.store.drafts_and_trash.move_file", refuse)
    ran = haggis("remove", "friday", "saturday", "--yes")
    assert ran.code == 4
    assert "friday.toml: not moved, nothing was changed: Permission denied" in ran.err
    assert ran.out.startswith("Removed saturday. ")
    assert haggis.path().exists()


def test_after_the_last_save_interruptions_are_held_to_the_end() -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        with defer_signals(last=True) as held:
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        assert held.received == [signal.SIGTERM]
    finally:
        restore_signal_handlers()
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_process_that_goes_on_after_a_command_listens_again(haggis: Haggis) -> None:
    before = signal.getsignal(signal.SIGINT)
    haggis.new()
    assert signal.getsignal(signal.SIGINT) is before


def test_an_exchange_that_was_made_and_reported_as_impossible_is_not_made_again(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = durable.swap_files

    def refuse(first: Path, second: Path) -> bool:
        exchange(first, second)
        return False

    path = haggis.new()
    if not exchange(path, path):
        pytest.skip("files cannot be exchanged here")
    monkeypatch.setattr(durable, "swap_files", refuse)
    store = Store(haggis.home)
    store.save(store.read(path), b"format = 1\n")
    assert path.read_bytes() == b"format = 1\n"
    assert len(list(path.parent.iterdir())) == 1


def test_a_part_of_the_program_that_cannot_be_read_is_no_mistake_of_the_program() -> None:
    code, out, err = run_with(
        "def log_command() -> None:\n    raise ImportError('cannot read file data: Input/output error')\n"
    )
    assert (code, out) == (3, "")
    assert err == "haggis: a part of haggis cannot be loaded: 'cannot read file data: Input/output error'\n"
