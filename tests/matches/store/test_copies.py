"""Copies of matches, whatever program made them and whatever it calls them: told, never counted, never written to."""

import os
from pathlib import Path

import pytest

from haggis_cli.matches.store.files import original_of
from haggis_cli.matches.store.folder import Store
from tests.support.haggis import Haggis, header, refused
from tests.support.terminal import unwrapped

BESIDE = (
    "friday-DESKTOP-ABC123.toml",
    "friday (SFConflict isla@example.com 2026-11-21-19-30-00).toml",
    "friday_conflict-20261121-193000.toml",
    "friday copy.toml",
    "friday - Kopie.toml",
    "friday~HEAD.toml",
    "friday.LOCAL.4711.toml",
    "friday_REMOTE_4711.toml",
    "friday.toml~HEAD",
)
"""What OneDrive, Seafile, Nextcloud, Finder, a German Windows and git make of `friday.toml`."""
ROUND = ("Noah: out 8, cards 12", "Isla: bet 5")


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    haggis.new("--rounds", "6")
    haggis.ok("score", *ROUND)
    return haggis


def copy_to(haggis: Haggis, name: str) -> Path:
    path = haggis.path().with_name(name)
    path.write_bytes(haggis.path().read_bytes())
    return path


@pytest.mark.parametrize("name", BESIDE)
def test_a_copy_is_told_and_counted_nowhere(friday: Haggis, name: str) -> None:
    copy_to(friday, name)
    told = friday.json("list")
    assert ([match["id"] for match in told["matches"]], told["conflicts"]) == (["friday"], [name])
    stats = friday.json("stats", "--json")
    assert (stats["rounds"], stats["conflicts"]) == (1, [name])
    assert name in friday("doctor").out


@pytest.mark.parametrize("name", ["friday-DESKTOP-ABC123.toml", "friday copy.toml", "my backup.toml"])
def test_nothing_is_added_to_a_copy(friday: Haggis, name: str) -> None:
    copy = copy_to(friday, name)
    before = copy.read_bytes()
    said = (
        f"{name} is a copy of the match friday, so nothing is added to it: compare the two, then delete the copy, or "
        "give it an 'id' of its own"
    )
    for words in (("score", str(copy), *ROUND), ("record", str(copy), "Noah: 4r"), ("undo", str(copy))):
        assert friday(*words) == refused(3, said)
    assert copy.read_bytes() == before
    assert friday("show", str(copy)).code == 0


def test_two_files_with_one_id_and_moment_are_one_match_under_any_name(friday: Haggis) -> None:
    copy_to(friday, "my backup.toml")
    copy_to(friday, "other.toml")
    friday.keep(header().replace('"friday"', '"sunday"'), "sunday")
    stats = friday.json("stats", "--json")
    reason = "a copy of friday: both files have the same 'id' and 'created'"
    assert stats["left_out"] == [{"name": "my backup", "reason": reason}, {"name": "other", "reason": reason}]
    assert stats["rounds"] == 1
    assert "other" in friday.ok("list")
    assert friday.ok("list").count("(not counted: a copy of friday") == 2
    seen = unwrapped(friday("doctor").out)
    for name in ("my backup.toml", "other.toml"):
        assert (
            f"{name}: a copy of friday, because both files have the same 'id' and 'created'; it is not counted" in seen
        )
    assert (friday("doctor").code, "sunday.toml" in seen) == (1, False)


def test_the_copy_of_a_match_that_is_gone_is_the_match(friday: Haggis) -> None:
    copy_to(friday, "friday copy.toml")
    copy_to(friday, "friday - Kopie.toml")
    friday.path().unlink()
    stats = friday.json("stats", "--json")
    assert [each["name"] for each in stats["left_out"]] == ["friday - Kopie"]
    friday.ok("score", str(friday.path("friday copy")), *ROUND, "--yes")


def test_a_match_whose_name_begins_like_another_one_is_a_match(friday: Haggis) -> None:
    for name in ("friday-2", "friday evening", "fridays", "frida"):
        friday.keep(header().replace('"friday"', f'"{name}"'), name)
    friday.keep(header(), "friday of last year")  # the same id, made at another moment
    assert len(friday.json("list")["matches"]) == 6
    assert friday.json("list")["conflicts"] == []


@pytest.mark.parametrize("called", ["../friday", "x/friday", "fri\\u0000day", ""])
def test_an_id_that_is_no_name_of_a_file_is_nobodys_copy(tmp_path: Path, called: str) -> None:
    path = tmp_path / "friday copy.toml"
    data = f'id = "{called}"\ncreated = 2026-11-21T19:30:00Z\n'.encode()
    path.write_bytes(data)
    (tmp_path.parent / "friday.toml").write_bytes(data)
    assert original_of(path, data) is None


def test_names_alone_cost_no_look_into_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    store.matches_folder.mkdir()
    for number in range(20):
        store.path_of(f"2026-11-{number:02}-noah-isla").write_bytes(b"")
    opened: list[object] = []
    monkeypatch.setattr(os, "open", lambda path, *_: opened.append(path))
    assert len(store.matches()) == 20
    assert opened == []
