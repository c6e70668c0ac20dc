"""After every fault the file is the old or the new one, and what was reported about it is true.

SQLite's method: fail the first call to the system, then the second, and so on until nothing fails any more; once with
a single failure and once with everything failing from there on.
"""

import errno
import itertools
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import haggis_cli
from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store.files import KEPT_BOTH, NOT_CONFIRMED, EntryKind, Notice, NotSaved, Snapshot, read_regular
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import Conflict, StoreError
from haggis_cli.support.interrupts import defer_signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="faults are put into POSIX calls")

ROOT = Path(haggis_cli.__file__).parents[1]
SWAP_FILES = durable.swap_files  # as the system has it, whatever a test puts in its place
OLD, NEW = b"old = 1 # by hand\n", b"new = 1\n"
CHANGING = ["open", "write", "fsync", "close", "fchmod", "link", "replace", "rename", "unlink"]
CALLS = [*CHANGING, "fstat", "read", "stat", "lstat", "mkdir", "urandom"]
ERRORS = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EPERM, errno.EINTR)


@pytest.fixture(params=["exchange", "rename"])
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Store:
    """A store on a system that can exchange two files, and on one that can only rename."""
    monkeypatch.setenv("HAGGIS_LOCKS", str(tmp_path / "locks"))
    if request.param == "rename":
        monkeypatch.setattr(durable, "swap_files", lambda _first, _second: False)
    elif sys.platform != "linux":
        pytest.skip("only Linux exchanges files here")
    return Store(tmp_path / "home", patience=1)


os_close = os.close


def unconfirmed(path: Path, why: str) -> Notice:
    """What is told of a file that is saved, and that the disk did not confirm."""
    return Notice(f"{path}: saved, but it may not survive a power cut: {why}", NOT_CONFIRMED)


class Faults:
    """Lets the calls of the operating system fail from the n-th on, for one call or for good."""

    def __init__(self, at: int, code: int, *, lasting: bool) -> None:
        self.at, self.code, self.lasting = at, code, lasting
        self.seen = 0

    def __call__(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def faulty(*args: Any, **kwargs: Any) -> Any:
            self.seen += 1
            if self.seen == self.at or (self.lasting and self.seen > self.at):
                if call is os_close:
                    call(*args)  # Linux gives a handle back whatever close() reports
                raise OSError(self.code, os.strerror(self.code))
            return call(*args, **kwargs)

        return faulty

    def report(self, act: Callable[[], Snapshot]) -> StoreError | Notice | None:
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self(getattr(os, name)))
            patch.setattr(durable, "swap_files", self(durable.swap_files))
            try:
                return act().notice
            except StoreError as error:
                return error


def _faults(
    act: Callable[[], Snapshot], reset: Callable[[], None]
) -> Iterator[tuple[Faults, StoreError | Notice | None]]:
    for code, lasting in itertools.product(ERRORS, (False, True)):
        for at in itertools.count(1):
            reset()
            faults = Faults(at, code, lasting=lasting)
            yield faults, faults.report(act)
            if faults.seen < at:
                break


@pytest.mark.slow
@pytest.mark.sample(1)
def test_every_report_of_a_save_is_true_whatever_fails(store: Store) -> None:
    path = store.create("friday", OLD).path
    read = store.read(path)
    reports: list[StoreError | Notice | None] = []
    for faults, report in _faults(lambda: store.save(read, NEW), lambda: _restore(path)):
        saved = not isinstance(report, StoreError)
        assert path.read_bytes() == (NEW if saved else OLD), (faults.at, faults.code, faults.lasting, report)
        assert (report is None) or ("not saved" in str(report) or "nothing was saved" in str(report)) is not saved
        reports.append(report)
    assert len(reports) >= 200
    assert {type(report) for report in reports} == {type(None), NotSaved, Notice, StoreError}
    assert {report.exit_code for report in reports if isinstance(report, Notice)} == {NOT_CONFIRMED}
    assert not store.conflicts()
    assert [entry.name for entry in store.matches()] == ["friday.toml"]


@pytest.mark.sample(1)
def test_every_report_of_a_new_match_is_true_whatever_fails(store: Store) -> None:
    path = store.path_of("friday")
    for faults, report in _faults(lambda: store.create("friday", NEW), lambda: path.unlink(missing_ok=True)):
        saved = not isinstance(report, StoreError)
        assert path.exists() is saved, (faults.at, faults.code, faults.lasting, report)
        assert not saved or path.read_bytes() == NEW


def _restore(path: Path) -> None:
    for other in path.parent.iterdir():
        other.unlink()
    path.write_bytes(OLD)


@pytest.mark.parametrize("editor", ["writes into the file", "puts a new file there"])
def test_an_edit_in_the_very_moment_of_saving_is_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, editor: str, request: pytest.FixtureRequest
) -> None:
    if "rename" in request.node.name and editor == "puts a new file there":
        pytest.skip("without an exchange of files this moment, some microseconds long, cannot be closed")
    path = store.create("friday", OLD).path
    read = store.read(path)

    def meddle(call: Callable[..., Any]) -> Callable[..., Any]:
        def meddled(*args: Any) -> Any:
            if editor == "writes into the file":
                path.write_bytes(b"by hand\n")
            else:
                other = path.with_name("editor")
                other.write_bytes(b"by hand\n")
                other.rename(path)
            return call(*args)

        return meddled

    if "rename" in request.node.name:
        monkeypatch.setattr(os, "replace", meddle(os.replace))
    else:
        monkeypatch.setattr(durable, "swap_files", meddle(SWAP_FILES))
    notice = store.save(read, NEW).notice
    assert notice
    assert "saved, but another program had just changed it; its version is kept as" in notice.text
    assert notice.exit_code == KEPT_BOTH == 6
    assert path.read_bytes() == NEW
    (kept,) = store.conflicts()
    assert kept.read_bytes() == b"by hand\n"
    assert kept.name in notice.text
    assert not store.entries(EntryKind.LEFTOVER)


def test_an_edit_after_the_new_text_was_written_is_not_overwritten(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = store.create("friday", OLD).path
    read = store.read(path)
    monkeypatch.setattr(durable, "load_renameat2", lambda: path.write_bytes(b"by hand\n"))
    with pytest.raises(Conflict, match=r"friday\.toml has changed since it was read; nothing was saved"):
        store.save(read, NEW)
    assert path.read_bytes() == b"by hand\n"
    assert [each.name for each in path.parent.iterdir()] == ["friday.toml"]


def test_the_new_text_lies_beside_the_old_one_under_a_name_of_its_own_until_it_is_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = store.create("friday", OLD).path
    found: list[str] = []

    def interrupted() -> None:
        found.extend(each.name for each in path.parent.iterdir() if each != path)
        raise KeyboardInterrupt

    monkeypatch.setattr(durable, "load_renameat2", interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            store.save(store.read(path), NEW)
    assert len(set(found)) == 2
    assert all(re.fullmatch(r"~friday\.toml\.[0-9a-f]{12}\.tmp", name) for name in found)
    assert [each.name for each in path.parent.iterdir()] == ["friday.toml"]


def test_a_new_match_that_is_interrupted_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_temp: Path, _path: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(durable, "link_or_rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.create("friday", NEW)
    assert not list(store.matches_folder.iterdir())


def broken(*_: object) -> None:
    """A call that never works."""
    raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize("is_new", [False, True], ids=["a save", "a new match"])
@pytest.mark.parametrize("call", ["write", "fsync", "replace or link"])
def test_what_fails_leaves_nothing_beside_the_old_text(
    store: Store, monkeypatch: pytest.MonkeyPatch, call: str, is_new: bool
) -> None:
    read = store.create("friday", OLD)
    monkeypatch.setattr(durable, "swap_files", lambda _first, _second: False)
    monkeypatch.setattr(os, call.split(" or ")[-1 if is_new else 0], broken)
    with pytest.raises(NotSaved, match=r"nothing was changed: Input/output error$"):
        store.create("saturday", NEW) if is_new else store.save(read, NEW)
    assert [each.name for each in store.matches_folder.iterdir()] == ["friday.toml"]


def test_a_fault_that_says_nothing_of_itself_is_told_by_its_name(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(*_: object) -> None:
        raise OSError("an odd disk")

    monkeypatch.setattr(os, "fsync", odd)
    with pytest.raises(NotSaved, match=r"/friday\.toml: not saved, nothing was changed: an odd disk$"):
        store.create("friday", NEW)


@pytest.mark.parametrize("doubt", [None, "trouble"])
def test_what_another_program_wrote_and_what_the_disk_did_not_confirm_are_told_together(
    store: Store, monkeypatch: pytest.MonkeyPatch, doubt: str | None
) -> None:
    path = store.create("friday", OLD).path
    monkeypatch.setattr(durable, "_keep_displaced", lambda *_: path.with_name("theirs"))
    monkeypatch.setattr(durable, "_sync_folder", lambda _folder: doubt)
    assert store.save(store.read(path), NEW).notice == (
        f"{path}: saved, but another program had just changed it; its version is kept as theirs"
        + ("; it may not survive a power cut: trouble" if doubt else ""),
        KEPT_BOTH,
    )


@pytest.mark.parametrize("levels", [0, 1, 2])
def test_a_new_folder_that_the_disk_does_not_confirm_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, levels: int
) -> None:
    folder = [store.matches_folder, *store.matches_folder.parents][levels]
    monkeypatch.setattr(durable, "_sync_folder", lambda each: "trouble" if each == folder else None)
    path = store.path_of("friday")
    assert store.create("friday", NEW).notice == unconfirmed(path, "trouble")
    assert path.read_bytes() == NEW


@pytest.mark.parametrize(
    ("code", "told"), [(errno.EINVAL, False), (errno.EOPNOTSUPP, False), (errno.EIO, True), (errno.ENOSPC, True)]
)
def test_only_a_disk_that_could_confirm_a_folder_and_did_not_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, code: int, told: bool
) -> None:
    fsync = os.fsync
    path = store.create("friday", OLD).path

    def only_files(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(code, os.strerror(code))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", only_files)
    notice = store.save(store.read(path), NEW).notice
    assert notice == (unconfirmed(path, f"the disk reported {os.strerror(code)}") if told else None)
    assert path.read_bytes() == NEW


def test_what_was_read_is_read_though_closing_complains(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.create("friday", OLD).path

    def complaining(handle: int) -> None:
        os_close(handle)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "close", complaining)
    assert store.read(path).data == OLD


def test_every_file_that_is_opened_is_closed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    open_, close = os.open, os.close

    def noted(*args: Any) -> int:
        opened.append(open_(*args))
        return opened[-1]

    def removed(handle: int) -> None:
        close(handle)
        opened.remove(handle)

    monkeypatch.setattr(os, "open", noted)
    monkeypatch.setattr(os, "close", removed)
    store.save(store.create("friday", OLD), NEW)
    assert not opened


def test_where_rights_cannot_be_given_only_the_owner_reads_the_new_text(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no rights here")

    before = os.umask(0o027)
    try:
        path = store.create("friday", OLD).path
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    finally:
        os.umask(before)
    monkeypatch.setattr(os, "fchmod", refused)
    store.save(store.read(path), NEW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_was_replaced_and_cannot_be_compared_is_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.create("friday", OLD).path
    monkeypatch.setattr(durable, "_keep_displaced", broken)
    notice = store.save(store.read(path), NEW).notice
    assert path.read_bytes() == NEW
    (left,) = store.entries(EntryKind.LEFTOVER)
    assert left.read_bytes() == OLD
    why = f"the file that it replaced could not be checked and may be in {left.name} (Input/output error)"
    assert notice == unconfirmed(path, why)


class TestMoving:
    """Another name in another folder, in one step."""

    def test_makes_the_folder_and_keeps_the_text(self, tmp_path: Path) -> None:
        path, target = tmp_path / "a", tmp_path / "one" / "two" / "b"
        path.write_bytes(OLD)
        durable.move_file(path, target)
        assert target.read_bytes() == OLD
        assert not path.exists()
        with pytest.raises(FileNotFoundError):
            durable.move_file(path, target)

    def test_that_fails_changes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_bytes(OLD)
        with pytest.raises(NotSaved) as caught:
            durable.move_file(path, path / "b")
        assert str(caught.value) == f"{path}: not moved, nothing was changed: {path} is not a folder"
        (link := tmp_path / "link").symlink_to(tmp_path / "nothing")
        with pytest.raises(NotSaved, match=r"link is a broken link$"):
            durable.move_file(path, link / "b")
        assert path.read_bytes() == OLD

    def test_that_fails_where_nothing_can_be_looked_at_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a"
        path.write_bytes(OLD)
        monkeypatch.setattr(os, "rename", broken)
        monkeypatch.setattr(Path, "lstat", broken)
        with pytest.raises(NotSaved, match=r"/a: not moved, nothing was changed: Input/output error$"):
            durable.move_file(path, tmp_path / "b")
        assert path.read_bytes() == OLD

    @pytest.mark.parametrize("folder", ["here", "there", "both"])
    def test_that_the_disk_does_not_confirm_is_told(
        self, tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tmp_path = tmp_path / "both"
        (tmp_path / "here").mkdir(parents=True)
        path, target = tmp_path / "here" / "a", tmp_path / "there" / "b"
        path.write_bytes(OLD)
        monkeypatch.setattr(durable, "_sync_folder", lambda each: "trouble" if each.name == folder else None)
        told = f"{path}: moved, but a power cut may undo that: trouble"
        assert durable.move_file(path, target) == (told, NOT_CONFIRMED)
        assert target.read_bytes() == OLD


def test_each_outcome_has_its_own_exit_code() -> None:
    codes = [error.exit_code for error in (StoreError, NotSaved, Conflict)]
    assert [*codes, KEPT_BOTH, NOT_CONFIRMED] == [3, 4, 5, 6, 7]


def test_short_writes_are_finished(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    path = store.create("friday", OLD).path
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    store.save(store.read(path), NEW * 5)
    assert path.read_bytes() == NEW * 5


def test_what_was_put_in_its_place_and_still_complained_counts_as_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    place, done = (os, "replace") if "rename" in request.node.name else (durable, "swap_files")
    call = getattr(place, done)

    def done_but(*names: Path) -> None:
        call(*names)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(place, done, done_but)
    path = store.create("friday", OLD).path
    assert store.save(store.read(path), NEW).notice == unconfirmed(path, "the disk reported Input/output error")
    assert path.read_bytes() == NEW
    assert not store.entries(EntryKind.LEFTOVER)


KILLED = """
import os, signal, sys
from pathlib import Path
from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store.folder import Store

_, home, at, way, calls = sys.argv
store = Store(Path(home))
seen = 0

def deadly(call):
    def wrapped(*args, **kwargs):
        global seen
        seen += 1
        if seen == int(at):
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **kwargs)
    return wrapped

path = store.find("friday")
read = store.read(path)
if way == "rename":
    durable.swap_files = lambda first, second: False
durable.swap_files = deadly(durable.swap_files)
for name in calls.split():
    setattr(os, name, deadly(getattr(os, name)))
store.save(read, b"new = 1\\n")
print("saved", flush=True)
"""


@pytest.mark.slow
@pytest.mark.sample(1)
def test_killed_at_any_call_the_file_is_old_or_new_and_the_next_save_works(
    store: Store, request: pytest.FixtureRequest
) -> None:
    way = "rename" if "rename" in request.node.name else "exchange"
    path = store.create("friday", OLD).path
    found = set()
    for at in itertools.count(1):
        _restore(path)
        run = subprocess.run(
            [sys.executable, "-c", KILLED, str(store.home), str(at), way, " ".join(CHANGING)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
        )
        read = store.read(path)
        assert read.data in (OLD, NEW)
        assert [entry.name for entry in store.matches()] == ["friday.toml"]
        found.add((run.returncode, read.data))
        if run.returncode == 0:
            break
        store.save(read, b"next = 1\n")
        assert path.read_bytes() == b"next = 1\n"
    assert at > 8
    assert found == {(-signal.SIGKILL, OLD), (-signal.SIGKILL, NEW), (0, NEW)}


def test_interruptions_wait_for_the_end_of_the_block_and_are_told() -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    with defer_signals() as held:
        assert not held
        with defer_signals() as inner:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGINT)
        assert inner is held
        assert held.received == [signal.SIGTERM, signal.SIGINT]
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
    with defer_signals() as held:
        assert not held


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with defer_signals() as held:
            os.kill(os.getpid(), signal.SIGHUP)
        assert not held
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("may", ["everything", "give to a group", "nothing"])
def test_the_new_text_is_for_the_people_the_old_one_was_for(
    store: Store, monkeypatch: pytest.MonkeyPatch, may: str
) -> None:
    """A shared folder: the file is another person's, of a group that we are in, or not even that."""
    path = store.create("shared", OLD).path
    path.chmod(0o664)
    own, new = path.stat(), path.with_name("new.toml")
    theirs = (own.st_uid + 1, own.st_gid + 1)
    given: list[tuple[int, int]] = []

    def fchown(_handle: int, user: int, group: int) -> None:
        given.append((user, group))
        if may == "nothing" or (user != -1 and may != "everything"):
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "fchown", fchown)
    durable.create_file(new, NEW, os.stat_result((*own[:4], *theirs, *own[6:])))
    assert new.stat().st_mode & 0o777 == 0o664
    assert given == ([theirs] if may == "everything" else [theirs, (-1, theirs[1])])
    given.clear()
    new.unlink()
    durable.create_file(new, NEW, own)
    assert not given


def test_short_reads_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, read = tmp_path / "friday.toml", os.read
    path.write_bytes(NEW)
    monkeypatch.setattr(os, "read", lambda handle, _number: read(handle, 3))
    assert read_regular(path) == NEW


@pytest.mark.parametrize(
    ("mode", "says"),
    [(stat.S_IFDIR, "a folder"), (stat.S_IFIFO, "a pipe"), (stat.S_IFSOCK, "a socket"), (stat.S_IFCHR, "a device")],
)
def test_what_is_no_file_is_called_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, says: str
) -> None:
    path = tmp_path / "friday.toml"
    path.write_bytes(NEW)
    found = os.stat_result((mode, *path.stat()[1:]))
    monkeypatch.setattr(os, "fstat", lambda _handle: found)
    with pytest.raises(OSError, match=f"it is {says}, not a file"):
        read_regular(path)


def test_a_new_match_is_for_whom_the_system_lets_new_files_be(tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        durable.create_file(tmp_path / "friday.toml", NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "friday.toml").stat().st_mode) == 0o664


def test_every_complaint_begins_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "friday.toml"
    saved = unconfirmed(path, "the disk reported trouble")
    with monkeypatch.context() as held:
        held.setattr(durable, "_sync_folder", lambda _folder: "the disk reported trouble")
        assert durable.create_file(path, OLD) == saved
        assert durable.sync_to_disk(path) == saved
    monkeypatch.setattr(durable, "_write_temp", Faults(1, errno.ENOSPC, lasting=True)(durable._write_temp))
    with pytest.raises(NotSaved, match=f"^{re.escape(str(path))}: not saved, nothing was changed: No space left"):
        durable.replace_file(path, NEW, OLD)


def test_a_move_that_failed_is_not_taken_for_done_because_something_lies_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = tmp_path / "friday.toml", tmp_path / "removed.toml"
    path.write_bytes(OLD)
    target.write_bytes(NEW)
    monkeypatch.setattr(Path, "rename", Faults(1, errno.EACCES, lasting=True)(Path.rename))
    with pytest.raises(NotSaved, match="not moved, nothing was changed"):
        durable.move_file(path, target)
