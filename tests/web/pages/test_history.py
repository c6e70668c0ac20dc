"""The list of matches, with a search without JavaScript; the season, with filters, and one person in it."""

import re
from pathlib import Path

import pytest

from tests.support.haggis import Haggis, header
from tests.support.pages import Caller, said

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")


@pytest.fixture
def lister(haggis: Haggis) -> Caller:
    return Caller(haggis)


def matches(lister: Caller, query: str = "") -> list[str]:
    links = lister.get(f"/{query}").seen.links
    return [link.removeprefix("/m/") for link in links.values() if link.startswith("/m/")]


def test_without_any_match_it_says_so_and_offers_one(lister: Caller) -> None:
    seen = lister.get("/").seen
    assert "No matches yet. Start one" in seen.words
    assert "/new" in seen.links.values()
    assert "Start one" not in lister.get("/", lister.watcher).seen.words


def test_those_that_go_on_come_first(lister: Caller, haggis: Haggis) -> None:
    haggis.new("--rounds", "1", name="over")
    haggis.ok("score", "over", *ROUND)
    haggis.keep(header(name="older"), "older")
    assert matches(lister) == ["older", "over"]
    words = lister.get("/").seen.words
    assert words.index("In progress") < words.index("older") < words.index("Finished") < words.index("Noah has won")


def test_a_search_takes_players_events_variants_and_names(lister: Caller, haggis: Haggis) -> None:
    haggis.new("--event", "Burns Night", name="friday")
    haggis.ok("new", "--variant", "three-player", "-p", "Ailsa", "-p", "Hamish", "-p", "Zoë", "--name", "saturday")
    assert matches(lister, "?q=zo%C3%AB") == ["saturday"]
    assert matches(lister, "?q=burns+NOAH") == ["friday"]
    assert matches(lister, "?q=three") == ["saturday"]
    assert matches(lister, "?event=burns+night") == ["friday"]
    assert matches(lister, "?q=burns+hamish") == []
    assert "No matches for" in lister.get("/?q=burns+hamish").seen.words


def test_a_match_that_nobody_named_is_called_by_its_players_and_its_day(lister: Caller, haggis: Haggis) -> None:
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Isla", "--date", "2025-03-04")
    page = lister.get("/?q=4+march")
    assert "Noah 0 Isla 0 4 March 2025 ·" in page.seen.words
    assert 'title="Noah and Isla, 4 March 2025"' in page.text
    assert "2025-03-04" not in page.seen.words
    below = ("", "/board", "/record", "/score", "/referee", "/rules")
    pages = [lister.get(f"/m/2025-03-04-noah-isla{each}") for each in below]
    assert [each.text.count("Noah and Isla, 4 March 2025 · Haggis</title>") for each in pages] == [1] * len(pages)
    sheet = lister.get("/m/2025-03-04-noah-isla/sheet.csv")
    assert "Noah and Isla, 4 March 2025.csv" in sheet.header("content-disposition")


def test_broken_files_and_copies_are_named_and_left_out(lister: Caller, haggis: Haggis) -> None:
    haggis.new()
    haggis.keep("broken = [", "torn")
    haggis.keep(haggis.path().read_text(), "friday (1)")
    assert matches(lister) == ["friday"]
    words = lister.get("/").seen.words
    assert "2 files are not shown" in words
    assert "torn : cannot be used" in words
    assert "friday (1).toml : a copy of a match" in words


def test_a_server_of_one_match_begins_with_it_and_lists_all_when_asked(haggis: Haggis) -> None:
    haggis.new()
    lister = Caller(haggis, match_id="friday")
    assert lister.get("/").header("location") == "/m/friday"
    assert matches(lister, "?all=1") == ["friday"]


@pytest.mark.parametrize("query", ["?page=0", "?page=-1", "?page=99999999999", "?page=x", "?q=%00", "?q=" + "a" * 500])
def test_whatever_is_asked_there_is_an_answer(lister: Caller, haggis: Haggis, query: str) -> None:
    haggis.new()
    assert lister.get(f"/{query}").status == 200


@pytest.mark.slow
def test_hundreds_are_shown_in_pages(lister: Caller, haggis: Haggis) -> None:
    for number in range(300):
        haggis.keep(header(name=f"m{number:03}"), f"m{number:03}")
    haggis.new("--rounds", "1", name="over")  # the newest, but nobody goes on with it
    haggis.ok("score", "over", *ROUND)
    assert len(matches(lister)) == 20
    assert "over" not in matches(lister)
    seen = lister.get("/?q=noah&page=16").seen
    assert matches(lister, "?q=noah&page=16") == ["over"]
    assert "16 of 16" in seen.words
    assert seen.links["Newer"] == "?q=noah&event=&page=15"


@pytest.fixture
def season(haggis: Haggis) -> Caller:
    for name, event in (("friday", "Burns Night"), ("saturday", "League")):
        haggis.new("--rounds", "1", "--event", event, name=name)
        haggis.ok("score", name, *ROUND)
    return Caller(haggis)


def words(season: Caller, query: str = "") -> str:
    return season.get(f"/season{query}", season.watcher).seen.words


def test_everybody_stands_in_a_table_with_charts_and_records(season: Caller) -> None:
    told = words(season)
    assert "Noah 2 2 100% 2 60.0 60 2/2 – – 2 2 W W Isla 2 0 0% 2 16.0 16 0/2 – – 0 0 L L" in told
    assert "2 finished matches, 2 rounds." in told
    assert "ahead of Noah Isla Noah 2 of 2 Isla 0 of 2" in told
    assert season.get("/season").seen.links["friday"] == "/m/friday"


def test_one_person_has_the_figures_and_the_opponents(season: Caller) -> None:
    told = words(season, "?player=noah")
    assert "Matches 2 of 2 won Longest streak" in told  # a share of so few rounds would say nothing
    assert "Head to head against matches ahead behind Isla 2 2 0" in told


def test_figures_over_time_are_drawn_if_somebody_has_three_and_before_it_is_said(
    season: Caller, haggis: Haggis
) -> None:
    for query in ("", "?event=league", "?player=noah", "?player=noah&event=league"):
        told, who = words(season, query), "Noah" if "noah" in query else "a player"
        assert "so far" not in told  # two values at most
        assert f"The chart 'Matches won' appears once {who} has 3 finished matches." in told
        assert f"The chart 'Points per round' appears once {who} has 3 matches with a scored round." in told
    haggis.ok("new", "--variant", "two-player", "-p", "Noah", "-p", "Rory", "--rounds", "1", "--name", "sunday")
    haggis.ok("score", "sunday", *(word.replace("Isla", "Rory") for word in ROUND))
    told = words(season)
    assert "Matches won so far, in %" in told
    assert "Noah: 100.0; Isla: 0.0; Rory: 0.0" in told
    assert re.search("class=.mark p[0-7].>", season.get("/season").text)  # a single value is a point
    assert not re.search("The chart '(Matches|Points)", told)
    assert "Points per round so far" in words(season, "?player=noah")


def test_every_column_but_the_form_leads_to_its_order_and_the_podium_has_the_same(
    season: Caller, haggis: Haggis
) -> None:
    """Brenda and Rory have finished no match, but she has the best round of all."""
    haggis.ok("new", "--variant", "two-player", "-p", "Brenda", "-p", "Rory", "--rounds", "4", "--name", "on")
    haggis.ok("score", "on", "Brenda: out 17, cards 36", "Rory: cards 0")
    haggis.new("--rounds", "1", name="sunday")
    haggis.ok("score", "sunday", "Isla: out 8, cards 20", "Noah: cards 16")
    page = season.get("/season").seen
    [table] = [table for table in page.all_tables if "form" in table[0]]
    *headings, form = table[0]
    assert [each for each in headings if not page.links[each].startswith("/season?")] == []
    assert form not in page.links
    for heading in headings[1:]:
        shown = season.get(page.links[heading])
        [same] = [table for table in shown.seen.all_tables if "form" in table[0]]
        assert {row[0] for row in same[3:]} == {"Brenda", "Rory"}
        assert re.findall('aria-sort="descending"[^>]*>(?:<[^>]*>)*([^<]+)', shown.text) == [heading]
        steps = [each.words.split()[0] for each in shown.seen.named("li") if each["class"].startswith("at-")]
        assert set(steps) <= {row[0] for row in same[1:3]}


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("won", ["Noah 1st 1 of 1 match won"]),
        ("points", ["Isla 2nd 16.0 points per round", "Noah 1st 60.0 points per round"]),
        ("rounds", ["Isla 1st 1 round", "Noah 1st 1 round"]),
        ("current", ["Noah 1st 1 won in a row now"]),
    ],
)
def test_the_podium_has_the_first_of_an_order_who_share_a_place_and_nobody_with_a_0(
    season: Caller, order: str, told: list[str]
) -> None:
    page = season.get(f"/season?event=League&sort={order}").seen
    assert sorted(each.words for each in page.named("li") if each["class"].startswith("at-")) == told


def test_a_podium_of_a_figure_that_nobody_has_says_so(season: Caller) -> None:
    assert "Nobody has this figure yet." in words(season, "?sort=rating")


def test_filters_leave_matches_out(season: Caller, haggis: Haggis) -> None:
    haggis.keep("broken = [", "torn")  # it is of no year
    assert "1 finished match, 1 round." in words(season, "?event=league")
    [year] = re.findall(r"<option>(\d{4})</option>", season.get("/season").text)
    assert "2 finished matches" in words(season, f"?variant=two-player&year={year}")
    assert "No scored round fits this filter" in words(season, "?year=2199")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?player=Zebedee", "Nobody called 'Zebedee' has played"),
        ("?year=yesterday", "Year needs a date such as 2026-11-21"),
        ("?event=None", "No match belongs to 'None': the events are League, Burns Night"),
        ("?variant=whist", "There is no variant 'whist'"),
    ],
)
def test_what_cannot_be_asked_is_refused_above_what_was_typed(season: Caller, query: str, sentence: str) -> None:
    page = season.get(f"/season{query}")
    assert page.status == 422
    assert sentence in said(page)
    assert f'value="{query.partition("=")[2]}"' in page.text or query.startswith(("?variant", "?year"))


def test_without_a_round_it_says_when_figures_come(haggis: Haggis) -> None:
    assert "they appear with the first scored round" in words(Caller(haggis))


def test_names_lead_to_their_figures_and_keep_the_filters(season: Caller) -> None:
    assert season.get("/season?event=league").seen.links["Noah"].startswith("/season?player=Noah&")
    assert "event=league" in season.get("/season?event=league").seen.links["Noah"]


def test_a_computer_player_has_one_look_in_the_match_the_list_and_the_season(lister: Caller, haggis: Haggis) -> None:
    started = header(name="bot", goal="rounds = 1").replace("lead =", 'bots = { Isla = "easy" }\nlead =')
    haggis.keep(started, "bot")
    haggis.ok("score", "bot", *ROUND)

    def looks(path: str, name: str) -> set[str]:
        """The badges that stand right before a name."""
        badge = r"(<svg [^>]*badge(?:(?!<svg).)*</svg>)(?:<[a-z][^>]*>|\s)*"
        return set(re.findall(f"{badge}{name}<", lister.get(path).text))

    (own,) = looks("/m/bot", "Isla")
    isla = r"Isla \(easy\)"
    assert looks("/", "Isla") == looks("/season", isla) == looks("/season?player=noah", isla) == {own}
    assert looks("/season?player=isla", isla) == {own}
    assert "Isla (easy)" not in (haggis.home / "looks.txt").read_text()


def test_players_of_matches_that_were_copied_here_keep_their_looks_whichever_page_is_the_first(
    lister: Caller, haggis: Haggis
) -> None:
    def look(path: str) -> tuple[str, str]:
        found = re.search(r'class="badge (p\d)"[^>]*><path d="([^"]*)[^>]*></path><text[^>]*>N<', lister.get(path).text)
        assert found, path
        return found[1], found[2]

    haggis.keep(header(name="two"), "two")
    before = look("/m/two")
    haggis.keep(header('"Noah", "Isla", "Jamie"', name="three", variant="three-player"), "three")
    pages = ("/m/three/board", "/m/three", "/", "/m/two", "/m/three")
    assert {*map(look, pages)} == {before}


@pytest.mark.parametrize("first", ["stats -o {}/season.html", "stats -o {}/won.svg", "sheet --all -o {}/site", ""])
def test_in_a_copied_book_of_many_nobody_has_the_colour_of_another_at_the_table(
    lister: Caller, haggis: Haggis, tmp_path: Path, first: str
) -> None:
    seated = ('"Noah", "Isla"', '"Ann", "Bob"', '"Cat", "Dan"', '"Eve", "Fay"', '"Noah", "Isla", "Jamie"')
    for day, players in enumerate(seated, start=10):
        variant = "three-player" if "Jamie" in players else "two-player"
        begun = header(players, lead=players.split('"')[1], name=f"day-{day}", variant=variant, goal="rounds = 1")
        haggis.keep(begun.replace("-11-21", f"-11-{day}"), f"day-{day}")
    haggis.ok("score", "day-10", *ROUND)  # a chart shows finished matches
    if first:
        haggis.ok(*first.format(tmp_path).split(" "))
    else:
        lister.get("/")
    assert (haggis.home / "looks.txt").read_text().endswith("\nJamie\t10\n")  # not in the colour of Noah or Isla


def test_levels_of_one_name_have_looks_of_their_own(lister: Caller, haggis: Haggis) -> None:
    for level in ("easy", "hard"):
        started = header(name=level, goal="rounds = 1").replace("lead =", f'bots = {{ Isla = "{level}" }}\nlead =')
        haggis.keep(started, level)
        haggis.ok("score", level, *ROUND)
    page = lister.get("/season").text
    found = dict(re.findall(r'class="badge (p\d)"(?:(?!<svg).)*</svg>(?:<[a-z][^>]*>|\s)*(Isla \(\w+\)|Noah)<', page))
    assert len(found) == 3, found


def test_of_few_rounds_a_person_is_told_how_often_first_out(season: Caller) -> None:
    assert "first out 2/2" in words(season, "?player=Noah")
