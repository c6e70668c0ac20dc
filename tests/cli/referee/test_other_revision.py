"""A plugin whose rules change: its old matches keep theirs, and every command that shows them says so first."""

import json
import shutil
from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.plugins import COPY, Site

FIRST = COPY + 'V = replace(TWO_PLAYER, id="speed", name="Speed")\n'
SECOND = COPY + (
    'FORMER = {1: replace(TWO_PLAYER, id="speed", name="Speed")}\n'
    'V = replace(TWO_PLAYER, id="speed", name="Speed", revision=2, former=FORMER, hand_points=3)\n'
)
TOLD = "recorded under revision 1 of 'speed', installed is 2: 1 result differs (judged by revision 1)"
NEW = ("new", "--variant", "speed", "--player", "Noah", "--player", "Isla", "--lead", "Noah")
ROUND = ("Noah: out 8, cards 12", "Isla: cards 24")


@pytest.fixture
def recorded(haggis: Haggis) -> Iterator[Haggis]:
    """Friday's match has a round of the first revision, which the second has replaced since."""
    site = haggis.folder / "site"
    old = Site(site)
    old.put("speed", FIRST)
    with old.seen():
        haggis.ok(*NEW, "--name", "friday")
        haggis.ok("score", "friday", *ROUND, "--yes")
    shutil.rmtree(site)
    new = Site(site)
    new.put("speed", SECOND)
    with new.seen():
        yield haggis


def test_every_command_says_so_first(recorded: Haggis) -> None:
    file = str(recorded.home / "matches" / "friday.toml")
    ran = recorded("check", "friday")
    assert (ran.code, ran.out) == (0, f"{file}: {TOLD}\n")
    assert recorded("check", "--warnings", "friday").out == ran.out
    show = recorded("show", "friday")
    assert (show.err + show.out).replace("\n  ", " ").startswith(f"warning: {TOLD}")
    assert "52" in show.out
    assert TOLD in recorded.ok("list")
    for words in (("log",), ("sheet",), ("sheet", "--json")):
        assert " ".join(recorded(*words, "friday").err.split()) == f"warning: friday: {TOLD}"
    note = {"recorded": 1, "installed": 2, "judged_by": 1, "differ": 1, "message": TOLD}
    assert recorded.json("show", "friday")["revision"] == note
    assert json.loads(recorded.ok("check", "friday", "--json"))["revision"] == note
    assert recorded.json("list")["matches"][0]["revision"] == note
    doctor = " ".join(recorded("doctor").out.split())
    assert "recorded under revision 1 of 'speed', installed is 2: 'haggis check' tells how many" in doctor


def test_what_adds_to_the_match_says_so_first(recorded: Haggis) -> None:
    for words in (("record", "friday", "Isla: bet baby"), ("undo", "friday"), ("score", "friday", *ROUND, "--yes")):
        ran = recorded(*words)
        assert ran.code == 0
        assert " ".join(ran.err.split()).startswith(f"warning: friday: {TOLD}") is (words[0] != "undo"), words


def test_figures_by_other_rules_are_told(haggis: Haggis) -> None:
    old, new = Site(haggis.folder / "old"), Site(haggis.folder / "new")
    old.put("speed", FIRST)
    new.put("speed", COPY + 'V = replace(TWO_PLAYER, id="speed", name="Speed", revision=2, hand_points=3)\n')
    with old.seen():
        haggis.ok(*NEW, "--name", "friday")
        haggis.ok("score", "friday", *ROUND, "--yes")
        assert haggis("stats").err == ""
    with new.seen():
        haggis.ok(*NEW, "--name", "today")
        haggis.ok("score", "today", *ROUND, "--yes")
        ran = haggis("stats")
    said = "warning: friday counts by other rules than those it was recorded under: 'haggis check' tells more"
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
