"""Matches read from files into a store and written out of one, without a terminal."""

from pathlib import Path

import pytest

from haggis_cli.book.new_match import NewMatchRequest, create_match
from haggis_cli.exchange.files import choose_format, needs_folder, read_outgoing, read_sources, write_to_folder
from haggis_cli.exchange.import_session import ImportSession, Verdict
from haggis_cli.exchange.known_formats import FORMATS
from haggis_cli.exchange.resolution import ImportOptions
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError, UsageError


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "home")
    create_match(NewMatchRequest("two-player", ["Noah", "Isla"], name="friday"), store)
    return store


def nothing_typed(size: int) -> bytes:
    return b""[:size]


def test_what_is_written_is_read_back_and_there_already(store: Store, tmp_path: Path) -> None:
    form, folder = FORMATS["json"], tmp_path / "backup"
    matches = [read_outgoing(store, path, form) for path in store.matches()]
    actions = [
        [each.action for each in write_to_folder(folder, matches, form, wide=False, force=False, home=str(store.home))]
        for _ in range(2)
    ]
    assert actions == [["written"], ["unchanged"]]
    ((source, data),) = read_sources([str(folder)], nothing_typed)
    for where, verdict in ((store, Verdict.EXISTS), (Store(tmp_path / "other"), Verdict.NEW)):
        session = ImportSession(where, ImportOptions())
        (parsed,) = session.parse_file(source, data)
        incoming = session.check_match(parsed)
        assert (incoming.verdict, incoming.id) == (verdict, "friday")
        assert session.save_if_new(incoming).read_bytes() == store.matches()[0].read_bytes()


def test_a_dry_run_saves_nothing(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "other")
    session = ImportSession(other, ImportOptions(), dry_run=True)
    (parsed,) = session.parse_file("friday.toml", store.matches()[0].read_bytes())
    session.save_if_new(session.check_match(parsed))
    assert other.matches() == []


def test_each_source_has_its_content_or_its_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    found = dict(read_sources(["-", str(tmp_path / "none.json"), str(tmp_path / "empty")], lambda _: b"typed"))
    assert found.pop("standard input") == b"typed"
    assert [str(error).rpartition(": ")[2] for error in found.values()] == [
        "there is no such file",
        "there is no file in this folder that holds matches for sure",
    ]
    assert all(isinstance(error, StoreError) for error in found.values())


def test_the_format_is_named_or_told_by_the_ending(tmp_path: Path) -> None:
    assert choose_format("csv", "a.json").name == "csv"
    assert choose_format(None, "a.bgsplay").name == "bgstats"
    assert choose_format(None, "-").name == choose_format(None, str(tmp_path)).name == "toml"
    with pytest.raises(UsageError, match=r"no format has the ending '\.docx'"):
        choose_format(None, "a.docx")


def test_one_file_does_not_hold_all_matches_in_every_format() -> None:
    assert not needs_folder(FORMATS["json"], "all.json", every=True, wide=False)
    assert needs_folder(FORMATS["toml"], "all.toml", every=True, wide=False)
    with pytest.raises(UsageError, match="a wide table holds one match, not all"):
        needs_folder(FORMATS["csv"], "all.csv", every=True, wide=True)
