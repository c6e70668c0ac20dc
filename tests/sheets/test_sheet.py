"""The scoresheet's figures and the formats that carry them, and empty sheets for pen and paper."""

import csv
import html
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.three_player import THREE_PLAYER
from haggis_variants.two_player import TWO_PLAYER
from openpyxl import load_workbook
from pypdf import PdfReader

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.referee.report_json import report_json
from haggis_cli.rules.betting import FreeBets
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Variant, seat_players
from haggis_cli.sheets.columns import data_columns
from haggis_cli.sheets.renderers.formats import FORMATS, Style, find_format, find_format_by_extension
from haggis_cli.sheets.sheet import Sheet, SheetRound, blank_sheet, blank_sheet_of, scoresheet, sheet_facts
from haggis_cli.support.errors import UsageError
from haggis_cli.support.text import width
from tests.support import matches
from tests.support.haggis import assert_golden, header
from tests.support.matches import EMPTY, EXAMPLES, judged, recorded, typed
from tests.support.pages import Page
from tests.support.sheets import SHEETS, between, blank, figures
from tests.support.tables import VARIANTS

SHEPHERDS_BID = (
    "the Shepherd scores the bid by going out first; otherwise the first sheep out scores 2/3 of it and the other "
    "sheep 1/3."
)
LETTERS = [name for name in FORMATS if name in ("text", "markdown", "csv", "json")]
"""The formats that are nothing but lines of text; the others have tests of their own."""


def rendered(text: str, name: str, style: Style = Style()) -> str:  # noqa: B008 - a frozen value
    return FORMATS[name].render(scoresheet(judged(text)), style)


def test_noahs_sheet_is_the_rulebooks() -> None:
    """Rulebook 2.1, Scoresheet Example: 8 x 5, 12, bet 15 with 20 points, 72 and 72; then 23 and 95."""
    sheet = scoresheet(judged(matches.RULEBOOK))
    first, second = (each.figures[0] for each in sheet.rounds)
    assert (first.hand, first.captured, first.bet, first.bet_points, first.total) == (8, 12, 15, 20, 72)
    assert (second.hand, second.captured, second.bet, second.bet_points, second.total) == (0, 23, None, 0, 23)
    assert [each.sides[0].game for each in sheet.rounds] == [72, 95]
    assert [each.figures[0].went_out for each in sheet.rounds] == [1, None]


def test_a_team_has_its_players_totals_and_then_its_bet() -> None:
    """Rulebook 2.1, Haggis and Neeps Scoresheet Example: 61 + 39 + 30 = 130; a slam: 90 + 73 + 60 = 223, 280."""
    sheet = scoresheet(judged(matches.RULEBOOK_NEEPS, NEEPS))
    assert [sheet.rounds[0].figures[seat].total for seat in (0, 2)] == [61, 39]
    assert (sheet.rounds[0].sides[0].bet, sheet.rounds[0].sides[0].bet_points) == (15, 30)
    assert sheet.rounds[0].sides[0].game == 130
    slam = sheet.rounds[1]
    assert [slam.figures[seat].total for seat in (1, 3)] == [90, 73]
    assert (slam.sides[1].bet, slam.sides[1].bet_points, slam.sides[1].total) == (30, 60, 223)
    assert slam.sides[1].game == 280


@pytest.mark.parametrize("name", LETTERS)
def test_the_rulebooks_sheet_in_every_format(name: str) -> None:
    assert_golden(f"rulebook{FORMATS[name].extension}", rendered(matches.RULEBOOK, name))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_figure_is_that_of_check(path: Path) -> None:
    """`check --json` and the sheet, from which every format is drawn, say the same of every example."""
    file = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(file, load(file.record.variant))
    sheet, told = scoresheet(report), report_json(report)
    names = [side.name for side in sheet.sides]
    for each, other in zip(sheet.rounds, told["rounds"], strict=True):
        if not each.figures:
            assert other["scores"] == {}
            continue
        for name, mine in zip(sheet.players, each.figures, strict=True):
            assert mine._asdict() == other["scores"][name] | {"bet": mine.bet, "went_out": mine.went_out}
            assert (mine.bet or 0) == other["scores"][name]["bet"]  # no bet and a bet of 0 are one there
        assert [sheet.players[seat] for seat in _out_order(each)] == other["out"]
        parts = ("total", "bet_points") if sheet.teams else ("total",)
        lines = [[other["scores"][sheet.players[seat]] for seat in side.seats] for side in sheet.sides]
        totals = [sum(line[part] for line in mine for part in parts) for mine in lines]
        assert [figures.total for figures in each.sides] == totals
    assert sheet.totals is not None
    assert dict(zip(names, sheet.totals, strict=True)) == told["totals"]
    assert (None if sheet.winner is None else names[sheet.winner]) == told["winner"]
    courses = map(sheet.totals_by_round, range(len(names)))
    assert [course[-1][1] if course else 0 for course in courses] == list(told["totals"].values())


def _out_order(played: SheetRound) -> list[int]:
    places = {figures.went_out: seat for seat, figures in enumerate(played.figures) if figures.went_out}
    return [places[place] for place in sorted(places)]


@pytest.mark.parametrize("name", SHEETS)
def test_json_and_csv_carry_the_figures_of_the_sheet(name: str) -> None:
    sheet = SHEETS[name]
    lines = list(csv.DictReader(io.StringIO(FORMATS["csv"].render(sheet, Style()))))
    told = json.loads(FORMATS["json"].render(sheet, Style()))
    for at, each in enumerate(sheet.rounds):
        rows = lines[at * len(sheet.players) : (at + 1) * len(sheet.players)]
        for seat, mine in enumerate(each.figures):
            side = each.sides[sheet.side_of(seat)]
            own = [each.key for each in data_columns(of_side=False) if not (sheet.teams and each.key == "bet_points")]
            expected = {key: value for key, value in mine._asdict().items() if key in own}
            of_team = {key: rows[seat][key] for key in ("team_bet", "team_bet_points", "team_total")}
            if sheet.teams:
                assert rows[seat]["bet_points"] == ""
                assert [*of_team.values()] == ["" if side.bet is None else str(side.bet), *map(str, side[1:3])]
            else:
                assert not any(of_team.values())
            in_csv = {key: int(rows[seat][key]) if rows[seat][key] else None for key in expected}
            in_json = told["rounds"][at]["players"][sheet.players[seat]]
            assert in_csv == expected == {key: in_json[key] for key in expected}
            assert rows[seat]["game_total"] == (
                "" if (game := each.sides[sheet.side_of(seat)].game) is None else str(game)
            )
        assert [told["rounds"][at]["sides"][side.name] for side in sheet.sides if each.sides] == [
            side._asdict() for side in each.sides
        ]


@pytest.mark.parametrize("name", SHEETS)
def test_markdown_carries_the_figures_of_the_sheet(name: str) -> None:
    sheet = SHEETS[name]
    lines = re.findall(r"^\| (\d+) \| (.*) \|$", FORMATS["markdown"].render(sheet, Style()), re.MULTILINE)
    for each in sheet.rounds:
        cells = [cell for number, row in lines if number == str(each.number) for cell in row.split(" | ")]
        if each.figures:
            read = [None if cell in "-?" else int(cell.partition("×")[0]) for cell in cells]
            assert read == figures(sheet, each)


def test_a_wide_table_has_a_line_for_each_round() -> None:
    rows = list(csv.DictReader(io.StringIO(rendered(matches.RULEBOOK, "csv", Style(wide=True)))))
    assert [(row["round"], row["Noah total"], row["Noah game_total"], row["Isla bet"]) for row in rows] == [
        ("1", "72", "72", "5"),
        ("2", "23", "95", "15"),
    ]


def test_a_wide_table_of_teams_has_their_columns_after_the_players() -> None:
    sheet = scoresheet(judged(matches.RULEBOOK_NEEPS, NEEPS))
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"].render(sheet, Style(wide=True)))))
    assert rows[1]["Slam Jamma (team) total"] == "223"
    assert rows[1]["Jamie captured"] == "30"
    long = list(csv.DictReader(io.StringIO(FORMATS["csv"].render(sheet, Style()))))
    assert [row["team"] for row in long[:2]] == ["High Rollas", "Slam Jamma"]


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("two-80", matches.RULEBOOK, 80),
        ("two-50", matches.RULEBOOK, 50),
        ("empty-80", matches.EMPTY, 80),
        ("in-progress-80", matches.IN_PROGRESS, 80),
        ("violation-80", matches.VIOLATION, 80),
        ("long-names-80", matches.LONG_NAMES, 80),
        ("long-names-50", matches.LONG_NAMES, 50),
        ("hostile-80", matches.HOSTILE, 80),
    ],
)
def test_the_text_sheet(name: str, text: str, columns: int) -> None:
    shown = rendered(text, "text", Style(width=columns))
    assert max(map(width, shown.splitlines())) <= columns
    assert_golden(f"sheet-{name}.txt", shown)


def test_three_players_stand_side_by_side_in_80_columns_and_below_each_other_in_50() -> None:
    sheet = scoresheet(judged(matches.THREE, THREE_PLAYER))
    for columns in (80, 50):
        shown = FORMATS["text"].render(sheet, Style(width=columns))
        assert max(map(width, shown.splitlines())) <= columns
        assert_golden(f"sheet-three-{columns}.txt", shown)


def test_teams_have_a_block_each() -> None:
    sheet = scoresheet(judged(matches.RULEBOOK_NEEPS, NEEPS))
    assert_golden("sheet-teams-80.txt", FORMATS["text"].render(sheet, Style()))
    assert_golden("sheet-teams.md", FORMATS["markdown"].render(sheet, Style()))


def test_the_bonus_has_a_column_only_where_there_is_one() -> None:
    text = header('"Noah", "Jamie", "Isla"', "points = 250", lead="") + typed(
        '"Noah", "Jamie"', "Noah = 3, Jamie = 2", "Noah = 20, Jamie = 10, Isla = 20"
    )
    assert "bonus" in FORMATS["text"].render(scoresheet(judged(text, CLASSIC)), Style())
    assert "bonus" not in FORMATS["text"].render(scoresheet(judged(text, THREE_PLAYER)), Style())


def test_the_shepherds_bid_stands_as_the_bet() -> None:
    text = header('"Noah", "Jamie", "Isla"', "points = 250", lead="Isla") + typed(
        '"Noah", "Jamie"', "Noah = 3, Jamie = 2", "Noah = 20, Jamie = 11, Isla = 20", 'shepherd = "Isla"\nbid = 30'
    )
    round_ = scoresheet(judged(text, TATTIES)).rounds[0]
    assert [(each.bet, each.bet_points) for each in round_.figures] == [(None, 20), (None, 10), (30, 0)]


def test_lines_and_signs_are_ascii_where_the_encoding_has_no_others() -> None:
    shown = rendered(matches.RULEBOOK, "text", Style(ascii=True))
    assert shown.isascii()
    assert "8x5" in shown


def test_a_violation_leaves_what_is_known() -> None:
    sheet = scoresheet(judged(matches.VIOLATION))
    assert sheet.totals is None
    assert sheet.rounds[0].unscored == "not scored, see line 32"
    assert sheet.rounds[1].sides[0].game is None
    assert sheet.rounds[1].figures[0].total == 45


def test_text_that_a_spreadsheet_would_run_gets_an_apostrophe_and_figures_do_not() -> None:
    text = header('"=1+1", "@sum"', "points = 250", lead="").replace("friday", "-id") + typed(
        '"@sum"', '"@sum" = 2', '"=1+1" = 16, "@sum" = 20'
    )
    rows = list(csv.reader(io.StringIO(rendered(text, "csv"))))
    assert [row[0] for row in rows[1:]] == ["'-id", "'-id"]
    assert [row[3] for row in rows[1:]] == ["'=1+1", "'@sum"]
    assert rows[1][8] == "16"
    wide = next(csv.reader(io.StringIO(rendered(text, "csv", Style(wide=True)))))
    assert not [heading for heading in wide if heading.startswith(("=", "@", "+", "-"))]


def test_a_round_in_progress_has_empty_cells_in_a_table() -> None:
    rows = list(csv.DictReader(io.StringIO(rendered(matches.IN_PROGRESS, "csv"))))
    assert [(row["round"], row["total"], row["game_total"]) for row in rows] == [
        ("1", "18", "18"),
        ("1", "53", "53"),
        ("2", "", ""),
        ("2", "", ""),
    ]


def test_markup_in_a_name_is_shown_and_not_obeyed() -> None:
    shown = rendered(matches.HOSTILE, "markdown")
    assert "## \\=1+1" in shown
    assert "&lt;b&gt;\\|\\*Is\\_la\\*" in shown
    assert "<b>" not in shown
    assert "\x1b" not in shown


def test_a_name_is_no_link_in_markdown() -> None:
    assert "www\\.example.org" in FORMATS["markdown"].render(between("www.example.org", "Isla"), Style())


@pytest.mark.parametrize("name", [*LETTERS, "html", "svg"])
def test_nothing_in_a_file_steers_a_terminal(name: str) -> None:
    shown = rendered(matches.HOSTILE, name)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)


def test_the_json_sheet_says_why_a_round_has_no_figures() -> None:
    told = json.loads(rendered(matches.IN_PROGRESS, "json"))
    assert [each["note"] for each in told["rounds"]] == [None, "in progress"]
    assert told["rounds"][1]["players"] == {}


def test_a_format_is_found_by_name_and_by_ending() -> None:
    assert find_format("Markdown") is find_format_by_extension("friday.MD") is FORMATS["markdown"]
    with pytest.raises(UsageError, match=r"^there is no format 'doc': the formats are text \(\.txt\), markdown"):
        find_format("doc")
    with pytest.raises(
        UsageError, match=r"^friday\.doc: no format has the ending '\.doc': add --format with one of text"
    ):
        find_format_by_extension("friday.doc")
    with pytest.raises(UsageError, match=r"^friday: it has no ending: add --format"):
        find_format_by_extension("friday")


def test_the_options_in_force_are_among_the_facts() -> None:
    sheet = scoresheet(judged(EMPTY + '[options]\nscoring = "cards"\n' + recorded()))
    words = "What captured cards are worth: every captured card is 1 point (the rulebook's Scoring Variant)"
    assert ("House rule", words) in sheet_facts(sheet)


# Empty sheets.

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
        assert {"Bet", "Bet points*", "Round total", "Game total"} <= set(table[-13])


def words_of(name: str, data: bytes) -> str:
    """All that can be read in a sheet of this format, between single blanks."""
    if name == "pdf":
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    elif name == "xlsx":
        cells = load_workbook(io.BytesIO(data))["Scores"].values
        text = " ".join(str(cell) for row in cells for cell in row)
    else:
        text = html.unescape(data.decode()).replace("\\", "")
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("variant", "players", "says"),
    [
        (TWO_PLAYER, 2, "all points earned from bets, whoever made them, successful or not."),
        (NEEPS, 4, "all points earned from bets, whoever made them, successful or not."),
        (TATTIES, 3, SHEPHERDS_BID),
        (replace(TWO_PLAYER, betting=FreeBets((), {})), 2, ""),
    ],
)
@pytest.mark.parametrize("name", [each for each in FORMATS if each not in ("csv", "svg", "png")])
def test_the_footnote_of_the_bet_points_stands_wherever_their_column_does(
    name: str, variant: Variant, players: int, says: str
) -> None:
    """Rulebook 2.1, Scoresheets: "Be sure to add all points earned from bets"."""
    form, sheet = FORMATS[name], blank(variant, players)
    assert (variant.betting.footnote == f"Bet points: {says}") is bool(says)
    if name in ("html", "pdf"):  # a page says it as in print, on paper as well
        says = says.replace("'", "\u2019")
    for each in (sheet, sheet._replace(blank=False)):
        words = words_of(name, form.render_bytes(each, Style()))
        assert words.count("Bet points: ") == (1 if says else 0)
        assert f"{'' if name == 'json' else '* '}Bet points: {says}" in words or not says
        assert bool(re.search(r"\bpts|Bet ?points\*", words)) is (bool(says) and name != "json")


def test_the_bonus_has_its_column_where_there_is_one() -> None:
    assert "Bonus" in next(iter(read(blank(CLASSIC, 3)).tables.values()))[0]
    assert "Bonus" not in next(iter(read(blank(CLASSIC, 2)).tables.values()))[0]


def test_there_is_room_for_names_or_they_stand_there() -> None:
    assert blank(NEEPS, 4).players == ("1: _______", "2: _______", "3: _______", "4: _______")
    assert [side.name for side in blank(NEEPS, 4).sides] == ["Team 1: _______", "Team 2: _______"]
    assert [side.name for side in blank(TATTIES, 3, "Noah", "Jamie", "Isla").sides] == ["Noah", "Jamie", "Isla"]


def test_it_says_what_can_be_bet() -> None:
    assert "Bet: the bid of the Shepherd, baby (15), little (30) or big (45)." in blank(TATTIES, 3).due
    assert "Bet: baby (5), little (15) or big (30), and who made it." in blank(NEEPS, 4).due
    assert blank(CLASSIC, 2).due.startswith("Bet: 0, little (15) or big (30).")


@pytest.mark.parametrize(("variant", "players"), TABLES, ids=lambda value: getattr(value, "id", value))
def test_the_order_of_going_out_has_a_box_where_more_than_one_can_go_out(variant: Variant, players: int) -> None:
    sheet = blank(variant, players)
    headings = next(iter(read(sheet).tables.values()))[-13]
    assert headings.count("Out") == (0 if players == 2 else 2 if variant.teams else 1)
    assert sheet.due.startswith("Out: 1 for the first player to go out, 2 for the next.") == (players > 2)
    only_first = variant.only_first_records and players > 2
    assert ("Hand: only for the first player to go out." in sheet.due) == only_first


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
    assert [label for label, _ in sheet_facts(blank(TATTIES, 3))] == ["Date", "Goal", "First lead"]
    assert [label for label, _ in sheet_facts(blank(CLASSIC, 2))] == ["Date", "Goal", "Dealer"]


def test_the_sheet_of_a_match_is_for_its_rounds_and_afterwards_for_a_rematch() -> None:
    empty = blank_sheet_of(judged(matches.EMPTY), "two words")
    assert empty.due.startswith("Isla deals and leads round 1. Bet: ")
    assert empty.typing.endswith("To type it in later: haggis score 'two words' for every round.")
    assert [label for label, _ in sheet_facts(empty)] == ["Date", "Goal"]
    again = blank_sheet_of(judged(matches.RULEBOOK), "friday")
    assert again.typing.endswith("haggis new --like friday --date DAY, then haggis score for every round.")
    assert [label for label, _ in sheet_facts(again)] == ["Date", "Goal", "First lead"]


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
def test_what_a_table_looks_up_stands_below_and_in_letters_how_it_is_typed_in(name: str) -> None:
    sheet = blank(CLASSIC, 3)
    shown = re.sub("</?span>", "", html.unescape(FORMATS[name].render(sheet, Style(width=200))))
    shown = shown.replace("\u00a0", " ").replace("\u2011", "-")  # where no line ends
    assert "5 for each card in the fullest opposing hand; 5 more for going out first" in shown
    assert shown.index("J counts 2, Q 3 and K 5") < shown.index("3-5-7-9 in one suit")
    assert ("To type it in later" in shown) == (name != "html")  # a form on paper has no commands
