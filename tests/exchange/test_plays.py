"""BG Stats files and its link, and those of BoardGameGeek: what is written, and what strangers' files give."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest

from haggis_cli.exchange.formats import bgg, bgstats, transcript
from haggis_cli.exchange.known_formats import FORMATS
from haggis_cli.exchange.parsed_match import OutgoingMatch, ParsedMatch, to_typed_in_match
from haggis_cli.history.selection import People
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report import Report
from haggis_cli.support.errors import HaggisError, RecordError
from tests.support.haggis import ROOT
from tests.support.matches import EXAMPLES, example


def report_of(path: Path) -> Report:
    file = example(path)
    return adjudicate(file, load(file.record.variant))


def named(name: str) -> Report:
    return report_of(ROOT / "examples" / "matches" / f"{name}.toml")


def written(form: str, *reports: Report) -> bytes:
    matches = [OutgoingMatch("a", report.match, report) for report in reports]
    return FORMATS[form].render(matches, many=True)


def play_of(report: Report) -> dict[str, Any]:
    play: dict[str, Any] = json.loads(written("bgstats", report))["plays"][0]
    return play


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", ["bgstats", "bgg"])
def test_the_figures_of_every_round_come_back(path: Path, form: str) -> None:
    report = report_of(path)
    (told,) = FORMATS[form].read(written(form, report), "a")
    assert isinstance(told, ParsedMatch), told
    assert told.file is not None
    assert told.file.record == to_typed_in_match(report)


def test_a_play_says_who_scored_what_and_who_won() -> None:
    report = named("two-player-unknown-hands")
    play = play_of(report)
    assert play["playDate"] == "2026-11-20 19:30:00"
    assert play["rounds"] == 7
    scores = [(each["score"], each["winner"], each["rank"], each["startPlayer"]) for each in play["playerScores"]]
    assert scores == [("250", False, 2, False), ("272", True, 1, True)]


@pytest.mark.parametrize(
    ("name", "first"), [("revised-known-hands", 1), ("tatties-known-hands", 1), ("neeps-rulebook-sheet", 0)]
)
def test_who_led_the_first_trick_is_the_start_player_be_it_the_shepherd(name: str, first: int) -> None:
    report = named(name)
    assert report.rounds[0].first_leader(report.table) == first
    link = json.loads(unquote(bgstats.play_link(report, People()).partition("data=")[2]))
    for players in (play_of(report)["playerScores"], link["players"]):
        assert [place for place, each in enumerate(players) if each["startPlayer"]] == [first]


def test_the_score_sheet_adds_up_to_the_final_scores() -> None:
    for path in EXAMPLES:
        report = report_of(path)
        play = play_of(report)
        keys = [json.loads(each["metaData"])["scoreUuid"] for each in play["playerScores"]]
        assert len(set(keys)) == len(keys)
        rows = [row for part in json.loads(play["scoresheet"])["rounds"] for row in part["rows"]]
        sums = [sum(int(row["scores"][key]) for row in rows) for key in keys]
        sides = [sum(sums[seat] for seat in side) for side in report.table.sides]
        assert tuple(sides) == report.totals


def test_the_ids_stay_the_same_and_differ_between_matches_and_players() -> None:
    one, other = named("two-player-unknown-hands"), named("three-player-known-hands")
    first, again = (json.loads(written("bgstats", one, other)) for _ in range(2))
    assert first == again
    assert (
        first["plays"][0]["uuid"] == "1f9a8842-2b17-5116-bc68-4a6d023c95cf"
    )  # the same for ever: apps know the play by it
    alone = json.loads(written("bgstats", one))
    assert alone["plays"][0]["uuid"] == first["plays"][0]["uuid"]
    assert len({each["uuid"] for each in (*first["plays"], *first["players"], *first["games"])}) == (
        len(first["plays"]) + len(first["players"]) + len(first["games"])
    )


def test_the_link_carries_the_play_with_the_id_of_the_file() -> None:
    report = named("neeps-rulebook-sheet")
    address = bgstats.play_link(report, People())
    assert address.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert address.isascii()
    assert not set(address) & set(' "<>&')
    play = json.loads(unquote(address.partition("data=")[2]))
    assert play["sourcePlayId"] == play_of(report)["uuid"]
    assert [(each["name"], each["team"], each["score"]) for each in play["players"]] == [
        ("Isla", "High Rollas", "171"),
        ("Jamie", "Slam Jamma", "280"),
        ("Rory", "High Rollas", "171"),
        ("Noah", "Slam Jamma", "280"),
    ]


def test_the_qr_code_is_a_drawing_on_white_with_its_quiet_zone() -> None:
    pytest.importorskip("segno", reason="needs the extra 'qr'")
    drawing = ET.fromstring(bgstats.draw_link(bgstats.play_link(named("three-player-rulebook-bets"), People())))
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    with pytest.raises(HaggisError, match="use the link itself"):
        bgstats.draw_link("x" * 3_000)


def test_without_segno_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "segno", None)
    with pytest.raises(HaggisError, match=r"pip install 'haggis-cli\[qr\]'"):
        bgstats.draw_link("x")


def bgs(**changes: Any) -> bytes:
    """A play as the app itself exports it: no comment of ours, scores as text, booleans as numbers."""
    play = {
        "uuid": "b1",
        "playDate": "2025-03-01 20:15:00",
        "gameRefId": 7,
        "comments": "close!",
        "playerScores": [
            {"score": "251", "winner": 1, "playerRefId": 2, "seatOrder": 2, "metaData": '{"scoreUuid":"s1"}'},
            {"score": "", "winner": 0, "playerRefId": 1, "seatOrder": 1, "metaData": '{"scoreUuid":"s2"}'},
        ],
        "scoresheet": '{"rounds":[{"rows":[{"label":"Round 1","scores":{"s1":"10","s2":"7"}}]}]}',
    }
    return json.dumps(
        {
            "games": [{"id": 7, "name": "Haggis"}, {"id": 8, "name": "Chess"}],
            "players": [{"id": 1, "name": "Noah"}, {"id": 2, "name": "Isla: the one"}],
            "plays": [play | changes, {"gameRefId": 8, "playDate": "2025-03-01 20:15:00"}],
        }
    ).encode()


def test_a_play_of_the_app_is_kept_as_final_scores_with_its_score_sheet_in_the_notes() -> None:
    (told,) = bgstats.read(bgs(), "a.bgsplay")
    assert isinstance(told, ParsedMatch)
    assert told.fields["players"] == ["Noah", "Isla. the one"]
    assert told.fields["notes"] == ("Round 1: Noah 7, Isla: the one 10\nclose!")
    assert (told.fields["final"]["scores"], told.fields["final"]["won"]) == ({"Isla. the one": 251}, ["Isla. the one"])
    assert "Isla: the one is called Isla. the one here" in told.remarks
    assert "only the final scores are known" in told.remarks[0]


@pytest.mark.parametrize(("yes", "no"), [(True, False), (1, 0), ("true", "false")])
def test_truths_and_days_of_other_programs_are_kept(yes: object, no: object) -> None:
    scores = [
        {"score": "72", "winner": no, "startPlayer": yes, "playerRefId": 2},
        {"score": "72", "winner": yes, "startPlayer": no, "playerRefId": 1},
    ]
    (told,) = bgstats.read(bgs(playerScores=scores, scoresheet="", playDate="2026-03-01 23:30:00"), "a")
    assert isinstance(told, ParsedMatch)
    assert told.fields["final"]["scores"] == {"Isla. the one": 72, "Noah": 72}
    assert told.fields["final"]["won"] == ["Noah"]
    assert (told.fields["lead"], told.fields["players"][0]) == ("Isla. the one", "Isla. the one")
    assert told.fields["created"] == datetime(2026, 3, 1, 23, 30).astimezone()


def test_a_comment_that_was_cut_off_leaves_the_final_scores() -> None:
    comment = transcript.render(to_typed_in_match(named("two-player-rulebook-sheet"))).partition("\nEnd")[0]
    (told,) = bgstats.read(bgs(comments=comment), "a.bgsplay")
    assert isinstance(told, ParsedMatch)
    assert told.file is None
    assert "the text of the match is cut off" in told.remarks[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"playerScores": None},
        {"playerScores": [3, {}, {"metaData": "[", "score": {}, "playerRefId": 99}]},
        {"scoresheet": "[" * 10_000},
        {"scoresheet": '{"rounds": {"rows": 3}}'},
        {"scoresheet": '{"groups": [{"rows": [{"scores": []}]}]}', "uuid": None},
    ],
)
def test_odd_plays_raise_nothing_unforeseen(changes: dict[str, Any]) -> None:
    assert len(bgstats.read(bgs(**changes), "a")) == 1


def test_a_play_without_a_day_is_refused_alone() -> None:
    (told,) = bgstats.read(bgs(playDate="soon"), "a")
    assert isinstance(told, RecordError)
    assert "its date cannot be read" in str(told)


BGG = (
    '<plays username="x"><play id="5" date="2024-05-06"><item name="Haggis" objectid="1"/><comments>nice</comments>'
    '<players><player name="Noah" score="12" win="1"/><player username="isla" name="" score="9" win="0"/></players>'
    '</play><play id="6" date="2024-05-06"><item name="Chess"/></play></plays>'
)


def test_a_page_of_plays_from_the_site() -> None:
    (told,) = bgg.read(BGG.encode(), "plays.xml")
    assert isinstance(told, ParsedMatch)
    assert told.fields["players"] == ["Noah", "isla"]
    assert told.fields["notes"] == "nice"
    assert told.fields["final"] == {"scores": {"Noah": 12, "isla": 9}, "won": ["Noah"], "bgg": 5}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<!DOCTYPE plays [<!ENTITY a "aaaa">]><plays>&a;</plays>', "it declares a document type"),
        ("<plays>" + "<a>" * 100_000, "nested too deeply"),
        ("<plays><play>", "this is not XML"),
        ("<plays>&lol;</plays>", "this is not XML: undefined entity"),
        ("<plays/>", "it holds no play of Haggis"),
    ],
)
def test_xml_that_is_no_page_of_plays_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        bgg.read(text.encode(), "plays.xml")


def test_what_people_are_called_cannot_break_out_of_the_xml() -> None:
    text = written("bgg", named("neeps-rulebook-slam")).decode()
    names = [each.get("name") for each in ET.fromstring(text.replace("Jamie", "&lt;b&gt;&quot;")).iter("player")]
    assert '<b>"' in names
