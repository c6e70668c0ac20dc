"""Empty sheets for pen and paper."""

import pytest

from haggis_cli.rules.table import seat_players
from haggis_cli.rules.variant import Goal, Variant
from haggis_cli.sheets.blank import blank_sheet, named
from haggis_cli.sheets.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet
from tests.rules.variants import CLASSIC, NEEPS, TATTIES, VARIANTS
from tests.sheets.read_html import Page

TABLES = [(variant, players) for variant in VARIANTS.values() for players in variant.players]


def blank(variant: Variant, players: int, *names: str) -> Sheet:
    somebody = tuple(f"Player {seat}" for seat in range(players))
    return blank_sheet(named(seat_players(variant, somebody), names))


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
    assert blank(NEEPS, 4).players == ("1: ________", "2: ________", "3: ________", "4: ________")
    assert [side.name for side in blank(NEEPS, 4).sides] == ["Team 1: ________", "Team 2: ________"]
    assert [side.name for side in blank(TATTIES, 3, "Noah", "Jamie", "Isla").sides] == ["Noah", "Jamie", "Isla"]


def test_it_says_what_can_be_bet() -> None:
    assert blank(TATTIES, 3).due.startswith("Bid: 15, 30 or 45. To type it in later: haggis new --variant tatties,")
    assert blank(NEEPS, 4).due.startswith("Bet: baby (5), little (15) or big (30).")


def test_a_goal_can_be_given() -> None:
    table = seat_players(TATTIES, ("Noah", "Jamie", "Isla"))
    assert dict(blank_sheet(table, Goal(points=250)).facts)["Goal"] == "250 points"
    assert set(dict(blank_sheet(table).facts)["Goal"]) == {"_"}


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_in_letters_there_are_lines_to_write_on(name: str) -> None:
    shown = FORMATS[name].render(blank(NEEPS, 4), Style())
    assert shown.count("__×5") == 12 * 4
    assert shown.count("___") >= 12 * 2 * (2 + 2 + 4)
