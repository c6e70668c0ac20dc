"""A file has its name or has it not, whatever the system says: what was done and reported as failed is not "not saved".

Windows and Android are played by what they do differently: calls that are missing, refused, or refused for a moment.
"""

import errno
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.matches.store import atomic_write, files
from haggis_cli.matches.store.atomic_write import (
    create_file,
    link_or_rename,
    make_folder,
    move_file,
    rename_away,
    rename_over,
)
from haggis_cli.matches.store.files import NOT_CONFIRMED, Notice, NotSaved
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError
from tests.support.haggis import Haggis

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="plays Windows on systems of POSIX")

REPLAYED = (errno.EEXIST, errno.ENOENT)
CODES = (errno.EIO, *REPLAYED)
OLD, NEW = b"old = 1\n", b"new = 1\n"


def done_but_reported(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Every step that gives a file its name is done, and reported as failed."""

    def lying(call: Callable[..., Any]) -> Callable[..., Any]:
        def done(*args: Any, **kwargs: Any) -> None:
            call(*args, **kwargs)
            raise OSError(code, os.strerror(code))

        return done

    for name in ("link", "rename", "replace", "mkdir"):
        monkeypatch.setattr(os, name, lying(getattr(os, name)))
    monkeypatch.setattr(atomic_write, "swap_files", lambda _first, _second: False)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("HAGGIS_LOCKS", str(tmp_path / "locks"))
    (tmp_path / "locks").mkdir()
    return Store(tmp_path / "home", patience=1)


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("code", CODES)
def test_a_new_match_that_is_there_is_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch, code: int, links: bool
) -> None:
    with monkeypatch.context() as patch:
        done_but_reported(patch, code)
        if not links:
            patch.delattr(os, "link")
        notice = store.create("friday", NEW).notice
    assert notice is None if code in REPLAYED else notice and "saved, but it may not survive" in notice.text
    assert [path.name for path in store.matches_folder.iterdir()] == ["friday.toml"]
    assert store.path_of("friday").read_bytes() == NEW


def _fail(code: int) -> None:
    raise OSError(code, os.strerror(code))


@pytest.mark.parametrize("code", CODES)
def test_a_save_and_a_move_that_were_done_are_done(store: Store, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    path = store.create("friday", OLD).path
    read = store.read(path)
    done_but_reported(monkeypatch, code)
    told = [
        Notice(f"{path}: {what}: the disk reported Input/output error", NOT_CONFIRMED)
        for what in ("saved, but it may not survive a power cut", "moved, but a power cut may undo that")
    ]
    notices = [store.save(read, NEW).notice, move_file(path, store.home / "removed" / path.name)]
    assert notices == ([None, None] if code in REPLAYED else told)
    assert (store.home / "removed" / path.name).read_bytes() == NEW
    assert not path.exists()


@pytest.mark.parametrize(("code", "exit_code"), [(errno.EIO, 7), (errno.EEXIST, 0), (errno.ENOENT, 0)])
def test_every_command_that_makes_a_file_tells_the_truth(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, exit_code: int
) -> None:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 12", "Isla: bet 5")
    haggis.ok("export", "friday", "-o", str(tmp_path / "sunday.toml"))
    new = ("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--lead", "Noah", "--name", "monday")
    for words, made in (
        (new, haggis.path("monday")),
        (("import", str(tmp_path / "sunday.toml"), "--as", "sunday"), haggis.path("sunday")),
        (("sheet", "friday", "-o", str(tmp_path / "sheet.md")), tmp_path / "sheet.md"),
        (("sheet", "friday", "--force", "-o", str(tmp_path / "sheet.md")), tmp_path / "sheet.md"),
        (("export", "friday", "-o", str(tmp_path / "friday.json")), tmp_path / "friday.json"),
        (("remove", "friday", "--yes"), haggis.home / "removed" / "friday.toml"),
    ):
        with monkeypatch.context() as patch:
            done_but_reported(patch, code)
            ran = haggis(*words)
        assert (ran.code, made.exists()) == (exit_code, True), (words, ran)
        assert "not saved" not in ran.err
        assert "not moved" not in ran.err
    assert not haggis.path().exists()


@pytest.mark.parametrize("step", [link_or_rename, rename_over, rename_away])
@pytest.mark.parametrize("code", CODES)
def test_what_was_not_done_is_not_called_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: Callable[[Path, Path], str | None], code: int
) -> None:
    temp, other = tmp_path / "temp", tmp_path / "other"
    temp.write_bytes(NEW)
    other.write_bytes(OLD)
    for name in ("link", "rename", "replace"):
        monkeypatch.setattr(os, name, lambda *_args, **_kwargs: _fail(code))
    with pytest.raises(OSError, match=os.strerror(code)):
        step(temp, other)
    assert other.read_bytes() == OLD


@pytest.mark.parametrize("refusal", [None, errno.EACCES, errno.EPERM, errno.ENOSYS])
def test_where_there_are_no_links_files_are_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refusal: int | None
) -> None:
    """Android's Python has no `os.link`, and its system refuses one (EACCES)."""
    if refusal is None:
        monkeypatch.delattr(os, "link")
    else:
        monkeypatch.setattr(os, "link", lambda *_args, **_kwargs: _fail(refusal))
    path = tmp_path / "new" / "friday.toml"
    create_file(path, NEW)
    with pytest.raises(StoreError, match="this file already exists"):
        create_file(path, OLD)
    assert [each.name for each in path.parent.iterdir()] == ["friday.toml"]
    assert path.read_bytes() == NEW
    monkeypatch.setattr(atomic_write, "swap_files", lambda _first, _second: False)
    atomic_write.replace_file(path, OLD, NEW)
    assert path.read_bytes() == OLD


class Held(PermissionError):
    """What Windows says of a file that another program has open."""

    winerror = 32


@pytest.mark.parametrize("step", [link_or_rename, rename_over, rename_away])
@pytest.mark.parametrize("times", [7, 8])
def test_windows_is_asked_again_while_another_program_has_the_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: Callable[[Path, Path], str | None], times: int
) -> None:
    temp, path = tmp_path / "temp", tmp_path / "friday.toml"
    temp.write_bytes(NEW)
    asked: list[str] = []
    waited: list[float] = []

    def held(call: Callable[..., None]) -> Callable[..., None]:
        def step(*names: Any) -> None:
            asked.append("")
            if len(asked) <= times:
                raise Held(errno.EACCES, "another program has the file open")
            call(*names)

        return step

    for name in ("rename", "replace"):
        monkeypatch.setattr(os, name, held(getattr(os, name)))
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(sys, "platform", "win32")
    if times == 7:
        assert step(temp, path) is None
        assert path.read_bytes() == NEW
    else:
        with pytest.raises(Held):
            step(temp, path)
        assert not path.exists()
    assert waited == [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64]


def test_a_folder_on_a_drive_that_is_not_there_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "folder_exists", lambda _folder: False)
    with pytest.raises(FileNotFoundError):
        make_folder(tmp_path / "matches")
    with pytest.raises(NotSaved, match="not saved, nothing was changed"):
        create_file(tmp_path / "matches" / "friday.toml", NEW)


def test_a_file_in_the_place_of_a_folder_and_a_folder_nobody_may_enter_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "matches").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        make_folder(tmp_path / "matches")
    monkeypatch.setattr(Path, "stat", lambda *_args, **_kwargs: _fail(errno.EACCES))
    with pytest.raises(PermissionError):
        make_folder(tmp_path / "matches")
