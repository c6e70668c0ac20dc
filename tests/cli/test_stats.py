"""`haggis stats`: how everybody has played."""

import csv
import io
import sys
from typing import Any

import pytest

from haggis_cli.cli.history import STATS_ORDERS
from haggis_cli.history.query import ORDERS
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.support.text import typeset
from tests.support.haggis import Haggis, header, refused
from tests.support.pages import Caller, Page

WON = (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    "bets = { Noah = 15, Isla = 5 }\n"
)
LOST = (
    '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 10 }\ncaptured = { Noah = 10, Isla = 26 }\n'
    "bets = { Noah = 15 }\n"
)


def keep(haggis: Haggis, name: str, rounds: str = WON, *, day: str = "2026-11-21", goal: str = "rounds = 1") -> None:
    text = header(name=name, goal=goal).replace("2026-11-21", day)
    haggis.keep(text + rounds, name)


def player(haggis: Haggis, name: str, *arguments: str) -> dict[str, Any]:
    found = [each for each in haggis.json("stats", *arguments)["players"] if each["name"] == name]
    assert len(found) == 1
    told: dict[str, Any] = found[0]
    return told


@pytest.fixture
def season(haggis: Haggis) -> Haggis:
    """Noah wins three matches, Isla one, and one is going on."""
    for number, rounds in enumerate((WON, WON, LOST, WON)):
        keep(haggis, f"match-{number}", rounds, day=f"2026-0{number + 1}-10")
    keep(haggis, "going", LOST, goal="rounds = 4")
    return haggis


def test_a_bomb_costs_what_the_other_captures_by_it(haggis: Haggis) -> None:
    events = ("Noah: 4r", "Isla: J Q", "Noah: pass", "Isla: 5r")
    listed = "".join(f'  "{event}",\n' for event in events)
    rest = "".join(f'  "{text}",\n' for text in _to_the_end())
    haggis.keep(header(goal="rounds = 1") + f"\n[[rounds]]\nevents = [\n{listed}{rest}]\n")
    isla = player(haggis, "Isla")
    assert (isla["recorded"], isla["bombs"], isla["bombs_won"], isla["bomb_cost"]) == (1, 1, 1, 2 + 3)
    told = haggis.ok("stats", "Isla")
    assert " 1 played in 1 recorded round; it won 1 trick, and opponents captured its 5 points\n" in told
    assert " none played in 1 recorded round\n" in haggis.ok("stats", "Noah")


def _to_the_end() -> list[str]:
    """Isla plays single cards that nobody beats until she is out: 17 cards less a bomb of two and a five."""
    plays = ["3r", "K", "2g 2b 2y", "3g 3b 3y", "4g 4b 4y", "5g 5b 5y"]
    return [text for play in plays for text in ("Noah: pass", f"Isla: {play}")]


def test_the_flag_that_keeps_a_match_out_survives_writing(season: Haggis) -> None:
    season.keep(header(name="unrated").replace("lead =", "rated = false\nlead =") + WON, "unrated")
    record = MatchFile(season.path("unrated").read_bytes(), "unrated.toml").record
    assert "rated = false\n" in render_match(record)
    assert "rated" not in render_match(record.model_copy(update={"rated": True, "id": "other"}))


def test_a_tie_is_won_by_nobody_and_ends_the_matches_won_in_a_row(season: Haggis) -> None:
    mine = WON.replace("bets = { Noah = 15, Isla = 5 }\n", "")
    theirs = mine.replace('"Noah"', '"Isla"').replace("{ Noah = 8 }", "{ Isla = 8 }")
    rounds = mine + theirs.replace("Noah = 12, Isla = 24", "Noah = 24, Isla = 12")
    text = header(name="tie", goal="rounds = 4").replace("lead =", "closed = true\nlead =")
    season.keep(text.replace("2026-11-21", "2026-05-10") + rounds, "tie")
    assert season.json("list", "--until", "2026-05")["matches"][0]["totals"] == {"Noah": 76, "Isla": 76}
    noah = player(season, "Noah")
    assert [noah[key] for key in ("matches", "won", "drawn", "current_streak", "longest_streak")] == [5, 3, 1, 0, 2]
    assert noah["opponents"] == {"Isla": {"matches": 5, "ahead": 3, "behind": 1}}
    assert season.ok("stats", "Noah").splitlines()[1] == "matches              3 of 5 won, 1 drawn, 1 unfinished"


def test_a_share_of_matches_won_is_told_of_those_with_twenty_rounds(season: Haggis) -> None:
    keep(season, "long", WON * 14, goal="rounds = 14")
    assert season.ok("stats", "Noah").splitlines()[1] == "matches              4 of 5 won, 1 unfinished"
    keep(season, "one-more")
    assert season.ok("stats", "Noah").splitlines()[1] == "matches              5 of 6 won (83%), 1 unfinished"


def test_rounds_of_unfinished_matches_count_and_it_is_said(season: Haggis) -> None:
    told = season.ok("stats").splitlines()
    assert "4 finished and 1 unfinished match, 5 rounds in all." in told
    assert "4 finished matches, 4 rounds." in season.ok("stats", "--finished").splitlines()


def test_what_of_an_unfinished_match_counts_is_said_where_one_has_a_scored_round(season: Haggis) -> None:
    said = "The rounds of an unfinished match count; the match itself counts once it is over."
    assert said in season.ok("stats").splitlines()
    assert said in Caller(season).get("/season").seen.words
    last = "Players without a finished match come last."
    assert last not in season.ok("stats")
    season.ok("new", "--variant", "two-player", "-p", "Zoe", "-p", "Noah", "--name", "new")
    season.ok("score", "new", "Zoe: out 5, cards 20", "Noah: cards 16")
    assert last in season.ok("stats").splitlines()
    season.path("new").unlink()
    season.keep(header(name="going"), "going")
    told = season.ok("stats").splitlines()
    assert "4 finished and 1 unfinished match, 4 rounds in all." in told
    assert said not in told
    assert said not in Caller(season).get("/season").seen.words


def test_matches_with_computer_players_can_be_left_out(season: Haggis) -> None:
    text = header(name="bot", goal="rounds = 1").replace("lead =", 'bots = { Isla = "easy" }\nlead =')
    season.keep(text + WON, "bot")
    assert season.json("stats")["matches"] == 5
    assert player(season, "Isla (easy)")["bot"] == "easy"
    assert player(season, "Isla")["matches"] == 4
    assert season.json("stats", "--no-bots")["matches"] == 4


@pytest.mark.parametrize(
    ("order", "first"), [("won", "Noah"), ("rate", "Noah"), ("points", "Isla"), ("name", "Isla"), ("first", "Noah")]
)
def test_orders(season: Haggis, order: str, first: str) -> None:
    assert season.ok("stats", "--sort", order).splitlines()[1].startswith(first)
    assert season.json("stats", "--sort", order)["players"][0]["name"] == first


def test_matches_won_in_a_row_are_an_order_and_stand_in_its_table(season: Haggis) -> None:
    """Noah has won 2 and lost 1; Isla wins 3 more, then Noah 1."""
    for number, rounds in enumerate((LOST, LOST, LOST, WON), 4):
        keep(season, f"match-{number}", rounds, day=f"2026-0{number}-10")
    noah, isla = ["Noah", "1", "2"], ["Isla", "0", "3"]
    for order, told in (("current", [noah, isla]), ("longest", [isla, noah])):
        heading, *lines = season.ok("stats", "--sort", order).splitlines()[:3]
        assert heading.endswith("bets  current streak  longest streak")
        assert [[line.split()[0], *line.split()[-2:]] for line in lines] == told
    assert "streak" not in season.ok("stats")


def test_who_has_no_finished_match_comes_last_in_every_order(season: Haggis) -> None:
    """Zoe plays a round of more points than any other, but her match goes on."""
    text = header(name="on", players='"Zoe", "Rory"', goal="rounds = 4", lead="Zoe")
    season.keep(text + WON.replace("Noah = 8", "Noah = 17").replace("Noah", "Zoe").replace("Isla", "Rory"), "on")
    for order in set(STATS_ORDERS) - {"name", "rating"}:
        names = [each["name"] for each in season.json("stats", "--sort", order)["players"]]
        assert (order, {*names[2:]}) == (order, {"Zoe", "Rory"})


def test_who_has_made_no_bet_comes_after_who_has_won_none_and_names_are_spelled_with_their_accents(
    season: Haggis,
) -> None:
    """Élise has won more than anybody."""
    played = WON.replace("Noah", "Élise").replace("Isla", "Flora").partition("bets")[0].replace("Élise =", '"Élise" =')
    for number in range(4):
        text = header(name=f"more-{number}", players='"Élise", "Flora"', goal="rounds = 1", lead="Élise")
        season.keep(text + played, f"more-{number}")
    for order, names in (("bets", "Noah Isla Élise Flora"), ("name", "Élise Flora Isla Noah")):
        assert [each["name"] for each in season.json("stats", "--sort", order)["players"]] == names.split()


def test_every_order_of_the_table_can_be_asked_for() -> None:
    assert sorted(STATS_ORDERS) == sorted(ORDERS)


def test_aliases_are_one_person(season: Haggis) -> None:
    text = header(name="other", players='"Noah P.", "Isla"', goal="rounds = 1", lead="Noah P.")
    rounds = WON.replace('"Noah"', '"Noah P."').replace("Noah = 8", '"Noah P." = 7').replace("Noah =", '"Noah P." =')
    season.keep(text + rounds, "other")
    alone = player(season, "Noah P.")
    assert (alone["matches"], alone["best"], alone["best_match"]) == (1, 67, 67)
    (season.home / "players.toml").write_text('[aliases]\n"Noah" = ["Noah P.", "noah"]\n', encoding="utf-8")
    both = player(season, "Noah")
    assert (both["matches"], both["best"], both["best_match"]) == (5, 72, 72)
    assert player(season, "Noah", "noah p.")["bets"] == {"15": {"made": 6, "kept": 4}}
    assert season.json("stats", "-p", "Noah P.")["matches"] == 5
    assert player(season, "Isla")["opponents"] == {"Noah": {"matches": 5, "ahead": 1, "behind": 4}}


def test_a_match_of_one_person_with_two_names_counts_for_nobody(season: Haggis) -> None:
    (season.home / "players.toml").write_text('[aliases]\n"Noah" = ["Isla"]\n', encoding="utf-8")
    ran = season("stats")
    assert ran.out == ""
    assert "warning: going is not counted: Noah and Isla are one person in players.toml" in ran.err
    assert season.ok("list", "--finished").count("has won (not counted: Noah and Isla are one person in pl") == 4
    assert season.json("list")["matches"][0]["not_counted"] == "Noah and Isla are one person in players.toml"


def test_capitals_make_no_other_person(season: Haggis) -> None:
    text = header(name="small", players='"NOAH", "Isla"', goal="rounds = 1", lead="NOAH")
    season.keep(text.replace("11-21", "11-22") + WON.replace("Noah", "NOAH"), "small")
    assert player(season, "NOAH")["matches"] == 5  # as spelled in the latest match


class TestCharts:
    @pytest.mark.slow
    def test_in_plain_signs_where_there_are_no_others(self, season: Haggis) -> None:
        ran = season.process("stats", "--chart", "points", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert ran.code == 0
        assert ran.out.splitlines()[1] == "Noah  ##=+-  47.2"  # the match that goes on counts as in the table


class TestRatings:
    def test_who_wins_more_is_rated_higher(self, season: Haggis) -> None:
        pytest.importorskip("openskill")
        keep(season, "match-5", WON)
        keep(season, "match-6", WON)
        noah, isla = (player(season, name, "--ratings")["rating"] for name in ("Noah", "Isla"))
        assert noah["rating"] == pytest.approx(noah["mu"] - 3 * noah["sigma"], abs=0.001)
        assert noah["rating"] > isla["rating"]
        lines = season.ok("stats", "--sort", "rating").splitlines()
        assert lines[0].endswith("rating")
        assert [line.split()[0] for line in lines[1:3]] == ["Noah", "Isla"]
        assert lines[1].split()[-1] == f"{noah['rating']:.1f}"

    def test_a_rating_of_few_matches_is_not_shown(self, season: Haggis) -> None:
        pytest.importorskip("openskill")
        assert season.ok("stats", "--ratings").splitlines()[1].endswith(" -")
        assert "rating               needs 5 finished matches\n" in season.ok("stats", "Noah", "--ratings")
        told = season.json("stats", "--ratings")
        assert (told["rated_from"], [each["rating"] for each in told["players"]]) == (5, [None, None])
        assert [row["rating"] for row in csv.DictReader(io.StringIO(season.ok("stats", "--ratings", "--csv")))] == [
            "",
            "",
        ]
        sentence = "there is nothing to draw: nobody has 5 finished matches yet"
        assert season("stats", "--chart", "rating").err == f"{sentence.capitalize()}.\n"
        assert season("stats", "--chart", "rating", "-o", "chart.svg") == refused(2, sentence)
        assert "Noah has 5 finished matches" not in season("stats", "Noah", "--chart", "won").out
        assert "Noah has fewer than 5 finished matches" in season("stats", "Noah", "--chart", "rating").err

    def test_who_has_no_rating_comes_after_all_others(self, season: Haggis) -> None:
        pytest.importorskip("openskill")
        for number in range(5, 9):
            keep(season, f"match-{number}", LOST, day=f"2026-0{number}-10")
        text = header(name="once", players='"Zoe", "Isla"', goal="rounds = 1", lead="Zoe")
        season.keep(text + WON.replace("Noah", "Zoe"), "once")
        ratings = {each["name"]: each["rating"] for each in season.json("stats", "--ratings")["players"]}
        assert ratings["Zoe"] is None
        assert ratings["Noah"] is not None
        assert [each["name"] for each in season.json("stats", "--sort", "rating")["players"]] == ["Isla", "Noah", "Zoe"]

    def test_an_old_match_put_right_changes_the_ratings(self, season: Haggis) -> None:
        pytest.importorskip("openskill")
        keep(season, "match-5", WON)
        before = player(season, "Noah", "--ratings")["rating"]
        keep(season, "match-0", LOST, day="2026-01-10")
        assert player(season, "Noah", "--ratings")["rating"]["rating"] < before["rating"]

    def test_without_the_package_one_sentence_says_how_to_get_it(
        self, season: Haggis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in [name for name in sys.modules if name.split(".")[0] == "openskill"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "openskill", None)
        sentence = "ratings need openskill: pip install 'haggis-cli[ratings]'"
        for arguments in (["--ratings"], ["--sort", "rating"], ["--chart", "rating"]):
            assert season("stats", *arguments) == refused(3, sentence)
        assert season("stats").code == 0


def test_a_match_closed_without_a_round_is_listed_and_left_out_of_every_figure(season: Haggis) -> None:
    before = season.json("stats")
    everybody = season.ok("stats", "--csv"), season.ok("stats", "--chart", "won")
    text = header(name="shut").replace("lead =", "closed = true\nlead =")
    season.keep(text, "shut")
    season.keep(text.replace("shut", "begun") + '\n[[rounds]]\nevents = ["Noah: 3r"]\n', "begun")
    said = "2 matches were closed before a round was scored; they are listed but not counted."
    assert season.json("stats") == before | {"without_rounds": 2}
    assert (season.ok("stats", "--csv"), season.ok("stats", "--chart", "won")) == everybody
    assert said in season.ok("stats").splitlines()
    season.ok("stats", "-o", "season.html")
    assert typeset(said) in Page((season.folder / "season.html").read_text("utf-8")).texts["p"]
    states = {row["id"]: row["state"] for row in csv.DictReader(io.StringIO(season.ok("list", "--csv")))}
    assert states["shut"] == states["begun"] == "closed without a round (not counted)"


def test_streaks_now_and_ever_have_the_same_names_everywhere(season: Haggis) -> None:
    """Noah wins two matches, loses one, and wins again."""
    assert [player(season, "Noah")[key] for key in ("current_streak", "longest_streak")] == [1, 2]
    noah, _ = csv.DictReader(io.StringIO(season.ok("stats", "--csv")))
    assert (noah["current_streak"], noah["longest_streak"]) == ("1", "2")
    told = season.ok("stats", "Noah").splitlines()
    assert [line.split("  ")[0] for line in told[2:4]] == ["longest streak", "current streak"]
    assert [line.split("  ")[-1].strip() for line in told[2:4]] == ["2 wins", "1 win"]
    season.ok("stats", "-o", "season.html")
    [table] = [
        each for each in Page((season.folder / "season.html").read_text("utf-8")).all_tables if "form" in each[0]
    ]
    row = dict(zip(*table[:2], strict=True))
    assert (row["player"], row["current streak"], row["longest streak"]) == ("Noah", "1", "2")
    assert "streak" not in {*player(season, "Noah"), *noah, *row}
