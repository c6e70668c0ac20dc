"""An event is the evening, league or tournament that a match belongs to: said, changed, kept and asked for."""

import json
import sys
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, refused

TWO = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--rounds", "2")
ROUND = ("Noah: out 8, cards 12", "Isla: bet 5")
BURNS = "Burns Night"


@pytest.fixture
def league(haggis: Haggis) -> Haggis:
    """Two matches of one evening and one of none, each with a round."""
    events = {"first": ("--event", BURNS), "second": ("--event", "  burns night "), "alone": ()}
    for day, (name, words) in enumerate(events.items(), 1):
        haggis.ok("new", *TWO, "--name", name, *words, "--date", f"2026-01-0{day}")
        haggis.ok("score", *ROUND)
    return haggis


def ids(haggis: Haggis, *words: str) -> set[str]:
    return {row["id"] for row in haggis.json("list", *words)["matches"]}


def test_a_match_says_its_event_in_its_file_and_wherever_it_is_shown(league: Haggis) -> None:
    assert f'event = "{BURNS}"\n' in league.path("first").read_text()
    assert 'event = "burns night"\n' in league.path("second").read_text()
    assert "event" not in league.path("alone").read_text()
    assert league.ok("show", "first").splitlines()[1] == f"first, {BURNS}"
    for words in (("show", "first"), ("check", str(league.path("first")))):
        assert league.json(*words)["event"] == BURNS
    assert json.loads(league.ok("sheet", "first", "--json"))["event"] == BURNS
    for form in ("text", "markdown", "html"):
        assert BURNS in league.ok("sheet", "first", "--format", form)
        assert "Event" not in league.ok("sheet", "alone", "--format", form)


def test_the_list_shows_events_where_there_are_some(league: Haggis) -> None:
    lines = league.ok("list").splitlines()
    assert lines[0].split()[-3:] == ["event", "id", "state"]
    assert sum(f"  {BURNS}  first  " in line for line in lines) == 1
    assert {row["id"]: row["event"] for row in league.json("list")["matches"]} == {
        "first": BURNS,
        "second": "burns night",
        "alone": None,
    }
    assert "event" not in league.ok("list", "--since", "2000", "--sort", "id").splitlines()[1]
    assert [row["id"] for row in league.json("list", "--sort", "event")["matches"]][2] == "alone"


@pytest.mark.parametrize("typed", ["Burns Night", "BURNS NIGHT", " burns night "])
def test_list_stats_sheet_and_export_pick_the_matches_of_an_event_whatever_the_case(league: Haggis, typed: str) -> None:
    assert ids(league, "--event", typed) == {"first", "second"}
    assert league.json("stats", "--event", typed)["unfinished"] == 2
    sheets, matches = (json.loads(league.ok(command, "--event", typed, "--json")) for command in ("sheet", "export"))
    assert [each["match_id"] for each in sheets["sheets"]] == ["first", "second"]
    assert [each["id"] for each in matches["matches"]] == ["first", "second"]


def test_an_event_that_no_match_belongs_to_is_told_with_those_there_are(league: Haggis, haggis: Haggis) -> None:
    for command in ("list", "stats", "sheet", "export"):
        ran = league(command, "--event", "Hogmanay")
        assert ran == refused(2, "no match belongs to 'Hogmanay': the events are burns night")
    assert league("list", "--event", "\x1b[2J").err.startswith(r"haggis: no match belongs to '\x1b[2J'")


def test_a_rematch_carries_the_event_on(league: Haggis) -> None:
    league.ok("new", "--like", "first", "--name", "third")
    league.ok(
        "new", "--like", "first", "--variant", "three-player", "-p", "Jo", "-p", "Al", "-p", "Ed", "--name", "fourth"
    )
    league.ok("new", "--like", "first", "--event", "", "--name", "fifth")
    assert ids(league, "--event", BURNS) == {"first", "second", "third", "fourth"}


@pytest.mark.parametrize("form", ["toml", "json", "text", "csv", "bgstats", "bgg"])
def test_exports_keep_the_event(league: Haggis, tmp_path: Path, form: str) -> None:
    league.ok("export", "first", "--format", form, "-o", str(tmp_path / "out.x"))
    league.ok("remove", "first", "--yes")
    league.ok("import", str(tmp_path / "out.x"), "--format", form, "--as", "back")
    assert league.json("show", "back", "--json")["event"] == BURNS


def test_each_match_of_an_event_that_has_no_sheet_is_told(
    league: Haggis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    ran = league("sheet", "--event", BURNS, "--format", "html", "--qr", "-o", f"{tmp_path}/sheets/")
    assert ran == refused(3, *["QR codes need segno: pip install 'haggis-cli[qr]'"] * 2)
    assert not (tmp_path / "sheets").exists()


@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("x" * 61, "the name of an event has 1 to 60 characters"),
        ("a\x1bb", r"the name of an event cannot hold the character \x1b"),
    ],
)
def test_what_cannot_be_the_name_of_an_event_is_refused(haggis: Haggis, label: str, why: str) -> None:
    ran = haggis("new", *TWO, "--event", label)
    assert (ran.code, ran.err.endswith(f"': {why}\n")) == (2, True)
    assert not haggis.home.exists()
    haggis.ok("new", *TWO, "--name", "friday")
    assert haggis("edit", "--event", label).code == 2
    text = haggis.path().read_text().replace("\ngoal", f"\nevent = {json.dumps(label)}\ngoal")
    haggis.path().write_text(text)
    assert haggis("show") == refused(3, f"friday.toml: line 7: 'event': {why}")
