"""Empty sheets for pen and paper."""

import html

import pytest
from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.two_player import TWO_PLAYER

from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Variant, seat_players
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, blank_sheet, blank_sheet_of, sheet_facts
from tests.support import matches
from tests.support.matches import judged
from tests.support.pages import Page
from tests.support.sheets import blank
from tests.support.tables import VARIANTS

TABLES = [(variant, players) for variant in VARIANTS.values() for players in variant.players]


def read(sheet: Sheet) -> Page:
    return Page(FORMATS["html"].render(sheet, Style()))


@pytest.mark.parametrize(("variant", "players"), TABLES, ids=lambda value: getattr(value, "id", value))
def test_every_variant_has_twelve_empty_rounds_for_every_side(variant: Variant, players: int) -> None:
    sheet = blank(variant, players)
    tables = list(read(sheet).tables.values())
    assert len(tables) == len(sheet.sides)
    for table in tables:
        rounds = table[-12:]
        assert [row[0] for row in rounds] == [str(number) for number in range(1, 13)]
        assert {cell for row in rounds for cell in row[1:]} == {"", f"×{variant.hand_points}"}
        assert {"Bet", "Bet points", "Round total", "Game total"} <= set(table[-13])


def test_the_bonus_has_its_column_where_there_is_one() -> None:
    assert "Bonus" in next(iter(read(blank(CLASSIC, 3)).tables.values()))[0]
    assert "Bonus" not in next(iter(read(blank(CLASSIC, 2)).tables.values()))[0]


def test_there_is_room_for_names_or_they_stand_there() -> None:
    assert blank(NEEPS, 4).players == ("1: _______", "2: _______", "3: _______", "4: _______")
    assert [side.name for side in blank(NEEPS, 4).sides] == ["Team 1: _______", "Team 2: _______"]
    assert [side.name for side in blank(TATTIES, 3, "Noah", "Jamie", "Isla").sides] == ["Noah", "Jamie", "Isla"]


def test_it_says_what_can_be_bet() -> None:
    assert "Bet: the bid of the Shepherd, baby (15), little (30) or big (45)." in blank(TATTIES, 3).due
    assert "Bet: baby (5), little (15) or big (30), and whose it is." in blank(NEEPS, 4).due
    assert blank(CLASSIC, 2).due.startswith("Bet: 0, little (15) or big (30).")


@pytest.mark.parametrize(("variant", "players"), TABLES, ids=lambda value: getattr(value, "id", value))
def test_the_order_of_going_out_has_a_box_where_more_than_one_can_go_out(variant: Variant, players: int) -> None:
    sheet = blank(variant, players)
    headings = next(iter(read(sheet).tables.values()))[-13]
    assert headings.count("Out") == (0 if players == 2 else 2 if variant.teams else 1)
    assert sheet.due.startswith("Out: 1 for the first player to go out, 2 for the next.") == (players > 2)
    only_first = variant.only_first_records and players > 2
    assert ("Hand: of the first player to go out alone." in sheet.due) == only_first


def test_it_says_how_it_is_typed_in() -> None:
    assert (
        blank(TATTIES, 3).typing
        == "To type it in later: haggis new --variant tatties --date DAY, then haggis score for every round."
    )
    table = seat_players(TWO_PLAYER, ("Noah", "Isla"), options={"scoring": "cards"})
    assert "haggis new --variant two-player --option scoring=cards --date DAY," in blank_sheet(table).typing


def test_a_goal_can_be_given_and_who_begins_has_a_line() -> None:
    table = seat_players(TATTIES, ("Noah", "Jamie", "Isla"))
    assert dict(sheet_facts(blank_sheet(table, Goal(points=250))))["Goal"] == "250 points"
    assert set(dict(sheet_facts(blank_sheet(table)))["Goal"]) == {"_"}
    assert [label for label, _ in sheet_facts(blank(TATTIES, 3))] == ["Date", "Goal", "Lead"]
    assert [label for label, _ in sheet_facts(blank(CLASSIC, 2))] == ["Date", "Goal", "Dealer"]


def test_the_sheet_of_a_match_is_for_its_rounds_and_afterwards_for_a_rematch() -> None:
    empty = blank_sheet_of(judged(matches.EMPTY), "two words")
    assert empty.due.startswith("Isla deals and leads round 1. Bet: ")
    assert empty.typing.endswith("To type it in later: haggis score 'two words' for every round.")
    assert [label for label, _ in sheet_facts(empty)] == ["Date", "Goal"]
    again = blank_sheet_of(judged(matches.RULEBOOK), "friday")
    assert again.typing.endswith("haggis new --like friday --date DAY, then haggis score for every round.")
    assert [label for label, _ in sheet_facts(again)] == ["Date", "Goal", "Lead"]


def test_the_name_of_a_file_cannot_drive_the_terminal() -> None:
    assert "\x1b" not in blank_sheet_of(judged(matches.EMPTY), "\x1b[2J").typing


@pytest.mark.parametrize(("variant", "players"), TABLES, ids=lambda value: getattr(value, "id", value))
def test_in_letters_it_fits_a_line_with_room_for_every_name(variant: Variant, players: int) -> None:
    shown = FORMATS["text"].render(blank(variant, players), Style())
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_in_letters_there_are_lines_to_write_on(name: str) -> None:
    shown = FORMATS[name].render(blank(NEEPS, 4), Style())
    assert shown.count("__×5") == 12 * 4
    assert shown.count("___") >= 12 * 2 * (2 + 2 + 4)


@pytest.mark.parametrize("name", ["text", "markdown", "html"])
def test_what_a_table_looks_up_stands_below_and_how_it_is_typed_in_last(name: str) -> None:
    sheet = blank(CLASSIC, 3)
    shown = html.unescape(FORMATS[name].render(sheet, Style(width=200)))
    assert "5 for each card in the fullest hand of an opponent; 5 more for going out first" in shown
    assert shown.index("J 2, Q 3, K 5") < shown.index("3-5-7-9 in one suit") < shown.index("To type it in later")
