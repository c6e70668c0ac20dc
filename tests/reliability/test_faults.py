"""Short forms of `python -m tests.reliability.faults`, and `haggis import` where the system refuses to show a match."""

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.cli.app import COMMANDS
from haggis_cli.matches.store import files
from tests.reliability import strace
from tests.reliability.faults import play_some, play_some_twice
from tests.reliability.stage import READING, SCENARIOS
from tests.support.haggis import Haggis, header

MOST = 4
"""Faults in each command: a second or two of them all. The long form makes them all."""

needs_strace = pytest.mark.skipif(
    sys.platform != "linux" or not strace.available(), reason="needs strace, which is on Linux alone"
)


@pytest.mark.slow
def test_no_command_is_forgotten() -> None:
    """A new command either changes matches, and is put to the test here, or it is said why not."""
    changing = {scenario.command for scenario in SCENARIOS}
    assert not changing & READING.keys()
    assert set(COMMANDS) - changing - READING.keys() == set()


@pytest.fixture(scope="module")
def outcomes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, "Future[list[dict[str, Any]]]"]]:
    """What comes of the faults of each scenario that is tested now, on all cores, by the name of the test."""
    root = tmp_path_factory.mktemp("faults")
    asked = {item.name for item in request.session.items if item.path == request.path}
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        yield {
            test: pool.submit(some, each.name, root, MOST)
            for each in SCENARIOS
            for function, some in ((ONE, play_some), (TWO, play_some_twice))
            if (test := f"{function}[{each.name}]") in asked
        }


def check_outcomes(rows: list[dict[str, Any]]) -> None:
    assert sum(row["injected"] for row in rows) >= MOST * 3 // 4
    assert {"old", "new"} & {row["outcome"] for row in rows}
    wrong = [row for row in rows if row["torn"] or row["false"] or row["stuck"]]
    assert not wrong, [[row[key] for key in ("key", "code", "err", "torn", "false", "stuck")] for row in wrong]


@pytest.mark.slow
@pytest.mark.sample("score")
@needs_strace
@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_whatever_fails_the_match_is_old_or_new_and_what_is_said_is_true(
    outcomes: dict[str, "Future[list[dict[str, Any]]]"], name: str
) -> None:
    check_outcomes(outcomes[f"{ONE}[{name}]"].result())


@pytest.mark.slow
@pytest.mark.sample("score")
@pytest.mark.longest(6)  # what is undone after a failure is undone by the store, whichever command saves
@needs_strace
@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_what_fails_while_a_failure_is_handled_makes_nothing_worse(
    outcomes: dict[str, "Future[list[dict[str, Any]]]"], name: str
) -> None:
    check_outcomes(outcomes[f"{TWO}[{name}]"].result())


ONE = test_whatever_fails_the_match_is_old_or_new_and_what_is_said_is_true.__name__
TWO = test_what_fails_while_a_failure_is_handled_makes_nothing_worse.__name__


REFUSALS = (errno.EIO, errno.EMFILE, errno.EAGAIN, errno.ENOMEM, errno.EDQUOT)
HERE = header(name="saturday")
GIVEN = header(name="friday")
OTHER = header(name="sunday").replace("Isla", "Rory")


@pytest.fixture
def table(haggis: Haggis) -> Haggis:
    """A computer where the match `friday` is kept, under the name saturday."""
    haggis.keep(HERE, "saturday")
    (haggis.folder / "friday.toml").write_text(GIVEN, encoding="utf-8")
    return haggis


def opening(monkeypatch: pytest.MonkeyPatch, name: str, code: int) -> None:
    """Whoever opens a file of that name is refused."""
    real = os.open

    def refusing(path: Any, *arguments: Any, **more: Any) -> int:
        if Path(os.fsdecode(path)).name == name:
            raise OSError(code, os.strerror(code))
        return real(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refusing)


def reading(monkeypatch: pytest.MonkeyPatch, name: str, code: int) -> None:
    """Whoever reads a file of that name is refused, once it is open."""
    real_open, real_read = os.open, os.read
    refused: set[int] = set()

    def noting(path: Any, *arguments: Any, **more: Any) -> int:
        handle = real_open(path, *arguments, **more)
        refused.discard(handle)
        if Path(os.fsdecode(path)).name == name:
            refused.add(handle)
        return handle

    def refusing(handle: int, size: int) -> bytes:
        if handle in refused:
            raise OSError(code, os.strerror(code))
        return real_read(handle, size)

    monkeypatch.setattr(os, "open", noting)
    monkeypatch.setattr(os, "read", refusing)


@pytest.mark.parametrize("refuse", [opening, reading])
@pytest.mark.parametrize("code", REFUSALS, ids=errno.errorcode.get)
def test_a_match_that_may_be_there_already_is_not_kept_twice(
    table: Haggis, monkeypatch: pytest.MonkeyPatch, code: int, refuse: Callable[..., None]
) -> None:
    refuse(monkeypatch, "saturday.toml", code)
    ran = table("import", str(table.folder / "friday.toml"))
    assert (ran.code, ran.out) == (3, "")
    assert "friday: not imported: it may exist already, in a file that cannot be read" in ran.err
    assert f"saturday.toml: cannot be read: {os.strerror(code)}" in ran.err
    assert not table.path("friday").exists()


@pytest.mark.parametrize("code", REFUSALS, ids=errno.errorcode.get)
def test_a_match_of_the_same_name_that_cannot_be_read_is_told_as_such(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    haggis.keep(GIVEN)
    given = haggis.folder / "given.json"
    given.write_text(haggis.ok("export", "friday", "--json"), encoding="utf-8")
    opening(monkeypatch, "friday.toml", code)
    ran = haggis("import", str(given))
    assert (ran.code, ran.out) == (3, "")
    assert f"friday.toml: cannot be read: {os.strerror(code)}" in ran.err


def test_what_is_certain_of_the_same_import_comes_in(table: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is there for sure is told so, and a table of figures is looked for by its name alone."""
    table.keep(OTHER, "sunday")
    table.keep(header(name="monday").replace("Isla", "Ewan"), "monday")
    for name, form in (("sunday", "json"), ("monday", "text")):
        (table.folder / f"{name}.{form}").write_text(table.ok("export", name, "-f", form), encoding="utf-8")
    sheet = "match_id,round,player,hand,captured,went_out\nnew,1,Noah,3,20,1\nnew,1,Isla,,10,\n"
    (table.folder / "new.csv").write_text(sheet, encoding="utf-8")
    table.path("monday").unlink()
    opening(monkeypatch, "saturday.toml", errno.EIO)
    ran = table("import", *(str(table.folder / name) for name in ("sunday.json", "monday.text", "new.csv")))
    assert ran.code == 3
    assert "sunday: already saved" in ran.out
    assert "new: imported" in ran.out
    assert "monday: not imported" in ran.err
    assert not table.path("monday").exists()


def test_a_refusal_that_passes_is_no_reason_for_doubt(table: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    real, refusals = os.open, [errno.EMFILE]

    def refusing_once(path: Any, *arguments: Any, **more: Any) -> int:
        if Path(os.fsdecode(path)).name == "saturday.toml" and refusals:
            raise OSError(refusals.pop(), "not now")
        return real(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refusing_once)
    both = [str(table.folder / "friday.toml")] * 2
    ran = table("import", *both)
    assert (ran.code, ran.out) == (3, "saturday: already saved\n")
    assert not table.path("friday").exists()


def test_an_entry_at_which_nobody_may_look_may_be_the_match(table: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder tells its name, and the system refuses to tell whether it is a file."""
    real = files._entry_kind

    def kind(entry: "os.DirEntry[str]", folded: Any) -> files.EntryKind:
        return files.EntryKind.NOT_A_FILE if entry.name == "saturday.toml" else real(entry, folded)

    monkeypatch.setattr(files, "_entry_kind", kind)
    opening(monkeypatch, "saturday.toml", errno.EIO)
    ran = table("import", str(table.folder / "friday.toml"), "--json")
    assert ran.code == 3
    assert [each["action"] for each in json.loads(ran.out)["matches"]] == ["failed"]


def test_an_entry_at_which_nobody_may_look_once_is_not_forgotten(
    table: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system refuses the first look at the file and no other: it is read, and the match is known."""
    real, refusals = files._entry_kind, ["saturday.toml"]

    def kind(entry: "os.DirEntry[str]", folded: Any) -> files.EntryKind:
        if entry.name in refusals:
            refusals.remove(entry.name)
            return files.EntryKind.NOT_A_FILE
        return real(entry, folded)

    monkeypatch.setattr(files, "_entry_kind", kind)
    assert table.ok("import", str(table.folder / "friday.toml")) == "saturday: already saved\n"
    assert not table.path("friday").exists()


def test_a_folder_that_is_called_like_a_match_keeps_nothing_out(table: Haggis) -> None:
    table.path("saturday").unlink()
    table.path("saturday").mkdir()
    (table.path("link")).symlink_to(table.folder / "nothing")
    assert table.ok("import", str(table.folder / "friday.toml")).startswith("friday: imported")
