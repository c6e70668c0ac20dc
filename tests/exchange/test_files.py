"""Matches read from files into a store and written out of one; files that nobody could mean, or that mean harm."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from haggis_cli.book.new_match import NewMatchRequest
from haggis_cli.book.starting import create_match
from haggis_cli.exchange import parsed_match as settle
from haggis_cli.exchange.files import (
    choose_format,
    detect_format,
    needs_folder,
    read_outgoing,
    read_sources,
    write_to_folder,
)
from haggis_cli.exchange.formats.transcript import END, HEADER
from haggis_cli.exchange.import_session import ImportSession
from haggis_cli.exchange.known_formats import FORMATS
from haggis_cli.exchange.parsed_match import ImportOptions, ParsedMatch
from haggis_cli.history.selection import People
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import RecordError, StoreError, UsageError


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "home")
    create_match(NewMatchRequest("two-player", ["Noah", "Isla"], name="friday"), store)
    return store


def nothing_typed(size: int) -> bytes:
    return b""[:size]


def test_what_is_written_is_read_back_and_there_already(store: Store, tmp_path: Path) -> None:
    form, folder = FORMATS["json"], tmp_path / "backup"
    matches = [read_outgoing(store, path, form, People()) for path in store.matches()]
    actions = [
        [each.action for each in write_to_folder(folder, matches, form, wide=False, force=False, home=str(store.home))]
        for _ in range(2)
    ]
    assert actions == [["written"], ["unchanged"]]
    ((source, data),) = read_sources([str(folder)], nothing_typed)
    for where, is_new in ((store, False), (Store(tmp_path / "other"), True)):
        session = ImportSession(where, ImportOptions())
        (parsed,) = session.parse_file(source, data)
        incoming = session.check_match(parsed)
        assert (incoming.is_new, incoming.id) == (is_new, "friday")
        assert session.save_if_new(incoming)[0].read_bytes() == store.matches()[0].read_bytes()


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
        "no file in this folder clearly holds matches",
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


COLUMNS = "match_id,round,player,hand,captured,went_out"
PAIR = '<players><player name="Noah"/><player name="Isla"/></players>'
PLAY = '<play date="2024-05-06"><item name="Haggis"/>'

# What is wrong, by the format it is taken for. The large ones took a minute or gigabytes before they were refused.
REFUSED: dict[str, tuple[str, Callable[[], str | bytes], str]] = {
    "nothing": ("json", lambda: "", "line 1, column 1: this is not JSON"),
    "an empty list": ("json", lambda: "[]", "it holds no match"),
    "an empty list of matches": ("json", lambda: '{"matches": []}', "it holds no match"),
    "cut off": ("json", lambda: '{"format": 1, "id": "x', "this is not JSON"),
    "deep lists": ("json", lambda: "[" * 200_000, "nested too deeply"),
    "deep objects": ("json", lambda: '{"a":' * 200_000, "nested too deeply"),
    "millions of lists": ("json", lambda: f"[{'[],' * 3_000_000}", "more than 1000000 values"),
    "thousands of keys": (
        "json",
        lambda: "{" + "".join(map('"k%d": 0,'.__mod__, range(400_000))) + '"k9": 0}',
        "appears twice",
    ),
    "a huge number": ("json", lambda: f"[{'9' * 5_000}]", "thousands of digits"),
    "no number": ("json", lambda: "[-Infinity]", "is not a number"),
    "another encoding": ("json", lambda: '{"id": "Zoë"}'.encode("latin-1"), "not UTF-8"),
    "UTF-16": ("json", lambda: '{"id": "Zoë"}'.encode("utf-16"), "not UTF-8 text"),
    "entities": ("bgg", lambda: '<!DOCTYPE a [<!ENTITY b "c">]><plays>&b;</plays>', "declares a document type"),
    "an entity from afar": ("bgg", lambda: '<!DOCTYPE a SYSTEM "file:///etc/passwd"><plays/>', "a document type"),
    "deep elements": ("bgg", lambda: "<plays>" * 1_000, "nested too deeply"),
    "thousands of plays": ("bgg", lambda: f"<plays>{f'{PLAY}</play>' * 10_001}</plays>", "more than 10000 plays"),
    "millions of elements": ("bgg", lambda: f"<plays>{'<play/>' * 600_000}</plays>", "more than 500000 elements"),
    "many players": ("bgg", lambda: f"<plays>{PLAY}{'<player/>' * 101}</play></plays>", "more than 100 players"),
    "large": ("bgg", lambda: "<plays>" + " " * (16 << 20), "more than 16 MiB"),
    "millions of columns": ("csv", lambda: f"{COLUMNS}{',' * 3_000_000}", "too many columns"),
    "millions of lines": ("csv", lambda: COLUMNS + "\n" * 3_000_000, "too many lines"),
    "a hundred players": (
        "csv",
        lambda: f"{COLUMNS}\n" + "".join(f"x,1,P{n},1,1,1\n" for n in range(150)),
        "line 102: the match has more than 100 players",
    ),
    "a cell without end": ("csv", lambda: f"{COLUMNS}\n{'x' * 200_000},1,Noah,1,1,1", "this is not CSV"),
    "a NUL": ("csv", lambda: f"{COLUMNS}\n\0,1,Noah,1,1,1", "not UTF-8 text"),
    "thousands of headers": ("text", lambda: f"{HEADER}\n" * 99_000, "it holds 99000 matches, more than 10000"),
    "of a newer haggis": ("text", lambda: f"{HEADER[:-1]}2\nid: x\n1. Noah: 4r\n{END}\n", "a newer version of haggis"),
    "no match": (
        "text",
        lambda: "[19:30] Noah: 4r 4g\n" * 30_000,
        "this text holds no match: 'haggis import' reads match files",
    ),
    "a newer text": ("text", lambda: f"{HEADER[:-1]}2\n", "a newer version of haggis wrote this text"),
    "no games": ("bgstats", lambda: '{"plays": [{"gameRefId": 1}]}', "it holds no play of Haggis"),
}


@pytest.mark.sample(10)
@pytest.mark.parametrize(("form", "data", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_one_sentence_names_the_file_and_what_is_wrong(form: str, data: Callable[[], str | bytes], said: str) -> None:
    made = data()
    with pytest.raises(RecordError) as caught:
        FORMATS[form].read(made.encode() if isinstance(made, str) else made, "evil\x1b[2J")
    message = str(caught.value)
    assert message.startswith("evil\\x1b[2J: ")
    assert said in message
    assert "\n" not in message
    assert len(message) < 300


def only(form: str, text: str) -> str:
    """Why the one match of a file is refused."""
    (told,) = FORMATS[form].read(text.encode(), "a")
    assert isinstance(told, RecordError)
    return str(told)


def test_thousands_who_go_out_are_refused_with_the_line() -> None:
    lines = "".join(f"- P{n}: out{n}, hand 1\n" for n in range(1, 90_000))
    said = only("text", f"{HEADER}\nRound 1, typed in\n{lines}{END}\n")
    assert said == "a: line 11: '- P9: out9, hand 1' is not understood: a round has no more than 8 players"


@pytest.mark.parametrize("places", ["1,1", "2,3", "-1,"])
def test_an_order_of_going_out_that_cannot_be_is_refused(places: str) -> None:
    one, other = places.split(",")
    said = only("csv", f"{COLUMNS}\nx,1,Noah,9,20,{one}\nx,1,Isla,3,10,{other}\n")
    assert said.startswith("a, x: round 1: 'went_out' is 1 for the first player out, 2 for the second, not Noah ")


def match(**changes: Any) -> str:
    good = {"format": 1, "id": "x", "variant": "two-player", "created": "2024-01-01T00:00:00Z"}
    return json.dumps(good | {"players": ["Noah", "Isla"], "goal": {"points": 250}} | changes)


def test_a_match_of_a_newer_format_says_that_a_newer_haggis_reads_it() -> None:
    assert only("json", match(format=2)) == (
        "a: this match has format 2, but this version of haggis reads format 1: use a newer version"
    )


@pytest.mark.parametrize("key", ["id", "variant", "notes"])
def test_half_a_character_is_named(key: str) -> None:
    assert only("json", match(**{key: "x\ud83e"})) == "a: \\ud83e is half a character and cannot be saved: remove it"


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "1", "players": "AB", "goal": 7, "rounds": {"a": 1}},
        {"created": 1_700_000_000},
        {"created": "0000-01-01T00:00:00Z"},
        {"goal": {"points": 1e999}},
        {"rounds": [[]]},
        {"bots": []},
        {"options": {"scoring": {}}},
        {"unheard": 1},
    ],
    ids=str,
)
def test_a_match_of_wrong_types_is_refused_with_its_keys(changes: dict[str, Any]) -> None:
    for line in only("json", match(**changes).replace("Infinity", "1e999")).split("\n"):
        assert line.startswith("a: ")


@pytest.mark.parametrize(
    "file",
    [
        {"games": [{"id": [1], "name": "Haggis"}], "players": [{"id": {}}], "plays": [{"gameRefId": [1]}]},
        {"games": [{"id": 1, "name": "Haggis"}], "plays": [{"gameRefId": "1", "playerScores": [{"playerRefId": []}]}]},
        {"games": [3, None], "players": 3, "plays": [None, 4]},
    ],
    ids=str,
)
def test_a_file_of_plays_of_wrong_types_raises_nothing_unforeseen(file: dict[str, Any]) -> None:
    try:
        told = FORMATS["bgstats"].read(json.dumps(file).encode(), "a")
    except RecordError:
        return
    assert all(isinstance(each, ParsedMatch | RecordError) for each in told)


NO_YEAR = r"^a, play of .*: 'created': a match is from the years 1900 to 2999"


@pytest.mark.parametrize(
    ("day", "players", "said"),
    [
        ("0001-01-01", PAIR, NO_YEAR),
        ("9999-12-31", PAIR, NO_YEAR),
        ("2024-05-06", "", "no installed variant is for 0 players"),
    ],
)
def test_a_play_of_no_year_that_can_be_or_of_nobody_is_refused(day: str, players: str, said: str) -> None:
    (told,) = FORMATS["bgg"].read(f"<plays>{PLAY.replace('2024-05-06', day)}{players}</play></plays>".encode(), "a")
    assert isinstance(told, ParsedMatch)
    with pytest.raises(RecordError, match=said):
        settle.resolve_match(told, settle.ImportOptions())


def test_a_large_file_is_refused_before_its_format_is_looked_for() -> None:
    with pytest.raises(RecordError, match="more than 32 MiB"):
        detect_format(b" " * ((32 << 20) + 1), "a")


@pytest.mark.parametrize("text", ["[19:30] Noah: 4r 4g", "<Noah> 4r 4g", "Noah plays 4r", "- Noah: pass"])
def test_a_chat_is_taken_for_nothing_but_text(text: str) -> None:
    assert detect_format(text.encode(), "standard input").name == "text"
