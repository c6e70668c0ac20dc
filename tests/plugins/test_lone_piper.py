"""Lone Piper, the example whose sides change from round to round, goes through every command and every page."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cli import ComputerPlayer, ScoreBook, deal
from tests.support.haggis import ROOT, Editor, Haggis
from tests.support.pages import Caller, Pad, Recorder
from tests.support.plugins import Site, installed
from tests.support.terminal import Here, unwrapped

EXAMPLE = ROOT / "examples" / "lone-piper" / "haggis_piper.py"
FIRST = ("Ada: out 9, cards 30, bet reel", "Ben: cards 14", "Cal: cards rest")
"""Ada is alone, and goes out: 95. Ben has 14, and Cal with 10 is alone next."""
SECOND = ("Ada: out1 6, cards 12", "Ben: out2 4, cards 20", "Cal: cards rest, bet march")
"""Ada and Ben are out, and Cal's bet goes to both: 95 + 52, 14 + 50, 10 + 22. Cal is alone again."""
ALONE = "Cal plays alone against Ada and Ben."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    made = Site(tmp_path_factory.mktemp("piper") / "site")
    shutil.copy(EXAMPLE, made.folder)
    installed(made.folder, "haggis-piper", "[haggis_cli.variants]\npiper = haggis_piper:PIPER\n")
    return made


@pytest.fixture(autouse=True)
def plugged(site: Site) -> Iterator[None]:
    with site.seen():
        yield


@pytest.fixture
def piper(haggis: Haggis) -> Haggis:
    haggis.ok("new", "--variant", "piper", "-p", "Ada", "-p", "Ben", "-p", "Cal", "--name", "friday")
    return haggis


def play_round(haggis: Haggis) -> None:
    """Record a whole round, the cards dealt by chance, as computer players play it."""
    haggis.ok("deal", "--save", "--seed", "7")
    state, player = deal("piper", ["Ada", "Ben", "Cal"], seed=7), ComputerPlayer("easy")
    while not state.over:
        event = player(state)
        state = state.play(event)
        haggis.ok("record", str(event))


def test_a_new_match_says_who_plays_alone(haggis: Haggis) -> None:
    out = haggis.ok("new", "--variant", "piper", "-p", "Ada", "-p", "Ben", "-p", "Cal", "--lead", "Ben")
    assert "Ben deals and leads. Ben plays alone against Ada and Cal." in out


def test_every_round_has_its_own_sides_and_everybody_scores_alone(piper: Haggis) -> None:
    assert f"Cal deals and leads round 2. {ALONE}" in piper.ok("score", *FIRST)
    piper.ok("score", *SECOND)
    shown = piper.json("show")
    assert shown["totals"] == {"Ada": 147, "Ben": 64, "Cal": 32}
    assert [each["sides"] for each in shown["rounds"]] == [[["Ada"], ["Ben", "Cal"]], [["Cal"], ["Ada", "Ben"]]]
    assert shown["next"]["sides"] == [["Cal"], ["Ada", "Ben"]]
    assert f"Cal deals and leads round 3. {ALONE}" in piper.ok("show")
    log = piper.ok("log")
    assert "Ada plays alone against Ben and Cal." in log
    assert log.count(ALONE) == 2  # round 2, and what is due
    assert piper("check") == (0, "", "")


def test_a_round_of_other_sides_is_refused(piper: Haggis) -> None:
    piper.ok("score", *FIRST)
    ran = piper("score", "Cal: out1 6, cards 12", "Ben: out2 4, cards 20", "Ada: cards 13")
    assert ran.code == 1
    assert "The round ended when Cal went out: nobody goes out after that." in ran.err


def test_a_step_by_step_round_ends_when_the_lone_player_is_out(piper: Haggis) -> None:
    piper.ok("score", *FIRST)
    answers = {
        "Who went out first: ": "Ada",
        "How many cards did Cal still hold: ": "<",  # of Ada's opponents there is one
        "Who went out first [Ada]: ": "Cal",
        "How many cards were left in the fullest hand, Ada's or Ben's: ": "6",
        "What did Ada capture: ": "12",
        "What did Ben capture: ": "13",
        "What did Cal capture [29]: ": "",
        **{f"What did {name} bet [none]: ": "" for name in ("Ada", "Ben", "Cal")},
        "Save this round? [Y/n]: ": "",
        "Round 3 (Enter continues, q leaves): ": "q",
    }
    screen = Here(answers.__getitem__)
    assert screen.run("score") == 0
    assert screen.asked == [*answers]
    assert ALONE in unwrapped(screen.getvalue().partition("Who went out first: ")[0])
    assert piper.json("show")["totals"] == {"Ada": 107, "Ben": 27, "Cal": 10 + 30 + 29}


def test_an_earlier_round_put_right_gives_later_rounds_other_sides(piper: Haggis) -> None:
    piper.ok("score", *FIRST)
    piper.ok("score", *SECOND)
    before = piper.text()
    told = piper("score", "--round", "1", "--yes", "Ben: out1 9, cards 30", "Cal: out2 5, cards 10", "Ada: cards rest")
    assert "Round 2: Ada plays alone against Ben and Cal." in told.out + told.err
    ran = piper("check", "--json")
    assert ran.code == 1
    (broken,) = json.loads(ran.out)["violations"]
    assert (broken["round"], broken["code"]) == (2, "table-inconsistent")
    assert "The round ended when Ada went out" in broken["message"]
    piper.ok("undo")
    assert piper.text() == before
    assert piper.json("show")["rounds"][1]["sides"] == [["Cal"], ["Ada", "Ben"]]


def test_an_edited_file_is_judged_by_the_sides_that_follow(
    piper: Haggis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    piper.ok("score", *FIRST)
    piper.ok("score", *SECOND)
    editor = Editor(tmp_path, monkeypatch)
    editor.does("text = text.replace('Ben = 14, Cal = 10', 'Ben = 10, Cal = 14')")
    piper.ok("edit")
    assert piper.json("show")["rounds"][1]["sides"] == [["Ben"], ["Ada", "Cal"]]


def test_a_round_is_recorded_and_shown_everywhere(piper: Haggis) -> None:
    assert "Ada plays alone against Ben and Cal." in piper.ok("deal", "--seed", "7")
    play_round(piper)
    assert piper("check") == (0, "", "")
    played = piper.json("log")["rounds"][0]
    assert played["sides"] == [["Ada"], ["Ben", "Cal"]]
    assert played["complete"]
    state, player = deal("piper", ["Ada", "Ben", "Cal"], seed=7), ComputerPlayer("easy")
    while not state.over:
        state = state.play(player(state))
    assert piper.json("show")["totals"] == state.totals
    assert piper.ok("review", "--seconds", "1")
    assert piper.ok("stats")
    assert piper.json("judge", "4r 4g")["legal"]


@pytest.mark.parametrize("form", ["text", "markdown", "html", "pdf", "xlsx", "svg", "csv", "json"])
def test_the_sheet_has_it_in_every_format(piper: Haggis, form: str) -> None:
    piper.ok("score", *FIRST)
    piper.ok("score", *SECOND)
    made = piper.folder / f"sheet.{form}"
    piper.ok("sheet", "--format", form, "-o", str(made))
    assert made.stat().st_size > 100
    text = made.read_bytes().decode("utf-8", "replace")
    if form in ("text", "markdown", "html", "json"):
        assert "147" in text
        assert ALONE in text
        assert "Ada plays alone against Ben and Cal." in text
    assert piper.ok("sheet", "--blank", "--format", "text")


@pytest.mark.parametrize("ending", ["json", "csv", "txt", "toml"])
def test_it_goes_out_and_comes_back(piper: Haggis, ending: str) -> None:
    piper.ok("score", *FIRST)
    piper.ok("score", *SECOND)
    before = piper.json("show")
    away = piper.folder / f"friday.{ending}"
    piper.ok("export", "friday", "-o", str(away))
    piper.ok("remove", "friday", "--yes")
    piper.ok("import", str(away))
    after = piper.json("show")
    assert (after["totals"], after["rounds"], after["next"]) == (before["totals"], before["rounds"], before["next"])


def test_its_own_option_has_the_best_player_alone(haggis: Haggis) -> None:
    players = ("-p", "Ada", "-p", "Ben", "-p", "Cal", "-p", "Dot")
    haggis.ok("new", "--variant", "piper", *players, "--option", "piper=best", "--name", "friday")
    haggis.ok("score", "Ada: out 9, cards 30", "Ben: cards 20", "Cal: cards 20", "Dot: cards rest")
    told = haggis.ok("show")
    assert "Dot deals and leads round 2. Ada plays alone against Ben, Cal and Dot." in " ".join(told.split())


def test_computer_players_play_it(haggis: Haggis) -> None:
    words = ("--variant", "piper", "-b", "A=normal", "-b", "B=easy", "-b", "C=random", "--rounds", "2", "--seed", "5")
    found = haggis.json("play", "--simulate", "2", *words)
    assert sum(player["wins"] for player in found["players"].values()) == 2
    haggis.ok("play", *words, "--name", "friday")
    assert haggis("check") == (0, "", "")
    assert all(len(each["sides"]) == 2 for each in haggis.json("show")["rounds"])


def test_a_position_is_solved_once_it_is_said_who_plays_alone(haggis: Haggis) -> None:
    position = ("--variant", "piper", "--hand", "A: 4r 4g", "--hand", "B: 5r 5g", "--hand", "C: 6r 7r")
    ran = haggis("solve", *position)
    assert ran.code == 2
    assert "name the player who plays alone with --side NAME" in ran.err
    out = haggis.ok("solve", *position, "--side", "A")
    assert out.startswith("From here on A gets ")
    assert "at least" not in out


def test_a_score_book_and_a_round_to_play_know_the_sides(tmp_path: Path) -> None:
    friday = ScoreBook(tmp_path).new("piper", ["Ada", "Ben", "Cal"], name="friday")
    friday.score(*FIRST)
    assert friday.totals == {"Ada": 95, "Ben": 14, "Cal": 10}
    assert friday.due.endswith(ALONE)
    with pytest.raises(Exception, match="nobody goes out after that"):
        friday.score("Cal: out1 6, cards 12", "Ben: out2 4, cards 20", "Ada: cards 13")
    assert deal("piper", ["Ada", "Ben", "Cal"], lead="Cal").sides == (("Cal",), ("Ada", "Ben"))


class TestThePages:
    def test_they_say_who_plays_alone(self, piper: Haggis) -> None:
        piper.ok("score", *FIRST)
        caller = Caller(piper)
        assert caller.get("/m/friday").seen.part("due") == f"Cal deals and leads round 2. {ALONE}"
        assert "Cal alone 10" in caller.get("/m/friday").seen.words
        assert "Cal 10 to deal to lead alone" in caller.get("/m/friday/board").seen.words
        for page in ("score", "record", "sheet.html", "referee", "replay"):
            answer = caller.get(f"/m/friday/{page}")
            assert answer.status in (200, 404), page
        assert ALONE in caller.get("/m/friday/score").text
        assert ALONE in caller.get("/m/friday/record").text
        assert caller.mistakes == []

    def test_a_round_entered_on_a_phone_ends_when_the_lone_player_is_out(self, piper: Haggis) -> None:
        piper.ok("score", *FIRST)
        caller = Caller(piper)
        pad = Pad(caller).load().fill(out1=3, count1=6, captured1=12, captured2=20, bet3="10")
        assert "out2" not in pad.fields
        pad.press("save")
        assert piper.json("show")["totals"] == {"Ada": 107, "Ben": 34, "Cal": 10 + 30 + 22 + 10}

    def test_a_recorded_round_shows_its_sides_until_it_is_over(self, piper: Haggis) -> None:
        caller = Caller(piper)
        recorder = Recorder(caller, "friday")
        for text in ("Ada: 4r", "Ben: 5r", "Cal: pass"):
            piper.ok("record", text)
        page = recorder.load().text
        assert "Ada plays alone against Ben and Cal." in page
        assert json.loads(piper.ok("show", "--json"))["pending"]["player"] == "Ada"
        assert caller.mistakes == []
