"""What lies in the place of a match file may be anything: reading does not hang, changes nothing, and goes on."""

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tests.support.haggis import PATIENCE, Haggis, Ran, header
from tests.support.program import assert_answered, measured

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has few of these")

GOOD = header()


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket holds some hundred bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3 << 40)


def _unreadable(path: Path) -> None:
    path.write_text(GOOD, encoding="utf-8")
    path.chmod(0)


def _link(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _bytes(data: bytes) -> Callable[[Path], None]:
    return lambda path: _none(path.write_bytes(data))


def _none(_: object) -> None:
    return None


KINDS: dict[str, tuple[Callable[[Path], None], str]] = {
    "folder": (Path.mkdir, "it is a folder, not a file"),
    "pipe": (os.mkfifo, "it is a pipe, not a file"),
    "socket": (_socket, "cannot be read: "),
    "link to nothing": (_link("nowhere.toml"), "there is no such file"),
    "link to itself": (_link("link-to-itself.toml"), "cannot be read: Too many levels of symbolic links"),
    "link to a folder": (_link("."), "it is a folder, not a file"),
    "link to endless zeros": (_link("/dev/zero"), "it is a device, not a file"),
    "link to a full disk": (_link("/dev/full"), "it is a device, not a file"),
    "link to the terminal": (_link("/dev/tty"), "cannot be read: "),
    "link to chance": (_link("/dev/urandom"), "it is a device, not a file"),
    "3 terabytes of nothing": (_sparse, "it is larger than 1 MiB, so it is not a match file"),
    "not to be read": (_unreadable, "cannot be read: Permission denied"),
    "empty": (_bytes(b""), "line 1: the file is empty (0 bytes): replace it with a copy of the match"),
    "one byte order mark": (_bytes(b"\xef\xbb\xbf"), "line 1: the key 'format' is missing"),
    "blank lines": (_bytes(b"\n \n\t\n"), "line 1: the key 'format' is missing"),
    "comments": (_bytes(b"# Haggis\n"), "line 1: the key 'format' is missing"),
    "UTF-16": (_bytes(GOOD.encode("utf-16")), "line 1, column 1: the file is saved as UTF-16"),
    "UTF-16 without a mark": (
        _bytes(GOOD.encode("utf-16-le")),
        "line 1, column 2: a NUL byte, which text cannot contain",
    ),
    "Latin-1": (_bytes(GOOD.replace("Isla", "Zo\u00eb").encode("latin-1")), "the byte 0xeb is not UTF-8"),
    "zeros after a power cut": (_bytes(GOOD.encode() + b"\0" * 512), "line 8, column 1: a NUL byte"),
    "nothing but zeros": (_bytes(b"\0" * 4096), "line 1, column 1: a NUL byte"),
    "a picture": (_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "line 3, column 1: a NUL byte"),
    "an archive": (_bytes(b"\x1f\x8b\x08\x08abc\xff\xfe"), "line 1, column 2: the byte 0x8b is not UTF-8"),
    "a web page": (_bytes(b"<!doctype html><title>Sign in</title>"), "line 1, column 1: Invalid statement"),
    "JSON": (_bytes(b'{"format": 1}'), "line 1, column 1: Invalid statement"),
    "a merge conflict": (
        _bytes(f"{GOOD}<<<<<<< HEAD\na = 1\n=======\nb = 1\n>>>>>>> x\n".encode()),
        "line 8, column 1: git left a merge conflict here",
    ),
    "a newer format": (
        _bytes(GOOD.replace("format = 1", "format = 2\nfresh = 1").encode()),
        "line 1: this file has format 2, but this version of haggis reads format 1: use a newer version",
    ),
    "half a file": (
        _bytes(f'# Haggis match; ends with the line "# end".\n{GOOD}'.encode()),
        "the file is cut off here",
    ),
}

BESIDE = (
    "friday.sync-conflict-20261121-193000-ABCDEFG.toml",
    "friday (conflicted copy 2026-11-21 193000).toml",
    "friday (1).toml",
    "friday.conflict-0a1b2c.toml.txt",
    "~friday.toml.0a1b2c3d4e5f.tmp",
    ".friday.toml.swp",
    ".#friday.toml",
    "friday.toml~",
    ".syncthing.friday.toml.tmp",
    "Thumbs.db",
    "desktop.ini",
)
"""What sync tools, editors and systems put beside a match; each holds a match that reads."""


@pytest.fixture
def store(haggis: Haggis) -> Iterator[Haggis]:
    """A computer with one good match and one file of each odd kind."""
    haggis.keep(GOOD)
    for name, (make, _) in KINDS.items():
        make(_path(haggis, name))
    for name in BESIDE:
        (haggis.home / "matches" / name).write_text(GOOD, encoding="utf-8")
    yield haggis
    _path(haggis, "not to be read").chmod(0o600)


def _path(haggis: Haggis, kind: str) -> Path:
    return haggis.path(kind.replace(" ", "-"))


def _skip_what_cannot_be(kind: str) -> None:
    if kind == "not to be read" and os.geteuid() == 0:
        pytest.skip("the administrator may read everything")
    if kind == "link to a full disk" and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")


def _picture(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything in a folder, as it can be seen without reading what is no file."""
    found = {}
    for path in folder.iterdir():
        seen = path.lstat()
        found[path.name] = (seen.st_mode, seen.st_mtime_ns, path.read_bytes() if _is_small(path) else b"")
    return found


def _is_small(path: Path) -> bool:
    """Whether it is a file that can be read, of the size of a match."""
    seen = path.lstat()
    return stat.S_ISREG(seen.st_mode) and seen.st_size < 1 << 20 and bool(seen.st_mode & 0o400)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("command", "kind"), [*zip(cycle(("show", "check")), KINDS, strict=False)])
def test_each_is_answered_in_a_sentence_and_left_as_it_is(store: Haggis, kind: str, command: str) -> None:
    _skip_what_cannot_be(kind)
    before = _picture(store.home / "matches")
    words = (command, str(_path(store, kind)))
    if _is_small(_path(store, kind)):
        ran = store(*words)
    else:  # which may take long, or more memory than there is
        cost = measured(store, *words)
        assert_answered(cost)
        ran = Ran(*cost[:3])
    assert (ran.code, ran.out) == (3, "")
    assert KINDS[kind][1] in ran.err
    assert ran.err.startswith("haggis: ")
    assert ran.err.count("\n") == 1
    assert _picture(store.home / "matches") == before


@pytest.mark.slow
def test_there_are_more_than_twenty_kinds() -> None:
    assert len(KINDS) + len(BESIDE) > 20


@pytest.mark.slow
class TestOneBadFileHurtsOnlyItself:
    def test_the_others_are_listed_and_counted_and_it_is_told(self, store: Haggis) -> None:
        before = _picture(store.home / "matches")
        cost = measured(store, "list")
        assert_answered(cost)
        rows = {row["id"]: row["error"] for row in store.json("list")["matches"]}
        regular = {path.stem for path in store.path().parent.glob("*.toml") if path.is_file()}
        assert rows.pop("friday") is None
        assert set(rows) <= regular
        if os.geteuid() == 0:  # who may read that one
            rows.pop("not-to-be-read")
        kinds = {_path(store, kind).stem: said for kind, (_, said) in KINDS.items()}
        assert all(kinds[name] in error for name, error in rows.items())
        assert _picture(store.home / "matches") == before

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("command", ["stats", "check", "check --json", "export --all -o out", "list --json"])
    def test_every_command_that_reads_all_goes_on(self, store: Haggis, command: str) -> None:
        before = _picture(store.home / "matches")
        cost = measured(store, *command.split())
        assert cost.code in (0, 3)
        assert "Traceback" not in cost.err
        assert "an error in haggis" not in cost.err
        assert _picture(store.home / "matches") == before

    def test_copies_and_temporary_files_are_never_counted_and_never_removed(self, store: Haggis) -> None:
        listing = store.json("list")
        assert [row["id"] for row in listing["matches"] if row["error"] is None and row["id"] == "friday"] == ["friday"]
        assert sorted(listing["conflicts"]) == sorted(BESIDE[:4])
        store.ok("score", "friday", "Noah: out 8, cards 12")
        assert all((store.home / "matches" / name).exists() for name in BESIDE)

    def test_the_good_match_is_scored_and_shown(self, store: Haggis) -> None:
        assert store.ok("score", "friday", "Noah: out 8, cards 12")
        assert store.ok("show", "friday")

    def test_the_last_match_is_the_one_changed_last_whatever_lies_beside_it(self, haggis: Haggis) -> None:
        haggis.keep(GOOD)
        for kind in ("folder", "pipe", "link to nothing", "link to endless zeros"):
            KINDS[kind][0](_path(haggis, kind))
        ran = haggis.process("show")
        assert ran.code == 0, ran


@pytest.mark.slow
class TestStandardInput:
    def test_a_match_that_never_ends(self, haggis: Haggis) -> None:
        """As `haggis check - < /dev/zero`: no more is read than a match file may hold."""
        with Path("/dev/zero").open("rb") as endless:
            done = subprocess.run(
                [sys.executable, "-m", "haggis_cli", "check", "-"],
                stdin=endless,
                capture_output=True,
                encoding="utf-8",
                env=haggis.environment(),
                timeout=PATIENCE,
                check=False,
            )
        assert Ran(done.returncode, done.stdout, done.stderr) == Ran(
            3, "", "haggis: standard input: larger than 1 MiB, so it is not a match file\n"
        )


@pytest.mark.slow
@pytest.mark.longest(12)
@pytest.mark.sample(2)
@pytest.mark.parametrize("command", ["import", "record", "score", "undo", "log", "sheet", "export", "edit"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "link to endless zeros", "3 terabytes of nothing"])
def test_no_command_waits_for_what_is_no_file(haggis: Haggis, kind: str, command: str) -> None:
    path = haggis.folder / "odd.toml"
    KINDS[kind][0](path)
    more = {"record": ("Noah: 7r",), "score": ("Noah: out 8, cards 12",)}.get(command, ())
    ran = haggis.process(command, str(path), *more)
    assert ran.code == 3, ran
    assert "Traceback" not in ran.err
    assert "an error in haggis" not in ran.err
