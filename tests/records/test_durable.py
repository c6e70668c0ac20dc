"""After every fault the file is the old or the new one, and what was reported about it is true.

SQLite's method: fail the first call to the system, then the second, and so on until nothing fails any more; once with
a single failure and once with everything failing from there on.
"""

import errno
import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import haggis_cli
from haggis_cli.errors import Conflict, StoreError
from haggis_cli.records import durable, swap
from haggis_cli.records.durable import KeptConflict, NotDurable, NotSaved
from haggis_cli.records.entries import Kind
from haggis_cli.records.signals import undisturbed
from haggis_cli.records.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="faults are put into POSIX calls")

ROOT = Path(haggis_cli.__file__).parents[1]
OLD, NEW = b"old = 1 # by hand\n", b"new = 1\n"
CHANGING = ["open", "write", "fsync", "close", "fchmod", "link", "replace", "rename", "unlink"]
CALLS = [*CHANGING, "fstat", "read", "stat", "lstat", "mkdir", "urandom"]
ERRORS = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EPERM, errno.EINTR)


@pytest.fixture(params=["exchange", "rename"])
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Store:
    """A store on a system that can exchange two files, and on one that can only rename."""
    monkeypatch.setenv("HAGGIS_LOCKS", str(tmp_path / "locks"))
    if request.param == "rename":
        monkeypatch.setattr(durable, "exchange", lambda _first, _second: False)
    elif sys.platform != "linux":
        pytest.skip("only Linux exchanges files here")
    return Store(tmp_path / "home", patience=1)


os_close = os.close


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

    def report(self, act: Callable[[], object]) -> StoreError | None:
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self(getattr(os, name)))
            patch.setattr(durable, "exchange", self(getattr(durable, "exchange", swap.exchange)))
            try:
                act()
            except StoreError as error:
                return error
        return None


def _faults(act: Callable[[], object], reset: Callable[[], None]) -> Iterator[tuple[Faults, StoreError | None]]:
    for code, lasting in itertools.product(ERRORS, (False, True)):
        for at in itertools.count(1):
            reset()
            faults = Faults(at, code, lasting=lasting)
            yield faults, faults.report(act)
            if faults.seen < at:
                break


def test_every_report_of_a_save_is_true_whatever_fails(store: Store) -> None:
    path = store.create("friday", OLD)
    read = store.read(path)
    reports: list[StoreError | None] = []
    for faults, report in _faults(lambda: store.save(read, NEW), lambda: _restore(path)):
        saved = report is None or isinstance(report, NotDurable | KeptConflict)
        assert path.read_bytes() == (NEW if saved else OLD), (faults.at, faults.code, faults.lasting, report)
        assert (report is None) or ("not saved" in str(report) or "nothing was saved" in str(report)) is not saved
        reports.append(report)
    assert len(reports) >= 200
    assert {type(report) for report in reports} == {type(None), NotSaved, NotDurable, StoreError}
    assert not store.conflicts()
    assert [entry.name for entry in store.matches()] == ["friday.toml"]


def test_every_report_of_a_new_match_is_true_whatever_fails(store: Store) -> None:
    path = store.path_of("friday")
    for faults, report in _faults(lambda: store.create("friday", NEW), lambda: path.unlink(missing_ok=True)):
        saved = report is None or isinstance(report, NotDurable)
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
    path = store.create("friday", OLD)
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
        monkeypatch.setattr(durable, "exchange", meddle(swap.exchange))
    with pytest.raises(
        KeptConflict, match="saved, but another program had just changed it; its version is kept as"
    ) as caught:
        store.save(read, NEW)
    assert caught.value.exit_code == 6
    assert path.read_bytes() == NEW
    (kept,) = store.conflicts()
    assert kept.read_bytes() == b"by hand\n"
    assert kept.name in str(caught.value)
    assert not store.entries(Kind.LEFTOVER)


def test_each_outcome_has_its_own_exit_code() -> None:
    codes = [error.exit_code for error in (StoreError, NotSaved, Conflict, KeptConflict, NotDurable)]
    assert codes == [3, 4, 5, 6, 7]


def test_short_writes_are_finished(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    path = store.create("friday", OLD)
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    store.save(store.read(path), NEW * 5)
    assert path.read_bytes() == NEW * 5


def test_a_disk_without_links_still_never_overwrites_a_match(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    path = store.create("friday", OLD)
    with pytest.raises(StoreError, match="there is such a file already"):
        store.create("friday", NEW)
    store.save(store.read(path), NEW)
    assert path.read_bytes() == NEW
    assert len(list(store.matches_folder.iterdir())) == 1


def test_a_rename_that_was_done_and_still_complained_counts_as_saved(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def done_but(*args: Any) -> None:
        replace(*args)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(durable, "exchange", lambda _first, _second: False)
    monkeypatch.setattr(os, "replace", done_but)
    path = store.create("friday", OLD)
    with pytest.raises(NotDurable, match="saved, but it may not survive a power cut: the disk reported"):
        store.save(store.read(path), NEW)
    assert path.read_bytes() == NEW


KILLED = """
import os, signal, sys
from pathlib import Path
from haggis_cli.records import durable
from haggis_cli.records.store import Store

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
    durable.exchange = lambda first, second: False
durable.exchange = deadly(durable.exchange)
for name in calls.split():
    setattr(os, name, deadly(getattr(os, name)))
store.save(read, b"new = 1\\n")
print("saved", flush=True)
"""


def test_killed_at_any_call_the_file_is_old_or_new_and_the_next_save_works(
    store: Store, request: pytest.FixtureRequest
) -> None:
    way = "rename" if "rename" in request.node.name else "exchange"
    path = store.create("friday", OLD)
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
    with undisturbed() as held:
        assert not held
        with undisturbed() as inner:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGINT)
        assert inner is held
        assert held.arrived == [signal.SIGTERM, signal.SIGINT]
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
    with undisturbed() as held:
        assert not held


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with undisturbed() as held:
            os.kill(os.getpid(), signal.SIGHUP)
        assert not held
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
