"""Matches taken out of the history by the score book."""

from pathlib import Path

import pytest

from haggis_cli.book.match import describe_match, find_matches, remove_match
from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.book.starting import create_match
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path)
    create_match(NewMatchRequest("two-player", ["Noah", "Isla"], name="friday"), store)
    return store


def test_a_removed_match_lies_in_the_trash_as_it_was(store: Store) -> None:
    (path,) = find_matches(store, ["friday", "fri"])
    data = path.read_bytes()
    target, notice = remove_match(store, path)
    assert notice is None
    assert (target.read_bytes(), target.parent, store.matches()) == (data, store.home / "removed", [])


def test_a_name_that_is_no_match_is_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        find_matches(store, ["friday", "sunday"])


def test_a_match_is_described_and_so_is_what_cannot_be_read(store: Store) -> None:
    (path,) = store.matches()
    assert describe_match(store, path).startswith("two-player, Noah, Isla, 0 rounds, 20")
    path.write_text("no match", encoding="utf-8")
    assert describe_match(store, path) == "a file that cannot be read as a match"
