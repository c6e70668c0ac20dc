"""`haggis import`: what comes in is kept as it is, once, and overwrites nothing."""

import json
from pathlib import Path

import pytest

from tests.support.haggis import ROOT, Haggis, Ran, header, refused

EXAMPLES = ROOT / "examples" / "matches"
ROUND = (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    "bets = { Noah = 15, Isla = 5 }\n"
)
WORN = header() + "# a comment\n" + ROUND


def given(haggis: Haggis, text: str, name: str = "given.toml") -> str:
    path = haggis.folder / name
    path.write_bytes(text.encode())
    return str(path)


def test_a_match_file_comes_in_byte_for_byte(haggis: Haggis) -> None:
    file = given(haggis, WORN)
    assert haggis("import", file) == Ran(0, "friday: imported, two-player, 1 round, Noah 72, Isla 24\n", "")
    assert haggis.path("friday").read_bytes() == WORN.encode()


def test_importing_twice_adds_nothing(haggis: Haggis) -> None:
    file = given(haggis, WORN)
    haggis.ok("import", file)
    assert haggis("import", file, file) == Ran(0, "friday: there already\n" * 2, "")
    assert len(haggis.json("list")["matches"]) == 1


def test_the_same_match_under_another_name_is_there_already(haggis: Haggis) -> None:
    haggis.keep(WORN.replace('"friday"', '"saturday"'), "saturday")
    assert haggis.ok("import", given(haggis, WORN)) == "saturday: there already\n"
    assert not haggis.path("friday").exists()


@pytest.mark.parametrize(
    "created", ["2026-11-21 19:30:00Z # now", " 2026-11-21t19:30:00z", "2026-11-21T20:30:00+01:00"]
)
def test_the_same_match_is_known_again_however_its_moment_is_written(haggis: Haggis, created: str) -> None:
    there = WORN.replace('"friday"', '"saturday"').replace("created = 2026-11-21T19:30:00Z", f"created ={created}")
    haggis.keep(there, "saturday")
    haggis.keep("what", "odd")
    assert haggis.ok("import", given(haggis, WORN)) == "saturday: there already\n"


def test_a_match_of_the_same_name_that_differs_is_left_as_it_is(haggis: Haggis) -> None:
    haggis.keep(header())
    ran = haggis("import", given(haggis, WORN))
    assert ran == Ran(
        5,
        "",
        "haggis: friday: not imported: the match of that name here has 0 rounds, this one 1 round; --as ID keeps this "
        "one under another name\n",
    )
    assert haggis.path("friday").read_bytes() == header().encode()
    changed = WORN.replace("Isla = 24", "Isla = 23")
    haggis.keep(WORN)
    assert "says something else in round 1" in haggis("import", given(haggis, changed)).err
    haggis.keep("what")
    assert "cannot be read" in haggis("import", given(haggis, WORN)).err
    assert haggis.path("friday").read_text() == "what"


def test_as_gives_another_name_and_changes_nothing_else(haggis: Haggis) -> None:
    haggis.keep(header())
    file = given(haggis, WORN)
    haggis.ok("import", file, "--as", "saturday")
    assert haggis.path("saturday").read_bytes() == WORN.replace('"friday"', '"saturday"').encode()
    assert haggis("import", file, "--as", "../x").code == 2
    assert haggis("import", file, file, "--as", "sunday").code == 2


def test_a_dry_run_says_the_same_and_keeps_nothing(haggis: Haggis) -> None:
    file = given(haggis, WORN)
    ran = haggis("import", "--dry-run", file)
    assert ran == Ran(0, "friday: would be imported, two-player, 1 round, Noah 72, Isla 24\n", "")
    assert not haggis.home.exists()


def test_a_match_that_breaks_the_rules_is_kept_and_told(haggis: Haggis) -> None:
    ran = haggis("import", given(haggis, WORN.replace("Noah = 8 ", "Noah = 18 ")))
    assert ran.code == 0
    assert ran.out == "friday: imported, two-player, Noah, Isla, 1 round\n"
    assert "warning: friday: round 1 (line 11): " in ran.err
    assert "[table-inconsistent]" in ran.err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"two-player"', '"whist"', "it cannot be adjudicated: there is no variant 'whist'"),
        ("goal =", 'suits = "rr"\ngoal =', "it cannot be adjudicated: friday.toml: line 6: 'suits' needs 4"),
    ],
)
def test_a_match_that_cannot_be_adjudicated_is_kept_all_the_same(haggis: Haggis, old: str, new: str, said: str) -> None:
    ran = haggis("import", given(haggis, WORN.replace(old, new)))
    assert ran.code == 0
    assert said in ran.err
    assert haggis.path("friday").exists()


@pytest.mark.parametrize("name", ["../../evil", "con", "A Friday!", "\\u001b[2J"])
def test_an_id_from_a_file_is_no_path(haggis: Haggis, name: str) -> None:
    ran = haggis("import", given(haggis, WORN.replace('"friday"', f'"{name}"')))
    assert "\x1b" not in ran.out + ran.err
    kept = [path.stem for path in haggis.home.glob("matches/*")]
    assert kept == ([] if name == "con" else [{"A Friday!": "a-friday", "\\u001b[2J": "2j"}.get(name, "evil")])
    assert [path.name for path in haggis.folder.glob("*.toml")] == ["given.toml"]


def test_a_file_that_cannot_be_read_keeps_no_other_out(haggis: Haggis) -> None:
    ran = haggis("import", str(haggis.folder / "none.toml"), given(haggis, "what", "bad.toml"), given(haggis, WORN))
    assert ran.code == 3
    assert ran.out.startswith("friday: imported")
    assert "none.toml: there is no such file" in ran.err
    assert "bad.toml: line 1, column 5" in ran.err


@pytest.mark.parametrize(
    ("form", "ending"),
    [("toml", ".toml"), ("json", ".json"), ("text", ".txt"), ("bgstats", ".bgsplay"), ("bgg", ".xml"), ("csv", ".csv")],
)
def test_what_export_writes_import_knows_by_what_it_looks_like(haggis: Haggis, form: str, ending: str) -> None:
    haggis.keep(WORN)
    haggis.ok("export", "friday", "--format", form, "-o", f"friday{ending}")
    assert haggis.ok("import", f"friday{ending}") == "friday: there already\n"
    data = (haggis.folder / f"friday{ending}").read_bytes()
    assert haggis.ok("import", "-", stdin=data) == "friday: there already\n"
    haggis.ok("remove", "friday", "--yes")
    haggis.ok("import", "-", stdin=data)
    assert haggis.json("show", "friday")["totals"] == {"Noah": 72, "Isla": 24}


def test_a_folder_gives_all_the_matches_in_it_and_nothing_else(haggis: Haggis) -> None:
    folder = haggis.folder / "from a friend"
    folder.mkdir()
    for name in ("two-player-rulebook-sheet", "neeps-rulebook-sheet"):
        for ending in (".toml", ".txt"):  # the texts are printed scoresheets
            (folder / f"{name}{ending}").write_bytes((EXAMPLES / f"{name}{ending}").read_bytes())
    ran = haggis("import", str(folder))
    assert ran.code == 0
    assert [line.split(":")[0] for line in ran.out.splitlines()] == [
        "neeps-rulebook-sheet",
        "two-player-rulebook-sheet",
    ]


def test_of_a_text_that_holds_no_match_import_says_what_it_reads(haggis: Haggis) -> None:
    said = (
        "standard input: this text holds no match: 'haggis import' reads match files, JSON and text of "
        "'haggis export', scoresheets as CSV, and plays of BG Stats and BoardGameGeek"
    )
    assert haggis("import", "-", stdin="Noah leads 2r 2y\nIsla plays 4r 4g\n") == refused(3, said)


def test_who_led_and_the_goal_can_be_said_where_a_table_does_not(haggis: Haggis) -> None:
    table = "match_id,round,player,hand,captured,went_out\npub,1,Noah,9,20,1\npub,1,Isla,,16,\n"
    haggis.ok("import", "-", "--rounds", "3", "--lead", "Isla", stdin=table)
    assert 'lead = "Isla"' in haggis.text("pub")
    assert "goal = { rounds = 3 }" in haggis.text("pub")
    haggis.ok("import", "-", "--as", "other", stdin=table.replace("pub", "other"))
    assert 'lead = "Noah"' in haggis.text("other")


def test_what_a_table_leaves_open_is_taken_from_the_match_that_is_here(haggis: Haggis) -> None:
    haggis.keep((EXAMPLES / "neeps-rulebook-sheet.toml").read_text(encoding="utf-8"), "neeps-rulebook-sheet")
    haggis.ok("sheet", "-o", "sheet.csv")
    assert haggis.ok("import", "sheet.csv") == "neeps-rulebook-sheet: there already\n"


@pytest.mark.slow
def test_of_all_matches_as_a_table_none_is_lost_and_nothing_is_asked(haggis: Haggis) -> None:
    for path in EXAMPLES.glob("*.toml"):
        haggis.keep(path.read_text(encoding="utf-8"), path.stem)
    haggis.ok("export", "--all", "-o", "all.csv")
    ran = haggis("import", "all.csv")
    assert ran.code == 0
    assert {line.split(": ")[1] for line in ran.out.splitlines()} == {"there already"}
    ran = haggis("import", "all.csv", "--home", "elsewhere")
    assert ran.code == 0
    assert "taken for" not in ran.err
    before, after = (haggis.json("list", *home)["matches"] for home in ((), ("--home", "elsewhere")))
    assert [(each["id"], each["variant"], each["totals"]) for each in after] == [
        (each["id"], each["variant"], each["totals"]) for each in before
    ]


def test_where_the_variant_cannot_be_told_a_person_has_to_say(haggis: Haggis) -> None:
    haggis.keep((EXAMPLES / "neeps-rulebook-sheet.toml").read_text(encoding="utf-8"), "neeps-rulebook-sheet")
    haggis.ok("sheet", "-o", "sheet.csv")
    haggis.ok("remove", "neeps", "--yes")
    ran = haggis("import", "sheet.csv")
    assert (ran.code, ran.out) == (2, "")
    assert "several fit: neeps, rogers-neeps: say it with --variant" in ran.err
    haggis.ok("import", "sheet.csv", "--variant", "two-player", "--variant", "neeps")
    assert haggis.json("show")["totals"] == {"High Rollas": 171, "Slam Jamma": 280}


def test_what_is_to_be_said_of_many_matches_is_said_once(haggis: Haggis) -> None:
    players = '<players><player name="A"/><player name="B"/></players>'
    play = f'<play id="{{0}}" date="2024-05-06"><item name="Haggis"/>{players}</play>'
    ran = haggis("import", given(haggis, f"<plays>{''.join(map(play.format, range(9)))}</plays>", "plays.xml"))
    assert (ran.code, ran.out.count(": imported, two-player, A, B, 0 rounds\n")) == (0, 9)
    said = [line.partition(": ")[2].partition(":")[0] for line in ran.err.splitlines()]
    assert said == ["only the final scores are known", "taken for a match of two-player"] * 2
    assert "The same of 8 more: only" in ran.err


def test_as_json(haggis: Haggis) -> None:
    file = given(haggis, WORN)
    (row,) = haggis.json("import", file)["matches"]
    assert row == {
        "source": file,
        "id": "friday",
        "action": "imported",
        "file": str(haggis.path()),
        "variant": "two-player",
        "rounds": 1,
        "remarks": [],
        "half_rounds": [],
        "ok": True,
        "violations": [],
        "warnings": [],
        "error": None,
    }
    haggis.keep(header())
    ran = haggis("import", file, "none.toml", "--dry-run", "--json")
    told = json.loads(ran.out)
    assert ran.code == 5
    assert told["dry_run"] is True
    assert [(each["action"], bool(each["error"])) for each in told["matches"]] == [("failed", True)] * 2


def test_a_file_too_large_is_refused_at_once(haggis: Haggis, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(33 << 20)
    ran = haggis("import", str(path))
    assert ran.code == 3
    assert ran.err.startswith("haggis: ")
    assert "32 MiB" in ran.err


def test_nothing_to_import_is_told(haggis: Haggis) -> None:
    (haggis.folder / "empty").mkdir()
    assert haggis("import", "empty") == refused(3, "empty: there is no file in this folder that holds matches for sure")
    assert haggis("import", "-", stdin='{"matches": []}') == refused(3, "standard input: it holds no match")


def test_wrong_usage(haggis: Haggis) -> None:
    assert haggis("import").code == 2
    assert "the formats are toml, json, text, csv, bgstats, bgg" in haggis("import", "-", "-f", "qr").err
    assert haggis("import", "-", "--points", "3", "--rounds", "3").code == 2
    assert haggis("import", "-", "--points", "1000000").code == 2
