"""`haggis new`: a match from what was said on the command line, to points, rounds or rounds won."""

import json
import re
import time
import tomllib
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from haggis_cli.book.new_match import find_usual_variants
from haggis_cli.plugins import registry
from haggis_cli.rules.scoring import Goal, winner
from tests.support.haggis import Haggis, header, no_variant, refused
from tests.support.terminal import Terminal

PLAYERS = ("--variant", "two-player", "-p", "Noah", "-p", "Isla")


def test_a_match_is_saved_in_the_canonical_form_and_its_beginning_told(haggis: Haggis) -> None:
    ran = haggis("new", *PLAYERS, "--points", "250", "--name", "friday")
    assert ran == (
        0,
        "friday: Noah, Isla, 250 points; Noah deals and leads.\n",
        (
            "Noah leads as the first named; 'haggis edit --lead NAME' (or random) changes that.\n"
            "Saved in ~/home/matches/friday.toml. "
            "Next: 'haggis score' after a round, or 'haggis record' play by play.\n"
        ),
    )
    assert haggis.text() == header(goal="points = 250")
    created = re.search(r"created = (\S+)", haggis.path().read_text(encoding="utf-8"))
    assert created
    assert abs((datetime.now().astimezone() - datetime.fromisoformat(created[1])).total_seconds()) < 60


def test_everything_that_can_be_said_stands_in_the_file(haggis: Haggis) -> None:
    haggis.ok(
        "new", *PLAYERS, "--rounds", "6", "--option", "scoring=CARDS", "--suits", "GBYP", "--lead", "isl",
        "--notes", "At the pub.\n\"Cheers\"", "--name", "friday",
    )  # fmt: skip
    assert haggis.text() == (
        header(goal="rounds = 6", lead="Isla")
        + 'suits = "gbyp"\nnotes = "At the pub.\\n\\"Cheers\\""\n\n[options]\nscoring = "cards"\n'
    )


def test_without_a_goal_it_is_the_short_game_and_the_first_player_leads(haggis: Haggis) -> None:
    haggis.ok("new", *PLAYERS, "--name", "friday")
    assert haggis.text() == header(goal="points = 250")


def test_an_option_at_its_default_is_not_written(haggis: Haggis) -> None:
    haggis.ok("new", *PLAYERS, "--name", "friday", "--option", "scoring=points")
    assert haggis.text() == header(goal="points = 250")


def test_without_a_name_the_id_is_the_date_and_the_players_and_unique(haggis: Haggis) -> None:
    today = datetime.now().astimezone().date().isoformat()
    for _ in range(3):
        haggis.ok("new", "--variant", "two-player", "-p", "Zoë Ó'Brien", "-p", "李雷")
    ids = sorted(path.stem for path in (haggis.home / "matches").iterdir())
    assert ids == [f"{today}-zoe-o-brien", f"{today}-zoe-o-brien-2", f"{today}-zoe-o-brien-3"]


def test_a_match_played_another_day_has_that_day(haggis: Haggis) -> None:
    day = datetime(2025, 3, 4, 12).astimezone()
    haggis.ok("new", *PLAYERS, "--date", "2025-03-04")
    haggis.ok("new", "--like", "2025-03-04-noah-isla", "--date", " 2025-03-04 ")
    files = sorted((haggis.home / "matches").iterdir(), key=lambda path: path.stem)
    assert [path.stem for path in files] == ["2025-03-04-noah-isla", "2025-03-04-noah-isla-2"]
    for seconds, path in enumerate(files):
        created = tomllib.loads(path.read_text(encoding="utf-8"))["created"]
        assert created == day + timedelta(seconds=seconds)
        assert haggis.ok("sheet", str(path)).splitlines()[2] == "Date     2025-03-04"
    listed = haggis.json("list", "--since", "2025-03-04", "--until", "2025-03-04")["matches"]
    assert {match["id"] for match in listed} == {path.stem for path in files}


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot be told another time zone")
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"])
def test_the_day_is_that_of_the_place(haggis: Haggis, zone: str) -> None:
    haggis.process("new", *PLAYERS, "--date", "2025-03-04", "--name", "friday", TZ=zone)
    assert "Date     2025-03-04\n" in haggis.process("sheet", TZ=zone).out
    assert "friday" in haggis.process("list", "--since", "2025-03-04", "--until", "2025-03-04", TZ=zone).out


NO_DAY = "--date needs a day such as 2026-11-21, or a day and time such as '2026-11-21 20:15'"


@pytest.mark.parametrize(
    "day", ["4.3.2025", "2025-02-29", "", "0001-01-01", "yesterday", "2025-03-04T25:00", "2025-03-04 10:00+01:00:30"]
)
def test_what_is_no_day_is_told(haggis: Haggis, day: str) -> None:
    ran = haggis("new", *PLAYERS, "--date", day)
    assert ran == refused(2, f"{NO_DAY}, not '{day}'")


def test_clocks_that_a_file_cannot_tell_are_not_written(haggis: Haggis) -> None:
    ran = haggis.process("new", *PLAYERS, "--date", "1026-11-21", TZ="Europe/Berlin")  # 53 minutes, 28 seconds then
    assert ran == refused(2, f"{NO_DAY}, not '1026-11-21'")


def test_as_json(haggis: Haggis) -> None:
    ran = haggis("new", *PLAYERS, "--name", "friday", "--json")
    assert (ran.code, ran.err) == (
        0,
        "Noah leads as the first named; 'haggis edit --lead NAME' (or random) changes that.\n",
    )
    assert json.loads(ran.out) == {
        "id": "friday",
        "file": str(haggis.path()),
        "variant": "two-player",
        "players": ["Noah", "Isla"],
        "event": None,
        "lead": "Noah",
        "dealer": None,
    }


def test_a_home_of_its_own(haggis: Haggis, tmp_path: Path) -> None:
    haggis.ok("new", *PLAYERS, "--name", "friday", "--home", str(tmp_path / "elsewhere"))
    assert (tmp_path / "elsewhere/matches/friday.toml").is_file()
    assert not haggis.home.exists()


def test_names_are_trimmed_and_may_be_long_and_foreign(haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", f"  {'x' * 40} ", "-p", '"小明" \\', "--name", "friday")
    assert f'players = ["{"x" * 40}", "\\"小明\\" \\\\"]\n' in haggis.text()
    assert haggis.json("check", str(haggis.path()))["ok"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 2, f"name the variant with --variant, one of: {', '.join(registry.installed_claims())}"),
        (("--variant", "two-player"), 2, "name the players, clockwise, each with --player NAME"),
        (("--variant", "whist", "-p", "A"), 3, no_variant("whist")),
        (("--variant", "two-player", "-p", "A"), 2, "Haggis (2-Player) is for 2 players, not 1"),
        ((*PLAYERS, "-p", "Jamie"), 2, "Haggis (2-Player) is for 2 players, not 3"),
        (
            ("--variant", "two-player", "-p", "Noah", "-p", "nOAH"),
            2,
            "nOAH is already playing: every name must be different",
        ),
        (("--variant", "two-player", "-p", " ", "-p", "B"), 2, "' ': a name has 1 to 40 characters"),
        (
            ("--variant", "two-player", "-p", "x" * 41, "-p", "B"),
            2,
            f"'{'x' * 41}': a name has 1 to 40 characters",
        ),
        (
            ("--variant", "two-player", "-p", "a:b", "-p", "B"),
            2,
            "'a:b': a name cannot hold a colon, which ends it in an event",
        ),
        (
            ("--variant", "two-player", "-p", "\x1b[2J", "-p", "B"),
            2,
            "'\\x1b[2J': a name cannot hold the character \\x1b",
        ),
        (
            ("--variant", "two-player", "-p", "a\u202eb", "-p", "B"),
            2,
            "'a\\u202eb': a name cannot hold the character \\u202e",
        ),
        (
            (*PLAYERS, "--points", "250", "--rounds", "6"),
            2,
            "a goal is points, rounds or rounds won: give one of --points, --rounds and --round-wins",
        ),
        (
            (*PLAYERS, "--points", "0"),
            2,
            "invalid value for '--points': 0 is not in the range 1<=x<=100000 (see 'haggis new --help')",
        ),
        (
            (*PLAYERS, "--rounds", "1001"),
            2,
            "invalid value for '--rounds': 1001 is not in the range 1<=x<=1000 (see 'haggis new --help')",
        ),
        (
            (*PLAYERS, "--points", "many"),
            2,
            "invalid value for '--points': 'many' is not a whole number (see 'haggis new --help')",
        ),
        ((*PLAYERS, "--suits", "rgb"), 2, "'suits' needs 4 different letters, like rgby, not 'rgb'"),
        ((*PLAYERS, "--suits", "rrgb"), 2, "'suits' needs 4 different letters, like rgby, not 'rrgb'"),
        ((*PLAYERS, "--suits", "rgbj"), 2, "'j' cannot be a suit: use letters other than J, Q, K and T"),
        ((*PLAYERS, "--suits", "rgb1"), 2, "'1' cannot be a suit: use letters other than J, Q, K and T"),
        ((*PLAYERS, "--lead", "Rory"), 2, "nobody called 'Rory' plays here: the players are Noah, Isla"),
        (
            (*PLAYERS, "--dealer", "Noah"),
            2,
            "Haggis (2-Player) has no dealer apart from the lead player: say who leads instead",
        ),
        ((*PLAYERS, "--team", "Reds"), 2, "1 team is named, and Haggis (2-Player) has no teams"),
        ((*PLAYERS, "--option", "bets=no"), 2, "Haggis (2-Player) has no option 'bets'; its options are: scoring"),
        ((*PLAYERS, "--option", "scoring=x"), 2, "the option 'scoring' can be points or cards, not x"),
        ((*PLAYERS, "--option", "x"), 2, "--option needs KEY=VALUE, such as scoring=cards, but got 'x'"),
        ((*PLAYERS, "--name", "Friday Night"), 2, "'Friday Night' cannot be the name of a match: 'friday-night' could"),
        ((*PLAYERS, "--name", "../up"), 2, "'../up' cannot be the name of a match: 'up' could"),
        ((*PLAYERS, "--name", ""), 2, "'' cannot be the name of a match: it needs a letter a-z or a digit"),
        ((*PLAYERS, "--name", "con"), 2, "'con' cannot be the name of a match: Windows keeps 'con' for a device"),
        ((*PLAYERS, "--xyz", "5"), 2, "no such option: --xyz (see 'haggis new --help')"),
        (("--like", "friday", "--again"), 2, "--like and --again are given: use one of them"),
        (("--again",), 3, "no match yet: start one with 'haggis new'"),
        ((*PLAYERS, "friday"), 2, "got unexpected extra argument(s) (friday) (see 'haggis new --help')"),
    ],
)
def test_a_wish_that_cannot_be_met_is_one_sentence_and_nothing_is_saved(
    haggis: Haggis, arguments: tuple[str, ...], code: int, message: str
) -> None:
    assert haggis("new", *arguments) == refused(code, message)
    assert not haggis.home.exists()


def test_a_match_that_is_there_is_never_overwritten(haggis: Haggis) -> None:
    before = haggis.new().read_bytes()
    ran = haggis("new", *PLAYERS, "--name", "friday")
    assert ran == refused(3, "there is a match called friday already: choose another name")
    assert haggis.path().read_bytes() == before


def test_teams_dealer_and_options_of_other_variants(haggis: Haggis) -> None:
    haggis.ok(
        "new", "--variant", "neeps", "-p", "Isla", "-p", "Jamie", "-p", "Rory", "-p", "Noah",
        "--team", "High Rollas", "--team", "Slam Jamma", "--option", "partner_cards=first-out", "--name", "teams",
    )  # fmt: skip
    assert 'teams = ["High Rollas", "Slam Jamma"]\ngoal = { points = 350 }\nlead = "Isla"\n' in haggis.text("teams")
    out = haggis.ok("new", "--variant", "classic", "-p", "A", "-p", "B", "-p", "C", "--name", "dealt")
    assert out == "dealt: A, B, C, 250 points; C deals.\n"
    assert 'dealer = "C"\n' in haggis.text("dealt")
    ran = haggis("new", "--variant", "classic", "-p", "A", "-p", "B", "--option", "tournament=true")
    assert ran == refused(2, "the option 'tournament' is for 3 players, not 2")
    haggis.ok(
        "new", "--variant", "classic", "-p", "A", "-p", "B", "-p", "C", "--option", "tournament=True",
        "--dealer", "a", "--name", "cup",
    )  # fmt: skip
    assert haggis.text("cup").endswith('dealer = "A"\n\n[options]\ntournament = true\n')


class TestRematch:
    """`--like MATCH`: the same again, begun by the next player clockwise."""

    NEEPS = ("--variant", "neeps", "-p", "Isla", "-p", "Jamie", "-p", "Rory", "-p", "Noah")

    def test_everything_that_makes_the_match_is_taken_over_and_nothing_of_its_course(self, haggis: Haggis) -> None:
        haggis.ok(
            "new", *self.NEEPS, "--team", "High Rollas", "--team", "Slam Jamma", "--rounds", "4", "--suits", "rgyp",
            "--option", "partner_cards=first-out", "--lead", "Noah", "--notes", "Late.", "--name", "friday",
        )  # fmt: skip
        haggis.ok("new", "--like", "fri", "--name", "saturday")
        before = haggis.text().replace('"friday"', '"saturday"').replace('lead = "Noah"', 'lead = "Isla"')
        assert haggis.text("saturday") == before.replace('notes = "Late."\n', "")

    def test_what_is_said_goes_before_what_is_taken_over(self, haggis: Haggis) -> None:
        haggis.new("--option", "scoring=cards", "--suits", "gbyp")
        haggis.ok(
            "new", "--again", "--points", "350", "--option", "scoring=points", "--suits", "rgby", "--lead", "Noah",
            "--name", "saturday",
        )  # fmt: skip
        assert haggis.text("saturday") == header(name="saturday", goal="points = 350") + 'suits = "rgby"\n'

    def test_a_dealer_is_followed_by_the_next_player_too(self, haggis: Haggis) -> None:
        haggis.ok("new", "--variant", "classic", "-p", "A", "-p", "B", "-p", "C", "--name", "friday")
        assert haggis.ok("new", "--again", "--name", "saturday") == "saturday: A, B, C, 250 points; A deals.\n"

    def test_what_another_command_keeps_in_the_file_goes_along_with_the_players(self, haggis: Haggis) -> None:
        path = haggis.new()
        path.write_text(haggis.text() + '[bots]\nIsla = "easy"\n', encoding="utf-8")
        ran = haggis("new", "--like", "friday", "--name", "saturday")
        assert 'Isla = "easy"' in haggis.text("saturday")
        assert ran.err.endswith("Next: 'haggis play'.\n")
        haggis.ok("new", "--like", "friday", "-p", "Noah", "-p", "Ada", "--name", "sunday")
        assert "bots" not in haggis.text("sunday")

    def test_again_is_the_match_last_worked_on(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.new("--lead", "Isla", name="saturday")
        haggis.ok("score", "friday", "Noah: out 8, cards 12")
        assert "Isla deals and leads." in haggis.ok("new", "--again", "--name", "sunday")

    def test_with_other_players_there_are_other_teams(self, haggis: Haggis) -> None:
        haggis.ok("new", *self.NEEPS, "--team", "High Rollas", "--team", "Slam Jamma", "--name", "friday")
        names = [word for name in ("Jamie", "Isla", "Rory", "Ada") for word in ("-p", name)]
        haggis.ok("new", "--like", "friday", *names, "--name", "saturday")
        text = haggis.text("saturday")
        assert "teams" not in text
        assert 'lead = "Rory"\n' in text

    def test_another_variant_takes_over_the_players_alone(self, haggis: Haggis) -> None:
        haggis.new("--option", "scoring=cards")
        haggis.ok("new", "--like", "friday", "--variant", "classic", "--name", "saturday")
        assert haggis.text("saturday").endswith(
            'players = ["Noah", "Isla"]\ngoal = { points = 250 }\ndealer = "Isla"\n'
        )

    def test_a_match_that_is_not_there(self, haggis: Haggis) -> None:
        haggis.new()
        ran = haggis("new", "--like", "monday")
        assert ran == refused(3, "no match fits 'monday': 'haggis list' shows the matches")


def test_help_tells_the_options_and_an_example(haggis: Haggis) -> None:
    out = haggis.ok("new", "--help")
    assert out.startswith("Usage: haggis new [OPTIONS]\n\n  Start a match.\n")
    for word in (
        "--variant",
        "-p, --player",
        "--team",
        "--points",
        "--rounds",
        "--suits",
        "--dealer",
        "--json",
        "--home",
    ):
        assert word in out
    assert '  haggis new --variant "2 players" --player Noah --player Isla --lead random\n' in out


@pytest.mark.parametrize("typed", ["2 players", "2 player", "2-player", "2-PLAYERS", "2player"])
def test_a_variant_goes_by_the_number_of_players_too(haggis: Haggis, typed: str) -> None:
    haggis.ok("new", "--variant", typed, "-p", "Noah", "-p", "Isla", "--name", "friday")
    assert 'variant = "two-player"\n' in haggis.text()


@pytest.mark.parametrize(("number", "variant"), [(2, "two-player"), (3, "three-player"), (4, "neeps")])
def test_each_number_of_players_has_its_usual_variant(number: int, variant: str) -> None:
    usual = [each for each in find_usual_variants(number) if registry.load(each).usual]
    assert usual == find_usual_variants(number)[:1] == [variant]


def test_a_number_of_players_that_no_variant_is_for_is_refused(haggis: Haggis) -> None:
    assert haggis("new", "--variant", "7 players") == refused(
        2, "no variant is for 7 players: 'haggis variants' lists them"
    )


def test_taken_silently_is_nobody_who_leads(haggis: Haggis) -> None:
    note = "leads as the first named; 'haggis edit --lead NAME' (or random) changes that."
    assert note in haggis("new", *PLAYERS, "--name", "friday").err
    assert note not in haggis("new", *PLAYERS, "--lead", "Isla").err
    assert note not in haggis("new", "--again").err
    said = "Put right in friday: who leads round 1.\n"
    assert haggis.ok("edit", "friday", "--lead", "isla") == f"{said}Isla deals and leads round 1.\n"
    assert haggis("edit", "friday", "--lead", "Isla").err == "Nothing was changed.\n"


def test_lots_are_drawn_for_who_leads_or_deals(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("haggis_cli.book.new_match.SystemRandom.choice", lambda _, players: players[1])
    assert haggis.ok("new", *PLAYERS, "--lead", "random").endswith("; Isla deals and leads, drawn by lot.\n")
    classic = ("--variant", "classic", "-p", "Noah", "-p", "Isla")
    assert haggis.ok("new", *classic, "--dealer", "Random").endswith("; Isla deals, drawn by lot.\n")


def test_a_player_called_random_is_meant_by_that_name(haggis: Haggis) -> None:
    words = ("--variant", "two-player", "-p", "Noah", "-p", "Random", "--lead", "random", "--name", "friday")
    ran = haggis("new", *words)
    assert ran.out.endswith("; Random deals and leads.\n")
    assert ran.err.startswith("No lots were drawn: Random plays here. 'haggis edit --lead NAME' changes that.\n")
    assert 'lead = "Random"\n' in haggis.text()


def test_where_there_is_a_dealer_changing_the_lead_changes_the_dealer(haggis: Haggis) -> None:
    players = ("-p", "Noah", "-p", "Jamie", "-p", "Isla")
    haggis.ok("new", "--variant", "classic", *players, "--name", "friday")
    said = "Put right in friday: who leads round 1.\n"
    assert haggis.ok("edit", "--lead", "Jamie") == f"{said}Jamie leads round 1, Noah deals.\n"


@pytest.mark.parametrize("variant", ["classic", "revised", "taylor"])
@pytest.mark.parametrize("players", [2, 3])
def test_where_there_is_a_dealer_the_lead_that_is_said_deals_not(haggis: Haggis, variant: str, players: int) -> None:
    """First edition and revised rules, Deal: the player to the dealer's left leads."""
    names = ("Ada", "Bea", "Col")[:players]
    words = ("--variant", variant, *(word for name in names for word in ("-p", name)), "--name", "friday")
    ran = haggis("new", *words, "--points", "250", "--lead", "Bea")
    assert ran.out.endswith("; Bea leads, Ada deals.\n"), ran
    assert "Bea leads round 1, Ada deals." in haggis.ok("show")


def test_a_dealer_and_a_lead_must_go_together(haggis: Haggis) -> None:
    words = ("--variant", "classic", "-p", "Noah", "-p", "Isla", "--name", "friday")
    assert haggis("new", *words, "--dealer", "Isla", "--lead", "isla") == refused(
        2,
        "Isla cannot lead where Isla deals: round 1 is led by the player to the dealer's left, Noah; leave out "
        "--lead or --dealer",
    )
    assert not haggis.path().exists()
    assert haggis.ok("new", *words, "--dealer", "Noah", "--lead", "Isla").endswith("; Isla leads, Noah deals.\n")
    for drawn in (("--dealer", "random", "--lead", "Isla"), ("--dealer", "Noah", "--lead", "random")):
        assert haggis.json("new", *words[:-1], f"m-{drawn[1].casefold()}", *drawn)["dealer"] == "Noah"


def test_where_there_is_an_auction_the_first_bidder_is_told_and_nobody_leads_yet(haggis: Haggis) -> None:
    """Rulebook 2.1, Shepherd Auction: it begins to the left of the lead player."""
    words = ("--variant", "tatties", "-p", "Isla", "-p", "Noah", "-p", "Rory", "--name", "friday")
    ran = haggis("new", *words)
    assert ran.out.endswith("; Isla deals, Noah bids first.\n")
    assert ran.err.startswith("Isla deals as the first named; ")
    told = "Isla deals round 1; the auction is due, Noah bids first."
    assert told in haggis.ok("show")
    haggis.ok("record", "Noah: bid 15")
    assert haggis.ok("undo").endswith(f"{told}\n")


@pytest.mark.slow
def test_lots_are_drawn_for_who_leads_where_that_is_the_answer(haggis: Haggis) -> None:
    with Terminal(haggis, "new", "--name", "friday", "--variant", "2-player") as screen:
        screen.answer_in_turn("Noah", "Isla", "", "", "Random")
        assert screen.end()[0] == 0
    assert haggis.json("show")["pending"]["player"] in ("Noah", "Isla")


WON_BY_POINTS = ("Noah: out 8, cards 12", "Isla: cards 24")
LATER = ("Isla: out 2, cards 36", "Noah: cards 0")


def begin_to_round_wins(haggis: Haggis, number: int = 2) -> None:
    haggis.ok(
        "new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--round-wins", str(number), "--name", "few"
    )


def test_whoever_wins_the_rounds_wins_with_fewer_points(haggis: Haggis) -> None:
    begin_to_round_wins(haggis)
    assert "goal = { round_wins = 2 }" in haggis.text("few")
    haggis.ok("score", *WON_BY_POINTS)
    haggis.ok("score", "Isla: out 9, cards 36", "Noah: cards 0")
    assert "goal 2 rounds won, round 3; rounds won: Noah 1, Isla 1" in haggis.ok("show")
    assert haggis.json("show")["round_wins"] == {"Noah": 1, "Isla": 1}
    haggis.ok("score", "Noah: out 1, cards 20", "Isla: cards 16")
    shown = haggis.json("show")
    assert (shown["winner"], shown["complete"]) == ("Noah", True)
    assert shown["totals"] == {"Noah": 77, "Isla": 121}
    assert "Noah has won 2 rounds, Isla 1." in haggis.ok("show")
    assert haggis("score", *LATER).code != 0
    assert "Noah has won" in haggis.ok("list")
    for command in ("sheet", "stats", "check", "log"):
        haggis.ok(command)


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_the_goal_travels(haggis: Haggis, form: str) -> None:
    begin_to_round_wins(haggis)
    haggis.ok("score", *WON_BY_POINTS)
    file = haggis.folder / f"out.{form}"
    file.write_text(haggis.ok("export", "few", "--format", form), encoding="utf-8")
    haggis.ok("remove", "few", "--yes")
    haggis.ok("import", str(file))
    assert "goal = { round_wins = 2 }" in haggis.text(haggis.json("list")["matches"][0]["id"])


def test_a_rematch_has_the_same_goal(haggis: Haggis) -> None:
    begin_to_round_wins(haggis, 4)
    haggis.ok("new", "--again", "--name", "again")
    assert "goal = { round_wins = 4 }" in haggis.text("again")


def test_one_goal_and_not_two(haggis: Haggis) -> None:
    ran = haggis("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--round-wins", "2", "--rounds", "3")
    assert (ran.code, "give one of --points" in ran.err) == (2, True)


def test_a_match_at_one_screen_has_such_a_goal(haggis: Haggis) -> None:
    bots = ("--variant", "two-player", "-b", "random", "-b", "random", "--seed", "7")
    haggis.ok("play", *bots, "--round-wins", "2", "--name", "screen")
    assert "goal = { round_wins = 2 }" in haggis.text("screen")
    shown = haggis.json("show", "screen")
    assert (shown["complete"], max(shown["round_wins"].values())) == (True, 2)
    assert haggis.json("play", "--simulate", "1", *bots, "--round-wins", "2")["goal"] == "2 rounds won"
    both = haggis("play", "--simulate", "1", *bots, "--round-wins", "2", "--points", "100")
    assert (both.code, "give one of --points, --rounds and --round-wins" in both.err) == (2, True)


def test_an_imported_match_has_such_a_goal(haggis: Haggis) -> None:
    table = "match_id,round,player,hand,captured,went_out\npub,1,Noah,9,20,1\npub,1,Isla,,16,\n"
    haggis.ok("import", "-", "--variant", "two-player", "--round-wins", "3", "--as", "pasted", stdin=table)
    assert "goal = { round_wins = 3 }" in haggis.text("pasted")
    both = haggis("import", "-", "--variant", "two-player", "--round-wins", "3", "--rounds", "3", stdin=table)
    assert (both.code, "give one of --points, --rounds and --round-wins" in both.err) == (2, True)


def test_a_round_that_is_level_is_won_by_nobody() -> None:
    goal = Goal(round_wins=2)
    assert winner(goal, (50, 50), 3, (1, 1)) is None
    assert winner(goal, (10, 50), 3, (2, 1)) == 0
    assert str(goal) == "2 rounds won"
    assert str(Goal(round_wins=1)) == "1 round won"
