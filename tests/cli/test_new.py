"""`haggis new`: a match from what was said on the command line, to points, rounds or rounds won."""

import shlex
import time

import pytest

from haggis_cli.book.new_match import find_usual_variants
from haggis_cli.plugins import registry
from haggis_cli.rules.scoring import Goal, winner
from tests.support.haggis import Haggis, header, refused
from tests.support.rows import read_rows
from tests.support.terminal import Terminal

PLAYERS = ("--variant", "two-player", "-p", "Noah", "-p", "Isla")


def test_everything_that_can_be_said_stands_in_the_file(haggis: Haggis) -> None:
    haggis.ok(
        "new", *PLAYERS, "--rounds", "6", "--option", "scoring=CARDS", "--suits", "GBYP", "--lead", "isl",
        "--notes", "At the pub.\n\"Cheers\"", "--name", "friday",
    )  # fmt: skip
    assert haggis.text() == (
        header(goal="rounds = 6", lead="Isla")
        + 'suits = "gbyp"\nnotes = "At the pub.\\n\\"Cheers\\""\n\n[options]\nscoring = "cards"\n'
    )


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot be told another time zone")
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"])
def test_the_day_is_that_of_the_place(haggis: Haggis, zone: str) -> None:
    haggis.process("new", *PLAYERS, "--date", "2025-03-04", "--name", "friday", TZ=zone)
    assert "Date     2025-03-04\n" in haggis.process("sheet", TZ=zone).out
    assert "friday" in haggis.process("list", "--since", "2025-03-04", "--until", "2025-03-04", TZ=zone).out


NO_DAY = "--date needs a day such as 2026-11-21, or a day and time such as '2026-11-21 20:15'"


def test_clocks_that_a_file_cannot_tell_are_not_written(haggis: Haggis) -> None:
    ran = haggis.process("new", *PLAYERS, "--date", "1026-11-21", TZ="Europe/Berlin")  # 53 minutes, 28 seconds then
    assert ran == refused(2, f"{NO_DAY}, not '1026-11-21'")


@pytest.mark.parametrize(("code", "arguments", "message"), read_rows(__file__, "refused_wishes.txt"))
def test_a_wish_that_cannot_be_met_is_one_sentence_and_nothing_is_saved(
    haggis: Haggis, code: str, arguments: str, message: str
) -> None:
    words = shlex.split(arguments.replace("PLAYERS", shlex.join(PLAYERS)))
    told = message.replace("VARIANTS", ", ".join(registry.installed_claims()))
    assert haggis("new", *words) == refused(int(code), told)
    assert not haggis.home.exists()


@pytest.mark.parametrize(("number", "variant"), [(2, "two-player"), (3, "three-player"), (4, "neeps")])
def test_each_number_of_players_has_its_usual_variant(number: int, variant: str) -> None:
    usual = [each for each in find_usual_variants(number) if registry.load(each).usual]
    assert usual == find_usual_variants(number)[:1] == [variant]


def test_lots_are_drawn_for_who_leads_or_deals(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haggis_cli.book.new_match.SystemRandom.choice", lambda _, players: players[1])
    assert haggis.ok("new", *PLAYERS, "--lead", "random").endswith("; Isla deals and leads, drawn by lot.\n")
    classic = ("--variant", "classic", "-p", "Noah", "-p", "Isla")
    assert haggis.ok("new", *classic, "--dealer", "Random").endswith("; Isla deals, drawn by lot.\n")


@pytest.mark.parametrize("variant", ["classic", "revised", "taylor"])
@pytest.mark.parametrize("players", [2, 3])
def test_where_there_is_a_dealer_the_lead_that_is_said_deals_not(haggis: Haggis, variant: str, players: int) -> None:
    """First edition and revised rules, Deal: the player to the dealer's left leads."""
    names = ("Ada", "Bea", "Col")[:players]
    words = ("--variant", variant, *(word for name in names for word in ("-p", name)), "--name", "friday")
    ran = haggis("new", *words, "--points", "250", "--lead", "Bea")
    assert ran.out.endswith("; Bea leads, Ada deals.\n"), ran
    assert "Bea leads round 1 and Ada deals." in haggis.ok("show")


@pytest.mark.slow
def test_lots_are_drawn_for_who_leads_where_that_is_the_answer(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "--name", "friday", "--variant", "2-player") as screen:
        screen.answer_in_turn("Noah", "Isla", "", "", "Random")
        assert screen.end()[0] == 0
    assert haggis.json("show")["pending"]["player"] in ("Noah", "Isla")


@pytest.mark.slow
def test_tab_completes_the_name_of_who_has_played_here(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", "Mary Ann", "-p", "Isla")
    with Terminal(haggis, "new", "--name", "friday", "--variant", "two-player") as screen:
        screen.expect("Player 1 [Mary Ann]: ")
        screen.press("is\t\r")
        screen.expect("Player 2, clockwise [Mary Ann]: ")
        screen.press("mary a\t\r")
        screen.answer_in_turn("", "", "")
        assert screen.end()[0] == 0
    assert 'players = ["Isla", "Mary Ann"]' in haggis.text("friday")


WON_BY_POINTS = ("Noah: out 8, cards 12", "Isla: cards 24")


def begin_to_round_wins(haggis: Haggis, number: int = 2) -> None:
    haggis.ok(
        "new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--round-wins", str(number), "--name", "few"
    )


NAMES = [
    ("Burns Night!", "burns-night"),
    ("Friday", "friday"),
    ("../up", "up"),
    ("\u041f\u044f\u0442\u043d\u0438\u0446\u0430", "2026-11-21-noah-isla"),
    ("con", "2026-11-21-noah-isla"),
]
"""What people call a match, and the id that it has: a file may not be called after a device of Windows."""


@pytest.mark.parametrize(("name", "match_id"), NAMES)
def test_the_name_that_a_person_gives_stays(haggis: Haggis, name: str, match_id: str) -> None:
    told = haggis.ok("new", *PLAYERS, "--name", name, "--date", "2026-11-21")
    assert told.startswith(f"{name} ({match_id}): Noah, Isla")
    assert haggis.json("list")["matches"][0]["title"] == haggis.json("show")["title"] == name
    assert f"  {name}  " in haggis.ok("list")
    assert f"{name} ({match_id})" in haggis.ok("show", name if " " in name else match_id)
    assert f"Match: {name}\n" in haggis.ok("sheet", match_id, "--format", "markdown")
    haggis.ok("new", "--again")
    assert haggis.json("show")["title"] is None, "a rematch has a name of its own"


@pytest.mark.parametrize(("name", "called"), [("Burns Night!", "Burns Night! (burns-night)"), ("friday", "friday")])
def test_whatever_a_command_does_it_calls_the_match_as_people_do(haggis: Haggis, name: str, called: str) -> None:
    haggis.ok("new", *PLAYERS, "--name", name, "--lead", "Noah")
    assert haggis.ok("record", "Noah: 2r").startswith(f"{called}, round 1\n")
    assert haggis.ok("log").splitlines()[1] == called
    assert haggis.ok("undo").startswith(f"Taken back in {called}: round 1, Noah: 2r\n")
    assert haggis.ok("redo").startswith(f"Restored in {called}: round 1, Noah: 2r\n")
    haggis.ok("undo", "--round")
    assert haggis.ok("score", *WON_BY_POINTS).startswith(f"{called}, round 1\n")


def test_a_match_played_here_is_greeted_by_the_name_that_it_was_given(haggis: Haggis) -> None:
    haggis("play", "--variant", "two-player", "-p", "Noah", "--bot", "Robbie=easy", "--seed", "1")
    haggis.ok("edit", "--name", "Burns Night!")
    assert haggis("play").out.startswith("Burns Night! (")


def test_a_name_that_is_an_id_stands_in_the_file_once(haggis: Haggis) -> None:
    haggis.ok("new", *PLAYERS, "--name", "friday")
    assert "title" not in haggis.text()


@pytest.mark.parametrize("form", ["json", "csv", "text", "toml"])
def test_the_name_travels(haggis: Haggis, form: str) -> None:
    haggis.ok("new", *PLAYERS, "--name", "Burns Night!")
    haggis.ok("score", *WON_BY_POINTS)
    file = haggis.folder / f"out.{form}"
    file.write_text(haggis.ok("export", "burns-night", "--format", form), encoding="utf-8")
    haggis.ok("remove", "burns-night", "--yes")
    haggis.ok("import", str(file))
    assert haggis.json("list")["matches"][0]["title"] == "Burns Night!"


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_the_goal_travels(haggis: Haggis, form: str) -> None:
    begin_to_round_wins(haggis)
    haggis.ok("score", *WON_BY_POINTS)
    file = haggis.folder / f"out.{form}"
    file.write_text(haggis.ok("export", "few", "--format", form), encoding="utf-8")
    haggis.ok("remove", "few", "--yes")
    haggis.ok("import", str(file))
    assert "goal = { round_wins = 2 }" in haggis.text(haggis.json("list")["matches"][0]["id"])


def test_a_match_at_one_screen_has_such_a_goal(haggis: Haggis) -> None:
    bots = ("--variant", "two-player", "-b", "random", "-b", "random", "--seed", "7")
    haggis.ok("play", *bots, "--round-wins", "2", "--name", "screen")
    assert "goal = { round_wins = 2 }" in haggis.text("screen")
    shown = haggis.json("show", "screen")
    assert (shown["complete"], max(shown["round_wins"].values())) == (True, 2)
    assert haggis.json("play", "--simulate", "1", *bots, "--round-wins", "2")["goal"] == "2 rounds won"
    both = haggis("play", "--simulate", "1", *bots, "--round-wins", "2", "--points", "100")
    assert (both.code, "give one of them" in both.err) == (2, True)


def test_a_round_that_is_level_is_won_by_nobody() -> None:
    goal = Goal(round_wins=2)
    assert winner(goal, (50, 50), 3, (1, 1)) is None
    assert winner(goal, (10, 50), 3, (2, 1)) == 0
    assert str(goal) == "2 rounds won"
    assert str(Goal(round_wins=1)) == "1 round won"
