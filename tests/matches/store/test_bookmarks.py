"""What matches said before: found by what they said after, safe before anything is changed, never overwritten."""

import os
from pathlib import Path

import pytest

from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store.files import NotSaved, Snapshot
from haggis_cli.matches.store.folder import UndoHistory
from haggis_cli.support.errors import StoreError


@pytest.fixture
def earlier(tmp_path: Path) -> UndoHistory:
    return UndoHistory(tmp_path / "undone")


def read(data: bytes) -> Snapshot:
    """A match that said this when it was read, and is gone since."""
    return Snapshot(Path("gone.toml"), data)


def test_what_was_undone_belongs_to_the_content_and_nothing_is_overwritten(earlier: UndoHistory) -> None:
    assert earlier.load_last(b"one") is None
    first = earlier.save(read(b"one two"), b"one")
    assert earlier.load_last(b"one") == b"one two"
    assert earlier.load_last(b"one two") is None
    assert earlier.save(read(b"one two"), b"one") == first
    second = earlier.save(read(b"one three"), b"one")
    assert earlier.load_last(b"one") == b"one three"
    assert [path.name[-7:] for path in (first, second)] == ["-1.toml", "-2.toml"]
    assert first.read_bytes() == b"one two"
    for number in range(3, 12):
        earlier.save(read(b"%d" % number), b"one")
    assert earlier.load_last(b"one") == b"11"


def test_the_last_can_be_forgotten(earlier: UndoHistory) -> None:
    assert earlier.load_last(b"right") is None
    earlier.remove_last(b"right")
    earlier.save(read(b"wrong"), b"right")
    earlier.save(read(b"worse"), b"right")
    assert earlier.load_last(b"right") == b"worse"
    assert earlier.load_last(b"wrong") is None
    earlier.remove_last(b"right")
    assert earlier.load_last(b"right") == b"wrong"
    earlier.remove_last(b"right")
    assert earlier.load_last(b"right") is None


def test_what_is_kept_has_the_same_name_in_every_haggis(earlier: UndoHistory) -> None:
    """Another version, or this program tomorrow, must find it: half of the content's SHA-256."""
    assert earlier.save(read(b"one two"), b"one") == earlier.folder / "7692c3ad3540bb80-1.toml"


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX modes")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_what_is_kept_is_as_private_as_the_match(earlier: UndoHistory, tmp_path: Path, mode: int) -> None:
    match = tmp_path / "friday.toml"
    match.write_bytes(b"one two")
    match.chmod(mode)
    kept = earlier.save(Snapshot(match, b"one two"), b"one")
    assert kept.stat().st_mode & 0o777 == mode


def test_what_is_needed_to_undo_is_safe_before_anything_is_changed(
    earlier: UndoHistory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an earlier command kept the same: it may have been told that the disk did not confirm it."""
    earlier.save(read(b"one two"), b"one")
    monkeypatch.setattr(durable, "_sync_folder", lambda _folder: "the disk reported trouble")
    for before in (b"one two", b"one three"):
        with pytest.raises(NotSaved) as caught:
            earlier.save(read(before), b"one")
        assert str(caught.value).endswith(
            ".toml: not saved, nothing was changed: the disk did not confirm this copy, which is needed to undo "
            "and redo"
        )


def test_what_cannot_be_forgotten_does_no_harm(
    earlier: UndoHistory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied")

    earlier.save(read(b"wrong"), b"right")
    with monkeypatch.context() as held:
        held.setattr(Path, "unlink", refuse)
        earlier.remove_last(b"right")
    assert earlier.load_last(b"right") == b"wrong"
    earlier.folder.rename(tmp_path / "elsewhere")
    earlier.folder.touch()
    earlier.remove_last(b"right")
    with pytest.raises(StoreError, match=r"/undone: cannot be read: Not a directory$"):
        earlier.load_last(b"right")
