"""A third party's variant on the score pad: its own bets and card values by declaration, and its mistakes."""

from collections.abc import Iterator

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad
from tests.support.plugins import plugged

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
    assert "= 8: J 1, 2x2 4, 1x3 3" in pad.text
    pad.fill(**ROUND, bet2="2-7").press("check")
    assert "= 11: J 1, 10 points of suit cards" in pad.text
    assert "26 of 26" in pad.text
    pad.press("save")
    assert "bets = { Isla = 7 }" in haggis.text()


def test_what_it_refuses_of_bets_together_is_said_at_them(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**ROUND, bet1="1-7", bet2="2-7").press("save")
    assert pad.answer.status == 422
    assert pad.faults == {"bet2": "Only one player may dance."}
    assert "[[rounds]]" not in haggis.text()


def test_its_mistake_is_told_nothing_is_saved_and_what_was_typed_is_kept(haggis: Haggis, caller: Caller) -> None:
    pad = Pad(caller).fill(**ROUND, bet1="1-70").press("save")
    assert pad.answer.status == 422
    assert "the variant 'barn' fails: ZeroDivisionError: no floor" in pad.text
    assert "[[rounds]]" not in haggis.text()
    again = Pad(caller)
    assert {"count1": "8", "captured2": "15", "bet1": "1-70"}.items() <= again.fields.items()
    assert "Round 1 is saved" in again.fill(bet1="none").press("save").text
