"""An event that was entered wrong is put right by phone as `haggis record --amend` and `--insert` do it."""

import html
import re
import sys

import pytest

from haggis_cli.book.corrections import amending
from haggis_cli.book.corrections.amending import amend_event
from haggis_cli.book.match import OpenMatch, open_match
from haggis_cli.matches.store.folder import Store
from haggis_cli.support.errors import StoreError
from haggis_cli.support.text import capitalize
from tests.support.haggis import ROOT, Haggis, header
from tests.support.pages import Answer, Caller, said

EVENTS = ("Noah: 7r 8r 9r", "Isla: pass", "Noah: 2r", "Isla: 4g")
PAGE = "/m/friday/record/1"


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("record", "friday", *EVENTS)
    return Caller(haggis)


def send(caller: Caller, event: int, do: str, line: str = "") -> Answer:
    """Send the form of an event as its page has it."""
    form = caller.get(f"{PAGE}?event={event}").seen
    return caller.post(PAGE, form.hidden | {"do": do, "line": line})


def sentences(answer: Answer) -> str:
    """All that a page says; a mark of a sentence may stand behind a bold figure."""
    return re.sub(" (?=[,.])", "", answer.seen.words)


def events(haggis: Haggis) -> list[str]:
    return re.findall(r'^  "(.*)",$', haggis.text(), re.MULTILINE)


def test_the_events_are_listed_with_their_numbers(caller: Caller) -> None:
    text = html.unescape(re.sub(r"<[^>]*>", "", caller.get(PAGE).text))
    told = ("Noah plays 7r 8r 9r", "Isla passes", "Noah plays 2r", "Isla plays 4g")
    for number, words in enumerate(told, 1):
        assert f"{number} {words}" in text
    assert f'value="{EVENTS[2]}"' in caller.get(f"{PAGE}?event=3").text
    assert 'href="/m/friday/record/1"' in caller.get("/m/friday/record").text


def listed(haggis: Haggis, name: str) -> list[tuple[str, int]]:
    """The words of every event in the list, with its number, and how many cards are drawn in it."""
    lines = re.findall(r"<li><a.*?</li>", Caller(haggis).get(f"/m/{name}/record/1").text)
    return [(html.unescape(re.sub(r"<[^>]*>", "", each)), each.count('class="face')) for each in lines]


def test_an_event_is_told_as_people_say_it_with_its_cards_drawn_and_what_cannot_be_read_stays_as_it_is(
    haggis: Haggis,
) -> None:
    lines = ("Noah: 2r J as set", "Isla: pass", "Noah: 2-4g", "Isla: bet big", "Isla: award Noah", "Isla: 99x", "Noah")
    haggis.keep(header() + f"\n[[rounds]]\nevents = {list(lines)}\n".replace("'", '"'))
    assert listed(haggis, "friday") == [
        ("1 Noah plays 2r J as a set", 2),
        ("2 Isla passes", 0),
        ("3 Noah plays 2g 3g 4g", 3),
        ("4 Isla bets big (30)", 0),
        ("5 Isla has Noah capture the trick", 0),
        ("6 Isla: 99x", 0),
        ("7 Noah", 0),
    ]
    assert f'value="{lines[0]}"' in Caller(haggis).get(f"{PAGE}?event=1").text  # to be typed as ever


def test_a_card_for_the_partner_is_passed_to_them_and_a_long_name_is_short(haggis: Haggis) -> None:
    text = (ROOT / "examples" / "matches" / "neeps-known-hands.toml").read_text()
    haggis.keep(text.replace("Rory", "Bartholomewmaximilianfrederick"), "neeps-known-hands")
    assert listed(haggis, "neeps-known-hands")[:4] == [
        ("1 Bartholom… bets baby (5)", 0),
        ("2 Noah bets big (30)", 0),
        ("3 Isla passes 3g to Bartholom…", 1),
        ("4 Jamie passes 4r to Noah", 1),
    ]


@pytest.mark.parametrize(
    ("event", "do", "line", "result"),
    [
        (3, "amend", "3r", ("Noah: 7r 8r 9r", "Isla: pass", "Noah: 3r", "Isla: 4g")),
        (4, "amend", "Isla: pass", ("Noah: 7r 8r 9r", "Isla: pass", "Noah: 2r", "Isla: pass")),
        (4, "remove", "", EVENTS[:3]),
        (1, "insert", "Isla: bet big", ("Isla: bet big", *EVENTS)),
    ],
)
def test_it_is_put_right_taken_out_or_added_and_undo_takes_that_back(
    caller: Caller, haggis: Haggis, event: int, do: str, line: str, result: tuple[str, ...]
) -> None:
    before = haggis.text()
    assert send(caller, event, do, line).status == 303
    assert tuple(events(haggis)) == result
    haggis.ok("undo", "friday")
    assert haggis.text() == before


def test_what_then_breaks_the_rules_is_shown_and_saved_once_agreed_to(caller: Caller, haggis: Haggis) -> None:
    before = haggis.text()
    answer = send(caller, 3, "amend", "5r")
    assert (answer.status, haggis.text()) == (422, before)
    assert "A single 4 does not beat a single 5" in answer.text
    assert "Round 1, event 4 (Isla: 4g)" in answer.text
    form = answer.seen
    assert caller.post(PAGE, form.hidden | {"do": "remove"}).status == 422, "something else was agreed to"
    assert caller.post(PAGE, form.hidden | {"do": "amend"}).status == 303
    assert events(haggis)[2] == "Noah: 5r"
    assert "Event 4 of round 1 breaks a rule: " in caller.get("/m/friday/record").text
    assert send(caller, 4, "amend", "Isla: 6g").status == 303
    assert haggis("check", "friday").code == 0


@pytest.mark.parametrize(
    ("do", "line", "told", "place"),
    [
        ("remove", "", "Without event 3", "Round 1, event 4 (Isla: 4g)"),
        ("insert", "Isla: 9r", "With a new event before event 3", "Round 1 (Isla: 9r)"),
    ],
)
def test_what_would_be_wrong_has_the_number_that_is_beside_it_in_the_list(
    caller: Caller, do: str, line: str, told: str, place: str
) -> None:
    words = send(caller, 3, do, line).seen.words
    assert f"{told}, this no longer fits: It is Noah's turn" in words
    assert place in words


@pytest.mark.parametrize(
    ("event", "do", "line", "why"),
    [
        ("3", "amend", "7q", "no suit"),
        ("3", "amend", "", "is missing"),
        ("9", "amend", "3r", "Choose the event"),
        ("x", "remove", "", "Choose the event"),
        ("3", "burn", "", "Choose the event"),
        ("3", "insert", "<b>Zoë</b>: pass", "Nobody called"),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(
    caller: Caller, haggis: Haggis, event: str, do: str, line: str, why: str
) -> None:
    before = haggis.text()
    form = caller.get(f"{PAGE}?event=3").seen
    answer = caller.post(PAGE, form.hidden | {"event": event, "do": do, "line": line})
    assert answer.status == 422
    assert why in answer.text
    assert "<b>" not in answer.text
    if event == "3":
        assert f'name="line" type="text" value="{html.escape(line)}"' in answer.text
    assert haggis.text() == before


def test_a_match_that_has_moved_on_is_looked_at_first(caller: Caller, haggis: Haggis) -> None:
    hidden = caller.get(f"{PAGE}?event=3").seen.hidden
    haggis.ok("record", "friday", "Noah: pass")
    answer = caller.post(PAGE, hidden | {"do": "amend", "line": "3r"})
    assert answer.status == 409
    assert "The match has changed: check that" in answer.text
    assert 'value="3r"' in answer.text
    assert events(haggis)[2] == "Noah: 2r"


def test_who_only_watches_sees_none_of_it(caller: Caller) -> None:
    assert caller.get(PAGE, caller.watcher).status == 403
    assert caller.post(PAGE, {"event": "1", "do": "remove"}, caller.watcher).status == 403


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_round_that_is_not_there_is_told(caller: Caller, number: str) -> None:
    answer = caller.get(f"/m/friday/record/{number}")
    assert answer.status == 404
    assert "There is no round" in said(answer)


FIRST = ("Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass", "Noah: J Q K")
SECOND = ("Isla: 4r 4g", "Noah: 5r 5g", "Isla: pass")


@pytest.fixture
def to_130(haggis: Haggis) -> Caller:
    """Round 1 is over, round 2 is in progress; with a big bet in round 1 Noah would have won then."""
    blocks = "".join(f"\n[[rounds]]\nevents = {list(events)}\n".replace("'", '"') for events in (FIRST, SECOND))
    haggis.keep(header(goal="points = 130") + blocks)
    return Caller(haggis)


def test_rounds_after_an_earlier_end_can_be_taken_out_and_undo_brings_them_back(to_130: Caller, haggis: Haggis) -> None:
    before = haggis.text()
    answer = send(to_130, 1, "insert", "Noah: bet big")
    assert (answer.status, haggis.text()) == (422, before)
    for sentence in (
        "Then Noah has won after round 1, before round 2.",
        "Totals: Noah 111 → 141, Isla 10.",
        "The match was over after round 1: Noah had won.",
    ):
        assert sentence in sentences(answer)
    form = answer.seen
    assert {("save", "shorter"), ("save", "anyway")} <= form.buttons
    assert to_130.post(PAGE, form.hidden | {"save": "shorter"}).status == 303
    report = haggis.json("show", "friday")
    assert (len(report["rounds"]), report["winner"]) == (1, "Noah")
    haggis.ok("undo", "friday")
    assert haggis.text() == before
    answer = send(to_130, 1, "insert", "Noah: bet big")
    assert to_130.post(PAGE, answer.seen.hidden | {"save": "anyway"}).status == 303
    assert haggis.text().count("[[rounds]]") == 2


def test_an_event_that_is_sent_unchanged_is_told_to_be_recorded_already(to_130: Caller, haggis: Haggis) -> None:
    before = haggis.text()
    answer = send(to_130, 1, "amend", FIRST[0])
    assert (answer.status, haggis.text()) == (422, before)
    assert "Nothing has changed: event 1 is already recorded like that." in sentences(answer)


def test_what_else_changes_is_shown_before_it_is_saved(to_130: Caller, haggis: Haggis) -> None:
    before = haggis.text()
    answer = send(to_130, 1, "insert", "Isla: bet little")
    assert (answer.status, haggis.text()) == (422, before)
    assert "Then this is wrong" not in answer.text
    assert "Totals: Noah" in sentences(answer)
    form = answer.seen
    assert form.buttons == {("save", "anyway")}
    assert to_130.post(PAGE, form.hidden | {"event": "2", "save": "anyway"}).status == 422, "something else was agreed"
    assert to_130.post(PAGE, form.hidden | {"save": "anyway"}).status == 303
    assert haggis.text() != before


def test_of_two_who_correct_at_once_the_second_sees_it_and_keeps_the_own_words(caller: Caller, haggis: Haggis) -> None:
    both = [caller.get(f"{PAGE}?event=3").seen.hidden for _ in range(2)]
    assert caller.post(PAGE, both[0] | {"do": "amend", "line": "3r"}).status == 303
    first = haggis.text()
    answer = caller.post(PAGE, both[1] | {"do": "amend", "line": "3g"})
    assert (answer.status, haggis.text()) == (409, first)
    assert 'value="3g"' in answer.text
    assert caller.post(PAGE, answer.seen.hidden | {"do": "amend", "line": "3g"}).status == 303
    assert events(haggis)[2] == "Noah: 3g"


def test_nobody_else_saves_while_a_correction_is_made_and_saved(
    caller: Caller, haggis: Haggis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that comes between the look at the version and the save has to wait."""
    hidden = caller.get(f"{PAGE}?event=3").seen.hidden
    other, kept_out, amend_event = Store(haggis.home, patience=0), [], amending.amend_event

    def amend(match: OpenMatch, event: int, text: str, number: int, *, insert: bool) -> amending.Correction:
        with pytest.raises(StoreError, match="another haggis has been working on this match"), other.lock(match.path):
            pass
        kept_out.append(event)
        return amend_event(match, event, text, number, insert=insert)

    monkeypatch.setattr(amending, "amend_event", amend)
    assert caller.post(PAGE, hidden | {"do": "amend", "line": "3r"}).status == 303
    assert kept_out == [3]


@pytest.mark.parametrize(("event", "was", "line"), [(1, "bet little", "bet big"), (3, "pass", "9b")])
def test_what_follows_is_told_in_the_same_words_by_the_phone_the_command_and_the_editor(
    haggis: Haggis, monkeypatch: pytest.MonkeyPatch, event: int, was: str, line: str
) -> None:
    haggis.new()
    haggis.ok("record", "Noah: bet little", "Noah: 2-8r", "Isla: pass", "Noah: 2-8g", "Isla: pass", "Noah: J Q K")
    account = amend_event(open_match("friday", str(haggis.home)), event, line).account("→")
    assert account.changes
    page = sentences(send(Caller(haggis), event, "amend", line))
    command = haggis("record", "--amend", str(event), line, "--yes").err
    haggis.ok("undo")
    edits = f"p = pathlib.Path(sys.argv[1]); p.write_text(p.read_text().replace(': {was}', ': {line}', 1))"
    monkeypatch.setenv("EDITOR", f'{sys.executable} -c "import pathlib, sys; {edits}"')
    editor = re.sub(r"line [0-9]+, ", "", haggis("edit", "--round", "1").err)
    parts = [part for each in account.wrong for part in (each.place, each.words)]
    for sentence in (*map(str, account.changes), *parts):
        assert capitalize(sentence) in page
        assert sentence in command
        assert sentence in editor
