"""The page of a match: who has what, who leads, rounds to touch, undo that says what it takes back."""

import pytest

from tests.support.haggis import ROOT, Haggis
from tests.support.pages import Caller, said

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")


def version(caller: Caller) -> str:
    return caller.get("/m/friday").seen.fields["version"]


class TestHowAMatchStands:
    def test_before_the_first_round_it_says_who_deals_and_leads(self, caller: Caller) -> None:
        page = caller.get("/m/friday")
        assert page.status == 200
        assert page.seen.part("due") == "Noah deals and leads round 1."
        seen = page.seen
        assert "No round yet." in seen.words
        assert not seen.named("button")  # nothing to take back

    def test_after_a_round_it_has_the_totals_and_who_leads_now(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        page = caller.get("/m/friday")
        seen = page.seen
        assert "Noah 60" in seen.words
        assert "Isla leads deals 16" in seen.words
        assert page.seen.part("due") == "Isla deals and leads round 2."
        assert "+60 60" in seen.words

    def test_a_match_that_is_over_offers_a_rematch_and_no_round(self, caller: Caller, haggis: Haggis) -> None:
        for _ in range(4):
            haggis.ok("score", "--yes", *ROUND)
        page = caller.get("/m/friday")
        assert page.seen.part("due") == "Noah has won: 240 to 64."
        links = page.seen.links
        assert links["Rematch"] == "/m/friday/rematch"
        assert links["Put round 4 right"] == "/m/friday/rounds/4"
        assert not {"Score round 5", "Score", "Record", "Replay"} & set(links)
        assert "Rematch" not in caller.get("/m/friday", caller.watcher).seen.links
        due = caller.get("/m/friday/score")
        assert "The match is over" in due.text
        links = due.seen.links
        expected = {"Rematch": "rematch", "The last round": "rounds/4/result", "The sheet": "sheet.html"}
        assert {name: links[name] for name in expected} == {name: f"/m/friday/{at}" for name, at in expected.items()}
        assert caller.get("/m/friday/rounds/4/result").seen.links["Rematch"] == "/m/friday/rematch"

    def test_one_that_was_recorded_leads_to_its_plays_when_it_is_over(self, haggis: Haggis) -> None:
        haggis.ok("import", str(ROOT / "examples" / "matches" / "two-player-unknown-hands.toml"))
        caller, match = Caller(haggis), "/m/two-player-unknown-hands"
        for page in (match, f"{match}/record", f"{match}/score"):
            links = caller.get(page).seen.links
            assert (links["Replay"], links["Rematch"]) == (f"{match}/replay", f"{match}/rematch")
        assert links["Put round 7 right"] == f"{match}/record/7"

    def test_a_round_is_corrected_where_it_is_touched(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        links = caller.get("/m/friday").seen.links
        assert links["1, correct this round"] == "/m/friday/rounds/1"

    def test_a_recorded_round_leads_to_its_replay(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("record", "Noah: 4r 5r 6r")
        links = caller.get("/m/friday", caller.watcher).seen.links
        assert links["1, look at this round"] == "/m/friday/replay?round=1"

    def test_who_only_watches_is_offered_nothing_that_changes_it(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        seen = caller.get("/m/friday", caller.watcher).seen
        assert not [*seen.named("form"), *seen.named("button")]
        assert not [link for link in seen.links.values() if "/score" in link or "/rounds/" in link or "/new" in link]

    def test_notes_warnings_and_what_breaks_the_rules_are_told(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        path = haggis.path()
        text = path.read_text().replace('lead = "Noah"\n', 'lead = "Noah"\nnotes = "Mind the dog."\n')
        path.write_text(text.replace("Isla = 16", "Isla = 6"))
        words = caller.get("/m/friday").seen.words
        assert "Mind the dog." in words
        assert "round 1: the captured totals" in words
        path.write_text(text.replace("Isla = 16", "Isla = 60"))
        haggis.keep(text.replace('out = ["Noah"]', 'out = ["Noah", "Isla"]'))
        words = caller.get("/m/friday").seen.words
        assert "The match cannot go on until round 1 is put right." in words
        assert "Round 1:" in words

    def test_names_are_text_whatever_they_hold(self, haggis: Haggis) -> None:
        haggis.ok("new", "--variant", "two-player", "-p", "<b>Zoë</b>", "-p", '"><script>x', "--name", "friday")
        for path in ("", "/board", "/replay", "/rematch"):
            text = Caller(haggis).get(f"/m/friday{path}").text
            assert "<b>Zoë" not in text, path
            assert "<script>x" not in text, path


class TestTakingBack:
    def test_the_button_says_what_goes_and_the_next_what_comes_back(self, caller: Caller, haggis: Haggis) -> None:
        before = haggis.text()
        haggis.ok("score", *ROUND)
        assert "Take back round 1" in caller.get("/m/friday").seen.words
        answer = caller.post("/m/friday/undo", {"version": version(caller)})
        assert (answer.status, answer.header("location")) == (303, "/m/friday")
        assert haggis.text() == before
        assert "Bring back round 1" in caller.get("/m/friday").seen.words
        caller.post("/m/friday/redo", {"version": version(caller)})
        assert "Noah 60" in caller.get("/m/friday").seen.words

    def test_of_a_recorded_round_the_last_event_goes(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("record", "Noah: 4r 5r 6r", "Isla: pass")
        assert "Take back round 1, Isla: pass" in caller.get("/m/friday").seen.words

    def test_a_correction_is_named(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        haggis.ok("score", "--round", "1", "Noah: out 9, cards 20", "Isla: cards 16")
        assert "Take back the correction of round 1" in caller.get("/m/friday").seen.words

    @pytest.mark.parametrize("way", ["undo", "redo"])
    def test_what_another_has_changed_meanwhile_stays(self, caller: Caller, haggis: Haggis, way: str) -> None:
        haggis.ok("score", *ROUND)
        seen_before = version(caller)
        haggis.ok("score", "--yes", *ROUND)
        before = haggis.text()
        answer = caller.post(f"/m/friday/{way}", {"version": seen_before})
        assert answer.status == 409
        assert "The match has changed meanwhile" in said(answer)
        assert haggis.text() == before
