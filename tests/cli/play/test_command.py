"""`play` where nobody sits at a terminal: lines from a pipe, computer players among themselves, and simulations."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from haggis_cli.plugins.registry import installed_claims, load
from tests.support.haggis import PATIENCE, SCRIPT, Haggis, Ran, refused

GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]
TWO = ("play", "--variant", "two-player", "--seed", "3", "--name", "friday")


def bots(players: int, level: str = "random") -> list[str]:
    return [word for _ in range(players) for word in ("--bot", level)]


def shown(haggis: Haggis) -> Any:
    return haggis.json("show")


@pytest.mark.sample(3)
@pytest.mark.longest(6)
@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_computer_players_play_every_game_to_its_end(haggis: Haggis, variant_id: str, players: int) -> None:
    out = haggis.ok("play", "--variant", variant_id, *bots(players), "--rounds", "1", "--seed", "1")
    assert "won" in out.splitlines()[-1]
    assert haggis("check") == Ran(0, "", "")
    report = shown(haggis)
    assert report["complete"]
    assert report["rounds"][0]["kind"] == "recorded"
    for command in ("log", "sheet", "show", "list"):
        haggis.ok(command)


def first_cards(haggis: Haggis) -> tuple[str, list[str]]:
    """Who leads the first trick of a match of persons, and some of the suit cards of that hand."""
    hands = dict(
        line.split(" = ") for line in haggis.text().split("[rounds.deal.hands]\n")[1].splitlines() if " = " in line
    )
    name = shown(haggis)["pending"]["player"]
    return name, hands[name].strip('"').split()


class TestLinesFromAPipe:
    def test_every_line_is_a_turn(self, haggis: Haggis) -> None:
        haggis(*TWO, "-p", "Noah", "-p", "Isla")
        name, cards = first_cards(haggis)
        other = "Isla" if name == "Noah" else "Noah"
        out = haggis.ok("play", stdin=f"# a comment\n{cards[0]}\n\npass\n")
        assert f"{name} plays {cards[0]}" in out
        assert f'  "{name}: {cards[0]}",\n  "{other}: pass",\n' in haggis.text()

    def test_undo_takes_back_what_a_person_did_last(self, haggis: Haggis) -> None:
        haggis(*TWO, "-p", "Noah", "-b", "random")
        haggis("play", "--seed", "3", stdin="moves\n1\n")
        before = haggis.text()
        assert "Noah: " in before
        assert "Taken back: Noah: " in haggis("play", "--seed", "3", stdin="undo\n").err
        assert "Noah: " not in haggis.text()
        assert haggis.ok("redo").startswith("Restored")
        assert haggis.text() == before

    def test_undo_stops_at_the_edge_of_the_round_where_nobody_can_be_asked(self, haggis: Haggis) -> None:
        match = ("-p", "Noah", "-b", "easy", "--rounds", "2")
        haggis(*TWO, *match)
        for _ in range(60):
            if haggis.text().count("[[rounds]]") == 2:
                break
            haggis.ok("play", "--seed", "3", "--playouts", "1", stdin="hint\n1\n")
        before = haggis.text()
        ran = haggis("play", "--seed", "3", stdin="undo\n")
        told = (
            "Noah> haggis: no person has done anything in round 2 that can be taken back: "
            "'haggis undo friday --round' takes back the round itself"
        )
        assert (ran.code, ran.err.splitlines()[-1]) == (1, told)
        assert haggis.text() == before

    def test_people_may_bet_while_another_has_the_turn(self, haggis: Haggis) -> None:
        haggis.ok(*TWO, "-p", "Noah", "-p", "Isla", stdin="Noah: bet baby\nIsla: bet big\n")
        assert '  "Noah: bet baby",\n  "Isla: bet big",\n' in haggis.text()

    def test_json_is_all_that_standard_output_gets(self, haggis: Haggis) -> None:
        ran = haggis(*TWO, *bots(2), "--rounds", "1", "--json")
        told = json.loads(ran.out)
        assert (told["id"], told["complete"], told["pending"]) == ("friday", True, None)
        assert "Robbie (random), Ailsa (random)" in ran.err
        assert json.loads(haggis("play", "friday", "--json").out)["complete"]


class TestWhatIsHidden:
    @pytest.mark.slow
    def test_cards_passed_face_down_are_not_told(self, haggis: Haggis) -> None:
        out = haggis.ok("play", "--variant", "neeps", *bots(4), "--rounds", "1", "--seed", "1")
        assert out.count(" passes a card to ") == 8
        before_play = out.partition(" plays ")[0]
        assert not re.search(r"\b\d+[rgby]\b", before_play)

    @pytest.mark.slow
    def test_cards_exchanged_are_not_told(self, haggis: Haggis) -> None:
        out = haggis.ok("play", "--variant", "tatties", *bots(3), "--rounds", "1", "--seed", "1")
        assert " with the haggis\n" in out
        assert "discards" not in out


class TestWhichMatch:
    def test_one_that_new_has_made_is_played_by_people_who_name_it(self, haggis: Haggis) -> None:
        haggis.new()
        assert haggis("play", "friday").out.startswith("friday: Noah, Isla; 4 rounds.")
        assert haggis("play").out.startswith("friday: Noah, Isla; 4 rounds.")

    @pytest.mark.parametrize("words", [("score", "Noah: out 8, cards 12"), ("deal", "--cards", "--save"), ()])
    def test_the_match_at_the_table_is_never_dealt_into_unasked(self, haggis: Haggis, words: tuple[str, ...]) -> None:
        haggis.new()
        if words:
            haggis.ok(*words)
        before = haggis.text()
        does = {"score": "deal round 2 of friday here", "deal": "continue round 1 of friday here"}
        message = (
            f"friday is kept at the table: use 'haggis play friday' to "
            f"{does.get(words[0] if words else '', 'deal round 1 of friday here')}, or 'haggis play --variant ID "
            "--player NAME --bot LEVEL' to start a new match"
        )
        assert haggis("play") == refused(2, message)
        assert haggis.text() == before

    def test_one_that_has_gone_back_to_the_table_is_asked_about_again(self, haggis: Haggis) -> None:
        haggis.ok(*TWO, "-p", "Noah", "-p", "Isla", "--rounds", "3")
        assert haggis("play").code == 0
        haggis.ok("undo", "--round")
        assert "  haggis play         continues friday" in haggis.ok().splitlines()
        haggis.ok("score", "Noah: out 8, cards 12")
        assert "haggis play         continues" not in haggis.ok()
        assert "friday is kept at the table" in haggis("play").err

    def test_one_that_is_over_says_who_has_won(self, haggis: Haggis) -> None:
        haggis.ok(*TWO, *bots(2), "--rounds", "1")
        before = haggis.text()
        assert " has won: " in haggis.ok("play", "friday")
        assert haggis.text() == before

    def test_a_round_after_one_typed_in_can_be_played(self, haggis: Haggis) -> None:
        haggis.new()
        haggis.ok("score", "Noah: out 8, cards 12")
        assert haggis("play", "friday", stdin="").code == 0
        assert haggis.text().count("[[rounds]]") == 2

    def test_a_variant_that_fails_is_one_sentence(self, haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        from haggis_cli.players import policies as random_player

        def breaks(*_: object) -> None:
            raise ValueError("oops")

        monkeypatch.setattr(random_player, "decide_random", breaks)
        ran = haggis(*TWO, *bots(2))
        assert ran.code == 3
        assert "haggis: the variant 'two-player' fails: ValueError: oops\n" in ran.err
        assert "events = [\n]" in haggis.text()


class TestSimulate:
    @pytest.mark.sample(6)
    @pytest.mark.parametrize(("variant_id", "players"), GAMES)
    def test_every_game(self, haggis: Haggis, variant_id: str, players: int) -> None:
        words = ("--simulate", "2", "--variant", variant_id, *bots(players), "--rounds", "1", "--seed", "5")
        told = haggis.json("play", *words, "--jobs", "1")
        assert (told["variant"], told["matches"], len(told["players"])) == (variant_id, 2, players)
        assert told["decisions"] > 20
        for player in told["players"].values():
            assert player["level"] == "random"
            assert player["win_rate"] == player["wins"] / 2
            assert 0 <= player["low"] <= player["win_rate"] <= player["high"] <= 1
            assert player["mean_points"] == player["mean_round_points"]
        assert not haggis.home.exists()

    @pytest.mark.slow
    def test_the_result_is_the_same_on_one_core_and_on_two(self, haggis: Haggis) -> None:
        players = ("-b", "A=random", "-b", "B=random", "--seed", "5")
        words = ("play", "--simulate", "4", "--variant", "two-player", *players)
        one, two = (json.loads(haggis.process(*words, "--jobs", jobs, "--json").out) for jobs in ("1", "2"))
        assert one.pop("seconds") > 0
        assert two.pop("seconds") > 0
        assert one == two

    def test_the_table_tells_levels_rates_and_the_seed(self, haggis: Haggis) -> None:
        words = ("--simulate", "4", "--variant", "two-player", "-b", "A=random", "-b", "B=easy", "--seed", "5")
        ran = haggis("play", *words, "--rounds", "2", "--jobs", "1")
        heading, first, second = ran.out.splitlines()
        assert heading.split() == ["level", "won", "rate", "95", "%", "sure", "points", "per", "round"]
        assert (first.split()[:2], second.split()[:2]) == (["A", "random"], ["B", "easy"])
        assert ran.err.startswith("4 matches to 2 rounds, ")
        assert ran.err.endswith(" The seed was 5.\n")

    def test_save_keeps_every_match_as_a_file_that_the_referee_accepts(self, haggis: Haggis) -> None:
        words = ("--simulate", "3", "--variant", "tatties", *bots(3), "--rounds", "1", "--seed", "5", "--save")
        told = haggis.json("play", *words, "--jobs", "1")
        assert [path.name for path in sorted((haggis.home / "matches").iterdir())] == [
            f"simulated-5-000{number}.toml" for number in (1, 2, 3)
        ]
        assert haggis("check") == Ran(0, "", "")
        again = refused(3, "a match called simulated-5-0001 exists already: choose another --seed")
        assert haggis("play", *words) == again
        rows = haggis.json("list")["matches"]
        wins = {name: sum(row["winner"] == name for row in rows) for name in told["players"]}
        assert wins == {name: player["wins"] for name, player in told["players"].items()}

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
    def test_ctrl_c_reports_what_is_done(self, haggis: Haggis) -> None:
        words = ("--simulate", "100000", "--variant", "neeps", *bots(4), "--jobs", "2", "--json", "--save")
        process = subprocess.Popen(
            [str(SCRIPT), "play", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=haggis.environment(),
            cwd=haggis.folder,
            start_new_session=True,
        )
        folder = haggis.home / "matches"
        try:
            while not (folder.exists() and len(list(folder.glob("*.toml"))) >= 2):
                assert process.poll() is None
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        assert process.returncode == 130
        told = json.loads(out)
        assert told["matches"] == len(list(folder.glob("*.toml")))
        assert 2 <= told["matches"] == sum(player["wins"] for player in told["players"].values()) / 2
        assert "Traceback" not in err


OUT_WITH_A_BOMB = """\
format = 1
id = "friday"
variant = "neeps"
created = 2026-11-21T19:30:00Z
players = ["Noah", "Robbie", "Isla", "Ailsa"]
goal = { rounds = 1 }
lead = "Noah"
bots = { Robbie = "easy", Isla = "easy", Ailsa = "easy" }

[[rounds]]
events = [
  "Noah: give 2r", "Robbie: give 2g", "Isla: give 2b", "Ailsa: give 2y",
  "Noah: give 2b", "Robbie: give 2y", "Isla: give 2r", "Ailsa: give 2g",
  "Noah: 2-10r", "Robbie: pass", "Isla: pass", "Ailsa: pass",
  "Noah: 2-10r", "Robbie: pass", "Isla: pass", "Ailsa: pass",
  "Noah: JQK", "Robbie: pass", "Isla: pass", "Ailsa: pass",
]
[rounds.deal.hands]
Noah = "2-10r 2-10r"
Robbie = "2-10g 2-10g"
Isla = "2-10b 2-10b"
Ailsa = "2-10y 2-10y"
"""


@pytest.mark.parametrize(("typed", "leader"), [("lead", "Isla"), ("", "Robbie")])
def test_who_is_out_with_a_bomb_is_asked_whether_the_partner_leads(haggis: Haggis, typed: str, leader: str) -> None:
    haggis.keep(OUT_WITH_A_BOMB)
    ran = haggis("play", stdin=f"{typed}\n")
    assert ran.code == 0
    assert "Noah has won with a bomb. 'lead' lets Isla lead, Enter lets Robbie lead: " in ran.err
    assert ('"Noah: lead Isla"' in haggis.text()) is (leader == "Isla")
    assert f"\n  {leader} plays " in ran.out.partition(" passes")[0]
    assert haggis("check") == Ran(0, "", "")


def test_that_lots_are_drawn_for_who_begins_is_told_where_nobody_said_who(haggis: Haggis) -> None:
    told = "Lots are drawn for who begins; 'haggis play --lead NAME' chooses the player for a new match.\n"
    assert told in haggis(*TWO, "-p", "Noah", "-b", "random").err
    assert told not in haggis("play").err
    ran = haggis("play", "--variant", "two-player", "--name", "other", "-p", "Noah", "-b", "random", "--lead", "Noah")
    assert told not in ran.err
    assert 'lead = "Noah"\n' in haggis.text("other")
