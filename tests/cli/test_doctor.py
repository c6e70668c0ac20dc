"""`haggis doctor`: it tells what is wrong, changes nothing unless asked to, and never touches a match."""

import json
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

import pytest

from haggis_cli.history.index import index_path
from haggis_cli.matches.store.folder import Store
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, Site

HOUR = 3600.0
TEMP = "~friday.toml.0123456789ab.tmp"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hours have gone by since everything was written."""
    from haggis_cli.doctor import findings as examined

    monkeypatch.setattr(examined, "time", lambda: time() + 2 * HOUR)


def findings(haggis: Haggis, *words: str, level: str = "wrong") -> list[dict[str, Any]]:
    """What is told at one level."""
    ran = haggis("doctor", "--json", *words)
    told = json.loads(ran.out)
    assert (ran.code, ran.err) == (0 if told["ok"] else 1, "")
    assert told["ok"] == (not [each for each in told["findings"] if each["level"] == "wrong"])
    return [each for each in told["findings"] if each["level"] == level]


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def left(haggis: Haggis, text: bytes, name: str = TEMP, folder: str = "matches") -> Path:
    """A temporary file as an interrupted save leaves it."""
    path = haggis.home / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
    return path


def test_a_computer_with_nothing_on_it_is_in_order_and_stays_as_it_is(haggis: Haggis) -> None:
    out = haggis.ok("doctor")
    assert "does not exist yet: the first match creates it" in out
    assert out.endswith("\nAll is well.\n")
    assert list(haggis.folder.iterdir()) == []


def test_with_a_few_matches_all_is_well_and_nothing_is_written(haggis: Haggis) -> None:
    haggis.new()
    haggis.ok("list")
    before = everything(haggis.folder)
    out = haggis.ok("doctor")
    assert "home: ~/home: 1 match\n" in out
    assert "matches: all can be read" in out
    assert out.endswith("\nAll is well.\n")
    assert everything(haggis.folder) == before
    assert haggis.json("doctor")["ok"] is True


def test_fix_makes_the_folders_that_are_missing(haggis: Haggis) -> None:
    out = haggis.ok("doctor", "--fix")
    assert "fixed  home: ~/home: created the folder matches\n" in out
    assert (haggis.home / "matches").is_dir()
    assert (haggis.folder / "cache").is_dir()
    assert "fixed" not in haggis.ok("doctor", "--fix")


def test_each_match_that_cannot_be_used_is_told_with_its_sentence(haggis: Haggis) -> None:
    good = haggis.new()
    text = good.read_text(encoding="utf-8")
    haggis.keep("format = ", "broken")
    haggis.keep(text.replace("two-player", "whist").replace("friday", "foreign"), "foreign")
    (haggis.home / "matches" / "folder.toml").mkdir()
    before = everything(haggis.home)
    told = {Path(each["path"]).name: each["says"] for each in findings(haggis)}
    assert told["broken.toml"].startswith("line 1, column 10: ")
    assert told["foreign.toml"].startswith("there is no variant 'whist'")
    assert told["folder.toml"] == "is named like a match, but is not a file; it is not counted"
    assert set(told) == {"broken.toml", "foreign.toml", "folder.toml"}
    ran = haggis("doctor", "--fix")
    assert ran.code == 1
    assert "3 things are wrong.\n" in ran.out
    assert everything(haggis.home) == before


def test_copies_of_sync_programs_are_told_and_left_alone(haggis: Haggis) -> None:
    path = haggis.new()
    copy = path.with_name("friday.sync-conflict-20261121-193000-ABCDEFG.toml")
    copy.write_bytes(path.read_bytes())
    (found,) = findings(haggis, "--fix")
    assert (found["about"], found["path"], found["fixable"]) == ("copy", str(copy), False)
    assert copy.exists()


@pytest.mark.usefixtures("later")
class TestWhatInterruptedProgramsLeft:
    @pytest.mark.parametrize("share", [0, 10, None])
    def test_a_file_whose_text_is_in_the_match_is_deleted(self, haggis: Haggis, share: int | None) -> None:
        path = haggis.new()
        before = path.read_bytes()
        temp = left(haggis, before[:share])
        (found,) = findings(haggis)
        assert (found["about"], found["path"], found["fixable"]) == ("left over", str(temp), True)
        assert temp.exists()
        out = haggis.ok("doctor", "--fix")
        assert "deleted a temporary file with the same text as its match" in out
        assert not temp.exists()
        assert path.read_bytes() == before

    def test_a_file_with_another_text_is_set_aside(self, haggis: Haggis) -> None:
        haggis.new()
        temp = left(haggis, b"what somebody typed")
        haggis.ok("doctor", "--fix")
        assert not temp.exists()
        aside = haggis.home / "removed" / "friday.left-over-0123456789ab.toml.txt"
        assert aside.read_bytes() == b"what somebody typed"
        assert findings(haggis) == []

    def test_nothing_that_was_set_aside_is_overwritten(self, haggis: Haggis) -> None:
        haggis.new()
        aside = left(haggis, b"first", "friday.left-over-0123456789ab.toml.txt", "removed")
        temp = left(haggis, b"second")
        (found,) = findings(haggis, "--fix")
        assert found["says"].endswith("not repaired: friday.left-over-0123456789ab.toml.txt exists already")
        assert (aside.read_bytes(), temp.read_bytes()) == (b"first", b"second")

    def test_the_folders_of_what_was_undone_are_looked_through(self, haggis: Haggis) -> None:
        haggis.new()
        temp = left(haggis, b"", "~0123456789abcdef-1.toml.0123456789ab.tmp", "undone")
        haggis.ok("doctor", "--fix")
        assert not temp.exists()

    def test_what_a_running_haggis_is_working_on_is_left_alone(self, haggis: Haggis) -> None:
        path = haggis.new()
        temp = left(haggis, b"")
        with Store(haggis.home).lock(path):
            (found,) = findings(haggis, "--fix")
        assert "another haggis has been working on this match" in found["says"]
        assert temp.exists()

    def test_the_files_of_editors_are_left_alone(self, haggis: Haggis) -> None:
        haggis.new()
        for name in (".friday.toml.swp", "friday.toml~", "~lock.tmp", ".#friday.toml"):
            left(haggis, b"x", name)
        before = everything(haggis.home)
        haggis.ok("doctor", "--fix")
        assert everything(haggis.home) == before
        assert len([each for each in findings(haggis, level="note") if each["about"] == "left over"]) == 4


def test_a_temporary_file_of_the_last_hour_may_be_in_use(haggis: Haggis) -> None:
    haggis.new()
    temp = left(haggis, b"")
    os.utime(temp, (0, 0))  # as that of a file which is being replaced: its text is old, its name is not
    haggis.ok("doctor", "--fix")
    assert temp.exists()


class TestTheIndex:
    @pytest.fixture
    def index(self, haggis: Haggis) -> Path:
        path = haggis.new()
        os.utime(path, (1_763_000_000, 1_763_000_000))
        haggis.ok("list")
        return index_path(haggis.home)

    def says(self, haggis: Haggis, *words: str) -> str:
        (found,) = [each for each in haggis.json("doctor", *words)["findings"] if each["about"] == "index"]
        return str(found["says"])

    def test_up_to_date(self, haggis: Haggis, index: Path) -> None:
        assert self.says(haggis) == "up to date"

    def test_not_there(self, haggis: Haggis, index: Path) -> None:
        index.unlink()
        assert self.says(haggis).startswith("does not exist yet")
        assert not index.exists()

    def test_stale(self, haggis: Haggis, index: Path) -> None:
        haggis.new(name="sunday")
        assert self.says(haggis) == "1 to be read again by the next 'haggis list'"
        assert self.says(haggis, "--fix") == "updated"

    def test_of_an_older_layout(self, haggis: Haggis, index: Path) -> None:
        with sqlite3.connect(index) as old:
            old.execute("PRAGMA user_version = 1")
        old.close()
        assert self.says(haggis).startswith("1 to be read again")

    @pytest.mark.parametrize("damage", [b"no database", b"SQLite format 3\0" + b"\xff" * 4096])
    def test_damaged(self, haggis: Haggis, index: Path, damage: bytes) -> None:
        index.write_bytes(damage)
        (found,) = findings(haggis)
        assert (found["about"], found["fixable"]) == ("index", True)
        assert index.read_bytes() == damage
        assert self.says(haggis, "--fix") == "rebuilt"
        assert self.says(haggis) == "up to date"

    @pytest.mark.parametrize("damaged", [False, True])
    def test_one_that_cannot_be_written_is_not_called_put_right(
        self, haggis: Haggis, index: Path, damaged: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        haggis.new(name="sunday")
        if damaged:
            index.write_bytes(b"no database")

        def full(*arguments: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr("haggis_cli.history.index._make_row_writer", lambda *_: full)
        told = json.loads(haggis("doctor", "--json", "--fix").out)
        (found,) = [each for each in told["findings"] if each["about"] == "index"]
        assert (told["ok"], found["level"]) == (False, "wrong")
        assert found["says"].endswith("; not repaired: it cannot be written (database or disk is full)")

    def test_another_programs_database(self, haggis: Haggis, index: Path) -> None:
        index.unlink()
        with sqlite3.connect(index) as other:
            other.execute("CREATE TABLE mine (x)")
        other.close()
        assert [each["about"] for each in findings(haggis)] == ["index"]

    def test_a_folder_in_its_place_is_told_and_stays(self, haggis: Haggis, index: Path) -> None:
        index.unlink()
        (index / "inside").mkdir(parents=True)
        (found,) = findings(haggis, "--fix")
        assert "not repaired: " in found["says"]
        assert (index / "inside").exists()


class TestThePlaces:
    def test_a_home_that_is_a_file(self, haggis: Haggis) -> None:
        haggis.home.write_text("", encoding="utf-8")
        found = findings(haggis)
        assert {each["says"] for each in found} >= {"is not a folder"}

    @pytest.mark.skipif(os.name == "nt", reason="needs the rights of POSIX")
    def test_a_home_that_everybody_can_write(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.home.chmod(0o777)
        (found,) = findings(haggis)
        assert "everybody on this computer can write to it" in found["says"]
        haggis.home.chmod(0o1777)
        assert findings(haggis) == []

    def test_a_home_that_cannot_be_written(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        haggis.new()
        access = os.access
        folder = str(haggis.home / "matches")
        monkeypatch.setattr(os, "access", lambda path, mode: access(path, mode) and str(path) != folder)
        (found,) = findings(haggis)
        assert (found["path"], found["says"]) == (folder, "cannot be written: give yourself permission")

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other words for disks")
    def test_on_a_disk_that_can_only_be_read_no_rights_are_asked_for(
        self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        haggis.new()
        access, statvfs, cache = os.access, os.statvfs, haggis.folder / "cache"
        cache.mkdir(exist_ok=True)
        monkeypatch.setenv("HAGGIS_LOCKS", str(cache / "locks"))

        def asked(path: Path) -> os.statvfs_result:
            found = list(statvfs(path))
            found[8] |= os.ST_RDONLY if str(path).startswith(str(cache)) else 0
            return os.statvfs_result(found)

        monkeypatch.setattr(os, "statvfs", asked)
        monkeypatch.setattr(
            os, "access", lambda path, mode: access(path, mode) and not str(path).startswith(str(cache))
        )
        says = {each["about"]: each["says"] for each in findings(haggis, "--fix")}
        assert says["cache"] == "cannot be written: the disk is read-only"
        assert says["locks"] == "cannot be made: the disk is read-only"

    def test_locks_in_the_home(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HAGGIS_LOCKS", str(haggis.home / "locks"))
        assert "set HAGGIS_LOCKS to another folder" in haggis.ok("doctor")

    def test_aliases_that_cannot_be_read(self, haggis: Haggis) -> None:
        haggis.new()
        (haggis.home / "players.toml").write_text("[aliases]\nNoah = 5\n", encoding="utf-8")
        (found,) = findings(haggis)
        assert found["about"] == "aliases"
        assert "line 2" in found["says"]

    def test_a_full_disk(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        from shutil import disk_usage

        from haggis_cli.doctor import findings as examined

        monkeypatch.setattr(examined, "disk_usage", lambda path: disk_usage(path)._replace(free=3 << 20))
        assert {each["says"] for each in findings(haggis)} == {
            "only 3 MiB free for the home", "only 3 MiB free for the cache",
        }  # fmt: skip

    @pytest.mark.parametrize("second", [-1, 0, 315_500_000])
    def test_a_clock_that_has_lost_its_battery(
        self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch, second: int
    ) -> None:
        from haggis_cli.doctor import findings as examined

        monkeypatch.setattr(examined, "time", lambda: second)
        (found,) = findings(haggis)
        assert found["about"] == "clock"
        assert "set the computer's clock" in found["says"]

    def test_a_match_from_the_future(self, haggis: Haggis) -> None:
        path = haggis.new()
        os.utime(path, (4_000_000_000, 4_000_000_000))
        (found,) = findings(haggis)
        assert (found["about"], found["path"]) == ("clock", str(path))


class TestWhatIsInstalled:
    @pytest.fixture
    def site(self, tmp_path: Path) -> Iterator[Site]:
        site = Site(tmp_path / "site")
        site.put("pub", f"{COPY}V = replace(TWO_PLAYER, id='pub', name='Pub')\n")
        site.put("odd", "raise RuntimeError('\\x1b[2Jodd')\n")
        site.put("classic", f"{COPY}V = replace(TWO_PLAYER, id='classic')\n", package="impostor")
        with site.seen():
            yield site

    @pytest.mark.slow
    @pytest.mark.usefixtures("site")
    def test_plugins_are_told_with_what_is_wrong(self, haggis: Haggis) -> None:
        told = [each["says"] for each in findings(haggis) if each["about"] == "plugin"]
        assert told[0].startswith("the variant 'classic' is claimed by ")
        assert told[1] == "pub-odd 1.0 (plugin_pub_odd:V) cannot be loaded: RuntimeError: \\x1b[2Jodd"
        assert len(told) == 2
        assert "ok     plugin: pub, of pub-pub 1.0: Pub\n" in haggis("doctor").out

    @pytest.mark.usefixtures("site")
    def test_switched_off_they_are_no_trouble(self, haggis: Haggis) -> None:
        out = haggis.ok("--no-plugins", "doctor")
        assert "note   plugin: odd, of pub-odd 1.0: switched off by --no-plugins or HAGGIS_NO_PLUGINS\n" in out

    def test_versions_and_extras(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        from haggis_cli.doctor import findings as installed

        needed = ["typer<0.29,>=0.27", 'no-such-package<2,>=1.6; extra == "qr"', 'pytest>=8; extra == "xlsx"']
        monkeypatch.setattr(installed, "requires", lambda name: needed)
        out = haggis.ok("doctor")
        assert f"Python {sys.version.split()[0]}" in out
        assert "ok     needed: typer 0." in out
        assert "note   extra qr: not installed; this adds it: pip install 'haggis-cli[qr]'\n" in out
        assert "ok     extra xlsx: pytest " in out

    def test_what_it_needs_is_missing(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        from haggis_cli.doctor import findings as installed

        monkeypatch.setattr(installed, "requires", lambda name: ["no-such-package>=1"])
        (found,) = findings(haggis)
        assert found["says"] == "no-such-package cannot be found: install haggis-cli again"


def test_many_findings_of_a_kind_are_counted(haggis: Haggis) -> None:
    for number in range(30):
        haggis.keep("x", f"broken-{number:02}")
    ran = haggis("doctor")
    assert "wrong  match: and 10 more ('--json' shows all)\n" in ran.out
    assert "\n30 things are wrong.\n" in ran.out
    assert len(findings(haggis)) == 30


def test_names_from_files_are_shown_harmless(haggis: Haggis) -> None:
    haggis.keep("x", "evil\x1b[2J")
    assert "\x1b" not in haggis("doctor").out


@pytest.mark.skipif(os.name == "nt", reason="needs FIFOs")
def test_odd_files_keep_nobody_waiting(haggis: Haggis) -> None:
    folder = haggis.home / "matches"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe.toml")
    os.mkfifo(folder / TEMP)
    assert stat.S_ISFIFO((folder / "pipe.toml").stat().st_mode)
    assert [each["about"] for each in findings(haggis)] == ["match"]
    index = index_path(haggis.home)
    index.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(index)
    assert [each["about"] for each in findings(haggis)] == ["match", "index"]
