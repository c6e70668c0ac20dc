"""`haggis import`: what comes in is kept as it is, once, and overwrites nothing."""

from pathlib import Path

import pytest

from tests.support.haggis import ROOT, Haggis, header, refused

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


@pytest.mark.parametrize(
    "created", ["2026-11-21 19:30:00Z # now", " 2026-11-21t19:30:00z", "2026-11-21T20:30:00+01:00"]
)
def test_the_same_match_is_known_again_however_its_moment_is_written(haggis: Haggis, created: str) -> None:
    there = WORN.replace('"friday"', '"saturday"').replace("created = 2026-11-21T19:30:00Z", f"created ={created}")
    haggis.keep(there, "saturday")
    haggis.keep("what", "odd")
    assert haggis.ok("import", given(haggis, WORN)) == "saturday: already saved\n"


@pytest.mark.parametrize("name", ["../../evil", "con", "A Friday!", "\\u001b[2J"])
def test_an_id_from_a_file_is_no_path(haggis: Haggis, name: str) -> None:
    ran = haggis("import", given(haggis, WORN.replace('"friday"', f'"{name}"')))
    assert "\x1b" not in ran.out + ran.err
    kept = [path.stem for path in haggis.home.glob("matches/*")]
    assert kept == ([] if name == "con" else [{"A Friday!": "a-friday", "\\u001b[2J": "2j"}.get(name, "evil")])
    assert [path.name for path in haggis.folder.glob("*.toml")] == ["given.toml"]


@pytest.mark.parametrize(
    ("form", "ending"),
    [("toml", ".toml"), ("json", ".json"), ("text", ".txt"), ("bgstats", ".bgsplay"), ("bgg", ".xml"), ("csv", ".csv")],
)
def test_what_export_writes_import_knows_by_what_it_looks_like(haggis: Haggis, form: str, ending: str) -> None:
    haggis.keep(WORN)
    haggis.ok("export", "friday", "--format", form, "-o", f"friday{ending}")
    assert haggis.ok("import", f"friday{ending}") == "friday: already saved\n"
    data = (haggis.folder / f"friday{ending}").read_bytes()
    assert haggis.ok("import", "-", stdin=data) == "friday: already saved\n"
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


def test_what_a_table_leaves_open_is_taken_from_the_match_that_is_here(haggis: Haggis) -> None:
    haggis.keep((EXAMPLES / "neeps-rulebook-sheet.toml").read_text(encoding="utf-8"), "neeps-rulebook-sheet")
    haggis.ok("sheet", "-o", "sheet.csv")
    assert haggis.ok("import", "sheet.csv") == "neeps-rulebook-sheet: already saved\n"


@pytest.mark.slow
def test_of_all_matches_as_a_table_none_is_lost_and_nothing_is_asked(haggis: Haggis) -> None:
    for path in EXAMPLES.glob("*.toml"):
        haggis.keep(path.read_text(encoding="utf-8"), path.stem)
    haggis.ok("export", "--all", "-o", "all.csv")
    ran = haggis("import", "all.csv")
    assert ran.code == 0
    assert {line.split(": ")[1] for line in ran.out.splitlines()} == {"already saved"}
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
    assert "several fit: neeps, rogers-neeps: choose one with --variant" in ran.err
    haggis.ok("import", "sheet.csv", "--variant", "two-player", "--variant", "neeps")
    assert haggis.json("show")["totals"] == {"High Rollas": 171, "Slam Jamma": 280}


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
    assert haggis("import", "empty") == refused(3, "empty: no file in this folder clearly holds matches")
    assert haggis("import", "-", stdin='{"matches": []}') == refused(3, "standard input: it holds no match")
