"""Variants of other people on the phone: blind bets, bets and cards of their own, and their mistakes."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad, said
from tests.support.plugins import COPY, MOOR, begin_on_the_moor, plugged

RECORD = "/m/friday/record"
OFFER = "Blind bets first, with 8 cards seen"


@pytest.fixture
def moor(haggis: Haggis) -> Iterator[Haggis]:
    with plugged(haggis, {"moor": MOOR}):
        begin_on_the_moor(haggis, 3)
        yield haggis


def test_the_form_says_which_bets_are_blind(moor: Haggis) -> None:
    pad = Pad(Caller(moor))
    words = "no bet little (15) big (30) grand (60) blind royal (90) blind"
    assert f"What did Noah bet, blind or not? Noah {words}" in pad.text
    figures = {"out1": 1, "count1": 8, "out2": 2, "count2": 4, "captured1": 10, "captured2": 10}
    pad.fill(**figures, bet1="60", bet2="90").press("save")
    assert "bets = { Noah = 60, Isla = 90 }" in moor.text()


def test_recording_offers_them_first_and_never_late(moor: Haggis) -> None:
    caller = Caller(moor)
    page = caller.get(RECORD, caller.writer).seen.words
    assert f"{OFFER} Noah grand (60) Noah royal (90) Isla grand (60)" in page
    assert "Noah: choose cards" in page
    moor.ok("record", "Isla: bet grand")
    page = caller.get(RECORD, caller.writer).seen.words
    # Beside the name, in full and in short, and who bet needs no button any more.
    assert "Isla bet grand (60) blind bet 60 blind 0 points 17 cards" in page
    assert "Isla royal" not in page
    for late in ("Jamie: bet little", "Noah: 2r"):
        moor.ok("record", late)
        page = caller.get(RECORD, caller.writer).seen.words
        assert OFFER not in page
        assert "Noah royal" not in page
        moor.ok("undo")


def test_a_watcher_is_offered_nothing(moor: Haggis) -> None:
    caller = Caller(moor)
    assert OFFER not in caller.get(RECORD, caller.watcher).seen.words


def test_elsewhere_nothing_is_said_of_them(haggis: Haggis) -> None:
    haggis.new()
    caller = Caller(haggis)
    assert "lind" not in caller.get(RECORD, caller.writer).seen.words
    assert "lind" not in Pad(caller).text


VARIANT = """
from dataclasses import dataclass, field, replace
from haggis_cli.rules.api import CardValues, FreeBets
from haggis_variants.two_player import TWO_PLAYER


@dataclass(frozen=True)
class OneBet(FreeBets):
    amounts: tuple = (7, 70)
    names: dict = field(default_factory=lambda: {"jig": 7, "reel": 70})

    def table_fault(self, table, stakes):
        if sum(stake is not None for stake in stakes) > 1:
            return "only one player may dance"
        return super().table_fault(table, stakes)

    def settle(self, table, stakes, out):
        if 70 in stakes:
            raise ZeroDivisionError("no floor")
        return super().settle(table, stakes, out)


V = replace(
    TWO_PLAYER,
    id="barn",
    name="Barn",
    betting=OneBet(),
    card_values=CardValues("2 and 3 count", (2, 3, 0, 0, 0, 0, 0, 0, 0), (1, 1, 1)),
)
"""
ROUND = {"out1": 1, "count1": 8, "captured1": "j 10", "captured2": 15}


@pytest.fixture
def caller(haggis: Haggis) -> Iterator[Caller]:
    with plugged(haggis, {"barn": VARIANT}):
        haggis.ok("new", "--variant", "barn", "-p", "Noah", "-p", "Isla", "--points", "350", "--name", "friday")
        yield Caller(haggis)


def test_its_bets_and_card_values_are_those_it_declares(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller)
    assert "no bet jig (7) reel (70)" in pad.text
    assert "2 and 3 count." in pad.text
    assert 'data-kinds="2:2 3:3 ">' in pad.answer.text  # a key for each value, whose cards are told as 1x2
    pad.fill(captured1="j 2x2+1x3").press("check")
    assert "= 8: J 1, 2x2 = 4, 1x3 = 3" in pad.text
    pad.fill(**ROUND, bet2="7").press("check")
    assert "= 11: J 1, 10 points of suit cards" in pad.text
    assert "26 of 26" in pad.text
    pad.press("save")
    assert "bets = { Isla = 7 }" in haggis.text()


def test_what_it_refuses_of_bets_together_is_said_at_them(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**ROUND, bet1="7", bet2="7").press("save")
    assert pad.answer.status == 422
    assert pad.faults == {"bet2": "Only one player may dance. The rule"}
    assert "[[rounds]]" not in haggis.text()


def test_its_mistake_is_told_nothing_is_saved_and_what_was_typed_is_kept(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**ROUND, bet1="70").press("save")
    assert pad.answer.status == 422
    assert "the variant 'barn' fails: ZeroDivisionError: no floor" in pad.text
    assert "[[rounds]]" not in haggis.text()
    again = Pad(caller)
    assert {"count1": "8", "captured2": "15", "bet1": "70"}.items() <= again.fields.items()
    assert "Round 1 is saved" in again.fill(bet1="none").press("save").text


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
def nameless(haggis: Haggis) -> Iterator[Caller]:
    with plugged(haggis, {"nameless": NAMES_NO_BET}):
        haggis.ok("new", "--variant", "nameless", "-p", "Noah", "-p", "Isla", "--name", "friday", "--rounds", "4")
        yield Caller(haggis)


def test_an_event_that_no_page_could_show_is_refused_and_what_is_chosen_stays(nameless: Caller, haggis: Haggis) -> None:
    page = nameless.get("/m/friday/record?c.7r=1").seen
    before = haggis.text()
    answer = nameless.post("/m/friday/record", page.hidden | {"deed": "bet.1.15", "c.7r": "1"})
    assert answer.status == 422
    assert "the variant 'nameless' fails: RuntimeError: this bet has no name" in answer.text.replace("&#39;", "'")
    assert 'name="c.7r" value="1" aria-label="7 of red" checked' in answer.text
    assert haggis.text() == before
    assert nameless.get("/m/friday").status == 200
    answer = nameless.post("/m/friday/record", page.hidden | {"deed": "", "c.7r": "1"})
    assert answer.status == 303
    assert nameless.get("/m/friday").status == 200


def test_a_match_that_cannot_be_shown_any_more_is_told_in_a_sentence(nameless: Caller, haggis: Haggis) -> None:
    path = haggis.path()
    text = path.read_text(encoding="utf-8")
    end = text.rindex("# end")
    path.write_text(f'{text[:end]}[[rounds]]\nevents = ["Isla: bet little"]\n\n{text[end:]}', encoding="utf-8")
    for page in ("", "/board", "/record", "/score", "/rounds/1/result"):
        answer = nameless.get(f"/m/friday{page}")
        assert (answer.status, "this bet has no name" in said(answer)) == (422, True), page
