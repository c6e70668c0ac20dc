"""What a third party's rules answer: one that cannot be asked is named, a card that nobody has refused, points lost."""

import json
from collections.abc import Iterator

import pytest

from haggis_cli import judge
from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad
from tests.support.plugins import VARIANTS, plugged

NOT_ASKED = "A rule of Climb was not applied, because it depends on the round: Nobody leads a bomb."
HILL = ("new", "--variant", "climb", "-p", "Noah", "-p", "Isla", "--name", "hill")
NO_J = "J is not in this game: everybody has Q, K"


@pytest.fixture(autouse=True)
def climb(haggis: Haggis) -> Iterator[None]:
    with plugged(haggis, {"climb": VARIANTS["climb"]}):
        yield


class TestARuleThatLooksAtTheRound:
    def test_judge_says_that_it_has_not_asked_it(self, haggis: Haggis) -> None:
        ran = haggis("judge", "5r 5g 5b 5y as bomb", "--variant", "climb")
        assert (ran.code, ran.out) == (0, "legal: a bomb (four 5s)\n")
        assert NOT_ASKED in ran.err

    def test_a_script_is_told_the_rule(self, haggis: Haggis) -> None:
        assert haggis.json("judge", "5r", "--variant", "climb")["unasked"] == "Nobody leads a bomb."
        assert haggis.json("moves", "5r 6r", "--variant", "climb")["unasked"] == "Nobody leads a bomb."

    def test_moves_says_so_too(self, haggis: Haggis) -> None:
        assert NOT_ASKED in haggis("moves", "5r 6r", "--variant", "climb").err

    def test_the_library_says_so_too(self) -> None:
        assert judge("5r", variant="climb").unasked == "Nobody leads a bomb."

    def test_the_page_of_the_referee_says_so_too(self, haggis: Haggis) -> None:
        haggis.ok(*HILL)
        caller = Caller(haggis)
        for page in ("/referee?variant=climb.2&ask=lead&line=5r", "/m/hill/referee?ask=lead&line=5r"):
            assert NOT_ASKED in caller.get(page).seen.words

    def test_a_play_that_is_illegal_anyway_needs_no_such_words(self, haggis: Haggis) -> None:
        assert "was not asked" not in haggis("judge", "5r 6g", "--variant", "climb").err
        assert "unasked" not in json.loads(haggis("judge", "5r 6g", "--variant", "climb", "--json").out)

    def test_a_variant_without_such_a_rule_has_nothing_of_it(self, haggis: Haggis) -> None:
        assert "was not asked" not in haggis("judge", "5r", "--variant", "two-player").err
        assert "unasked" not in haggis.json("judge", "5r", "--variant", "two-player")
        assert "unasked" not in haggis.json("moves", "5r", "--variant", "two-player")


class TestACourtCardThatNobodyHas:
    def test_it_is_refused_in_a_pile_with_the_reason(self, haggis: Haggis) -> None:
        haggis.ok(*HILL)
        ran = haggis("score", "Noah: out 9, cards j 5", "Isla: cards 3")
        assert (ran.code, NO_J in ran.err) == (2, True)
        assert haggis.json("show")["rounds"] == []

    def test_the_phone_refuses_it_too(self, haggis: Haggis) -> None:
        haggis.ok(*HILL)
        pad = Pad(Caller(haggis), "hill").fill(out1=1, count1=9, captured1="j 5", captured2=3).press("save")
        assert pad.faults == {"captured1": NO_J}
        assert haggis.json("show")["rounds"] == []

    def test_examples_are_of_cards_that_are_there(self, haggis: Haggis) -> None:
        haggis.ok(*HILL)
        err = haggis("score", "Noah: out 9, cards x", "Isla: cards 3").err
        assert "a pile like 'q k 7'" in err
        assert "write one like 'q k 7'" in haggis("score", "Noah: out 9, cards qx", "Isla: cards 3").err
        haggis.ok("score", "Noah: out 9, cards k k 1", "Isla: cards 20", "--yes")
        assert haggis.json("show")["rounds"][0]["scores"]["Noah"]["captured"] == 25


class TestPointsTakenAway:
    """Points fewer than nothing have one sign everywhere."""

    @pytest.fixture(autouse=True)
    def scored(self, haggis: Haggis, climb: None) -> None:
        haggis.ok(*HILL)
        haggis.ok("score", "Noah: out 1, cards 0, bet dare", "Isla: cards 10, bet double", "--yes")

    def test_the_scoreboard_tells_what_a_lost_bet_took(self, haggis: Haggis) -> None:
        shown = haggis.ok("show")
        assert "double lost -50" in shown
        assert "dare +20" in shown

    @pytest.mark.parametrize("command", ["show", "log", "check", "sheet", "list", "stats"])
    def test_no_number_has_two_signs(self, haggis: Haggis, command: str) -> None:
        assert "+-" not in haggis.ok(command)

    @pytest.mark.parametrize("page", ["", "/board", "/rounds/1", "/rounds/1/result", "/sheet.html"])
    def test_no_number_on_a_page_has_two_signs(self, haggis: Haggis, page: str) -> None:
        caller = Caller(haggis)
        answer = caller.get(f"/m/hill{page}", caller.writer)
        text = answer.text.replace("\u2212", "-")
        assert (answer.status, "-40" in text, "+-" in text) == (200, True, False)


def test_few_ids_are_named_where_a_variant_is_not_found_the_nearest_first(haggis: Haggis) -> None:
    err = haggis("variants", "show", "clim").err
    assert "did you mean 'climb'? installed are: climb, " in err
    named = err.partition("installed are: ")[2].partition(" and ")[0].split(", ")
    assert len(named) == 5
    assert err.rstrip().endswith("and 4 more (see 'haggis variants')")
