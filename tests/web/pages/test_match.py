"""The pages of a match, its board and its sheets: what they show, and what nobody who only watches may see."""

import re
import sys
from collections.abc import Iterator

import pytest

from haggis_cli.sheets.renderers.formats import FORMATS
from tests.support.haggis import ROOT, Haggis, start_table
from tests.support.matches import VIOLATION
from tests.support.pages import Caller, Page, said

ROUND = ("Noah: out 8, cards 20", "Isla: cards 16")


def version(caller: Caller) -> str:
    return caller.get("/m/friday").seen.fields["version"]


class TestHowAMatchStands:
    def test_before_the_first_round_it_says_who_deals_and_leads(self, caller: Caller) -> None:
        page = caller.get("/m/friday")
        assert page.status == 200
        assert page.seen.part("due") == "Noah deals and leads round 1."
        seen = page.seen
        assert "No rounds yet." in seen.words
        assert not seen.named("button")  # nothing to take back

    def test_after_a_round_it_has_the_totals_and_who_leads_now(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        page = caller.get("/m/friday")
        seen = page.seen
        assert "Noah 60" in seen.words
        assert "Isla 16 Isla deals and leads" in seen.words
        assert page.seen.part("due") == "Isla deals and leads round 2."
        assert "+60 60" in seen.words

    def test_a_match_that_is_over_offers_a_rematch_and_no_round(self, caller: Caller, haggis: Haggis) -> None:
        for _ in range(4):
            haggis.ok("score", "--yes", *ROUND)
        page = caller.get("/m/friday")
        assert page.seen.part("due") == "Noah has won: 240 to 64."
        links = page.seen.links
        assert links["Rematch"] == "/m/friday/rematch"
        assert links["Correct round 4"] == "/m/friday/rounds/4"
        assert not {"Score round 5", "Score", "Record", "Replay"} & set(links)
        assert "Rematch" not in caller.get("/m/friday", caller.watcher).seen.links
        due = caller.get("/m/friday/score")
        assert "The match is over" in due.text
        links = due.seen.links
        expected = {"Rematch": "rematch", "See the last round": "rounds/4/result", "See the sheet": "sheet.html"}
        assert {name: links[name] for name in expected} == {name: f"/m/friday/{at}" for name, at in expected.items()}
        assert 'class="button wide" href="/m/friday">Back to the match' in due.text
        assert caller.get("/m/friday/rounds/4/result").seen.links["Rematch"] == "/m/friday/rematch"

    @pytest.mark.parametrize("page", ["", "/board", "/score", "/record"])
    def test_one_that_cannot_be_read_is_told_line_by_line_and_leads_to_the_list(
        self, haggis: Haggis, caller: Caller, page: str
    ) -> None:
        assert caller.get("/m/friday").status == 200
        haggis.path().write_text(haggis.text().replace("goal", "gaol"), encoding="utf-8")
        answer = caller.get(f"/m/friday{page}")
        assert answer.status == 422
        assert "<h1>This match cannot be read</h1>" in answer.text
        found = re.findall(r"<p>(friday\.toml.*?)</p>", answer.text)
        assert [re.sub(r"\D", "", each) for each in found] == ["1", "6"]
        assert answer.seen.links["Go to the matches"] == "/?all=1"
        assert not [link for link in answer.seen.links.values() if link.startswith("/m/")]

    def test_one_that_breaks_a_rule_leads_to_the_round_to_correct(self, haggis: Haggis) -> None:
        haggis.keep(VIOLATION)
        page = Caller(haggis).get("/m/friday").seen
        assert page.links["Correct round 1"] == "/m/friday/record/1"
        assert page.links["The rule"].startswith("/m/friday/rules#")
        assert not {"Score round 3", "Record round 3"} & set(page.links)
        assert "not scored" in page.words
        assert "line" not in page.words

    def test_one_that_was_recorded_leads_to_its_plays_when_it_is_over(self, haggis: Haggis) -> None:
        haggis.ok("import", str(ROOT / "examples" / "matches" / "two-player-unknown-hands.toml"))
        caller, match = Caller(haggis), "/m/two-player-unknown-hands"
        for page in (match, f"{match}/record", f"{match}/score"):
            links = caller.get(page).seen.links
            assert (links["Replay"], links["Rematch"]) == (f"{match}/replay", f"{match}/rematch")
        assert links["Correct round 7"] == f"{match}/record/7"
        assert caller.get(match).seen.links["1, show this round"] == f"{match}/replay?round=1"

    def test_a_round_is_corrected_where_it_is_touched(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("score", *ROUND)
        links = caller.get("/m/friday").seen.links
        assert links["1, correct this round"] == "/m/friday/rounds/1"

    def test_a_recorded_round_leads_to_its_replay(self, caller: Caller, haggis: Haggis) -> None:
        haggis.ok("record", "Noah: 4r 5r 6r")
        links = caller.get("/m/friday", caller.watcher).seen.links
        assert links["1, show this round"] == "/m/friday/replay?round=1"

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
        assert "Round 1: the captured points" in words
        path.write_text(text.replace("Isla = 16", "Isla = 60"))
        haggis.keep(text.replace('out = ["Noah"]', 'out = ["Noah", "Isla"]'))
        words = caller.get("/m/friday").seen.words
        assert "The match cannot go on until round 1 is corrected." in words
        assert "Round 1 cannot be scored as it was entered." in words

    def test_the_title_has_names_as_they_were_typed(self, haggis: Haggis) -> None:
        match = haggis.json("new", "--variant", "two-player", "-p", "Al O'Neil", "-p", "Isla", "--date", "2026-01-01")[
            "id"
        ]
        for page in ("", "/board"):
            seen = Caller(haggis).get(f"/m/{match}{page}").seen.words
            assert "Al O'Neil and Isla, 1 January" in seen

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
        assert "Take back Isla's pass" in caller.get("/m/friday").seen.words

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
        assert "The match has changed" in said(answer)
        assert haggis.text() == before


def test_it_has_the_totals_who_leads_and_the_chart(caller: Caller, haggis: Haggis) -> None:
    haggis.ok("score", *ROUND)
    page = caller.get("/m/friday/board", caller.watcher)
    assert page.status == 200
    words = page.seen.words
    assert "Noah 60" in words
    assert "Isla 16 to deal to lead" in words
    assert "Game totals by round" in words  # the chart


def test_a_round_typed_in_has_no_round_so_far_and_a_recorded_one_has_its_trick(caller: Caller, haggis: Haggis) -> None:
    assert caller.get("/m/friday/board").seen.part("round") == ""
    haggis.ok("record", "Noah: 4r 5r 6r", "Isla: bet little", "Isla: pass")
    haggis.ok("record", "Noah: 4g")
    page = caller.get("/m/friday/board").text
    assert Page(page).part("round") == "Trick 2 Noah 4g a single 4"
    assert "17 cards to play bet little (15)" in Page(page).words
    assert "13 cards" in Page(page).words
    assert Page(page).part("due") == "Isla must beat a single 4 or pass."  # what Noah holds stands at his name


def test_while_a_trick_is_played_it_has_the_place_of_the_chart_and_the_last_round_is_beside_its_heading(
    caller: Caller, haggis: Haggis
) -> None:
    haggis.ok("score", *ROUND)
    assert caller.get("/m/friday/board").seen.part("chart")
    haggis.ok("record", "Isla: 4r 5r 6r")
    seen = caller.get("/m/friday/board").seen
    assert seen.part("chart") == ""
    assert seen.part("round").startswith("Trick 1 Last round: Noah 60, Isla 16. Isla")


def test_what_is_read_aloud_is_the_last_round_the_totals_and_what_is_next(caller: Caller, haggis: Haggis) -> None:
    haggis.ok("score", *ROUND)
    assert caller.get("/m/friday/board").seen.part("spoken") == (
        "Round 1: Noah went out first. Noah 60, Isla 16. Totals: Noah 60, Isla 16. Isla deals and leads round 2."
    )


def test_in_an_auction_it_is_said_who_deals_and_who_bids_first(haggis: Haggis) -> None:
    start_table(haggis, "tatties", "Noah", "Isla", "Jamie", lead="Noah")
    words = Caller(haggis).get("/m/friday/board").seen.words
    assert "deals" in words
    assert "to bid first" in words


class TestTheLook:
    @pytest.mark.parametrize("look", ["dark", "light"])
    def test_a_choice_is_kept_for_this_browser(self, caller: Caller, look: str) -> None:
        page = caller.get(f"/m/friday/board?look={look}")
        assert f'href="/static/sheet-{look}+phone+' in page.text
        assert page.header("set-cookie").startswith(f"haggis_look={look};")
        after = caller.get("/m/friday", f"{caller.writer}; haggis_look={look}")
        assert f'<html lang="en" data-look="{look}">' in after.text

    def test_without_one_it_is_as_the_device_says(self, caller: Caller) -> None:
        page = caller.get("/m/friday/board?look=device", f"{caller.writer}; haggis_look=dark")
        assert 'href="/static/sheet+phone+' in page.text
        assert "Max-Age=0" in page.header("set-cookie")

    @pytest.mark.parametrize("look", ["x", '"><b>', "../dark"])
    def test_what_is_no_look_changes_nothing(self, caller: Caller, look: str) -> None:
        assert 'href="/static/sheet+phone+' in caller.get("/m/friday/board?look=" + look.replace('"', "%22")).text

    def test_dark_styles_hold_whatever_the_device_says(self, caller: Caller) -> None:
        as_device, dark, light = (caller.get(f"/static/sheet{end}.css").text for end in ("", "-dark", "-light"))
        assert "prefers-color-scheme:dark" in as_device
        assert "prefers-color-scheme" not in dark + light
        assert "not all" in light


TYPES = {
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
STARTS = {
    "html": b"\xef\xbb\xbf<!DOCTYPE html>",
    "svg": b"<svg",
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "xlsx": b"PK",
    "json": b"{",
    "csv": b"match",
}


@pytest.fixture
def sheets(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("score", "Noah: out 8, cards 20", "Isla: cards 16")
    haggis.ok("record", "Isla: 4r 5r 6r", "Noah: pass", "Isla: 7g")
    return Caller(haggis)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_type_and_is_no_page_of_ours(sheets: Caller, name: str) -> None:
    if library := FORMATS[name].library:
        pytest.importorskip(library)
    answer = sheets.get(f"/m/friday/sheet.{name}", sheets.watcher)
    assert (answer.status, answer.header("content-type")) == (200, TYPES[name])
    assert answer.body.startswith(STARTS.get(name, b""))
    assert answer.header("content-disposition").endswith(
        f"filename=\"friday{FORMATS[name].extension}\"; filename*=UTF-8''friday{FORMATS[name].extension}"
    )
    assert "frame-ancestors 'none'" in answer.header("content-security-policy")


def test_the_text_is_what_the_command_writes(sheets: Caller, haggis: Haggis) -> None:
    assert sheets.get("/m/friday/sheet.text").text == haggis.ok("sheet", "--format", "text")


@pytest.mark.parametrize("large", [False, True])
def test_the_page_may_do_what_it_says_itself_and_is_shut_off(sheets: Caller, large: bool) -> None:
    address = f"/m/friday/sheet.html{'?large' if large else ''}"
    assert f'href="{address}"' in sheets.get("/m/friday", sheets.watcher).text
    answer = sheets.get(address, sheets.watcher)
    assert ('<body class="large">' in answer.text) is large
    policy = answer.header("content-security-policy")
    own = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', answer.text)
    assert own
    assert policy.startswith(own[1].replace("&#x27;", "'"))
    assert policy.endswith("; frame-ancestors 'none'; sandbox allow-scripts")
    assert "unsafe" not in policy


def test_a_format_that_is_none_is_answered_with_those_there_are(sheets: Caller) -> None:
    answer = sheets.get("/m/friday/sheet.docx")
    assert answer.status == 404
    assert "the formats are text (.txt)" in said(answer)


def test_a_library_that_is_missing_is_named_in_one_sentence(sheets: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    answer = sheets.get("/m/friday/sheet.xlsx")
    assert answer.status == 422
    assert "XLSX sheets need xlsxwriter" in said(answer)


def test_a_file_is_called_so_that_every_browser_can_keep_it(haggis: Haggis) -> None:
    haggis.new()
    haggis.path().rename(haggis.path('burns "night" é'))
    name = Caller(haggis).get("/m/burns%20%22night%22%20%C3%A9/sheet.csv").header("content-disposition")
    assert name == ("attachment; filename=\"burns night _.csv\"; filename*=UTF-8''burns%20night%20%C3%A9.csv")


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("html?large", "friday (large print).html"),
        ("svg?portrait", "friday (portrait).svg"),
        ("csv?wide", "friday (wide).csv"),
    ],
)
def test_forms_of_one_sheet_are_different_files(sheets: Caller, asked: str, name: str) -> None:
    assert f'filename="{name}"' in sheets.get(f"/m/friday/sheet.{asked}").header("content-disposition")


class TestTheReplay:
    def test_rounds_are_read_without_a_script(self, sheets: Caller) -> None:
        page = sheets.get("/m/friday/replay", sheets.watcher)
        words = page.seen.words
        assert "Round 2: Isla leads" in words
        assert "Isla 4r 5r 6r , a sequence of 3 cards up to 6" in words
        assert 'src="/static/replay.js?' in page.text

    def test_the_round_that_is_asked_for_is_open(self, sheets: Caller, haggis: Haggis) -> None:
        text = sheets.get("/m/friday/replay?round=2").text
        assert re.findall("<details open id=.(r[0-9])", text) == ["r2"]
        assert "selected>Round 2" in text
        assert re.findall("<details open id=.(r[0-9])", sheets.get("/m/friday/replay?round=1").text) == ["r1"]

    def test_where_nothing_is_recorded_it_says_so(self, haggis: Haggis) -> None:
        haggis.new()
        caller = Caller(haggis)
        page = caller.get("/m/friday/replay").text
        assert "there is nothing to replay. Record round 1 Back to the match" in Page(page).words
        assert "Record round" not in caller.get("/m/friday/replay", caller.watcher).seen.words
        assert "replay.js" not in page


EXAMPLE = (ROOT / "examples" / "matches" / "tatties-known-hands.toml").read_text("utf-8")
AUCTION = ["Noah: pass", "Jamie: bid 15", "Isla: pass"]
"""After it Jamie has drawn the haggis, and is to put three cards away face down."""
DISCARDS = "2p 3p 4r", "2p 3p 4p"
LATER = "Jamie: 9r 9g 9b 9y"
PAGES = (
    "",
    "/board",
    "/record?event=9r",
    "/referee",
    "/rules",
    "/replay",
    *(f"/sheet.{name}" for name in ("text", "markdown", "csv", "json", "html", "svg")),
)


def put_match(haggis: Haggis, text: str, events: list[str]) -> None:
    """The first round of the example as far as these events, with its deal."""
    head, _, rounds = text.partition("[[rounds]]")
    deal = "[rounds.deal]" + rounds.partition("[[rounds]]")[0].partition("[rounds.deal]")[2]
    folder = haggis.home / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    played = f"{head}[[rounds]]\nevents = {events!r}\n{deal}".replace('"tatties-known-hands"', '"web"')
    (folder / "web.toml").write_text(played, "utf-8")


def what_a_watcher_sees(haggis: Haggis) -> Iterator[str]:
    """Every page of the match but for what tells its states apart."""
    caller = Caller(haggis)
    for page in PAGES:
        answer = caller.get(f"/m/web{page}", caller.watcher)
        assert answer.status == 200, (page, answer.text)
        yield re.sub(r"[0-9a-f]{16}", "", answer.text)


def test_cards_that_are_drawn_in_an_exchange_are_shown_to_who_enters_alone(haggis: Haggis) -> None:
    put_match(haggis, EXAMPLE, AUCTION)
    caller = Caller(haggis)
    writers = caller.get("/m/web/record").text
    assert "Drawn:" in writers
    seen = list(what_a_watcher_sees(haggis))
    assert not [page for page in seen if "Drawn" in page]
    # The same round with another haggis: Noah has the 3p, and a 3r lies in it.
    put_match(haggis, swap(EXAMPLE, "3r", "3p"), AUCTION)
    assert Caller(haggis).get("/m/web/record").text != writers
    assert list(what_a_watcher_sees(haggis)) == seen


@pytest.mark.parametrize("later", [[], [LATER]], ids=["at once", "later"])
def test_cards_that_are_put_away_face_down_stay_hidden_while_the_round_goes_on(
    haggis: Haggis, later: list[str]
) -> None:
    seen = []
    for discards in DISCARDS:
        put_match(haggis, EXAMPLE, [*AUCTION, f"Jamie: exchange {discards}", *later])
        seen.append(list(what_a_watcher_sees(haggis)))
    assert seen[0] == seen[1]


def swap(text: str, one: str, other: str) -> str:
    """The first round with two of its cards changed for each other in the deal."""
    head, mark, rounds = text.partition("[rounds.deal]")
    first, more, rest = rounds.partition("[[rounds]]")
    swapped = re.sub(rf"\b({one}|{other})\b", lambda found: other if found[0] == one else one, first)
    return head + mark + swapped + more + rest


@pytest.mark.parametrize("name", ["O'Brien", "R&B <3", "<b>Bold</b>", "Maximilianenbergerstrassendorf"])
def test_every_page_says_a_name_as_it_was_typed(haggis: Haggis, name: str) -> None:
    haggis.ok("new", "--name", "friday", "--variant", "two-player", "-p", name, "-p", "Isla", "--rounds", "2")
    haggis.ok("score", "-y", f"{name}: out 8, cards 12", "Isla: cards 24")
    caller = Caller(haggis)
    pages = ("/", "/m/friday", "/m/friday/board", "/m/friday/score", "/m/friday/rounds/1", "/m/friday/rounds/1/result")
    for path in (*pages, "/m/friday/record", "/season"):
        words = caller.get(path).seen.words.replace("\u00ad", "")
        assert name in words, path
        assert not re.search("&#?[a-z0-9]+;", words), path
