"""A variant of somebody else's whose rules fail only while a match is shown: nothing is saved that no page can show."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, said
from tests.support.plugins import COPY, plugged

NAMES_NO_BET = f"""\
{COPY}
from dataclasses import dataclass
from haggis_cli.rules.betting import FreeBets

@dataclass(frozen=True)
class Odd(FreeBets):
    def amount_text(self, amount):
        import sys
        frame = sys._getframe()
        while frame:
            if frame.f_code.co_name in ("make_board", "scoresheet", "_view_seat"):
                raise RuntimeError("this bet has no name")
            frame = frame.f_back
        return super().amount_text(amount)

V = replace(TWO_PLAYER, id="nameless", betting=Odd())
"""
"""Judges every bet, and cannot show one."""


@pytest.fixture
def caller(haggis: Haggis) -> Iterator[Caller]:
    with plugged(haggis, {"nameless": NAMES_NO_BET}):
        haggis.ok("new", "--variant", "nameless", "-p", "Noah", "-p", "Isla", "--name", "friday", "--rounds", "4")
        yield Caller(haggis)


def test_an_event_that_no_page_could_show_is_refused_and_what_is_chosen_stays(caller: Caller, haggis: Haggis) -> None:
    page = caller.get("/m/friday/record?c.7r=1").seen
    before = haggis.text()
    answer = caller.post("/m/friday/record", page.hidden | {"deed": "bet.1.15", "c.7r": "1"})
    assert answer.status == 422
    assert "the variant 'nameless' fails: RuntimeError: this bet has no name" in answer.text.replace("&#39;", "'")
    assert 'name="c.7r" value="1" aria-label="7 of red" checked' in answer.text
    assert haggis.text() == before
    assert caller.get("/m/friday").status == 200
    answer = caller.post("/m/friday/record", page.hidden | {"deed": "", "c.7r": "1"})
    assert answer.status == 303
    assert caller.get("/m/friday").status == 200


def test_a_match_that_cannot_be_shown_any_more_is_told_in_a_sentence(caller: Caller, haggis: Haggis) -> None:
    path = haggis.path()
    text = path.read_text(encoding="utf-8")
    end = text.rindex("# end")
    path.write_text(f'{text[:end]}[[rounds]]\nevents = ["Isla: bet little"]\n\n{text[end:]}', encoding="utf-8")
    for page in ("", "/board", "/record", "/score", "/rounds/1/result"):
        answer = caller.get(f"/m/friday{page}")
        assert (answer.status, "this bet has no name" in said(answer)) == (422, True), page
