"""`haggis check`: whole match files adjudicated, those of an older revision of their rules, too."""

import json
import shutil
from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis, Ran, header, refused
from tests.support.plugins import COPY, Site

FILE = "home/matches/friday.toml"
TYPED = """
[[rounds]]
[rounds.table]
out = ["Noah"]
hands = { Noah = 8 }
captured = { Noah = 12, Isla = 24 }
"""
TROUBLED = (
    header()
    + TYPED
    + '\n[[rounds]]\nevents = [\n  "Isla: 7r 8r 9r",\n  "Noah: 8g 9g", # ?\n  "Isla: 2r",\n]\n'
    + TYPED.replace("Isla = 24", "Isla = 25")
)


def test_standard_input(haggis: Haggis) -> None:
    assert haggis("check", "-", stdin=header() + TYPED) == Ran(0, "", "")
    ran = haggis("check", "-", stdin=TROUBLED)
    assert ran.out.startswith("standard input: round 2, event 2 (line 18): ")
    assert json.loads(haggis("check", "-", "--json", stdin=TROUBLED).out)["file"] == "standard input"
    assert haggis("check", "-", stdin=b"\xff").err.startswith("haggis: standard input: ")
    assert haggis("check", "-", stdin=b"#" * (1 << 21)).code == 3


def test_matches_are_named_as_for_all_commands(haggis: Haggis) -> None:
    haggis.keep(TROUBLED)
    haggis.keep(header().replace('"friday"', '"fright"'), "fright")
    for name in ("friday", "FRID", "day", str(haggis.path())):
        ran = haggis("check", name)
        assert (ran.code, ran.out.partition(": ")[0]) == (1, str(haggis.path()))
    assert haggis("check", "fright") == Ran(0, "", "")
    assert json.loads(haggis("check", "day", "--json").out)["file"] == str(haggis.path())
    ran = haggis("check", "monday", "fri", "fright", "")
    assert ran == refused(
        3,
        "there is no match 'monday': 'haggis list' shows the matches",
        "2 matches fit 'fri': type more of one of friday, fright",
        "the name of the match is empty: omit it for the current match",
    )
    found = [json.loads(line) for line in haggis("check", "monday", "day", "--json").out.splitlines()]
    assert [each["ok"] for each in found] == [False, False]
    assert found[0]["error"] == "there is no match 'monday': 'haggis list' shows the matches"


def test_nothing_from_a_file_steers_the_terminal(haggis: Haggis) -> None:
    text = header() + '\n[[rounds]]\nevents = ["Noah: \\u001b[2J\\u202e7r"]\n'
    haggis.keep(text, "bad\x1b[1m")
    ran = haggis("check", "home/matches/bad\x1b[1m.toml", "-w")
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err
    assert "\u202e" not in ran.out + ran.err
    assert ran.out.startswith("home/matches/bad\\x1b[1m.toml: round 1, event 1 (line 10): 'Noah: \\x1b[2J\\u202e7r': ")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_are_counted_as_editors_count_them(haggis: Haggis, ending: str) -> None:
    haggis.path().parent.mkdir(parents=True)
    haggis.path().write_bytes(("\ufeff" + TROUBLED.replace("\n", ending)).encode())
    assert "(line 18)" in haggis("check", FILE).out


FIRST_REVISION = COPY + 'V = replace(TWO_PLAYER, id="speed", name="Speed")\n'
SECOND_REVISION = COPY + (
    'FORMER = {1: replace(TWO_PLAYER, id="speed", name="Speed")}\n'
    'V = replace(TWO_PLAYER, id="speed", name="Speed", revision=2, former=FORMER, hand_points=3)\n'
)
TOLD_REVISION = (
    "recorded under revision 1 of 'speed', but revision 2 is installed: 1 result differs (judged under revision 1)"
)
NEW = ("new", "--variant", "speed", "--player", "Noah", "--player", "Isla", "--lead", "Noah")
ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")


@pytest.fixture
def recorded(haggis: Haggis) -> Iterator[Haggis]:
    """Friday's match has a round of the first revision, which the second has replaced since."""
    site = haggis.folder / "site"
    old = Site(site)
    old.put("speed", FIRST_REVISION)
    with old.seen():
        haggis.ok(*NEW, "--name", "friday")
        haggis.ok("score", "friday", *ROUND, "--yes")
    shutil.rmtree(site)
    new = Site(site)
    new.put("speed", SECOND_REVISION)
    with new.seen():
        yield haggis


def test_every_command_says_so_first(recorded: Haggis) -> None:
    file = str(recorded.home / "matches" / "friday.toml")
    ran = recorded("check", "friday")
    assert (ran.code, ran.out) == (0, f"{file}: {TOLD_REVISION}\n")
    assert recorded("check", "--warnings", "friday").out == ran.out
    show = recorded("show", "friday")
    assert (show.err + show.out).replace("\n  ", " ").startswith(f"warning: {TOLD_REVISION}")
    assert "52" in show.out
    assert TOLD_REVISION in recorded.ok("list")
    for words in (("log",), ("sheet",), ("sheet", "--json")):
        assert " ".join(recorded(*words, "friday").err.split()) == f"warning: friday: {TOLD_REVISION}"
    note = {"recorded": 1, "installed": 2, "judged_by": 1, "differ": 1, "message": TOLD_REVISION}
    assert recorded.json("show", "friday")["revision"] == note
    assert json.loads(recorded.ok("check", "friday", "--json"))["revision"] == note
    assert recorded.json("list")["matches"][0]["revision"] == note
    doctor = " ".join(recorded("doctor").out.split())
    assert "recorded under revision 1 of 'speed', but revision 2 is installed: 'haggis check' shows how many" in doctor


def test_what_adds_to_the_match_says_so_first(recorded: Haggis) -> None:
    for words in (("record", "friday", "Isla: bet baby"), ("undo", "friday"), ("score", "friday", *ROUND, "--yes")):
        ran = recorded(*words)
        assert ran.code == 0
        assert " ".join(ran.err.split()).startswith(f"warning: friday: {TOLD_REVISION}") is (words[0] != "undo"), words


def test_figures_by_other_rules_are_told(haggis: Haggis) -> None:
    old, new = Site(haggis.folder / "old"), Site(haggis.folder / "new")
    old.put("speed", FIRST_REVISION)
    new.put("speed", COPY + 'V = replace(TWO_PLAYER, id="speed", name="Speed", revision=2, hand_points=3)\n')
    with old.seen():
        haggis.ok(*NEW, "--name", "friday")
        haggis.ok("score", "friday", *ROUND, "--yes")
        assert haggis("stats").err == ""
    with new.seen():
        haggis.ok(*NEW, "--name", "today")
        haggis.ok("score", "today", *ROUND, "--yes")
        ran = haggis("stats")
    said = "warning: friday is counted by other rules than those it was recorded under: 'haggis check' shows more"
    assert (ran.code, " ".join(ran.err.split())) == (0, said)


def test_figures_by_the_rules_of_then_are_figures(recorded: Haggis) -> None:
    assert recorded("stats").err == ""


def test_a_match_keeps_its_revision_and_a_new_one_takes_todays(recorded: Haggis) -> None:
    recorded.ok("score", "friday", *ROUND, "--yes")
    assert recorded.json("show", "friday")["totals"] == {"Noah": 104, "Isla": 48}
    friday, today = (recorded.home / "matches" / f"{name}.toml" for name in ("friday", "today"))
    assert "revision" not in friday.read_text()
    recorded.ok(*NEW, "--name", "today")
    assert "revision" not in today.read_text()
    recorded.ok("record", "today", "Noah: bet baby")
    assert 'variant = "speed"\nrevision = 2\ncreated' in today.read_text()
    assert "revision" not in recorded.json("show", "today")


def test_matches_of_computer_players_are_recorded_under_todays(recorded: Haggis) -> None:
    bots = ("--bot", "A=random", "--bot", "B=random")
    recorded.ok("play", "--variant", "speed", "--simulate", "1", *bots, "--rounds", "1", "--save", "--seed", "1")
    assert "revision = 2" in recorded.text("simulated-1-0001")
    assert recorded("check", "simulated-1-0001") == (0, "", "")
    assert recorded("variants", "check", "speed", "--rounds", "4") == (0, "", "")


def test_a_rematch_begins_with_no_revision(recorded: Haggis) -> None:
    recorded.ok(*NEW, "--name", "today")
    recorded.ok("score", "today", *ROUND, "--yes")
    recorded.ok("new", "--like", "today", "--name", "tomorrow")
    assert "revision" not in recorded.text("tomorrow")


def test_the_revision_travels_with_the_match(recorded: Haggis) -> None:
    recorded.ok(*NEW, "--name", "today")
    recorded.ok("score", "today", *ROUND, "--yes")
    for ending in ("json", "txt", "csv"):
        recorded.ok("export", "today", "-o", str(recorded.folder / f"today.{ending}"))
        recorded.ok("remove", "today", "--yes")
        recorded.ok("import", str(recorded.folder / f"today.{ending}"))
        found = recorded.json("list")["matches"]
        assert [match.get("revision") for match in found if match["id"] == "today"] == [None], ending
