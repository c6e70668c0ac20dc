"""The index: reads only what has changed, never stands in the way of an answer, and notices a bit that fell over."""

import os
import random
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from haggis_cli.history import database, index
from haggis_cli.history import match_figures as reading
from haggis_cli.history.database import check_seal
from haggis_cli.history.figures import MatchFigures
from haggis_cli.history.index import IndexState, check_index, index_path, query_index
from haggis_cli.matches.store import files
from haggis_cli.matches.store.files import SourceFile, Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.jobs import Workers
from tests.support.haggis import PATIENCE, Haggis, header

ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the match files read since the test last looked."""
    names: list[str] = []
    figures_of = reading.figures_of

    def noted(source: SourceFile) -> MatchFigures:
        names.append(Path(source.name).name)
        return figures_of(source)

    monkeypatch.setattr(reading, "figures_of", noted)
    return names


def keep(haggis: Haggis, name: str, text: str | None = None, *, age: float = 60) -> Path:
    """A match file that was last changed some time ago."""
    path = haggis.keep((header(name=name) + ROUND) if text is None else text, name)
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def rounds(haggis: Haggis) -> int:
    told = haggis.json("stats")["rounds"]
    assert isinstance(told, int)
    return told


def test_only_what_has_changed_is_read_again(haggis: Haggis, read: list[str]) -> None:
    keep(haggis, "one")
    two = keep(haggis, "two")
    assert (rounds(haggis), sorted(read)) == (2, ["one.toml", "two.toml"])
    read.clear()
    assert (rounds(haggis), read) == (2, [])
    keep(haggis, "two", (header(name="two") + ROUND + ROUND), age=30)
    assert (rounds(haggis), read) == (3, ["two.toml"])
    read.clear()
    two.unlink()
    assert (rounds(haggis), read) == (1, [])


def test_list_and_stats_share_it(haggis: Haggis, read: list[str]) -> None:
    keep(haggis, "one")
    haggis.ok("list")
    read.clear()
    assert (rounds(haggis), read) == (1, [])


def test_another_file_of_the_same_size_and_moment_is_noticed(haggis: Haggis) -> None:
    one = keep(haggis, "one")
    before = one.stat()
    assert haggis.json("stats")["players"][0]["hand"] == 8
    other = haggis.folder / "other.toml"
    other.write_bytes(one.read_bytes().replace(b"Noah = 8", b"Noah = 9"))
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(one)
    assert one.stat().st_size == before.st_size
    assert haggis.json("stats")["players"][0]["hand"] == 9


def test_files_that_were_written_just_now_are_not_read_twice(haggis: Haggis, read: list[str]) -> None:
    for name in ("one", "two", "three"):
        keep(haggis, name, age=0)
    assert rounds(haggis) == 3
    read.clear()
    assert (rounds(haggis), read) == (3, [])


@pytest.mark.parametrize(
    ("nanoseconds", "coarse"), [(123_456_789, False), (123_456_700, False), (120_000_000, True), (0, True)]
)
def test_where_the_disk_keeps_no_fine_moments_a_young_file_is_read_again(
    haggis: Haggis, read: list[str], monkeypatch: pytest.MonkeyPatch, nanoseconds: int, coarse: bool
) -> None:
    keep(haggis, "one")
    now = time.time()
    monkeypatch.setattr(index, "_moment", lambda found: int(now) * 10**9 + nanoseconds)
    monkeypatch.setattr(index, "time", lambda: int(now) + 1.9)
    assert rounds(haggis) == rounds(haggis) == 1
    assert read == ["one.toml"] * (2 if coarse else 1)
    monkeypatch.setattr(index, "time", lambda: int(now) + 2.2)
    rounds(haggis)
    read.clear()
    assert (rounds(haggis), read) == (1, [])


def test_a_change_in_the_moment_in_which_a_file_was_read_is_noticed(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor may write into the same file, as many bytes, before the clock of the disk has gone on."""
    figures_of, survey = reading.figures_of, Store.survey
    path = keep(haggis, "one")
    eight, nine = path.read_bytes(), path.read_bytes().replace(b"Noah = 8", b"Noah = 9")

    def kept_in_ticks(store: Store) -> Survey:
        """The moments of files as systems keep them whose clock goes on every 16 milliseconds."""
        found = survey(store)
        matches = {}
        for name, kept in found.matches.items():
            moments = {
                each: getattr(kept, each) // 16_000_000 * 16_000_000 + 7 for each in ("st_mtime_ns", "st_ctime_ns")
            }
            matches[name] = os.stat_result(tuple(kept), {"st_ino": kept.st_ino, **moments})
        return found._replace(matches=matches)

    def written_just_now(store: Store) -> Survey:
        path.write_bytes(eight)
        return kept_in_ticks(store)

    def overtaken(source: SourceFile) -> MatchFigures:
        found = figures_of(source)
        path.write_bytes(nine)
        return found

    monkeypatch.setattr(Store, "survey", kept_in_ticks)
    for _ in range(20):
        with monkeypatch.context() as patch:
            patch.setattr(Store, "survey", written_just_now)
            patch.setattr(reading, "figures_of", overtaken)
            haggis.json("stats")
        assert haggis.json("stats")["players"][0]["hand"] == 9


def test_what_other_code_made_is_made_anew(haggis: Haggis, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    keep(haggis, "one")
    rounds(haggis)
    read.clear()
    monkeypatch.setattr(index, "__version__", "99")
    assert (rounds(haggis), read) == (1, ["one.toml"])


@pytest.mark.parametrize("garbage", [b"", b"no database at all " * 400, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_index_is_replaced(haggis: Haggis, read: list[str], garbage: bytes) -> None:
    keep(haggis, "one")
    rounds(haggis)
    index_path(haggis.home).write_bytes(garbage)
    assert rounds(haggis) == 1
    read.clear()
    assert (rounds(haggis), read) == (1, [])


@pytest.mark.slow
def test_an_index_damaged_in_the_middle_fails_nothing(haggis: Haggis) -> None:
    for number in range(40):
        keep(haggis, f"match-{number}")
    assert rounds(haggis) == 40
    path = index_path(haggis.home)
    whole = path.read_bytes()
    for at in range(4096, len(whole), 4096):
        path.write_bytes(whole[:at] + b"\x5a" * 4096 + whole[at + 4096 :])
        assert rounds(haggis) == 40
        path.write_bytes(whole[:at])
        assert rounds(haggis) == 40


def test_the_index_of_another_program_is_replaced(haggis: Haggis) -> None:
    keep(haggis, "one")
    path = index_path(haggis.home)
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE matches (other TEXT)")
    assert rounds(haggis) == 1


@pytest.mark.parametrize(
    ("command", "damage"),
    [
        *(("stats", f"DELETE FROM {rows}") for rows in ("seats", "seats WHERE seat = 1", "matches")),
        ("stats", "DROP TABLE bets"),
        *(("list", f"UPDATE matches SET listed = {value}") for value in ("'{'", "'[]'", "7", "NULL")),
    ],
)
def test_an_index_that_has_lost_rows_or_tells_nonsense_is_replaced(
    haggis: Haggis, read: list[str], command: str, damage: str
) -> None:
    keep(haggis, "one")
    before = haggis.json(command)
    with closing(sqlite3.connect(index_path(haggis.home))) as found, found:
        found.execute(damage)
    assert haggis.json(command) == before
    read.clear()
    assert (rounds(haggis), read) == (1, [])


def test_a_locked_index_is_done_without(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    keep(haggis, "one")
    rounds(haggis)
    keep(haggis, "two")
    with closing(sqlite3.connect(index_path(haggis.home), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert rounds(haggis) == 2


@pytest.mark.skipif(os.name == "nt", reason="needs the rights of POSIX")
def test_an_index_that_cannot_be_written_is_done_without(haggis: Haggis) -> None:
    keep(haggis, "one")
    rounds(haggis)
    keep(haggis, "two")
    path = index_path(haggis.home)
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert rounds(haggis) == 2
    finally:
        path.parent.chmod(stat.S_IRWXU)


def test_where_there_is_no_place_for_an_index_the_answer_is_the_same(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(haggis, "one")
    (haggis.folder / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HAGGIS_CACHE", str(haggis.folder / "file" / "in"))
    assert rounds(haggis) == 1


def test_reading_the_history_writes_nothing_into_the_home(haggis: Haggis) -> None:
    keep(haggis, "one")
    before = sorted(haggis.home.rglob("*"))
    haggis.ok("stats")
    haggis.ok("list")
    assert sorted(haggis.home.rglob("*")) == before
    assert not (haggis.folder / "locks").exists()


@pytest.mark.slow
def test_two_processes_may_make_it_at_once(haggis: Haggis) -> None:
    for number in range(60):
        keep(haggis, f"match-{number}")
    processes = [haggis.start("stats", "--json") for _ in range(3)]
    ends = [process.communicate(timeout=PATIENCE) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len({out for out, _ in ends}) == 1


def test_many_files_are_read_by_several_processes_alike(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        keep(haggis, f"match-{number}")
    alone = haggis.json("stats")
    index_path(haggis.home).unlink()
    monkeypatch.setattr(files, "_PARALLEL_BYTES", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert haggis.json("stats") == alone


def test_a_name_that_is_no_text_is_kept_apart(haggis: Haggis) -> None:
    if sys.platform != "linux":
        pytest.skip("needs a file system that takes any bytes")
    keep(haggis, "one")
    (haggis.home / "matches" / os.fsdecode(b"caf\xe9.toml")).write_text("what", encoding="utf-8")
    assert [each["error"] is None for each in haggis.json("list")["matches"]] == [True, False]


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("command", ["stats", "stats Noah", "stats --json", "stats --csv", "list", "list --csv"])
def test_a_warm_answer_loads_neither_the_models_nor_the_rules(haggis: Haggis, command: str) -> None:
    keep(haggis, "one")
    haggis.ok("stats")
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))\n"
        f"sys.argv = ['haggis', *{command.split()!r}]\n"
        "from haggis_cli.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=haggis.environment()
    )
    assert done.returncode == 0
    heavy = {
        "pydantic",
        "haggis_cli.rules",
        "haggis_cli.referee.adjudication",
        "openskill",
        "multiprocessing",
        "concurrent.futures",
    }
    assert not set(done.stderr.split()) & heavy


def test_an_answer_is_of_one_moment(haggis: Haggis) -> None:
    keep(haggis, "one")
    store = Store(haggis.home)

    def asked(found: sqlite3.Connection, survey: Survey) -> list[int]:
        counts = [found.execute("SELECT COUNT(*) FROM matches").fetchone()[0]]
        with closing(sqlite3.connect(index_path(haggis.home), timeout=0.01)) as other, suppress(sqlite3.Error), other:
            other.execute("DELETE FROM matches")
        return [*counts, found.execute("SELECT COUNT(*) FROM matches").fetchone()[0]]

    assert index.query_index(store, asked, lambda done, of: None) == [1, 1]


# The seal of the index.
FLIPS = 20


@pytest.fixture
def store(haggis: Haggis) -> Store:
    for name in ("friday", "saturday", "sunday"):
        path = haggis.keep((header(name=name) + ROUND), name)
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return Store(haggis.home)


def figures(store: Store) -> list[object]:
    def ask(index: sqlite3.Connection, _survey: Survey) -> list[object]:
        return index.execute("SELECT * FROM seats ORDER BY match, seat").fetchall()

    return query_index(store, ask, lambda _done, _of: None, Workers(1))


def test_no_bit_that_falls_over_changes_a_figure(store: Store) -> None:
    right = figures(store)
    path = index_path(store.home)
    data = path.read_bytes()
    chance = random.Random(7)
    pages = [*range(0, len(data), 64), *(data.index(b"Noah") + each for each in range(40))]
    for place in chance.sample(pages, FLIPS):
        bent = bytearray(data)
        bent[place] ^= 1 << chance.randrange(8)
        path.write_bytes(bent)
        assert check_index(store).state in (IndexState.DAMAGED, IndexState.STALE), place
        assert figures(store) == right, place
        assert check_index(store).state is IndexState.FRESH


def test_an_index_that_is_whole_is_read_as_it_is(store: Store) -> None:
    figures(store)
    before = index_path(store.home).stat()
    figures(store)
    assert check_index(store).state is IndexState.FRESH
    after = index_path(store.home).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_every_change_renews_the_seal(store: Store, haggis: Haggis) -> None:
    for number in range(5):
        haggis.keep((header(name=f"more-{number}") + ROUND), f"more-{number}")
        figures(store)
        with closing(sqlite3.connect(index_path(store.home))) as index:
            check_seal(index)


def test_what_somebody_else_has_written_into_the_index_is_not_believed(store: Store) -> None:
    right = figures(store)
    with closing(sqlite3.connect(index_path(store.home))) as index, index:
        index.execute("UPDATE seats SET points = points + 1")
    assert check_index(store).state is IndexState.DAMAGED
    assert figures(store) == right


def test_a_python_that_cannot_read_a_database_as_a_whole_does_without(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("haggis_cli.history.database.hasattr", lambda *_: False, raising=False)
    right = figures(store)
    assert figures(store) == right
    assert Path(index_path(store.home)).is_file()
