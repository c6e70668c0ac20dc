"""`haggis review`: what every play of recorded rounds gave away."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from haggis_cli.analysis.review import review_round
from haggis_cli.history import reviews
from haggis_cli.history.reviews import reviews_path
from tests.support.haggis import ROOT, Haggis, refused
from tests.support.terminal import Terminal

MATCHES = ROOT / "examples" / "matches"
KNOWN = sorted(path.name for path in MATCHES.glob("*-known-hands.toml"))
EXAMPLE = MATCHES / "two-player-known-hands.toml"
THIRD = ("--round", "3", "--seconds", "1")
QUICK = ("--round", "3", "--seconds", "0.03")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The reviews of a match of two players whose hands are known: its third round, a second long."""
    haggis = Haggis(tmp_path_factory.mktemp("kept"))
    haggis.keep(EXAMPLE.read_text())
    assert haggis.process("review", "friday", *THIRD).code == 0
    return next((haggis.folder / "cache").glob("reviews-*")).read_bytes()


@pytest.fixture
def match(haggis: Haggis) -> Haggis:
    """A computer with that match, of which nothing is kept yet."""
    haggis.keep(EXAMPLE.read_text())
    return haggis


@pytest.fixture
def reviewed(match: Haggis, kept: bytes) -> Haggis:
    """A computer with that match, whose third round is reviewed already."""
    path = reviews_path(match.home)
    path.parent.mkdir(parents=True)
    path.write_bytes(kept)
    return match


def test_the_shape_of_the_json(reviewed: Haggis) -> None:
    found = reviewed.json("review", "friday", *THIRD)
    assert found.keys() == {"rounds", "skipped"}
    (only,) = found["rounds"]
    assert only.keys() == {"number", "against_all_others", "players", "plays"}
    assert (only["number"], only["against_all_others"]) == (3, False)
    plays = only["plays"]
    assert [play["event"] for play in plays] == list(range(2, 19))
    assert plays[0]["text"].startswith(f"{plays[0]['player']}: ")
    for name, losses in only["players"].items():
        own = [play for play in plays if play["player"] == name]
        assert losses == {
            "lost": sum(play["lost"] for play in own),
            "plays": len(own),
            "best": losses["best"],
            "exact": sum(play["exact"] for play in own),
            "about": sum(max(0, play["about"]["lost"] - play["lost"]) for play in own if play["about"]),
        }
    for play in plays:
        assert play["low"] <= play["high"]
        assert play["best_low"] <= play["best_high"]
        assert play["exact"] == (play["value"] is not None and play["best"] is not None)
        assert play["lost"] == max(0, play["best_low"] - play["high"])
        assert not play["lost"] or play["best_text"] not in (None, play["text"])
        if play["about"]:
            assert not play["exact"]
            assert play["low"] <= play["about"]["value"] <= play["high"]
            assert play["best_low"] <= play["about"]["best"] <= play["best_high"]
            assert play["lost"] <= play["about"]["lost"] == play["about"]["best"] - play["about"]["value"]
    assert plays[-2] == {
        "event": 17,
        "player": "Hamish",
        "text": "Hamish: 9r",
        "value": -36,
        "best": -13,
        "best_text": "Hamish: Q",
        "lost": 23,
        "exact": True,
        "low": -36,
        "high": -36,
        "best_low": -13,
        "best_high": -13,
        "why": "Q wins the trick (4 points); 9r spends no court card, but lets Ailsa win the trick (4 points) and "
        "costs 15 points for cards left in hands and 8 for captured cards",
        "about": None,
    }


def test_the_players_the_course_and_the_costliest_plays(reviewed: Haggis) -> None:
    ran = reviewed("review", "friday", *THIRD)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("The computer sees all hands. ")
    assert " A play is solved if it was worked out " in lines[0]
    assert lines[1:4] == ["", "Round 3", "          plays  solved  best  points lost"]
    assert re.fullmatch(r"  Ailsa       9 +\d +\d +(about )?\d+", lines[4])
    assert re.search(
        r"result of the round for Ailsa after each play, with best play from there on "
        r"\(▁ is \S\d+, █ is \+\d+, · is unknown\)\n  [·▁▂▃▄▅▆▇█]{17}\n",
        ran.out,
    )
    assert (
        "  Trick 4: Hamish played 9r and lost 23 points.\n    Better: Q (-32 instead of -55). Q wins the trick "
        "(4 points); 9r spends no court card, but lets Ailsa win the trick (4 points) and costs 15 points for cards "
        "left in hands and 8 for captured cards.\n"
    ) in ran.out
    assert re.fullmatch(r"Solved: \d+ of 17 plays\. .*\n", ran.err)


def test_where_there_are_no_signs_the_course_is_drawn_in_ascii(reviewed: Haggis) -> None:
    ran = reviewed.process("review", "friday", *THIRD, PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert re.search(r"from there on \(_ is \S\d+, # is \+\d+, \. is unknown\)\n  \.*[_:=+*%#-]+\n", ran.out)


def test_several_rounds_have_a_sum(match: Haggis) -> None:
    out = match.ok("review", "friday", "--seconds", "0.05")
    assert [line for line in out.splitlines() if re.match(r"\S", line)][1:] == [
        "Round 1",
        "Round 2",
        "Round 3",
        "All rounds",
    ]


def test_where_three_play_alone_there_is_no_course(haggis: Haggis) -> None:
    out = haggis.ok("review", str(MATCHES / "three-player-known-hands.toml"), "--round", "1", "--seconds", "0.03")
    assert out.startswith("The computer sees all hands. ")
    assert "\nEverybody plays alone here, so each player is compared with all the others together. " in out
    assert "Round 1\n" in out
    assert "after each play" not in out


def test_on_a_narrow_terminal_every_line_fits(reviewed: Haggis) -> None:
    with Terminal(reviewed, "review", "friday", *THIRD, columns=50) as screen:
        code, said = screen.end()
    assert code == 0
    assert max(len(line) for line in said.splitlines()) <= 50
    assert "\x1b[" not in reviewed.ok("review", "friday", *THIRD)


class TestKept:
    """A review is kept, and made anew where that is of use."""

    @staticmethod
    def count(monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """Count the searches: the seconds of each."""
        found, searched = review_round, []

        def counted(*words: object) -> object:
            searched.append(words[1])
            return found(*words)  # type: ignore[arg-type]

        monkeypatch.setattr(reviews, "review_round", counted)
        return searched  # type: ignore[return-value]

    def test_the_same_again_without_a_search(self, match: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        searched = self.count(monkeypatch)
        first = match("review", "friday", *QUICK)
        assert match("review", "friday", *QUICK) == first
        assert match("review", "friday", "--round", "3", "--seconds", "0.01") == first
        assert searched == [0.03]

    def test_more_time_makes_it_anew_while_something_is_open(
        self, match: Haggis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        searched = self.count(monkeypatch)
        for seconds in ("0.01", "0.02", "0.02"):
            match.ok("review", "friday", "--round", "3", "--seconds", seconds)
        assert searched == [0.01, 0.02]

    def test_it_belongs_to_the_content_of_the_round(self, match: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
        searched = self.count(monkeypatch)
        match.ok("review", "friday", *QUICK)
        match.keep(EXAMPLE.read_text().replace('id = "', 'id = "x').replace("Every hand", "Each hand"), "other")
        match.ok("review", "other", *QUICK)
        assert len(searched) == 1
        match.keep(EXAMPLE.read_text().replace("Ailsa", "Ailean"))
        match.ok("review", "friday", *QUICK)
        assert len(searched) == 2

    @pytest.mark.parametrize("garbage", [b"", b"no database" * 500])
    def test_a_broken_file_is_made_anew(self, match: Haggis, garbage: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        path = reviews_path(match.home)
        path.parent.mkdir(parents=True)
        path.write_bytes(garbage)
        searched = self.count(monkeypatch)
        first = match("review", "friday", *QUICK)
        assert match("review", "friday", *QUICK) == first
        assert len(searched) == 1

    @pytest.mark.parametrize("found", ["[]", "{", '{"signs": null, "plays": [[1]]}', '{"signs": 5, "plays": []}'])
    def test_a_row_that_says_nothing_is_made_anew(
        self, match: Haggis, found: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = match("review", "friday", *QUICK)
        with closing(sqlite3.connect(reviews_path(match.home))) as kept, kept:
            kept.execute("UPDATE reviews SET found = ?", (found,))
        searched = self.count(monkeypatch)
        assert match("review", "friday", *QUICK).out.splitlines()[0] == first.out.splitlines()[0]
        assert len(searched) == 1

    def test_without_a_place_for_it_the_review_is_made_all_the_same(self, match: Haggis) -> None:
        reviews_path(match.home).parent.write_text("in the way")
        assert "Round 3" in match.ok("review", "friday", *QUICK)

    def test_doctor_tells_and_mends_it(self, match: Haggis) -> None:
        assert "reviews" not in match("doctor").out
        match.ok("review", "friday", *QUICK)
        assert "saved for the next 'haggis review'" in match("doctor").out
        reviews_path(match.home).write_bytes(b"no database" * 500)
        assert "reviews: " in match("doctor").out
        assert "damaged; skipped until they can be rebuilt" in match("doctor").out
        assert "deleted; 'haggis review' rebuilds them" in match("doctor", "--fix").out
        assert not reviews_path(match.home).exists()


class TestRefusals:
    """What cannot be reviewed is said in one sentence."""

    def test_hands_that_are_not_known(self, haggis: Haggis) -> None:
        haggis.keep((MATCHES / "two-player-unknown-hands.toml").read_text())
        ran = haggis("review", "friday")
        assert (ran.code, ran.out) == (2, "")
        assert re.fullmatch(
            r"haggis: no round can be reviewed: rounds 1, .* and \d+ \(the hands are not known\)\n", ran.err
        )

    def test_a_round_that_is_not_over_is_left_out(self, match: Haggis) -> None:
        text = EXAMPLE.read_text()
        last = text.rindex('  "Ailsa: J"')
        match.keep(text[:last] + text[last:].partition("\n")[2])
        found = match("review", "friday", "--seconds", "0.05")
        assert "Skipped: round 3 (not over yet).\n" in found.err
        shown = match.json("review", "friday", "--seconds", "0.05")
        assert shown["skipped"] == [{"number": 3, "why": "not over yet"}]
        assert match("review", "friday", "--round", "3") == refused(
            2, "no round can be reviewed: round 3 (not over yet)"
        )

    def test_a_round_that_breaks_a_rule(self, match: Haggis) -> None:
        match.keep(EXAMPLE.read_text().replace('"Hamish: 9r"', '"Hamish: 2r"'))
        assert match("review", "friday", "--round", "3") == refused(
            2, "no round can be reviewed: round 3 (breaks a rule)"
        )

    def test_a_round_that_is_not_there(self, match: Haggis) -> None:
        assert match("review", "friday", "--round", "9") == refused(
            2, "there is no round 9: the match has only 3 rounds"
        )


@pytest.mark.slow
@pytest.mark.longest(1)  # tests/analysis reviews them all
@pytest.mark.parametrize("name", KNOWN)
def test_every_example_with_known_hands_goes_through(haggis: Haggis, name: str) -> None:
    found = haggis.json("review", str(MATCHES / name), "--seconds", "0.01")
    assert found["skipped"] == []
    for each in found["rounds"]:
        assert each["plays"]
        assert all(play["lost"] >= 0 for play in each["plays"])
    assert Path(reviews_path(haggis.home)).is_file()
