"""A bit that falls over in the index changes no figure: it is noticed and told, and the index is made anew."""

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from haggis_cli.history.index import IndexState, check_index, check_seal, index_path, query_index
from haggis_cli.matches.store.files import Survey
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.jobs import Workers
from tests.support.haggis import Haggis, header

ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
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
    monkeypatch.setattr("haggis_cli.history.index.hasattr", lambda *_: False, raising=False)
    right = figures(store)
    assert figures(store) == right
    assert Path(index_path(store.home)).is_file()
