"""The folder of matches: what is found in it, what is read, and what is never waited for."""

import os
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import haggis_cli
from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store import files
from haggis_cli.matches.store.files import EntryKind, NotSaved, home_folder, locks_folder, scan_folder
from haggis_cli.matches.store.folder import Store, file_lock
from haggis_cli.matches.toml.parsing import MAX_BYTES
from haggis_cli.support import errors
from haggis_cli.support.errors import Conflict, StoreError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.players import player_looks

ROOT = Path(haggis_cli.__file__).parents[1]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("HAGGIS_LOCKS", str(tmp_path / "locks"))
    return Store(tmp_path / "home", patience=0.1)


def test_a_match_is_created_read_and_saved(store: Store) -> None:
    path = store.create("friday", b"a = 1\n").path
    assert path == store.path_of("friday")
    first = store.read(path)
    assert first.data == b"a = 1\n"
    second = store.save(first, b"a = 2\n")
    assert store.read(path) == second
    assert [entry.name for entry in store.matches_folder.iterdir()] == ["friday.toml"]


def test_a_new_match_never_takes_the_place_of_another(store: Store) -> None:
    path = store.create("friday", b"a = 1\n").path
    with pytest.raises(StoreError, match=r"/friday\.toml: this file already exists; nothing was saved$"):
        store.create("friday", b"a = 2\n")
    assert path.read_bytes() == b"a = 1\n"
    assert os.listdir(store.matches_folder) == ["friday.toml"]  # noqa: PTH208 (names are what matters)


@pytest.mark.parametrize("match_id", ["../friday", "Friday", "a b", "a.toml", "fri\x1bday", "con"])
def test_a_new_match_has_a_name_that_is_safe_everywhere(store: Store, match_id: str) -> None:
    with pytest.raises(UsageError):
        store.create(match_id, b"")
    assert not store.home.exists()


def test_what_changed_since_it_was_read_is_not_overwritten(store: Store) -> None:
    path = store.create("friday", b"a = 1\n").path
    read = store.read(path)
    path.write_bytes(b"a = 1 # by hand\n")
    with pytest.raises(
        Conflict, match=r"friday\.toml has changed since it was read; nothing was saved: run the command again"
    ):
        store.save(read, b"a = 2\n")
    assert path.read_bytes() == b"a = 1 # by hand\n"
    path.unlink()
    with pytest.raises(Conflict, match=r"/friday\.toml has been removed since it was read; nothing was saved$"):
        store.save(read, b"a = 2\n")
    assert not list(store.matches_folder.iterdir())


def test_what_could_not_be_read_again_is_not_saved(store: Store) -> None:
    says = "not saved, nothing was changed: it would be larger than 1 MiB and could not be read again$"
    read = store.create("friday", b"")
    with pytest.raises(NotSaved, match=rf"/friday\.toml: {says}"):
        store.save(read, b" " * (MAX_BYTES + 1))
    with pytest.raises(NotSaved, match=rf"/saturday\.toml: {says}"):
        store.create("saturday", b" " * (MAX_BYTES + 1))
    store.save(read, b" " * MAX_BYTES)
    assert len(store.read(read.path).data) == MAX_BYTES


@pytest.mark.parametrize(
    "match_id",
    ["", ".", "..", "../matches/friday", "/friday", "./friday", "matches/friday", "friday/", "FRIDAY", "frida",
     "friday.toml", "friday\0", "a" * 300, "friday.sync-conflict-20260101-120000-ABCDEFG", "saturday (1)", "~friday",
     ".friday"],
)  # fmt: skip
def test_just_this_name_finds_no_other_file(store: Store, match_id: str) -> None:
    for name in ("friday", "saturday", "saturday (1)", "friday.sync-conflict-20260101-120000-ABCDEFG", ".friday"):
        store.matches_folder.mkdir(parents=True, exist_ok=True)
        store.path_of(name).write_bytes(b"")
    assert store.find_exact(match_id) is None


@pytest.mark.parametrize("name", ["friday", "Friday", "2026-11-21", "zoë & co", "sunday (1)", "١٢"])
def test_just_this_name_finds_its_file_without_looking_at_the_others(
    store: Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.matches_folder.mkdir(parents=True)
    store.path_of(name).write_bytes(b"")
    assert store.find_exact(name) == store.path_of(name)
    if sys.platform not in ("darwin", "win32") and name != "sunday (1)":
        monkeypatch.setattr(files, "scan_folder", lambda _folder: pytest.fail("looked at all"))
        assert store.find_exact(name) == store.path_of(name)


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX systems")
def test_in_a_folder_that_takes_upper_for_lower_case_only_the_name_as_it_stands_there_is_found(store: Store) -> None:
    """Several names of one file stand for such a folder, whose listing has only one of them."""
    path = store.create("friday", b"").path
    listed = scan_folder(store.matches_folder)
    for name in ("FRIDAY.toml", "friday.TOML", "FRIDAY.TOML"):
        os.link(path, store.matches_folder / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "scan_folder", lambda _folder: listed)
        assert store.find_exact("FRIDAY") is None
        assert store.find_exact("friday") == path


@pytest.mark.skipif(sys.platform == "win32", reason="links, rights and pipes of POSIX systems")
class TestPosix:
    def test_a_link_stays_a_link_and_rights_stay_as_they_were(self, store: Store, tmp_path: Path) -> None:
        real = tmp_path / "elsewhere.toml"
        real.write_bytes(b"a = 1\n")
        real.chmod(0o640)
        store.create("first", b"")
        link = store.path_of("friday")
        link.symlink_to(real)
        store.save(store.read(link), b"a = 2\n")
        assert link.is_symlink()
        assert real.read_bytes() == b"a = 2\n"
        assert stat.S_IMODE(real.stat().st_mode) == 0o640

    def test_odd_things_are_refused_at_once_and_are_no_matches(self, store: Store, tmp_path: Path) -> None:
        store.create("friday", b"")
        folder = store.matches_folder
        os.mkfifo(folder / "pipe.toml")
        (folder / "folder.toml").mkdir()
        (folder / "loop.toml").symlink_to(folder / "loop.toml")
        (folder / "dangling.toml").symlink_to(tmp_path / "nothing")
        (folder / "zero.toml").symlink_to("/dev/zero")
        with (folder / "huge.toml").open("wb") as huge:
            huge.truncate(1 << 40)
        with socket.socket(socket.AF_UNIX) as unix, pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)  # the path of a socket has to be short
            unix.bind("socket.toml")
        said = {"pipe": "a pipe", "folder": "a folder", "zero": "a device", "huge": "larger than 1 MiB"}
        for name in ("pipe", "folder", "loop", "dangling", "zero", "huge", "socket"):
            with pytest.raises(StoreError, match=said.get(name, r"\.toml: ")):
                store.read(folder / f"{name}.toml")
        assert [path.stem for path in store.matches()] == ["friday", "huge"]
        assert len(store.entries(EntryKind.NOT_A_FILE)) == 6

    def test_a_link_to_nothing_in_the_place_of_the_folder(self, store: Store, tmp_path: Path) -> None:
        store.home.mkdir()
        store.matches_folder.symlink_to(tmp_path / "nothing")
        with pytest.raises(StoreError, match=r"/matches: this link is broken: is a disk missing\?$"):
            store.matches()

    def test_reading_changes_nothing_and_takes_no_lock(self, store: Store, tmp_path: Path) -> None:
        path = store.create("friday", b"a = 1\n").path
        with store.lock(path):
            before = sorted(tmp_path.rglob("*"))
            other = Store(store.home, patience=0)
            assert other.read(other.find("fri")).data == b"a = 1\n"
            assert other.redo_history.load_last(b"a = 1\n") is None
            assert sorted(tmp_path.rglob("*")) == before
        Store(tmp_path / "new").matches()
        assert not (tmp_path / "new").exists()


def test_copies_and_temporary_files_are_shown_apart_and_never_counted(store: Store) -> None:
    store.create("friday", b"")
    conflicts = [
        "friday.sync-conflict-20261121-193000-ABCDEFG.toml",
        "friday (conflicted copy 2026-11-21 093612).toml",
        "friday (Isla's conflicted copy 2026-11-21).toml",
        "friday (Case Conflict).toml",
        "friday.conflict-0a1b2c.toml.txt",
        "friday (1).toml",
        "friday 2.toml",
        "Friday - Copy.toml",
    ]
    leftovers = [
        "~friday.toml.0123456789ab.tmp",
        ".#friday.toml",
        ".friday.toml.swp",
        "friday.toml~",
        ".syncthing.a.tmp",
    ]
    others = ["notes.txt", ".hidden.toml"]
    matches = ["friday.toml", "saturday (1).toml", "UPPER.TOML"]
    for name in [*conflicts, *leftovers, *others, *matches]:
        (store.matches_folder / name).touch()
    assert [path.name for path in store.matches()] == sorted(matches)
    assert {path.name for path in store.conflicts()} == set(conflicts)
    assert {path.name for path in store.entries(EntryKind.LEFTOVER)} == set(leftovers)
    assert {path.name for path in store.entries(EntryKind.OTHER)} == set(others)


@pytest.mark.usefixtures("as_command")
def test_a_match_is_found_by_path_id_or_part(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ((), ("friday",)):
        with pytest.raises(StoreError, match=r"^no match yet: start one with 'haggis new'$"):
            store.find(*part)
    paths = {name: store.create(name, b"").path for name in ("2026-noah", "2026-noah-isla", "2027-isla")}
    with pytest.raises(StoreError, match=r"^the current match is unknown: name a match"):
        store.find()
    assert store.find("2026-NOAH") == paths["2026-noah"]
    assert store.find("noah-I") == paths["2026-noah-isla"]
    assert store.find("2027") == paths["2027-isla"]
    assert store.find("2027-isla.toml") == paths["2027-isla"]
    assert store.find(str(paths["2027-isla"])) == paths["2027-isla"]
    monkeypatch.chdir(store.matches_folder)
    assert store.find("2027-isla.toml") == Path("2027-isla.toml")
    with pytest.raises(StoreError, match=r"2 matches fit 'isla': type more of one of 2026-noah-isla, 2027-isla"):
        store.find("isla")
    with pytest.raises(StoreError, match=r"there is no match 'a\\x1bb'"):
        store.find("a\x1bb")
    with pytest.raises(StoreError, match=r"no/such\.toml: there is no such file"):
        store.find("no/such.toml")


@pytest.mark.parametrize(("number", "end"), [(10, "x09"), (11, "x09 and 1 more")])
def test_ten_of_the_matches_that_fit_are_named(store: Store, number: int, end: str) -> None:
    for place in range(number):
        store.create(f"x{place:02}", b"")
    with pytest.raises(StoreError, match=rf"^{number} matches fit 'X': type more of one of x00, .*, {end}$"):
        store.find("X")


def test_an_id_is_no_path_whatever_lies_here(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.create("friday", b"").path
    (tmp_path / "friday").mkdir()
    monkeypatch.chdir(tmp_path)
    assert store.find("friday") == path


def test_the_folder_is_surveyed_at_once(store: Store) -> None:
    store.create("friday", b"a = 1\n")
    for other in ("friday (1).toml", "notes.txt"):
        (store.matches_folder / other).touch()
    found = store.survey()
    assert {name: each.st_size for name, each in found.matches.items()} == {"friday.toml": 6}
    assert found.conflicts == ["friday (1).toml"]


def test_everything_has_the_same_place_in_every_haggis(store: Store) -> None:
    assert store.redo_history.folder == store.home / "undone"
    assert store.correction_history.folder == store.home / "corrected"
    assert store.path_of("friday") == store.home / "matches" / "friday.toml"


@pytest.mark.skipif(os.name == "nt", reason="paths are written otherwise there")
def test_a_match_has_the_same_lock_in_every_haggis(store: Store, tmp_path: Path) -> None:
    with store.lock(Path("/x/friday.toml")):
        assert [lock.name for lock in (tmp_path / "locks").iterdir()] == ["5b3ebd57e698673a.lock"]


def test_it_is_remembered_that_something_was_saved(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def saved() -> bool:
        told = errors.describe_failure("the disk is full", 3)[1] == errors.SAVED_THEN_FAILED
        monkeypatch.setattr(errors, "_saved", False)
        return told

    monkeypatch.setattr(errors, "_saved", False)
    read = store.create("friday", b"a = 1\n")
    assert saved()
    with pytest.raises(Conflict):
        store.save(read._replace(data=b"another"), b"a = 2\n")
    assert not saved()
    monkeypatch.setattr(durable, "_sync_folder", lambda _folder: "the disk reported trouble")
    assert store.save(read, b"a = 2\n").notice
    assert saved()


def test_what_cannot_be_read_is_said_in_one_sentence(store: Store) -> None:
    store.create("friday", b"")
    (store.matches_folder / "folder.toml").mkdir()
    wrong = {
        store.matches_folder / "folder.toml": "cannot be read: it is a folder, not a file",
        store.matches_folder / "no.toml": "there is no such file",
        Path("a\0b.toml"): "this is not a valid file name",
    }
    for path, why in wrong.items():
        with pytest.raises(StoreError) as caught:
            store.read(path)
        assert str(caught.value) == f"{escape_text(str(path))}: {why}"


def test_a_lock_that_is_not_given_back_is_named_and_nothing_is_saved(store: Store) -> None:
    path = store.create("friday", b"a = 1\n").path
    read = store.read(path)
    other = Store(store.home)
    with other.lock(path), other.lock(path):
        told = r"nothing was saved: another haggis has been working on this match .* try again when it is done"
        with pytest.raises(StoreError, match=told):
            store.save(read, b"a = 2\n")
        other.save(read, b"a = 3\n")
    assert path.read_bytes() == b"a = 3\n"
    with store.lock(path):
        pass


def test_the_lock_waits_for_its_turn(tmp_path: Path) -> None:
    lock = tmp_path / "locks" / "one.lock"
    order: list[str] = []
    entered = threading.Event()

    def first() -> None:
        with file_lock(lock):
            entered.set()
            order.append("first")
            threading.Event().wait(0.05)
            order.append("first leaves")

    thread = threading.Thread(target=first)
    thread.start()
    entered.wait()
    with file_lock(lock):
        order.append("second")
    thread.join()
    assert order == ["first", "first leaves", "second"]


def test_locks_that_cannot_be_made_are_complained_of_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(StoreError, match="the lock cannot be created: File exists; HAGGIS_LOCKS"),
        file_lock(tmp_path / "file" / "a"),
    ):
        pass


def test_a_file_in_the_place_of_the_folder(store: Store) -> None:
    store.home.mkdir()
    store.matches_folder.touch()
    with pytest.raises(StoreError, match=r"/matches: cannot be read: Not a directory$"):
        store.matches()
    with pytest.raises(NotSaved, match="is not a folder"):
        store.create("friday", b"")


@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_name_means_no_match(store: Store, text: str) -> None:
    store.create("friday", b"")
    with pytest.raises(StoreError, match=r"^the name of the match is empty: omit it for the current match$"):
        store.find(text)


def test_a_name_that_cannot_be_one_is_told_with_one_that_can(store: Store) -> None:
    with pytest.raises(UsageError, match=r"^'Fri day' cannot be the name of a match: try 'fri-day'$"):
        store.create("Fri day", b"")


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_where_capitals_make_no_other_name_the_folder_says_how_it_is_written(
    store: Store, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    store.create("friday", b"")
    looked_through: list[Store] = []
    matches = Store.matches

    def noted(self: Store) -> list[Path]:
        looked_through.append(self)
        return matches(self)

    monkeypatch.setattr(Store, "matches", noted)
    assert (store.find("friday"), looked_through) == (store.path_of("friday"), [])
    monkeypatch.setattr(sys, "platform", system)
    assert (store.find("friday"), looked_through) == (store.path_of("friday"), [store])


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="the folders of Linux")
def test_the_systems_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HAGGIS_HOME", "HAGGIS_LOCKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert home_folder() == tmp_path / "data" / "haggis"
    assert locks_folder() == tmp_path / "state" / "haggis" / "locks"


def test_home_is_the_option_else_the_environment_else_the_systems_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAGGIS_HOME", str(tmp_path))
    assert home_folder(str(tmp_path / "x")) == tmp_path / "x"
    assert home_folder(None) == tmp_path
    monkeypatch.setenv("HAGGIS_HOME", "")
    monkeypatch.delenv("HAGGIS_LOCKS", raising=False)
    assert home_folder().name == "haggis"
    assert home_folder() not in locks_folder().parents
    monkeypatch.chdir(tmp_path)
    assert home_folder("book") == tmp_path / "book"


def test_importing_the_store_loads_nothing_that_is_slow() -> None:
    code = "import sys, haggis_cli.matches.store.folder; print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    slow = {"pydantic", "typer", "platformdirs", "hashlib", "tomllib", "tomli", "tomli_w", "ctypes", "inspect"}
    assert not slow & set(run.stdout.split())


def test_an_id_typed_in_full_is_found_without_looking_at_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the history is; copies and odd files are still what they are."""
    store = Store(tmp_path)
    store.matches_folder.mkdir()
    copies = ("friday (1)", "friday.sync-conflict-20261121-193000", ".friday")
    for name in ("friday", "saturday", *copies):
        store.path_of(name).write_text("", encoding="utf-8")
    store.path_of("folder").mkdir()
    for copy in (*copies, "folder"):
        with pytest.raises(StoreError, match="there is no match"):
            store.find(copy)
    monkeypatch.setattr(Store, "entries", lambda *arguments: pytest.fail("looked at the others"))
    assert store.find("friday") == store.path_of("friday")


def test_a_book_remembers_in_which_order_its_players_came(tmp_path: Path) -> None:
    store = Store(tmp_path / "home")
    store.recall_players(["Nobody"])  # there is no home yet, and recalling somebody makes none
    assert not store.home.exists()
    store.home.mkdir()
    store.recall_players(["Rory", "Isla"])
    store.recall_players(["Noah", "ISLA", "Noah"])
    assert (store.home / "looks.txt").read_text("utf-8") == "Rory\nIsla\nNoah\n"
    Store(store.home).recall_players()
    assert player_looks(("Noah", "Isla", "Rory")) == (2, 1, 0)
