"""The scoresheet as a page: its figures, its rounds, and that nothing in a file can do harm in it."""

import json
import re
from base64 import b64encode
from codecs import BOM_UTF8
from hashlib import sha256
from pathlib import Path

import pytest
from haggis_variants.neeps import NEEPS
from haggis_variants.tatties import TATTIES

from haggis_cli.matches.heading import spell_day
from haggis_cli.rules.variant import Variant
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.sheet import Sheet, scoresheet, sheet_facts
from haggis_cli.support.design import FONT
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.players import short_names
from haggis_cli.support.text import typeset
from tests.sheets.renderers.shown import of_many_rounds
from tests.support import matches
from tests.support.haggis import header
from tests.support.matches import DEALT, EMPTY, EXAMPLES, FOUR_PLAYERS, GIVEN, THREE_PLAYERS, judged, recorded
from tests.support.pages import Page
from tests.support.sheets import FIRSTS, PLAYED, SHEETS, by_chance, example, figures, hostile


def page(sheet: Sheet) -> Page:
    return Page(html(sheet).replace("&shy;", ""))


def html(sheet: Sheet) -> str:
    return FORMATS["html"].render(sheet, Style())


def data(read: Page) -> dict[str, object]:
    """What the script is given."""
    (found,) = (text for text in read.texts["script"] if text.startswith("{"))
    told: dict[str, object] = json.loads(found)
    return told


def rows(read: Page, sheet: Sheet) -> list[list[int | None]]:
    """The figures of every scored round, all sides after one another."""
    tables = [read.tables[escape_text(side.name)] for side in sheet.sides] if sheet.rounds else []
    lines = []
    for at, each in enumerate(sheet.rounds):
        if each.figures:
            cells = [cell for table in tables for cell in table[len(table) - len(sheet.rounds) + at][1:]]
            lines.append([None if cell in "–?" else int(cell.replace("−", "-").partition("×")[0]) for cell in cells])
    return lines


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", SHEETS)
def test_the_tables_have_the_figures_of_every_round(name: str) -> None:
    sheet = SHEETS[name]
    assert rows(page(sheet), sheet) == [figures(sheet, each) for each in sheet.rounds if each.figures]


def test_a_round_that_is_not_scored_says_why() -> None:
    sheet = scoresheet(judged(matches.IN_PROGRESS))
    assert page(sheet).tables["Noah"][-1] == ["2", "in progress"]


def test_the_head_tells_the_match_and_who_has_won() -> None:
    sheet = SHEETS["two-player-known-hands"]
    read = page(sheet)
    assert read.texts["h1"] == ["Ailsa has\u00a0won: 122\u00a0to\u00a056"]
    assert read.texts["p"][0] == "Haggis (2-Player)"
    facts = [(label, spell_day(text) if label == "Date" else text) for label, text in sheet_facts(sheet)]
    assert list(zip(read.texts["dt"], read.texts["dd"], strict=True))[: len(facts)] == facts
    assert [day["datetime"] for day in read.named("time")] == [sheet.date]
    assert sheet.due not in read.texts["p"]  # the headline says it
    assert [caption for caption in read.texts["caption"] if "winner" in caption] == ["Ailsa 122 winner"]


def test_players_and_day_are_told_once_where_the_title_is_made_of_them() -> None:
    first = scoresheet(judged(matches.IN_PROGRESS))._replace(match_id="2026-11-23-noah-isla", date="2026-11-23")
    assert page(first).texts["dd"][:3] == ["23 November 2026", "Noah, Isla", "250 points"]
    second = page(first._replace(match_id="2026-11-23-noah-isla-2"))
    assert second.texts["dd"][:2] == ["Noah and Isla, 23 November 2026 (2)", "23 November 2026"]
    assert "High Rollas (Isla, Rory), " in page(SHEETS["teams"]).texts["dd"][2]


def test_the_result_comes_first_then_the_chart_the_replay_and_the_tables() -> None:
    shown = html(example(PLAYED[0]))
    parts = ["<h1>", 'class="drawing"', 'id="replay"', 'class="scores"', 'class="highlights"']
    assert sorted(parts, key=shown.index) == parts


def test_a_match_that_goes_on_says_who_leads_and_what_is_next() -> None:
    sheet = SHEETS["teams"]
    read = page(sheet)
    assert read.texts["h1"] == ["Slam Jamma lead\u00a0280\u00a0to\u00a0130"]
    assert typeset(sheet.due) in read.texts["p"]


def test_an_empty_match_says_so() -> None:
    read = page(SHEETS["nothing-yet"])
    assert read.texts["h1"] == ["No round has been scored yet"]
    assert not read.named("table")
    assert not read.named("svg")


def test_the_page_and_its_charts_have_the_same_letters_for_all_scripts() -> None:
    read = page(SHEETS["teams"])
    (styles,) = read.texts["style"]
    assert f"font:1rem/1.4 {FONT}".replace(", ", ",") in styles
    charts = {each.attributes["font-family"] for each in read.named("svg") if "font-family" in each.attributes}
    assert charts == {FONT}


def test_every_cell_has_headings_that_say_what_they_are_for() -> None:
    read = page(SHEETS["teams"])
    assert {element.attributes["scope"] for element in read.named("th")} == {"col", "colgroup", "row"}
    assert read.tables["High Rollas"][0] == ["", "Isla", "Rory", "Team", "Team"]
    assert read.tables["High Rollas"][1][-3:] == ["Bet points*", "Round total", "Game total"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_without_a_script_every_deed_is_read_trick_by_trick(path: Path) -> None:
    sheet = example(path)
    read = page(sheet)
    told = " ".join(read.texts["details"]).replace("\u00a0", " ").replace("\u2011", "-")
    for replay in sheet.replays:
        for moment in replay.frames:
            if moment.action and not moment.action.is_pass:
                said = [] if len(moment.action.cards) == 1 else [moment.action.words]  # a card says what it is
                assert ", ".join([" ".join(moment.action.cards), *said]).removeprefix(", ") in told
                assert all(text in told for text in moment.action.then)
    assert len(read.named("details")) == len(sheet.rounds)


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_the_result_of_a_round_has_the_figures_of_the_sheet(path: Path) -> None:
    sheet = example(path)
    read = page(sheet)
    for each in sheet.rounds:
        cells = {row[0]: row[1:] for row in read.tables[f"Result of round {each.number}"]}
        assert cells["Round total"] == [str(side.total) for side in each.sides]
        assert cells["Game total"] == [str(side.game) for side in each.sides]
        captured = [str(each.figures[seat].captured) for side in sheet.sides for seat in side.seats]
        assert cells["Captured cards"] == captured


FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["Isla", matches.LONG, "נועה־אביגיל בן־דוד" * 4, "小明とたろう" * 7, FAMILY * 6],
    ids=["short", "latin", "hebrew", "cjk", "families"],
)
def test_a_page_of_thirty_rounds_is_no_larger_than_a_photograph_whoever_plays(name: str) -> None:
    sheet = by_chance("rogers-neeps", [f"{name[:39]}{last}" for last in "אבגד"], rounds=3)
    page = FORMATS["html"].render_bytes(of_many_rounds(sheet, 30), Style())
    assert len(page) <= 400_000  # no variant has more plays, and nobody passes and plays as often as by chance


def test_hands_are_not_told_while_a_round_is_played() -> None:
    shown = matches.HANDS_KNOWN.replace('  "Isla: 9y",\n', "")
    assert '"c":null' in html(scoresheet(judged(shown), plays=True))
    assert "10g" in html(scoresheet(judged(matches.HANDS_KNOWN), plays=True))  # lay in the haggis
    assert "10g" not in html(scoresheet(judged(shown), plays=True))


@pytest.mark.parametrize(
    ("variant", "shown", "told"),
    [
        (
            TATTIES,
            header(THREE_PLAYERS, "points = 250", lead="Isla")
            + recorded("Noah: bid 45", "Jamie: pass", "Isla: pass", "Noah: exchange 9g", more=DEALT),
            "Noah exchanges 1 card with the haggis",
        ),
        (
            NEEPS,
            header(FOUR_PLAYERS, "points = 250", lead="Isla") + recorded("Isla: give 2r", more=GIVEN),
            "Isla passes a card to Rory",
        ),
    ],
)
def test_cards_that_went_face_down_are_not_told_while_a_round_is_played(
    variant: Variant, shown: str, told: str
) -> None:
    page_shown = html(scoresheet(judged(shown, variant), plays=True))
    assert page_shown.count(told) == 1
    assert not re.search(r"\b(9g|2r)\b", page_shown.partition("<main>")[2])


def test_what_is_not_judged_is_told_with_the_reason() -> None:
    sheet = scoresheet(judged(matches.VIOLATION), plays=True)
    troubles = [text for text in page(sheet).texts["li"] if text.startswith(("Round 1, event 22", "Event"))]
    assert troubles[:3] == [sheet.complaints[0], sheet.complaints[0], "Event 23, not judged: Isla: pass"]


def test_the_first_recorded_round_is_shown_first() -> None:
    sheet = scoresheet(judged(EMPTY + FIRSTS + recorded("Isla: 10r")), plays=True)
    shown = [element.attributes for element in page(sheet).named("option") if "selected" in element.attributes]
    assert [attributes["value"] for attributes in shown] == ["1", "1300"]


def test_a_match_that_was_only_typed_in_needs_no_script() -> None:
    shown = html(scoresheet(judged(matches.RULEBOOK), plays=True))
    assert "script" not in shown


def test_names_are_text_wherever_they_stand() -> None:
    sheet = hostile()
    read = page(sheet)
    assert data(read)["names"] == list(short_names(sheet.players))
    assert not set(read.texts["script"][0]) & set("<>&")
    assert {"</style><b>High", "<!-- Slam"} <= set(read.tables)
    assert {element.name for element in read.elements} <= {
        *("html", "head", "meta", "title", "style", "body", "main", "header", "section", "script", "div", "span", "p"),
        *(
            "col",
            "h1",
            "h2",
            "h3",
            "h4",
            "dl",
            "dt",
            "dd",
            "ul",
            "ol",
            "li",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "time",
        ),
        *("th", "td", "bdi", "b", "svg", "desc", "rect", "path", "text", "details", "summary", "label", "select"),
        *("option", "button", "input", "i", "symbol", "use", "circle", "template"),
    }
    assert [element.attributes.get("type") for element in read.named("script")] == ["application/json", None]
    assert not any(key.startswith("on") for element in read.elements for key in element.attributes)


def test_a_name_has_its_own_direction() -> None:
    assert html(hostile()).count("<bdi>נועה</bdi>") == 2  # above the columns, in the replay


def test_nothing_is_fetched_from_anywhere() -> None:
    for sheet in (hostile(), SHEETS["teams"]):
        read, shown = page(sheet), html(sheet)
        assert not {"src", "srcset", "style"} & {key for each in read.elements for key in each.attributes}
        assert all((each.attributes.get("href") or "#").startswith("#") for each in read.elements)
        assert not re.search(r"url\(|@import|https?:(?!//www\.w3\.org/2000/svg)", shown)


def test_the_policy_lets_in_exactly_the_pages_own_styles_and_script() -> None:
    read = page(hostile())
    (policy,) = (each.attributes["content"] for each in read.named("meta") if "http-equiv" in each.attributes)
    (styles,), script = read.texts["style"], read.texts["script"][-1]
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (styles, script)]
    assert policy == (
        f"default-src 'none'; style-src {hashes[0]}; script-src {hashes[1]}; base-uri 'none'; form-action 'none'"
    )


def test_the_page_says_how_it_is_encoded_before_anybody_asks() -> None:
    """The mark at the beginning goes before what a server claims (HTML Standard, determining the encoding)."""
    shown = FORMATS["html"].render_bytes(SHEETS["foreign-names"], Style())
    assert shown.startswith(BOM_UTF8 + b"<!DOCTYPE html>")
    assert matches.WIDE.encode() in shown


@pytest.mark.parametrize(
    ("name", "short", "told"),
    [
        (matches.LONG, "Bartholomew", []),
        ("Featherstonehaugh", "Featherst…", ["Names: Featherst… is Featherstonehaugh."]),
    ],
)
def test_the_story_has_short_names_and_says_whose_they_are_if_no_word_of_theirs(
    name: str, short: str, told: list[str]
) -> None:
    played = matches.HANDS_KNOWN.replace("Noah =", '"Noah" =').replace("Noah", name)
    sheet = scoresheet(judged(played), plays=True)
    read = page(sheet)
    assert [text for text in read.texts["p"] if text.startswith("Names:")] == told
    assert f"{short} 4r J, a\u00a0pair of\u00a04s" in read.texts["li"]
    assert name not in "".join(read.texts["details"])


def test_the_heads_of_a_result_run_upwards_where_the_names_have_no_room() -> None:
    sheet = example(next(path for path in PLAYED if path.stem == "neeps-known-hands"))
    long = sheet._replace(players=("Maximiliane-Alexandra", "Maximiliane Ott", "Bartholomew", "Wolfgang-Amadeus"))
    for shown, expected in ((sheet, False), (long, True)):
        told = FORMATS["html"].render_bytes(shown, Style()).decode()
        assert ('<table class="upwards"><caption>Result of round 1' in told) is expected


def test_passes_in_succession_stand_on_one_line() -> None:
    shown = example(next(path for path in PLAYED if path.stem == "neeps-unknown-hands"))
    lines = page(shown).texts["li"]
    assert any(re.fullmatch(r"\w+ and \w+ pass", line) for line in lines)
    assert any(re.match(r"All pass .*\bcaptures\s\d", line) for line in lines)


def test_the_letters_on_the_cards_are_explained() -> None:
    sheet = scoresheet(
        judged(matches.HANDS_KNOWN.replace('lead = "Isla"', 'lead = "Isla"\nsuits = "rgby"')), plays=True
    )
    assert page(sheet).texts["p"].count("Suits: r red, g green, b blue, y yellow.") == 1


def test_bids_and_discards_are_told_before_the_first_trick() -> None:
    sheet = example(next(path for path in EXAMPLES if path.stem == "tatties-known-hands"))
    assert "Before the first trick" in page(sheet).texts["h4"]
