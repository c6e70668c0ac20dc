"""Plays in the shape of other programs' files, through the whole program: what comes in is kept or told, and goes back.

The exports are in the shape of those of BG Stats 5: JSON inside JSON, numbers for truths, seats that nobody has set.
"""

import json
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from boardgamegeek.loaders.plays import add_plays_from_xml, create_plays_from_xml

from tests.support.haggis import ROOT, Haggis, Ran, header

WITH_WHOM, IF_COUNTED, WHO_WON = "who played with whom", "whether it counts", "who won"
EXAMPLES = ROOT / "examples" / "matches"
DAYS = ("2024-05-05", "2024-05-06", "2024-05-07")
ZONES = ("America/New_York", "Pacific/Kiritimati", "UTC", "Asia/Kolkata")
needs_zones = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot be told another time zone")


def seat(player: int, score: str | None, **more: Any) -> dict[str, Any]:
    usual = {"winner": False, "newPlayer": False, "startPlayer": False, "role": "", "rank": 0, "seatOrder": 0}
    return {"score": score, "playerRefId": player} | usual | more


PAIR = [seat(1, "251"), seat(2, "272", winner=True)]


def export(*plays: dict[str, Any], game: str = "Haggis") -> dict[str, Any]:
    """An export of the app with these plays, each like the one in `export.bgsplay` but for what is given."""
    file: dict[str, Any] = json.loads(Path(__file__).with_name("export.bgsplay").read_text(encoding="utf-8"))
    (play,) = file["plays"]
    file["games"][1]["name"] = game
    file["plays"] = [
        *(play | {"uuid": f"play-{number}"} | each for number, each in enumerate(plays)),
        play | {"uuid": "of-another-game", "gameRefId": 7},
    ]
    return file


def given(haggis: Haggis, content: dict[str, Any] | str, name: str = "BGStatsExport.json") -> str:
    path = haggis.folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


def page(*plays: str) -> str:
    """A page of plays as the site gives it."""
    return f'<plays username="noah" userid="7" total="{len(plays)}" page="1" termsofuse="x">{"".join(plays)}</plays>'


def bgg_play(players: str, **attributes: str) -> str:
    usual = {"id": "87736936", "date": "2024-05-06", "quantity": "1", "length": "0", "incomplete": "0"}
    about = "".join(
        f' {key}="{value}"' for key, value in (usual | {"nowinstats": "0", "location": ""} | attributes).items()
    )
    item = '<item name="Haggis" objecttype="thing" objectid="37628"/>'
    return f"<play{about}>{item}<comments>nice</comments><players>{players}</players></play>"


BGG_PAIR = (
    '<player username="" userid="0" name="Noah" startposition="1" color="" score="251" new="0" rating="0" win="0"/>'
    '<player username="" userid="0" name="Isla" startposition="2" color="" score="272" new="0" rating="0" win="1"/>'
)


def written(haggis: Haggis, form: str, *words: str) -> str:
    return haggis.ok("export", *words, "--format", form)


# Days


def by_bgg() -> tuple[str, str]:
    return "plays.xml", page(bgg_play(BGG_PAIR))


def by_csv() -> tuple[str, str]:
    rows = "".join(f"friday,1,{row},2024-05-06,two-player\n" for row in ("Noah,3,20,1", "Isla,,10,"))
    return "sheet.csv", f"match_id,round,player,hand,captured,went_out,created,variant\n{rows}"


def by_bgstats_day() -> tuple[str, str]:
    return "day.json", json.dumps(export({"playDate": None, "playDateYmd": 20240506}))


def by_text() -> tuple[str, str]:
    players = "player: Noah\nplayer: Isla\ngoal: 250 points\n"
    head = "Haggis match, written as text 1\nid: a\nvariant: two-player\ncreated: 2024-05-06\n"
    return "a.txt", f"{head}{players}\nEnd of match\n"


@needs_zones
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("file", [by_bgg, by_csv, by_bgstats_day, by_text])
def test_a_day_without_a_time_is_that_day_everywhere(
    haggis: Haggis, travel: Callable[[str], None], file: Callable[[], tuple[str, str]], zone: str
) -> None:
    travel(zone)
    name, content = file()
    assert haggis("import", given(haggis, content, name)).code == 0
    (row,) = haggis.json("list")["matches"]
    assert row["created"].startswith("2024-05-06")
    assert "  2024-05-06  " in haggis.ok("list")
    found = {day: haggis.json("list", "--since", day, "--until", day)["matches"] for day in DAYS}
    assert [day for day, rows in found.items() if rows] == ["2024-05-06"]
    assert json.loads(haggis.ok("sheet", row["id"], "--format", "json"))["date"] == "2024-05-06"
    assert ' date="2024-05-06"' in written(haggis, "bgg", row["id"])
    assert '"playDate": "2024-05-06 ' in written(haggis, "bgstats", row["id"])


@needs_zones
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("clock", ["00:00:28", "23:59:28"])
def test_times_of_the_app_are_those_of_the_table(
    haggis: Haggis, travel: Callable[[str], None], zone: str, clock: str
) -> None:
    travel(zone)
    haggis.ok("import", given(haggis, export({"playDate": f"2024-05-06 {clock}"})))
    found = {day: haggis.json("list", "--since", day, "--until", day)["matches"] for day in DAYS}
    assert [row["created"][:19] for rows in found.values() for row in rows] == [f"2024-05-06T{clock}"]
    assert found["2024-05-06"]
    assert "  2024-05-06  " in haggis.ok("list")
    assert json.loads(written(haggis, "bgstats"))["plays"][0]["playDate"] == f"2024-05-06 {clock}"


@needs_zones
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("clock", ["00:30", "23:30"])
def test_the_link_tells_utc_from_which_a_phone_at_the_table_makes_its_own_day(
    haggis: Haggis, travel: Callable[[str], None], zone: str, clock: str
) -> None:
    travel(zone)
    haggis.new("--date", f"2024-05-06 {clock}")
    travel("Europe/Berlin")
    link = json.loads(unquote(written(haggis, "link").partition("data=")[2]))
    told = datetime.fromisoformat(link["playDate"]).replace(tzinfo=UTC)
    assert f"{told.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}" == f"2024-05-06 {clock}"


@needs_zones
@pytest.mark.parametrize("content", [page(bgg_play(BGG_PAIR)), json.dumps(export({}))])
def test_a_log_that_was_taken_in_elsewhere_is_there_already(
    haggis: Haggis, travel: Callable[[str], None], content: str
) -> None:
    travel("Asia/Kolkata")
    file = given(haggis, content, "plays")
    haggis.ok("import", file)
    travel("America/New_York")
    assert haggis.ok("import", file).endswith(": already saved\n")


# Final scores


@pytest.mark.parametrize(("name", "content"), [("a.json", export({})), ("a.xml", page(bgg_play(BGG_PAIR)))])
def test_final_scores_alone_are_the_totals_everywhere(haggis: Haggis, name: str, content: Any) -> None:
    ran = haggis("import", given(haggis, content, name))
    assert ran.out.endswith("imported, two-player, final scores, Noah 251, Isla 272\n")
    assert "Isla has won: 272 to 251." in haggis.ok("show")
    assert "  Noah 251, Isla 272  " in haggis.ok("list")
    assert haggis.ok("list").endswith("  Isla has won\n")
    shown = haggis.json("show")
    assert (shown["totals"], shown["winner"], shown["complete"]) == ({"Noah": 251, "Isla": 272}, "Isla", True)
    isla, noah = haggis.json("stats")["players"]
    assert [(each["name"], each["matches"], each["won"], each["match_points"]) for each in (isla, noah)] == [
        ("Isla", 1, 1, 272),
        ("Noah", 1, 0, 251),
    ]
    assert "Isla" in haggis.ok("stats", "Isla", "--ratings")
    for form in ("text", "markdown", "html"):
        assert "Noah 251, Isla 272" in haggis.ok("sheet", "--format", form)
    assert json.loads(haggis.ok("sheet", "--format", "json"))["totals"] == {"Noah": 251, "Isla": 272}
    for ending in ("pdf", "xlsx", "svg"):
        assert haggis("sheet", "-o", str(haggis.folder / f"sheet.{ending}")).code == 0
    assert haggis("check").code == haggis("doctor").code == 0


def test_final_scores_count_in_streaks_charts_and_ratings_and_in_no_points_a_round(haggis: Haggis) -> None:
    pytest.importorskip("openskill")
    plays = [{"playDate": f"2024-08-0{day} 15:00:00"} for day in range(1, 6)]
    haggis.ok("import", given(haggis, export(*plays)))
    told = haggis.json("stats", "--ratings")
    isla, noah = told["players"]
    assert (isla["current_streak"], isla["longest_streak"], noah["current_streak"]) == (5, 5, 0)
    assert isla["opponents"] == {"Noah": {"matches": 5, "ahead": 5, "behind": 0}}
    assert isla["rating"]["rating"] > noah["rating"]["rating"]
    assert (told["unscored_players"], told["without_rounds"], told["matches"]) == ([], 0, 5)
    assert "Isla  █████  100.0\nNoah  ▁▁▁▁▁    0.0\n2024-08-01 to 2024-08-05" in haggis.ok("stats", "--chart", "won")
    assert haggis("stats", "--chart", "points").out == ""
    haggis.keep(header(goal="rounds = 1") + ROUND)
    days = "2026-11-21 to 2026-11-21; ▁ is 24.0, █ is 52.0"
    points = haggis.ok("stats", "--chart", "points").splitlines()
    assert points == ["Points per round so far", "Isla  ▁  24.0", "Noah  █  52.0", days]


def test_imported_matches_of_one_moment_go_by_their_ids_as_people_count(haggis: Haggis) -> None:
    for points, name in enumerate(("friday-10", "friday-2", "friday")):
        other = FINAL.replace('"friday"', f'"{name}"').replace("251", f"{points}")
        haggis.ok("import", given(haggis, other, f"{name}.toml"))
    assert [row["id"] for row in haggis.json("list", "--sort", "oldest")["matches"]] == [
        "friday",
        "friday-2",
        "friday-10",
    ]


def test_a_play_goes_back_to_bg_stats_as_it_came(haggis: Haggis) -> None:
    scores = [seat(1, "251", startPlayer=True), seat(2, "200+72", winner=True)]
    play = {"durationMin": 45, "locationRefId": 6, "bggId": 87736936, "board": "Travel", "comments": "close!"}
    haggis.ok("import", given(haggis, export(play | {"playerScores": scores})))
    file = json.loads(written(haggis, "bgstats"))
    (back,) = file["plays"]
    assert {key: back[key] for key in ("uuid", "bggId", "durationMin", "board", "playDate", "ignored")} == {
        "uuid": "play-0",
        "bggId": 87736936,
        "durationMin": 45,
        "board": "Travel",
        "playDate": "2024-08-06 15:13:34",
        "ignored": False,
    }
    assert "close!" in back["comments"]
    (place,) = file["locations"]
    assert (place["id"], place["name"]) == (back["locationRefId"], "Café Kelpie")
    assert [(each["score"], each["winner"], each["startPlayer"]) for each in back["playerScores"]] == [
        ("251", False, True),
        ("272", True, False),
    ]
    assert haggis.ok("import", given(haggis, file, "back.bgsplay")).endswith(": already saved\n")
    link = json.loads(unquote(written(haggis, "link").partition("data=")[2]))
    assert (link["sourcePlayId"], link["durationMin"], link["location"]) == ("play-0", 45, "Café Kelpie")


def test_a_play_goes_back_to_the_site_as_it_came(haggis: Haggis) -> None:
    haggis.ok("import", given(haggis, page(bgg_play(BGG_PAIR, length="45", location="Café Kelpie")), "plays.xml"))
    (back,) = ET.fromstring(written(haggis, "bgg")).iter("play")
    expected = {"id": "87736936", "date": "2024-05-06", "length": "45", "location": "Café Kelpie", "nowinstats": "0"}
    assert {key: back.attrib[key] for key in expected} == expected
    players = [(each.attrib["name"], each.attrib["score"], each.attrib["win"]) for each in back.iter("player")]
    assert players == [("Noah", "251", "0"), ("Isla", "272", "1")]


def test_who_won_is_who_the_log_says_and_else_the_highest_score(haggis: Haggis) -> None:
    level = [seat(1, "250", winner=True), seat(2, "250", winner=True)]
    plays = (
        {"playerScores": [seat(1, "251", winner=True), seat(2, "272")]},
        {"playerScores": [seat(1, "251"), seat(2, "272")]},
        {"playerScores": level},
        {"playerScores": [seat(1, None), seat(2, None, winner=True)]},
    )
    haggis.ok(
        "import", given(haggis, export(*({"playDate": f"2024-08-0{n} 12:00:00"} | p for n, p in enumerate(plays, 1))))
    )
    rows = sorted(haggis.json("list")["matches"], key=lambda row: row["created"])
    assert [row["winner"] for row in rows] == ["Noah", "Isla", None, "Isla"]
    assert [bool(row["totals"]) for row in rows] == [True, True, True, False]
    told = [haggis.ok("show", row["id"]).splitlines() for row in rows]
    assert [lines[0] if row["winner"] else lines[-1] for lines, row in zip(told, rows, strict=True)] == [
        "Noah has won: 251 to 272.",
        "Isla has won: 272 to 251.",
        "The match is over: Noah and Isla have won.",
        "Isla has won. Not all final scores are known.",
    ]
    assert "not all final scores are known" in haggis("stats").err
    back = json.loads(written(haggis, "bgstats", "--all"))["plays"]
    assert [each["winner"] for play in back if play["uuid"] == "play-2" for each in play["playerScores"]] == [
        True,
        True,
    ]


def test_a_score_that_is_no_number_stays_in_the_notes(haggis: Haggis) -> None:
    haggis.ok("import", given(haggis, export({"playerScores": [seat(1, "lots"), seat(2, "272")]})))
    shown = haggis.json("show")
    assert shown["notes"] == "Final scores: Noah lots, Isla 272."
    assert (shown["totals"], shown["final"]["scores"]) == (None, {"Isla": 272})


def test_what_a_match_does_not_keep_is_told_once_for_each_kind(haggis: Haggis) -> None:
    lost = {
        "rating": 80,
        "expansionPlays": [{"gameRefId": 1}],
        "playImages": '[{"url":"x"}]',
        "tags": [{"tagRefId": 1}],
        "metaData": '{"isOnlinePlay":1}',
        "playerScores": [seat(1, "1", role="red", newPlayer=True), seat(2, None, rank=2)],
    }
    ran = haggis("import", given(haggis, export(lost, lost | {"playDate": "2024-08-07 12:00:00"})))
    told = [line for line in ran.err.splitlines() if line.startswith("Not imported: ")]
    kinds = ["the rating of the play", "the expansions", "the photos", "the tags", "the players' roles"]
    assert [line.removeprefix("Not imported: ").partition(" (")[0] for line in told] == [
        *kinds,
        "who was new to the game",
        "the places of players without a score",
        "that it was played online",
    ]
    assert all(line.count("2024-08-0") == 2 for line in told)


def test_what_the_site_says_beside_the_scores_is_told(haggis: Haggis) -> None:
    players = BGG_PAIR.replace('username=""', 'username="n"', 1).replace('color=""', 'color="red"', 1)
    players = players.replace('new="0" rating="0"', 'new="1" rating="8"', 1)
    file = given(haggis, page(bgg_play(players, quantity="3", incomplete="1")), "plays.xml")
    (row,) = json.loads(haggis("import", file, "--json").out)["matches"]
    assert row["left_out"] == [
        "the quantity: it is one match here",
        "the players' ratings",
        "the players' colours",
        "the players' user names",
        "who was new to the game",
        "that it was not finished: it does not count in statistics",
    ]


@pytest.mark.parametrize("form", ["bgstats", "bgg"])
def test_what_somebody_has_changed_in_a_play_of_ours_is_told(haggis: Haggis, form: str) -> None:
    haggis.ok("import", str(EXAMPLES / "two-player-unknown-hands.toml"))
    text = written(haggis, form, "two-player-unknown-hands")
    if form == "bgstats":
        file = json.loads(text)
        (play,) = file["plays"]
        play["playerScores"][0]["score"] = "999"
        play["comments"] = f"Lovely evening.\n{play['comments']}"
        play |= {"durationMin": 30, "locationRefId": 3, "playDate": "2026-11-18 19:30:00"}
        text = json.dumps(file | {"locations": [{"id": 3, "name": "Pub"}]})
    else:
        text = text.replace('score="250"', 'score="999"').replace('length="0"', 'length="30"')
        text = text.replace('location=""', 'location="Pub"').replace('date="2026-11-20"', 'date="2026-11-18"')
        text = text.replace("<comments>", "<comments>Lovely evening.\n")
    ran = haggis("import", given(haggis, text, "changed"))
    assert ran.out == "two-player-unknown-hands: already saved\n"
    assert [line.removeprefix("Not imported: ").partition(" (")[0] for line in ran.err.splitlines()] == [
        "the place",
        "how long it took",
        "the rest of the comment",
        "the day, which differs in the log",
        "the score of Noah, which is 999 in the file and 250 here",
    ]


@pytest.mark.parametrize("form", ["bgstats", "bgg"])
def test_so_is_a_result_that_somebody_has_changed_there(haggis: Haggis, form: str) -> None:
    text = (EXAMPLES / "neeps-rulebook-sheet.toml").read_text("utf-8").replace("goal =", "closed = true\ngoal =")
    haggis.keep(text, "neeps-rulebook-sheet")
    text = written(haggis, form, "neeps-rulebook-sheet")
    partners, counts, won = (f"{what}, which differs in the log" for what in (WITH_WHOM, IF_COUNTED, WHO_WON))
    expected = [won, partners, counts]
    if form == "bgstats":
        file = json.loads(text)
        (play,) = file["plays"]
        scores = play["playerScores"]
        scores[0]["team"], scores[1]["team"] = scores[1]["team"], scores[0]["team"]
        for each in scores:
            each["winner"] = not each["winner"]
        play |= {"board": "Travel edition", "ignored": True}
        text = json.dumps(file)
        expected.append("the board, which differs in the log")
    else:
        text = text.replace('color="High Rollas"', 'color="Slam Jamma"', 1).replace('win="1"', 'win="0"')
        text = text.replace('color="Slam Jamma"', 'color="High Rollas"', 2).replace('nowinstats="0"', 'nowinstats="1"')
    ran = haggis("import", given(haggis, text, "changed"))
    assert ran.out == "neeps-rulebook-sheet: already saved\n"
    assert [line.removeprefix("Not imported: ").partition(" (")[0] for line in ran.err.splitlines()] == expected


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
@pytest.mark.sample(2)
@pytest.mark.parametrize("form", ["bgstats", "bgg"])
def test_of_an_unchanged_play_of_ours_nothing_is_left_out(haggis: Haggis, path: Path, form: str) -> None:
    haggis.ok("import", str(path))
    ran = haggis("import", given(haggis, written(haggis, form, path.stem), "again"))
    assert ran == Ran(0, f"{path.stem}: already saved\n", "")


def test_a_match_that_was_closed_without_a_round_counts_in_no_log(haggis: Haggis) -> None:
    path = haggis.new()
    path.write_text(path.read_text("utf-8").replace("goal =", "closed = true\ngoal ="), "utf-8")
    assert json.loads(written(haggis, "bgstats"))["plays"][0]["ignored"] is True
    assert 'incomplete="0" nowinstats="1"' in written(haggis, "bgg")


# Teams


TEAMS = [seat(1, "171", team="1"), seat(2, "171", team="1"), seat(3, "280", team="2"), seat(4, "280", team="2")]


@pytest.mark.parametrize("called", [("1", "2"), (0, 1), ("0", "1"), ("Isla", "Noah")])
def test_partners_stay_partners(haggis: Haggis, called: tuple[Any, Any]) -> None:
    scores = [each | {"team": called[place // 2]} for place, each in enumerate(TEAMS)]
    haggis.ok("import", given(haggis, export({"usesTeams": True, "playerScores": scores, "board": "Haggis and Neeps"})))
    shown = haggis.json("show")
    assert shown["variant"] == "neeps"
    assert shown["totals"] == {"Noah & Isla": 171, "Rory & Jamie": 280}
    assert 'players = ["Noah", "Rory", "Isla", "Jamie"]' in haggis.path(shown["id"]).read_text(encoding="utf-8")
    (back,) = json.loads(written(haggis, "bgstats"))["plays"]
    assert [(each["playerRefId"], each["team"], each["score"]) for each in back["playerScores"]] == [
        (1, "Noah & Isla", "171"),
        (2, "Rory & Jamie", "280"),
        (3, "Noah & Isla", "171"),
        (4, "Rory & Jamie", "280"),
    ]


def test_players_who_are_all_of_one_team_have_no_partners(haggis: Haggis) -> None:
    haggis.ok("import", given(haggis, export({"playerScores": [each | {"team": "0"} for each in PAIR]})))
    assert haggis.json("show")["totals"] == {"Noah": 251, "Isla": 272}


def test_colours_that_partners_share_are_teams(haggis: Haggis) -> None:
    told = (
        ("Noah", "High Rollas", 171),
        ("Isla", "High Rollas", 171),
        ("Rory", "Slam Jamma", 280),
        ("Jamie", "Slam Jamma", 280),
    )
    players = "".join(f'<player name="{name}" color="{team}" score="{score}" win="0"/>' for name, team, score in told)
    haggis.ok("import", given(haggis, page(bgg_play(players)), "plays.xml"), "--variant", "neeps")
    assert haggis.json("show")["totals"] == {"High Rollas": 171, "Slam Jamma": 280}


def test_partners_with_different_scores_keep_them_in_the_notes(haggis: Haggis) -> None:
    odd = [TEAMS[0] | {"score": "99"}, *TEAMS[1:]]
    haggis.ok("import", given(haggis, export({"playerScores": odd})), "--variant", "neeps")
    shown = haggis.json("show")
    assert shown["notes"] == "Final scores: Noah 99, Isla 171, Rory 280, Jamie 280."
    assert (shown["totals"], shown["winner"]) == (None, None)


def test_teams_of_different_sizes_are_told(haggis: Haggis) -> None:
    odd = [seat(1, "1", team="a"), seat(2, "1", team="a"), seat(3, "2", team="b")]
    ran = haggis("import", given(haggis, export({"playerScores": odd})), "--variant", "three-player")
    assert "Not imported: who played with whom (" in ran.err


# Players


def test_a_computer_player_is_somebody_else_and_an_alias_is_not(haggis: Haggis) -> None:
    haggis.keep(header(name="one", players='"Noah", "Ada"'), "one")
    haggis.keep(header(name="two", players='"Noah P.", "Ada"', lead="Ada") + 'bots = { Ada = "easy" }\n', "two")
    (haggis.home / "players.toml").write_text('[aliases]\n"Noah" = ["Noah P."]\n', encoding="utf-8")
    file = json.loads(written(haggis, "bgstats", "--all"))
    assert [(each["name"], json.loads(each["metaData"])["isNpc"]) for each in file["players"]] == [
        ("Noah", 0),
        ("Ada", 0),
        ("Ada (easy)", 1),
    ]
    assert len({each["uuid"] for each in file["players"]}) == 3
    assert [[each["playerRefId"] for each in play["playerScores"]] for play in file["plays"]] == [[1, 2], [1, 3]]
    assert 'name="Ada (easy)"' in written(haggis, "bgg", "two")
    link = written(haggis, "link", "two")
    assert "Ada%20%28easy%29" in link
    assert "Noah%20P" not in link
    haggis.ok("sheet", "two", "--qr", "-o", str(haggis.folder / "sheet.html"))
    assert "Ada%20%28easy%29" in (haggis.folder / "sheet.html").read_text(encoding="utf-8")


def test_an_alias_changes_no_match_that_comes_back(haggis: Haggis) -> None:
    haggis.keep(header(name="two", players='"Noah P.", "Ada"', lead="Ada"), "two")
    (haggis.home / "players.toml").write_text('[aliases]\n"Noah" = ["Noah P."]\n', encoding="utf-8")
    assert haggis.ok("import", given(haggis, written(haggis, "bgstats", "two"), "b.bgsplay")) == "two: already saved\n"


# As others read and write


def test_our_page_is_read_by_the_public_library(haggis: Haggis) -> None:
    for name in ("two-player-unknown-hands", "neeps-rulebook-sheet", "tatties-known-hands"):
        haggis.ok("import", str(EXAMPLES / f"{name}.toml"))
    haggis.ok("import", given(haggis, page(bgg_play(BGG_PAIR, length="45")), "plays.xml"))
    root = ET.fromstring(written(haggis, "bgg", "--all"))
    plays = create_plays_from_xml(root)
    assert add_plays_from_xml(plays, root)
    assert (len(plays), plays.plays_count) == (4, 4)
    found = {str(play.date.date()): play for play in plays}
    played = found["2024-05-06"]
    assert (played.id, played.game_id, played.game_name, played.duration) == (87736936, 37628, "Haggis", 45)
    assert [(each.name, each.score, each.win) for each in found["2026-11-20"].players] == [
        ("Noah", "250", "0"),
        ("Isla", "272", "1"),
    ]
    assert all(0 < play.id < 2**31 for play in plays)
    assert len({play.id for play in plays}) == 4


def test_our_file_has_the_shape_of_an_export(haggis: Haggis) -> None:
    haggis.ok("import", str(EXAMPLES / "neeps-rulebook-sheet.toml"))
    ours, theirs = json.loads(written(haggis, "bgstats", "neeps-rulebook-sheet")), export({})
    (game,) = ours["games"]
    assert (game["bggId"], game["bggName"], game["isBaseGame"]) == (37628, "Haggis", 1)
    (play,) = ours["plays"]
    assert "playDateYmd" not in play
    assert "locationRefId" not in play  # which would point nowhere
    known = set(theirs["plays"][0]) - {"metaData"}
    assert known <= set(play)
    assert set(play) - known == {"comments", "playImages", "scoresheet"}
    kinds = {key: type(value) for key, value in theirs["plays"][0].items()}
    assert {key: type(play[key]) for key in known} == {key: kinds[key] for key in known}
    assert set(PAIR[0]) <= set(play["playerScores"][0])


def test_the_game_is_known_by_its_number_too(haggis: Haggis) -> None:
    file = export({}, game="Schottisches Kartenspiel")
    file["games"][1]["bggName"] = None
    assert "Noah 251, Isla 272" in haggis.ok("import", given(haggis, file))
    renamed = page(bgg_play(BGG_PAIR).replace('name="Haggis"', 'name="x"'))
    assert "Noah 251, Isla 272" in haggis.ok("import", given(haggis, renamed, "plays.xml"))


def test_rows_that_the_app_numbers_are_rounds(haggis: Haggis) -> None:
    rows = [{"label": "{row}.", "repetition": n, "scores": {"a": str(n), "b": "0"}} for n in (1, 2)]
    scores = [each | {"metaData": json.dumps({"scoreUuid": key})} for each, key in zip(PAIR, "ab", strict=True)]
    sheet = {"bggId": 822, "scoreType": "bestTotalWins", "rounds": [{"repetition": 1, "rows": rows}]}
    for told in (json.dumps(sheet), sheet):
        haggis.ok("import", given(haggis, export({"playerScores": scores, "scoresheet": told})))
        assert haggis.json("show")["notes"] == "Round 1: Noah 1, Isla 0\nRound 2: Noah 2, Isla 0"
        haggis.path(haggis.json("show")["id"]).unlink()


# The match file


FINAL = header().replace('lead = "Noah"\n', "[final]\nscores = { Noah = 251, Isla = 272 }\n")
ROUND = '[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FINAL + ROUND, "'rounds': a match has rounds or final scores, not both"),
        (FINAL.replace("Isla = 2", "Ewan = 2"), "'final': Ewan is not one of the players"),
        (FINAL + 'winner = "Noah"\n', "unknown key 'final.winner'"),
        (FINAL + 'win = ["Noah"]\n', "did you mean 'won'?"),
    ],
)
def test_final_scores_are_checked(haggis: Haggis, text: str, said: str) -> None:
    haggis.keep(text)
    ran = haggis("show", "friday")
    assert ran.code == 3
    assert said in " ".join(ran.err.split())


def test_partners_have_the_score_of_their_team(haggis: Haggis) -> None:
    text = FINAL.replace("two-player", "neeps").replace('"Isla"]', '"Isla", "Rory", "Jamie"]')
    haggis.keep(text.replace("Isla = 272", "Rory = 272"))
    ran = haggis("show", "friday")
    assert (ran.code, "line 8" in ran.err) == (3, True)
    assert "Noah has 251 and Rory 272, but partners both have the score of their team" in " ".join(ran.err.split())


def test_a_rematch_begins_without_them_and_nothing_is_added_to_them(haggis: Haggis) -> None:
    haggis.keep(FINAL)
    haggis.ok("new", "--like", "friday", "--name", "again")
    assert "final" not in haggis.path("again").read_text(encoding="utf-8")
    ran = haggis("score", "friday", "Noah: out 3, cards 20", "Isla: cards 10")
    assert (ran.code, "the match is over" in ran.err) == (1, True)
    assert os.fsencode(FINAL) == haggis.path("friday").read_bytes()
