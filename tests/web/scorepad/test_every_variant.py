"""A round entered on a phone makes the very file that `haggis score` makes, whatever the variant asks for."""

import pytest

from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad

PLAYERS = ("Noah", "Isla", "Rory", "Jamie")
FREE = ({"bet1": "15", "bet2": "5", "bet3": "none"}, ("bet little", "bet baby", ""))
ROUNDS = {
    "two-player": (
        2,
        {"out1": 1, "count1": 8, "captured1": 12, "bet1": "15", "bet2": "none"},
        ("out 8, cards 12, bet 15", ""),
    ),
    "three-player": (
        3,
        {"out1": 3, "count1": 9, "out2": 1, "count2": 5, "captured1": "10+3", "captured3": "j q k", "bet2": "30"},
        ("out2 5, cards 13", "bet big", "out1 9, cards 10"),
    ),
    "tatties": (
        3,
        {"out1": 2, "count1": 17, "out2": 1, "count2": 1, "captured1": 20, "captured2": 11, "shepherd": "2 45"},
        ("out2 1, cards 20", "out1 17, cards 11, bid 45", ""),
    ),
    "neeps": (
        4,
        {
            "out1": 1,
            "count1": 9,
            "out2": 2,
            "count2": 7,
            "out3": 3,
            "count3": 4,
            "captured1": 20,
            "captured2": 20,
            "captured3": 20,
            "captured4": 24,
            "team1": "3 30",
            "team2": "none",
        },
        ("out1 9, cards 20", "out2 7, cards 20", "out3 4, cards 20, bet 30", "cards 24"),
    ),
    "rogers-neeps": (
        4,
        {
            "out1": 1,
            "count1": 9,
            "out2": 3,
            "count2": 7,
            "captured1": 20,
            "captured2": 20,
            "captured3": 20,
            "team2": "4 5",
        },
        ("out1 9, cards 20", "cards 20", "out2 7, cards 20", "bet baby"),
    ),
    "classic": (
        2,
        {"out1": 2, "count1": 3, "captured2": 20, "bet1": "0", "bet2": "30"},
        ("bet 0", "out 3, cards 20, bet 30"),
    ),
    "revised": (
        3,
        {"out1": 1, "count1": 3, "out2": 2, "count2": 3, "captured2": 20, "captured3": 5, "bet1": "15"},
        ("out1 3, bet 15", "out2 3, cards 20", "cards 5"),
    ),
    "taylor": (
        3,
        {"out1": 1, "count1": 3, "out2": 2, "captured2": 20, "captured3": 5, "bet3": "15"},
        ("out1 3", "out2, cards 20", "cards 5, bet 15"),
    ),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", ROUNDS)
def test_a_round_is_saved_as_haggis_score_saves_it(haggis: Haggis, variant: str) -> None:
    players, figures, entries = ROUNDS[variant]
    names = PLAYERS[:players]
    haggis.ok(
        "new",
        "--variant",
        variant,
        *(word for name in names for word in ("-p", name)),
        "--points",
        "350",
        "--name",
        "friday",
    )
    haggis.ok("score", "friday", *(f"{name}: {entry}" for name, entry in zip(names, entries, strict=True) if entry))
    typed = haggis.text()
    haggis.ok("undo", "friday")
    before = haggis.text()
    pad = Pad(Caller(haggis)).fill(**figures).press("check")
    assert pad.faults == {}
    assert haggis.text() == before
    saved = pad.press("save")
    assert saved.answer.status == 200
    assert "Round 1 is saved" in saved.text
    assert haggis.text() == typed


@pytest.mark.parametrize("variant", ROUNDS)
def test_every_field_that_is_asked_can_be_answered_and_nothing_else_is_asked(haggis: Haggis, variant: str) -> None:
    """What a variant does not record is not asked for: taylor's second count, a bet beside an auction."""
    players, figures, _ = ROUNDS[variant]
    names = PLAYERS[:players]
    haggis.ok(
        "new",
        "--variant",
        variant,
        *(word for name in names for word in ("-p", name)),
        "--points",
        "350",
        "--name",
        "friday",
    )
    text = Pad(Caller(haggis)).answer.text
    asked = {name for name in ("count2", "out2", "out3", "shepherd", "bet1", "team1") if f'name="{name}"' in text}
    assert asked >= {name for name in figures if name in ("count2", "out2", "out3", "shepherd", "bet1", "team1")}
    assert ("count2" in asked) == (variant != "taylor" and players > 2)
    assert len(asked & {"shepherd", "bet1", "team1"}) == 1
