"""How a match stands in one line, what it will be remembered for, and the text that is sent."""

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES

from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Side, scoresheet
from haggis_cli.sheets.standing import brief_names, headline, highlights, make_result, share_lines
from haggis_cli.support.players import with_short_names
from haggis_cli.support.text import join_words
from tests.support import matches
from tests.support.haggis import header
from tests.support.matches import judged, typed
from tests.support.sheets import SHEETS, blank, rounds


def round_of(noah: int, isla: int) -> str:
    """A round that brought them so many of 46 points: 36 captured, and two cards in Isla's hand."""
    return typed('"Noah"', "Noah = 2", f"Noah = {noah - 10}, Isla = {isla}", "")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("two-player-rulebook-sheet", "Noah leads 95 to 82 after round 2 of 6"),
        ("neeps-rulebook-sheet", "Slam Jamma lead 280 to 171 after round 2"),
        ("three-player-rulebook-bets", "Noah leads with 110 after round 1, ahead of Isla (59) and Jamie (11)"),
        ("neeps-known-hands", "High Rollas have won: 502 to 333"),
        ("nothing-yet", "No round has been scored yet"),
    ],
)
def test_the_headline_says_how_the_match_stands(name: str, line: str) -> None:
    assert headline(SHEETS[name]) == line


def test_a_match_that_cannot_be_scored_says_why() -> None:
    assert headline(SHEETS["violation"]) == SHEETS["violation"].due.removesuffix(".")
    assert highlights(SHEETS["violation"]) == []


def test_a_blank_sheet_has_no_headline() -> None:
    assert headline(blank(TATTIES, 3)) == ""


def test_who_is_level_is_named() -> None:
    level = scoresheet(judged(header(goal="rounds = 9", lead="Isla") + round_of(23, 23)))
    assert headline(level) == "Noah and Isla are level at 23 after round 1 of 9"
    assert dict(highlights(level))["Lead"] == "Nobody was ever ahead"


@pytest.mark.parametrize(
    ("played", "lead"),
    [
        ([(26, 20), (23, 23)], "Noah from round 1 on"),
        ([(26, 20), (20, 26)], "Noah until round 1"),
        ([(26, 20), (20, 26), (26, 20)], "Noah from round 1 on, but for a tie after round 2"),
        ([(23, 23), (26, 20), (26, 20)], "Noah from round 2 on"),
        ([(26, 20), *[(20, 26), (26, 20)] * 2], "Noah from round 1 on, but for ties after rounds 2 and 4"),
        ([(26, 20), *[(20, 26), (26, 20)] * 4], "Noah from round 1 on, but for 4 ties"),
        (
            [(20, 26), *[(26, 20)] * 2, (20, 26), (26, 20)],
            "Noah from round 3 on, but for a tie after round 4 (1 lead change)",
        ),
        ([(26, 20), (20, 26), (20, 26)], "Isla from round 3 on (1 lead change)"),
        ([(26, 20), (14, 32), (38, 8)], "Noah from round 3 on (2 lead changes)"),
        ([(26, 20), (14, 32), (38, 8), (10, 36)], "Isla from round 4 on (3 lead changes)"),
        ([(26, 20), (14, 32), (29, 17)], "Isla until round 2 (1 lead change)"),
    ],
)
def test_the_lead_is_told_since_nobody_else_had_it_and_a_tie_is_no_change_of_it(
    played: list[tuple[int, int]], lead: str
) -> None:
    text = header(goal="rounds = 9", lead="Isla") + "".join(round_of(noah, isla) for noah, isla in played)
    assert dict(highlights(scoresheet(judged(text))))["Lead"] == lead


def test_the_best_round_and_the_bets_kept_are_those_of_a_side() -> None:
    found = dict(highlights(scoresheet(judged(matches.RULEBOOK_NEEPS, NEEPS))))
    assert found["Best round"] == "Slam Jamma, 223 in round 2"
    assert found["Bets won"] == "High Rollas 1 of 1, Slam Jamma 1 of 1"
    assert found["Bet of the night"] == "Noah won a bet of 30 in round 2"


def test_cards_have_short_names_only_if_a_name_has_more_than_twelve_letters() -> None:
    sheet = SHEETS["neeps-rulebook-sheet"]
    named = sheet._replace(players=("Isla", "Станиславна", "Rory", "Jamie"))
    assert {name for score in make_result(named).scores for name in score.players} == set(named.players)


@pytest.mark.parametrize(
    ("names", "who"),
    [
        (("Maximilianenbergerstrassendorfer", "Noah"), "Maximilianenbergerstrassendorfer"),
        (("Bartholomew Featherstonehaugh", "Noah"), "Bartholomew"),
    ],
)
def test_who_has_won_is_whole_where_a_short_name_would_be_cut(names: tuple[str, str], who: str) -> None:
    sheet = SHEETS["two-player-known-hands"]
    sides = tuple(each._replace(name=name) for each, name in zip(sheet.sides, names, strict=True))
    assert make_result(sheet._replace(players=names, sides=sides))[:2] == (who, "has won")


def test_a_name_that_begins_like_another_is_not_taken_for_it() -> None:
    names = ("Maximiliane Feather", "Maximiliane Featherstone")
    report = judged(header(goal="rounds = 9", lead="Isla"))
    named = report._replace(table=report.table._replace(names=names, side_names=names))
    brief = brief_names(named)
    assert with_short_names(f"{names[1]} leads", brief) == f"{brief[names[1]]} leads"


def test_highlights_have_short_names_if_a_name_is_long() -> None:
    sheet = SHEETS["neeps-rulebook-sheet"]
    players = tuple(f"{name}-Alexandra of Edinburgh" for name in sheet.players)
    sides = tuple(each._replace(name=" & ".join(players[seat] for seat in each.seats)) for each in sheet.sides)
    found = dict(highlights(sheet._replace(players=players, sides=sides)))
    second = " & ".join(sheet.players[seat] for seat in sheet.sides[1].seats)
    assert found["Best round"] == f"{second}, 223 in round 2"
    assert found["Bet of the night"] == "Jamie won a bet of 30 in round 2"


def test_the_highlights_of_a_page_have_long_words_whole() -> None:
    name = "Alexandrinamariaclementinarose"
    sheet = rounds(1)._replace(players=(name, "Isla"), sides=(Side(name, (0,)), Side("Isla", (1,))))
    assert dict(highlights(sheet))["Bets won"] == "Alexandri… 1 of 1, Isla 0 of 1"
    page = FORMATS["html"].render(sheet, Style()).replace("\u00a0", " ")
    assert "Alexandrinamaria&shy;clementinarose 1 of 1, Isla 0 of 1" in page


def test_without_bets_nothing_is_said_of_them() -> None:
    assert "Bets won" not in dict(
        highlights(scoresheet(judged(header(goal="rounds = 9", lead="Isla") + round_of(23, 23))))
    )
    assert dict(highlights(rounds(1)))["Bets won"] == "Noah 1 of 1, Isla 0 of 1"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("neeps-known-hands", ["Best round", "Bet of the night", "Best bomb", "Lead", "Bets won"]),
        ("two-player-known-hands", ["Best round", "Biggest comeback", "Bet of the night", "Best bomb"]),
        ("two-player-rulebook-sheet", ["Best round", "Bet of the night", "Lead", "Bets won"]),
    ],
)
def test_highlights_are_those_that_there_are_and_the_most_remarkable_come_first(name: str, told: list[str]) -> None:
    assert [label for label, _ in highlights(SHEETS[name])][: len(told)] == told


def test_a_best_round_is_of_all_who_had_as_many_points_in_it_and_the_first_of_equal_ones() -> None:
    played = "".join(round_of(noah, isla) for noah, isla in [(23, 23), (20, 26), (20, 26)])
    sheet = scoresheet(judged(header(goal="rounds = 9", lead="Isla") + played))
    assert dict(highlights(sheet))["Best round"] == "Isla, 26 in round 2"
    level = scoresheet(judged(header(goal="rounds = 9", lead="Isla") + round_of(23, 23) + round_of(23, 23)))
    assert dict(highlights(level))["Best round"] == "Noah and Isla, 23 in round 1"


@pytest.mark.parametrize("played", [[(26, 20)], [(26, 20), (26, 20)], [(23, 23)]])
def test_three_highlights_and_five_lines_are_there_from_the_first_score_on(played: list[tuple[int, int]]) -> None:
    text = header(goal="rounds = 2", lead="Isla") + "".join(round_of(noah, isla) for noah, isla in played)
    sheet = scoresheet(judged(text))
    assert [label for label, _ in make_result(sheet).highlights] == ["Best round", "Lead", "Out first"]
    assert len(share_lines(sheet)) == 5
    assert dict(highlights(sheet))["Out first"] == f"Noah {len(played)} of {len(played)}, Isla 0 of {len(played)}"


def test_a_sequence_is_told_if_it_is_longer_than_most() -> None:
    assert dict(highlights(SHEETS["taylor-known-hands"]))["Longest sequence"] == "Brenda, 7 cards in round 2"
    told = dict(highlights(SHEETS["revised-known-hands"]))
    assert "Longest sequence" not in told  # it has three cards
    assert told["Best bomb"] == "Adam, Q-K in round 1"


def test_a_bomb_is_told_if_none_was_higher() -> None:
    """Rule C5: the order of the bombs, not their numbers of cards."""
    assert dict(highlights(SHEETS["neeps-known-hands"]))["Best bomb"] == "Isla, Q-K in round 2"


def test_a_comeback_of_a_few_points_is_none() -> None:
    played = "".join(round_of(noah, isla) for noah, isla in [(10, 29), (40, 6), (40, 6)])
    assert "Biggest comeback" not in dict(
        highlights(scoresheet(judged(header(goal="rounds = 3", lead="Isla") + played)))
    )


def test_a_comeback_is_the_winners_and_there_is_none_where_rounds_decide() -> None:
    played = "".join(round_of(noah, isla) for noah, isla in [(10, 36), (40, 6), (40, 6)])
    by_points = scoresheet(judged(header(goal="rounds = 3", lead="Isla") + played))
    assert dict(highlights(by_points))["Biggest comeback"] == "Noah, 26 behind after round 1"
    by_rounds = scoresheet(judged(header(goal="round_wins = 2", lead="Isla") + played))
    assert "Biggest comeback" not in dict(highlights(by_rounds))


@pytest.mark.parametrize(
    ("bets", "told"),
    [
        ("Noah = 15, Isla = 30", "Noah won a bet of 15 in round 1"),
        ("Noah = 30, Isla = 30", "Noah won a bet of 30 in round 1"),
        ("Isla = 15", "Isla lost a bet of 15 in round 1"),
    ],
)
def test_the_bet_of_the_night_is_the_highest_that_was_kept_if_one_was(bets: str, told: str) -> None:
    text = header(goal="rounds = 9", lead="Isla") + typed('"Noah"', "Noah = 2", "Noah = 13, Isla = 23", bets)
    assert dict(highlights(scoresheet(judged(text))))["Bet of the night"] == told


@pytest.mark.parametrize(
    ("match_id", "own_title", "about"),
    [
        ("2026-11-21-noah-isla", "", "Noah and Isla, 21 November 2026: Haggis (2-Player), goal 9 rounds"),
        ("friday", "", "friday: Noah and Isla, 21 November 2026; Haggis (2-Player), goal 9 rounds"),
        (
            "friday",
            "Burns Night, again",
            "Burns Night, again: Noah and Isla, 21 November 2026; Haggis (2-Player), goal 9 rounds",
        ),
    ],
)
def test_what_is_sent_says_once_who_played_and_when(match_id: str, own_title: str, about: str) -> None:
    sheet = scoresheet(judged(header(goal="rounds = 9", lead="Isla") + round_of(23, 23)))
    assert share_lines(sheet._replace(match_id=match_id, own_title=own_title))[1] == about


def test_what_is_sent_names_all_who_have_long_names() -> None:
    sheet = SHEETS["neeps-rulebook-sheet"]
    named = sheet._replace(players=tuple(f"{name} Alexandra of Edinburgh" for name in sheet.players))
    assert f": {join_words(sheet.players)}, " in share_lines(named)[1]


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_what_is_sent_has_five_lines_at_most_and_no_colours(name: str) -> None:
    lines = share_lines(SHEETS[name])
    assert 2 <= len(lines) <= 5
    assert all(line and "\x1b" not in line and "\n" not in line for line in lines)
    assert share_lines(SHEETS[name], "ascii")[0] == headline(SHEETS[name])
