"""The season as a page, and all matches as a small web site."""

from pathlib import Path

import pytest

from tests.support.haggis import Haggis, dated, header, refused
from tests.support.paths import ROOT
from tests.support.sheets.read_html import Page

KEPT = ("neeps-known-hands", "neeps-unknown-hands", "tatties-known-hands", "two-player-unknown-hands")
EXAMPLES = [ROOT / "examples" / "matches" / f"{name}.toml" for name in KEPT]
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def season(haggis: Haggis) -> Haggis:
    """The example matches."""
    for path in EXAMPLES:
        haggis.keep(path.read_text("utf-8"), path.stem)
    return haggis


def read(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


def rows(page: Page, first: str) -> list[list[str]]:
    """The table whose first heading this is, without its headings."""
    [table] = [table for table in page.all_tables if table[0][0] == first]
    return table[1:]


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
        assert bets == (f"{kept}/{made}" if made else "-")
        assert rating == (f"{each['rating']['rating']:.1f}" if each["matches"] >= 5 else "-")


def test_who_was_ahead_of_whom_is_what_stats_says(season: Haggis) -> None:
    season.ok("stats", "-o", "season.html")
    told = {each["name"]: each["opponents"] for each in season.json("stats")["players"]}
    page = read(season.folder / "season.html")
    [headings, *table] = next(table for table in page.all_tables if table[0][0] == "ahead of")
    for name, *cells in table:
        for other, cell in zip(headings[1:], cells, strict=True):
            versus = told[name].get(other)
            assert cell == (f"{versus['ahead']} of {versus['matches']}" if versus else "" if name == other else "-")


def test_form_and_records(haggis: Haggis) -> None:
    """Noah wins, is behind by 19 after a round and wins again, and loses."""
    won = '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    lost = '\n[[rounds]]\n[rounds.table]\nout = ["Isla"]\nhands = { Isla = 1 }\ncaptured = { Noah = 10, Isla = 26 }\n'
    for number, (goal, played) in enumerate([("rounds = 1", won), ("rounds = 2", lost + won), ("rounds = 1", lost)]):
        text = dated(header(name=f"match-{number}", goal=goal)).replace("2026-11-21", f"2026-11-0{number + 1}")
        haggis.keep(text + played, f"match-{number}")
    haggis.ok("stats", "-o", "season.html")
    page = read(haggis.folder / "season.html")
    forms = {row[0]: row[-1] for row in rows(page, "player")}
    assert forms == {"Noah": "WWL", "Isla": "LLW"}
    records = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    assert records["Best round"] == "Noah, 52 points in round 1 in match-0"
    assert records["Most points in a match"] == "Noah, 62 in match-1"
    assert records["Biggest comeback"] == "Noah won after being 21 behind in match-1"
    assert records["Longest winning streak"] == "Noah, 2 in a row"
    assert "Longest bomb" not in records


def test_a_record_of_a_team_names_both_partners_and_one_of_a_player_that_one_alone(haggis: Haggis) -> None:
    """Isla and Rory are behind after round 1 and win; the best line of a round is Isla's own."""
    text = header(players='"Noah", "Isla", "Jamie", "Rory"', goal="rounds = 2").replace("two-player", "neeps")
    for first, other, second, caught in (("Noah", "Isla", "Jamie", 5), ("Isla", "Noah", "Rory", 9)):
        text += f'\n[[rounds]]\n[rounds.table]\nout = ["{first}", "{other}", "{second}"]\n'
        text += f"hands = {{ {first} = {caught}, {other} = 2, {second} = 1 }}\n"
        text += "captured = { Noah = 13, Isla = 13, Jamie = 13, Rory = 13 }\n"
    haggis.keep(dated(text))
    haggis.ok("stats", "-o", "season.html")
    page = read(haggis.folder / "season.html")
    records = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    assert records["Most points in a match"].startswith("Isla and Rory, ")
    assert records["Biggest comeback"].startswith("Isla and Rory won after being ")
    assert records["Best round"].startswith("Isla, ")


def test_the_page_is_of_the_matches_asked_for(season: Haggis) -> None:
    season.ok("stats", "--variant", "neeps", "--since", "2026-10", "-o", "season.html")
    assert [row[0] for row in rows(read(season.folder / "season.html"), "match")] == [
        "neeps-unknown-hands",
        "neeps-known-hands",
    ]


def test_an_event_is_the_title_and_names_are_text(haggis: Haggis) -> None:
    text = dated(header()).replace('"Isla"', f'"{HOSTILE}"') + f'event = "{HOSTILE}"\n'
    haggis.keep(text, "friday")
    haggis.ok("stats", "--event", HOSTILE, "-o", "season.html")
    page = read(haggis.folder / "season.html")
    assert page.texts["h1"] == [HOSTILE]
    haggis.ok("stats", "--event", HOSTILE.upper(), "-o", "loud.html")
    assert read(haggis.folder / "loud.html").texts["h1"] == [HOSTILE]
    assert "script" not in {each.name for each in page.elements}
    assert rows(page, "match")[0][-1] == HOSTILE


def test_without_a_match_the_page_says_so(haggis: Haggis) -> None:
    haggis.ok("stats", "-o", "season.html")
    assert "No match counts here yet." in read(haggis.folder / "season.html").texts["p"]


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
        assert season("sheet", "--all", "-o", "site").err == "4 matches: begin at site/index.html.\n"
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
        assert ran == refused(3, "site/season.html: there is such a file already; --force replaces it")
        assert [path.name for path in (season.folder / "site").iterdir()] == ["season.html"]
        assert season("sheet", "--all", "-o", "site", "--force").code == 0

    def test_a_match_that_cannot_be_read_is_told_and_listed_without_a_page(self, season: Haggis) -> None:
        season.keep("players = [", "broken")
        ran = season("sheet", "--all", "-o", "site")
        assert ran.code == 3
        assert "broken.toml" in ran.err
        assert "matches/broken.html" not in addresses(read(season.folder / "site" / "index.html"))

    def test_an_event_has_a_site_of_its_own(self, haggis: Haggis) -> None:
        haggis.keep(dated(header(name="one")) + 'event = "Burns Night"\n', "one")
        haggis.keep(dated(header(name="two")), "two")
        assert haggis("sheet", "--all", "--event", "burns night", "-o", "site").code == 0
        assert [path.name for path in (haggis.folder / "site" / "matches").iterdir()] == ["one.html"]

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ([], "--all writes a folder: name it with -o, like -o site/"),
            (
                ("friday", "-o", "site"),
                "--all makes a site of pages: it goes with -o FOLDER, --event and --force alone",
            ),
        ],
    )
    def test_it_needs_a_folder_and_nothing_else(
        self, haggis: Haggis, arguments: tuple[str, ...], sentence: str
    ) -> None:
        assert haggis("sheet", "--all", *arguments) == refused(2, sentence)
