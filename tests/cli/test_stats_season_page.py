"""The season as a page, and all matches as a small web site."""

import csv
import gzip
import io
import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from pathlib import Path

import pytest

from haggis_cli.support.text import in_print
from tests.support.browser import NO_BROWSER, PROGRAM, browser
from tests.support.browser import Page as BrowserPage
from tests.support.haggis import ROOT, Haggis, header, refused
from tests.support.pages import Caller, Page

KEPT = ("neeps-known-hands", "neeps-unknown-hands", "tatties-known-hands", "two-player-unknown-hands")
EXAMPLES = [ROOT / "examples" / "matches" / f"{name}.toml" for name in KEPT]
NONE = in_print("-")
COLUMNS = ("matches", "won", "rate", "rounds", "points", "best", "first", "bets", "rating", "current", "longest")
FIRST_OUT = 7
"""The column of the share of rounds first out."""
WON = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def season(haggis: Haggis) -> Haggis:
    """The example matches."""
    for path in EXAMPLES:
        haggis.keep(path.read_text("utf-8"), path.stem)
    return haggis


def read(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


def plain(text: str) -> str:
    """A sentence of a page as the terminal has it."""
    return text.translate({0xA0: " ", 0x2018: "'", 0x2019: "'"})


def rows(page: Page, first: str) -> list[list[str]]:
    """The table whose first heading this is, without its headings."""
    [table] = [table for table in page.all_tables if table[0][0] == first]
    return table[1:]


def said_by_page(line: str) -> list[str]:
    """The cells of a line of the command as a page has them."""
    return [in_print(cell) for cell in line.split()]


def addresses(page: Page) -> list[str]:
    return [each.attributes["href"] or "" for each in page.elements if each.name == "a"]


def test_the_table_has_the_figures_of_stats_and_of_the_ratings(season: Haggis) -> None:
    season.ok("stats", "-o", "season.html")
    told = {each["name"]: each for each in season.json("stats", "--ratings")["players"]}
    table = rows(read(season.folder / "season.html"), "player")
    assert [row[0] for row in table] == list(told)
    for name, matches, won, _, rounds, _, best, _, bets, rating, current, longest, _ in table:
        each = told[name]
        assert [int(matches), int(won), int(rounds)] == [each["matches"], each["won"], each["rounds"]]
        assert [int(best), int(current), int(longest)] == [
            each[key] for key in ("best", "current_streak", "longest_streak")
        ]
        made, kept = (sum(bet[what] for bet in each["bets"].values()) for what in ("made", "kept"))
        assert bets == (f"{kept}/{made}" if made else NONE)
        assert rating == (in_print(f"{each['rating']['rating']:.1f}") if each["matches"] >= 5 else NONE)


@pytest.fixture
def league(haggis: Haggis) -> Haggis:
    """Noah against fourteen others, of whom the last have most matches; five matches go on, one has no round yet."""
    scored = (
        '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = %d }\ncaptured = { Noah = 12, "%s" = 24 }\n'
    )
    for number in range(1, 15):
        for match in range(number // 2):
            text = header(name=f"m{number}-{match}", players=f'"Noah", "P{number}"', goal="rounds = 1", lead="Noah")
            haggis.keep(
                text.replace("2026-11-21", f"2026-0{match + 1}-{number + 10}") + scored % (match + 1, f"P{number}"),
                f"m{number}-{match}",
            )
        if number % 3 == 1:
            name = f"going-{number}"
            text = header(name=name, players=f'"Noah", "P{number}"', goal="rounds = 4", lead="Noah")
            haggis.keep(text + scored % (17, f"P{number}"), name)
    haggis.keep(header(name="new", players='"Noah", "Zara"', lead="Noah"), "new")
    haggis.keep("players = [", "broken")
    return haggis


def shown(page: Page) -> tuple[dict[str, list[str]], list[dict[str, str]]]:
    """The rows of the table by the name, and of each chart the last values by the name, as its description has them."""
    charts = [dict(each.rsplit(": ", 1) for each in text.split("; ")) for text in page.texts["desc"][::2]]
    return {row[0]: row[1:] for row in rows(page, "player")}, charts


def test_page_stats_csv_json_charts_and_the_web_tell_one_figure(league: Haggis) -> None:
    pytest.importorskip("openskill")
    league.ok("stats", "-o", "season.html")
    web = re.search(r"<main.*</main>", Caller(league).get("/season").text, re.DOTALL)
    page, served = read(league.folder / "season.html"), Page(web[0] if web else "")
    told = league.json("stats", "--ratings")
    lines = {row["name"]: row for row in csv.DictReader(io.StringIO(league.ok("stats", "--ratings", "--csv")))}
    text = [said_by_page(line) for line in league.ok("stats", "--ratings").partition("\n\n")[0].splitlines()[1:]]
    (table, charts), (same_table, same_charts) = shown(page), shown(served)
    assert (table, charts) == (same_table, same_charts)
    assert [*table] == [row[0] for row in text] == [each["name"] for each in told["players"]] == [*lines]
    won, points, ratings = charts
    for name, *cells in text:
        each = next(each for each in told["players"] if each["name"] == name)
        assert table[name][:9] == cells
        mean, rate = each["points"] / each["rounds"], 100 * each["won"] / max(each["matches"], 1)
        assert [cells[4], points.get(name, cells[4])] == [f"{mean:.1f}"] * 2
        assert won.get(name, f"{rate:.1f}") == f"{rate:.1f}"
        if each["matches"] < told["rated_from"]:
            assert (each["rating"], cells[8], lines[name]["rating"], name in ratings) == (None, NONE, "", False)
        else:
            assert ratings.get(name, cells[8]) == cells[8] == in_print(f"{each['rating']['rating']:.1f}")
            assert float(lines[name]["rating"]) == each["rating"]["rating"]


def test_the_table_tells_the_script_the_places_of_everybody_going_down_as_stats_has_them_and_going_up(
    league: Haggis,
) -> None:
    """Noah and Isla have made bets; Ailsa, Brenda and P1 have finished no match, and are last both ways."""
    pytest.importorskip("openskill")
    bets = WON + "bets = { Noah = 15, Isla = 5 }\n"
    league.keep(header(name="bet", goal="rounds = 1") + bets, "bet")
    going = bets.replace("Noah", "Ailsa").replace("Isla", "Brenda")
    league.keep(header(name="on", players='"Ailsa", "Brenda"', lead="Ailsa") + going, "on")
    league.ok("stats", "-o", "season.html")
    for page in (read(league.folder / "season.html"), Caller(league).get("/season").seen):
        cells = [each for each in page.elements if "data-place" in each.attributes]
        starts = range(0, len(cells), 1 + len(COLUMNS))
        lines = {cells[at].words.split()[-1]: cells[at : at + 1 + len(COLUMNS)] for at in starts}
        ranked = [name for name in lines if name not in ("Ailsa", "Brenda", "P1")]
        for at, order in enumerate(("name", *COLUMNS)):
            places = {name: [*map(int, line[at]["data-place"].split())] for name, line in lines.items()}
            down, up = (sorted(places, key=lambda name: places[name][way]) for way in (0, 1))
            told = [each["name"] for each in league.json("stats", "--ratings", "--sort", order)["players"]]
            if order == "name":
                assert [down[::-1], up] == [told, told]
                continue
            assert (order, down) == (order, told)
            assert {*up[-3:]} == {"Ailsa", "Brenda", "P1"}
            texts = {name: lines[name][at].words for name in ranked}
            if order in ("matches", "won", "rounds", "best", "bets"):  # figures that are not rounded here
                numbers = {name: float(sorted_as(text, at)) for name, text in texts.items() if text != NONE}
                expected = sorted(ranked, key=lambda name: (name not in numbers, numbers.get(name, 0)))
                assert (order, up[:-3]) == (order, expected)


def test_who_is_left_out_is_said(league: Haggis) -> None:
    pytest.importorskip("openskill")
    told = league.json("stats", "--ratings")
    assert told["unscored_players"] == ["Zara"]
    league.ok("stats", "-o", "season.html")
    pages = ((league.folder / "season.html").read_text("utf-8"), Caller(league).get("/season").text)
    for text in pages:
        page = Page(text.partition("<main")[2].partition(">")[2].partition("</main>")[0])
        lines = [plain(each.text) for each in page.elements if each.name in ("p", "summary", "li")]
        words = ("shown", "omitted", "not counted", "rating needs")
        reason = told["left_out"][0]["reason"]
        left_out = [line for line in lines if any(each in line for each in (*words, reason))]
        assert left_out == [
            "1 player without a scored round is omitted.",
            "A rating needs 5 finished matches; it is a cautious estimate of a player's strength.",
            *("The 8 players with the most matches are shown.", "1 player without a finished match is omitted."),
            "The 8 players with the most matches are shown.",
            "9 players with fewer than 5 finished matches are omitted.",
            "The 12 players with the most matches are shown.",
            "1 match is not counted",
            f"broken: {reason}",
        ]
    shown = "The 8 players with the most matches are shown."
    for chart, *sentences in (
        ("won", shown, "1 player without a finished match is omitted."),
        ("points", shown),
        ("rating", "9 players with fewer than 5 finished matches are omitted."),
    ):
        assert league.ok("stats", "--chart", chart).splitlines()[-len(sentences) :] == sentences
        league.ok("stats", "--chart", chart, "-o", "chart.svg", "--force")
        drawn = "".join(ET.fromstring((league.folder / "chart.svg").read_text("utf-8")).itertext()).replace(" ", "")
        assert all(sentence.replace(" ", "").rstrip(".") in drawn for sentence in sentences)


def test_who_shares_a_place_that_does_not_fit_on_the_podium_is_told_of(haggis: Haggis) -> None:
    played = "\n[[rounds]]\n[rounds.table]\nout = ['{0}']\nhands = {{ {0} = 8 }}\ncaptured = {{ {0} = 12, {1} = 24 }}\n"
    haggis.keep(header(name="going") + played.format("Noah", "Isla"), "going")
    pairs = ["", "Noah Isla", "Isla Noah", "Jamie Rory", "Rory Jamie", "Noah Isla", "Jamie Noah", "Jamie Rory"]
    shown = []
    for number, pair in enumerate(map(str.split, pairs)):
        if pair:
            text = header(name=f"m{number}", players='"{}", "{}"'.format(*pair), goal="rounds = 1", lead=pair[0])
            haggis.keep(text + played.format(*pair), f"m{number}")
        haggis.ok("stats", "-o", "season.html", "--force")
        page = read(haggis.folder / "season.html")
        steps = [each.words.split()[:2] for each in page.elements if each.name == "li"]
        said = [line.replace("\u00a0", " ") for line in page.texts["p"] if "place." in line or "podium" in line]
        shown.append(([*map(" ".join, steps)], said))
    assert shown == [
        ([], ["The podium appears once a match has been won."]),
        (["Noah 1st"], []),
        (["Noah 1st", "Isla 1st"], []),
        (["Jamie 1st", "Noah 2nd", "Isla 2nd"], []),
        ([], ["4 players share 1st place."]),
        (["Noah 1st", "Jamie 2nd", "Rory 2nd"], []),
        (["Jamie 1st", "Noah 2nd", "Rory 3rd"], []),
        (["Jamie 1st", "Noah 2nd"], ["2 players share 3rd place."]),
    ]


def badged(text: str) -> list[str]:
    """What stands right behind a badge or several."""
    return re.findall(r'class="badge[^>]*>(?:(?!</svg>).)*</svg>(?:<(?!svg)[^>]*>)+([^<]+)', text)


def test_badges_stand_where_a_player_or_a_side_is_named(season: Haggis) -> None:
    season.ok("stats", "-o", "season.html")
    season.ok("sheet", "--all", "-o", "site")
    text = (season.folder / "season.html").read_text("utf-8")
    parts = {each.split()[0].strip('"'): each for each in text.split('<section class="')}
    names = ["Noah", "Isla", "Jamie", "Rory"]
    assert sorted(badged(parts["rivals"])) == sorted(names * 2)
    assert badged(parts["records"])[1:3] == [
        "Isla\u00a0&amp;\u00a0Rory, 502\u00a0points",
        "Isla won from\u00a097\u00a0points behind",
    ]
    sides = [name for row in season.json("list")["matches"] for name in row["totals"]]
    assert badged(parts["matches"]) == sides
    assert badged((season.folder / "site" / "index.html").read_text("utf-8")) == sides


def test_the_list_of_matches_says_which_are_unfinished(season: Haggis) -> None:
    season.keep(header(name="going-on", goal="rounds = 4", lead="Noah") + WON, "going-on")
    season.keep(header(name="waiting", goal="rounds = 4", lead="Noah"), "waiting")
    season.ok("sheet", "--all", "-o", "site")
    text = (season.folder / "site" / "index.html").read_text("utf-8").replace("\u00a0", " ")
    found = re.findall(">([^<]*, goal 4 rounds)<", text)
    assert sorted(found) == ["Not begun, goal 4 rounds", "Unfinished after 1 round, goal 4 rounds"]


def test_a_file_has_the_styles_of_what_it_shows_as_the_pages_of_the_server(season: Haggis) -> None:
    season.ok("stats", "-o", "season.html")
    text = (season.folder / "season.html").read_text("utf-8")
    assert ".records .face:not(:last-child) > :last-child { display: none }" in text
    assert "#figures .panel { background" in text


def test_who_was_ahead_of_whom_is_what_stats_says(season: Haggis) -> None:
    season.ok("stats", "-o", "season.html")
    told = {each["name"]: each["opponents"] for each in season.json("stats")["players"]}
    page = read(season.folder / "season.html")
    [headings, *table] = next(table for table in page.all_tables if table[0][0] == "ahead of")
    for name, *cells in table:
        for other, cell in zip(headings[1:], cells, strict=True):
            versus = told[name].get(other)
            assert cell == (f"{versus['ahead']} of {versus['matches']}" if versus else "" if name == other else NONE)


def test_form_and_records(haggis: Haggis) -> None:
    """Noah wins, is behind by 19 after a round and wins again, and loses."""
    lost = '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 1 }\ncaptured = { Noah = 10, Isla = 26 }\n'
    for number, (goal, played) in enumerate([("rounds = 1", WON), ("rounds = 2", lost + WON), ("rounds = 1", lost)]):
        text = header(name=f"match-{number}", goal=goal).replace("2026-11-21", f"2026-11-0{number + 1}")
        haggis.keep(text + played, f"match-{number}")
    haggis.ok("stats", "-o", "season.html")
    page = read(haggis.folder / "season.html")
    forms = {row[0]: row[-1] for row in rows(page, "player")}
    assert forms == {"Noah": "WWL", "Isla": "LLW"}
    records = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    assert records["Best round of a player"] == "Noah, 52\u00a0points in\u00a0round\u00a01 Match: match-0"
    assert records["Most points in a match"] == "Noah, 62\u00a0points Match: match-1"
    assert records["Biggest comeback"] == "Noah won from\u00a021\u00a0points behind Match: match-1"
    assert records["Longest winning streak"] == "Noah, 2\u00a0in a\u00a0row"
    assert "Longest bomb" not in records


def test_the_longest_bombs_are_drawn(season: Haggis) -> None:
    season.ok("stats", "-o", "season.html")
    path = season.folder / "season.html"
    page = read(path)
    record = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))["Longest bomb"]
    drawn = "3b 5y 7g 9p", "3g 5p 7y 9r", "3b 5p 7r 9g"
    held = dict(zip(("Noah", "Jamie", "Isla"), drawn, strict=True))
    said = "Noah, Jamie and Isla, 4 cards"
    assert record.split() == f"{said} {' '.join(drawn)} Match: tatties-known-hands".split()
    for name, cards in held.items():
        assert f'"{name}: {cards}"' in season.text("tatties-known-hands")
    assert path.read_text().count('class="face') == 12


def test_what_more_than_three_share_is_no_record(haggis: Haggis) -> None:
    """The same round, won by somebody else each time."""
    pairs = [("Noah", "Isla"), ("Isla", "Noah"), ("Jamie", "Rory"), ("Rory", "Jamie")]
    played = "\n[[rounds]]\n[rounds.table]\nout = ['{0}']\nhands = {{ {0} = 8 }}\ncaptured = {{ {0} = 12, {1} = 24 }}\n"
    for number, pair in enumerate(pairs, 1):
        players = ", ".join(f'"{name}"' for name in pair)
        text = header(name=f"match-{number}", players=players, goal="rounds = 1", lead=pair[0])
        haggis.keep(text + played.format(*pair), f"match-{number}")
        haggis.ok("stats", "-o", "season.html", "--force")
        records = read(haggis.folder / "season.html").texts.get("dt", [])
        assert ("Best round of a player" in records) == (number <= 3)


def test_a_computer_player_with_the_long_name_of_a_person_is_told_by_its_level(haggis: Haggis) -> None:
    for number, bots in enumerate(["", 'bots = { "Bartholomew Featherstonehaugh" = "easy" }\n']):
        name = "Bartholomew Featherstonehaugh"
        text = header(name=f"match-{number}", players=f'"{name}", "Isla"', goal="rounds = 1", lead="Isla", more=bots)
        text += '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 8 }\n'
        haggis.keep(text + f'captured = {{ "{name}" = 12, Isla = 24 }}\n', f"match-{number}")
    haggis.ok("stats", "-o", "season.html")
    names = [row[0] for row in rows(read(haggis.folder / "season.html"), "player")]
    assert sorted(names) == ["Bartholomew", "Bartholomew (easy)", "Isla"]


def test_a_record_of_a_team_names_both_partners_and_one_of_a_player_that_one_alone(haggis: Haggis) -> None:
    """Isla and Rory are behind after round 1 and win; the best line of a round is Isla's own."""
    text = header(players='"Noah", "Isla", "Jamie", "Rory"', goal="rounds = 2", variant="neeps")
    for first, other, second, caught in (("Noah", "Isla", "Jamie", 5), ("Isla", "Noah", "Rory", 9)):
        text += f'\n[[rounds]]\n[rounds.table]\nout = ["{first}", "{other}", "{second}"]\n'
        text += f"hands = {{ {first} = {caught}, {other} = 2, {second} = 1 }}\n"
        text += "captured = { Noah = 13, Isla = 13, Jamie = 13, Rory = 13 }\n"
    haggis.keep(text)
    haggis.ok("stats", "-o", "season.html")
    page = read(haggis.folder / "season.html")
    records = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    assert records["Most points in a match"].startswith("Isla\u00a0&\u00a0Rory, ")
    assert records["Biggest comeback"].startswith("Isla\u00a0&\u00a0Rory won from\u00a0")
    assert records["Best round of a player"].startswith("Isla, ")


def test_the_page_is_of_the_matches_asked_for(season: Haggis) -> None:
    season.ok("stats", "--variant", "neeps", "--since", "2026-10", "-o", "season.html")
    assert [row[0] for row in rows(read(season.folder / "season.html"), "match")] == [
        "neeps-unknown-hands",
        "neeps-known-hands",
    ]


def test_an_event_is_the_title_and_names_are_text(haggis: Haggis) -> None:
    text = header().replace('"Isla"', f'"{HOSTILE}"') + f'event = "{HOSTILE}"\n'
    haggis.keep(text, "friday")
    haggis.ok("stats", "--event", HOSTILE, "-o", "season.html")
    page = read(haggis.folder / "season.html")
    assert page.texts["h1"] == [HOSTILE]
    haggis.ok("stats", "--event", HOSTILE.upper(), "-o", "loud.html")
    assert read(haggis.folder / "loud.html").texts["h1"] == [HOSTILE]
    assert "alert" not in "".join(page.texts["script"])
    assert rows(page, "match")[0][-1] == HOSTILE


def sorted_as(cell: str, column: int) -> float:
    """The number by which a cell is sorted: a fraction of a few rounds is the share it stands for."""
    number, _, of = cell.partition("/")
    if of and column == FIRST_OUT:
        return round(100 * int(number) / int(of), 1)
    return float(number.rstrip("%").replace("−", "-"))


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)
def test_what_is_chosen_in_the_file_is_what_stats_says_of_it_and_every_column_sorts(season: Haggis) -> None:
    pytest.importorskip("openskill")
    season.ok("edit", "neeps-known-hands", "--event", "Burns Night")
    old = header(name="old", players='"Noah", "Isla"', goal="rounds = 1").replace("2026-", "2019-")
    season.keep(old + '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 3 }\ncaptured = { Noah = 30 }\n')
    going = header(name="going", players='"Ailsa", "Brenda"', lead="Ailsa")  # nobody has a better round than Ailsa
    season.keep(
        going + WON.replace("Noah = 8", "Noah = 17").replace("Noah", "Ailsa").replace("Isla", "Brenda"), "going"
    )
    season.ok("stats", "-o", "season.html")
    rows = (
        "[...document.querySelectorAll('.table tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText))"
    )
    with browser() as running:
        page = BrowserPage(running.new_page())
        page.open(season.folder / "season.html")
        for choice, *words in (
            ({"variant": "Haggis and Neeps"}, "--variant", "neeps"),
            ({"variant": "Haggis (2-Player)", "year": "2019"}, "--variant", "two-player", "--until", "2019"),
            ({"variant": "All variants", "year": "All years", "event": "Burns Night"}, "--event", "burns night"),
            ({"variant": "Haggis and Neeps"}, "--event", "burns night", "--variant", "neeps"),
            ({"year": "2026"}, "--event", "burns night", "--variant", "neeps", "--since", "2026"),
            ({"variant": "All variants", "event": "All events", "year": "2019"}, "--until", "2019"),
            ({"year": "All years"},),
        ):
            for field, label in choice.items():
                page.page.select_option(f"[name={field}]", label=label)
            said = season.ok("stats", "--ratings", *words).partition("\n\n")
            shown = [[*row[0].split()[-1:], *row[1:10]] for row in page.says(rows)]
            assert shown == [said_by_page(line) for line in said[0].splitlines()[1:]]
            assert said[2].splitlines()[0] in page.says("document.body.innerText").replace("\u00a0", " ")
            told = len(season.json("list", *words)["matches"])
            assert page.says("document.querySelectorAll('.matches tbody tr:not([hidden])').length") == told
        for column in range(12):
            for direction in ("ascending", "descending"):
                page.page.click(f"th:nth-child({column + 1}) button")
                if page.says(f"document.querySelector('th:nth-child({column + 1})').ariaSort") != direction:
                    page.page.click(f"th:nth-child({column + 1}) button")
                cells = [row[column].split()[-1] for row in page.says(rows)]
                if column:
                    assert {row[0].split()[-1] for row in page.says(rows)[-2:]} == {"Ailsa", "Brenda"}
                    cells = cells[:-2]
                figures = [cell if column == 0 else sorted_as(cell, column) for cell in cells if cell != NONE]
                assert figures == sorted(figures, reverse=direction == "descending")
                assert NONE not in cells[: len(figures)]
                places = page.says(PLACES.replace("COLUMN", str(column)))
                assert [each.split()[direction == "ascending"] for each in places] == [*map(str, range(len(places)))]
        assert not page.troubles
        assert page.asked == [(season.folder / "season.html").as_uri()]
        for width in (320, 600, 768, 1280):
            page.screen(width, 800, dark=width == 320)
            assert page.says("document.documentElement.scrollWidth") <= width
            assert page.says(TOO_WIDE_AND_CUT) == [width < 1000, False]
            assert not page.find_barriers()


LONG = "Bartholomewmaximilianfrederick"


@pytest.fixture
def company(haggis: Haggis) -> Haggis:
    """A computer player shares 2nd place; one name has no room on a phone."""
    pairs = [("Noah", "Bartholomew"), ("Noah", "Bartholomew"), ("Robbie", LONG), ("Jo", "Christopher")]
    for number, (one, other) in enumerate(pairs):
        more = 'bots = { Robbie = "easy" }\n' if one == "Robbie" else ""
        text = header(name=f"m{number}", players=f'"{one}", "{other}"', goal="rounds = 1", lead=one, more=more)
        haggis.keep(text + WON.replace("Noah", one).replace("Isla", other), f"m{number}")
    haggis.ok("sheet", "--all", "-o", "site")
    return haggis


NAMES_OF_RIVALS = """[...document.querySelectorAll(".rivals [scope=row] bdi")].filter((name) => name.checkVisibility())
    .map((name) => {
        const lines = name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight);
        return [name.innerText.replace("\u00ad", ""), Math.round(lines)];
    })"""
LINES_OF_VARIANTS = """[...document.querySelectorAll(".matches td:nth-child(3)")].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
})"""
PODIUM = """[...document.querySelectorAll(".podium li > p")].map((line) => {
    const [name, badge] = [line.querySelector("bdi"), line.previousSibling].map((each) => each.getBoundingClientRect());
    return [parseFloat(getComputedStyle(line).fontSize), name.top - badge.bottom];
})"""


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)
def test_names_are_whole_where_they_have_room_and_alike_on_the_podium(company: Haggis) -> None:
    with browser() as running:
        page = BrowserPage(running.new_page())
        page.open(company.folder / "site" / "season.html")
        for width, shown, lines in ((320, "Bartholom…", 1), (768, LONG, 2), (1280, LONG, 1)):
            page.screen(width, 800)
            assert dict(page.says(NAMES_OF_RIVALS))[shown] <= lines
            sizes, gaps = zip(*page.says(PODIUM), strict=True)
            assert (len({*sizes}), max(gaps) <= 8) == (1, True)
        page.screen(703, 1000)  # the width of A4 between its margins
        page.page.emulate_media(media="print")
        printed = dict(page.says(NAMES_OF_RIVALS))
        assert printed.pop(LONG) <= 2
        assert {*printed.values()} == {1}
        assert page.says(LINES_OF_VARIANTS) == [1] * 4


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)
def test_on_a_phone_each_match_of_the_index_is_one_block_away_from_the_edge(company: Haggis) -> None:
    with browser() as running:
        page = BrowserPage(running.new_page())
        page.open(company.folder / "site" / "index.html")
        page.screen(320, 800)
        box = "(({left, top, bottom}) => [left, top, bottom])(document.querySelector('%s').getBoundingClientRect())"
        (left, _, name), (_, day, _) = (page.says(box % each) for each in (".matches bdi", ".matches time"))
        assert left == 16
        assert 0 <= day - name <= 8
        assert page.says("document.querySelector('.matches a').offsetHeight") >= 44


PLACES = "[...document.querySelectorAll('.table tbody tr')].map((row) => row.cells[COLUMN].dataset.place)"
TOO_WIDE_AND_CUT = """(() => {
    const box = document.querySelector(".table .scroll"), heads = [...box.querySelectorAll("th[data-sort]")];
    const ends = heads.map((each) => each.offsetLeft + each.offsetWidth - box.clientWidth);
    return [ends.at(-1) > 1, heads.some((each, at) => ends[at] > 1 && ends[at] < each.offsetWidth - 1)];
})()"""


def test_what_does_not_count_is_told_in_the_same_words_as_by_the_server(haggis: Haggis) -> None:
    text = header(name="unrated", goal="rounds = 1").replace(
        "lead =", 'title = "First try"\nevent = "Trial"\nrated = false\nlead ='
    )
    haggis.keep(text + WON, "unrated")

    def told(page: Page) -> list[str]:
        lines = [plain(each.text) for each in page.elements if each.name in ("p", "summary", "li")]
        return [line for line in lines if "scored round" in line or "not counted" in line or ": " in line]

    nothing = "No figures yet: they appear with the first scored round that counts."
    unrated = ["1 match is not counted", "First try: marked as unrated"]
    haggis.ok("stats", "-o", "season.html")
    assert told(Caller(haggis).get("/season").seen) == told(read(haggis.folder / "season.html")) == [nothing, *unrated]
    haggis.keep(header(name="rated", goal="rounds = 1") + WON, "rated")
    haggis.ok("stats", "-o", "season.html", "--force")
    parts = gzip.decompress(b64decode(read(haggis.folder / "season.html").part("parts")))
    [chosen] = [html for names, html in json.loads(parts) if "0 0 1" in names.split(",")]
    nothing = "No scored round fits this filter."
    assert told(Caller(haggis).get("/season?event=trial").seen) == told(Page(chosen)) == [nothing, *unrated]
    haggis.keep("broken = [", "bad")
    haggis.keep(haggis.path("rated").read_text(), "rated (conflicted copy)")
    haggis("stats", "-o", "season.html", "--force")
    served = (Caller(haggis).get(path).seen for path in ("/season", "/season?player=Noah"))
    for page in (*served, read(haggis.folder / "season.html")):
        [uncounted] = [each.words for each in page.elements if each.name == "details" and "not counted" in each.words]
        assert re.fullmatch(
            "2 matches and 1 copy are not counted bad : cannot be used.* First try : marked as unrated "
            r"rated \(conflicted copy\).toml : a copy of a match, left by a sync program or a save",
            uncounted,
        )
        assert page.words.count("are not counted") == 1


@pytest.mark.parametrize(("matches", "missing"), [(5, True), (6, True), (7, False)])
def test_the_chart_of_ratings_says_why_it_needs_more_matches_than_a_rating(
    haggis: Haggis, matches: int, missing: bool
) -> None:
    pytest.importorskip("openskill")
    for number in range(matches):
        haggis.keep(header(name=f"m{number}", goal="rounds = 1") + WON, f"m{number}")
    haggis.ok("stats", "-o", "season.html")
    said = "The chart 'Rating' appears once a player has been rated 3 times, which takes 7 finished matches."
    assert (said in map(plain, read(haggis.folder / "season.html").texts["p"])) is missing


def test_without_a_match_the_page_says_so(haggis: Haggis) -> None:
    haggis.ok("stats", "-o", "season.html")
    said = "No figures yet: they appear with the first scored round."
    assert said in map(plain, read(haggis.folder / "season.html").texts["p"])


def test_a_player_or_a_chart_is_drawn_as_before(season: Haggis) -> None:
    for number, more in enumerate((["Isla"], ["--chart", "points"])):
        season.ok("stats", *more, "-o", f"{number}.html")
        assert not read(season.folder / f"{number}.html").all_tables


def test_matches_are_linked_where_their_sheets_stand_beside_the_page(season: Haggis) -> None:
    season.ok("sheet", "neeps-known-hands", "-o", "neeps-known-hands.html")
    season.ok("stats", "-o", "season.html")
    assert set(addresses(read(season.folder / "season.html"))) == {"neeps-known-hands.html"}


class TestSite:
    """`haggis sheet --all`."""

    @pytest.mark.slow
    def test_every_link_leads_to_a_page_and_every_match_has_one(self, season: Haggis) -> None:
        assert season("sheet", "--all", "-o", "site").err == "4 matches. Open site/index.html.\n"
        site = season.folder / "site"
        pages = sorted(site.rglob("*.html"))
        assert len(pages) == 2 + len(EXAMPLES)
        for path in pages:
            for address in addresses(read(path)):
                target = address.partition("#")[0]
                assert not target or (path.parent / target).resolve() in pages
        assert {path.stem for path in (site / "matches").iterdir()} == {path.stem for path in EXAMPLES}
        linked = addresses(read(site / "index.html"))
        assert {f"matches/{path.stem}.html" for path in EXAMPLES} | {"season.html"} == set(linked)

    @pytest.mark.slow
    def test_nothing_is_replaced_unasked_and_nothing_is_half_written(self, season: Haggis) -> None:
        (season.folder / "site").mkdir()
        (season.folder / "site" / "season.html").write_text("mine", "utf-8")
        ran = season("sheet", "--all", "-o", "site")
        assert ran == refused(3, "site/season.html: this file already exists; --force replaces it")
        assert [path.name for path in (season.folder / "site").iterdir()] == ["season.html"]
        assert season("sheet", "--all", "-o", "site", "--force").code == 0

    def test_a_match_that_cannot_be_read_is_told_and_listed_without_a_page(self, season: Haggis) -> None:
        season.keep("players = [", "broken")
        ran = season("sheet", "--all", "-o", "site")
        assert ran.code == 3
        assert "broken.toml" in ran.err
        assert "matches/broken.html" not in addresses(read(season.folder / "site" / "index.html"))
        index = read(season.folder / "site" / "index.html")
        assert "4 finished matches, 19 rounds. 1 match is not counted." in map(plain, index.texts["p"])
        assert len(rows(index, "match")) == 4 + 1
        tabs = [read(season.folder / "site" / f"{name}.html").texts["title"][0] for name in ("index", "season")]
        assert tabs == ["Haggis season: matches", "Haggis season"]
