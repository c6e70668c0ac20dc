"""An event that was entered wrong is put right by phone as `haggis record --amend` and `--insert` do it."""

import html
import re

import pytest

from tests.support.haggis import Haggis
from tests.support.web.caller import Answer, Caller, said
from tests.support.web.recorder import Form

EVENTS = ("Noah: 7r 8r 9r", "Isla: pass", "Noah: 2r", "Isla: 4g")
PAGE = "/m/friday/record/1"


@pytest.fixture
def caller(haggis: Haggis) -> Caller:
    haggis.new()
    haggis.ok("record", "friday", *EVENTS)
    return Caller(haggis)


def send(caller: Caller, event: int, do: str, line: str = "") -> Answer:
    """Send the form of an event as its page has it."""
    form = Form(caller.get(f"{PAGE}?event={event}").text)
    return caller.post(PAGE, form.hidden | {"do": do, "line": line})


def events(haggis: Haggis) -> list[str]:
    return re.findall(r'^  "(.*)",$', haggis.text(), re.MULTILINE)


def test_the_events_are_listed_with_their_numbers(caller: Caller) -> None:
    text = html.unescape(re.sub(r"<[^>]*>", "", caller.get(PAGE).text))
    for number, event in enumerate(EVENTS, 1):
        assert f"{number} {event}" in text
    assert f'value="{EVENTS[2]}"' in caller.get(f"{PAGE}?event=3").text
    assert 'href="/m/friday/record/1"' in caller.get("/m/friday/record").text


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
    assert "Round 1, event 4: A single 4 does not beat a single 5" in answer.text
    form = Form(answer.text)
    assert caller.post(PAGE, form.hidden | {"do": "remove"}).status == 422, "something else was agreed to"
    assert caller.post(PAGE, form.hidden | {"do": "amend"}).status == 303
    assert events(haggis)[2] == "Noah: 5r"
    assert "Round 1, event 4" in caller.get("/m/friday/record").text
    assert send(caller, 4, "amend", "Isla: 6g").status == 303
    assert haggis("check", "friday").code == 0


@pytest.mark.parametrize(
    ("event", "do", "line", "why"),
    [
        ("3", "amend", "7q", "no suit"),
        ("3", "amend", "", "is missing"),
        ("9", "amend", "3r", "choose the event"),
        ("x", "remove", "", "choose the event"),
        ("3", "burn", "", "choose the event"),
        ("3", "insert", "<b>Zoë</b>: pass", "nobody called"),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(
    caller: Caller, haggis: Haggis, event: str, do: str, line: str, why: str
) -> None:
    before = haggis.text()
    form = Form(caller.get(f"{PAGE}?event=3").text)
    answer = caller.post(PAGE, form.hidden | {"event": event, "do": do, "line": line})
    assert answer.status == 422
    assert why in answer.text
    assert "<b>" not in answer.text
    if event == "3":
        assert f'name="line" type="text" value="{html.escape(line)}"' in answer.text
    assert haggis.text() == before


def test_a_match_that_has_moved_on_is_looked_at_first(caller: Caller, haggis: Haggis) -> None:
    hidden = Form(caller.get(f"{PAGE}?event=3").text).hidden
    haggis.ok("record", "friday", "Noah: pass")
    answer = caller.post(PAGE, hidden | {"do": "amend", "line": "3r"})
    assert answer.status == 409
    assert "the match has changed meanwhile" in answer.text
    assert 'value="3r"' in answer.text
    assert events(haggis)[2] == "Noah: 2r"


def test_who_only_watches_sees_none_of_it(caller: Caller) -> None:
    assert caller.get(PAGE, caller.watcher).status == 403
    assert caller.post(PAGE, {"event": "1", "do": "remove"}, caller.watcher).status == 403


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_round_that_is_not_there_is_told(caller: Caller, number: str) -> None:
    answer = caller.get(f"/m/friday/record/{number}")
    assert answer.status == 422
    assert "there is no round" in said(answer)
